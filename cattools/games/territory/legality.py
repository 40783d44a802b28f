"""Why an action is not legal: one check a row, each a rule, a sentence and a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cattools.core.game import CHANCE
from cattools.core.messages import N_, Text, text
from cattools.core.rules import Check, Fault, Refusal
from cattools.games.territory.actions import (
    Action,
    Allow,
    Block,
    Draw,
    Enough,
    Keep,
    Lot,
    Pass,
    Place,
    Reveal,
    Swap,
    Use,
)
from cattools.games.territory.choices import choices, plays
from cattools.games.territory.park import BLOCK, CARD, CARDS, DECKS, EVERYWHERE, GRID, NAMES, SIZE, TITLES
from cattools.games.territory.scoring import WORDS, stack_words

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory

NAMED = (N_("Red"), N_("Blue"), N_("Yellow"), N_("Green"))
Wrong = Callable[["Territory", Any], Fault | None]


def why_not(state: Territory, action: Action) -> tuple[Refusal, ...]:
    """Return all reasons against an action, each with its rule; empty means legal."""
    found = (check.refusal(state, action) for check in CHECKS[type(action)])
    return tuple(refusal for refusal in found if refusal)


def name(seat: int) -> Text:
    """Return a seat's name."""
    return text(NAMED[seat])


def card_words(card: int) -> str | Text:
    """Return a card's name: its cell, or what it does."""
    return NAMES[card] if card < SIZE else text(TITLES[CARDS[card]])


# --- when it is not the time -------------------------------------------------------------------------------------


def _full(state: Territory, _: Action) -> Fault | None:
    return fault() if not state.step.due and state.filled == EVERYWHERE else None


def _end_drawn(state: Territory, _: Action) -> Fault | None:
    return fault(who=name(state.ended)) if state.ended >= 0 else None


def _stuck(state: Territory, _: Action) -> Fault | None:
    return fault() if not state.step.due and state.passes >= len(state.tops) else None


def _chance_first(state: Territory, _: Action) -> Fault | None:
    return fault(what=state.status()) if state.step.chance else None


def _answer_first(state: Territory, _: Action) -> Fault | None:
    step = state.step
    return fault(NAMES[step.at], who=name(step.asked[0])) if step.asked and not step.reveal else None


def _keep_first(state: Territory, _: Action) -> Fault | None:
    return fault(who=name(state.turn)) if state.step.looked and not state.step.looking else None


def _swap_first(state: Territory, _: Action) -> Fault | None:
    return fault(who=name(state.turn)) if state.step.swap >= 0 else None


# --- placing -----------------------------------------------------------------------------------------------------


def _held(state: Territory, card: str) -> bool:
    return CARD[card] in state.hands[state.turn]


def _no_cell_card(state: Territory, action: Place) -> Fault | None:
    held = GRID.index[action.at] in state.hands[state.turn]
    return None if held else fault(who=name(state.turn), at=action.at)


def _own_top(state: Territory, at: str) -> Fault | None:
    if not at or not state.tops[state.turn] >> GRID.index[at] & 1:
        return None
    return fault(at, at=at, colour=text(WORDS[state.turn]))


def _place_own_top(state: Territory, action: Place) -> Fault | None:
    return _own_top(state, action.at)


# --- assist cards ------------------------------------------------------------------------------------------------


def _no_assist(state: Territory, action: Use) -> Fault | None:
    if _held(state, action.card) or _turned_over(state, action):
        return None
    return fault(who=name(state.turn), card=text(TITLES[action.card]))


def _turned_over(state: Territory, action: Use | Block) -> Fault | None:
    card = action.card if isinstance(action, Use) else "block"
    seat = _asked(state) if isinstance(action, Block) else state.turn
    if not state.plan.duel or CARD[card] in state.hands[seat] or CARD[card] not in state.plan.assist:
        return None
    return fault(who=name(seat), card=text(TITLES[card]))


def _no_place(state: Territory, action: Use) -> Fault | None:  # noqa: ARG001 - every check takes both
    return fault(card=text(TITLES[action.card])) if action.card in PLACING and not action.at else None


def _needless_place(state: Territory, action: Use) -> Fault | None:  # noqa: ARG001 - every check takes both
    return fault(card=text(TITLES[action.card])) if action.card not in PLACING and action.at else None


