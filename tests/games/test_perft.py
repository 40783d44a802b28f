"""The numbers of action sequences match the perft tables."""

import tomllib
from typing import Any

import pytest

from cattools.games import GAMES
from tests.games.perft import FOLDER, ways

TABLES = [
    (file.stem, name, record)
    for file in sorted(FOLDER.glob("*.toml"))
    for name, record in tomllib.loads(file.read_text(encoding="utf-8")).items()
]


@pytest.mark.parametrize(("game_id", "name", "record"), TABLES, ids=lambda v: v if isinstance(v, str) else "")
def test_the_counts_match_the_table(game_id: str, name: str, record: dict[str, Any]) -> None:
    assert ways(game_id, record) == record["ways"]


def test_every_game_has_a_table() -> None:
    assert {game_id for game_id, _, _ in TABLES} == set(GAMES)
