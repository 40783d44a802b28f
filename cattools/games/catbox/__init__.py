"""Cat in the Box (キャットインザボックス) by Muneyuki Yokouchi: a card has no colour until it is seen."""

from __future__ import annotations

from cattools.core.game import Game, Seat
from cattools.core.messages import N_
from cattools.core.options import Options, known_options
from cattools.core.rules import rulebook
from cattools.games.catbox.actions import Action, Discard
from cattools.games.catbox.goals import ASKS, GOALS
from cattools.games.catbox.legality import CHECKS
from cattools.games.catbox.legality import SEATS as NAMES
from cattools.games.catbox.notation import read_action, read_position
from cattools.games.catbox.panels import panels
from cattools.games.catbox.presses import action_from_presses, candidates, presses, selection_marks
from cattools.games.catbox.research import SEATS as IDS
from cattools.games.catbox.scene import scene
from cattools.games.catbox.state import Catbox, start
from cattools.games.catbox.events import intent
from cattools.games.catbox.evaluate import evaluate

__all__ = ["CHECKS", "GAME", "Catbox"]

SEATS = tuple(Seat(name, title, f"seats.{name}") for name, title in zip(IDS, NAMES, strict=True))


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, as many as the option says (`catbox.players`)."""
    return SEATS[: int(options.word("players"))]


def is_hidden_action(action: Action) -> bool:
    """Return whether the others do not see the card: it is put aside face down (`catbox.prepare.discard`)."""
    return isinstance(action, Discard)


GAME = Game(
    id="catbox",
    title=N_("Cat in the Box"),
    original="キャットインザボックス",
    rules=rulebook("catbox"),
    known_options=known_options("catbox"),
    seats=seats,
    start=start,
    read_action=read_action,
    read_position=read_position,
    candidates=candidates,
    scene=scene,
    presses=presses,
    action_from_presses=action_from_presses,
    selection_marks=selection_marks,
    panels=panels,
    evaluate=evaluate,
    goals=GOALS,
    asks=ASKS,
    intent=intent,
    has_hidden_information=lambda _: True,
    is_hidden_action=is_hidden_action,
    pauses_after=lambda state: state.phase == "end",
)
