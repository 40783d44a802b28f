"""Any ten questions in a row include every kind that the rules allow, and none of them too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from cattools.games import having
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import BEST
from cattools.lessons.practice.question_set import NUMBER, Series
from cattools.lessons.practice.variety import SEVERAL, Kind, due, kind_for, kind_of
from cattools.widgets.modes.practice.practice import Practice

each_game = pytest.mark.parametrize("game_id", having("has_practice"))
MOST = 6  # of one kind in ten questions; some kinds can ask about only a few rules


def _is_varied(game_id: str, kinds: Sequence[Kind]) -> bool:
    """Return whether questions include every kind, two of each that `SEVERAL` rules allow, and none too often."""
    asked, allowed = Counter(kinds), Counter(kind for found in pool(game_id).kinds.values() for kind in found)
    return max(asked.values()) <= MOST and all(
        asked[kind] >= (2 if number >= SEVERAL else 1) for kind, number in allowed.items()
    )


@each_game
def test_ten_questions_from_a_seed_are_planned_with_every_kind(game_id: str) -> None:
    for seed in range(200):
        plan = Series(pool(game_id), seed).plan
        assert _is_varied(game_id, [kind for _, kind in plan]), plan
        assert all(kind in pool(game_id).kinds[rule] for rule, kind in plan)
        assert len({rule for rule, _ in plan}) == NUMBER


@each_game
@pytest.mark.parametrize("seeds", [1, pytest.param(30, marks=pytest.mark.nightly)])
def test_ten_questions_from_a_seed_are_asked_with_every_kind(game_id: str, seeds: int) -> None:
    for seed in range(seeds):
        series, kinds = Series(pool(game_id), seed), list[Kind]()
        for series.at in range(NUMBER):
            kinds.append(kind_of(series.question().ask))
        assert _is_varied(game_id, kinds), (seed, kinds)


@each_game
@pytest.mark.parametrize("number", [12, pytest.param(100, marks=pytest.mark.nightly)])
def test_any_ten_questions_of_endless_practice_have_every_kind(game_id: str, number: int) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    practice, chance = Practice(game_id, clock=lambda: at, chance=Random(game_id)), Random(1)
    for _ in range(number):
        asked = practice.inner.asked
        if asked.ask != BEST:
            practice.memory.answered(asked.rule, at, right=chance.random() < 0.7, grade=asked.grade)
        at += timedelta(minutes=1)
        practice.go_on()
    kinds = practice.kinds
    for n in range(len(kinds) - NUMBER + 1):
        assert _is_varied(game_id, kinds[n : n + NUMBER]), (n, kinds[n : n + NUMBER])


def test_a_kind_is_due_after_a_few_others() -> None:
    rules = {**{f"f{n}": {Kind.FIND} for n in range(9)}, **{f"j{n}": {Kind.JUDGE} for n in range(SEVERAL)}}
    rules["one"] = {Kind.CHOOSE}
    assert due(rules, rules, [Kind.FIND]) is None
    assert due(rules, rules, [Kind.CHOOSE, *[Kind.FIND] * 2]) is Kind.JUDGE
    assert due(rules, rules, [Kind.CHOOSE, *[Kind.JUDGE, Kind.FIND] * 2]) is None
    assert due(rules, rules, [Kind.CHOOSE, *[Kind.JUDGE, Kind.FIND] * 3]) is Kind.CHOOSE


def test_a_rule_is_asked_about_with_the_kind_asked_longest_ago() -> None:
    rules = {"both": {Kind.FIND, Kind.JUDGE}, "f": {Kind.FIND}}
    assert kind_for("both", rules, [Kind.JUDGE, Kind.FIND]) is Kind.JUDGE
    assert kind_for("both", rules, [Kind.FIND, Kind.JUDGE]) is Kind.FIND
    assert kind_for("both", rules, []) is Kind.JUDGE, "fewer rules can be asked about with it"


def test_only_rules_that_can_be_asked_about_make_a_kind_due() -> None:
    rules = {"f": {Kind.FIND}, "j": {Kind.JUDGE}}
    assert due(rules, ["f"], [Kind.FIND] * 9) is None
    assert due(rules, rules, [Kind.FIND] * 9) is Kind.JUDGE
