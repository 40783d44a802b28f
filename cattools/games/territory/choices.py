"""What can be done now, chance apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cattools.core.grid import bits
from cattools.games.territory.actions import Action, Allow, Block, Enough, Keep, Pass, Place, Swap, Use
from cattools.games.territory.park import (
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
    KINDS,
    NAMES,
    ROW,
    SEARCH,
    SIDE,
    SIZE,
)

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory

ONE_ROW = (1 << SIDE) - 1
PASS, ENOUGH, ALLOW = Pass(), Enough(), Allow()
PLACE = tuple(Place(name) for name in NAMES)
USE = {kind: tuple(Use(CARDS[kind], name) for name in NAMES) for kind in (EMPTY, COLUMN, ROW)}
OVER = {CARDS[kind] for kind in USE}
BY_ROW = {  # by card, row and the six bits of that row: what can be chosen there
    kind: tuple(tuple([use[SIDE * row + at] for at in bits(mask)] for mask in range(1 << SIDE)) for row in range(SIDE))
    for kind, use in USE.items()
}
ALONE = {kind: Use(CARDS[kind]) for kind in (DOUBLE, SEARCH)}
SWAP = tuple(tuple(Swap(card, deck) for card in CARDS[: SIZE + len(KINDS)]) for deck in DECKS)
MAY_BLOCK = (Block(), ALLOW)
KEEP = tuple(tuple(Keep(number + 1) for number in range(count)) for count in range(4))


def choices(state: Territory) -> list[Action] | tuple[Action, ...]:
    """Return the legal actions of the seat to move while the game goes on."""
    step, hand = state.step, state.hands[state.turn]
    if step.asked:
        return MAY_BLOCK if BLOCK in state.hands[step.asked[0]] else (ALLOW,)
    if step.looked:
        return KEEP[len(step.looked)]
    if step.swap >= 0:
        second = step.swap == CELLS or state.left >= 2
        return [*(SWAP[step.swap][card] for card in dict.fromkeys(hand) if second), ENOUGH]
    found = plays(state)
    game = state.plan.game
    if game == "duel":
        swap = SWAP[CELLS] if state.deck else ()
        return found or [swap[card] for card in hand if swap and card < SIZE] or (PASS,)
    if state.left:
        swap = SWAP[ASSIST]
        found += [swap[card] for card in dict.fromkeys(hand)]
    if game == "advanced":
        found += [SWAP[CELLS][card] for card in dict.fromkeys(hand)]
    return found or (PASS,)


def allowed(state: Territory, action: Action) -> bool | None:
    """Return whether an action a turn may begin with is legal; None where only the whole list tells."""
    hand, own = state.hands[state.turn], state.tops[state.turn]
    if isinstance(action, Place):
        cell = GRID.index[action.at]
        return cell in hand and not own >> cell & 1
    if isinstance(action, Swap) and state.plan.game != "duel":
        there = state.left > 0 if action.deck == DECKS[ASSIST] else state.plan.game == "advanced"
        return there and CARD[action.card] in hand
    if isinstance(action, Use) and action.card in OVER and action.at:
        cell, filled = GRID.index[action.at], state.filled
        cells = ~filled if action.card == CARDS[EMPTY] else filled & ~own
        return bool(cells >> cell & 1) and CARD[action.card] in hand
    return None


def plays(state: Territory) -> list[Action]:
    """Return the placements and the uses of assist cards."""
    own = state.tops[state.turn]
    found: list[Action] = []
    last = -1
    for card in state.hands[state.turn]:
        if card == last:
            continue
        last = card
        if card < SIZE:
            if not own >> card & 1:
                found.append(PLACE[card])
        elif card < DOUBLE:
            filled = state.filled
            cells = EVERYWHERE & ~filled if card == EMPTY else filled & ~own
            for row in BY_ROW[card]:
                found += row[cells & ONE_ROW]
                cells >>= SIDE
        elif card == DOUBLE or (card == SEARCH and state.left):
            found.append(ALONE[card])
    return found
