"""What a seat knows of a position: everything but the others' hands, and so not quite what is in the bag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from cattools.core.game import Game, View
from cattools.core.options import Options
from cattools.games.calico.actions import Action
from cattools.games.calico.box import KINDS
from cattools.games.calico.table import SEEN, UNKNOWN

if TYPE_CHECKING:
    from cattools.games.calico.state import Calico


@dataclass(frozen=True, slots=True)
class CalicoView(View[Action]):
    """What a seat knows: `table` is the position with unknown patches in the others' hands.

    The bag of `table` holds everything this seat has not seen, unknown hands among it (`calico.hidden.hand`).
    """

    table: Calico
    seat: int | None

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game being played."""
        return self.table.game

    @property
    def options(self) -> Options:  # type: ignore[override]
        """The options in force."""
        return self.table.options

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next."""
        return self.table.to_move

    def legal(self) -> Sequence[Action]:
        """Return the legal actions when this seat is to move, else nothing."""
        return self.table.legal() if self.seat is not None and self.seat == self.to_move else ()

    def determinize(self, rng: Random) -> Calico:
        """Return a full state in which the unknown patches are drawn from what this seat has not seen."""
        bag, hands = self.table.bag, []
        for hand in self.table.hands:
            known = []
            for kind in hand:
                drawn = kind
                if kind == UNKNOWN:
                    weights = [bag >> 2 * k & 3 for k in range(KINDS)]
                    drawn = rng.choices(range(KINDS), weights)[0]
                    bag -= 1 << 2 * drawn
                known.append(drawn)
            hands.append(tuple(known))
        return replace(self.table, hands=tuple(hands), bag=bag)


def seen_from(state: Calico, seat: int | None) -> CalicoView:
    """Return what a seat, or with None a spectator, knows of a state."""
    bag, hands = state.bag, []
    for other, hand in enumerate(state.hands):
        shown = hand
        if other != seat:
            bag += sum(1 << 2 * kind for kind in hand if kind < SEEN)
            shown = tuple(kind if kind >= SEEN else UNKNOWN for kind in hand)
        hands.append(shown)
    return CalicoView(replace(state, hands=tuple(hands), bag=bag), seat)
