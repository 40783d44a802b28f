"""The two-player game: cells observed in advance, and no predictions."""

from dataclasses import replace

import pytest

from cattools.games.catbox.effects import round_ended
from cattools.games.catbox.position import END, Catbox, CatboxView, points
from tests.games.catbox.positions_builder import CATBOX, begun, lay, sentences, walked
from tests.games.helpers import as_a, legal, play, refusal_texts, refused


def dealt(left: str) -> Catbox:
    """Return a two-player game after the deal of ten cards each, with the five cards in `left` undealt."""
    rest = [n for n in "12345" for _ in range(5 - left.count(n))]
    state = play(CATBOX.start(CATBOX.choose("players=2")), *(f"*{n}" for n in rest))
    assert state.phase == "reveal"
    return state


@pytest.mark.rule("catbox.duel.preset")
@pytest.mark.parametrize(
    ("left", "reveals", "cells"),
    [
        ("12345", "135", "g1 g3 g5"),
        ("11234", "141", "y1 g1 g4"),
        ("33312", "333", "b3 y3 g3"),
        ("22555", "525", "y5 g2 g5"),
    ],
)
def test_revealed_numbers_mark_green_then_yellow_then_blue(left: str, reveals: str, cells: str) -> None:
    state = play(dealt(left), *(f"!{n}" for n in reveals))
    assert state.board.grid.named(state.observed).split(",") == cells.split()
    assert state.filled == state.observed
    assert (state.phase, state.turn) == ("discard", 0)


@pytest.mark.rule("catbox.duel.preset")
def test_three_cards_are_revealed_and_two_stay_hidden() -> None:
    state = dealt("11234")
    assert legal(state) == {"!1", "!2", "!3", "!4"}
    assert refused(state, "!5") == {"components"}
    assert sentences(state, "!1") == [("duel.preset", "A 1 is revealed: green 1 is observed.")]
    assert refused(state, "discard 5") >= {"duel.preset"}
    after = play(state, "!1", "!1", "!2")
    view = as_a(CatboxView, after.view(0))
    assert view.left == 2
    assert view.state.deck == 0
    assert refusal_texts(after, "!3") == ["No card is revealed now."]
    assert refused(begun(3), "!3") >= {"duel.preset"}


@pytest.mark.rule("catbox.duel.preset")
def test_refusals_do_not_reveal_which_cards_are_left_over() -> None:
    state = play(dealt("11234"), "!1", "!1", "!2")
    for number in range(1, 6):
        assert refusal_texts(state, f"!{number}") == ["No card is revealed now."]
        assert refusal_texts(state, f"*{number}") == ["All cards have already been dealt."]


@pytest.mark.rule("catbox.duel.preset")
def test_each_player_has_ten_cards_and_plays_eight_tricks() -> None:
    state = begun(2)
    assert (state.board.numbers, state.board.dealt, state.board.tricks) == (5, 10, 8)


@pytest.mark.rule("catbox.duel.preset")
@pytest.mark.ruling("catbox.ruling.one-empty", "No")
def test_one_cell_stays_empty_with_two_players() -> None:
    ends = [state for seed in range(20) for state in walked(2, seed) if state.phase == "end" and state.paradox is None]
    assert ends
    assert {state.board.grid.everywhere.bit_count() - state.filled.bit_count() for state in ends} == {1}


@pytest.mark.rule("catbox.observed")
def test_an_observed_cell_is_filled_and_belongs_to_nobody() -> None:
    state = lay(2, {"p": "g2", "t": "g1"}, "p:g2,g1", {"p": "3"}, won="1/0", observed="g3 g4 y4")
    assert refused(state, "g3") == {"declare.free-cell"}
    assert refusal_texts(state, "g3") == ["Nobody can take green 3 now: it was observed before the round."]
    assert state.board.grid.named(state.board.group(state.tokens[0])) == "g2"
    assert [own & state.observed for own in state.tokens] == [0, 0]


@pytest.mark.rule("catbox.observed")
def test_an_observed_cell_does_not_open_red() -> None:
    state = lay(2, {}, "p:", {"p": "3"}, observed="g3 g4 y4")
    red = 1 << state.board.grid.index["r5"]
    other = replace(state, observed=state.observed | red, filled=state.filled | red)
    assert not other.red_open
    assert not {a for a in legal(other) if a[0] == "r"}


@pytest.mark.rule("catbox.score.duel")
@pytest.mark.parametrize(("won", "bonus"), [(0, True), (1, True), (4, True), (5, False), (8, False)])
def test_four_tricks_or_fewer_meet_the_prediction(won: int, bonus: bool) -> None:
    state = lay(2, {"p": "g1 g2", "t": "r1 r2"}, "p:g2,r2", won="0/2", observed="g3 g4 g5", lost={"t": "g"})
    over = replace(state, phase=END, won=(won, 8 - won))
    assert points(over)[0] == (won, 2 if bonus else 0)
    assert points(replace(over, paradox=0))[0] == (-won, 0)
    line = next(line for line in over.score().lines if line.rule == "catbox.score.duel")
    expected = (
        "Plum: prediction met, largest group of 2 tokens" if bonus else f"Plum: {won} tricks are too many, no bonus"
    )
    assert str(line) == expected


@pytest.mark.rule("catbox.score.duel")
@pytest.mark.parametrize(
    ("won", "sentence"),
    [
        (4, "Plum won 4, not more than 4: 4 for tricks, 2 for the largest group."),
        (5, "Plum won 5, more than 4: 5 for tricks, no bonus."),
    ],
)
def test_the_end_of_a_round_says_whether_the_prediction_was_met(won: int, sentence: str) -> None:
    state = lay(2, {"p": "g1 g2", "t": "r1 r2"}, "p:g2,r2", won="0/2", observed="g3 g4 g5", lost={"t": "g"})
    event = round_ended(replace(state, phase=END, won=(won, 8 - won)))[1]
    assert (event.rule, str(event)) == ("catbox.score.duel", sentence)
