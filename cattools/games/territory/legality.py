"""What is legal in Neko Neko Territory: the checks, each with its rule, and the actions that pass them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from cattools.core.grid import bits
from cattools.core.messages import N_
from cattools.core.rules import CheckList, Fault, fault
from cattools.games.territory.components import (
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
    colour,
    seat_name,
    stack_words,
    title,
)
from cattools.games.territory.effects import DRAW, LOT, REVEAL, chances
from cattools.games.territory.position import Territory

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
KEEP = tuple(Keep(number) for number in (1, 2, 3))
CANDIDATES: list[Action] = [*PLACE, *WITHOUT_CELL.values(), BLOCKS, ALLOW, ENOUGH, PASS, *chain(*USE.values())]
CANDIDATES += [*SWAP[CELLS], *SWAP[ASSIST], *KEEP, *DRAW, *REVEAL[:4]]


def candidates(state: Territory) -> Sequence[Action]:
    """Return every action that a player could intend, legal or not."""
    return [*CANDIDATES, *LOT[: len(state.tops)]]


def legal(state: Territory) -> Sequence[Action]:
    """Return every legal action: cells in reading order, then assist cards, then exchanges."""
    step = state.step
    if not step.due:
        return () if state.over else _turn_actions(state)
    if step.chance:
        return [action for _, action in chances(state)]
    if step.asked:
        return (BLOCKS, ALLOW) if BLOCK in state.hands[step.asked[0]] else (ALLOW,)
    if step.looked:
        return KEEP[: len(step.looked)]
    if step.swap:
        cards = dict.fromkeys(state.hands[state.turn] if _can_draw(state, step.swap) else b"")
        return [*(SWAP[step.swap][card] for card in cards), ENOUGH]
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
    """Return the ways to play a coordinate card or use an assist card, for each of these cards."""
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
    """Return whether an action is legal; those that begin a turn, the most frequent ones, are tested without a list."""
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


CHECKS = CheckList(Place, Use, Swap, Enough, Keep, Block, Allow, Pass, Draw, Reveal, Lot)

# --- wrong phase -------------------------------------------------------------------------------------------------


@CHECKS.refuse("territory.end.full", N_("The game is over: every cell holds a cat."), *CHECKS)
def _full(state: Territory, _: Action) -> Fault | None:
    return fault() if not state.step.due and state.full else None


@CHECKS.refuse("territory.end.card", N_("The game is over: {who} has drawn END."), *CHECKS)
def _end_drawn(state: Territory, _: Action) -> Fault | None:
    return fault(who=seat_name(state.ended_by)) if state.ended_by is not None else None


@CHECKS.refuse("territory.end.stuck", N_("The game is over: nobody can act any more."), *CHECKS)
def _stuck(state: Territory, _: Action) -> Fault | None:
    return fault() if not state.step.due and state.passes >= len(state.tops) else None


@CHECKS.refuse(
    "territory.turn.choose",
    N_("{what} This must happen before any other action."),
    *(Place, Use, Swap, Enough, Keep, Block, Allow, Pass),
)
def _chance_first(state: Territory, _: Action) -> Fault | None:
    return fault(what=state.status()) if state.step.chance else None


@CHECKS.refuse(
    "territory.assist.block-window",
    N_("{who} must answer first: block, or let the cells flip."),
    *(Place, Use, Swap, Enough, Keep),
)
def _answer_first(state: Territory, _: Action) -> Fault | None:
    step = state.step
    if not step.placed or not step.asked or step.reveal:
        return None
    return fault(NAMES[step.placed.cell], who=seat_name(step.asked[0]))


@CHECKS.refuse(
    "territory.assist.search-three",
    N_("{who} must first choose which card to keep."),
    *(Place, Use, Swap, Enough, Block, Allow),
)
def _keep_first(state: Territory, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.step.looked and not state.step.looking else None


@CHECKS.refuse(
    "territory.advanced.exchange",
    N_("{who} must first exchange a second card, or press “No second exchange”."),
    *(Place, Use, Keep, Block, Allow),
)
def _swap_first(state: Territory, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.step.swap else None


# --- placing -----------------------------------------------------------------------------------------------------


@CHECKS.refuse("territory.place.card", N_("{who} holds no coordinate card for {at}."), Place)
def _no_cell_card(state: Territory, action: Place) -> Fault | None:
    seat = _decider(state)
    return None if GRID.index[action.at] in state.hands[seat] else fault(who=seat_name(seat))


@CHECKS.refuse("territory.place.own-top", N_("The top cat on {at} is already {colour}."), Place)
def _own_top(state: Territory, action: Place | Use) -> Fault | None:
    seat = _decider(state)
    own = state.tops[seat]
    return fault(action.at, colour=colour(seat)) if action.at and own >> GRID.index[action.at] & 1 else None


# --- assist cards ------------------------------------------------------------------------------------------------


@CHECKS.refuse("territory.assist.use", N_("{who} does not hold this assist card: {card}."), Use)
def _no_assist(state: Territory, action: Use) -> Fault | None:
    seat = _decider(state)
    if CARD[action.card] in state.hands[seat] or _turned_over(state, action):
        return None
    return fault(who=seat_name(seat))


@CHECKS.refuse("territory.duel.assist", N_("{who} has already used this assist card: {card}."), Use)
def _turned_over(state: Territory, action: Use | Block) -> Fault | None:
    card, seat = action.card if isinstance(action, Use) else "block", _decider(state)
    if not state.plan.duel or CARD[card] in state.hands[seat] or CARD[card] not in state.plan.assist:
        return None
    return fault(who=seat_name(seat), card=title(card))


@CHECKS.refuse("territory.assist.use", N_("You must use this assist card on a cell: {card}."), Use)
def _no_cell(_: Territory, action: Use) -> Fault | None:
    return fault() if action.card in PLACING and not action.at else None


@CHECKS.refuse("territory.assist.use", N_("You cannot use this assist card on a cell: {card}."), Use)
def _needless_cell(_: Territory, action: Use) -> Fault | None:
    return fault() if action.card not in PLACING and action.at else None


BLOCKING = N_("You can block only when another player's card is about to flip cells of yours.")


@CHECKS.refuse("territory.assist.block", BLOCKING, Use)
def _is_block(_: Territory, action: Use) -> Fault | None:
    return fault() if action.card == "block" else None


@CHECKS.refuse("territory.assist.empty-cell", N_("{at} is not empty: {stack}."), Use)
def _not_empty(state: Territory, action: Use) -> Fault | None:
    stack = state.stacks[GRID.index[action.at]] if action.card == "empty" and action.at else 0
    return fault(action.at, stack=stack_words(stack)) if stack else None


NO_CAT, OWN_TOP = N_("There is no cat on {at} to cover."), N_("The top cat on {at} is already {colour}.")


@CHECKS.refuse("territory.assist.over-vertical", NO_CAT, Use)
def _no_cat_in_column(state: Territory, action: Use) -> Fault | None:
    return _no_cat(state, action.at) if action.card == "column" else None


@CHECKS.refuse("territory.assist.over-vertical", OWN_TOP, Use)
def _own_top_in_column(state: Territory, action: Use) -> Fault | None:
    return _own_top(state, action) if action.card == "column" else None


@CHECKS.refuse("territory.assist.over-horizontal", NO_CAT, Use)
def _no_cat_in_row(state: Territory, action: Use) -> Fault | None:
    return _no_cat(state, action.at) if action.card == "row" else None


@CHECKS.refuse("territory.assist.over-horizontal", OWN_TOP, Use)
def _own_top_in_row(state: Territory, action: Use) -> Fault | None:
    return _own_top(state, action) if action.card == "row" else None


def _no_cat(state: Territory, at: str) -> Fault | None:
    return fault(at) if at and not state.stacks[GRID.index[at]] else None


@CHECKS.refuse("territory.assist.reshuffle", N_("There is no assist card left to look at."), Use, by_reading=True)
def _nothing_to_look_at(state: Territory, action: Use) -> Fault | None:
    return fault() if action.card == "search" and not state.assist_left and not state.plan.duel else None


# --- exchanges ---------------------------------------------------------------------------------------------------


@CHECKS.refuse("territory.exchange", N_("{who} does not hold this card: {card}."), Swap)
def _not_held(state: Territory, action: Swap) -> Fault | None:
    seat = _decider(state)
    return None if CARD[action.card] in state.hands[seat] else fault(who=seat_name(seat))


@CHECKS.refuse("territory.exchange", N_("In an exchange, the new card comes from the assist deck."), Swap)
def _wrong_deck(state: Territory, action: Swap) -> Fault | None:
    return fault() if state.plan.game == "basic" and action.deck == CELLS else None


@CHECKS.refuse(
    "territory.duel.turn", N_("In the game for two a card is exchanged only if no other action is possible."), Swap
)
def _no_exchange(state: Territory, action: Swap) -> Fault | None:
    if not state.plan.duel:
        return None
    coordinate = action.deck == CELLS and CARD[action.card] < SIZE
    return None if coordinate and not _placements_and_uses(state, state.hands[state.turn]) else fault()


@CHECKS.refuse("territory.duel.stuck", N_("The deck is empty, so no card can be exchanged."), Swap)
def _duel_deck_empty(state: Territory, _: Swap) -> Fault | None:
    return fault() if state.plan.duel and not state.cell_deck else None


@CHECKS.refuse("territory.assist.reshuffle", N_("There is no assist card left to draw."), Swap, by_reading=True)
def _no_assist_left(state: Territory, action: Swap) -> Fault | None:
    return None if state.plan.duel or _can_draw(state, action.deck) else fault()


def _can_draw(state: Territory, deck: str) -> bool:
    """Return whether enough cards are left for an exchange: two if it is the second, as both are still to be drawn."""
    return deck == CELLS or state.assist_left >= (2 if state.step.swap else 1)


@CHECKS.refuse("territory.advanced.exchange", N_("Both cards must come from the same deck."), Swap)
def _other_deck(state: Territory, action: Swap) -> Fault | None:
    return fault() if state.step.swap not in (None, action.deck) else None


@CHECKS.refuse("territory.advanced.exchange", N_("Nothing is being exchanged."), Enough)
def _nothing_exchanged(state: Territory, _: Enough) -> Fault | None:
    return None if state.step.swap else fault()


# --- other actions -----------------------------------------------------------------------------------------------


@CHECKS.refuse("territory.assist.search-three", N_("Nobody is looking at assist cards."), Keep)
def _not_looking(state: Territory, _: Keep) -> Fault | None:
    return None if state.step.looked else fault()


@CHECKS.refuse(
    "territory.assist.search-three", N_("There is no such card; the number of cards to choose from is {n}."), Keep
)
def _no_such_card(state: Territory, action: Keep) -> Fault | None:
    looked = len(state.step.looked)
    return fault(n=looked) if looked and not 1 <= action.number <= looked else None


@CHECKS.refuse("territory.assist.block", BLOCKING, Block)
def _nothing_to_block(state: Territory, _: Block) -> Fault | None:
    return None if state.step.asked else fault()


@CHECKS.refuse("territory.assist.use", N_("{who} holds no block card."), Block)
def _no_block(state: Territory, action: Block) -> Fault | None:
    seat = _decider(state)
    return None if BLOCK in state.hands[seat] or _turned_over(state, action) else fault(who=seat_name(seat))


@CHECKS.refuse("territory.duel.assist", N_("{who} has already used this assist card: {card}."), Block)
def _block_turned_over(state: Territory, action: Block) -> Fault | None:
    return _turned_over(state, action)


def _decider(state: Territory) -> int:
    """Return the seat that decides: the one that is asked whether to block, or else the one whose turn it is."""
    return state.step.asked[0] if state.step.asked else state.turn


@CHECKS.refuse("territory.assist.block-window", N_("Nobody is being asked whether to block."), Allow)
def _nobody_asked(state: Territory, _: Allow) -> Fault | None:
    return None if state.step.asked else fault()


@CHECKS.refuse("territory.end.stuck", N_("Only a player who cannot act may pass."), Pass)
def _can_act(state: Territory, _: Pass) -> Fault | None:
    seat = state.mover
    return None if seat is None or isinstance(legal(state)[0], Pass) else fault()


@CHECKS.refuse("territory.turn.choose", N_("{what} This result is not possible."), Draw, Reveal, Lot)
def _impossible(state: Territory, action: Draw | Reveal | Lot) -> Fault | None:
    possible = not state.step.chance or any(action == deal for _, deal in chances(state))
    return None if possible else fault(what=state.status())


@CHECKS.refuse("territory.turn.choose", N_("{what} A card is drawn after an action, not before it."), Draw, Reveal, Lot)
def _not_yet(state: Territory, _: Draw | Reveal | Lot) -> Fault | None:
    return None if state.step.chance or state.over else fault(what=state.status())
