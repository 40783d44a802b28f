"""The components of Cat in the Box: the research board for each number of players, with lookup tables, and the cards.

Cards are packed into one integer: three bits for each number count its copies, so a hand is a plain value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from cattools.core.data_files import from_table, load
from cattools.core.errors import DataError
from cattools.core.grid import Grid, mask
from cattools.games.catbox.rules.actions import Deal, Discard, Play, Predict, Reveal

FILE = "games/catbox/data/components.toml"
COLOURS = ("red", "blue", "yellow", "green")  # every colour with artwork; the data defines the row order
SEATS = ("plum", "teal", "orange", "slate", "ivory")
LETTERS = "".join(name[0] for name in SEATS)
START_CARD = "start"  # the area of the round start player card
_ONES = 0o111111111


@dataclass(frozen=True, slots=True)
class Table:
    """The values for one number of players, as in `components.toml`."""

    numbers: int
    dealt: int
    tricks: int
    predictions: tuple[int, ...]
    revealed: int
    other_face: bool


@dataclass(frozen=True, slots=True)
class Box:
    """All values in `components.toml`: those for every number of players, and a `Table` for each number of players."""

    copies: int
    few: int
    trump: str
    rows: tuple[str, ...]
    preset: tuple[str, ...]
    players: Mapping[str, Table]

    def __post_init__(self) -> None:
        if sorted(self.rows) != sorted(COLOURS) or not {self.trump, *self.preset} <= {*COLOURS}:
            raise ValueError(f"expected only the colours {', '.join(COLOURS)} in rows, trump and preset")
        if not 1 <= self.copies <= 7:
            raise ValueError(f"expected 1 to 7 copies, found {self.copies}")


@cache
def box() -> Box:
    """Return the components. Raises `DataError`."""
    return from_table(Box, load(FILE), FILE)


class ResearchBoard:
    """The research board for one number of players, with the deal, the possible predictions and fast lookup tables.

    A colour is the index of its row, from the top (`catbox.research-order`); a cell's name is the colour's first letter
    and the number, `b6`. `other_face` means that, for this number of players, the printed board has another face, whose
    layout is unknown. `row[colour]` and `column[card]` are masks of cells. `rows[colours]` is the mask of all rows in a
    mask of colours, `columns[numbers]` is the mask of all columns in a mask of numbers. Actions are created once, so
    equal actions are identical.
    """

    def __init__(self, players: int) -> None:
        shared, found = box(), box().players[str(players)]
        self.players = players
        self.numbers, self.dealt, self.tricks, self.revealed = found.numbers, found.dealt, found.tricks, found.revealed
        self.predictions, self.other_face = found.predictions, found.other_face
        self.rounds = players
        self.left = shared.copies * self.numbers - players * self.dealt  # number of undealt cards
        if not (1 <= self.numbers <= 9 and self.tricks == self.dealt - 2 and 0 <= self.revealed <= self.left):
            where = f"{FILE}, players '{players}'"
            raise DataError(f"{where}: expected numbers, dealt, tricks and revealed that fit together")
        self.colours = tuple(shared.rows)
        self.trump = self.colours.index(shared.trump)
        self.preset = tuple(self.colours.index(name) for name in shared.preset)
        wide = self.numbers
        self.grid = Grid(
            "square",
            [[(c, r) for c in range(wide)] for r in range(len(self.colours))],
            names=[f"{name[0]}{n}" for name in self.colours for n in range(1, wide + 1)],
        )
        colours = range(len(self.colours))
        self.row = tuple(mask(self.grid.rows[r]) for r in colours)
        self.column = (0, *(mask(row[n] for row in self.grid.rows) for n in range(wide)))
        self.rows = tuple(sum(self.row[r] for r in colours if some >> r & 1) for some in range(1 << len(self.colours)))
        self.columns = tuple(sum(self.column[n + 1] for n in range(wide) if some >> n & 1) for some in range(1 << wide))
        self.all_colours = (1 << len(self.colours)) - 1
        self.deck = cards(n for n in range(1, wide + 1) for _ in range(shared.copies))
        self.play = tuple(Play(cell % wide + 1, name) for cell, name in enumerate(self.grid.names))
        numbers = range(1, wide + 1)
        self.discard = {n: Discard(n) for n in numbers}
        self.deals = tuple((3 * (n - 1), Deal(n)) for n in numbers)  # first the bit offset in packed cards
        self.reveals = tuple((3 * (n - 1), Reveal(n)) for n in numbers)
        self.predict = tuple(Predict(n) for n in self.predictions)
        self._row_plays = tuple(
            tuple(tuple(self.play[row[n]] for n in range(wide) if some >> n & 1) for some in range(1 << wide))
            for row in self.grid.rows
        )

    def plays(self, cells: int) -> tuple[Play, ...]:
        """Return the plays that take the cells in a mask, in reading order."""
        wide, (first, second, third, fourth) = self.numbers, self._row_plays
        low = (1 << wide) - 1
        return (
            *first[cells & low],
            *second[cells >> wide & low],
            *third[cells >> 2 * wide & low],
            *fourth[cells >> 3 * wide],
        )

    def colour(self, cell: int) -> int:
        """Return a cell's colour."""
        return cell // self.numbers

    def card(self, cell: int) -> int:
        """Return a cell's number."""
        return cell % self.numbers + 1

    def cell(self, colour: int, card: int) -> int:
        """Return the cell of a colour and a number."""
        return colour * self.numbers + card - 1

    def taker(self, trick: tuple[int, ...]) -> int:
        """Return the index of the card that wins a trick (`catbox.trick.red`, `catbox.trick.led`)."""
        placed = mask(trick)
        best = placed & self.row[self.trump] or placed & self.row[trick[0] // self.numbers]
        return trick.index(best.bit_length() - 1)  # within a row, a higher number has a higher cell index

    def group(self, tokens: int) -> int:
        """Return the largest group of tokens connected by their sides (`catbox.score.bonus`).

        If several groups are equally large, return the first.
        """
        best, around = 0, self.grid.around
        while tokens:
            group, fresh = 0, tokens & -tokens
            while fresh:
                group |= fresh
                near = 0
                while fresh:
                    low = fresh & -fresh
                    near |= around[low.bit_length() - 1]
                    fresh ^= low
                fresh = near & tokens & ~group
            tokens &= ~group
            if group.bit_count() > best.bit_count():
                best = group
        return best


@cache
def research_board(players: str) -> ResearchBoard:
    """Return the research board for the number of players in the option. Raises `DataError`."""
    return ResearchBoard(int(players))


# --- areas other than the cells of the research board ------------------------------------------------------------


def hand_place(card: int) -> str:
    """Return the area of a number in the hand: `h6`."""
    return f"h{card}"


def prediction_place(tricks: int) -> str:
    """Return the area of a printed prediction: `p2`."""
    return f"p{tricks}"


# --- cards -------------------------------------------------------------------------------------------------------


def one_card(card: int) -> int:
    """Return one card as packed cards."""
    return 1 << 3 * (card - 1)


def cards(numbers: Iterable[int]) -> int:
    """Return packed cards with these numbers, at most seven of each."""
    return sum(one_card(n) for n in numbers)


def copies(held: int, card: int) -> int:
    """Return the number of copies of a card in packed cards."""
    return held >> 3 * (card - 1) & 7


def counts(held: int) -> Iterator[tuple[int, int]]:
    """Yield each number in packed cards with its count, lowest first."""
    card = 1
    while held:
        if held & 7:
            yield card, held & 7
        held >>= 3
        card += 1


def numbers(held: int) -> list[int]:
    """Return the numbers in packed cards, lowest first, once for each copy."""
    return [card for card, n in counts(held) for _ in range(n)]


def card_count(held: int) -> int:
    """Return the number of cards in packed cards."""
    return (held & _ONES).bit_count() + 2 * (held >> 1 & _ONES).bit_count() + 4 * (held >> 2 & _ONES).bit_count()


@cache  # safe to cache: there are fewer than fifty thousand hands
def number_mask(held: int) -> int:
    """Return the numbers in packed cards as a mask: bit 0 stands for the number 1."""
    return sum(1 << card - 1 for card, _ in counts(held))
