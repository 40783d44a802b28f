"""A second implementation of Cat Herders, from the rules alone: slow and plain, and sharing no code with the game.

A board is a set of named cells with its own coordinates; a position is a few sets of names. `acts` lists the herder
actions, and `turn` every way to finish the turn after one of them: it tries every order of the cats, every target and
every herder that could be given up, and only then keeps the ways in which as many cats as possible ran.

Its interpretation of unclear rules:
- as many cats must run as the best choices in the whole turn allow. A win does not change this: if the fifth cat is
  captured before the others have run, the game ends, but a choice that would have let fewer of them run is refused;
- a cat that is blocked now may run later in the same turn; a cat that can never run stays and is not captured;
- a capture happens immediately, so the cell of the captured cat, and the cell of a herder given up for it, are empty
  for the next cat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

Spot = tuple[int, int]
HEX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
SQUARE = ((1, 0), (-1, 0), (0, 1), (0, -1))
WIN = 5
BOARDS = {"hex": ("hex", 6), "large": ("hex", 7), "square": ("square", 10)}


@dataclass(frozen=True)
class Board:
    """A board: names to coordinates and back, the directions, and the names of the park cells."""

    spot: dict[str, Spot]
    name: dict[Spot, str]
    ways: tuple[Spot, ...]
    park: frozenset[str]
    rows: tuple[tuple[str, ...], ...]
    known: dict[str, set[str]] = field(default_factory=dict)

    def go(self, name: str, way: Spot, far: int = 1) -> str | None:
        x, y = self.spot[name]
        return self.name.get((x + way[0] * far, y + way[1] * far))

    def beside(self, name: str) -> set[str]:
        if name not in self.known:
            self.known[name] = {n for way in self.ways if (n := self.go(name, way))}
        return self.known[name]


@cache
def board(which: str) -> Board:
    """Return one of the three boards: hexagons by distance from the centre, squares by row and column."""
    kind, side = BOARDS[which]
    if kind == "hex":
        far = side - 1
        lines = [
            [(x, y) for x in range(-far, far + 1) if max(abs(x), abs(y), abs(x + y)) <= far]
            for y in range(-far, far + 1)
        ]
        inside = {(x, y) for line in lines for x, y in line if max(abs(x), abs(y), abs(x + y)) < far}
    else:
        lines = [[(x, y) for x in range(side)] for y in range(side)]
        inside = {(x, y) for line in lines for x, y in line if 0 < x < side - 1 and 0 < y < side - 1}
    names = {
        spot: f"{letter}{number}"
        for letter, line in zip("abcdefghijklmnop", lines, strict=False)
        for number, spot in enumerate(line, 1)
    }
    return Board(
        {n: s for s, n in names.items()},
        names,
        HEX if kind == "hex" else SQUARE,
        frozenset(names[s] for s in inside),
        tuple(tuple(names[s] for s in line) for line in lines),
    )


@dataclass(frozen=True)
class Table:
    """The pieces on the table, from the mover's side."""

    own: frozenset[str]
    other: frozenset[str]
    cats: frozenset[str]
    hand: int
    taken: int

    def empty(self, name: str) -> bool:
        return name not in self.own and name not in self.other and name not in self.cats


@dataclass(frozen=True)
class Rules:
    """The options that matter within a turn."""

    board: str = "hex"
    three: bool = False
    two_steps: bool = False
    sacrifice: bool = False

    def line(self) -> str:
        words = [f"board={self.board}"] if self.board != "hex" else []
        words += [w for w, on in (("sacrifice", self.sacrifice), ("three", self.three)) if on]
        return ",".join([*words, "two-steps"] if self.two_steps else words)


Way = tuple[tuple[str, ...], int, Table]  # the steps, how many cats ran or could have run, the table afterwards


def acts(rules: Rules, table: Table) -> dict[str, Table]:
    """Return every herder action with the table after it, before any cat runs."""
    ground, found = board(rules.board), dict[str, Table]()
    if table.hand:
        for name in ground.spot.keys() - ground.park:
            if table.empty(name):
                found[name] = replace(table, own=table.own | {name}, hand=table.hand - 1)
    for herder in table.own:
        for way in ground.ways:
            one, two = ground.go(herder, way), ground.go(herder, way, 2)
            if one and table.empty(one):
                found[f"{herder}-{one}"] = replace(table, own=(table.own - {herder}) | {one})
                if two and table.empty(two):
                    found[f"{herder}-{two}"] = replace(table, own=(table.own - {herder}) | {two})
    return found


