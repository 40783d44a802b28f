"""Chance as actions: a seedable dealer takes them, outside every state."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any, TypeVar

from cattools.core.errors import OptionError, shorten
from cattools.core.game import CHANCE, AnyState
from cattools.core.messages import N_, text

MOST_SEED = 1_000_000_000
FIXED = "CATTOOLS_SEED"  # an environment variable: tests and demonstrations get the same deal every time
S = TypeVar("S", bound=AnyState)


def is_seed(found: object) -> bool:
    """Return whether something can be a seed."""
    return isinstance(found, int) and not isinstance(found, bool) and 0 <= found < MOST_SEED


def random_seed() -> int:
    """Return a random seed from 0 to 999,999, or the one that `CATTOOLS_SEED` fixes. Raises `OptionError`."""
    fixed = os.environ.get(FIXED, "")
    if not fixed:
        return Random().randrange(1_000_000)
    if not (fixed.isascii() and fixed.isdigit() and is_seed(int(fixed))):
        said = N_("expected {name} to be a seed from 0 to {most}, found {seed}")
        raise OptionError(text(said, name=FIXED, most=MOST_SEED - 1, seed=shorten(fixed)))
    return int(fixed)


class ByChance:
    """An action that chance takes, a deal or a draw: nobody at the table chooses it."""

    __slots__ = ()


class Dealer:
    """Deals and draws from a seed: the same seed, the same game. The seed is there to be shown.

    `begins` is the seat that is to begin where the rules leave that to the table, by its id; "" for a lot.
    """

    def __init__(self, seed: int | None = None, begins: str = "") -> None:
        """Take a seed, or a random one. Raises `OptionError`."""
        if seed is not None and not is_seed(seed):
            most = MOST_SEED - 1
            raise OptionError(
                text(N_("expected a seed from 0 to {most} or nothing, found {seed}"), most=most, seed=shorten(seed))
            )
        self.seed = random_seed() if seed is None else seed
        self.begins = begins
        self._random = Random(self.seed)

    def __deepcopy__(self, memo: object) -> Dealer:
        """Return a dealer that goes on by itself from here; quick, for a board is copied before every press."""
        twin = copy(self)
        vars(twin)["_random"] = copy(self._random)
        return twin

    @property
    def drawn(self) -> object:
        """How far the dealer is: two of one seed deal the same from here on if this is equal."""
        return self._random.getstate()

    def choose(self, state: AnyState) -> Any:
        """Return one of the state's possible deals, by weight; of who begins what the table has chosen."""
        lot = state.chance(self._random)
        if not self.begins or state.game.begins(lot) is None:
            return lot
        return next((one for _, one in state.chances() if state.game.begins(one) == self.begins), lot)

    def settle(self, state: S) -> S:
        """Return the state after all deals that are due."""
        while state.to_move == CHANCE:
            state = state.apply_unchecked(self.choose(state))
        return state

    def play_one(self, state: S, actions: Sequence[Any], rng: Random) -> S:
        """Return the state after one of these legal actions, by lot, and after all deals that are due then."""
        return self.settle(state.apply_unchecked(actions[int(rng.random() * len(actions))]))
