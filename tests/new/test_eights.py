"""Tiny Eights, written from docs/adding-a-game.md alone, passes all checks as a game of the book.

`tests/new/eights` contains the files that an author writes, in the folders of the template of `cattools new`, whose
files they replace.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cattools.new import PLACES, NewGame
from tests.new.test_new_game import OPTIONS, PROOFS, PYTEST, copy, generate, run, write

HERE = Path(__file__).parent / "eights"
EIGHTS = NewGame("eights", "Tiny Eights", players=4, hidden=True, summary="Play a card of the same suit or rank.")
OWN = [place.format(name=EIGHTS.name) for place in PLACES.values()]
PYTHON, ALL = 250, 700  # the most lines of the game's own code, and of all that its author writes
TESTS = (
    *PROOFS[:-1],
    "tests/games/eights",
    "tests/games/test_advice.py",
    "tests/core/test_messages.py",
    "tests/repo/test_readme.py",
)


def lines(path: Path) -> int:
    """Return the number of lines of a file that are not blank."""
    return sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


CHECKS = {
    "check": ("cattools.cli", "check", "eights"),
    "tests": (*PYTEST, *OPTIONS, *TESTS, "-k", "eights"),
    "types": ("mypy", "cattools/games/eights", "tests/games/eights"),
    "lint": ("ruff", "check", "cattools/games/eights", "tests/games/eights"),
    "format": ("ruff", "format", "--check", "cattools/games/eights", "tests/games/eights"),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the game."""
    root = copy(tmp_path_factory.mktemp("project"))
    write(root, EIGHTS)
    for place in OWN:
        shutil.rmtree(root / place, ignore_errors=True)
    for folder, place in PLACES.items():
        whole = root / place.format(name=EIGHTS.name)
        for file in filter(Path.is_file, (HERE / folder).rglob("*")):
            path = whole if whole.suffix else whole / str(file.relative_to(HERE / folder)).removesuffix(".txt")
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, path)
    generate(root, EIGHTS)
    return root


@pytest.mark.nightly
@pytest.mark.parametrize("name", CHECKS)
def test_it_passes_every_check(project: Path, name: str) -> None:
    done = run(project, *CHECKS[name])
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.nightly
def test_it_has_no_gaps(project: Path) -> None:
    done = run(project, "cattools.cli", "rules", "eights")
    assert (done.returncode, done.stdout[-9:]) == (0, "No gaps.\n"), done.stdout


@pytest.mark.slow
def test_a_missing_file_of_a_game_is_named(project: Path) -> None:
    path = project / "cattools/games/eights/game.py"
    before = path.read_text(encoding="utf-8")
    path.unlink()
    done = run(project, "cattools.cli", "rules", "eights")
    path.write_text(before, encoding="utf-8")
    message = "cattools: games/eights/game.py: expected this file, found none\n"
    assert (done.returncode, done.stderr) == (1, message)


def test_its_author_writes_few_lines() -> None:
    files = [file for file in HERE.rglob("*") if file.is_file()]
    assert sum(lines(file) for file in files if file.parent.name == "game" and ".py" in file.name) <= PYTHON
    assert sum(map(lines, files)) <= ALL
