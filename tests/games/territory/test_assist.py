"""The assist cards, and the moment at which other players can answer with a block."""

from __future__ import annotations

import pytest

from cattools.core.game import CHANCE
from tests.games.helpers import events_of, legal, play, refusal_texts, refused, refused_by_interpretation
from tests.games.territory.positions_builder import CELLS, hand, lay, stacks

FOUR = "players=4"


@pytest.mark.rule("territory.assist.use")
def test_a_used_card_is_discarded_and_a_coordinate_card_drawn() -> None:
    state = lay(hands="row+A1/F6", C4="b")
    after = play(state, "row:C4")
    assert after.used == bytes([38])
    assert legal(after) <= {f"*{cell}" for cell in CELLS}
    assert hand(play(after, "*D5"), 0) == {"A1", "D5"}
    assert refused(state, "column:C4") == {"assist.use"}
    assert refused(state, "double") == {"assist.use"}


@pytest.mark.rule("territory.assist.empty-cell")
def test_a_cat_on_any_empty_cell_takes_the_treasure_and_flips_both_lines() -> None:
    state = lay(hands="empty/-", A1="r", B1="b", C3="r", C2="b", F6="b")
    assert {a for a in legal(state) if a.startswith("empty:")} == {f"empty:{c}" for c in CELLS} - {
        "empty:A1", "empty:B1", "empty:C3", "empty:C2", "empty:F6",
    }  # fmt: skip
    after = play(state, "empty:C1", "*2")
    assert stacks(after) == {"A1": "r", "B1": "rb", "C3": "r", "C2": "rb", "F6": "b", "C1": "r"}
    assert after.won[0] == b"\x02"
    assert refused(state, "empty:F6") == {"assist.empty-cell"}
    assert refusal_texts(state, "empty:F6") == ["F6 is not empty: blue."]


@pytest.mark.rule("territory.assist.over-vertical")
@pytest.mark.rule("territory.assist.over-horizontal")
@pytest.mark.parametrize("card", ["column", "row"])
def test_a_cat_placed_over_another_flips_only_one_line(card: str) -> None:
    board = {"C4": "br", "A4": "r", "B4": "b", "C2": "r", "C3": "b", "F6": "r"}
    state = lay(hands=f"{card}/-", **board)
    assert {a for a in legal(state) if a.startswith(f"{card}:")} == {f"{card}:{c}" for c in ("C4", "B4", "C3")}
    assert stacks(play(state, f"{card}:C4")) == {
        **board,
        "C4": "rb",
        **({"C3": "rb"} if card == "column" else {"B4": "rb"}),
    }
    rule = {"column": "assist.over-vertical", "row": "assist.over-horizontal"}[card]
    assert refused(state, f"{card}:F6") == {rule}
    assert refused(state, f"{card}:A1") == {rule}
    assert refusal_texts(state, f"{card}:A1") == ["There is no cat on A1 to cover."]


@pytest.mark.rule("territory.assist.double-turn")
def test_a_double_turn_draws_a_card_and_then_allows_another_action_with_its_own_draw() -> None:
    state = lay(hands="double+A1+B1/F6+F5+F4")
    drawing = play(state, "double")
    assert drawing.to_move == CHANCE
    assert legal(drawing) <= {f"*{cell}" for cell in CELLS}
    again = play(drawing, "*C1")
    assert (again.to_move, again.pending) == (0, True)
    assert hand(again, 0) == {"A1", "B1", "C1"}
    assert str(again.status()) == "Red takes another action."
    for moves in (("C1", "*0", "*D1"), ("A1>assist", "*row")):
        after = play(again, *moves)
        assert (after.to_move, len(after.hands[0])) == (1, 3)


@pytest.mark.rule("territory.assist.double-turn")
def test_one_double_turn_can_follow_another_and_a_search_draws_no_card() -> None:
    twice = play(lay(hands="double+double+search/F6"), "double", "*A1", "double", "*B1")
    assert (twice.to_move, len(twice.hands[0])) == (0, 3)
    after = play(twice, "search", "*row", "*block", "*empty", "keep:1")
    assert (after.to_move, hand(after, 0)) == (1, {"A1", "B1", "row"})


