"""The components of Cattricola: what is in the box, the players, and the actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any

from cattools.core.chance import ByChance
from cattools.core.display import seat_names
from cattools.core.errors import DataError, NotationError, shorten
from cattools.core.grid import Grid, bits, mask
from cattools.core.loading.data_files import from_table, load_as
from cattools.core.messages import N_, Text, text
from cattools.core.notation.actions import Actions, Among, action
from cattools.core.notation.actions import cell_of as cell_of_grid

# --- tiles -----------------------------------------------------------------------------------------------------

KINDS = ("sheep", "pig", "cow", "horse", "wolf")
SHEEP, PIG, COW, HORSE, WOLF = range(1, 6)
SEXES = ("", "male", "female", "young")
UNKNOWN, MALE, FEMALE, YOUNG = range(4)
DOWN, FACE = 32, 31  # the bit for face down, and the bits for kind and sex
WOLF_TILE = WOLF << 2 | YOUNG
FACES = (*(kind << 2 | sex for kind in range(SHEEP, WOLF) for sex in (MALE, FEMALE, YOUNG)), WOLF_TILE)
_TILE = re.compile(r"(\??)(?:(w)|([spch])([mfy]))")


def kind_of(tile: int) -> int:
    """Return the kind of a tile, or 0 if there is no tile."""
    return (tile & FACE) >> 2


def sex_of(tile: int) -> int:
    """Return the sex of a tile, `UNKNOWN` if the observer does not know it."""
    return tile & 3


def kind_only(tile: int) -> int:
    """Return a tile with only its kind known."""
    return tile if not tile or kind_of(tile) == WOLF else tile & ~3


def write_tile(tile: int) -> str:
    """Return a tile in notation; an unknown sex is omitted."""
    kind = kind_of(tile)
    sex = "" if kind == WOLF else SEXES[sex_of(tile)][:1]
    return f"{'?' if tile & DOWN else ''}{KINDS[kind - 1][0]}{sex}"


@cache
def read_tile(written: str) -> int:
    """Read a tile from notation. Raises `NotationError`."""
    found = _TILE.fullmatch(written)
    if not found:
        raise NotationError(N_("a tile such as sm, pf, cy, hm or w, with ? before it if it is face down"), written)
    down, wolf, kind, sex = found.groups()
    return (WOLF_TILE if wolf else " spch".index(kind) << 2 | " mfy".index(sex)) | (DOWN if down else 0)


# --- components ------------------------------------------------------------------------------------------------

FILE = "games/cattricola/data/components.toml"
MOST_PLAYERS = 4  # one ranch board and one disc each
LATTICE = 7  # rows and columns of the lattice for the cells of a custom disc board
BARE = "."  # a custom disc board without any cells
Spot = tuple[int, int]  # row and column


def picture(rows: Sequence[str], where: str, signs: str) -> dict[Spot, str]:
    """Return the characters of a board drawn as text, by (row, column), without spaces. Raises `DataError`."""
    if not rows or not {*"".join(rows)} <= {*signs}:
        raise DataError(f"{where}: expected rows of the characters {signs!r}, found {shorten([*rows])}")
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != " "}


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
class RanchData:
    """The ranch board as text, whether corners form a circle, and ranches by shape and number of players."""

    board: tuple[str, ...]
    joint: bool
    shape: Mapping[str, Mapping[str, tuple[Spot, ...]]]


@dataclass(frozen=True)
class Box:
    """The contents of the box: markers for each player and for each charge, cluster size, lifts, tiles and boards.

    `lift` maps a number of circles to the number of tiles that can be lifted once that many circles have appeared.
    The radar is text, the disc boards are tables by letter. `reconstructed` names the boards (`ranch`, `radar`, `disc`)
    that are not those of the printed game (`cattricola.boards`).
    """

    markers: int
    charge: int
    cluster: int
    lift: Mapping[str, int]
    tiles: Tiles
    radar: tuple[str, ...]
    ranch: RanchData
    disc: Mapping[str, Any]
    reconstructed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if min(self.markers, self.charge, self.cluster) < 1:
            found = f"{self.markers}, {self.charge} and {self.cluster}"
            raise ValueError(f"expected markers, charge and cluster of 1 or more, found {found}")

    @cached_property
    def supply(self) -> Mapping[int, int]:
        """The number of tiles by face."""
        kinds = enumerate((self.tiles.sheep, self.tiles.pig, self.tiles.cow, self.tiles.horse), SHEEP)
        tame = {kind << 2 | sex: n for kind, numbers in kinds for sex, n in enumerate(numbers, MALE)}
        return {**tame, WOLF_TILE: self.tiles.wolf}

    @property
    def size(self) -> int:
        """The number of tiles."""
        return sum(self.supply.values())

    @property
    def most_waiting(self) -> int:
        """The largest possible number of waiting tiles: caught and lifted ones."""
        return self.markers + max(self.lift.values())

    @property
    def reach(self) -> int:
        """The largest distance of a marker from the middle one, or of the middle one from the ranch."""
        return self.markers // 2

    def lifts(self, circles: int) -> int:
        """Return how many tiles can be lifted when that many circles have appeared (`cattricola.circle.lift`)."""
        return max((tiles for least, tiles in self.lift.items() if int(least) <= circles), default=0)


@cache
def box() -> Box:
    """Return the contents of the box (`cattricola.components`). Raises `DataError`."""
    return load_as(Box, FILE)


# --- ranch boards ------------------------------------------------------------------------------------------------


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
    file, where = box().ranch, f"{FILE}, ranch, board"
    cells = picture(file.board, where, ".abcdefgh")
    rows, columns = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    if len(cells) != rows * columns:
        raise DataError(f"{where}: expected rows of equal length, found {len(cells)} cells in {rows} rows")
    if MOST_PLAYERS * len(cells) > box().size:
        raise DataError(f"{where}: expected at most {box().size // MOST_PLAYERS} cells a board, found {len(cells)}")
    # Every lattice cell needs a name such as f12: one letter for its row and at most two digits for its column.
    for found, named, what in ((rows, 26, "rows"), (columns, 99, "columns")):
        most = (named - 2 * box().reach) // MOST_PLAYERS
        if found > most:
            reason = f"{MOST_PLAYERS} boards in a line and the strip around them can have at most {named} {what}"
            raise DataError(f"{where}: expected at most {most} {what} a board, found {found}: {reason}")
    circles = {sign: tuple(s for s, found in cells.items() if found == sign) for sign in cells.values() if sign != "."}
    return RanchBoard(
        rows=rows,
        columns=columns,
        circles=tuple(circles[sign] for sign in sorted(circles)),
        joint=file.joint,
    )


# --- the radar ---------------------------------------------------------------------------------------------------


class Radar:
    """The charge radar: its cells, which touch by a side or a corner, and properties of sets of markers.

    Markers are a mask of cells. `marker[name]` is the action that puts a marker on a cell. `free(markers)` are the
    actions that can add the next marker, and `middle(markers)` is the cell of the most central one.
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
        self.free, self.middle = cache(self._free), cache(self._middle)

    def beside(self, markers: int) -> int:
        """Return the mask of the free cells that touch a marker, or of all cells if there is no marker."""
        found = self.grid.everywhere if not markers else 0
        for cell in bits(markers):
            found |= self.touching[cell]
        return found & ~markers

    def _free(self, markers: int) -> tuple[Marker, ...]:
        """Return the actions that can add the next marker (`cattricola.charge.adjacent`)."""
        return tuple(self.marker[self.grid.names[c]] for c in bits(self.beside(markers)))

    def joined(self, markers: int) -> bool:
        """Return whether the markers form one group."""
        group, grown = markers & -markers, 0
        while group != grown:
            grown = group
            for cell in bits(group):
                group |= self.touching[cell] & markers
        return group == markers

    def _middle(self, markers: int) -> int:
        """Return the cell of the most central marker, the one laid over the cell that a catch names.

        `markers` must not be empty.
        """

        def far(cell: int) -> tuple[int, int]:
            r, c = self.spots[cell]
            reach = [max(abs(self.spots[n][0] - r), abs(self.spots[n][1] - c)) for n in bits(markers)]
            return max(reach), sum(reach)

        return min(bits(markers), key=far)


