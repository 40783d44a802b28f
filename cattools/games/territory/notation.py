"""Neko Neko Territory in writing: an action is a word, a position is a line, and both can be read back.

A position is `board mover hands [more]`, for example `2,gb,3/6/r,2,ybg,2/6/6/6 red C4+block/A1+A2+D2/-/-`: rows from
the top with numbers of cells without cats and stacks in letters, the top cat first; whose turn it is; the hands in
seat order, `-` for an empty one. After these, where needed: `won=2+1/0/-/-` (treasures), `bonus=1/0/0/0`, `gone=C1+C2`
(discarded coordinate cards), `used=block+row`, `bottom=row:red` (below the assist deck, and by whom), `passes=1`,
`end=blue` (who drew END), and what is due: `draws=red:cells+blue:assist`, `lot`, `placed=C4`, `by=column`, `reveal`,
`asked=blue`, `blocks=green`, `looking=2`, `looked=row+block`, `swap=assist`, `again`.
"""

from __future__ import annotations

import re

from cattools.core.errors import NotationError
from cattools.core.messages import N_, text
from cattools.games.territory.actions import (
    Action,
    Allow,
    Block,
    Draw,
    Enough,
    Keep,
    Lot,
    Pass,
    Place,
    Reveal,
    Swap,
    Use,
)
from cattools.games.territory.park import CARD, CARDS, COLOURS, DECKS, END, NAMES, SIDE, SIZE, STACKS
from cattools.games.territory.reading import read_position
from cattools.games.territory.state import Territory
from cattools.games.territory.view import gone

__all__ = ["read_action", "read_position", "write_position"]

EXPECTED = "an action such as C4, column:C4, double, C4>assist, block, allow, enough, keep:2 or pass"
WORDS: dict[str, Action] = {"block": Block(), "allow": Allow(), "enough": Enough(), "pass": Pass()}
PLACING = ("empty", "column", "row")
_LONGEST = 40
_LOWER = {name.lower(): name for name in CARDS}


def read_action(written: str, state: Territory) -> Action:
    """Read an action; upper and lower case are the same. Raises `NotationError`."""
    words = re.sub(r"\s*([:>])\s*", r"\1", written.strip().lower()[:_LONGEST])
    words = re.sub(r"^place\s+", "", words)
    if words in WORDS:
        return WORDS[words]
    if words.startswith("*"):
        return _read_deal(words[1:], state, written)
    if found := re.fullmatch(r"(\w+)>(\w+)", words):
        card, deck = _LOWER.get(found[1], ""), found[2]
        if not card or CARD[card] == END or deck not in DECKS:
            raise NotationError(text(N_("a card and a deck as in C4>assist or block>cells")), written)
        return Swap(card, deck)
    if found := re.fullmatch(r"keep[:\s](\w+)", words):
        if found[1] not in ("1", "2", "3"):
            raise NotationError(text(N_("keep:1, keep:2 or keep:3")), written)
        return Keep(int(found[1]))
    if found := re.fullmatch(r"(\w+):(\w+)", words):
        if found[1] not in PLACING:
            raise NotationError(text(N_("empty, column or row and a cell as in column:C4")), written)
        return Use(found[1], _read_cell(found[2]))
    if words in ("double", "search"):
        return Use(words)
    if re.fullmatch(r"[a-z]\d{1,2}", words):
        return Place(_read_cell(words))
    raise NotationError(EXPECTED, written)


def _read_cell(written: str) -> str:
    name = written.upper()
    if name not in NAMES:
        raise NotationError(text(N_("a cell from {what} to {what2}"), what=NAMES[0], what2=NAMES[-1]), written)
    return name


def _read_deal(words: str, state: Territory, written: str) -> Action:
    if words in _LOWER:
        return Draw(_LOWER[words])
    if words in COLOURS[: len(state.tops)]:
        return Lot(words)
    if re.fullmatch(r"[0-9]", words):
        return Reveal(int(words))
    raise NotationError(text(N_("a card, a colour or a treasure's value as in *C4, *block, *END, *red or *2")), written)


def write_position(state: Territory) -> str:
    """Return a position as one line."""
    rows = [_write_row(state.stacks[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE)]
    parts = ["/".join(rows), COLOURS[state.turn], "/".join(_cards(hand) for hand in state.hands)]
    if any(state.won):
        parts.append("won=" + "/".join("+".join(map(str, won)) or "-" for won in state.won))
    if any(state.bonus):
        parts.append("bonus=" + "/".join(map(str, state.bonus)))
    for name, cards in (("gone", gone(state)), ("used", b"" if state.plan.duel else state.used)):
        if cards:
            parts.append(f"{name}={_cards(cards)}")
    if state.bottom:
        parts.append("bottom=" + "+".join(f"{CARDS[card]}:{COLOURS[who]}" for card, who in state.bottom))
    if state.passes:
        parts.append(f"passes={state.passes}")
    if state.ended >= 0:
        parts.append(f"end={COLOURS[state.ended]}")
    return " ".join((*parts, *_write_step(state)))


def _write_step(state: Territory) -> list[str]:
    step, parts = state.step, []
    if step.draws:
        parts.append("draws=" + "+".join(f"{COLOURS[draw // 2]}:{DECKS[draw % 2]}" for draw in step.draws))
    if step.at >= 0:
        parts.append(f"placed={NAMES[step.at]}")
    if step.by >= SIZE:
        parts.append(f"by={CARDS[step.by]}")
    for name, seats in (("asked", step.asked), ("blocks", step.blocks)):
        if seats:
            parts.append(f"{name}=" + "+".join(COLOURS[seat] for seat in seats))
    if step.looking:
        parts.append(f"looking={step.looking}")
    if step.looked:
        parts.append(f"looked={_cards(step.looked)}")
    if step.swap >= 0:
        parts.append(f"swap={DECKS[step.swap]}")
    flags = (("lot", step.lot), ("reveal", step.reveal), ("again", step.again))
    return [*parts, *(name for name, on in flags if on)]


def _write_row(stacks: bytes) -> str:
    found: list[str] = []
    for stack in stacks:
        letters = "".join(COLOURS[colour][0] for colour in reversed(STACKS[stack]))
        if letters:
            found.append(letters)
        elif found and found[-1].isdigit():
            found[-1] = str(int(found[-1]) + 1)
        else:
            found.append("1")
    return ",".join(found)


def _cards(cards: bytes) -> str:
    return "+".join(CARDS[card] for card in cards) or "-"
