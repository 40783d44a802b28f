"""Fuzz every reader: arbitrary input yields a value or one of the project's own one-sentence errors, nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cattools.core import game_record, options, rules
from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError
from cattools.core.game import AnyGame, AnyState
from cattools.core.loading import data_files
from cattools.games import GAMES
from cattools.lessons.example import examples

LINE = "r2b2/5cr/4c3/b4c3/9b/2c2c5/r4c4/4c1c1r/2c5/b6/2r2b red 10-10 0-0 turn=4 scared=d5 running=d4 leaves=a1"
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)


def mangled(line: str) -> st.SearchStrategy[str]:
    """Return a strategy for texts that are almost the line, with a few pieces removed or replaced at random."""
    change = st.tuples(
        st.integers(0, len(line)), st.integers(0, 9), st.text("rbc0123456789/ -=,>x*abkz²é\n", max_size=4)
    )

    def apply(changes: list[tuple[int, int, str]]) -> str:
        text = line
        for at, length, put in changes:
            text = text[:at] + put + text[at + length :]
        return text

    return st.lists(change, min_size=1, max_size=3).map(apply)


def harmless(read: Callable[[], Any]) -> Any:
    """Return the parsed value, or None if it was refused in one sentence."""
    try:
        return read()
    except CattoolsError as error:
        message = str(error)
        assert message
        assert "\n" not in message
        assert "Traceback" not in message
        return None


def start(game_id: str) -> AnyState:
    game = GAMES[game_id]
    return Dealer(1).settle(game.start(game.choose()))


def position(game: AnyGame, text: str, options: str) -> AnyState:
    return game.read_position(text, game.choose(options))


games = pytest.mark.parametrize("game_id", list(GAMES))


@pytest.mark.slow
@games
@given(text=st.text(max_size=30) | mangled("place f3-f5 xd4>d5*a2 pass"))
@example(text="f1²-f2")
@example(text="\uff461-f2")
def test_any_text_is_read_as_an_action_or_refused(game_id: str, text: str) -> None:
    state = start(game_id)
    before = str(state)
    action = harmless(lambda: GAMES[game_id].read_action(text, state))
    if action is not None:
        assert GAMES[game_id].read_action(str(action), state) == action
        harmless(lambda: state.apply(action))
    assert str(state) == before


@games
@given(text=st.text(max_size=60) | mangled(LINE))
def test_any_text_is_read_as_a_position_or_refused(game_id: str, text: str) -> None:
    game = GAMES[game_id]
    for line in ("", "sacrifice,two-steps" if game_id == "herders" else ""):
        state = harmless(partial(position, game, text, line))
        if state is not None:
            assert game.read_position(str(state), state.options) == state
            assert str(state.status())
            assert state.to_move is None or state.legal()
            for action in list(state.legal())[:5]:
                state.apply(action)


@games
@given(text=st.text(max_size=30) | mangled("sacrifice,board=square,limit=9,setup=advanced"))
@example(text="limit=--9")
@example(text="limit=²")
def test_any_text_is_read_as_options_or_refused(game_id: str, text: str) -> None:
    chosen = harmless(lambda: GAMES[game_id].choose(text))
    if chosen is not None:
        assert GAMES[game_id].choose(str(chosen)) == chosen


@given(values=st.dictionaries(st.sampled_from(["limit", "board", "three", "x"]), JSON, max_size=3))
def test_any_option_values_are_accepted_or_refused(values: dict[str, Any]) -> None:
    harmless(lambda: GAMES["herders"].choose(values))


FIELDS = {
    "format": st.sampled_from(["cattools record", "cattools position"]),
    "version": st.just(1) | SCALARS,
    "game": st.sampled_from(list(GAMES)) | SCALARS,
    "options": st.just("") | SCALARS,
    "position": mangled(LINE) | JSON,
    "actions": st.lists(st.sampled_from(["*f6", "*f7", "a1", "a2-a3"]) | SCALARS, max_size=4) | JSON,
    "start": st.just("") | mangled(LINE) | JSON,
    "seed": SCALARS,
    "seats": JSON,
}


@given(fields=st.fixed_dictionaries({}, optional=FIELDS) | JSON)
def test_any_json_is_read_as_a_record_or_refused(fields: Any) -> None:
    text = json.dumps(fields)
    harmless(lambda: game_record.read_position(text, GAMES))
    read = harmless(lambda: game_record.read_record(text, GAMES))
    if read is not None:
        harmless(read.replay)


@given(text=st.text(max_size=60) | mangled('{"format": "cattools record", "version": 1, "game": "herders"}'))
def test_any_text_is_read_as_a_record_or_refused(text: str) -> None:
    harmless(lambda: game_record.read_record(text, GAMES))
    harmless(lambda: game_record.read_position(text, GAMES))


@given(text=st.text(max_size=60) | mangled("#game=herders&options=three&position=6%2F7+red+0-0+0-0"))
def test_any_text_is_read_as_a_link_or_refused(text: str) -> None:
    harmless(lambda: game_record.read_link(text, GAMES))


@given(text=st.text(max_size=60) | mangled('[[rule]]\nid = "herders.a"\nforbids = true\n'))
def test_any_text_is_parsed_as_data_or_refused(text: str) -> None:
    harmless(lambda: data_files.parse(text, "x.toml"))
    harmless(lambda: data_files.parse(text, "x.json"))


RECORD = st.fixed_dictionaries(
    {},
    optional={
        "id": st.just("herders.a") | SCALARS,
        "name": st.just("a") | SCALARS,
        "kind": st.sampled_from(["rule", "try", "find", "judge", "score"]) | SCALARS,
        **{key: st.text(max_size=5) | SCALARS for key in ("title", "sentence", "page", "rule", "task")},
        "default": JSON,
        "choices": JSON,
        "least": SCALARS,
        "rules": st.just(["herders.place"]) | JSON,
        "refused": st.just({"a1": "herders.place"}) | JSON,
    },
)


@given(
    found=st.fixed_dictionaries(
        {}, optional={k: st.lists(RECORD | JSON, max_size=3) | JSON for k in ("rule", "option", "example")}
    )
)
def test_any_records_of_a_data_file_are_read_or_refused(found: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in ("core.rules", "core.options", "lessons.example"):
            patch.setattr(f"cattools.{module}.load_once", lambda _: found)
        harmless(lambda: rules.rulebook("herders"))
        harmless(lambda: options.known_options("herders"))
        harmless(lambda: examples.__wrapped__("herders"))
