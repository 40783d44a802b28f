"""The notation of Cat in the Box: an action is one or two words, a position is one line.

A position is `board phase trick hands colours predictions won aside [more]`, for example, with three players,
`6/1pto2/6/6 play p:b2,b3,b4 12234556/11344556/11223356 rbyg/rbyg/rbyg 1/3/4 0/0/1 6/6/4`. The board is written
row by row from the top: a seat's first letter stands for its token, `x` for an observed cell, a digit for that many
empty cells. The phase is deal, reveal, discard, predict, play, end or paradox (a paradox has ended the round). The
trick field gives the leader and the cells taken so far; a complete trick stays until the next trick is led. The
other fields have one part per seat: the hand, the colours left, the prediction, the tricks won, the card put aside; `-`
means none. Four fields are optional: `round=2`, `sheet=3+5,0+0,-2+0` (each seat's points for tricks and its bonus;
rounds are separated by `;`), `deck=13` (undealt cards), and `only=p:35` (plum led red while red was closed, so its hand
holds no numbers other than 3 and 5).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from cattools.core.errors import NotationError, PositionError
from cattools.core.grid import bits
from cattools.core.messages import N_, many, text
from cattools.core.notation import ACTION, POSITION, limited, write_rows
from cattools.core.options import Options
from cattools.games.catbox.rules.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.rules.components import (
    LETTERS,
    ResearchBoard,
    cards,
    copies,
    number_mask,
    numbers,
    research_board,
)
from cattools.games.catbox.rules.position_checks import checked
from cattools.games.catbox.rules.setup import fresh_round
from cattools.games.catbox.rules.state import (
    DEAL,
    DISCARD,
    END,
    PREDICT,
    REVEAL,
    Catbox,
    ForcedRed,
    Phase,
    RoundPoints,
)

# --- actions -----------------------------------------------------------------------------------------------------

EXPECTED = N_("a move such as b6, discard 6, predict 2, next or paradox")
_OPTIONAL = ("round", "sheet", "deck", "only")  # optional fields after the fixed fields of a position
_Numbered = Discard | Predict | Deal | Reveal
_WORDS: dict[str, type[_Numbered]] = {
    "discard": Discard,
    "predict": Predict,
    "deal": Deal,
    "*": Deal,
    "reveal": Reveal,
    "!": Reveal,
}
_NUMBER_ACTIONS: dict[Phase, type[_Numbered]] = {DISCARD: Discard, PREDICT: Predict, DEAL: Deal, REVEAL: Reveal}


def read_action(written: str, state: Catbox) -> Action:
    """Parse an action; `blue 6`, `6b` and, in phases that need only a number, `6` are also accepted.

    Raises `NotationError`.
    """
    action = parse_action(written, state)
    if action is None:
        raise NotationError(EXPECTED, written)
    return action


def parse_action(written: str, state: Catbox) -> Action | None:
    """Return the action that was written, or None if the text is not an action.

    Raises `NotationError` if the text names a cell or a card that does not exist.
    """
    words = limited(written, ACTION)
    if words in ("next", "paradox"):
        return Next() if words == "next" else Paradox()
    if found := re.fullmatch(r"(discard|predict|deal|reveal|\*|!)\s*([0-9])", words):
        return _numbered(_WORDS[found[1]], int(found[2]), state)
    if re.fullmatch(r"[0-9]", words) and state.phase in _NUMBER_ACTIONS:
        return _numbered(_NUMBER_ACTIONS[state.phase], int(words), state)
    letters = "".join(name[0] for name in state.board.colours)
    tidy = re.sub(rf"\b({'|'.join(state.board.colours)})\b", lambda m: m[1][0], words).replace(" ", "")
    if found := re.fullmatch(rf"(?:([0-9])>)?([{letters}])([0-9])", tidy):
        return _play(int(found[1] or found[3]), found[2] + found[3], state)
    if found := re.fullmatch(rf"([0-9])([{letters}])", tidy):
        return _play(int(found[1]), found[2] + found[1], state)
    return None


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


# --- writing positions -------------------------------------------------------------------------------------------


def write_position(state: Catbox) -> str:
    """Return a position as one line."""
    board, seats = state.board, range(state.players)
    trick = f"{LETTERS[state.leader]}:" + ",".join(board.grid.names[c] for c in state.trick)
    parts = [
        write_rows(board.grid, partial(_letter, state)),
        state.phase if state.paradox is None else "paradox",
        trick,
        "/".join(_digits(hand) for hand in state.hands),
        "/".join("".join(board.colours[c][0] for c in bits(state.markers[seat])) or "-" for seat in seats),
        "/".join(str(n or "-") for n in state.predictions),
        "/".join(map(str, state.won)),
        "/".join(str(n or "-") for n in state.discards),
    ]
    if state.round:
        parts.append(f"round={state.round + 1}")
    if state.scored:
        parts.append("sheet=" + ";".join(",".join(f"{won}+{extra}" for won, extra in row) for row in state.scored))
    if state.deck:
        parts.append(f"deck={_digits(state.deck)}")
    if state.forced is not None:
        only = "".join(str(n + 1) for n in bits(state.forced.numbers)) or "-"
        parts.append(f"only={LETTERS[state.forced.seat]}:{only}")
    return " ".join(parts)


def _digits(held: int) -> str:
    return "".join(map(str, numbers(held))) or "-"


def _letter(state: Catbox, cell: int) -> str:
    who = state.owner(cell)
    return LETTERS[who] if who is not None else "x" if state.observed >> cell & 1 else ""


# --- parsing positions -------------------------------------------------------------------------------------------


def read_position(written: str, options: Options) -> Catbox:
    """Parse a position under these options. Raises `NotationError`, which names the invalid part."""
    parts = limited(written, POSITION).split()
    if len(parts) < 8:
        raise NotationError(
            N_("a position: board, phase, trick, hands, colours, predictions, tricks won, cards put aside"), written
        )
    board = research_board(options.word("players"))
    seats, more = board.players, _optional_fields(parts[8:])
    number, scored = read_points(more.get("round", "1"), more.get("sheet", ""), board)
    tokens, observed = _read_board(board, parts[0])
    phase = next((phase for phase in Phase if phase == parts[1]), END if parts[1] == "paradox" else None)
    if phase is None:
        raise NotationError(text(N_("a phase: {known} or paradox"), known=", ".join(Phase)), parts[1])
    hands = tuple(_cards(part, board) for part in _entries(parts[3], seats, N_("hands")))
    leader, trick = _trick(parts[2], board)
    filled = observed
    for cells in tokens:
        filled |= cells
    initial = fresh_round(options, number, scored)
    state = replace(
        initial,
        phase=phase,
        hands=hands,
        deck=_cards(more.get("deck", "-"), board),
        discards=tuple(
            _number(part, 1, board.numbers, N_("cards put aside"))
            for part in _entries(parts[7], seats, N_("cards put aside"))
        ),
        markers=tuple(_colours(part, board) for part in _entries(parts[4], seats, N_("colours"))),
        predictions=tuple(
            _number(part, 1, board.tricks, N_("predictions")) for part in _entries(parts[5], seats, N_("predictions"))
        ),
        tokens=tokens,
        observed=observed,
        filled=filled,
        leader=leader,
        trick=trick,
        won=tuple(
            _number(part, 0, board.tricks, N_("tricks won")) for part in _entries(parts[6], seats, N_("tricks won"))
        ),
        forced=_forced_red(more.get("only"), board),
    )
    return checked(state, paradox=parts[1] == "paradox")


# --- parts of a position -----------------------------------------------------------------------------------------


def _entries(written: str, seats: int, what: str) -> list[str]:
    parts = written.split("/")
    if len(parts) != seats:
        raise NotationError(
            text(N_("{what}: {seats} entries separated by /, one for each player"), what=text(what), seats=seats),
            written,
        )
    return parts


def _cards(written: str, board: ResearchBoard) -> int:
    digits = "" if written == "-" else written
    if not re.fullmatch(f"[1-{board.numbers}]*", digits) or (not digits and written != "-"):
        raise NotationError(text(N_("cards from 1 to {numbers}, or -"), numbers=board.numbers), written)
    for card in set(digits):
        if digits.count(card) > copies(board.deck, int(card)):
            expected = text(N_("at most {copies} of each card"), copies=copies(board.deck, int(card)))
            raise PositionError("catbox.components", expected, written)
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


def _colours(written: str, board: ResearchBoard) -> int:
    letters = [name[0] for name in board.colours]
    found = sum(1 << letters.index(c) for c in dict.fromkeys(written) if c in letters)
    if written != ("".join(c for n, c in enumerate(letters) if found >> n & 1) or "-"):
        raise NotationError(text(N_("colours among {known} in this order, or -"), known="".join(letters)), written)
    return found


def _read_board(board: ResearchBoard, written: str) -> tuple[tuple[int, ...], int]:
    rows = written.split("/")
    if len(rows) != len(board.grid.rows):
        raise NotationError(text(N_("{n} rows separated by /"), n=len(board.grid.rows)), len(rows))
    letters = LETTERS[: board.players] + "x"
    masks = dict.fromkeys(letters, 0)
    for row, cells in zip(rows, board.grid.rows, strict=True):
        at = 0
        for symbol in row:
            if symbol in "123456789":
                at += int(symbol)
            elif symbol in masks and at < len(cells):
                masks[symbol] |= 1 << cells[at]
                at += 1
            else:
                raise NotationError(
                    text(
                        N_("{known}, or a digit for that many empty cells; {n} cells in each row"),
                        known=", ".join(letters),
                        n=len(cells),
                    ),
                    row,
                )
        if at != len(cells):
            raise NotationError(text(N_("{n} cells in each row"), n=len(cells)), row)
    return tuple(masks[c] for c in letters[:-1]), masks["x"]


def _trick(written: str, board: ResearchBoard) -> tuple[int, tuple[int, ...]]:
    seat, symbol, cells = written.partition(":")
    if seat not in list(LETTERS[: board.players]) or not symbol:
        raise NotationError(N_("the leader and the cells taken, as in p:b6,r2"), written)
    trick = tuple(board.grid.cell(name) for name in cells.split(",")) if cells else ()
    if len(trick) > board.players:
        expected = text(N_("at most {players} cards in a trick"), players=board.players)
        raise PositionError("catbox.trick.winner", expected, written, *cells.split(","))
    return LETTERS.index(seat), trick


def _optional_fields(parts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition("=")
        if name not in _OPTIONAL or name in found or not value:
            raise NotationError(
                text(N_("{known}, each at most once, followed by = and a value"), known=", ".join(_OPTIONAL)), part
            )
        found[name] = value
    return found


def read_points(round_: str, sheet: str, board: ResearchBoard) -> tuple[int, tuple[RoundPoints, ...]]:
    """Return the index of the round, from 0, and the points of the rounds before it. Raises `NotationError`."""
    number = _number(round_, 1, board.rounds, N_("the round"))
    rows = sheet.split(";") if sheet else []
    if len(rows) != number - 1:
        expected = many(N_("the points of {n} earlier round"), N_("the points of {n} earlier rounds"), number - 1)
        raise PositionError("catbox.round.next", expected, len(rows))
    scored = []
    for row in rows:
        found = [re.fullmatch(r"(-?[0-9])\+([0-9]{1,2})", part) for part in row.split(",")]
        if len(found) != board.players or not all(found):
            raise NotationError(
                text(
                    N_("points for each of {players} players, separated by commas, as in 3+5,0+0"),
                    players=board.players,
                ),
                row,
            )
        points = tuple((int(m[1]), int(m[2])) for m in found if m)
        if any(abs(won) > board.tricks or extra > board.tricks for won, extra in points):
            expected = text(N_("at most {tricks} points for tricks and at most {tricks} as bonus"), tricks=board.tricks)
            raise PositionError("catbox.score.tricks", expected, row)
        scored.append(points)
    return number - 1, tuple(scored)


def _forced_red(written: str | None, board: ResearchBoard) -> ForcedRed | None:
    if written is None:
        return None
    seat, symbol, digits = written.partition(":")
    if seat not in list(LETTERS[: board.players]) or not symbol:
        raise NotationError(N_("a seat and the only numbers that its hand can hold, as in only=p:35"), written)
    return ForcedRed(LETTERS.index(seat), number_mask(_cards(digits, board)))
