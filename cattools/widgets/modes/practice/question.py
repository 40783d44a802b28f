"""Practice questions on a board: example modes that are answered once and then explain the answer.

Each mode calls `on_answer` with whether the answer was right, marks the right answer, plays it if it is an action, and
says why it is right.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from cattools.bots.advice import Reason, deed, reasons, samples
from cattools.bots.search import Search
from cattools.core.display.scene import Mark, MarkKind, Panel, Scene
from cattools.core.events import Event, EventKind
from cattools.core.game import AnyState
from cattools.core.messages import N_, Text, commas, listed, many, sentences, signed, text
from cattools.core.rules import Rule
from cattools.lessons.practice.best_moves import BestMove
from cattools.lessons.practice.config import WINNER, topics
from cattools.lessons.practice.explanations import MAX_REASONS, Why, why
from cattools.lessons.practice.question import Form, Question
from cattools.widgets.game_session import Step
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.examples.base import ExampleMode
from cattools.widgets.modes.examples.find import FindAreas
from cattools.widgets.modes.examples.judge import Judge
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.modes.move_advice import SAMPLED
from cattools.widgets.perspective import first_seat_view
from cattools.widgets.player_input import Outcome, Played
from cattools.widgets.protocol import Names

OnAnswer = Callable[[bool], object]  # called with whether the answer was right
MISSED = N_("Not quite.")
CELL = re.compile(r"^.*(?<![a-z])(?=[a-z]+-?\d+$)", re.IGNORECASE)  # what comes before a cell's name in an area's id
CHOICE = "choose:"  # prefix of the id of a button that gives an answer
BEST, YOURS = N_("The best move: {move}"), N_("Your move: {move}")
SECOND = N_("The second-best move: {move}")
LEAD = N_("Lead in points, on average: {points}.")


class PracticeQuestion(ExampleMode):
    """What all kinds of questions have in common: the question, and what follows the answer."""

    shows_previews = False
    highlighted: Sequence[Mark] = ()
    has_explained_responses = False  # whether the explanation named what other players do after the played action

    def __init__(self, question: Question, state: AnyState, on_answer: OnAnswer) -> None:
        self.asked, self.on_answer = question, on_answer
        self.given: tuple[bool | None, tuple[str, ...]] = None, ()  # whether the answer was right, and the answer
        super().__init__(question.example(state), first_seat_view)

    @property
    def is_half_answered(self) -> bool:
        """Whether half of the answer has been given."""
        return False

    def heading_of(self, start: AnyState) -> str:
        """Return the game's title, since the rule's title may be the answer."""
        return str(text(start.game.title))

    @property
    def readings(self) -> list[Rule]:
        """The interpretations to link: none, since they are linked from the answer."""
        return []

    @property
    def shows_player_values(self) -> bool:
        """Whether the status may reveal how a game ended: after the answer."""
        return self.done

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels, the same before and after the answer.

        Values that result from counting are shown only if a tie is to be broken.
        """
        tie = self.asked.ask == WINNER
        found = ((panel, panel.rows if panel.plain is None else panel.plain) for panel in FreePlay.panels(self))
        return tuple(panel if tie and plain else replace(panel, rows=plain, cells=()) for panel, plain in found)

    def task(self) -> Html:
        """Return the question, the areas marked from the start, and the options that differ from their defaults."""
        known, chosen = self.game.known_options, self.state.options.changed
        words = [known[name].chosen(value) for name, value in chosen.items()]
        marked = self.opening and text(topics(self.game.id).marked, areas=listed([mark.area for mark in self.opening]))
        rows = (el("p", row, class_="cat-row") for row in (marked, commas(words)) if row)
        return join(super().task(), *rows)

    def extra(self) -> Html:
        """Return nothing: practice fills the space below the buttons."""
        return Html()

    def help_buttons(self) -> list[Button]:
        """Return the button for the solution: these questions have no hints."""
        return [] if self.done else [Button("solve", str(text(N_("Show me"))), self.solve)]

    def finish(self, *, right: bool | None, given: Iterable[str] = (), first: Iterable[object] = ()) -> None:
        """Finish after a right or wrong answer, or without one: explain the right answer, and play it out."""
        self.done, self.helped = True, right is not True
        self.given = right, tuple(given)
        reasons = self.why(given)
        begin = {True: text(N_("Right.")), False: text(MISSED), None: ""}[right]
        kind = {True: MessageKind.OK, False: MessageKind.REFUSE, None: MessageKind.INFO}[right]
        own = [self.game.rules[self.asked.rule]] if self.asked.rule else []
        rules = [*map(self.game.rules.cited, reasons.cited), *own]
        said = [begin, *first, *reasons.said]
        if not reasons.said and reasons.action is None:
            said += [text(rule.sentence) for rule in own]
        self.on_answer(right is True)
        self.highlighted, self.has_explained_responses = self.signs(reasons, given), bool(reasons.then)
        self.hand.clear()
        plays = reasons.action is not None and not self.state.why_not(reasons.action)
        self.explain(kind, said, rules, [reasons.action, *reasons.then] if plays else [])

    @abstractmethod
    def answer_again(self, right: bool | None, given: Sequence[str]) -> None:
        """Give an earlier answer again: `given`, and whether it was right (None: the answer was shown)."""

    def why(self, given: Iterable[str]) -> Why:
        """Return the reasons for the right answer, and for what is wrong with the given one."""
        return why(self.asked, self.state, given)

    def about(self, steps: Sequence[Step]) -> list[Event]:
        """Return the events, without the other players' responses if the explanation has already stated them."""
        found = super().about(steps)
        return [event for event in found if event.kind is not EventKind.NOTE] if self.has_explained_responses else found

    def signs(self, reasons: Why, given: Iterable[str]) -> list[Mark]:
        """Return the marks of the answer: what is right, and what was pressed but is wrong."""
        right = {*reasons.cells}
        wrong = [Mark(MarkKind.REFUSED, area) for area in sorted({*given} - right)] if right else []
        causes = [Mark(MarkKind.CAUSE, area) for area in reasons.causes if area not in {*given} | right]
        return [*(Mark(MarkKind.CHANGED, area) for area in reasons.cells), *wrong, *causes]

    def marks(self) -> list[Mark]:
        """Return the marks of what was pressed, or of the answer."""
        if not self.done:
            return [*(Mark(MarkKind.SELECTED, area) for area in self.asked.chosen), *super().marks()]
        areas, highlighted = (
            self.scene().areas,
            {mark.area for mark in self.highlighted if mark.kind is MarkKind.CHANGED},
        )
        # If the answer's cells are marked, do not mark other cells that change when the answer is played out.
        played = [mark for mark in self.hand.event_marks if mark.kind is not MarkKind.CHANGED or not highlighted]
        return [*played, *(mark for mark in self.highlighted if mark.area in areas)]

    def names(self, scene: Scene) -> Names:
        """Return the names of the areas; after the answer nothing can be pressed."""
        return self.bare_names(scene) if self.done else super().names(scene)

    def on_press(self, area: str) -> None:
        """Select; after the answer, name the area."""
        if self.done:
            self.answer(MessageKind.INFO, [self.what_is(area)])
        else:
            super().on_press(area)

    def on_tap(self, area: str) -> None:
        """Handle a tap with a finger."""
        self.on_press(area)

    def on_back(self) -> None:
        """Clear the selection."""
        if not self.done:
            super().on_back()


