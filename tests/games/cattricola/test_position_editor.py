"""What the position editor of Cattricola finds impossible, and how discs are entered."""

from __future__ import annotations

import pytest

from cattools.widgets import position_editor
from tests.widgets.board_client import hear, press, tool, typed


@pytest.mark.rule("cattricola.setup.disc")
def test_two_players_with_the_same_disc_board_are_impossible() -> None:
    board = position_editor("cattricola")
    hear(board, typed("disc-plum=a disc-teal=a"))
    assert [problem.rule for problem in board.mode.problems] == ["cattricola.setup.disc"]


@pytest.mark.rule("cattricola.charge.adjacent")
def test_markers_that_do_not_touch_are_impossible() -> None:
    board = position_editor("cattricola")
    hear(board, typed("marker plum.a1 plum.e5"))
    assert [problem.rule for problem in board.mode.problems] == ["cattricola.charge.adjacent"]


def test_a_disc_is_filled_in_the_order_of_its_numbers() -> None:
    board = position_editor("cattricola", options="players=2")
    hear(board, typed("disc-plum=a"), *press("plum1", "+sm", "+sf", "+w"), tool("undo"), *press("+pm"))
    assert [board.mode.draft.at(f"plum{n}") for n in (1, 2, 3)] == [("sm",), ("sf",), ("pm",)]
