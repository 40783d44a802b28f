"""Cat Herders (キャット・ハーダーズ) by Nick Bentley: two herders' guilds, nine moody cats, no luck."""

from __future__ import annotations

from cattools.core.game import Game, Seat
from cattools.core.messages import N_
from cattools.core.options import Options, known_options
from cattools.core.rules import rulebook
from cattools.games.herders.goals import ASKS, GOALS
from cattools.games.herders.legality import CHECKS
from cattools.games.herders.notation import read_action, read_position
from cattools.games.herders.presses import candidates, meant, offers, presses
from cattools.games.herders.scene import panels, scene
from cattools.games.herders.state import Herders, start
from cattools.games.herders.story import wish
from cattools.games.herders.worth import worth

__all__ = ["CHECKS", "GAME", "Herders"]

SEATS = (Seat("red", N_("Red"), "herders.red"), Seat("blue", N_("Blue"), "herders.blue"))


def seats(_: Options) -> tuple[Seat, ...]:
    """Return the two players, red and blue (`herders.players`)."""
    return SEATS


GAME = Game(
    id="herders",
    title=N_("Cat Herders"),
    original="キャット・ハーダーズ",
    rules=rulebook("herders"),
    known_options=known_options("herders"),
    seats=seats,
    start=start,
    read_action=read_action,
    read_position=read_position,
    candidates=candidates,
    scene=scene,
    presses=presses,
    meant=meant,
    offers=offers,
    panels=panels,
    worth=worth,
    goals=GOALS,
    asks=ASKS,
    wish=wish,
)
