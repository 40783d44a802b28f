"""Games from other distributions: found by their entry points, left out with a reason if they cannot be used."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cattools.core.loading.game_packages import packages
from tests.kinds import nightly
from tests.packages.install import KONANE, environment, installed_from_wheel, registered

Run = Callable[..., subprocess.CompletedProcess[str]]
OWN = [name for name, found in packages().items() if found.is_own]
USES = """
from cattools import examples, games, play, show
print([*games.GAMES])
konane = games.game("konane")
print(konane.title, konane.start(konane.choose()))
print(show("konane.jump").mode.on_typed("c1-c3") is None, len(examples("konane")), bool(play("konane")))
"""
GAME = "API = 1\nfrom cattools.games.herders import GAME\n"


@pytest.fixture(scope="module")
def konane(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_from_wheel(KONANE, tmp_path_factory.mktemp("konane"))


def run(*words: str, paths: tuple[Path, ...]) -> subprocess.CompletedProcess[str]:
    """Run a program (after `-c`) or a command of cattools in a process that finds the games in these folders."""
    program = words if words[0] == "-c" else ("-m", "cattools.cli", *words)
    return subprocess.run(
        [sys.executable, *program], env=environment(*paths), cwd=paths[0],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.nightly
def test_an_installed_game_is_shown_and_played(konane: Path) -> None:
    done = run("-c", USES, paths=(konane,))
    assert done.stderr == ""
    names, start, live = done.stdout.splitlines()
    assert names == str([*OWN, "konane"])
    assert start == "Konane rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr red"
    assert live.endswith("6 True")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        nightly((["check", "konane"], "All right.")),
        (["rules", "konane"], "No gaps."),
        (["rules", "konane.jump"], "implemented cattools_konane/game.py:"),
        (["rules"], "konane rules 7"),
        (["table", "--help"], "usage"),
    ],
)
def test_the_commands_know_an_installed_game(konane: Path, words: list[str], said: str) -> None:
    done = run(*words, paths=(konane,))
    assert (done.returncode, done.stderr) == (0, "")
    assert said in " ".join(done.stdout.split())


def left_out(*paths: Path) -> dict[str, str]:
    """Return why games are left out, after checking that the book's own games work all the same."""
    program = (
        "import json; from cattools.games import GAMES, left_out; from cattools import show; show('herders.welcome'); "
        "print(json.dumps([[*GAMES], left_out()]))"
    )
    done = run("-c", program, paths=paths)
    assert done.stderr == ""
    games, reasons = json.loads(done.stdout)
    assert games[: len(OWN)] == OWN
    assert not {*games[len(OWN) :]} & {*reasons}
    found: dict[str, str] = reasons
    return found


def written(folder: Path, code: str | None, name: str = "okapi", **data: str) -> Path:
    """Register a distribution `cattools-NAME` in a folder, with a package if there is code; return the folder."""
    registered(folder, name)
    if code is not None:
        (folder / f"cattools_{name}" / "data").mkdir(parents=True)
        (folder / f"cattools_{name}" / "__init__.py").write_text(code, encoding="utf-8")
        for file, text in data.items():
            (folder / f"cattools_{name}" / "data" / file.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


# Games that cannot be used, by name: the code of a package, its data, and a part of the reason.
UNUSABLE: dict[str, tuple[str | None, dict[str, str], str]] = {
    "nopackage": (None, {}, "expected the package cattools_nopackage, found none"),
    "noversion": ("GAME = 1\n", {}, "expected API = 1 in cattools_noversion, the version of cattools.api, found None"),
    "otherversion": (
        GAME.replace("1", "2"),
        {},
        "expected API = 1 in cattools_otherversion, the version of cattools.api, found 2",
    ),
    "nogame": ("API = 1\nGAME = 1\n", {}, "expected a Game called GAME in cattools_nogame, found 1"),
    "error": ("raise SystemError('no\\nway')\n", {}, "found SystemError: no way"),
    "unknownname": (
        "from cattools.api import Teleport\n",
        {},
        "version 1 of cattools.api, found ImportError: cannot import name",
    ),
    "nofile": (
        "from cattools.api import load\nload('games/nofile/data/rules.toml')\n",
        {},
        "found games/nofile/data/rules.toml: expected this file, found none",
    ),
    "icon": (GAME, {"art_json": '{"icons": {"cat": {}}}'}, "expected 'cat' only once, found it in another file too"),
    "json": (GAME, {"art_json": "{"}, "games/json/data/art.json: "),
}


@pytest.fixture(scope="module")
def all_left_out(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return why each unusable game is left out; one process answers for all, as they are installed together."""
    folders = [written(tmp_path_factory.mktemp(name), code, name, **data) for name, (code, data, _) in UNUSABLE.items()]
    return left_out(*folders)


def test_games_that_cannot_be_used_are_left_out(all_left_out: dict[str, str]) -> None:
    assert all_left_out.keys() == UNUSABLE.keys()


@pytest.mark.parametrize("name", UNUSABLE)
def test_the_reason_for_leaving_out_a_game_is_one_sentence(name: str, all_left_out: dict[str, str]) -> None:
    sentence = all_left_out[name]
    assert sentence.startswith(f"cattools-{name} 0.1.0: expected ")
    assert UNUSABLE[name][-1] in sentence
    assert "\n" not in sentence


@pytest.mark.slow
def test_a_name_that_is_in_use_or_unusable_is_refused(tmp_path: Path) -> None:
    folders = [
        registered(tmp_path / "a", "okapi", distribution="cattools-okapi"),
        registered(tmp_path / "b", "okapi", distribution="okapi-game", version="2"),
        registered(tmp_path / "c", "herders", distribution="my-herders"),
        registered(tmp_path / "d", "Wolf-1", distribution="wolf"),
    ]
    assert left_out(*folders) == {
        "Wolf-1": "wolf 0.1.0: expected a game's name of 2 to 16 letters from a to z, found 'Wolf-1'",
        "herders": "my-herders 0.1.0: expected a name other than herders, which is already a game in the book",
        "okapi": "cattools-okapi 0.1.0 and okapi-game 2: expected one game called okapi, found 2",
    }


def test_asking_for_a_game_that_is_left_out_shows_the_reason(tmp_path: Path) -> None:
    done = run("check", "okapi", paths=(written(tmp_path, "GAME = 1\n"),))
    assert done.returncode == 1
    assert done.stderr == (
        "cattools: cattools-okapi 0.1.0: expected API = 1 in cattools_okapi, the version of cattools.api, found None\n"
    )


@pytest.mark.nightly
def test_a_link_to_a_page_that_is_missing_is_a_fault(tmp_path: Path) -> None:
    registered(tmp_path, "konane")
    shutil.copytree(KONANE / "cattools_konane", tmp_path / "cattools_konane")
    page = tmp_path / "cattools_konane" / "book" / "index.md"
    text, missing = page.read_text(encoding="utf-8"), {"play.md": "plays", "../glossary.md": "../glossaries"}
    for link, wrong in missing.items():
        text = text.replace(f"]({link})", f"]({wrong}.md)")
    page.write_text(text, encoding="utf-8")
    done = run("check", "konane", paths=(tmp_path,))
    assert done.returncode == 1
    assert "cattools_konane/book/index.md, line " in done.stdout
    for wrong in missing.values():
        assert f"expected a page of the chapter or of the book, found '{wrong}'" in done.stdout
