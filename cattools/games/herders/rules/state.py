"""A position of Cat Herders. A turn is one herder action, then the reaction of the cats it scared."""

from __future__ import annotations

from dataclasses import dataclass, field

from cattools.core.fast_dataclass import fast_init
from cattools.core.game import CHANCE, State
from cattools.core.grid import bits
from cattools.core.options import Options
from cattools.games.herders.rules.actions import Action
from cattools.games.herders.rules.components import Park, Variant, box


@fast_init
@dataclass(frozen=True, slots=True, repr=False)
class Herders(State[Action]):
    """A position: masks of herders and cats, hands, cats taken, and what is left to do in the current turn.

    Seat 0 is red, seat 1 blue. `scared` are the cats that have yet to react, `running` is the cell of a cat between its
    two steps, and `paying` are the herders of which one must leave the game. `undealt` is the number of cats still to
    be dealt.
    """

    options: Options
    variant: Variant = field(compare=False, repr=False)  # derived from the options
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
        """Whether a player has won, both are stuck, or the turn limit is reached (`herders.win`, `herders.stuck`)."""
        (red, blue), win = self.taken, box().win
        if red >= win or blue >= win or (self.passed and self.stuck):
            return True
        return self.plies >= self.variant.limit > 0 and not self.pending

    @property
    def stuck(self) -> bool:
        """Whether the seat to move cannot place or move a herder and no cat has to run (`herders.stuck`)."""
        empty, around = ~self.occupied, self.board.grid.around
        if self.pending or (self.hands[self.turn] and self.board.wall & empty):
            return False
        return not any(around[cell] & empty for cell in bits(self.herders[self.turn]))

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE` during the deal, or None after the game."""
        if self.undealt:
            return CHANCE
        return None if self.over else self.turn

    @property
    def pending(self) -> bool:
        """Whether the cats' reaction is unfinished."""
        return bool(self.scared or self.paying) or self.running is not None

    @property
    def occupied(self) -> int:
        """The occupied cells as a mask."""
        return self.herders[0] | self.herders[1] | self.cats
