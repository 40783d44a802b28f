"""A second implementation of Calico, written from the rules alone: slow and plain, and sharing no code with the game.

A quilt is a dictionary from (row, column) to (colour, pattern), including its printed ring. Groups are sets found by
walking from neighbour to neighbour, shapes are recognised by distances and directions, and the longest chain is found
by trying every set of patches. Tokens are stored with the patch that earned them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

Spot = tuple[int, int]
Patch = tuple[str, str]
Holders = tuple[int | None, int | None]
GOALS_AT = ((2, 3), (3, 4), (4, 2))
COLOURS = ("navy", "blue", "green", "pink", "purple", "yellow")
PATTERNS = ("dots", "ferns", "flowers", "quatrefoil", "stripes", "vines")
POINTS = {
    "ABCDEF": (10, 15),
    "AAABBB": (8, 13),
    "AABBCC": (7, 11),
    "AAAABB": (8, 14),
    "AAABBC": (7, 11),
    "AABBCD": (5, 8),
}
WORTH = {
    "Millie": 3, "Callie": 3, "Tibbit": 5, "Rumi": 5, "Coconut": 7, "Tecolote": 7, "Cira": 9, "Almond": 9,
    "Gwenivere": 11, "Leo": 11,
}  # fmt: skip
SIZES = {"Millie": 3, "Tibbit": 4, "Coconut": 5, "Cira": 6, "Gwenivere": 7}
LINES = {"Rumi": 3, "Tecolote": 4, "Leo": 5}
RINGS = {
    "blue": "pv ys bv pe uq yf gs/nd uv ye gq nf/uf bq pf ne gv pd bs/gf nq be us yd",
    "green": "ne yv ge ns uq yd bv/pf ue ys bq pd/gs nd gq ps be nf gv/ud pq bs yf uv",
    "purple": "yf pd uf ye bs pq gd/nv bf pe gs nq/ue yq us ne gf yv ud/bq ns ge pv bd",
    "yellow": "gq nf ys ud nv ge pq/bf ns gd pv be/bv ue yv bd ps uf yq/pe uv yd gf nq",
}


def patch(letters: str) -> Patch:
    """Return a patch from its two letters."""
    colour = dict(zip("nbgpuy", COLOURS, strict=True))[letters[0].lower()]
    return colour, dict(zip("defqsv", PATTERNS, strict=True))[letters[1]]


def ring(board: str) -> dict[Spot, Patch]:
    """Return the printed ring of a board."""
    top, right, bottom, left = (side.split() for side in RINGS[board].split("/"))
    found = {(0, n): patch(p) for n, p in enumerate(top)} | {(6, n): patch(p) for n, p in enumerate(bottom)}
    found |= {(n + 1, 6): patch(p) for n, p in enumerate(right)}
    return found | {(n + 1, 0): patch(p) for n, p in enumerate(left)}


def name(spot: Spot) -> str:
    """Return the name of a cell."""
    return f"{'abcdefg'[spot[0]]}{spot[1] + 1}"


def spot(cell: str) -> Spot:
    """Return the row and column of a named cell."""
    return "abcdefg".index(cell[0]), int(cell[1:]) - 1


@cache
def cube(at: Spot) -> tuple[int, int, int]:
    """Return the cube coordinates of a hexagon; their sum is zero."""
    q = at[1] - (at[0] - at[0] % 2) // 2
    return q, at[0], -q - at[0]


@cache
def apart(a: Spot, b: Spot) -> int:
    """Return the number of steps between two cells."""
    return max(abs(x - y) for x, y in zip(cube(a), cube(b), strict=True))


def touching(cells: set[Spot], at: Spot) -> set[Spot]:
    """Return the cells adjacent to a cell."""
    return {other for other in cells if apart(other, at) == 1}


def group(cells: set[Spot], at: Spot) -> set[Spot]:
    """Return all cells connected to a cell, including the cell itself."""
    found, border = {at}, [at]
    while border:
        for other in touching(cells, border.pop()) - found:
            found.add(other)
            border.append(other)
    return found


def groups(cells: set[Spot]) -> list[set[Spot]]:
    """Return all connected groups."""
    left, found = set(cells), []
    while left:
        found.append(group(left, next(iter(left))))
        left -= found[-1]
    return found


def straight(cells: tuple[Spot, ...]) -> bool:
    """Return whether cells form one unbroken line."""
    axes = zip(*(cube(c) for c in cells), strict=True)
    spans = [max(axis) - min(axis) for axis in axes]
    return sorted(spans) == [0, len(cells) - 1, len(cells) - 1]


@cache
def is_shape(cat: str, cells: tuple[Spot, ...]) -> bool:
    """Return whether exactly these cells form a cat's shape."""
    if cat == "Callie":
        return all(apart(a, b) == 1 for a, b in combinations(cells, 2))
    if cat == "Almond":
        # A line of three, and two adjacent cells on one side of it that both touch its middle.
        for three in combinations(cells, 3):
            two = [c for c in cells if c not in three]
            if straight(three) and apart(*two) == 1:
                middle = next(c for c in three if len(touching(set(three), c)) == 2)
                return all(apart(c, middle) == 1 for c in two)
        return False
    return straight(cells)


