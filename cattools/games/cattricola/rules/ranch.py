"""The ranch: boards joined on one lattice, their circles, and where a pattern of markers can be laid.

Every lattice cell is a bit of one large number, with a rim of empty cells around the boards. A pattern is such a
number too: laid over a cell it is shifted, and one AND says which animals lie under it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from cattools.core.data import load, take
from cattools.core.errors import DataError, shorten
from cattools.core.grid import Grid, bits
from cattools.games.cattricola.actions import Catch, Lay
from cattools.games.cattricola.boards import Radar, Spot, picture, radar
from cattools.games.cattricola.tiles import box

if TYPE_CHECKING:
    from cattools.core.options import Options

FILE = "games/cattricola/data/ranch.toml"
MOST = 4  # boards
Origins = tuple[Spot, ...]


@dataclass(frozen=True)
class Plan:
    """One ranch board: rows, columns, the cells of each circle, and whether corners that meet are a circle."""

    rows: int
    columns: int
    circles: tuple[tuple[Spot, ...], ...]
    joint: bool


@cache
def plan() -> Plan:
    """Return the ranch board. Raises `DataError`."""
    data = load(FILE)
    cells = picture(data, "board", FILE, ".abcdefgh")
    rows, columns = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    if len(cells) != rows * columns:
        raise DataError(f"{FILE}: expected rows of one length, found {len(cells)} cells in {rows} rows")
    if MOST * len(cells) > box().tiles:
        raise DataError(f"{FILE}: expected at most {box().tiles // MOST} cells a board, found {len(cells)}")
    # Every cell of the lattice has a name, as in f12: one letter for its row, two digits at most for its column.
    for found, named, what in ((rows, 26, "rows"), (columns, 99, "columns")):
        most = (named - 2 * reach()) // MOST
        if found > most:
            reason = f"{MOST} in a line and the strip around them have names for {named} {what}"
            raise DataError(f"{FILE}: expected at most {most} {what} a board, found {found}: {reason}")
    circles = {sign: tuple(s for s, found in cells.items() if found == sign) for sign in cells.values() if sign != "."}
    return Plan(rows, columns, tuple(circles[s] for s in sorted(circles)), take(data, "joint", bool, FILE))


def board_size() -> int:
    """Return how many cells a ranch board has."""
    return plan().rows * plan().columns


def reach() -> int:
    """Return how far a marker can be from the middle one, hence how far beside the ranch a pattern can be laid."""
    return box().markers // 2


class Ranch:
    """Joined boards. `origins` are their top left cells, sorted, the smallest row and column being 0.

    `place[cell]` is the bit of a cell; `anchors` are the shifts that lay a pattern, with their actions; `circles` are
    masks of bits.
    """

    def __init__(self, origins: Origins) -> None:
        board = plan()
        self.origins = origins
        spots = sorted({(r + y, c + x) for y, x in origins for r in range(board.rows) for c in range(board.columns)})
        self.rows, self.columns = 1 + max(r for r, _ in spots), 1 + max(c for _, c in spots)
        self.spots = tuple(spots)
        self.size = len(spots)
        self.rim, self.wide = 2 * reach(), self.columns + 4 * reach()
        lines = [[(c, r) for r, c in spots if r == row] for row in range(self.rows)]
        self.grid = Grid("square", lines, names=[self.name(s) for s in spots])
        self.place = tuple(self.bit(spot) for spot in spots)
        self.cell_at = {place: n for n, place in enumerate(self.place)}
        self.everywhere = sum(1 << place for place in self.place)
        self.circles = tuple(sum(1 << self.bit(s) for s in circle) for circle in self._circles(board))
        near = reach()
        beside = {(r + y, c + x) for r, c in spots for y in range(-near, near + 1) for x in range(-near, near + 1)}
        self.around = tuple(sorted(beside))
        self.anchors = tuple((self.bit(s) - near * (self.wide + 1), Catch(self.name(s))) for s in self.around)
        self.shift = {catch.at: shift for shift, catch in self.anchors}
        self.catch = {catch.at: catch for _, catch in self.anchors}
        self._patterns: dict[int, int] = {}

    @staticmethod
    def name(spot: Spot) -> str:
        """Return a lattice cell's name: `a1` is the top left; rows above it are z, y, columns before it 0, -1."""
        row, column = spot
        return f"{chr(ord('a') + row) if row >= 0 else chr(ord('z') + 1 + row)}{column + 1}"

    def bit(self, spot: Spot) -> int:
        """Return the place of a lattice cell in the large number."""
        return (spot[0] + self.rim) * self.wide + spot[1] + self.rim

    def _circles(self, board: Plan) -> list[tuple[Spot, ...]]:
        found = [tuple((r + y, c + x) for r, c in circle) for y, x in self.origins for circle in board.circles]
        if board.joint:
            for y, x in self.origins:
                corner = (y + board.rows, x + board.columns)
                if {(y, corner[1]), (corner[0], x), corner} <= set(self.origins):
                    r, c = corner
                    found.append(((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)))
        return sorted(found)

    def pattern(self, markers: int) -> int:
        """Return markers as a pattern to be shifted; the middle marker comes to lie on the cell that is named."""
        found = self._patterns.get(markers)
        if found is None:
            board: Radar = radar()
            near, found = reach(), 0
            r, c = board.spots[board.middle(markers)] if markers else (0, 0)
            for cell in bits(markers):
                y, x = board.spots[cell]
                found |= 1 << (y - r + near) * self.wide + x - c + near
            self._patterns[markers] = found
        return found

    def covered(self, markers: int, at: str) -> int:
        """Return the ranch cells (a mask of bits) under a pattern laid over a cell."""
        return self.pattern(markers) << self.shift[at] & self.everywhere

    def names(self, places: int) -> tuple[str, ...]:
        """Return the names of the cells of a mask of bits, in reading order."""
        return tuple(self.grid.names[self.cell_at[place]] for place in bits(places))

    def joins(self) -> tuple[Lay, ...]:
        """Return where a further board can be joined (`cattricola.setup.ranch`)."""
        board = plan()
        sides = ((-board.rows, 0), (0, -board.columns), (0, board.columns), (board.rows, 0))
        return tuple(
            Lay(*s) for s in sorted({(r + y, c + x) for r, c in self.origins for y, x in sides} - {*self.origins})
        )

    def slots(self) -> tuple[tuple[Lay, ...], ...]:
        """Return every place for a whole board on and around the ranch, row by row."""
        board = plan()
        return tuple(
            tuple(Lay(r, c) for c in range(-board.columns, self.columns + 1, board.columns))
            for r in range(-board.rows, self.rows + 1, board.rows)
        )

    def with_board(self, row: int, column: int) -> Ranch:
        """Return the ranch with one more board."""
        return ranch((*self.origins, (row, column)))

    def __repr__(self) -> str:
        return f"<Ranch {self.origins}>"


