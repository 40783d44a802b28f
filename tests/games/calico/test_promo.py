"""Luna and Shop Cat: what they count, and when the 11-point and 7-point tokens change hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cattools.core.grid import bits
from cattools.games.calico import components
from cattools.games.calico.components import DealCat
from cattools.games.calico.position import areas, longest_chain, promo_cells
from tests.games.calico import oracle
from tests.games.calico.positions_builder import CALICO, GOAL_SPACES, INNER, duo, event_rules, lay
from tests.games.helpers import as_a, play

THREE = "c5Uv c6Pv d6Nv"


@pytest.mark.rule("calico.cat.promo")
def test_luna_counts_the_largest_group_of_at_least_three_patches() -> None:
    two = duo("e4Gs", "c2Ud", "Ns", promo="Luna")
    assert play(two, "Ns@e5").promo == (None, None)
    three = play(duo("e4Gs d4Us", "c2Ud d2Ye", "Ns", promo="Luna"), "Ns@e5")
    assert three.promo == (0, None)
    assert three.score().total(0) == 11
    assert event_rules(duo("e4Gs d4Us", "c2Ud d2Ye", "Ns", promo="Luna"), "Ns@e5") == ["turn.place", "cat.promo"]


@pytest.mark.rule("calico.score.tie")
def test_a_promo_token_counts_as_a_cat_in_the_panel() -> None:
    held = play(duo("e4Gs d4Us", "c2Ud d2Ye", "Ns", promo="Luna"), "Ns@e5")
    rows = [words for words, _ in CALICO.panels(held.view(0))[0].rows]
    assert rows == ["11 points", "including the promo cat's 11", "1 cat", "0 buttons"]


@pytest.mark.rule("calico.cat.promo")
def test_luna_counts_printed_patches_and_one_pattern_at_a_time() -> None:
    state = lay("f6Gs f5Pv", "Ns", cats="Millie:de,Tibbit:fq,Luna:sv", options="players=1,promo=luna")
    cat = components.CATS[components.CAT["Luna"]]
    assert promo_cells(cat, state.quilts[0], state.likes) == 0
    after = play(state, "Ns@e6")
    assert promo_cells(cat, after.quilts[0], after.likes).bit_count() == 3  # g7 is printed stripes
    assert after.promo == (0, None)


@pytest.mark.rule("calico.cat.promo")
def test_shop_cat_counts_the_longest_chain() -> None:
    def longest(cells: str) -> int:
        cats = "Millie:de,Tibbit:fq,ShopCat:sv"
        quilt = lay(cells, cats=cats, options="players=1,promo=shop-cat", board="green").quilts[0]
        return longest_chain(quilt.patterns[components.PATTERNS.index("vines")]).bit_count()

    assert longest("b3Nv b4Gv b5Pv") == 3
    assert longest("c5Nv c6Gv b5Pv") == 3  # a triangle: each patch touches two others
    assert longest("b3Nv b4Gv b5Pv c5Uv") == 3  # c5 touches both b4 and b5, so it cannot extend the chain
    assert longest("b3Nv b4Gv b5Pv c6Uv d6Nv") == 5  # a bent chain
    assert longest("b3Nv b4Bv c3Gv c5Pv d3Uv d4Yv") == 6  # a ring around a goal
    star = "d3Nv c3Gv d2Pv e4Yv d4Bv"
    assert longest(star) == oracle.longest_chain({oracle.spot(c[:2]) for c in star.split()})


@pytest.mark.rule("calico.cat.promo")
def test_longest_chains_agree_with_the_oracle() -> None:
    rng = Random(7)
    for _ in range(400):
        cells = sum(1 << c for c in rng.sample(range(49), rng.randint(3, 24)))
        for part in areas(cells):
            if part.bit_count() <= 10:
                plain = oracle.longest_chain({oracle.spot(components.GRID.names[c]) for c in bits(part)})
                assert longest_chain(part).bit_count() == plain


@pytest.mark.rule("calico.cat.promo")
def test_the_7_point_token_is_taken_when_the_11_point_token_is_gone() -> None:
    state = duo("e4Gs e5Ps b2Ud", THREE, "Ns", promo="Luna", more="eleven=green")
    after = play(state, "Ns@d4")  # three each: a tie for the largest
    assert after.promo == (1, 0)
    assert after.score().total(0) == 7


@pytest.mark.rule("calico.cat.promo")
def test_a_player_who_loses_the_11_point_token_takes_the_7_point_token() -> None:
    state = duo("e4Gs e5Ps d4Us", THREE, "Ns", promo="Luna", more="eleven=green seven=blue")
    after = play(state, "Ns@f4")
    assert after.promo == (0, 1)
    assert (after.score().total(0), after.score().total(1)) == (11, 7)
    assert "takes the 11-point token; Green takes the 7-point token" in str(
        state.events(CALICO.read_action("Ns@f4", state))[1]
    )


@pytest.mark.rule("calico.cat.promo")
def test_no_token_moves_unless_the_players_own_number_rises_to_the_top() -> None:
    equal = duo("e4Gs e5Ps d4Us", THREE, "Nd,Ns", promo="Luna", more="eleven=green")
    assert play(equal, "Nd@f4").promo == (1, None)  # tied, but the number did not rise
    apart = duo("e4Gs e5Ps d4Us", THREE, "Ns", promo="Luna", more="eleven=green")
    assert play(apart, "Ns@b2").promo == (1, None)  # another group
    less = duo("e4Gs e5Ps b2Ud c2Ne", THREE + " e6Gv", "Ns", promo="Luna",
               more="eleven=green")  # fmt: skip
    assert play(less, "Ns@d4").promo == (1, None)  # three patches against four


@pytest.mark.rule("calico.cat.promo")
def test_the_holder_of_the_11_point_token_takes_no_other_token() -> None:
    state = duo("e4Gs e5Ps d4Us", THREE, "Ns", promo="Luna", more="eleven=blue")
    assert play(state, "Ns@f4").promo == (0, None)
    alone = lay("e4Gs e5Ps d4Us", "Ns", cats="Millie:de,Tibbit:fq,Luna:sv", more="eleven=blue",
                options="players=1,promo=luna")  # fmt: skip
    assert play(alone, "Ns@f4").promo == (0, None)


SEATS = ("blue", "green", "purple")
SPACES = [name for row in INNER for name in row if name not in GOAL_SPACES]


@pytest.mark.rule("calico.cat.promo")
@pytest.mark.parametrize("name", ["Luna", "ShopCat"])
def test_tokens_change_hands_as_in_the_oracle(name: str) -> None:
    """Three-player games in which nearly every patch counts for the promo cat."""
    moved, rng = 0, Random(name)
    option = "luna" if name == "Luna" else "shop-cat"
    for _ in range(12 if name == "Luna" else 5):
        quilts = [oracle.Plain(board, {"stripes": name, "vines": name}, None) for board in SEATS]
        spaces = [rng.sample(SPACES, 22) for _ in SEATS]
        parts = " ".join(f"{board}=5/2_2/3_1/1_3/5;-;Ns" for board in SEATS)
        line = f"cats=Millie:de,Tibbit:fq,{name}:sv {parts} turn=blue"
        state = CALICO.read_position(line, CALICO.choose(f"players=3,family,promo={option}"))
        holders: oracle.Holders = (None, None)
        for turn in range(27):
            seat = turn % 3
            patch, at = rng.choice("NBGPUY") + rng.choice("ssvvd"), spaces[seat].pop()
            hands = tuple((components.KIND[patch],) if n == seat else (0,) for n in range(3))
            state = play(replace(state, hands=hands), f"{patch}@{at}")
            before = [quilt.promo(name) for quilt in quilts]
            quilts[seat].sew(oracle.spot(at), oracle.patch(patch))
            after = oracle.passed(holders, seat, before, quilts[seat].promo(name))
            moved += after != holders
            holders = after
            assert state.promo == holders
    assert moved > 5


@pytest.mark.rule("calico.cat.promo")
@pytest.mark.parametrize(
    ("option", "third"),
    [
        ("off", {"Gwenivere", "Leo"}),
        ("luna", {"Luna"}),
        ("shop-cat", {"ShopCat"}),
        ("lot", {"Gwenivere", "Leo", "Luna", "ShopCat"}),
    ],
)
def test_the_promo_option_decides_which_cats_can_be_drawn_as_the_third_cat(option: str, third: set[str]) -> None:
    state = play(CALICO.start(CALICO.choose(f"promo={option}")), "*Millie", "*Cira")
    assert {as_a(DealCat, a).cat for a in state.legal()} == third
