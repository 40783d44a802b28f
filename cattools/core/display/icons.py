"""Icons as shapes and colours by name: those that all games share, and those in each game's `data/art.json`.

An icon is defined on a 32 x 32 grid and drawn centred on the origin; each of its roles gets the colour of a token. A
game's file holds `icons` (by name, as in `core/display/art/icons.json`) and `themes`: the tokens that the game adds to
the light and the dark theme.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cattools.core.display.scene import Path
from cattools.core.errors import DataError
from cattools.core.loading.data_files import from_table, is_own_file, load, of_games

FILE, TOKENS, OF_GAME = "core/display/art/icons.json", "core/display/art/tokens.json", "art.json"
THEMES = ("light", "dark")
GRID = 32


def _joined(one: Mapping[str, Any], more: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return two tables merged recursively. Raises `DataError` if both have a value for the same key."""
    found = dict(one)
    for key, value in more.items():
        if key not in found:
            found[key] = value
        elif isinstance(found[key], Mapping) and isinstance(value, Mapping):
            found[key] = _joined(found[key], value, where)
        else:
            raise DataError(f"{where}: expected {key!r} only once, found it in another file too")
    return found


@dataclass(frozen=True, slots=True)
class _Art:
    """The tables of an art file that this module reads; a game's file can hold others."""

    icons: Mapping[str, Any] = field(default_factory=dict)
    themes: Mapping[str, Any] = field(default_factory=dict)


def _art(name: str) -> _Art:
    return from_table(_Art, {key: value for key, value in load(name).items() if key in ("icons", "themes")}, name)


def _icons_with(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    more = _art(name).icons
    if twice := sorted(found.keys() & more.keys()):
        raise DataError(f"{name}: expected {twice[0]!r} only once, found it in another file too")
    return {**found, **more}


def _themes_with(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    more = _art(name).themes
    if more and sorted(more) != sorted(THEMES):
        raise DataError(f"{name}: expected the themes {' and '.join(THEMES)}, found {', '.join(more)}")
    return _joined(found, more, name)


@cache
def icons() -> Mapping[str, Any]:
    """Return all icons by name, including those of the games. Raises `DataError` for a name that occurs twice."""
    return _with_games(_art(FILE).icons, _icons_with)


@cache
def themes() -> Mapping[str, Any]:
    """Return the colour tokens of both themes, including those of the games. Raises `DataError`."""
    return _with_games(_art(TOKENS).themes, _themes_with)


def _with_games(
    found: Mapping[str, Any], joined: Callable[[Mapping[str, Any], str], Mapping[str, Any]], upto: str = ""
) -> Mapping[str, Any]:
    """Return a table joined with the games' tables. Raises `DataError` for a wrong file of the book and for `upto`."""
    for name in of_games(OF_GAME):
        try:
            found = joined(found, name)
        except DataError:
            if upto == name or is_own_file(name):
                raise
    return found


def check(game_id: str) -> None:
    """Raise `DataError` if the art file of a game is wrong or uses a name that another file has."""
    name = f"games/{game_id}/data/{OF_GAME}"
    _with_games(_art(FILE).icons, _icons_with, name)
    _with_games(_art(TOKENS).themes, _themes_with, name)


@cache
def _icon(name: str, roles: tuple[tuple[str, str], ...], size: float) -> tuple[Path, ...]:
    colours, known = dict(roles), icons()
    if name not in known:
        raise DataError(f"{FILE} or a game's {OF_GAME}: expected an icon called {name!r}")
    scale, at = size / GRID, (-size / 2, -size / 2)
    shapes = []
    for part in known[name]["paths"]:
        fill, stroke = (colours.get(part[key], "") if key in part else "" for key in ("fill", "stroke"))
        if fill or stroke:
            shapes.append(Path(part["d"], fill, stroke, part.get("w", 1.0), at, scale))
    return tuple(shapes)


def icon(name: str, size: float, **roles: str) -> tuple[Path, ...]:
    """Return an icon `size` units wide, centred on the origin, without its uncoloured roles. Raises `DataError`."""
    return _icon(name, tuple(sorted(roles.items())), size)


def cat(name: str, size: float) -> tuple[Path, ...]:
    """Return a plain cat ("cat", "cat-asleep", ...) in its own colours."""
    return icon(name, size, main="cat.main", deep="cat.deep", accent="cat.accent", ink="cat.ink")


def silhouette(name: str) -> str:
    """Return the outline of an icon's first path (path data on the 32 x 32 grid)."""
    return str(icons()[name]["paths"][0]["d"])
