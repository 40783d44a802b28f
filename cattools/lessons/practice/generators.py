"""Generators of practice questions about a position. They use only what every game provides.

They omit questions that teach nothing: those where nothing or nearly everything must be pressed, those whose wording
gives the answer away, and those about an action if no similar action has a different outcome.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import dist
from random import Random
from typing import Any

from cattools.core.display.scene import Area
from cattools.core.errors import CattoolsError
from cattools.core.game import CHANCE, AnyState
from cattools.lessons.area_queries import effects_by_kind, refusing
from cattools.lessons.practice.config import NEXT, WINNER, Topic, topics
from cattools.lessons.practice.distractors import some
from cattools.lessons.practice.question import ALL, COUNT, JUDGE, Grade, Question

MOST_AREAS = 8  # maximum number of areas in an answer
MOST_SHARE = 0.5  # maximum share of all areas that could be pressed
MOST_ACTIONS = 40  # maximum number of actions whose effects are examined for one question
MOST_TRIED = 250  # maximum number of actions tried to find one that a single rule refuses
NEAR = 2.1  # in cell widths; a changed press farther than this from the legal press is too easy to judge
TOUCHING = 1.1  # in cell widths; neighbouring cells are closer than this
CLOSE = 3  # maximum difference in points between first and second in a close game
NUMBER = re.compile(r"\d+")
CHANGED, ACROSS = 4, 8  # how many legal actions are changed, and how many are tried in nearby positions


@dataclass(frozen=True)
class PositionContext:
    """A position, and the positions a few steps before and after it in the same game."""

    state: AnyState
    around: Sequence[AnyState] = ()

    @cached_property
    def legal(self) -> Sequence[Any]:
        """The legal actions of the seat to move; empty while chance decides and after the end of the game."""
        return () if self.state.mover is None else self.state.legal()

    @cached_property
    def firsts(self) -> Mapping[tuple[str, ...], list[tuple[str, Any]]]:
        """The presses before the last press of each legal action, with the possible last presses and their actions."""
        found = defaultdict[tuple[str, ...], list[tuple[str, Any]]](list)
        for action in self.legal:
            if presses := self.state.game.presses(action):
                found[presses[:-1]].append((presses[-1], action))
        return found

    @cached_property
    def places(self) -> Mapping[str, tuple[int, Area]]:
        """Every pressable area, with the index of its group."""
        groups = self.state.game.scene_of(self.state, self.state.mover).groups
        return {area.id: (n, area) for n, group in enumerate(groups) for row in group.rows for area in row}

    @cached_property
    def boards(self) -> frozenset[int]:
        """The indices of the groups that are boards."""
        groups = self.state.game.scene_of(self.state, self.state.mover).groups
        return frozenset(n for n, group in enumerate(groups) if group.role == "grid")

    def apart(self, one: str, other: str) -> float | None:
        """Return the distance between two areas in cell widths; 1 between cards in a row, None between two groups."""
        if one not in self.places or other not in self.places:
            return None
        (group, a), (second, b) = self.places[one], self.places[other]
        if group != second:
            return None
        return dist(a.at, b.at) / a.size if group in self.boards else 1.0

    def question(self, rule: str, ask: str, about: Iterable[str], grade: int = Grade.PLAIN) -> Question:
        """Return a question about this position."""
        state = self.state
        found = Grade(max(0, min(grade, Grade.HARD)))
        return Question(state.game.id, rule, ask, tuple(about), "", str(state.options), found)


Maker = Callable[[PositionContext, Random], Iterator[tuple[str, Question]]]


# --- judging ----------------------------------------------------------------------------------------------------------


REFUSED, ALLOWED = "refused", "allowed"  # two ways of asking that look the same to the reader
NONE = "none"  # ends the name of a way of asking whose answer is "nothing" or "nobody else"


def judging_questions(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Make questions about actions to judge: actions that exactly one rule refuses, and similar legal actions."""
    if moment.state.to_move != CHANCE:
        yield from _changed(moment, rng)
        yield from _across(moment, rng)
        yield from _forbidden(moment, rng)
        yield from _permitted(moment, rng)


