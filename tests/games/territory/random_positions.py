"""Random positions full of stacks, for every game and number of players."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.games.territory.oracle import CELLS, COLOURS, MIX, Park

VARIANTS = [
    *(f"players={n}" for n in (2, 3, 4)),
    *(f"game=advanced,players={n}" for n in (2, 3, 4)),
    "game=advanced,no-double",
    "game=duel",
]
USUAL = {"players=3", "game=advanced,players=4", "game=duel"}  # the variants of tests in the usual run


@dataclass
class Laid:
    """A position for the game and the oracle: the park, the hands, whose turn it is, and all of this in notation."""

    park: Park
    hands: list[list[str]]
    colours: list[str]
    turn: str
    line: str


def random_position(rng: Random, options: str) -> Laid:
    """Return a position: a park with few or many gaps and stacks of all heights, and hands with many assist cards."""
    duel = "duel" in options
    seats = 2 if duel else int(options.partition("players=")[2] or 4)
    colours = COLOURS[:seats]
    gaps, leader = rng.choice((0.05, 0.15, 0.4)), rng.choice(colours)
    park: Park = {}
    for cell in CELLS:
        if rng.random() > gaps:
            cats = rng.sample(colours, rng.randint(1, seats))
            if leader in cats and rng.random() < 0.35:
                cats.remove(leader)
                cats.append(leader)
            park[cell] = cats
    if len(park) == len(CELLS):
        del park[rng.choice(CELLS)]
    cells = CELLS[:] if duel else CELLS * 2
    rng.shuffle(cells)
    if duel:
        own = ["empty", "column", "row", "block"]
        hands = [[cells.pop() for _ in range(4)] + rng.sample(own, rng.randint(0, 4)) for _ in colours]
    else:
        assist = [
            kind for kind, count in MIX.items() for _ in range(count) if "no-double" not in options or kind != "double"
        ]
        rng.shuffle(assist)
        hands = [[rng.choice((cells, assist, assist)).pop() for _ in range(3)] for _ in colours]
    turn = rng.choice(colours)
    letters = [
        ",".join("".join(c[0] for c in reversed(park.get(cell, []))) or "1" for cell in CELLS[n : n + 6])
        for n in range(0, 36, 6)
    ]
    held = "/".join("+".join(hand) or "-" for hand in hands)
    return Laid(park, hands, colours, turn, f"{'/'.join(letters)} {turn} {held}")
