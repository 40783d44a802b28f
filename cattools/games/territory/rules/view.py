"""Views of a position, for a seat or a spectator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from cattools.core.game import View
from cattools.core.options import Options
from cattools.games.territory.rules.actions import Action
from cattools.games.territory.rules.components import ASSIST_BACK, CELL_BACK, SEARCH, SIZE, without_cards
from cattools.games.territory.rules.state import Territory


@dataclass(frozen=True, slots=True)
class TerritoryView(View[Territory, Action]):
    """A seat's view: `state` has card backs in other hands, in the decks and below the assist deck.

    `discards` are the discarded coordinate cards, which cannot be derived from the card backs in `state`.
    """

    discards: bytes

    def determinize(self, rng: Random) -> Territory:
        """Return a full state with hidden information sampled consistently with everything this seat knows."""
        state, step = self.state, self.state.step
        searching = bytes([SEARCH] * bool(step.looking or step.looked))
        seen = b"".join((*state.hands, searching, bytes(card for card, _ in state.bottom), step.looked))
        cells, assist = (
            _shuffled(without_cards(all_cards, seen + known), rng)
            for all_cards, known in ((state.plan.cells, self.discards), (state.plan.assist, state.used))
        )

        def revealed(cards: Iterable[int]) -> tuple[int, ...]:
            return tuple(cells.pop() if c == CELL_BACK else assist.pop() if c == ASSIST_BACK else c for c in cards)

        # backs are replaced in this order: hands, bottom, cards looked at; the remaining cards form the decks
        hands = tuple(bytes(sorted(revealed(hand))) for hand in state.hands)
        bottom = tuple(zip(revealed(card for card, _ in state.bottom), (who for _, who in state.bottom), strict=True))
        if step.looked:
            step = replace(step, looked=bytes(revealed(step.looked)))
        return replace(
            state,
            hands=hands,
            cell_deck=bytes(sorted(cells)),
            assist_deck=bytes(sorted(assist)),
            bottom=bottom,
            step=step,
        )


def _shuffled(cards: bytes, rng: Random) -> list[int]:
    shuffled = list(cards)
    rng.shuffle(shuffled)
    return shuffled


def _back(card: int) -> int:
    return CELL_BACK if card < SIZE else ASSIST_BACK


def view(state: Territory, seat: int | None) -> TerritoryView:
    """Return the view of a seat, or of a spectator if None; in the game for two, assist cards are open."""
    duel, step = state.plan.duel, state.step
    hands = tuple(
        hand if who == seat else bytes(card if duel and card >= SIZE else _back(card) for card in hand)
        for who, hand in enumerate(state.hands)
    )
    if step.looked and state.turn != seat:
        step = replace(step, looked=bytes([ASSIST_BACK] * len(step.looked)))
    shown = replace(
        state,
        hands=hands,
        cell_deck=bytes([CELL_BACK] * len(state.cell_deck)),
        assist_deck=bytes([ASSIST_BACK] * len(state.assist_deck)),
        bottom=tuple((card if who == seat else ASSIST_BACK, who) for card, who in state.bottom),
        step=step,
    )
    return TerritoryView(state=shown, seat=seat, discards=state.discards)


def has_hidden_information(_: Options) -> bool:
    """Return True: hands are hidden, so views differ (`territory.setup.hand`)."""
    return True
