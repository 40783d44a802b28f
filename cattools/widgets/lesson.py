"""Live examples on a board: what all kinds share, and the kind `try`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from cattools.core.events import Event
from cattools.core.game import AnyState, Panel
from cattools.core.messages import N_, text
from cattools.core.rules import Refusal, Rule
from cattools.core.scene import Mark, MarkKind
from cattools.lessons.check import plain, pointed
from cattools.lessons.example import Example
from cattools.widgets import shell
from cattools.widgets.board import Board
from cattools.widgets.shell import Tool, message

KIND_WORDS = {"try": N_("Try it"), "find": N_("Find it"), "judge": N_("Referee"), "score": N_("Score")}


class Lesson(Board):
    """An example of kind `try`: act freely; what is forbidden is explained; meeting the rule is the goal."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self.done = self.acted = self.helped = False
        self.met: dict[str, set[str]] = {}  # rule -> what it has refused
        self.hinted = 0
        start = example.start()
        super().__init__(start, self.title_of(example, start))

    @staticmethod
    def title_of(example: Example, start: AnyState) -> str:
        """Return the heading: the title of the first rule it shows."""
        return str(text(start.game.rules[example.rules[0]].title if example.rules else start.game.title))

    def region(self) -> str:
        """Return the board's name among the regions of its page: heading and task."""
        return f"{self.heading}: {text(self.example.task)}"

    def task(self) -> str:
        """Return the kind and what is asked; where a rule is a reading, that is said."""
        example = self.example
        readings = "".join(f" {shell.rule_link(self.game.rules[r])}" for r in self.readings())
        done = f' <span class="cat-done">✓\N{NO-BREAK SPACE}{shell.words(N_("Done"))}</span>' if self.solved else ""
        return (
            f'<p><span class="cat-kind">{shell.words(KIND_WORDS[example.kind])}</span>'
            f"{escape(str(text(example.task)))}{done}{readings}</p>"
        )

    @property
    def solved(self) -> bool:
        """Whether the reader has done what is asked, and has not been shown it."""
        return self.done and not self.helped

    def readings(self) -> Sequence[str]:
        """Return the rules of this example that are readings as a whole."""
        return [r for r in self.example.rules if self.game.rules[r].ours]

    def buttons(self) -> list[Tool]:
        """Return undo and reset, hints, and the way out."""
        found = super().buttons()
        if self.hints:
            found.append(Tool("hint", str(text(N_("Hint"))), self.hinted < len(self.hints)))
        if self.example.solution:
            found.append(Tool("solve", str(text(N_("Show me")))))
        return found

    @property
    def telling(self) -> bool:
        """Whether the panels may tell what each player has."""
        return True

    def panels(self) -> tuple[Panel, ...]:
        """Return the players with what they have, or only their names where that would be the answer."""
        found = super().panels()
        return found if self.telling else tuple(replace(panel, rows=()) for panel in found)

    def sample(self) -> str:
        """Return an action that could be typed now, but not the answer."""
        return (
            next((str(a) for a in self.state.legal() if str(a) not in self.example.solution), "") if self.acts else ""
        )

    @property
    def hints(self) -> Sequence[str]:
        """The hints, the gentlest first."""
        return self.example.hints

    def bearing(self) -> Sequence[Rule]:
        """Return the rules that are linked with a hint."""
        return ()

    def tool(self, tool: str) -> None:
        """Do what a button says."""
        if tool == "hint" and self.hinted < len(self.hints):
            hint = str(text(self.hints[self.hinted]))
            self.hinted += 1
            self.told, self.hovered = [], [Mark(MarkKind.CHANGED, area) for area in pointed(hint)]
            self.answer("info", [plain(hint)], self.bearing())
        elif tool == "solve":
            self.solve()
        else:
            if tool == "reset":
                self.hinted, self.done, self.acted, self.met = 0, False, False, {}
                self.helped = False
            super().tool(tool)

    def solve(self) -> None:
        """Go back to the start and play the solution, the forbidden actions explained on the way."""
        self.helped = True
        self.timeline.goto(self.timeline.root)
        self.chosen, self.told, self.hovered = (), [], []
        legal: list[Any] = []
        state = self.state
        for written in self.example.solution:
            action = self.game.read_action(written, state)
            refusals = state.why_not(action)
            if refusals:
                self.refuse(action, refusals)
                return
            legal.append(action)
            state = state.apply(action)
        self.play(legal)

    def refuse(self, action: Any, refusals: Sequence[Refusal]) -> None:
        """Say why not; meeting the rules this example is about is half of what it is for."""
        for refusal in refusals:
            self.met.setdefault(refusal.rule, set()).add(str(action))
        super().refuse(action, refusals)
        self.congratulate()

    def happened(self, stories: Sequence[Sequence[Event]]) -> None:
        """Tell what happened; having acted by the rules is the other half."""
        super().happened(stories)
        self.acted = self.acted or not self.state.pending
        self.congratulate()

    def congratulate(self) -> None:
        """Say so when a `try` is done: every forbidden thing was met, and something legal was played."""
        asked = Counter(rule for _, rule in self.example.refused)
        met = all(len(self.met.get(rule, ())) >= count for rule, count in asked.items())
        if self.example.kind == "try" and not self.done and self.acted and met:
            self.done = True
            self.said += message("ok", [str(text(N_("That is all this board asks for.")))])
            self.slots = self.slots_now()
