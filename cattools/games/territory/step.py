"""What still has to happen within a turn, as a small value of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cattools.games.territory.park import WAYS, turned


@dataclass(frozen=True, slots=True)
class Step:
    """Where a turn stands; the first thing that is due comes first.

    `at` is the cell of the cat just placed (-1: none), `by` the card that placed it; its treasure may be to `reveal`,
    players may still be `asked` for a block, `blocks` are those who did. `draws` are the cards to draw, each a seat
    times two plus the deck. `looking` cards are still to look at, `looked` are to choose from. `swap` is the deck of an
    exchange that may go on (-1: none), `again` a further action. `lot` says that nobody has begun. Nothing is `due`
    between two turns.
    """

    draws: tuple[int, ...] = ()
    lot: bool = False
    at: int = -1
    by: int = -1
    reveal: bool = False
    asked: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    looking: int = 0
    looked: bytes = b""
    swap: int = -1
    again: bool = False
    due: bool = True

    @property
    def chance(self) -> bool:
        """Whether chance is to move."""
        return bool(self.draws or self.reveal or self.looking or self.lot)

    def lines(self, own: int, filled: int) -> tuple[int, ...]:
        """Return the cells about to turn by the cat just placed, a mask for each direction (`territory.flip.line`)."""
        return turned(self.at, own, filled, WAYS[self.by]) if self.at >= 0 else ()


IDLE = Step(due=False)
AGAIN = Step(again=True)


@cache
def drawing(draws: tuple[int, ...], lot: bool = False, again: bool = False) -> Step:
    """Return the step in which cards are drawn."""
    return Step(draws, lot, again=again)


@cache
def revealing(at: int, by: int) -> Step:
    """Return the step in which the treasure under a cat just placed is turned up."""
    return Step(at=at, by=by, reveal=True)
