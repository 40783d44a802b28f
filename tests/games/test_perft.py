"""Positions by name and in how many ways the next actions can go."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cattools.core.game import AnyState
from cattools.games import GAMES

FOLDER = Path(__file__).parents[1] / "data" / "perft"
TABLES = [
    (file.stem, name, record)
    for file in sorted(FOLDER.glob("*.toml"))
    for name, record in tomllib.loads(file.read_text(encoding="utf-8")).items()
]


def count(state: AnyState, depth: int) -> int:
    """Return how many sequences of that many actions begin here."""
    if depth == 1:
        return len(state.legal())
    return sum(count(state.apply(action), depth - 1) for action in state.legal())


@pytest.mark.parametrize(("game_id", "name", "record"), TABLES, ids=lambda v: v if isinstance(v, str) else "")
def test_as_many_ways_as_counted(game_id: str, name: str, record: dict[str, Any]) -> None:
    game = GAMES[game_id]
    state = game.read_position(record["position"], game.choose(record.get("options", "")))
    assert [count(state, depth) for depth in range(1, len(record["ways"]) + 1)] == record["ways"]


def test_every_game_has_a_table() -> None:
    assert {game_id for game_id, _, _ in TABLES} == set(GAMES)
