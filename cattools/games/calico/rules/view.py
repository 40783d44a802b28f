"""A seat's view of a position: it hides the other hands, and therefore the exact contents of the bag."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cattools.core.game import View
from cattools.core.options import Options
from cattools.games.calico.rules.actions import Action
from cattools.games.calico.rules.components import KINDS, ONE, boards, counts, heap
from cattools.games.calico.rules.state import SEEN, UNKNOWN, Calico


class CalicoView(View[Calico, Action]):
    """A seat's view: `state` is the position with `UNKNOWN` for hidden patches in other hands.

    The bag of `state` holds every patch this seat has not seen, including those in hands (`calico.hidden.hand`).
    """

    __slots__ = ()

    def determinize(self, rng: Random) -> Calico:
        """Return a full state with the unknown patches sampled from those this seat has not seen."""
        bag, hands = self.state.bag, []
        for hand in self.state.hands:
            known = []
            for kind in hand:
                drawn = kind
                if kind == UNKNOWN:
                    drawn = rng.choices(range(KINDS), counts(bag))[0]
                    bag -= ONE[drawn]
                known.append(drawn)
            hands.append(tuple(known))
        return replace(self.state, hands=tuple(hands), bag=bag)


def has_hidden_information(options: Options) -> bool:
    """Return whether there are other players, whose hands are hidden (`calico.hidden.hand`)."""
    return len(boards(options)) > 1


def view(state: Calico, seat: int | None) -> CalicoView:
    """Return the view of a seat, or of a spectator: hidden hand patches become `UNKNOWN` and join the bag."""
    bag, hands = state.bag, []
    for other, hand in enumerate(state.hands):
        shown = hand
        if other != seat:
            bag += heap(kind for kind in hand if kind < SEEN)
            shown = tuple(kind if kind >= SEEN else UNKNOWN for kind in hand)
        hands.append(shown)
    return CalicoView(replace(state, hands=tuple(hands), bag=bag), seat)
