"""Helpers to build positions of Cattricola and to play on them."""

from __future__ import annotations

import re

from cattools.games.cattricola import GAME, Cattricola
from cattools.games.cattricola.components import write_tile
from tests.games.helpers import legal, short

CATTRICOLA = GAME
SHAPES = {"2": "0,0;0,5", "3": "0,0;0,5;5,0", "4": "0,0;0,5;5,0;5,5"}
LETTERS = "ABCD"
NAMES = ("plum", "teal", "orange", "slate")


def lay(
    tiles: str = "",
    *,
    mover: str = "plum",
    more: str = "",
    options: str = "",
    boards: str = "",
    **seats: str,
) -> Cattricola:
    """Return a position: `tiles` as in "b3=sm c4=?w", seats as in plum="A:smpf:b2,b3"; discs A, B, ... by default."""
    chosen = CATTRICOLA.choose(options)
    players = chosen.word("players")
    boards = boards or SHAPES[players]
    here = dict(part.split("=") for part in tiles.split())
    spots = ranch_spots(boards)
    rows: dict[int, str] = {}
    for r, c in spots:
        rows[r] = rows.get(r, "") + here.pop(f"{chr(97 + r)}{c + 1}", ".")
    assert not here, here
    ranch = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows.values())
    parts = [f"{name}={seats.get(name, LETTERS[n])}" for n, name in enumerate(NAMES[: int(players)])]
    return CATTRICOLA.read_position(f"{boards} {ranch} {' '.join(parts)} {mover} {more}", chosen)


def ranch_spots(boards: str) -> list[tuple[int, int]]:
    """Return all cells of some boards in reading order."""
    corners = [tuple(map(int, part.split(","))) for part in boards.split(";")]
    return sorted((r + y, c + x) for y, x in corners for r in range(5) for c in range(5))


def catches(state: Cattricola) -> set[str]:
    """Return the cells on which the pattern of markers can be placed for a catch."""
    return {move for move in legal(state) if move[0].isalpha() and move not in ("done", "pass") and "<>" not in move}


def event_rules(state: Cattricola, move: str) -> list[str]:
    """Return the rules that the events of a move cite."""
    action = CATTRICOLA.read_action(move, state)
    return [short(event.rule) for event in state.events(action)]


def disc(state: Cattricola, seat: int = 0) -> list[str]:
    """Return the tiles of a disc in the order of its numbers, with "" for a free cell."""
    return [write_tile(tile) if tile else "" for tile in state.discs[seat]]


def on_ranch(state: Cattricola) -> dict[str, str]:
    """Return the tiles on the ranch by cell."""
    return {n: write_tile(t) for n, t in zip(state.ranch.grid.names, state.tiles, strict=True) if t}


def seat_lines(state: Cattricola, seat: int = 0) -> list[tuple[str, int, tuple[str, ...]]]:
    """Return the score of a seat: rule, points and cells of each line."""
    return [(short(line.rule), line.points, line.cells) for line in state.score().of(seat)]
