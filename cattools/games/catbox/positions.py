"""Positions read back from one line, and everything checked that players could count at the table."""

from __future__ import annotations

import re
from dataclasses import replace

from cattools.core.errors import NotationError
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.games.catbox.cards import cards, copies, kinds, size
from cattools.games.catbox.research import LETTERS, Research, research
from cattools.games.catbox.state import DEAL, DISCARD, END, PHASES, PLAY, PREDICT, REVEAL, Catbox, Sheet, fresh

_LONGEST = 1200
_WORDS = ("round", "sheet", "deck", "only")


def read_position(written: str, options: Options) -> Catbox:
    """Read a position for a number of players. Raises `NotationError` naming what does not fit."""
    parts = written.strip().lower()[:_LONGEST].split()
    if len(parts) < 8:
        raise NotationError(
            N_("a position: board, phase, trick, hands, colours, predictions, tricks won, cards aside"), written
        )
    board = research(options.word("players"))
    seats, more = board.players, _more(parts[8:])
    number, sheet = _sheet(more, board)
    tokens, observed = _read_board(board, parts[0])
    phase = END if parts[1] == "paradox" else parts[1]
    if phase not in PHASES:
        raise NotationError(text(N_("a phase: {known} or paradox"), known=", ".join(PHASES)), parts[1])
    hands = tuple(_cards(part, board) for part in _each(parts[3], seats, N_("hands")))
    leader, trick = _trick(parts[2], board)
    filled = observed
    for own in tokens:
        filled |= own
    begins = fresh(options, number, sheet)
    state = replace(
        begins,
        phase=phase,
        hands=hands,
        deck=_cards(more.get("deck", "-"), board),
        discards=tuple(
            _number(part, 1, board.numbers, N_("cards put aside")) for part in _each(parts[7], seats, N_("cards aside"))
        ),
        markers=tuple(_colours(part, board) for part in _each(parts[4], seats, N_("colours"))),
        predictions=tuple(
            _number(part, 1, board.tricks, N_("predictions")) for part in _each(parts[5], seats, N_("predictions"))
        ),
        tokens=tokens,
        observed=observed,
        filled=filled,
        leader=leader,
        trick=trick,
        won=tuple(
            _number(part, 0, board.tricks, N_("tricks won")) for part in _each(parts[6], seats, N_("tricks won"))
        ),
        forced=_only(more.get("only", ""), board),
    )
    _check_counts(state)
    return _turned(state, parts[1] == "paradox")


# --- the parts ---------------------------------------------------------------------------------------------------


def _each(written: str, seats: int, what: str) -> list[str]:
    parts = written.split("/")
    if len(parts) != seats:
        raise NotationError(text(N_("{what} of {seats} players between /"), what=text(what), seats=seats), written)
    return parts


def _cards(written: str, board: Research) -> int:
    digits = "" if written == "-" else written
    if not re.fullmatch(f"[1-{board.numbers}]*", digits) or (not digits and written != "-"):
        raise NotationError(text(N_("cards from 1 to {numbers}, or -"), numbers=board.numbers), written)
    for card in set(digits):
        if digits.count(card) > copies(board.deck, int(card)):
            raise NotationError(
                text(N_("at most {copies} of each card"), copies=copies(board.deck, int(card))), written
            )
    return cards(map(int, digits))


def _number(written: str, least: int, most: int, what: str) -> int:
    if written == "-" and least:
        return 0
    if not re.fullmatch("[0-9]", written) or not least <= int(written) <= most:
        raise NotationError(
            text(
                N_("{what} from {least} to {most}, or -") if least else N_("{what} from {least} to {most}"),
                what=text(what),
                least=least,
                most=most,
            ),
            written,
        )
    return int(written)


def _colours(written: str, board: Research) -> int:
    letters = [name[0] for name in board.names]
    found = sum(1 << letters.index(c) for c in dict.fromkeys(written) if c in letters)
    if written != ("".join(c for n, c in enumerate(letters) if found >> n & 1) or "-"):
        raise NotationError(text(N_("colours among {known} in this order, or -"), known="".join(letters)), written)
    return found


