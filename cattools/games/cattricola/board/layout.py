"""Where everything lies in the picture: the ranch with a strip of sky around it, the radar, the hand, the discs.

One is below the other and every picture has the same width, so that on a telephone there is room for a finger.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cattools.core.scene import Point
from cattools.games.cattricola.rules.components import Spot, box, disc_boards, radar, ranch_board
from cattools.games.cattricola.rules.ranch import Ranch

CELL, EDGE = 40.0, 4.0  # a tile wherever it lies; on a wide ranch it is smaller
RADAR, RADAR_PAD = 41.0, 8.0
SLOT, SLOTS = 50.0, 4
DISC, HEAD, GAP = 42.0, 36.0, 12.0
RIM = 17.0  # of a disc around its cells
PILL = (96.0, 42.0)
CAPTION = 24.0  # below a picture
BOARD = 88.0  # a board while boards are joined


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
    return DISC * max(1 + max(max(spot) for spot in board.spots) for board in disc_boards().values()) + 2 * RIM


@cache
def width() -> float:
    """Return the width of every picture without its edges: two discs side by side, radar and waiting tiles fit too."""
    return max(2 * disc_size() + GAP, radar_size()[0] + hand_size()[0] + 3 * GAP)


def cell_size(ranch: Ranch) -> float:
    """Return the width of a ranch cell and of a cell of its strip: as wide as a tile elsewhere if there is room."""
    return min(CELL, width() / (ranch.columns + 2 * box().reach))


@cache
def play_layout(ranch: Ranch, players: int) -> Layout:
    """Return where everything lies for a ranch and a number of players."""
    (rw, rh), (hw, hh), disc, cell, whole = radar_size(), hand_size(), disc_size(), cell_size(ranch), width()
    left = (whole - (ranch.columns + 2 * box().reach) * cell) / 2 + EDGE
    top = (ranch.rows + 2 * box().reach) * cell + GAP
    y, step = top + max(rh, hh) + GAP, whole / 2
    discs = tuple(
        (EDGE + (n % 2) * step + (step - disc) / 2, y + (n // 2) * (disc + HEAD + GAP)) for n in range(players)
    )
    room = (whole - rw - hw) / 3
    size = (whole + 2 * EDGE, discs[-1][1] + disc + HEAD + EDGE)
    return Layout(
        size=size, ranch=(left, EDGE), radar=(EDGE + room, top), hand=(EDGE + rw + 2 * room, top), discs=discs
    )


@cache
def final_layout(players: int) -> Layout:
    """Return where the discs lie when nothing else matters any more."""
    disc = disc_size()
    discs = tuple((EDGE + (n % 2) * (disc + GAP), EDGE + (n // 2) * (disc + HEAD + GAP)) for n in range(players))
    size = (2 * (EDGE + disc) + GAP, discs[-1][1] + disc + HEAD + EDGE)
    return Layout(size=size, ranch=(0.0, 0.0), radar=(0.0, 0.0), hand=(0.0, 0.0), discs=discs)


@cache
def spot_at(ranch: Ranch, spot: Spot, place: Point = (0.0, 0.0)) -> Point:
    """Return the centre of a lattice cell, the corner of the lattice being at `place`."""
    cell = cell_size(ranch)
    return place[0] + (box().reach + spot[1] + 0.5) * cell, place[1] + (box().reach + spot[0] + 0.5) * cell


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
    r, c = disc_boards()[letter].spots[cell]
    return place[0] + RIM + (c + 0.5) * DISC, place[1] + HEAD + RIM + (r + 0.5) * DISC


def joining_cell() -> float:
    """Return the width of a cell while boards are joined: all of a board fit in its place."""
    return BOARD * 0.96 / max(ranch_board().rows, ranch_board().columns)


def joining_at(row: int, column: int) -> Point:
    """Return the centre of the place for a board, by its top left cell, while boards are joined."""
    n, m = row // ranch_board().rows + 1, column // ranch_board().columns + 1
    return (m + 0.5) * BOARD + EDGE, (n + 0.5) * BOARD + EDGE


def joining_spot(spot: Spot) -> Point:
    """Return the centre of a ranch cell while boards are joined."""
    (x, y), board, cell = joining_at(*spot), ranch_board(), joining_cell()
    r, c = spot[0] % board.rows, spot[1] % board.columns
    return x + (c - (board.columns - 1) / 2) * cell, y + (r - (board.rows - 1) / 2) * cell
