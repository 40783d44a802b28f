"""What is tested in every run, and what only in the nightly one: the same code on more games, options or pages."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], usual: Callable[[Any], bool]) -> list[Any]:
    """Return the values for a parametrized test; all but the usual ones wait for the nightly run."""
    found = [value if usual(value) else nightly(value) for value in values]
    assert any(usual(value) for value in values), "a test needs a value in the usual run"
    return found


def nightly(value: Any) -> Any:
    """Return a value for a parametrized test that only the nightly run tries."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.nightly)


def one_a_game(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return rows that begin with a game: the first of each game for every run, the others for the nightly one."""
    seen, found = set[str](), list[Any]()
    for row in rows:
        found.append(nightly(row) if row[0] in seen else row)
        seen.add(row[0])
    return found
