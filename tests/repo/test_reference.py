"""The reference page for game authors matches the code, and the records it shows are valid."""

import json
from pathlib import Path

import pytest

from cattools.core import options, rules
from cattools.core.display import icons
from cattools.core.loading.data_files import parse
from cattools.games import GAMES
from cattools.lessons import example
from tools import generate_reference

PACKAGES = Path(__file__).parents[2] / "cattools" / "games"


def test_the_reference_matches_the_code() -> None:
    assert generate_reference.PAGE.read_text(encoding="utf-8") == generate_reference.page(), "run `make fix`"


def test_the_records_in_the_reference_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAMES["herders"].rules  # loaded before its data files are replaced
    for name, module, read in (
        ("rule", rules, rules.rulebook),
        ("option", options, options.known_options),
        ("example", example, example.examples.__wrapped__),
    ):
        shown = parse(generate_reference.EXAMPLE_ROWS[name], f"{name}s.toml")
        monkeypatch.setattr(module, "load_once", lambda _, shown=shown: shown)
        assert len(read("herders")) == len(shown[name])


def test_the_reference_lists_the_data_files_that_games_have() -> None:
    """Every data file common to all games is listed. A listed file exists in all games, or, if starred, in some."""
    there = [{path.name for path in (PACKAGES / game_id / "data").iterdir()} for game_id in GAMES]
    named = generate_reference.FILES
    assert set.intersection(*there) <= {file.rstrip("*") for file in named}
    assert {file for file in named if not file.endswith("*")} <= set.intersection(*there)
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
