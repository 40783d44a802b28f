"""Tiles as bytes, so that a ranch or a disc is a short byte string.

A byte is the kind (1 to 5) times four plus the sex, plus 32 if the tile is face down; 0 is no tile. A sex of 0 is
unknown to the observer. Wolves have the same sex number as young animals, because both are tested for clusters.
"""

from __future__ import annotations

import re
from functools import cache

from cattools.core.errors import NotationError
from cattools.core.messages import N_

KINDS = ("sheep", "pig", "cow", "horse", "wolf")
SHEEP, PIG, COW, HORSE, WOLF = range(1, 6)
SEXES = ("", "male", "female", "young")
UNKNOWN, MALE, FEMALE, YOUNG = range(4)
DOWN, FACE = 32, 31  # the bit for face down, and the bits for kind and sex
WOLF_TILE = WOLF << 2 | YOUNG
FACES = (*(kind << 2 | sex for kind in range(SHEEP, WOLF) for sex in (MALE, FEMALE, YOUNG)), WOLF_TILE)
EXPECTED = N_("a tile such as sm, pf, cy, hm or w, with ? before it if it is face down")
_SIGNS = {kind[0]: number for number, kind in enumerate(KINDS, 1)}
_TILE = re.compile(r"(\??)(?:(w)|([spch])([mfy]))")


def kind_of(tile: int) -> int:
    """Return the kind of a tile, or 0 if there is no tile."""
    return (tile & FACE) >> 2


def sex_of(tile: int) -> int:
    """Return the sex of a tile, `UNKNOWN` if the observer does not know it."""
    return tile & 3


def kind_only(tile: int) -> int:
    """Return a tile with only its kind known."""
    return tile if not tile or kind_of(tile) == WOLF else tile & ~3


def write_tile(tile: int) -> str:
    """Return a tile in notation; an unknown sex is omitted."""
    kind = kind_of(tile)
    sex = "" if kind == WOLF else SEXES[sex_of(tile)][:1]
    return f"{'?' if tile & DOWN else ''}{KINDS[kind - 1][0]}{sex}"


@cache
def read_tile(written: str) -> int:
    """Read a tile from notation. Raises `NotationError`."""
    found = _TILE.fullmatch(written)
    if not found:
        raise NotationError(EXPECTED, written)
    down, wolf, kind, sex = found.groups()
    return (WOLF_TILE if wolf else _SIGNS[kind] << 2 | " mfy".index(sex)) | (DOWN if down else 0)