def _is_block(state: Territory, action: Use) -> Fault | None:  # noqa: ARG001 - every check takes both
    return fault() if action.card == "block" else None


def _not_empty(state: Territory, action: Use) -> Fault | None:
    if action.card != "empty" or not action.at or not state.filled >> GRID.index[action.at] & 1:
        return None
    stack = state.stacks[GRID.index[action.at]]
    return fault(action.at, at=action.at, stack=stack_words(stack))


def _over(card: str, wrong: Callable[[Territory, str], Fault | None]) -> Wrong:
    return lambda state, action: wrong(state, action.at) if action.card == card else None


def _no_cat(state: Territory, at: str) -> Fault | None:
    return None if not at or state.filled >> GRID.index[at] & 1 else fault(at, at=at)


def _nothing_to_look_at(state: Territory, action: Use) -> Fault | None:
    return fault() if action.card == "search" and not state.left and not state.plan.duel else None


# --- exchanges ---------------------------------------------------------------------------------------------------


def _not_held(state: Territory, action: Swap) -> Fault | None:
    return None if _held(state, action.card) else fault(who=name(state.turn), card=card_words(CARD[action.card]))


def _wrong_deck(state: Territory, action: Swap) -> Fault | None:
    return fault() if state.plan.game == "basic" and action.deck == "cells" else None


def _no_exchange(state: Territory, action: Swap) -> Fault | None:
    if not state.plan.duel:
        return None
    coordinate = action.deck == "cells" and CARD[action.card] < SIZE
    return None if coordinate and not plays(state) else fault()


def _duel_deck_empty(state: Territory, action: Swap) -> Fault | None:
    return fault() if state.plan.duel and not _no_exchange(state, action) and not state.deck else None


def _no_assist_left(state: Territory, action: Swap) -> Fault | None:
    if state.plan.duel or action.deck != "assist" or state.left > (state.step.swap >= 0):
        return None
    return fault()


def _other_deck(state: Territory, action: Swap) -> Fault | None:
    swap = state.step.swap
    return None if swap < 0 or DECKS[swap] == action.deck else fault()


def _nothing_exchanged(state: Territory, _: Enough) -> Fault | None:
    return None if state.step.swap >= 0 else fault()


# --- the rest ----------------------------------------------------------------------------------------------------


def _not_looking(state: Territory, _: Keep) -> Fault | None:
    return None if state.step.looked else fault()


def _so_many(state: Territory, action: Keep) -> Fault | None:
    looked = len(state.step.looked)
    return fault(n=looked) if looked and not 1 <= action.number <= looked else None


def _asked(state: Territory) -> int:
    return state.step.asked[0] if state.step.asked else state.turn


def _nothing_to_block(state: Territory, _: Block | Allow) -> Fault | None:
    return None if state.step.asked else fault()


def _no_block(state: Territory, action: Block) -> Fault | None:
    seat = _asked(state)
    return None if BLOCK in state.hands[seat] or _turned_over(state, action) else fault(who=name(seat))


def _can_act(state: Territory, _: Pass) -> Fault | None:
    seat = state.to_move
    if seat is None or seat == CHANCE or isinstance(choices(state)[0], Pass):
        return None
    return fault(who=name(seat))


def _no_deal(state: Territory, action: Draw | Reveal | Lot) -> Fault | None:
    if state.over or any(action == deal for _, deal in state.chances()):
        return None
    why = N_("That cannot come now.") if state.step.chance else N_("A card is drawn after an action, not before it.")
    return fault(what=state.status(), why=text(why))


BLOCKING = N_("A block answers another player's card that is about to turn cats of yours.")
PLACING = ("empty", "column", "row")

