"""After the answer: why, in the sentences of the rules, with what lights up and what the board plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from cattools.core.game import AnyState
from cattools.core.messages import N_, integer, text
from cattools.core.rules import Citation
from cattools.lessons.practice.question import ALL, COUNT, JUDGE, Form, Question
from cattools.lessons.practice.topics import NEXT, topics

MOST_TOLD = 3  # reasons


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons of an answer: sentences, what they cite, the areas that light up, and the action that is played.

    `then` are the answers to that action, played after it.
    """

    said: tuple[object, ...] = ()
    cited: tuple[Citation, ...] = ()
    cells: tuple[str, ...] = ()
    action: Any = field(default=None)
    then: tuple[Any, ...] = ()


def why(question: Question, state: AnyState, given: Iterable[str] = ()) -> Why:
    """Return why the right answer to a question is right, and what is wrong with the areas that were `given`."""
    if question.ask == JUDGE:
        action = state.game.read_action(question.about[0], state)
        refusals = state.why_not(action)
        return Why(refusals, refusals, action=None if refusals else action)
    right = question.answer(state)
    topic = topics(question.game).topic(question.rule, question.ask)
    said = (text(topic.wrong),) if topic and topic.wrong and {*given} != right else ()
    if question.ask == NEXT:
        return Why(said, action=state.game.read_action(question.about[0], state))
    if question.form is Form.CHOOSE:
        reasons = _counted(question, state)
        return replace(reasons, said=(*said, *reasons.said))
    if topic is not None:
        written = topic.shown(question.about)
        action = state.game.read_action(written, state) if written else None
        then = tuple(_answers(state.apply(action), topic.then)) if written and topic.then else ()
        return Why(said, cells=(*sorted(right),), action=action, then=then)
    if question.ask == "affected":
        return Why(action=state.game.read_action(question.about[2], state), cells=(*sorted(right),))
    told = _barred(question, state, {*given} ^ right) if question.ask != "causes" else _caused(question, state, right)
    return Why(tuple(told), tuple(told), (*sorted(right),))


def _answers(state: AnyState, written: str) -> Iterator[Any]:
    """Yield the same answer of everybody who is asked, one after the other."""
    answer = state.game.read_action(written, state)
    while not state.why_not(answer):
        yield answer
        state = state.apply(answer)


def _counted(question: Question, state: AnyState) -> Why:
    """Return the lines that were counted, or how the game ended."""
    if question.ask != COUNT:
        ties = state.game.ties(state)
        return Why((state.status(), *ties), ties)
    seat, lines = question.about
    number = [one.id for one in state.game.seats(state.options)].index(seat)
    found = [line for line in state.score().of(number) if lines == ALL or line.rule == question.rule]
    said = [f"{line}: {integer(line.points)}." for line in found]
    if len(found) > 1:
        said.append(str(text(N_("Together: {n}."), n=integer(sum(line.points for line in found)))))
    return Why(tuple(said), tuple(found), tuple(dict.fromkeys(cell for line in found for cell in line.cells)))


def _barred(question: Question, state: AnyState, doubtful: set[str]) -> list[Citation]:
    """Return what the rules say against the areas that were in doubt."""
    found: dict[str, Citation] = {}
    for cell in sorted(doubtful or question.answer(state)):
        action = state.game.action_from_presses(state, (*question.chosen, cell))
        for refusal in state.why_not(action) if action is not None else ():
            found.setdefault(str(refusal), refusal)
    return [*found.values()][:MOST_TOLD]


def _caused(question: Question, state: AnyState, right: frozenset[str]) -> list[Citation]:
    """Return what a rule would bring about, where it comes into play."""
    found: dict[str, Citation] = {}
    for cell in sorted(right):
        action = state.game.action_from_presses(state, (*question.chosen, cell))
        for event in state.events(action):
            if event.rule == question.rule:
                found.setdefault(str(event), event)
    return [*found.values()][:MOST_TOLD]
