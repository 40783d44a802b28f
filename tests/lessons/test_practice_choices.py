"""The answers that practice questions offer: their order gives nothing away, and no distractor is right."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import islice
from random import Random

import pytest

from cattools.core.errors import RecordError
from cattools.core.game import AnyState
from cattools.core.messages import text
from cattools.games import GAMES, having
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.practice import distractors
from cattools.lessons.practice.config import NEXT, WINNER, topics
from cattools.lessons.practice.distractors import OFFERED, numbers
from cattools.lessons.practice.generators import REFUSED
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import COUNT, JUDGE, Question, read

EACH = 4  # questions per rule
MOST_GUESSED = 0.6  # the largest allowed share of questions whose right answer is at the same position
each_game = pytest.mark.parametrize("game_id", having("has_practice"))


@cache
def drawn(game_id: str) -> tuple[tuple[Question, AnyState], ...]:
    """Return multiple-choice questions about each rule of a game, with their positions."""
    found, rng, questions = pool(game_id), Random(game_id), list[tuple[Question, AnyState]]()
    for rule in found.rules:
        ways = {way.partition(" ")[0] for one, way in found.asked if one == rule}
        if ways & {REFUSED, COUNT, WINNER}:
            some = (found.draw(rule, rng) for _ in range(3 * EACH))
            questions += islice(((one, one.start()) for one in some if one.ask in (JUDGE, COUNT, WINNER)), EACH)
    return tuple(questions)


def place(question: Question, state: AnyState) -> int:
    """Return the index of the right answer among the answers offered, or -1 if the action is allowed."""
    if question.ask != JUDGE:
        return [question.is_right(state, value) for value, _ in question.offered(state)].index(True)
    (answer,) = question.answer(state)
    return -1 if answer == LEGAL else question.rules_offered(state).index(answer)


@pytest.mark.nightly
@each_game
def test_the_right_answer_is_not_usually_at_the_same_position(game_id: str) -> None:
    places = defaultdict[str, Counter[int]](Counter)
    for question, state in drawn(game_id):
        if question.ask != WINNER and (at := place(question, state)) >= 0:
            places[question.ask][at] += 1
    assert places[JUDGE]
    for ask, found in places.items():
        assert max(found.values()) <= MOST_GUESSED * found.total() + 2, (ask, found)


def test_numbers_above_and_below_the_right_one_are_offered_at_random() -> None:
    for points in ([4], [1, 1], [7, 3], [-2], [0], [1], [12]):
        found = [numbers(points, Random(seed)) for seed in range(200)]
        assert all(one == sorted({*one}) and sum(points) in one for one in found)
        assert {len(one) for one in found} == {OFFERED}
        at = Counter(one.index(sum(points)) for one in found)
        assert max(at.values()) <= MOST_GUESSED * at.total(), points


def test_a_sole_winner_is_about_as_frequent_as_several_winners() -> None:
    rng, found = Random(5), list[tuple[int, bool]]()
    for _ in range(60):
        question = pool("territory").draw("territory.score.tie", rng)
        state = question.start()
        offered = [value for value, _ in question.offered(state)]
        assert any(" " in value for value in offered)
        found.append((len(question.answer(state)), question.is_right(state, offered[-1])))
    assert 0.3 < sum(won > 1 for won, _ in found) / len(found) < 0.7
    assert sum(last for _, last in found) <= MOST_GUESSED * len(found)


SOLO_TIE = (
    "game=calico&options=scenario%3D9&position=cats%3DCallie%3Afv%2CCira%3Ads%2CLeo%3Aeq+blue%3DPf%2BPvUvGdBf%2FBeYd_Yv"
    "Pd%2FNqGsBd_Us%2B%2FUd_Nd%2BUsUq%2FUq%2BGeNsPvNq%3BAABBCD%2CAABBCC%2CAAAABB%3BGd%21%2CNf%21+market%3DYq%2CYf%2CGf+"
    "turn%3Dblue+out%3DNeNqNsNvBdBeBqBqBqGqGqGsPsPvUdUdUeUqUvUvYfYs&rule=calico.score.tie&ask=winner&about=&grade=plain"
)


def test_a_solo_player_cannot_tie() -> None:
    with pytest.raises(RecordError, match="expected a question about this position"):
        read(SOLO_TIE, "calico")


@each_game
def test_who_wins_is_asked_only_with_several_players(game_id: str) -> None:
    found, played = pool(game_id), GAMES[game_id]
    for (rule, way), places in found.asked.items():
        if way.startswith(WINNER):
            chosen = {found.stretches[n].options for n, _ in places}
            assert all(len(played.seats(played.choose(options))) > 1 for options in chosen), rule


@pytest.mark.slow
@each_game
def test_no_two_answers_read_the_same(game_id: str) -> None:
    for question, state in drawn(game_id):
        offered = question.rules_offered(state) if question.ask == JUDGE else ()
        words = [str(text(state.game.rules[rule].title)) for rule in offered]
        words = words or [str(answer) for _, answer in question.offered(state)]
        assert len({*words}) == len(words), (question, words)


@pytest.mark.parametrize("rule", ["herders.move", "territory.score.tie", "territory.end.full", "territory.score"])
def test_a_question_with_two_answers_that_read_the_same_is_never_made(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = pool(rule.partition(".")[0])
    way = next(one for one in found.ways(rule) if one in (JUDGE, COUNT, WINNER, NEXT))
    question = found.drawn(rule, way, Random(1))
    assert question is not None
    if way == JUDGE:
        monkeypatch.setattr(distractors, "rules", lambda *_: (rule, rule))
    else:
        monkeypatch.setattr(Question, "offered", lambda *_: [("red", text("You")), ("", text("You"))])
    assert found.drawn(rule, way, Random(1)) is None
    with pytest.raises(RecordError, match="expected a question about this position"):
        read(question.link(), found.game)


@each_game
def test_distractor_rules_are_in_force_and_do_not_repeat_the_right_rule(game_id: str) -> None:
    own = topics(game_id)
    for question, state in drawn(game_id):
        if question.ask != JUDGE or (answer := question.answer(state)) == {LEGAL}:
            continue
        others = {*question.rules_offered(state)} - answer
        (right,) = answer
        sentence = state.why_not(state.game.read_action(question.about[0], state))[0].text.sentence
        same = {check.rule for row in state.game.checks.values() for check in row if check.sentence == sentence}
        assert not others & same, question
        assert not others & {*own.equivalent.get(right, ()), *own.reasons}, question
        assert all(own.holds(rule, state.options) for rule in others), question
        assert len(others) >= 2, question


@each_game
def test_a_rule_of_an_option_refuses_nothing_without_the_option(game_id: str) -> None:
    found, own = pool(game_id), topics(game_id)
    for (rule, way), places in found.asked.items():
        if way == REFUSED:
            chosen = {found.stretches[n].options for n, _ in places}
            assert all(own.holds(rule, GAMES[game_id].choose(options)) for options in chosen), rule


TWO_STEPS = (
    "game=herders&options=two-steps&position=br1r2%2F1rb4%2F1rbrb3%2F2rr1bb1b%2Fb7b1%2Fb2r3bb2%2F3c1r4%2F3rr1rc1%2F1r1b4"
    "%2F3r1b1%2Fb2r2+red+0-0+3-4+turn%3D332+running%3Dh8&rule=herders.option.two-steps&ask=judge&about=h8%3Eg8&grade=hard"
)


def test_the_target_rule_is_not_a_distractor_for_the_second_step() -> None:
    question = read(TWO_STEPS, "herders")
    state = question.start()
    offered = question.rules_offered(state)
    assert "herders.option.two-steps" in offered
    assert "herders.herd.target" not in offered
    assert offered == read(TWO_STEPS, "herders").rules_offered(state), "a link never changes"


@each_game
def test_the_points_asked_for_are_not_shown_in_the_panel(game_id: str) -> None:
    for question, state in drawn(game_id):
        if question.ask == COUNT and question.about[1] == question.rule:
            seats = [seat.id for seat in state.game.seats(state.options)]
            panel = state.game.panels(state.view(state.mover))[seats.index(question.about[0])]
            rows = panel.rows if panel.plain is None else panel.plain
            (right,) = question.answer(state)
            assert right not in [number for words, _ in rows for number in re.findall(r"\d+", words)], question


@each_game
def test_no_question_is_about_a_dull_refusal(game_id: str) -> None:
    for question, state in drawn(game_id):
        if question.ask == JUDGE:
            refusals = state.why_not(state.game.read_action(question.about[0], state))
            assert not {refusal.text.sentence for refusal in refusals} & topics(game_id).dull, question
