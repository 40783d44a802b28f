"""The components of Calico: what is in the box, the players, and the actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Annotated, Any

from cattools.core.chance import ByChance
from cattools.core.display.seat_names import seat_name
from cattools.core.errors import DataError, NotationError, OptionError
from cattools.core.grid import bits, hex_rows, mask
from cattools.core.loading.data_files import from_table, load_as
from cattools.core.messages import N_, Text, commas, listed, text
from cattools.core.notation.actions import Actions, Among, action, cell_of
from cattools.core.options import AND, Options

# --- components ------------------------------------------------------------------------------------------------

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
    """The goals and cats of a game; a solo scenario also has tasks with the numbers they require, and points to reach.

    In the data file, goals and cats are names; everywhere else, they are numbers.
    """

    goals: tuple[Any, ...]
    cats: tuple[Any, ...]
    wants: Mapping[str, int] = field(default_factory=dict)
    points: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box, from `components.toml`.

    `copies` is the number of copies of each patch; `hand` and `market` are the numbers of patches in a hand and in the
    market. `group` is the number of connected patches that earn a button, and `button` the points that a button is
    worth. `tokens` is the number of tokens for each cat. `promo` holds the points of the two promo tokens, and `least`
    is the smallest number of patches that a promo cat counts.
    """

    copies: int
    hand: int
    market: int
    group: int
    button: int
    least: int
    tokens: int
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
    return load_as(Box, FILE)


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

        A shape can be part of a larger area. No area meets a promo cat.
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


def places(shape: Iterable[Spot]) -> tuple[tuple[int, ...], ...]:
    """Return every occurrence of a shape on the board, in any rotation, by first cell (`calico.cat.shape`)."""
    index = {spot: n for n, spot in enumerate(GRID.spots)}
    cells, found = [*shape], set()
    for _ in range(6):
        cells = [(-r, q + r) for q, r in cells]
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


def _numbered(setup: Setup, where: str) -> Setup:
    return replace(setup, goals=_known(GOAL, setup.goals, where), cats=_known(CAT, setup.cats, where))


FIRST = _numbered(box().first, f"{FILE}, first")
SCENARIOS = tuple(_numbered(setup, f"{FILE}, scenario {n}") for n, setup in enumerate(box().scenario, 1))


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
    cells = (*rows[0], *(row[-1] for row in rows[1:-1]), *rows[-1], *(row[0] for row in rows[1:-1]))
    patches = (*ring.top, *ring.right, *ring.bottom, *ring.left)
    if len(patches) != len(cells):
        raise DataError(f"{where}: expected {len(cells)} patches, found {len(patches)}")
    printed = dict(zip(cells, _known(KIND, patches, where), strict=True))
    colours, patterns = (
        tuple(mask(cell for cell, kind in printed.items() if of[kind] == n) for n in range(len(COLOURS)))
        for of in (COLOUR, PATTERN)
    )
    return Board(ring.name, colours, patterns, printed)


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
    count = int(options.word("players"))
    if options["second"] != "next":
        return (BOARDS[first], next(board for board in BOARDS if board.name == options["second"]))
    return tuple(BOARDS[(first + n) % len(BOARDS)] for n in range(count))


def scenario(options: Options) -> Setup | None:
    """Return the scenario being played, if any."""
    number = options.number("scenario")
    return SCENARIOS[number - 1] if number else None


@cache
def copies(options: Options) -> int:
    """Return how many of each patch are in the game (`calico.variant.duel`)."""
    return box().copies - options.flag("duel")


def has_goals(options: Options) -> bool:
    """Return whether the game has goals: the family game has none (`calico.variant.family`)."""
    return not options.flag("family")


def brings_cats(options: Options) -> str:
    """Return the rule that fixes the cats: the players' choice, the scenario or the first game."""
    if options["cats"]:
        return "calico.setup.cats"
    return "calico.variant.solo.scenario" if options["scenario"] else "calico.variant.first-game"


def chosen_cats(options: Options) -> tuple[int, ...]:
    """Return the cats that the players have chosen instead of drawing them, if any (`calico.setup.cats`)."""
    return tuple(CAT[name] for name in filter(None, options.word("cats").split(AND)))


def check_options(options: Options) -> None:
    """Refuse two players on one board, and two cats of one tile. Raises `OptionError`."""
    if options["second"] == options["board"]:
        sentence = N_("expected a board other than {board} for the second player, found {board} for both")
        raise OptionError(text(sentence, board=options["board"]))
    cats = [CATS[cat] for cat in chosen_cats(options)]
    for one, other in combinations(cats, 2):
        if one.tile == other.tile:
            sentence = N_("expected cats of three tiles, found {one} and {other}, the two sides of one tile")
            raise OptionError(text(sentence, one=one.title, other=other.title))