@cache
def radar() -> Radar:
    """Return the charge radar, which never turns (`cattricola.setup.radar`). Raises `DataError`."""
    where = f"{FILE}, radar"
    spots = list(picture(box().radar, where, ". "))
    if max(r for r, _ in spots) > 25 or len(spots) < box().markers:
        expected = f"at least {box().markers} cells, in no more than 26 rows"
        raise DataError(f"{where}: expected {expected}, but found {len(spots)} cells")
    return Radar(spots)


# --- disc boards -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiscData:
    """A disc board as rows with the numbers of its cells, 0 for no cell, and whether it has the star."""

    cells: tuple[tuple[int, ...], ...]
    star: bool = False


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
    where = f"{FILE}, disc {letter!r}"
    disc, found = from_table(DiscData, data, where), dict[int, Spot]()
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
    data = box().disc
    if len(data) < MOST_PLAYERS:
        raise DataError(f"{FILE}, disc: expected at least {MOST_PLAYERS} discs, one for each player, found {len(data)}")
    for letter in data:
        if len(letter) != 1 or not "A" <= letter <= "Z":
            raise DataError(f"{FILE}, disc: expected tables [disc.A], [disc.B] and so on, found {shorten(letter)}")
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
                raise NotationError(N_("the numbers of the cells of a disc, each only once"), number)
            found[int(number)] = (r, c)
    side = max(len(rows), *map(len, rows))
    if side > LATTICE or sorted(found) != list(range(1, len(found) + 1)):
        expected = N_("the cells of a disc, numbered from 1, in no more than {n} rows and {n} columns")
        raise NotationError(expected, name, n=LATTICE)
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


