"""A position of Cattricola, and what follows an action. A turn is a charge or a catch.

Every step of a turn is an action of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from cattools.core.game import CHANCE, Game, State
from cattools.core.grid import bits
from cattools.core.messages import Text
from cattools.core.options import Options
from cattools.games.cattricola import dealing, legality, scoring, events
from cattools.games.cattricola.actions import (
    Action,
    Catch,
    Done,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
)
from cattools.games.cattricola.boards import Board, boards, radar
from cattools.games.cattricola.dealing import DEAL, FINAL, JOIN, OVER, PLAY
from cattools.games.cattricola.ranch import Ranch
from cattools.games.cattricola.scoring import cell_name
from cattools.games.cattricola.tiles import FACE, box

if TYPE_CHECKING:
    from cattools.core.events import Event
    from cattools.core.rules import Refusal
    from cattools.core.score import Score
    from cattools.games.cattricola.view import CattricolaView

DONE, PASS = Done(), Pass()
PUTS = tuple(Put(n) for n in range(1, 65))
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cattricola(State[Action]):
    """A position: tiles on the ranch by cell, and by seat disc boards, tiles, tiles without a place, and markers.

    `animals` are the ranch cells that are not empty, as bits of the ranch. `first` is the first player (-1: not yet
    known), `charged` the markers put this turn, `hand` the slots for tiles that wait for a place, `lifts` how many
    more may be lifted, `passed` the passes of this round, `undealt` the ranch cells that wait for a tile.
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

    def waits(self, slot: int) -> bool:
        """Return whether a tile waits in a slot, counted from 1."""
        return 0 < slot <= len(self.hand) and self.hand[slot - 1] > 0

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
        puts: tuple[Action, ...] = ()
        if 0 in self.disc:
            puts = tuple(put for put, tile in zip(PUTS, self.hand, strict=False) if tile)
        if not self.lifts:
            return puts
        lifts = (Lift(cell_name(self.turn, n)) for n, tile in enumerate(self.disc) if tile)
        return (*puts, *lifts) if puts else (*lifts, DONE)

    def chances(self) -> Sequence[tuple[int, Action]]:
        """Return the possible deals with their weights."""
        return dealing.chances(self) if self.phase == DEAL else []

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return all reasons against an action, each with its rule."""
        return legality.why_not(self, action)

    def allows(self, action: Action) -> bool:
        """Return whether an action is legal; the commonest are looked at one by one."""
        kind = type(action)
        if kind is Put:
            return action in PUTS and self.waits(action.slot) and 0 in self.disc
        if kind is Catch and self.phase in (PLAY, FINAL) and not self.pending:
            shift = self.ranch.shift.get(action.at, -1)  # type: ignore[union-attr]
            markers = self.radars[self.turn]
            return shift >= 0 and bool(self.ranch.pattern(markers) << shift & self.animals)
        if kind is Marker and self.phase == PLAY and not self.hand:
            markers = self.radars[self.turn]
            return markers.bit_count() < box().markers and action in radar().free(markers)
        return action in self.legal()

    def apply_unchecked(self, action: Action) -> Cattricola:
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
        return dealing.dealt(self, action)

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
        hand = _with_tile(self.hand, slot, 0).rstrip(b"\0")
        if hand and 0 in disc:
            return self._within(discs=_with(self.discs, self.turn, disc), hand=hand)
        return self._spill(disc, hand)

    def _spill(self, disc: bytes, hand: bytes) -> Cattricola:
        """End a catch: what waits stays off, and the markers come off the radar (`cattricola.catch.reset`)."""
        off = self.spilled[self.turn] + hand.replace(b"\0", b"")
        spilled = _with(self.spilled, self.turn, off) if hand else self.spilled
        return self._ended(_with(self.discs, self.turn, disc), spilled, _with(self.radars, self.turn, 0))

    def events(self, action: Action) -> tuple[Event, ...]:
        """Return what a legal action does, step by step."""
        return events.events(self, action)

    def score(self) -> Score:
        """Return the score as it would be counted now, line by line."""
        return scoring.score(self)

    def winners(self) -> tuple[int, ...]:
        """Return the seat that wins, none if all are out (`cattricola.score.winner`)."""
        return scoring.winners(self)

    def status(self) -> Text:
        """Return one sentence: whose turn it is and what is asked, or how the game ended."""
        return events.status(self)

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
