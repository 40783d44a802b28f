"""The components of Cat Herders: the players, the actions, and the board with its precomputed moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Literal

from cattools.core.chance import ByChance
from cattools.core.display import seat_names
from cattools.core.errors import DataError
from cattools.core.grid import Grid, bits, hexagon, mask, squares
from cattools.core.loading.data_files import load_as
from cattools.core.messages import N_, Text, text
from cattools.core.notation.actions import Actions, action, cell_of
from cattools.core.options import Options

FILE = "games/herders/data/components.toml"
SEATS = (N_("Red"), N_("Blue"))
COLOURS = (N_("red"), N_("blue"))


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return seat_names.seat_name(SEATS[seat])


def colour(seat: int) -> Text:
    """Return a seat's colour as a word."""
    return text(COLOURS[seat])


# --- actions -----------------------------------------------------------------------------------------------------

Cell = Annotated[str, cell_of(lambda state: state.board.grid)]


@action("{at}", sentence=N_("action\x04{who} places a herder on {at}."), deed=N_("Places a herder on {at}."))
class Place:
    """Place a herder from the hand on a wall cell (`herders.place`): `a2`."""

    at: Cell


@action(
    "{source}-{target}",
    also=("{source} {target}",),
    sentence=N_("action\x04{who} moves from {source} to {target}."),
    deed=N_("Moves the herder from {source} to {target}."),
)
class Move:
    """Move one of the player's herders in a straight line (`herders.move`): `f3-f5`."""

    source: Cell
    target: Cell


@action(
    "{source}>{target}",
    also=("{source} {target}",),
    sentence=N_("The cat on {source} runs to {target}."),
    deed=N_("Lets the cat on {source} run to {target}."),
)
class Herd:
    """Let a scared cat take one step (`herders.herd.target`): `d4>d5`."""

    source: Cell
    target: Cell


@action(
    "x{at}",
    sentence=N_("action\x04The herder on {at} leaves the game."),
    deed=N_("Removes the herder on {at} from the game."),
)
class Give:
    """Remove one of the capturing herders from the game (`herders.option.sacrifice`): `xf3`."""

    at: Cell


@action("pass", sentence=N_("action\x04{who} passes."), deed=N_("Passes."), label=N_("Pass"))
class Pass:
    """Pass because no other action is legal (`herders.stuck`): `pass`."""


@action("*{at}", sentence=N_("Put a cat on {at}."))
class Deal(ByChance):
    """Chance: a cat is dealt to a park cell (`herders.setup.cats`): `*d4`."""

    at: Cell


Action = Place | Move | Herd | Give | Pass | Deal
ACTIONS = Actions[Action](
    *(Herd, Move, Place, Give, Pass, Deal),
    examples=("a2", "f3-f5", "d4>d5", "xf3", "pass"),
    also={"^(place|move|cat) ": ""},
)


# --- the board ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """A board: its shape, its side in cells, its number of cats, and the distance between herders in each set-up."""

    kind: Literal["hex", "square"]
    side: int
    cats: int
    every: Mapping[str, int]

    def __post_init__(self) -> None:
        if self.side < 3:
            raise ValueError(f"expected side 3 or more, found {self.side}")


@dataclass(frozen=True)
class Box:
    """The contents of the box, from `components.toml` (`herders.components`)."""

    herders: int
    win: int
    reach: int
    capture: int
    capture_three: int
    board: Mapping[str, Shape]


@cache
def box() -> Box:
    """Return the contents of the box. Raises `DataError`."""
    return load_as(Box, FILE)


Path = tuple[Move, int]  # a move, and the mask of the cells that it requires to be empty


class Ways(dict[int, tuple[Move | Place, ...]]):
    """A herder's moves from a cell in some directions, or placements, keyed by the mask of the occupied cells there.

    Entries are computed on first use (`herders.move`, `herders.move.clear`, `herders.place`).
    """

    def __init__(self, paths: Sequence[tuple[Move | Place, int]]) -> None:
        self._paths = paths

    def __missing__(self, taken: int) -> tuple[Move | Place, ...]:
        found = self[taken] = tuple([action for action, path in self._paths if not path & taken])
        return found


