"""What the position editor of Cat in the Box finds impossible, and how it deals unknown hands."""

from __future__ import annotations

import pytest

from cattools.games.catbox.components import card_count
from cattools.games.catbox.position import Catbox
from cattools.widgets import position_editor
from tests.games.helpers import as_a
from tests.widgets.board_client import hear, press, tool, typed


@pytest.mark.rule("catbox.components")
def test_a_sixth_card_of_a_number_is_impossible_even_if_some_of_the_cards_are_tokens() -> None:
    board = position_editor("catbox", options="players=3")
    hear(board, typed("plum b5 teal y5 orange g5 5 hand.plum hand.plum hand.plum"))
    assert [problem.rule for problem in board.mode.problems] == ["catbox.components"]


def test_unknown_hands_are_dealt_during_a_trick() -> None:
    board = position_editor("catbox", options="players=3")
    hear(board, *press("b5", "+plum"), typed("trick b5 ? aside.plum aside.teal aside.orange"))
    for seat, cards in (("plum", 8), ("teal", 9), ("orange", 9)):
        hear(board, typed("? " + " ".join([f"hand.{seat}"] * cards)))
    hear(board, typed("predicted-plum=1 predicted-teal=3 predicted-orange=4"), tool("may"))
    assert board.mode.asked == "may", board.slots["status"]
    assert [card_count(hand) for hand in as_a(Catbox, board.state).hands] == [8, 9, 9]
    assert board.state.mover == 1
