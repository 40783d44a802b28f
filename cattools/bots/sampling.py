"""A bot for games with hidden hands: it samples deals of the unseen cards and picks the best action on average."""

from __future__ import annotations

from random import Random
from typing import Any

from cattools.core.game import CHANCE, AnyState, AnyView

DEALS = 8  # maximum number of sampled deals per decision
EVALUATIONS = 80  # approximate number of positions evaluated per decision; small enough for a browser


def sampling(view: AnyView, rng: Random) -> Any:
    """Return the legal action with the best result for the seat, on average over deals consistent with its view.

    In each deal the other players act at random until the seat decides again; all actions are tried in the same deals.
    """
    seat, legal = view.seat, view.legal()
    assert seat is not None  # noqa: S101 - a spectator has no turn
    if len(legal) == 1:
        return legal[0]
    value = [0.0] * len(legal)
    for _ in range(max(1, min(DEALS, EVALUATIONS // len(legal)))):
        state, luck = view.determinize(rng), rng.random()
        for n, action in enumerate(legal):
            value[n] += _value(state.apply_unchecked(action), seat, Random(luck))
    best = max(value)
    return rng.choice([action for n, action in enumerate(legal) if value[n] == best])


def _value(state: AnyState, seat: int, rng: Random) -> float:
    """Return the value of the position in which the seat decides next, or of the last position before a new deal.

    Until then, the other seats act at random.
    """
    while state.to_move not in (None, CHANCE, seat):
        legal = state.legal()
        after = state.apply_unchecked(legal[int(rng.random() * len(legal))])
        if after.to_move == CHANCE:
            break
        state = after
    return state.game.evaluate(state, seat)
