"""Contrast in both themes: symbols on a piece are legible, and pieces stand out from their board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cattools.core.display.icons import THEMES, icons, themes
from cattools.core.errors import DataError
from cattools.core.loading import data_files
from cattools.core.loading.data_files import of_games
from cattools.games import GAMES

Way = tuple[str, ...]
# For each palette that several games share, the game whose board shows it most.
BOARDS = {"players": "territory", "seats": "catbox"}


def palettes(
    tokens: Mapping[str, Any], before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
    """Yield every palette of pieces with the keys that lead to it."""
    for name, value in tokens.items():
        if isinstance(value, Mapping):
            if "fill" in value and "on" in value:
                yield (*before, name), value
            yield from palettes(value, (*before, name))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as defined by WCAG 2."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_symbols_are_legible_and_pieces_stand_out(theme: str) -> None:
    tokens = themes()[theme]
    found = dict(palettes(tokens))
    assert len(found) > 15
    for (group, *_), palette in found.items():
        cell = tokens["ground"][BOARDS.get(group, group)]["cell"]
        assert contrast(palette["on"], palette["fill"]) >= 4.45, (group, palette)
        assert contrast(palette["rim"], cell) >= 3, (group, palette)


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_legible(theme: str) -> None:
    tokens = themes()[theme]
    for ink in ("ink", "ink2"):
        for ground in ("page", "table", "surface", "sunken"):
            assert contrast(tokens[ink], tokens[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_its_own_ground_colours(game_id: str) -> None:
    assert f"games/{game_id}/data/art.json" in of_games("art.json")
    assert all(game_id in themes()[theme]["ground"] for theme in THEMES)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ({"icons": {"cat": {"paths": []}}}, "x/art.json: expected 'cat' only once, found it in another file too"),
        ({"themes": {"light": {}}}, "x/art.json: expected the themes light and dark, found light"),
        (
            {"themes": {"light": {"ink": "#000000"}, "dark": {}}},
            "x/art.json: expected 'ink' only once, found it in another file too",
        ),
    ],
)
def test_a_broken_art_file_of_a_game_is_reported(
    monkeypatch: pytest.MonkeyPatch, file: dict[str, Any], message: str
) -> None:
    monkeypatch.setattr("cattools.core.display.icons.of_games", lambda _: ("x/art.json",))
    real = data_files.load
    monkeypatch.setattr("cattools.core.display.icons.load", lambda name: file if name == "x/art.json" else real(name))
    with pytest.raises(DataError) as error:
        (icons if "icons" in file else themes).__wrapped__()
    assert str(error.value) == message
