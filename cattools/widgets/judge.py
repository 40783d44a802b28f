"""Live examples of kind `judge`: the reader is the referee."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from cattools.core.game import AnyState
from cattools.core.messages import N_, text
from cattools.core.rules import Refusal, Rule
from cattools.core.scene import Mark, MarkKind
from cattools.lessons.check import LEGAL, judged
from cattools.lessons.example import Example
from cattools.widgets.lesson import Lesson
from cattools.widgets.shell import Names, Tool, message


class Judge(Lesson):
    """An example of kind `judge`: a move is shown; the reader says whether it is legal, and if not, by which rule."""

    foretells = False

    def __init__(self, example: Example) -> None:
        self.verdict_given = ""
        super().__init__(example)
        self.told = self.shown()
        self.said = message("info", [self.question()])
        self.marks = tuple(self.marks_now())
        if hasattr(self, "_static"):
            self._static[1]["said"] = self.said
        else:
            self.slots = self.slots_now()

    @staticmethod
    def title_of(example: Example, start: AnyState) -> str:  # noqa: ARG004 - the rule's title would tell the answer
        """Return the heading."""
        return str(text(N_("You are the referee")))

    def question(self) -> str:
        """Return what is asked."""
        action, _ = judged(self.example, self.state)
        return str(text(N_("{wish} Is that allowed?"), wish=self.game.intent(self.state, action)))

    def readings(self) -> Sequence[str]:
        """Return nothing before the verdict: the name of the rule would tell it."""
        return super().readings() if self.done else ()

    def shown(self) -> list[Mark]:
        """Return the signs that show the move to be judged."""
        action, _ = judged(self.example, self.state)
        presses = self.game.presses(action)
        return [
            *(Mark(MarkKind.SELECTED, a) for a in presses[:1]),
            *(Mark(MarkKind.PREVIEW, a, b) for a, b in pairwise(presses)),
        ]

    def label(self, scene: Any) -> Names:
        """Return the names of the areas; nothing is played here."""
        return {id_: (area.name, 0) for id_, area in scene.areas.items()}

    def offered(self) -> tuple[Mark, ...]:
        """Return no signs of what could be done."""
        return ()

    def sample(self) -> str:
        """Return nothing: no action is played here."""
        return ""

    def pressed(self, area: str) -> None:
        """Say what is there: the answer is given with the buttons."""
        self.answer("info", [self.draw(self.state).areas[area].name + ".", *([] if self.done else [self.question()])])

    def asked(self, area: str) -> None:
        """Say what is there: what is possible would be the answer."""
        self.pressed(area)

    def typed(self, written: str) -> None:  # noqa: ARG002 - nothing is played here
        """Repeat the question, if it is still open."""
        again = str(text(N_("The verdict is given. “Judge again” asks once more.")))
        self.answer("info", [again if self.done else self.question()])

    def buttons(self) -> list[Tool]:
        """Return the two verdicts, then the rules to choose from."""
        if self.done:
            return [Tool("reset", str(text(N_("Judge again"))))]
        found = [
            Tool("allowed", str(text(N_("Allowed"))), strong=True, on=self.verdict_given == "allowed" or None),
            Tool("not", str(text(N_("Not allowed"))), strong=True, on=self.verdict_given == "not" or None),
        ]
        if self.verdict_given == "not":
            found += [Tool(rule, str(text(self.game.rules[rule].title))) for rule in self.example.choices]
        return [
            *found,
            Tool("undo", str(text(N_("Undo"))), self.verdict_given != ""),
            Tool("hint", str(text(N_("Hint"))), self.hinted < len(self.hints)),
            Tool("solve", str(text(N_("Show me")))),
        ]

    @property
    def hints(self) -> Sequence[str]:
        """The hints: where to read before judging."""
        return self.example.hints or (N_("Read these rules, then look again."),)

    def bearing(self) -> Sequence[Rule]:
        """Return the rules the reader may choose from."""
        return [self.game.rules[rule] for rule in self.example.choices]

    def tool(self, tool: str) -> None:
        """Take the verdict and tell the truth."""
        if self.done and tool != "reset":
            return
        _, refusals = judged(self.example, self.state)
        rules = {r.rule for r in refusals} or {LEGAL}
        if tool == "reset":
            self.verdict_given, self.done, self.helped, self.told = "", False, False, self.shown()
            self.timeline.goto(self.timeline.root)
            self.hovered, self.hinted = [], 0
            self.answer("info", [self.question()])
        elif tool == "undo":
            self.verdict_given = ""
            self.answer("info", [self.question()])
        elif tool == "hint":
            super().tool(tool)
        elif tool == "not" and refusals:
            self.verdict_given = "not"
            self.answer("info", [str(text(N_("Right, it is not. By which rule?")))])
        elif tool == "solve":
            self.truth(refusals, right=None)
        elif tool in ("allowed", "not"):
            self.truth(refusals, right=(tool == "allowed") == (not refusals))
        elif self.verdict_given == "not" and tool in self.example.choices:
            self.truth(refusals, right=tool in rules)

    def truth(self, refusals: Sequence[Refusal], *, right: bool | None) -> None:
        """Tell the verdict of the rules; a legal move is then made."""
        action, _ = judged(self.example, self.state)
        self.done, self.helped = True, right is not True
        begin = {True: N_("Right."), False: N_("Not quite."), None: ""}[right]
        first = str(text(begin)) if begin else ""
        if refusals:
            self.refuse(action, refusals)
            self.told = self.shown()
            rules = [self.rule(r) for r in refusals]
            self.answer(
                "ok" if right else "refuse",
                [first, str(text(N_("It is not allowed."))), *(str(r) for r in refusals)],
                rules,
            )
            return
        said = [first, str(text(N_("It is allowed.")))]
        self.play([action])
        events = [str(e) for node in self.timeline.line if node.parent for e in node.parent.state.events(node.action)]
        self.answer(
            "ok" if right or right is None else "refuse",
            [*said, *events],
            [self.game.rules[r] for r in self.example.rules],
        )
