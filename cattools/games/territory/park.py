"""The park, its stacks and what is in the box: the numbers from the data files, and tables made from them once.

A cell is a number from 0 (A1) to 35 (F6) in reading order; a set of cells is a mask. A stack is a number too: its place
in `STACKS`, where it stands as a tuple of colours from the bottom up. `PUT[colour][stack]` is the stack with that
colour on top. Cards are numbers: a coordinate card is its cell, the assist cards follow, then END.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

from cattools.core.data import load, take
from cattools.core.errors import NotationError
from cattools.core.grid import Grid, mask
from cattools.core.messages import N_, text
from cattools.core.options import Options

SIDE = 6
COLOURS = ("red", "blue", "yellow", "green")
GRID = Grid(
    "square",
    [[(column, row) for column in range(SIDE)] for row in range(SIDE)],
    names=[f"{letter}{row}" for row in range(1, SIDE + 1) for letter in "ABCDEF"],
)
SIZE, EVERYWHERE, NAMES = GRID.size, GRID.everywhere, GRID.names

KINDS = ("empty", "column", "row", "double", "search", "block")
EMPTY, COLUMN, ROW, DOUBLE, SEARCH, BLOCK = range(SIZE, SIZE + len(KINDS))
END = SIZE + len(KINDS)
SOME_CELL, SOME_ASSIST = END + 1, END + 2  # a card of which only the back is seen
CARDS = (*NAMES, *KINDS, "END")


class _Cards(dict[str, int]):
    """Cards by name; a name that is none is told as such."""

    def __missing__(self, name: str) -> int:
        raise NotationError(text(N_("a card such as C4 or block")), name)


CARD = _Cards((name, number) for number, name in enumerate(CARDS))
CELLS, ASSIST = 0, 1  # the two decks
DECKS = ("cells", "assist")
TITLES = {
    "empty": N_("any empty cell"),
    "column": N_("over a cat, column"),
    "row": N_("over a cat, row"),
    "double": N_("double turn"),
    "search": N_("look at three"),
    "block": N_("block"),
    "END": N_("END"),
}

STACKS = tuple(stack for height in range(len(COLOURS) + 1) for stack in permutations(range(len(COLOURS)), height))
STACK = {stack: number for number, stack in enumerate(STACKS)}
PUT = tuple(
    bytes(STACK[(*(c for c in stack if c != colour), colour)] for stack in STACKS) for colour in range(len(COLOURS))
)
HEIGHT = bytes(len(stack) for stack in STACKS)

UP, RIGHT, DOWN, LEFT = range(4)
BOTH, VERTICAL, HORIZONTAL = (UP, RIGHT, DOWN, LEFT), (UP, DOWN), (LEFT, RIGHT)
WAYS = {**dict.fromkeys(range(SIZE), BOTH), EMPTY: BOTH, COLUMN: VERTICAL, ROW: HORIZONTAL}
_STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}


def _ray(cell: int, way: int) -> tuple[int, ...]:
    (x, y), (dx, dy) = GRID.spots[cell], _STEPS[way]
    return tuple(
        SIDE * (y + dy * n) + x + dx * n
        for n in range(1, SIDE)
        if 0 <= x + dx * n < SIDE and 0 <= y + dy * n < SIDE
    )  # fmt: skip


# RAY[cell][way] are the cells that way, nearest first. LINES[cell][way] is their mask, whether the nearest is the
# highest bit, and the mask of the cells between, by the bit of the far end.
RAY = tuple(tuple(_ray(cell, way) for way in BOTH) for cell in range(SIZE))
LINES = tuple(
    tuple((mask(ray), way in (UP, LEFT), {1 << end: mask(ray[:n]) for n, end in enumerate(ray)}) for way, ray in
          enumerate(rays))
    for rays in RAY
)  # fmt: skip


def turned(cell: int, own: int, filled: int, ways: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks of the cells that turn, one for each direction in which any does (`territory.flip.line`)."""
    found = []
    for way in ways:
        ray, high, between = LINES[cell][way]
        near = own & ray
        if near:
            line = between[1 << near.bit_length() - 1 if high else near & -near]
            if line and line & filled == line:
                found.append(line)
    return tuple(found)


