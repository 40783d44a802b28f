"""Chance actions, such as deals and draws. A dealer chooses them from a seed; it is not part of any state."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any, TypeVar

from cattools.core.errors import OptionError, shorten
from cattools.core.game import CHANCE, AnyState
from cattools.core.messages import N_, text

MOST_SEED = 1_000_000_000  # seeds are less than this
FIXED = "CATTOOLS_SEED"  # environment variable that fixes the seed, for tests and demonstrations
S = TypeVar("S", bound=AnyState)


def is_seed(value: object) -> bool:
    """Return whether `value` is a valid seed."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_SEED


def random_seed() -> int:
    """Return a random seed from 0 to 999,999, or the seed that `CATTOOLS_SEED` fixes. Raises `OptionError`."""
    fixed = os.environ.get(FIXED, "")
    if not fixed:
        return Random().randrange(1_000_000)
    if not (fixed.isascii() and fixed.isdigit() and is_seed(int(fixed))):
        message = N_("expected {name} to be a seed from 0 to {most}, found {seed}")
        raise OptionError(text(message, name=FIXED, most=MOST_SEED - 1, seed=shorten(fixed)))
    return int(fixed)


class ByChance:
    """An action taken by chance, such as a deal or a draw; no player chooses it."""

    __slots__ = ()


class Dealer:
    """Deals and draws from a seed: the same seed gives the same game. The seed is no secret: the board shows it.

    `begins` is the id of the first player's seat, for games whose rules leave that choice to the players; if it is
    "", the dealer draws the seat at random.
    """

    def __init__(self, seed: int | None = None, begins: str = "") -> None:
        """Use the given seed, or a random one. Raises `OptionError` for a seed out of range."""
        if seed is not None and not is_seed(seed):
            most = MOST_SEED - 1
            raise OptionError(
                text(N_("expected a seed from 0 to {most} or nothing, found {seed}"), most=most, seed=shorten(seed))
            )
        self.seed = random_seed() if seed is None else seed
        self.begins = begins
        self._random = Random(self.seed)
        self._shared = False  # whether a copy of this dealer may have the same random generator

    def __deepcopy__(self, memo: object) -> Dealer:
        """Return an independent copy; this must be fast, because a board is copied before every press."""
        self._shared = True
        return copy(self)

    @property
    def drawn(self) -> object:
        """The state of the random generator: two dealers in the same state make the same deals from now on."""
        return self._random.getstate()

    def choose(self, state: AnyState) -> Any:
        """Return one of the state's possible deals, chosen by weight; if it decides who begins, `begins` applies."""
        if self._shared:
            self._random, self._shared = copy(self._random), False
        deal = state.chance(self._random)
        if not self.begins or state.game.begins(deal) is None:
            return deal
        return next((other for _, other in state.chances() if state.game.begins(other) == self.begins), deal)

    def settle(self, state: S) -> S:
        """Return the state after all deals that are due."""
        while state.to_move == CHANCE:
            state = state.apply_unchecked(self.choose(state))
        return state

    def play_one(self, state: S, actions: Sequence[Any], rng: Random) -> S:
        """Play one of these legal actions at random, then all deals that are due, and return the resulting state."""
        return self.settle(state.apply_unchecked(actions[int(rng.random() * len(actions))]))
