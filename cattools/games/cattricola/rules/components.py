"""The components of Cattricola, read from data files and checked: tiles, ranch boards, charge radar and disc boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from cattools.core.data_files import from_table, load
from cattools.core.errors import DataError, NotationError, shorten
from cattools.core.grid import Grid, bits, mask
from cattools.core.messages import N_, text
from cattools.games.cattricola.rules.actions import Marker
from cattools.games.cattricola.rules.tiles import KINDS, WOLF, WOLF_TILE

BOX_FILE = "games/cattricola/data/components.toml"
RANCH_FILE = "games/cattricola/data/ranch.toml"
RADAR_FILE = "games/cattricola/data/radar.toml"
DISC_FILE = "games/cattricola/data/discs.toml"
MOST_PLAYERS = 4  # one ranch board and one disc each
LATTICE = 7  # rows and columns of the lattice for the cells of a custom disc board
BARE = "."  # a custom disc board without any cells
Spot = tuple[int, int]  # row and column


def picture(rows: Sequence[str], where: str, signs: str) -> dict[Spot, str]:
    """Return a board drawn as text: its characters by (row, column), without the spaces. Raises `DataError`."""
    if not rows or not {*"".join(rows)} <= {*signs}:
        raise DataError(f"{where}: expected rows of the characters {signs!r}, found {shorten([*rows])}")
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != " "}


def reconstructed(*files: str) -> bool:
    """Return whether any of these files has reconstructed boards (`cattricola.boards`)."""
    return any(load(file).get("reconstructed") for file in files)


# --- tiles and counts --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tiles:
    """The numbers of male, female and young animals of each kind, and of wolves."""

    sheep: tuple[int, int, int]
    pig: tuple[int, int, int]
    cow: tuple[int, int, int]
    horse: tuple[int, int, int]
    wolf: int


@dataclass(frozen=True, slots=True)
class BoxFile:
    """The counts in `components.toml`.

    `lift` maps a number of circles to the number of tiles that can be lifted once so many circles have appeared.
    """

    markers: int
    charge: int
    cluster: int
    lift: Mapping[str, int]
    tiles: Tiles

    def __post_init__(self) -> None:
        if min(self.markers, self.charge, self.cluster) < 1:
            found = f"{self.markers}, {self.charge} and {self.cluster}"
            raise ValueError(f"expected markers, charge and cluster of 1 or more, found {found}")


@dataclass(frozen=True)
class Box:
    """The contents of the box: markers per player and per charge, cluster size, lifts, and the number of tiles by face.

    `lift[n]` is the number of tiles that can be lifted when n circles have appeared; its last entry is for all higher
    n.
    """

    markers: int
    charge: int
    cluster: int
    lift: tuple[int, ...]
    supply: Mapping[int, int]

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return sum(self.supply.values())

    @property
    def reach(self) -> int:
        """The largest distance from a marker to the middle one, and so from the middle marker to the ranch."""
        return self.markers // 2

    def lifts(self, circles: int) -> int:
        """Return how many tiles can be lifted when that many circles have appeared (`cattricola.circle.lift`)."""
        return self.lift[min(circles, len(self.lift) - 1)]


@cache
def box() -> Box:
    """Return the contents of the box (`cattricola.components`). Raises `DataError`."""
    file = from_table(BoxFile, load(BOX_FILE), BOX_FILE)
    lift = [0]
    for circles in range(1, 1 + max((int(n) for n in file.lift if n.isdigit()), default=0)):
        lift.append(file.lift.get(str(circles), lift[-1]))
    supply: dict[int, int] = {}
    for number, kind in enumerate(KINDS, 1):
        found = getattr(file.tiles, kind)
        supply |= {WOLF_TILE: found} if number == WOLF else {number << 2 | sex: n for sex, n in enumerate(found, 1)}
    return Box(file.markers, file.charge, file.cluster, tuple(lift), supply)


# --- ranch boards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RanchFile:
    """The ranch board as text, whether corners form a circle, and ranches by shape and number of players."""

    board: tuple[str, ...]
    joint: bool
    shape: Mapping[str, Mapping[str, tuple[Spot, ...]]]
    reconstructed: bool = False


def ranch_file() -> RanchFile:
    """Return the data of the ranch. Raises `DataError`."""
    return from_table(RanchFile, load(RANCH_FILE), RANCH_FILE)


@dataclass(frozen=True)
class RanchBoard:
    """A ranch board (all are alike): rows, columns and the cells of each circle.

    If `joint` is set, the corner cells where four boards meet form a circle as well.
    """

    rows: int
    columns: int
    circles: tuple[tuple[Spot, ...], ...]
    joint: bool

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns


@cache
def ranch_board() -> RanchBoard:
    """Return the ranch board. Raises `DataError`."""
    file = ranch_file()
    cells = picture(file.board, f"{RANCH_FILE}, board", ".abcdefgh")
    rows, columns = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    if len(cells) != rows * columns:
        raise DataError(f"{RANCH_FILE}: expected rows of equal length, found {len(cells)} cells in {rows} rows")
    if MOST_PLAYERS * len(cells) > box().tiles:
        raise DataError(
            f"{RANCH_FILE}: expected at most {box().tiles // MOST_PLAYERS} cells a board, found {len(cells)}"
        )
    # Every lattice cell needs a name such as f12: one letter for its row and at most two digits for its column.
    for found, named, what in ((rows, 26, "rows"), (columns, 99, "columns")):
        most = (named - 2 * box().reach) // MOST_PLAYERS
        if found > most:
            reason = f"{MOST_PLAYERS} boards in a line and the strip around them can have at most {named} {what}"
            raise DataError(f"{RANCH_FILE}: expected at most {most} {what} a board, found {found}: {reason}")
    circles = {sign: tuple(s for s, found in cells.items() if found == sign) for sign in cells.values() if sign != "."}
    return RanchBoard(
        rows=rows,
        columns=columns,
        circles=tuple(circles[sign] for sign in sorted(circles)),
        joint=file.joint,
    )


# --- the radar ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RadarFile:
    """The charge radar as text."""

    radar: tuple[str, ...]
    reconstructed: bool = False


class Radar:
    """The charge radar: its cells, which touch by a side or a corner, and properties of sets of markers.

    Markers are a mask of cells. `marker[name]` is the action that puts a marker on a cell.
    """

    def __init__(self, spots: Iterable[Spot]) -> None:
        self.spots = tuple(spots)
        rows = [[(c, r) for r, c in self.spots if r == row] for row in range(1 + max(r for r, _ in self.spots))]
        names = [f"{chr(ord('a') + r)}{c + 1}" for r, c in self.spots]
        self.grid = Grid("square", rows, names=names)
        self.touching = tuple(
            mask(n for n, (y, x) in enumerate(self.spots) if max(abs(y - r), abs(x - c)) == 1) for r, c in self.spots
        )
        self.marker = {name: Marker(name) for name in names}
        self._free: dict[int, tuple[Marker, ...]] = {}
        self._middle: dict[int, int] = {}

    def beside(self, markers: int) -> int:
        """Return the mask of the free cells that touch a marker, or of all cells if there is no marker."""
        found = self.grid.everywhere if not markers else 0
        for cell in bits(markers):
            found |= self.touching[cell]
        return found & ~markers

    def free(self, markers: int) -> tuple[Marker, ...]:
        """Return the actions that can add the next marker (`cattricola.charge.adjacent`)."""
        found = self._free.get(markers)
        if found is None:
            found = tuple(self.marker[self.grid.names[c]] for c in bits(self.beside(markers)))
            self._free[markers] = found
        return found

    def joined(self, markers: int) -> bool:
        """Return whether the markers form one group."""
        group, grown = markers & -markers, 0
        while group != grown:
            grown = group
            for cell in bits(group):
                group |= self.touching[cell] & markers
        return group == markers

    def middle(self, markers: int) -> int:
        """Return the cell of the most central marker, the one laid over the cell that a catch names.

        `markers` must not be empty.
        """
        found = self._middle.get(markers)
        if found is None:
            cells = [(c, *self.spots[c]) for c in bits(markers)]

            def far(r: int, c: int) -> tuple[int, int]:
                reach = [max(abs(y - r), abs(x - c)) for _, y, x in cells]
                return max(reach), sum(reach)

            found = min(cells, key=lambda cell: far(cell[1], cell[2]))[0]
            self._middle[markers] = found
        return found


@cache
def radar() -> Radar:
    """Return the charge radar, which never turns (`cattricola.setup.radar`). Raises `DataError`."""
    rows = from_table(RadarFile, load(RADAR_FILE), RADAR_FILE).radar
    spots = list(picture(rows, f"{RADAR_FILE}, radar", ". "))
    if max(r for r, _ in spots) > 25 or len(spots) < box().markers:
        raise DataError(f"{RADAR_FILE}: expected at least {box().markers} cells in at most 26 rows, found {len(spots)}")
    return Radar(spots)


# --- disc boards -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc board as rows with the numbers of its cells, 0 for no cell, and whether it has the star."""

    cells: tuple[tuple[int, ...], ...]
    star: bool = False


