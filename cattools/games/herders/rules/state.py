"""A position of Cat Herders. A turn is one herder action, then the cats it scared."""

from __future__ import annotations

from dataclasses import dataclass, field

from cattools.core.fast_dataclass import quickly_made
from cattools.core.game import CHANCE, State
from cattools.core.grid import bits
from cattools.core.options import Options
from cattools.games.herders.rules.actions import Action
from cattools.games.herders.rules.components import Park, Variant, box


@quickly_made
@dataclass(frozen=True, slots=True, repr=False)
class Herders(State[Action]):
    """A position: masks of herders and cats, hands, cats taken; and, within a turn, what still has to happen.

    Seat 0 is red, seat 1 blue. `scared` are the cats that still have to react, `running` is the cell of a cat
    between its two steps, `paying` the herders of which one must leave. `undealt` cats wait for chance.
    """

    options: Options
    variant: Variant = field(compare=False, repr=False)  # follows from the options
    herders: tuple[int, int]
    cats: int
    hands: tuple[int, int]
    taken: tuple[int, int] = (0, 0)
    turn: int = 0
    plies: int = 0
    passed: bool = False
    scared: int = 0
    running: int | None = None
    paying: int = 0
    undealt: int = 0

    @property
    def board(self) -> Park:
        """The board in play."""
        return self.variant.board

    @property
    def over(self) -> bool:
        """Whether somebody has won, or nothing can happen any more (`herders.win`, `herders.stuck`)."""
        (red, blue), win = self.taken, box().win
        if red >= win or blue >= win or (self.passed and self.stuck):
            return True
        return self.plies >= self.variant.limit > 0 and not self.pending

    @property
    def stuck(self) -> bool:
        """Whether the seat to move can neither place nor move a herder, and no cat has to run (`herders.stuck`)."""
        empty, around = ~self.occupied, self.board.grid.around
        if self.pending or (self.hands[self.turn] and self.board.wall & empty):
            return False
        return not any(around[cell] & empty for cell in bits(self.herders[self.turn]))

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` while cats are dealt, None at the end."""
        if self.undealt:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether cats still have to react in this turn."""
        return bool(self.scared or self.paying) or self.running is not None

    @property
    def occupied(self) -> int:
        """The cells that are not empty, as a mask."""
        return self.herders[0] | self.herders[1] | self.cats
