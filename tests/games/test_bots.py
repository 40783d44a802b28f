"""The levels of the bots, in every game: they play legally, see only their seat's view, and finish in time."""

from __future__ import annotations

from itertools import chain
from random import Random
from time import perf_counter
from typing import Any

import pytest

from cattools.bots import BOTS, LEVELS, bot, present_name
from cattools.bots.greedy import greedy, turn_value
from cattools.bots.search import Budget, Search
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyState
from cattools.core.random_play import random_game
from cattools.games import GAMES

OPTIONS = [*((name, "") for name in GAMES), ("territory", "game=duel"), ("catbox", "players=3")]
FEW = Budget(24)
ENOUGH = 20  # enough decisions to tell the levels apart; a small game can have fewer in which the choice matters


def decisions(game_id: str, line: str, seed: int) -> list[AnyState]:
    """Return the positions of a random game in which a seat has a choice."""
    game = GAMES[game_id]
    states = random_game(game, game.choose(line), seed, 400)
    return [state for state in states if state.to_move not in (None, CHANCE) and len(state.legal()) > 1]


def ended(game_id: str) -> AnyState:
    """Return the end of a random game."""
    game = GAMES[game_id]
    options = "limit=20" if game_id == "herders" else ""
    *_, last = random_game(game, game.choose(options), 1, 2000)
    assert last.to_move is None
    return last


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "line"), OPTIONS)
def test_positions_that_differ_only_in_hidden_information_get_the_same_choice(game_id: str, line: str) -> None:
    differing = 0
    played = (decisions(game_id, line, seed) for seed in (3, 4, 5))  # several games, as some are short
    for state in chain.from_iterable(Random(5).sample(states, len(states)) for states in played):
        view, other = state.view(state.mover), state.view(state.mover).determinize(Random(1))
        if other == state:
            continue
        differing += 1
        alike = other.view(state.mover)
        for level in (LEVELS["beginner"], LEVELS["friendly"]):
            assert level(alike, Random(3)) == level(view, Random(3))
        assert Search(alike, Random(3)).run(FEW) == Search(view, Random(3)).run(FEW)
        if differing == 6:
            break
    assert differing == (6 if GAMES[game_id].has_hidden_information(GAMES[game_id].choose(line)) else 0)


@pytest.mark.parametrize(("game_id", "line"), OPTIONS)
def test_every_level_plays_legally_even_without_time(game_id: str, line: str) -> None:
    for state in decisions(game_id, line, 8)[::40]:
        view = state.view(state.mover)
        for budget in (Budget(0), Budget(1000, ms=0), FEW):
            assert Search(view, Random(1)).run(budget).action in view.legal()
        for level in (LEVELS["beginner"], LEVELS["friendly"]):
            assert level(view, Random(1)) in view.legal()


OPEN = [name for name, game in GAMES.items() if not game.has_hidden_information(game.choose())]


@pytest.mark.parametrize("game_id", OPEN)
def test_the_careful_bot_plays_the_best_end_of_its_turn_and_the_lower_levels_less_often(game_id: str) -> None:
    found, differing = dict.fromkeys(("careful", "friendly", "beginner"), 0), 0
    for seed, state in enumerate(decisions(game_id, "", 8)[:60]):
        depth, seat = GAMES[game_id].search_settings(state).depth, state.mover or 0
        values = {action: turn_value(state.apply(action), seat, depth) for action in state.legal()}
        if len(set(values.values())) > 1:
            differing += 1
            for level in found:
                found[level] += values[LEVELS[level](state.view(seat), Random(seed))] == max(values.values())
    assert found["careful"] == differing
    if differing >= ENOUGH:
        assert differing > found["friendly"] > found["beginner"]


@pytest.mark.parametrize("line", ["players=2", "game=duel"])
def test_where_luck_decides_more_each_level_sees_more_moves_than_the_one_below(line: str) -> None:
    found = dict.fromkeys(("beginner", "friendly", "careful", "all"), 0)
    states = decisions("territory", line, 8)[:80]
    for seed, state in enumerate(states):
        seat, depth = state.mover or 0, state.game.search_settings(state).depth
        view, values = state.view(seat), {one: turn_value(state.apply(one), seat, depth) for one in state.legal()}
        for level in found:
            chosen = greedy(view, Random(seed)) if level == "all" else LEVELS[level](view, Random(seed))
            found[level] += values[chosen] == max(values.values())
    assert found["beginner"] < found["friendly"] < found["careful"] < found["all"], found


