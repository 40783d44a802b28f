"""Random games of any game, with all of its options, for checks that look at many positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any, TypeVar

from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyGame, AnyState, Game
from cattools.core.options import Option, Options

S = TypeVar("S", bound=AnyState)


def values(option: Option) -> list[object]:
    """Return the values to try for an option, the default last; for a number, its limits and a small value."""
    if isinstance(option.default, bool):
        return [not option.default, option.default]
    if option.pick:
        return [option.sample, option.default]
    if option.choices:
        return [*(c for c in option.choices if c != option.default), option.default]
    return list(dict.fromkeys((option.least, min(option.least + 9, option.most), option.most)))


def choices(game: AnyGame, pairs: int) -> tuple[Options, ...]:
    """Return the default options, all that differ from them in one value, and some that differ in two values.

    `pairs` is the largest number of those that differ in two values; they are drawn at random, always the same.
    """
    rng, known = Random(game.id), game.known_options
    single = [{name: value} for name, option in known.items() for value in values(option)]
    double = [
        {a: x, b: y}
        for a, b in combinations(known, 2)
        for x, y in product(values(known[a])[:2], values(known[b])[:2])
        if (x, y) != (known[a].default, known[b].default)
    ]
    found = dict.fromkeys([game.choose()])
    for chosen in [*single, *rng.sample(double, min(pairs, len(double)))]:
        try:
            found[game.choose(chosen)] = None
        except OptionError:  # some games have options that exclude each other
            continue
    return tuple(found)


def walk(game: Game[S, Any], options: Options, seed: int, most: int) -> Iterator[S]:
    """Yield the states of a random game, including those before deals, up to `most` actions."""
    rng, dealer = Random(seed), Dealer(seed)
    state = game.start(options)
    yield state
    for _ in range(most):
        if state.to_move is None:
            return
        state = state.apply_unchecked(dealer.choose(state) if state.to_move == CHANCE else rng.choice(state.legal()))
        yield state
