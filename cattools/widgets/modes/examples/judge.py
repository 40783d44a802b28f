"""Live examples of kind `judge`: the reader is the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.game import AnyState
from cattools.core.messages import N_, Text, text
from cattools.core.rules import Refusal, Rule
from cattools.lessons.answer_check import judged
from cattools.lessons.example import Example
from cattools.widgets.game_session import GameSession
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.mode import RESUMED, Mode
from cattools.widgets.modes.examples.base import ExampleMode
from cattools.widgets.perspective import HotSeatView
from cattools.widgets.protocol import Names


class Judge(ExampleMode):
    """An example of kind `judge`: a move is shown; the reader says whether it is legal and, if not, by which rule."""

    shows_previews = False

    def __init__(self, example: Example, perspective: Callable[[GameSession], HotSeatView] = HotSeatView) -> None:
        self.said_no = False  # whether the reader has said "not allowed" and still has to name the rule
        super().__init__(example, perspective)
        self.hand.event_marks = self.question_marks()
        self.say(MessageKind.INFO, [self.question()])

    def heading_of(self, start: AnyState) -> str:  # noqa: ARG002 - the rule's title would reveal the answer
        """Return the heading."""
        return str(text(N_("You are the referee")))

    @property
    def readings(self) -> list[Rule]:
        """The interpretations to link: none before the verdict, since their names would reveal it."""
        return super().readings if self.done else []

    def question(self) -> Text:
        """Return the question."""
        action, _ = judged(self.example, self.state)
        return text(N_("{action} Is that allowed?"), action=self.game.intent(self.state, action))

    def question_marks(self) -> list[Mark]:
        """Return the marks that show the move to judge."""
        action, _ = judged(self.example, self.state)
        presses = self.game.presses(action)
        ways = [Mark(MarkKind.PREVIEW, a, b) for a, b in pairwise(presses)]
        return [*(Mark(MarkKind.SELECTED, a) for a in presses[:1]), *ways]

    def marks(self) -> list[Mark]:
        """Return the marks of the move or its result, but not of possible actions."""
        return [*self.opening, *self.hand.event_marks, *self.hand.hover_marks]

    def names(self, scene: Scene) -> Names:
        """Return the names of the areas; nothing is played here."""
        return self.bare_names(scene)

    def sample(self) -> str:
        """Return "": no action is played here."""
        return ""

    def buttons(self) -> list[Button]:
        """Return the two verdicts, then the rules to choose from."""
        if self.done:
            return [Button("reset", text(N_("Judge again")), self.reset)]
        yes = Button("allowed", text(N_("Allowed")), self.say_yes, strong=True)
        no = Button("not", text(N_("Not allowed")), self.say_no, strong=True, on=self.said_no or None)
        rules = [Button(r.id, str(text(r.title)), self._naming(r)) for r in self.choices] if self.said_no else []
        undo = Button("undo", text(N_("Undo")), self.undo, self.said_no, unready=self.undo)
        hint = Button("hint", text(N_("Hint")), self.give_hint)
        return [yes, no, *rules, undo, hint, Button("solve", text(N_("Show me")), self.solve)]

    @property
    def choices(self) -> list[Rule]:
        """The rules the reader can choose from."""
        return [self.game.rules[rule] for rule in self.example.choices]

    @property
    def hints(self) -> Sequence[str]:
        """The hints: where to read before judging."""
        return self.example.hints or (N_("Read these rules, then look again."),)

    @property
    def hint_rules(self) -> Sequence[Rule]:
        """The rules linked from a hint: the rules that the reader can choose from."""
        return self.choices

    # --- judging -------------------------------------------------------------------------------------------------

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The refusals of the move; refusals by the example's own rules come first."""
        _, refusals = judged(self.example, self.timeline.root.state)
        order = [*self.example.rules, *(refusal.rule for refusal in refusals)]
        return tuple(sorted(refusals, key=lambda refusal: order.index(refusal.rule)))

    def say_yes(self) -> None:
        """Handle the verdict that the move is legal."""
        self.reveal_answer(right=not self.refusals)

    def say_no(self) -> None:
        """Handle the verdict that the move is illegal; if that is right, ask which rule forbids it."""
        if not self.refusals:
            self.reveal_answer(right=False)
            return
        self.said_no = True
        self.answer(MessageKind.INFO, [text(N_("Right, it is not allowed. Which rule forbids it?"))])

    def _naming(self, rule: Rule) -> Callable[[], None]:
        return lambda: self.reveal_answer(right=rule.id in {refusal.rule for refusal in self.refusals})

    def solve(self) -> None:
        """Reveal the answer without a verdict."""
        self.reveal_answer(right=None)

    def undo(self) -> None:
        """Withdraw a verdict for which the rule has not been named yet."""
        self.said_no = False
        self.answer(MessageKind.INFO, [self.question()])

    def reset(self) -> None:
        """Judge again."""
        self.said_no, self.done, self.helped, self.hinted = False, False, False, 0
        self.session.goto(self.timeline.root, by=self.follow)
        self.hand.clear()
        self.hand.event_marks = self.question_marks()
        self.answer(MessageKind.INFO, [self.question()])

    def reveal_answer(self, *, right: bool | None) -> None:
        """Reveal what the rules say, after a verdict (right or wrong) or without one; play the move if it is legal."""
        action, refusals = judged(self.example, self.state)[0], self.refusals
        self.helped = right is not True
        self.end()
        begin = {True: text(N_("Right.")), False: text(N_("Not quite.")), None: ""}[right]
        if refusals:
            self.hand.refused(action, refusals)
            self.hand.event_marks = self.question_marks()
            said = [begin, text(N_("It is not allowed.")), *refusals]
            self.answer(MessageKind.OK if right else MessageKind.REFUSE, said, self.cited(refusals))
            return
        self.report(self.hand.play(action))
        events = [e for node in self.timeline.line if node.parent for e in node.parent.state.events(node.action)]
        kind = MessageKind.REFUSE if right is False else MessageKind.OK
        self.answer(kind, [begin, text(N_("It is allowed.")), *events], self.rules)

    def progress(self) -> dict[str, Any]:
        """Return the reader's progress, including a verdict for which the rule has not been named yet."""
        return {**super().progress(), "said_no": self.said_no}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Restore the reader's progress, and show the verdict again."""
        super().take_over(found)
        self.hand.event_marks = self.question_marks()
        if found["done"]:
            self.session.goto(self.timeline.root, by=self.follow)
            self.reveal_answer(right=None if self.helped else True)
        elif found["said_no"]:
            self.say_no()
        else:
            self.answer(MessageKind.INFO, [text(RESUMED), self.question()])

    # --- messages from the page ----------------------------------------------------------------------------------

    def on_press(self, area: str) -> None:
        """Name the area: the answer is given with the buttons."""
        self.answer(MessageKind.INFO, [self.what_is(area), "" if self.done else self.question()])

    def on_tap(self, area: str) -> None:
        """Name the area."""
        self.on_press(area)

    def on_query(self, area: str) -> None:
        """Name the area; a list of what is possible there would reveal the answer."""
        self.on_press(area)

    def on_hover(self, area: str | None) -> None:
        """Show nothing: the answer is not given by pressing areas."""

    def on_typed(self, written: str) -> bool:  # noqa: ARG002 - nothing is played here
        """Repeat the question if it is still open."""
        again = text(N_("You have already judged it. “Judge again” starts over."))
        self.answer(MessageKind.INFO, [again if self.done else self.question()])
        return False

    def on_back(self) -> None:
        """Press undo; there is never a selection to clear first."""
        Mode.on_back(self)
