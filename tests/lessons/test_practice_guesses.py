"""No question can be answered without looking at the position: by habit, from its wording, or from a single mark."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cattools.games import GAMES, having
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.practice import coverage
from cattools.lessons.practice.blind_guessing import (
    CAUSES,
    MOST,
    best_guess,
    blind,
    is_one_of_two,
    reliable_best_guess,
    unguessed,
)
from cattools.lessons.practice.config import NEXT, topics
from cattools.lessons.practice.generators import PositionContext, effect_questions, reach_questions, topic_questions
from cattools.lessons.practice.position_pool import Pool, Stretch, pool
from cattools.lessons.practice.question import JUDGE
from tests.kinds import nightly

GOOD = "6/7/8/9/3c6/5r5/10/9/8/7/6 red 14-15 0-0"
LOOKS = 12  # questions per rule and way of asking
CHANCE = 0.3  # tolerance, because the sample is so small
each_game = pytest.mark.parametrize("game_id", having("has_practice"))


@pytest.mark.nightly
@each_game
def test_blind_guesses_are_not_right_too_often(game_id: str) -> None:
    found = pool(game_id)
    for rule in found.rules:
        for way in found.ways(rule):
            answer, share = best_guess(found, rule, way, Random(f"{rule} {way}"), LOOKS)
            assert share <= MOST + CHANCE, (rule, way, answer, share)


def drawn_blindly(rule: str, ask: str) -> list[set[str]]:
    """Return the right blind guesses for each question of a kind that practice no longer asks."""
    found, guesses = pool(rule.partition(".")[0]), list[set[str]]()
    places = {place for (one, _), places in found.asked.items() if one == rule for place in places}
    for stretch, step in sorted(places)[:30]:
        state = found.stretches[stretch].states(GAMES[found.game])[step]
        topic = topics(found.game).topic(rule, ask)
        moment, rng = PositionContext(state), Random(3)
        questions = (
            topic_questions(moment, rng, topic)
            if topic is not None
            else (*effect_questions(moment, rng), *reach_questions(moment, rng))
        )
        guesses += [blind(one, state) for way, one in questions if one.rule == rule and way.startswith(ask)]
    assert guesses, (rule, ask)
    return guesses


@pytest.mark.parametrize(
    ("rule", "ask", "always"),
    [
        ("catbox.duel.preset", "nobodys", "all areas of a group with observed in their name"),
        nightly(("catbox.lead.red-open", "causes", "all areas in question with red in their name")),
        nightly(("cattricola.place.choice", "waiting", "all areas of a group with a piece on them")),
        ("territory.flip.restack", "causes", "all areas in question with over in their name"),
    ],
)
def test_questions_that_can_be_answered_without_looking_are_detected(rule: str, ask: str, always: str) -> None:
    found = drawn_blindly(rule, ask)
    assert sum(always in one for one in found) > MOST * len(found), found


def test_a_blind_guess_about_an_action_is_legal_or_refused() -> None:
    rng, found = Random(2), pool("herders")
    for _ in range(10):
        question = found.drawn("herders.move", JUDGE, rng)
        assert question is not None
        right = {LEGAL} == question.answer(question.start())
        assert blind(question, question.start()) == ({LEGAL} if right else {"refused"})


def test_the_position_of_a_button_is_counted_from_both_ends() -> None:
    question = pool("territory").drawn("territory.end.full", NEXT, Random(1))
    assert question is not None
    state = question.start()
    right = [question.is_right(state, value) for value, _ in question.offered(state)]
    assert {f"button {right.index(True) + 1}", f"button {right[::-1].index(True) + 1} from the end"} < blind(
        question, state
    )


@pytest.mark.nightly
def test_a_way_of_asking_that_can_be_answered_without_looking_is_dropped() -> None:
    known = pool("territory")
    key = "territory.flip.restack", "causes"
    places = known.asked["territory.flip.restack", "restacked"][:20]
    found = unguessed(
        Pool("territory", known.stretches, {key: places, ("territory.flip.restack", "restacked"): places})
    )
    assert [way for _, way in found.asked] == ["restacked"]


@pytest.mark.nightly
@each_game
def test_no_two_guesses_answer_nearly_every_question_about_causes(game_id: str) -> None:
    found = pool(game_id)
    for rule in found.rules:
        assert CAUSES not in found.ways(rule) or not is_one_of_two(found, rule, CAUSES, number=20), rule


@pytest.mark.nightly
@pytest.mark.parametrize("part", ["couple", "cluster", "winner"])
def test_causes_of_effects_at_the_end_of_the_game_are_not_asked_about(part: str) -> None:
    known, rule = pool("cattricola"), f"cattricola.score.{part}"
    places = tuple(
        (n, step)
        for n, stretch in enumerate(known.stretches)
        for step, state in enumerate(stretch.states(GAMES["cattricola"]))
        if state.pending
        and any((way, one.rule) == (CAUSES, rule) for way, one in effect_questions(PositionContext(state), Random(3)))
    )
    assert len(places) > 5
    other = rule, known.ways(rule)[0]
    ways_asked = {(rule, CAUSES): places, other: known.asked[other]}
    found = replace(known, asked=ways_asked)
    assert is_one_of_two(found, rule, CAUSES)
    assert (rule, CAUSES) not in unguessed(found).asked


@each_game
def test_excluded_ways_of_asking_have_no_positions(game_id: str) -> None:
    assert not {*topics(game_id).without} & {" ".join(key) for key in pool(game_id).asked}


@pytest.mark.nightly
def test_the_goal_next_to_the_named_space_is_not_usually_the_answer() -> None:
    assert reliable_best_guess(pool("calico"), "calico.goal.one", "affected note")[1] <= MOST


@pytest.mark.nightly
@each_game
def test_rules_with_few_positions_are_listed_with_a_reason(game_id: str) -> None:
    found = pool(game_id)
    assert {*coverage.scarce(found)} == {*topics(game_id).few}


def test_identical_positions_count_once() -> None:
    start = GOOD
    twice = Pool("herders", (Stretch("", start), Stretch("", start)), {("herders.move", "onward"): ((0, 0), (1, 0))})
    assert twice.positions("herders.move") == 1


def test_nobody_moves_next_when_the_action_ends_the_game() -> None:
    rng, ends = Random(6), set[bool]()
    for rule in ("territory.end.full", "territory.duel.end"):
        for _ in range(20):
            question = pool("territory").drawn(rule, NEXT, rng)
            assert question is not None
            state = question.start()
            empty = sum(
                "treasure face" in area.name or ", empty" in area.name
                for area in state.game.scene_of(state, state.mover).areas.values()
            )
            over = not question.answer(state)
            assert not over or empty == 1
            ends.add(over)
            assert question.is_right(state, "") is over
    assert ends == {True, False}
