"""`cattools new NAME --package FOLDER` writes a separate package that passes its own check, tests, types and lint."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from cattools.cli import main
from cattools.new import GRIDS, NewGame, NewGameError, make_package
from tests.kinds import some
from tests.packages.install import environment, registered

KINDS = {"gnu": ("4", "hexes", "--hidden"), "yak": ("2", "squares")}


@pytest.fixture(scope="module", params=some(KINDS, lambda name: name == "gnu"))
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Path]:
    """Return a new game's name, its project, and a folder in which its distribution is registered."""
    name = request.param
    players, grid, *more = KINDS[name]
    folder = tmp_path_factory.mktemp("package") / "project"
    assert main(["new", name, "--package", str(folder), "--players", players, "--grid", grid, *more]) == 0
    return name, folder, registered(tmp_path_factory.mktemp("installed"), name)


@pytest.fixture(scope="module")
def types_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of mypy's cache, so that only the first package reads the standard library and cattools."""
    return str(tmp_path_factory.mktemp("mypy"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("cattools.cli", "check", "{name}"),
        ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:nbval"),
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        pytest.param(("mypy", "--cache-dir", "{types_cache}"), marks=pytest.mark.nightly),
    ],
    ids=["check", "tests", "lint", "format", "types"],
)
def test_a_new_package_keeps_all_promises(
    package: tuple[str, Path, Path], command: tuple[str, ...], types_cache: str
) -> None:
    name, folder, installed = package
    done = subprocess.run(
        [sys.executable, "-m", *(word.format(name=name, types_cache=types_cache) for word in command)],
        cwd=folder, env=environment(folder, installed), capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]


def test_a_new_package_imports_only_the_api(tmp_path: Path) -> None:
    for n, (players, grid, hidden) in enumerate(product((2, 3, 4), GRIDS, (True, False))):
        folder = tmp_path / str(n)
        written = make_package(NewGame("okapi", players=players, grid=grid, hidden=hidden), folder)
        code = "".join(file.read_text(encoding="utf-8") for file in written if file.parent.name == "cattools_okapi")
        assert "from cattools.api import" in code
        assert "cattools.core" not in code
        assert "cattools.games." not in code


def test_a_package_needs_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(NewGameError, match="expected a new or empty folder, found"):
        make_package(NewGame("okapi"), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["herders", "Okapi", "import", "testudo"])
def test_a_package_needs_a_usable_name(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name, "--package", str(tmp_path / "new")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "new").exists()
