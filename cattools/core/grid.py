"""Boards as grids of named cells: squares and hexagons, their neighbours and lines.

A cell is a small integer, its index in reading order; a set of cells is a bit mask (bit n = cell n). A cell's name is
the letter of its row, from the top, and its number in that row, from the left: `a1` is the first cell of the first row.
A grid knows the positions of its cells (the centres of cells that share a side are 1 apart) but nothing about pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import sqrt
from string import ascii_lowercase

from cattools.core.errors import NotationError
from cattools.core.messages import N_, text

Point = tuple[float, float]
Spot = tuple[int, int]
HEX_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # east, then clockwise
SQUARE_DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONALS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class _Index(dict[str, int]):
    """Cells by name; looking up an unknown name raises `NotationError`."""

    def __missing__(self, name: str) -> int:
        raise NotationError(
            text(N_("a cell from {first} to {last}"), first=next(iter(self)), last=next(reversed(self))), name
        )


class Grid:
    """Named cells with neighbours and straight lines; created by `hexagon`, `hex_rows` or `squares`.

    `step[cell][direction]` is the next cell in that direction, or -1 beyond the edge. `around[cell]` is the mask of the
    neighbours. `centre[cell]` is (x, y), with y pointing down. `rows` holds the cells row by row.
    """

    def __init__(
        self, kind: str, rows: Sequence[Sequence[Spot]], *, names: Sequence[str] = (), directions: Sequence[Spot] = ()
    ) -> None:
        self.kind = kind
        spots = [spot for row in rows for spot in row]
        place = {spot: n for n, spot in enumerate(spots)}
        self.spots: tuple[Spot, ...] = tuple(spots)
        self.size = len(spots)
        self.names: tuple[str, ...] = tuple(names) or tuple(
            f"{letter}{n}" for letter, row in zip(ascii_lowercase, rows, strict=False) for n in range(1, len(row) + 1)
        )
        if len(self.names) != self.size or len(set(self.names)) != self.size:
            raise NotationError(text(N_("{size} different cell names"), size=self.size), len(set(self.names)))
        self.index = _Index((name, n) for n, name in enumerate(self.names))
        self._spelled = {name.lower(): name for name in self.names}
        self.rows = tuple(tuple(place[spot] for spot in row) for row in rows)
        self.directions = tuple(directions) or (HEX_DIRECTIONS if kind == "hex" else SQUARE_DIRECTIONS)
        self.step = tuple(tuple(place.get((a + da, b + db), -1) for da, db in self.directions) for a, b in spots)
        self.neighbours = tuple(tuple(c for c in row if c >= 0) for row in self.step)
        self.around = tuple(mask(row) for row in self.neighbours)
        self.everywhere = (1 << self.size) - 1
        self.centre: tuple[Point, ...] = tuple(
            (a + b / 2, b * sqrt(3) / 2) if kind == "hex" else (float(a), float(b)) for a, b in spots
        )

    def cell(self, name: str) -> int:
        """Return the cell called `name`, ignoring case. Raises `NotationError`."""
        written = name.strip().lower()
        return self.index[self._spelled.get(written, written)]

    def cells(self, names: str) -> int:
        """Return the mask of the cells in a comma-separated list of names. Raises `NotationError`."""
        return mask(self.cell(name) for name in names.split(",")) if names.strip() else 0

    def named(self, cells: int) -> str:
        """Return the names of a mask's cells, comma-separated, in reading order."""
        return ",".join(self.names[c] for c in bits(cells))

    def border(self) -> int:
        """Return the mask of the cells at the edge of the board."""
        return mask(c for c in range(self.size) if -1 in self.step[c])

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell and direction, the cells in that direction up to the edge, nearest first."""
        return tuple(tuple(self._ray(cell, way) for way in range(len(self.directions))) for cell in range(self.size))

    def _ray(self, start: int, way: int) -> tuple[int, ...]:
        cells, at = [], self.step[start][way]
        while at >= 0:
            cells.append(at)
            at = self.step[at][way]
        return tuple(cells)

    def line(self, start: int, end: int) -> tuple[int, ...]:
        """Return the cells after `start`, up to and including `end`, on a straight line, or () if there is none."""
        for ray in self.rays[start]:
            if end in ray:
                return ray[: ray.index(end) + 1]
        return ()

    def outline(self, cell: int, size: float = 1.0) -> tuple[Point, ...]:
        """Return the corners of a cell; with `size` 1 the outline fills the whole cell."""
        x, y = self.centre[cell]
        half, tall, side = size / 2, size / sqrt(3), size / sqrt(3) / 2
        corners: tuple[Point, ...]
        if self.kind == "hex":
            corners = ((0, -tall), (half, -side), (half, side), (0, tall), (-half, side), (-half, -side))
        else:
            corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        return tuple((x + dx, y + dy) for dx, dy in corners)


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a mask, lowest first."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def mask(cells: Iterable[int]) -> int:
    """Return the mask of these cells."""
    found = 0
    for c in cells:
        found |= 1 << c
    return found


@cache
def hexagon(side: int) -> Grid:
    """Return a regular hexagon of pointy-top hexes with `side` cells along each edge."""
    most = side - 1
    return Grid(
        "hex",
        [[(q, r) for q in range(max(-most, -most - r), min(most, most - r) + 1)] for r in range(-most, most + 1)],
    )


@cache
def hex_rows(rows: int, columns: int) -> Grid:
    """Return `rows` rows of pointy-top hexes, every second row shifted right by half a cell."""
    return Grid("hex", [[(c - (r - (r & 1)) // 2, r) for c in range(columns)] for r in range(rows)])


@cache
def squares(rows: int, columns: int, *, diagonals: bool = False) -> Grid:
    """Return a board of squares, each with neighbours on its four sides and, with `diagonals`, also at its corners."""
    directions = (*SQUARE_DIRECTIONS, *DIAGONALS) if diagonals else SQUARE_DIRECTIONS
    return Grid("square", [[(c, r) for c in range(columns)] for r in range(rows)], directions=directions)
