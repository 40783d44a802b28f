"""Legal actions of Neko Neko Territory and the reasons for refusals: a table of checks with rule, message and test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cattools.core.grid import bits
from cattools.core.messages import N_, text
from cattools.core.rules import Check, Checks, Fault, fault
from cattools.games.territory.rules.actions import (
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
from cattools.games.territory.rules.components import (
    ASSIST,
    BLOCK,
    CARD,
    CARDS,
    CELLS,
    COLUMN,
    DECKS,
    DOUBLE,
    EMPTY,
    EVERYWHERE,
    GRID,
    NAMES,
    PLACING,
    ROW,
    SEARCH,
    SIDE,
    SIZE,
)
from cattools.games.territory.rules.labels import card_words, colour, seat_name, stack_words, title
from cattools.games.territory.rules.state import Territory
from cattools.games.territory.rules.transitions import DRAW, LOT, REVEAL, chances

ONE_ROW = (1 << SIDE) - 1
PASS, ENOUGH, ALLOW, BLOCKS = Pass(), Enough(), Allow(), Block()
PLACE = tuple(Place(at) for at in NAMES)
USE = {kind: tuple(Use(CARDS[kind], at) for at in NAMES) for kind in (EMPTY, COLUMN, ROW)}
BY_ROW = {  # the uses of a card on the cells of one row, by card, row and six-bit mask of the allowed cells
    kind: tuple(tuple([use[SIDE * row + at] for at in bits(mask)] for mask in range(1 << SIDE)) for row in range(SIDE))
    for kind, use in USE.items()
}
WITHOUT_CELL = {kind: Use(CARDS[kind]) for kind in (DOUBLE, SEARCH)}
SWAP = {deck: tuple(Swap(card, deck) for card in CARDS[: BLOCK + 1]) for deck in DECKS}
BLOCK_ANSWERS = (BLOCKS, ALLOW)
KEEP = tuple(tuple(Keep(number + 1) for number in range(count)) for count in range(4))


def candidates(state: Territory) -> Iterator[Action]:
    """Yield every action that a player could intend, legal or not."""
    yield from PLACE
    yield from WITHOUT_CELL.values()
    yield from (BLOCKS, ALLOW, ENOUGH, PASS)
    for use in USE.values():
        yield from use
    for swap in SWAP.values():
        yield from swap
    yield from KEEP[3]
    yield from DRAW
    yield from REVEAL[:4]
    yield from LOT[: len(state.tops)]


def legal(state: Territory) -> Sequence[Action]:
    """Return every legal action: cells in reading order, then assist cards, then exchanges."""
    step = state.step
    if not step.due:
        return () if state.over else _turn_actions(state)
    if step.chance:
        return [action for _, action in chances(state)]
    if step.asked:
        return BLOCK_ANSWERS if BLOCK in state.hands[step.asked[0]] else (ALLOW,)
    if step.looked:
        return KEEP[len(step.looked)]
    if step.swap:
        second = step.swap == CELLS or state.assist_left >= 2
        return [*(SWAP[step.swap][card] for card in dict.fromkeys(state.hands[state.turn]) if second), ENOUGH]
    return _turn_actions(state)


def _turn_actions(state: Territory) -> Sequence[Action]:
    """Return the actions that a player can choose from (`territory.turn.choose`)."""
    cards, game = dict.fromkeys(state.hands[state.turn]), state.plan.game
    found = _placements_and_uses(state, cards)
    if game == "duel":
        if not found and state.cell_deck:
            found = [SWAP[CELLS][card] for card in cards if card < SIZE]
        return found or (PASS,)
    if state.assist_left:
        swap = SWAP[ASSIST]
        found += [swap[card] for card in cards]
    if game == "advanced":
        swap = SWAP[CELLS]
        found += [swap[card] for card in cards]
    return found or (PASS,)


def _placements_and_uses(state: Territory, cards: Iterable[int]) -> list[Action]:
    """Return the ways to play a coordinate card or use an assist card, once for each different card in the hand."""
    own = state.tops[state.turn]
    found: list[Action] = []
    for card in cards:
        if card < SIZE:
            if not own >> card & 1:
                found.append(PLACE[card])
        elif card < DOUBLE:
            filled = state.filled
            cells = EVERYWHERE & ~filled if card == EMPTY else filled & ~own
            for row in BY_ROW[card]:
                found += row[cells & ONE_ROW]
                cells >>= SIDE
        elif card == DOUBLE or (card == SEARCH and state.assist_left):
            found.append(WITHOUT_CELL[card])
    return found


def allows(state: Territory, action: Action) -> bool:
    """Return whether an action is legal; the most common ones, those that begin a turn, are tested directly."""
    if state.step.due or state.over:
        return action in legal(state)
    hand, own = state.hands[state.turn], state.tops[state.turn]
    if isinstance(action, Place):
        cell = GRID.index[action.at]
        return cell in hand and not own >> cell & 1
    if isinstance(action, Swap) and not state.plan.duel:
        available = state.assist_left > 0 if action.deck == ASSIST else state.plan.game == "advanced"
        return available and CARD[action.card] in hand
    if isinstance(action, Use) and action.card in PLACING and action.at:
        cell, filled = GRID.index[action.at], state.filled
        cells = ~filled if action.card == CARDS[EMPTY] else filled & ~own
        return bool(cells >> cell & 1) and CARD[action.card] in hand
    return action in legal(state)


# --- wrong phase -------------------------------------------------------------------------------------------------


def _full(state: Territory, _: Action) -> Fault | None:
    return fault() if not state.step.due and state.full else None


def _end_drawn(state: Territory, _: Action) -> Fault | None:
    return fault(who=seat_name(state.ended_by)) if state.ended_by is not None else None


def _stuck(state: Territory, _: Action) -> Fault | None:
    return fault() if not state.step.due and state.passes >= len(state.tops) else None


def _chance_first(state: Territory, _: Action) -> Fault | None:
    return fault(what=state.status()) if state.step.chance else None


def _answer_first(state: Territory, _: Action) -> Fault | None:
    step = state.step
    if not step.placed or not step.asked or step.reveal:
        return None
    return fault(NAMES[step.placed.cell], who=seat_name(step.asked[0]))


def _keep_first(state: Territory, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.step.looked and not state.step.looking else None


def _swap_first(state: Territory, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.step.swap else None


# --- placing -----------------------------------------------------------------------------------------------------


def _held(state: Territory, card: str) -> bool:
    return CARD[card] in state.hands[state.turn]


def _no_cell_card(state: Territory, action: Place) -> Fault | None:
    held = GRID.index[action.at] in state.hands[state.turn]
    return None if held else fault(who=seat_name(state.turn), at=action.at)


def _own_top(state: Territory, action: Place | Use) -> Fault | None:
    if not action.at or not state.tops[state.turn] >> GRID.index[action.at] & 1:
        return None
    return fault(action.at, at=action.at, colour=colour(state.turn))


# --- assist cards ------------------------------------------------------------------------------------------------


def _no_assist(state: Territory, action: Use) -> Fault | None:
    if _held(state, action.card) or _turned_over(state, action):
        return None
    return fault(who=seat_name(state.turn), card=title(action.card))


def _turned_over(state: Territory, action: Use | Block) -> Fault | None:
    card = action.card if isinstance(action, Use) else "block"
    seat = _asked(state) if isinstance(action, Block) else state.turn
    if not state.plan.duel or CARD[card] in state.hands[seat] or CARD[card] not in state.plan.assist:
        return None
    return fault(who=seat_name(seat), card=title(card))


def _no_cell(_: Territory, action: Use) -> Fault | None:
    return fault(card=title(action.card)) if action.card in PLACING and not action.at else None


def _needless_cell(_: Territory, action: Use) -> Fault | None:
    return fault(card=title(action.card)) if action.card not in PLACING and action.at else None


def _is_block(_: Territory, action: Use) -> Fault | None:
    return fault() if action.card == "block" else None


def _not_empty(state: Territory, action: Use) -> Fault | None:
    if action.card != "empty" or not action.at or not state.filled >> GRID.index[action.at] & 1:
        return None
    stack = state.stacks[GRID.index[action.at]]
    return fault(action.at, at=action.at, stack=stack_words(stack))


def _only(card: str, find: Callable[[Territory, Use], Fault | None]) -> Callable[[Territory, Use], Fault | None]:
    return lambda state, action: find(state, action) if action.card == card else None


def _no_cat(state: Territory, action: Use) -> Fault | None:
    if not action.at or state.filled >> GRID.index[action.at] & 1:
        return None
    return fault(action.at, at=action.at)


def _nothing_to_look_at(state: Territory, action: Use) -> Fault | None:
    return fault() if action.card == "search" and not state.assist_left and not state.plan.duel else None


# --- exchanges ---------------------------------------------------------------------------------------------------


def _not_held(state: Territory, action: Swap) -> Fault | None:
    return None if _held(state, action.card) else fault(who=seat_name(state.turn), card=card_words(CARD[action.card]))


def _wrong_deck(state: Territory, action: Swap) -> Fault | None:
    return fault() if state.plan.game == "basic" and action.deck == CELLS else None


def _no_exchange(state: Territory, action: Swap) -> Fault | None:
    if not state.plan.duel:
        return None
    coordinate = action.deck == CELLS and CARD[action.card] < SIZE
    return None if coordinate and not _placements_and_uses(state, state.hands[state.turn]) else fault()


def _duel_deck_empty(state: Territory, _: Swap) -> Fault | None:
    return fault() if state.plan.duel and not state.cell_deck else None


def _no_assist_left(state: Territory, action: Swap) -> Fault | None:
    needed = 2 if state.step.swap else 1  # both cards of an exchange are still to be drawn
    return None if state.plan.duel or action.deck != ASSIST or state.assist_left >= needed else fault()


def _other_deck(state: Territory, action: Swap) -> Fault | None:
    swap = state.step.swap
    return fault() if swap and swap != action.deck else None


def _nothing_exchanged(state: Territory, _: Enough) -> Fault | None:
    return None if state.step.swap else fault()


# --- other actions -----------------------------------------------------------------------------------------------


def _not_looking(state: Territory, _: Keep) -> Fault | None:
    return None if state.step.looked else fault()


def _no_such_card(state: Territory, action: Keep) -> Fault | None:
    looked = len(state.step.looked)
    return fault(n=looked) if looked and not 1 <= action.number <= looked else None


def _asked(state: Territory) -> int:
    return state.step.asked[0] if state.step.asked else state.turn


def _nothing_to_block(state: Territory, _: Block | Allow) -> Fault | None:
    return None if state.step.asked else fault()


def _no_block(state: Territory, action: Block) -> Fault | None:
    seat = _asked(state)
    return None if BLOCK in state.hands[seat] or _turned_over(state, action) else fault(who=seat_name(seat))


def _can_act(state: Territory, _: Pass) -> Fault | None:
    seat = state.mover
    return None if seat is None or isinstance(legal(state)[0], Pass) else fault(who=seat_name(seat))


def _no_deal(state: Territory, action: Draw | Reveal | Lot) -> Fault | None:
    if state.over or any(action == deal for _, deal in chances(state)):
        return None
    why = (
        N_("This result is not possible.")
        if state.step.chance
        else N_("A card is drawn after an action, not before it.")
    )
    return fault(what=state.status(), why=text(why))


BLOCKING = N_("You can block only when another player's card is about to turn cells of yours.")

OVER = (
    Check("territory.end.full", N_("The game is over: every cell holds a cat."), _full),
    Check("territory.end.card", N_("The game is over: {who} has drawn END."), _end_drawn),
    Check("territory.end.stuck", N_("The game is over: nobody can act any more."), _stuck),
)
CHANCE_FIRST = Check("territory.turn.choose", N_("{what} This must happen before any other action."), _chance_first)
ANSWER_FIRST = Check(
    "territory.assist.block-window", N_("{who} must answer first: block, or let the cells turn."), _answer_first
)
KEEP_FIRST = Check(
    "territory.assist.search-three", N_("{who} must first keep one of the cards looked at."), _keep_first
)
SWAP_FIRST = Check(
    "territory.advanced.exchange", N_("{who} must first finish the exchange: one more card, or “enough”."), _swap_first
)
NOT_NOW = (*OVER, CHANCE_FIRST, ANSWER_FIRST, KEEP_FIRST, SWAP_FIRST)
DEAL = Check("territory.turn.choose", N_("{what} {why}"), _no_deal)

CHECKS: Checks = {
    Place: (
        *NOT_NOW,
        Check("territory.place.card", N_("{who} holds no coordinate card for {at}."), _no_cell_card),
        Check("territory.place.own-top", N_("The top cat on {at} is already {colour}."), _own_top),
    ),
    Use: (
        *NOT_NOW,
        Check("territory.assist.use", N_("{who} holds no assist card of this kind: {card}."), _no_assist),
        Check("territory.duel.assist", N_("{who} has no open assist card of this kind: {card}."), _turned_over),
        Check("territory.assist.use", N_("This card needs a cell: {card}."), _no_cell),
        Check("territory.assist.use", N_("This card needs no cell: {card}."), _needless_cell),
        Check("territory.assist.block", BLOCKING, _is_block),
        Check("territory.assist.empty-cell", N_("{at} is not empty: {stack}."), _not_empty),
        Check("territory.assist.over-vertical", N_("There is no cat on {at} to cover."), _only("column", _no_cat)),
        Check(
            "territory.assist.over-vertical", N_("The top cat on {at} is already {colour}."), _only("column", _own_top)
        ),
        Check("territory.assist.over-horizontal", N_("There is no cat on {at} to cover."), _only("row", _no_cat)),
        Check(
            "territory.assist.over-horizontal", N_("The top cat on {at} is already {colour}."), _only("row", _own_top)
        ),
        Check(
            "territory.assist.reshuffle",
            N_("There is no assist card left to look at."),
            _nothing_to_look_at,
            by_reading=True,
        ),
    ),
    Swap: (
        *NOT_NOW[:-1],
        Check("territory.exchange", N_("{who} does not hold this card: {card}."), _not_held),
        Check("territory.exchange", N_("In an exchange, the new card comes from the assist deck."), _wrong_deck),
        Check(
            "territory.duel.turn",
            N_("In the game for two a card is exchanged only if no other action is possible."),
            _no_exchange,
        ),
        Check("territory.duel.stuck", N_("The deck is empty: nothing can be exchanged."), _duel_deck_empty),
        Check(
            "territory.assist.reshuffle", N_("There is no assist card left to draw."), _no_assist_left, by_reading=True
        ),
        Check("territory.advanced.exchange", N_("Both cards must come from the same deck."), _other_deck),
    ),
    Enough: (
        *OVER,
        CHANCE_FIRST,
        ANSWER_FIRST,
        KEEP_FIRST,
        Check("territory.advanced.exchange", N_("Nothing is being exchanged."), _nothing_exchanged),
    ),
    Keep: (
        *OVER,
        CHANCE_FIRST,
        ANSWER_FIRST,
        SWAP_FIRST,
        Check("territory.assist.search-three", N_("Nobody is looking at assist cards."), _not_looking),
        Check(
            "territory.assist.search-three",
            N_("There is no such card; the number of cards to choose from is {n}."),
            _no_such_card,
        ),
    ),
    Block: (
        *OVER,
        CHANCE_FIRST,
        KEEP_FIRST,
        SWAP_FIRST,
        Check("territory.assist.block", BLOCKING, _nothing_to_block),
        Check("territory.assist.use", N_("{who} holds no block card."), _no_block),
        Check("territory.duel.assist", N_("{who} has no open assist card of this kind: {card}."), _turned_over),
    ),
    Allow: (
        *OVER,
        CHANCE_FIRST,
        KEEP_FIRST,
        SWAP_FIRST,
        Check("territory.assist.block-window", N_("Nobody is being asked whether to block."), _nothing_to_block),
    ),
    Pass: (
        *OVER,
        CHANCE_FIRST,
        Check("territory.end.stuck", N_("Only a player who cannot act may pass, and {who} can act."), _can_act),
    ),
    Draw: (*OVER, DEAL),
    Reveal: (*OVER, DEAL),
    Lot: (*OVER, DEAL),
}