class JudgeQuiz(PracticeQuestion, Judge):
    """Say whether an action is legal and, if not, by which rule."""

    def __init__(self, question: Question, state: AnyState, on_answer: OnAnswer) -> None:
        super().__init__(question, state, on_answer)
        self.say(MessageKind.INFO, [text(N_("Your answer?"))])

    def buttons(self) -> list[Button]:
        """Return the two verdicts, or the rules to choose from and undo; none after the answer."""
        out = ("allowed", "not", "hint") if self.said_no else ("undo", "hint")
        return [] if self.done else [button for button in Judge.buttons(self) if button.id not in out]

    @property
    def is_half_answered(self) -> bool:
        """Whether the verdict has been given, and the rule has to be named next."""
        return self.said_no and not self.done

    def reveal_answer(self, *, right: bool | None) -> None:
        """Reveal what the rules say, after a verdict or without one."""
        refused = bool(self.refusals)
        says = text(N_("It is not allowed.")) if refused else text(N_("It is allowed."))
        self.finish(right=right, first=[says])
        if refused:
            self.hand.event_marks = self.question_marks()
            self.refresh()

    def answer_again(self, right: bool | None, given: Sequence[str]) -> None:
        """Reveal what the rules say again."""
        del given
        self.reveal_answer(right=right)

    def signs(self, reasons: Why, given: Iterable[str]) -> list[Mark]:
        """Return the marks of what forbids the action."""
        del given
        cells = dict.fromkeys(cell for refusal in self.refusals for cell in refusal.cells)
        return [Mark(MarkKind.CAUSE, cell) for cell in cells] if reasons.action is None else []

    def on_press(self, area: str) -> None:
        """Name the area: the answer is given with the buttons."""
        Judge.on_press(self, area)