@pytest.mark.rule("territory.assist.search-three")
def test_one_card_is_kept_and_the_others_go_to_the_bottom_in_order() -> None:
    state = play(lay(hands="search+A1/F6"), "search")
    assert state.to_move == CHANCE
    looked = play(state, "*row", "*block", "*row")
    assert (looked.to_move, legal(looked)) == (0, {"keep:1", "keep:2", "keep:3"})
    assert refused(looked, "A1") == {"assist.search-three"}
    assert refused(lay(hands="A1/-"), "keep:1") == {"assist.search-three"}
    after = play(looked, "keep:2")
    assert (after.to_move, hand(after, 0)) == (1, {"A1", "block"})
    assert "bottom=row:red+row:red" in str(after)
    assert play(looked, "keep:1").bottom == ((41, 0), (38, 0))
    assert after.used == bytes([40])


@pytest.mark.rule("territory.assist.search-three")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_a_search_looks_at_no_more_cards_than_are_left(left: int) -> None:
    every = ["empty"] * 4 + ["column"] * 4 + ["row"] * 4 + ["double"] * 3 + ["search"] * 3 + ["block"] * 4
    held = "+".join(["search", *every[left:]])
    state = lay(hands=f"{held}/-")
    if not left:
        assert refused(state, "search") == {"assist.reshuffle"}
        assert "search" not in legal(state)
        return
    state = play(state, "search")
    for _ in range(left):
        assert state.to_move == CHANCE
        state = play(state, "*empty")
    assert legal(state) == {f"keep:{n + 1}" for n in range(left)}
    assert refused(state, "keep:3") == (set() if left == 3 else {"assist.search-three"})
    assert len(play(state, "keep:1").bottom) == left - 1


@pytest.mark.rule("territory.assist.search-three")
def test_a_search_continues_in_the_reshuffled_deck() -> None:
    every = ["empty"] * 4 + ["column"] * 4 + ["row"] * 4 + ["double"] * 3 + ["search"] * 3 + ["block"] * 2
    state = play(lay(hands=f"{'+'.join(['search', *every])}/-", more="used=block"), "search", "*block")
    assert legal(state) == {"*block"}
    assert ("news", "assist.reshuffle", ()) in events_of(state, "*block")
    looked = play(state, "*block")
    assert (legal(looked), looked.used) == ({"keep:1", "keep:2"}, b"")
    assert play(looked, "keep:1").used == bytes([40])


def window(**more: str):
    """Return a position in which Red's card F1 would flip one blue, one yellow and two green cats on B1 to E1."""
    cells = {"A1": "r", "B1": "b", "C1": "y", "D1": "g", "E1": "g", "F1": "b"}
    return lay(hands=more.get("hands", "F1/block/block/row"), options=FOUR, more=more.get("more", ""), **cells)


@pytest.mark.rule("territory.assist.block")
def test_a_block_keeps_the_blockers_own_cats_and_the_rest_flips() -> None:
    decision = play(window(hands="F1/block/A2/A3"), "F1")
    assert (decision.to_move, decision.pending, legal(decision)) == (1, True, {"block", "allow"})
    assert stacks(decision)["B1"] == "b"
    after = play(decision, "block")
    assert stacks(after) == {"A1": "r", "B1": "b", "C1": "ry", "D1": "rg", "E1": "rg", "F1": "rb"}
    assert after.step.draws == ((1, "cells"), (0, "cells"))  # blue draws a coordinate card, then red
    end = play(after, "*B6", "*C6")
    assert (hand(end, 1), hand(end, 0), end.to_move) == ({"B6"}, {"C6"}, 1)
    assert ("keep", "assist.block", ("B1",)) in events_of(decision, "block")


@pytest.mark.rule("territory.assist.block")
def test_a_block_needs_another_players_turn_and_cells_that_flip() -> None:
    state = lay(hands="block+A1/block+row+C4", C4="b", A3="b")
    assert refused(state, "block") == {"assist.block"}
    assert "block" not in legal(state)
    drawing = play(lay(hands="A3/block", A3="b"), "A3")
    assert "assist.block" in refused(drawing, "block")  # nothing flips, so nobody is asked
    third = window(hands="F1/block/block/row")
    assert refused(play(third, "F1", "allow", "allow"), "block") == {"assist.use"}  # green has no block


