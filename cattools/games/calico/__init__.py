"""Calico (キャリコ) by Kevin Russ: patches become a quilt, and cats come to lie on it."""

from __future__ import annotations

from cattools.core.game import Game, Seat
from cattools.core.messages import N_
from cattools.core.options import Options, known_options
from cattools.core.rules import rulebook
from cattools.games.calico import words
from cattools.games.calico.foresight import foresee
from cattools.games.calico.goals import ASKS, GOALS
from cattools.games.calico.legality import CHECKS
from cattools.games.calico.notation import read_action
from cattools.games.calico.presses import action_from_presses, candidates, presses, selection_marks
from cattools.games.calico.reading import read_position
from cattools.games.calico.scene import panels, scene
from cattools.games.calico.sheet import SHEET
from cattools.games.calico.state import Calico, start
from cattools.games.calico.events import intent
from cattools.games.calico.table import boards
from cattools.games.calico.evaluate import evaluate

__all__ = ["CHECKS", "GAME", "Calico"]


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the players, each by the colour of their board (`calico.players`)."""
    found = boards(options)
    names = [words.PLAYERS[board.name] for board in found] if len(found) > 1 else [words.ALONE]
    return tuple(Seat(b.name, name, f"calico.{b.name}") for b, name in zip(found, names, strict=True))


GAME = Game(
    id="calico",
    title=N_("Calico"),
    original="キャリコ",
    rules=rulebook("calico"),
    known_options=known_options("calico"),
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
    has_hidden_information=lambda options: len(seats(options)) > 1,
    sheet=SHEET,
    foresee=foresee,
)
