"""What one seat, or a spectator, may know of a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from cattools.core.game import AnyGame, View
from cattools.core.options import Options
from cattools.games.territory.rules.actions import Action
from cattools.games.territory.rules.components import ASSIST_BACK, CELL_BACK, SEARCH, SIZE, Plan, plan, without_cards
from cattools.games.territory.rules.lines import Lines
from cattools.games.territory.rules.state import Step, Territory


@dataclass(frozen=True, slots=True)
class TerritoryView(View[Action]):
    """A position without the secrets: other hands, and cards at the bottom of the deck, are card backs.

    `discards` are the discarded coordinate cards, `cell_deck` and `assist_deck` the numbers of cards left, `deciding`
    is who is to move; the rest is as in the state.
    """

    options: Options = field()  # else the property of the same name would be taken for its default
    seat: int | None
    deciding: int | None
    stacks: bytes
    tops: tuple[int, ...]
    hands: tuple[bytes, ...]
    discards: bytes
    cell_deck: int
    assist_deck: int
    bottom: tuple[tuple[int, int], ...]
    used: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    turn: int
    passes: int
    ended_by: int | None
    step: Step

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return Territory.game

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next, as in the state."""
        return self.deciding

    @property
    def plan(self) -> Plan:
        """What the options amount to."""
        return plan(self.options)

    @property
    def lines(self) -> Lines:
        """The cells about to turn by the cat just placed, as in the state."""
        return self.step.lines(self.tops, self.turn)

    def legal(self) -> Sequence[Action]:
        """Return the legal actions when this seat is to move: they depend on nothing it cannot see."""
        if self.seat is None or self.seat != self.to_move:
            return ()
        return self.determinize(Random(0)).legal()

    def determinize(self, rng: Random) -> Territory:
        """Return a full state that agrees with everything this seat knows."""
        table = self.plan
        searching = bytes([SEARCH] * bool(self.step.looking or self.step.looked))
        seen = b"".join((*self.hands, searching, bytes(card for card, _ in self.bottom), self.step.looked))
        cells, assist = (
            _shuffled(without_cards(all_cards, seen + known), rng)
            for all_cards, known in ((table.cells, self.discards), (table.assist, self.used))
        )

        def told(cards: Iterable[int]) -> tuple[int, ...]:
            return tuple(cells.pop() if c == CELL_BACK else assist.pop() if c == ASSIST_BACK else c for c in cards)

        # the backs take their cards in this order: hands, bottom, cards looked at; the decks are what is left
        hands = tuple(bytes(sorted(told(hand))) for hand in self.hands)
        bottom = tuple(zip(told(card for card, _ in self.bottom), (who for _, who in self.bottom), strict=True))
        step = replace(self.step, looked=bytes(told(self.step.looked))) if self.step.looked else self.step
        return Territory(
            options=self.options,
            stacks=self.stacks,
            tops=self.tops,
            hands=hands,
            cell_deck=bytes(sorted(cells)),
            assist_deck=bytes(sorted(assist)),
            bottom=bottom,
            used=self.used,
            treasures=without_cards(table.treasures, b"".join(self.won)),
            won=self.won,
            bonus=self.bonus,
            turn=self.turn,
            passes=self.passes,
            ended_by=self.ended_by,
            step=step,
        )


def _shuffled(cards: bytes, rng: Random) -> list[int]:
    found = list(cards)
    rng.shuffle(found)
    return found


def _back(card: int) -> int:
    return CELL_BACK if card < SIZE else ASSIST_BACK


def view(state: Territory, seat: int | None) -> TerritoryView:
    """Return what a seat, or with None a spectator, may know; in the game for two the assist cards lie open."""
    duel, step = state.plan.duel, state.step
    hands = tuple(
        hand if who == seat else bytes(card if duel and card >= SIZE else _back(card) for card in hand)
        for who, hand in enumerate(state.hands)
    )
    if step.looked and state.turn != seat:
        step = replace(step, looked=bytes([ASSIST_BACK] * len(step.looked)))
    return TerritoryView(
        options=state.options,
        seat=seat,
        deciding=state.to_move,
        stacks=state.stacks,
        tops=state.tops,
        hands=hands,
        discards=state.discards,
        cell_deck=len(state.cell_deck),
        assist_deck=len(state.assist_deck),
        bottom=tuple((card if who == seat else ASSIST_BACK, who) for card, who in state.bottom),
        used=state.used,
        won=state.won,
        bonus=state.bonus,
        turn=state.turn,
        passes=state.passes,
        ended_by=state.ended_by,
        step=step,
    )


def has_hidden_information(_: Options) -> bool:
    """Return that the seats differ in what they know: hands are hidden (`territory.setup.hand`)."""
    return True
