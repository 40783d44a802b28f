"""Cattricola (キャトリコラ) by yio and Irikunde: visitors from space fill their discs with the animals of one ranch."""

from __future__ import annotations

from cattools.core.game import Game, Seat
from cattools.core.messages import N_
from cattools.core.options import Options, known_options
from cattools.core.rules import rulebook
from cattools.games.cattricola.dealing import start
from cattools.games.cattricola.foresight import foresee
from cattools.games.cattricola.goals import ASKS, GOALS
from cattools.games.cattricola.legality import CHECKS
from cattools.games.cattricola.notation import read_action
from cattools.games.cattricola.presses import action_from_presses, candidates, presses, selection_marks
from cattools.games.cattricola.reading import read_position
from cattools.games.cattricola.scene import panels, scene
from cattools.games.cattricola.scoring import NAMES, SEATS
from cattools.games.cattricola.sheet import SHEET
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.events import intent
from cattools.games.cattricola.evaluate import evaluate, search_depth

__all__ = ["CHECKS", "GAME", "Cattricola"]


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, as many as the options say (`cattricola.players`)."""
    pairs = zip(SEATS, NAMES, strict=True)
    return tuple(Seat(seat, name, f"seats.{seat}") for seat, name in pairs)[: int(options.word("players"))]


GAME = Game(
    id="cattricola",
    title=N_("Cattricola"),
    original="キャトリコラ",
    rules=rulebook("cattricola"),
    known_options=known_options("cattricola"),
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
    search_depth=search_depth,
    intent=intent,
    has_hidden_information=lambda options: options.flag("hidden"),
    sheet=SHEET,
    foresee=foresee,
)
