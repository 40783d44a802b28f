"""A position of Cattricola, its set-up, and its score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, lru_cache
from random import Random

from cattools.core.ending import Ending
from cattools.core.errors import DataError, shorten
from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, Seat, State, View
from cattools.core.grid import Grid, bits
from cattools.core.messages import N_, NP_, Text, listed, many, text
from cattools.core.options import Options
from cattools.core.score import Line, Score
from cattools.games.cattricola import components
from cattools.games.cattricola.components import (
    DOWN,
    FEMALE,
    MALE,
    SHEEP,
    WOLF,
    YOUNG,
    Action,
    Catch,
    DiscBoard,
    Lay,
    RanchBoard,
    Spot,
    box,
    kind_of,
    radar,
    ranch_board,
)

# --- the ranch -------------------------------------------------------------------------------------------------

Origins = tuple[Spot, ...]


class Ranch:
    """Joined boards. `origins` are their top left cells, sorted, with 0 as the smallest row and column.

    `place[cell]` is the place of a cell, its bit in a mask; `cell_at[place]` is the cell, and `circles` are masks of
    places. `catching` are the cells on and around the ranch over which a pattern can be laid. `shifts` has the shift
    and the action for each of these cells; `shift` and `catch` have the same shifts and actions by cell name.
    `pattern(markers)` is a mask of places that these shifts move over a cell.
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
        """Return a lattice cell's name: `a1` is the top left; above it are rows z, y, to its left columns 0, -1."""
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
        """Return markers as a pattern; once shifted, its middle marker covers the cell that the catch names."""
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
        """Return the number of circles without any of `animals`, a mask of places (`cattricola.circle.appears`)."""
        return sum(not circle & animals for circle in self.circles)

    def names(self, places: int) -> tuple[str, ...]:
        """Return the names of the cells in a mask of places, in reading order."""
        return tuple(self.grid.names[self.cell_at[place]] for place in bits(places))

    def spots_of(self, places: int) -> list[Spot]:
        """Return the row and column of each cell in a mask of places, in reading order."""
        return [self.spots[self.cell_at[place]] for place in bits(places)]

    def joins(self) -> tuple[Lay, ...]:
        """Return the actions that join another board (`cattricola.setup.ranch`)."""
        board = ranch_board()
        sides = ((-board.rows, 0), (0, -board.columns), (0, board.columns), (board.rows, 0))
        free = {(r + y, c + x) for r, c in self.origins for y, x in sides} - {*self.origins}
        return tuple(Lay(*spot) for spot in sorted(free))

    @property
    def slot_rows(self) -> range:
        """The top row of each spot for a whole board on or around the ranch."""
        rows = ranch_board().rows
        return range(-rows, self.rows + 1, rows)

    @property
    def slot_columns(self) -> range:
        """The left column of each spot for a whole board on or around the ranch."""
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
    found = box().ranch.shape.get(shape, {}).get(players, ())
    origins = tuple((r * board.rows, c * board.columns) for r, c in found)
    if len(origins) != int(players) or not is_joined(origins):
        raise DataError(f"{where}: expected {players} boards joined by whole sides, found {shorten(found)}")
    return ranch(origins)


# --- state -----------------------------------------------------------------------------------------------------


class Phase(IntEnum):
    """The phases of a game."""

    JOIN = 0
    """The players join the ranch boards (`cattricola.setup.ranch`)."""
    DEAL = 1
    """The tiles, the discs and the first player are dealt."""
    PLAY = 2
    """The players charge and catch (`cattricola.turn`)."""
    FINAL = 3
    """The final round (`cattricola.end.final-round`)."""
    OVER = 4
    """The game is over."""


