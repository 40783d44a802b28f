"""The notation of Calico: it writes an action as one word and a position as one line, and parses both.

A patch is two letters, for its colour and its pattern: `Nd` is navy dots. A position is a list of `name=value` words:
`cats=Millie:de,Tibbit:fq,Coconut:sv blue=Nd1Bs2/2Ye_1/3_1/1_3/5;ABCDEF,AABBCC,AAABBB;Pv,Ge! market=Nd,Us,Ye turn=blue`

- `cats` are the cats with the letters of their patterns.
- The word of each seat, such as `blue`, has up to four fields, separated by `;`. The first field is the inner rows of
  the quilt: a digit is a number of empty spaces, `_` is a goal space; after a patch, `!` is a cat and `+` is a button.
  The second field is the goals on c4, d5 and e3, `-` for no goal. The third field is the hand: `!` marks a patch that
  all players saw. The fourth field is the goal tiles turned up, while the seat chooses its goals.
- `market` is the market, and `turn` is the seat to move.
- Four words are optional: `placed=b3` is the cell of the patch just placed, `eleven=blue` and `seven=green` are the
  holders of the promo tokens, and `out=NdNdYe` are the patches out of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cattools.core.errors import NotationError, PositionError
from cattools.core.messages import N_, text
from cattools.core.notation import ACTION, POSITION, limited
from cattools.core.options import Options
from cattools.games.calico.rules.actions import (
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
from cattools.games.calico.rules.components import (
    BOARDS,
    CAT,
    CATS,
    COLOUR,
    GOAL,
    GOAL_CELLS,
    GOALS,
    GRID,
    KIND,
    KINDS,
    LETTERS,
    PATCHES,
    PATTERN,
    PATTERNS,
    RING,
    SPACES,
    Board,
    Pair,
    boards,
    box,
    copies,
    counts,
    full,
    heap,
    prefix,
)
from cattools.games.calico.rules.position_checks import PROMO_WORDS, checked, visible
from cattools.games.calico.rules.quilt import Quilt
from cattools.games.calico.rules.state import SEEN, Calico

EXPECTED = N_("a move such as Nd@b2, +Nd1 or AAABBB@c4")
PATCH_NAMES = {patch.lower(): kind for patch, kind in KIND.items()}
CAT_NAMES = {name.lower(): number for name, number in CAT.items()}
GOAL_NAMES = {
    **{letters.lower(): number for letters, number in GOAL.items()},
    **{goal.name.lower(): number for number, goal in enumerate(GOALS)},
    "!=": GOAL["ABCDEF"],
}
INNER = tuple(tuple(c for c in row if not RING >> c & 1) for row in GRID.rows[1:-1])
_BOARDS = tuple(board.name for board in BOARDS)
_WORDS = ("cats", "market", "turn", "placed", *PROMO_WORDS, "out")
_FIRST_LETTERS = "".join(dict.fromkeys(patch[0].lower() for patch in PATCHES))
_ROW = re.compile(rf"([{_FIRST_LETTERS}][{LETTERS}])(!?)(\+?)|(\d)|_")


# --- actions -----------------------------------------------------------------------------------------------------


def read_action(written: str, state: Calico) -> Action:
    """Parse an action; `nd b2`, `sew Nd@b2` and `take Nd` are also accepted. Raises `NotationError`."""
    words = re.sub(r"^(sew|place)\s+", "", limited(written, ACTION))
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
        return Choose(who=_who(state, seat, chooser or 0), slot=slot, goal=GOALS[goal].letters, at=at)
    if name not in PATCH_NAMES:
        raise NotationError(EXPECTED, written)
    kind, hand = PATCH_NAMES[name], state.held(state.turn)
    return Place(
        who=_who(state, seat, state.turn), slot=hand.index(kind) if kind in hand else 0, patch=PATCHES[kind], at=at
    )


def _who(state: Calico, seat: str | None, turn: int) -> str:
    if seat is None:
        return prefix(state.options, turn)
    return prefix(state.options, _seat(seat, [board.name for board in boards(state.options)]))


def _read_take(words: str, written: str, state: Calico) -> Take:
    found = re.fullmatch(rf"([a-z]{{2}})([1-{box().market}]?)", words.strip())
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
    if words in _BOARDS:
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
    if state.begun:
        parts.append(f"turn={seats[state.turn]}")
    if state.placed is not None:
        parts.append(f"placed={GRID.names[state.placed]}")
    parts += [
        f"{name}={seats[holder]}" for name, holder in zip(PROMO_WORDS, state.promo, strict=True) if holder is not None
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
    """Return the inner rows of a quilt in notation."""
    rows = []
    for cells in INNER:
        signs = ""
        for c in cells:
            if c in GOAL_CELLS:
                signs += "_"
            elif quilt.free >> c & 1:
                signs += "."
            else:
                signs += PATCHES[quilt.kind(c)] + "!" * (quilt.cats >> c & 1) + "+" * (quilt.buttons >> c & 1)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
    return "/".join(rows)


def _goals(quilt: Quilt) -> str:
    letters = ["-" if goal is None else GOALS[goal].letters for goal in quilt.goals]
    return ",".join(letters) if quilt.has_goals else "-"


def _hand(hand: Iterable[int]) -> str:
    return ",".join(PATCHES[kind % KINDS] + "!" * (kind >= SEEN) for kind in hand)


# --- parsing -----------------------------------------------------------------------------------------------------


def read_position(written: str, options: Options) -> Calico:
    """Parse a position under these options. Raises `NotationError`, which names the invalid part."""
    return checked(*read_table(written, options))


def read_table(written: str, options: Options) -> tuple[Calico, list[int]]:
    """Return a position, even one that no game can reach, and the patches that are out of the game.

    The bag of the position is empty. Raises `NotationError`.
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
    market = _patches(words.get("market", ""), N_("market"), box().market)
    eleven, seven = (_seat(words[name], seats) if name in words else None for name in PROMO_WORDS)
    out = [_kind(patch) for patch in re.findall(r"..?", words.get("out", ""))]
    table = Calico(
        options=options,
        quilts=tuple(quilts),
        hands=tuple(hands),
        bag=0,
        market=market,
        cats=cats,
        pairs=pairs,
        tiles=tuple(tiles),
        begun="turn" in words,
        turn=_seat(words["turn"], seats) if "turn" in words else 0,
        placed=GRID.cell(words["placed"]) if "placed" in words else None,
        promo=(eleven, seven),
    )
    return table, out