@pytest.mark.parametrize(("game_id", "line"), OPTIONS)
def test_a_play_out_is_valued_when_a_turn_begins_or_at_the_end(game_id: str, line: str) -> None:
    states = [state for state in decisions(game_id, line, 6) if not state.pending]
    for state in (*states[:5], *states[-5:]):
        search = Search(state.view(state.mover), Random(1))
        world, luck = search.world(0)
        turns = state.game.search_settings(state).turns
        end = search.played_on(world.apply_unchecked(search.legal[0]), Random(luck), Random(2), turns)
        at_a_turn = end.to_move == state.mover and not end.pending
        assert end.to_move is None or state.game.pauses_after(end) or at_a_turn
        assert len(state.game.forecast(end)) == len(state.game.seats(state.options))


def test_a_play_out_of_calico_goes_on_until_the_second_turn_begins() -> None:
    states = [state for state in decisions("calico", "", 6) if not state.pending][20:30]
    for state in states:
        seat, search = state.mover or 0, Search(state.view(state.mover), Random(1))
        first: Any = search.world(0)[0].apply_unchecked(search.legal[0])
        end: Any = search.played_on(first, Random(1), Random(2), turns=2)
        assert first.quilts[seat].free.bit_count() - end.quilts[seat].free.bit_count() == 1
    assert len(states) == 10


@pytest.mark.parametrize("game_id", GAMES)
def test_a_finished_game_is_refused(game_id: str) -> None:
    view = ended(game_id).view(0)
    for level in LEVELS.values():
        with pytest.raises(
            OptionError, match="expected the view of the seat to move, found that of another seat or of a finished game"
        ):
            level(view, Random(1))


def test_another_seats_view_is_refused() -> None:
    state = decisions("herders", "", 1)[0]
    for level in LEVELS.values():
        with pytest.raises(OptionError, match="found that of another seat"):
            level(state.view(1 - (state.mover or 0)), Random(1))


@pytest.mark.parametrize("name", ["grandmaster", "", 7, None])
def test_an_unknown_level_is_refused(name: object) -> None:
    with pytest.raises(OptionError, match="expected one of the bots beginner, friendly, careful, master"):
        bot(name)


def test_names_from_before_the_levels_are_still_read() -> None:
    for old, new in (("random", "beginner"), ("greedy", "careful"), ("sampling", "master")):
        assert present_name(old) == new
        assert bot(old) is BOTS[new]
    assert present_name("human") == "human"


def test_a_search_with_a_time_limit_ends_soon_after_it() -> None:
    state = decisions("calico", "", 1)[0]
    began = perf_counter()
    found = Search(state.view(state.mover), Random(1)).run(Budget(10**9, ms=300))
    assert perf_counter() - began < 5  # a busy computer may be slow, but the search does not go on forever
    assert 0 < found.playouts < 10**9


def test_a_search_compares_the_candidates_in_the_same_worlds() -> None:
    state = decisions("catbox", "players=3", 2)[3]
    search = Search(state.view(state.mover), Random(1))
    search.run(Budget(40))
    found = search.run(Budget(40))  # a search can be continued
    assert found.playouts == 80 == sum(len(one.leads) for one in found.candidates)
    best, second = found.candidates[:2]
    both = [a - b for a, b in zip(best.leads, second.leads, strict=False)]
    gain, error = best.gain(second)
    assert gain == pytest.approx(sum(both) / len(both))
    assert error > 0
    assert second.gain(best)[0] == pytest.approx(-gain)


def test_the_search_takes_a_cat_that_wins_the_game() -> None:
    """The search chooses a winning action where other actions do not win."""
    for seed in range(40):
        for state in decisions("herders", "", seed)[-40:]:
            wins = [action for action in state.legal() if state.mover in state.apply(action).winners()]
            if wins and len(wins) < len(state.legal()):
                assert Search(state.view(state.mover), Random(1)).run(FEW).action in wins
                return
    raise AssertionError("no position with a winning action")
