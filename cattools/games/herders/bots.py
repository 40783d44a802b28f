"""What the bots know of Cat Herders."""

from __future__ import annotations

from cattools.games.herders.position import Herders


def evaluate(state: Herders, seat: int) -> float:
    """Return a seat's evaluation: cats taken count most, then cats that its herders touch, then herders in the park."""
    grid, park = state.board.grid, state.board.park
    touched = [0, 0]
    cats = state.cats
    while cats:
        low = cats & -cats
        cats ^= low
        around = grid.around[low.bit_length() - 1]
        for side in (0, 1):
            touched[side] += bool(state.herders[side] & around)
    value = [100 * state.taken[s] + 3 * touched[s] + (state.herders[s] & park).bit_count() for s in (0, 1)]
    return float(value[seat] - value[1 - seat])
