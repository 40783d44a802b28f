"""The components of Calico, read once from the data, with every occurrence of a shape on the board precomputed.

The numbers are in `box()`. Cats, goal tiles and boards are lists, and other modules refer to them by index.
A patch is an integer: colour * 6 + pattern. A heap, which is any collection of patches such as the bag, is also one
integer, with two bits for each kind of patch (there are at most three of a kind).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from cattools.core.data_files import from_table, load
from cattools.core.errors import DataError
from cattools.core.grid import bits, hex_rows, mask
from cattools.core.options import Options

FILE = "games/calico/data/components.toml"
Spot = tuple[int, int]  # axial coordinates


@dataclass(frozen=True, slots=True)
class Kind:
    """A colour or a pattern: its name and its letter."""

    name: str
    letter: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of every board: the numbers of rows and columns, and the names of the goal cells."""

    rows: int
    columns: int
    goals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """The printed patches around a board: the top row, the right side downwards, the bottom row, the left side."""

    name: str
    top: tuple[str, ...]
    right: tuple[str, ...]
    bottom: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal tile: its name, its letters, its points for one match and for both, and how often each letter occurs.

    `counts` is in descending order.
    """

    name: str
    letters: str
    one: int
    both: int
    counts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        if len(self.letters) != 6:
            raise ValueError(f"expected six letters, found {self.letters!r}")
        counts = tuple(sorted(map(self.letters.count, {*self.letters}), reverse=True))
        object.__setattr__(self, "counts", counts)


@dataclass(frozen=True, slots=True)
class Setup:
    """The goals and cats of a game by name; a solo scenario also has tasks with their numbers, and points to reach."""

    goals: tuple[str, ...]
    cats: tuple[str, ...]
    wants: Mapping[str, int] = field(default_factory=dict)
    points: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box, from `components.toml`.

    `copies` is the number of each patch; `hand` and `market` are the numbers of patches in a hand and in the market.
    `group` is the number of connected patches that earn a button, `button` is its points. `promo` holds the points of
    the two promo tokens, `least` is the smallest number of patches that a promo cat counts.
    """

    copies: int
    hand: int
    market: int
    group: int
    button: int
    least: int
    promo: tuple[int, int]
    colour: tuple[Kind, ...]
    pattern: tuple[Kind, ...]
    board: Layout
    quilt: tuple[Ring, ...]
    cat: tuple[Mapping[str, Any], ...]
    goal: tuple[Goal, ...]
    first: Setup
    scenario: tuple[Setup, ...]

    def __post_init__(self) -> None:
        found = len(self.colour), len(self.pattern), self.copies
        if found[:2] != (6, 6) or self.copies > 3:
            raise ValueError(f"expected six colours, six patterns and at most three copies, found {found}")


@cache
def box() -> Box:
    """Return what is in the box. Raises `DataError`."""
    return from_table(Box, load(FILE), FILE)


# --- the board ---------------------------------------------------------------------------------------------------

GRID = hex_rows(box().board.rows, box().board.columns)
GOAL_CELLS = tuple(map(GRID.cell, box().board.goals))
RING = GRID.border()
SPACES = GRID.everywhere & ~RING & ~mask(GOAL_CELLS)

# --- patches -----------------------------------------------------------------------------------------------------

COLOURS = tuple(colour.name for colour in box().colour)
PATTERNS = tuple(pattern.name for pattern in box().pattern)
LETTERS = "".join(pattern.letter for pattern in box().pattern)
PATCHES = tuple(colour.letter + letter for colour in box().colour for letter in LETTERS)
KIND = {patch: n for n, patch in enumerate(PATCHES)}
KINDS = len(PATCHES)
COLOUR = tuple(n // len(PATTERNS) for n in range(KINDS))
PATTERN = tuple(n % len(PATTERNS) for n in range(KINDS))
ONE = tuple(1 << 2 * kind for kind in range(KINDS))  # the heap of a single patch, by kind


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
    """One side of a cat tile: a cat that requires a `size` or a `shape`, or a `promo` cat.

    `places` holds every occurrence of the shape on the board, by first cell.
    """

    name: str
    tile: int
    dots: int
    title: str = ""
    points: int = 0
    size: int = 0
    promo: str = ""
    words: str = ""
    shape: tuple[Spot, ...] = ()
    places: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.shape) or (box().least if self.promo else self.size)
        if not size:
            raise ValueError("expected 'size', 'shape' or 'promo', found none")
        found = {"title": self.title or self.name, "size": size, "places": places(self.shape) if self.shape else ()}
        for name, value in found.items():
            object.__setattr__(self, name, value)

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
class Scenario:
    """A solo scenario: goals and cats by index, the tasks with their numbers, and the points to reach."""

    goals: tuple[int, ...]
    cats: tuple[int, ...]
    wants: Mapping[str, int]
    points: int


