"""Undo, redo and branches, and the seeded dealer."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cattools.core.chance import FIXED, Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyGame, Game, State
from cattools.core.rules import IllegalAction
from cattools.core.timeline import Timeline
from cattools.games import game

HERDERS: AnyGame = game("herders")


def begun() -> Timeline:
    return Timeline(Dealer(1).settle(HERDERS.start(HERDERS.choose())))


def read(timeline: Timeline, move: str) -> Any:
    return HERDERS.read_action(move, timeline.state)


def test_undo_and_redo_restore_the_states() -> None:
    timeline = begun()
    first = timeline.state
    assert (timeline.can_undo, timeline.can_redo, timeline.undo(), timeline.redo()) == (False, False, False, False)
    second = timeline.play(read(timeline, "a2"))
    third = timeline.play(read(timeline, "a3"))
    assert [str(n.action) for n in timeline.line] == ["a2", "a3"]
    assert timeline.undo()
    assert timeline.state == second
    assert timeline.undo()
    assert timeline.state == first
    assert not timeline.undo()
    assert timeline.redo()
    assert timeline.redo()
    assert (timeline.state, timeline.can_redo) == (third, False)


def test_branches_are_kept_and_reused() -> None:
    timeline = begun()
    timeline.play(read(timeline, "a2"))
    timeline.undo()
    timeline.play(read(timeline, "a3"))
    assert not timeline.can_redo
    timeline.undo()
    timeline.play(read(timeline, "a2"))
    assert [str(n.action) for n in timeline.root.branches] == ["a3", "a2"]
    timeline.goto(timeline.root.branches[0])
    assert [str(n.action) for n in timeline.line] == ["a3"]


def test_a_refused_action_changes_nothing() -> None:
    timeline = begun()
    node = timeline.node
    with pytest.raises(IllegalAction):
        timeline.play(read(timeline, "f6"))
    assert timeline.node is node
    assert not node.branches


def test_random_seeds_differ_unless_the_environment_fixes_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FIXED, raising=False)
    assert len({Dealer().seed for _ in range(5)}) > 1
    monkeypatch.setenv(FIXED, "11")
    assert [Dealer().seed, Dealer().seed, Dealer(3).seed] == [11, 11, 3]


@pytest.mark.parametrize("fixed", ["-1", "1000000000", "seven", "1.5", "\N{SUPERSCRIPT TWO}"])
def test_an_invalid_fixed_seed_is_refused(monkeypatch: pytest.MonkeyPatch, fixed: str) -> None:
    monkeypatch.setenv(FIXED, fixed)
    with pytest.raises(OptionError, match="expected CATTOOLS_SEED to be a seed from 0 to 999999999, found"):
        Dealer()


def test_undo_skips_deals() -> None:
    timeline, dealer = Timeline(HERDERS.start(HERDERS.choose())), Dealer(1)
    while timeline.state.to_move == CHANCE:
        timeline.play(dealer.choose(timeline.state))
    assert not timeline.can_undo
    timeline.play(read(timeline, "a2"))
    timeline.undo()
    assert timeline.state.to_move == 0


@given(st.lists(st.sampled_from(["play", "undo", "redo", "root"]), max_size=40), st.randoms(use_true_random=False))
def test_replaying_the_line_reproduces_every_state(steps: list[str], rng: Any) -> None:
    timeline = begun()
    for step in steps:
        if step == "play" and timeline.state.to_move is not None:
            timeline.play(rng.choice(timeline.state.legal()))
        elif step == "root":
            timeline.goto(timeline.root)
        else:
            assert getattr(timeline, step)() in (True, False)
        state = timeline.root.state
        for node in timeline.line:
            state = state.apply(node.action)
            assert state == node.state
        assert state == timeline.state


class Weighted(State[str]):
    """A state with three deals, one twice as likely as the others."""

    to_move, pending = CHANCE, False

    def chances(self) -> list[tuple[int, str]]:
        return [(1, "a"), (2, "b"), (1, "c")]

    def chance(self, rng: Random) -> str:
        return Game.chance(HERDERS, self, rng)


def test_a_dealer_follows_its_seed_and_the_weights_of_deals() -> None:
    start = HERDERS.start(HERDERS.choose())
    assert Dealer(3).settle(start) == Dealer(3).settle(start)
    assert len({Dealer(n).settle(start) for n in range(20)}) == 20
    assert Dealer().seed != Dealer().seed or Dealer().seed != Dealer().seed
    dealer = Dealer(1)
    drawn = Counter(dealer.choose(Weighted()) for _ in range(4000))
    assert drawn["b"] / 4000 == pytest.approx(0.5, abs=0.04)
    assert drawn["a"] / 4000 == pytest.approx(0.25, abs=0.04)
