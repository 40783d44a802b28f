"""The notation of a position of Calico, and checks that refuse positions that no game can reach.

A patch is two letters, for its colour and its pattern: `Nd` is navy dots. A position is a list of `name=value` words:
`cats=Millie:de,Tibbit:fq,Coconut:sv blue=Nd1Bs2/2Ye_1/3_1/1_3/5;ABCDEF,AABBCC,AAABBB;Pv,Ge! market=Nd,Us,Ye turn=blue`

- `cats` are the cats with the letters of their patterns.
- The word of each seat, such as `blue`, has up to four fields, separated by `;`. The first field is the inner rows of
  the quilt: a digit is a number of empty spaces, `_` is a goal space; after a patch, `!` is a cat and `+` is a button.
  The second field is the goals on c4, d5 and e3, `-` for no goal. The third field is the hand: `!` marks a patch that
  all players saw. While the seat chooses its goals, the fourth field is the goal tiles turned up.
- `market` is the market, and `turn` is the seat to move.
- Four words are optional: `placed=b3` is the cell of the patch just placed, `eleven=blue` and `seven=green` are the
  holders of the promo tokens, and `out=NdNdYe` are the patches out of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise, zip_longest

from cattools.core.errors import NotationError, PositionError
from cattools.core.grid import bits
from cattools.core.messages import N_, commas, listed, text
from cattools.core.notation.parsing import POSITION, limited
from cattools.core.notation.position_format import Part, PositionFormat, cell, choice
from cattools.core.options import Options
from cattools.games.calico import components
from cattools.games.calico.components import CATS, GOAL_CELLS, GRID, LETTERS, PATCHES, SPACES, Board, Pair, boards, box
from cattools.games.calico.position import REFILL, SEEN, TAKE, Calico, Quilt, start

INNER = tuple(tuple(c for c in row if not components.RING >> c & 1) for row in GRID.rows[1:-1])
PROMO_WORDS = ("eleven", "seven")
_FIRST_LETTERS = "".join(dict.fromkeys(patch[0].lower() for patch in PATCHES))
_ROW = re.compile(rf"([{_FIRST_LETTERS}][{LETTERS}])(!?)(\+?)|(\d)|_")


@cache
def form(options: Options) -> PositionFormat:
    """Return the format of positions: the cats, a word for each player, and what belongs to all players."""
    seats = [board.name for board in boards(options)]
    seat = replace(choice(seats), default=None)
    words = {
        "cats": Part(_read_cats, lambda value, _: ",".join(_cats(*value)), ((), ())),
        **{board.name: Part(partial(_read_seat, board), _write_seat) for board in boards(options)},
        "market": Part(_read_market, lambda value, _: _patches(value), ()),
        "turn": seat,
        "placed": cell(lambda _: GRID),
        **dict.fromkeys(PROMO_WORDS, seat),
        "out": Part(_read_out, lambda value, _: "".join(PATCHES[kind] for kind in value), ()),
    }
    return PositionFormat({}, words)


# --- writing -----------------------------------------------------------------------------------------------------


def write_position(state: Calico) -> str:
    """Return a position as one line."""
    out = components.counts(
        components.full(components.copies(state.options)) - state.bag - components.heap(visible(state))
    )
    return form(state.options).write(
        state.options,
        (state.cats, state.pairs),
        *zip(state.quilts, state.hands, state.tiles, strict=True),
        state.market,
        state.turn if state.begun else None,
        state.placed,
        *state.promo,
        tuple(kind for kind, n in enumerate(out) for _ in range(n)),
    )


def _cats(cats: tuple[int, ...], pairs: tuple[Pair, ...]) -> Iterator[str]:
    for cat, pair in zip_longest(cats, pairs):
        yield CATS[cat].name + (":" + "".join(LETTERS[p] for p in pair) if pair else "")


def _write_seat(value: tuple[Quilt, Iterable[int], Iterable[int]], _: Options) -> str:
    """Return the quilt, the goals, the hand and the goal tiles of a seat."""
    quilt, hand, tiles = value
    goals = (
        ",".join("-" if goal is None else components.GOALS[goal].letters for goal in quilt.goals)
        if quilt.has_goals
        else "-"
    )
    turned_up = ",".join(components.GOALS[tile].letters for tile in tiles)
    return ";".join([write_quilt(quilt), goals, _patches(hand), *filter(None, [turned_up])])


def write_quilt(quilt: Quilt) -> str:
    """Return the inner rows of a quilt in notation."""

    def sign(cell: int) -> str:
        tokens = "!" * (quilt.cats >> cell & 1) + "+" * (quilt.buttons >> cell & 1)
        return "" if quilt.free >> cell & 1 else PATCHES[quilt.kind(cell)] + tokens

    return write_rows(sign)


def write_rows(sign: Callable[[int], str]) -> str:
    """Return the inner rows of a quilt; `sign(cell)` is the patch on a space with its tokens, "" if it is empty."""
    rows = ("".join("_" if cell in GOAL_CELLS else sign(cell) or "." for cell in cells) for cells in INNER)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def _patches(held: Iterable[int]) -> str:
    return ",".join(PATCHES[kind % components.KINDS] + "!" * (kind >= SEEN) for kind in held)


# --- parsing -----------------------------------------------------------------------------------------------------


def read_position(written: str, options: Options) -> Calico:
    """Parse a position under these options. Raises `NotationError`, which names the invalid part."""
    return checked(*read_table(written, options))


def read_loosely(written: str, options: Options) -> Calico:
    """Read a position in which cats, patterns and patches can be left out. Raises `NotationError`.

    Cats without patterns are ignored, and so are promo tokens if there is no promo cat.
    """
    words = limited(written, POSITION).split()
    listed_cats = next((word.partition("=")[2] for word in words if word.startswith("cats=")), "")
    known = [_read_cats(part, options) for part in listed_cats.split(",") if ":" in part]
    state, out = read_table(" ".join(word for word in words if not word.startswith("cats=")), options)
    cats, pairs = tuple(cat for (cat,), _ in known), tuple(pair for _, (pair,) in known)
    state = replace(state, cats=cats, pairs=pairs)
    state = replace(state, promo=(None, None)) if state.promo_cat is None else state
    return checked(state, out, whole=not state.begun)


def read_table(written: str, options: Options) -> tuple[Calico, Sequence[int]]:
    """Return a position, even one that no game can reach, and the patches that are out of the game.

    The bag of the position is empty. Raises `NotationError`.
    """
    names = [board.name for board in boards(options)]
    if others := [name for name in seats_in(written) if name not in names]:
        expected = N_("quilts of {seats} (the options for players and quilts decide who plays)")
        raise NotationError(text(expected, seats=commas(names)), others[0])
    (cats, pairs), *rest = form(options).read(written, options)
    own, (market, turn, placed, eleven, seven, out) = rest[: len(names)], rest[len(names) :]
    if None in own:
        missing = names[own.index(None)]
        raise NotationError(
            text(N_("a quilt for {missing}, as in {missing}=5/2_2/3_1/1_3/5;-;"), missing=missing), written
        )
    quilts, hands, tiles = zip(*own, strict=True)
    begun = turn is not None
    table = Calico(options, quilts, hands, 0, market, cats, pairs, tiles, begun, turn or 0, placed, (eleven, seven))
    return table, out


def seats_in(written: str) -> list[str]:
    """Return the seats whose quilts a position names, in the order of the position. Raises `NotationError`."""
    names = (part.partition("=")[0] for part in limited(written, POSITION).split())
    return [name for name in names if name in components.SEATS]


def _read_cats(written: str, _: Options) -> tuple[tuple[int, ...], tuple[Pair, ...]]:
    cats, pairs = [], list[Pair]()
    for part in written.split(","):
        name, _colon, letters = part.partition(":")
        if name not in components.CAT_NAMES:
            raise NotationError(text(N_("cats among {known}"), known=commas(cat.name for cat in CATS)), name)
        if components.CAT_NAMES[name] in cats:
            raise PositionError("calico.setup.cats", N_("different cats"), CATS[components.CAT_NAMES[name]].name)
        cats.append(components.CAT_NAMES[name])
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
        once = N_("each pattern once, and patterns for the third cat if the first two have theirs")
        raise PositionError("calico.setup.patterns", once, written)
    return tuple(cats), tuple(pairs)


def _read_seat(board: Board, written: str, _: Options) -> tuple[Quilt, tuple[int, ...], tuple[int, ...]]:
    parts = written.split(";")
    if len(parts) > 4:
        raise NotationError(N_("a quilt, goals, a hand and tiles, separated by ;"), written)
    rows, goals, hand, tiles = (*parts, *[""] * (4 - len(parts)))
    found: tuple[int | None, ...] = (None,) * len(GOAL_CELLS)
    if goals.strip("-"):
        found = tuple(None if name == "-" else _goal(name) for name in goals.split(","))
        known = [goal for goal in found if goal is not None]
        if len(found) != len(GOAL_CELLS):
            raise NotationError(text(N_("{n} different goals, or - for none"), n=len(GOAL_CELLS)), goals)
        if len(set(known)) < len(known):
            raise PositionError("calico.setup.goals", N_("different goals on a quilt"), goals)
    held = [_kind(patch.rstrip("!")) + SEEN * patch.endswith("!") for patch in filter(None, hand.split(","))]
    if len(held) > box().hand:
        expected = text(N_("at most {hand} patches in a hand"), hand=box().hand)
        raise PositionError("calico.setup.hand", expected, hand)
    turned_up = tuple(_goal(name) for name in filter(None, tiles.split(",")))
    return replace(read_laid_quilt(board, rows), goals=found), tuple(held), turned_up


def read_laid_quilt(board: Board, written: str) -> Quilt:
    """Parse the rows of a quilt on a board, without goals. Raises `NotationError`."""
    rows = written.lower().split("/")
    if len(rows) != len(INNER):
        raise NotationError(text(N_("{n} rows separated by /"), n=len(INNER)), written)
    colours, patterns = list(board.colours), list(board.patterns)
    free, cats, buttons = SPACES, 0, 0
    for number, (row, cells) in enumerate(zip(rows, INNER, strict=True), 1):
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
                bit, kind = 1 << spaces[at], components.PATCH_NAMES[patch]
                colours[components.COLOUR[kind]] |= bit
                patterns[components.PATTERN[kind]] |= bit
                free ^= bit
                cats |= bit if cat else 0
                buttons |= bit if button else 0
                at += 1
        if end != len(row) or at != len(spaces):
            expected = N_("{n} spaces in row {letter} ({number}), as in Nd2Ye")
            raise NotationError(text(expected, n=len(spaces), letter=letter, number=number), row)
    return Quilt(tuple(colours), tuple(patterns), free, cats=cats, buttons=buttons)


def _kind(patch: str) -> int:
    if patch not in components.PATCH_NAMES:
        raise NotationError(N_("a patch such as Nd"), patch)
    return components.PATCH_NAMES[patch]


def _goal(name: str) -> int:
    if name not in components.GOAL_NAMES:
        raise NotationError(text(N_("a goal among {known}"), known=commas(components.GOAL)), name)
    return components.GOAL_NAMES[name]


def _read_market(written: str, _: Options) -> tuple[int, ...]:
    found = tuple(map(_kind, written.split(",")))
    if len(found) > box().market:
        raise PositionError(
            "calico.setup.hand", text(N_("at most {most} patches in the market"), most=box().market), written
        )
    return found


def _read_out(written: str, _: Options) -> tuple[int, ...]:
    return tuple(map(_kind, re.findall(r"..?", written)))


# --- position checks -------------------------------------------------------------------------------------------


def visible(state: Calico) -> list[int]:
    """Return every patch on the table: on quilts, in hands and in the market."""
    sewn = [quilt.kind(c) for quilt in state.quilts for c in bits(SPACES & ~quilt.free)]
    return [*sewn, *(kind % components.KINDS for hand in state.hands for kind in hand), *state.market]


def checked(state: Calico, out: Sequence[int], *, whole: bool = True) -> Calico:
    """Return the state with its bag. Raises `PositionError` if no game can reach it.

    Unless it is `whole`, cats, patterns and patches may be missing.
    """
    most = components.copies(state.options)
    seen = Counter([*visible(state), *out])
    if over := [kind for kind, n in seen.items() if n > most]:
        rule = "calico.variant.duel" if most < box().copies else "calico.components"
        expected = text(N_("at most {most} {patch} patches"), most=most, patch=PATCHES[over[0]])
        raise PositionError(rule, expected, seen[over[0]])
    state = replace(state, bag=components.full(most) - components.heap(seen.elements()))
    if whole:
        (_check_play if state.begun else _check_set_up)(state)
    else:
        _check_promo(state)
        if state.placed is not None:
            _check_placed(state, state.placed)
    return state


def _check_set_up(state: Calico) -> None:
    """Refuse a position that cannot occur during setup. Raises `PositionError`."""
    owners = [components.prefix(state.options, seat) for seat in range(len(state.quilts))]
    patches = [(owner, bits(SPACES & ~quilt.free)) for owner, quilt in zip(owners, state.quilts, strict=True)]
    if sewn := [owner + GRID.names[cell] for owner, cells in patches for cell in cells]:
        raise PositionError(
            "calico.setup.start", N_("empty quilts before the game begins"), text(N_("sewn patches")), *sewn
        )
    if state.promo != (None, None):
        raise PositionError("calico.cat.promo", N_("promo tokens only after patches are sewn on"), _promo(state))
    known = start(state.options).cats
    if known and state.cats != known:
        expected = text(N_("the cats {known}"), known=listed([CATS[n].title for n in known]))
        raise PositionError(
            components.brings_cats(state.options), expected, listed([CATS[n].title for n in state.cats]) or "-"
        )
    whole = [len(hand) == box().hand for hand in state.hands]
    if state.market and not all(whole):
        raise PositionError("calico.setup.hand", N_("full hands before a market"), _patches(state.market), "market")
    if any(later and not before for before, later in pairwise(whole)):
        names = [boards(state.options)[seat].name for seat, full_hand in enumerate(whole) if full_hand]
        raise PositionError("calico.setup.hand", N_("hands dealt in seat order"), ", ".join(names))


def _promo(state: Calico) -> str:
    """Return the holders of the promo tokens in notation."""
    names = [board.name for board in boards(state.options)]
    pairs = zip(PROMO_WORDS, state.promo, strict=True)
    return ", ".join(f"{word}={names[holder]}" for word, holder in pairs if holder is not None)


def _check_play(state: Calico) -> None:
    """Refuse a position that cannot occur once the game has begun. Raises `PositionError`."""
    if len(state.pairs) < 3:
        expected = N_("three cats with their patterns, as in cats=Millie:de,Tibbit:fq,Coconut:sv")
        raise PositionError("calico.setup.patterns", expected, len(state.pairs))
    names = [board.name for board in boards(state.options)]
    if held := [f"tiles.{name}" for name, tiles in zip(names, state.tiles, strict=True) if tiles]:
        expected, found = N_("goal tiles next to a quilt only before the game begins"), text(N_("some"))
        raise PositionError("calico.setup.goals", expected, found, *held)
    turn, seats = state.turn, len(state.quilts)
    sewn = [(SPACES & ~quilt.free).bit_count() for quilt in state.quilts]
    order = [sewn[(turn + n) % seats] for n in range(seats)]
    if state.stage in (TAKE, REFILL):
        order[0] -= 1  # this turn's patch is already placed
    if state.placed is not None:
        _check_placed(state, state.placed)
    if order != sorted(order) or order[-1] - order[0] > 1:
        expected = N_("equally many patches on each quilt, or one more for players who have had their turn")
        raise PositionError("calico.setup.start", expected, ", ".join(map(str, sewn)))
    if state.market:
        due = [box().hand - (seat == turn and state.placed is not None) for seat in range(seats)]
        short = [len(hand) for hand, least in zip(state.hands, due, strict=True) if len(hand) < least]
        if short and state.bag:
            whole = text(N_("{hand} patches in each hand once there is a market"), hand=box().hand)
            raise PositionError("calico.turn.draw", whole, short[0])
    _check_promo(state)


def _check_promo(state: Calico) -> None:
    """Refuse promo tokens that no game can have given to these players. Raises `PositionError`."""
    if state.promo != (None, None) and not holders_fit(state):
        expected = N_("a promo cat for eleven= and seven=, and seven= only if eleven= names another player")
        raise PositionError("calico.cat.promo", expected, _promo(state))


def _check_placed(state: Calico, placed: int) -> None:
    """Refuse a `placed` cell without a patch, or with an impossible market or hand. Raises `PositionError`."""
    at = components.prefix(state.options, state.turn) + GRID.names[placed]
    if not (SPACES & ~state.quilts[state.turn].free) >> placed & 1:
        expected = N_("a patch of the player to move on the cell that placed= names")
        raise PositionError("calico.turn.place", expected, at, at)
    if not state.market or len(state.hands[state.turn]) != box().hand - 1:
        expected, found = N_("a market and one patch in hand after sewing"), _patches(state.market)
        raise PositionError("calico.turn.draw", expected, found or text(N_("no market")), at)


def holders_fit(state: Calico) -> bool:
    """Return whether there is a promo cat, one seat has the 11-point token, and none has both (`calico.cat.promo`)."""
    eleven, seven = state.promo
    return eleven is not None and eleven != seven and state.promo_cat is not None
