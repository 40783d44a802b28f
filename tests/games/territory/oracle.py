"""A second implementation of Neko Neko Territory, from the rules alone: slow, plain, and without the game's code.

A park is a dictionary from a cell's name to its cats, the lowest first. The effect of a placement is found by walking
from cell to cell and looking at what is there.

Its interpretation of unclear rules:
- a player is asked whether to block if their cat is on top of a cell about to flip; who is asked depends only on
  open information;
- blocked cats do not shorten the line: the cells behind them still flip;
- for a bonus, only the cells of a direction that actually flipped count.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product

LETTERS = "ABCDEF"
CELLS = [f"{letter}{row}" for row in range(1, 7) for letter in LETTERS]
COLOURS = ["red", "blue", "yellow", "green"]
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
ALLOWED = {"cell": set(WAYS), "empty": set(WAYS), "column": {"up", "down"}, "row": {"left", "right"}}
MIX = Counter(empty=4, column=4, row=4, double=3, search=4, block=4)
OPEN = {
    cell: 1 if cell in ("B2", "E2", "B5", "E5") else 3 if cell in ("C3", "D3", "C4", "D4") else 2
    for cell in (f"{letter}{row}" for letter, row in product("BCDE", "2345"))
}

Park = dict[str, list[str]]


def beside(cell: str, way: str) -> str | None:
    """Return the next cell in a direction, or None beyond the edge."""
    dx, dy = WAYS[way]
    column, row = LETTERS.index(cell[0]) + dx, int(cell[1]) + dy
    return f"{LETTERS[column]}{row}" if 0 <= column < 6 and 1 <= row <= 6 else None


def caught(park: Park, cell: str, colour: str, way: str) -> list[str]:
    """Return the cells that a cat of a colour on a cell is about to flip in a direction, nearest first."""
    found: list[str] = []
    at = beside(cell, way)
    while at is not None:
        if not park.get(at):
            return []
        if park[at][-1] == colour:
            return found
        found.append(at)
        at = beside(at, way)
    return []


def on_top(cats: list[str], colour: str) -> list[str]:
    """Return a stack with a colour's cat on top, raised if it is already in the stack."""
    return [*(c for c in cats if c != colour), colour]


@dataclass
class Placing:
    """The effect of a placement: who can block, and, for any blockers, the cells that flip and the bonus points."""

    park: Park
    colour: str
    cell: str
    card: str
    lines: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.park = {**self.park, self.cell: on_top(self.park.get(self.cell, []), self.colour)}
        ways = ALLOWED[self.card]
        self.lines = {way: caught(self.park, self.cell, self.colour, way) for way in ways}

    def threatened(self) -> set[str]:
        return {self.park[cell][-1] for line in self.lines.values() for cell in line}

    def turned(self, blockers: set[str]) -> dict[str, list[str]]:
        return {way: [c for c in line if self.park[c][-1] not in blockers] for way, line in self.lines.items()}

    def result(self, blockers: set[str]) -> Park:
        park = dict(self.park)
        for line in self.turned(blockers).values():
            for cell in line:
                park[cell] = on_top(park[cell], self.colour)
        return park

    def bonus(self, blockers: set[str]) -> int:
        lengths = [len(line) for line in self.turned(blockers).values() if line]
        ways = {3: 1, 4: 2}.get(len(lengths), 0)
        return ways + sum({3: 1, 4: 3}.get(length, 0) for length in lengths)


def points(park: Park, colour: str) -> int:
    """Return the number of cats in all stacks that a colour tops."""
    return sum(len(cats) for cats in park.values() if cats and cats[-1] == colour)


def actions(park: Park, colour: str, hand: list[str]) -> set[str]:
    """Return the placements and uses of assist cards, without `double` and `search`."""
    found = set()
    for card in hand:
        for cell in CELLS:
            cats = park.get(cell, [])
            own = bool(cats) and cats[-1] == colour
            if card == cell and not own:
                found.add(cell)
            if card == "empty" and not cats:
                found.add(f"empty:{cell}")
            if card in ("column", "row") and cats and not own:
                found.add(f"{card}:{cell}")
    return found
