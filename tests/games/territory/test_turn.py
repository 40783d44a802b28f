"""A turn: placing, exchanging, and what the next player can do."""

from __future__ import annotations

import pytest

from cattools.core.game import CHANCE
from cattools.games.territory.position import TerritoryView
from tests.games.helpers import as_a, events_of, legal, play, refusal_texts, refused
from tests.games.territory.oracle import CELLS
from tests.games.territory.positions_builder import hand, lay, stacks, words


@pytest.mark.rule("territory.turn.choose")
def test_a_player_takes_one_of_three_actions_and_then_the_next_player_moves() -> None:
    state = lay(hands="A1+B2+row/F6+F5+F4", C4="b")
    assert legal(state) == {"A1", "B2", "row:C4", "A1>assist", "B2>assist", "row>assist"}
    for moves in (("A1", "*2", "*E5"), ("row:C4", "*E5"), ("A1>assist", "*block")):
        assert play(state, *moves).to_move == 1
    assert refused(state, "*E5") == {"turn.choose"}
    drawing = play(state, "row:C4")
    assert drawing.to_move == CHANCE
    assert refusal_texts(drawing, "F6")[0] == "Red draws a card. This must happen before any other action."
    assert refused(drawing, "B2") == refused(drawing, "double") - {"assist.use"} == {"turn.choose"}


@pytest.mark.rule("territory.place.card")
def test_a_cat_goes_to_the_cell_of_its_card_and_the_card_is_discarded() -> None:
    state = lay(hands="A1+B2+B2/F6")
    after = play(state, "B2", "*0", "*E5")
    assert stacks(after) == {"B2": "r"}
    assert hand(after, 0) == {"A1", "B2", "E5"}
    assert "gone=B2" in str(after).split()
    assert refused(state, "C3") == {"place.card"}
    assert refused(state, "F6") == {"place.card"}
    assert refusal_texts(state, "C3") == ["Red holds no coordinate card for C3."]


@pytest.mark.rule("territory.place.empty")
def test_the_treasure_is_taken_before_cells_flip() -> None:
    state = lay(hands="C4/-", A4="r", B4="b")
    placed = play(state, "C4")
    assert placed.to_move == CHANCE
    assert placed.pending
    assert stacks(placed) == {"A4": "r", "B4": "b", "C4": "r"}
    after = play(placed, "*3")
    assert stacks(after) == {"A4": "r", "B4": "rb", "C4": "r"}
    assert after.won == (b"\x03", b"")
    assert after.score().total(0) == 1 + 2 + 1 + 3
    assert events_of(state, "C4") == [("land", "place.empty", ("C4",)), ("react", "flip.nearest", ("B4",))]
    assert words(placed, "*3") == ["Red takes the treasure on C4, worth 3 points.", "B4 flips to red."]


@pytest.mark.rule("territory.place.occupied")
def test_a_cat_goes_on_top_and_a_cat_already_in_the_stack_is_raised() -> None:
    state = lay(hands="C4+D4/-", C4="bg", D4="brg", options="players=4")
    assert stacks(play(state, "C4"))["C4"] == "rbg"
    assert stacks(play(state, "D4"))["D4"] == "rbg"
    assert words(state, "C4")[0] == "Red puts a cat on C4, over blue over green."
    assert words(state, "D4")[0] == "On D4 the cat of Red comes to the top."
    assert play(state, "C4").won == (b"",) * 4


@pytest.mark.rule("territory.place.own-top")
def test_a_cat_is_not_placed_on_a_cell_that_its_colour_tops() -> None:
    state = lay(hands="C4+D4/-", C4="rb", D4="br")
    assert refused(state, "C4") == {"place.own-top"}
    assert refusal_texts(state, "C4") == ["The top cat on C4 is already red."]
    assert "D4" in legal(state)
    assert "C4" not in legal(state)


@pytest.mark.rule("territory.stack.unique")
def test_a_stack_never_holds_a_colour_twice() -> None:
    state = lay(hands="A1+F1/-", A1="br", B1="by", C1="byr", D1="b", F1="b", E1="brg", options="players=4")
    board = stacks(play(state, "A1"))
    assert all(len(set(stack)) == len(stack) for stack in board.values())
    assert board["A1"] == "rb"
    row = play(lay(A1="br", B1="bry", C1="b", D1="r", hands="A1/-", options="players=3"), "A1")
    assert stacks(row) == {"A1": "rb", "B1": "rby", "C1": "rb", "D1": "r"}


@pytest.mark.rule("territory.exchange")
def test_any_card_can_be_exchanged_for_one_from_the_assist_deck() -> None:
    state = lay(hands="A1+row/F6")
    for card in ("A1", "row"):
        swapped = play(state, f"{card}>assist")
        assert swapped.to_move == CHANCE
        assert {str(a) for _, a in swapped.chances()} == {"*empty", "*column", "*row", "*double", "*search", "*block"}
        after = play(swapped, "*block")
        assert hand(after, 0) == {"A1", "row"} - {card} | {"block"}
        assert after.to_move == 1
    assert refused(state, "A1>cells") == {"exchange"}
    assert refused(state, "C3>assist") == {"exchange"}


@pytest.mark.rule("territory.discards")
@pytest.mark.ruling("territory.ruling.discards", "Yes")
def test_everyone_sees_the_discards_and_how_many_cards_of_each_type_a_hand_has() -> None:
    state = play(lay(hands="A1+row+B2/F6", turn="red"), "A1>assist", "*block")
    for seat in (0, 1, None):
        view = as_a(TerritoryView, state.view(seat))
        assert bytes(view.discards) == bytes([CELLS.index("A1")])
    backs = [as_a(TerritoryView, state.view(1)).state.hands[0].count(back) for back in (43, 44)]
    assert backs == [1, 2]
    used = play(lay(hands="row+A1/F6"), "row>assist", "*block")
    assert all(as_a(TerritoryView, used.view(seat)).state.used for seat in (0, 1, None))


@pytest.mark.rule("territory.turn.choose")
def test_a_draw_out_of_turn_is_refused() -> None:
    state = lay(hands="A1+row/-")
    assert refusal_texts(state, "*D5") == ["Red to move. A card is drawn after an action, not before it."]
    drawing = play(lay(hands="A1+row/-", A1="b"), "A1")
    assert refusal_texts(drawing, "*END") == ["Red draws a card. This result is not possible."]


@pytest.mark.rule("territory.exchange")
def test_the_message_about_a_discard_names_the_type_of_card() -> None:
    state = lay(hands="A1+search/-")
    assert words(state, "A1>assist") == ["Red discards the coordinate card A1."]
    assert words(state, "search>assist") == ["Red discards an assist card: look at three."]