class AreasQuiz(PracticeQuestion, FindAreas):
    """Press every area that belongs to the answer; there may be none."""

    names_answer = False  # whether the right areas are named after the answer

    def buttons(self) -> list[Button]:
        """Return the buttons to give the answer, reset, and show the solution."""
        if self.done:
            return []
        words = N_("That is all") if self.found else N_("None of them")
        return [
            Button("check", str(text(words)), self.check, strong=True),
            Button("reset", str(text(N_("Reset"))), self.reset, self.can_reset),
            *self.help_buttons(),
        ]

    def check(self) -> None:
        """Take the pressed areas as the answer."""
        right = self.asked.answer(self.state)
        wrong, missing = self.found - right, right - self.found
        said: list[object] = [*self.miscounted(len(wrong), len(missing))]
        if self.names_answer or not (right or wrong):
            said += self.right_areas()
        self.finish(right=not (wrong or missing), given=sorted(self.found), first=said)

    def answer_again(self, right: bool | None, given: Sequence[str]) -> None:
        """Press the same areas, or show the right ones."""
        if right is None:
            self.solve()
        else:
            self.found = {*given}
            self.check()

    def miscounted(self, wrong: int, missing: int) -> list[Text]:
        """Return sentences with the number of wrong and of missing areas."""
        said = []
        if wrong:
            said.append(many("{n} area does not belong.", "{n} areas do not belong.", wrong))
        if missing:
            said.append(many("{n} area is missing.", "{n} areas are missing.", missing))
        return said

    def solve(self) -> None:
        """Show the areas."""
        named = self.names_answer or not self.asked.answer(self.state)
        self.finish(right=None, first=self.right_areas() if named else [])

    def right_areas(self) -> list[object]:
        """Return a sentence that names the right areas as the board does."""
        state = self.timeline.root.state
        called = {seat.id: seat.called for seat in self.game.seats(state.options)}
        right = [called.get(area) or CELL.sub("", area) for area in sorted(self.asked.answer(state))]
        return [text(N_("The right answer: {areas}."), areas=listed(right)) if right else text(N_("There are none."))]

    def on_typed(self, written: str) -> bool:
        """Select areas by name until the answer is given. Raises `NotationError`."""
        return not self.done and FindAreas.on_typed(self, written)


class ChoiceQuiz(PracticeQuestion):
    """Choose one of a few answers: a number of points, or the winner."""

    def __init__(self, question: Question, state: AnyState, on_answer: OnAnswer) -> None:
        super().__init__(question, state, on_answer)
        self.say(MessageKind.INFO, self.reminder())

    def reminder(self) -> Sequence[object]:
        """Return the question again, or what decides the winner: on a phone the players' panels are further down."""
        tie = self.asked.ask == WINNER
        values = [(panel.name, panel.brief or commas(words for words, _ in panel.rows)) for panel in self.panels()]
        points = [text(N_("{who}: {points}."), who=name, points=points) for name, points in values if tie and points]
        return points or [text(self.example.task)]

    def status(self) -> str:
        """Return the status; before the answer, do not reveal the result of a finished game."""
        over = self.state.to_move is None and not self.done
        return str(text(N_("The game is over."))) if over else super().status()

    def names(self, scene: Scene) -> Names:
        """Return the names of the areas; nothing is pressed here."""
        return self.bare_names(scene)

    def sample(self) -> str:
        """Return "": no action is played here."""
        return ""

    def buttons(self) -> list[Button]:
        """Return the answers to choose from, and the solution."""
        if self.done:
            return []
        offered = self.asked.offered(self.state)
        answers = [
            Button(f"{CHOICE}{n}", str(words), self._choosing(value), strong=True)
            for n, (value, words) in enumerate(offered)
        ]
        return [*answers, *self.help_buttons()]

    def _choosing(self, value: str) -> Callable[[], None]:
        return lambda: self.choose(value)

    def choose(self, value: str) -> None:
        """Take an answer."""
        self.finish(right=self.asked.is_right(self.state, value), given=value.split())

    def solve(self) -> None:
        """Reveal the answer."""
        self.finish(right=None)

    def answer_again(self, right: bool | None, given: Sequence[str]) -> None:
        """Choose the same answer, or reveal the right one."""
        if right is None:
            self.solve()
        else:
            self.choose(" ".join(given))

    def on_press(self, area: str) -> None:
        """Name the area: the answer is given with the buttons."""
        self.answer(MessageKind.INFO, [self.what_is(area), *self.reminder()])

    def on_query(self, area: str) -> None:
        """Name the area."""
        self.on_press(area)

    def on_hover(self, area: str | None) -> None:
        """Show nothing: the answer is not given by pressing areas."""

    def on_typed(self, written: str) -> bool:
        """Take a typed number as the answer; anything else repeats the question."""
        answers = {value for value, _ in self.asked.offered(self.state)}
        if self.done or written.strip() not in answers:
            self.answer(MessageKind.INFO, self.reminder())
            return False
        self.choose(written.strip())
        return True


