"""Cats: groups by size, shapes in any orientation, groups that already have a cat."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from cattools.core.grid import bits, mask
from cattools.games.calico import components
from cattools.lessons.example import example
from tests.games.calico import oracle
from tests.games.calico.positions_builder import GOALS, event_rules, lay, rows, tokens
from tests.games.helpers import play

SHAPED = [cat for cat in components.CATS if cat.places]
SIZED = [cat for cat in components.CATS if not cat.places and not cat.promo]
CHAIN = ["b2", "b3", "b4", "b5", "c6", "d6", "e6", "f5"]  # each cell touches only the cells before and after it
HUES = "NGPUYNGPU"  # neighbours differ, so no button is earned


def snake(count: int, pattern: str) -> str:
    """Return patches of one pattern on the first cells of `CHAIN`, in notation."""
    return " ".join(f"{cell}{hue}{pattern}" for cell, hue in zip(CHAIN[:count], HUES, strict=False))


@pytest.mark.rule("calico.cat.size")
@pytest.mark.rule("calico.cat.earn")
@pytest.mark.parametrize("cat", SIZED, ids=lambda c: c.name)
def test_enough_connected_patches_of_any_shape_earn_a_cat(cat: components.Cat) -> None:
    cats = f"{cat.name}:sv,Rumi:de,Leo:fq"
    short = lay(snake(cat.size - 2, "v"), "Bv", cats=cats, board="purple")
    at = CHAIN[cat.size - 2]
    assert tokens(play(short, f"Bv@{at}")) == {}
    full = lay(snake(cat.size - 1, "v"), "Bv", cats=cats, board="purple")
    at = CHAIN[cat.size - 1]
    after = play(full, f"Bv@{at}")
    assert tokens(after) == {cat.title: 1}
    assert after.score().total(0) == cat.points == oracle.WORTH[cat.name]
    assert "cat.size" in event_rules(full, f"Bv@{at}")


@pytest.mark.rule("calico.cat.shape")
@pytest.mark.parametrize("cat", SHAPED, ids=lambda c: c.name)
def test_the_places_of_a_shape_are_all_its_positions_and_rotations_and_no_others(cat: components.Cat) -> None:
    spots_of_cat = {spot for spots in cat.places for spot in spots}
    spots = [(r, c) for r in range(7) for c in range(7)]
    size = cat.size
    wanted = set()
    for start in spots:  # every set of nearby cells that has the shape, by brute force
        near = [s for s in spots if oracle.apart(start, s) < size and s >= start]
        if size == 5:
            near = [s for s in near if cat.name == "Almond" or 0 in _offsets(start, s)]
            near = [s for s in near if oracle.apart(start, s) <= (2 if cat.name == "Almond" else 4)]
        for rest in combinations([s for s in near if s != start], size - 1):
            if oracle.is_shape(cat.name, (start, *rest)):
                wanted.add(mask(components.GRID.index[oracle.name(s)] for s in (start, *rest)))
    assert spots_of_cat == wanted
    inside = [spot for spot in spots_of_cat if not spot & components.RING]
    turned = {frozenset(_offsets(*(components.GRID.spots[c] for c in _ends(spot)))) for spot in inside}
    assert turned


def _offsets(a: oracle.Spot, b: oracle.Spot) -> tuple[int, ...]:
    return tuple(x - y for x, y in zip(oracle.cube(a), oracle.cube(b), strict=True))


def _ends(spot: int) -> tuple[int, int]:
    cells = list(bits(spot))
    return cells[0], cells[-1]


@pytest.mark.rule("calico.cat.shape")
@pytest.mark.parametrize("cat", SHAPED, ids=lambda c: c.name)
def test_mirrored_shapes_are_rotated_shapes(cat: components.Cat) -> None:
    """No shape is chiral, so rotations are enough for "turned any way"."""
    first = next(spot for spots in cat.places for spot in spots if not spot & components.RING)
    axial = [components.GRID.spots[c] for c in bits(first)]
    mirrored = {(r, q) for q, r in axial}
    turns = []
    cells = axial
    for _ in range(6):
        cells = [(-r, q + r) for q, r in cells]
        turns.append(cells)
    moves = [{(q + dq, r + dr) for q, r in turn} for turn in turns for dq in range(-9, 10) for dr in range(-9, 10)]
    assert mirrored in moves


@pytest.mark.rule("calico.cat.shape")
@pytest.mark.parametrize("cat", SHAPED, ids=lambda c: c.name)
def test_a_completed_inner_shape_earns_its_cat_whichever_patch_is_last(cat: components.Cat) -> None:
    cats = f"{cat.name}:ds,Tibbit:fq,Gwenivere:ev" if cat.name != "Tibbit" else ""
    seen = 0
    for spot in (m for spots in cat.places for m in spots if not m & ~components.SPACES):
        cells = [components.GRID.names[c] for c in bits(spot)]
        for last in cells:
            rest = " ".join(f"{c}{hue}s" for c, hue in zip((c for c in cells if c != last), "NGPU", strict=False))
            state = lay(rest, "Bs", cats=cats, board="yellow")
            after = play(state, f"Bs@{last}")
            assert tokens(after).get(cat.title, 0) == 1, (cells, last)
            seen += 1
    assert seen >= cat.size


@pytest.mark.rule("calico.cat.shape")
def test_enough_patches_in_another_shape_earn_nothing() -> None:
    rumi = lay("c5Pd c6Yd", "Nd", cats="Rumi:de,Tibbit:fq,Coconut:sv")
    assert tokens(play(rumi, "Nd@b5")) == {}  # a triangle
    callie = lay("b3Pd b4Yd", "Nd", cats="Callie:de,Tibbit:fq,Coconut:sv")
    assert tokens(play(callie, "Nd@b5")) == {}  # a line


@pytest.mark.rule("calico.cat.shape")
def test_a_shape_may_be_part_of_a_larger_group() -> None:
    state = lay("b5Pd c5Yd c6Gd", "Nd", cats="Rumi:de,Tibbit:fq,Coconut:sv")
    assert tokens(play(state, "Nd@d6")) == {"Rumi": 1}
    assert tokens(play(state, "Nd@d4")) == {"Rumi": 1}  # b5, c5 and d4 also form a line
    assert tokens(play(state, "Nd@b4")) == {}
    assert tokens(play(state, "Nd@b6")) == {"Rumi": 1}  # navy dots are printed on b7


@pytest.mark.rule("calico.cat.apart")
def test_a_group_that_touches_a_scored_group_earns_no_second_cat() -> None:
    state = lay("b3Gd! b4Pd c3Ud e5Bd e6Yd", "Nd")
    for at, cats in (("b5", 1), ("d3", 1), ("e4", 2), ("d6", 2), ("f5", 2)):
        assert tokens(play(state, f"Nd@{at}")).get("Millie") == cats, at
    assert "cat.apart" in event_rules(state, "Nd@b5")
    assert "cat.apart" not in event_rules(state, "Nd@f3")


@pytest.mark.rule("calico.cat.apart")
def test_scored_groups_may_merge_and_keep_both_tokens() -> None:
    state = lay("b3Gd! b4Pd c3Ud d6Yd! c6Gd e6Bd", "Nd,Be")
    joined = play(state, "Nd@b5")
    assert tokens(joined) == {"Millie": 2}
    assert joined.score().total(0) == 6
    whole = {line.cells for line in joined.score().lines}
    assert whole == {("b3", "b4", "b5", "c3", "c6", "d6", "e6")}


@pytest.mark.rule("calico.cat.apart")
def test_a_printed_patch_can_connect_a_group_to_a_scored_group() -> None:
    # Navy dots are printed on b7, next to b6. Dots on c6 join both to d6, which has Millie.
    state = lay("b6Pd d6Gd! e6Ud", "Nd")
    assert tokens(play(state, "Nd@c6")) == {"Millie": 1}
    # c2 touches the printed blue ferns on d1, and only through them the group on e2, which has Millie.
    cells = "b2Ye b3Pe e2Ge! f2Ue"
    assert tokens(play(lay(cells, "Ne"), "Ne@c2")) == {"Millie": 1}
    assert "cat.apart" in event_rules(lay(cells, "Ne"), "Ne@c2")
    assert tokens(play(lay(cells, "Ne", board="green"), "Ne@c2")) == {"Millie": 2}  # this board has no ferns on d1


@pytest.mark.rule("calico.cat.apart")
def test_joining_a_scored_and_an_unscored_group_earns_nothing() -> None:
    state = lay("b2Ne! b3Ue c3Be d4Pe e4Ye", "Ge")
    assert tokens(play(state, "Ge@d3")) == {"Millie": 1}
    assert tokens(play(state, "Ge@e5")) == {"Millie": 2}


@pytest.mark.rule("calico.cat.single-pattern")
def test_the_two_patterns_of_a_cat_are_counted_separately() -> None:
    state = lay("c5Pd! c6Yd b5Gd d4Ue e5Be", "Ye,Gd")
    assert tokens(play(state, "Ye@e4")) == {"Millie": 2}
    assert tokens(play(state, "Gd@e4")) == {"Millie": 1}  # dots do not complete ferns


@pytest.mark.rule("calico.cat.edge")
def test_printed_patches_count_for_cats() -> None:
    assert tokens(play(lay("e2Gd", "Nd"), "Nd@f2")) == {"Millie": 1}  # yellow dots are printed on f1
    assert tokens(play(lay("e2Gd", "Nd"), "Nd@d2")) == {"Millie": 1}
    assert tokens(play(lay("e2Gd", "Nd", board="green"), "Nd@d2")) == {}
    corner = lay("f6Gf", "Nf", cats="Callie:fq,Tibbit:de,Coconut:sv")  # f7 and e7: flowers, quatrefoil
    assert tokens(play(corner, "Nf@e6")) == {}
    line = lay("f5Gf f6Pf", "Nf", cats="Tecolote:fq,Tibbit:de,Leo:sv")
    assert tokens(play(line, "Nf@f4")) == {"Tecolote": 1}  # f4 f5 f6 and the printed f7


@pytest.mark.rule("calico.cat.edge")
def test_a_goal_tile_separates_groups() -> None:
    # The goal on c4 is between c3 and c5.
    state = lay("c2Gq c3Pq", "Nq", cats="Rumi:fq,Tibbit:de,Coconut:sv", board="yellow")
    assert tokens(play(state, "Nq@c5")) == {}
    size = lay("c3Gd b2Pd", "Nd", board="yellow")
    assert tokens(play(size, "Nd@c5")) == {}


@pytest.mark.rule("calico.cat.once-a-placement")
def test_one_patch_earns_one_cat_even_if_it_joins_two_pairs() -> None:
    state = lay("b3Ne b4Pe d3Ue d2Ye", "Ge")
    assert tokens(play(state, "Ge@c3")) == {"Millie": 1}
    lines = lay("b3Ne b4Pe d4Ue e4Ye", "Ge", cats="Rumi:de,Tibbit:fq,Coconut:sv")
    assert sum(tokens(play(lines, "Ge@b5")).values()) <= 1


@pytest.mark.rule("calico.cat.once-a-placement")
@pytest.mark.ruling("calico.ruling.decline", "No")
def test_a_shape_completed_in_a_scored_group_never_pays() -> None:
    state = lay("b3Ne b4Pe", "Ge,Be", cats="Rumi:de,Tibbit:fq,Coconut:sv", board="green")
    state = play(state, "Ge@b5")
    assert tokens(state) == {"Rumi": 1}
    second = lay("b3Ne b4Pe b5Ge! c5Ue", "Be", cats="Rumi:de,Tibbit:fq,Coconut:sv", board="green")
    assert tokens(play(second, "Be@d4")) == {"Rumi": 1}  # b5 c5 d4 is a line, but the group has its cat


@pytest.mark.rule("calico.cat.earn")
def test_a_pattern_earns_only_the_cat_that_likes_it() -> None:
    state = lay("c5Pd c6Yd", "Nd", cats="Coconut:de,Tibbit:fq,Millie:sv")
    assert tokens(play(state, "Nd@b5")) == {}
    assert tokens(play(lay("c5Ps c6Ys", "Ns", cats="Coconut:de,Tibbit:fq,Millie:sv"), "Ns@b5")) == {"Millie": 1}


@pytest.mark.rule("calico.components")
def test_cat_tokens_never_run_out() -> None:
    lines = "b2Ns! b3Bs b4Gs d2Nv! d3Bv d4Gv f4Ps{} f5Us"
    others = " ".join(f"{name}={rows(lines.format('!') + ' f6Ys')};{GOALS};Ye" for name in ("green", "purple"))
    state = lay(lines.format(""), "Ys", cats="Millie:de,Rumi:sv,Coconut:fq", others=others, options="players=3")
    assert sum(quilt.cats.bit_count() for quilt in state.quilts) == 8  # all that the box has
    assert tokens(play(state, "Ys@f6"))["Rumi"] == 3


@pytest.mark.rule("calico.components")
def test_the_ninth_token_of_a_cat_is_one_of_the_cat_on_the_other_side_of_its_tile() -> None:
    shown = example("calico.dispute.tokens-out")
    state: Any = shown.start()
    (action,) = (state.game.read_action(written, state) for written in shown.solution)
    said = [str(event) for event in state.events(action) if event.rule == "calico.components"]
    assert len(said) == 1
    assert said[0].startswith(
        "No token of Rumi is left: take one of Tibbit, the other side of the tile, worth the same."
    )
    before = replace(state, quilts=(state.quilts[0], replace(state.quilts[1], cats=0), state.quilts[2]))
    assert "components" not in event_rules(before, shown.solution[0])
