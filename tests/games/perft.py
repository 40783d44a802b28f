"""Positions by name and in how many ways the next 1, 2, 3 ... actions can go: one file for every game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.game import AnyState
from cattools.games import GAMES

FOLDER = Path(__file__).parents[1] / "data" / "perft"
SEED, DEPTH = 5, 3  # where a table does not say what begins it, and how deep it goes
BEGUN = """# Named positions and, for 1, 2, 3 ... actions, how many ways there are to go.

[start]
position = "{position}"
ways = []
"""
_WAYS = re.compile(r"^ways = \[[^]]*\]", re.MULTILINE)


def count(state: AnyState, depth: int) -> int:
    """Return how many sequences of that many actions begin here."""
    if depth == 1:
        return len(state.legal())
    return sum(count(state.apply(action), depth - 1) for action in state.legal())


def ways(game_id: str, record: dict[str, Any]) -> list[int]:
    """Return the numbers of a table, counted to its depth."""
    game = GAMES[game_id]
    state = game.read_position(record["position"], game.choose(record.get("options", "")))
    return [count(state, depth) for depth in range(1, (len(record["ways"]) or DEPTH) + 1)]


def begun(game_id: str) -> str:
    """Return the file of a game that has none yet: the first decision of a game, not yet counted."""
    game = GAMES[game_id]
    return BEGUN.format(position=Dealer(SEED).settle(game.start(game.choose())))


def counted(game_id: str, text: str) -> str:
    """Return a game's file with every table counted anew; whatever else is written there stays."""
    head, *tables = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    for n, table in enumerate(tables):
        (record,) = tomllib.loads(table).values()
        tables[n] = _WAYS.sub(f"ways = {ways(game_id, record)}", table)
    return head + "".join(tables)
