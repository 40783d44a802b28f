"""The reference page for game authors matches the code, and the records it shows are valid."""

import json
from pathlib import Path

import pytest

from cattools.core import options, rules
from cattools.core.data_files import parse
from cattools.core.display import icons
from cattools.games import GAMES
from cattools.lessons import example
from tools import generate_reference

PACKAGES = Path(__file__).parents[2] / "cattools" / "games"


def test_the_reference_matches_the_code() -> None:
    assert generate_reference.PAGE.read_text(encoding="utf-8") == generate_reference.page(), "run `make fix`"


def test_the_records_in_the_reference_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAMES["herders"].rules  # loaded before its data files are replaced
    for name, module, read in (
        ("rules", rules, rules.rulebook),
        ("options", options, options.known_options),
        ("examples", example, example.examples.__wrapped__),
    ):
        shown = parse(generate_reference.EXAMPLE_ROWS[f"{name}.toml"], f"{name}.toml")
        monkeypatch.setattr(module, "load_once", lambda _, shown=shown: shown)
        assert len(read("herders")) == len(shown[name.removesuffix("s")])


def test_the_reference_lists_the_files_that_games_have() -> None:
    """Every file common to all games is listed. A listed file exists in all games, or, if starred, in some."""
    there = [
        {path.relative_to(PACKAGES / game_id).as_posix() for path in (PACKAGES / game_id).rglob("*.*")}
        for game_id in GAMES
    ]
    named = generate_reference.files()
    in_all = {file for file in set.intersection(*there) if not file.endswith(("/__init__.py", ".pyc"))}
    assert in_all <= {file.rstrip("*") for file in named}
    assert {file for file in named if not file.endswith("*")} <= in_all
    assert {file.rstrip("*") for file in named} <= set.union(*there)


def test_the_icons_and_colours_in_the_reference_are_valid() -> None:
    shown = json.loads(generate_reference.ART_ROWS)
    assert shown["icons"]["crook"] == icons.icons()["crook"]
    assert shown["themes"].keys() == icons.themes().keys()
    shapes = icons.icon("crook", 20, main="herders.red.deep")
    assert [(shape.stroke, shape.scale) for shape in shapes] == [("herders.red.deep", 20 / icons.GRID)]
    assert icons.icon("crook", 20) == ()
    keys = {key for icon in icons.icons().values() for part in icon["paths"] for key in part}
    assert keys == {"d", "fill", "stroke", "w"}
