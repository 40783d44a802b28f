"""The layout of each part of the scene: the ranch with its strip of sky, the radar, the hand and the discs."""

from __future__ import annotations

from functools import cache

from cattools.core.display.scene import Point
from cattools.games.cattricola.rules.components import Spot, box, disc_board, disc_boards, radar, ranch_board
from cattools.games.cattricola.rules.ranch import Ranch

CELL, EDGE = 40.0, 3.0  # a tile in any part; the margin for marks around areas
RADAR, RADAR_PAD = 41.0, 8.0
SLOT, SLOTS = 50.0, 4
PILL, GAP = (96.0, 42.0), 10.0  # a button; the gap between the slots and the buttons
DISC = 42.0
RIM = 17.0  # the margin around a disc's cells
CORNER = 26.0  # a mark in the corner of the square around a disc
NAMES = 15.5  # the font size of row letters and column numbers
TEXT, NOTE = 15.0, (200.0, 24.0)  # the font size of other text; the size of the note about reconstructed boards
BOARD = 88.0  # a whole board while boards are being joined


def ranch_size(ranch: Ranch) -> Point:
    """Return the width and height of a ranch with its strip of sky."""
    around = 2 * box().reach
    return (ranch.columns + around) * CELL + 2 * EDGE, (ranch.rows + around) * CELL + 2 * EDGE


@cache
def spot_at(spot: Spot) -> Point:
    """Return the centre of a lattice cell."""
    return EDGE + (box().reach + spot[1] + 0.5) * CELL, EDGE + (box().reach + spot[0] + 0.5) * CELL


def radar_size() -> Point:
    """Return the width and height of the radar."""
    rows, columns = 1 + max(r for r, _ in radar().spots), 1 + max(c for _, c in radar().spots)
    return columns * RADAR + 2 * RADAR_PAD, rows * RADAR + 2 * RADAR_PAD


def radar_at(cell: int) -> Point:
    """Return the centre of a radar cell."""
    r, c = radar().spots[cell]
    return RADAR_PAD + (c + 0.5) * RADAR, RADAR_PAD + (r + 0.5) * RADAR


def slots() -> int:
    """Return the largest possible number of waiting tiles."""
    return box().markers + max(box().lift)


def hand_size() -> Point:
    """Return the width and height of the slots with the buttons below them."""
    return SLOTS * SLOT + 2 * EDGE, -(-slots() // SLOTS) * SLOT + GAP + PILL[1] + 2 * EDGE


def slot_at(slot: int) -> Point:
    """Return the centre of a waiting tile's slot, counted from 0."""
    return EDGE + (slot % SLOTS + 0.5) * SLOT, EDGE + (slot // SLOTS + 0.5) * SLOT


def pill_at(n: int) -> Point:
    """Return the centre of a button."""
    (wide, tall), half = hand_size(), PILL[0] / 2 + EDGE
    return half + n * (wide - 2 * half), tall - PILL[1] / 2 - EDGE


def disc_size(board: str) -> float:
    """Return the width of a disc's part.

    All printed boards get the width of the largest one; a custom board can be wider. `board` is empty before the deal.
    """
    known = disc_boards().values()
    return DISC * max(one.side for one in (*known, *([disc_board(board)] if board else []))) + 2 * RIM


def disc_at(board: str, cell: int) -> Point:
    """Return the centre of a disc cell."""
    return lattice_at(disc_board(board).spots[cell])


def lattice_at(spot: Spot) -> Point:
    """Return the centre of a cell of a disc's lattice."""
    return RIM + (spot[1] + 0.5) * DISC, RIM + (spot[0] + 0.5) * DISC


# --- joining boards ---------------------------------------------------------------------------------------------


def joining_size(players: int) -> Point:
    """Return the width and height of the joining part: a row of all boards but one, and a spot at each end."""
    return (players + 1) * BOARD + 2 * EDGE, (players + 1) * BOARD + 2 * EDGE


def joining_cell() -> float:
    """Return the width of a ranch cell while boards are being joined; a whole board fits into one spot."""
    return BOARD * 0.96 / max(ranch_board().rows, ranch_board().columns)


def joining_at(ranch: Ranch, players: int, spot: Spot) -> Point:
    """Return the centre of the spot for a board, given by a cell of that board; the ranch so far is centred."""
    board, (wide, tall) = ranch_board(), joining_size(players)
    columns, rows = ranch.columns // board.columns, ranch.rows // board.rows
    row, column = spot[0] // board.rows, spot[1] // board.columns
    return wide / 2 + (column - (columns - 1) / 2) * BOARD, tall / 2 + (row - (rows - 1) / 2) * BOARD


def joining_spot(ranch: Ranch, players: int, spot: Spot) -> Point:
    """Return the centre of a ranch cell while boards are being joined."""
    (x, y), board, cell = joining_at(ranch, players, spot), ranch_board(), joining_cell()
    r, c = spot[0] % board.rows, spot[1] % board.columns
    return x + (c - (board.columns - 1) / 2) * cell, y + (r - (board.rows - 1) / 2) * cell
