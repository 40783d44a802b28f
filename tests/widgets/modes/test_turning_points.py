"""The look back at a finished game: its review, the turning points on the board, and play from there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cattools.core.display.scene import MarkKind
from cattools.games import GAMES
from cattools.widgets import play
from cattools.widgets.board import Board
from cattools.widgets.modes import turning_points
from cattools.widgets.modes.play import PlayMode
from cattools.widgets.move_list import turns
from tests.games.reviewed import CLOSE, FOLDER, QUICK
from tests.kinds import some
from tests.widgets.board_client import hear, said, tool, view
from tests.widgets.modes.test_move_advice import asked, tools


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews end after a few play-outs, one step a frame, however fast or slow the machine is."""
    monkeypatch.setattr(turning_points, "SLICE", 0)
    monkeypatch.setattr(turning_points, "LONGEST", float("inf"))
    monkeypatch.setattr(turning_points, "QUICK", QUICK)
    monkeypatch.setattr(turning_points, "CLOSE", CLOSE)


def finished(game_id: str) -> Board[PlayMode]:
    """Return a board at the end of the stored game of `game_id`."""
    board = play(game_id, seed=1)
    hear(board, {"kind": "file", "text": (FOLDER / f"{game_id}.json").read_text(encoding="utf-8")})
    assert board.mode.at_end
    return board


@pytest.mark.parametrize("game_id", some(GAMES, lambda name: name == "herders"))
def test_a_finished_game_is_reviewed_and_its_turning_points_are_shown_and_played_from(game_id: str) -> None:
    board = finished(game_id)
    mode = board.mode
    hear(board, tool("look"))
    review = mode.review
    assert review is not None
    assert review.is_complete
    points = review.turning_points
    assert [one for one in tools(board) if one.startswith("point:")] == [f"point:{n + 1}" for n in range(len(points))]
    moves = board.slots["moves"]
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in moves
    assert re.search(r'role="img" aria-label="The lead of [^"]+ after each turn\. (The lead changed \d+|Turn)', moves)
    assert points
    assert f"The review has found {len(points)} turning point" in said(board)
    for number, point in enumerate(points, 1):
        better, played = point.advice.moves
        hear(board, tool(f"point:{number}"))
        assert mode.shown is point.before
        node = mode.timeline.line[point.number - 1]
        assert any(node in move.nodes for move in turns(mode.moves)[point.turn - 1])
        assert f"Better: {better.deed}" in said(board)
        assert f"Played: {played.deed}" in said(board)
        marks = {mark.area: mark for mark in mode.marks() if mark.order}
        for kind, order, move in ((MarkKind.SELECTED, 1, better), (MarkKind.CHANGED, 2, played)):
            if (presses := mode.game.presses(move.action)) and len(marks) == 2:
                assert (marks[presses[-1]].kind, marks[presses[-1]].order) == (kind, order)
        assert re.search(f'data-tool="point:{number}" aria-pressed="true"', board.slots["tools"])
    hear(board, tool("branch"))
    assert mode.timeline.line != []
    assert mode.review is None
    assert "cat-review" not in board.slots["moves"]


def test_a_page_sees_the_progress_and_can_stop_the_review() -> None:
    board = finished("territory")
    hear(board, view(board))
    frames = asked(board, tool("look"))
    assert "<progress" in board.slots["moves"]
    assert board.mode.reviews
    assert "stop-review" in tools(board)
    frames = asked(board, *frames)
    reviewer = board.mode.reviewer
    assert reviewer is not None
    done = reviewer.done
    assert done > 0
    stepped = asked(board, tool("earlier"))  # the review goes on while the reader steps through the moves
    assert len(stepped) == 1
    assert asked(board, *stepped)
    assert reviewer.done > done
    assert asked(board, *frames) == []  # an older frame is not played twice
    hear(board, tool("stop-review"))
    review = board.mode.review
    assert review is not None
    assert not review.is_complete
    judged = f"Not finished: the moves of {review.looked_at} of {review.turns} turns have been judged."
    assert 0 < review.looked_at < review.turns
    assert judged in board.slots["moves"]
    assert judged in said(board)
    assert "stop-review" not in tools(board)
    hear(board, tool("now"), tool("look"))
    assert board.mode.review is review  # it is made only once
    frames = asked(board, tool("continue-review"))
    assert reviewer.done >= review.done
    while board.mode.reviews:
        frames = asked(board, *frames)
    review = board.mode.review
    assert review.is_complete
    assert "continue-review" not in tools(board)


def test_a_review_that_was_stopped_at_once_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "LONGEST", 0.0)
    board = finished("herders")
    hear(board, tool("look"))
    assert "No turning point found so far." in said(board)
    assert "No move clearly cost" not in board.slots["moves"]


def test_a_reader_who_watched_bots_plays_on_from_a_turning_point() -> None:
    board = finished("calico")
    mode = board.mode
    mode.session.players[:] = ["friendly"] * len(mode.session.players)
    hear(board, tool("look"), tool("point:1"))
    assert mode.review is not None
    seat = mode.review.turning_points[0].advice.seat
    hear(board, tool("branch"))
    assert mode.session.humans == [seat]
    assert mode.state is mode.timeline.node.state
    assert mode.state.to_move == seat
    assert f"You play {names(board)[seat]} from here." in said(board)


def test_a_review_ends_in_time_and_another_game_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "LONGEST", 0.0)
    board = finished("calico")
    hear(board, tool("look"))
    review = board.mode.review
    assert review is not None
    assert review.done == 0
    hear(board, tool("now"), tool("deal"))
    assert board.mode.review is None
    assert "cat-review" not in board.slots["moves"]


def names(board: Board[Any]) -> list[str]:
    """Return the players' names as the curve writes them."""
    return [str(seat.called) for seat in board.state.game.seats(board.state.options)]


def test_the_curve_names_every_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "LONGEST", 0.0)
    board = finished("territory")
    hear(board, tool("look"))
    drawn = board.slots["moves"].partition("</svg>")[0]
    assert all(f">{name}</text>" in drawn for name in names(board))
