"""`cattools new` makes games that pass the project's own tests unchanged, and refuses bad names in one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from cattools import new
from cattools.cli import main
from cattools.new import GRIDS, LISTS, LONGEST_NAME, LONGEST_TITLE, NewGame, NewGameError, files, make
from tests.repo.test_files import tracked

ROOT = Path(__file__).parents[2]
# Names that occur in no other test's name, so that `-k` selects only the tests of these games.
FIRST = NewGame("foxes")
COMMANDED = ("otters", "--players", "3", "--grid", "hexes", "--hidden", "--title", "Otters & Co.")
GAMES = (FIRST.name, COMMANDED[0])
PROOFS = (
    "tests/games/test_conformance.py",
    "tests/games/test_perft.py",
    "tests/games/test_playthroughs.py",
    "tests/games/test_words.py",
    "tests/lessons/test_examples.py",
    "tests/notebooks/test_roundtrip.py",
    "tests/repo/test_rule_coverage.py",
    "tests/site/test_game_pages.py",
    "tests/widgets/test_markup.py",
    "tests/widgets/modes/test_play.py",
    f"tests/games/{COMMANDED[0]}",
)
# Tests of all games, or of files that are generated from all games.
LISTED = (
    "tests/repo/test_imports.py",
    "tests/repo/test_messages.py",
    "tests/repo/test_readme.py",
    "tests/repo/test_reference.py",
    "tests/render/test_theme.py",
    "tests/site/sphinx/test_rule_pages.py",
    "tests/site/printable/test_sheets.py",
)
FOLDERS = [f"{place}/{name}" for name in GAMES for place in ("cattools/games", "tests/games")]
KNOWN_TYPES = ".mypy_cache"
# Disables plugins that these tests do not need, because every process would import them again.
PYTEST = ("pytest", "-q", *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:nbval"))
OPTIONS = ("-o", "addopts=--strict-markers --import-mode=importlib")
MOST = 300  # timeout of one process in seconds


def copy(to: Path, *folders: str) -> Path:
    """Copy the tracked files of the project, or only those in some folders; return the folder of the copy."""
    for file in tracked():
        path = file.relative_to(ROOT)
        if not folders or path.parts[0] in folders:
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to / path)
    return to


def run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module (or the code after `-c`) in a copy of the project, importing from that copy.

    Bytecode is stored in the copy for the next process.
    """
    return subprocess.run(
        [sys.executable, *(() if command[0] == "-c" else ("-m",)), *command],
        check=False,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        text=True,
        timeout=MOST,
    )


def everything(root: Path) -> set[Path]:
    return set(root.rglob("*"))


