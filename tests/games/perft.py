"""Perft tables: the number of possible sequences of 1, 2, 3 ... actions from named positions; one file per game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.game import AnyState
from cattools.games import GAMES

FOLDER = Path(__file__).parents[1] / "data" / "perft"
SEED, DEPTH = 5, 3  # the seed of the start position, and the depth of a table that has no numbers yet
BEGUN = """# Named positions and, in `ways`, the numbers of possible sequences of 1, 2, 3 ... actions.

[start]
position = "{position}"
ways = []
"""
_WAYS = re.compile(r"^ways = \[[^]]*\]", re.MULTILINE)


def count(state: AnyState, depth: int) -> int:
    """Return the number of possible sequences of `depth` actions from a state."""
    if depth == 1:
        return len(state.legal())
    return sum(count(state.apply(action), depth - 1) for action in state.legal())


def ways(game_id: str, record: dict[str, Any]) -> list[int]:
    """Return the numbers of sequences for a table, up to the depth of the table."""
    game = GAMES[game_id]
    state = game.read_position(record["position"], game.choose(record.get("options", "")))
    return [count(state, depth) for depth in range(1, (len(record["ways"]) or DEPTH) + 1)]


def begun(game_id: str) -> str:
    """Return the first version of a game's file: the position before the first decision, with no numbers yet."""
    game = GAMES[game_id]
    return BEGUN.format(position=Dealer(SEED).settle(game.start(game.choose())))


def counted(game_id: str, text: str) -> str:
    """Return a game's file with every table recounted and everything else unchanged."""
    head, *tables = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    for n, table in enumerate(tables):
        (record,) = tomllib.loads(table).values()
        tables[n] = _WAYS.sub(f"ways = {ways(game_id, record)}", table)
    return head + "".join(tables)
