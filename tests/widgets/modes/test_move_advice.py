"""“Show me a move”: the best two moves with reasons, from what the person at the board can see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cattools.bots.search import Budget, Search
from cattools.core.display.scene import MarkKind
from cattools.games import GAMES
from cattools.widgets import play, teach
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.kinds import some
from tests.widgets.board_client import hear, said, tool, typed, view

FIRST = next(iter(GAMES))
FEW = Budget(24, ms=1000)


def tools(board: Board[Any]) -> list[str]:
    """Return the ids of the buttons below a board."""
    return re.findall('data-tool="([^"]+)"', board.slots["tools"])


def begun(game_id: str) -> Board[PlayMode]:
    """Return a game in which the first person is to decide."""
    board = play(game_id, *["human"] * 2, seed=1)
    while not board.mode.hand.acts:
        hear(board, tool("unveil"))
    return board


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches end after a few play-outs."""
    monkeypatch.setattr("cattools.widgets.modes.move_advice.BUDGET", FEW)


@pytest.mark.parametrize("game_id", some(GAMES, lambda name: name in (FIRST, "catbox")))
def test_two_moves_are_shown_on_the_board_and_can_be_played(game_id: str) -> None:
    board = begun(game_id)
    before = board.state
    hear(board, tool("advise"))
    advice = board.mode.advice
    assert advice is not None
    first, second = advice.moves
    for move in (first, second):
        assert str(move.deed) in said(board)
    assert str(advice.verdict) in said(board)
    marks = [mark for mark in board.mode.marks() if mark.kind is MarkKind.SELECTED]
    assert {mark.area for mark in marks} >= {*before.game.presses(first.action), *before.game.presses(second.action)}
    assert {mark.order for mark in marks} >= {1, 2}
    assert {"advised:1", "advised:2", "unadvise"} <= {*tools(board)}
    assert "advise" not in tools(board)
    hear(board, tool("advised:2"))
    assert second.action in {node.action for node in board.mode.timeline.line}
    assert "advised:1" not in tools(board)


def test_the_moves_can_be_hidden_and_stay_while_something_else_is_pressed() -> None:
    board = begun("herders")
    hear(board, tool("advise"), {"kind": "press", "area": "f3"})
    assert board.mode.advice is not None
    hear(board, tool("unadvise"))
    assert board.mode.advice is None
    assert "advise" in tools(board)


def asked(board: Board[PlayMode], *messages: Any) -> list[dict[str, Any]]:
    """Send messages; return the frames that the board asks for, as the page sends them."""
    sent = [one for one in hear(board, *messages) if one["kind"] == "motion"]
    return [{"kind": "frame", "id": one["id"], "at": one["ms"] + one["pause"]} for one in sent]


def test_a_page_gets_the_moves_after_slices_and_another_press_ends_the_search() -> None:
    board = begun("herders")
    hear(board, view(board))
    frames = asked(board, tool("advise"))
    assert said(board) == "Looking for a good move…"
    slices = 0
    while frames:
        frames = asked(board, *frames)
        slices += 1
    assert slices > 1
    assert "advised:1" in tools(board)
    hear(board, tool("unadvise"))
    frames = asked(board, tool("advise"))
    hear(board, typed(str(board.state.legal()[0])))
    assert asked(board, *frames) == []
    assert board.mode.advice is None
    assert "Looking" not in said(board)


def test_only_the_person_to_move_is_advised_from_their_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = []
    begin = Search.__init__

    def began(self: Search, view: Any, *args: Any) -> None:
        seats.append(view.seat)
        begin(self, view, *args)

    monkeypatch.setattr(Search, "__init__", began)
    board = play("catbox", *["human"] * 2, seed=1, players="3")
    assert board.mode.device.veiled
    assert "advise" not in tools(board)
    hear(board, tool("unveil"), tool("advise"))
    assert seats == [board.state.to_move]
    advice = board.mode.advice
    assert advice is not None
    assert "Hidden information was filled in at random." in said(board)
    hear(board, tool("advised:1"))
    assert board.mode.device.veiled
    assert board.mode.advice is None
    assert "advised:1" not in tools(board)


def test_no_move_is_offered_where_nobody_decides() -> None:
    board = play("herders", "beginner", "beginner", seed=1)
    assert "advise" not in tools(board)
    while board.state.to_move is not None:
        hear(board, tool("on"))
    assert "advise" not in tools(board)
    assert "advise" not in tools(teach(FIRST))


def test_a_finger_confirms_a_suggested_move_that_cannot_be_undone() -> None:
    board = begun("catbox")
    hear(board, tool("advise"))
    advice = board.mode.advice
    assert advice is not None
    finger = {**tool("advised:1"), "finger": True}
    hear(board, finger)
    assert board.mode.advice is advice
    assert "Press again to play it." in said(board)
    hear(board, finger)
    assert advice.moves[0].action in {node.action for node in board.mode.timeline.line}