# --- labels ----------------------------------------------------------------------------------------------------

SEATS = ("plum", "teal", "orange", "slate")
NAMES = (N_("Plum"), N_("Teal"), N_("Orange"), N_("Slate"))
# Each animal in words, singular: of unknown sex, male, female, young.
ANIMALS = (
    (N_("sheep"), N_("male sheep"), N_("female sheep"), N_("young sheep")),
    (N_("pig"), N_("male pig"), N_("female pig"), N_("young pig")),
    (N_("cow"), N_("male cow"), N_("female cow"), N_("young cow")),
    (N_("horse"), N_("male horse"), N_("female horse"), N_("young horse")),
    (N_("wolf"), N_("wolf"), N_("wolf"), N_("wolf")),
)


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(NAMES[seat])


def kind_words(kind: int) -> Text:
    """Return a kind of animal in words."""
    return text(ANIMALS[kind - 1][UNKNOWN])


def animal(tile: int) -> Text:
    """Return a tile's animal in words; only its kind if it is face down or its sex is unknown."""
    return text(ANIMALS[kind_of(tile) - 1][UNKNOWN if tile & DOWN else sex_of(tile)])


# --- disc cells --------------------------------------------------------------------------------------------------


def cell_name(seat: int, cell: int) -> str:
    """Return the area id of a disc cell, such as `plum3`; `cell` is counted from 0."""
    return f"{SEATS[seat]}{cell + 1}"


def is_disc_cell(at: str) -> bool:
    """Return whether an area of the board is a disc cell."""
    return at.startswith(SEATS)


