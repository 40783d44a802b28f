"""A position of Cat in the Box: cards, tokens and the trick, and where in the round the players are."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from cattools.core.fast_dataclass import quickly_made
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.catbox.rules.actions import Action
from cattools.games.catbox.rules.components import ResearchBoard, number_mask

RoundPoints = tuple[tuple[int, int], ...]  # of one round, for each seat: points for tricks, bonus


class Phase(StrEnum):
    """Where in a round the players are; the value is the word of the notation."""

    DEAL = "deal"
    REVEAL = "reveal"
    DISCARD = "discard"
    PREDICT = "predict"
    PLAY = "play"
    END = "end"


DEAL, REVEAL, DISCARD, PREDICT, PLAY, END = Phase  # looked at in every step, and so by their own names


class ForcedRed(NamedTuple):
    """A seat that led red while it was closed: its hand holds only these numbers, a mask (`catbox.lead.red-forced`)."""

    seat: int
    numbers: int


@quickly_made
@dataclass(frozen=True, slots=True, repr=False)
class Catbox(State[Action]):
    """A position. Secret are `hands`, `discards` and `deck` (the cards not dealt); everything else lies on the table.

    Hands are cards (see `components`), `tokens`, `observed` and `filled` masks of cells, `markers` the colours each
    seat still has. In `discards` and `predictions` 0 is none yet. `leader` began `trick`, the cells taken in it; a
    whole trick stays there until the next is led. `turn` decides, or is dealt to, next; `paradox` is the seat of one.
    What is `observed` is nobody's token (`catbox.observed`). `round` counts from 0, `scored` are the points of the
    rounds before it. `forced` is what a lead of closed red has shown of a hand.
    """

    options: Options
    board: ResearchBoard = field(compare=False, repr=False)  # follows from the options
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
        """How many play."""
        return len(self.hands)

    @property
    def start_player(self) -> int:
        """The round start player: seat 0 in the first round, then each to the left (`catbox.round.next`)."""
        return self.round % len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the last round is over (`catbox.end`)."""
        return self.phase is END and self.round + 1 == self.board.rounds

    @property
    def to_move(self) -> int | None:
        """The seat to decide, `CHANCE` while cards are dealt or revealed, None at the end."""
        phase = self.phase
        if phase is DEAL or phase is REVEAL:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is due: it happens by itself, at once (`catbox.paradox`)."""
        return self.phase is PLAY and not self.open_cells()

    @property
    def leads(self) -> bool:
        """Whether the next card begins a trick."""
        return len(self.trick) in (0, len(self.hands))

    @property
    def red_open(self) -> bool:
        """Whether a player's token lies in the red row (`catbox.lead.red-open`)."""
        return bool(self.filled & ~self.observed & self.board.row[self.board.trump])

    def declarable(self) -> int:
        """Return the cells that the seat to move could take with a card of its hand, the rules of leading apart."""
        board, turn = self.board, self.turn
        return board.rows[self.markers[turn]] & board.columns[number_mask(self.hands[turn])] & ~self.filled

    def open_cells(self) -> int:
        """Return the cells that the seat to move may take now (`catbox.declare`, `catbox.lead.no-red`).

        What was led does not matter to whoever follows (`catbox.follow.free`).
        """
        cells = self.declarable()
        if self.leads and not self.red_open:
            return cells & ~self.board.row[self.board.trump] or cells
        return cells

    def owner(self, cell: int) -> int | None:
        """Return the seat whose token lies on a cell."""
        return next((seat for seat, own in enumerate(self.tokens) if own >> cell & 1), None)


def with_seat(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """Return the values of all seats, with another one for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])
