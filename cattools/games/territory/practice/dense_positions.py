"""Positions of Neko Neko Territory that games rarely reach: many cats of mixed colours, equal sums, an empty deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.grid import bits
from cattools.core.options import Options
from cattools.games.territory.rules.components import (
    EVERYWHERE,
    SEARCH,
    SIDE,
    SIZE,
    STACKS,
    with_card,
    without_card,
    without_cards,
)
from cattools.games.territory.rules.legality import legal
from cattools.games.territory.rules.lines import RAY
from cattools.games.territory.rules.scoring import totals
from cattools.games.territory.rules.setup import start
from cattools.games.territory.rules.state import Territory

FULL, HALF = 30, 14  # numbers of filled cells, of 36 cells
MOST_ACTIONS = 300
NO_LINE, EMPTY = 0.2, 0.5  # probabilities: a direction gets no line; the deck is empty in the game for two


def crowded(options: Options, rng: Random) -> Territory:
    """Return a position of a kind chosen at random."""
    return KINDS[int(rng.random() * len(KINDS))](options, rng)


def _mixed(options: Options, rng: Random, filled: int = FULL) -> Territory:
    """Return a position from a game with this many cells filled, all with single cats of random colours."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    for _ in range(MOST_ACTIONS):
        if state.to_move is None or (state.filled.bit_count() >= HALF and not state.pending):
            break
        state = dealer.play_one(state, legal(state), rng)
    seats, stacks, tops = len(state.tops), bytearray(state.stacks), [0] * len(state.tops)
    empty = sorted(bits(EVERYWHERE & ~state.filled), key=lambda _: rng.random())
    for cell in (*bits(state.filled), *empty[: max(0, filled - state.filled.bit_count())]):
        seat = int(rng.random() * seats)
        stacks[cell] = STACKS.index((seat,))
        tops[seat] |= 1 << cell
    return replace(state, stacks=bytes(stacks), tops=tuple(tops))


def _star(options: Options, rng: Random) -> Territory:
    """Return a position with a cell from which, in most directions, a line leads to a cat of the mover."""
    state = _mixed(options, rng)
    inner = [cell for cell in range(SIZE) if all(1 < at < SIDE - 2 for at in divmod(cell, SIDE))]
    middle, own = inner[int(rng.random() * len(inner))], state.turn
    others, stacks = [seat for seat in range(len(state.tops)) if seat != own], bytearray(state.stacks)
    for ray in RAY[middle]:
        cells = [*ray]
        if len(cells) < 2 or rng.random() < NO_LINE:
            continue
        end = 1 + int(rng.random() * (len(cells) - 1))
        for cell in cells[:end]:
            stacks[cell] = STACKS.index((others[int(rng.random() * len(others))],))
        stacks[cells[end]] = STACKS.index((own,))
    if stacks[middle]:
        stacks[middle] = STACKS.index((others[0],))
    return _with_stacks(state, stacks)


def _with_stacks(state: Territory, stacks: bytearray) -> Territory:
    """Return the position with these stacks."""
    tops = [0] * len(state.tops)
    for cell, stack in enumerate(stacks):
        if stack:
            tops[STACKS[stack][-1]] |= 1 << cell
    return replace(state, stacks=bytes(stacks), tops=tuple(tops))


def _searching(options: Options, rng: Random) -> Territory:
    """Return a position whose mover holds the card “look at three”, if possible."""
    state = _mixed(options, rng)
    hand = state.hands[state.turn]
    if SEARCH in hand or not hand or SEARCH not in state.assist_deck or hand[0] >= SIZE or state.pending:
        return state
    hands = list(state.hands)
    hands[state.turn] = with_card(hand[1:], SEARCH)
    deck, cells = without_card(state.assist_deck, SEARCH), with_card(state.cell_deck, hand[0])
    return replace(state, hands=tuple(hands), assist_deck=deck, cell_deck=cells)


def _equal(options: Options, rng: Random) -> Territory:
    """Return a game played to its end; if the game has bonus points, at least two seats share the highest sum."""
    dealer, state = Dealer(int(rng.random() * 1_000_000)), _mixed(options, rng)
    for _ in range(MOST_ACTIONS):
        if state.to_move is None:
            break
        state = dealer.play_one(state, legal(state), rng)
    sums = totals(state)
    if state.plan.pays and state.over:
        best, bonus = max(sums), list(state.bonus)
        for seat in sorted(range(len(sums)), key=lambda _: rng.random())[:2]:
            bonus[seat] += best - sums[seat]
        return replace(state, bonus=tuple(bonus))
    return state


def _stuck(options: Options, rng: Random) -> Territory:
    """Return a position of the game for two whose mover cannot place or use a card; the deck is sometimes empty."""
    state = _mixed(options, rng, HALF + int(rng.random() * (FULL - HALF)))
    if not state.plan.duel or state.pending or state.over:
        return state
    stacks, seat, hands = bytearray(state.stacks), state.turn, list(state.hands)
    hands[seat] = bytes(card for card in hands[seat] if card < SIZE)
    used = state.plan.assist
    for hand in hands:
        used = without_cards(used, bytes(card for card in hand if card >= SIZE))
    for card in hands[seat]:
        stacks[card] = STACKS.index((seat,))
    deck = b"" if rng.random() < EMPTY else state.cell_deck
    return _with_stacks(replace(state, hands=tuple(hands), used=used, cell_deck=deck), stacks)


KINDS: Sequence[Callable[[Options, Random], Territory]] = (_mixed, _star, _searching, _equal, _stuck)
