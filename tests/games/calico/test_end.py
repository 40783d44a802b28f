"""The end of the game, the score line by line, and ties."""

from __future__ import annotations

import pytest

from cattools.core.random_play import random_game
from cattools.games.calico import Calico, components, position
from tests.games.calico.positions_builder import CALICO, GOAL_SPACES, INNER, duo, lay, rows
from tests.games.helpers import legal, play, refused

SPACES = [name for row in INNER for name in row if name not in GOAL_SPACES]


def ended(blue: dict[str, str], green: dict[str, str]) -> Calico:
    """Return a finished two-player game whose quilts hold each patch once or twice, with tokens on some cells."""
    parts = []
    for first, seat, marks in ((0, "blue", blue), (22, "green", green)):
        cells = [at + components.PATCHES[(first + n) % 36] + marks.get(at, "") for n, at in enumerate(SPACES)]
        parts.append(f"{seat}={rows(' '.join(cells))};-;Ys,Yv")
    line = f"cats=Millie:de,Tibbit:fq,Coconut:sv {' '.join(parts)} market=Gv,Gs,Gq turn=blue"
    return CALICO.read_position(line, CALICO.choose("family"))


# The patches repeat the six patterns in order, so Millie's dots and ferns are on b2, b3, c3 and c5 of the blue quilt.


@pytest.mark.rule("calico.end")
@pytest.mark.rule("calico.turn.draw")
@pytest.mark.parametrize(
    "options", ["players=1", "players=2", "players=3", "players=4", "players=1,duel", "scenario=4"]
)
def test_the_game_ends_after_each_player_has_had_22_turns(options: str) -> None:
    states = list(random_game(CALICO, CALICO.choose(options), 1, 400))
    last = states[-1]
    assert last.to_move is None
    assert all(quilt.free == 0 for quilt in last.quilts)
    turns = [0] * len(last.quilts)
    for state in states:
        if state.pending and state.begun:
            turns[state.turn] += 1
    assert turns == [22] * len(last.quilts)
    statuses = [str(state.status()) for state in states if state.begun and state.to_move == 0]
    steps = [f"turn {turn} of 22: {step} a patch" for turn in range(1, 23) for step in ("sew", "take")]
    assert all(step in status for step, status in zip(steps, statuses, strict=True))
    assert legal(last) == set()
    assert refused(last, f"+{components.PATCHES[last.market[0]]}1") == {"end"}
    assert "end" in refused(last, "Nd@b2")


@pytest.mark.rule("calico.score")
def test_goals_cats_and_buttons_add_up() -> None:
    state = lay("b3Ns b4Bs c3Bq c5Nq d3Ns d4Bq+ e4Bd f4Gd! f5Yd f2Uf", goals="AAABBB,ABCDEF,AABBCC")
    lines = {(str(line), line.points) for line in state.score().lines}
    assert lines == {("AAA-BBB by colours and patterns", 13), ("A blue button", 3), ("Millie on dots", 3)}
    assert state.score().total(0) == position.points(state, 0) == 19
    assert {line.rule for line in state.score().lines} == {
        "calico.goal.both", "calico.button.earn", "calico.cat.size",
    }  # fmt: skip
    goal = next(line for line in state.score().lines if line.points == 13)
    assert set(goal.cells) == {"b3", "b4", "c3", "c4", "c5", "d3", "d4"}


@pytest.mark.rule("calico.score")
def test_points_equal_the_sum_of_the_lines() -> None:
    for options in ("", "players=3,promo=luna", "players=4,promo=shop-cat", "family", "players=1,scenario=3"):
        for seed in range(3):
            *_, last = random_game(CALICO, CALICO.choose(options), seed, 500)
            for seat in range(len(last.quilts)):
                assert position.points(last, seat) == last.score().total(seat)
            best = max(position.points(last, seat) for seat in range(len(last.quilts)))
            if not last.alone:
                assert {position.points(last, seat) for seat in last.winners()} == {best}


@pytest.mark.rule("calico.score.tie")
@pytest.mark.parametrize(
    ("blue", "green", "won", "status"),
    [
        ({"b2": "!"}, {"b4": "!"}, (0, 1), "Blue and Green share the win with 3 points each."),
        ({"b2": "!"}, {"b4": "+"}, (0,), "Blue wins with 3 points and more cats."),
        ({"b2": "+"}, {"b4": "!"}, (1,), "Green wins with 3 points and more cats."),
        ({"b2": "!+"}, {"b4": "!"}, (0,), "Blue wins with 6 points."),
        # Coconut (seven) and Tibbit (five) against four Millies: twelve points each, and blue has more cats.
        (
            {"b2": "!", "b3": "!", "c3": "!", "c5": "!"},
            {"b6": "!", "c5": "!"},
            (0,),
            "Blue wins with 12 points and more cats.",
        ),
    ],
)
def test_a_tie_goes_to_the_player_with_more_cats_or_is_shared(
    blue: dict[str, str], green: dict[str, str], won: tuple[int, ...], status: str
) -> None:
    state = ended(blue, green)
    assert state.to_move is None
    assert state.winners() == won
    assert str(state.status()) == status


@pytest.mark.rule("calico.score.tie")
def test_a_tie_in_points_and_cats_goes_to_the_player_with_more_buttons() -> None:
    coconut_tibbit = ended({}, {"b6": "!", "c5": "!"})
    assert position.ranks(coconut_tibbit)[1] == (12, 2, 0)
    # Two Millies and two buttons also make twelve points with two cats.
    state = ended({"b2": "!+", "b3": "!+"}, {"b6": "!", "c5": "!"})
    assert position.ranks(state) == [(12, 2, 2), (12, 2, 0)]
    assert state.winners() == (0,)
    assert str(state.status()) == "Blue wins with 12 points and more buttons."


@pytest.mark.rule("calico.score.tie")
def test_promo_tokens_count_as_cats_in_a_tie() -> None:
    state = duo("e4Gs", "c5Ue", "Ns", promo="Luna", more="eleven=blue")
    assert position.cat_tokens(state, 0) == 1
    assert position.cat_tokens(state, 1) == 0


def test_without_patches_the_game_is_over() -> None:
    state = play(lay("", "Nd"), "Nd@b2")
    assert (state.to_move, str(state.status())) == (None, "No patches are left to sew on.")
