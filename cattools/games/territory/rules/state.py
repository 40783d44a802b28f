"""A position of Neko Neko Territory with all hidden information: the table, the hands and the decks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.territory.rules.actions import Action
from cattools.games.territory.rules.components import Plan, without_cards
from cattools.games.territory.rules.lines import Lines, Placement, turned


class DueDraw(NamedTuple):
    """A card still to be drawn: by which seat, from which deck."""

    seat: int
    deck: str


@dataclass(frozen=True, slots=True)
class Step:
    """The step of a turn: what is still to happen in it, in order.

    `placed` is the cat just placed; `reveal` says that its treasure is still to be turned up, `asked` are the players
    still to be asked whether to block, and `blocks` those who blocked. `draws` are the cards to draw. `looking` is the
    number of cards still to be looked at, `looked` are the cards to choose from. `swap` is the deck of an exchange that
    can continue, `again` means that another action follows, and `lot` that the start player is not drawn yet. `due`
    is false only between two turns.
    """

    draws: tuple[DueDraw, ...] = ()
    lot: bool = False
    placed: Placement | None = None
    reveal: bool = False
    asked: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    looking: int = 0
    looked: bytes = b""
    swap: str | None = None
    again: bool = False
    due: bool = True

    @property
    def chance(self) -> bool:
        """Whether chance is to move."""
        return bool(self.draws or self.reveal or self.looking or self.lot)

    def lines(self, tops: tuple[int, ...], seat: int) -> Lines:
        """Return the cells that the cat just placed is about to turn, a mask per direction (`territory.flip.line`)."""
        return turned(self.placed, tops, seat) if self.placed else ()


IDLE = Step(due=False)
AGAIN = Step(again=True)


@cache
def drawing(draws: tuple[DueDraw, ...], lot: bool = False, again: bool = False) -> Step:
    """Return the step in which cards are drawn."""
    return Step(draws, lot, again=again)


@cache
def revealing(placed: Placement) -> Step:
    """Return the step in which the treasure under the cat just placed is turned up."""
    return Step(placed=placed, reveal=True)


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Territory(State[Action]):
    """A position: stacks by cell, the cells each colour tops, hands, decks, treasures and the step of the turn.

    Cards and treasures are sorted bytes: `hands` by seat, `cell_deck` the coordinate cards in the deck (without END),
    `assist_deck` the assist cards in unknown order, `bottom` the cards below them as (card, seat that put it there),
    `used` the used assist cards, `treasures` those not yet taken, and `won` those taken, by seat. `ended_by` is the
    seat that drew END.
    """

    options: Options
    plan: Plan = field(compare=False, repr=False)  # derived from the options
    stacks: bytes
    tops: tuple[int, ...]
    hands: tuple[bytes, ...]
    cell_deck: bytes
    assist_deck: bytes
    bottom: tuple[tuple[int, int], ...]
    used: bytes
    treasures: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    turn: int = 0
    passes: int = 0
    ended_by: int | None = None
    step: Step = IDLE

    @property
    def filled(self) -> int:
        """The cells with cats, as a mask."""
        return sum(self.tops)

    @property
    def full(self) -> bool:
        """Whether every cell holds a cat."""
        return 0 not in self.stacks

    @property
    def over(self) -> bool:
        """Whether the game has ended (`territory.end.full`, `territory.end.card`, `territory.end.stuck`)."""
        if self.step.due:
            return False
        return 0 not in self.stacks or self.ended_by is not None or self.passes >= len(self.tops)

    @property
    def to_move(self) -> int | None:
        """The seat to decide next, `CHANCE` for a deal or draw, or None after the game."""
        step = self.step
        if not step.due:
            return None if self.over else self.turn
        if step.chance:
            return CHANCE
        return step.asked[0] if step.asked else self.turn

    @property
    def pending(self) -> bool:
        """Whether the turn, including other players' answers, is unfinished."""
        return self.step.due

    @property
    def lines(self) -> Lines:
        """The cells that the cat just placed is about to turn, a mask per direction."""
        return self.step.lines(self.tops, self.turn)

    @property
    def assist_left(self) -> int:
        """The number of assist cards that can be drawn, after a reshuffle if needed (`territory.assist.reshuffle`)."""
        return len(self.assist_deck) + len(self.bottom) + len(self.used)

    @property
    def discards(self) -> bytes:
        """The discarded coordinate cards, which are visible to everyone (`territory.discards`)."""
        return without_cards(self.plan.cells, b"".join((self.cell_deck, *self.hands)))
