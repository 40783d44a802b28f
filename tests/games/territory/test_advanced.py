"""The advanced game: open treasures, exchanges of two cards, and bonus points."""

from __future__ import annotations

from collections import Counter

import pytest

from cattools.core.game import CHANCE
from tests.games.helpers import events_of, legal, play, refused
from tests.games.territory.oracle import OPEN
from tests.games.territory.positions_builder import CELLS, TERRITORY, begun, hand, lay, stacks

ADVANCED = "game=advanced,players=4"


def bonus(state, *moves: str) -> int:
    """Return Red's bonus points after some moves."""
    return play(state, *moves).bonus[0]


@pytest.mark.rule("territory.advanced.treasure")
def test_open_treasures_are_only_on_the_inner_cells() -> None:
    for cell in CELLS:
        after = play(lay(hands=f"{cell}/-", options=ADVANCED), cell)
        assert after.to_move == CHANCE
        assert after.step.draws == ((0, "cells"),)  # nothing is turned face up, because the value is known
        assert list(after.won[0]) == ([OPEN[cell]] if cell in OPEN else [])
    assert Counter(OPEN.values()) == {1: 4, 2: 8, 3: 4}
    events = events_of(lay(hands="C3/-", options=ADVANCED), "C3")
    assert events == [("land", "place.empty", ("C3",)), ("gain", "place.empty", ("C3",))]


@pytest.mark.rule("territory.advanced.treasure")
def test_an_outer_cell_without_a_cat_is_a_gap() -> None:
    after = play(lay(hands="A1/-", options=ADVANCED, A1="b", B1="b", D1="r"), "A1")
    assert stacks(after) == {"A1": "rb", "B1": "b", "D1": "r"}


@pytest.mark.rule("territory.advanced.hand")
def test_each_hand_has_one_assist_and_two_coordinate_cards() -> None:
    for seed in range(4):
        state = begun(ADVANCED, seed)
        for seat in range(4):
            assert len(state.hands[seat]) == 3
            assert sum(card >= 36 for card in state.hands[seat]) == 1
    assert legal(TERRITORY.start(TERRITORY.choose(ADVANCED))) == {
        "*empty", "*column", "*row", "*double", "*search", "*block",
    }  # fmt: skip


@pytest.mark.rule("territory.advanced.exchange")
def test_one_or_two_cards_are_exchanged_for_cards_from_a_single_deck() -> None:
    state = lay(hands="A1+B1+row/C1", options=ADVANCED)
    assert {a for a in legal(state) if ">" in a} == {
        f"{c}>{d}" for c in ("A1", "B1", "row") for d in ("cells", "assist")
    }
    first = play(state, "A1>assist")
    assert (first.to_move, first.pending) == (0, True)
    assert legal(first) == {"B1>assist", "row>assist", "enough"}
    assert refused(first, "B1>cells") == {"advanced.exchange"}
    assert refused(first, "B1") == {"advanced.exchange"}
    assert refused(state, "enough") == {"advanced.exchange"}
    one, two = play(first, "enough"), play(first, "row>assist")
    assert (one.step.draws, two.step.draws) == (((0, "assist"),), ((0, "assist"), (0, "assist")))
    after = play(two, "*block", "*search")
    assert (hand(after, 0), after.to_move) == ({"B1", "block", "search"}, 1)
    cells = play(state, "A1>cells", "B1>cells", "*F6", "*E6")
    assert (hand(cells, 0), cells.to_move) == ({"F6", "E6", "row"}, 1)
    assert play(state, "A1>assist", "B1>assist") == play(state, "B1>assist", "A1>assist")


@pytest.mark.rule("territory.advanced.exchange")
def test_two_assist_cards_cannot_be_drawn_when_only_one_is_left() -> None:
    every = ["empty"] * 4 + ["column"] * 4 + ["row"] * 4 + ["double"] * 3 + ["search"] * 4 + ["block"] * 3
    state = play(lay(hands=f"{'+'.join(every)}+A1+B1/-", options=ADVANCED), "A1>assist")
    assert legal(state) == {"enough"}
    assert refused(state, "B1>assist") == {"assist.reshuffle"}


@pytest.mark.rule("territory.advanced.no-double")
def test_an_option_removes_the_double_turns() -> None:
    state = TERRITORY.start(TERRITORY.choose("game=advanced,no-double"))
    assert len(state.assist_deck) == 20
    assert "*double" not in legal(state)
    assert "*double" in legal(TERRITORY.start(TERRITORY.choose("game=advanced")))


THREE = {"C3": "b", "B3": "b", "A3": "r", "C2": "b", "C1": "r", "D3": "b", "E3": "r"}


