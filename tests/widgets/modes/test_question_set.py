"""After a reload, a set of ten questions continues; without a set, a due rule is asked about. No knowledge is lost."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question_set import NUMBER, Series
from cattools.widgets import Board
from cattools.widgets.modes.practice.practice import Practice
from tests.widgets.board_client import hear, press, said, tool, view
from tests.widgets.modes.test_practice import Clock, answer, begun, last_saved, remembered


def saved_ten(sent: list[dict[str, Any]]) -> dict[str, str]:
    """Return the message in which a later visit gets the ten questions that the browser was asked to store."""
    found = [one["value"] for one in sent if one["kind"] == "remember" and one["name"] == "ten.herders"][-1]
    return {"kind": "remembered", "name": "ten.herders", "value": found}


@pytest.mark.parametrize("linked", ["", "before", "after"])
def test_ten_questions_continue_after_a_reload(linked: str) -> None:
    board, again = begun(), begun(seed=9)
    link = {"kind": "address", "fragment": Series(pool("herders"), 77).link()}
    sent = hear(board, link) + hear(board, tool("solve"), tool("next"))
    sent += answer(board)
    both = [saved_ten(sent), remembered(last_saved(sent))]
    assert again.mode.remembers == tuple(one["name"] for one in both), "the page sends them in this order"
    hear(again, *[link] * (linked == "before"), *both, *[link] * (linked == "after"))
    assert "3 of 10" in again.slots["task"]
    hear(board, tool("next"))
    assert again.mode.inner.asked == board.mode.inner.asked
    assert again.mode.series == board.mode.series


@pytest.mark.slow
@pytest.mark.parametrize("hands", [0, 2])
@pytest.mark.parametrize("number", [1, 4, NUMBER])
def test_counting_an_audiences_hands_continues_after_a_reload(hands: int, number: int) -> None:
    board, again, third = begun(), begun(seed=9), begun(seed=8)
    sent = hear(board, tool("ten"), tool("room"))
    for n in range(number):
        sent += hear(board, *[tool("next")] * (n > 0), tool("solve"), *[tool("hand")] * hands)
    assert board.mode.series is not None
    before = board.mode.series.written()
    hear(again, saved_ten(sent))
    assert again.mode.inner.asked == board.mode.inner.asked
    assert again.mode.inner.done
    assert again.mode.series is not None
    assert again.mode.series.written() == before
    assert f"{number} of 10" in again.slots["task"]
    sent = hear(again, tool("hand"), tool("hand"), tool("less"))
    assert again.mode.votes == [*[hands] * (number - 1), hands + 1]
    assert again.mode.memory.rules == {}, "the answers are the audience's"
    if number < NUMBER:
        sent += hear(again, tool("next"))
        hear(third, saved_ten(sent))
        assert f"{number + 1} of 10" in third.slots["task"]
        assert not third.mode.inner.done
        assert third.mode.inner.asked == again.mode.inner.asked
    else:
        assert again.mode.series.line() in again.slots["status"]


def test_counting_an_audiences_hands_continues_after_a_kernel_restart() -> None:
    board, again = begun(), begun(seed=9)
    hear(board, tool("ten"), tool("room"), tool("solve"), tool("hand"))
    again.mode.resume(board.mode.record())
    assert (again.mode.votes, again.mode.inner.asked) == ([1], board.mode.inner.asked)
    assert {"hand", "less"} <= {button.id for button in again.mode.buttons()}


def test_leaving_the_ten_questions_deletes_them() -> None:
    board = begun()
    sent = hear(board, tool("ten"))
    assert saved_ten(sent)["value"]
    assert saved_ten(hear(board, tool("all")))["value"] == ""


@pytest.mark.slow
@pytest.mark.parametrize("linked", ["", "before", "after"])
def test_the_result_of_ten_questions_is_shown_again_after_a_reload(linked: str) -> None:
    board, again = begun(), begun(seed=9)
    link = {"kind": "address", "fragment": Series(pool("herders"), 77).link()}
    sent = hear(board, link)
    for n in range(NUMBER):
        sent += hear(board, tool("solve"), *[tool("next")] * (n < NUMBER - 1))
    assert board.mode.series is not None
    line = board.mode.series.line()
    assert line in board.slots["status"]
    sent += hear(board, tool("next"), tool("solve"), tool("all"))
    both = [saved_ten(sent), remembered(last_saved(sent))]
    later = hear(again, *[link] * (linked == "before"), *both, *[link] * (linked == "after"))
    assert line in again.slots["status"]
    assert "of 10" not in again.slots["task"], "the question on the board is not one of the ten"
    assert {"group", "code", "room"} <= {button.id for button in again.mode.buttons()}
    later += hear(again, tool("solve"))
    assert line not in again.slots["status"]
    assert "of 10" not in again.slots["task"]
    assert not [one for one in later if one["kind"] == "remember" and one["name"] == "ten.herders" and not one["value"]]
    assert "at=0" in saved_ten(hear(again, tool("ten")))["value"]


@pytest.mark.parametrize("value", ["", "x", "game=herders&seed=1&positions=0&at=3", "game=calico&seed=1"])
def test_ten_questions_of_another_edition_are_dropped_with_a_message(value: str) -> None:
    board = begun()
    asked, before = board.mode.inner.asked, said(board)
    sent = hear(board, {"kind": "remembered", "name": "ten.herders", "value": value})
    assert (board.mode.inner.asked, board.mode.series) == (asked, None)
    assert ("The ten questions you started cannot be continued. Expected" in said(board)) is bool(value)
    assert said(board) == before or value
    deleted = [(one["name"], one["value"]) for one in sent if one["kind"] == "remember"]
    assert deleted == [("ten.herders", "")] * bool(value), "it is reported only once"


@pytest.mark.parametrize(("away", "counted"), [(7, 30 + 7 + 1), (3600, 30 + 1)])
def test_the_clock_continues_across_a_reload_and_stops_during_a_long_absence(away: int, counted: int) -> None:
    clock, later = Clock(), Clock()
    board, again = (Board(Practice("herders", "", one, Random(1))) for one in (clock, later))
    hear(board, view(board), tool("ten"))
    clock.now += timedelta(seconds=30)
    sent = hear(board, tool("solve"))
    later.now = clock.now + timedelta(seconds=away)
    hear(again, view(again), saved_ten(sent))
    later.now += timedelta(seconds=1)
    hear(again, tool("solve"))
    assert again.mode.series is not None
    assert again.mode.series.seconds == counted


def test_the_time_before_the_first_answer_counts_across_a_reload() -> None:
    clock, later = Clock(), Clock()
    board, again = (Board(Practice("herders", "", one, Random(1))) for one in (clock, later))
    sent = hear(board, view(board), tool("ten"))
    later.now = clock.now + timedelta(seconds=20)
    hear(again, view(again), saved_ten(sent), tool("solve"))
    assert again.mode.series is not None
    assert again.mode.series.seconds == 20


def test_ten_questions_begun_in_another_tab_change_nothing_here() -> None:
    board, other = begun(), begun(seed=2)
    asked = board.mode.inner.asked
    both = saved_ten(hear(other, tool("ten"))), remembered(last_saved(answer(other)))
    hear(board, *({**one, "elsewhere": True} for one in both))
    assert (board.mode.inner.asked, board.mode.series) == (asked, None)
    assert "0 right, 1 wrong" in board.slots["extra"] or "1 right" in board.slots["extra"]


def test_the_time_of_ten_questions_ends_with_the_last_answer() -> None:
    clock = Clock()
    board = Board(Practice("herders", "", clock, Random(1)))
    hear(board, view(board), tool("ten"))
    for n in range(NUMBER):
        clock.now += timedelta(seconds=2)
        hear(board, tool("solve"), *[tool("next")] * (n < NUMBER - 1))
    clock.now += timedelta(seconds=8)
    hear(board, tool("group"))
    assert "0 of 10 in 0:20; missed:" in board.slots["status"]


def test_a_returning_reader_is_asked_what_is_due() -> None:
    board, other, linked = begun(), begun(seed=2), begun(seed=3)
    first = board.mode.inner.asked
    found = last_saved(hear(board, tool("solve")))
    hear(other, remembered(found))
    assert other.mode.inner.asked.rule != first.rule, "this rule was asked just now and is not due yet"
    assert not other.mode.inner.done
    link = Series(pool("herders"), 77).link()
    hear(linked, {"kind": "address", "fragment": link})
    asked = linked.mode.inner.asked
    hear(linked, remembered(found))
    assert linked.mode.inner.asked == asked


def test_a_selection_stays_when_another_tab_saves() -> None:
    board, other = begun(), begun(seed=2)
    found = last_saved(hear(other, tool("solve")))
    asked = board.mode.inner.asked
    hear(board, *press(next(iter(board.names))), remembered(found))
    assert board.mode.inner.asked == asked


def test_ten_random_questions_have_a_link_and_a_qr_code() -> None:
    board = begun()
    hear(board, tool("ten"))
    assert {"group", "code", "all"} <= {button.id for button in board.mode.buttons()}
    (shared,) = [one for one in hear(board, tool("group")) if one["kind"] == "share"]
    assert shared["fragment"] == board.mode.series.link() if board.mode.series else False


def test_a_file_without_knowledge_deletes_nothing() -> None:
    board = begun()
    answer(board)
    before = board.mode.memory.to_json()
    empty = json.dumps({"format": "cattools practice", "version": 1, "game": "herders", "rules": {}})
    hear(board, {"kind": "file", "text": empty})
    assert board.mode.memory.to_json() == before
    assert "found none" in said(board)