def _turns(shape: Iterable[Spot]) -> Iterator[list[Spot]]:
    cells = [*shape]
    for _ in range(6):
        cells = [(-r, q + r) for q, r in cells]
        yield cells


def places(shape: Iterable[Spot]) -> tuple[tuple[int, ...], ...]:
    """Return every occurrence of a shape on the board, in any rotation, by first cell (`calico.cat.shape`)."""
    index = {spot: n for n, spot in enumerate(GRID.spots)}
    found = set()
    for cells in _turns(shape):
        for q, r in GRID.spots:
            at = [index.get((q + dq, r + dr), -1) for dq, dr in cells]
            if min(at) >= 0:
                found.add(mask(at))
    return tuple(tuple(sorted(m for m in found if m & -m == 1 << c)) for c in range(GRID.size))


CATS = tuple(from_table(Cat, cat, f"{FILE}, cat {cat.get('name', '?')!r}") for cat in box().cat)
CAT = {cat.name: n for n, cat in enumerate(CATS)}
GOALS = box().goal
GOAL = {goal.letters: n for n, goal in enumerate(GOALS)}


def _known(known: Mapping[str, int], names: Iterable[str], where: str) -> tuple[int, ...]:
    try:
        return tuple(known[name] for name in names)
    except KeyError as error:
        raise DataError(f"{where}: expected names among {', '.join(known)}, found {error}") from None


def _scenario(setup: Setup, where: str) -> Scenario:
    return Scenario(_known(GOAL, setup.goals, where), _known(CAT, setup.cats, where), setup.wants, setup.points)


_FIRST = _scenario(box().first, f"{FILE}, first")
FIRST_CATS, FIRST_GOALS = _FIRST.cats, _FIRST.goals
SCENARIOS = tuple(_scenario(setup, f"{FILE}, scenario {n}") for n, setup in enumerate(box().scenario, 1))


@dataclass(frozen=True, slots=True)
class Board:
    """A quilt board: its name and its printed ring, including cut patches, as masks by colour and by pattern.

    Printed patches count like any other (`calico.cat.edge`, `calico.button.edge`).
    """

    name: str
    colours: tuple[int, ...]
    patterns: tuple[int, ...]
    printed: Mapping[int, int]


def _board(ring: Ring) -> Board:
    where, rows = f"{FILE}, quilt {ring.name!r}", GRID.rows
    sides = (
        ("top", ring.top, rows[0]),
        ("right", ring.right, [row[-1] for row in rows[1:-1]]),
        ("bottom", ring.bottom, rows[-1]),
        ("left", ring.left, [row[0] for row in rows[1:-1]]),
    )
    printed: dict[int, int] = {}
    for side, patches, cells in sides:
        if len(patches) != len(cells):
            raise DataError(f"{where}: expected {len(cells)} patches at the {side}, found {len(patches)}")
        printed.update(zip(cells, _known(KIND, patches, where), strict=True))
    return Board(
        name=ring.name,
        colours=tuple(mask(c for c, kind in printed.items() if COLOUR[kind] == n) for n in range(len(COLOURS))),
        patterns=tuple(mask(c for c, kind in printed.items() if PATTERN[kind] == n) for n in range(len(PATTERNS))),
        printed=printed,
    )


BOARDS = tuple(map(_board, box().quilt))
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
