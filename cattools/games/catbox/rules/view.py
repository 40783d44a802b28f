"""A seat's view of a position: it hides the cards that the seat does not know, and can sample them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from cattools.core.game import View
from cattools.core.options import Options
from cattools.games.catbox.rules.actions import Action, Discard
from cattools.games.catbox.rules.components import card_count, cards, copies, counts
from cattools.games.catbox.rules.state import DEAL, DISCARD, REVEAL, Catbox


@dataclass(frozen=True, slots=True)
class CatboxView(View[Catbox, Action]):
    """A seat's view: `state` is the position without the cards that the seat does not know.

    `sizes` are the public numbers of cards in the hands, `left` is the public number of undealt cards.
    """

    sizes: tuple[int, ...]
    left: int

    def determinize(self, rng: Random) -> Catbox:
        """Return a full state in which every unseen card is dealt at random to a place where it could be.

        All such deals are equally likely. A hand that can hold only certain numbers is dealt first,
        from cards with these numbers.
        """
        state, forced = self.state, self.state.forced
        pool = self.unseen()
        rng.shuffle(pool)
        hands, discards = list(state.hands), list(state.discards)
        if forced is not None and not hands[forced.seat]:
            held = [card for card in pool if forced.numbers >> card - 1 & 1][: self.sizes[forced.seat]]
            hands[forced.seat] = cards(held)
            for card in held:
                pool.remove(card)
        for other, hand in enumerate(hands):
            if not hand:
                hands[other] = cards(pool.pop() for _ in range(self.sizes[other]))
            if self.has_put_aside(other) and not discards[other]:
                discards[other] = pool.pop()
        return replace(state, hands=tuple(hands), discards=tuple(discards), deck=cards(pool))

    def unseen(self) -> list[int]:
        """Return the cards that this seat has not seen, lowest first."""
        state, board = self.state, self.state.board
        seen = cards(card for card in state.discards if card) + sum(state.hands)
        found = []
        for card, every in counts(board.deck):
            shown = (state.filled & board.column[card]).bit_count() + copies(seen, card)
            found += [card] * (every - shown)
        return found

    def has_put_aside(self, seat: int) -> bool:
        """Return whether a seat has put a card aside in this round."""
        state = self.state
        if state.phase in (DEAL, REVEAL):
            return False
        start, players = state.start_player, state.players
        return state.phase is not DISCARD or (seat - start) % players < (state.turn - start) % players


def view(state: Catbox, seat: int | None) -> CatboxView:
    """Return the view of a seat, or of a spectator for None. A paradox reveals the hand (`catbox.paradox`)."""
    known = [at in (seat, state.paradox) for at in range(state.players)]
    shown = replace(
        state,
        hands=tuple(hand if mine else 0 for hand, mine in zip(state.hands, known, strict=True)),
        discards=tuple(card if at == seat else 0 for at, card in enumerate(state.discards)),
        deck=0,
    )
    sizes = tuple(card_count(hand) for hand in state.hands)
    return CatboxView(state=shown, seat=seat, sizes=sizes, left=card_count(state.deck))


def has_hidden_information(_: Options) -> bool:
    """Return True: every player has a hidden hand, whatever the options."""
    return True


def is_hidden_action(action: Action) -> bool:
    """Return whether an action hides its card: a card put aside is face down (`catbox.prepare.discard`)."""
    return isinstance(action, Discard)
