"""Where everything lies in its part of the picture: the ranch with a strip of sky around it, radar, hand, disc."""

from __future__ import annotations

from functools import cache

from cattools.core.display.scene import Point
from cattools.games.cattricola.rules.components import Spot, box, disc_board, disc_boards, radar, ranch_board
from cattools.games.cattricola.rules.ranch import Ranch

CELL, EDGE = 40.0, 3.0  # a tile wherever it lies; room for a sign around what can be pressed
RADAR, RADAR_PAD = 41.0, 8.0
SLOT, SLOTS = 50.0, 4
PILL, GAP = (96.0, 42.0), 10.0  # a button, and what is between it and the slots
DISC = 42.0
RIM = 17.0  # of a disc around its cells
CORNER = 26.0  # of a disc's square, beside the disc
NAMES = 15.5  # the size of row letters and column numbers
TEXT, NOTE = 15.0, (200.0, 24.0)  # the size of words, and the room for those about the picture
BOARD = 88.0  # a board while boards are joined


def ranch_size(ranch: Ranch) -> Point:
    """Return width and height of a ranch with its strip of sky."""
    around = 2 * box().reach
    return (ranch.columns + around) * CELL + 2 * EDGE, (ranch.rows + around) * CELL + 2 * EDGE


@cache
def spot_at(spot: Spot) -> Point:
    """Return the centre of a lattice cell."""
    return EDGE + (box().reach + spot[1] + 0.5) * CELL, EDGE + (box().reach + spot[0] + 0.5) * CELL


def radar_size() -> Point:
    """Return width and height of the radar."""
    rows, columns = 1 + max(r for r, _ in radar().spots), 1 + max(c for _, c in radar().spots)
    return columns * RADAR + 2 * RADAR_PAD, rows * RADAR + 2 * RADAR_PAD


def radar_at(cell: int) -> Point:
    """Return the centre of a radar cell."""
    r, c = radar().spots[cell]
    return RADAR_PAD + (c + 0.5) * RADAR, RADAR_PAD + (r + 0.5) * RADAR


def slots() -> int:
    """Return how many tiles can wait at once."""
    return box().markers + max(box().lift)


def hand_size() -> Point:
    """Return width and height of the waiting tiles and the buttons below them."""
    return SLOTS * SLOT + 2 * EDGE, -(-slots() // SLOTS) * SLOT + GAP + PILL[1] + 2 * EDGE


def slot_at(slot: int) -> Point:
    """Return the centre of a waiting tile's place, from 0."""
    return EDGE + (slot % SLOTS + 0.5) * SLOT, EDGE + (slot // SLOTS + 0.5) * SLOT


def pill_at(n: int) -> Point:
    """Return the centre of a button."""
    (wide, tall), half = hand_size(), PILL[0] / 2 + EDGE
    return half + n * (wide - 2 * half), tall - PILL[1] / 2 - EDGE


def disc_size(board: str) -> float:
    """Return the width of a disc's part: all boards of the box get the room of the largest, one of one's own its own.

    Nothing is a board that is not dealt yet.
    """
    known = disc_boards().values()
    return DISC * max(one.side for one in (*known, *([disc_board(board)] if board else []))) + 2 * RIM


def disc_at(board: str, cell: int) -> Point:
    """Return the centre of a disc's cell."""
    return lattice_at(disc_board(board).spots[cell])


def lattice_at(spot: Spot) -> Point:
    """Return the centre of a place where a disc's cell can be."""
    return RIM + (spot[1] + 0.5) * DISC, RIM + (spot[0] + 0.5) * DISC


# --- while boards are joined ------------------------------------------------------------------------------------


def joining_size(players: int) -> Point:
    """Return width and height of the places: room for all boards but the last in one line, and one more around."""
    return (players + 1) * BOARD + 2 * EDGE, (players + 1) * BOARD + 2 * EDGE


def joining_cell() -> float:
    """Return the width of a cell while boards are joined: all of a board fit in its place."""
    return BOARD * 0.96 / max(ranch_board().rows, ranch_board().columns)


def joining_at(ranch: Ranch, players: int, spot: Spot) -> Point:
    """Return the centre of the place for a board, by a cell of it: what lies is in the middle."""
    board, (wide, tall) = ranch_board(), joining_size(players)
    columns, rows = ranch.columns // board.columns, ranch.rows // board.rows
    row, column = spot[0] // board.rows, spot[1] // board.columns
    return wide / 2 + (column - (columns - 1) / 2) * BOARD, tall / 2 + (row - (rows - 1) / 2) * BOARD


def joining_spot(ranch: Ranch, players: int, spot: Spot) -> Point:
    """Return the centre of a ranch cell while boards are joined."""
    (x, y), board, cell = joining_at(ranch, players, spot), ranch_board(), joining_cell()
    r, c = spot[0] % board.rows, spot[1] % board.columns
    return x + (c - (board.columns - 1) / 2) * cell, y + (r - (board.rows - 1) / 2) * cell
