"""After an answer, each area in doubt has its own explanation: what it lacks, or what forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cattools.core.game import AnyState
from cattools.core.grid import bits
from cattools.games import GAMES, having
from cattools.games.cattricola.components import cell_of, cell_words
from cattools.games.cattricola.position import Cattricola
from cattools.lessons.practice.explanations import why
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question import Question

EACH = 20


def drawn(rule: str, ask: str) -> Iterator[tuple[Question, AnyState]]:
    """Yield questions of one kind, with their positions."""
    rng = Random(7)
    for _ in range(EACH):
        question = pool(rule.partition(".")[0]).drawn(rule, ask, rng)
        assert question is not None
        yield question, question.start()


def explanation(question: Question, state: AnyState, given: set[str]) -> list[str]:
    """Return the sentences that explain an answer."""
    return [str(one) for one in why(question, state, given).said]


def test_an_explanation_says_why_a_scared_cat_may_not_run_first() -> None:
    barred = stuck = 0
    for question, state in drawn("herders.herd.order", "first"):
        right = question.answer(state)
        for cat in {*question.marked(state)} - right:
            found = why(question, state, {*right, cat})
            (sentence,) = map(str, found.said)
            sorts = (one for one in state.game.candidates(state) if state.game.presses(one)[:1] == (cat,))
            against = {str(one) for action in sorts for one in state.why_not(action)}
            assert sentence in against or sentence == f"The cat on {cat} has no empty cell beside it to run to."
            assert found.cited
            barred, stuck = barred + (sentence in against), stuck + (sentence not in against)
    assert barred
    assert stuck


def test_an_explanation_names_every_cat_that_may_run_first() -> None:
    for question, state in drawn("herders.herd.order", "first"):
        right = question.answer(state)
        sentences = explanation(question, state, set())
        assert [f"The cat on {cat} may run first." for cat in sorted(right)][:3] == sentences[1:]


@pytest.mark.parametrize("ask", ["lonely", "scattered"])
def test_an_explanation_says_what_each_animal_has_or_lacks(ask: str) -> None:
    rule = {"lonely": "cattricola.score.couple", "scattered": "cattricola.score.cluster"}[ask]
    ends = set[str]()
    for question, state in drawn(rule, ask):
        right, who = question.answer(state), question.about[0]
        areas = state.game.scene_of(state, state.mover).areas
        for at in (area for area in areas if area.startswith(who)):
            (sentence,) = [one for one in explanation(question, state, {*right} ^ {at}) if str(cell_words(at)) in one]
            lacks = "left beside it" in sentence or _too_few(sentence)
            assert lacks is (at in right), sentence
            ends.add(sentence.partition(" ")[2].partition(":")[2])
            seat, cell = cell_of(at)
            if "has a" in sentence:  # then such an animal must exist
                assert isinstance(state, Cattricola)
                beside = [state.discs[seat][c] for c in bits(state.board(seat).around[cell])]
                assert any(tile and tile >> 2 == state.discs[seat][cell] >> 2 for tile in beside)
    assert len(ends) > 5


def _too_few(sentence: str) -> bool:
    words = sentence.split()
    return "group of" in sentence and int(words[words.index("of") + 1].strip(";")) < 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "ask"),
    [
        ("territory.assist.empty-cell", "uses"),
        ("territory.assist.over-vertical", "uses"),
        ("territory.assist.over-horizontal", "uses"),
        ("territory.advanced.bonus.sum", "pays"),
        ("territory.duel.bonus", "pays"),
        ("calico.cat.promo", "causes"),
    ],
)
def test_an_explanation_names_the_wrong_cell(rule: str, ask: str) -> None:
    for question, state in drawn(rule, ask):
        right = question.answer(state)
        cells = [
            area.id
            for group in state.game.scene_of(state, state.mover).groups
            if group.role == "grid"
            for row in group.rows
            for area in row
        ]
        legal = {action.at for action in state.legal() if hasattr(action, "at")} if ask == "causes" else {*cells}
        wrong = [cell for cell in cells if cell not in right and cell in legal]
        for cell in wrong[:6]:
            sentences = explanation(question, state, {*right, cell})
            assert cell.rpartition(".")[2] in sentences[0], (cell, sentences)


@pytest.mark.parametrize("game_id", having("has_practice"))
def test_reasons_belong_to_questions_that_are_asked(game_id: str) -> None:
    ways = {" ".join(key) for key in pool(game_id).asked}
    assert {*GAMES[game_id].practice.reasons} <= ways