def calmest(rules: Rules, table: Table, cat: str) -> list[str]:
    """Return the cells a cat can run to: the adjacent empty park cells next to the fewest herders of any colour."""
    ground = board(rules.board)
    near = {
        name: sum(1 for n in ground.beside(name) if n in table.own or n in table.other)
        for name in ground.beside(cat)
        if name in ground.park and table.empty(name)
    }
    return [name for name, count in near.items() if count == min(near.values())]


def runs(rules: Rules, table: Table, cat: str) -> Iterator[tuple[tuple[str, ...], str, Table]]:
    """Yield every complete run of one cat: its steps, where it ends, and the table before any capture."""
    for cell in calmest(rules, table, cat):
        there = replace(table, cats=(table.cats - {cat}) | {cell})
        seconds = calmest(rules, there, cell) if rules.two_steps else []
        if not seconds:
            yield (f"{cat}>{cell}",), cell, there
        for end in seconds:
            yield (f"{cat}>{cell}", f"{cell}>{end}"), end, replace(there, cats=(there.cats - {cell}) | {end})


class TooManyError(Exception):
    """There are more ways than a test has time for."""


def ways(rules: Rules, table: Table, scared: frozenset[str], most: int) -> list[Way]:
    """Return every way to let the scared cats run, even if it blocks some: all orders, targets and herders given up.

    A way ends when the fifth cat is captured; the cats that would have run after that still count. Raises
    `TooManyError` if there are more than `most` ways.
    """
    found: list[Way] = []
    for cat in scared:
        for steps, end, after in runs(rules, table, cat):
            for paid, now in fates(rules, after, end):
                for more, count, last in ways(rules, now, scared - {cat}, most):
                    if table.taken < WIN <= now.taken:
                        found.append((steps, 1 + count, replace(after, cats=after.cats - {end}, taken=now.taken)))
                    else:
                        found.append(((*steps, *paid, *more), 1 + count, last))
                    if len(found) > most:
                        raise TooManyError
    return found or [((), 0, table)]


def fates(rules: Rules, table: Table, cat: str) -> Iterator[tuple[tuple[str, ...], Table]]:
    """Yield what can happen to a cat that has run: nothing, or a capture, perhaps with a herder given up for it."""
    touching = table.own & board(rules.board).beside(cat)
    if len(touching) < (3 if rules.three else 2):
        yield (), table
        return
    without = replace(table, cats=table.cats - {cat}, taken=table.taken + 1)
    if not rules.sacrifice:
        yield (), without
    for herder in touching if rules.sacrifice else ():
        yield (f"x{herder}",), replace(without, own=table.own - {herder})


def scares(rules: Rules, table: Table, act: str) -> frozenset[str]:
    """Return the cats that a herder action scares."""
    return table.cats & board(rules.board).beside(act.rpartition("-")[2])


@dataclass(frozen=True)
class Turn:
    """All ways to finish a turn, and the ways that the rules allow."""

    scared: frozenset[str]
    every: list[Way]

    @cached_property
    def most(self) -> int:
        return max(count for _, count, _ in self.every)

    @property
    def allowed(self) -> dict[tuple[str, ...], Table]:
        top = self.most
        return {steps: table for steps, count, table in self.every if count == top}


def turn(rules: Rules, after: Table, act: str, most: int = 3000) -> Turn:
    """Return all ways to finish the turn after the herder action that led to a table. Raises `TooManyError`."""
    scared = scares(rules, after, act)
    return Turn(scared, ways(rules, after, scared, most))


def read(line: str, rules: Rules) -> Table:
    """Read a position in the game's notation, from the mover's side."""
    rows, mover, hands, cats = line.split()[:4]
    where: dict[str, set[str]] = {"r": set(), "b": set(), "c": set()}
    for row, names in zip(rows.split("/"), board(rules.board).rows, strict=True):
        signs = re.sub(r"\d+", lambda n: "." * int(n[0]), row)
        for sign, name in zip(signs, names, strict=True):
            if sign != ".":
                where[sign].add(name)
    seat = ("red", "blue").index(mover)
    own, other = ("rb", "br")[seat]
    return Table(
        frozenset(where[own]),
        frozenset(where[other]),
        frozenset(where["c"]),
        int(hands.split("-")[seat]),
        int(cats.split("-")[seat]),
    )


def write(rules: Rules, table: Table, mover: str) -> str:
    """Return the board in the game's notation."""
    own, other = ("r", "b") if mover == "red" else ("b", "r")
    rows = []
    for names in board(rules.board).rows:
        signs = [
            own if n in table.own else other if n in table.other else "c" if n in table.cats else "." for n in names
        ]
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(signs)))
    return "/".join(rows)