@pytest.mark.rule("territory.assist.block-window")
def test_players_are_asked_clockwise_whether_to_block_and_each_can_answer() -> None:
    first = play(window(), "F1")
    assert first.step.asked == (1, 2, 3)
    second = play(first, "block")
    third = play(second, "block")
    assert [s.to_move for s in (first, second, third)] == [1, 2, 3]
    assert legal(third) == {"allow"}  # green is asked although it has no block, so being asked reveals nothing
    after = play(third, "allow")
    assert stacks(after) == {"A1": "r", "B1": "b", "C1": "y", "D1": "rg", "E1": "rg", "F1": "rb"}
    assert after.step.draws == ((1, "cells"), (2, "cells"), (0, "cells"))
    later = play(window(), "F1", "allow", "block", "allow")
    assert stacks(later)["B1"] == "rb"
    assert later.step.draws == ((2, "cells"), (0, "cells"))
    assert refused(first, "A1") >= {"assist.block-window"}
    assert refused(window(), "allow") == {"assist.block-window"}


@pytest.mark.rule("territory.assist.block-window")
def test_the_player_to_the_left_of_the_mover_is_asked_first() -> None:
    state = lay(turn="yellow", options=FOUR, hands="row/row/F1/row", A1="y", B1="r", C1="b", D1="g", F1="r", E1="r")
    assert play(state, "F1").step.asked == (3, 0, 1)


@pytest.mark.rule("territory.assist.block-window")
def test_the_cat_covered_by_the_placement_is_not_protected() -> None:
    # Yellow's only cat in reach is the covered one on F1, so yellow is not asked.
    cells = {"A1": "r", "B1": "b", "C1": "b", "D1": "b", "E1": "b", "F1": "y"}
    state = play(lay(hands="F1/block/block/-", options=FOUR, **cells), "F1")
    assert state.step.asked == (1,)


@pytest.mark.rule("territory.assist.block-window")
def test_nobody_is_asked_to_block_without_an_assist_card_or_after_all_blocks_are_used() -> None:
    assert play(window(hands="F1/A2/A3/A4"), "F1").step.asked == ()
    used = play(window(hands="F1/row/row/row", more="used=block+block+block+block"), "F1")
    assert used.step.asked == ()
    assert play(window(hands="F1/row/row/row", more="used=block+block+block"), "F1").step.asked == (1, 2, 3)


@pytest.mark.rule("territory.assist.block")
@pytest.mark.parametrize("card", ["empty:F1", "column:F1", "row:F1"])
def test_assist_cards_can_be_answered_with_a_block(card: str) -> None:
    kind = card.partition(":")[0]
    line = {"A1": "r", "B1": "b", "C1": "b", "D1": "b", "E1": "b"} if kind != "column" else {"F3": "r", "F2": "b"}
    state = lay(hands=f"{kind}/block", **line, **({} if kind == "empty" else {"F1": "b"}))
    decision = play(state, card, *(["*1"] if kind == "empty" else []))
    assert decision.to_move == 1
    assert set(stacks(play(decision, "block")).values()) <= {"r", "b", "rb"}
    assert stacks(play(decision, "block"))["F2" if kind == "column" else "B1"] == "b"


@pytest.mark.rule("territory.assist.reshuffle")
def test_used_and_exchanged_cards_form_the_new_deck() -> None:
    every = ["empty"] * 4 + ["column"] * 4 + ["row"] * 4 + ["double"] * 3 + ["search"] * 4 + ["block"] * 2
    held = "+".join(every)
    state = play(lay(hands=f"{held}+block/-", more="used=block"), "row>assist")
    assert legal(state) == {"*block", "*row"}
    assert ("news", "assist.reshuffle", ()) in events_of(state, "*block")
    after = play(state, "*block")
    assert (after.assist_deck, after.used) == (bytes([38]), b"")
    none = lay(hands=f"{held}+block+block+A1/-")
    assert refused(none, "A1>assist") == refused_by_interpretation(none, "A1>assist") == {"assist.reshuffle"}
    assert legal(none) >= {"A1", "double"}
    assert not any(a.endswith(">assist") for a in legal(none))


@pytest.mark.rule("territory.assist.reshuffle")
def test_cards_put_at_the_bottom_come_last_and_in_order() -> None:
    every = ["empty"] * 4 + ["column"] * 4 + ["row"] * 3 + ["double"] * 3 + ["search"] * 3 + ["block"] * 3
    state = lay(hands=f"{'+'.join(every)}+A1+A2+A3/-", more="bottom=row:red+block:red")
    assert legal(play(state, "A1>assist")) == {"*search"}
    below = lay(hands=f"{'+'.join([*every, 'search'])}+A1/-", more="bottom=row:red+block:red")
    assert legal(play(below, "A1>assist")) == {"*row"}
    assert play(below, "A1>assist", "*row").bottom == ((41, 0),)
