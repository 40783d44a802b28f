"""No rule without its section in the book, a live example, and a test; what forbids can be broken by a reader.

A game is held to it as soon as its chapter is in the book.
"""

from pathlib import Path

import pytest

from cattools.games import GAMES
from cattools.rule_coverage import gaps

CONTENTS = (Path(__file__).parents[2] / "_toc.yml").read_text(encoding="utf-8")
CHAPTERS = [game for game in GAMES if f"file: book/{game}/" in CONTENTS]


def test_the_first_game_has_its_chapter() -> None:
    assert "herders" in CHAPTERS


@pytest.mark.parametrize("game_id", CHAPTERS)
def test_no_rule_is_left_out(game_id: str) -> None:
    assert gaps(game_id) == []