@cache
def cell_of(at: str) -> tuple[int, int]:
    """Return the seat and cell of a disc area. Raises `NotationError` for any other area."""
    found = re.fullmatch(rf"({'|'.join(SEATS)})([0-9]+)", at)
    if not found:
        raise NotationError(N_("a disc cell such as {seat}1"), at, seat=SEATS[0])
    return SEATS.index(found[1]), int(found[2]) - 1


def cell_words(at: str) -> Text:
    """Return a disc cell in words, such as "Plum 3"."""
    seat, cell = cell_of(at)
    return text(N_("disc cell\x04{who} {n}"), who=seat_name(seat), n=cell + 1)


# --- actions ---------------------------------------------------------------------------------------------------


def disc_cells(state: Any) -> list[str]:
    """Return the cells of all discs."""
    return [cell_name(seat, n) for seat, disc in enumerate(state.discs) for n in range(len(disc))]


def own_cells(state: Any) -> list[str]:
    """Return the disc cells of the seat to move."""
    return [cell_name(state.turn, n) for n in range(len(state.disc))]


def read_disc_cell(written: str, state: Any) -> str:
    """Return the disc cell that a word such as `teal3` or, on the disc of the seat to move, `3` denotes.

    Raises `NotationError`.
    """
    at = written if written[0].isalpha() else f"{SEATS[state.turn]}{written}"
    seat, cell = cell_of(at)
    name = cell_name(seat, cell)
    if name not in disc_cells(state):
        raise NotationError(N_("a disc cell such as {seat}1"), written, seat=SEATS[state.turn])
    return name


def read_target(written: str, state: Any) -> str:
    """Return the disc cell that a waiting tile goes on, "" for the lowest free one. Raises `NotationError`."""
    at = read_disc_cell(written, state)
    return "" if state.free is not None and at == cell_name(state.turn, state.free) else at


def as_number(written: str, _: Any) -> int:
    """Return the number that a word denotes."""
    return int(written)


DISC_CELL = rf"(?:{'|'.join(SEATS)})?\d{{1,2}}"
NUMBER = r"-?\d{1,2}"
Row = Annotated[int, Among(lambda state: state.ranch.slot_rows, shape=NUMBER, find=as_number, shown=str)]
Column = Annotated[int, Among(lambda state: state.ranch.slot_columns, shape=NUMBER, find=as_number, shown=str)]
RadarCell = Annotated[str, cell_of_grid(lambda _: radar().grid)]
RanchCell = Annotated[
    str,
    Among(lambda state: state.ranch.catch, expected=N_("a cell on or beside the ranch"), shape=r"[a-z]-?\d{1,2}"),
]
DiscCell = Annotated[str, Among(disc_cells, shape=DISC_CELL, find=read_disc_cell, shown=cell_words)]
OwnCell = Annotated[str, Among(own_cells, shape=DISC_CELL, find=read_disc_cell, shown=cell_words)]
Target = Annotated[str, Among(own_cells, shape=DISC_CELL, find=read_target)]
Slot = Annotated[
    int,
    Among(
        lambda state: range(1, max(len(state.hand), 1) + 2),
        area="@{}",
        shape=r"0?[1-9]|[1-9]\d",
        find=as_number,
    ),
]
Turning = Annotated[str, Among(lambda _: ("turn", "mirror"), area="", shape="turn|mirror")]
Face = Annotated[
    str,
    Among(
        lambda _: (write_tile(face | side) for face in FACES for side in (0, DOWN)),
        area="",
        shape=r"\??\w+",
        find=lambda word, _: write_tile(read_tile(word)),
        shown=lambda word: animal(read_tile(word) & FACE),
    ),
]
Letter = Annotated[str, Among(lambda _: disc_boards(), area="")]
SeatId = Annotated[str, Among(lambda _: SEATS, area="")]


