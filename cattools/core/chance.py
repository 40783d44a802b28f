"""Chance as actions: a seedable dealer takes them, outside every state."""

from __future__ import annotations

from random import Random
from typing import Any

from cattools.core.game import CHANCE, State


class Dealer:
    """Deals and draws from a seed: the same seed, the same game. The seed is there to be shown."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = Random().randrange(1_000_000) if seed is None else seed
        self._random = Random(self.seed)

    def choose(self, state: State[Any]) -> Any:
        """Return one of the state's possible deals, by weight."""
        return state.chance(self._random)

    def settle(self, state: State[Any]) -> State[Any]:
        """Return the state after all deals that are due."""
        while state.to_move == CHANCE:
            state = state.after(self.choose(state))
        return state
