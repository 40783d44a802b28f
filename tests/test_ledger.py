"""No rule without its section in the book, a live example, and a test; what forbids can be broken by a reader."""

import pytest

from cattools.games import GAMES
from cattools.site.ledger import gaps


@pytest.mark.parametrize("game_id", list(GAMES))
def test_no_rule_is_left_out(game_id: str) -> None:
    assert gaps(game_id) == []