@action("={row},{column}", presses=("={row},{column}",))
class Lay:
    """Join a ranch board, named by the cell that becomes its top left corner (`cattricola.setup.ranch`): `=0,5`.

    Rows and columns are counted from the top left of the ranch so far and are negative above it and to its left.
    """

    row: Row
    column: Column


@action("*{tile}", sentence=N_("Put a {tile} on the ranch."))
class Tile(ByChance):
    """Chance: a tile is dealt to the next ranch cell (`cattricola.setup.tiles`): `*sm`, face down `*?sm`."""

    tile: Face


@action("*disc:{board}", sentence=N_("action\x04{who} gets disc {board}."))
class Disc(ByChance):
    """Chance: the next player gets a disc board (`cattricola.setup.disc`): `*disc:A`."""

    board: Letter


@action("*first:{seat}", sentence=N_("Draw {who} as the first player."))
class First(ByChance):
    """Chance: the first player is drawn (`cattricola.setup.start`): `*first:teal`."""

    seat: SeatId


@action(
    "+{at}",
    presses=("+{at}",),
    sentence=N_("action\x04{who} puts a marker on {at}."),
    deed=N_("Puts a marker on {at}."),
)
class Marker:
    """Put a marker on the radar (`cattricola.charge.count`): `+b2`."""

    at: RadarCell


@action("done", presses=("done",), sentence=N_("action\x04{who} ends the charge."), deed=N_("Ends the charge."))
class Done:
    """End a charge, or leave the waiting tiles off a full disc although tiles can still be lifted: `done`."""


@action("{how}", sentence=N_("{who} turns the radar."))
class Turn:
    """Rotate or mirror the radar, which is never legal (`cattricola.charge.fixed`): `turn`, `mirror`."""

    how: Turning = "turn"


@action(
    "{at}",
    sentence=N_("{who} catches with the middle marker on {at}."),
    deed=N_("Catches with the middle marker on {at}."),
)
class Catch:
    """Lay the range with its middle marker over a cell on or around the ranch (`cattricola.catch.range`): `f3`."""

    at: RanchCell


@action("^{at}", sentence=N_("{who} lifts the tile on {at}."), deed=N_("Lifts the tile on {at}."))
class Lift:
    """Lift a tile off the player's own disc after a circle has appeared (`cattricola.circle.lift`): `^plum3`."""

    at: DiscCell


@action("@{slot}[>{at}]")
class Put:
    """Put a waiting tile on the free cell with the lowest number (`cattricola.place.order`): `@2`.

    `at` names another cell, as in `@2>plum12`, which is never legal.
    """

    slot: Slot
    at: Target = ""


@action(
    "{one}<>{other}",
    sentence=N_("{who} swaps the tiles on {one} and {other}."),
    deed=N_("Swaps the tiles on {one} and {other}."),
)
class Swap:
    """Swap two tiles on the player's own disc (`cattricola.end.swap`): `plum3<>plum7`, lower number first."""

    one: OwnCell
    other: OwnCell

    def __post_init__(self) -> None:
        one, other = sorted((self.one, self.other), key=cell_of)
        object.__setattr__(self, "one", one)
        object.__setattr__(self, "other", other)


@action("pass", presses=("pass",), sentence=N_("action\x04{who} passes."), deed=N_("Passes."))
class Pass:
    """Do nothing (`cattricola.end.pass`): `pass`."""


Action = Lay | Tile | Disc | First | Marker | Done | Turn | Catch | Lift | Put | Swap | Pass
ACTIONS = Actions[Action](
    *(Done, Pass, Turn, Marker, Catch, Lift, Put, Swap, Lay, Disc, First, Tile),
    examples=("+b2", "done", "f3", "@1", "^plum4", "plum3<>plum7", "pass"),
    also={
        "^catch ": "",
        r"^(marker|charge) \+?": "+",
        r"^lift \^?": "^",
        "^put @?": "@",
        r"^swap (\S+) (?:and )?(\S+)$": r"\1<>\2",
    },
)
