"""The components of Calico, read once from the data, with every occurrence of a shape on the board precomputed.

The numbers are in `box()`. Cats, goal tiles and boards are lists, and other modules refer to them by index.
A patch is an integer: colour * 6 + pattern. A heap, which is any collection of patches such as the bag, is also one
integer, with two bits for each kind of patch (there are at most three of a kind).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from cattools.core.data_files import load, tables, take
from cattools.core.errors import DataError
from cattools.core.grid import bits, hex_rows, mask
from cattools.core.options import Options

FILE = "games/calico/data/components.toml"
_DATA = load(FILE)


@dataclass(frozen=True, slots=True)
class Box:
    """The numbers of the game, from `components.toml`.

    `copies` is the number of each patch; `hand` and `market` are the numbers of patches there. `group` is the
    number of connected patches that earn a button, `button` is its points. `promo` holds the points of the two promo
    tokens, `least` is the smallest number of patches that a promo cat counts.
    """

    copies: int
    hand: int
    market: int
    group: int
    button: int
    least: int
    promo: tuple[int, int]


@cache
def box() -> Box:
    """Return the numbers of the game. Raises `DataError`."""
    copies, hand, market, group, button, least = (
        take(_DATA, name, int, FILE) for name in ("copies", "hand", "market", "group", "button", "least")
    )
    eleven, seven = take(_DATA, "promo", list, FILE)
    return Box(copies=copies, hand=hand, market=market, group=group, button=button, least=least, promo=(eleven, seven))


# --- the board ---------------------------------------------------------------------------------------------------

_BOARD = take(_DATA, "board", dict, FILE)
GRID = hex_rows(take(_BOARD, "rows", int, FILE), take(_BOARD, "columns", int, FILE))
GOAL_CELLS = tuple(GRID.cell(name) for name in take(_BOARD, "goals", list, FILE))
RING = GRID.border()
SPACES = GRID.everywhere & ~RING & ~mask(GOAL_CELLS)

# --- patches -----------------------------------------------------------------------------------------------------

_COLOURS, _PATTERNS = tables(_DATA, "colour", FILE), tables(_DATA, "pattern", FILE)
COLOURS = tuple(take(c, "name", str, FILE) for c in _COLOURS)
PATTERNS = tuple(take(p, "name", str, FILE) for p in _PATTERNS)
LETTERS = "".join(take(p, "letter", str, FILE) for p in _PATTERNS)
PATCHES = tuple(take(c, "letter", str, FILE) + letter for c in _COLOURS for letter in LETTERS)
KIND = {patch: n for n, patch in enumerate(PATCHES)}
KINDS = len(PATCHES)
COLOUR = tuple(n // len(PATTERNS) for n in range(KINDS))
PATTERN = tuple(n % len(PATTERNS) for n in range(KINDS))
ONE = tuple(1 << 2 * kind for kind in range(KINDS))  # the heap of a single patch, by kind
_SIZES = [("colour", len(COLOURS)), ("pattern", len(PATTERNS))]
if [n for _, n in _SIZES] != [6, 6] or box().copies > 3:
    raise DataError(
        f"{FILE}: expected six colours, six patterns and at most three copies, found {_SIZES}, {box().copies}"
    )


def heap(kinds: Iterable[int]) -> int:
    """Return the heap of these patches."""
    return sum(ONE[kind] for kind in kinds)


@cache
def full(copies: int) -> int:
    """Return a full bag with `copies` of each patch."""
    return heap(range(KINDS)) * copies


def counts(bag: int) -> list[int]:
    """Return how many patches of each kind a heap holds."""
    return [bag >> 2 * kind & 3 for kind in range(KINDS)]


def patch_count(bag: int) -> int:
    """Return how many patches a heap holds."""
    ones = full(1)
    return (bag & ones).bit_count() + 2 * (bag >> 1 & ones).bit_count()


# --- cats and goals ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cat:
    """One side of a cat tile. It requires a `size` or a shape (`places`, by first cell), or is a `promo` cat."""

    name: str
    title: str
    dots: int
    points: int
    size: int
    promo: str
    words: str
    places: tuple[tuple[int, ...], ...]

    def meets(self, area: int) -> bool:
        """Return whether an area of one pattern meets this cat's requirement (`calico.cat.size`, `calico.cat.shape`).

        A shape can be part of a larger area (`calico.cat.shape`).
        """
        if area.bit_count() < self.size:
            return False
        return not self.promo and (not self.places or bool(self.shape_in(area)))

    def shape_in(self, area: int) -> int:
        """Return the cells of the first occurrence of this cat's shape in an area, or 0."""
        for cell in bits(area):
            for place in self.places[cell]:
                if place & area == place:
                    return place
        return 0


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal tile: its name, its letters, how often each must occur (in descending order), and its two numbers."""

    name: str
    letters: str
    counts: tuple[int, ...]
    one: int
    both: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A solo scenario: goals and cats by index, required numbers by task name, and the points to reach."""

    goals: tuple[int, ...]
    cats: tuple[int, ...]
    wants: Mapping[str, int]
    points: int


