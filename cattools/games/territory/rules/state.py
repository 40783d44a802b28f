"""A position of Neko Neko Territory, secrets included: what lies on the table, in the hands and in the decks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from cattools.core.fast_dataclass import quickly_made
from cattools.core.game import CHANCE, State
from cattools.core.options import Options
from cattools.games.territory.rules.actions import Action
from cattools.games.territory.rules.components import Plan, without_cards
from cattools.games.territory.rules.lines import Lines, Placement, turned


class DueDraw(NamedTuple):
    """A card to be drawn: by whom, and from which deck."""

    seat: int
    deck: str


@dataclass(frozen=True, slots=True)
class Step:
    """Where a turn stands; the first thing that is due comes first.

    `placed` is the cat just placed; its treasure may be to `reveal`, players may still be `asked` for a block, `blocks`
    are those who did. `draws` are the cards to draw. `looking` cards are still to look at, `looked` are to choose from.
    `swap` is the deck of an exchange that may go on, `again` a further action. `lot` says that nobody has begun.
    Nothing is `due` between two turns.
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
        """Return the cells about to turn by the cat just placed, a mask for each direction (`territory.flip.line`)."""
        return turned(self.placed, tops, seat) if self.placed else ()


IDLE = Step(due=False)
AGAIN = Step(again=True)


@cache
def drawing(draws: tuple[DueDraw, ...], lot: bool = False, again: bool = False) -> Step:
    """Return the step in which cards are drawn."""
    return Step(draws, lot, again=again)


@cache
def revealing(placed: Placement) -> Step:
    """Return the step in which the treasure under a cat just placed is turned up."""
    return Step(placed=placed, reveal=True)


@quickly_made
@dataclass(frozen=True, slots=True, repr=False)
class Territory(State[Action]):
    """A position: the stack of every cell, the cells each colour tops, hands, decks, treasures, the step of the turn.

    Cards and treasures are sorted bytes: `hands` by seat, `cell_deck` the coordinate cards (END apart), `assist_deck`
    the assist cards in unknown order, `bottom` those below them as (card, who put it there), `used` the used assist
    cards, `treasures` those not yet taken, `won` those taken by seat. `ended_by` is who drew END.
    """

    options: Options
    plan: Plan = field(compare=False, repr=False)  # follows from the options
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
        """The seat whose decision is next, `CHANCE` for a deal or draw, None at the end."""
        step = self.step
        if not step.due:
            return None if self.over else self.turn
        if step.chance:
            return CHANCE
        return step.asked[0] if step.asked else self.turn

    @property
    def pending(self) -> bool:
        """Whether the turn, or another player's answer to it, is not finished."""
        return self.step.due

    @property
    def lines(self) -> Lines:
        """The cells about to turn by the cat just placed, a mask for each direction."""
        return self.step.lines(self.tops, self.turn)

    @property
    def assist_left(self) -> int:
        """How many assist cards can still be drawn, after a reshuffle if need be (`territory.assist.reshuffle`)."""
        return len(self.assist_deck) + len(self.bottom) + len(self.used)

    @property
    def discards(self) -> bytes:
        """The discarded coordinate cards, which everybody can see (`territory.discards`)."""
        return without_cards(self.plan.cells, b"".join((self.cell_deck, *self.hands)))