def _read_board(board: Research, written: str) -> tuple[tuple[int, ...], int]:
    rows = written.split("/")
    if len(rows) != len(board.grid.rows):
        raise NotationError(text(N_("{n} rows between /"), n=len(board.grid.rows)), len(rows))
    letters = LETTERS[: board.players] + "x"
    masks = dict.fromkeys(letters, 0)
    for row, cells in zip(rows, board.grid.rows, strict=True):
        at = 0
        for sign in row:
            if sign in "123456789":
                at += int(sign)
            elif sign in masks and at < len(cells):
                masks[sign] |= 1 << cells[at]
                at += 1
            else:
                raise NotationError(
                    text(N_("{known} or numbers, {n} cells a row"), known=", ".join(letters), n=len(cells)), row
                )
        if at != len(cells):
            raise NotationError(text(N_("{n} cells a row"), n=len(cells)), row)
    return tuple(masks[c] for c in letters[:-1]), masks["x"]


def _trick(written: str, board: Research) -> tuple[int, tuple[int, ...]]:
    seat, sign, cells = written.partition(":")
    if seat not in list(LETTERS[: board.players]) or not sign:
        raise NotationError(N_("who led and the cells taken, as in p:b6,r2"), written)
    trick = tuple(board.grid.cell(name) for name in cells.split(",")) if cells else ()
    if len(trick) > board.players:
        raise NotationError(text(N_("at most {players} cards in a trick"), players=board.players), written)
    return LETTERS.index(seat), trick


