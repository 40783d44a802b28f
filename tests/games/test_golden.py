"""`tests.games.golden` corrects wrong and missing playthroughs and perft tables, and keeps correct ones."""

import tomllib
from pathlib import Path
from shutil import copytree

import pytest

from tests.games import perft, playthrough, reviewed
from tests.games.golden import main

WRITTEN = """# By hand: twelve.
[alone]
options = "two-steps"  # far
position = "6/7/8/9/10/5r5/10/9/8/7/6 red 0-0 0-0"
ways = [{}]

# More.
[again]
position = "6/7/8/9/10/5r5/10/9/8/7/6 red 0-0 0-0"
ways = [{}]
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a temporary folder with copies of the playthroughs, perft tables and reviews."""
    for module in (perft, playthrough, reviewed):
        monkeypatch.setattr(module, "FOLDER", copytree(module.FOLDER, tmp_path / module.FOLDER.name))
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in folder.rglob("*.*")}


@pytest.mark.nightly
def test_correct_files_do_not_change(data: Path) -> None:
    before = files(data)
    assert main(["--write", "herders"]) == 0
    assert files(data) == before


@pytest.mark.slow
def test_wrong_and_missing_files_are_written_and_files_without_a_game_are_deleted(data: Path) -> None:
    before = files(data)
    (data / "perft/herders.toml").unlink()
    (data / "playthroughs/herders-usual.txt").write_text("nothing\n", encoding="utf-8")
    for none in ("perft/none.toml", "playthroughs/none-usual.txt"):
        (data / none).touch()
    assert main(["--write", "herders"]) == 0
    after = files(data)
    (table,) = tomllib.loads(after.pop("perft/herders.toml")).values()
    assert table["ways"] == perft.ways("herders", table)
    assert len(table["ways"]) == perft.DEPTH
    assert after == {name: text for name, text in before.items() if name != "perft/herders.toml"}


def test_tables_are_recounted_to_their_depth_and_keep_their_comments() -> None:
    found = perft.counted("herders", WRITTEN.format("1, 1", ""))
    assert found == WRITTEN.format("12, 12", "12, 12, 144")


@pytest.mark.parametrize("words", [[], ["herders"], ["--write", "chess"]])
def test_other_arguments_are_refused(data: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    before = files(data)
    assert main(words) == 2
    message = f"expected --write and names of games, found {' '.join(words) or 'nothing'}\n"
    assert (capsys.readouterr().err, files(data)) == (message, before)