@pytest.mark.rule("territory.advanced.bonus.three-way")
def test_three_directions_pay_one_point() -> None:
    assert bonus(lay(hands="C3/-", options=ADVANCED, **THREE), "C3") == 1
    two = {cell: stack for cell, stack in THREE.items() if cell not in ("D3", "E3")}
    assert bonus(lay(hands="C3/-", options=ADVANCED, **two), "C3") == 0
    state = lay(hands="C3/-", options=ADVANCED, **THREE)
    assert events_of(state, "C3")[-1] == ("gain", "advanced.bonus.three-way", ())


@pytest.mark.rule("territory.advanced.bonus.four-way")
def test_four_directions_pay_two_points_instead_of_the_one_for_three_directions() -> None:
    state = lay(hands="C3/-", options=ADVANCED, **THREE, C4="b", C5="r")
    assert bonus(state, "C3") == 2


@pytest.mark.rule("territory.advanced.bonus.line-three")
def test_three_cells_in_one_direction_pay_one_point() -> None:
    row = {"A1": "b", "B1": "b", "C1": "b", "D1": "b"}
    assert bonus(lay(hands="A1/-", options=ADVANCED, **row, E1="r"), "A1") == 1
    assert bonus(lay(hands="A1/-", options=ADVANCED, A1="b", B1="b", C1="b", D1="r"), "A1") == 0
    # Three cells in two directions are not a line of three.
    parted = {"A2": "b", "A1": "r", "A3": "b", "A4": "r", "B2": "b", "C2": "r"}
    assert bonus(lay(hands="A2/-", options=ADVANCED, **parted), "A2") == 0


@pytest.mark.rule("territory.advanced.bonus.line-three")
@pytest.mark.rule("territory.advanced.bonus.sum")
def test_three_directions_with_a_line_of_three_pay_two_points() -> None:
    full = {"C5": "b", "B5": "b", "A5": "r", "D5": "b", "E5": "r", "C4": "b", "C3": "b", "C2": "b", "C1": "r"}
    assert bonus(lay(hands="C5/-", options=ADVANCED, **full), "C5") == 2


@pytest.mark.rule("territory.advanced.bonus.line-four")
def test_four_cells_in_one_direction_pay_three_points() -> None:
    row = {"A1": "b", "B1": "b", "C1": "b", "D1": "b", "E1": "b", "F1": "r"}
    assert bonus(lay(hands="A1/-", options=ADVANCED, **row), "A1") == 3


@pytest.mark.rule("territory.advanced.bonus.sum")
def test_two_long_lines_are_both_paid() -> None:
    down = {"A2": "b", "A3": "b", "A4": "b", "A5": "b", "A6": "r"}
    across = {"A1": "b", "B1": "b", "C1": "b", "D1": "b", "E1": "b", "F1": "r"}
    assert bonus(lay(hands="A1/-", options=ADVANCED, **across, **down), "A1") == 6
    short = {**across, "E1": "r"}
    assert bonus(lay(hands="A1/-", options=ADVANCED, **short, **down), "A1") == 4
    assert bonus(lay(hands="A1/-", options=ADVANCED, **short, **{**down, "A5": "r"}), "A1") == 2


@pytest.mark.rule("territory.advanced.bonus.sum")
def test_assist_cards_earn_bonus_points_and_the_basic_game_pays_none() -> None:
    row = {"A1": "b", "B1": "b", "C1": "b", "D1": "b", "E1": "b", "F1": "r"}
    assert bonus(lay(hands="row/-", options=ADVANCED, **row), "row:A1") == 3
    assert bonus(lay(hands="column/-", options=ADVANCED, **row), "column:A1") == 0
    assert bonus(lay(hands="A1/-", options="players=4", **row), "A1") == 0


@pytest.mark.rule("territory.advanced.bonus.supply")
def test_the_bonus_does_not_depend_on_the_treasures_left() -> None:
    row = {"A1": "b", "B1": "b", "C1": "b", "D1": "b", "E1": "b", "F1": "r"}
    rich = lay(hands="A1/-", options=ADVANCED, more="bonus=500/0/0/0", **row)
    assert bonus(rich, "A1") == 503
    assert play(rich, "A1").score().total(0) == 503 + 11


@pytest.mark.rule("territory.advanced.bonus.blocked")
@pytest.mark.rule("territory.advanced.bonus.line-three")
@pytest.mark.ruling("territory.ruling.line-three", "No")
def test_only_cells_that_actually_turned_count() -> None:
    row = {"A1": "b", "B1": "b", "C1": "y", "D1": "b", "E1": "b", "F1": "r"}
    state = play(lay(hands="A1/-/block/-", options=ADVANCED, **row), "A1")
    assert state.to_move == 2
    # Without a block, a line of four flips; with it, only three cells, which count although they are not adjacent.
    assert (bonus(state, "allow"), bonus(state, "block")) == (3, 1)
    ways = play(lay(hands="C3/-/block/-", options=ADVANCED, **{**THREE, "D3": "y"}), "C3")
    assert (bonus(ways, "allow"), bonus(ways, "block")) == (1, 0)
