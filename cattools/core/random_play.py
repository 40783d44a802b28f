"""Random games of any game, with all of its options, for checks that look at many positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations, islice, product
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
    """Return the default options, those that differ in one of the `values` to try, and some that differ in two.

    `pairs` is the maximum number of those that differ in two; they are drawn at random, but always the same.
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
    for chosen in single:
        (name,) = chosen
        others = ({other: value} for other in known if other != name for value in values(known[other]))
        # A value that does not fit the default values of the others is tried with one of them changed.
        found.update(islice(_accepted(game, ({**chosen, **more} for more in ({}, *others))), 1))
    found.update(_accepted(game, rng.sample(double, min(pairs, len(double)))))
    return tuple(found)


def _accepted(game: AnyGame, tried: Iterable[Mapping[str, object]]) -> Iterator[tuple[Options, None]]:
    """Yield, as keys of a dictionary, the options among those tried that fit each other."""
    for chosen in tried:
        with suppress(OptionError):
            yield game.choose(chosen), None


def random_game(game: Game[S, Any], options: Options, seed: int, most: int) -> Iterator[S]:
    """Yield the states of a random game, including those before deals, up to `most` actions."""
    rng, dealer = Random(seed), Dealer(seed)
    state = game.start(options)
    yield state
    for _ in range(most):
        if state.to_move is None:
            return
        state = state.apply_unchecked(dealer.choose(state) if state.to_move == CHANCE else rng.choice(state.legal()))
        yield state
