"""The components of Cat in the Box: what is in the box, the players, and the actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from cattools.core.chance import ByChance
from cattools.core.display import seat_names
from cattools.core.errors import DataError
from cattools.core.grid import Grid, mask
from cattools.core.loading.data_files import load_as
from cattools.core.messages import N_, Text, listed, text
from cattools.core.notation.actions import Actions, Among, action, cell_of

# --- names -------------------------------------------------------------------------------------------------------

FILE = "games/catbox/data/components.toml"
SHOWN_SIDE = "white"  # of the research cards
COLOURS = (N_("red"), N_("blue"), N_("yellow"), N_("green"))  # every colour with artwork; the data orders the rows
NAMES = (N_("Plum"), N_("Teal"), N_("Orange"), N_("Slate"), N_("Ivory"))
SEATS = tuple(name.lower() for name in NAMES)
LETTERS = "".join(name[0] for name in SEATS)
HAND, PREDICTION, START_CARD = "h{}", "p{}", "start"  # the areas that are not cells of the research board


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(NAMES[seat])


def names_of(seats: Iterable[int]) -> str:
    """Return the names of seats, joined into a list."""
    return listed([seat_name(seat) for seat in seats])


# --- actions -----------------------------------------------------------------------------------------------------

Card = Annotated[int, Among(lambda state: range(1, state.board.numbers + 1), HAND, shape="[0-9]")]
Cell = Annotated[str, cell_of(lambda state: state.board.grid)]
Tricks = Annotated[int, Among(lambda _: range(10), PREDICTION, shape="[0-9]")]


@action("{card}>{at}")
class Play:
    """Play and declare a card; the cell of its token gives the colour (`catbox.declare`): `b6`.

    A token can never go in the column of another number. Such a play can still be written, as in `6>b7`, so that the
    game can refuse it with a reason.
    """

    card: Card
    at: Cell

    def __str__(self) -> str:
        return self.at if self.at[1:] == str(self.card) else f"{self.card}>{self.at}"


@action("discard {card}", sentence=N_("{who} puts the {card} aside."), deed=N_("Puts the {card} aside, face down."))
class Discard:
    """Put a card aside, face down (`catbox.prepare.discard`): `discard 6`."""

    card: Card


@action("predict {tricks}")
class Predict:
    """Predict the number of tricks to win (`catbox.prepare.predict`): `predict 2`."""

    tricks: Tricks


@action(
    "paradox",
    sentence=N_("{who} claims a paradox."),
    deed=N_("Claims a paradox, which ends the round."),
    label=N_("Paradox"),
)
class Paradox:
    """Cause a paradox, because no card can be declared (`catbox.paradox`): `paradox`."""


@action(
    "next",
    presses=(START_CARD,),
    sentence=N_("action\x04{who} begins the next round."),
    deed=N_("Begins the next round."),
)
class Next:
    """Begin the next round: tokens return, the start player card passes on (`catbox.round.next`): `next`."""


@action("*{card}", also=("deal {card}",), sentence=N_("Deal the {card} next."))
class Deal(ByChance):
    """Chance: the next card is dealt (`catbox.prepare.discard`): `*6`."""

    card: Card


@action("!{card}", also=("reveal {card}",), sentence=N_("Reveal the {card}."))
class Reveal(ByChance):
    """Chance: a card left over from the deal is revealed (`catbox.duel.preset`): `!6`."""

    card: Card


Action = Play | Discard | Predict | Paradox | Next | Deal | Reveal
SPELLINGS = {  # a cell can also be a colour and a number, in either order; a cell alone is a play of its own card
    r"\b([rbyg])(?:ed|lue|ellow|reen)(?=\b|[0-9])": r"\1",
    r"([rbyg]) ([0-9])$": r"\1\2",
    r"^([0-9]) ?([rbyg])$": r"\2\1",
    r"^[rbyg]([0-9])$": r"\1>\g<0>",
}
ACTIONS = Actions[Action](
    *(Paradox, Next, Predict, Discard, Deal, Reveal, Play),
    examples=("b6", "discard 6", "predict 2", "next", "paradox"),
    also=SPELLINGS,
)


# --- the research board ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """The values for one number of players, as in `components.toml`."""

    numbers: int
    dealt: int
    tricks: int
    predictions: tuple[int, ...]
    revealed: int
    sides: tuple[str, ...]


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
    return load_as(Box, FILE)


class ResearchBoard:
    """The research board for one number of players, with the deal, the possible predictions and fast lookup tables.

    A colour is the index of its row, from the top (`catbox.research-order`); a cell's name is the colour's first letter
    and the number, `b6`. `sides` are the printed sides that players may use, the one for a first game
    first; `other_face` means that the layout of all of them is unknown. `row[colour]` and `column[card]` are masks of
    cells. `rows[colours]` is the mask of all rows in a mask of colours, `columns[numbers]` is the mask of all columns
    in a mask of numbers. `play[cell]` is the play of a cell's own card; `deals` and `reveals` pair each action
    with the bit offset of its card in packed cards.
    """

    def __init__(self, players: int) -> None:
        shared, found = box(), box().players[str(players)]
        self.players = self.rounds = players
        self.numbers, self.dealt, self.tricks, self.revealed = found.numbers, found.dealt, found.tricks, found.revealed
        self.predictions, self.sides = found.predictions, found.sides
        self.other_face = SHOWN_SIDE not in found.sides
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
        self.deals = tuple((3 * (n - 1), Deal(n)) for n in numbers)  # first the bit offset in packed cards
        self.reveals = tuple((3 * (n - 1), Reveal(n)) for n in numbers)
        self.discard = {n: Discard(n) for n in numbers}
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
        best, wide, first, last = 0, self.numbers, self.column[1], self.column[-1]
        while tokens:
            group, grown = 0, tokens & -tokens
            while grown != group:
                group = grown
                grown |= tokens & ((group & ~last) << 1 | (group & ~first) >> 1 | group << wide | group >> wide)
            tokens &= ~group
            if group.bit_count() > best.bit_count():
                best = group
        return best


@cache
def research_board(players: str) -> ResearchBoard:
    """Return the research board for the number of players in the option. Raises `DataError`."""
    return ResearchBoard(int(players))


# --- cards -------------------------------------------------------------------------------------------------------

_ONES = 0o111111111  # the lowest bit of each number in packed cards


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


# --- words -------------------------------------------------------------------------------------------------------


def colour_word(board: ResearchBoard, colour: int) -> Text:
    """Return a colour's name."""
    return text(board.colours[colour])


def cell_words(board: ResearchBoard, cell: int) -> Text:
    """Return the name of a cell of the research board: `blue 7`."""
    return text(N_("{colour} {card}"), colour=colour_word(board, board.colour(cell)), card=board.card(cell))
