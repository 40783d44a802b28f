"""The notation of Neko Neko Territory: an action is a word, a position is a line, and both can be read back.

A position is `board mover hands [more]`, for example `2,gb,3/6/r,2,ybg,2/6/6/6 red C4+block/A1+A2+D2/-/-`: rows from
the top with numbers of empty cells and stacks as letters, the top cat first; the colour to move; the hands in seat
order, `-` for an empty hand. Further parts follow only if needed: `won=2+1/0/-/-` (treasures), `bonus=1/0/0/0`,
`gone=C1+C2` (discarded coordinate cards), `used=block+row`, `bottom=row:red` (a card below the assist deck, and who
put it there), `passes=1`, `end=blue` (who drew END), and the step of the turn, with the names of the fields of `Step`:
`draws=red:cells+blue:assist`, `lot`, `placed=C4`, `by=column` (the assist card that placed the cat), `reveal`,
`asked=blue`, `blocks=green`, `looking=2`, `looked=row+block`, `swap=assist`, `again`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from cattools.core.errors import NotationError, PositionError
from cattools.core.grid import mask
from cattools.core.messages import N_, text
from cattools.core.notation import ACTION, POSITION, limited, read_words
from cattools.core.options import Options
from cattools.games.territory.rules.actions import (
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
from cattools.games.territory.rules.components import (
    CARDS,
    COLOURS,
    DECKS,
    EMPTY,
    END,
    GRID,
    NAMES,
    PLACING,
    ROW,
    SEARCH,
    SIDE,
    SIZE,
    STACK,
    STACKS,
    Plan,
    plan,
)
from cattools.games.territory.rules.lines import Placement
from cattools.games.territory.rules.position_checks import check_open_cards, check_step, decks, treasures_left
from cattools.games.territory.rules.state import IDLE, DueDraw, Step, Territory

T = TypeVar("T")

EXPECTED = "an action such as C4, column:C4, double, C4>assist, block, allow, enough, keep:2 or pass"
WORDS: dict[str, Action] = {"block": Block(), "allow": Allow(), "enough": Enough(), "pass": Pass()}
MORE = (
    *("won=", "bonus=", "gone=", "used=", "bottom=", "draws=", "asked=", "blocks=", "looked="),
    *("passes=", "end=", "placed=", "by=", "looking=", "swap="),
    *("lot", "reveal", "again"),
)
UNKNOWN = "?"  # a card back in a seat's view; such a position cannot be read back
_CARD = {name.lower(): number for number, name in enumerate(CARDS)}


# --- actions -----------------------------------------------------------------------------------------------------


def read_action(written: str, state: Territory) -> Action:
    """Read an action, in upper or lower case. Raises `NotationError`."""
    words = re.sub(r"\s*([:>])\s*", r"\1", limited(written, ACTION))
    words = re.sub(r"^place\s+", "", words)
    if words in WORDS:
        return WORDS[words]
    if words.startswith("*"):
        return _read_deal(words[1:], state, written)
    if found := re.fullmatch(r"(\w+)>(\w+)", words):
        card, deck = _CARD.get(found[1], END), found[2]
        if card == END or deck not in DECKS:
            raise NotationError(text(N_("a card and a deck, such as C4>assist or block>cells")), written)
        return Swap(CARDS[card], deck)
    if found := re.fullmatch(r"keep[:\s](\w+)", words):
        if found[1] not in ("1", "2", "3"):
            raise NotationError(text(N_("keep:1, keep:2 or keep:3")), written)
        return Keep(int(found[1]))
    if found := re.fullmatch(r"(\w+):(\w+)", words):
        if found[1] not in PLACING:
            raise NotationError(text(N_("empty, column or row with a cell, such as column:C4")), written)
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
    if words in _CARD:
        return Draw(CARDS[_CARD[words]])
    if words in COLOURS[: len(state.tops)]:
        return Lot(words)
    if re.fullmatch(r"[0-9]", words):
        return Reveal(int(words))
    raise NotationError(
        text(N_("a card, a colour or a treasure's value, such as *C4, *block, *END, *red or *2")), written
    )


# --- positions ---------------------------------------------------------------------------------------------------


def write_position(state: Territory) -> str:
    """Return a position as one line."""
    rows = [_write_row(state.stacks[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE)]
    parts = ["/".join(rows), COLOURS[state.turn], "/".join(_write_cards(hand) for hand in state.hands)]
    if any(state.won):
        parts.append("won=" + "/".join("+".join(map(str, won)) or "-" for won in state.won))
    if any(state.bonus):
        parts.append("bonus=" + "/".join(map(str, state.bonus)))
    for name, cards in (("gone", state.discards), ("used", b"" if state.plan.duel else state.used)):
        if cards:
            parts.append(f"{name}={_write_cards(cards)}")
    if state.bottom:
        parts.append("bottom=" + "+".join(f"{_write_card(card)}:{COLOURS[who]}" for card, who in state.bottom))
    if state.passes:
        parts.append(f"passes={state.passes}")
    if state.ended_by is not None:
        parts.append(f"end={COLOURS[state.ended_by]}")
    return " ".join((*parts, *_write_step(state.step)))


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


def _write_cards(cards: bytes) -> str:
    return "+".join(map(_write_card, cards)) or "-"


def _write_card(card: int) -> str:
    return CARDS[card] if card < len(CARDS) else UNKNOWN


def _write_step(step: Step) -> list[str]:
    parts = []
    if step.draws:
        parts.append("draws=" + "+".join(f"{COLOURS[seat]}:{deck}" for seat, deck in step.draws))
    if step.placed:
        parts.append(f"placed={NAMES[step.placed.cell]}")
        if step.placed.card >= SIZE:
            parts.append(f"by={CARDS[step.placed.card]}")
    for name, seats in (("asked", step.asked), ("blocks", step.blocks)):
        if seats:
            parts.append(f"{name}=" + "+".join(COLOURS[seat] for seat in seats))
    if step.looking:
        parts.append(f"looking={step.looking}")
    if step.looked:
        parts.append(f"looked={_write_cards(step.looked)}")
    if step.swap:
        parts.append(f"swap={step.swap}")
    flags = (("lot", step.lot), ("reveal", step.reveal), ("again", step.again))
    return [*parts, *(name for name, on in flags if on)]


class ScoredParts(NamedTuple):
    """The parts of a position that the score depends on: stacks, treasures and bonus points by seat, who drew END."""

    stacks: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    ended_by: int | None


def read_scored_parts(written: str, options: Options) -> ScoredParts:
    """Read the parts of a position that the score depends on, at any step of a turn.

    Raises `NotationError` naming the part that does not fit.
    """
    table = plan(options)
    parts = limited(written, POSITION).split()
    if len(parts) < 3:
        raise NotationError(text(N_("a position: board, player to move, hands")), written)
    stacks, words = _read_board(parts[0], table.seats), read_words(parts[3:], MORE)
    _read_colour(parts[1], table), _read_each(parts[2], table, _read_cards)  # read only to check them
    won = _read_each(words["won"], table, _read_values) if "won" in words else (b"",) * table.seats
    bonus = _read_each(words["bonus"], table, _read_bonus) if "bonus" in words else (0,) * table.seats
    if "end" in words and table.duel:
        raise PositionError(
            "territory.duel.cards", N_("no end= in the game for two, which has no END card"), words["end"]
        )
    return ScoredParts(stacks, won, bonus, _read_colour(words["end"], table) if "end" in words else None)


def hands_in(written: str) -> int:
    """Return the number of hands in a written position, or 0 if it has none."""
    parts = written.split(maxsplit=3)
    return parts[2].count("/") + 1 if len(parts) > 2 else 0


def tops_of(stacks: bytes, seats: int) -> tuple[int, ...]:
    """Return the cells that each seat tops, as masks."""
    return tuple(
        mask(c for c, stack in enumerate(stacks) if stack and STACKS[stack][-1] == seat) for seat in range(seats)
    )


def read_position(written: str, options: Options) -> Territory:
    """Read a position of a game with these options. Raises `NotationError` naming the part that does not fit."""
    table, parts, scored = plan(options), limited(written, POSITION).split(), read_scored_parts(written, options)
    turn = _read_colour(parts[1], table)
    hands = _read_each(parts[2], table, _read_cards)
    words = read_words(parts[3:], MORE)
    gone, used, looked = (_read_cards(words.get(name, "-")) for name in ("gone", "used", "looked"))
    bottom = tuple(_read_bottom(part, table) for part in _read_list(words.get("bottom", "")))
    looking = _read_number(words.get("looking", "0"), 3)
    step = _read_step(words, table, looking)
    passes = _read_number(words.get("passes", "0"), table.seats)
    searching = bytes([SEARCH] * bool(looking or looked))
    below = bytes(card for card, _ in bottom)
    cell_deck, assist_deck = decks(table, b"".join(hands), gone, b"".join((used, looked, searching, below)))
    tops = tops_of(scored.stacks, table.seats)
    treasures = treasures_left(table, scored.won, min(SIZE, SIZE - sum(tops).bit_count() + step.reveal))
    if table.duel:
        check_open_cards(hands, used)
        used, assist_deck = assist_deck, b""  # the cards that were turned over: those that are in no hand
    if step.due and (scored.ended_by is not None or passes >= table.seats):
        rule = "territory.end.stuck" if scored.ended_by is None else "territory.end.card"
        raise PositionError(rule, N_("no unfinished turn once the game is over"), text(N_("an unfinished turn")))
    state = Territory(
        options=options,
        plan=plan(options),
        stacks=scored.stacks,
        tops=tops,
        hands=hands,
        cell_deck=cell_deck,
        assist_deck=assist_deck,
        bottom=bottom,
        used=used,
        treasures=treasures,
        won=scored.won,
        bonus=scored.bonus,
        turn=turn,
        passes=passes,
        ended_by=scored.ended_by,
        step=step,
    )
    check_step(state)
    return state


# --- the parts of a position -------------------------------------------------------------------------------------


def _read_board(written: str, seats: int) -> bytes:
    rows = written.split("/")
    if len(rows) != SIDE:
        raise NotationError(text(N_("{n} rows separated by /"), n=SIDE), len(rows))
    letters = {COLOURS[seat][0]: seat for seat in range(seats)}
    found: list[int] = []
    for number, row in enumerate(rows, 1):
        for part in row.split(","):
            if re.fullmatch(r"[1-6]", part):
                found += [0] * int(part)
            elif part and set(part) <= letters.keys():
                cell = NAMES[len(found)] if len(found) < SIZE else part
                if len(set(part)) < len(part):
                    raise PositionError("territory.stack.unique", N_("each colour at most once in a stack"), part, cell)
                found.append(STACK[tuple(letters[sign] for sign in reversed(part))])
            else:
                raise NotationError(
                    text(
                        N_("numbers of empty cells, or stacks of the letters {letters}, in row {number}"),
                        letters="".join(letters),
                        number=number,
                    ),
                    part,
                )
        if len(found) != SIDE * number:
            raise NotationError(text(N_("{n} cells in row {number}"), n=SIDE, number=number), row)
    return bytes(found)


def _read_each(written: str, table: Plan, read: Callable[[str], T]) -> tuple[T, ...]:
    parts = written.split("/")
    if len(parts) != table.seats:
        raise NotationError(text(N_("{seats} parts separated by /, one for each seat"), seats=table.seats), written)
    return tuple(read(part) for part in parts)


def _read_list(written: str) -> list[str]:
    return written.split("+") if written and written != "-" else []


def _read_cards(written: str) -> bytes:
    return bytes(sorted(_read_in_order(written)))


def _read_in_order(written: str) -> bytes:
    found = []
    for part in _read_list(written):
        if part not in _CARD or _CARD[part] == END:
            raise NotationError(text(N_("cards, such as C4+block, or - for none")), part)
        found.append(_CARD[part])
    return bytes(found)


def _read_values(written: str) -> bytes:
    return bytes(sorted(_read_number(part, 9) for part in _read_list(written)))


def _read_bonus(written: str) -> int:
    return _read_number(written, 999)


def _read_number(written: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", written) or int(written) > most:
        raise NotationError(text(N_("a number from 0 to {most}"), most=most), written)
    return int(written)


def _read_colour(written: str, table: Plan) -> int:
    if written not in COLOURS[: table.seats]:
        raise NotationError(
            text(N_("one of the colours {colours}"), colours=", ".join(COLOURS[: table.seats])), written
        )
    return COLOURS.index(written)


def _read_bottom(written: str, table: Plan) -> tuple[int, int]:
    card, _, who = written.partition(":")
    (number, *more) = _read_cards(card) or (END,)
    if more or not SIZE <= number < END:
        raise NotationError(text(N_("an assist card and who put it there, such as row:red")), written)
    return number, _read_colour(who, table)


def _read_draw(written: str, table: Plan) -> DueDraw:
    who, _, deck = written.partition(":")
    if deck not in DECKS:
        raise NotationError(text(N_("a colour and a deck, such as red:cells")), written)
    return DueDraw(_read_colour(who, table), deck)


# --- the step of the turn ----------------------------------------------------------------------------------------


def _read_step(words: Mapping[str, str], table: Plan, looking: int) -> Step:
    placed = _read_placement(words)
    if "swap" in words and words["swap"] not in DECKS:
        raise NotationError(text(N_("swap=cells or swap=assist")), words["swap"])
    if "swap" in words and table.game != "advanced":
        expected = N_("swap= only in the advanced game")
        raise PositionError("territory.advanced.exchange", expected, words["swap"])
    step = Step(
        draws=tuple(_read_draw(part, table) for part in _read_list(words.get("draws", ""))),
        lot="lot" in words,
        placed=placed,
        reveal="reveal" in words,
        asked=tuple(_read_colour(part, table) for part in _read_list(words.get("asked", ""))),
        blocks=tuple(_read_colour(part, table) for part in _read_list(words.get("blocks", ""))),
        looking=looking,
        # In the order drawn: the cards that are not kept go to the bottom of the deck in this order.
        looked=_read_in_order(words.get("looked", "")),
        swap=words.get("swap"),
        again="again" in words,
    )
    return IDLE if step == Step() else step


def _read_placement(words: Mapping[str, str]) -> Placement | None:
    placed = None
    if "placed" in words:
        cell = GRID.index.get(words["placed"].upper())
        if cell is None:
            known = text(N_("a cell from {what} to {what2}"), what=NAMES[0], what2=NAMES[-1])
            raise NotationError(known, words["placed"])
        placed = Placement(cell, cell)
    if "by" in words:
        card = _CARD.get(words["by"], END)
        if not EMPTY <= card <= ROW:
            raise NotationError(text(N_("by=empty, by=column or by=row")), words["by"])
        if not placed:
            raise PositionError("territory.assist.use", N_("by= only together with placed="), words["by"])
        placed = Placement(placed.cell, card)
    return placed
