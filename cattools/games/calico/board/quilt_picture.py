"""The picture of one quilt at any size: frame, ring, spaces, patches with their tokens, goal tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from cattools.core.scene import Area, Label, Path, Piece, Point, Shape, circle, moved, rectangle
from cattools.games.calico.board import drawing
from cattools.games.calico.rules.components import BOARDS, GOAL, GOAL_CELLS, GOALS, GRID, RING, Goal
from cattools.games.calico.rules.quilt import Quilt, empty_around, goal_points

PITCH, MARGIN = 55.0, 8.0
DIFFERENT = GOAL["ABCDEF"]  # the tile with a drawn sign


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a quilt lies in the picture: the pitch of its cells, its frame's corner."""

    pitch: float
    x: float
    y: float

    @property
    def size(self) -> Point:
        """Width and height with the frame."""
        return (7.5 * self.pitch + 2 * self.edge, (6 * 3**0.5 / 2 + 2 / 3**0.5) * self.pitch + 2 * self.edge)

    @property
    def edge(self) -> float:
        """The frame's width."""
        return MARGIN * self.pitch / PITCH

    def centre(self, cell: int) -> Point:
        """Return where a cell's centre lies."""
        x, y = GRID.centre[cell]
        left = self.x + self.edge + self.pitch / 2
        return (left + x * self.pitch, self.y + self.edge + self.pitch / 3**0.5 + y * self.pitch)


@cache
def outline(layout: Layout, cell: int) -> tuple[Point, ...]:
    """Return a cell's corners, filling the board without gaps."""
    x, y = layout.centre(cell)
    return tuple((x + dx, y + dy) for dx, dy in drawing.hexagon(layout.pitch))


@cache
def ground(layout: Layout, name: str, *, letters: bool) -> tuple[Shape, ...]:
    """Return an empty quilt board: frame with a seam in its colour, ring, spaces, goal spaces, row letters."""
    board = next(b for b in BOARDS if b.name == name)
    (wide, tall), pitch, line = layout.size, layout.pitch, layout.pitch / PITCH
    frame = rectangle(layout.x, layout.y, wide, tall, 18 * line)
    seam = rectangle(layout.x + 3 * line, layout.y + 3 * line, wide - 6 * line, tall - 6 * line, 16 * line)
    shapes: list[Shape] = [
        Path(frame, "ground.calico.board", "ground.calico.line", 1.4),
        Path(seam, stroke=f"calico.{name}.fill", width=2.4 * line, dash=(6 * line, 4 * line)),
    ]
    for cell in range(GRID.size):
        if cell in board.printed:
            found = drawing.patch(board.printed[cell], pitch)
        else:
            found = drawing.goal(pitch, face_down=True) if cell in GOAL_CELLS else drawing.space(pitch)
        shapes += moved(found, layout.centre(cell))
    for row in GRID.rows if letters else ():
        y = layout.centre(row[0])[1]
        shapes.append(Label(GRID.names[row[0]][0], (layout.x - 8, y), 15, "ink2"))
    return tuple(shapes)


def cell_areas(layout: Layout, who: str, quilt: Quilt, named: Callable[[int], str]) -> tuple[tuple[Area, ...], ...]:
    """Return the cells of a quilt as they are pressed, row by row; `named(cell)` is a cell's name for the reader."""
    return tuple(
        tuple(
            Area(
                who + GRID.names[cell],
                named(cell),
                layout.centre(cell),
                outline(layout, cell),
                layout.pitch,
                not quilt.free >> cell & 1,
            )
            for cell in row
        )
        for row in GRID.rows
    )


def pieces(layout: Layout, who: str, quilt: Quilt) -> Iterator[Piece]:
    """Yield the patches of a quilt with the tokens on them, and its goal tiles."""
    pitch = layout.pitch
    for cell in range(GRID.size):
        name, at = who + GRID.names[cell], layout.centre(cell)
        if RING >> cell & 1 or quilt.free >> cell & 1:
            continue
        if cell in GOAL_CELLS:
            if quilt.goals[GOAL_CELLS.index(cell)] is not None:
                yield Piece(name, at, drawing.goal(pitch), pitch)
            continue
        cat, button = bool(quilt.cats >> cell & 1), bool(quilt.buttons >> cell & 1)
        yield Piece(name, at, drawing.sewn(quilt.kind(cell), pitch, cat=cat, button=button), pitch)


def letters(layout: Layout, quilt: Quilt, *, counted: bool = True) -> Iterator[Shape]:
    """Yield the letters and numbers of the goal tiles; once a goal is checked and `counted`, only what it pays.

    On a small tile stand dots instead of letters, and what it pays instead of the dots.
    """
    for space, cell in enumerate(GOAL_CELLS):
        number = quilt.goals[space]
        if number is None:
            continue
        goal, at, pitch = GOALS[number], layout.centre(cell), layout.pitch
        line, small = pitch / PITCH, pitch < PITCH / 2
        paid = str(goal_points(quilt, space)) if counted and not empty_around(quilt, space) else ""
        if paid and small:
            yield Label(paid, at, pitch * 0.6, "goldDeep", 700)
        elif small and goal is GOALS[DIFFERENT]:
            yield from moved(drawing.different(pitch), at)
        elif small:
            yield from moved(drawing.goal_dots(goal.counts, pitch), at)
        else:
            yield from _goal_letters(goal, at, line)
            if paid:
                yield Label(paid, (at[0], at[1] + 19.5 * line), 13 * line, "goldDeep", 700)
            else:
                yield from _numbers(goal, at, line)


def _goal_letters(goal: Goal, at: Point, line: float = 1.0) -> Iterator[Shape]:
    if goal is GOALS[DIFFERENT]:
        yield from moved(drawing.different(PITCH * line), at)
        return
    rows = goal.name.split("-")
    size = {2: 14.0, 3: 11.5, 4: 10.0}[len(rows)] * line
    top = at[1] - 9 * line - (len(rows) - 1) * size * 0.46
    for n, row in enumerate(rows):
        yield Label(row, (at[0], top + n * size * 0.92), size, "ink", 700)


def goal_text(goal: Goal, at: Point) -> Iterator[Shape]:
    """Yield the letters and both numbers of a goal tile to choose from."""
    yield from _goal_letters(goal, at)
    yield from _numbers(goal, at)


def _numbers(goal: Goal, at: Point, line: float = 1.0) -> Iterator[Shape]:
    """Yield both numbers of a goal tile: the smaller in a blue circle, the greater in a yellow one."""
    for side, colour, points in ((-1, "blue", goal.one), (1, "yellow", goal.both)):
        place = (at[0] + side * 8.5 * line, at[1] + 16.5 * line)
        yield Path(circle(7.5 * line), f"calico.{colour}.fill", at=place)
        yield Label(str(points), place, 9.5 * line, f"calico.{colour}.on", 700)
