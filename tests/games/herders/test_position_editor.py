"""What the position editor of Cat Herders reports as impossible, and how it answers questions about a position."""

from __future__ import annotations

import pytest

from cattools.widgets import position_editor
from tests.widgets.board_client import hear, press, said, tool, typed, view


@pytest.mark.rule("herders.components")
def test_a_tenth_cat_is_reported_but_can_be_entered() -> None:
    board = position_editor("herders", "e5:cat e6:cat e7:cat f5:cat f6:cat f7:cat g5:cat g6:cat g7:cat")
    hear(board, view(board), *press("+cat", "d5", "d6"))
    assert [problem.rule for problem in board.mode.problems] == ["herders.components"]
    assert "there are 9, but the position has 11." in board.slots["extra"]
    assert len(board.mode.draft.where("cat")) == 11


@pytest.mark.rule("herders.herd.wall")
def test_a_cat_on_the_wall_is_reported() -> None:
    board = position_editor("herders", "a1:cat")
    assert [problem.rule for problem in board.mode.problems] == ["herders.herd.wall"]
    hear(board, tool("may"))
    assert not board.mode.asked
    assert "Cats are never on the wall" in said(board)


def test_a_piece_is_placed_moved_and_removed() -> None:
    board = position_editor("herders")
    hear(board, *press("f5", "+cat", "f5", "e5"))
    assert board.mode.draft.contents == {"e5": ("cat",)}
    hear(board, *press("e5", "e5"))
    assert board.mode.draft.contents == {}
    hear(board, typed("cat f5 f6 f5>g5 -f6 turn=blue hand-red=3"))
    assert board.mode.draft.contents == {"g5": ("cat",)}
    assert board.mode.draft.field_values == {"turn": "blue", "hand-red": "3"}
    hear(board, typed("cat d5 nowhere"))
    assert "nowhere" in said(board)
    assert board.mode.draft.contents == {"g5": ("cat",), "d5": ("cat",)}  # the part before the mistake is kept


def test_a_piece_is_dragged_from_the_palette_across_the_board_and_off_it() -> None:
    board = position_editor("herders")
    hear(board, {"kind": "drag", "area": "+cat", "to": "f5"}, {"kind": "drag", "area": "f5", "to": "g5"})
    assert board.mode.draft.contents == {"g5": ("cat",)}
    hear(board, {"kind": "drag", "area": "g5", "to": "+cat"}, {"kind": "drag", "area": "+cat", "to": "nowhere"})
    assert board.mode.draft.contents == {}


def test_a_move_is_allowed_or_refused_with_every_reason() -> None:
    board = position_editor("herders", "6/7/8/9/3c6/5r5/10/9/8/7/6 red 14-15 0-0")
    hear(board, tool("may"), *press("f6", "f5"))
    assert "Allowed." in board.slots["status"]
    hear(board, tool("undo"), typed("f6-e4"))
    assert "cat-refuse" in board.slots["status"]
    hear(board, tool("can"), tool("weigh"))
    assert "rule:" in board.slots["extra"]