JOIN, DEAL, PLAY, FINAL, OVER = Phase


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Cattricola(State[Action]):
    """A position: the tiles on the ranch by cell, and the disc boards, tiles, unplaced tiles and markers by seat.

    `animals` are the places of the occupied ranch cells. `letters` are the disc boards dealt so far: the letter of a
    printed board or the cells of a custom one. `first` is the first player, None until known. `charged` is the number
    of markers placed this turn. `hand` holds the waiting tiles by slot, 0 where one has been placed. `lifts` is the
    number of tiles that can still be lifted, `passed` the number of passes this round, and `undealt` the number of
    ranch cells still to be dealt a tile.
    """

    options: Options
    ranch: Ranch
    tiles: bytes
    animals: int
    letters: tuple[str, ...]
    discs: tuple[bytes, ...]
    unplaced: tuple[bytes, ...]
    radars: tuple[int, ...]
    phase: Phase
    first: int | None = None
    turn: int = 0
    charged: int = 0
    hand: bytes = b""
    lifts: int = 0
    passed: int = 0
    undealt: int = 0

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.radars)

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats in turn order, starting with the first player, or with seat 0 while that player is not known."""
        return tuple((n + (self.first or 0)) % self.players for n in range(self.players))

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` during the deal, or None after the game."""
        phase = self.phase
        if phase in (PLAY, FINAL, JOIN):
            return self.turn
        return CHANCE if phase is DEAL else None

    @property
    def pending(self) -> bool:
        """Whether a charge can go on or tiles wait to be placed."""
        return bool(self.charged or self.hand)

    @property
    def over(self) -> bool:
        """Whether the final round is over."""
        return self.phase is OVER

    @property
    def playing(self) -> bool:
        """Whether the set-up is finished and the game is not over."""
        return self.phase in (PLAY, FINAL)

    @property
    def disc(self) -> bytes:
        """The disc of the seat to move."""
        return self.discs[self.turn]

    @property
    def free(self) -> int | None:
        """The free cell with the lowest number on the disc of the seat to move, or None if it is full."""
        cell = self.disc.find(0)
        return None if cell < 0 else cell

    @property
    def appeared(self) -> int:
        """The number of mystery circles that have appeared (`cattricola.circle.appears`)."""
        return self.ranch.appeared(self.animals)

    def board(self, seat: int) -> DiscBoard:
        """Return a seat's disc board."""
        return components.disc_board(self.letters[seat])

    def waits(self, slot: int) -> bool:
        """Return whether a tile waits in a slot, counted from 1."""
        return 0 < slot <= len(self.hand) and self.hand[slot - 1] > 0


# --- setup -----------------------------------------------------------------------------------------------------

PLAYERS = tuple(
    Seat(seat, name, f"seats.{seat}") for seat, name in zip(components.SEATS, components.NAMES, strict=True)
)


def seats(options: Options) -> tuple[Seat, ...]:
    """Return the seats, as many as the options say (`cattricola.players`)."""
    return PLAYERS[: int(options.word("players"))]


def start(options: Options) -> Cattricola:
    """Return the state before the deal; if players build their own ranch, the state before they join the boards."""
    return with_ranch(options, ranch(((0, 0),)) if options.word("ranch") == "own" else shaped(options), 0)


def with_ranch(options: Options, joined: Ranch, turn: int) -> Cattricola:
    """Return the state while boards are being joined, or before the first tile is dealt if all boards are joined.

    (`cattricola.setup.ranch`) `turn` is the seat that joins the next board.
    """
    players = int(options.word("players"))
    ready = len(joined.origins) == players
    none = (b"",) * players
    return Cattricola(
        options=options,
        ranch=joined,
        tiles=bytes(joined.size),
        animals=0,
        letters=(),
        discs=none,
        unplaced=none,
        radars=(0,) * players,
        phase=DEAL if ready else JOIN,
        turn=0 if ready else turn,
        undealt=joined.size if ready else 0,
    )


# --- scoring ---------------------------------------------------------------------------------------------------