OVER: tuple[Check[Any, Any], ...] = (
    Check("territory.end.full", N_("The game is over: every cell holds a cat."), _full),
    Check("territory.end.card", N_("The game is over: {who} has drawn END."), _end_drawn),
    Check("territory.end.stuck", N_("The game is over: nobody can act any more."), _stuck),
)
CHANCE_FIRST: Check[Any, Any] = Check("territory.turn.choose", N_("{what} That comes first."), _chance_first)
ANSWER: Check[Any, Any] = Check(
    "territory.assist.block-window", N_("{who} is asked first: block, or let the cells turn."), _answer_first
)
KEEP: Check[Any, Any] = Check(
    "territory.assist.search-three", N_("{who} first keeps one of the cards looked at."), _keep_first
)
SWAP: Check[Any, Any] = Check(
    "territory.advanced.exchange", N_("{who} is exchanging: one more card, or enough."), _swap_first
)
NOT_NOW = (*OVER, CHANCE_FIRST, ANSWER, KEEP, SWAP)
DEAL: Check[Any, Any] = Check("territory.turn.choose", N_("{what} {why}"), _no_deal)

CHECKS: dict[type, tuple[Check[Any, Any], ...]] = {
    Place: (
        *NOT_NOW,
        Check("territory.place.card", N_("{who} holds no coordinate card for {at}."), _no_cell_card),
        Check("territory.place.own-top", N_("The top cat on {at} is {colour} already."), _place_own_top),
    ),
    Use: (
        *NOT_NOW,
        Check("territory.assist.use", N_("{who} holds no assist card of this kind: {card}."), _no_assist),
        Check("territory.duel.assist", N_("{who} has no open assist card of this kind: {card}."), _turned_over),
        Check("territory.assist.use", N_("This card needs a cell: {card}."), _no_place),
        Check("territory.assist.use", N_("This card needs no cell: {card}."), _needless_place),
        Check("territory.assist.block", BLOCKING, _is_block),
        Check("territory.assist.empty-cell", N_("{at} is not empty: {stack}."), _not_empty),
        Check("territory.assist.over-vertical", N_("There is no cat on {at} to go over."), _over("column", _no_cat)),
        Check(
            "territory.assist.over-vertical", N_("The top cat on {at} is {colour} already."), _over("column", _own_top)
        ),
        Check("territory.assist.over-horizontal", N_("There is no cat on {at} to go over."), _over("row", _no_cat)),
        Check(
            "territory.assist.over-horizontal", N_("The top cat on {at} is {colour} already."), _over("row", _own_top)
        ),
        Check("territory.assist.reshuffle", N_("There is no assist card left to look at."), _nothing_to_look_at),
    ),
    Swap: (
        *NOT_NOW[:-1],
        Check("territory.exchange", N_("{who} does not hold this card: {card}."), _not_held),
        Check("territory.exchange", N_("Exchanged cards come from the assist deck."), _wrong_deck),
        Check(
            "territory.duel.turn",
            N_("In the game for two a card is exchanged only when nothing else goes."),
            _no_exchange,
        ),
        Check("territory.duel.stuck", N_("The deck is empty: there is nothing to exchange for."), _duel_deck_empty),
        Check("territory.assist.reshuffle", N_("There is no assist card left to draw."), _no_assist_left),
        Check("territory.advanced.exchange", N_("Both cards come from the same deck."), _other_deck),
    ),
    Enough: (
        *OVER,
        CHANCE_FIRST,
        ANSWER,
        KEEP,
        Check("territory.advanced.exchange", N_("Nothing is being exchanged."), _nothing_exchanged),
    ),
    Keep: (
        *OVER,
        CHANCE_FIRST,
        ANSWER,
        SWAP,
        Check("territory.assist.search-three", N_("Nobody is looking at assist cards."), _not_looking),
        Check("territory.assist.search-three", N_("There is no such card: {n} to choose from."), _so_many),
    ),
    Block: (
        *OVER,
        CHANCE_FIRST,
        KEEP,
        SWAP,
        Check("territory.assist.block", BLOCKING, _nothing_to_block),
        Check("territory.assist.use", N_("{who} holds no block card."), _no_block),
        Check("territory.duel.assist", N_("{who} has no open assist card of this kind: {card}."), _turned_over),
    ),
    Allow: (
        *OVER,
        CHANCE_FIRST,
        KEEP,
        SWAP,
        Check("territory.assist.block-window", N_("Nobody is asked for a block now."), _nothing_to_block),
    ),
    Pass: (
        *OVER,
        CHANCE_FIRST,
        Check("territory.end.stuck", N_("Passing is only for a player who cannot act, and {who} can."), _can_act),
    ),
    Draw: (*OVER, DEAL),
    Reveal: (*OVER, DEAL),
    Lot: (*OVER, DEAL),
}
