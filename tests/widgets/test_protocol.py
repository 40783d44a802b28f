"""Messages between a board and its page: which are valid, and what happens to invalid ones."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from cattools.widgets import protocol
from cattools.widgets.protocol import MessageError, content, parse
from tests.games.herders.positions_builder import lay
from tests.widgets.board_client import free, hear

SAMPLES: dict[str, dict[str, Any]] = {
    "view": {
        "wide": 640,
        "tall": 480,
        "places": {"board": [0, 2.5, 1]},
        "theme": "dark",
        "still": True,
        "shown": 400,
    },
    "press": {"area": "a1", "finger": True},
    "drag": {"area": "a1", "to": "b2"},
    "hover": {"area": None},
    "query": {"area": "a1"},
    "typed": {"text": "a1"},
    "back": {},
    "tool": {"tool": "undo", "finger": True},
    "form": {"form": "new", "values": {"seed": "7"}},
    "file": {"text": "{}", "size": 0},
    "address": {"fragment": "game=herders"},
    "resume": {"record": "{}", "id": "g1"},
    "kept_games": {"games": {"g1": ["Tuesday", "Red, Blue: 3 moves"]}, "able": True, "current": ""},
    "untouched": {},
    "remembered": {"name": "names", "value": "Ada", "elsewhere": True},
    "replay": {"messages": [{"kind": "press", "area": "a1"}]},
    "frame": {"id": 1, "at": 12.5},
}


def test_every_message_of_the_page_is_parsed_with_its_fields() -> None:
    assert set(SAMPLES) == set(protocol.FROM_PAGE)
    for kind, values in SAMPLES.items():
        message = parse({"kind": kind, **values})
        assert type(message) is protocol.FROM_PAGE[kind]
        assert message._asdict() == values


def test_extra_fields_are_ignored_and_optional_ones_have_defaults() -> None:
    assert parse({"kind": "press", "area": "a1", "colour": "red"}) == protocol.Press("a1", finger=False)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (None, "expected one of view, press, .*, found None"),
        ("press", "expected one of view, press, .*, found 'press'"),
        ({"kind": "explode"}, "found 'explode'"),
        ({"kind": ["press"]}, r"found \['press'\]"),
        ({"kind": "press"}, "expected area of press to be string, found None"),
        ({"kind": "press", "area": "a1", "finger": 1}, "expected finger of press to be boolean, found 1"),
        ({"kind": "view", "wide": True, "tall": 9}, "expected wide of view to be number, found True"),
        ({"kind": "view", "wide": 9, "tall": 9, "places": {"a": [1, 2]}}, "expected places of view to be Object"),
        ({"kind": "frame", "id": 1.5, "at": 2}, "expected id of frame to be number, found 1.5"),
        ({"kind": "kept_games", "games": {"g1": "Tuesday"}}, "expected games of kept_games to be Object"),
        ({"kind": "kept_games", "games": {"g1": [7]}}, "expected games of kept_games to be Object"),
        ({"kind": "form", "form": "new", "values": {"seed": 7}}, "expected values of form to be Object"),
        ({"kind": "replay", "messages": ["press"]}, "expected messages of replay to be object"),
    ],
)
def test_an_invalid_message_reports_what_was_expected_and_found(sent: object, words: str) -> None:
    with pytest.raises(MessageError, match=words):
        parse(sent)


NONE: list[dict[str, Any]] = [
    {"kind": "explode"},
    {"kind": "press", "area": 7},
    {"kind": "press", "area": "z99"},
    {"kind": "tool", "tool": "explode"},
    {"kind": "form", "form": "explode", "values": {}},
    {"kind": "file", "text": "{}", "size": 2},
    {"kind": "address", "fragment": "game=herders"},
    {"kind": "view", "wide": 10**9, "tall": 640, "places": {"board": [0, 0, 1]}, "still": True},
    {"kind": "view", "wide": 640, "tall": 640, "places": {"board": [0, 0, float("nan")]}, "still": True},
    {"kind": "view", "wide": 640, "tall": 640, "places": {"hand": [0, 0, 1]}, "still": True},
    {"kind": "view", "wide": 640, "tall": 640, "places": {"board": [0, 1e9, 1]}, "still": True},
    {"kind": "view", "wide": 640, "tall": 640, "places": {"board": [0, 0, 1e9]}, "still": True},
    {"kind": "frame", "id": 1, "at": float("inf")},
]


@pytest.mark.parametrize("sent", NONE, ids=str)
def test_a_board_logs_an_invalid_message_once_and_changes_nothing(
    sent: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    board = free(lay(red="f4"))
    before = (board.state, dict(board.slots), dict(board.names), board.still)
    with caplog.at_level(logging.WARNING, logger="cattools"):
        assert hear(board, sent) == []
    assert len(caplog.records) == 1
    assert "expected" in caplog.text
    assert "found" in caplog.text
    assert (board.state, dict(board.slots), dict(board.names), board.still) == before


def test_a_message_to_the_page_contains_its_kind() -> None:
    assert content(protocol.Motion(250.0, 3)) == {"kind": "motion", "ms": 250.0, "id": 3, "pause": 0.0}
    assert content(protocol.Forget()) == {"kind": "forget"}
