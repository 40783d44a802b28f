"""Arbitrary messages in any order cause no exception, and leave one message below the board and a legal position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cattools.widgets import play, position_editor, practice, teach
from tests.core.test_fuzz import JSON, SCALARS
from tests.games.herders.positions_builder import knot, lay
from tests.kinds import number
from tests.lessons.test_examples import ASK, GOAL, JUDGE, SCORE, TRY
from tests.widgets.board_client import free, hear, said
from tests.widgets.modes.test_examples import make


def asked(question: str) -> Any:
    board = position_editor("herders", str(lay(red="f4 e5", blue="g6", cats="f6", hands="1-1")))
    hear(board, {"kind": "tool", "tool": question})
    return board


BOARDS: dict[str, Callable[[], Any]] = {
    "board": lambda: free(lay(red="f4 e5", blue="g6", cats="f6", hands="1-1")),
    "within a turn": lambda: free(knot()),
    "nothing to do": lambda: free(lay(red="a1", blue="a2 b1 b2")),
    "at the end": lambda: free(lay(red="f4", taken="5-0")),
    "table": lambda: play("herders", seed=1),
    "presentation": lambda: teach("herders"),
    "practice": lambda: practice("herders"),
    "position editor": lambda: position_editor("herders"),
    "position editor with a question": partial(asked, "may"),
    "bots": lambda: play("herders", "human", "beginner", seed=1, limit=6),
    **{example.id: partial(make, example) for example in (TRY, GOAL, ASK, JUDGE, SCORE)},
}
AREA = st.sampled_from(["a1", "a2", "b1", "d5", "e5", "e6", "f4", "f5", "f6", "f7", "k6"])
TOOL = st.sampled_from(
    [
        "undo",
        "redo",
        "reset",
        "hint",
        "solve",
        "check",
        "allowed",
        "not",
        "herders.move",
        "next",
        "previous",
        "save",
        "hands:0",
        "less:1",
        "may",
        "can",
        "table",
        "weigh",
    ]
)

LIKELY = st.one_of(
    st.builds(lambda area: {"kind": "press", "area": area}, AREA),
    st.builds(lambda area, to: {"kind": "drag", "area": area, "to": to}, AREA, AREA),
    st.builds(lambda kind, area: {"kind": kind, "area": area}, st.sampled_from(["query", "hover"]), AREA | st.none()),
    st.builds(lambda tool: {"kind": "tool", "tool": tool}, TOOL | st.sampled_from(["share", "open", "on"])),
    st.builds(lambda text: {"kind": "typed", "text": text}, st.sampled_from(["a1", "f4-f5", "e5>d5", "pass", "x", ""])),
    st.builds(
        lambda part, still: {
            "kind": "view",
            "wide": 400,
            "tall": 300,
            "theme": "dark",
            "still": still,
            "places": {part: [0, 0, 1.0]},
        },
        st.sampled_from(["board", "quilt", "park", "x"]),
        st.booleans(),
    ),
    st.builds(lambda id_, at: {"kind": "frame", "id": id_, "at": at}, st.integers(0, 4), st.floats() | st.integers()),
    st.just({"kind": "back"}),
)
KINDS = st.sampled_from(
    ["press", "drag", "typed", "back", "tool", "form", "hover", "query", "view", "frame", "file", "address"]
)
WILD = st.fixed_dictionaries(
    {"kind": KINDS | SCALARS},
    optional={
        **dict.fromkeys(("area", "text", "tool", "fragment", "form"), AREA | st.just("new") | JSON),
        "values": st.dictionaries(st.sampled_from(["seed", "limit", "board", "seat-red", "three"]), SCALARS) | JSON,
        **dict.fromkeys(("wide", "tall"), st.integers(60, 900) | SCALARS),
        "places": st.dictionaries(st.just("board"), st.lists(SCALARS, max_size=4)) | JSON,
        **dict.fromkeys(("id", "at", "theme", "still"), SCALARS),
    },
)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=number(8, 100), suppress_health_check=[HealthCheck.too_slow])
@given(messages=st.lists(LIKELY | WILD | JSON, max_size=12))
def test_arbitrary_messages_cause_no_exception(name: str, messages: list[Any]) -> None:
    board = BOARDS[name]()
    for message in messages:
        hear(board, message)
        assert said(board) is not None
        state = board.mode.timeline.root.state
        for node in board.mode.timeline.line:
            state = state.apply(node.action)
        assert state == board.state
        assert set(board.names) == set(board.mode.scene().areas)
