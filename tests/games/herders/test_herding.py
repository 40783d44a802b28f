"""Which cats run, where, in what order, and how many."""

import pytest

from tests.games.helpers import legal, play, refused, refused_by_interpretation
from tests.games.herders.positions_builder import cells, knot, lay


@pytest.mark.rule("herders.herd.trigger")
def test_only_the_cats_next_to_the_acting_herder_run() -> None:
    state = lay(red="f4 h5", cats="f6 h6")
    after = play(state, "f4-f5")  # h6 is next to h5, which did not act
    assert {move.split(">")[0] for move in legal(after)} == {"f6"}
    assert refused(after, "h6>h7") == {"herd.trigger"}
    assert after.turn == 0


@pytest.mark.rule("herders.herd.trigger")
def test_a_placed_herder_scares_cats() -> None:
    assert legal(play(lay(cats="b3", hands="1-0"), "a3")) == {"b3>b2", "b3>c3", "b3>c4"}


@pytest.mark.rule("herders.herd.trigger")
def test_no_cat_runs_without_being_scared() -> None:
    state = lay(red="f4", cats="f6")
    assert refused(state, "f6>f7") == {"herd.trigger"}
    away = lay(red="f5", cats="f6")  # moving away scares nobody
    assert play(away, "f5-f4").turn == 1
    square = lay(red="e3", cats="d4 f4", options="board=square")  # both touch e4, on the way, but not e5
    assert play(square, "e3-e5").turn == 1


@pytest.mark.rule("herders.herd.trigger")
def test_each_cat_runs_once_and_a_running_cat_scares_nobody() -> None:
    # The cat ends its run on f7, and the turn is over.
    after = play(lay(red="f4", blue="c5", cats="f6 e8"), "f4-f5", "f6>f7")
    assert (after.turn, after.pending, cells(after, "cats")) == (1, False, {"f7", "e8"})


@pytest.mark.rule("herders.herd.trigger")
def test_refusals_of_cats_that_were_not_scared_cite_the_rule_or_its_interpretation() -> None:
    # e8 is next to no herder; c6 is next to c5, which did not move.
    state = play(lay(red="f4", blue="c5", cats="f6 g5 e8 c6"), "f4-f5")
    for move, by_reading in (("e8>e9", set()), ("c6>d7", {"herd.trigger"})):
        assert (refused(state, move), refused_by_interpretation(state, move)) == ({"herd.trigger"}, by_reading)
        assert "herd.trigger" in refused(state, move)


@pytest.mark.rule("herders.herd.must")
def test_scared_cats_run_before_anything_else() -> None:
    state = play(lay(red="f4", cats="f6", hands="3-0"), "f4-f5")
    for move in ("a1", "f5-f4", "pass"):
        assert "herd.must" in refused(state, move)


@pytest.mark.rule("herders.herd.must")
def test_a_cat_runs_even_if_its_cell_is_safer() -> None:
    # One herder touches the cat on f6; three others would touch it on f7, its only free cell.
    state = play(lay(red="f4", blue="e5 e6 e7 f8 g5 g6 g7"), "f4-f5")
    assert state.turn == 1
    scared = play(lay(red="f4", blue="e5 e6 e7 f8 g5 g6 g7", cats="f6"), "f4-f5")
    assert legal(scared) == {"f6>f7"}


@pytest.mark.rule("herders.herd.must")
def test_a_cat_without_an_empty_cell_stays() -> None:
    state = lay(red="c4", blue="b3 c2", cats="b2")
    after = play(state, "c4-c3")
    assert (after.turn, cells(after, "cats"), after.taken) == (1, {"b2"}, (0, 0))


@pytest.mark.rule("herders.herd.target")
def test_a_cat_runs_where_the_fewest_herders_of_either_colour_are() -> None:
    state = play(lay(red="f4", blue="d5 g8", cats="f6"), "f4-f5")
    # The neighbours of f6 and the herders next to them: e5 (f5, d5), e6 (d5), f7 (none), g5 (f5), g6 (none).
    assert legal(state) == {"f6>f7", "f6>g6"}
    assert refused(state, "f6>e6") == {"herd.target"}
    assert refused(state, "f6>e5") == {"herd.target"}


@pytest.mark.rule("herders.herd.target")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_herders_of_both_colours_count_equally(colour: str) -> None:
    pieces = {"red": "f4", "blue": ""}
    pieces[colour] = f"{pieces[colour]} h6"
    state = play(lay(**pieces, cats="f6"), "f4-f5")  # h6 touches g6
    assert legal(state) == {"f6>e6", "f6>f7"}


@pytest.mark.rule("herders.herd.target")
@pytest.mark.parametrize("target", ["f8", "f5", "h5", "e6", "f6"])
def test_a_cat_runs_one_step_to_an_empty_cell(target: str) -> None:
    state = play(lay(red="f4", cats="f6 e6"), "f4-f5")
    assert "herd.target" in refused(state, f"f6>{target}")


@pytest.mark.rule("herders.herd.wall")
def test_a_cat_never_runs_onto_the_wall() -> None:
    state = play(lay(red="d3", cats="b3"), "d3-c3")
    assert legal(state) == {"b3>b4"}  # c4 and b2 are next to the herder
    assert "herd.wall" in refused(state, "b3>a3")
    assert refused(state, "b3>b2") == {"herd.target"}


@pytest.mark.rule("herders.herd.order")
def test_the_player_to_move_chooses_which_cat_runs_first() -> None:
    state = play(lay(red="f4", cats="e5 g5"), "f4-f5")
    assert {move.split(">")[0] for move in legal(state)} == {"e5", "g5"}
    first = legal(play(state, "e5>d5"))
    assert {move.split(">")[0] for move in first} == {"g5"}
    assert play(state, "e5>d5", min(first)).turn == 1


@pytest.mark.rule("herders.herd.most")
def test_a_choice_that_blocks_another_cat_is_refused() -> None:
    state = knot()
    assert legal(state) == {"e5>d5", "f7>e6"}
    # The cat on e5 may run first, but not to e6.
    assert refused(state, "e5>e6") == refused_by_interpretation(state, "e5>e6") == {"herd.most"}
    (refusal,) = state.why_not(next(a for a in state.game.candidates(state) if str(a) == "e5>e6"))
    assert str(refusal) == "This choice lets only 1 of the scared cats run; another choice lets 2 run."
    assert set(refusal.cells) == {"e5", "f7"}
    assert legal(play(state, "f7>e6")) == {"e5>d5"}


@pytest.mark.rule("herders.herd.most")
def test_a_blocked_cat_may_run_once_another_cat_has_left() -> None:
    # b2 has no free cell until b3 has run; then it must run as well.
    state = play(lay(red="c5", blue="c2", cats="b2 b3"), "c5-c3")
    assert {move.split(">")[0] for move in legal(state)} == {"b3"}
    after = play(state, "b3>b4")
    assert legal(after) == {"b2>b3"}
    assert play(after, "b2>b3").turn == 1


@pytest.mark.rule("herders.herd.most")
def test_all_choices_are_allowed_if_each_lets_equally_many_cats_run() -> None:
    # Without d5, whichever of the two cats runs to e6, the other cat stays.
    state = knot(blue="f5 f8 e7 g6 g7 d5")
    assert legal(state) == {"e5>e6", "f7>e6"}
    assert cells(play(state, "f7>e6"), "cats") == {"e5", "e6", "d4", "e4"}
