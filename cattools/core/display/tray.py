"""Rows of equal cells, for palettes and for items next to a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cattools.core.display.scene import Area, Group, Part, Point, Shape, SizeHint


@dataclass(frozen=True, slots=True)
class Tray:
    """Cells in rows: `across` is the number of cells in a row, `step` the distance between their centres.

    `outline` is the outline of a cell around the origin, `width` the nominal width of a cell.
    """

    across: int
    step: Point
    outline: tuple[Point, ...]
    width: float

    def at(self, n: int) -> Point:
        """Return the centre of the nth cell, from 0."""
        row, column = divmod(n, self.across)
        return (column + 0.5) * self.step[0], (row + 0.5) * self.step[1]

    def area(self, n: int, id_: str, name: object, *, holds: bool = True) -> Area:
        """Return the nth cell as an area."""
        x, y = self.at(n)
        return Area(id_, str(name), (x, y), tuple((x + dx, y + dy) for dx, dy in self.outline), self.width, holds)

    def part(
        self, name: str, size_hint: SizeHint, title: object, areas: Sequence[Area], role: str = "grid", room: int = 0
    ) -> Part:
        """Return a part with these areas, large enough for `room` cells; with the role `group`, they are one row."""
        across, room = self.across, max(room, len(areas))
        rows = tuple(tuple(areas[n : n + across]) for n in range(0, len(areas), across))
        rows = rows if role == "grid" else (tuple(areas),)
        size = min(room, self.across) * self.step[0], -(-room // self.across) * self.step[1]
        return Part(name, size, size_hint, (Group(str(title), rows, role),))

    def palette(
        self,
        name: str,
        size_hint: SizeHint,
        title: object,
        things: Iterable[tuple[str, object, Iterable[Shape]]],
        role: str = "grid",
    ) -> Part:
        """Return a part with a cell for each thing, given as its id, its name and its shapes around the origin."""
        areas, ground = list[Area](), list[Shape]()
        for n, (id_, words, shapes) in enumerate(things):
            areas.append(self.area(n, id_, words))
            x, y = areas[-1].at
            ground += [replace(shape, at=(x + shape.at[0], y + shape.at[1])) for shape in shapes]
        return replace(self.part(name, size_hint, title, areas, role), ground=tuple(ground))
