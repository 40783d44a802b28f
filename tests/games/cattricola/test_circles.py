"""Mystery circles and lifting tiles."""

from __future__ import annotations

import pytest

from cattools.core.display.scene import Path
from tests.games.cattricola.positions_builder import CATTRICOLA, disc, event_rules, lay
from tests.games.helpers import legal, play, refusal_texts, refused

FIVE = "b3=sm c2=pf c3=cy c4=hm d3=w"  # the circle of the first board
PLUS = "b2,c1,c2,c3,d2"
FULL = "smsfsypmpfpycmcfcyhmhfhywwwwwwwww"


@pytest.mark.rule("cattricola.circle.appears")
def test_circles_are_named_and_remain_visible_under_animals() -> None:
    state = lay("b3=sm c3=hy e1=w")
    picture = CATTRICOLA.scene_of(state)
    names = {area.id: area.name for area in picture.areas.values()}
    assert names["c3"] == "c3, young horse, on a mystery circle"
    assert names["d3"] == "d3, empty, on a mystery circle"
    assert names["c8"] == "c8, empty, on a mystery circle that has appeared"
    assert names["e1"] == "e1, wolf"
    (ranch, *_) = picture.parts
    above = {shape.at for shape in ranch.above if isinstance(shape, Path) and shape.stroke == "gold"}
    assert above == {picture.areas[cell].at for cell in ("b3", "c3")}


@pytest.mark.rule("cattricola.setup.ranch")
def test_circles_are_drawn_while_boards_are_being_joined() -> None:
    def drawn(*moves: str) -> int:
        state = play(CATTRICOLA.start(CATTRICOLA.choose("players=4,ranch=own")), *moves)
        (places, *_) = CATTRICOLA.scene_of(state).parts
        return sum("mark" in shape.stroke for shape in places.ground if isinstance(shape, Path))

    one = drawn()
    assert one > 0
    assert [drawn("=0,5"), drawn("=0,5", "=5,0")] == [2 * one, 3 * one]


@pytest.mark.rule("cattricola.circle.appears")
def test_a_circle_appears_when_its_last_animal_is_caught() -> None:
    state = lay(FIVE + " c8=sy", plum=f"A:wsy:{PLUS}")
    assert state.appeared == 0
    assert "circle.appears" in event_rules(state, "c3")
    assert play(state, "c3").appeared == 1
    partly = lay(FIVE + " c8=sy", plum="A:wsy:c1,c2,c3")
    assert "circle.appears" not in event_rules(partly, "c3")


@pytest.mark.rule("cattricola.circle.appears")
@pytest.mark.rule("cattricola.circle.lift")
def test_a_circle_emptied_by_an_earlier_catch_allows_no_lift() -> None:
    state = lay("a1=sm c8=sy", plum="A:wsy:c3")  # the first board's circle is already empty
    assert "circle.appears" not in event_rules(state, "a1")
    after = play(state, "a1")
    assert (after.lifts, legal(after)) == (0, {"@1"})
    assert refusal_texts(after, "^plum1") == ["No tile may be lifted now."]


@pytest.mark.rule("cattricola.circle.appears")
@pytest.mark.ruling("cattricola.ruling.circle-once", "No")
def test_circles_of_one_catch_are_counted_together() -> None:
    # One catch takes the last animals of two circles, one of them where four boards meet: two circles, so two lifts.
    ranch = "e5=sm d3=pf i3=cy i8=hm d8=w"
    state = lay(ranch, plum="A:wsyw:c2,d3,e4", options="players=4")
    once = play(state, "d4")  # over c3, d4 and e5
    assert once.appeared == 1
    both = play(lay(ranch, plum="A:wsyw:d2,d3,e4", options="players=4"), "d4")  # over d3, d4 and e5
    assert both.appeared == 2
    assert both.lifts == 2


@pytest.mark.rule("cattricola.circle.lift")
@pytest.mark.parametrize(("circles", "lifts"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3)])
def test_the_number_of_lifts_depends_on_all_circles(circles: int, lifts: int) -> None:
    last = ["c3=sm", "c8=sm", "h3=sm", "h8=sm", "e5=sm"]
    ranch = " ".join(last[: 6 - circles])  # these circles still have an animal; c3 is the next to be emptied
    state = play(lay(ranch, plum="A:wwwww:c3", options="players=4"), "c3")
    assert state.appeared == circles
    assert state.lifts == lifts


@pytest.mark.rule("cattricola.circle.lift")
def test_lifted_tiles_are_placed_together_with_new_ones() -> None:
    state = play(lay("c3=sm a10=sy", plum="A:wsypf:c3", options="players=2", teal="B"), "c3")
    assert state.lifts == 2  # the other board's circle is also empty
    up = play(state, "^plum1", "^plum2")
    assert legal(up) == {"@1", "@2", "@3"}
    assert disc(up)[:4] == ["", "", "pf", ""]
    assert disc(play(up, "@1", "@3", "@2"))[:4] == ["sm", "sy", "pf", "w"]
    assert refused(up, "^plum3") == {"circle.lift"}


@pytest.mark.rule("cattricola.circle.lift")
def test_more_tiles_can_be_lifted_than_were_caught() -> None:
    ranch = "c3=sm"
    state = play(lay(ranch, plum="A:wsypfcy:c3", options="players=4"), "c3")
    up = play(state, "^plum1", "^plum2", "^plum3")
    assert (len(up.hand), up.lifts) == (4, 0)
    assert disc(play(up, "@4", "@3", "@2", "@1"))[:5] == ["pf", "sy", "w", "cy", "sm"]


@pytest.mark.rule("cattricola.circle.lift")
def test_lifting_is_optional_and_ends_with_the_first_placement_and_only_the_catcher_may_lift() -> None:
    state = play(lay("c3=sm a1=sy a2=py", plum="A:wsy:c3"), "c3")
    assert legal(state) == {"@1", "^plum1", "^plum2"}
    assert refusal_texts(state, "^teal1") == ["That cell is not on the disc of Plum."]
    assert refusal_texts(state, "^plum5") == ["There is no tile on Plum 5."]
    after = play(state, "@1")
    assert (after.turn, after.lifts) == (1, 0)
    two = play(lay("c3=sm b3=py a1=sy", plum="A:wsy:b3,c3"), "b3")
    assert refused(play(two, "@1"), "^plum1") == {"circle.lift"}


@pytest.mark.rule("cattricola.circle.lift")
def test_an_empty_disc_has_nothing_to_lift() -> None:
    state = play(lay("c3=sm a1=sy", plum="A::c3"), "c3")
    assert (state.lifts, legal(state)) == (0, {"@1"})


@pytest.mark.rule("cattricola.circle.lift")
@pytest.mark.rule("cattricola.end.catch-full")
def test_with_a_full_disc_a_circle_allows_tiles_to_be_replaced() -> None:
    state = lay("c3=py a10=sy", plum=f"A:{FULL}:c3", more="final")
    caught = play(state, "c3")
    assert caught.lifts == 2
    assert refused(caught, "@1") == {"place.overflow"}
    up = play(caught, "^plum21")
    after = play(up, "@1")
    assert (disc(after)[20], [*after.unplaced[0]], after.turn) == ("py", [*bytes(state.discs[0][20:21])], 1)
    declined = play(caught, "done")
    assert (disc(declined), len(declined.unplaced[0])) == (disc(state), 1)
    assert refused(up, "done") == {"place.order"}  # a cell is free now, so the tile must be placed
