"""The notation of Neko Neko Territory: an action is a word, a position is a line, and both can be read back.

A position is `board mover hands [more]`, for example `2,gb,3/6/r,2,ybg,2/6/6/6 red C4+block/A1+A2+D2/-/-`: rows from
the top with numbers of empty cells and stacks as letters, the top cat first; the colour to move; the hands in seat
order, `-` for an empty hand. Further parts follow only if needed: `won=2+1/0/-/-` (treasures), `bonus=1/0/0/0`,
`gone=C1+C2` (discarded coordinate cards), `used=block+row`, `bottom=row:red` (a card below the assist deck, and who
put it there), `passes=1`, `end=blue` (who drew END), and the step of the turn, with names mostly those of `Step`:
`draws=red:cells+blue:assist`, `lot`, `placed=C4`, `by=column` (the assist card that placed the cat), `reveal`,
`asked=blue`, `blocks=green`, `looking=2`, `looked=row+block`, `swap=assist`, `again`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from cattools.core.errors import NotationError, PositionError
from cattools.core.messages import N_, NP_, many, text
from cattools.core.notation.parsing import POSITION as LONGEST
from cattools.core.notation.parsing import limited
from cattools.core.notation.position_format import (
    Part,
    PositionFormat,
    cell,
    changed,
    choice,
    each,
    flag,
    number,
    pair,
    several,
)
from cattools.core.options import Options
from cattools.games.territory import components
from cattools.games.territory.components import CARDS, COLOURS, DECKS, EMPTY, END, NAMES, SIDE, SIZE, STACKS, Plan, plan
from cattools.games.territory.position import IDLE, DueDraw, Placement, Step, Territory, tops_of

UNKNOWN = "?"  # a card back in a seat's view; a position with card backs cannot be read back
_CARD = {name.lower(): number for number, name in enumerate(CARDS)}

# --- the parts of a position -------------------------------------------------------------------------------------


def read_board(written: str, options: Options) -> bytes:
    """Return the stacks by cell. Raises `NotationError`, or `PositionError` if a stack holds a colour twice."""
    rows = written.split("/")
    if len(rows) != SIDE:
        raise NotationError(text(N_("{n} rows separated by /"), n=SIDE), len(rows))
    letters = {colour[0]: seat for seat, colour in enumerate(colours(options))}
    found: list[int] = []
    for n, row in enumerate(rows, 1):
        for part in row.split(","):
            if re.fullmatch(r"[1-6]", part):
                found += [0] * int(part)
            elif part and set(part) <= letters.keys():
                cell = NAMES[len(found)] if len(found) < SIZE else part
                if len(set(part)) < len(part):
                    raise PositionError("territory.stack.unique", N_("each colour at most once in a stack"), part, cell)
                found.append(components.STACK[tuple(letters[sign] for sign in reversed(part))])
            else:
                expected = N_("numbers of empty cells, or stacks of the letters {letters}, in row {number}")
                raise NotationError(text(expected, letters="".join(letters), number=n), part)
        if len(found) != SIDE * n:
            raise NotationError(text(N_("{n} cells in row {number}"), n=SIDE, number=n), row)
    return bytes(found)


def write_board(stacks: bytes, _: Options) -> str:
    """Return the stacks by cell as text: the letters of each stack from the top, and numbers of empty cells."""
    cells = ["".join(COLOURS[seat][0] for seat in reversed(STACKS[stack])) or "." for stack in stacks]
    rows = (",".join(cells[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE))
    return "/".join(re.sub(r"\.(,\.)*", lambda run: str(run[0].count(".")), row) for row in rows)


def colours(options: Options) -> tuple[str, ...]:
    """Return the colours in play."""
    return COLOURS[: plan(options).seats]


def seats(options: Options) -> int:
    """Return the number of players."""
    return plan(options).seats


def card(known: range, expected: str) -> Part:
    """Return the part that names one of these cards; in an error, `expected` describes them."""

    def read(written: str, _: Options) -> int:
        if (number := _CARD.get(written, END)) not in known:
            raise NotationError(text(expected), written)
        return number

    return Part(read, lambda value, _: CARDS[value] if value < len(CARDS) else UNKNOWN)


def in_order(values: tuple[int, ...]) -> bytes:
    """Return cards or treasures in their order in a hand."""
    return bytes(sorted(values))


COLOUR, DECK = choice(colours), changed(choice(DECKS), DECKS.__getitem__, DECKS.index)
IN_A_ROW = several(card(range(END), N_("cards, such as C4+block, or - for none")), "+", "-")
HAND = replace(changed(IN_A_ROW, in_order, tuple), default=b"")
WON = changed(several(number(9), "+", "-"), in_order, tuple)
PUT_BACK = card(range(EMPTY, END), N_("an assist card and who put it there, such as row:red"))
PLACING_CARD = card(range(EMPTY, components.ROW + 1), N_("by=empty, by=column or by=row"))
ASKED = several(COLOUR, "+", "-")
POSITION = PositionFormat(
    {"board": Part(read_board, write_board), "colour": COLOUR, "hands": each(seats, HAND)},
    {
        "won": each(seats, WON),
        "bonus": each(seats, number(999)),
        "gone": HAND,
        "used": HAND,
        "bottom": several(pair(PUT_BACK, COLOUR), "+", "-"),
        "passes": number(seats),
        "end": replace(COLOUR, default=None),
        "draws": several(changed(pair(COLOUR, DECK), DueDraw._make, tuple), "+", "-"),
        "placed": cell(lambda _: components.GRID),
        "by": PLACING_CARD,
        "asked": ASKED,
        "blocks": ASKED,
        "looking": number(3),
        "looked": replace(changed(IN_A_ROW, bytes, tuple), default=b""),  # in the order drawn
        "swap": replace(DECK, default=None),
        "lot": flag(),
        "reveal": flag(),
        "again": flag(),
    },
)

# --- positions ---------------------------------------------------------------------------------------------------


def write_position(state: Territory) -> str:
    """Return a position as one line."""
    step, placed = state.step, state.step.placed
    return POSITION.write(
        state.options,
        state.stacks,
        state.turn,
        state.hands,
        state.won if any(state.won) else None,
        state.bonus if any(state.bonus) else None,
        state.discards,
        b"" if state.plan.duel else state.used,
        state.bottom,
        state.passes,
        state.ended_by,
        step.draws,
        placed.cell if placed else None,
        placed.card if placed and placed.card >= SIZE else None,
        *(step.asked, step.blocks, step.looking, step.looked, step.swap, step.lot, step.reveal, step.again),
    )


class ScoredParts(NamedTuple):
    """The parts of a position that the score depends on: stacks, treasures and bonus points by seat, who drew END."""

    stacks: bytes
    won: tuple[bytes, ...]
    bonus: tuple[int, ...]
    ended_by: int | None


def read_scored_parts(written: str, options: Options) -> ScoredParts:
    """Read the parts of a position that the score depends on, at any step of a turn. Raises `NotationError`."""
    return _scored(_read(written, options), plan(options))


def _read(written: str, options: Options) -> dict[str, Any]:
    return dict(zip(POSITION.names, POSITION.read(written, options), strict=True))


def _scored(parts: Mapping[str, Any], table: Plan) -> ScoredParts:
    ended_by = parts["end"]
    if ended_by is not None and table.duel:
        expected = N_("no end= in the game for two, which has no END card")
        raise PositionError("territory.duel.cards", expected, COLOURS[ended_by])
    seats = table.seats
    return ScoredParts(parts["board"], parts["won"] or (b"",) * seats, parts["bonus"] or (0,) * seats, ended_by)


def hands_in(written: str) -> int:
    """Return the number of hands in a written position, or 0 if it has none. Raises `NotationError` for a long text."""
    parts = limited(written, LONGEST).split(maxsplit=3)
    return parts[2].count("/") + 1 if len(parts) > 2 else 0


def read_position(written: str, options: Options) -> Territory:
    """Read a position of a game with these options. Raises `NotationError` naming the part that does not fit."""
    table, parts = plan(options), _read(written, options)
    stacks, won, bonus, ended_by = _scored(parts, table)
    hands, used, bottom, passes = (parts[name] for name in ("hands", "used", "bottom", "passes"))
    step = _step(parts, table)
    searching = bytes([components.SEARCH] * bool(step.looking or step.looked))
    away = b"".join((used, step.looked, searching, bytes(card for card, _ in bottom)))
    cell_deck, assist_deck = decks(table, b"".join(hands), parts["gone"], away)
    tops = tops_of(stacks, table.seats)
    treasures = treasures_left(table, won, min(SIZE, SIZE - sum(tops).bit_count() + step.reveal))
    if table.duel:
        check_open_cards(hands, used)
        used, assist_deck = assist_deck, b""  # the cards that are face down: those that are in no hand
    if step.due and (ended_by is not None or passes >= table.seats):
        rule = "territory.end.stuck" if ended_by is None else "territory.end.card"
        raise PositionError(rule, N_("no unfinished turn once the game is over"), text(N_("an unfinished turn")))
    state = Territory(
        options=options,
        plan=table,
        stacks=stacks,
        tops=tops,
        hands=hands,
        cell_deck=cell_deck,
        assist_deck=assist_deck,
        bottom=bottom,
        used=used,
        treasures=treasures,
        won=won,
        bonus=bonus,
        turn=parts["colour"],
        passes=passes,
        ended_by=ended_by,
        step=step,
    )
    check_step(state)
    return state


def _step(parts: Mapping[str, Any], table: Plan) -> Step:
    """Return the step of the turn."""
    at, by = parts["placed"], parts["by"]
    if by is not None and at is None:
        raise PositionError("territory.assist.use", N_("by= only together with placed="), CARDS[by])
    if parts["swap"] and table.game != "advanced":
        expected = N_("swap= only in the advanced game")
        raise PositionError("territory.advanced.exchange", expected, parts["swap"])
    names = ("draws", "lot", "reveal", "asked", "blocks", "looking", "looked", "swap", "again")
    placed = None if at is None else Placement(at, at if by is None else by)
    step = Step(placed=placed, **{name: parts[name] for name in names})
    return IDLE if step == Step() else step


# --- position checks -------------------------------------------------------------------------------------------

TREASURES = {  # the rule for the number of treasures, by game
    "basic": "territory.setup.treasure",
    "advanced": "territory.advanced.treasure",
    "duel": "territory.duel.no-treasure",
}


def check_step(state: Territory) -> None:
    """Refuse a step that cannot occur within a turn. Raises `PositionError`."""
    step, table = state.step, state.plan
    groups = (bool(step.placed), bool(step.looking or step.looked), bool(step.swap), bool(step.draws) or step.lot)
    if sum(groups) > 1 or (step.again and any(groups[:3])):
        expected = text(N_("only one unfinished step in the turn"))
        raise PositionError("territory.turn.choose", expected, text(N_("several unfinished steps")))
    if step.placed:
        _check_placed(state, step.placed)
    elif step.reveal or step.asked or step.blocks:
        expected = text(N_("reveal, asked= and blocks= only together with placed="))
        raise PositionError("territory.place.card", expected, text(N_("no placed=")))
    cells = sum(draw.deck == components.CELLS for draw in step.draws)
    assist = len(step.draws) - cells + step.looking
    if table.duel and cells > len(state.cell_deck):  # otherwise END follows the last card, and nobody draws after END
        raise PositionError("territory.duel.cards", N_("at most as many draws as cards in the deck"), cells)
    if assist > (0 if table.duel else state.assist_left):
        rule = "territory.duel.assist" if table.duel else "territory.assist.reshuffle"
        raise PositionError(rule, N_("at most as many draws of assist cards as there are cards to draw"), assist)
    if step.looking + len(step.looked) > 3 or any(card < SIZE for card in step.looked):
        expected, found = (
            text(N_("at most three cards to look at, all of them assist cards")),
            step.looking + len(step.looked),
        )
        raise PositionError("territory.assist.search-three", expected, found)


def _check_placed(state: Territory, placed: Placement) -> None:
    """Refuse a state that cannot occur while cells are about to flip."""
    step, table, at = state.step, state.plan, NAMES[placed.cell]
    stack = STACKS[state.stacks[placed.cell]]
    if not stack or stack[-1] != state.turn:
        expected = text(N_("a cat of the player to move on top of the cell that placed= names"))
        raise PositionError("territory.turn.choose", expected, at, at)
    if step.reveal and (not table.treasures or len(stack) > 1 or step.asked):
        expected = text(N_("reveal only in the basic game, for a cat alone on its cell, before any player is asked"))
        raise PositionError(TREASURES[table.game], expected, at, at)
    if step.reveal:
        return
    caught = {seat for seat, top in enumerate(state.tops) if top & sum(state.lines)}
    waiting = (*step.asked, *step.blocks)
    if not step.asked or not set(waiting) <= caught - {state.turn}:
        expected = text(
            N_("at least one player in asked=, and in asked= and blocks= only players with a cell about to flip")
        )
        raise PositionError("territory.assist.block-window", expected, _named(waiting), at)
    if len(set(waiting)) < len(waiting):
        expected = text(N_("each player at most once in asked= and blocks="))
        raise PositionError("territory.assist.block-window", expected, _named(waiting), at)


def _named(seats: tuple[int, ...]) -> str:
    return ", ".join(COLOURS[seat] for seat in seats) or "-"


# --- the remaining cards and treasures ---------------------------------------------------------------------------


def _left(every: bytes, known: bytes, rule: str) -> bytes:
    """Return the remaining cards or treasures. Raises `PositionError` if more are known than exist."""
    left = Counter(every)
    left.subtract(known)
    if excess := [item for item, count in left.items() if count < 0]:
        item = excess[0]
        one, more = NP_("at most {n} copy of the card {card}", "at most {n} copies of the card {card}")
        expected = many(one, more, every.count(item), card=CARDS[item])
        if rule in TREASURES.values():
            one, more = NP_("at most {n} treasure worth {value}", "at most {n} treasures worth {value}")
            expected = many(one, more, every.count(item), value=item)
        raise PositionError(rule, expected, known.count(item))
    return bytes(sorted(left.elements()))


def decks(table: Plan, held: bytes, gone: bytes, assist: bytes) -> tuple[bytes, bytes]:
    """Return the coordinate deck and the assist deck: all cards that are nowhere else.

    Raises `PositionError`.
    """
    if any(card >= SIZE for card in gone):
        raise PositionError("territory.discards", N_("only coordinate cards in gone="), CARDS[max(gone)])
    if any(card < SIZE for card in assist):
        expected = text(N_("only assist cards in used=, looked= and bottom="))
        raise PositionError("territory.discards", expected, CARDS[min(assist)])
    copies = "territory.duel.cards" if table.duel else "territory.coordinates"
    mix = "territory.duel.assist" if table.duel else "territory.assist-mix"
    cells = _left(table.cells, bytes(c for c in held if c < SIZE) + gone, copies)
    return cells, _left(table.assist, bytes(c for c in held if c >= SIZE) + assist, mix)


def treasures_left(table: Plan, won: tuple[bytes, ...], empty: int) -> bytes:
    """Return the face-down treasures not yet taken; the basic game must have one for each of the `empty` cells.

    Raises `PositionError` if more were taken than possible.
    """
    known, rule = b"".join(won), TREASURES[table.game]
    if table.game == "basic":
        left = _left(table.treasures, known, rule)
        if len(left) < empty:
            expected = text(N_("at most {empty} treasures won"), empty=len(table.treasures) - empty)
            raise PositionError(rule, expected, len(known), *_rows(won))
        return left
    _left(bytes(value for value in table.layout if value is not None), known, rule)
    return b""


def _rows(won: tuple[bytes, ...]) -> list[str]:
    """Return the areas of the treasures won."""
    return [f"won.{COLOURS[seat]}" for seat, values in enumerate(won) if values]


def check_open_cards(hands: tuple[bytes, ...], used: bytes) -> None:
    """Refuse used cards in the game for two, and open cards that a player cannot have. Raises `PositionError`."""
    if used:
        raise PositionError("territory.duel.assist", N_("no used= in the game for two"), CARDS[used[0]])
    for seat, hand in enumerate(hands):
        if twice := [card for card in hand if card >= SIZE and hand.count(card) > 1]:
            expected = text(N_("at most one open assist card of each kind per player"))
            raise PositionError("territory.duel.assist", expected, CARDS[twice[0]], f"hand.{COLOURS[seat]}")
