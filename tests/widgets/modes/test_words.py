"""A game on a board: its messages, prompt, move list, panels and buttons contain no notation."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from cattools.games import GAMES
from cattools.widgets import play
from tests.codes import cells_shown, code_words, codes
from tests.widgets.board_client import hear, press, tool, typed

TURNS = 12  # actions of the person who plays against bots


def words_of(html: str) -> str:
    """Return the visible and spoken words of a slot."""
    return unescape(re.sub(r"<[^>]*>", " ", html))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_board_shows_and_says_no_notation(game_id: str) -> None:
    rng, table, notation = Random(5), play(game_id, "human", "friendly", seed=2), set[str]()
    for n in range(TURNS):
        if table.state.to_move is None:
            break
        if table.mode.hand.acts:
            legal = table.state.legal()
            notation = code_words(legal)
            wanted = rng.choice(legal)
            if n % 2:
                hear(table, *press(*list(table.names)[n : n + 3]), {"kind": "query", "area": next(iter(table.names))})
            else:
                hear(table, typed(str(wanted)))
        else:
            hear(table, tool("unveil" if table.mode.device.veiled else "on"))
        shown = cells_shown(table.mode.scene())
        for slot in ("head", "task", "status", "tools", "moves", "side"):
            said = words_of(table.slots[slot])
            assert codes(said, shown, notation) == [], (slot, said)
        rows = [words_of(row) for row in re.findall(r"<li>(.*?)</li>", table.slots["moves"])]
        played = [str(move.nodes[0].action) for move in table.mode.moves]
        assert len(rows) <= len(played)
        assert not [one for one in played if any(one in row.split() for row in rows) and one not in shown]
