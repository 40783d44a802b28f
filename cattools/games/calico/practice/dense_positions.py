"""Positions of Calico that games seldom reach: goals about to be met both ways, many buttons, large groups, ties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.grid import bits
from cattools.core.options import Options
from cattools.games.calico.rules.components import COLOURS, GOALS, GRID, KINDS, PATTERNS, counts, heap
from cattools.games.calico.rules.legality import legal
from cattools.games.calico.rules.quilt import Quilt, around, promo_cells, rainbow, with_patch
from cattools.games.calico.rules.scoring import ranks
from cattools.games.calico.rules.setup import start
from cattools.games.calico.rules.state import Calico

TRIED = 30  # number of random placements, of which the best is used
SEWN = (8, 20)  # patches on a quilt, minimum and maximum
BUTTONED = 14  # patches after which five colours usually have a button
ENDS = 30  # attempts to fill the quilts so that players tie for first
Like = Callable[[Quilt], float]


def crowded(options: Options, rng: Random) -> Calico:
    """Return a dense position of a random kind."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    while not state.begun:
        state = dealer.play_one(state, legal(state), rng)
    return WAYS[int(rng.random() * len(WAYS))](state, rng)


def _buttoned(state: Calico, rng: Random) -> Calico:
    """Return a position with buttons of five colours; if possible, a patch in hand completes the rainbow."""
    found = _sewn(state, BUTTONED + int(rng.random() * (SEWN[1] - BUTTONED)), rng, _colourful)
    quilt, left = found.quilts[found.turn], counts(found.bag)
    for kind in range(KINDS):
        for cell in bits(quilt.free):
            if left[kind] and rainbow(with_patch(quilt, kind, cell, found.likes)) > rainbow(quilt):
                return _holding(found, kind)
    return found


def _colourful(quilt: Quilt) -> float:
    """Return a score that prefers buttons of many colours, but not of all six, then groups of the other colours."""
    buttons = sum(1 for cells in quilt.colours if cells & quilt.buttons)
    if buttons == len(COLOURS):
        return -1
    return 50 * buttons + sum(_beside(cells) for cells in quilt.colours if not cells & quilt.buttons)


def _grouped(state: Calico, rng: Random) -> Calico:
    """Return a position whose quilts have large groups of the same pattern."""
    number = SEWN[0] + int(rng.random() * (SEWN[1] - SEWN[0]))
    return _sewn(state, number, rng, lambda quilt: sum(map(_beside, quilt.patterns)))


def _promo_leader(state: Calico, rng: Random) -> Calico:
    """Return a position with large groups; if there is a promo cat, the leading player can increase its count."""
    found = _grouped(state, rng)
    cat = found.promo_cat
    if cat is None:
        return found
    numbers = [promo_cells(cat, quilt, found.likes).bit_count() for quilt in found.quilts]
    found = replace(found, turn=numbers.index(max(numbers)))
    quilt = found.quilts[found.turn]
    for kind in (kind for kind, left in enumerate(counts(found.bag)) if left):
        for cell in bits(quilt.free):
            if promo_cells(cat, with_patch(quilt, kind, cell, found.likes), found.likes).bit_count() > max(numbers):
                return _holding(found, kind)
    return found


def _beside(cells: int) -> int:
    """Return the number of pairs of neighbouring cells, each counted twice."""
    return sum((GRID.around[cell] & cells).bit_count() for cell in bits(cells))


def _sewn(state: Calico, number: int, rng: Random, like: Like) -> Calico:
    """Return a position with `number` more patches on every quilt, each the best of a few random ones."""
    bag, quilts = state.bag, list(state.quilts)
    for seat, quilt in enumerate(quilts):
        grown = quilt
        for _ in range(number):
            tried = []
            left = [kind for kind, n in enumerate(counts(bag)) if n]
            free = [*bits(grown.free)]
            for _ in range(min(TRIED, len(left))):
                kind, cell = left[int(rng.random() * len(left))], free[int(rng.random() * len(free))]
                after = with_patch(grown, kind, cell, state.likes)
                tried.append((like(after), kind, after))
            if not tried:
                break
            _, kind, grown = max(tried, key=lambda one: one[:2])
            bag -= heap([kind])
        quilts[seat] = grown
    return replace(state, quilts=tuple(quilts), bag=bag)


def _holding(state: Calico, kind: int) -> Calico:
    """Return the position with a patch from the bag in place of the first one in the hand of the seat to move."""
    hands = list(state.hands)
    first, *rest = hands[state.turn]
    hands[state.turn] = (kind, *rest)
    return replace(state, hands=tuple(hands), bag=state.bag - heap([kind]) + heap([first % KINDS]))


def _met(state: Calico, rng: Random) -> Calico:
    """Return a position in which a goal has one empty space around it, and a patch in hand meets it both ways."""
    quilt, space = state.quilts[state.turn], int(rng.random() * len(state.quilts[state.turn].goals))
    goal = quilt.goals[space]
    if goal is None:
        return _grouped(state, rng)
    cells = [*bits(around(space))]
    colours, patterns = (_spread(GOALS[goal].counts, n, rng) for n in (len(COLOURS), len(PATTERNS)))
    bag, kinds = state.bag, [c * len(PATTERNS) + p for c, p in zip(colours, patterns, strict=True)]
    if any(kinds.count(kind) > counts(bag)[kind] for kind in kinds):
        return _grouped(state, rng)
    for kind, cell in [*zip(kinds, cells, strict=True)][1:]:
        quilt = with_patch(quilt, kind, cell, state.likes)
        bag -= heap([kind])
    quilts = list(state.quilts)
    quilts[state.turn] = quilt
    found = _holding(replace(state, quilts=tuple(quilts), bag=bag), kinds[0])
    others = [n for n in range(len(quilts)) if n != state.turn]
    grown = _sewn(found, len(cells) - 1, rng, lambda one: _beside(one.colours[0]))
    return replace(grown, quilts=tuple(grown.quilts[n] if n in others else quilt for n in range(len(quilts))))


def _spread(numbers: Sequence[int], among: int, rng: Random) -> list[int]:
    """Return a random colour or pattern for each of six cells, with the frequencies in `numbers`."""
    kinds = sorted(range(among), key=lambda _: rng.random())
    found = [kind for kind, number in zip(kinds, numbers, strict=False) for _ in range(number)]
    return sorted(found, key=lambda _: rng.random())


def _tied(state: Calico, rng: Random) -> Calico:
    """Return the end of a game, with a tie for the most points if one is found."""
    found, spaces = state, state.quilts[0].free.bit_count()
    for _ in range(ENDS):
        found = _sewn(state, spaces, rng, lambda quilt: sum(map(_beside, quilt.patterns)))
        points = [rank[0] for rank in ranks(found)]
        if found.alone or points.count(max(points)) > 1:
            break
    return found


WAYS: Sequence[Callable[[Calico, Random], Calico]] = (_buttoned, _grouped, _met, _tied, _promo_leader)
