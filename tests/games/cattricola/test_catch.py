"""Catching: the range, the edge, and what is caught."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.cattricola.positions_builder import CATTRICOLA, catches, disc, event_rules, lay, on_ranch
from tests.games.helpers import legal, play, refusal_texts, refused

BLOCK = "players=4"


@pytest.mark.rule("cattricola.catch.range")
def test_everything_under_the_markers_is_caught() -> None:
    state = lay("b2=sm b3=pf c3=w d4=cy", plum="A::b2,b3,c3")
    after = play(state, "b3")  # the middle marker is b2, the first one with all others adjacent to it
    assert set(on_ranch(play(state, "b2"))) == {"d4"}
    assert set(on_ranch(after)) == {"b2", "c3", "d4"}
    assert [CATTRICOLA.scene_of(play(state, "b2"), 0).areas[f"@{n}"].name for n in (1, 2, 3, 4)] == [
        "waiting tile 1: male sheep",
        "waiting tile 2: female pig",
        "waiting tile 3: wolf",
        "no waiting tile",
    ]


@pytest.mark.rule("cattricola.catch.range")
def test_a_catch_can_span_boards() -> None:
    state = lay("e5=sm e6=pf f5=cy f6=hf", plum="A::a1,a2,b1,b2", options=BLOCK)
    assert len(play(state, "e5").hand) == 4


@pytest.mark.rule("cattricola.catch.at-least-one")
@pytest.mark.ruling("cattricola.ruling.no-marker", "No")
def test_a_catch_must_cover_an_animal() -> None:
    state = lay("a1=sm", plum="A::c3")
    assert catches(state) == {"a1"}
    assert refusal_texts(state, "a2") == ["No animal is under the markers there."]
    assert refused(state, "a2") == {"catch.at-least-one"}
    assert refusal_texts(lay("a1=sm"), "a1") == ["There is no marker on the radar to catch with."]


@pytest.mark.rule("cattricola.catch.at-least-one")
def test_covered_animals_must_be_taken() -> None:
    state = play(lay("a1=sm a2=w", plum="A::c3,c4"), "a1")
    assert legal(state) == {"@1", "@2"}
    assert refused(state, "done") == {"place.order"}
    assert refused(state, "pass") == {"place.order"}
    assert refused(state, "+c5") == {"place.order"}
    assert disc(play(state, "@1", "@2"))[:3] == ["sm", "w", ""]


@pytest.mark.rule("cattricola.catch.outside")
def test_the_range_can_extend_beyond_the_ranch_on_all_sides() -> None:
    line = lay("a1=sm e10=pf", plum="A::c1,c2,c3,c4,c5")
    # The middle marker, c3, is over a1 or e10 or up to two cells away from them, on or off the ranch.
    assert catches(line) == {"a-1", "a0", "a1", "a2", "a3", "e8", "e9", "e10", "e11", "e12"}
    upright = lay("a1=sm e10=pf", plum="A::a1,b1,c1,d1,e1")
    assert catches(upright) == {"y1", "z1", "a1", "b1", "c1", "c10", "d10", "e10", "f10", "g10"}
    assert on_ranch(play(upright, "y1", "@1")).keys() == {"e10"}


@pytest.mark.rule("cattricola.catch.outside")
def test_a_catch_can_span_a_gap_between_boards_and_empty_cells() -> None:
    state = lay("d5=sm f6=pf", plum="A::a1,b1,b2,c2", options="players=3,ranch=corner", boards="0,0;5,0;5,5")
    after = play(state, "e5")  # over d5, the empty e5, the gap at e6, and f6
    assert len(after.hand) == 2
    assert "e6" not in state.ranch.grid.index


@pytest.mark.rule("cattricola.place.choice")
def test_caught_tiles_are_placed_in_any_order() -> None:
    state = play(lay("a1=?sm a2=?pf a3=?cy", plum="A::c1,c2,c3"), "a2")
    assert legal(state) == {"@1", "@2", "@3"}
    names = CATTRICOLA.scene_of(state, 0).areas
    assert [names[f"@{n}"].name for n in (1, 2, 3)] == [
        "waiting tile 1: male sheep",
        "waiting tile 2: female pig",
        "waiting tile 3: young cow",
    ]
    orders = {tuple(disc(play(state, *(f"@{n}" for n in order)))[:3]) for order in permutations((1, 2, 3))}
    assert orders == set(permutations(("sm", "pf", "cy")))
    two = play(state, "@2")
    assert (legal(two), refusal_texts(two, "@2")) == ({"@1", "@3"}, ["There is no waiting tile number 2."])


@pytest.mark.rule("cattricola.place.order")
def test_tiles_go_on_the_lowest_free_number() -> None:
    state = play(lay("a1=sm a2=pf", plum="A:wwcy:c1,c2"), "a1")
    assert refusal_texts(state, "@1>7") == ["The lowest free number comes first: 4."]
    assert refused(state, "@1>3") == {"place.order"}  # number 3 is taken
    assert CATTRICOLA.read_action("@1>4", state) == CATTRICOLA.read_action("@1", state)
    assert disc(play(state, "@2", "@1"))[:6] == ["w", "w", "cy", "pf", "sm", ""]
    assert refused(state, "@3") == {"place.order"}
    assert refused(lay("a1=sm"), "@1") == {"place.order"}


@pytest.mark.rule("cattricola.place.overflow")
def test_the_player_chooses_which_tiles_are_left_without_a_cell() -> None:
    twenty = "smsfsypmpfpycmcfcyhmhfhywwwwwwww"
    state = play(lay("a1=sy a2=pf a3=cy", plum=f"A:{twenty}:c1,c2,c3"), "a2")
    assert legal(state) == {"@1", "@2", "@3"}
    after = play(state, "@2")
    assert (disc(after)[20], len(after.unplaced[0]), after.turn) == ("pf", 2, 1)
    assert str(after).split()[2].endswith("::sycy")
    lines = {line.rule: line.points for line in after.score().of(0)}
    assert lines["cattricola.place.overflow"] == -2
    assert event_rules(state, "@2")[-2:] == ["place.overflow", "catch.reset"]


@pytest.mark.rule("cattricola.place.overflow")
def test_nothing_is_placed_on_a_full_disc() -> None:
    full = "smsfsypmpfpycmcfcyhmhfhywwwwwwwww"
    lifting = lay(plum=f"A:{full}:c1", more="hand=py lifts=1")
    assert refused(lifting, "@1") == {"place.overflow"}
    assert legal(lifting) == {*(f"^plum{n}" for n in range(1, 22)), "done"}
    assert len(play(lifting, "done").unplaced[0]) == 1
