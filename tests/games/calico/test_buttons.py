"""Buttons and the rainbow button."""

import pytest

from cattools.games.calico.position import rainbow
from tests.games.calico.positions_builder import GOALS, event_rules, lay, rows, tokens
from tests.games.helpers import play


@pytest.mark.rule("calico.button.earn")
def test_three_connected_patches_of_one_colour_earn_a_button() -> None:
    state = lay("c5Pq c6Ps", "Pd")
    after = play(state, "Pd@b5")
    assert tokens(after) == {"A pink button": 1}
    assert after.score().total(0) == 3
    assert "button.earn" in event_rules(state, "Pd@b5")
    assert tokens(play(state, "Pd@f3")) == {}
    assert tokens(play(lay("c5Pq c6Ps", "Nd"), "Nd@b5")) == {}


@pytest.mark.rule("calico.button.earn")
def test_joining_two_pairs_earns_one_button() -> None:
    assert tokens(play(lay("b3Pq b4Ps c6Pe d6Pf", "Pd"), "Pd@b5")) == {"A pink button": 1}


@pytest.mark.rule("calico.button.earn")
def test_buttons_never_run_out() -> None:
    pink, rest = "b2Pq+ f2Ps+", ("green", "purple", "yellow")
    others = " ".join(f"{name}={rows(f'{pink} d3Pd+')};{GOALS};Ye" for name in rest)
    state = lay("c5Pe c6Pf", "Pv", others=others, options="players=4")
    assert sum(quilt.buttons.bit_count() for quilt in state.quilts) == 9  # one more than the box has
    assert tokens(play(state, "Pv@b5"))["A pink button"] == 1


@pytest.mark.rule("calico.button.apart")
def test_a_group_with_a_button_earns_no_second_one() -> None:
    state = lay("b3Pq b4Ps+ b5Pe e4Pf e5Pv", "Pd")
    assert tokens(play(state, "Pd@c3")) == {"A pink button": 1}
    assert "button.apart" in event_rules(state, "Pd@c3")
    assert tokens(play(state, "Pd@f4")) == {"A pink button": 2}
    assert tokens(play(state, "Pd@d4")) == {"A pink button": 2}


@pytest.mark.rule("calico.button.apart")
def test_six_patches_of_a_colour_in_one_group_earn_one_button() -> None:
    state = lay("b2Pq b3Ps+ b4Pe c2Pf c3Pv", "Pd")
    assert tokens(play(state, "Pd@d3")) == {"A pink button": 1}


@pytest.mark.rule("calico.button.apart")
def test_groups_with_buttons_may_merge() -> None:
    state = lay("b2Pq b3Ps+ b4Pe c6Pf+ d6Pv e6Pq", "Pd")
    after = play(state, "Pd@b5")
    assert tokens(after) == {"A pink button": 2}
    assert {line.cells for line in after.score().lines} == {("a4", "b2", "b3", "b4", "b5", "c6", "d6", "e6")}


@pytest.mark.rule("calico.button.edge")
def test_printed_patches_count_for_buttons() -> None:
    assert tokens(play(lay("f5Pq", "Ps"), "Ps@f6")) == {"A pink button": 1}  # g6 is printed pink
    assert tokens(play(lay("f5Pq", "Ps", board="purple"), "Ps@f6")) == {}
    assert tokens(play(lay("", "Nd"), "Nd@c2")) == {}  # one patch and a printed one are only two


@pytest.mark.rule("calico.button.edge")
def test_a_goal_separates_groups_of_a_colour() -> None:
    assert tokens(play(lay("c3Pq b2Ps", "Pd"), "Pd@c5")) == {}


SIX = "b2Nq+ b3Bs+ b4Ge+ b5Pf+ b6Uv+"


@pytest.mark.rule("calico.button.rainbow")
def test_buttons_of_all_six_colours_earn_the_rainbow_button() -> None:
    state = lay(f"{SIX} e4Yq e5Ys", "Yd,Ne")
    after = play(state, "Yd@f4")
    assert rainbow(after.quilts[0])
    assert not rainbow(state.quilts[0])
    assert tokens(after)["The rainbow button"] == 1
    assert after.score().total(0) == 7 * 3
    assert "button.rainbow" in event_rules(state, "Yd@f4")
    assert not rainbow(play(state, "Ne@f4").quilts[0])
    five_and_two = lay(f"{SIX} c6Ue+", "Yd")  # six buttons, five colours
    assert not rainbow(five_and_two.quilts[0])


@pytest.mark.rule("calico.button.rainbow")
def test_the_rainbow_button_is_earned_once() -> None:
    twice = lay("b2Nq+ b3Bs+ b4Ge+ b5Pf+ b6Uv+ c2Yq+ d2Nf+ d3Bf+ d4Gs+ e4Ps+ e5Us+ e6Ys+")
    assert tokens(twice)["The rainbow button"] == 1
    assert twice.score().total(0) == 13 * 3
