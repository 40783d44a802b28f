"""Every rule has a section in the book, a live example and a test.

If a rule can refuse an action, readers can try such an action in an example. A game is checked as
soon as its chapter is in the book.
"""

from pathlib import Path

import pytest

from cattools.games import GAMES
from cattools.rule_coverage import gaps

CONTENTS = (Path(__file__).parents[2] / "_toc.yml").read_text(encoding="utf-8")
CHAPTERS = [game for game in GAMES if f"file: book/{game}/" in CONTENTS]


def test_the_first_game_has_a_chapter() -> None:
    assert "herders" in CHAPTERS


@pytest.mark.parametrize("game_id", CHAPTERS)
def test_no_rule_has_a_gap(game_id: str) -> None:
    assert gaps(game_id) == []
