"""The stored playthroughs match the current rules."""

import re

import pytest

from cattools.core.options import Options
from tests.games.playthrough import FOLDER, LONGEST, lines, plays


@pytest.mark.parametrize(
    ("name", "game_id", "options"), list(plays()), ids=lambda v: v if isinstance(v, str) and "." in v else ""
)
def test_a_game_matches_its_file(name: str, game_id: str, options: Options) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(lines(game_id, options), written, strict=True), 1):
        assert now == then, f"{name}, line {number}; if intended: .venv/bin/python -m tests.games.golden --write"


def test_deals_do_not_shorten_a_game() -> None:
    for name in ("calico-usual.txt", "cattricola-usual.txt", "catbox-usual.txt"):
        steps = re.findall(r"^\d+\. (\w+)", (FOLDER / name).read_text(encoding="utf-8"), re.MULTILINE)
        assert (len(steps) > LONGEST, len(steps) - steps.count("chance")) == (True, LONGEST), name


def test_every_file_belongs_to_a_game() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {name for name, _, _ in plays()}
