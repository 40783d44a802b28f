"""Capturing cats, and winning."""

import pytest

from cattools.games.herders import Herders
from tests.games.helpers import legal, play, refused
from tests.games.herders.positions_builder import HERDERS, cells, knot, lay

LIMIT = "limit=4"


@pytest.mark.rule("herders.capture")
def test_a_cat_that_runs_next_to_two_of_the_movers_herders_is_captured() -> None:
    state = play(lay(red="f4 e7 g7", blue="e5 e6 g5 g6", cats="f6"), "f4-f5")
    after = play(state, "f6>f7")
    assert after.taken == (1, 0)
    assert cells(after, "cats") == set()
    assert after.turn == 1


@pytest.mark.rule("herders.capture")
def test_the_other_players_herders_do_not_count() -> None:
    # On f7 three blue herders and one red herder touch the cat: neither red nor blue captures it.
    state = play(lay(red="f4 e7", blue="e5 e6 f8 g5 g6 g7", cats="f6"), "f4-f5", "f6>f7")
    assert state.taken == (0, 0)
    assert cells(state, "cats") == {"f7"}
    two = play(lay(red="f4 e7 g7", blue="e5 e6 f8 g5 g6", cats="f6"), "f4-f5", "f6>f7")
    assert two.taken == (1, 0)


@pytest.mark.rule("herders.capture")
def test_blue_captures_with_blue_herders() -> None:
    state = lay(blue="f4 e7 g7", red="e5 e6 g5 g6", cats="f6", turn="blue")
    assert play(state, "f4-f5", "f6>f7").taken == (0, 1)


@pytest.mark.rule("herders.capture")
def test_a_capture_frees_the_cell_immediately() -> None:
    # With e7 red, e6 touches two red herders: a cat that runs there is captured, and then the other cat can run there.
    state = knot(red="g5 e7", blue="f5 f8 g6 g7 c4 c5")
    assert legal(state) == {"e5>d5", "e5>e6", "f7>e6"}
    assert play(state, "e5>e6", "f7>e6").taken == (2, 0)
    assert play(state, "f7>e6", "e5>e6").taken == (2, 0)
    assert play(state, "e5>d5", "f7>e6").taken == (1, 0)


@pytest.mark.rule("herders.capture.moved-only")
def test_a_cat_that_could_not_run_is_not_captured() -> None:
    state = play(lay(red="c5 c2 b3", cats="b2"), "c5-c3")  # three red herders touch it
    assert state.taken == (0, 0)
    assert cells(state, "cats") == {"b2"}
    beside = play(lay(red="f4 g7 g8", cats="f7 h4"), "f4-g4")  # h4 runs; f7 touches two herders and was not scared
    assert {move.split(">")[0] for move in legal(beside)} == {"h4"}


@pytest.mark.rule("herders.win")
def test_five_cats_win_immediately() -> None:
    state = play(lay(red="g5 e7", blue="f5 f8 g6 g7 c4 c5 d4 e4", cats="e5 f7", taken="4-3"), "g5-f6")
    over = play(state, "e5>e6")  # f7 is still scared, but the game is over
    assert over.taken == (5, 3)
    assert over.to_move is None
    assert over.winners() == (0,)
    assert list(over.legal()) == []
    assert str(over.status()) == "Red has 5 cats and wins."
    assert cells(over, "cats") == {"f7"}
    for move in ("f7>e6", "a1", "f6-e6", "pass", "xf6"):
        assert "win" in refused(over, move)


@pytest.mark.rule("herders.win")
def test_the_winning_capture_costs_no_herder() -> None:
    state = lay(red="f4 e7 g7", blue="e5 e6 g5 g6", cats="f6", taken="4-0", options="sacrifice")
    over = play(state, "f4-f5", "f6>f7")
    assert (over.to_move, over.winners(), over.paying) == (None, (0,), 0)


@pytest.mark.rule("herders.win")
def test_four_cats_do_not_win_and_the_score_is_the_number_of_captured_cats() -> None:
    state = lay(red="a1", blue="a3", taken="4-2")
    assert (state.to_move, state.winners()) == (0, ())
    assert [(line.rule, line.seat, line.points, str(line)) for line in state.score().lines] == [
        ("herders.win", 0, 4, "Cats taken by Red"),
        ("herders.win", 1, 2, "Cats taken by Blue"),
    ]


@pytest.mark.rule("herders.stuck")
@pytest.mark.parametrize(("taken", "winners"), [("3-2", (0,)), ("1-2", (1,)), ("2-2", ())])
def test_if_both_players_must_pass_the_player_with_more_cats_wins(taken: str, winners: tuple[int, ...]) -> None:
    state = lay(taken=taken)
    assert legal(state) == {"pass"}
    over = play(state, "pass")
    assert over.to_move is None
    assert over.winners() == winners


@pytest.mark.rule("herders.stuck")
@pytest.mark.parametrize(("taken", "winners"), [("3-2", (0,)), ("1-2", (1,)), ("2-2", ())])
def test_at_the_turn_limit_the_player_with_more_cats_wins(taken: str, winners: tuple[int, ...]) -> None:
    state = lay(red="f6", blue="c3", taken=taken, more="turn=3", options=LIMIT)
    assert state.to_move == 0
    over = play(state, "f6-f7")
    assert over.to_move is None
    assert over.winners() == winners
    assert refused(over, "c3-c4") == {"win"}
    free = lay(red="f6", blue="c3", taken=taken, more="turn=3")
    assert play(free, "f6-f7").to_move == 1


@pytest.mark.rule("herders.stuck")
def test_the_turn_limit_does_not_interrupt_a_turn() -> None:
    state = lay(red="f4", cats="f6", more="turn=3", options=LIMIT)
    scared = play(state, "f4-f5")
    assert scared.to_move == 0
    assert play(scared, "f6>f7").to_move is None


def test_goals_of_examples_refer_to_whole_turns() -> None:
    begun, goals = knot(red="g5 e7", blue="f5 f8 g6 g7 c4 c5"), HERDERS.goals
    one = play(begun, "e5>e6")
    both = play(one, "f7>e6")
    assert not goals["took"](begun, one, 1)
    assert goals["took"](begun, both, 2)
    assert not goals["took"](begun, both, 1)
    assert not goals["won"](begun, both)


@pytest.mark.parametrize(
    ("start", "moves", "count"),
    [
        (lay(red="c5", blue="c2", cats="b2 b3"), ("c5-c3", "b3>b4", "b2>b3"), 2),  # one cat runs to where the other was
        (lay(red="f4", cats="f6"), ("f4-f5", "f6>f7"), 1),
        (lay(red="f4", cats="f6"), ("f4-f3",), 0),
        (lay(red="f4", cats="f6", options="two-steps"), ("f4-f5", "f6>f7", "f7>f8"), 1),
        (knot(red="g5 e7", blue="f5 f8 g6 g7 c4 c5"), ("e5>e6", "f7>e6"), 2),
    ],
)
def test_a_goal_counts_the_cats_that_ran(start: Herders, moves: tuple[str, ...], count: int) -> None:
    ran, now = HERDERS.goals["ran"], play(start, *moves)
    assert [n for n in range(5) if ran(start, now, n)] == [count]
    assert not any(ran(start, play(start, *moves[:-1]), n) for n in range(1, 5))
