"""A position of Cattricola. A turn is a charge or a catch, and every step of a turn is an action of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cattools.core.fast_dataclass import quickly_made
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.cattricola.rules.actions import Action
from cattools.games.cattricola.rules.components import DiscBoard, disc_board
from cattools.games.cattricola.rules.ranch import Ranch


class Phase(IntEnum):
    """How far a game has come."""

    JOIN = 0
    """The players join the ranch boards (`cattricola.setup.ranch`)."""
    DEAL = 1
    """Tiles, discs and the first turn are dealt."""
    PLAY = 2
    """Players charge and catch (`cattricola.turn`)."""
    FINAL = 3
    """The final round (`cattricola.end.final-round`)."""
    OVER = 4
    """All is over."""


JOIN, DEAL, PLAY, FINAL, OVER = Phase


@quickly_made
@dataclass(frozen=True, slots=True, repr=False)
class Cattricola(State[Action]):
    """A position: tiles on the ranch by cell; and by seat disc boards, tiles, tiles without a place, and markers.

    `animals` are the places of the ranch cells that are not empty. `letters` are the disc boards dealt so far, each by
    its letter, one of the players' own by its cells. `first` is the first player, None until it is known. `charged` are
    the markers put this turn, `hand` the slots for tiles that wait for a place, 0 where none waits any more. `lifts` is
    how many more may be lifted, `passed` the passes of this round, `undealt` the ranch cells that wait for a tile.
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
        """How many play."""
        return len(self.radars)

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats from the first player on; from the first seat on while it is not known who that is."""
        return tuple((n + (self.first or 0)) % self.players for n in range(self.players))

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` while something is dealt, None at the end."""
        phase = self.phase
        if phase in (PLAY, FINAL, JOIN):
            return self.turn
        return CHANCE if phase is DEAL else None

    @property
    def pending(self) -> bool:
        """Whether a charge may go on or tiles wait for a place."""
        return bool(self.charged or self.hand)

    @property
    def over(self) -> bool:
        """Whether the final round is over."""
        return self.phase is OVER

    @property
    def playing(self) -> bool:
        """Whether players charge, catch or swap: the set-up is done and the game is not over."""
        return self.phase in (PLAY, FINAL)

    @property
    def disc(self) -> bytes:
        """The disc of the seat to move."""
        return self.discs[self.turn]

    @property
    def free(self) -> int | None:
        """The free cell with the lowest number on the disc of the seat to move, None where it is full."""
        cell = self.disc.find(0)
        return None if cell < 0 else cell

    @property
    def appeared(self) -> int:
        """How many mystery circles have appeared (`cattricola.circle.appears`)."""
        return self.ranch.appeared(self.animals)

    def board(self, seat: int) -> DiscBoard:
        """Return a seat's disc board."""
        return disc_board(self.letters[seat])

    def waits(self, slot: int) -> bool:
        """Return whether a tile waits in a slot, counted from 1."""
        return 0 < slot <= len(self.hand) and self.hand[slot - 1] > 0