def _changed(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Make actions by changing one press of a legal action to another area nearby."""
    state, game = moment.state, moment.state.game
    pressed = [action for action in moment.legal if game.presses(action)]
    for partner in some(rng, pressed, CHANGED):
        alone: dict[str, list[tuple[Any, float]]] = {}
        presses = game.presses(partner)
        for n, one in enumerate(presses):
            for at, other in _nearest(moment, one):
                if other in presses:
                    continue
                changed = (*presses[:n], other, *presses[n + 1 :])
                action = game.action_from_presses(state, changed)
                if action is None or type(action) is not type(partner) or game.presses(action) != changed:
                    continue
                if (rule := _only_refusing_rule(state, action)) is not None:
                    alone.setdefault(rule, []).append((action, at))
        for rule, found in alone.items():
            action, at = found[int(rng.random() * len(found))]
            grade = (at < TOUCHING) + (len(alone) > 1)
            yield REFUSED, moment.question(rule, JUDGE, (str(action),), grade)
            yield ALLOWED, moment.question(rule, JUDGE, (str(partner),), grade)


def _nearest(moment: PositionContext, area: str) -> list[tuple[float, str]]:
    """Return the distances and ids of the areas near an area, nearest first."""
    found = ((moment.apart(area, other), other) for other in moment.places if other != area)
    return sorted((at, other) for at, other in found if at is not None and at < NEAR)


def _across(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Use actions that are legal a few steps earlier or later in the game, but too late or too early now."""
    state = moment.state
    for other in moment.around:
        for action in some(rng, other.legal() if other.mover is not None else (), ACROSS):
            if (rule := _only_refusing_rule(state, action)) is not None:
                yield REFUSED, moment.question(rule, JUDGE, (str(action),), Grade.PLAIN)
        for action in some(rng, moment.legal if other.to_move != CHANCE else (), ACROSS):
            if (rule := _only_refusing_rule(other, action)) is not None:
                yield ALLOWED, moment.question(rule, JUDGE, (str(action),), Grade.PLAIN)


def _only_refusing_rule(state: AnyState, action: Any) -> str | None:
    """Return the only rule that refuses an action; None if no rule or more than one refuses it.

    The result is also None for hidden actions, for actions that cannot be written in notation, and for dull refusals,
    such as that a card is not in the hand or that the game is over.
    """
    if state.game.is_hidden_action(action):
        return None
    refusals = state.why_not(action)
    if any(refusal.text.sentence in topics(state.game.id).dull for refusal in refusals):
        return None
    rules = {refusal.rule for refusal in refusals}
    return rules.pop() if len(rules) == 1 and _can_be_written(state, action) else None


def _can_be_written(state: AnyState, action: Any) -> bool:
    try:
        return bool(state.game.read_action(str(action), state) == action)
    except CattoolsError:
        return False


def _forbidden(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Use the types of action that the game lists as `forbidden`: illegal here, but legal with other options."""
    state = moment.state
    for row in topics(state.game.id).forbidden:
        beside = row.beside and str(state.options) == str(state.game.choose(row.beside))
        if beside:
            legal = [action for action in moment.legal if type(action).__name__ == row.action]
            for action in some(rng, legal, 2):
                yield ALLOWED, moment.question(row.rule, JUDGE, (str(action),), Grade.EASY)
        sort = [action for action in state.game.candidates(state) if type(action).__name__ == row.action]
        found = [action for action in some(rng, sort, MOST_ACTIONS) if _only_refusing_rule(state, action) == row.rule]
        for action in some(rng, found, 2):
            yield REFUSED, moment.question(row.rule, JUDGE, (str(action),), Grade.EASY)


def _permitted(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Use the types of action that the game lists as `permitted`, and similar actions that another rule refuses."""
    state = moment.state
    for row in topics(state.game.id).permitted:
        legal = {one: _citing(one, "" if row.always else row.rule, row.action) for one in (state, *moment.around)}
        for action in some(rng, legal[state], 2):
            yield ALLOWED, moment.question(row.rule, JUDGE, (str(action),), Grade.PLAIN)
        if any(legal.values()):
            sort = [action for action in state.game.candidates(state) if type(action).__name__ == row.action]
            found = (
                action for action in some(rng, sort, MOST_TRIED) if _only_refusing_rule(state, action) == row.against
            )
            for action in islice(found, 2):
                yield REFUSED, moment.question(row.rule, JUDGE, (str(action),), Grade.PLAIN)


def _citing(state: AnyState, rule: str, sort: str) -> list[Any]:
    """Return the legal actions of a type whose effects cite a rule; all of that type if the rule is ""."""
    legal = state.legal() if state.mover is not None else ()
    found = [action for action in legal if type(action).__name__ == sort]
    return [action for action in found if not rule or any(event.rule == rule for event in state.events(action))]


# --- finding ----------------------------------------------------------------------------------------------------------


def reach_questions(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Ask where something can go, and which cells only one rule forbids."""
    chosen = [first for first in moment.firsts if first]
    for first in some(rng, chosen, 2):
        alone = defaultdict[str, list[str]](list)
        found = refusing(moment.state, *first)
        for cell, rules in found.items():
            if len(rules) == 1:
                alone[rules[0]].append(cell)
        legal = [area for area, _ in moment.firsts[first]]
        for rule, cells in alone.items():
            if _is_worth_asking(cells, len(found)):
                yield "barred", moment.question(rule, "barred", (rule, *first), _difficulty(cells) + (len(alone) > 2))
            if _is_worth_asking(legal, len(found)) and {*legal} <= found.keys():
                yield "onward", moment.question(rule, "onward", first, _difficulty(legal) + (len(alone) > 2))


def effect_questions(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Ask for the effects of an action, unless the action gives them away, and for actions to which a rule applies."""
    for first in some(rng, list(moment.firsts), 2):
        actions = moment.firsts[first]
        if not 1 < len(actions) <= MOST_ACTIONS:
            continue
        causes = defaultdict[str, list[str]](list)
        effects = [(area, action, moment.state.events(action)) for area, action in actions]
        for area, _, events in effects:
            for rule in dict.fromkeys(event.rule for event in events):
                causes[rule].append(area)
        for rule, areas in causes.items():
            if len({*areas}) == len(areas) and _is_worth_asking(areas, len(actions)):
                yield "causes", moment.question(rule, "causes", (rule, *first), _difficulty(areas) + (len(actions) > 6))
        for _, action, events in some(rng, effects, 3):
            yield from _affected(moment, action, events)


def _affected(moment: PositionContext, action: Any, events: Sequence[Any]) -> Iterator[tuple[str, Question]]:
    pressed = {*moment.state.game.presses(action)}
    found = effects_by_kind(moment.state, events)
    for (rule, kind), areas in found.items():
        if areas and not areas <= pressed and areas <= moment.places.keys() and len(areas) <= MOST_AREAS:
            about = (rule, str(kind), str(action))
            yield f"affected {kind}", moment.question(rule, "affected", about, _difficulty(areas) + (len(found) > 3))


def own_questions(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Ask the game's own questions, except most of those that a reader with a misconception would get right."""
    for topic in topics(moment.state.game.id).ask:
        if moment.state.to_move != CHANCE:
            yield from topic_questions(moment, rng, topic)


def topic_questions(moment: PositionContext, rng: Random, topic: Topic) -> Iterator[tuple[str, Question]]:
    """Ask one of the game's own questions, with some of the arguments that are possible here."""
    state = moment.state
    for about in some(rng, list(topic.possible_arguments(state)), MOST_AREAS):
        question = moment.question(topic.rule, topic.ask, about)
        right, wrong = question.answer(state), topic.misconception(state, about)
        if topic.ask == WINNER and right == wrong and len(right) == 1 and _is_close(state):
            yield f"{WINNER} {NONE}", replace(question, grade=Grade.EASY)
        if right == wrong or len(right) > MOST_AREAS or not (right or wrong):
            continue
        if topic.ask == NEXT:
            own = {state.game.seats(state.options)[state.mover or 0].id}
            yield NEXT if right - own else f"{NEXT} {NONE}", question
        elif topic.ask == WINNER or right <= moment.places.keys():
            way = topic.ask if right else f"{topic.ask} {NONE}"
            yield way, replace(question, grade=Grade(min(2, _difficulty(right) + (wrong is not None))))


def _is_close(state: AnyState) -> bool:
    """Return whether the two highest totals are nearly equal."""
    score = state.score()
    best, *others = sorted((score.total(n) for n in range(len(state.game.seats(state.options)))), reverse=True)
    return bool(others) and best - others[0] <= CLOSE


def _is_worth_asking(areas: Sequence[str], among: int) -> bool:
    """Return whether these areas make a good answer: at least one, and not too many of the `among` possible ones."""
    return 0 < len(areas) <= MOST_AREAS and len(areas) <= MOST_SHARE * among


def _difficulty(areas: Iterable[str]) -> int:
    """Return how hard it is to find all of these areas, judged by their number: 0, 1 or 2."""
    number = len([*areas])
    return (number > 1) + (number > 3)


# --- counting ---------------------------------------------------------------------------------------------------------


def points_questions(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Ask for a seat's points, by one rule and in total."""
    state, own = moment.state, topics(moment.state.game.id)
    if state.to_move == CHANCE:
        return
    score, seats = state.score(), list(enumerate(state.game.seats(state.options)))
    if state.mover is not None and state.game.has_hidden_information(state.options):
        seats = [seats[state.mover]]  # what other seats have can be hidden
    for n, seat in some(rng, seats, 2):
        lines = defaultdict[str, list[int]](list)
        for line in score.of(n):
            lines[line.rule].append(line.points)
        for rule, points in lines.items():
            if any(points) and sum(points) not in _panel_numbers(state, n):
                yield COUNT, moment.question(rule, COUNT, (seat.id, rule), len(points) - 1)
        if own.total and len(lines) > 1:
            yield f"{COUNT} {ALL}", moment.question(own.total, COUNT, (seat.id, ALL), Grade.HARD)


def _panel_numbers(state: AnyState, seat: int) -> set[int]:
    """Return the numbers in a seat's panel, which readers could copy instead of counting."""
    panel = state.game.panels(state.view(state.mover))[seat]
    rows = panel.rows if panel.plain is None else panel.plain
    return {int(number) for words, _ in rows for number in NUMBER.findall(words)}


MAKERS: tuple[Maker, ...] = (judging_questions, reach_questions, effect_questions, own_questions, points_questions)


MAKER_BY_WAY: Mapping[str, Maker] = {
    REFUSED: judging_questions,
    ALLOWED: judging_questions,
    "barred": reach_questions,
    "onward": reach_questions,
    "causes": effect_questions,
    "affected": effect_questions,
    COUNT: points_questions,
}


def maker_of(rule: str, way: str) -> Maker:
    """Return the generator for a rule's way of asking."""
    word = way.partition(" ")[0]
    if word in MAKER_BY_WAY:
        return MAKER_BY_WAY[word]
    topic = topics(rule.partition(".")[0]).topic(rule, word)
    return own_questions if topic is None else lambda moment, rng: topic_questions(moment, rng, topic)


def offered(moment: PositionContext, rng: Random) -> Iterator[tuple[str, Question]]:
    """Yield every question that can be asked in a position, each with its way of asking."""
    for maker in MAKERS:
        yield from maker(moment, rng)
