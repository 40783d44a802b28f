"""The events of each action, step by step: their kind, rule, cells and words."""

import pytest

from cattools.core.chance import Dealer
from tests.games.helpers import play
from tests.games.herders.positions_builder import HERDERS, knot, lay


def facts(state, move: str) -> list[tuple[str, str, tuple[str, ...]]]:
    action = HERDERS.read_action(move, state)
    return [(e.kind, e.rule.removeprefix("herders."), e.cells) for e in state.events(action)]


def words(state, move: str) -> list[str]:
    return [str(e) for e in state.events(HERDERS.read_action(move, state))]


@pytest.mark.rule("herders.herd.trigger")
def test_a_move_is_reported_with_the_cats_it_scares() -> None:
    state = lay(red="f4", cats="f6 e5")
    assert facts(state, "f4-f5") == [("move", "move", ("f4", "f5")), ("react", "herd.trigger", ("e5", "f6"))]
    assert words(state, "f4-f5") == ["Red moves from f4 to f5.", "The herder scares the cats on e5 and f6."]
    assert facts(state, "f4-f3") == [("move", "move", ("f4", "f3"))]


@pytest.mark.rule("herders.place")
def test_a_placed_herder_is_reported_as_landing() -> None:
    assert facts(lay(hands="1-0"), "a3") == [("land", "place", ("a3",))]


@pytest.mark.rule("herders.capture")
def test_a_cat_runs_and_is_captured() -> None:
    state = knot(red="g5 e7", blue="f5 f8 g6 g7 c4 c5")
    assert facts(state, "e5>e6") == [("move", "herd.target", ("e5", "e6")), ("leave", "capture", ("e6",))]
    assert words(state, "e5>e6") == [
        "The cat on e5 runs to e6, beside 2 herders.",
        "2 red herders touch it: Red takes the cat.",
    ]
    assert facts(state, "e5>d5") == [("move", "herd.target", ("e5", "d5"))]


@pytest.mark.rule("herders.herd.must")
def test_a_cat_that_stays_is_reported() -> None:
    state = lay(red="c4", blue="b3 c2", cats="b2")
    assert facts(state, "c4-c3") == [("move", "move", ("c4", "c3")), ("note", "herd.must", ("b2",))]
    blocked = knot(blue="f5 f8 e7 g6 g7 d5")
    assert facts(blocked, "f7>e6") == [("move", "herd.target", ("f7", "e6")), ("note", "herd.must", ("e5",))]


@pytest.mark.rule("herders.option.sacrifice")
def test_a_sacrificed_herder_is_reported_as_leaving() -> None:
    state = play(lay(red="f4 e7 g7", blue="e5 e6 g5 g6", cats="f6", options="sacrifice"), "f4-f5", "f6>f7")
    assert facts(state, "xe7") == [("leave", "option.sacrifice", ("e7",))]


@pytest.mark.rule("herders.win")
def test_the_end_is_reported() -> None:
    state = play(lay(red="f4 e7 g7", blue="e5 e6 g5 g6", cats="f6", taken="4-0"), "f4-f5")
    assert facts(state, "f6>f7")[-1] == ("note", "win", ())
    assert words(state, "f6>f7")[-1] == "Red has 5 cats and wins."


@pytest.mark.rule("herders.stuck")
def test_a_pass_is_reported() -> None:
    assert facts(lay(red="a1", blue="a2 b1 b2", hands="0-1"), "pass") == [("news", "stuck", ())]


@pytest.mark.rule("herders.stuck")
@pytest.mark.parametrize("limit", [1, 2])
def test_the_last_agreed_turn_says_that_it_ends_the_game(limit: int) -> None:
    state = Dealer(3).settle(HERDERS.start(HERDERS.choose(f"limit={limit}")))
    said: list[list[str]] = []
    while state.to_move is not None:
        action = state.legal()[0]
        said.append([str(event) for event in state.events(action)])
        state = state.apply(action)
    ends = f"The game ends after {limit} turn{'s' * (limit > 1)}, as agreed."
    assert ends in said[-1]
    assert not any(ends in one for one in said[:-1])