@dataclass(frozen=True, slots=True)
class DiscFile:
    """The disc boards by letter."""

    disc: Mapping[str, Any]
    reconstructed: bool = False


class DiscBoard:
    """A disc board: cells in the order of their numbers, from 0; `around[n]` is the mask of the cells adjacent to n.

    Adjacent cells share a side. The holder of the `star` is the first player. `side` is the number of rows and columns
    drawn.
    """

    def __init__(self, numbers: Mapping[int, Spot], *, star: bool = False, side: int = 0) -> None:
        self.star = star
        self.size = len(numbers)
        self.side = side or 1 + max(max(spot) for spot in numbers.values())
        self.spots = tuple(numbers[n] for n in range(1, self.size + 1))
        self.around = tuple(
            mask(n for n, (y, x) in enumerate(self.spots) if abs(y - r) + abs(x - c) == 1) for r, c in self.spots
        )


def read_disc_board(letter: str, data: object, most: int) -> DiscBoard:
    """Return a disc board of at most `most` cells from its data. Raises `DataError` for the first error."""
    where = f"{DISC_FILE}, disc {letter!r}"
    disc, found = from_table(Disc, data, where), dict[int, Spot]()
    if len(lengths := sorted({len(row) for row in disc.cells})) > 1:
        raise DataError(f"{where}: expected rows of equal length, found lengths {lengths}")
    for r, row in enumerate(disc.cells):
        for c, number in enumerate(row):
            if number and number in found:
                raise DataError(f"{where}: expected each number once, found {number} on two cells")
            if number:
                found[number] = (r, c)
    if not found:
        raise DataError(f"{where}: expected at least one cell, found none")
    if gap := next((n for n in range(1, max(found)) if n not in found), 0):
        raise DataError(f"{where}: expected every number from 1 to {max(found)}, found no {gap}")
    if len(found) > most:
        raise DataError(f"{where}: expected at most {most} cells, as many as a ranch board has, found {len(found)}")
    return DiscBoard(found, star=disc.star)