@cache
def prefix(options: Options, seat: int) -> str:
    """Return the prefix of a seat's area names, as in `blue.`; empty for a single player."""
    found = boards(options)
    return f"{found[seat].name}." if len(found) > 1 else ""


def areas_of(who: str, cells: int) -> tuple[str, ...]:
    """Return the areas for these cells of a quilt; their names begin with `who`, the prefix of its seat."""
    return tuple(who + GRID.names[cell] for cell in bits(cells))


# --- names -------------------------------------------------------------------------------------------------------

# blue has a context: some languages need another word for the patches than for the player
_COLOURS = (N_("navy"), N_("calico\x04blue"), N_("green"), N_("pink"), N_("purple"), N_("yellow"))
_PATTERNS = (N_("dots"), N_("ferns"), N_("flowers"), N_("stripes"), N_("vines"))
PLAYERS = {
    "blue": N_("Blue"),
    "green": N_("Green"),
    "purple": N_("Purple"),
    "yellow": N_("Yellow"),
}
ALONE = N_("You")


def colour(number: int) -> Text:
    """Return a colour's name."""
    return text(_COLOURS[number])


def pattern(number: int) -> Text:
    """Return a pattern's name."""
    return text(N_("quatrefoils") if PATTERNS[number] == "quatrefoil" else PATTERNS[number])


@cache
def patch(kind: int) -> Text:
    """Return a patch's name, as in "navy dots"."""
    return text(N_("{colour} {pattern}"), colour=colour(COLOUR[kind]), pattern=pattern(PATTERN[kind]))


def player(options: Options, seat: int) -> Text:
    """Return a seat's name."""
    found = boards(options)
    return seat_name(PLAYERS[found[seat].name] if len(found) > 1 else ALONE)


def liking(pair: Pair) -> Text:
    """Return the names of the two patterns that a cat likes."""
    return text(N_("{first} and {last}"), first=pattern(pair[0]), last=pattern(pair[1]))


def requirement(cat: Cat) -> Text:
    """Return what a cat requires of a group, in a few words."""
    if cat.promo:
        return text(N_("the longest chain") if cat.promo == "chain" else N_("the largest group"))
    return text(cat.words) if cat.words else text(N_("{n} or more"), n=cat.size)


# --- actions ---------------------------------------------------------------------------------------------------

PATCH_NAMES = {patch.lower(): kind for patch, kind in KIND.items()}
CAT_NAMES = {name.lower(): number for name, number in CAT.items()}
SEATS = {board.name: seat for seat, board in enumerate(BOARDS)}
GOAL_NAMES = {
    **{letters.lower(): number for letters, number in GOAL.items()},
    **{goal.name.lower(): number for number, goal in enumerate(GOALS)},
    "!=": GOAL["ABCDEF"],
}


def _among(numbers: Mapping[str, int], names: Iterable[str], shown: Callable[[int], object], more: str = "") -> Among:
    """Return the values of a field that holds one of these names or several, joined by +.

    `numbers` has the names in lower case. `more` is the regular-expression quantifier for further names, such as `*`.
    The names in a list are all different and sorted by number.
    """
    known, name = [*names], "|".join(map(re.escape, numbers))

    def find(written: str, _: object) -> str:
        found = [numbers[one] for one in written.split("+")]
        if len(set(found)) < len(found):
            raise NotationError(N_("different names"), written)
        return "+".join(known[n] for n in sorted(found))

    def called(value: str) -> object:
        found = [shown(known.index(one)) for one in value.split("+")]
        return listed(found) if more else found[0]

    shape = rf"(?:{name})(?:\+(?:{name})){more or '{0}'}"
    return Among(lambda _: known, shape=shape, find=find, shown=called)


def _goal(number: int) -> str:
    return GOALS[number].name


def _quilt(written: str, state: Any) -> str:
    """Return the prefix of the quilt that a word such as `green.` names. Raises `NotationError`."""
    seats = [board.name for board in boards(state.options)]
    if (name := written.rstrip(".")) not in seats:
        raise NotationError(text(N_("a seat among {known}"), known=commas(seats)), name)
    return prefix(state.options, seats.index(name))


def nth(held: Sequence[int], which: int) -> int:
    """Return the number, from 1, of the first patch or tile in a row that is equal to `which`; 1 if there is none."""
    return held.index(which) + 1 if which in held else 1


