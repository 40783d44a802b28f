"""The transitions of Calico: tokens for a patch, the market, the next turn; and the possible chance actions.

States are built with positional arguments here: keyword arguments make random play about seven percent slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cattools.games.calico.rules.actions import (
    Action,
    Begin,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Draw,
    Place,
    Take,
)
from cattools.games.calico.rules.components import (
    CAT,
    GOAL,
    GOAL_CELLS,
    GRID,
    KIND,
    ONE,
    PATCHES,
    PATTERN,
    PATTERNS,
    Cat,
    boards,
    box,
    patch_count,
)
from cattools.games.calico.rules.quilt import Quilt, promo_cells, with_goal, with_patch
from cattools.games.calico.rules.setup import deals, unliked
from cattools.games.calico.rules.state import DRAWING, SEEN, Calico, Holders

_DRAWS = tuple((2 * kind, Draw(patch)) for kind, patch in enumerate(PATCHES))  # each with its bit offset in a heap
_INDEX = GRID.index


def begins(action: Action) -> str | None:
    """Return the seat that is drawn to begin (`calico.setup.start`), None for any other action."""
    return action.seat if isinstance(action, Begin) else None


def chances(state: Calico) -> Sequence[tuple[int, Action]]:
    """Return the possible deals with their weights; the weight of a patch is its number in the bag."""
    if state.stage not in DRAWING:
        return [(1, action) for action in deals(state)]
    bag = state.bag
    return [(left, draw) for at, draw in _DRAWS if (left := bag >> at & 3)]


def chance(state: Calico, rng: Random) -> Action:
    """Return a random deal; every patch in the bag is equally likely."""
    if state.stage not in DRAWING:
        actions = deals(state)
        return actions[int(rng.random() * len(actions))]
    bag = state.bag
    left, drawn = rng.random() * patch_count(bag), _DRAWS[0][1]
    for at, drawn in _DRAWS:  # noqa: B007 - returned after the loop
        left -= bag >> at & 3
        if left < 0:
            break
    return drawn


def apply_unchecked(state: Calico, action: Action) -> Calico:
    """Return the state after a legal action (`calico.turn.place`, `calico.turn.tokens`, `calico.turn.draw`)."""
    if isinstance(action, Place):
        return _placed(state, KIND[action.patch], _INDEX[action.at])
    if isinstance(action, Take):
        return _taken(state, action.slot)
    if isinstance(action, Draw):
        return _drawn(state, KIND[action.patch])
    if isinstance(action, Choose):
        return _chosen(state, GOAL[action.goal], GOAL_CELLS.index(_INDEX[action.at]))
    if isinstance(action, DealCat):
        return replace(state, cats=(*state.cats, CAT[action.name]))
    if isinstance(action, DealPatterns):
        pairs = (*state.pairs, (PATTERNS.index(action.one), PATTERNS.index(action.other)))
        left = unliked(pairs)
        return replace(state, pairs=(*pairs, (left[0], left[1])) if len(left) == 2 else pairs)
    if isinstance(action, DealGoals):
        tiles, seat = list(state.tiles), state.choosing or 0
        tiles[seat] = tuple(GOAL[goal] for goal in action.goals)
        return replace(state, tiles=tuple(tiles))
    return replace(state, begun=True, turn=[b.name for b in boards(state.options)].index(action.seat))


def gains(state: Calico, action: Place) -> tuple[bool, bool]:
    """Return whether a patch would earn a cat, and whether a button (`calico.turn.tokens`)."""
    before = state.quilts[state.turn]
    now = with_patch(before, KIND[action.patch], _INDEX[action.at], state.likes)
    return now.cats != before.cats, now.buttons != before.buttons


def _chosen(state: Calico, goal: int, space: int) -> Calico:
    seat = state.choosing or 0
    quilts, tiles = list(state.quilts), list(state.tiles)
    quilts[seat] = with_goal(quilts[seat], goal, space)
    left = tuple(t for t in tiles[seat] if t != goal)
    tiles[seat] = left if None in quilts[seat].goals else ()
    return replace(state, quilts=tuple(quilts), tiles=tuple(tiles))


def _placed(state: Calico, kind: int, cell: int) -> Calico:
    turn, quilts, hands, likes = state.turn, state.quilts, state.hands, state.likes
    hand, new = hands[turn], with_patch(quilts[turn], kind, cell, likes)
    # Of two equal patches, play the one that the other players have seen: they cannot tell the two apart.
    at = hand.index(kind + SEEN if kind + SEEN in hand else kind)
    cat, promo = likes[PATTERN[kind]], state.promo
    if cat and cat.promo:
        promo = _promo_holders(state, cat, new)
    market = state.market
    return Calico(
        state.options,
        (*quilts[:turn], new, *quilts[turn + 1 :]),
        (*hands[:turn], hand[:at] + hand[at + 1 :], *hands[turn + 1 :]),
        state.bag,
        market,
        state.cats,
        state.pairs,
        state.tiles,
        True,
        turn if market else (turn + 1) % len(quilts),
        cell if market else None,
        promo,
    )


def _promo_holders(state: Calico, cat: Cat, new: Quilt) -> Holders:
    """Return who holds the promo tokens after a patch (`calico.cat.promo`)."""
    turn, likes, (eleven, seven) = state.turn, state.likes, state.promo
    counts = [promo_cells(cat, quilt, likes).bit_count() for quilt in state.quilts]
    now = promo_cells(cat, new, likes).bit_count()
    if eleven == turn or now <= counts[turn] or now < max(counts):
        return state.promo
    if eleven is None:
        return turn, seven
    if seven is None:
        return eleven, turn
    return turn, eleven


def _taken(state: Calico, slot: int) -> Calico:
    turn, market, hands = state.turn, list(state.market), list(state.hands)
    hands[turn] = (*hands[turn], market.pop(slot) + SEEN)
    if len(hands) == 1 and market:
        market.pop(0)
    return Calico(
        state.options,
        state.quilts,
        tuple(hands),
        state.bag,
        tuple(market),
        state.cats,
        state.pairs,
        state.tiles,
        True,
        turn if state.bag and market else (turn + 1) % len(hands),  # the market is refilled first
        None,
        state.promo,
    )


def _drawn(state: Calico, kind: int) -> Calico:
    bag, hands, market, turn, begun = state.bag - ONE[kind], state.hands, state.market, state.turn, state.begun
    seat = None if begun else state.drawing
    if seat is not None:
        hands = (*hands[:seat], (*hands[seat], kind), *hands[seat + 1 :])
    else:
        market = (*market, kind)
        full = len(market) == box().market
        if begun and (full or not bag):
            turn = (turn + 1) % len(hands)
        elif full and len(hands) == 1:
            begun = True  # a single player begins without a draw
    return Calico(
        state.options,
        state.quilts,
        hands,
        bag,
        market,
        state.cats,
        state.pairs,
        state.tiles,
        begun,
        turn,
        None,
        state.promo,
    )
