"""A position of Cat in the Box: cards, tokens, the trick, and the phase of the round."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.catbox.rules.actions import Action
from cattools.games.catbox.rules.components import ResearchBoard, number_mask

RoundPoints = tuple[tuple[int, int], ...]  # for each seat, its points for tricks and its bonus in one round


class Phase(StrEnum):
    """The phase of a round; each value is the word for the phase in the notation."""

    DEAL = "deal"
    REVEAL = "reveal"
    DISCARD = "discard"
    PREDICT = "predict"
    PLAY = "play"
    END = "end"


DEAL, REVEAL, DISCARD, PREDICT, PLAY, END = Phase  # bound to module names, because every step reads them


class ForcedRed(NamedTuple):
    """A seat that led red while red was closed, and the only numbers its hand can hold (`catbox.lead.red-forced`)."""

    seat: int
    numbers: int


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Catbox(State[Action]):
    """A position. `hands`, `discards` and `deck` (the undealt cards) are secret; everything else is public.

    `hands` and `deck` are packed cards (see `components`); `tokens`, `observed` and `filled` are masks of cells;
    `markers` are the colours each seat still has. In `discards` and `predictions`, 0 means none yet. `trick` holds the
    cells taken in the current trick, which `leader` led; a complete trick stays until the next trick is led. `turn` is
    the seat that acts or gets the next card; `paradox` is the seat that caused a paradox. An `observed` cell has a
    neutral token (`catbox.observed`). `round` counts from 0; `scored` holds the points of the earlier rounds. `forced`
    records what a seat revealed about its hand by leading red while red was closed.
    """

    options: Options
    board: ResearchBoard = field(compare=False, repr=False)  # derived from the options
    phase: Phase
    turn: int
    hands: tuple[int, ...]
    deck: int
    discards: tuple[int, ...]
    markers: tuple[int, ...]
    predictions: tuple[int, ...]
    tokens: tuple[int, ...]
    filled: int
    leader: int
    trick: tuple[int, ...]
    won: tuple[int, ...]
    observed: int = 0
    round: int = 0
    scored: tuple[RoundPoints, ...] = ()
    paradox: int | None = None
    forced: ForcedRed | None = None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def start_player(self) -> int:
        """The round start player: seat 0 first, then the next seat to the left each round (`catbox.round.next`)."""
        return self.round % len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the last round is over (`catbox.end`)."""
        return self.phase is END and self.round + 1 == self.board.rounds

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` while cards are dealt or revealed, None once the game is over."""
        phase = self.phase
        if phase is DEAL or phase is REVEAL:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is due; it happens automatically and immediately (`catbox.paradox`)."""
        return self.phase is PLAY and not self.open_cells()

    @property
    def leads(self) -> bool:
        """Whether the next card leads a trick."""
        return len(self.trick) in (0, len(self.hands))

    @property
    def red_open(self) -> bool:
        """Whether a player's token is in the red row (`catbox.lead.red-open`)."""
        return bool(self.filled & ~self.observed & self.board.row[self.board.trump])

    def declarable(self) -> int:
        """Return the cells that the seat to move could take if no rule restricted what may be led."""
        board, turn = self.board, self.turn
        return board.rows[self.markers[turn]] & board.columns[number_mask(self.hands[turn])] & ~self.filled

    def open_cells(self) -> int:
        """Return the cells that the seat to move can take now (`catbox.declare`, `catbox.lead.no-red`).

        The led colour does not restrict the players who follow (`catbox.follow.free`).
        """
        cells = self.declarable()
        if self.leads and not self.red_open:
            return cells & ~self.board.row[self.board.trump] or cells
        return cells

    def owner(self, cell: int) -> int | None:
        """Return the seat whose token is on a cell, None if there is none."""
        return next((seat for seat, own in enumerate(self.tokens) if own >> cell & 1), None)


def with_seat(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """Return a copy of the seats' values with the value of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
