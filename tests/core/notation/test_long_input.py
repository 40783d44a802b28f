"""An input of ten million characters is refused immediately, in one sentence, without being copied."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from cattools.core import game_record
from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError, shorten
from cattools.core.game import State
from cattools.core.notation.parsing import ACTION, POSITION
from cattools.core.options import MOST
from cattools.games import GAMES, game
from cattools.games.catbox.tracker import TRACKER
from cattools.lessons.example import example

MANY = 10_000_000
SOON = 0.05  # seconds of CPU time of this thread
LITTLE = 200_000  # bytes

games = pytest.mark.parametrize("game_id", list(GAMES))


def start(game_id: str) -> State[Any]:
    state: State[Any] = Dealer(7).settle(GAMES[game_id].start(GAMES[game_id].choose()))
    return state


def junk(line: str, size: int = MANY) -> Iterable[str]:
    """Yield texts of a given size.

    Some repeat characters that have a meaning in a notation; other texts begin or end with the line.
    """
    for piece in (*"x ,/9\0猫\n", "x ", "a,", "a=b ", "a=b&", "9/", f"{line} ", f"{line}/"):
        yield (piece * (size // len(piece) + 1))[:size]
    room = size - len(line)
    yield from (line + " " * room, " " * room + line, line + " " * (room - 1) + "x", line + "x" * room)


def soon(read: Callable[[Any], object], value: Any) -> None:
    """Check that `read` finishes soon in at least one of three tries; other processes also use the machine."""
    took: list[float] = []
    while len(took) < 3 and min(took, default=1.0) >= SOON:
        before = time.thread_time()
        with suppress(CattoolsError):
            read(value)
        took.append(time.thread_time() - before)
    assert min(took) < SOON


def refused(read: Callable[[Any], object], value: Any) -> str:
    """Return the sentence that refuses a text, after checking its form and that the refusal is fast."""
    with pytest.raises(CattoolsError) as error:
        read(value)
    message = str(error.value)
    del error  # its traceback refers to this frame, and the cycle would keep the text
    assert "\n" not in message
    assert message.startswith("expected ")
    assert ", found " in message
    assert len(message) < 300
    soon(read, value)
    return message


@pytest.mark.slow
@games
def test_every_reader_of_a_game_refuses_long_text(game_id: str) -> None:
    state = start(game_id)
    played, options, sheet = state.game, state.options, state.game.scorer
    action, option = str(state.legal()[0]), next(iter(played.known_options), "players")
    for text in junk(action):
        refused(lambda written: played.read_action(written, state), text)
    for text in junk(str(state)):
        refused(lambda written: played.read_position(written, options), text)
        if sheet:
            refused(lambda written: sheet.read(written, options), text)
    for text in junk(option):
        refused(played.choose, text)
        refused(played.choose, {text: "1"})
        refused(played.choose, {option: text})


@games
def test_no_reader_of_a_game_copies_long_text(game_id: str) -> None:
    state = start(game_id)
    for text in ("," * MANY, "/" * MANY, " " * MANY, "a " * (MANY // 2), "猫" * MANY):
        tracemalloc.start()
        try:
            refused(state.game.choose, text)
            refused(lambda written: state.game.read_action(written, state), text)
            refused(lambda written: state.game.read_position(written, state.options), text)
            if sheet := state.game.scorer:
                refused(lambda written: sheet.read(written, state.options), text)
            assert tracemalloc.get_traced_memory()[1] < LITTLE
        finally:
            tracemalloc.stop()


@games
@pytest.mark.parametrize("most", [ACTION, POSITION])
def test_the_longest_accepted_line_is_read_quickly(game_id: str, most: int) -> None:
    state = start(game_id)
    line = str(state.legal()[0]) if most == ACTION else str(state)

    def read(written: str) -> object:
        if most == ACTION:
            return state.game.read_action(written, state)
        return state.game.read_position(written, state.options)

    for text in junk(line, most):
        soon(read, text)
    assert str(read(line.ljust(most))) == line
    assert refused(read, "x" * (most + 1)) == f"expected at most {most} characters, found {most + 1}"


def test_long_links_and_game_records_are_refused() -> None:
    for text in junk("game=herders&position=a"):
        for read in (game_record.read_link, game_record.read_position, game_record.read_record):
            assert refused(partial(read, games=GAMES), text).endswith(f"found {MANY}")
    link = "game=herders&position=x".ljust(game_record.MOST_LINK, "&")
    with pytest.raises(CattoolsError, match="position: expected colour, hands, cats after"):
        game_record.read_link(link, GAMES)
    soon(partial(game_record.read_link, games=GAMES), link)


@pytest.mark.parametrize("key", ["game", "options", "start", "actions"])
def test_a_game_record_with_one_long_field_is_refused(key: str) -> None:
    long = "x " * (game_record.MOST // 2 - 200)
    fields = {
        "format": game_record.RECORD,
        "version": 1,
        "game": "herders",
        "options": "",
        "start": "",
        "actions": ["a1"],
    }
    written = json.dumps({**fields, key: [long] if key == "actions" else long})
    assert len(written) <= game_record.MOST
    with pytest.raises(CattoolsError, match=r"expected .*, found ") as error:
        game_record.read_record(written, GAMES).replay()
    assert len(str(error.value)) < 300


def test_the_round_tracker_refuses_long_text() -> None:
    state = TRACKER.start(TRACKER.choose())
    for line in ("b6", "round 3,1,4 ", "paradox 1 "):
        for text in junk(line):
            refused(lambda written: TRACKER.read_action(written, state), text)
    for text in junk("3"):
        refused(lambda values: TRACKER.read_form(values, state), {"won-orange": text})


def test_long_names_are_refused() -> None:
    for text in junk("herders"):
        refused(game, text)
        refused(example, text)


def test_the_limit_for_options_is_more_than_four_times_the_longest_line() -> None:
    for played in GAMES.values():
        every = ",".join(
            f"{o.name}={max(map(str, (*o.choices, o.most, False)), key=len)}" for o in played.known_options.values()
        )
        assert 4 * len(every) < MOST


def test_the_quoted_input_is_shortened() -> None:
    assert shorten("x" * MANY) == "'" + "x" * 58 + "…"
    assert shorten("x" * 58) == repr("x" * 58)
    assert shorten("x" * 59) == "'" + "x" * 58 + "…"