def _turns(shape: list[list[int]]) -> Iterator[list[tuple[int, int]]]:
    cells = [(q, r) for q, r in shape]
    for _ in range(6):
        cells = [(-r, q + r) for q, r in cells]
        yield cells


def places(shape: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    """Return every occurrence of a shape on the board, in any rotation, by first cell (`calico.cat.shape`)."""
    index = {spot: n for n, spot in enumerate(GRID.spots)}
    found = set()
    for cells in _turns(shape):
        for q, r in GRID.spots:
            at = [index.get((q + dq, r + dr), -1) for dq, dr in cells]
            if min(at) >= 0:
                found.add(mask(at))
    return tuple(tuple(sorted(m for m in found if m & -m == 1 << c)) for c in range(GRID.size))


def _cat(record: Mapping[str, object]) -> Cat:
    name = take(record, "name", str, FILE)
    where = f"{FILE}, cat {name!r}"
    shape, promo = take(record, "shape", list, where, default=[]), take(record, "promo", str, where, default="")
    size = len(shape) or (box().least if promo else take(record, "size", int, where))
    points = take(record, "points", int, where, default=0)
    title, words = (take(record, key, str, where, default=default) for key, default in (("title", name), ("words", "")))
    laid = places(shape) if shape else ()
    return Cat(
        name=name,
        title=title,
        dots=take(record, "dots", int, where),
        points=points,
        size=size,
        promo=promo,
        words=words,
        places=laid,
    )


def _goal(record: Mapping[str, object]) -> Goal:
    name, letters = (take(record, key, str, FILE) for key in ("name", "letters"))
    counts = tuple(sorted((letters.count(letter) for letter in set(letters)), reverse=True))
    if sum(counts) != 6:
        raise DataError(f"{FILE}, goal {name!r}: expected six letters, found {letters!r}")
    return Goal(
        name=name,
        letters=letters,
        counts=counts,
        one=take(record, "one", int, FILE),
        both=take(record, "both", int, FILE),
    )


CATS = tuple(_cat(record) for record in tables(_DATA, "cat", FILE))
CAT = {cat.name: n for n, cat in enumerate(CATS)}
GOALS = tuple(_goal(record) for record in tables(_DATA, "goal", FILE))
GOAL = {goal.letters: n for n, goal in enumerate(GOALS)}


def _known(known: Mapping[str, int], names: Iterable[str], where: str) -> tuple[int, ...]:
    try:
        return tuple(known[name] for name in names)
    except KeyError as error:
        raise DataError(f"{where}: expected names among {', '.join(known)}, found {error}") from None


def _scenario(number: int, record: Mapping[str, object]) -> Scenario:
    where = f"{FILE}, scenario {number}"
    goals = _known(GOAL, take(record, "goals", list, where), where)
    cats = _known(CAT, take(record, "cats", list, where), where)
    return Scenario(
        goals=goals, cats=cats, wants=take(record, "wants", dict, where), points=take(record, "points", int, where)
    )


_FIRST = take(_DATA, "first", dict, FILE)
FIRST_CATS, FIRST_GOALS = _known(CAT, _FIRST["cats"], FILE), _known(GOAL, _FIRST["goals"], FILE)
SCENARIOS = tuple(_scenario(n, record) for n, record in enumerate(tables(_DATA, "scenario", FILE), 1))


@dataclass(frozen=True, slots=True)
class Board:
    """A quilt board: its name and its printed ring, including cut patches, as masks by colour and by pattern.

    Printed patches count like any other (`calico.cat.edge`, `calico.button.edge`).
    """

    name: str
    colours: tuple[int, ...]
    patterns: tuple[int, ...]
    printed: Mapping[int, int]


def _board(record: Mapping[str, object]) -> Board:
    where = f"{FILE}, quilt {record.get('name')!r}"
    rows = GRID.rows
    sides = {
        "top": rows[0],
        "right": tuple(row[-1] for row in rows[1:-1]),
        "bottom": rows[-1],
        "left": tuple(row[0] for row in rows[1:-1]),
    }
    printed: dict[int, int] = {}
    for side, cells in sides.items():
        patches = _known(KIND, take(record, side, list, where), where)
        if len(patches) != len(cells):
            raise DataError(f"{where}: expected {len(cells)} patches at the {side}, found {len(patches)}")
        printed.update(zip(cells, patches, strict=True))
    return Board(
        name=take(record, "name", str, where),
        colours=tuple(mask(c for c, kind in printed.items() if COLOUR[kind] == n) for n in range(len(COLOURS))),
        patterns=tuple(mask(c for c, kind in printed.items() if PATTERN[kind] == n) for n in range(len(PATTERNS))),
        printed=printed,
    )


BOARDS = tuple(_board(record) for record in tables(_DATA, "quilt", FILE))
Pair = tuple[int, int]


@lru_cache(maxsize=4096)
def cats_by_pattern(cats: tuple[int, ...], pairs: tuple[Pair, ...]) -> tuple[Cat | None, ...]:
    """Return the cat that likes each pattern (`calico.setup.patterns`, `calico.cat.single-pattern`)."""
    likes: list[Cat | None] = [None] * len(PATTERNS)
    for cat, pair in zip(cats, pairs, strict=False):
        for pattern in pair:
            likes[pattern] = CATS[cat]
    return tuple(likes)


# --- components in play ------------------------------------------------------------------------------------------


@cache
def boards(options: Options) -> tuple[Board, ...]:
    """Return the boards in play, in seat order (`calico.players`, `calico.board`)."""
    first = next(n for n, board in enumerate(BOARDS) if board.name == options["board"])
    count = 1 if options["scenario"] else int(options.word("players"))
    if count == 2 and options["second"] not in ("next", options["board"]):
        return (BOARDS[first], next(board for board in BOARDS if board.name == options["second"]))
    return tuple(BOARDS[(first + n) % len(BOARDS)] for n in range(count))


@cache
def copies(options: Options) -> int:
    """Return how many of each patch are in the game (`calico.variant.duel`)."""
    return box().copies - 1 if options.flag("duel") and len(boards(options)) <= 2 else box().copies


def has_goals(options: Options) -> bool:
    """Return whether the game has goals: the family game has none, but a scenario always has its own.

    (`calico.variant.family`, `calico.variant.solo.scenario`)
    """
    return bool(options["scenario"]) or not options.flag("family")


def brings_cats(options: Options) -> str:
    """Return the rule that fixes the cats in a scenario or in the first game, where they are not drawn."""
    return "calico.variant.solo.scenario" if options["scenario"] else "calico.variant.first-game"


@cache
def prefix(options: Options, seat: int) -> str:
    """Return the prefix of a seat's area names, as in `blue.`; empty for a single player."""
    found = boards(options)
    return f"{found[seat].name}." if len(found) > 1 else ""
