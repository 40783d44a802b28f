"""Helpers that move cases from the usual run to the nightly run.

These are cases that test the same code on more games, options or pages.
"""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], usual: Callable[[Any], bool]) -> list[Any]:
    """Return the values for a parametrized test; values for which `usual` is false run only nightly."""
    found = [value if usual(value) else nightly(value) for value in values]
    assert any(usual(value) for value in values), "a test needs a value in the usual run"
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
