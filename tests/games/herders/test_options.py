"""The optional rules, alone and together."""

import pytest

from tests.games.helpers import legal, play, refused, refused_by_interpretation
from tests.games.herders.positions_builder import HERDERS, cells, lay

CORNERED = {"red": "f4 e7 g7", "blue": "e5 e6 g5 g6", "cats": "f6"}  # f5 drives the cat to f7, next to two red herders


@pytest.mark.rule("herders.option.sacrifice")
def test_one_of_the_capturing_herders_leaves_the_game() -> None:
    state = play(lay(**CORNERED, options="sacrifice"), "f4-f5", "f6>f7")
    assert state.taken == (1, 0)
    assert state.turn == 0
    assert legal(state) == {"xe7", "xg7"}
    assert refused(state, "xf5") == {"option.sacrifice"}
    assert refused(state, "xg6") == {"option.sacrifice"}
    assert refused(state, "f5-f6") == {"option.sacrifice"}
    assert "option.sacrifice" in refused(state, "a1")
    after = play(state, "xe7")
    assert cells(after, "red") == {"f5", "g7"}
    assert after.hands == (0, 0)  # out of the game, not returned to the hand
    assert after.turn == 1


@pytest.mark.rule("herders.option.sacrifice")
def test_without_the_option_no_herder_leaves() -> None:
    assert play(lay(**CORNERED), "f4-f5", "f6>f7").turn == 1
    assert refused(lay(red="f6"), "xf6") == {"option.sacrifice"}
    assert refused(lay(red="f6", options="sacrifice"), "xf6") == {"option.sacrifice"}


@pytest.mark.rule("herders.option.sacrifice")
@pytest.mark.rule("herders.herd.most")
def test_the_leaving_herder_can_make_room_for_another_cat() -> None:
    # The cat from e5 is captured on d5 by e6 and c4. The cat on f7 can run only if e6 leaves.
    state = lay(red="g5 e6 c4", blue="d4 e4 f5 e7 f8 g6 g7", cats="e5 f7", options="sacrifice")
    paying = play(state, "g5-f6", "e5>d5")
    assert legal(paying) == {"xe6"}
    assert refused(paying, "xc4") == refused_by_interpretation(paying, "xc4") == {"herd.most"}
    assert legal(play(paying, "xe6")) == {"f7>e6"}


@pytest.mark.rule("herders.option.three")
def test_a_capture_needs_three_herders() -> None:
    two = play(lay(**CORNERED, options="three"), "f4-f5", "f6>f7")
    assert two.taken == (0, 0)
    assert cells(two, "cats") == {"f7"}
    three = play(lay(red="f4 e7 f8 g7", blue="e5 e6 g5 g6", cats="f6", options="three"), "f4-f5", "f6>f7")
    assert three.taken == (1, 0)


@pytest.mark.rule("herders.option.two-steps")
def test_a_cat_runs_two_steps_each_to_the_calmest_cell() -> None:
    state = play(lay(red="f4", blue="d5 g8", cats="f6", options="two-steps"), "f4-f5")
    assert legal(state) == {"f6>f7", "f6>g6"}
    between = play(state, "f6>f7")
    assert between.turn == 0
    # Of the cells next to f7, e6 touches d5, f6 touches f5, and f8 and g7 touch g8.
    assert legal(between) == {"f7>e7", "f7>g6"}
    assert refused(state, "f6>e6") == {"herd.target"}
    # Counting again for the second step is our interpretation.
    assert refused(between, "f7>f6") == refused_by_interpretation(between, "f7>f6") == {"option.two-steps"}
    assert play(between, "f7>e7").turn == 1


@pytest.mark.rule("herders.option.two-steps")
def test_the_running_cat_finishes_its_run_first() -> None:
    state = play(lay(red="f4", cats="e5 g5", options="two-steps"), "f4-f5", "e5>d4")
    assert {move.split(">")[0] for move in legal(state)} == {"d4"}
    assert refused(state, "g5>h5") == {"option.two-steps"}
    assert "herd.must" in refused(state, "f5-f6")


@pytest.mark.rule("herders.option.two-steps")
def test_only_the_end_of_the_run_counts_for_a_capture() -> None:
    passing = play(lay(**CORNERED, options="two-steps"), "f4-f5", "f6>f7")
    assert passing.taken == (0, 0)
    assert cells(passing, "cats") == {"f7"}  # two red herders touch it here, but it runs on
    assert legal(passing) == {"f7>f8"}
    assert play(passing, "f7>f8").taken == (1, 0)
    boxed = play(lay(red="f4 e7 g7", blue="e5 e6 f8 g5 g6", cats="f6", options="two-steps"), "f4-f5", "f6>f7")
    assert legal(boxed) == {"f7>f6"}  # back to where it came from, next to one red herder
    assert play(boxed, "f7>f6").taken == (0, 0)


@pytest.mark.rule("herders.option.two-steps")
def test_a_cat_that_runs_back_can_be_captured_where_it_was() -> None:
    line = "r5/1cbb3/1b1b4/2bb5/3b6/11/10/9/8/7/6 red 12-8 0-0"
    state = play(HERDERS.read_position(line, HERDERS.choose("two-steps")), "b1", "b2>c3")
    assert (legal(state), state.taken) == ({"c3>b2"}, (0, 0))
    assert play(state, "c3>b2").taken == (1, 0)


@pytest.mark.rule("herders.option.combine")
def test_three_herders_capture_and_one_of_them_leaves() -> None:
    state = lay(red="f4 e7 f8 g7", blue="e5 e6 g5 g6", cats="f6", options="three,sacrifice")
    state = play(state, "f4-f5", "f6>f7")
    assert legal(state) == {"xe7", "xf8", "xg7"}


@pytest.mark.rule("herders.option.combine")
def test_all_options_can_be_combined() -> None:
    options = HERDERS.choose("setup=advanced,sacrifice,three,two-steps,empty-wall,board=large,limit=50")
    state = HERDERS.start(options)
    assert (state.undealt, state.hands, len(options.changed)) == (13, (15, 15), 7)


@pytest.mark.rule("herders.option.bigger")
def test_five_cats_win_on_the_bigger_board() -> None:
    assert lay(red="f6", taken="5-0", options="board=large").winners() == (0,)
    assert lay(red="f6", taken="4-4", options="board=large").to_move == 0


@pytest.mark.rule("herders.option.bigger")
@pytest.mark.ruling("herders.ruling.neighbours", "No")
def test_on_squares_only_sides_are_neighbours() -> None:
    state = lay(red="e3", cats="e5 d5 f5", options="board=square")
    assert legal(state) == {f"e3-{name}" for name in ("e1", "e2", "e4", "d3", "c3", "f3", "g3")}
    assert refused(state, "e3-d4") == {"move"}
    scared = play(state, "e3-e4")
    assert legal(scared) == {"e5>e6"}  # d5 and f5 touch e4 only by a corner
    taken = play(lay(red="e3 d6", cats="e5", blue="d5 f5", options="board=square"), "e3-e4", "e5>e6")
    assert taken.taken == (0, 0)
    two = play(lay(red="e3 d6 f6", cats="e5", blue="d5 f5", options="board=square"), "e3-e4", "e5>e6")
    assert two.taken == (1, 0)
