"""Advice: the best two actions, with reasons from the game, found only from what the seat can see."""

from __future__ import annotations

from random import Random

import pytest

from cattools.bots.advice import REASONS, advise, reasons
from cattools.bots.search import Budget, Search
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyState
from cattools.core.random_play import random_game
from cattools.games import GAMES

FEW = Budget(24)


def decisions(game_id: str, seed: int) -> list[AnyState]:
    """Return the positions of a random game in which a seat decides."""
    game = GAMES[game_id]
    return [state for state in random_game(game, game.choose(), seed, 200) if state.to_move not in (None, CHANCE)]


def choices(game_id: str, seed: int) -> list[AnyState]:
    """Return the positions of a random game in which a seat has several legal actions."""
    return [state for state in decisions(game_id, seed) if len(state.legal()) > 1]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_two_legal_actions_are_advised_with_reasons_that_cite_the_games_rules(game_id: str) -> None:
    # In a small game, most actions are worth the same; then several games are needed to find a reason.
    assert any(_reasons_cite_rules(choices(game_id, seed)) for seed in range(2, 12))


def _reasons_cite_rules(states: list[AnyState]) -> int:
    """Check the advice in some of these positions; return how many reasons it gives."""
    found = 0
    for state in states[3 :: min(25, max(len(states) // 8, 1))]:
        advice = advise(state.view(state.mover), Random(1), FEW)
        first, second = advice.moves
        assert first.action != second.action
        assert {first.action, second.action} <= {*state.legal()}
        if advice.is_clear and not first.reasons:
            assert not second.reasons  # reasons for the worse move would explain nothing
            assert "No points differ yet." in str(advice.verdict)
        for move in advice.moves:
            assert move.deed == state.game.deed(state, move.action)
            assert len(move.reasons) <= REASONS
            for reason in move.reasons:
                found += 1
                assert str(reason)
                assert reason.rule == "" or reason.rule in state.game.rules
    return found


@pytest.mark.parametrize("game_id", [name for name in GAMES if GAMES[name].keeps_secrets])
def test_positions_that_differ_only_in_hidden_information_get_the_same_advice(game_id: str) -> None:
    differing = 0
    for state in choices(game_id, 3)[4:]:
        view = state.view(state.mover)
        if (other := view.determinize(Random(1))) != state:
            differing += 1
            assert advise(other.view(state.mover), Random(3), FEW) == advise(view, Random(3), FEW)
        if differing == 2:
            return
    raise AssertionError("too few positions with hidden information")


@pytest.mark.rule("calico.cat.size")
def test_a_cat_that_only_the_first_action_earns_is_its_reason() -> None:
    line = (
        "cats=Millie:dq,Coconut:ef,Gwenivere:sv blue=5/2_2/3_Uq/1_2Us+/5;AABBCC,AAAABB,ABCDEF;Bq!,Ye! "
        "green=5/2_2/3_Be/1_3/Nq4;AAABBB,AAABBC,AAAABB;Pe,Nv! market=Uv,Us,Us turn=blue"
    )
    state = GAMES["calico"].position(line)
    search = Search(state.view(0), Random(1))
    best, other = state.game.read_action("Bq@c6", state), state.game.read_action("Ye@b6", state)
    assert {best, other} <= {*state.legal()}
    for_best, for_other = reasons(search, best, other)
    assert str(for_best[0]) == "+3 for Blue (Millie on quatrefoils)."
    assert for_best[0].rule == "calico.cat.size"
    assert all(reason.rule != "calico.cat.size" for reason in for_other)


def test_a_forced_move_is_advised_alone() -> None:
    forced = next(state for state in decisions("herders", 1) if len(state.legal()) == 1)
    advice = advise(forced.view(forced.mover), Random(1), FEW)
    assert [move.action for move in advice.moves] == [*forced.legal()]
    assert str(advice.verdict) == "It is the only legal move."


@pytest.mark.parametrize("budget", [Budget(0), Budget(1000, ms=0), Budget(1)])
def test_without_time_two_legal_actions_are_advised(budget: Budget) -> None:
    state = choices("territory", 4)[3]
    advice = advise(state.view(state.mover), Random(1), budget)
    assert len({move.action for move in advice.moves} & {*state.legal()}) == 2
    assert not advice.is_clear


def test_a_position_in_which_nobody_or_another_seat_decides_is_refused() -> None:
    state = choices("territory", 4)[3]
    *_, ended = random_game(GAMES["herders"], GAMES["herders"].choose("limit=20"), 1, 2000)
    for view in (ended.view(0), state.view(1 - (state.mover or 0))):
        with pytest.raises(OptionError, match="expected the view of the seat to move"):
            advise(view, Random(1), FEW)
