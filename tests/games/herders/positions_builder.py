"""Helpers to build positions of Cat Herders and to play on them."""

from __future__ import annotations

import re

from cattools.games.herders import GAME, Herders
from tests.games.helpers import play

HERDERS = GAME


def lay(
    *,
    red: str = "",
    blue: str = "",
    cats: str = "",
    turn: str = "red",
    hands: str = "0-0",
    taken: str = "0-0",
    more: str = "",
    options: str = "",
) -> Herders:
    """Return the position with pieces on the named cells."""
    chosen = HERDERS.choose(options)
    empty = HERDERS.start(chosen)
    signs = {name: sign for sign, names in (("r", red), ("b", blue), ("c", cats)) for name in names.split()}
    grid = empty.board.grid
    assert signs.keys() <= set(grid.names)
    rows = ("".join(signs.get(grid.names[c], ".") for c in row) for row in grid.rows)
    line = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return HERDERS.read_position(f"{line} {turn} {hands} {taken} {more}", chosen)


def cells(state: Herders, kind: str) -> set[str]:
    """Return the cells of the red herders, the blue herders or the cats."""
    mask = {"red": state.herders[0], "blue": state.herders[1], "cats": state.cats}[kind]
    return set(filter(None, state.board.grid.named(mask).split(",")))


def knot(**changes: str) -> Herders:
    """Return a position with two scared cats: e5 can run to d5 or e6, each next to two herders, and f7 only to e6."""
    pieces = {"red": "g5", "blue": "f5 f8 e7 g6 g7 c4 c5", "cats": "e5 f7 d4 e4", **changes}
    return play(lay(**pieces), "g5-f6")