def seats_in(written: str) -> list[str]:
    """Return the seats whose quilts a position names, in the order of the position. Raises `NotationError`."""
    names = (part.partition("=")[0] for part in limited(written, POSITION).split())
    return [name for name in names if name in _BOARDS]


def _words(written: str, seats: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    known = (*_WORDS, *seats)
    for part in limited(written, POSITION).split():
        name, _, value = part.partition("=")
        if name in _BOARDS and name not in seats:
            expected = N_("quilts of {seats} (the options players, board and second decide who plays)")
            raise NotationError(text(expected, seats=", ".join(seats)), part)
        if name not in known or name in found:
            raise NotationError(text(N_("each of {known} at most once"), known=", ".join(known)), part)
        found[name] = value
    return found


def _read_cats(written: str) -> tuple[tuple[int, ...], tuple[Pair, ...]]:
    cats, pairs = [], list[Pair]()
    for part in filter(None, written.split(",")):
        name, _, letters = part.partition(":")
        if name not in CAT_NAMES:
            raise NotationError(text(N_("cats among {known}"), known=", ".join(cat.name for cat in CATS)), name)
        if CAT_NAMES[name] in cats:
            raise PositionError("calico.setup.cats", N_("different cats"), CATS[CAT_NAMES[name]].name)
        cats.append(CAT_NAMES[name])
        if letters:
            if len(letters) != 2 or not set(letters) <= set(LETTERS):
                expected = text(N_("two letters of {letters} for each cat, as in Millie:de"), letters=LETTERS)
                raise NotationError(expected, part)
            if len(pairs) < len(cats) - 1:
                raise PositionError("calico.setup.patterns", N_("patterns for every cat before this one"), part)
            one, other = sorted(LETTERS.index(letter) for letter in letters)
            pairs.append((one, other))
    used = [p for pair in pairs for p in pair]
    if len(cats) > 3:
        raise PositionError("calico.setup.cats", N_("three cats at most"), len(cats))
    if len(used) != len(set(used)) or len(pairs) == 2:
        expected = text(N_("each pattern once, and patterns for the third cat if the first two have theirs"))
        raise PositionError("calico.setup.patterns", expected, written)
    return tuple(cats), tuple(pairs)


def _read_seat(board: Board, written: str) -> tuple[Quilt, tuple[int, ...], tuple[int, ...]]:
    parts = written.split(";")
    if not 1 <= len(parts) <= 4:
        raise NotationError(N_("a quilt, goals, a hand and tiles, separated by ;"), written)
    rows, goals, hand, tiles = (*parts, *[""] * (4 - len(parts)))
    if goals.strip("-"):
        laid = tuple(None if name == "-" else _goal(name) for name in goals.split(","))
        known = [goal for goal in laid if goal is not None]
        if len(laid) != len(GOAL_CELLS):
            raise NotationError(text(N_("{n} different goals, or - for none"), n=len(GOAL_CELLS)), goals)
        if len(set(known)) < len(known):
            raise PositionError("calico.setup.goals", N_("different goals on a quilt"), goals)
    else:
        laid = (None,) * len(GOAL_CELLS)
    held = [_kind(patch.rstrip("!")) + SEEN * patch.endswith("!") for patch in filter(None, hand.split(","))]
    if len(held) > box().hand:
        expected = text(N_("at most {hand} patches in a hand"), hand=box().hand)
        raise PositionError("calico.setup.hand", expected, hand)
    turned = tuple(_goal(name) for name in filter(None, tiles.split(",")))
    return _read_rows(board, rows, laid), tuple(held), turned


def _read_rows(board: Board, written: str, goals: tuple[int | None, ...]) -> Quilt:
    rows = written.split("/")
    if len(rows) != len(INNER):
        raise NotationError(text(N_("{n} rows separated by /"), n=len(INNER)), written)
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
    return Quilt(colours=tuple(colours), patterns=tuple(patterns), free=free, goals=goals, cats=cats, buttons=buttons)


def read_laid_quilt(board: Board, written: str) -> Quilt:
    """Parse the rows of a quilt on a board, without goals. Raises `NotationError`."""
    return _read_rows(board, written.lower(), (None,) * len(GOAL_CELLS))


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
        expected = text(N_("at most {most} patches in the {what}"), most=most, what=text(what))
        raise PositionError("calico.setup.hand", expected, written)
    return found