def _more(parts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition("=")
        if name not in _WORDS or name in found or not value:
            raise NotationError(text(N_("one each of {known}, each with ="), known=", ".join(_WORDS)), part)
        found[name] = value
    return found


def _sheet(more: dict[str, str], board: Research) -> tuple[int, Sheet]:
    number = _number(more.get("round", "1"), 1, board.rounds, N_("the round"))
    rows = more["sheet"].split(";") if "sheet" in more else []
    if len(rows) != number - 1:
        raise NotationError(text(N_("points of {n} rounds on the sheet"), n=number - 1), len(rows))
    sheet = []
    for row in rows:
        found = [re.fullmatch(r"(-?[0-9])\+([0-9]{1,2})", part) for part in row.split(",")]
        if len(found) != board.players or not all(found):
            raise NotationError(text(N_("points as in 3+5 of {players} players"), players=board.players), row)
        points = tuple((int(m[1]), int(m[2])) for m in found if m)
        if any(abs(won) > board.tricks or extra > board.tricks for won, extra in points):
            raise NotationError(text(N_("points up to {tricks} for tricks and as bonus"), tricks=board.tricks), row)
        sheet.append(points)
    return number - 1, tuple(sheet)


def _only(written: str, board: Research) -> tuple[int, int]:
    if not written:
        return -1, 0
    seat, sign, digits = written.partition(":")
    if seat not in list(LETTERS[: board.players]) or not sign:
        raise NotationError(N_("who holds only some numbers, as in only=p:35"), written)
    return LETTERS.index(seat), kinds(_cards(digits, board))


# --- what must fit together --------------------------------------------------------------------------------------


def _check_counts(state: Catbox) -> None:
    """Refuse a position in which a number is not there as often as in the box, or a hand is too big or too small."""
    board, begins = state.board, state.start
    for card in range(1, board.numbers + 1):
        shown = (state.filled & board.column[card]).bit_count() + state.discards.count(card)
        held = sum(copies(cards_, card) for cards_ in (*state.hands, state.deck))
        if shown + held != copies(board.deck, card):
            raise NotationError(
                text(N_("the {card} {copies} times"), card=card, copies=copies(board.deck, card)), shown + held
            )
    dealt = size(board.deck) - size(state.deck) - state.observed.bit_count()
    aside, placed = sum(map(bool, state.discards)), [own.bit_count() for own in state.tokens]
    for seat, hand in enumerate(state.hands):
        order = (seat - begins) % board.players
        most = min(dealt, board.players * board.dealt)
        due = most // board.players + (order < most % board.players) - bool(state.discards[seat]) - placed[seat]
        if size(hand) != due:
            raise NotationError(
                text(N_("{due} cards in the hand of {letter}"), due=due, letter=LETTERS[seat]), size(hand)
            )
        if bool(state.discards[seat]) != (order < aside):
            raise NotationError(N_("cards put aside in the order of the seats"), state.discards)
    _check_phase(state, aside)
    seat, only = state.forced
    if seat >= 0 and (kinds(state.hands[seat]) & ~only or not state.red_open):
        raise NotationError(N_("only= to fit the hand, red being open"), only)


def _check_phase(state: Catbox, aside: int) -> None:
    """Refuse cards, predictions or tokens that do not belong to this part of the round."""
    board, phase, seen = state.board, state.phase, state.observed.bit_count()
    undealt = size(state.deck) - board.left + seen
    said = [bool(state.predictions[(state.start + n) % board.players]) for n in range(board.players)]
    expected = {  # how many have put a card aside, how many have predicted, how many cards are revealed
        DEAL: undealt > 0 == seen == aside,
        REVEAL: undealt == 0 == aside and seen < board.revealed,
        DISCARD: undealt == 0 and seen == board.revealed and aside < board.players,
        PREDICT: undealt == 0 and bool(board.predictions) and aside == board.players and not all(said),
    }
    ready = undealt == 0 and seen == board.revealed and aside == board.players
    if not expected.get(phase, ready and all(said) == bool(board.predictions)):
        raise NotationError(
            text(N_("as many cards and predictions as belong to the phase {phase}"), phase=phase), str(state)
        )
    if set(state.predictions) - {0, *board.predictions} or said != sorted(said, reverse=True):
        raise NotationError(N_("printed predictions, in the order of the seats"), state.predictions)
    if any(said) and phase in (DEAL, REVEAL, DISCARD):
        raise NotationError(text(N_("no prediction in the phase {phase}"), phase=phase), state.predictions)
    if state.observed != _preset(state):
        raise NotationError(N_("observed cells from the first row of the preset on"), board.grid.named(state.observed))
    if phase not in (PLAY, END) and (
        state.trick or any(state.tokens) or any(state.won) or state.leader != state.start
        or set(state.markers) != {board.all}
    ):  # fmt: skip
        raise NotationError(text(N_("no trick, and all colours, in the phase {phase}"), phase=phase), str(state))


def _preset(state: Catbox) -> int:
    """Return which cells would be observed, were as many of each number revealed as the position shows."""
    board, found = state.board, 0
    for card in range(1, board.numbers + 1):
        for row in board.preset[: (state.observed & board.column[card]).bit_count()]:
            found |= 1 << board.cell(row, card)
    return found


def _turned(state: Catbox, paradox: bool) -> Catbox:
    """Return the position with the seat that is next. Raises `NotationError` when the trick does not fit."""
    board, seats = state.board, state.players
    if state.phase == DEAL:
        dealt = size(board.deck) - size(state.deck)
        return replace(state, turn=(state.start + dealt) % seats)
    if state.phase in (REVEAL, DISCARD, PREDICT):
        done = state.discards if state.phase == DISCARD else state.predictions
        return replace(state, turn=(state.start + sum(map(bool, done))) % seats)
    state = replace(state, turn=_mover(state))
    won = sum(state.won)
    if paradox:
        if won == board.tricks or not replace(state, phase=PLAY).pending:
            raise NotationError(N_("a paradox only when no card can be declared"), str(state))
        return state.broken()
    if (won == board.tricks) != (state.phase == END):
        raise NotationError(text(N_("the end after {tricks} tricks"), tricks=board.tricks), f"{state.phase}, {won}")
    return replace(state, turn=(state.start + 1) % seats) if state.phase == END else state


def _mover(state: Catbox) -> int:
    """Return the seat to play, the trick and the tokens having been compared."""
    board, seats, trick = state.board, state.players, state.trick
    for at, cell in enumerate(trick):
        if not state.tokens[(state.leader + at) % seats] >> cell & 1:
            raise NotationError(N_("a trick of tokens that lie on the board, in order"), board.grid.named(1 << cell))
    if len(set(trick)) != len(trick):
        raise NotationError(N_("each cell once in a trick"), trick)
    open_trick = len(trick) % seats
    for seat, own in enumerate(state.tokens):
        extra = int((seat - state.leader) % seats < open_trick)
        if own.bit_count() != sum(state.won) + extra:
            raise NotationError(
                text(N_("{n} tokens of {letter}"), n=sum(state.won) + extra, letter=LETTERS[seat]), own.bit_count()
            )
    if len(trick) == seats:
        winner = (state.leader + board.taker(trick)) % seats
        if not state.won[winner]:
            raise NotationError(text(N_("a trick won by {letter}"), letter=LETTERS[winner]), state.won)
        return winner
    return (state.leader + open_trick) % seats
