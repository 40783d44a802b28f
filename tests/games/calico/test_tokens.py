"""Tokens that could have come, against every order of sewing tried out."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from cattools.core.grid import bits
from cattools.games.calico.box import CATS, GRID, RING, SPACES, Cat
from cattools.games.calico.quilt import Quilt, areas, laid
from cattools.games.calico.tokens import doubts, tokens
from cattools.lessons.example import Example, examples


def brought(cells: list[int], ring: int, cat: Cat) -> set[int]:
    """Return how many tokens every order of sewing the cells with one pattern brings."""
    likes = (cat, None, None, None, None, None)
    found = set()
    for order in permutations(cells):
        quilt = Quilt((0,) * 6, (ring, 0, 0, 0, 0, 0))
        for n, cell in enumerate(order):
            quilt = laid(quilt, 6 * (n % 6), cell, likes)
        found.add(quilt.cats.bit_count())
    return found


@pytest.mark.rule("calico.cat.apart")
@pytest.mark.parametrize("name", ["Millie", "Callie", "Tibbit", "Rumi"])
def test_the_bounds_are_those_of_all_orders(name: str) -> None:
    cat, rng = next(c for c in CATS if c.name == name), Random(name)
    seen = set()
    for _ in range(40):
        ring = sum(1 << c for c in rng.sample([*bits(RING)], 10))
        cells = rng.sample([*bits(SPACES)], 3)
        while len(cells) < 6:  # near each other, so that groups meet
            near = GRID.around[rng.choice(cells)] & SPACES & ~sum(1 << c for c in cells)
            cells += rng.sample([*bits(near)], min(1, near.bit_count()))
        quilt = Quilt((0,) * 6, (ring | sum(1 << c for c in cells), 0, 0, 0, 0, 0))
        found = brought(cells, ring, cat)
        one = [*tokens(quilt, (cat, None, None, None, None, None))]
        assert len({t.area for t in one}) == len(one) <= len(areas(quilt.patterns[0]))
        assert (sum(t.least for t in one), sum(t.most for t in one)) == (min(found), max(found))
        seen.add(max(found))
    assert len(seen) > 1


@pytest.mark.parametrize("found", examples("calico").values(), ids=lambda e: e.id)
def test_the_tokens_of_an_example_are_those_that_must_have_come(found: Example) -> None:
    """None is there that could not have come, and none lacks where a group had to bring it."""
    assert [str(doubt) for doubt in doubts(found.start())] == []
