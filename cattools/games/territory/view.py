"""What one seat, or a spectator, may know of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from cattools.core.game import Game, View
from cattools.core.options import Options
from cattools.games.territory.actions import Action
from cattools.games.territory.park import SEARCH, SIZE, SOME_ASSIST, SOME_CELL, plan
from cattools.games.territory.step import Step

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory


@dataclass(frozen=True, slots=True)
class TerritoryView(View[Action]):
    """A position without the secrets: other hands, and cards at the bottom of the deck, are card backs.

    `gone` are the discarded coordinate cards, `deck` and `pool` the numbers of cards left; the rest is as in the state.
    """

    options: Options
    seat: int | None
    deciding: int | None
    stacks: bytes
    tops: tuple[int, ...]
    hands: tuple[bytes, ...]
    gone: bytes
    deck: int
    pool: int
    bottom: tuple[tuple[int, int], ...]
    used: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    turn: int
    passes: int
    ended: int
    step: Step

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game being played."""
        from cattools.games.territory import GAME  # noqa: PLC0415 - the package knows this module

        return GAME

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is next, as in the state."""
        return self.deciding

    @property
    def lines(self) -> tuple[int, ...]:
        """The cells about to turn by the cat just placed, as in the state."""
        return self.step.lines(self.tops[self.turn], sum(self.tops))

    def legal(self) -> Sequence[Action]:
        """Return the legal actions when this seat is to move: they depend on nothing it cannot see."""
        if self.seat is None or self.seat != self.to_move:
            return ()
        return self.determinize(Random(0)).legal()

    def determinize(self, rng: Random) -> Territory:
        """Return a full state that agrees with everything this seat knows."""
        from cattools.games.territory.state import Territory  # noqa: PLC0415 - states make views

        table = plan(self.options)
        searching = bytes([SEARCH] * bool(self.step.looking or self.step.looked))
        seen = b"".join((*self.hands, searching, bytes(card for card, _ in self.bottom), self.step.looked))
        cells, assist = (
            _shuffled(_rest(all_cards, seen + known), rng)
            for all_cards, known in ((table.cells, self.gone), (table.assist, self.used))
        )

        def told(cards: Iterable[int]) -> tuple[int, ...]:
            return tuple(cells.pop() if c == SOME_CELL else assist.pop() if c == SOME_ASSIST else c for c in cards)

        hands = tuple(bytes(sorted(told(hand))) for hand in self.hands)
        bottom = tuple(zip(told(card for card, _ in self.bottom), (who for _, who in self.bottom), strict=True))
        step = replace(self.step, looked=bytes(told(self.step.looked))) if self.step.looked else self.step
        return Territory(
            self.options, self.stacks, self.tops, hands, bytes(sorted(cells)), bytes(sorted(assist)), bottom, self.used,
            _rest(table.treasures, b"".join(self.won)), self.won, self.bonus, self.turn, self.passes, self.ended, step,
        )  # fmt: skip


def _rest(cards: bytes, without: bytes) -> bytes:
    """Return sorted cards without some of them; those not among them are passed over."""
    return bytes(sorted((Counter(cards) - Counter(without)).elements()))


def _shuffled(cards: bytes, rng: Random) -> list[int]:
    found = list(cards)
    rng.shuffle(found)
    return found


def _back(card: int) -> int:
    return SOME_CELL if card < SIZE else SOME_ASSIST


def gone(state: Territory) -> bytes:
    """Return the discarded coordinate cards, which everybody can see (`territory.discards`)."""
    return _rest(state.plan.cells, b"".join((state.deck, *state.hands)))


def view_of(state: Territory, seat: int | None) -> TerritoryView:
    """Return what a seat, or with None a spectator, may know; in the game for two the assist cards lie open."""
    duel, step = state.plan.duel, state.step
    hands = tuple(
        hand if who == seat else bytes(card if duel and card >= SIZE else _back(card) for card in hand)
        for who, hand in enumerate(state.hands)
    )
    bottom = tuple((card if who == seat else SOME_ASSIST, who) for card, who in state.bottom)
    if step.looked and state.turn != seat:
        step = replace(step, looked=bytes([SOME_ASSIST] * len(step.looked)))
    return TerritoryView(
        state.options, seat, state.to_move, state.stacks, state.tops, hands, gone(state), len(state.deck),
        len(state.pool), bottom, state.used, state.won, state.bonus, state.turn, state.passes, state.ended, step,
    )  # fmt: skip
