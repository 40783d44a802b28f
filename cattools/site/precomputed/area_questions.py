"""Precompute the answers of a board that asks for areas, for any number of areas chosen in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from cattools.core.events import Event
from cattools.core.messages import sentences, text
from cattools.core.rules import Rule
from cattools.lessons.answer_check import against, answer
from cattools.lessons.practice.explanations import MAX_REASONS, why
from cattools.site.precomputed.fake_display import (
    Explorable,
    FakeDisplay,
    PendingState,
    copied,
    question_of,
    send_event,
)
from cattools.site.precomputed.model import AreaChange, InputEvent, Look, MarksError, Question, Reason, Verdict
from cattools.widgets import markup
from cattools.widgets.game_session import Step
from cattools.widgets.markup import MessageKind
from cattools.widgets.modes.examples.base import EVENTS, ExampleMode
from cattools.widgets.modes.examples.find import REASONS, FindAreas
from cattools.widgets.modes.practice.question import MISSED, AreasQuiz

FEW = 8  # messages are precomputed for up to 2 * (number of right areas) + FEW chosen areas
GAP = "\0"  # in a message: where the computed sentences go
CHECK = InputEvent("tool", "check")


class AreaExplorer:
    """Explores a board that asks for areas by choosing one area at a time. `start` is the initial look."""

    def __init__(self, screen: FakeDisplay, start: Look, moment: PendingState, asked: FindAreas) -> None:
        self.screen, self.start, self.moment, self.asked = screen, start, moment, asked
        self.right = answer(asked.example, asked.state)

    def chosen(self, areas: Iterable[str], *events: InputEvent) -> Explorable:
        """Return the mode after choosing some areas and then performing `events`."""
        moment = self.moment
        mode = copied(moment.mode)
        self.screen.attach(mode, moment.scene, moment.marks)
        for event in (*(InputEvent("press", area) for area in areas), *events):
            send_event(mode, event)
        self.screen.settle()
        return mode

    def seen(self, areas: Iterable[str], *events: InputEvent, slots: Mapping[str, str] | None = None) -> Look:
        """Return the look after the same events as in `chosen`. Raises `MarksError` if the board has been replaced.

        `slots` are those of the look, if they are known or not needed.
        """
        self.chosen(areas, *events)
        self._expect_same_board(areas)
        return self.screen.new_look(slots)

    def message(self, areas: Iterable[str]) -> str:
        """Return the message after choosing some areas. Raises `MarksError` if the board has been replaced."""
        mode = self.chosen(areas)
        self._expect_same_board(areas)
        return question_of(mode).message

    def _expect_same_board(self, areas: Iterable[str]) -> None:
        if self.screen.closed or not self.screen.redrawn:
            raise MarksError(f"expected an answer on the same board, found another board after {[*areas]}")

    @property
    def wrong(self) -> list[str]:
        """A wrong answer: the empty answer or, if that is right, a single area."""
        return [] if self.right else [*self.start.names][:1]

    def question(self) -> Question:
        """Return the data that all states share. Raises `MarksError`."""
        start, areas, right = self.start, [*self.start.names], self.right
        most = min(len(areas), 2 * len(right) + FEW)
        counts = [self.message(areas[:n]) for n in range(1, most + 1)]
        # a practice question ends with its first answer
        ended = self.seen(self.wrong, CHECK) if isinstance(self.asked, AreasQuiz) else None
        marks = {}
        look = self.seen(areas[-1:])
        for area in areas:
            one = self.seen([area], slots=look.slots)
            missed = None if area in right else self.seen([area], CHECK, slots=look.slots)
            marks[area] = AreaChange.between(start, one, missed, area, ended or one)
        changed = {name: html for name, html in look.slots.items() if html != start.slots[name] and name != "status"}
        return Question(marks, sorted(right), changed, counts, self.verdict(areas, most))

    def verdict(self, areas: Sequence[str], most: int) -> Verdict:
        """Return the message after a wrong answer of up to `most` areas. Raises `MarksError`."""
        asked = self.asked
        with asked.here():
            found = self._of_practice(asked, areas) if isinstance(asked, AreasQuiz) else self._of_lesson(areas)
            wrong = [_words(asked.miscounted(n + 1, 0)) for n in range(most)]
            return found._replace(
                wrong=wrong, missing=[_words(asked.miscounted(0, n + 1)) for n in range(len(self.right))]
            )

    def _of_lesson(self, areas: Sequence[str]) -> Verdict:
        """Return the message of a live example: the reasons, or the rule if there are no reasons."""
        asked, found = self.asked, dict[str, list[Reason]]()
        for area in areas:
            reasons = against(asked.example, asked.state, {area} - self.right)
            found[area] = [*map(_reason, reasons, asked.cited(reasons))]
        otherwise = [_words([text(asked.reason.sentence)])], [*map(markup.rule_link, asked.rules)]
        return Verdict(_around(GAP), found, most=REASONS, otherwise=otherwise)

    def _of_practice(self, asked: AreasQuiz, areas: Sequence[str]) -> Verdict:
        """Return a practice question's message: the reasons, and the actions played to show the answer."""
        question, state, cited = asked.asked, asked.state, asked.game.rules.cited
        reasons, brings = dict[str, list[Reason]](), dict[str, list[Reason]]()
        for area in areas:
            explanation = why(question, state, self.right ^ {area})
            if others := {*explanation.causes} - self.right - {area}:
                raise MarksError(
                    f"expected the reason why {area} is wrong to highlight no other area, found {sorted(others)}"
                )
            found = [(isinstance(one, Event), _reason(one, cited(one))) for one in explanation.cited]
            reasons[area] = [reason for happens, reason in found if not happens]
            brings[area] = [reason for happens, reason in found if happens and area in self.right]
        explanation, own = why(question, state, self.wrong), asked.game.rules[question.rule]
        sentences = explanation.said[: len(explanation.said) - len(explanation.cited)]
        plain = [] if sentences or explanation.action is not None else [_words([text(own.sentence)])]
        ended = self.chosen(self.wrong, CHECK)
        events = _events(question_of(ended))
        links = [markup.rule_link(rule) for rule in (own, *map(cited, events))]
        then = [_words([event]) for event in events]
        before = _around(text(MISSED), GAP)
        return Verdict(
            before, reasons, brings, MAX_REASONS, [_words([one]) for one in sentences], (plain, []), then, links
        )

    def answers(self) -> Iterator[tuple[InputEvent, Explorable]]:
        """Yield each event that leads to another state, and the mode after it.

        Besides pressing `back`, these events are deselecting the last area (`none`), checking a right or wrong answer
        (`right`, `wrong`), and resetting the board (`away`).
        """
        one = [next(iter(self.start.names))]
        ways: dict[str, tuple[Iterable[str], *tuple[InputEvent, ...]]] = {
            "none": (one * 2,),
            "right": (sorted(self.right), CHECK),
            "away": (one, InputEvent("tool", "reset")),
            "back": (one, InputEvent("back")),
        }
        if isinstance(self.asked, AreasQuiz):
            ways["wrong"] = self.wrong, CHECK
        for name, way in ways.items():
            yield InputEvent(name), self.chosen(*way)


def _events(asked: ExampleMode) -> list[Event]:
    """Return the events to report about the actions that were played to show the answer."""
    steps = [
        Step(node.parent.state, node.action, node.parent.state.events(node.action), node.state)
        for node in asked.timeline.line
        if node.parent
    ]
    return asked.about(steps)[:EVENTS] if steps else []


def _words(said: Iterable[object]) -> str:
    return escape(sentences(said))


def _reason(sentence: object, rule: Rule) -> Reason:
    return _words([sentence]), markup.rule_link(rule)


def _around(*sentences: object) -> list[str]:
    """Return the markup of a message about a wrong answer in two parts: before and after its gap."""
    return str(markup.message(MessageKind.REFUSE, map(str, sentences))).split(GAP)
