"""A board continues from its restart state: in a new kernel, every board of a page is restored."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cattools.games import GAMES
from cattools.lessons.example import Example, ExampleKind, examples
from cattools.widgets import lesson, play, position, round_tracker, scorer
from cattools.widgets.board import Board
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.perspective import OwnSeatView
from tests.kinds import taking_several_presses
from tests.lessons.test_examples import ASK, GOAL, JUDGE, SCORE, TRY
from tests.widgets.board_client import free, hear, press, said, tool, typed

DATA = Path(__file__).parents[1] / "data"
OLD_RECORDS = json.loads((DATA / "old_records.json").read_text(encoding="utf-8"))
BACK = "The board has been restored."
KINDS = {kind: next(e for g in GAMES for e in examples(g).values() if e.kind == kind) for kind in ExampleKind}


def resume(board: Any, record: str) -> Any:
    hear(board, {"kind": "resume", "record": record})
    return board


def shown(board: Any) -> dict[str, Any]:
    """Return what a reader sees, apart from the message below the board."""
    slots = {name: html for name, html in board.slots.items() if name not in ("status", "extra")}
    slots["moves"] = re.sub(r"cat-signs-\d+", "", slots.get("moves", ""))  # an id unique to every board
    return {"slots": slots, "names": dict(board.names), "picture": board.scene.pieces}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_resumes_with_its_players_seed_and_undo(game_id: str) -> None:
    board: Any = play(game_id, "human", "friendly", seed=5)
    for _ in range(3):
        hear(board, typed(board.mode.sample()))
    other = resume(play(game_id, "human", "friendly", seed=6), board.record)
    assert said(other).startswith(BACK)
    assert other.state == board.state
    assert other.mode.players == board.mode.players
    assert shown(other) == shown(board)
    assert other.record == board.record
    hear(board, tool("undo"))
    hear(other, tool("undo"))
    assert other.state == board.state


def test_a_game_is_recorded_before_anything_is_played() -> None:
    board = play("calico")
    assert resume(play("calico"), board.record).state == board.state


def test_bots_do_not_move_when_their_game_is_restored() -> None:
    board = play("herders", "beginner", "beginner", seed=1)
    assert resume(play("herders", "beginner", "beginner", seed=1), board.record).state == board.state


@pytest.mark.parametrize("game_id", taking_several_presses())
def test_a_half_entered_action_is_resumed(game_id: str) -> None:
    start = play(game_id, "human", "human", seed=5).state
    board: Any = free(start)
    while not (half := next((presses[:-1] for presses in ways(board) if len(presses) > 1), ())):
        assert board.mode.sample()
        hear(board, typed(board.mode.sample()))
    hear(board, *press(*half))
    assert board.chosen == [*half]
    other: Any = free(start)
    hear(other, *([{"kind": "resume", "record": board.record}] if board.record else []), *press(*board.chosen))
    assert other.mode.hand.chosen == board.mode.hand.chosen
    assert (other.chosen, shown(other)) == (board.chosen, shown(board))
    hear(board, {"kind": "back"})
    assert board.chosen == []


def ways(board: Any) -> list[tuple[str, ...]]:
    """Return the presses of each legal action, without the preselected areas."""
    given = board.mode.hand.preselected
    found = [board.mode.game.presses(action) for action in board.state.legal()]
    return [presses[len(given) :] for presses in found if presses[: len(given)] == given]


def test_a_position_resumes() -> None:
    board: Any = position("herders")
    assert board.record == ""
    hear(board, typed(board.mode.sample()))
    other = resume(position("herders"), board.record)
    assert (other.state, shown(other)) == (board.state, shown(board))


def test_the_board_of_one_seat_has_no_record_of_the_game() -> None:
    session = play("territory", seed=3).mode.session
    board = Board(FreePlay(session, perspective=OwnSeatView(session, 0)))
    session.play(session.state.legal()[0])
    assert board.record == ""


@pytest.mark.parametrize("kind", KINDS)
def test_a_solved_example_stays_solved(kind: ExampleKind) -> None:
    board: Any = Board(lesson(KINDS[kind]))
    assert board.record == ""
    hear(board, tool("hint"), tool("solve"))
    other = resume(Board(lesson(KINDS[kind])), board.record)
    assert other.state == board.state
    assert (other.mode.done, other.mode.helped, other.mode.hinted) == (
        board.mode.done,
        board.mode.helped,
        board.mode.hinted,
    )
    assert shown(other) == shown(board)
    assert other.record == board.record
    if kind != ExampleKind.SCORE:  # a reset returns to the first line of a score, but the help still counts
        hear(board, tool("reset"))
        assert board.record == ""


def half(example: Example) -> list[dict[str, Any]]:
    """Return the messages of a reader in the middle of an example."""
    match example.kind:
        case ExampleKind.TRY:
            return [typed(next(iter(dict(example.refused))))]
        case ExampleKind.FIND if example.ask:
            return [{"kind": "press", "area": next(iter(Board(lesson(example)).names))}]
        case ExampleKind.JUDGE:
            return [tool("not")]
        case ExampleKind.SCORE:
            return [tool("next")]
        case _:
            return [typed(Board(lesson(example)).mode.sample())]


@pytest.mark.parametrize("example", [TRY, GOAL, ASK, JUDGE, SCORE], ids=["try", "goal", "ask", "judge", "score"])
def test_an_example_resumes_in_the_middle(example: Example) -> None:
    board: Any = Board(lesson(example))
    hear(board, *half(example))
    assert board.record
    other = resume(Board(lesson(example)), board.record)
    assert other.mode.progress() == board.mode.progress()
    assert shown(other)["slots"]["tools"] == shown(board)["slots"]["tools"]


def test_a_scorer_resumes() -> None:
    board: Any = scorer("calico")
    assert board.record == ""
    hear(board, typed(board.mode.sample()))
    other = resume(scorer("calico"), board.record)
    assert other.state == board.state
    hear(other, tool("undo"))
    assert other.state == scorer("calico").state


def test_a_round_tracker_resumes_with_its_history() -> None:
    board: Any = round_tracker("catbox")
    assert board.record == ""
    hear(board, typed(board.mode.sample()))
    before = board.state
    hear(board, {"kind": "form", "form": "new", "values": {"players": "4"}})
    other = resume(round_tracker("catbox"), board.record)
    assert other.state == board.state
    hear(other, tool("undo"))
    assert other.state == before


@pytest.mark.parametrize(
    ("board", "record", "words"),
    [
        (lambda: position("herders"), "{", "Expected JSON, found"),
        (
            lambda: play("herders"),
            play("calico", seed=1).record,
            "This page is for Cat Herders. The file is for Calico",
        ),
        (lambda: scorer("calico"), '{"format": "cattools sheet", "version": 1}', "Expected entered to be a string"),
        (lambda: round_tracker("catbox"), "no", "Expected a saved game of this board, found &#x27;no&#x27;"),
        (lambda: Board(lesson(TRY)), "[]", "Expected JSON with format"),
    ],
)
def test_an_invalid_record_changes_nothing(board: Any, record: str, words: str) -> None:
    there = board()
    before = there.state
    assert said(resume(there, record)).startswith(words)
    assert there.state == before


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"example": "herders.other"}, "Expected the example .*, found"),
        ({"done": 1}, "Expected done to be true or false, found 1"),
        ({"actions": [1]}, "Expected a list of strings, found"),
        ({"met": {"herders.place": 3}}, "Expected a list of strings, found"),
        ({"actions": ["nonsense"]}, "Action 1: expected"),
    ],
)
def test_a_record_of_an_example_is_validated(wrong: dict[str, Any], words: str) -> None:
    board: Any = Board(lesson(TRY))
    hear(board, *half(TRY))
    changed = json.dumps({**json.loads(board.record), **wrong})
    other: Any = Board(lesson(TRY))
    resume(other, changed)
    assert re.match(words, said(other))
    assert other.record == ""


@pytest.mark.parametrize("kept", OLD_RECORDS, ids=lambda one: one["record"]["game"])
@pytest.mark.parametrize("way", [{"kind": "file"}, {"kind": "resume", "id": "g1"}], ids=["file", "saved game"])
def test_an_old_record_can_still_be_read(kept: dict[str, Any], way: dict[str, str]) -> None:
    """When they were written, games were not saved in the browser, and boards had no parts and no move lists."""
    game_id, written = kept["record"]["game"], json.dumps(kept["record"])
    board: Any = play(game_id, "human", "beginner", seed=9)
    field = "text" if way["kind"] == "file" else "record"
    hear(board, {**way, field: written})
    assert str(board.state) == kept["state"]
    assert board.mode.players == kept["record"]["seats"]
