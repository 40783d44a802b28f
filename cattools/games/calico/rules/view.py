"""What a seat knows of a position: everything but the others' hands, and so not quite what is in the bag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from cattools.core.game import AnyGame, View
from cattools.core.options import Options
from cattools.games.calico.rules.actions import Action
from cattools.games.calico.rules.components import KINDS, ONE, boards, counts, heap
from cattools.games.calico.rules.legality import legal
from cattools.games.calico.rules.state import SEEN, UNKNOWN, Calico


@dataclass(frozen=True, slots=True)
class CalicoView(View[Action]):
    """What a seat knows: `table` is the position with unknown patches in the others' hands.

    The bag of `table` holds everything this seat has not seen, unknown hands among it (`calico.hidden.hand`).
    """

    table: Calico
    seat: int | None

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return Calico.game

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.table.options

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next."""
        return self.table.to_move

    def legal(self) -> Sequence[Action]:
        """Return the legal actions when this seat is to move, else nothing."""
        return legal(self.table) if self.seat is not None and self.seat == self.to_move else ()

    def determinize(self, rng: Random) -> Calico:
        """Return a full state in which the unknown patches are drawn from what this seat has not seen."""
        bag, hands = self.table.bag, []
        for hand in self.table.hands:
            known = []
            for kind in hand:
                drawn = kind
                if kind == UNKNOWN:
                    drawn = rng.choices(range(KINDS), counts(bag))[0]
                    bag -= ONE[drawn]
                known.append(drawn)
            hands.append(tuple(known))
        return replace(self.table, hands=tuple(hands), bag=bag)


def has_hidden_information(options: Options) -> bool:
    """Return whether somebody else has a hand (`calico.hidden.hand`)."""
    return len(boards(options)) > 1


def view(state: Calico, seat: int | None) -> CalicoView:
    """Return what a seat may know: not the others' hands, and so not quite what is in the bag."""
    bag, hands = state.bag, []
    for other, hand in enumerate(state.hands):
        shown = hand
        if other != seat:
            bag += heap(kind for kind in hand if kind < SEEN)
            shown = tuple(kind if kind >= SEEN else UNKNOWN for kind in hand)
        hands.append(shown)
    return CalicoView(replace(state, hands=tuple(hands), bag=bag), seat)
