"""One player's quilt: its contents, its connected areas, and what a new patch earns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from cattools.core.fast_dataclass import fast_init
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


@fast_init
@dataclass(frozen=True, slots=True)
class Quilt:
    """A quilt: masks by colour and by pattern (including the printed ring), empty spaces, goals and tokens.

    `goals` are the tiles on the goal spaces, None where there is none. A token is a cell in `cats` or `buttons`; the
    pattern or colour of its patch determines the cat or the button.
    """

    colours: tuple[int, ...]
    patterns: tuple[int, ...]
    free: int = SPACES
    goals: tuple[int | None, ...] = (None,) * len(GOAL_CELLS)
    cats: int = 0
    buttons: int = 0

    @property
    def has_goals(self) -> bool:
        """Whether any goal space has a goal tile."""
        return any(goal is not None for goal in self.goals)

    def kind(self, cell: int) -> int:
        """Return the patch on a cell. Raises `ValueError` if there is none."""
        colour = [cells >> cell & 1 for cells in self.colours].index(1)
        return colour * len(PATTERNS) + [cells >> cell & 1 for cells in self.patterns].index(1)


def empty(board: Board) -> Quilt:
    """Return a board that has only its printed ring."""
    return Quilt(board.colours, board.patterns)


def area(cells: int, at: int) -> int:
    """Return the connected part of a mask that contains a cell."""
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
    """Return the quilt with a patch on an empty space and the tokens it earns.

    A patch joins one area of its colour and one of its pattern, so it earns at most one button and one cat
    (`calico.cat.once-a-placement`), each only if the area has none yet (`calico.cat.apart`, `calico.button.apart`).
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
    # positional arguments, as for states in `transitions`: keyword arguments slow down random play
    return Quilt(tuple(colours), tuple(patterns), quilt.free ^ bit, quilt.goals, cats, buttons)


def with_goal(quilt: Quilt, goal: int, space: int) -> Quilt:
    """Return the quilt with a goal tile on a goal space."""
    goals = list(quilt.goals)
    goals[space] = goal
    return replace(quilt, goals=tuple(goals))


def rainbow(quilt: Quilt) -> bool:
    """Return whether every colour has a button; this earns a rainbow button, at most one per quilt.

    (`calico.button.rainbow`)
    """
    return quilt.buttons.bit_count() >= len(COLOURS) and all(cells & quilt.buttons for cells in quilt.colours)


def around(space: int) -> int:
    """Return the six spaces around a goal space."""
    return _AROUND[GOAL_CELLS[space]]


def frequencies(masks: tuple[int, ...], space: int) -> tuple[int, ...]:
    """Return how often each colour (or pattern) occurs around a goal space, in descending order, without zeros."""
    six = _AROUND[GOAL_CELLS[space]]
    return tuple(sorted(filter(None, ((cells & six).bit_count() for cells in masks)), reverse=True))


def empty_around(quilt: Quilt, space: int) -> int:
    """Return the empty spaces around a goal space."""
    return quilt.free & _AROUND[GOAL_CELLS[space]]


def reached(quilt: Quilt, space: int) -> tuple[bool, bool]:
    """Return whether a goal is met by the colours, and whether by the patterns around it (`calico.goal.when`)."""
    goal = quilt.goals[space]
    if goal is None or empty_around(quilt, space):
        return False, False
    wanted = GOALS[goal].counts
    return frequencies(quilt.colours, space) == wanted, frequencies(quilt.patterns, space) == wanted


def possible(goal: Goal, now: tuple[int, ...]) -> bool:
    """Return whether these frequencies can still grow to the goal's counts."""
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
    """Return a longest chain within a mask: connected cells, none adjacent to three or more of the others."""
    best = 0
    for start in bits(cells):
        best = _longer(cells, 1 << start, start, start, best)
    return best


def _longer(cells: int, line: int, start: int, end: int, best: int) -> int:
    """Return the longest of `best` and all chains that extend a line from its end."""
    if line.bit_count() > best.bit_count():
        best = line
    for cell in bits(_AROUND[end] & cells & ~line):
        touched = _AROUND[cell] & line
        if touched == 1 << end:
            # Other neighbours of the end can no longer join the line, but if the line is a single cell, one of them can
            # still close a ring.
            left = cells if end == start else cells & ~_AROUND[end] | line
            best = _longer(left, line | 1 << cell, start, cell, best)
        elif touched == 1 << end | 1 << start and line.bit_count() + 1 > best.bit_count():
            best = line | 1 << cell  # the cell closes a ring
    return best


@lru_cache(maxsize=1 << 14)
def largest_group(cells: int) -> int:
    """Return the largest connected area within a mask."""
    return max(areas(cells), key=int.bit_count, default=0)


def promo_cells(cat: Cat, quilt: Quilt, likes: tuple[Cat | None, ...]) -> int:
    """Return the cells that a promo cat counts on a quilt, or 0 below its minimum (`calico.cat.promo`)."""
    measure = largest_group if cat.promo == "group" else longest_chain
    found = max((measure(quilt.patterns[p]) for p, c in enumerate(likes) if c is cat), key=int.bit_count, default=0)
    return found if found.bit_count() >= box().least else 0
