"""After a change of language, a process says the same as a fresh one: no words in the former language are kept."""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cattools.core.language import LANGUAGES, use
from cattools.core.messages import SOURCE
from cattools.games import GAMES, having
from cattools.lessons.example import examples
from cattools.site.precomputed.answer_files import FOLDER, SUFFIX, named, unpack
from cattools.site.precomputed.encoding import record_of
from cattools.widgets import Board, play, position, position_editor, practice, round_tracker, scorer, show, teach
from cattools.widgets.protocol import LEGAL
from tests.kinds import number, one_a_game
from tests.widgets.board_client import hear, press, tool

TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
RECORDS = [(game, name) for game in GAMES for name in named(game)]
BUTTONS = 2
RANDOM = {"people", "computer"}  # buttons that deal a new game
STAMP = re.compile(r'"build":"\w+"')  # of the build, in a record on the site
PASSING = re.compile(r"cat-signs-\d+|\b\d{10}\b")  # the number of a board, and the time of an answer


def boards() -> Iterator[tuple[str, Callable[[], Board[Any]]]]:
    """Yield makers of boards, with names: each mode of each game, and the live examples (usually only a few)."""
    for game in GAMES:
        yield f"play {game}", lambda game=game: play(game, seed=1)  # type: ignore[misc]
        yield f"position {game}", lambda game=game: position(game, seed=1)  # type: ignore[misc]
        for name in [*examples(game)][:: number(usual=30, nightly=1)]:
            yield name, lambda name=name: show(name)  # type: ignore[misc]
    made = {
        "has_practice": practice,
        "scorer": scorer,
        "tracker": round_tracker,
        "has_presentation": teach,
        "position_editor": position_editor,
    }
    for part, make in made.items():
        for game in having(part):
            yield f"{make.__name__} {game}", lambda make=make, game=game: make(game)  # type: ignore[misc]


def everything_said(board: Board[Any]) -> list[Any]:
    """Return all that a board says: at first, and after each of two presses, one of them legal, and of two buttons."""
    areas = [*board.names]
    legal = next((area for area in areas if board.names[area][1] & LEGAL), areas[-1])
    buttons = [button.id for button in board.mode.all_buttons() if button.id not in RANDOM][:BUTTONS]
    found: list[Any] = [dict(board.slots), dict(board.names)]
    for message in [*press(legal, areas[0]), *map(tool, buttons)]:
        found += [hear(board, message), dict(board.slots), dict(board.names)]
    return found


def everything(*languages: str) -> dict[str, str]:
    """Let every board speak in each of the languages; return what the boards say in the last one."""
    found: dict[str, str] = {}
    for code in languages:
        use(code)
        found = {name: PASSING.sub("", json.dumps(everything_said(make()), default=str)) for name, make in boards()}
    return found


@pytest.mark.nightly
@pytest.mark.sampled
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_board_says_what_it_says_in_a_fresh_process(code: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, spawn, max_tasks_per_child=1) as processes:
        fresh, warmed = processes.submit(everything, code), processes.submit(everything, SOURCE, code)
        assert len(fresh.result()) > len(GAMES) * 7
        assert [name for name, said in warmed.result().items() if said != fresh.result()[name]] == []


@pytest.mark.nightly
@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize(("game", "name"), one_a_game(RECORDS))
def test_every_precomputed_answer_is_that_of_a_fresh_process(game: str, name: str, code: str, site: Path) -> None:
    del game
    file = site / code / FOLDER / f"{name}{SUFFIX}"
    try:
        record_of(name)
        use(code)
        record = record_of(name)
    finally:
        use(SOURCE)
    assert record == (STAMP.sub('"build":"0"', unpack(file.read_bytes())) if file.is_file() else "")
