"""Live examples and tables driven by messages: the whole way through each kind."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cattools.core.errors import OptionError
from cattools.games import GAMES
from cattools.lessons.check import answer
from cattools.lessons.example import Example, examples
from cattools.widgets import play, show
from cattools.widgets.examples import WIDGETS
from cattools.widgets.table import Table
from tests.games.herders.table import cells
from tests.lessons.test_examples import ASK, GOAL, JUDGE, SCORE, TRY
from tests.widgets.test_heard import hear, press, said

EVERY = [found for game_id in GAMES for found in examples(game_id).values()]


def make(example: Example) -> Any:
    return WIDGETS[example.kind](example)


def tool(name: str) -> dict[str, Any]:
    return {"kind": "tool", "tool": name}


def buttons(board: Any) -> set[str]:
    """Return the buttons that can be pressed."""
    return set(re.findall(r'data-tool="([^"]*)"(?![^>]*aria-disabled)', board.slots["tools"]))


@pytest.mark.parametrize("example", EVERY, ids=lambda e: e.id)
def test_show_me_does_it_and_reset_undoes_it(example: Example) -> None:
    board = show(example.id)
    start = board.state
    for n in range(len(board.hints) + 2):
        hear(board, tool("hint"))
        assert board.hinted == min(n + 1, len(board.hints))
    hear(board, tool("solve"))
    # What is there to be forbidden is met only by trying it.
    assert board.done or (example.kind == "try" and example.refused)
    assert said(board)
    hear(board, tool("reset"))
    assert board.state == start


@pytest.mark.parametrize("example", [e for e in EVERY if e.refused], ids=lambda e: e.id)
def test_the_forbidden_can_be_tried_and_is_explained(example: Example) -> None:
    for written, rule in example.refused:
        board = show(example.id)
        start = board.state
        hear(board, {"kind": "typed", "text": written})
        assert board.state == start
        assert rule in board.met
        assert f'data-anchor="{GAMES[example.game].rules[rule].anchor}"' in board.slots["said"]


def test_try_is_done_when_the_forbidden_and_something_legal_was_tried() -> None:
    board = make(TRY)
    hear(board, *press("a1"))
    assert not board.done
    hear(board, tool("undo"), {"kind": "typed", "text": "e5"})
    assert board.done
    assert "herders-place" in board.slots["said"]
    assert "That is all this board asks for." in board.slots["said"]
    assert "cat-done" in board.slots["task"]
    hear(board, tool("reset"))
    assert not board.done
    assert "cat-done" not in board.slots["task"]


def test_a_second_press_on_a_verdict_changes_nothing() -> None:
    board = show("herders.move.back")
    hear(board, tool("allowed"))
    first = board.slots["said"]
    assert "Right." in first
    hear(board, tool("allowed"), tool("not"))
    assert board.slots["said"] == first


def test_what_is_possible_is_no_answer_to_a_question() -> None:
    for name in ("herders.move.goes", "herders.move.back"):
        board = show(name)
        hear(board, *({"kind": "ask", "area": area} for area in board.names))
        assert "From here" not in board.slots["said"]
        assert "Possible" not in board.slots["said"]


@pytest.mark.parametrize("example", [e for e in EVERY if e.ask and e.start().to_move is None], ids=lambda e: e.id)
def test_a_question_about_a_finished_game_does_not_tell_who_won(example: Example) -> None:
    board, verdict = show(example.id), str(example.start().verdict())
    hear(board, tool("hint"))
    hear(board, tool("reset"))
    assert "The game is over." in board.slots["head"]
    assert verdict not in "".join(board.slots.values())


def test_a_question_is_answered_by_typing_areas() -> None:
    board = show("herders.move.goes")
    start = board.state
    hear(board, {"kind": "typed", "text": "a1, a2"})
    assert (board.state, board.found) == (start, {"a1", "a2"})
    assert 'data-tool="reset" aria-disabled' not in board.slots["tools"]
    hear(board, tool("reset"))
    assert board.found == set()
    hear(board, {"kind": "typed", "text": "d8-d9"})
    assert board.state == start
    assert "Expected names of cells" in board.slots["said"]


def test_a_bot_in_front_begins_and_undo_comes_back_to_a_person() -> None:
    for players in (("greedy", "human"), ("random", "human")):
        table = play("herders", *players, seed=3)
        assert table.acts
        assert table.state.to_move == 1
        area = next(a for a, (_, flags) in table.names.items() if flags)
        hear(table, tool("undo"))
        assert table.acts
        assert area in table.names


def test_find_by_a_move() -> None:
    board = make(GOAL)
    hear(board, tool("hint"))
    assert said(board) == "Scare f6."
    hear(board, {"kind": "typed", "text": "f4-f2"})
    assert not board.done
    assert "Not yet" in said(board)
    hear(board, tool("undo"), {"kind": "typed", "text": "f4-f5"})
    assert board.done  # the cat has one way to run
    assert "That is it." in said(board)


def test_find_by_cells() -> None:
    board = make(ASK)
    hear(board, *press("f6", "e5"), tool("check"))
    assert (board.done, said(board)) == (False, "1 cell does not belong.")
    hear(board, *press("e5", "f6"))
    assert "check" not in buttons(board)
    hear(board, *press("f6"), tool("check"))
    assert (board.done, said(board)) == (True, "Right.")
    assert board.found == answer(ASK, ASK.start())


def test_judge() -> None:
    board = make(JUDGE)
    assert "Red wants to move from f4 to f7" in said(board)
    hear(board, tool("herders.move"))
    assert not board.done  # first the verdict, then the rule
    hear(board, tool("not"), tool("herders.place"))
    assert board.done
    assert said(board).startswith("Not quite. It is not allowed.")
    hear(board, tool("reset"), tool("not"), tool("herders.move"))
    assert said(board).startswith("Right. It is not allowed.")
    hear(board, tool("reset"), tool("allowed"))
    assert said(board).startswith("Not quite.")
    before = board.state
    hear(board, *press("f4", "f5"), {"kind": "typed", "text": "f4-f5"})
    assert board.state == before


def test_count() -> None:
    board = make(SCORE)
    hear(board, tool("next"))
    assert said(board) == "Cats taken by red: 3."
    assert "Total" not in board.slots["extra"]
    hear(board, tool("next"), tool("next"))
    assert said(board).startswith("Cats taken by blue: 2.")
    assert (board.done, "Total" in board.slots["extra"]) == (True, True)
    hear(board, tool("previous"), tool("previous"), tool("previous"))
    assert board.at == 0


def form(**values: str) -> dict[str, Any]:
    return {"kind": "form", "form": "new", "values": values}


def test_a_new_game_by_the_form() -> None:
    table = play("herders", seed=1)
    hear(table, form(**{"seat-red": "human", "seat-blue": "greedy", "three": "on", "limit": "20", "seed": "7"}))
    assert (str(table.state.options), table.players, table.dealer.seed) == ("three,limit=20", ["human", "greedy"], 7)
    assert "A new game." in said(table)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"seed": "x"}, "expected the seed to be a number or nothing"),
        ({"seat-red": "deepblue"}, "expected a bot among random, greedy"),
        ({"limit": "1000"}, "expected limit to be a number from 0 to 999"),
        ({"board": "round"}, "expected board"),
    ],
)
def test_a_form_that_does_not_go_keeps_the_game(values: dict[str, str], words: str) -> None:
    table = play("herders", seed=1)
    before = table.state
    hear(table, form(**values))
    assert words.lower() in said(table).lower()
    assert table.state == before


def test_a_bot_answers() -> None:
    table = play("herders", "human", "random", seed=1)
    hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert table.state.to_move == 0
    assert table.state.plies == 2
    hear(table, tool("undo"))
    assert table.state.plies == 0


def test_saved_loaded_and_shared() -> None:
    table = play("herders", seed=1)
    hear(table, {"kind": "typed", "text": "a2"})
    (download,) = [m for m in hear(table, tool("save")) if m["kind"] == "download"]
    assert json.loads(download["text"])["actions"][-1] == "a2"
    (link,) = [m for m in hear(table, tool("share")) if m["kind"] == "link"]
    other = play("herders", seed=2)
    hear(other, {"kind": "file", "text": download["text"]})
    assert (other.state, said(other).startswith("Loaded.")) == (table.state, True)
    third = play("herders", seed=3)
    hear(third, {"kind": "open", "fragment": link["fragment"]})
    assert third.state == table.state


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "file", "text": "{}"},
        {"kind": "file", "text": '{"format": "cattools record", "version": 9}'},
        {"kind": "open", "fragment": "game=herders"},
    ],
)
def test_what_cannot_be_loaded_is_told_and_nothing_lost(message: dict[str, Any]) -> None:
    table = play("herders", seed=1)
    hear(table, {"kind": "typed", "text": "a2"})
    before = (table.state, [str(n.action) for n in table.timeline.line])
    hear(table, message)
    assert said(table).lower().startswith("expected ")
    assert (table.state, [str(n.action) for n in table.timeline.line]) == before
    assert cells(table.state, "red") >= {"a2"}


def test_a_table_for_too_many_or_unknown_players() -> None:
    with pytest.raises(OptionError, match="expected at most 2 players, found 3"):
        play("herders", "human", "human", "human")
    with pytest.raises(OptionError, match="expected a bot among random, greedy, found 'x'"):
        Table(GAMES["herders"], ["x"])
    with pytest.raises(OptionError, match="expected a game among"):
        play("chess")
