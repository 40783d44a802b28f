"""Hasami Shogi, written from docs/adding-a-game.md alone, is a package that keeps every promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kinds import some
from tests.new.test_eights import lines
from tests.new.test_new_game import PYTEST
from tests.packages.install import HASAMI, environment, registered

PYTHON, ALL = 360, 1050  # the most lines of the game's own code, and of all files of the package
# Plays a whole game by presses: each move takes as many pawns as it can.
PLAYS = """
from random import Random
from cattools import play

board, rng = play("hasami", size="7"), Random(1)
while board.state.to_move is not None:
    state = board.state
    action = max(state.legal(), key=lambda one: (state.apply(one).score().total(state.mover), rng.random()))
    for area in state.game.presses(action):
        board.mode.on_press(area)
    assert board.state == state.apply(action)
print(board.mode.status(), board.mode.status() in board.slots["status"])
"""
COMMANDS = {
    "check": ("-m", "cattools.cli", "check", "hasami"),
    "rules": ("-m", "cattools.cli", "rules", "hasami"),
    "tests": ("-m", *PYTEST),
    "types": ("-m", "mypy"),
    "lint": ("-m", "ruff", "check", "--no-cache", "."),
    "format": ("-m", "ruff", "format", "--check", "--no-cache", "."),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return registered(tmp_path_factory.mktemp("installed"), "hasami")


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the package's project, where its entry point is found."""
    return subprocess.run(
        [sys.executable, *words], cwd=HASAMI, env=environment(HASAMI, installed),
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", some(COMMANDS, lambda name: name != "types"))
def test_it_passes_every_check(installed: Path, name: str, tmp_path: Path) -> None:
    cache = ("--cache-dir", str(tmp_path)) if name == "types" else ()
    done = run(installed, *COMMANDS[name], *cache)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.nightly
def test_a_whole_game_is_played_by_presses(installed: Path) -> None:
    done = run(installed, "-c", PLAYS)
    assert (done.stdout, done.stderr) == ("Red wins: 6 pawns taken to 3. True\n", "")


def test_its_author_writes_few_lines() -> None:
    files = [file for file in HASAMI.rglob("*") if file.is_file() and "cache" not in str(file.relative_to(HASAMI))]
    assert sum(lines(file) for file in (HASAMI / "cattools_hasami").glob("*.py")) <= PYTHON
    assert sum(map(lines, files)) <= ALL
