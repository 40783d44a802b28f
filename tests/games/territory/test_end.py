"""How the game ends, and what counts."""

from __future__ import annotations

import pytest

from cattools.core.game import CHANCE
from tests.games.helpers import events_of, legal, play, refusal_texts, refused
from tests.games.territory.positions_builder import CELLS, TERRITORY, full, lay, stacks, words

TWICE = [name for name in CELLS for _ in range(2)]


def late(hands: str = "A1+B1/C1", more: str = "", **cells: str):
    """Return a position in which END can be drawn: 48 coordinate cards are gone."""
    gone = "+".join(TWICE[-48:])
    return lay(hands=hands, more=f"gone={gone} {more}", **cells)


@pytest.mark.rule("territory.end.full")
def test_the_game_ends_when_every_cell_has_a_cat_and_the_last_cells_have_flipped() -> None:
    state = lay(hands="A1/block+B2", **full(but="A1", F1="r"))
    placed = play(state, "A1", "*3")
    assert placed.to_move == 1  # even the last cat can be answered with a block
    after = play(placed, "allow")
    assert after.to_move is None
    assert stacks(after)["B1"] == "rb"
    assert (legal(after), after.winners(), after.step.draws) == (set(), (1,), ())
    assert refused(after, "B2") >= {"end.full"}
    assert refusal_texts(after, "pass") == ["The game is over: every cell holds a cat."]
    assert events_of(placed, "allow")[-1][1] == "end.full"
    assert words(placed, "allow")[-1] == "The game is over: Blue wins with 30 points."
    # Without a cat that could be covered, nobody is asked.
    assert play(lay(hands="A1/block", **full(but="A1")), "A1", "*0").to_move is None


@pytest.mark.rule("territory.end.full")
def test_the_game_does_not_end_before_the_last_cell() -> None:
    assert play(lay(hands="A1/-", **full(but="A1 F6")), "A1", "*0").to_move == CHANCE


@pytest.mark.rule("territory.end.card")
def test_end_is_shown_and_the_game_is_over_immediately() -> None:
    drawing = play(late(), "A1", "*2")
    assert "*END" in legal(drawing)
    after = play(drawing, "*END")
    assert (after.to_move, after.winners(), legal(after)) == (None, (0,), set())
    assert words(drawing, "*END") == ["Red draws END and shows it.", "The game is over: Red wins with 3 points."]
    assert refusal_texts(after, "B1")[0] == "The game is over: Red has drawn END."
    assert refused(after, "B1") == {"end.card"}


@pytest.mark.rule("territory.end.card")
def test_a_double_turn_that_draws_end_gives_no_second_action() -> None:
    after = play(late("double+A1/C1"), "double", "*END")
    assert (after.to_move, after.pending, legal(after)) == (None, False, set())


@pytest.mark.rule("territory.end.card")
@pytest.mark.rule("territory.assist.block")
def test_end_drawn_for_a_block_ends_the_game_after_the_cells_have_turned() -> None:
    state = play(late("F1/block", A1="r", B1="b", C1="b", D1="r", F1="b", E1="b"), "F1")
    drawing = play(state, "block")
    assert drawing.step.draws == ((1, "cells"), (0, "cells"))
    after = play(drawing, "*END")
    assert (after.to_move, after.ended_by) == (None, 1)
    assert len(after.hands[0]) == 0  # red draws no more cards
    assert stacks(after)["F1"] == "rb"


@pytest.mark.rule("territory.end.card")
def test_end_can_be_drawn_in_an_exchange() -> None:
    gone = "+".join(TWICE[6:60])
    advanced = lay(hands="A1+B1/C1", more=f"gone={gone}", options="game=advanced,players=2")
    after = play(advanced, "A1>cells", "B1>cells", "*END")
    assert (after.to_move, len(after.hands[0])) == (None, 0)


