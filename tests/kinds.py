"""Helpers for parametrized tests: the games on which a test runs, and the cases that run only nightly.

A test of all games does not list them: `having(part)` of `cattools.games` returns the games with an optional part of
`Game`, and functions here select games by their positions and options. Cases that test the same code on more games,
options or pages run only nightly. A test of random samples takes more of them nightly (`number`).
"""

import os
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.games import GAMES

STEPS = 12
NIGHTLY = "CATTOOLS_NIGHTLY"  # set in the nightly run; its worker processes inherit it


def taking_several_presses() -> list[str]:
    """Return the ids of the games in which an early action takes more than one press."""
    found = []
    for game_id, game in GAMES.items():
        state, rng, dealer = Dealer(1).settle(game.position()), Random(1), Dealer(1)
        for _ in range(STEPS):
            several = any(len(game.presses(action)) > 1 for action in state.legal())
            found += [game_id] if several else []
            if several or state.to_move is None:
                break
            state = dealer.settle(state.apply(rng.choice(state.legal())))
    return found


def most_seats() -> dict[str, int]:
    """Return the largest number of players of each game in which the number can be chosen."""
    games = ((game_id, game.known_options.get("players")) for game_id, game in GAMES.items())
    return {game_id: max(map(int, option.choices)) for game_id, option in games if option is not None}


def some(values: Iterable[Any], usual: Callable[[Any], bool]) -> list[Any]:
    """Return the values for a parametrized test; values for which `usual` is false run only nightly."""
    all_values = list(values)
    found = [value if usual(value) else nightly(value) for value in all_values]
    assert any(map(usual, all_values)), "a test needs a value in the usual run"
    return found


def nightly(value: Any) -> Any:
    """Return a value for a parametrized test that runs only nightly."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.nightly)


def one_a_game(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the rows for a parametrized test; each row begins with a game.

    The first row of each game is part of every run; the others run only nightly.
    """
    seen, found = set[str](), list[Any]()
    for row in rows:
        found.append(nightly(row) if row[0] in seen else row)
        seen.add(row[0])
    return found


def number(usual: int, nightly: int) -> int:
    """Return how many samples a test takes in this run. Mark the test `sampled`, so that it is in both runs."""
    return nightly if NIGHTLY in os.environ else usual
