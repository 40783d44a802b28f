"""Live examples of kind `find`: reach a goal, or press the areas that answer a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cattools.core.errors import NotationError
from cattools.core.events import Event
from cattools.core.messages import N_, many, text
from cattools.core.scene import Mark, MarkKind
from cattools.lessons.check import answer, reached
from cattools.lessons.example import Example
from cattools.widgets.lesson import Lesson
from cattools.widgets.shell import CHOSEN, Names, Tool, message
from cattools.widgets.shell import LEGAL as CAN


class Find(Lesson):
    """An example of kind `find`: reach a goal, or press the areas that answer a question."""

    foretells = False

    def __init__(self, example: Example) -> None:
        self.found: set[str] = set()
        super().__init__(example)
        self.start = self.state

    @property
    def asks(self) -> bool:
        """Whether areas are asked for, not a move."""
        return bool(self.example.ask)

    def status(self) -> str:
        """Return whose turn it is; of a finished game not how it ended, for that may tell the areas asked for."""
        if self.asks and self.state.to_move is None:
            return str(text(N_("The game is over.")))
        return super().status()

    @property
    def telling(self) -> bool:
        """Whether the panels may tell what each player has: of a finished game that may tell the areas asked for."""
        return not (self.asks and self.state.to_move is None)

    def label(self, scene: Any) -> Names:
        """Return the names; where areas are asked for, every one can be chosen."""
        names = super().label(scene)
        if self.asks:
            chosen = str(text(N_("chosen")))
            for id_, area in scene.areas.items():
                on = id_ in self.found
                names[id_] = (f"{area.name}, {chosen}" if on else area.name, CAN | (CHOSEN if on else 0))
        return names

    def marks_now(self) -> list[Mark]:
        """Return the chosen areas, or the usual signs."""
        if not self.example.ask:
            return super().marks_now()
        return [*self.told, *(Mark(MarkKind.SELECTED, area) for area in sorted(self.found)), *self.hovered]

    def sample(self) -> str:
        """Return what could be typed: an area where areas are asked for, else an action."""
        return "" if self.asks else super().sample()

    def pressed(self, area: str) -> None:
        """Choose or put back an area, or play."""
        if not self.asks:
            super().pressed(area)
            return
        self.found ^= {area}
        self.told, self.hovered = [], []
        self.answer("info", [str(many(N_("{n} cell chosen."), N_("{n} cells chosen."), len(self.found)))])

    def asked(self, area: str) -> None:
        """Say what is there where areas are asked for: what is possible would be the answer."""
        if self.asks:
            self.answer("info", [self.draw(self.state).areas[area].name + ".", str(text(self.example.task))])
        else:
            super().asked(area)

    def typed(self, written: str) -> None:
        """Choose areas by name where areas are asked for, else play the move."""
        if not self.asks:
            super().typed(written)
            return
        areas = self.draw(self.state).areas
        names = written.lower().replace(",", " ").split()
        for name in names:  # all are read before one is pressed
            if name not in areas:
                raise NotationError(text(N_("names of cells such as {first}"), first=next(iter(areas))), name)
        for name in names:
            self.pressed(name)

    def back(self) -> None:
        """Put back the chosen areas, else take back."""
        if self.asks and self.found and not self.done:
            self.found, self.told, self.hovered = set(), [], []
            self.answer("info", self.resting())
        else:
            super().back()

    def buttons(self) -> list[Tool]:
        """Return the buttons; a question has one to check the answer."""
        found = super().buttons()
        if not self.asks:
            return found
        again = bool(self.found or self.hinted or self.done)
        kept = [b for b in found if b.id in ("hint", "solve")]
        check = Tool("check", str(text(N_("Check"))), bool(self.found), strong=True)
        return [check, Tool("reset", str(text(N_("Reset"))), again), *kept]

    def tool(self, tool: str) -> None:
        """Check the answer, or do what the button says."""
        if tool == "check" and self.asks and self.found:
            self.check()
        elif tool == "reset" and self.asks:
            self.found, self.hinted, self.done, self.helped = set(), 0, False, False
            self.restored(str(text(N_("Back to the start."))))
        else:
            super().tool(tool)

    def check(self) -> None:
        """Say which of the chosen areas are right, how many are wrong, how many are missing."""
        right = answer(self.example, self.start)
        wrong, missing = self.found - right, right - self.found
        rules = [self.game.rules[r] for r in self.example.rules]
        self.told, self.hovered = [], [Mark(MarkKind.REFUSED, area) for area in sorted(wrong)]
        if not wrong and not missing:
            self.done = True
            self.answer("ok", [str(text(N_("That is the answer.") if self.helped else N_("Right.")))], rules)
            return
        said = []
        if wrong:
            said.append(str(many(N_("{n} cell does not belong."), N_("{n} cells do not belong."), len(wrong))))
        if missing:
            said.append(str(many(N_("{n} cell is missing."), N_("{n} cells are missing."), len(missing))))
        self.answer("refuse", said, rules)

    def solve(self) -> None:
        """Show the areas, or play the solution."""
        if self.asks:
            self.helped = True
            self.found = set(answer(self.example, self.start))
            self.check()
        else:
            super().solve()

    def shown_by(self, stories: Sequence[Sequence[Event]]) -> Sequence[str]:
        """Return the rules of this example that what happened shows; all of them where it names none."""
        told = {event.rule for story in stories for event in story}
        return [rule for rule in self.example.rules if rule in told] or self.example.rules

    def happened(self, stories: Sequence[Sequence[Event]]) -> None:
        """Tell what happened, and whether that was it."""
        super().happened(stories)
        if self.asks or self.state.pending:
            return
        if reached(self.example, self.start, self.state):
            self.done = True
            self.said = message(
                "ok",
                [*(str(event) for story in stories for event in story), str(text(N_("That is it.")))],
                [self.game.rules[r] for r in self.shown_by(stories)],
            )
        else:
            self.said = message(
                "info",
                [*(str(event) for story in stories for event in story), str(text(N_("Not yet: undo and try again.")))],
            )