def contents(root: Path) -> dict[str, bytes]:
    files = (path for path in everything(root) if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def write(root: Path, *games: NewGame) -> None:
    """Write new games without running the commands that generate files from them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(new, "COMMANDS", {})
        for game in games:
            make(game, root)


def generate(root: Path, *games: NewGame) -> None:
    """Run the commands that generate files from these games only, then extract the messages."""
    for command in (
        ("cattools.site.game_pages.generate",),
        ("cattools.site.notebooks.normalize",),
        ("tests.games.golden", "--write"),
    ):
        done = run(root, *command, *(game.name for game in games))
        assert (done.returncode, done.stderr) == (0, "")
    assert run(root, "tools.extract_messages").returncode == 0  # also those of the pages just generated


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the new games."""
    root = copy(tmp_path_factory.mktemp("project"))
    write(root, FIRST)
    before = contents(root)
    done = run(root, "cattools.cli", "new", *COMMANDED)
    assert (done.returncode, done.stderr) == (0, "")
    after = contents(root)
    assert sorted(done.stdout.splitlines()[:-1]) == sorted(name for name in after if after[name] != before.get(name))
    generate(root, FIRST)
    if (ROOT / KNOWN_TYPES).is_dir():  # mypy's cache is valid for the copy
        shutil.copytree(ROOT / KNOWN_TYPES, root / KNOWN_TYPES)
    return root


@pytest.mark.nightly
@pytest.mark.parametrize(
    "command",
    [
        (*PYTEST, *OPTIONS, *PROOFS, *LISTED, "-k", " or ".join((COMMANDED[0], *(Path(f).stem for f in LISTED)))),
        ("mypy", *FOLDERS),
        ("ruff", "check", *FOLDERS),
        ("ruff", "format", "--check", *FOLDERS),
    ],
    ids=["tests", "types", "lint", "format"],
)
def test_new_games_pass_tests_types_and_lint(project: Path, command: tuple[str, ...]) -> None:
    done = run(project, *command)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_has_at_most_ten_rules_and_no_gaps(project: Path, name: str) -> None:
    done = run(project, "cattools.cli", "rules", name)
    assert (done.returncode, done.stdout[-9:]) == (0, "No gaps.\n"), done.stdout
    assert len([line for line in done.stdout.splitlines() if line.startswith(f"{name}.")]) <= 10


@pytest.mark.nightly
def test_an_example_of_a_new_game_can_be_shown(project: Path) -> None:
    done = run(project, "-c", "from cattools import show; show('otters.welcome').mode.on_typed('a3'); print('live')")
    assert (done.returncode, done.stdout) == (0, "live\n"), done.stderr


@pytest.mark.nightly
def test_a_new_game_is_in_the_table_of_contents(project: Path) -> None:
    contents = (project / "_toc.yml").read_text(encoding="utf-8")
    assert contents.index("caption: Foxes\n") < contents.index("caption: Otters & Co.\n")
    assert contents.endswith((ROOT / "_toc.yml").read_text(encoding="utf-8").partition("  - caption: The book\n")[2])


def test_generated_code_passes_ruff_for_every_kind_of_game(tmp_path: Path) -> None:
    root, written = copy(tmp_path, "cattools", "tests", "pyproject.toml"), []
    kinds = product((2, 3, 4), GRIDS, (True, False), ((2, ""), (LONGEST_NAME, "W" * LONGEST_TITLE)))
    for n, (players, grid, hidden, (length, title)) in enumerate(kinds):
        for path, text in files(
            NewGame("xyz"[n % 3] + "abcdefgh"[n // 3] * (length - 1), title, players, grid, hidden)
        ):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
            written += [path] if path.endswith(".py") else []
    for command in (("check",), ("format", "--check")):
        done = run(root, "ruff", *command, *written)
        assert done.returncode == 0, done.stdout[-2000:]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one game and only those files of the project that `new` reads.

    `new` runs none of the project's commands in it.
    """
    monkeypatch.setattr(new, "COMMANDS", {})
    for folder in ("book/herders", "cattools/games/herders", "cattools/core", "tests/games", "tools"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "tests/games/helpers.py").touch()
    for path in LISTS:
        shutil.copyfile(ROOT / path, tmp_path / path)
    return tmp_path


@pytest.mark.parametrize("summary", ["Sheep", "Sheep | wolves.", "Two.\nLines.", f"{'W' * 120}."])
def test_an_unusable_summary_is_refused(bare: Path, summary: str) -> None:
    before = everything(bare)
    with pytest.raises(NewGameError, match="expected a summary of one sentence of up to 120 characters"):
        make(NewGame("okapi", summary=summary), bare)
    assert everything(bare) == before


def test_the_lists_of_games_say_what_a_game_is_about(bare: Path) -> None:
    make(NewGame("okapi", "The Okapi", players=3, summary="Follow the striped legs."), bare)
    intro, about = ((bare / f"book/{page}.md").read_text(encoding="utf-8") for page in ("intro", "about"))
    assert "| [The Okapi](okapi/index.md), [to play](okapi/play.md), [quick reference](okapi/reference.md) |" in intro
    assert " | 2, 3 | Follow the striped legs. |\n" in intro
    assert "\n**The Okapi**: Follow the striped legs. Its author" in about


@pytest.mark.parametrize(
    ("name", "title", "message"),
    [
        ("herders", "", "expected an unused name, but cattools/games/herders already exists"),
        ("core", "", "expected an unused name, but cattools/core already exists"),
        ("helpers", "", "expected an unused name, but tests/games/helpers.py already exists"),
        ("Okapi", "", "expected a name of 2 to 16 lowercase letters from a to z, found 'Okapi'"),
        ("okapi-2", "", "expected a name of 2 to 16 lowercase letters from a to z, found 'okapi-2'"),
        ("../okapi", "", "expected a name of 2 to 16 lowercase letters from a to z, found '../okapi'"),
        ("w" * 17, "", "expected a name of 2 to 16 lowercase letters"),
        ("", "", "expected a name of 2 to 16 lowercase letters"),
        ("import", "", "expected a name without another meaning in Python, pytest or the project, found 'import'"),
        ("match", "", "expected a name without another meaning in Python, pytest or the project, found 'match'"),
        ("place", "", "expected a name without another meaning in Python, pytest or the project, found 'place'"),
        (
            "testudo",
            "",
            "expected a name that does not begin with test, found 'testudo': pytest would run Testudo as a test",
        ),
        ("none", "", "expected a name without another meaning in Python, pytest or the project, found 'none'"),
        ("warning", "", "expected a name without another meaning in Python, pytest or the project, found 'warning'"),
        ("text", "", "expected a name without another meaning in Python, pytest or the project, found 'text'"),
        ("build", "", "expected a name without another meaning in Python, pytest or the project, found 'build'"),
        ("okapi", 'The "Okapi"', "expected a title of up to 40 letters, digits, spaces"),
        ("okapi", "Okapi: the game", "expected a title of up to 40 letters"),
        ("okapi", "W" * 41, "expected a title of up to 40 letters"),
    ],
)
def test_an_unusable_name_is_refused(bare: Path, name: str, title: str, message: str) -> None:
    before = everything(bare)
    with pytest.raises(NewGameError) as error:
        make(NewGame(name, title), bare)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)
    assert everything(bare) == before


def test_an_existing_file_is_not_overwritten(bare: Path) -> None:
    (bare / "tests/data/perft").mkdir(parents=True)
    (bare / "tests/data/perft/okapi.toml").touch()
    before = everything(bare)
    with pytest.raises(NewGameError, match=r"expected tests/data/perft/okapi\.toml not to exist"):
        make(NewGame("okapi"), bare)
    assert everything(bare) == before


def test_if_one_file_cannot_be_written_nothing_changes(bare: Path) -> None:
    (bare / "tests/data").touch()  # a file where a folder is needed
    before, lists = everything(bare), [(bare / path).read_text(encoding="utf-8") for path in LISTS]
    with pytest.raises(OSError, match="data"):
        make(NewGame("okapi"), bare)
    assert everything(bare) == before
    assert [(bare / path).read_text(encoding="utf-8") for path in LISTS] == lists


def test_a_list_in_an_unexpected_format_is_refused(bare: Path) -> None:
    (bare / "README.md").write_text("# cattools\n", encoding="utf-8")
    before = everything(bare)
    with pytest.raises(NewGameError, match=r"expected a list of the games in README\.md, found none"):
        make(NewGame("okapi"), bare)
    assert everything(bare) == before


def test_a_failing_project_command_is_named(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "COMMANDS", {("-m", "nothing", "{name}"): ""})
    with pytest.raises(NewGameError, match=r"the game is written, but `python -m nothing okapi` failed: .*nothing"):
        make(NewGame("okapi"), bare)
    assert (bare / "book/okapi/index.md").is_file()


def test_the_command_refuses_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "herders"]) == 1
    printed = capsys.readouterr()
    assert printed.err == "cattools: expected an unused name, but cattools/games/herders already exists\n"
    assert printed.out == ""


def test_nothing_is_written_outside_a_checkout(tmp_path: Path) -> None:
    copy(tmp_path, "cattools")
    before = {path for path in everything(tmp_path) if "__pycache__" not in path.parts}
    done = run(tmp_path, "cattools.cli", "new", "okapi")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "cattools: expected a checkout of the project, with its book and tests, found only the package\n"
    )
    assert {path for path in everything(tmp_path) if "__pycache__" not in path.parts} == before
