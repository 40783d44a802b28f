"""The number of tokens that can have been earned, compared with every order of sewing."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from cattools.core.grid import bits
from cattools.games.calico import Calico
from cattools.games.calico.components import CATS, GRID, RING, SPACES, Cat
from cattools.games.calico.position import Quilt, areas, with_patch
from cattools.games.calico.scorer import areas_with_tokens, most_tokens, token_problems
from cattools.lessons.example import Example, examples
from tests.games.helpers import as_a
from tests.kinds import number


def token_counts(cells: list[int], ring: int, cat: Cat) -> set[int]:
    """Return every number of tokens that can result from sewing patches of one pattern on the cells, in any order."""
    likes = (cat, None, None, None, None, None)
    found = set()
    for order in permutations(cells):
        quilt = Quilt((0,) * 6, (ring, 0, 0, 0, 0, 0))
        for n, cell in enumerate(order):
            quilt = with_patch(quilt, 6 * (n % 6), cell, likes)
        found.add(quilt.cats.bit_count())
    return found


@pytest.mark.slow
@pytest.mark.rule("calico.cat.apart")
@pytest.mark.parametrize("name", ["Millie", "Callie", "Tibbit", "Rumi"])
@pytest.mark.sampled
def test_the_bounds_match_the_results_of_all_orders_of_sewing(name: str) -> None:
    cat, rng = next(c for c in CATS if c.name == name), Random(name)
    seen = set()
    for _ in range(number(20, 100)):
        ring = sum(1 << c for c in rng.sample([*bits(RING)], 10))
        cells = rng.sample([*bits(SPACES)], 3)
        while len(cells) < 6:  # close together, so that groups meet
            near = GRID.around[rng.choice(cells)] & SPACES & ~sum(1 << c for c in cells)
            cells += rng.sample([*bits(near)], min(1, near.bit_count()))
        quilt = Quilt((0,) * 6, (ring | sum(1 << c for c in cells), 0, 0, 0, 0, 0))
        found = token_counts(cells, ring, cat)
        counted = [*areas_with_tokens(quilt, (cat, None, None, None, None, None))]
        assert len({t.area for t in counted}) == len(counted) <= len(areas(quilt.patterns[0]))
        assert (sum(t.least for t in counted), sum(t.most for t in counted)) == (min(found), max(found))
        seen.add(max(found))
    assert len(seen) > 1


def grown(rng: Random, size: int) -> int:
    """Return a connected area of sewn patches with some of the printed patches that it touches."""
    cells = 1 << rng.choice([*bits(SPACES)])
    while cells.bit_count() < size:
        near = GRID.around[rng.choice([*bits(cells)])] & SPACES & ~cells
        cells |= sum(1 << c for c in rng.sample([*bits(near)], min(1, near.bit_count())))
    touched = [c for c in bits(RING) if GRID.around[c] & cells]
    return cells | sum(1 << c for c in rng.sample(touched, min(3, len(touched))))


@pytest.mark.rule("calico.cat.apart", "calico.button.apart")
@pytest.mark.parametrize("name", ["", "Millie", "Callie", "Rumi", "Tibbit", "Coconut", "Almond"])
@pytest.mark.sampled
def test_the_maximum_number_of_tokens_matches_a_search_of_all_subsets_of_an_area(name: str) -> None:
    cat, rng = next((c for c in CATS if c.name == name), None), Random(f"{name}2")
    seen = set()
    for _ in range(number(4, 40)):
        area = grown(rng, rng.randrange(8, 12))
        sewn, most_apart = [*bits(area & ~RING)], 0
        for chosen in product((0, 1), repeat=len(sewn)):
            left = sum(on << cell for on, cell in zip(chosen, sewn, strict=True)) | area & RING
            fits = [cat.meets(part) if cat else part.bit_count() >= 3 for part in areas(left) if part & ~RING]
            most_apart = max(most_apart, sum(fits))
        assert most_tokens(area, cat) == most_apart
        seen.add(most_apart)
    assert len(seen) > 1 or name in ("Coconut", "Almond")


@pytest.mark.rule("calico.cat.apart", "calico.button.apart")
def test_a_large_area_cannot_have_more_tokens_than_it_had_parts() -> None:
    area = sum(1 << GRID.index[name] for name in ["c5", "d3", "d4", "d6", "e4", "e5", "e6", "f3", "f4", "f6"])
    found = {cat.name: most_tokens(area, cat) for cat in CATS if cat.name in ("Rumi", "Callie", "Millie")}
    assert (found, most_tokens(area, None)) == ({"Rumi": 1, "Callie": 1, "Millie": 2}, 2)


def test_the_largest_areas_can_be_searched() -> None:
    """A search of all subsets of such an area would not end within the time limit of a test."""
    rng = Random(5)
    for cat in (None, *(cat for cat in CATS if not cat.promo)):
        for _ in range(4):
            area = grown(rng, 18)
            assert most_tokens(area, cat) <= area.bit_count() // 3


@pytest.mark.parametrize("found", examples("calico").values(), ids=lambda e: e.id)
def test_the_tokens_of_an_example_are_possible_and_complete(found: Example) -> None:
    """No token is impossible, and none is missing where a group must have earned one."""
    assert [str(problem) for problem in token_problems(as_a(Calico, found.start()))] == []
