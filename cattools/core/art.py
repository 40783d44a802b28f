"""The icons as shapes: drawn around the origin on a 32 x 32 grid, their roles filled with colour tokens."""

from __future__ import annotations

from functools import cache

from cattools.core.data import load, take
from cattools.core.errors import DataError
from cattools.core.scene import Path

FILE = "core/art/icons.json"
GRID = 32


@cache
def _icon(name: str, roles: tuple[tuple[str, str], ...], size: float) -> tuple[Path, ...]:
    colours = dict(roles)
    icons = take(load(FILE), "icons", dict, FILE)
    if name not in icons:
        raise DataError(f"{FILE}: expected an icon called {name!r}")
    scale, at = size / GRID, (-size / 2, -size / 2)
    shapes = []
    for part in icons[name]["paths"]:
        fill, stroke = (colours.get(part[key], "") if key in part else "" for key in ("fill", "stroke"))
        if fill or stroke:
            shapes.append(Path(part["d"], fill, stroke, part.get("w", 1.0), at, scale))
    return tuple(shapes)


def icon(name: str, size: float, **roles: str) -> tuple[Path, ...]:
    """Return an icon, `size` units wide, around the origin; a role without a colour stays out. Raises `DataError`."""
    return _icon(name, tuple(sorted(roles.items())), size)


def cat(name: str, size: float) -> tuple[Path, ...]:
    """Return a plain cat ("cat", "cat-asleep", ...) in the cats' own colours."""
    return icon(name, size, main="cat.main", deep="cat.deep", accent="cat.accent", ink="cat.ink")


def silhouette(name: str) -> str:
    """Return the outline (path data on the 32 grid) of an icon's first path."""
    return str(take(load(FILE), "icons", dict, FILE)[name]["paths"][0]["d"])
