"""Where everything lies in the picture: the ranch with a strip of sky around it, the radar, the hand, the discs.

A narrow ranch has the rest beside it, a wide one below it, so that the picture stays readable on a telephone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cattools.core.scene import Point
from cattools.games.cattricola.boards import Spot, boards, radar
from cattools.games.cattricola.ranch import Ranch, plan, reach
from cattools.games.cattricola.tiles import box

CELL, SKY, EDGE = 40.0, 20.0, 4.0
RADAR, RADAR_PAD = 32.0, 8.0
SLOT, SLOTS = 44.0, 4
DISC, HEAD, GAP = 42.0, 36.0, 12.0
RIM = 17.0  # of a disc around its cells
PILL = (84.0, 34.0)
SLOT_BOARD = 88.0  # a board while boards are joined
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Layout:
    """Sizes and places: `ranch` is the corner of the whole lattice, the others that of their block."""

    size: Point
    ranch: Point
    radar: Point
    hand: Point
    discs: tuple[Point, ...]


def slots() -> int:
    """Return how many tiles can wait at once."""
    return box().markers + max(box().lift)


def radar_size() -> Point:
    """Return width and height of the radar."""
    rows, columns = 1 + max(r for r, _ in radar().spots), 1 + max(c for _, c in radar().spots)
    return columns * RADAR + 2 * RADAR_PAD, rows * RADAR + 2 * RADAR_PAD


def hand_size() -> Point:
    """Return width and height of the waiting tiles and the buttons below them."""
    return SLOTS * SLOT, -(-slots() // SLOTS) * SLOT + PILL[1] + GAP + HEAD / 2


@cache
def disc_size() -> float:
    """Return the width of a disc: all boards get the room of the largest."""
    return DISC * max(1 + max(max(spot) for spot in board.spots) for board in boards().values()) + 2 * RIM


def ranch_size(ranch: Ranch) -> Point:
    """Return width and height of the ranch with its strip of sky."""
    sky = 2 * reach() * SKY
    return ranch.columns * CELL + sky, ranch.rows * CELL + sky


@cache
def layout(ranch: Ranch, players: int) -> Layout:
    """Return where everything lies for a ranch and a number of players."""
    (wide, tall), (rw, rh), (hw, hh) = ranch_size(ranch), radar_size(), hand_size()
    disc = disc_size()
    if ranch.columns <= plan().columns and ranch.rows > ranch.columns:
        x = wide + 2 * GAP
        y = max(rh, hh) + GAP
        side = max(disc, rw)
        discs = tuple((x, rh + hh + 2 * GAP + n * (disc + HEAD + GAP)) for n in range(players))
        height = max(tall, discs[-1][1] + disc + HEAD)
        return Layout((x + max(side, hw) + EDGE, height + EDGE), (EDGE, EDGE), (x, EDGE), (x, rh + GAP), discs)
    whole = max(wide, 2 * disc + GAP, rw + hw + 2 * GAP)
    left = (whole - wide) / 2 + EDGE
    top = tall + GAP
    y = top + max(rh, hh) + GAP
    step = whole / 2
    discs = tuple(
        (EDGE + (n % 2) * step + (step - disc) / 2, y + (n // 2) * (disc + HEAD + GAP)) for n in range(players)
    )
    room = (whole - rw - hw) / 3
    size = (whole + 2 * EDGE, discs[-1][1] + disc + HEAD + EDGE)
    return Layout(size, (left, EDGE), (EDGE + room, top), (EDGE + rw + 2 * room, top), discs)


@cache
def ended(players: int) -> Layout:
    """Return where the discs lie when nothing else matters any more."""
    disc = disc_size()
    discs = tuple((EDGE + (n % 2) * (disc + GAP), EDGE + (n // 2) * (disc + HEAD + GAP)) for n in range(players))
    size = (2 * (EDGE + disc) + GAP, discs[-1][1] + disc + HEAD + EDGE)
    return Layout(size, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), discs)


def _along(n: int, count: int) -> tuple[float, float]:
    """Return centre and width of a lattice row or column that is the nth, counted from the first of `count`."""
    near = reach()
    if n < 0:
        return (near + n + 0.5) * SKY, SKY
    if n >= count:
        return near * SKY + count * CELL + (n - count + 0.5) * SKY, SKY
    return near * SKY + (n + 0.5) * CELL, CELL


def spot_box(ranch: Ranch, spot: Spot) -> Box:
    """Return centre, width and height of a lattice cell, from the corner of the lattice."""
    y, tall = _along(spot[0], ranch.rows)
    x, wide = _along(spot[1], ranch.columns)
    return x, y, wide, tall


def corners(at: Point, wide: float, tall: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle around a point."""
    x, y = at
    return (
        (x - wide / 2, y - tall / 2),
        (x + wide / 2, y - tall / 2),
        (x + wide / 2, y + tall / 2),
        (x - wide / 2, y + tall / 2),
    )


def radar_at(place: Point, cell: int) -> Point:
    """Return the centre of a radar cell."""
    r, c = radar().spots[cell]
    return place[0] + RADAR_PAD + (c + 0.5) * RADAR, place[1] + RADAR_PAD + (r + 0.5) * RADAR


def slot_at(place: Point, slot: int) -> Point:
    """Return the centre of a waiting tile's place, from 0."""
    return place[0] + (slot % SLOTS + 0.5) * SLOT, place[1] + HEAD / 2 + (slot // SLOTS + 0.5) * SLOT


def pill_at(place: Point, n: int) -> Point:
    """Return the centre of a button."""
    wide, tall = hand_size()
    return place[0] + PILL[0] / 2 + n * (wide - PILL[0]), place[1] + tall - PILL[1] / 2 - 2


def disc_at(place: Point, letter: str, cell: int) -> Point:
    """Return the centre of a disc's cell."""
    r, c = boards()[letter].spots[cell]
    return place[0] + RIM + (c + 0.5) * DISC, place[1] + HEAD + RIM + (r + 0.5) * DISC
