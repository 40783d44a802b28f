"""A greedy bot: it tries every way to finish its own turn and picks the one with the best result for its seat."""

from __future__ import annotations

from random import Random
from typing import Any

from cattools.core.game import AnyState, AnyView


def greedy(view: AnyView, rng: Random) -> Any:
    """Return the legal action that leads to the best end of the turn for the seat; ties are broken at random."""
    seat = view.seat
    assert seat is not None  # noqa: S101 - a spectator has no turn
    state = view.determinize(rng)
    best, found, depth = float("-inf"), [], state.game.search_depth(state)
    for action in view.legal():
        value = _value(state.apply_unchecked(action), seat, depth)
        if value > best:
            best, found = value, [action]
        elif value == best:
            found.append(action)
    return rng.choice(found)


def _value(state: AnyState, seat: int, depth: int) -> float:
    """Return the best value that the seat can reach in the rest of its turn."""
    if depth and state.to_move == seat and state.pending:
        return max(_value(state.apply_unchecked(action), seat, depth - 1) for action in state.legal())
    if state.to_move is None:
        won = state.winners()
        return 1e6 if seat in won else -1e6 if won else 0.0
    return state.game.evaluate(state, seat)
