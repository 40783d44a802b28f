"""Charging: putting markers on the radar."""

from __future__ import annotations

import pytest

from cattools.games.cattricola.components import Marker
from tests.games.cattricola.positions_builder import catches, event_rules, lay
from tests.games.helpers import legal, play, refusal_texts, refused

EVERY = {f"+{row}{n}" for row in "abcde" for n in range(1, 6)}
RANCH = "a1=sm"


@pytest.mark.rule("cattricola.turn")
def test_a_turn_is_a_charge_or_a_catch() -> None:
    state = lay(RANCH, plum="A::b2")
    assert legal(state) == {"+a1", "+a2", "+a3", "+b1", "+b3", "+c1", "+c2", "+c3", "a1"}
    charging = play(state, "+b3")
    assert refused(charging, "a1") == {"turn"}
    assert refused(charging, "pass") == {"turn"}
    assert (charging.to_move, play(charging, "done").to_move) == (0, 1)
    assert play(state, "a1", "@1").to_move == 1
    assert refused(state, "pass") == {"turn"}


@pytest.mark.rule("cattricola.turn")
def test_turns_go_clockwise() -> None:
    state = lay("a1=sm", options="players=3", plum="B", teal="A", orange="C", mover="orange")
    assert play(state, "+a1", "done").to_move == 0


@pytest.mark.rule("cattricola.charge.count")
def test_a_charge_leaves_no_mark_on_the_radar_of_the_next_player() -> None:
    state = lay(RANCH)
    assert [event.cells for event in state.events(Marker("c3"))] == [()]


@pytest.mark.rule("cattricola.charge.count")
def test_a_charge_places_one_to_three_markers() -> None:
    state = lay(RANCH)
    assert legal(state) == EVERY
    assert refusal_texts(state, "done") == ["A charge places at least one marker."]
    assert play(state, "+c3", "done").turn == 1
    two = play(state, "+c3", "+c4")
    assert "done" in legal(two)
    three = play(two, "+c5")
    assert (three.turn, three.charged, three.radars[0].bit_count()) == (1, 0, 3)


@pytest.mark.rule("cattricola.charge.count")
def test_the_radar_never_has_more_than_five_markers() -> None:
    state = lay(RANCH, plum="A::a1,a2,a3,a4")
    after = play(state, "+a5")
    assert (after.turn, after.radars[0].bit_count()) == (1, 5)  # the fifth marker ends the charge
    full = lay(RANCH, plum="A::a1,a2,a3,a4,a5")
    assert legal(full) == catches(full) != set()
    assert refusal_texts(full, "+b1") == ["All 5 markers of Plum are already on the radar."]
    assert refused(full, "+b1") == {"charge.count"}


@pytest.mark.rule("cattricola.charge.count")
def test_five_markers_take_two_turns() -> None:
    state = play(lay(RANCH), "+a1", "+a2", "+a3", "+e1", "done", "+a4", "+a5")
    assert (state.turn, state.radars[0].bit_count()) == (1, 5)


@pytest.mark.rule("cattricola.charge.adjacent")
def test_markers_touch_by_side_or_corner() -> None:
    state = play(lay(RANCH), "+b2")
    assert legal(state) == {"+a1", "+a2", "+a3", "+b1", "+b3", "+c1", "+c2", "+c3", "done"}
    assert refusal_texts(state, "+b4") == ["Markers must touch, but b4 does not touch any marker on the radar."]
    assert refused(state, "+e5") == {"charge.adjacent"}


@pytest.mark.rule("cattricola.charge.adjacent")
def test_new_markers_may_be_connected_only_through_old_ones() -> None:
    # a1 and c3 do not touch each other, but both touch b2, which was there before.
    state = play(lay(RANCH, plum="A::b2"), "+a1", "+c3", "done")
    assert state.radars[0].bit_count() == 3
    # The first marker of a later charge must touch the old group as well.
    assert refused(lay(RANCH, plum="A::b2"), "+e5") == {"charge.adjacent"}


@pytest.mark.rule("cattricola.charge.fixed")
def test_the_radar_never_turns_and_markers_do_not_move() -> None:
    state = lay(RANCH, plum="A::b2,b3")
    assert refusal_texts(state, "turn") == ["The radar is never turned."]
    assert refusal_texts(state, "mirror") == ["The radar is never mirrored."]
    assert refusal_texts(state, "+b2") == ["The marker on b2 stays where it is."]
    assert refused(state, "+b2") == {"charge.fixed"}
    # Two markers in the same row cannot cover a1 and b1, which are in the same column.
    pair = lay("a1=sm b1=pf", plum="A::b2,b3")
    assert {len(play(pair, at).hand) for at in catches(pair)} == {1}


@pytest.mark.rule("cattricola.catch.reset")
def test_after_a_catch_the_radar_is_empty() -> None:
    state = lay("a1=sm b1=pf", plum="A::b2,c2", teal="B::a1")
    between = play(state, "a1")
    assert between.radars[0].bit_count() == 2
    after = play(between, "@1", "@2")
    assert (after.radars[0], after.radars[1].bit_count()) == (0, 1)
    assert event_rules(play(between, "@1"), "@2") == ["place.order", "catch.reset"]
    swept = lay("a1=sm", plum=f"A:{FULL}:b2", more="final")
    assert play(swept, "a1").radars[0] == 0


FULL = "smsfsypmpfpycmcfcyhmhfhywwwwwwwww"