@cache
def disc_boards() -> Mapping[str, DiscBoard]:
    """Return the printed disc boards by letter. Raises `DataError`."""
    data = from_table(DiscFile, load(DISC_FILE), DISC_FILE).disc
    if len(data) < MOST_PLAYERS:
        raise DataError(f"{DISC_FILE}: expected at least {MOST_PLAYERS} discs, one for each player, found {len(data)}")
    for letter in data:
        if len(letter) != 1 or not "A" <= letter <= "Z":
            raise DataError(f"{DISC_FILE}: expected tables [disc.A], [disc.B] and so on, found {shorten(letter)}")
    return {letter: read_disc_board(letter, disc, ranch_board().size) for letter, disc in sorted(data.items())}


@lru_cache(maxsize=256)
def disc_board(name: str) -> DiscBoard:
    """Return a printed disc board by its letter, or a custom one by its cells as in `.1.2/3.4`.

    A custom board is written as rows of numbers separated by points, with nothing between them where there is no cell.
    Raises `NotationError`.
    """
    if name in disc_boards():
        return disc_boards()[name]
    rows, found = [row.split(".") for row in name.split("/")], dict[int, Spot]()
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            if not number:
                continue
            if not (number.isascii() and number.isdigit() and len(number) < 3) or int(number) in found:
                raise NotationError(text(N_("the numbers of the cells of a disc board, each only once")), number)
            found[int(number)] = (r, c)
    side = max(len(rows), *map(len, rows))
    if side > LATTICE or sorted(found) != list(range(1, len(found) + 1)):
        expected = N_("the cells of a disc board, numbered from 1, in at most {n} rows and columns")
        raise NotationError(text(expected, n=LATTICE), name)
    return DiscBoard(found, side=LATTICE)


def is_own(name: str) -> bool:
    """Return whether a disc board is a custom one, written as its cells."""
    return name not in disc_boards() and name != "?"


def own_disc(spots: Iterable[Spot]) -> str:
    """Return the name of a custom disc board with these cells, in the order of their numbers."""
    numbers = {spot: str(n) for n, spot in enumerate(spots, 1)}
    rows = (".".join(numbers.get((r, c), "") for c in range(LATTICE)).rstrip(".") for r in range(LATTICE))
    return "/".join(rows).rstrip("/") or BARE


def some_disc_twice(names: Sequence[str]) -> bool:
    """Return whether a printed disc board is used twice; custom ones can be alike."""
    known = [name for name in names if name in disc_boards()]
    return len(set(known)) < len(known)


def holder_of_the_star(names: Iterable[str]) -> int | None:
    """Return the seat whose disc board has the star, or None if no seat has it; `?` is a board not yet dealt."""
    return next((n for n, name in enumerate(names) if name != "?" and disc_board(name).star), None)
