"""The components of Neko Neko Territory: the park, cards, treasures, and the stacks that cats can form.

A cell is a number from 0 (A1) to 35 (F6) in reading order; a set of cells is a mask. A stack is its index in `STACKS`,
which holds tuples of colours from the bottom up; `WITH_TOP[colour][stack]` is the stack with that colour on top. A card
is a number as well: first the coordinate cards, each with the number of its cell, then the assist cards, then END.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from cattools.core.data_files import from_table, load
from cattools.core.errors import NotationError
from cattools.core.grid import Grid
from cattools.core.messages import N_, text
from cattools.core.options import Options

SIDE = 6
COLOURS = ("red", "blue", "yellow", "green")
GRID = Grid(
    "square",
    [[(column, row) for column in range(SIDE)] for row in range(SIDE)],
    names=[f"{letter}{row}" for row in range(1, SIDE + 1) for letter in "ABCDEF"],
    directions=((0, -1), (1, 0), (0, 1), (-1, 0)),  # up, then clockwise
)
SIZE, EVERYWHERE, NAMES = GRID.size, GRID.everywhere, GRID.names

KINDS = ("empty", "column", "row", "double", "search", "block")
PLACING = KINDS[:3]  # the assist cards that place a cat
EMPTY, COLUMN, ROW, DOUBLE, SEARCH, BLOCK = range(SIZE, SIZE + len(KINDS))
END = SIZE + len(KINDS)
CELL_BACK, ASSIST_BACK = END + 1, END + 2  # cards of which only the back is visible
CARDS = (*NAMES, *KINDS, "END")
ONE_CARD = tuple(bytes([card]) for card in range(ASSIST_BACK + 1))
CELLS, ASSIST = DECKS = ("cells", "assist")


class _Cards(dict[str, int]):
    """Cards by name. Raises `NotationError` for an unknown name."""

    def __missing__(self, name: str) -> int:
        raise NotationError(text(N_("a card such as C4 or block")), name)


CARD = _Cards((name, number) for number, name in enumerate(CARDS))

STACKS = tuple(stack for height in range(len(COLOURS) + 1) for stack in permutations(range(len(COLOURS)), height))
STACK = {stack: number for number, stack in enumerate(STACKS)}
WITH_TOP = tuple(
    bytes(STACK[(*(c for c in stack if c != colour), colour)] for stack in STACKS) for colour in range(len(COLOURS))
)
HEIGHT = bytes(len(stack) for stack in STACKS)

FILE = "games/territory/data/components.toml"


@dataclass(frozen=True, slots=True)
class Cards:
    """How many copies of each coordinate card there are, and how many cards lie above the part of the deck with END."""

    copies: int
    top: int


@dataclass(frozen=True, slots=True)
class Treasure:
    """How many treasures there are of each value, from 0."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Advanced:
    """The face-up treasures by row, a dot for none, and the bonus points for each pattern of turned cells."""

    layout: tuple[str, ...]
    three_way: int
    four_way: int
    line_three: int
    line_four: int


@dataclass(frozen=True, slots=True)
class Hand:
    """The numbers of coordinate cards and of assist cards dealt to each player."""

    cells: int
    assist: int


@dataclass(frozen=True, slots=True)
class Duel:
    """The game for two: the number of copies of each coordinate card, and each player's assist cards."""

    copies: int
    assist: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxFile:
    """The contents of `components.toml`; `assist` has the number of each assist card, `hand` the hands by game."""

    cards: Cards
    assist: Mapping[str, int]
    treasure: Treasure
    advanced: Advanced
    hand: Mapping[str, Hand]
    duel: Duel


@dataclass(frozen=True, slots=True)
class Box:
    """The numbers of the components, from `components.toml`.

    `copies` is the number of copies of each coordinate card, `top` the number of cards above the part with END, and
    `layout` the face-up treasures by cell. The game for two has its own fields. `hands` are the numbers of (coordinate,
    assist) cards dealt in each game.
    """

    copies: int
    top: int
    assist: bytes
    treasures: bytes
    layout: tuple[int | None, ...]
    bonus: Advanced
    duel_copies: int
    duel_assist: bytes
    hands: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The components that the options select: seats, all cards and treasures in play, and the starting hands.

    `hand` are the numbers of (coordinate, assist) cards dealt. `end_among` is the number of coordinate cards in the
    part of the deck with END, or None without END.
    """

    seats: int
    game: str
    cells: bytes
    assist: bytes
    treasures: bytes
    layout: tuple[int | None, ...]
    hand: tuple[int, int]
    end_among: int | None

    @property
    def duel(self) -> bool:
        """Whether this is the game for two, with open assist cards."""
        return self.game == "duel"

    @property
    def pays(self) -> bool:
        """Whether there are bonus points (`territory.advanced.bonus.sum`, `territory.duel.bonus`)."""
        return self.game != "basic"


@cache
def box() -> Box:
    """Return the components. Raises `DataError` naming the error in the file.

    (`territory.components`, `territory.coordinates`, `territory.assist-mix`)
    """
    file = from_table(BoxFile, load(FILE), FILE)
    return Box(
        copies=file.cards.copies,
        top=file.cards.top,
        assist=bytes(CARD[kind] for kind in KINDS for _ in range(file.assist[kind])),
        treasures=bytes(value for value, count in enumerate(file.treasure.values) for _ in range(count)),
        layout=tuple(None if sign == "." else int(sign) for sign in "".join(file.advanced.layout)),
        bonus=file.advanced,
        duel_copies=file.duel.copies,
        duel_assist=bytes(sorted(CARD[kind] for kind in file.duel.assist)),
        hands={game: (hand.cells, hand.assist) for game, hand in file.hand.items()},
    )


@cache
def plan(options: Options) -> Plan:
    """Return the components that the options select (`territory.players`, `territory.duel.cards`).

    Treasures are face down in the basic game (`territory.setup.treasure`) and face up in the advanced one
    (`territory.advanced.treasure`); the game for two has none (`territory.duel.no-treasure`). Double turns can be left
    out (`territory.advanced.no-double`).
    """
    game, parts = options.word("game"), box()
    duel = game == "duel"
    copies = parts.duel_copies if duel else parts.copies
    mix = bytes(kind for kind in parts.assist if kind != DOUBLE or not options.flag("no-double"))
    seats = 2 if duel else int(options.word("players"))
    return Plan(
        seats=seats,
        game=game,
        cells=bytes(sorted([*range(SIZE)] * copies)),
        assist=bytes(sorted(parts.duel_assist * seats)) if duel else mix,
        treasures=parts.treasures if game == "basic" else b"",
        layout=parts.layout if game == "advanced" else (None,) * SIZE,
        hand=parts.hands[game],
        end_among=None if duel else SIZE * copies - parts.top,
    )


def with_card(cards: bytes, card: int) -> bytes:
    """Return sorted cards with one card added."""
    at = bisect(cards, card)
    return cards[:at] + ONE_CARD[card] + cards[at:]


def without_card(cards: bytes, card: int) -> bytes:
    """Return sorted cards with one card removed."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def without_cards(cards: bytes, others: bytes) -> bytes:
    """Return sorted cards with `others` removed; cards in `others` that are not there are ignored."""
    return bytes(sorted((Counter(cards) - Counter(others)).elements()))