def meets(cat: str, cells: set[Spot]) -> bool:
    """Return whether a group meets the requirement of a cat."""
    if cat in SIZES:
        return len(cells) >= SIZES[cat]
    size = LINES.get(cat, 3 if cat == "Callie" else 5)
    return any(is_shape(cat, some) for some in combinations(sorted(cells), size))


def longest_chain(cells: set[Spot]) -> int:
    """Return the size of the largest connected set in which no cell touches three or more others of the set."""
    for size in range(len(cells), 0, -1):
        for some in combinations(sorted(cells), size):
            chosen = set(some)
            if all(len(touching(chosen, c)) <= 2 for c in some) and len(group(chosen, some[0])) == size:
                return size
    return 0


def fits(goal: str, kinds: list[str]) -> bool:
    """Return whether six colours or patterns fit a goal's letters."""
    return sorted(Counter(kinds).values()) == sorted(Counter(goal).values())


@dataclass
class Plain:
    """One quilt as it grows: its patches, and its tokens by the cell that earned them."""

    board: str
    likes: dict[str, str]
    goals: tuple[str, str, str] | None
    patches: dict[Spot, Patch] = field(default_factory=dict)
    cats: dict[Spot, str] = field(default_factory=dict)
    buttons: dict[Spot, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.patches = self.patches or ring(self.board)

    def like(self, at: Spot, which: int) -> set[Spot]:
        """Return the group of a cell by colour (0) or pattern (1)."""
        return group({s for s, p in self.patches.items() if p[which] == self.patches[at][which]}, at)

    def sew(self, at: Spot, what: Patch) -> None:
        """Sew on a patch and add the tokens it earns."""
        self.patches[at] = what
        around, cat = self.like(at, 1), self.likes.get(what[1], "")
        if cat in WORTH and not around & self.cats.keys() and meets(cat, around):
            self.cats[at] = cat
        around = self.like(at, 0)
        if len(around) >= 3 and not around & self.buttons.keys():
            self.buttons[at] = what[0]

    def promo(self, cat: str) -> int:
        """Return how many patches count for a promo cat."""
        best = 0
        for pattern, owner in self.likes.items():
            if owner == cat:
                for part in groups({s for s, p in self.patches.items() if p[1] == pattern}):
                    best = max(best, len(part) if cat == "Luna" else longest_chain(part))
        return best if best >= 3 else 0

    def score(self) -> int:
        """Return the points of goals, cats and buttons."""
        total = sum(WORTH[cat] for cat in self.cats.values()) + 3 * len(self.buttons)
        total += 3 * (set(self.buttons.values()) == set(COLOURS))
        for at, goal in zip(GOALS_AT, self.goals or (), strict=False):
            around = [self.patches[s] for s in touching(set(self.patches), at)]
            if len(around) == 6:
                ways = fits(goal, [p[0] for p in around]) + fits(goal, [p[1] for p in around])
                total += (0, *POINTS[goal])[ways]
        return total


def passed(holders: Holders, turn: int, before: list[int], now: int) -> Holders:
    """Return the holders of the 11-point and 7-point tokens (None: nobody), after a seat's number became `now`."""
    eleven, seven = holders
    others = [n for seat, n in enumerate(before) if seat != turn]
    if now > before[turn] and all(now >= n for n in others) and eleven != turn:
        if eleven is None:
            return turn, seven
        return (eleven, turn) if seven is None else (turn, eleven)
    return holders
