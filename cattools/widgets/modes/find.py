"""Live examples of kind `find`: reach a goal, or press the areas that answer a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cattools.core.errors import NotationError
from cattools.core.messages import N_, many, text
from cattools.core.scene import Mark, MarkKind, Scene
from cattools.lessons.check import answer, reached
from cattools.lessons.example import Example
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.lesson import Lesson
from cattools.widgets.protocol import CHOSEN, LEGAL, Names
from cattools.widgets.room import Step


class FindMove(Lesson):
    """An example of kind `find` that asks for a move: reach a goal."""

    foretells = False

    def happened(self, steps: Sequence[Step]) -> None:
        """Say what happened, and whether that was it."""
        super().happened(steps)
        if self.state.pending:
            return
        events = [event for step in steps for event in step.events]
        if reached(self.example, self.timeline.root.state, self.state):
            self.done = True
            shown = {event.rule for event in events}
            rules = [rule for rule in self.rules if rule.id in shown] or self.rules
            self.say(MessageKind.OK, [*events, text(N_("That is it."))], rules)
        else:
            self.say(MessageKind.INFO, [*events, text(N_("Not yet: undo and try again."))])


class FindAreas(Lesson):
    """An example of kind `find` that asks for areas: press those that answer the question, then check."""

    foretells = False

    def __init__(self, example: Example) -> None:
        self.found: set[str] = set()
        super().__init__(example)

    @property
    def tells_players(self) -> bool:
        """Whether the panels may tell what each player has: of a finished game that may tell the areas asked for."""
        return self.state.to_move is not None

    def status(self) -> str:
        """Return whose turn it is; of a finished game not how it ended, for that may tell the areas asked for."""
        return super().status() if self.tells_players else str(text(N_("The game is over.")))

    def names(self, scene: Scene) -> Names:
        """Return the names; every area can be chosen."""
        chosen, found = str(text(N_("chosen"))), {}
        for id_, area in scene.areas.items():
            on = id_ in self.found
            found[id_] = (f"{area.name}, {chosen}" if on else area.name, LEGAL | (CHOSEN if on else 0))
        return found

    def marks(self) -> list[Mark]:
        """Return the chosen areas, and what was said of them."""
        hand = self.hand
        return [*hand.event_marks, *(Mark(MarkKind.SELECTED, area) for area in sorted(self.found)), *hand.hover_marks]

    def sample(self) -> str:
        """Return nothing: the name of an area can be typed."""
        return ""

    def buttons(self) -> list[Button]:
        """Return the button that checks the answer, the way back, hints and the way out."""
        return [
            Button("check", str(text(N_("Check"))), self.check, bool(self.found), strong=True),
            Button("reset", str(text(N_("Reset"))), self.reset, self.can_reset),
            *self.help_buttons(),
        ]

    @property
    def can_reset(self) -> bool:
        """Whether anything was chosen, done, or read."""
        return super().can_reset or bool(self.found)

    def on_press(self, area: str) -> None:
        """Choose an area, or put it back."""
        self.found ^= {area}
        self.hand.clear()
        self.answer(MessageKind.INFO, [many(N_("{n} cell chosen."), N_("{n} cells chosen."), len(self.found))])

    def on_tap(self, area: str) -> None:
        """Choose an area, or put it back."""
        self.on_press(area)

    def on_query(self, area: str) -> None:
        """Say what is there: what is possible would be the answer."""
        self.answer(MessageKind.INFO, [self.scene().areas[area].name + ".", text(self.example.task)])

    def on_typed(self, written: str) -> bool:
        """Choose areas by name. Raises `NotationError`."""
        areas, names = self.scene().areas, written.lower().replace(",", " ").split()
        for name in names:  # all are read before one is pressed
            if name not in areas:
                raise NotationError(text(N_("names of cells such as {first}"), first=next(iter(areas))), name)
        for name in names:
            self.on_press(name)
        return bool(names)

    def on_back(self) -> None:
        """Put back the chosen areas."""
        if self.found and not self.done:
            self.found = set()
            self.hand.clear()
            self.answer(MessageKind.INFO, self.resting())

    def reset(self) -> None:
        """Put back everything."""
        self.found = set()
        super().reset()

    def progress(self) -> dict[str, Any]:
        """Return how far the reader is: also what is chosen."""
        return {**super().progress(), "found": sorted(self.found)}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Take over how far the reader was."""
        self.found = set(self.scene().areas).intersection(found["found"])
        super().take_over(found)

    def check(self) -> None:
        """Say which of the chosen areas are right, how many are wrong, how many are missing."""
        right = answer(self.example, self.state)
        wrong, missing = self.found - right, right - self.found
        self.hand.event_marks, self.hand.hover_marks = [], [Mark(MarkKind.REFUSED, area) for area in sorted(wrong)]
        if not wrong and not missing:
            self.done = True
            self.answer(MessageKind.OK, [text(N_("That is the answer.") if self.helped else N_("Right."))], self.rules)
            return
        said = []
        if wrong:
            said.append(many(N_("{n} cell does not belong."), N_("{n} cells do not belong."), len(wrong)))
        if missing:
            said.append(many(N_("{n} cell is missing."), N_("{n} cells are missing."), len(missing)))
        self.answer(MessageKind.REFUSE, said, self.rules)

    def solve(self) -> None:
        """Show the areas."""
        self.helped = True
        self.found = set(answer(self.example, self.state))
        self.check()