def tops_with(tops: tuple[int, ...], seat: int, cell: int) -> list[int]:
    """Return which cells each colour tops once a cat of a seat is on a cell."""
    found = [top & ~(1 << cell) for top in tops]
    found[seat] |= 1 << cell
    return found


def bonus(lines: tuple[int, ...]) -> int:
    """Return the bonus points for the cells really turned in each direction (`territory.advanced.bonus.sum`)."""
    paid, points = box().paid, 0
    if len(lines) > 2:
        points = paid["three_way"] if len(lines) == 3 else paid["four_way"]
    for line in lines:
        count = line.bit_count()
        if count > 2:
            points += paid["line_three"] if count == 3 else paid["line_four"]
    return points


@dataclass(frozen=True, slots=True)
class Box:
    """The numbers of the components: `mix` are the assist cards, `layout` the open treasures (-1: none)."""

    copies: int
    top: int
    mix: bytes
    treasures: bytes
    layout: tuple[int, ...]
    paid: dict[str, int]
    duel: bytes


@dataclass(frozen=True, slots=True)
class Plan:
    """What the options amount to: who plays, all cards and treasures there are, the hands at the start."""

    seats: int
    game: str
    cells: bytes
    assist: bytes
    treasures: bytes
    layout: tuple[int, ...]
    hand: tuple[int, int]
    with_end: bool
    below: int

    @property
    def duel(self) -> bool:
        """Whether this is the game for two, with open assist cards."""
        return self.game == "duel"

    @property
    def pays(self) -> bool:
        """Whether there are bonus points."""
        return self.game != "basic"


FILE = "games/territory/data/components.toml"


@cache
def box() -> Box:
    """Return the components. Raises `DataError` naming what is wrong with the file."""
    data = load(FILE)
    cards, mix, treasure, advanced, duel = (
        take(data, name, dict, FILE) for name in ("cards", "assist", "treasure", "advanced", "duel")
    )
    rows = "".join(take(advanced, "layout", list, FILE))
    counts = take(treasure, "values", list, FILE)
    return Box(
        copies=take(cards, "copies", int, FILE),
        top=take(cards, "top", int, FILE),
        mix=bytes(CARD[kind] for kind in KINDS for _ in range(take(mix, kind, int, FILE))),
        treasures=bytes(value for value, count in enumerate(counts) for _ in range(count)),
        layout=tuple(-1 if sign == "." else int(sign) for sign in rows),
        paid={name: take(advanced, name, int, FILE) for name in ("three_way", "four_way", "line_three", "line_four")},
        duel=bytes(sorted(CARD[kind] for kind in take(duel, "assist", list, FILE))),
    )


@cache
def plan(options: Options) -> Plan:
    """Return what the options amount to (`territory.players`, `territory.duel.cards`)."""
    game, parts = options.word("game"), box()
    duel = game == "duel"
    copies = take(take(load(FILE), "duel", dict, FILE), "copies", int, FILE) if duel else parts.copies
    hand = take(take(load(FILE), "hand", dict, FILE), game, dict, FILE)
    mix = bytes(kind for kind in parts.mix if kind != DOUBLE or not options.flag("no-double"))
    seats = 2 if duel else int(options.word("players"))
    return Plan(
        seats=seats,
        game=game,
        cells=bytes(sorted([*range(SIZE)] * copies)),
        assist=bytes(sorted(parts.duel * seats)) if duel else mix,
        treasures=b"" if game != "basic" else parts.treasures,
        layout=parts.layout if game == "advanced" else (-1,) * SIZE,
        hand=(hand["cells"], hand["assist"]),
        with_end=not duel,
        below=SIZE * copies - parts.top,
    )


def put(cards: bytes, card: int) -> bytes:
    """Return sorted cards with one more."""
    return bytes(sorted((*cards, card)))


def without(cards: bytes, card: int) -> bytes:
    """Return sorted cards with one less."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
