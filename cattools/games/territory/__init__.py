"""Neko Neko Territory (ねこねこてりとりー) by 椎口いるは: stacks of cats in a park, cards, and lines that turn."""

from __future__ import annotations

from cattools.core.game import Game, Seat
from cattools.core.messages import N_
from cattools.core.options import Options, known_options
from cattools.core.rules import rulebook
from cattools.games.territory.evaluate import evaluate
from cattools.games.territory.foresight import foresee
from cattools.games.territory.goals import ASKS, GOALS
from cattools.games.territory.legality import CHECKS
from cattools.games.territory.notation import read_action, read_position
from cattools.games.territory.park import plan
from cattools.games.territory.presses import action_from_presses, candidates, presses, selection_marks
from cattools.games.territory.scene import panels, scene
from cattools.games.territory.state import Territory, start
from cattools.games.territory.status import intent

__all__ = ["CHECKS", "GAME", "Territory"]

SEATS = (
    Seat("red", N_("Red"), "players.red"),
    Seat("blue", N_("Blue"), "players.blue"),
    Seat("yellow", N_("Yellow"), "players.yellow"),
    Seat("green", N_("Green"), "players.green"),
)


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, two in the game for two (`territory.players`)."""
    return SEATS[: plan(options).seats]


GAME = Game(
    id="territory",
    title=N_("Neko Neko Territory"),
    original="ねこねこてりとりー",
    rules=rulebook("territory"),
    known_options=known_options("territory"),
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
    foresee=foresee,
)