REMOVED = {  # by the rule of the check that removes them
    "cattricola.score.wolf": NP_("{n} animal beside a wolf", "{n} animals beside a wolf"),
    "cattricola.score.couple": NP_("{n} animal without a partner", "{n} animals without a partner"),
    "cattricola.score.cluster": NP_("{n} animal outside a group", "{n} animals outside a group"),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of the checks on one disc: the missing kinds, and masks of cells numbered from 0.

    `wolf`, `couple` and `cluster` are the animals that these checks remove; `left` are the animals that remain.
    """

    lacking: tuple[int, ...]
    wolf: int
    couple: int
    cluster: int
    left: int

    @property
    def gone(self) -> int:
        """All animals that the checks remove."""
        return self.wolf | self.couple | self.cluster

    @property
    def removed(self) -> Mapping[str, int]:
        """The animals that each check removes, by rule, in the order of the checks."""
        return {
            "cattricola.score.wolf": self.wolf,
            "cattricola.score.couple": self.couple,
            "cattricola.score.cluster": self.cluster,
        }

    @property
    def points(self) -> int:
        """Animals left minus animals removed."""
        return self.left.bit_count() - self.gone.bit_count()


@lru_cache(maxsize=4096)
def tally(board: DiscBoard, disc: bytes) -> Tally:
    """Return the result of the checks on a disc, each made once and in order (`cattricola.score.chain`)."""
    around = board.around
    where = [0] * (components.WOLF_TILE + 1)
    for cell, tile in enumerate(disc):
        where[tile] |= 1 << cell
    kinds = [0, *(where[4 * k + MALE] | where[4 * k + FEMALE] | where[4 * k + YOUNG] for k in range(SHEEP, WOLF + 1))]
    lacking = tuple(k for k in range(SHEEP, WOLF + 1) if not kinds[k])
    left = sum(kinds)
    beside = 0
    for cell in bits(kinds[WOLF]):
        beside |= around[cell]
    wolf = beside & (kinds[SHEEP] | kinds[components.PIG])
    left &= ~wolf
    couple = 0
    for kind in range(SHEEP, components.HORSE + 1):
        males, females = where[4 * kind + MALE] & left, where[4 * kind + FEMALE] & left
        for own, other in ((males, females), (females, males)):
            for cell in bits(own):
                if not around[cell] & other:
                    couple |= 1 << cell
    left &= ~couple
    cluster = 0
    for kind in range(SHEEP, WOLF + 1):
        rest = kinds[kind] & left
        while rest:
            group = edge = rest & -rest
            while edge:
                grown = 0
                for cell in bits(edge):
                    grown |= around[cell]
                edge = grown & rest & ~group
                group |= edge
            rest ^= group
            if group.bit_count() < box().cluster:
                cluster |= group & where[4 * kind + YOUNG]
    return Tally(lacking=lacking, wolf=wolf, couple=couple, cluster=cluster, left=left & ~cluster)


def tally_of(state: Cattricola, seat: int) -> Tally:
    """Return the result of the checks on a seat's disc."""
    return tally(state.board(seat), state.discs[seat])


def points(state: Cattricola, seat: int) -> int:
    """Return a seat's points: animals left, minus those removed, minus unplaced tiles (`cattricola.score.total`)."""
    return tally_of(state, seat).points - len(state.unplaced[seat])


def missing_kinds(counted: Tally) -> str:
    """Return the kinds missing on a disc in words (`cattricola.score.knockout`)."""
    return listed([text(N_("no {kind}"), kind=components.kind_words(kind)) for kind in counted.lacking])


def leaders(state: Cattricola) -> tuple[int, ...]:
    """Return the seats with the highest score among those that are not out (`cattricola.score.winner`)."""
    left = (seat for seat in range(len(state.letters)) if not tally_of(state, seat).lacking)
    found = {seat: points(state, seat) for seat in left}
    return tuple(seat for seat, n in found.items() if n == max(found.values()))


def _lines(state: Cattricola, seat: int) -> list[Line]:
    """Return a seat's score lines in the order of the checks."""
    counted, who = tally_of(state, seat), components.seat_name(seat)

    def line(rule: str, points: int, description: Text, cells: int = 0) -> Line:
        return Line(rule, seat, points, description, tuple(components.cell_name(seat, cell) for cell in bits(cells)))

    if counted.lacking:
        description = text(N_("Out: {kinds} on the disc of {who}"), kinds=missing_kinds(counted), who=who)
        return [line("cattricola.score.knockout", 0, description)]
    lines = [line("cattricola.score.knockout", 0, text(N_("All five kinds are on the disc of {who}"), who=who))]
    for rule, cells in counted.removed.items():
        if cells:
            lines.append(line(rule, -cells.bit_count(), many(*REMOVED[rule], cells.bit_count()), cells))
    left, off = counted.left.bit_count(), len(state.unplaced[seat])
    description = many("{n} animal left", "{n} animals left", left)
    lines.append(line("cattricola.score.total", left, description, counted.left))
    if off:
        description = many("{n} animal off the disc", "{n} animals off the disc", off)
        lines.append(line("cattricola.place.overflow", -off, description))
    return lines


def score(state: Cattricola) -> Score:
    """Return the score if the game ended now, seat by seat."""
    seats = range(len(state.letters))
    return Score(tuple(line for seat in seats for line in _lines(state, seat)))


def winners(state: Cattricola) -> tuple[int, ...]:
    """Return the seat with the highest score (in a tie, the last in turn order), or no seat if all are out."""
    if state.to_move is not None:
        return ()
    best = leaders(state)
    return tuple(seat for seat in state.turn_order if seat in best)[-1:]


def ending(state: Cattricola) -> Ending:
    """Return who is out (`cattricola.score.knockout`), and the tie-break, if any (`cattricola.score.winner`)."""
    out = tuple(seat for seat in range(len(state.letters)) if tally_of(state, seat).lacking)
    if len(leaders(state)) < 2:
        return Ending(out=out)
    return Ending("cattricola.score.winner", text(N_("the later place in turn order")), out)


# --- view ------------------------------------------------------------------------------------------------------

KIND_ONLY = bytes(components.kind_only(tile) for tile in range(256))
BACKS_ONLY = bytes(components.kind_only(tile) if tile & DOWN else tile for tile in range(256))


class CattricolaView(View[Cattricola, Action]):
    """A position as one seat sees it: `state` omits the sexes that the seat does not know (`cattricola.hidden.sex`).

    Everyone knows only the kind of a face-down tile on the ranch (`cattricola.hidden.ranch`).
    """

    __slots__ = ()

    def predict(self, action: Action) -> CattricolaView:
        """Return this seat's view after an action; what it does not know stays unknown."""
        return view(self.game.apply_unchecked(self.state, action), self.seat)

    def determinize(self, rng: Random) -> Cattricola:
        """Return a position with the unknown sexes sampled from the tiles that the seat has not seen."""
        state = self.state
        rows = [state.tiles, *state.discs, *state.unplaced, state.hand]
        left: dict[int, list[int]] = {}
        for face, count in box().supply.items():
            seen = sum(row.count(face) + row.count(face | DOWN) for row in rows)
            left.setdefault(kind_of(face), []).extend([face] * (count - seen))
        for faces in left.values():
            rng.shuffle(faces)

        def dealt(row: bytes) -> bytes:
            return bytes(  # the sex of a wolf is never unknown
                left[kind_of(tile)].pop() | tile & DOWN
                if tile & components.FACE and components.sex_of(tile) == components.UNKNOWN
                else tile
                for tile in row
            )

        tiles, *discs, hand = (dealt(row) for row in (state.tiles, *state.discs, *state.unplaced, state.hand))
        half = len(state.discs)
        return replace(state, tiles=tiles, discs=tuple(discs[:half]), unplaced=tuple(discs[half:]), hand=hand)


def view(state: Cattricola, seat: int | None) -> CattricolaView:
    """Return the view of a seat, or of a spectator if None; after the game the discs are open."""
    tiles = state.tiles.translate(BACKS_ONLY)
    if not state.options.flag("hidden") or state.over:
        return CattricolaView(replace(state, tiles=tiles), seat)

    def seen(rows: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return tuple(row if n == seat else row.translate(KIND_ONLY) for n, row in enumerate(rows))

    hand = state.hand if state.to_move == seat else state.hand.translate(KIND_ONLY)
    shown = replace(state, tiles=tiles, discs=seen(state.discs), unplaced=seen(state.unplaced), hand=hand)
    return CattricolaView(shown, seat)