class Park:
    """One board: its grid, wall and park (masks), starting herders and lookup tables (`herders.option.bigger`).

    `start[setup]` holds the masks of the red and of the blue herders. `ways`, keyed by the mask of a cell, holds two
    pairs, one for each half of the directions: the mask of the cells that a herder can reach from there, and a table of
    the herder's moves, keyed by which of these cells are occupied. `places` holds such pairs for the wall: some of its
    cells, and the placements there. `paths[cell]` holds, by the name of the target, the mask of the cells that a herder
    passes or enters. Actions are made once per board, so that equal actions are the same object.
    """

    def __init__(self, name: str) -> None:
        where, shape = f"{FILE}, board {name!r}", box().board[name]
        self.name = name
        self.grid: Grid = hexagon(shape.side) if shape.kind == "hex" else squares(shape.side, shape.side)
        self.wall = self.grid.border()
        self.park = self.grid.everywhere & ~self.wall
        self.cats = shape.cats
        ring = _ring(self.grid)
        self.start = {
            setup: (mask(ring[:: 2 * every]), mask(ring[every :: 2 * every])) for setup, every in shape.every.items()
        }
        if self.cats > self.park.bit_count():
            raise DataError(f"{where}: expected at most {self.park.bit_count()} cats, found {self.cats}")
        if any(red.bit_count() != blue.bit_count() for red, blue in self.start.values()):
            raise DataError(f"{where}: expected set-ups with as many red as blue herders on {len(ring)} wall cells")
        names = self.grid.names
        self.places = tuple(self._places())
        self.deal = {c: Deal(names[c]) for c in bits(self.park)}
        self.give = {c: Give(names[c]) for c in range(self.grid.size)}
        self.herd = {(c, t): Herd(names[c], names[t]) for c in bits(self.park) for t in self.grid.neighbours[c]}
        self.paths = tuple({m.target: path for m, path in self._paths(cell)} for cell in range(self.grid.size))
        self.ways = {1 << cell: tuple(self._ways(cell)) for cell in range(self.grid.size)}

    def _paths(self, cell: int, directions: slice = slice(None)) -> Iterator[Path]:
        """Yield a herder's moves in some directions, the nearest target first in each direction."""
        names = self.grid.names
        for ray in self.grid.rays[cell][directions]:
            for n, at in enumerate(ray[: box().reach], 1):
                yield Move(names[cell], names[at]), mask(ray[:n])

    def _ways(self, cell: int) -> Iterator[tuple[int, Ways]]:
        """Yield a herder's moves for each half of the directions; the split keeps the lookup tables small."""
        half = len(self.grid.directions) // 2
        for directions in (slice(half), slice(half, None)):
            paths = tuple(self._paths(cell, directions))
            yield reduce(or_, (path for _, path in paths), 0), Ways(paths)

    def _places(self) -> Iterator[tuple[int, Ways]]:
        """Yield the placements of herders on the wall, a few cells at a time, which keeps the lookup tables small."""
        placements = [(Place(self.grid.names[c]), 1 << c) for c in bits(self.wall)]
        for n in range(0, len(placements), 6):
            some = placements[n : n + 6]
            yield sum(cell for _, cell in some), Ways(some)


def _ring(grid: Grid) -> list[int]:
    """Return the wall cells clockwise from the top left corner."""
    ring, at = [], 0
    for direction in range(len(grid.directions)):
        while grid.step[at][direction] >= 0:
            ring.append(at)
            at = grid.step[at][direction]
    return ring


@cache
def park(name: str) -> Park:
    """Return a board by its name in the data. Raises `DataError`."""
    return Park(name)


@dataclass(frozen=True, eq=False, slots=True)
class Variant:
    """The rules that the options select: the board, and how cats react.

    `touching` is the number of a player's herders that must touch a cat to capture it (`herders.capture`,
    `herders.option.three`). With `two_steps` a cat runs two steps (`herders.option.two-steps`), with `sacrifice` a
    taken cat costs a herder (`herders.option.sacrifice`); options can be combined (`herders.option.combine`). The game
    ends after `limit` turns; 0 means no limit.
    """

    board: Park
    touching: int
    two_steps: bool
    sacrifice: bool
    limit: int


@cache
def variant(options: Options) -> Variant:
    """Return the rules that the options select, the same object for equal options. Raises `DataError`."""
    return Variant(
        board=park(options.word("board")),
        touching=box().capture_three if options.flag("three") else box().capture,
        two_steps=options.flag("two-steps"),
        sacrifice=options.flag("sacrifice"),
        limit=options.number("limit"),
    )
