"""The notation of Cat Herders: an action is one word, a position is one line.

A position is `board colour hands cats [more]`, for example `r2b2/7/8/9/3c6/5r5/10/9/8/7/6 red 13-14 0-0`: the board's
rows from the top, where `r` and `b` are herders, `c` is a cat and a number counts empty cells; the colour to move; the
herders in red's and blue's hands; the cats that red and blue have taken. Other fields are written only if needed:
`turn=12` (turns played), `passed` (the last turn was a pass), `scared=d4,e5` (cats that have yet to run), `running=d4`
(a cat between its two steps), `leaves=f3,f5` (herders of which one must leave the game) and `deal=9` (cats still to be
dealt).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from cattools.core.errors import NotationError, PositionError
from cattools.core.grid import bits, mask
from cattools.core.messages import N_, text
from cattools.core.notation import ACTION, POSITION, limited, read_number, read_rows, read_words, write_rows
from cattools.core.options import Options
from cattools.games.herders.rules.actions import Action, Deal, Give, Herd, Move, Pass, Place
from cattools.games.herders.rules.components import Park, box, variant
from cattools.games.herders.rules.position_checks import check
from cattools.games.herders.rules.state import Herders

COLOURS = ("red", "blue")
LETTERS = "rbc"
WORDS = ("turn=", "passed", "scared=", "running=", "leaves=", "deal=")
EXPECTED = N_("a move such as a2, f3-f5, d4>d5, xf3 or pass")
_CELL = r"([a-z]\d{1,2})"
_MOVE = re.compile(rf"{_CELL}\s*(-|>|\s|)\s*{_CELL}")


def read_action(written: str, state: Herders) -> Action:
    """Read an action; `place a2`, `f3 f5` and `F3-F5` are also accepted. Raises `NotationError`."""
    words = re.sub(r"^(place|move|cat)\s+", "", limited(written, ACTION))
    grid = state.board.grid
    if words == "pass":
        return Pass()
    if found := _MOVE.fullmatch(words):
        source, symbol, target = found.groups()
        for name in (source, target):
            grid.cell(name)
        if symbol == ">" or (symbol != "-" and state.cats >> grid.index[source] & 1):
            return Herd(source, target)
        return Move(source, target)
    for symbol, kind in (("x", Give), ("*", Deal), ("", Place)):
        if words.startswith(symbol) and re.fullmatch(_CELL, words[len(symbol) :]):
            return kind(grid.names[grid.cell(words[len(symbol) :])])
    raise NotationError(EXPECTED, written)


def write_position(state: Herders) -> str:
    """Return a position as one line."""
    grid = state.board.grid
    hands, taken = ("{}-{}".format(*pair) for pair in (state.hands, state.taken))
    parts = [write_rows(grid, partial(_letter, state)), COLOURS[state.turn], hands, taken]
    if state.plies:
        parts.append(f"turn={state.plies}")
    if state.passed:
        parts.append("passed")
    for name, cells in (("scared", state.scared), ("leaves", state.paying)):
        if cells:
            parts.append(f"{name}={grid.named(cells)}")
    if state.running is not None:
        parts.append(f"running={grid.names[state.running]}")
    if state.undealt:
        parts.append(f"deal={state.undealt}")
    return " ".join(parts)


def _letter(state: Herders, cell: int) -> str:
    for symbol, cells in zip(LETTERS, (*state.herders, state.cats), strict=True):
        if cells >> cell & 1:
            return symbol
    return ""


def read_position(written: str, options: Options) -> Herders:
    """Read a position under these options. Raises `NotationError`, which names the invalid part."""
    parts = limited(written, POSITION).split()
    if len(parts) < 4:
        raise NotationError(N_("a position: board, colour to move, herders in hand, cats taken"), written)
    board = variant(options).board
    symbols = read_rows(board.grid, parts[0], LETTERS)
    red, blue, cats = (mask(cell for cell, symbol in enumerate(symbols) if symbol == each) for each in LETTERS)
    if parts[1] not in COLOURS:
        raise NotationError(N_("red or blue as the colour to move"), parts[1])
    hands, taken = (
        _pair(parts[2], N_("herders in hand"), box().herders),
        _pair(parts[3], N_("cats taken"), board.cats),
    )
    words = read_words(parts[4:], WORDS)
    plies, undealt = (read_number(name, words.get(name, "0")) for name in ("turn", "deal"))
    scared, running, leaving = (_cells(words, name, board) for name in ("scared", "running", "leaves"))
    turn = COLOURS.index(parts[1])
    state = Herders(
        options=options,
        variant=variant(options),
        herders=(red, blue),
        cats=cats,
        hands=hands,
        taken=taken,
        turn=turn,
        plies=plies,
        passed="passed" in words,
        scared=scared,
        running=next(bits(running), None),
        paying=leaving,
        undealt=undealt,
    )
    check(state)
    return state


def _pair(written: str, what: str, most: int) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", written)
    if not found or max(int(n) for n in found.groups()) > most:
        raise NotationError(
            text(N_("{what} of red and blue as in 8-7, at most {most} each"), what=text(what), most=most), written
        )
    return int(found[1]), int(found[2])


def _cells(words: Mapping[str, str], name: str, board: Park) -> int:
    cells = board.grid.cells(words.get(name, ""))
    if name in words and not cells:
        raise NotationError(text(N_("one or more cells after {name}="), name=name), f"{name}={words[name]}")
    if name == "running" and cells.bit_count() > 1:
        raise PositionError(
            "herders.option.two-steps", N_("only one running cat"), words[name], *board.grid.named(cells).split(",")
        )
    return cells
