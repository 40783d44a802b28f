"""Cattricola in writing: an action is a word, a position is a line, and both can be read back.

A position is `boards ranch seats mover [more]`. `boards` are the top left cells of the ranch boards, `0,0;0,5`;
`ranch` is its rows from the top, a tile two letters (`sm` a male sheep, `pf`, `cy`, `w` a wolf), with `?` before it
when it lies face down, numbers for empty cells. Each seat is `plum=A:smpfw:b2,b3:cy`: its disc board, tiles in the
order of numbers, markers on the radar, tiles without a place; what is empty at the end may be left out. The mover is a
seat, `chance` or `end`. After these, where needed: `join`, `final`, `first=teal`, `charged=1`, `hand=smw`, `lifts=2`,
`passed=1`, `undealt=12`. Unless told, the holder of the star began, or the first seat where nobody holds it.
"""

from __future__ import annotations

import re

from cattools.core.errors import NotationError
from cattools.core.messages import N_, text
from cattools.games.cattricola.actions import (
    Action,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Tile,
    Turn,
)
from cattools.games.cattricola.boards import Spot, boards, radar
from cattools.games.cattricola.dealing import DEAL, FINAL, JOIN, OVER
from cattools.games.cattricola.ranch import Ranch
from cattools.games.cattricola.scoring import SEATS, cell_name, cell_of
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import read_tile, write_row, write_tile

EXPECTED = N_("a move such as +b2, done, f3, @1, ^plum4, plum3<>plum7 or pass")
NUMBERS = ("charged", "lifts", "passed", "undealt")  # what stands behind a position only where it is not 0
_PAIR = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
_DISC_CELL = rf"((?:{'|'.join(SEATS)})?\d{{1,2}})"
_SWAP = re.compile(rf"{_DISC_CELL}\s*<>\s*{_DISC_CELL}")
_PUT = re.compile(rf"@(\d{{1,2}})(?:\s*>\s*{_DISC_CELL})?")
_LIFT = re.compile(rf"\^\s*{_DISC_CELL}")


def read_action(written: str, state: Cattricola) -> Action:
    """Read an action; `catch f3`, `lift 4` and `swap 3 7` are understood too. Raises `NotationError`."""
    words = re.sub(r"\s+", " ", written.strip()[:100].lower())
    words = re.sub(r"^catch ", "", words)
    words = re.sub(r"^(marker|charge) \+?", "+", words)
    words = re.sub(r"^lift \^?", "^", words)
    words = re.sub(r"^put @?", "@", words)
    words = re.sub(r"^swap (\S+) (?:and )?(\S+)$", r"\1<>\2", words)
    plain: dict[str, Action] = {"done": Done(), "pass": Pass(), "turn": Turn(), "mirror": Turn("mirror")}
    if words in plain:
        return plain[words]
    if words.startswith("+"):
        return Marker(radar().grid.names[radar().grid.cell(words[1:])])
    if words.startswith("="):
        return Lay(*read_spot(words[1:]))
    if words.startswith("*"):
        return _read_deal(words[1:])
    if found := _LIFT.fullmatch(words):
        return Lift(_disc_cell(found[1], state))
    if found := _SWAP.fullmatch(words):
        one, other = (_disc_cell(at, state) for at in found.groups())
        backward = cell_of(one)[0] == cell_of(other)[0] and cell_of(one) > cell_of(other)
        return Swap(other, one) if backward else Swap(one, other)
    if found := _PUT.fullmatch(words):
        return read_put(int(found[1]), _disc_cell(found[2], state) if found[2] else "", state)
    if words in state.ranch.catch:
        return state.ranch.catch[words]
    if re.fullmatch(r"[a-z]-?\d{1,2}", words):
        first, last = state.ranch.around[0], state.ranch.around[-1]
        raise NotationError(
            text(
                N_("a cell on or beside the ranch, {first} to {last}"), first=Ranch.name(first), last=Ranch.name(last)
            ),
            written,
        )
    raise NotationError(EXPECTED, written)


def read_put(slot: int, at: str, state: Cattricola) -> Put:
    """Return the action of putting a waiting tile on a cell; the lowest free cell is not named."""
    if not slot:
        raise NotationError(N_("a waiting tile from @1 on"), "@0")
    free = state.disc.find(0)
    return Put(slot) if free >= 0 and at == cell_name(state.turn, free) else Put(slot, at)


def _read_deal(words: str) -> Action:
    kind, _, what = words.partition(":")
    if kind == "disc" and what.upper() in boards():
        return Disc(what.upper())
    if kind == "first" and what in SEATS:
        return First(what)
    if what or kind in ("disc", "first"):
        raise NotationError(
            text(N_("a deal such as *sm, *disc:{first} or *first:{seat}"), first=next(iter(boards())), seat=SEATS[0]),
            f"*{words}",
        )
    return Tile(write_tile(read_tile(words)))


def _disc_cell(written: str, state: Cattricola) -> str:
    at = written if written[0].isalpha() else f"{SEATS[state.turn]}{written}"
    seat, cell = cell_of(at)
    cells = len(state.discs[seat]) if seat < state.players else 0
    if not 0 <= cell < cells:
        raise NotationError(text(N_("a disc cell such as {seat}1"), seat=SEATS[state.turn]), written)
    return cell_name(seat, cell)


def read_spot(written: str) -> Spot:
    """Read a row and a column of the lattice. Raises `NotationError`."""
    found = _PAIR.fullmatch(written)
    if not found:
        raise NotationError(N_("a row and a column as in 0,5"), written)
    return int(found[1]), int(found[2])


def write_position(state: Cattricola) -> str:
    """Return a position as one line."""
    rows, at = [], 0
    for row in state.ranch.grid.rows:
        rows.append(write_row(state.tiles[at : at + len(row)]))
        at += len(row)
    parts = [";".join(f"{r},{c}" for r, c in state.ranch.origins), "/".join(rows)]
    for seat in range(state.players):
        letter = state.boards[seat] if seat < len(state.boards) else "?"
        fields = [letter, write_row(state.discs[seat], trim=True), radar().grid.named(state.radars[seat])]
        fields.append("".join(write_tile(t) for t in state.spilled[seat]))
        parts.append(f"{SEATS[seat]}={':'.join(fields).rstrip(':')}")
    parts.append({DEAL: "chance", OVER: "end"}.get(state.phase, SEATS[state.turn]))
    if state.phase in (JOIN, FINAL):
        parts.append("join" if state.phase == JOIN else "final")
    if state.first > 0:
        parts.append(f"first={SEATS[state.first]}")
    if state.hand:
        parts.append(f"hand={write_row(state.hand)}")
    parts += [f"{name}={getattr(state, name)}" for name in NUMBERS if getattr(state, name)]
    return " ".join(parts)
