"""Questions for the best move on the practice board: answers, reasons, links, and how often they come."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from cattools.core.messages import signed
from cattools.games import GAMES, having
from cattools.lessons.practice.best_moves import best_moves
from cattools.lessons.practice.question import BEST
from cattools.lessons.practice.variety import RARE
from cattools.widgets import Board
from cattools.widgets.modes.free_play import PLAY
from cattools.widgets.modes.practice.practice import Practice
from cattools.widgets.modes.practice.question import BestMoveQuiz
from tests.widgets.board_client import hear, press, said, tool, typed, view

HAVE = having("has_best_moves")
each_game = pytest.mark.parametrize("game_id", HAVE)


def begun(game_id: str, only: str = BEST, seed: int = 1) -> Board[Practice]:
    """Return a seeded practice board as a page shows it."""
    board = Board(Practice(game_id, only, lambda: datetime(2026, 5, 1, tzinfo=UTC), Random(seed)))
    hear(board, view(board))
    return board


def quiz(board: Board[Practice]) -> BestMoveQuiz:
    """Return the question for the best move that a board shows."""
    assert isinstance(board.mode.inner, BestMoveQuiz)
    return board.mode.inner


def play(board: Board[Practice], action: str) -> list[dict[str, Any]]:
    """Play an action by presses, or with its button if it has no area."""
    asked = quiz(board)
    presses = asked.game.presses(asked.game.read_action(action, asked.state))
    left = presses[len(asked.hand.chosen) :] if presses[: len(asked.hand.chosen)] == asked.hand.chosen else presses
    return hear(board, *(press(*left) if presses else [tool(f"{PLAY}{action}")]))


@each_game
def test_the_best_move_is_right_and_is_compared_with_the_second_best(game_id: str) -> None:
    board = begun(game_id)
    row, start = quiz(board).row, quiz(board).state
    assert "find the best move" in board.slots["task"]
    play(board, row.best)
    assert quiz(board).solved
    assert "Right. The best move: " in said(board)
    assert "The second-best move: " in said(board)
    assert f"{signed(row.leads[row.best])}." in said(board)
    assert f"{signed(row.leads[row.second])}." in said(board)
    node = quiz(board).timeline.line[0]
    assert (str(node.action), node.parent) == (row.best, quiz(board).timeline.root)
    assert str(quiz(board).timeline.root.state) == str(start)


@each_game
def test_another_move_is_wrong_and_is_compared_with_the_best(game_id: str) -> None:
    board = begun(game_id)
    row = quiz(board).row
    play(board, row.second)
    assert quiz(board).done
    assert not quiz(board).solved
    assert "Not quite. The best move: " in said(board)
    assert "Your move: " in said(board)
    assert f"{signed(row.leads[row.second])}." in said(board)
    assert str(quiz(board).timeline.line[0].action) == row.best, "the board shows the best move"


@each_game
def test_show_me_plays_the_best_move(game_id: str) -> None:
    board = begun(game_id)
    row = quiz(board).row
    hear(board, tool("solve"))
    assert not quiz(board).solved
    assert said(board).startswith("The best move: ")
    assert str(quiz(board).timeline.line[0].action) == row.best


@each_game
def test_a_move_that_the_rules_forbid_is_refused_and_leaves_the_question_open(game_id: str) -> None:
    board = begun(game_id)
    state, game = quiz(board).state, GAMES[game_id]
    read = (game.read_action(str(one), state) for one in game.candidates(state) if not game.is_hidden_action(one))
    forbidden = next(action for action in read if state.why_not(action))
    hear(board, typed(str(forbidden)))
    assert not quiz(board).done
    assert str(state.why_not(forbidden)[0]) in said(board)
    assert quiz(board).state == state
    hear(board, typed("nonsense"))
    assert not quiz(board).done


@each_game
def test_every_reason_cites_a_rule_of_the_game(game_id: str) -> None:
    for seed in range(3):
        board = begun(game_id, seed=seed)
        found = quiz(board).why([quiz(board).row.second])
        assert found.action is not None
        assert {one.rule for one in found.cited} <= GAMES[game_id].rules.keys()


@pytest.mark.slow
@each_game
def test_only_best_moves_are_asked_for_each_once_before_any_comes_again(game_id: str) -> None:
    board, seen = begun(game_id), list[str]()
    for _ in best_moves(game_id):
        seen.append(quiz(board).asked.position)
        hear(board, tool("solve"), tool("next"))
    assert sorted(seen) == sorted(row.position for row in best_moves(game_id))
    assert not board.mode.memory.rules, "they are about no rule"
    hear(board, tool("all"))
    assert not isinstance(board.mode.inner, BestMoveQuiz)


@pytest.mark.parametrize("game_id", HAVE[:1])
def test_one_question_in_ten_asks_for_the_best_move(game_id: str) -> None:
    mode = begun(game_id, "").mode
    asked = []
    for _ in range(2 * (RARE + 1)):
        asked.append(mode.inner.asked.ask)
        mode.go_on()
    assert [n for n, ask in enumerate(asked, 1) if ask == BEST] == [RARE + 1, 2 * (RARE + 1)]


@pytest.mark.parametrize("game_id", HAVE[:1])
def test_there_is_a_link_to_each_question_and_one_to_all_of_them(game_id: str) -> None:
    board, other = begun(game_id), begun(game_id, "", 2)
    hear(other, {"kind": "address", "fragment": f"game={game_id}&rule={BEST}"})
    assert other.mode.only == BEST
    (shared,) = [one for one in hear(board, tool("share")) if one["kind"] == "share"]
    hear(other, {"kind": "address", "fragment": shared["fragment"]})
    assert quiz(other).asked == quiz(board).asked


@pytest.mark.parametrize("game_id", HAVE[:1])
def test_only_best_moves_are_asked_for_after_a_kernel_restart(game_id: str) -> None:
    board, other = begun(game_id), begun(game_id, "")
    hear(board, tool("solve"), tool("next"), tool("ten"), tool("best"))
    hear(other, {"kind": "resume", "record": board.record})
    assert (other.mode.only, other.mode.inner.asked) == (BEST, board.mode.inner.asked)