class BestMoveQuiz(PracticeQuestion):
    """Play the best move. What every move is worth is known from the game's data, so nothing is searched here."""

    @property
    def row(self) -> BestMove:
        """What is known about the position."""
        found = self.asked.best_move
        assert found is not None  # noqa: S101 - a question for the best move is only read or drawn with its row
        return found

    def buttons(self) -> list[Button]:
        """Return the moves that have no area on the board, and the solution; none after the answer."""
        return [] if self.done else [*self.actions(), *self.help_buttons()]

    def report(self, outcome: Outcome) -> None:
        """Take a move as the answer; report any other outcome."""
        if self.done or not isinstance(outcome, Played):
            super().report(outcome)
            return
        action = str(outcome.steps[0].action)
        self.session.goto(self.timeline.root, by=self.follow)
        self.finish(right=action == self.row.best, given=[action])

    def solve(self) -> None:
        """Show the best move."""
        self.finish(right=None)

    def answer_again(self, right: bool | None, given: Sequence[str]) -> None:
        """Compare the same move with the best one."""
        self.finish(right=right, given=given)

    def why(self, given: Iterable[str]) -> Why:
        """Return the best move and the reader's other move, or else the second-best, each with what speaks for it."""
        row, state = self.row, self.state
        others = [action for action in given if action != row.best]
        actions = [self.game.read_action(one, state) for one in (row.best, *(others or [row.second]))]
        search = Search(state.view(state.mover), Random(row.seed), width=1)
        found = reasons(search, *actions)
        words = (BEST, YOURS if others else SECOND)
        lines = [self._line(search, *one) for one in zip(words, actions, found, strict=True)]
        cited = tuple(reason for each in found for reason in each if reason.rule)
        sampled = [text(SAMPLED)] if samples(search.view) else []
        return Why((*lines, *sampled), cited[:MAX_REASONS], action=actions[0])

    def _line(self, search: Search, words: str, action: Any, why: Sequence[Reason]) -> Html:
        """Return a line that says what a move does, what speaks for it, and what it is worth."""
        worth = text(LEAD, points=signed(self.row.leads[str(action)]))
        return el("span", text(words, move=sentences([deed(search, action), *why, worth])), class_="cat-turn")


class Prepared:
    """A question prepared before it is shown: its scene with marks, the areas' names, its slots."""

    def __init__(self, quiz: PracticeQuestion) -> None:
        self.quiz, self.scene, self.marks = quiz, quiz.scene(), quiz.marks()
        with quiz.here():
            self.names, self.slots = quiz.names(self.scene), quiz.slots()


KINDS: dict[Form, Callable[[Question, AnyState, OnAnswer], PracticeQuestion]] = {
    Form.JUDGE: JudgeQuiz,
    Form.FIND: AreasQuiz,
    Form.CHOOSE: ChoiceQuiz,
    Form.PLAY: BestMoveQuiz,
}


def ask(question: Question, on_answer: OnAnswer) -> PracticeQuestion:
    """Return the mode that asks a question. Raises a `CattoolsError` for an invalid position."""
    return KINDS[question.form](question, question.start(), on_answer)
