"""Reading a position of Calico; how it is written is told in `notation`."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from cattools.core.errors import NotationError
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.games.calico.box import (
    BOARDS,
    CATS,
    COLOUR,
    GOAL,
    GOAL_CELLS,
    GRID,
    HAND,
    LETTERS,
    MARKET,
    PATCHES,
    PATTERN,
    SPACES,
    Board,
    Pair,
    full,
    heap,
)
from cattools.games.calico.names import CAT_NAMES, GOAL_NAMES, INNER, LONGEST, PATCH_NAMES
from cattools.games.calico.notation import visible
from cattools.games.calico.quilt import Quilt
from cattools.games.calico.state import Calico, start
from cattools.games.calico.table import NOBODY, REFILL, SEEN, TAKE, boards, copies

_FIRST_LETTERS = "".join(dict.fromkeys(patch[0].lower() for patch in PATCHES))
_ROW = re.compile(rf"([{_FIRST_LETTERS}][{LETTERS}])(!?)(\+?)|(\d)|_")
_BOARDS = tuple(board.name for board in BOARDS)
_WORDS = ("cats", "market", "turn", "placed", "eleven", "seven", "out")


def read_position(written: str, options: Options) -> Calico:
    """Read a position for options. Raises `NotationError` naming what does not fit."""
    return _checked(*read_table(written, options))


def read_table(written: str, options: Options) -> tuple[Calico, list[int]]:
    """Read what lies on a table, whether a game can come to it or not, and the patches that are out of the game.

    Raises `NotationError`. The bag is left empty.
    """
    seats = [board.name for board in boards(options)]
    words = _words(written, seats)
    cats, pairs = _read_cats(words.get("cats", ""))
    if missing := [name for name in seats if name not in words]:
        raise NotationError(
            text(N_("a quilt for {missing}, as in {missing}=5/2_2/3_1/1_3/5;-;"), missing=missing[0]), written
        )
    quilts, hands, tiles = [], [], []
    for board in boards(options):
        quilt, hand, turned = _read_seat(board, words[board.name])
        quilts.append(quilt)
        hands.append(hand)
        tiles.append(turned)
    market = _patches(words.get("market", ""), N_("market"), MARKET)
    holders = tuple(_seat(words[name], seats) if name in words else NOBODY for name in ("eleven", "seven"))
    out = [_kind(patch) for patch in re.findall(r"..?", words.get("out", ""))]
    table = Calico(
        options,
        tuple(quilts),
        tuple(hands),
        0,
        market,
        cats,
        pairs,
        tuple(tiles),
        _seat(words["turn"], seats) if "turn" in words else -1,
        GRID.cell(words["placed"]) if "placed" in words else -1,
        (holders[0], holders[1]),
    )
    return table, out


def seats_in(written: str) -> list[str]:
    """Return whose quilts a position names, in its order."""
    names = (part.partition("=")[0] for part in written.lower()[:LONGEST].split())
    return [name for name in names if name in _BOARDS]


def _words(written: str, seats: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    known = (*_WORDS, *seats)
    for part in written.strip().lower()[:LONGEST].split():
        name, _, value = part.partition("=")
        if name in _BOARDS and name not in seats:
            expected = N_("quilts of {seats} (who plays is chosen with the options players, board and second)")
            raise NotationError(text(expected, seats=", ".join(seats)), part)
        if name not in known or name in found:
            raise NotationError(text(N_("one each of {known}"), known=", ".join(known)), part)
        found[name] = value
    return found


def _read_cats(written: str) -> tuple[tuple[int, ...], tuple[Pair, ...]]:
    cats, pairs = [], list[Pair]()
    for part in filter(None, written.split(",")):
        name, _, letters = part.partition(":")
        if name not in CAT_NAMES or CAT_NAMES[name] in cats:
            raise NotationError(
                text(N_("different cats among {known}"), known=", ".join(cat.name for cat in CATS)), name
            )
        cats.append(CAT_NAMES[name])
        if letters:
            if len(letters) != 2 or not set(letters) <= set(LETTERS) or len(pairs) < len(cats) - 1:
                raise NotationError(
                    text(N_("two letters of {letters} for each cat, as in Millie:de"), letters=LETTERS), part
                )
            one, other = sorted(LETTERS.index(letter) for letter in letters)
            pairs.append((one, other))
    used = [p for pair in pairs for p in pair]
    if len(used) != len(set(used)) or len(cats) > 3 or len(pairs) == 2:
        raise NotationError(N_("three cats at most, with each pattern once"), written)
    return tuple(cats), tuple(pairs)


def _read_seat(board: Board, written: str) -> tuple[Quilt, tuple[int, ...], tuple[int, ...]]:
    parts = written.split(";")
    if not 1 <= len(parts) <= 4:
        raise NotationError(N_("a quilt, goals, a hand and tiles between ;"), written)
    rows, goals, hand, tiles = (*parts, *[""] * (4 - len(parts)))
    if goals.strip("-"):
        laid = tuple(-1 if name == "-" else _goal(name) for name in goals.split(","))
        if len(laid) != len(GOAL_CELLS) or len({g for g in laid if g >= 0}) < len([g for g in laid if g >= 0]):
            raise NotationError(text(N_("{n} different goals, or - for none"), n=len(GOAL_CELLS)), goals)
    else:
        laid = (-1,) * len(GOAL_CELLS)
    held = [_kind(patch.rstrip("!")) + SEEN * patch.endswith("!") for patch in filter(None, hand.split(","))]
    if len(held) > HAND:
        raise NotationError(text(N_("at most {hand} patches in a hand"), hand=HAND), hand)
    turned = tuple(_goal(name) for name in filter(None, tiles.split(",")))
    return _read_rows(board, rows, laid), tuple(held), turned


def _read_rows(board: Board, written: str, goals: tuple[int, ...]) -> Quilt:
    rows = written.split("/")
    if len(rows) != len(INNER):
        raise NotationError(text(N_("{n} rows between /"), n=len(INNER)), written)
    colours, patterns = list(board.colours), list(board.patterns)
    free, cats, buttons = SPACES, 0, 0
    for number, (row, cells) in enumerate(zip(rows, INNER, strict=True)):
        letter, spaces = GRID.names[cells[0]][0], [c for c in cells if c not in GOAL_CELLS]
        at, end = 0, 0
        for sign in _ROW.finditer(row):
            if sign.start() != end:
                break
            end = sign.end()
            patch, cat, button, gap = sign.groups()
            if gap:
                at += int(gap)
            elif patch:
                if at >= len(spaces):
                    break
                bit, kind = 1 << spaces[at], PATCH_NAMES[patch]
                colours[COLOUR[kind]] |= bit
                patterns[PATTERN[kind]] |= bit
                free ^= bit
                cats |= bit if cat else 0
                buttons |= bit if button else 0
                at += 1
        if end != len(row) or at != len(spaces):
            raise NotationError(
                text(
                    N_("{n} spaces in row {letter} ({number}), as in Nd2Ye"),
                    n=len(spaces),
                    letter=letter,
                    number=number + 1,
                ),
                row,
            )
    return Quilt(tuple(colours), tuple(patterns), free, goals, cats, buttons)


def read_laid_quilt(board: Board, written: str) -> Quilt:
    """Read the rows of a quilt on a board, no goals on it. Raises `NotationError`."""
    return _read_rows(board, written.lower(), (-1,) * len(GOAL_CELLS))


def _kind(patch: str) -> int:
    if patch not in PATCH_NAMES:
        raise NotationError(N_("a patch such as Nd"), patch)
    return PATCH_NAMES[patch]


def _goal(name: str) -> int:
    if name not in GOAL_NAMES:
        raise NotationError(text(N_("a goal among {known}"), known=", ".join(GOAL)), name)
    return GOAL_NAMES[name]


def _seat(name: str, seats: list[str]) -> int:
    if name not in seats:
        raise NotationError(text(N_("a seat among {known}"), known=", ".join(seats)), name)
    return seats.index(name)


def _patches(written: str, what: str, most: int) -> tuple[int, ...]:
    found = tuple(_kind(patch) for patch in filter(None, written.split(",")))
    if len(found) > most:
        raise NotationError(text(N_("at most {most} patches in the {what}"), most=most, what=text(what)), written)
    return found


def _checked(state: Calico, out: list[int]) -> Calico:
    """Return the state with its bag; refuse what no game can come to."""
    options, most = state.options, copies(state.options)
    seen = Counter([*visible(state), *out])
    if over := [kind for kind, n in seen.items() if n > most]:
        raise NotationError(
            text(N_("at most {most} patches {patch}"), most=most, patch=PATCHES[over[0]]), seen[over[0]]
        )
    state = Calico(
        options, state.quilts, state.hands, full(most) - heap(seen.elements()), state.market, state.cats, state.pairs,
        state.tiles, state.turn, state.placed, state.promo,
    )  # fmt: skip
    if state.turn < 0:
        _check_set_up(state)
    else:
        _check_play(state)
    return state


def _check_set_up(state: Calico) -> None:
    if state.placed >= 0 or max(state.promo) >= 0 or any(quilt.free != SPACES for quilt in state.quilts):
        raise NotationError(N_("turn= once patches are sewn on"), str(state))
    laid = start(state.options)
    if laid.cats and state.cats != laid.cats:
        raise NotationError(
            text(N_("the cats {known}"), known=", ".join(CATS[n].name for n in laid.cats)), str(state).split(" ", 1)[0]
        )
    whole = [len(hand) == HAND for hand in state.hands]
    if state.market and not all(whole):
        raise NotationError(N_("full hands before a market"), str(state))
    if any(later and not before for before, later in pairwise(whole)):
        raise NotationError(N_("hands that are dealt in the order of the seats"), str(state))


def _check_play(state: Calico) -> None:
    if len(state.pairs) < 3:
        raise NotationError(N_("three cats with their patterns, as in cats=Millie:de,Tibbit:fq,Coconut:sv"), str(state))
    if any(state.tiles):
        raise NotationError(N_("tiles only before the game begins"), str(state))
    turn, seats = state.turn, len(state.quilts)
    sewn = [(SPACES & ~quilt.free).bit_count() for quilt in state.quilts]
    order = [sewn[(turn + n) % seats] for n in range(seats)]
    if state.stage in (TAKE, REFILL):
        order[0] -= 1  # the patch of this turn is sewn on already
    if state.placed >= 0:
        if not (SPACES & ~state.quilts[turn].free) >> state.placed & 1:
            raise NotationError(N_("placed= and a cell with a patch"), GRID.names[state.placed])
        if not state.market or len(state.hands[turn]) != HAND - 1:
            raise NotationError(N_("a market, and one patch in the hand, after placed="), str(state))
    if order != sorted(order) or order[-1] - order[0] > 1:
        raise NotationError(N_("as many patches on each quilt, or one more where a turn is over"), sewn)
    if state.market:
        short = [n for n, hand in enumerate(state.hands) if len(hand) < HAND - (n == turn and state.placed >= 0)]
        if short and state.bag:
            raise NotationError(
                text(N_("{hand} patches in each hand beside a market"), hand=HAND), len(state.hands[short[0]])
            )
    _check_tokens(state)


def _check_tokens(state: Calico) -> None:
    promo = any(CATS[n].promo for n in state.cats)
    eleven, seven = state.promo
    if (max(eleven, seven) >= 0 and (not promo or eleven == seven)) or (seven >= 0 and eleven < 0):
        raise NotationError(N_("eleven= before seven=, another seat, and with a promo cat"), str(state))
