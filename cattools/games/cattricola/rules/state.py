"""A position of Cattricola. A turn is a charge or a catch, and each step of it is a separate action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.cattricola.rules.actions import Action
from cattools.games.cattricola.rules.components import DiscBoard, disc_board
from cattools.games.cattricola.rules.ranch import Ranch


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
        """The seats from the first player on, or from the first seat on while the first player is not known."""
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
        return disc_board(self.letters[seat])

    def waits(self, slot: int) -> bool:
        """Return whether a tile waits in a slot, counted from 1."""
        return 0 < slot <= len(self.hand) and self.hand[slot - 1] > 0
