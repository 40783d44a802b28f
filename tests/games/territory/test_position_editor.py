"""What the position editor of Neko Neko Territory reports as impossible, and how it deals unknown hands."""

from __future__ import annotations

import pytest

from cattools.games.territory.position import Territory
from cattools.widgets import position_editor
from tests.games.helpers import as_a
from tests.widgets.board_client import hear, press, tool, typed


@pytest.mark.rule("territory.stack.unique")
def test_a_colour_twice_in_a_stack_is_reported() -> None:
    board = position_editor("territory")
    hear(board, *press("C4", "+red", "+blue", "+red"))
    assert board.mode.draft.at("C4") == ("red", "blue", "red")
    assert [problem.rule for problem in board.mode.problems] == ["territory.stack.unique"]
    assert "C4, red cat, blue cat, red cat" in board.slots["status"]  # in the order of the stack


@pytest.mark.rule("territory.coordinates")
def test_one_card_too_many_is_reported() -> None:
    board = position_editor("territory")
    hear(board, typed("C4.card hand.red hand.red gone gone gone"))
    assert [problem.rule for problem in board.mode.problems] == ["territory.coordinates"]


def test_unknown_hands_are_dealt_to_fit() -> None:
    board = position_editor("territory", options="players=2")
    hear(board, typed("red C4 blue D4 C5.card hand.red ? hand.red hand.red hand.blue hand.blue hand.blue"))
    hear(board, tool("may"))
    hands = as_a(Territory, board.state).hands
    assert [len(hand) for hand in hands] == [3, 3]
    assert "Hidden information was filled in at random" in board.slots["status"]
    assert "C5" in str(board.state).split()[2].split("/")[0]
    hear(board, tool("table"))
    assert board.mode.draft.at("hand.blue") == ("?", "?", "?")


@pytest.mark.rule("territory.assist.block-window")
def test_a_cat_just_placed_is_reported_until_the_next_step_is_stated() -> None:
    board = position_editor("territory")
    hear(board, typed("red A1 placed A1"))
    (problem,) = board.mode.problems
    assert str(problem).startswith("A cat was just placed: say whether a treasure is to be turned face up")
    hear(board, typed("reveal=yes"))
    assert not board.mode.problems
    hear(board, tool("may"))
    assert board.mode.asked


@pytest.mark.rule("territory.setup.treasure")
def test_the_problem_with_one_treasure_is_in_the_singular() -> None:
    board = position_editor("territory")
    hear(board, typed("t1 won.red"))
    assert "1 treasure is won" in str(board.mode.problems[0])
