"""A plain board for any grid: cells with their names, and one piece on each occupied cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cattools.core.display.scene import Area, Group, Label, Part, Path, Piece, Point, Shape, SizeHint, rounded
from cattools.core.grid import Grid
from cattools.core.messages import N_, Text, text

PITCH = 56.0  # the distance between adjacent cells
MARGIN = 8.0


@dataclass(frozen=True)
class GridBoard:
    """The drawing of an empty board: its grid, and the colour tokens of its cells and of the lines between them."""

    grid: Grid
    cell: str
    line: str

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of every cell."""
        corners = [self.grid.outline(cell) for cell in range(self.grid.size)]
        left, top = (min(corner[axis] for cell in corners for corner in cell) for axis in (0, 1))
        return tuple(
            tuple((MARGIN + (x - left) * PITCH, MARGIN + (y - top) * PITCH) for x, y in cell) for cell in corners
        )

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The centre of every cell."""
        return tuple(
            (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
            for outline in self.outlines
        )

    @cached_property
    def ground(self) -> tuple[Shape, ...]:
        """The empty board: its cells and their names."""
        shapes: list[Shape] = []
        for name, outline, at in zip(self.grid.names, self.outlines, self.centres, strict=True):
            shapes += [Path(rounded(outline, 6), self.cell, self.line, 3), Label(name, at, 15, "ink2")]
        return tuple(shapes)

    def part(self, pieces: Mapping[int, tuple[tuple[Path, ...], Text]], empty: str = N_("{at}, empty")) -> Part:
        """Return the board with `pieces`: for each occupied cell, a drawing around the origin and a name for readers.

        A drawing is at most `PITCH` units wide. `empty` is the name of an empty cell; `{at}` is its name in the grid.
        """

        def area(cell: int) -> Area:
            name, held = self.grid.names[cell], pieces.get(cell)
            words = held[1] if held else text(empty, at=name)
            return Area(name, str(words), self.centres[cell], self.outlines[cell], PITCH, held is not None)

        right, bottom = (max(corner[axis] for cell in self.outlines for corner in cell) for axis in (0, 1))
        return Part(
            "board",
            (right + MARGIN, bottom + MARGIN),
            SizeHint(PITCH, least=29, best=110, weight=8),
            (Group(str(text(N_("Board"))), tuple(tuple(map(area, row)) for row in self.grid.rows)),),
            self.ground,
            tuple(Piece(self.grid.names[c], self.centres[c], pieces[c][0], PITCH) for c in sorted(pieces)),
        )
