"""A player for hidden hands: it deals the unseen cards again and again, and takes what does best on average."""

from __future__ import annotations

from random import Random
from typing import Any

from cattools.core.game import CHANCE, AnyState, AnyView

DEALS = 8  # imagined deals for one decision, at most
LOOKS = 80  # positions looked at for one decision, so that a browser too answers at once


def sampling(view: AnyView, rng: Random) -> Any:
    """Return the legal action that leaves the seat best off, on average over deals it may be up against.

    In each deal the others go on by chance until the seat decides again; all actions meet the same deals.
    """
    seat, legal = view.seat, view.legal()
    assert seat is not None  # noqa: S101 - a spectator has no turn
    if len(legal) == 1:
        return legal[0]
    value = [0.0] * len(legal)
    for _ in range(max(1, min(DEALS, LOOKS // len(legal)))):
        state, luck = view.determinize(rng), rng.random()
        for n, action in enumerate(legal):
            value[n] += _value(state.apply_unchecked(action), seat, Random(luck))
    best = max(value)
    return rng.choice([action for n, action in enumerate(legal) if value[n] == best])


def _value(state: AnyState, seat: int, rng: Random) -> float:
    """Return what a seat has when it decides next, the others having acted by chance, or before the next deal."""
    while state.to_move not in (None, CHANCE, seat):
        legal = state.legal()
        after = state.apply_unchecked(legal[int(rng.random() * len(legal))])
        if after.to_move == CHANCE:
            break
        state = after
    return state.game.evaluate(state, seat)
