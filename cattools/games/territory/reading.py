"""A position read from one line, every part looked at: what was expected, what was found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from cattools.core.errors import NotationError
from cattools.core.grid import mask
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.games.territory.park import (
    CARD,
    CARDS,
    CELLS,
    COLOURS,
    DECKS,
    EMPTY,
    END,
    NAMES,
    ROW,
    SEARCH,
    SIDE,
    SIZE,
    STACK,
    STACKS,
    Plan,
    plan,
)
from cattools.games.territory.state import Territory
from cattools.games.territory.step import IDLE, Step

T = TypeVar("T")
_LONGEST = 4000
_CARD = {name.lower(): number for number, name in enumerate(CARDS)}
LISTS = ("won", "bonus", "gone", "used", "bottom", "draws", "asked", "blocks", "looked")
WORDS = ("passes", "end", "placed", "by", "looking", "swap")
FLAGS = ("lot", "reveal", "again")


def read_position(written: str, options: Options) -> Territory:
    """Read a position for options. Raises `NotationError` naming what does not fit."""
    table = plan(options)
    parts = written.strip().lower()[:_LONGEST].split()
    if len(parts) < 3:
        raise NotationError(text(N_("a position: board, mover, hands")), written)
    stacks = _board(parts[0], table.seats)
    turn = _colour(parts[1], table)
    hands = _each(parts[2], table, _cards)
    more = _more(parts[3:])
    won = _each(more["won"], table, _values) if "won" in more else (b"",) * table.seats
    bonus = _each(more["bonus"], table, lambda p: _number(p, 999)) if "bonus" in more else (0,) * table.seats
    gone, used, looked = (_cards(more.get(name, "-")) for name in ("gone", "used", "looked"))
    bottom = tuple(_bottom(part, table) for part in _list(more.get("bottom", "")))
    looking = _number(more.get("looking", "0"), 3)
    step = _step(more, table, looked, looking)
    ended = _colour(more["end"], table) if "end" in more else -1
    passes = _number(more.get("passes", "0"), table.seats)
    searching = bytes([SEARCH] * bool(looking or looked))
    below = bytes(card for card, _ in bottom)
    deck, pool = _left(table, b"".join(hands), gone, b"".join((used, looked, searching, below)))
    tops = tuple(
        mask(c for c, stack in enumerate(stacks) if stack and STACKS[stack][-1] == seat) for seat in range(table.seats)
    )
    hoard = _hoard(table, won, min(SIZE, SIZE - sum(tops).bit_count() + step.reveal))
    if table.duel:
        used, pool = _turned_over(hands, used, pool)
    if ended >= 0 and not table.with_end:
        raise NotationError(text(N_("no END in the game for two")), more["end"])
    if step.due and (ended >= 0 or passes >= table.seats):
        raise NotationError(text(N_("nothing due once the game is over")), " ".join(parts[3:]))
    state = Territory(
        options, stacks, tops, hands, deck, pool, bottom, used, hoard, won, bonus, turn, passes, ended, step
    )
    _check_step(state)
    return state


# --- the parts ---------------------------------------------------------------------------------------------------


def _board(written: str, seats: int) -> bytes:
    rows = written.split("/")
    if len(rows) != SIDE:
        raise NotationError(text(N_("{what} rows between /"), what=SIDE), len(rows))
    letters = {COLOURS[seat][0]: seat for seat in range(seats)}
    found: list[int] = []
    for number, row in enumerate(rows, 1):
        for part in row.split(","):
            if re.fullmatch(r"[1-6]", part):
                found += [0] * int(part)
            elif part and set(part) <= letters.keys() and len(set(part)) == len(part):
                found.append(STACK[tuple(letters[sign] for sign in reversed(part))])
            else:
                raise NotationError(
                    text(
                        N_("numbers or stacks of different letters {letters} in row {number}"),
                        letters="".join(letters),
                        number=number,
                    ),
                    part,
                )
        if len(found) != SIDE * number:
            raise NotationError(text(N_("{what} cells in row {number}"), what=SIDE, number=number), row)
    return bytes(found)


def _more(parts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in parts:
        name, sign, value = part.partition("=")
        known = (name in FLAGS and not sign) or (name in (*LISTS, *WORDS) and value)
        if not known or name in found:
            raise NotationError(text(N_("one each of {join}"), join=", ".join((*LISTS, *WORDS, *FLAGS))), part)
        found[name] = value
    return found


def _each(written: str, table: Plan, read: Callable[[str], T]) -> tuple[T, ...]:
    parts = written.split("/")
    if len(parts) != table.seats:
        raise NotationError(text(N_("{seats} parts between /, one for each seat"), seats=table.seats), written)
    return tuple(read(part) for part in parts)


def _list(written: str) -> list[str]:
    return written.split("+") if written and written != "-" else []


def _cards(written: str) -> bytes:
    found = []
    for part in _list(written):
        if part not in _CARD or _CARD[part] == END:
            raise NotationError(text(N_("cards as in C4+block, or - for none")), part)
        found.append(_CARD[part])
    return bytes(sorted(found))


def _values(written: str) -> bytes:
    return bytes(sorted(_number(part, 9) for part in _list(written)))


def _number(written: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", written) or int(written) > most:
        raise NotationError(text(N_("a number from 0 to {most}"), most=most), written)
    return int(written)


def _colour(written: str, table: Plan) -> int:
    if written not in COLOURS[: table.seats]:
        raise NotationError(text(N_("a colour among {seats}"), seats=", ".join(COLOURS[: table.seats])), written)
    return COLOURS.index(written)


def _bottom(written: str, table: Plan) -> tuple[int, int]:
    card, _, who = written.partition(":")
    (number, *more) = _cards(card) or (END,)
    if more or not SIZE <= number < END:
        raise NotationError(text(N_("assist cards and who put them there, as in row:red")), written)
    return number, _colour(who, table)


def _draw(written: str, table: Plan) -> int:
    who, _, deck = written.partition(":")
    if deck not in DECKS:
        raise NotationError(text(N_("a colour and a deck as in red:cells")), written)
    return _colour(who, table) * 2 + DECKS.index(deck)


# --- what is due -------------------------------------------------------------------------------------------------


def _step(more: dict[str, str], table: Plan, looked: bytes, looking: int) -> Step:
    at, by = -1, -1
    if "placed" in more:
        if more["placed"].upper() not in NAMES:
            raise NotationError(
                text(N_("a cell from {what} to {what2}"), what=NAMES[0], what2=NAMES[-1]), more["placed"]
            )
        at = by = CARD[more["placed"].upper()]
    if "by" in more:
        by = _CARD.get(more["by"], -1)
        if at < 0 or not EMPTY <= by <= ROW:
            raise NotationError(text(N_("by= and empty, column or row after placed=")), more["by"])
    if "swap" in more and (table.game != "advanced" or more["swap"] not in DECKS):
        raise NotationError(text(N_("swap=cells or swap=assist, in the advanced game only")), more["swap"])
    step = Step(
        draws=tuple(_draw(part, table) for part in _list(more.get("draws", ""))),
        lot="lot" in more,
        at=at,
        by=by,
        reveal="reveal" in more,
        asked=tuple(_colour(part, table) for part in _list(more.get("asked", ""))),
        blocks=tuple(_colour(part, table) for part in _list(more.get("blocks", ""))),
        looking=looking,
        looked=_in_order(more.get("looked", ""), looked),
        swap=DECKS.index(more["swap"]) if "swap" in more else -1,
        again="again" in more,
    )
    return IDLE if step == Step() else step


def _in_order(written: str, looked: bytes) -> bytes:
    """Return the cards looked at as they came: which is first counts for what goes to the bottom."""
    return bytes(_CARD[part] for part in _list(written)) if looked else looked


def _check_step(state: Territory) -> None:
    """Refuse what cannot be in the middle of a turn."""
    step, table = state.step, state.plan
    groups = (step.at >= 0, bool(step.looking or step.looked), step.swap >= 0, bool(step.draws) or step.lot)
    if sum(groups) > 1 or (step.again and any(groups[:3])):
        raise NotationError(text(N_("one thing that is due at a time")), str(state))
    if (step.reveal or step.asked or step.blocks) and step.at < 0:
        raise NotationError(text(N_("reveal, asked and blocks only after placed=")), str(state))
    if step.at >= 0:
        _check_placed(state)
    cells = sum(draw % 2 == CELLS for draw in step.draws)
    assist = len(step.draws) - cells + step.looking
    cells = 0 if table.with_end else cells  # END is drawn after the last one, and nobody draws after END
    if cells > len(state.deck) or assist > (0 if table.duel else state.left):
        raise NotationError(text(N_("no more draws than cards")), str(state))
    if step.looking + len(step.looked) > 3 or any(card < SIZE for card in step.looked):
        raise NotationError(text(N_("at most three assist cards looked at")), str(state))


def _check_placed(state: Territory) -> None:
    step, table = state.step, state.plan
    stack = STACKS[state.stacks[step.at]]
    if not stack or stack[-1] != state.turn:
        raise NotationError(text(N_("a cat of the mover on top of the cell placed on")), NAMES[step.at])
    if step.reveal and (not table.treasures or len(stack) > 1 or step.asked):
        raise NotationError(
            text(N_("a treasure to reveal only below a single cat, before anybody is asked")), NAMES[step.at]
        )
    if step.reveal:
        return
    caught = [seat for seat, top in enumerate(state.tops) if top & sum(state.lines)]
    if not step.asked or not set(step.asked) | set(step.blocks) <= set(caught) - {state.turn}:
        raise NotationError(text(N_("players asked whose cats are about to turn")), str(state))
    if len({*step.asked, *step.blocks}) < len(step.asked) + len(step.blocks):
        raise NotationError(text(N_("each player asked once")), str(state))


# --- what is left ------------------------------------------------------------------------------------------------


def _rest(every: bytes, known: bytes, what: str) -> bytes:
    left = Counter(every)
    left.subtract(known)
    if over := [card for card, count in left.items() if count < 0]:
        raise NotationError(
            text(N_("no more {what} than there are"), what=what), CARDS[over[0]] if what == "cards" else over[0]
        )
    return bytes(sorted(left.elements()))


def _left(table: Plan, held: bytes, gone: bytes, assist: bytes) -> tuple[bytes, bytes]:
    """Return the coordinate deck and the assist deck: all cards without those that lie elsewhere."""
    if any(card >= SIZE for card in gone):
        raise NotationError(text(N_("coordinate cards gone")), CARDS[max(gone)])
    if any(card < SIZE for card in assist):
        raise NotationError(text(N_("assist cards used, looked at or at the bottom")), CARDS[min(assist)])
    cells = _rest(table.cells, bytes(c for c in held if c < SIZE) + gone, "cards")
    return cells, _rest(table.assist, bytes(c for c in held if c >= SIZE) + assist, "cards")


def _hoard(table: Plan, won: tuple[bytes, ...], empty: int) -> bytes:
    known = b"".join(won)
    if table.game == "basic":
        left = _rest(table.treasures, known, "treasures")
        if len(left) < empty:
            raise NotationError(
                text(N_("at most {empty} treasures won"), empty=len(table.treasures) - empty), len(known)
            )
        return left
    _rest(bytes(value for value in table.layout if value >= 0), known, "treasures")
    return b""


def _turned_over(hands: tuple[bytes, ...], used: bytes, left: bytes) -> tuple[bytes, bytes]:
    """Return the assist cards turned over in the game for two, all that nobody holds, and an empty deck."""
    if used:
        raise NotationError(text(N_("no used= in the game for two")), CARDS[used[0]])
    for hand in hands:
        if twice := [card for card in hand if card >= SIZE and hand.count(card) > 1]:
            raise NotationError(text(N_("each open assist card once a player")), CARDS[twice[0]])
    return left, b""
