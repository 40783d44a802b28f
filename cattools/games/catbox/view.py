"""What one seat knows: the table with the others' cards taken away, and how to imagine them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from cattools.core.game import Game, View
from cattools.core.options import Options
from cattools.games.catbox.actions import Action
from cattools.games.catbox.cards import cards, counts, size
from cattools.games.catbox.state import DEAL, DISCARD, REVEAL, Catbox


@dataclass(frozen=True, slots=True)
class Seen(View[Action]):
    """A seat's view: `table` is the position without what the seat does not know.

    `sizes` are the numbers of cards in the hands, `left` that of cards not dealt: everybody can count those.
    """

    table: Catbox
    seat: int | None
    sizes: tuple[int, ...]
    left: int

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
        """Return the legal actions when this seat is to move, else nothing: they depend on its own hand only."""
        return self.table.legal() if self.seat is not None and self.seat == self.to_move else []

    def determinize(self, rng: Random) -> Catbox:
        """Return a full state in which every card this seat has not seen lies somewhere it may be.

        All such deals are equally likely: a hand known to hold certain numbers only is dealt first, from those.
        """
        table = self.table
        pool = self.unseen()
        rng.shuffle(pool)
        hands, discards = list(table.hands), list(table.discards)
        seat, only = table.forced
        if seat >= 0 and not hands[seat]:
            held = [card for card in pool if only >> card - 1 & 1][: self.sizes[seat]]
            hands[seat] = cards(held)
            for card in held:
                pool.remove(card)
        for other, hand in enumerate(hands):
            if not hand:
                hands[other] = cards(pool.pop() for _ in range(self.sizes[other]))
            if self.put_aside(other) and not discards[other]:
                discards[other] = pool.pop()
        return replace(table, hands=tuple(hands), discards=tuple(discards), deck=cards(pool))

    def unseen(self) -> list[int]:
        """Return the cards this seat has not seen, lowest first."""
        table, board = self.table, self.table.board
        seen = cards(card for card in table.discards if card) + sum(table.hands)
        found = []
        for card, copies in counts(board.deck):
            shown = (table.filled & board.column[card]).bit_count() + (seen >> 3 * (card - 1) & 7)
            found += [card] * (copies - shown)
        return found

    def put_aside(self, seat: int) -> bool:
        """Return whether a seat has put its card aside in this round."""
        table = self.table
        if table.phase in (DEAL, REVEAL):
            return False
        return (
            table.phase != DISCARD or (seat - table.start) % table.players < (table.turn - table.start) % table.players
        )


def seen(state: Catbox, seat: int | None) -> Seen:
    """Return a seat's view, or a spectator's with None. The hand of a paradox lies open (`catbox.paradox`)."""
    known = [at in (seat, state.paradox) for at in range(state.players)]
    table = replace(
        state,
        hands=tuple(hand if mine else 0 for hand, mine in zip(state.hands, known, strict=True)),
        discards=tuple(card if at == seat else 0 for at, card in enumerate(state.discards)),
        deck=0,
    )
    return Seen(table, seat, tuple(size(hand) for hand in state.hands), size(state.deck))