_known: dict[Origins, Ranch] = {}


def ranch(origins: Origins) -> Ranch:
    """Return the ranch of these boards, always the same one for the same shape."""
    top, left = min(r for r, _ in origins), min(c for _, c in origins)
    shape = tuple(sorted((r - top, c - left) for r, c in origins))
    if shape not in _known:
        _known[shape] = Ranch(shape)
    return _known[shape]


@cache
def first_board() -> Ranch:
    """Return a ranch of one board."""
    return ranch(((0, 0),))


def whole(origins: Origins) -> bool:
    """Return whether boards are joined by whole sides into one piece, without overlapping."""
    board, left = plan(), set(origins)
    if len(left) != len(origins):
        return False
    edge = [left.pop()]
    while edge:
        r, c = edge.pop()
        sides = {(r - board.rows, c), (r + board.rows, c), (r, c - board.columns), (r, c + board.columns)} & left
        left -= sides
        edge += sides
    return not left


@cache
def shaped(options: Options) -> Ranch:
    """Return the ranch that the options name for their number of players. Raises `DataError`."""
    players, shape = options.word("players"), options.word("ranch")
    where, board = f"{FILE}, shape {shape!r}", plan()
    found = take(take(take(load(FILE), "shape", dict, FILE), shape, dict, where), players, list, where)
    try:
        origins = tuple((r * board.rows, c * board.columns) for r, c in found)
    except (TypeError, ValueError):
        raise DataError(f"{where}: expected pairs of numbers, found {shorten(found)}") from None
    if len(origins) != int(players) or not whole(origins):
        raise DataError(f"{where}: expected {players} boards joined by whole sides, found {shorten(found)}")
    return ranch(origins)
