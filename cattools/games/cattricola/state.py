"""A position of Cattricola, and what follows an action. A turn is a charge or a catch.

Every step of a turn is an action of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from cattools.core.game import CHANCE, Game, State
from cattools.core.grid import bits
from cattools.core.messages import Text
from cattools.core.options import Options
from cattools.games.cattricola import legality, ranch, scoring, story
from cattools.games.cattricola.actions import (
    Action,
    Catch,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Tile,
)
from cattools.games.cattricola.boards import Board, boards, radar
from cattools.games.cattricola.ranch import Ranch
from cattools.games.cattricola.scoring import SEATS, cell_name
from cattools.games.cattricola.tiles import DOWN, FACE, FACES, box, read_tile, write_tile

if TYPE_CHECKING:
    from cattools.core.events import Event
    from cattools.core.rules import Refusal
    from cattools.core.score import Score
    from cattools.games.cattricola.view import CattricolaView

JOIN, DEAL, PLAY, FINAL, OVER = range(5)
DONE, PASS = Done(), Pass()
PUTS = tuple(Put(n) for n in range(1, 65))
T = TypeVar("T")
TILES = tuple(Tile(write_tile(face | down)) for face in FACES for down in (0, DOWN))


@dataclass(frozen=True, slots=True)
class Cattricola(State[Action]):
    """A position: tiles on the ranch by cell, and by seat disc boards, tiles, tiles without a place, and markers.

    `animals` are the ranch cells that are not empty, as bits of the ranch. `first` is the first player (-1: not yet
    known), `charged` the markers put this turn, `hand` tiles that wait for a place, `lifts` how many more may be
    lifted, `passed` the passes of this round, `undealt` the ranch cells that wait for a tile.
    """

    options: Options
    ranch: Ranch
    tiles: bytes
    animals: int
    boards: str
    discs: tuple[bytes, ...]
    spilled: tuple[bytes, ...]
    radars: tuple[int, ...]
    phase: int
    first: int = -1
    turn: int = 0
    charged: int = 0
    hand: bytes = b""
    lifts: int = 0
    passed: int = 0
    undealt: int = 0

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game this is a position of."""
        from cattools.games.cattricola import GAME  # noqa: PLC0415 - the package knows this module

        return GAME

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.radars)

    def board(self, seat: int) -> Board:
        """Return a seat's disc board."""
        return boards()[self.boards[seat]]

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` while something is dealt, None at the end."""
        phase = self.phase
        if phase in (PLAY, FINAL, JOIN):
            return self.turn
        return CHANCE if phase == DEAL else None

    @property
    def pending(self) -> bool:
        """Whether a charge may go on or tiles wait for a place."""
        return bool(self.charged or self.hand)

    @property
    def disc(self) -> bytes:
        """The disc of the seat to move."""
        return self.discs[self.turn]

    def appeared(self, animals: int) -> int:
        """Return how many circles have no animals left when these are on the ranch (`cattricola.circle.appears`)."""
        return sum(not circle & animals for circle in self.ranch.circles)

    def legal(self) -> Sequence[Action]:
        """Return every legal action, of the seat to move or of chance."""
        phase, markers = self.phase, self.radars[self.turn]
        if self.hand:
            return self._places()
        if phase == PLAY:
            if self.charged:
                return (*radar().free(markers), DONE)
            found: list[Action] = list(radar().free(markers)) if markers.bit_count() < box().markers else []
            if not self.animals:
                return [*found, PASS]
            return found + self._catches(markers)
        if phase == FINAL:
            tiles = [n for n, tile in enumerate(self.disc) if tile]
            names = [cell_name(self.turn, n) for n in tiles]
            return [*self._catches(markers), *(Swap(a, b) for a, b in combinations(names, 2)), PASS]
        if phase == DEAL:
            return [action for _, action in self.chances()]
        return self.ranch.joins() if phase == JOIN else ()

    def _catches(self, markers: int) -> list[Action]:
        if not markers:
            return []
        pattern, animals = self.ranch.pattern(markers), self.animals
        return [catch for shift, catch in self.ranch.anchors if pattern << shift & animals]

    def _places(self) -> Sequence[Action]:
        puts: tuple[Action, ...] = PUTS[: len(self.hand)] if 0 in self.disc else ()
        if not self.lifts:
            return puts
        lifts = (Lift(cell_name(self.turn, n)) for n, tile in enumerate(self.disc) if tile)
        return (*puts, *lifts) if puts else (*lifts, DONE)

    def chances(self) -> Sequence[tuple[int, Action]]:
        """Return the possible deals: a tile each side up for every one left, a disc, who begins."""
        if self.phase != DEAL:
            return []
        if self.undealt:
            found: list[tuple[int, Action]] = []
            for n, face in enumerate(FACES):
                left = box().supply[face] - self.tiles.count(face) - self.tiles.count(face | DOWN)
                if left > 0:
                    found += [(left, TILES[2 * n]), (left, TILES[2 * n + 1])]
            return found
        if len(self.boards) < self.players:
            return [(1, Disc(letter)) for letter in boards() if letter not in self.boards]
        return [(1, First(seat)) for seat in SEATS[: self.players]]

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule."""
        return legality.why_not(self, action)

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; the commonest are looked at one by one."""
        kind = type(action)
        if kind is Put:
            return action in PUTS[: len(self.hand)] and 0 in self.disc
        if kind is Catch and self.phase in (PLAY, FINAL) and not self.pending:
            shift = self.ranch.shift.get(action.at, -1)  # type: ignore[union-attr]
            markers = self.radars[self.turn]
            return shift >= 0 and bool(self.ranch.pattern(markers) << shift & self.animals)
        if kind is Marker and self.phase == PLAY and not self.hand:
            markers = self.radars[self.turn]
            return markers.bit_count() < box().markers and action in radar().free(markers)
        return action in self.legal()

    def after(self, action: Action) -> Cattricola:
        """Return the state after a legal action, unchecked."""
        if isinstance(action, Put):
            return self._put(action.slot - 1)
        if isinstance(action, Marker):
            markers = self.radars[self.turn] | 1 << radar().grid.index[action.at]
            radars = _with(self.radars, self.turn, markers)
            charged = self.charged + 1
            if charged == box().charge or markers.bit_count() == box().markers or not radar().free(markers):
                return self._ended(self.discs, self.spilled, radars)
            return self._within(radars=radars, charged=charged)
        if isinstance(action, Catch):
            return self._catch(action)
        if isinstance(action, Lift):
            n = scoring.cell_of(action.at)[1]
            discs = _with(self.discs, self.turn, _with_tile(self.disc, n, 0))
            return self._within(discs=discs, hand=self.hand + self.disc[n : n + 1], lifts=self.lifts - 1)
        if isinstance(action, Done):
            return (
                self._spill(self.disc, self.hand) if self.hand else self._ended(self.discs, self.spilled, self.radars)
            )
        if isinstance(action, Swap):
            one, other = (scoring.cell_of(at)[1] for at in (action.one, action.other))
            disc = _with_tile(_with_tile(self.disc, one, self.disc[other]), other, self.disc[one])
            return self._ended(_with(self.discs, self.turn, disc), self.spilled, self.radars)
        if isinstance(action, Pass):
            return self._ended(self.discs, self.spilled, self.radars, passed=1)
        return self._dealt(action)

    def _within(
        self,
        *,
        discs: tuple[bytes, ...] | None = None,
        radars: tuple[int, ...] | None = None,
        charged: int = 0,
        hand: bytes = b"",
        lifts: int = 0,
    ) -> Cattricola:
        """Return the state within the same turn."""
        return Cattricola(
            self.options, self.ranch, self.tiles, self.animals, self.boards, discs or self.discs, self.spilled,
            radars or self.radars, self.phase, self.first, self.turn, charged, hand, lifts, self.passed,
        )  # fmt: skip

    def _ended(
        self,
        discs: tuple[bytes, ...],
        spilled: tuple[bytes, ...],
        radars: tuple[int, ...],
        passed: int = 0,
    ) -> Cattricola:
        """Return the state after this turn: the next player's, or the next round (`cattricola.end.trigger`)."""
        players = len(radars)
        turn, phase, passed = (self.turn + 1) % players, self.phase, self.passed + passed
        if turn == self.first:
            if phase == FINAL:
                phase = OVER
            elif passed == players or any(0 not in disc for disc in discs):
                phase = FINAL
            passed = 0
        return Cattricola(
            self.options, self.ranch, self.tiles, self.animals, self.boards, discs, spilled, radars, phase,
            self.first, turn, passed=passed,
        )  # fmt: skip

    def _catch(self, action: Catch) -> Cattricola:
        markers = self.radars[self.turn]
        got = self.ranch.pattern(markers) << self.ranch.shift[action.at] & self.animals
        tiles, cell_at = bytearray(self.tiles), self.ranch.cell_at
        hand = bytearray()
        for place in bits(got):
            cell = cell_at[place]
            hand.append(tiles[cell] & FACE)
            tiles[cell] = 0
        animals = self.animals & ~got
        circles = self.appeared(animals)
        fresh = circles > self.appeared(self.animals)
        lifts = min(box().lifts(circles), len(self.disc) - self.disc.count(0)) if fresh else 0
        after = Cattricola(
            self.options, self.ranch, bytes(tiles), animals, self.boards, self.discs, self.spilled, self.radars,
            self.phase, self.first, self.turn, 0, bytes(hand), lifts, self.passed,
        )  # fmt: skip
        return after if lifts or 0 in self.disc else after._spill(self.disc, after.hand)

    def _put(self, slot: int) -> Cattricola:
        free = self.disc.index(0)
        disc = _with_tile(self.disc, free, self.hand[slot])
        hand = self.hand[:slot] + self.hand[slot + 1 :]
        if hand and 0 in disc:
            return self._within(discs=_with(self.discs, self.turn, disc), hand=hand)
        return self._spill(disc, hand)

    def _spill(self, disc: bytes, hand: bytes) -> Cattricola:
        """End a catch: what waits stays off, and the markers come off the radar (`cattricola.catch.reset`)."""
        spilled = _with(self.spilled, self.turn, self.spilled[self.turn] + hand) if hand else self.spilled
        return self._ended(_with(self.discs, self.turn, disc), spilled, _with(self.radars, self.turn, 0))

    def _dealt(self, action: Action) -> Cattricola:
        if isinstance(action, Lay):
            return joined(
                self.options, self.ranch.with_board(action.row, action.column), (self.turn + 1) % self.players
            )
        if isinstance(action, Tile):
            n = self.ranch.size - self.undealt
            tiles = _with_tile(self.tiles, n, read_tile(action.tile))
            animals = self.animals | 1 << self.ranch.place[n]
            return replace(self, tiles=tiles, animals=animals, undealt=self.undealt - 1)
        if isinstance(action, Disc):
            board = boards()[action.board]
            discs = _with(self.discs, len(self.boards), bytes(board.size))
            letters = self.boards + action.board
            first = next((n for n, letter in enumerate(letters) if boards()[letter].star), -1)
            if len(letters) < self.players or first < 0:
                return replace(self, boards=letters, discs=discs)
            return replace(self, boards=letters, discs=discs, first=first, turn=first, phase=PLAY)
        assert isinstance(action, First)  # noqa: S101 - what else can be dealt
        first = SEATS.index(action.seat)
        return replace(self, first=first, turn=first, phase=PLAY)

    def story(self, action: Action) -> tuple[Event, ...]:
        """Return what a legal action does, step by step."""
        return story.story(self, action)

    def score(self) -> Score:
        """Return the score as it would be counted now, line by line."""
        return scoring.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the seat that wins, none if all are out (`cattricola.score.winner`)."""
        return scoring.winners(self)

    def verdict(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return story.verdict(self)

    def view(self, seat: int | None) -> CattricolaView:
        """Return what a seat may know: its own sexes, everybody's kinds (`cattricola.hidden.sex`)."""
        from cattools.games.cattricola.view import view  # noqa: PLC0415 - a view holds a state

        return view(self, seat)

    def __str__(self) -> str:
        from cattools.games.cattricola.notation import write_position  # noqa: PLC0415 - reads states too

        return write_position(self)


def _with(items: tuple[T, ...], n: int, item: T) -> tuple[T, ...]:
    return (*items[:n], item, *items[n + 1 :])


def _with_tile(tiles: bytes, n: int, tile: int) -> bytes:
    return tiles[:n] + bytes((tile,)) + tiles[n + 1 :]


def joined(options: Options, boards_: Ranch, turn: int) -> Cattricola:
    """Return the state while boards are joined, or before the first tile when all are (`cattricola.setup.ranch`)."""
    players = int(options.word("players"))
    ready = len(boards_.origins) == players
    none = (b"",) * players
    return Cattricola(
        options, boards_, bytes(boards_.size), 0, "", none, none, (0,) * players, DEAL if ready else JOIN,
        turn=0 if ready else turn, undealt=boards_.size if ready else 0,
    )  # fmt: skip


def start(options: Options) -> Cattricola:
    """Return the game before anything is dealt; with the option, before the boards are joined."""
    if options.word("ranch") == "own":
        return joined(options, ranch.first_board(), 0)
    return joined(options, ranch.shaped(options), 0)
