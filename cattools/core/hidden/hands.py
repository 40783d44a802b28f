"""Hands of cards that only their own seat sees, for a game whose state has the fields or properties `hands` and `deck`.

A hand is a string of letters or a tuple of words, in alphabetical order; the deck contains the cards that no seat sees.
Such a game needs no `View` of its own: it passes `view=hands_view`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from cattools.core.game import State, View

A = TypeVar("A")
S = TypeVar("S", bound=State[Any])
Hand = str | tuple[str, ...]

BACK = "?"  # a card that a seat cannot see


def _hand(like: Hand, found: Iterable[str]) -> Hand:
    """Return these cards as a hand of the same type as `like`."""
    return "".join(sorted(found)) if isinstance(like, str) else tuple(sorted(found))


class HandsView(View[S, A]):
    """What a seat knows: `state` has `BACK` for each card of another seat's hand."""

    __slots__ = ()

    def determinize(self, rng: Random) -> S:
        """Return a full state with cards of the deck, dealt at random, in place of the backs."""
        state: Any = self.state
        deck = list(state.deck)
        rng.shuffle(deck)
        hands = (_hand(hand, [deck.pop() if card == BACK else card for card in hand]) for hand in state.hands)
        dealt: S = replace(state, hands=tuple(hands))
        return dealt


def hands_view(state: S, seat: int | None) -> HandsView[S, Any]:
    """Return the view of a seat, or of a spectator if None."""
    whole: Any = state
    hands = (hand if who == seat else _hand(hand, BACK * len(hand)) for who, hand in enumerate(whole.hands))
    return HandsView(replace(whole, hands=tuple(hands)), seat)
