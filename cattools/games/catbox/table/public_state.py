"""The public state of a round at a real table: what all players see and announce. No hand is known."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cattools.core.game import State
from cattools.core.options import Options
from cattools.games.catbox.rules.actions import Action
from cattools.games.catbox.rules.components import copies, one_card
from cattools.games.catbox.rules.state import PLAY, Catbox, with_seat
from cattools.games.catbox.rules.view import CatboxView
from cattools.games.catbox.table.round_result import Entry


@dataclass(frozen=True, slots=True)
class Broken:
    """A paradox that a player announces (`catbox.paradox`); `held` is the hand if the player shows it."""

    held: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(["paradox", *map(str, self.held)])


Step = Action | Broken | Entry


@dataclass(frozen=True, slots=True)
class Tally(State[Step]):
    """The public state. In `table` every hand holds all cards, because it could hold any of them; no card is put aside.

    A play is checked as if its card were the only card in hand: if it is refused even then, no hand makes it legal.
    `entered` means that only the result of this round was entered, so the board is empty.
    """

    options: Options
    table: Catbox
    entered: bool = False

    @property
    def to_move(self) -> int | None:
        """The seat to play, to predict or to reveal a card; None once the game is over."""
        return None if self.table.over else self.table.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is certain, because no card at all could be declared."""
        return self.table.phase is PLAY and not self.open_cells()

    def holding(self, held: int) -> Catbox:
        """Return the position with exactly these cards in the hand of the seat to move."""
        return replace(self.table, hands=with_seat(self.table.hands, self.table.turn, held))

    def open_cells(self) -> int:
        """Return the cells that the seat to move could take with at least one card that it could hold."""
        found = 0
        for cells in self.ways().values():
            found |= cells
        return found

    def ways(self) -> dict[int, int]:
        """Return, for each number that the seat to move could hold, the cells that such a card could take."""
        numbers = range(1, self.table.board.numbers + 1)
        return {card: self.holding(one_card(card)).open_cells() for card in numbers if self.may_hold(card)}

    def may_hold(self, card: int) -> bool:
        """Return whether the seat to move could hold a card: leading red while it was closed excludes some numbers."""
        forced = self.table.forced
        return forced is None or forced.seat != self.table.turn or bool(forced.numbers >> card - 1 & 1)

    def unseen(self, card: int) -> int:
        """Return the number of copies of a card that are not on the board."""
        board = self.table.board
        return copies(board.deck, card) - (self.table.filled & board.column[card]).bit_count()

    def sizes(self) -> tuple[int, ...]:
        """Return the number of cards in each hand, which is public."""
        table = self.table
        placed = [sum(table.won)] * table.players if self.entered else [own.bit_count() for own in table.tokens]
        return tuple(table.board.dealt - 1 - n for n in placed)

    def seen(self) -> CatboxView:
        """Return the view of a spectator; only the hand shown after a paradox is open."""
        table, none = self.table, (0,) * self.table.players
        hands = none if table.paradox is None else with_seat(none, table.paradox, table.hands[table.paradox])
        if self.entered:
            table = replace(table, tokens=none, filled=table.observed)
        left = table.board.left - table.observed.bit_count()
        return CatboxView(state=replace(table, hands=hands, deck=0), seat=None, sizes=self.sizes(), left=left)
