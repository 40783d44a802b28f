"""Cat in the Box in writing: an action is a word or two, a position is a line, and both can be read back.

A position is `board phase trick hands colours predictions won aside [more]`, for example, with three players,
`6/1pto2/6/6 play p:b2,b3,b4 12234556/11344556/11223356 rbyg/rbyg/rbyg 1/3/4 0/0/1 6/6/4`. The board comes in rows from
the top, a seat's first letter for its token, `x` for an observed cell, numbers for empty cells. The phase is deal,
reveal, discard, predict, play, end or paradox (the end by one). The trick is who led it and the cells taken so far; a
whole trick is there until the next is led. The rest is one part a seat: the hand, the colours still there, the
prediction, the tricks won, the card put aside; `-` is nothing. After these, where needed: `round=2`,
`sheet=3+5,0+0,-2+0` (points for tricks and bonus of each seat; rounds separated by `;`), `deck=13` (cards not dealt),
and `only=p:35` (a lead of red has shown that plum's hand holds only these numbers).
"""

from __future__ import annotations

import re

from cattools.core.errors import NotationError
from cattools.core.grid import bits
from cattools.core.messages import N_, text
from cattools.games.catbox.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.cards import numbers
from cattools.games.catbox.legality import owner
from cattools.games.catbox.positions import read_position
from cattools.games.catbox.research import LETTERS
from cattools.games.catbox.state import DEAL, DISCARD, PREDICT, REVEAL, Catbox

EXPECTED = N_("a move such as b6, discard 6, predict 2, next or paradox")
_LONGEST = 80
__all__ = ["read_action", "read_position", "write_position"]
_Numbered = Discard | Predict | Deal | Reveal
_WORDS: dict[str, type[_Numbered]] = {
    "discard": Discard,
    "predict": Predict,
    "deal": Deal,
    "*": Deal,
    "reveal": Reveal,
    "!": Reveal,
}
_PHASES: dict[str, type[_Numbered]] = {DISCARD: Discard, PREDICT: Predict, DEAL: Deal, REVEAL: Reveal}


def read_action(written: str, state: Catbox) -> Action:
    """Read an action; `blue 6`, `6b` and, where only a number is asked, `6` are understood too.

    Raises `NotationError`.
    """
    words = written.strip().lower()[:_LONGEST]
    if words in ("next", "paradox"):
        return Next() if words == "next" else Paradox()
    if found := re.fullmatch(r"(discard|predict|deal|reveal|\*|!)\s*([0-9])", words):
        return _numbered(_WORDS[found[1]], int(found[2]), state)
    if re.fullmatch(r"[0-9]", words) and state.phase in _PHASES:
        return _numbered(_PHASES[state.phase], int(words), state)
    letters = "".join(name[0] for name in state.board.names)
    tidy = re.sub(rf"\b({'|'.join(state.board.names)})\b", lambda m: m[1][0], words).replace(" ", "")
    if found := re.fullmatch(rf"(?:([0-9])>)?([{letters}])([0-9])", tidy):
        return _play(int(found[1] or found[3]), found[2] + found[3], state)
    if found := re.fullmatch(rf"([0-9])([{letters}])", tidy):
        return _play(int(found[1]), found[2] + found[1], state)
    raise NotationError(EXPECTED, written)


def _numbered(kind: type[_Numbered], number: int, state: Catbox) -> Action:
    if kind is not Predict and not 1 <= number <= state.board.numbers:
        raise NotationError(text(N_("a card from 1 to {numbers}"), numbers=state.board.numbers), number)
    return kind(number)


def _play(card: int, at: str, state: Catbox) -> Play:
    if at not in state.board.grid.index:
        raise NotationError(text(N_("a cell of the columns 1 to {numbers}"), numbers=state.board.numbers), at)
    if not 1 <= card <= state.board.numbers:
        raise NotationError(text(N_("a card from 1 to {numbers}"), numbers=state.board.numbers), card)
    return Play(card, at)


def write_position(state: Catbox) -> str:
    """Return a position as one line."""
    board, seats = state.board, range(state.players)
    rows = []
    for row in board.grid.rows:
        signs = "".join(_sign(state, cell) for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
    trick = f"{LETTERS[state.leader]}:" + ",".join(board.grid.names[c] for c in state.trick)
    parts = [
        "/".join(rows),
        "paradox" if state.paradox >= 0 else state.phase,
        trick,
        "/".join(_digits(hand) for hand in state.hands),
        "/".join("".join(board.names[c][0] for c in bits(state.markers[seat])) or "-" for seat in seats),
        "/".join(str(n or "-") for n in state.predictions),
        "/".join(map(str, state.won)),
        "/".join(str(n or "-") for n in state.discards),
    ]
    if state.round:
        parts.append(f"round={state.round + 1}")
    if state.sheet:
        parts.append("sheet=" + ";".join(",".join(f"{a}+{b}" for a, b in row) for row in state.sheet))
    if state.deck:
        parts.append(f"deck={_digits(state.deck)}")
    seat, only = state.forced
    if seat >= 0:
        parts.append(f"only={LETTERS[seat]}:{''.join(str(n + 1) for n in bits(only)) or '-'}")
    return " ".join(parts)


def _digits(held: int) -> str:
    return "".join(map(str, numbers(held))) or "-"


def _sign(state: Catbox, cell: int) -> str:
    who = owner(state, cell)
    return LETTERS[who] if who >= 0 else "x" if state.observed >> cell & 1 else "."