@pytest.mark.rule("territory.end.card")
def test_with_only_end_left_the_first_of_two_draws_is_end() -> None:
    held = "+".join(TWICE[4:])
    block = lay(
        hands="F1/block",
        more=f"gone={held.replace('F1+', '', 1)}+A1+A1+B1+B1",
        A1="r",
        B1="b",
        F1="b",
        C1="b",
        D1="r",
        E1="b",
    )
    blocked = play(block, "F1", "block")
    assert blocked.step.draws == ((1, "cells"), (0, "cells"))
    advanced = lay(hands="A1+B1/C1", more=f"gone={held.replace('C1+', '', 1)}+A1+B1", options="game=advanced,players=2")
    swapped = play(advanced, "A1>cells", "B1>cells")
    for state, who in ((blocked, 1), (swapped, 0)):
        assert legal(state) == {"*END"}
        assert TERRITORY.read_position(str(state), state.options) == state
        after = play(state, "*END")
        assert (after.to_move, after.ended_by, after.step.draws) == (None, who, ())


@pytest.mark.rule("territory.end.stuck")
def test_a_player_without_an_action_passes_and_the_game_ends_when_all_pass() -> None:
    every = "+".join(["empty"] * 4 + ["column"] * 4 + ["row"] * 4 + ["double"] * 3 + ["search"] * 4 + ["block"] * 3)
    red = lay(hands=f"A1/{every}+block", A1="r")
    assert legal(red) == {"pass"}
    assert events_of(red, "pass") == [("news", "end.stuck", ())]
    passed = play(red, "pass")
    assert (passed.to_move, passed.passes) == (1, 1)
    assert refused(passed, "pass") == {"end.stuck"}
    assert refusal_texts(passed, "pass") == ["Only a player who cannot act may pass."]
    assert play(passed, "double", "*C4").passes == 0
    both = lay(hands=f"A1/F1+{every}+block", A1="r", F1="b", more="passes=1")
    assert both.passes == 1
    over = play(both, "pass")
    assert (over.to_move, over.winners()) == (None, (0, 1))
    assert refused(over, "pass") == {"end.stuck"}


@pytest.mark.rule("territory.score")
def test_whole_stacks_of_every_colour_and_treasures_count() -> None:
    state = lay(options="players=3", A1="rby", B1="br", C1="r", D1="y", more="won=3+1/2/-")
    assert [state.score().total(seat) for seat in range(3)] == [3 + 1 + 4, 2 + 2, 1]
    assert [(line.rule, line.seat, line.points, str(line), line.cells) for line in state.score().lines] == [
        ("territory.score", 0, 3, "Stack on A1, red over blue over yellow", ("A1",)),
        ("territory.score", 0, 1, "Stack on C1, red", ("C1",)),
        ("territory.score", 0, 4, "Treasures of Red: 3, 1", ()),
        ("territory.score", 1, 2, "Stack on B1, blue over red", ("B1",)),
        ("territory.score", 1, 2, "Treasures of Blue: 2", ()),
        ("territory.score", 2, 1, "Stack on D1, yellow", ("D1",)),
    ]
    paid = lay(options="game=advanced,players=2", A1="rb", more="bonus=3/0")
    assert paid.score().total(0) == 5
    assert [line.rule for line in paid.score().lines] == ["territory.score", "territory.advanced.bonus.supply"]


@pytest.mark.rule("territory.score")
def test_the_highest_sum_wins_not_the_most_cells() -> None:
    over = lay(A1="rb", B1="rb", C1="rb", D1="b", E1="b", F1="b", A2="b", more="end=blue")
    assert over.winners() == (0,)
    assert lay(A1="r", B1="b", more="won=0/3 end=red").winners() == (1,)


@pytest.mark.rule("territory.score.tie")
def test_equal_sums_share_the_victory() -> None:
    over = lay(options="players=3", A1="rb", B1="b", C1="y", more="won=-/1/- end=red")
    assert over.winners() == (0, 1)
    assert str(over.status()) == "The game is over: Red and Blue share the win with 2 points."
    assert TERRITORY.read_position(str(over), over.options).winners() == (0, 1)
