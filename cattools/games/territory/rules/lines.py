"""Which cells turn (those between the cat just placed and the nearest cat of its colour), and the bonus points.

The cells about to turn are stored as one mask per direction; a direction in which nothing turns has no mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cattools.core.grid import mask
from cattools.games.territory.rules.components import COLUMN, EMPTY, GRID, ROW, SIZE, box

Lines = tuple[int, ...]

UP, RIGHT, DOWN, LEFT = range(4)  # in the order of the grid's directions
BOTH, VERTICAL, HORIZONTAL = (UP, RIGHT, DOWN, LEFT), (UP, DOWN), (LEFT, RIGHT)
WAYS = {**dict.fromkeys(range(SIZE), BOTH), EMPTY: BOTH, COLUMN: VERTICAL, ROW: HORIZONTAL}  # by card


class Placement(NamedTuple):
    """A cat just placed: its cell and the card that was used."""

    cell: int
    card: int


# `RAY[cell][way]` are the cells in that direction, nearest first. `BETWEEN[cell][way]` is a tuple of the mask of these
# cells, whether the nearest cell has the highest bit, and a dictionary: the bit of each cell that can be the far end of
# a line, with the mask of the cells before it.
RAY = GRID.rays
BETWEEN = tuple(
    tuple(
        (mask(ray), way in (UP, LEFT), {1 << end: mask(ray[:n]) for n, end in enumerate(ray)})
        for way, ray in enumerate(rays)
    )
    for rays in RAY
)


def turned(placed: Placement, tops: Sequence[int], seat: int) -> Lines:
    """Return the cells that turn when a seat has placed a cat on a cell (`territory.flip.line`).

    Only the cat just placed turns others; turned cells do not (`territory.flip.no-chain`). `tops` are the cells that
    each colour tops, including the one just placed on.
    """
    cell, card = placed
    own, filled, lines = tops[seat], sum(tops), []
    for way in WAYS[card]:
        ray, high, between = BETWEEN[cell][way]
        near = own & ray
        if near:
            line = between[1 << near.bit_length() - 1 if high else near & -near]
            if line and line & filled == line:
                lines.append(line)
    return tuple(lines)


def tops_with(tops: Sequence[int], seat: int, cell: int) -> tuple[int, ...]:
    """Return the cells that each colour tops after a cat of this seat has come to the top of a cell."""
    changed = [top & ~(1 << cell) for top in tops]
    changed[seat] |= 1 << cell
    return tuple(changed)


def unblocked(tops: Sequence[int], lines: Lines, blocks: Sequence[int]) -> Lines:
    """Return the cells that turn in each direction despite the blocks (`territory.assist.block`)."""
    protected = sum(tops[seat] for seat in blocks)
    return tuple(line & ~protected for line in lines if line & ~protected)


def bonus_points(lines: Lines) -> int:
    """Return the bonus points for the cells that turned in each direction.

    (`territory.advanced.bonus.sum`, `territory.advanced.bonus.blocked`)
    """
    bonus, points = box().bonus, 0
    if len(lines) > 2:
        points = bonus.three_way if len(lines) == 3 else bonus.four_way
    for line in lines:
        count = line.bit_count()
        if count > 2:
            points += bonus.line_three if count == 3 else bonus.line_four
    return points
