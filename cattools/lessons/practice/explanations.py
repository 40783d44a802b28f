"""Explanations after an answer: the sentences of the rules, the areas to highlight, and what the board plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cattools.core.game import AnyState
from cattools.core.messages import N_, Text, text
from cattools.core.rules import Citation, Refusal
from cattools.lessons.practice.config import NEXT, Topic, topics, value
from cattools.lessons.practice.question import ALL, COUNT, JUDGE, Form, Question

MAX_REASONS = 3  # maximum number of reasons in an explanation


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons for an answer: sentences, what they cite, the areas to highlight, and the action that is played.

    `causes` are the areas that cause a refusal. `then` holds the responses of other players to the action, which are
    played after it.
    """

    said: tuple[object, ...] = ()
    cited: tuple[Citation, ...] = ()
    cells: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    action: Any = field(default=None)
    then: tuple[Any, ...] = ()


def why(question: Question, state: AnyState, given: Iterable[str] = ()) -> Why:
    """Return why the right answer to a question is right, and what is wrong with the `given` areas."""
    if question.ask == JUDGE:
        action = state.game.read_action(question.about[0], state)
        refusals = state.why_not(action)
        return Why(refusals, refusals, action=None if refusals else action)
    right = question.answer(state)
    topic = topics(question.game).topic(question.rule, question.ask)
    misled = topic and topic.wrong and {*given} != right and topic.misconception(state, question.about) != right
    said = (text(topic.wrong),) if topic and misled else ()
    if question.ask == NEXT:
        action = state.game.read_action(question.about[0], state)
        return Why(said, action=action, then=tuple(topic.answers(state.apply(action))) if topic else ())
    if question.form is Form.CHOOSE:
        counted = _counted(question, state)
        return replace(counted, said=(*said, *counted.said))
    own = _of_areas(question, state, {*given})
    if own and {*given} - right and topic and frozenset(given) != topic.misconception(state, question.about):
        said = ()  # explain the wrong areas, because the answer does not come from the misconception
    if topic is not None:
        written = topic.demonstration(question.about)
        action = state.game.read_action(written, state) if written else None
        then = tuple(topic.answers(state.apply(action))) if written else ()
        citations = [*_citations(question, topic, state, {*given})][:MAX_REASONS] if topic.acts else []
        citations += [one for one in own if not isinstance(one, Text)]
        return Why((*said, *(own or citations)), tuple(citations), (*sorted(right),), _causes(citations), action, then)
    if question.ask == "affected":
        return Why(action=state.game.read_action(question.about[2], state), cells=(*sorted(right),))
    citations = (
        _barred(question, state, {*given} ^ right) if question.ask != "causes" else _caused(question, state, right)
    )
    return Why((*own, *citations)[: MAX_REASONS + 1], tuple(citations), (*sorted(right),), _causes(citations))


def _of_areas(question: Question, state: AnyState, given: set[str]) -> list[Citation | Text]:
    """Return what the game says about the areas in doubt (wrong or missing), one by one, the wrong areas first."""
    reason = state.game.practice.reasons.get(f"{question.rule} {question.ask}")
    if reason is None:
        return []
    right, about = question.answer(state), [*map(value, question.about)]
    doubtful = sorted(given ^ right or right, key=lambda area: (area in right, area))
    found = (reason(state, area, *about) for area in doubtful)
    return list({str(one): one for one in found if one is not None}.values())[:MAX_REASONS]


def _causes(citations: Iterable[Citation]) -> tuple[str, ...]:
    """Return the areas that cause a refusal."""
    return tuple(dict.fromkeys(cell for one in citations if isinstance(one, Refusal) for cell in one.cells))


def _citations(question: Question, topic: Topic, state: AnyState, given: set[str]) -> Iterator[Citation]:
    """Yield what the rules say about the areas in doubt: why they cannot be pressed, or what pressing them does."""
    right, legal, presses = question.answer(state), defaultdict[str, list[Any]](list), state.game.presses
    acts = [action for action in state.legal() if topic.is_act(action, question.about)]
    for action in acts:
        for area in presses(action):
            legal[area].append(action)
    found: dict[str, Citation] = {}
    for area in sorted(given ^ right or right):
        if area not in legal:
            found |= {str(refusal): refusal for refusal in _refusals(question, topic, state, area)}
    yield from found.values()
    events = {area: [one for action in legal[area] for one in state.events(action)[1:]] for area in right & {*legal}}
    # rules with an effect on every right area and on no wrong one; the rule of the question comes first
    rules = [{event.rule for event in events[area]} for area in sorted(events)]
    elsewhere = {one.rule for area in given - right for action in legal.get(area, ()) for one in state.events(action)}
    common = set.intersection(*rules) - elsewhere if rules else set[str]()
    last_presses = {presses(action)[-1] for action in acts}
    if right >= last_presses:  # the question asks which areas can be pressed, not what the presses do
        common &= {question.rule}
    if common:
        rule = min(common, key=lambda one: (one != question.rule, _apart(one, question.rule), one))
        missing = sorted(right - given or right)
        citations = (one for area in missing for one in events.get(area, ()) if one.rule == rule)
        yield from {str(one): one for one in citations}.values()


def _apart(one: str, other: str) -> bool:
    """Return whether two rules belong to different families, as `calico.cat.size` and `calico.button.earn` do."""
    return one.split(".")[1] != other.split(".")[1]


def _refusals(question: Question, topic: Topic, state: AnyState, area: str) -> Sequence[Citation]:
    """Return why an area cannot be pressed: the refusals of the action on it that has the fewest refusals."""
    game = state.game
    actions = [one for one in game.candidates(state) if topic.is_act(one, question.about) and area in game.presses(one)]
    against = [state.why_not(action) for action in actions if not game.is_hidden_action(action)]
    return min(against, key=len, default=())


def _counted(question: Question, state: AnyState) -> Why:
    """Return the score lines that make up the answer, or how the game ended."""
    if question.ask != COUNT:
        ties = state.game.ties(state)
        return Why((state.status(), *ties), ties)
    seat, lines = question.about
    number = [one.id for one in state.game.seats(state.options)].index(seat)
    found = [line for line in state.score().of(number) if lines == ALL or line.rule == question.rule]
    said = [line.with_points for line in found]
    if len(found) > 1:
        said.append(text(N_("Total: {n}."), n=sum(line.points for line in found)))
    return Why(tuple(said), tuple(found), tuple(dict.fromkeys(cell for line in found for cell in line.cells)))


def _barred(question: Question, state: AnyState, doubtful: set[str]) -> list[Citation]:
    """Return the refusals for the areas in doubt."""
    actions = _last_pressed(question, state, doubtful or question.answer(state))
    return _distinct(refusal for action in actions if action is not None for refusal in state.why_not(action))


def _caused(question: Question, state: AnyState, right: frozenset[str]) -> list[Citation]:
    """Return the effects that a rule has on the right areas."""
    actions = _last_pressed(question, state, right)
    return _distinct(event for action in actions for event in state.events(action) if event.rule == question.rule)


def _last_pressed(question: Question, state: AnyState, areas: Iterable[str]) -> Iterator[Any]:
    """Yield, for each area, the action that is complete when that area is pressed last."""
    return (state.game.action_from_presses(state, (*question.chosen, area)) for area in sorted(areas))


def _distinct(found: Iterable[Citation]) -> list[Citation]:
    """Return the first few citations that have different sentences."""
    by_sentence: dict[str, Citation] = {}
    for one in found:
        by_sentence.setdefault(str(one), one)
    return [*by_sentence.values()][:MAX_REASONS]
