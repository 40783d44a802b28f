"""What the position editor of Calico reports as impossible, and how many presses it takes to enter a quilt."""

from __future__ import annotations

import pytest

from cattools.games.calico.components import CATS, GOAL_CELLS, GRID, PATCHES, RING, SCENARIOS
from cattools.widgets import position_editor
from tests.widgets.board_client import hear, press, tool, typed


@pytest.mark.rule("calico.components")
def test_a_fourth_copy_of_a_patch_is_reported() -> None:
    board = position_editor("calico", options="players=1")
    hear(board, typed("Nd b2 b3 b4 b5"))
    assert [problem.rule for problem in board.mode.problems] == ["calico.components"]


@pytest.mark.rule("calico.turn.tokens")
def test_a_token_without_a_patch_is_reported() -> None:
    board = position_editor("calico", options="players=1")
    hear(board, typed("cat b2"))
    assert [problem.rule for problem in board.mode.problems] == ["calico.turn.tokens"]


@pytest.mark.rule("calico.variant.solo.scenario")
def test_a_scenario_needs_its_own_cats() -> None:
    board = position_editor("calico", options="scenario=1")
    assert not board.mode.problems
    own = board.mode.editor.value(board.mode.draft, "cat1")
    others = [cat.name.lower() for n, cat in enumerate(CATS) if n not in SCENARIOS[0].cats]
    hear(board, typed(f"cat1={others[0]}"))
    assert [problem.rule for problem in board.mode.problems] == ["calico.variant.solo.scenario"]
    hear(board, typed(f"cat1={own}"))
    assert not board.mode.problems


def test_a_quilt_is_entered_in_few_presses_and_scored() -> None:
    board = position_editor("calico", options="players=1")
    spaces = [cell for cell in range(GRID.size) if not RING >> cell & 1 and cell not in GOAL_CELLS]
    patches = PATCHES
    presses = press("b2", *(f"+{patch}" for patch in patches[: len(spaces)]))
    presses += press("c4", "+ABCDEF", "+AABBCC", "+AAABBB")
    presses += [tool("page:token"), *press("+cat", "b2", "f5", "+button", "b3", "c3", "e5", "f2")]
    assert len(presses) <= 45
    hear(board, *presses)
    assert len(board.mode.draft.contents) == len(spaces) + 3
    hear(board, typed("cat1=millie cat2=tibbit cat3=coconut likes1=de likes2=fq likes3=sv"), tool("count"))
    assert board.mode.asked == "count", board.slots["status"]
    assert board.state.to_move is None
    assert "cat-count" in board.slots["extra"]
