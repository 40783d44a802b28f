"""The cheap policy: it tries every way to finish its own turn and picks the one with the best result for its seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cattools.core.errors import OptionError
from cattools.core.game import AnyState, AnyView
from cattools.core.messages import N_, text


def greedy(view: AnyView, rng: Random, depth: int | None = None, overlooked: float = 0.0) -> Any:
    """Return the legal action that leads to the best end of the turn for the seat; ties are broken at random.

    `depth` is how many more actions of the turn it looks ahead, by default as many as the game says. Each action is
    overlooked with the probability `overlooked`, but never all of them. Raises `OptionError` if the seat is not to
    move.
    """
    seat, legal = to_decide(view)
    if overlooked:
        legal = [action for action in legal if rng.random() >= overlooked] or [rng.choice(legal)]
    state = view.determinize(rng)
    best, found, ahead = float("-inf"), [], state.game.search_settings(state).depth if depth is None else depth
    for action in legal:
        value = turn_value(state.apply_unchecked(action), seat, ahead)
        if value > best:
            best, found = value, [action]
        elif value == best:
            found.append(action)
    return rng.choice(found)


def to_decide(view: AnyView) -> tuple[int, Sequence[Any]]:
    """Return the seat that a view belongs to and its legal actions. Raises `OptionError` if it is not to move."""
    seat, legal = view.seat, view.legal()
    if seat is None or not legal:
        raise OptionError(
            text(N_("expected the view of the seat to move, found that of another seat or of a finished game"))
        )
    return seat, legal


def turn_value(state: AnyState, seat: int, depth: int) -> float:
    """Return the best value that the seat can reach with up to `depth` more actions of its turn."""
    if depth and state.to_move == seat and state.pending:
        return max(turn_value(state.apply_unchecked(action), seat, depth - 1) for action in state.legal())
    if state.to_move is None:
        won = state.winners()
        return 1e6 if seat in won else -1e6 if won else 0.0
    return state.game.evaluate(state, seat)
