"""The animals: a tile is one byte, so that a ranch or a disc is a short byte string; and what is in the box.

A byte is the kind (1 to 5) times four plus the sex; 32 more when the tile lies face down; 0 is no tile. A sex of 0 is
one that the onlooker does not know. Young animals and wolves share a number: both are tested for clusters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from cattools.core.data import load, take
from cattools.core.errors import DataError, NotationError
from cattools.core.messages import N_, Text, text

FILE = "games/cattricola/data/components.toml"
KINDS = ("sheep", "pig", "cow", "horse", "wolf")
SHEEP, PIG, COW, HORSE, WOLF = range(1, 6)
HIDDEN, MALE, FEMALE, YOUNG = range(4)
DOWN, FACE = 32, 31
SEXES = ("", "male", "female", "young")
A_WOLF = WOLF << 2 | YOUNG
FACES = (*(kind << 2 | sex for kind in range(SHEEP, WOLF) for sex in (MALE, FEMALE, YOUNG)), A_WOLF)
EXPECTED = N_("a tile such as sm, pf, cy, hm or w, with ? before it when it lies face down")
_SIGNS = {kind[0]: number for number, kind in enumerate(KINDS, 1)}
_TILE = re.compile(r"(\??)(?:(w)|([spch])([mfy]))")
_ROW = re.compile(r"\d+|\??[a-z][mfy]?|.")
# A kind in words, singular: hidden, male, female, young.
WORDS = (
    (N_("sheep"), N_("male sheep"), N_("female sheep"), N_("young sheep")),
    (N_("pig"), N_("male pig"), N_("female pig"), N_("young pig")),
    (N_("cow"), N_("male cow"), N_("female cow"), N_("young cow")),
    (N_("horse"), N_("male horse"), N_("female horse"), N_("young horse")),
    (N_("wolf"), N_("wolf"), N_("wolf"), N_("wolf")),
)


@dataclass(frozen=True)
class Box:
    """What is in the box: markers a player, how many a charge, the size of a group, tiles to lift, tiles by face.

    `lift[n]` is how many tiles may be lifted when n circles have appeared, as far as the data go.
    """

    markers: int
    charge: int
    cluster: int
    lift: tuple[int, ...]
    supply: dict[int, int]

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
        return sum(self.supply.values())

    def lifts(self, circles: int) -> int:
        """Return how many tiles may be lifted when that many circles have appeared (`cattricola.circle.lift`)."""
        return self.lift[min(circles, len(self.lift) - 1)]


@cache
def box() -> Box:
    """Return what is in the box. Raises `DataError`."""
    data = load(FILE)
    counts = {name: take(data, name, int, FILE) for name in ("markers", "charge", "cluster")}
    if min(counts.values()) < 1:
        raise DataError(f"{FILE}: expected markers, charge and cluster of 1 or more, found {counts}")
    steps = take(data, "lift", dict, FILE)
    lift, given = [0], 0
    for circles in range(1, 1 + max((int(n) for n in steps if n.isdigit()), default=0)):
        given = take(steps, str(circles), int, f"{FILE}, lift", default=given)
        lift.append(given)
    supply: dict[int, int] = {}
    tiles = take(data, "tiles", dict, FILE)
    for number, kind in enumerate(KINDS, 1):
        where = f"{FILE}, tiles"
        if number == WOLF:
            supply[A_WOLF] = take(tiles, kind, int, where)
            continue
        found = take(tiles, kind, list, where)
        if len(found) != 3 or not all(isinstance(n, int) and n >= 0 for n in found):
            raise DataError(f"{where}: expected {kind!r} to be three counts, male, female, young, found {found!r}")
        supply.update({number << 2 | sex: n for sex, n in enumerate(found, 1)})
    return Box(lift=tuple(lift), supply=supply, **counts)


def kind_of(tile: int) -> int:
    """Return the kind of a tile, 0 where there is none."""
    return (tile & FACE) >> 2


def masked(tile: int) -> int:
    """Return a tile of which only the kind is known."""
    return tile if not tile or kind_of(tile) == WOLF else tile & ~3


def write_tile(tile: int) -> str:
    """Return a tile in notation; an unknown sex is left out."""
    kind, sex = kind_of(tile), tile & 3
    return f"{'?' if tile & DOWN else ''}{KINDS[kind - 1][0]}{'' if kind == WOLF else ' mfy'[sex].strip()}"


@cache
def read_tile(written: str) -> int:
    """Return a tile from notation. Raises `NotationError`."""
    found = _TILE.fullmatch(written)
    if not found:
        raise NotationError(EXPECTED, written)
    down, wolf, kind, sex = found.groups()
    return (A_WOLF if wolf else _SIGNS[kind] << 2 | " mfy".index(sex)) | (DOWN if down else 0)


def write_row(tiles: bytes, *, trim: bool = False) -> str:
    """Return cells in notation, numbers for empty ones; `trim` leaves out empty cells at the end."""
    parts: list[str] = []
    empty = 0
    for tile in tiles.rstrip(b"\0") if trim else tiles:
        if tile:
            parts += [str(empty)] if empty else []
            parts.append(write_tile(tile))
            empty = 0
        else:
            empty += 1
    return "".join([*parts, str(empty)] if empty else parts)


def read_row(written: str, size: int, what: Text, *, down: bool = False, trim: bool = False) -> bytes:
    """Return `size` cells from notation; `trim` allows fewer at the end. Raises `NotationError` naming `what`."""
    found = bytearray()
    for sign in _ROW.findall(written):
        if sign.isascii() and sign.isdigit():
            found += bytes(min(int(sign[:4]), size + 1))
        else:
            tile = read_tile(sign)
            if tile & DOWN and not down:
                raise NotationError(text(N_("tiles with both sides known in {what}"), what=what), sign)
            found.append(tile)
        if len(found) > size:
            break
    if len(found) > size or (len(found) < size and not trim):
        raise NotationError(text(N_("{size} cells in {what}"), size=size, what=what), written)
    return bytes(found).ljust(size, b"\0")
