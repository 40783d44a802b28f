"""The components of Neko Neko Territory: what is in the box, the players, and the actions."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Annotated

from cattools.core.chance import ByChance
from cattools.core.display import seat_names
from cattools.core.errors import NotationError
from cattools.core.grid import Grid
from cattools.core.loading.data_files import load_as
from cattools.core.messages import N_, Text, text
from cattools.core.notation.actions import Actions, Among, action, cell_of
from cattools.core.options import Options

# --- components ------------------------------------------------------------------------------------------------

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
    """The face-up treasures by row, a dot for none, and the bonus points for each pattern of flipped cells."""

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
class Box:
    """The contents of `components.toml`; `assist` has the number of each assist card, `hand` the hands by game."""

    cards: Cards
    assist: Mapping[str, int]
    treasure: Treasure
    advanced: Advanced
    hand: Mapping[str, Hand]
    duel: Duel


@dataclass(frozen=True, slots=True)
class Plan:
    """The components that the options select: seats, all cards and treasures in play, and the starting hands.

    `hand` are the numbers of (coordinate, assist) cards dealt. `end_among` is the number of coordinate cards in the
    part of the deck with END, or None if there is no END.
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
    """Return the contents of the box. Raises `DataError`."""
    return load_as(Box, FILE)


@cache
def plan(options: Options) -> Plan:
    """Return the components that the options select (`territory.players`, `territory.components`).

    The cards are those of `territory.coordinates` and `territory.assist-mix`, or `territory.duel.cards`. Treasures are
    face down in the basic game (`territory.setup.treasure`) and face up in the advanced one
    (`territory.advanced.treasure`); the game for two has none (`territory.duel.no-treasure`). Double turns can be left
    out (`territory.advanced.no-double`).
    """
    game, parts = options.word("game"), box()
    duel = game == "duel"
    copies = parts.duel.copies if duel else parts.cards.copies
    seats = int(options.word("players"))
    kinds = parts.duel.assist * seats if duel else [kind for kind in KINDS for _ in range(parts.assist[kind])]
    treasures = [value for value, count in enumerate(parts.treasure.values) for _ in range(count)]
    layout = [None if sign == "." else int(sign) for sign in "".join(parts.advanced.layout)]
    return Plan(
        seats=seats,
        game=game,
        cells=bytes(sorted([*range(SIZE)] * copies)),
        assist=bytes(sorted(CARD[kind] for kind in kinds if kind != "double" or not options.flag("no-double"))),
        treasures=bytes(treasures) if game == "basic" else b"",
        layout=tuple(layout) if game == "advanced" else (None,) * SIZE,
        hand=(parts.hand[game].cells, parts.hand[game].assist),
        end_among=None if duel else SIZE * copies - parts.cards.top,
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


# --- labels ----------------------------------------------------------------------------------------------------

SEATS = (N_("Red"), N_("Blue"), N_("Yellow"), N_("Green"))
COLOUR_NAMES = (N_("red"), N_("blue"), N_("yellow"), N_("green"))
TITLES = {
    "empty": N_("any empty cell"),
    "column": N_("over a cat, column"),
    "row": N_("over a cat, row"),
    "double": N_("double turn"),
    "search": N_("look at three"),
    "block": N_("block"),
    "END": N_("END"),
}


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(SEATS[seat])


def colour(seat: int) -> Text:
    """Return a seat's colour as a word."""
    return text(COLOUR_NAMES[seat])


def title(kind: str) -> Text:
    """Return an assist card's name, which says what it does."""
    return text(TITLES[kind])


def card_words(card: int) -> str | Text:
    """Return a card's name: its cell or its effect."""
    return NAMES[card] if card < SIZE else title(CARDS[card])


def stack_words(stack: int) -> Text:
    """Return a stack with cats in words, from the top: `red over blue over green`."""
    words, *above = (colour(seat) for seat in STACKS[stack])
    for upper in above:
        words = text(N_("{top} over {rest}"), top=upper, rest=words)
    return words


# --- actions ---------------------------------------------------------------------------------------------------

EXCHANGE = N_("a card and a deck, such as C4>assist or block>cells")
RESULT = N_("a card, a colour or a treasure's value, such as *C4, *block, *END, *red or *2")
DECK_NAMES = {CELLS: N_("the coordinate deck"), ASSIST: N_("the assist deck")}
WITH_OR_WITHOUT_CELL = r"(?:empty|column|row)(?=\s*:)|(?:double|search)(?!\s*:)"

Cell = Annotated[str, cell_of(lambda _: GRID)]
Held = Annotated[str, Among(lambda _: CARDS[:END], expected=EXCHANGE, shown=lambda name: card_words(CARD[name]))]
Deck = Annotated[str, Among(lambda _: DECKS, expected=EXCHANGE, shown=lambda deck: text(DECK_NAMES[deck]))]
Assist = Annotated[str, Among(lambda _: KINDS, shape=WITH_OR_WITHOUT_CELL, shown=title)]
Looked = Annotated[int, Among(lambda _: (1, 2, 3), expected=N_("keep:1, keep:2 or keep:3"))]
Drawn = Annotated[str, Among(lambda _: CARDS, expected=RESULT)]
Treasured = Annotated[int, Among(lambda _: range(10))]
Colour = Annotated[str, Among(lambda state: COLOURS[: len(state.tops)])]


@action("{at}", sentence=N_("{who} wants to put a cat on {at} with a coordinate card."), deed=N_("Puts a cat on {at}."))
class Place:
    """Show a coordinate card and put a cat on its cell (`territory.place.card`): `C4`."""

    at: Cell


@action(
    "{card}[:{at}]",
    presses=("hand.{card}", "{at}"),
    sentence=N_("{who} wants to use an assist card: {card}."),
    deed=N_("Uses the assist card: {card}."),
)
class Use:
    """Use an assist card, on a cell if it needs one (`territory.assist.use`): `column:C4`, `double`."""

    card: Assist
    at: Cell = ""


@action(
    "{card}>{deck}",
    presses=("hand.{card}", "deck.{deck}"),
    sentence=N_("{who} wants to discard a card ({card}) and draw one from {deck}."),
    deed=N_("Discards a card ({card}) and draws one from {deck}."),
)
class Swap:
    """Discard a card to draw one from a deck (`territory.exchange`): `C4>assist`, `block>cells`."""

    card: Held
    deck: Deck = ASSIST


@action(
    "enough",
    sentence=N_("{who} does not want to exchange a second card."),
    deed=N_("Exchanges no second card."),
    label=N_("No second exchange"),
)
class Enough:
    """Decline to exchange a second card (`territory.advanced.exchange`): `enough`."""


@action(
    "keep:{number}",
    also=("keep {number}",),
    presses=("look.{number}",),
    sentence=N_("{who} wants to keep card {number} of the assist cards looked at."),
    deed=N_("Keeps card {number}; the others go to the bottom of the deck."),
)
class Keep:
    """Keep one of the assist cards looked at (`territory.assist.search-three`): `keep:2`."""

    number: Looked


@action("block", presses=("hand.block",), sentence=N_("{who} wants to block."), deed=N_("Blocks the card."))
class Block:
    """Answer another player's card with a block card (`territory.assist.block`): `block`."""


@action(
    "allow",
    sentence=N_("{who} wants to let the cells flip."),
    deed=N_("Lets the cells flip."),
    label=N_("Let them flip"),
)
class Allow:
    """Let the cells flip (`territory.assist.block-window`): `allow`."""


@action("pass", sentence=N_("{who} wants to pass."), deed=N_("Passes."), label=N_("Pass"))
class Pass:
    """Pass for lack of any other legal action (`territory.end.stuck`): `pass`."""


@action("*{card}", presses=(), sentence=N_("{who} wants to draw a card."))
class Draw(ByChance):
    """Chance: a card is drawn (`territory.place.card`): `*C4`, `*block`, `*END`."""

    card: Drawn


@action("*{value}", presses=(), sentence=N_("A treasure is turned face up."))
class Reveal(ByChance):
    """Chance: a treasure is turned face up (`territory.place.empty`): `*2`."""

    value: Treasured


@action("*{colour}", presses=(), sentence=N_("The first player is chosen."))
class Lot(ByChance):
    """Chance: the first player is drawn (`territory.setup.order`): `*blue`."""

    colour: Colour


Action = Place | Use | Swap | Enough | Keep | Block | Allow | Pass | Draw | Reveal | Lot
ACTIONS = Actions[Action](
    *(Place, Use, Swap, Enough, Keep, Block, Allow, Pass, Draw, Reveal, Lot),
    examples=("C4", "column:C4", "double", "C4>assist", "block", "allow", "enough", "keep:2", "pass"),
    also={"^place ": ""},
)
