"""What turns: the cells between the cat just placed and the nearest of its colour, and the bonus points for them.

The cells about to turn are a mask for each direction in which any are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cattools.core.grid import mask
from cattools.games.territory.rules.components import COLUMN, EMPTY, GRID, ROW, SIZE, box

Lines = tuple[int, ...]

UP, RIGHT, DOWN, LEFT = range(4)  # as the directions of the grid
BOTH, VERTICAL, HORIZONTAL = (UP, RIGHT, DOWN, LEFT), (UP, DOWN), (LEFT, RIGHT)
WAYS = {**dict.fromkeys(range(SIZE), BOTH), EMPTY: BOTH, COLUMN: VERTICAL, ROW: HORIZONTAL}  # by card


class Placement(NamedTuple):
    """A cat placed: its cell, and the card that brought it there."""

    cell: int
    card: int


# RAY[cell][way] are the cells that way, nearest first. BETWEEN[cell][way] is their mask, whether the nearest is the
# highest bit, and the mask of the cells between, by the bit of the far end.
RAY = GRID.rays
BETWEEN = tuple(
    tuple(
        (mask(ray), way in (UP, LEFT), {1 << end: mask(ray[:n]) for n, end in enumerate(ray)})
        for way, ray in enumerate(rays)
    )
    for rays in RAY
)


def turned(placed: Placement, tops: Sequence[int], seat: int) -> Lines:
    """Return the cells that turn by a cat that a seat has on top of a cell (`territory.flip.line`).

    Only the cat placed turns others, never those that turned (`territory.flip.no-chain`).
    `tops` are the cells that each colour tops, that cat among them.
    """
    cell, card = placed
    own, filled, found = tops[seat], sum(tops), []
    for way in WAYS[card]:
        ray, high, between = BETWEEN[cell][way]
        near = own & ray
        if near:
            line = between[1 << near.bit_length() - 1 if high else near & -near]
            if line and line & filled == line:
                found.append(line)
    return tuple(found)


def tops_with(tops: Sequence[int], seat: int, cell: int) -> tuple[int, ...]:
    """Return which cells each colour tops once a cat of a seat is on a cell."""
    found = [top & ~(1 << cell) for top in tops]
    found[seat] |= 1 << cell
    return tuple(found)


def unblocked(tops: Sequence[int], lines: Lines, blocks: Sequence[int]) -> Lines:
    """Return what really turns in each direction: not the cats of those who blocked (`territory.assist.block`)."""
    kept = sum(tops[seat] for seat in blocks)
    return tuple(line & ~kept for line in lines if line & ~kept)


def bonus_points(lines: Lines) -> int:
    """Return the bonus points for the cells really turned in each direction.

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
