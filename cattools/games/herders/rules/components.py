"""The board of Cat Herders: a ring of wall around a park, with every herder's ways worked out once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cattools.core.data import load, take
from cattools.core.errors import DataError
from cattools.core.grid import Grid, bits, hexagon, mask, squares
from cattools.games.herders.rules.actions import Deal, Move, Place

FILE = "games/herders/data/components.toml"


@dataclass(frozen=True)
class Box:
    """What is in the box, from `components.toml` (`herders.components`)."""

    herders: int
    win: int
    reach: int
    capture: int
    capture_three: int


@cache
def box() -> Box:
    """Return what is in the box. Raises `DataError`."""
    data = load(FILE)
    return Box(**{name: take(data, name, int, FILE) for name in Box.__dataclass_fields__})


class Park:
    """One board: its grid, its wall and park (masks), the usual herders on the wall, tables (`herders.option.bigger`).

    `start[setup]` is (red, blue) masks. Actions are made once per board, so that equal actions are the same object.
    """

    def __init__(self, name: str) -> None:
        boards = take(load(FILE), "board", dict, FILE)
        where = f"{FILE}, board {name!r}"
        data = take(boards, name, dict, where)
        kind, side = take(data, "kind", str, where), take(data, "side", int, where)
        if kind not in ("hex", "square") or side < 3:
            raise DataError(f"{where}: expected kind hex or square and side 3 or more, found {kind!r} and {side}")
        self.name = name
        self.grid: Grid = hexagon(side) if kind == "hex" else squares(side, side)
        self.wall = self.grid.border()
        self.park = self.grid.everywhere & ~self.wall
        self.cats = take(data, "cats", int, where)
        ring = _ring(self.grid)
        self.start = {
            setup: (mask(ring[:: 2 * every]), mask(ring[every :: 2 * every]))
            for setup, every in take(data, "every", dict, where).items()
        }
        if self.cats > self.park.bit_count():
            raise DataError(f"{where}: expected at most {self.park.bit_count()} cats, found {self.cats}")
        if any(red.bit_count() != blue.bit_count() for red, blue in self.start.values()):
            raise DataError(f"{where}: expected set-ups with as many red as blue herders on {len(ring)} wall cells")
        names = self.grid.names
        self.place = {c: Place(names[c]) for c in bits(self.wall)}
        self.deal = {c: Deal(names[c]) for c in bits(self.park)}
        self.ways = tuple(tuple(self._ways(cell)) for cell in range(self.grid.size))

    def _ways(self, cell: int) -> Iterator[tuple[tuple[int, Move], ...]]:
        """Yield for each direction a herder's moves in order, each with the mask of its target."""
        names = self.grid.names
        for ray in self.grid.rays[cell]:
            yield tuple((1 << at, Move(names[cell], names[at])) for at in ray[: box().reach])

    def moves(self, cell: int, taken: int) -> list[Move]:
        """Return the moves of a herder when the cells in the mask `taken` are not empty."""
        found = []
        for way in self.ways[cell]:
            for target, move in way:
                if taken & target:
                    break
                found.append(move)
        return found


def _ring(grid: Grid) -> list[int]:
    """Return the wall cells clockwise from the top left corner."""
    ring, at = [], 0
    for direction in range(len(grid.directions)):
        while grid.step[at][direction] >= 0:
            ring.append(at)
            at = grid.step[at][direction]
    return ring


@cache
def park(name: str) -> Park:
    """Return a board by the name it has in the data. Raises `DataError`."""
    return Park(name)
