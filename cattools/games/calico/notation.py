"""Calico in writing: an action is a word, a position is a line, and both can be read back.

A patch is two letters, colour and pattern: `Nd` is navy dots. A position is words with values, for example
`cats=Millie:de,Tibbit:fq,Coconut:sv blue=Nd1Bs2/2Ye_1/3_1/1_3/5;ABCDEF,AABBCC,AAABBB;Pv,Ge! market=Nd,Us,Ye turn=blue`:
the cats with the letters of their patterns; for each seat the inner rows of its quilt (numbers are empty spaces, `_` a
goal space, `!` a cat and `+` a button on a patch), its goals on c4, d5 and e3 (`-`: none), its hand (`!`: everybody
saw it), and, while goals are chosen, the tiles turned up; the market; who is to sew. Where needed: `placed=b3` (the
patch just sewn), `eleven=blue`, `seven=green` (promo tokens), `out=NdNdYe` (patches out of the game).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cattools.core.errors import NotationError
from cattools.core.grid import bits
from cattools.core.messages import N_, text
from cattools.games.calico.actions import (
    Action,
    Begin,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Draw,
    Place,
    Take,
)
from cattools.games.calico.box import (
    BOARDS,
    CATS,
    GOAL_CELLS,
    GOALS,
    GRID,
    KINDS,
    LETTERS,
    MARKET,
    PATCHES,
    PATTERNS,
    SPACES,
    counts,
    full,
    heap,
)
from cattools.games.calico.names import CAT_NAMES, GOAL_NAMES, INNER, LONGEST, PATCH_NAMES
from cattools.games.calico.quilt import Quilt
from cattools.games.calico.state import Calico
from cattools.games.calico.table import NOBODY, SEEN, boards, copies, prefix

EXPECTED = N_("a move such as Nd@b2, +Nd1 or AAABBB@c4")


# --- actions -----------------------------------------------------------------------------------------------------


def read_action(written: str, state: Calico) -> Action:
    """Read an action; `nd b2`, `sew Nd@b2` and `take Nd` are understood too. Raises `NotationError`."""
    words = re.sub(r"^(sew|place)\s+", "", written.strip().lower()[:LONGEST])
    words = re.sub(r"^take\s+", "+", words)
    if words.startswith("*"):
        return _read_deal(words[1:], written)
    if words.startswith("+"):
        return _read_take(words[1:], written, state)
    found = re.fullmatch(r"(\S+?)\s*(?:@|\s)\s*(?:([a-z]+)\.)?([a-z]\d{1,2})", words)
    if not found:
        raise NotationError(EXPECTED, written)
    name, seat, cell = found.groups()
    at = GRID.names[GRID.cell(cell)]
    if name in GOAL_NAMES:
        chooser = state.choosing
        tiles = state.tiles[chooser] if chooser is not None else ()
        goal = GOAL_NAMES[name]
        slot = tiles.index(goal) if goal in tiles else 0
        return Choose(_who(state, seat, chooser or 0), slot, GOALS[goal].letters, at)
    if name not in PATCH_NAMES:
        raise NotationError(EXPECTED, written)
    kind, turn = PATCH_NAMES[name], max(state.turn, 0)
    hand = [k % KINDS for k in state.hands[turn]]
    return Place(_who(state, seat, turn), hand.index(kind) if kind in hand else 0, PATCHES[kind], at)


def _who(state: Calico, seat: str | None, turn: int) -> str:
    if seat is None:
        return prefix(state.options, turn)
    names = [board.name for board in boards(state.options)]
    if seat not in names:
        raise NotationError(text(N_("a seat among {known}"), known=", ".join(names)), seat)
    return prefix(state.options, names.index(seat))


def _read_take(words: str, written: str, state: Calico) -> Take:
    found = re.fullmatch(rf"([a-z]{{2}})([1-{MARKET}]?)", words.strip())
    if not found or found[1] not in PATCH_NAMES:
        raise NotationError(EXPECTED, written)
    kind = PATCH_NAMES[found[1]]
    slot = int(found[2]) - 1 if found[2] else state.market.index(kind) if kind in state.market else 0
    return Take(slot, PATCHES[kind])


def _read_deal(words: str, written: str) -> Action:
    if words in PATCH_NAMES:
        return Draw(PATCHES[PATCH_NAMES[words]])
    if words in CAT_NAMES:
        return DealCat(CATS[CAT_NAMES[words]].name)
    if words in [board.name for board in BOARDS]:
        return Begin(words)
    parts = words.split("+")
    if all(part in GOAL_NAMES for part in parts) and len(set(parts)) == len(parts):
        return DealGoals(tuple(GOALS[n].letters for n in sorted(GOAL_NAMES[part] for part in parts)))
    if len(parts) == 2 and parts[0] != parts[1] and all(part in PATTERNS for part in parts):
        one, other = sorted(parts, key=PATTERNS.index)
        return DealPatterns(one, other)
    raise NotationError(N_("a deal such as *Nd, *Millie, *dots+vines or *blue"), written)


# --- writing -----------------------------------------------------------------------------------------------------


def write_position(state: Calico) -> str:
    """Return a position as one line."""
    seats = [board.name for board in boards(state.options)]
    parts = []
    if state.cats:
        parts.append("cats=" + ",".join(_cats(state)))
    for seat, name in enumerate(seats):
        parts.append(
            f"{name}={write_quilt(state.quilts[seat])};{_goals(state.quilts[seat])};{_hand(state.hands[seat])}"
        )
        if state.tiles[seat]:
            parts[-1] += ";" + ",".join(GOALS[t].letters for t in state.tiles[seat])
    if state.market:
        parts.append("market=" + ",".join(PATCHES[kind] for kind in state.market))
    if state.turn >= 0:
        parts.append(f"turn={seats[state.turn]}")
    if state.placed >= 0:
        parts.append(f"placed={GRID.names[state.placed]}")
    parts += [
        f"{name}={seats[holder]}"
        for name, holder in zip(("eleven", "seven"), state.promo, strict=True)
        if holder != NOBODY
    ]
    out = full(copies(state.options)) - state.bag - heap(visible(state))
    if out:
        parts.append("out=" + "".join(PATCHES[k] * n for k, n in enumerate(counts(out))))
    return " ".join(parts)


def _cats(state: Calico) -> Iterable[str]:
    for n, cat in enumerate(state.cats):
        letters = "".join(LETTERS[p] for p in state.pairs[n]) if n < len(state.pairs) else ""
        yield CATS[cat].name + (f":{letters}" if letters else "")


def write_quilt(quilt: Quilt) -> str:
    """Return the inner rows of a quilt."""
    rows = []
    for cells in INNER:
        signs = ""
        for c in cells:
            kind = quilt.kind(c)
            if c in GOAL_CELLS:
                signs += "_"
            elif kind < 0:
                signs += "."
            else:
                signs += PATCHES[kind] + "!" * (quilt.cats >> c & 1) + "+" * (quilt.buttons >> c & 1)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
    return "/".join(rows)


def _goals(quilt: Quilt) -> str:
    return "-" if max(quilt.goals) < 0 else ",".join(GOALS[g].letters if g >= 0 else "-" for g in quilt.goals)


def _hand(hand: Iterable[int]) -> str:
    return ",".join(PATCHES[kind % KINDS] + "!" * (kind >= SEEN) for kind in hand)


def visible(state: Calico) -> list[int]:
    """Return every patch that is on the table: sewn, in hands, in the market."""
    sewn = [quilt.kind(c) for quilt in state.quilts for c in bits(SPACES & ~quilt.free)]
    return [*sewn, *(kind % KINDS for hand in state.hands for kind in hand), *state.market]
