"""Walkthroughs of a first turn: what a step asks for, what is played and what is not, and the links at the end."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from cattools.core.display.scene import MarkKind
from cattools.core.game_record import seats_link
from cattools.games import GAMES, game
from cattools.lessons.answer_check import TERM, ids_in, plain, problems
from cattools.lessons.example import Example, ExampleKind, Step, example, examples
from cattools.widgets import lesson, play
from cattools.widgets.board import Board
from tests.kinds import number, some
from tests.lessons.test_examples import WALK
from tests.widgets.board_client import hear, press, said, tool

WALKS = [one for game_id in GAMES for one in examples(game_id).values() if one.kind is ExampleKind.WALK]


def asked(board: Board[Any]) -> str:
    return re.sub(r"<[^>]+>", " ", board.slots["task"])


RANCH = "0,0;0,5 2w7/5sypf3/2cmcf3hm2/2cy1?w5/hy7pm1"
CHARGE = Example(
    "cattricola.w", "cattricola", ExampleKind.WALK, ("cattricola.turn",), "Step by step.",
    f"{RANCH} plum=A teal=B plum",
    steps=(
        Step("Charge: press [+b2|b2], [+b3|b3], [+c2|c2].", "+b2, +b3, +c2"),
        Step("Look at the other player.", "+c3, done", shown=True), Step("Catch them: press [c3].", "c3"),
        Step("Press [@1|one], [@2|the other].", "@1, @2", "All have a place."),
    ),
)  # fmt: skip
SEW = Example(
    "calico.w", "calico", ExampleKind.WALK, ("calico.turn.draw",), "Step by step.", options="first-game", seed=4,
    steps=(
        Step("Sew: press [blue.hand1|the flowers], [blue.b2|b2].", "Gf@b2"), Step("Press [market1|the first].", "+Yq1"),
        Step("Green plays.", "Nf@c3, +Bf3", shown=True), Step("Have a look at [blue.c4|the goal]."),
    ),
)  # fmt: skip


def walk(walkthrough: Example = WALK) -> Board[Any]:
    return Board(lesson(walkthrough))


@pytest.mark.parametrize("walkthrough", WALKS, ids=lambda one: one.id)
def test_the_readers_seat_is_named_as_on_the_page_to_play(walkthrough: Example) -> None:
    """In the panel and, on the reader's turn, at the board's top edge."""
    board = walk(walkthrough)
    mover = board.state.mover
    assert mover is not None
    assert "Your turn" in board.slots["head"]
    name = board.mode.name_of(mover)
    assert f"You ({name})" in board.slots["side"]
    assert board.slots["side"].count("You (") == 1


def do_step(board: Board[Any]) -> None:
    """Press the button that does what the step asks for."""
    hear(board, tool("solve" if board.mode.presses else "next"))


@pytest.mark.parametrize("walkthrough", WALKS, ids=lambda one: one.id)
def test_a_walkthrough_is_short_and_reaches_its_end(walkthrough: Example) -> None:
    assert len(walkthrough.steps) <= 8
    board = walk(walkthrough)
    for n, step in enumerate(walkthrough.steps, 1):
        assert f"Step {n} of {len(walkthrough.steps)}" in asked(board)
        do_step(board)
        assert step.say.replace(TERM, "") in unescape(re.sub(r"<[^>]+>", "", said(board)))
    assert "Done" in asked(board)
    assert board.mode.done


def test_a_term_is_emphasised_where_it_is_explained() -> None:
    board = walk(replace(WALK, steps=(Step("You are *Red*, <b>."), *WALK.steps[1:2], Step("", "f6>f7", "It *ran*."))))
    assert "You are <dfn>Red</dfn>, &lt;b&gt;." in board.slots["task"]
    for _ in range(3):
        do_step(board)
    assert "It <dfn>ran</dfn>." in said(board)
    assert TERM not in said(board) + board.slots["task"]


def test_a_step_is_marked_and_can_be_played_by_hand() -> None:
    board = walk()
    assert "You are Red." in asked(board)
    hear(board, tool("next"))
    assert {mark.area for mark in board.marks} == {"f4", "f5"}
    hear(board, *press("f4", "f5"))
    assert "Step 3 of 3" in asked(board)
    hear(board, *press("f7"))
    assert "It ran." in said(board)


def test_an_action_allowed_but_not_asked_for_is_reported_and_not_played() -> None:
    board = walk()
    hear(board, tool("next"))
    before = board.state
    hear(board, {"kind": "typed", "text": "f4-f3"})
    assert said(board).startswith("That is allowed too.")
    assert board.state == before
    hear(board, {"kind": "typed", "text": "f4-f9"})
    assert "herders-move" in board.slots["status"]
    assert board.state == before
    hear(board, {"kind": "typed", "text": "f4-f5"})
    assert "Step 3 of 3" in asked(board)


def test_after_an_action_at_a_step_that_is_only_read_the_message_says_how_to_continue() -> None:
    board = walk()
    hear(board, {"kind": "typed", "text": "f4-f3"})
    assert said(board) == "That is allowed. One step at a time: read on first. Press Next to continue."


def test_after_the_last_step_an_action_is_answered_without_asking_to_read_on() -> None:
    ended = list[str]()
    for walkthrough in WALKS:
        board = walk(walkthrough)
        for _ in walkthrough.steps:
            do_step(board)
        if board.state.mover == walkthrough.start().mover:  # else the steps end when another player is to move
            hear(board, {"kind": "typed", "text": str(board.state.legal()[0])})
            ended.append(said(board))
    assert ended
    assert all(words.startswith("That is allowed, but all steps are done.") for words in ended), ended


def test_previous_back_and_reset_return_to_earlier_steps() -> None:
    board = walk()
    start = board.state
    do_step(board)
    do_step(board)
    hear(board, tool("previous"))
    assert "Step 2 of 3" in asked(board)
    assert board.state == start
    hear(board, {"kind": "back"})
    assert "Step 1 of 3" in asked(board)
    for _ in range(3):
        do_step(board)
    hear(board, tool("reset"))
    assert "Step 1 of 3" in asked(board)
    assert board.state == start
    do_step(board)
    assert "Step 2 of 3" in asked(board)


@pytest.mark.slow
@pytest.mark.parametrize("walkthrough", [WALK, CHARGE, SEW, *WALKS], ids=lambda one: one.id)
def test_a_walkthrough_resumes_where_it_was(walkthrough: Example) -> None:
    board = walk(walkthrough)
    for at in range(len(walkthrough.steps) + 1):
        other = walk(walkthrough)
        if board.record:
            hear(other, {"kind": "resume", "record": board.record})
        assert other.state == board.state
        assert asked(other) == asked(board)
        if at:
            back = walk(walkthrough)
            hear(back, {"kind": "resume", "record": board.record}, tool("previous"))
            hear(other, tool("previous"))
            assert other.state == back.state
            assert asked(other) == asked(back)
            assert f"Step {at} of" in asked(other)
            do_step(other)
            assert other.state == board.state  # including what was dealt
        if at < len(walkthrough.steps):
            do_step(board)


@pytest.mark.parametrize("at", [-1, 0, 3, 9])
def test_a_record_of_other_steps_starts_over(at: int) -> None:
    board = walk(CHARGE)
    do_step(board)
    do_step(board)
    record = json.loads(board.record)
    hear(other := walk(CHARGE), {"kind": "resume", "record": json.dumps({**record, "at": at})})
    assert "Step 1 of 4" in asked(other)
    assert other.state == walk(CHARGE).state
    do_step(other)
    assert "Step 2 of 4" in asked(other)


@pytest.mark.parametrize("walkthrough", WALKS, ids=lambda one: one.id)
def test_the_end_links_to_a_game(walkthrough: Example) -> None:
    board = walk(walkthrough)
    for _ in walkthrough.steps:
        do_step(board)
    count = len(game(walkthrough.game).seats(board.state.options))
    for seats in (["human"] * count, ["human", *["friendly"] * (count - 1)]):
        link = seats_link(game(walkthrough.game), seats)
        assert f'data-anchor="{link.replace("&", "&amp;")}"' in board.slots["task"]
        table = play(walkthrough.game, "beginner", "beginner", seed=1)
        hear(table, {"kind": "address", "fragment": link})
        assert table.mode.players == seats


@pytest.mark.parametrize("walkthrough", WALKS, ids=lambda one: one.id)
def test_the_end_says_how_many_people_can_play(walkthrough: Example) -> None:
    board = walk(walkthrough)
    known = GAMES[walkthrough.game].known_options
    counts = known["players"].choices if "players" in known else ()
    numbers = f"{counts[0]} to {counts[-1]}" if counts else ""
    for _ in board.mode.example.steps:
        assert "press “More…”" not in asked(board)
        do_step(board)
    assert (f"For {numbers} players" if numbers else "Ready to play on?") in asked(board)
    assert ("press “More…”" in asked(board)) == bool(numbers)


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("game=calico&seats=human,human", "This page is for Cat Herders. The link is for Calico."),
        ("game=herders&seats=human,dragon", "Expected one of the players"),
        ("game=herders&seats=human,human,human", "Expected at most 2 players, found 3."),
        ("game=herders", "Expected an address with position=, seats= or options="),
    ],
)
def test_a_link_with_invalid_seats_changes_nothing(fragment: str, words: str) -> None:
    table = play("herders", "human", "friendly", seed=1)
    before = table.state
    hear(table, {"kind": "address", "fragment": fragment})
    assert words in table.slots["status"]
    assert table.state == before
    assert table.mode.players == ["human", "friendly"]


@pytest.mark.parametrize("walkthrough", [CHARGE, SEW], ids=lambda one: one.id)
def test_the_walkthroughs_of_these_tests_are_correct(walkthrough: Example) -> None:
    assert list(problems(walkthrough)) == []


def test_one_step_can_take_several_presses() -> None:
    board = walk(CHARGE)
    assert pointers(board) == {"+b2"}
    hear(board, *press("+b3"))
    assert "That is allowed too." in said(board)
    hear(board, *press("+b2"))
    assert "Step 1 of 4" in asked(board)
    assert pointers(board) == {"+b3"}
    other = walk(CHARGE)
    hear(other, {"kind": "resume", "record": board.record})
    assert pointers(other) == {"+b3"}
    do_step(other)
    assert "Step 2 of 4" in asked(other)
    hear(board, tool("previous"))
    assert pointers(board) == {"+b2"}
    hear(board, *press("+b2", "+b3"), {"kind": "back"})
    assert pointers(board) == {"+b2"}
    hear(board, *press("+b2", "+b3", "+c2"))
    assert "Step 2 of 4" in asked(board)


def test_choosing_a_piece_marks_where_it_goes() -> None:
    board = walk(SEW)
    assert pointers(board) == {"blue.hand1", "blue.b2"}
    hear(board, *press("blue.hand1"))
    assert pointers(board) == {"blue.b2"}
    hear(board, *press("blue.hand2"))
    assert pointers(board) == set()
    hear(board, *press("blue.hand1", "blue.b2"))
    assert pointers(board) == {"market1"}


def test_actions_of_others_are_shown_and_cannot_be_pressed() -> None:
    board = walk(CHARGE)
    do_step(board)
    before = board.state
    hear(board, *press("+c3"))
    assert board.state == before
    assert said(board) == "Teal charges. Press Next to see what happens."
    hear(board, tool("next"))
    assert "Teal puts a marker on c3." in said(board)
    assert "Step 3 of 4" in asked(board)


def test_the_board_keeps_the_readers_perspective() -> None:
    board = walk(SEW)
    do_step(board)
    do_step(board)
    assert board.state.mover == 1
    hands = [area.name for name, area in board.scene.areas.items() if "hand" in name]
    assert hands == ["navy vines", "yellow quatrefoils"]


def test_the_next_step_is_announced() -> None:
    board = walk(SEW)
    for step in SEW.steps[1:]:
        do_step(board)
        assert plain(step.ask) in said(board)
    do_step(board)
    assert "Ready to play on?" in said(board)
    assert "[" not in said(board)


def test_after_a_reset_marks_show_where_to_press() -> None:
    board = walk(SEW)
    hear(board, *press("blue.hand1", "blue.b2"), tool("reset"))
    assert pointers(board) == {"blue.hand1", "blue.b2"}


def pointers(board: Board[Any]) -> set[str]:
    """Return the areas that are marked to be pressed."""
    return {mark.area for mark in board.marks if mark.kind is MarkKind.CHANGED}


def test_the_others_play_and_the_reader_sees_one_hand() -> None:
    board = walk(example("territory.walk"))
    hear(board, *press("C4"))
    assert "Blue to move" in board.slots["head"]
    before = board.state
    hear(board, {"kind": "typed", "text": "C3"}, *press("C2"))
    assert board.state == before
    assert "Coordinate card F6" in {area.name for area in board.mode.scene().areas.values()}
    hear(board, tool("next"))
    assert "Step 3 of 8" in asked(board)
    assert "Green puts a cat on D4. Two of them" in said(board)
    assert pointers(board) == {"C1"}


def test_actions_of_others_can_follow_immediately() -> None:
    board = walk(example("catbox.walk"))
    hear(board, *press("h3"))
    assert "Slate puts a card aside, face down. Nobody" in said(board)
    assert "Step 2 of 8" in asked(board)


@pytest.mark.parametrize("walkthrough", WALKS, ids=lambda one: one.id)
def test_a_walkthrough_resumes_where_it_was_in_an_earlier_visit(walkthrough: Example) -> None:
    before = walk(walkthrough)
    _, name = before.mode.remembers  # the first name is that of the tick

    def saved_step(board: Board[Any], message: dict[str, Any]) -> str:
        """Send a message; return the step that the browser is asked to remember."""
        return [sent["value"] for sent in hear(board, message) if sent.get("name") == name][-1]

    for at in range(1, len(walkthrough.steps)):
        assert saved_step(before, tool("solve" if before.mode.presses else "next")) == str(at)
        after = walk(walkthrough)
        hear(after, {"kind": "remembered", "name": name, "value": str(at)})
        assert asked(after) == asked(before)
        assert str(after.state) == str(before.state)
        assert said(after).startswith("This is where you left off.")
    last = tool("solve" if before.mode.presses else "next")
    assert saved_step(before, last) == ""  # a finished walkthrough starts over
    assert saved_step(after, tool("reset")) == ""
    assert f"Step 1 of {len(walkthrough.steps)}" in asked(after)


@pytest.mark.parametrize("value", ["0", "-1", "99", "x", "2.5", "1" * 5000])
def test_an_invalid_step_is_ignored(value: str) -> None:
    board = walk()
    hear(board, {"kind": "remembered", "name": board.mode.remembers[0], "value": value})
    assert "Step 1 of 3" in asked(board)


def test_a_remembered_step_does_not_move_a_walkthrough_that_has_begun() -> None:
    board = walk()
    hear(board, tool("next"), {"kind": "remembered", "name": board.mode.remembers[0], "value": "2"})
    assert "Step 2 of 3" in asked(board)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "walkthrough", some(WALKS, lambda one: one.id in {"herders.walk", "catbox.walk"}), ids=lambda one: one.id
)
def test_messages_of_a_walkthrough_contain_no_id_and_begin_with_a_capital(walkthrough: Example) -> None:
    board = walk(walkthrough)
    for made, step in enumerate(walkthrough.steps, 1):
        areas = board.mode.scene().areas
        for area in [*areas][:: number(6, 1)]:
            hear(board, *press(area))
            words = unescape(re.sub(r"<[^>]+>", "", said(board)))
            assert [*ids_in(words, areas)] == [], (step.ask, area)
            assert words[:1] == words[:1].upper(), words
        for area in [*board.mode.scene().areas][:: number(6, 1)]:
            hear(board, {"kind": "query", "area": area})
            words = unescape(re.sub(r"<[^>]+>", "", said(board)))
            assert [*ids_in(words, areas)] == [], (step.ask, area)
        board = walk(walkthrough)
        for _ in range(made):
            do_step(board)
