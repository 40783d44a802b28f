"""The drawing of one quilt: frame, ring, spaces, patches with their tokens, goal tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from cattools.core.display.scene import Area, Label, Path, Piece, Point, Shape, circle, moved, rectangle
from cattools.games.calico.board import shapes
from cattools.games.calico.rules.components import BOARDS, GOAL, GOAL_CELLS, GOALS, GRID, RING, Goal
from cattools.games.calico.rules.quilt import Quilt, empty_around, goal_points

PITCH, FRAME = 55.0, 8.0  # width of a cell, width of the frame
LETTERS = 15.0  # space for the row letters on the left
BOARD = (7.5 * PITCH + 2 * FRAME, (6 * 3**0.5 / 2 + 2 / 3**0.5) * PITCH + 2 * FRAME)
SIZE = (LETTERS + BOARD[0] + 1, BOARD[1] + 2)
GOAL_TEXT = 12.8  # font size for long lines on a tile
DIFFERENT = GOAL["ABCDEF"]  # the tile with a drawn mark instead of letters


@cache
def centre(cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = GRID.centre[cell]
    return (LETTERS + FRAME + (x + 0.5) * PITCH, 1 + FRAME + (y + 1 / 3**0.5) * PITCH)


@cache
def outline(cell: int) -> tuple[Point, ...]:
    """Return the corners of a cell; the cells cover the board without gaps."""
    x, y = centre(cell)
    return tuple((x + dx, y + dy) for dx, dy in shapes.hexagon(PITCH))


@cache
def ground(name: str, *, small: bool = False) -> tuple[Shape, ...]:
    """Return the drawing of an empty quilt board: a frame with a seam in its colour, ring, spaces, row letters.

    A `small` board has no letters, because they would be illegible.
    """
    board, (wide, tall) = next(b for b in BOARDS if b.name == name), BOARD
    drawn: list[Shape] = [
        Path(rectangle(LETTERS, 1, wide, tall, 18), "ground.calico.board", "ground.calico.line", 1.4),
        Path(rectangle(LETTERS + 3, 4, wide - 6, tall - 6, 16), stroke=f"calico.{name}.fill", width=2.4, dash=(6, 4)),
    ]
    for cell in range(GRID.size):
        if cell in board.printed:
            found = shapes.patch(board.printed[cell], PITCH)
        else:
            found = shapes.goal(PITCH, face_down=True) if cell in GOAL_CELLS else shapes.space(PITCH)
        drawn += moved(found, centre(cell))
    for row in () if small else GRID.rows:
        drawn.append(Label(GRID.names[row[0]][0], (LETTERS - 8, centre(row[0])[1]), 15, "ink2"))
    return tuple(drawn)


def cell_areas(who: str, quilt: Quilt, named: Callable[[int], str]) -> tuple[tuple[Area, ...], ...]:
    """Return a quilt's cells as areas, row by row; `named(cell)` is the name of a cell as shown to the reader."""
    return tuple(
        tuple(
            Area(who + GRID.names[cell], named(cell), centre(cell), outline(cell), PITCH, not quilt.free >> cell & 1)
            for cell in row
        )
        for row in GRID.rows
    )


def pieces(who: str, quilt: Quilt) -> Iterator[Piece]:
    """Yield the patches of a quilt with their tokens, and its goal tiles."""
    for cell in range(GRID.size):
        name, at = who + GRID.names[cell], centre(cell)
        if RING >> cell & 1 or quilt.free >> cell & 1:
            continue
        if cell in GOAL_CELLS:
            if quilt.goals[GOAL_CELLS.index(cell)] is not None:
                yield Piece(name, at, shapes.goal(PITCH), PITCH)
            continue
        cat, button = bool(quilt.cats >> cell & 1), bool(quilt.buttons >> cell & 1)
        yield Piece(name, at, shapes.sewn(quilt.kind(cell), PITCH, cat=cat, button=button), PITCH)


def letters(quilt: Quilt, *, counted: bool = True, small: bool = False) -> Iterator[Shape]:
    """Yield the letters and numbers of the goal tiles; if `counted`, a surrounded goal shows only its points.

    A `small` quilt shows dots instead of letters, and only the points of a surrounded goal.
    """
    for space, cell in enumerate(GOAL_CELLS):
        number = quilt.goals[space]
        if number is None:
            continue
        goal, at = GOALS[number], centre(cell)
        paid = str(goal_points(quilt, space)) if counted and not empty_around(quilt, space) else ""
        if paid and small:
            yield Label(paid, at, PITCH * 0.6, "goldDeep", 700)
        elif small and goal is not GOALS[DIFFERENT]:
            yield from moved(shapes.goal_dots(goal.counts, PITCH), at)
        else:
            yield from _goal_letters(goal, at)
            if paid:
                yield Label(paid, (at[0], at[1] + 19.5), 13, "goldDeep", 700)
            elif not small:
                yield from _numbers(goal, at)


def _goal_letters(goal: Goal, at: Point) -> Iterator[Shape]:
    if goal is GOALS[DIFFERENT]:
        yield from moved(shapes.different(PITCH), at)
        return
    rows = goal.name.split("-")
    while len(rows) > 2:  # at most two lines, legible across a room
        shortest = min(range(len(rows) - 1), key=lambda n: len(rows[n] + rows[n + 1]))
        rows[shortest : shortest + 2] = [f"{rows[shortest]}-{rows[shortest + 1]}"]
    size = GOAL_TEXT if max(map(len, rows)) > 4 else 14.0
    for n, row in enumerate(rows):
        yield Label(row, (at[0], at[1] - 13.5 + n * 12), size, "ink", 700)


def goal_text(goal: Goal, at: Point) -> Iterator[Shape]:
    """Yield the letters and both numbers of a goal tile that is not on a quilt."""
    yield from _goal_letters(goal, at)
    yield from _numbers(goal, at)


def _numbers(goal: Goal, at: Point) -> Iterator[Shape]:
    """Yield both numbers of a goal tile: the smaller one in a blue circle, the larger one in a yellow circle."""
    for side, colour, points in ((-1, "blue", goal.one), (1, "yellow", goal.both)):
        place = (at[0] + side * 10.2, at[1] + 15.5)
        yield Path(circle(9.2), f"calico.{colour}.fill", at=place)
        yield Label(str(points), place, 12.7, f"calico.{colour}.on", 700)
