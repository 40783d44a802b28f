"""The ranch of Cattricola: its boards, joined into one grid, and what lies on it."""

from __future__ import annotations

from functools import cache

from cattools.core.errors import DataError, shorten
from cattools.core.grid import Grid, bits
from cattools.core.options import Options
from cattools.games.cattricola import components
from cattools.games.cattricola.components import Catch, Lay, RanchBoard, Spot, box, radar, ranch_board

Origins = tuple[Spot, ...]


class Ranch:
    """Joined boards. `origins` are their top left cells, sorted, with 0 as the smallest row and column.

    `place[cell]` is the place of a cell, `cell_at[place]` is the cell of a place, and `circles` are masks of places.
    `catching` are the cells on and around the ranch over which a pattern can be laid. `shifts` has the shift and the
    action for each of these cells; `shift` and `catch` have the same shifts and actions by the name of the cell.
    `pattern(markers)` are markers as a mask of places that a shift moves to a cell.
    """

    def __init__(self, origins: Origins) -> None:
        board, reach = ranch_board(), box().reach
        self.origins = origins
        spots = sorted({(r + y, c + x) for y, x in origins for r in range(board.rows) for c in range(board.columns)})
        self.rows, self.columns = 1 + max(r for r, _ in spots), 1 + max(c for _, c in spots)
        self.spots = tuple(spots)
        self.size = len(spots)
        self.rim, self.width = 2 * reach, self.columns + 4 * reach
        lines = [[(c, r) for r, c in spots if r == row] for row in range(self.rows)]
        self.grid = Grid("square", lines, names=[self.name(spot) for spot in spots])
        self.place = tuple(self.place_of(spot) for spot in spots)
        self.cell_at = {place: cell for cell, place in enumerate(self.place)}
        self.everywhere = sum(1 << place for place in self.place)
        self.circles = tuple(sum(1 << self.place_of(spot) for spot in circle) for circle in self._circles(board))
        near = range(-reach, reach + 1)
        self.catching = tuple(sorted({(r + y, c + x) for r, c in spots for y in near for x in near}))
        back = reach * (self.width + 1)  # from the cell under the middle marker to the corner of the pattern
        self.shifts = tuple((self.place_of(spot) - back, Catch(self.name(spot))) for spot in self.catching)
        self.shift = {catch.at: shift for shift, catch in self.shifts}
        self.catch = {catch.at: catch for _, catch in self.shifts}
        self.pattern = cache(self._pattern)

    @staticmethod
    def name(spot: Spot) -> str:
        """Return a lattice cell's name: `a1` is the top left; rows above it are z, y, and columns before it 0, -1."""
        row, column = spot
        return f"{chr(ord('a') + row) if row >= 0 else chr(ord('z') + 1 + row)}{column + 1}"

    def place_of(self, spot: Spot) -> int:
        """Return the place of a lattice cell, its bit number."""
        return (spot[0] + self.rim) * self.width + spot[1] + self.rim

    def _circles(self, board: RanchBoard) -> list[tuple[Spot, ...]]:
        found = [tuple((r + y, c + x) for r, c in circle) for y, x in self.origins for circle in board.circles]
        if board.joint:
            for y, x in self.origins:
                corner = (y + board.rows, x + board.columns)
                if {(y, corner[1]), (corner[0], x), corner} <= set(self.origins):
                    r, c = corner
                    found.append(((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)))
        return sorted(found)

    def _pattern(self, markers: int) -> int:
        """Return markers as a pattern to shift, so that the middle marker covers the cell named by the catch."""
        board, reach, found = radar(), box().reach, 0
        r, c = board.spots[board.middle(markers)] if markers else (0, 0)
        for cell in bits(markers):
            y, x = board.spots[cell]
            found |= 1 << (y - r + reach) * self.width + x - c + reach
        return found

    def covered(self, markers: int, at: str) -> int:
        """Return the ranch cells (a mask of places) under a pattern laid over a cell."""
        return self.pattern(markers) << self.shift[at] & self.everywhere

    def appeared(self, animals: int) -> int:
        """Return the number of circles without any of these animals, a mask of places (`cattricola.circle.appears`)."""
        return sum(not circle & animals for circle in self.circles)

    def names(self, places: int) -> tuple[str, ...]:
        """Return the names of the cells in a mask of places, in reading order."""
        return tuple(self.grid.names[self.cell_at[place]] for place in bits(places))

    def spots_of(self, places: int) -> list[Spot]:
        """Return the row and column of the cells in a mask of places, in reading order."""
        return [self.spots[self.cell_at[place]] for place in bits(places)]

    def joins(self) -> tuple[Lay, ...]:
        """Return the actions that join another board (`cattricola.setup.ranch`)."""
        board = ranch_board()
        sides = ((-board.rows, 0), (0, -board.columns), (0, board.columns), (board.rows, 0))
        beside = {(r + y, c + x) for r, c in self.origins for y, x in sides} - {*self.origins}
        return tuple(Lay(*spot) for spot in sorted(beside))

    @property
    def slot_rows(self) -> range:
        """The top rows of the spots for a whole board on and around the ranch."""
        rows = ranch_board().rows
        return range(-rows, self.rows + 1, rows)

    @property
    def slot_columns(self) -> range:
        """The left columns of the spots for a whole board on and around the ranch."""
        columns = ranch_board().columns
        return range(-columns, self.columns + 1, columns)

    def place_number(self, row: int, column: int) -> int | None:
        """Return the number of a place for a ranch board, counted from 1, row by row; None for any other place."""
        rows, columns = self.slot_rows, self.slot_columns
        if row not in rows or column not in columns:
            return None
        return rows.index(row) * len(columns) + columns.index(column) + 1

    def with_board(self, row: int, column: int) -> Ranch:
        """Return the ranch with one more board."""
        return ranch((*self.origins, (row, column)))

    def __repr__(self) -> str:
        return f"<Ranch {self.origins}>"


def ranch(origins: Origins) -> Ranch:
    """Return the ranch of these boards; boards in the same shape give the same object."""
    top, left = min(r for r, _ in origins), min(c for _, c in origins)
    return _ranch(tuple(sorted((r - top, c - left) for r, c in origins)))


_ranch = cache(Ranch)


def is_joined(origins: Origins) -> bool:
    """Return whether boards are joined along whole sides into one piece, without overlapping."""
    board, left = ranch_board(), set(origins)
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
    """Return the ranch whose shape the options name, for their number of players. Raises `DataError`."""
    players, shape = options.word("players"), options.word("ranch")
    where, board = f"{components.FILE}, ranch, shape {shape!r}", ranch_board()
    found = components.box().ranch.shape.get(shape, {}).get(players, ())
    origins = tuple((r * board.rows, c * board.columns) for r, c in found)
    if len(origins) != int(players) or not is_joined(origins):
        raise DataError(f"{where}: expected {players} boards joined by whole sides, found {shorten(found)}")
    return ranch(origins)
