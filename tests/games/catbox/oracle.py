"""A second implementation of Cat in the Box, from the rules alone: slow, plain, and without the game's code or data.

A round consists of plain lists and dictionaries: the cards and the colours of each player, and the owner of each token.
Every method computes its result from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

COLOURS = ["red", "blue", "yellow", "green"]  # from the top of the research board
Cell = tuple[str, int]
# By number of players: the highest number, the tricks of a round, the possible predictions.
TABLE: dict[int, tuple[int, int, list[int]]] = {
    2: (5, 8, []),
    3: (6, 8, [1, 3, 4]),
    4: (8, 8, [1, 2, 3]),
    5: (9, 7, [1, 2, 3]),
}


@dataclass
class Round:
    """One round, from its first trick on."""

    players: int
    hands: list[list[int]]
    predictions: list[int]
    leader: int
    revealed: list[int] = field(default_factory=list)
    colours: list[list[str]] = field(default_factory=list)
    tokens: dict[Cell, int | None] = field(default_factory=dict)  # None: nobody's token
    trick: list[tuple[int, Cell]] = field(default_factory=list)
    piles: list[int] = field(default_factory=list)
    paradox: int | None = None

    def __post_init__(self) -> None:
        self.colours = [list(COLOURS) for _ in range(self.players)]
        self.piles = [0] * self.players
        for number in self.revealed:
            for colour in ("green", "yellow", "blue"):
                if (colour, number) not in self.tokens:
                    self.tokens[colour, number] = None
                    break

    def who(self) -> int:
        """Return the seat to play."""
        return (self.leader + len(self.trick)) % self.players

    def over(self) -> bool:
        return self.paradox is not None or all(len(hand) == 1 for hand in self.hands)

    def possible(self) -> set[Cell]:
        """Return the cells that the seat to play can declare."""
        seat = self.who()
        free = {
            (colour, number)
            for number in self.hands[seat]
            for colour in COLOURS
            if colour in self.colours[seat] and (colour, number) not in self.tokens
        }
        if self.trick:
            return free
        opened = any(colour == "red" and owner is not None for (colour, _), owner in self.tokens.items())
        without = {cell for cell in free if cell[0] != "red"}
        return free if opened or not without else without

    def declare(self, cell: Cell) -> None:
        """Play a card and, if it was the last card of the trick, end the trick."""
        seat = self.who()
        self.hands[seat].remove(cell[1])
        self.tokens[cell] = seat
        self.trick.append((seat, cell))
        led = self.trick[0][1][0]
        if cell[0] != led and led in self.colours[seat]:
            self.colours[seat].remove(led)
        if len(self.trick) == self.players:
            self.leader = self.best()
            self.piles[self.leader] += 1
            self.trick = []

    def best(self) -> int:
        """Return the seat that takes the trick."""
        led = self.trick[0][1][0]
        reds = [(number, seat) for seat, (colour, number) in self.trick if colour == "red"]
        followed = [(number, seat) for seat, (colour, number) in self.trick if colour == led]
        return max(reds or followed)[1]

    def stuck(self) -> None:
        """Record a paradox."""
        self.paradox = self.who()

    def group(self, seat: int) -> int:
        """Return the size of a seat's largest group, walking from every token to its neighbours."""
        own = {cell for cell, owner in self.tokens.items() if owner == seat}
        best = 0
        for first in own:
            reached = {first}
            while more := {c for c in own - reached for r in reached if touching(c, r)}:
                reached |= more
            best = max(best, len(reached))
        return best

    def points(self) -> list[tuple[int, int]]:
        """Return the points for tricks and the bonus of each player."""
        found = []
        for seat, piles in enumerate(self.piles):
            met = piles <= 4 if self.players == 2 else piles == self.predictions[seat]
            if seat == self.paradox:
                found.append((-piles, 0))
            else:
                found.append((piles, self.group(seat) if met else 0))
        return found


def touching(a: Cell, b: Cell) -> bool:
    """Return whether two cells share a side."""
    rows = abs(COLOURS.index(a[0]) - COLOURS.index(b[0]))
    return rows + abs(a[1] - b[1]) == 1
