"""One player's quilt: what lies where, which areas hang together, and what a new patch brings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from cattools.core.fast_dataclass import quickly_made
from cattools.core.grid import bits
from cattools.games.calico.rules.components import (
    COLOUR,
    COLOURS,
    GOAL_CELLS,
    GOALS,
    GRID,
    PATTERN,
    PATTERNS,
    SPACES,
    Board,
    Cat,
    Goal,
    box,
)

_AROUND = GRID.around


@quickly_made
@dataclass(frozen=True, slots=True)
class Quilt:
    """Masks by colour and by pattern (the printed ring among them), the empty spaces, goals, and the tokens.

    `goals` are the tiles on the goal spaces, None where there is none. A token is a cell in `cats` or `buttons`: whose
    it is, the pattern or colour of its patch tells.
    """

    colours: tuple[int, ...]
    patterns: tuple[int, ...]
    free: int = SPACES
    goals: tuple[int | None, ...] = (None,) * len(GOAL_CELLS)
    cats: int = 0
    buttons: int = 0

    @property
    def has_goals(self) -> bool:
        """Whether a goal tile lies on one of the goal spaces."""
        return any(goal is not None for goal in self.goals)

    def kind(self, cell: int) -> int:
        """Return the patch on a cell. Raises `ValueError` where there is none."""
        colour = [cells >> cell & 1 for cells in self.colours].index(1)
        return colour * len(PATTERNS) + [cells >> cell & 1 for cells in self.patterns].index(1)


def empty(board: Board) -> Quilt:
    """Return a board with nothing on it but its ring."""
    return Quilt(board.colours, board.patterns)


def area(cells: int, at: int) -> int:
    """Return the part of a mask that hangs together with one of its cells."""
    found = edge = 1 << at
    while edge:
        low = edge & -edge
        new = _AROUND[low.bit_length() - 1] & cells & ~found
        found |= new
        edge = edge ^ low | new
    return found


def areas(cells: int) -> list[int]:
    """Return all connected parts of a mask."""
    found = []
    while cells:
        part = area(cells, (cells & -cells).bit_length() - 1)
        found.append(part)
        cells ^= part
    return found


def with_patch(quilt: Quilt, kind: int, cell: int, likes: tuple[Cat | None, ...]) -> Quilt:
    """Return the quilt with a patch on an empty space and the tokens it brings.

    One area of its colour, one of its pattern: at most one button and one cat (`calico.cat.once-a-placement`), and
    only where the whole area has none yet (`calico.cat.apart`, `calico.button.apart`).
    """
    colour, pattern, bit, near = COLOUR[kind], PATTERN[kind], 1 << cell, _AROUND[cell]
    colours, patterns = list(quilt.colours), list(quilt.patterns)
    colours[colour] |= bit
    patterns[pattern] |= bit
    cats, buttons, cat = quilt.cats, quilt.buttons, likes[pattern]
    if near & colours[colour]:
        part = area(colours[colour], cell)
        if part.bit_count() >= box().group and not part & buttons:
            buttons |= bit
    if cat and near & patterns[pattern]:
        part = area(patterns[pattern], cell)
        if not part & cats and cat.meets(part):
            cats |= bit
    # made without the names of the fields, as the states of a turn are: with them random play takes longer
    return Quilt(tuple(colours), tuple(patterns), quilt.free ^ bit, quilt.goals, cats, buttons)


def with_goal(quilt: Quilt, goal: int, space: int) -> Quilt:
    """Return the quilt with a goal tile on a goal space."""
    goals = list(quilt.goals)
    goals[space] = goal
    return replace(quilt, goals=tuple(goals))


def rainbow(quilt: Quilt) -> bool:
    """Return whether there is a button of every colour; once there is, nothing more follows.

    (`calico.button.rainbow`)
    """
    return quilt.buttons.bit_count() >= len(COLOURS) and all(cells & quilt.buttons for cells in quilt.colours)


def around(space: int) -> int:
    """Return the six spaces around a goal space."""
    return _AROUND[GOAL_CELLS[space]]


def frequencies(masks: tuple[int, ...], space: int) -> tuple[int, ...]:
    """Return how often each colour (or pattern) lies around a goal space, the most frequent first, no zeros."""
    six = _AROUND[GOAL_CELLS[space]]
    return tuple(sorted(filter(None, ((cells & six).bit_count() for cells in masks)), reverse=True))


def empty_around(quilt: Quilt, space: int) -> int:
    """Return the empty spaces around a goal space."""
    return quilt.free & _AROUND[GOAL_CELLS[space]]


def reached(quilt: Quilt, space: int) -> tuple[bool, bool]:
    """Return whether the colours and whether the patterns around a goal meet it (`calico.goal.when`)."""
    goal = quilt.goals[space]
    if goal is None or empty_around(quilt, space):
        return False, False
    wanted = GOALS[goal].counts
    return frequencies(quilt.colours, space) == wanted, frequencies(quilt.patterns, space) == wanted


def possible(goal: Goal, now: tuple[int, ...]) -> bool:
    """Return whether these numbers can still become the goal's."""
    return len(now) <= len(goal.counts) and all(a <= b for a, b in zip(now, goal.counts, strict=False))


def goal_points(quilt: Quilt, space: int) -> int:
    """Return the points of a goal space (`calico.goal.one`, `calico.goal.both`)."""
    number, (by_colour, by_pattern) = quilt.goals[space], reached(quilt, space)
    if number is None or not (by_colour or by_pattern):
        return 0
    return GOALS[number].both if by_colour and by_pattern else GOALS[number].one


# --- the promo cats ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def longest_chain(cells: int) -> int:
    """Return the cells of a longest chain within a mask: connected, and none touches three or more others of it."""
    best = 0
    for start in bits(cells):
        best = _longer(cells, 1 << start, start, start, best)
    return best


def _longer(cells: int, line: int, start: int, end: int, best: int) -> int:
    """Return the best of the chains that go on from the end of a line, and of those known already."""
    if line.bit_count() > best.bit_count():
        best = line
    for cell in bits(_AROUND[end] & cells & ~line):
        touched = _AROUND[cell] & line
        if touched == 1 << end:
            # What else touches the end can only come back to a line of one: as the last patch of a ring.
            left = cells if end == start else cells & ~_AROUND[end] | line
            best = _longer(left, line | 1 << cell, start, cell, best)
        elif touched == 1 << end | 1 << start and line.bit_count() + 1 > best.bit_count():
            best = line | 1 << cell  # it closes to a ring
    return best


@lru_cache(maxsize=1 << 14)
def largest_group(cells: int) -> int:
    """Return the largest connected area within a mask."""
    return max(areas(cells), key=int.bit_count, default=0)


def promo_cells(cat: Cat, quilt: Quilt, likes: tuple[Cat | None, ...]) -> int:
    """Return the cells that a promo cat counts on a quilt: nothing below its least (`calico.cat.promo`)."""
    measure = largest_group if cat.promo == "group" else longest_chain
    found = max((measure(quilt.patterns[p]) for p, c in enumerate(likes) if c is cat), key=int.bit_count, default=0)
    return found if found.bit_count() >= box().least else 0
