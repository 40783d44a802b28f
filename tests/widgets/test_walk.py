"""A first turn step by step: what is asked, what is played, what is not, and the ways on from there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cattools.core.records import seats_link
from cattools.games import GAMES, game
from cattools.lessons.example import Example, ExampleKind, examples
from cattools.widgets import lesson, play
from cattools.widgets.board import Board
from tests.lessons.test_examples import WALK
from tests.widgets.boards import hear, press, said

WALKS = [found for game_id in GAMES for found in examples(game_id).values() if found.kind is ExampleKind.WALK]


def tool(name: str) -> dict[str, Any]:
    return {"kind": "tool", "tool": name}


def asked(board: Board[Any]) -> str:
    return re.sub(r"<[^>]+>", " ", board.slots["task"])


def walk(found: Example = WALK) -> Board[Any]:
    return Board(lesson(found))


def on(board: Board[Any]) -> None:
    """Do what is asked, by the button for it."""
    hear(board, tool("solve" if board.mode.presses else "next"))


@pytest.mark.parametrize("found", WALKS, ids=lambda found: found.id)
def test_a_walk_is_short_and_comes_to_its_end(found: Example) -> None:
    assert len(found.steps) <= 8
    board = walk(found)
    for number, step in enumerate(found.steps, 1):
        assert f"Step {number} of {len(found.steps)}" in asked(board)
        on(board)
        assert not step.say or step.say in said(board)
    assert "Done" in asked(board)
    assert board.mode.done


def test_what_is_asked_is_shown_and_played_by_hand() -> None:
    board = walk()
    assert "You are Red." in asked(board)
    hear(board, tool("next"))
    assert {mark.area for mark in board.marks} == {"f4", "f5"}
    hear(board, *press("f4", "f5"))
    assert "Step 3 of 3" in asked(board)
    hear(board, *press("f7"))
    assert "It ran." in said(board)


def test_what_is_allowed_but_not_asked_for_is_told_and_not_played() -> None:
    board = walk()
    hear(board, tool("next"))
    before = board.state
    hear(board, {"kind": "typed", "text": "f4-f3"})
    assert said(board).startswith("f4-f3 is allowed, too.")
    assert board.state == before
    hear(board, {"kind": "typed", "text": "f4-f9"})
    assert "herders-move" in board.slots["said"]
    assert board.state == before
    hear(board, {"kind": "typed", "text": "f4-f5"})
    assert "Step 3 of 3" in asked(board)


def test_the_ways_back() -> None:
    board = walk()
    start = board.state
    on(board)
    on(board)
    hear(board, tool("previous"))
    assert "Step 2 of 3" in asked(board)
    assert board.state == start
    hear(board, {"kind": "back"})
    assert "Step 1 of 3" in asked(board)
    for _ in range(3):
        on(board)
    hear(board, tool("reset"))
    assert "Step 1 of 3" in asked(board)
    assert board.state == start
    on(board)
    assert "Step 2 of 3" in asked(board)


@pytest.mark.parametrize("steps", range(4))
def test_a_walk_goes_on_where_it_was(steps: int) -> None:
    board = walk()
    for _ in range(steps):
        on(board)
    other = walk()
    if board.record:
        hear(other, {"kind": "resume", "record": board.record})
    assert other.state == board.state
    assert asked(other) == asked(board)
    if steps:
        hear(other, tool("previous"))
        hear(board, tool("previous"))
        assert other.state == board.state


def test_the_end_leads_into_a_game() -> None:
    board = walk()
    for _ in range(3):
        on(board)
    for seats in (["human", "human"], ["human", "greedy"]):
        link = seats_link(game("herders"), seats)
        assert f'data-anchor="{link.replace("&", "&amp;")}"' in board.slots["task"]
        table = play("herders", "random", "random", seed=1)
        hear(table, {"kind": "address", "fragment": link})
        assert table.mode.players == seats


@pytest.mark.parametrize(
    ("fragment", "said_of_it"),
    [
        ("game=calico&seats=human,human", "Expected a game of herders, found one of calico."),
        ("game=herders&seats=human,dragon", "Expected a bot among"),
        ("game=herders&seats=human,human,human", "Expected at most 2 players, found 3."),
        ("game=herders", "Expected a link with &#x27;seats&#x27;"),
    ],
)
def test_a_link_that_seats_nobody_changes_nothing(fragment: str, said_of_it: str) -> None:
    table = play("herders", "human", "greedy", seed=1)
    before = table.state
    hear(table, {"kind": "address", "fragment": fragment})
    assert said_of_it in table.slots["said"]
    assert table.state == before
    assert table.mode.players == ["human", "greedy"]