def _slot(implied: Callable[[Any, Mapping[str, Any]], int]) -> Among:
    """Return the values of a field that is a place in the hand, the market or the row of goal tiles."""
    return Among(lambda _: range(1, box().market + 1), shape=f"[1-{box().market}]", implied=implied)


Patch = Annotated[str, _among(PATCH_NAMES, PATCHES, patch)]
InHand = Annotated[int, _slot(lambda state, fields: nth(state.held(state.turn), KIND[fields["patch"]]))]
InMarket = Annotated[int, _slot(lambda state, fields: nth(state.market, KIND[fields["patch"]]))]
InTiles = Annotated[int, _slot(lambda state, fields: nth(state.tiles[state.actor], GOAL[fields["goal"]]))]
Tile = Annotated[str, _among(GOAL_NAMES, GOAL, _goal)]
Visitor = Annotated[str, _among(CAT_NAMES, CAT, lambda cat: CATS[cat].title)]
TwoPatterns = Annotated[str, _among({name: n for n, name in enumerate(PATTERNS)}, PATTERNS, pattern, "{1}")]
Tiles = Annotated[str, _among(GOAL_NAMES, GOAL, _goal, "*")]
First = Annotated[str, _among(SEATS, SEATS, lambda seat: seat_name(PLAYERS[BOARDS[seat].name]))]
At = Annotated[str, cell_of(lambda _: GRID)]
Whose = Annotated[
    str,
    Among(lambda _: (), shape=r"[a-z]+\.", find=_quilt, implied=lambda state, _: prefix(state.options, state.actor)),
]


@action(
    "{patch}@{at}",
    also=("{patch}@{quilt}{at}",),
    presses=("{quilt}hand{slot}", "{quilt}{at}"),
    sentence=N_("{who}: sew {patch} on {at}."),
    deed=N_("Sews {patch} on {at}."),
)
class Place:
    """Place patch number `slot` of the hand on a space of a `quilt` (`calico.turn.place`): `Nd@b2`."""

    quilt: Whose
    slot: InHand
    patch: Patch
    at: At


@action(
    "+{patch}[{slot}]",
    presses=("market{slot}",),
    sentence=N_("{who}: take {patch} from the market."),
    deed=N_("Takes {patch} from the market."),
)
class Take:
    """Take patch number `slot` of the market into the hand (`calico.turn.draw`): `+Nd2`."""

    slot: InMarket
    patch: Patch


@action(
    "{goal}@{at}",
    also=("{goal}@{quilt}{at}",),
    presses=("{quilt}tile{slot}", "{quilt}{at}"),
    sentence=N_("{who}: put {goal} on {at}."),
    deed=N_("Puts the goal {goal} on {at}."),
)
class Choose:
    """Place turned-up goal tile number `slot` on a goal space (`calico.setup.goals`): `AAABBB@c4`."""

    quilt: Whose
    slot: InTiles
    goal: Tile
    at: At


@action("*{cat}", presses=(), sentence=N_("Bring in {cat}."))
class DealCat(ByChance):
    """Chance: a cat comes to visit (`calico.setup.cats`): `*Millie`."""

    cat: Visitor


@action("*{patterns}", presses=(), sentence=N_("Deal {patterns} to a cat."))
class DealPatterns(ByChance):
    """Chance: the next cat gets two patterns (`calico.setup.patterns`): `*dots+vines`."""

    patterns: TwoPatterns


@action("*{goals}", presses=(), sentence=N_("Turn up these goal tiles: {goals}."))
class DealGoals(ByChance):
    """Chance: four goal tiles are turned up (`calico.setup.goals`): `*ABCDEF+AAABBB+AABBCC+AABBCD`."""

    goals: Tiles


@action("*{patch}", presses=(), sentence=N_("Draw {patch} from the bag."))
class Draw(ByChance):
    """Chance: a patch is drawn from the bag (`calico.setup.hand`, `calico.turn.draw`): `*Nd`."""

    patch: Patch


@action("*{seat}", presses=(), sentence=N_("Let {seat} begin."))
class Begin(ByChance):
    """Chance: the starting player is drawn (`calico.setup.start`): `*blue`."""

    seat: First


Action = Place | Take | Choose | DealCat | DealPatterns | DealGoals | Draw | Begin
ACTIONS = Actions[Action](
    *(Place, Take, Choose, DealCat, DealPatterns, DealGoals, Draw, Begin),
    examples=("Nd@b2", "+Nd1", "AAABBB@c4"),
    also={"^(sew|place) ": "", "^take ": "+", "^([^@ ]+) (?=[^@ ]+$)": r"\1@"},
)
