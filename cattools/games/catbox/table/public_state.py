"""What everybody at a real table can see of a round, and what they tell: nobody's hand is known."""

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
    """A paradox that a player tells of, with the hand laid open or on the player's word (`catbox.paradox`)."""

    held: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(["paradox", *map(str, self.held)])


Step = Action | Broken | Entry


@dataclass(frozen=True, slots=True)
class Tally(State[Step]):
    """What lies on the table. In `table` every hand holds every number, for it might; put aside is nothing.

    A card played is checked as if it were the only one in the hand: what is refused then is wrong whatever else is
    held. `entered` says that only the end of this round was told, so nothing lies on the board.
    """

    options: Options
    table: Catbox
    entered: bool = False

    @property
    def to_move(self) -> int | None:
        """The seat to play or to predict, or that turns up a card; None at the end."""
        return None if self.table.over else self.table.turn

    @property
    def pending(self) -> bool:
        """Whether a paradox is certain: no card at all could be declared."""
        return self.table.phase is PLAY and not self.open_cells()

    def holding(self, held: int) -> Catbox:
        """Return the position with these cards, and no others, in the hand of the seat to move."""
        return replace(self.table, hands=with_seat(self.table.hands, self.table.turn, held))

    def open_cells(self) -> int:
        """Return the cells that the seat to move may take with one card or another."""
        found = 0
        for cells in self.ways().values():
            found |= cells
        return found

    def ways(self) -> dict[int, int]:
        """Return for each number that the seat to move may still hold the cells such a card may take."""
        numbers = range(1, self.table.board.numbers + 1)
        return {card: self.holding(one_card(card)).open_cells() for card in numbers if self.may_hold(card)}

    def may_hold(self, card: int) -> bool:
        """Return whether the seat to move has not shown, by leading closed red, that it holds no such card."""
        forced = self.table.forced
        return forced is None or forced.seat != self.table.turn or bool(forced.numbers >> card - 1 & 1)

    def unseen(self, card: int) -> int:
        """Return how many copies of a card do not lie on the board."""
        board = self.table.board
        return copies(board.deck, card) - (self.table.filled & board.column[card]).bit_count()

    def sizes(self) -> tuple[int, ...]:
        """Return how many cards everybody holds; all can count them."""
        table = self.table
        placed = [sum(table.won)] * table.players if self.entered else [own.bit_count() for own in table.tokens]
        return tuple(table.board.dealt - 1 - n for n in placed)

    def seen(self) -> CatboxView:
        """Return what everybody sees, as a spectator of the game would: an open hand is that of a paradox."""
        table, none = self.table, (0,) * self.table.players
        hands = none if table.paradox is None else with_seat(none, table.paradox, table.hands[table.paradox])
        if self.entered:
            table = replace(table, tokens=none, filled=table.observed)
        left = table.board.left - table.observed.bit_count()
        return CatboxView(state=replace(table, hands=hands, deck=0), seat=None, sizes=self.sizes(), left=left)
