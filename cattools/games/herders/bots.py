"""What the bots know about Cat Herders."""

from __future__ import annotations

from cattools.games.herders.position import Herders

TOUCHED, IN_PARK = 3, 1  # hundredths of a taken cat: a cat that a herder touches, and a herder in the park


def evaluate(state: Herders, seat: int) -> float:
    """Return a seat's lead in cats taken; cats that its herders touch and herders in the park count a little."""
    grid, park = state.board.grid, state.board.park
    touched = [0, 0]
    cats = state.cats
    while cats:
        low = cats & -cats
        cats ^= low
        around = grid.around[low.bit_length() - 1]
        for side in (0, 1):
            touched[side] += bool(state.herders[side] & around)
    value = [
        100 * state.taken[s] + TOUCHED * touched[s] + IN_PARK * (state.herders[s] & park).bit_count() for s in (0, 1)
    ]
    return (value[seat] - value[1 - seat]) / 100
