"""Blind guesses: answers given without looking at the position. Questions that are too easy to guess are not asked.

A reader could always press nothing, or the same cells, or everything on a board with the same word in its name (empty,
red, a paw), or the same button. The questions used for measuring are drawn in the same way as practice draws questions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from cattools.core.game import AnyState
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.area_queries import refusing
from cattools.lessons.practice.config import NEXT
from cattools.lessons.practice.position_pool import Pool, base
from cattools.lessons.practice.question import JUDGE, Form, Question

MOST = 0.6  # maximum share of the questions of one kind that a blind guess may answer correctly
MIN_POSITIONS = 40  # minimum number of positions left for a way of asking after some were dropped
BOTH = (True, False)
FEW, MANY = 100, 300  # numbers of questions drawn to measure a guess: at first, and if the result is inconclusive
INCONCLUSIVE = 0.45  # if a guess is right for at least this share of the first questions, more are drawn
MOST_OF_TWO = 0.9  # maximum share of the `causes` questions that the same two blind guesses may get right between them
COMMONEST = 12  # how many of the most common guesses are combined in pairs
CAUSES = "causes"
WORD = re.compile(r"\w+")


def unguessed(found: Pool) -> Pool:
    """Return the pool without the ways of asking in which a blind guess is right too often.

    If enough positions remain, a way of asking loses only some of the positions in which the guess is right. Questions
    about whether an action is allowed are exempt, because half of these actions are legal and half are refused.
    """
    kept = dict(found.asked)
    for rule in found.rules:
        for way in found.ways(rule):
            answer = "" if way == JUDGE else _guess(found, rule, way)
            if not answer and not (way == CAUSES and is_one_of_two(found, rule, way)):
                continue
            others = {key: places for key, places in kept.items() if (key[0], base(key[1])) != (rule, way)}
            fewer = _balanced(found, (rule, way), answer) if answer and (rule, way) in kept else ()
            asked = {**others, (rule, way): fewer}
            kept = others if len(fewer) < MIN_POSITIONS or _guess(replace(found, asked=asked), rule, way) else asked
    return replace(found, asked=kept)


def _guess(found: Pool, rule: str, way: str) -> str:
    """Return the blind guess that is right too often for one way of asking about a rule; empty if none is."""
    answer, share = reliable_best_guess(found, rule, way)
    return answer if share > MOST else ""


def reliable_best_guess(found: Pool, rule: str, way: str) -> tuple[str, float]:
    """Return the same as `best_guess`, with enough questions to tell whether the share is too high."""
    few = best_guess(found, rule, way, Random(f"{rule} {way}"))
    return few if few[1] < INCONCLUSIVE else best_guess(found, rule, way, Random(f"{rule} {way}"), MANY)


def is_one_of_two(found: Pool, rule: str, way: str, number: int = FEW) -> bool:
    """Return whether there are two blind guesses, at least one of which is right for nearly every question."""
    seen = _right_guesses(found, rule, way, Random(f"{rule} {way}"), number)
    common = [answer for answer, _ in Counter(one for each in seen for one in each).most_common(COMMONEST)]
    return any(sum(bool(each & {*two}) for each in seen) > MOST_OF_TWO * len(seen) for two in combinations(common, 2))


def _balanced(found: Pool, key: tuple[str, str], answer: str) -> tuple[tuple[int, int], ...]:
    """Return the positions of a way of asking in which a guess is wrong, and at most as many in which it is right.

    Positions with the default options and positions with other options are balanced separately.
    """
    groups: dict[tuple[bool, bool], list[tuple[int, int]]] = {(usual, right): [] for usual in BOTH for right in BOTH}
    for place in found.asked[key]:
        question = replace(found, asked={key: (place,)}).drawn(*key, Random(str(place)))
        if question is not None:
            groups[place[0] in found.usual, answer in blind(question, question.start())].append(place)
    kept = [groups[usual, False] + groups[usual, True][: len(groups[usual, False])] for usual in BOTH]
    return tuple(sorted(place for places in kept for place in places))


def blind(question: Question, state: AnyState) -> set[str]:
    """Return the names of the blind guesses that answer a question correctly."""
    answer = question.answer(state)
    if question.ask == JUDGE:
        return {LEGAL if answer == {LEGAL} else "refused"}
    if question.form is Form.CHOOSE:
        return {*_chosen(question, state, answer)}
    return {*_areas(question, state, answer)}


def _chosen(question: Question, state: AnyState, answer: frozenset[str]) -> Iterator[str]:
    """Yield the guesses that pick the right button: always this answer, always this position, or the seat to move."""
    right = [question.is_right(state, value) for value, _ in question.offered(state)].index(True)
    yield f"always {' '.join(sorted(answer)) or 'nobody'}"
    yield f"button {right + 1}"
    yield f"button {len(question.offered(state)) - right} from the end"
    if question.ask == NEXT and answer == {state.game.seats(state.options)[state.mover or 0].id}:
        yield "whose turn it is"


def _areas(question: Question, state: AnyState, answer: frozenset[str]) -> Iterator[str]:
    """Yield the guesses that give the right areas: always these areas, or all areas with some word in their name."""
    yield f"always {' '.join(sorted(answer))}" if answer else "none of them"
    if not answer:
        return
    areas = state.game.scene_of(state, state.mover).areas
    names = {id_: _words(area.name) for id_, area in areas.items()}
    asked = _words(str(question.task(state)))
    common = set.intersection(*(names.get(area, set()) for area in answer))
    for one_of, among in _bases(question, state):
        if answer == among:
            yield f"all {one_of}"
        shared = {area: len(names[area] & asked) for area in among if area not in question.chosen}
        if shared and answer == {area for area, number in shared.items() if number == max(shared.values())}:
            yield f"all {one_of} with most words of the question in their name"
        yield from (
            f"all {one_of} with {word} in their name"
            for word in common
            if answer == {a for a in among if word in names[a]}
        )


def _words(text: str) -> set[str]:
    return {*WORD.findall(text.lower())}


def _bases(question: Question, state: AnyState) -> Iterator[tuple[str, set[str]]]:
    """Yield the sets of areas that a guess could pick from, such as a group of the scene or the marked areas."""
    scene = state.game.scene_of(state, state.mover)
    taken = {piece.area for part in scene.parts for piece in part.pieces}
    for group in scene.groups:
        areas = {area.id for row in group.rows for area in row}
        yield "areas of a group", areas
        yield "areas of a group with a piece on them", areas & taken
    if marked := question.marked(state):
        yield "marked areas", {*marked}
    if question.ask in ("barred", "onward"):
        yield "areas in question", {*refusing(state, *question.chosen)}
    if question.ask == "causes":
        presses, chosen = state.game.presses, question.chosen
        found = map(presses, state.legal())
        yield "areas in question", {one[-1] for one in found if one and one[:-1] == chosen}


def best_guess(found: Pool, rule: str, way: str, rng: Random, number: int = FEW) -> tuple[str, float]:
    """Return the blind guess that is right most often for one way of asking about a rule, and how often it is right."""
    seen = _right_guesses(found, rule, way, rng, number)
    right = Counter(one for each in seen for one in each)
    best, times = max(right.items(), key=lambda one: one[1], default=("", 0))
    return best, times / max(1, len(seen))


def _right_guesses(found: Pool, rule: str, way: str, rng: Random, number: int) -> list[set[str]]:
    """Draw questions as practice does, and return for each of them the blind guesses that are right."""
    drawn = (found.drawn(rule, way, rng) for _ in range(number))
    return [blind(question, question.start()) for question in drawn if question is not None]
