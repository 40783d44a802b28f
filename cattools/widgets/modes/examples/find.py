"""Live examples of kind `find`: reach a goal, or press the areas that answer a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.errors import NotationError
from cattools.core.messages import N_, Text, commas, many, text
from cattools.core.rules import Rule
from cattools.lessons.answer_check import against, answer, reached, shown, so_far
from cattools.lessons.example import Example
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.examples.base import ExampleMode
from cattools.widgets.perspective import HotSeatView, OneTurnView
from cattools.widgets.protocol import CHOSEN, LEGAL, Names

REASONS = 2  # at most this many reasons are given against a wrong answer


class FindMove(ExampleMode):
    """An example of kind `find` that asks for a move: reach a goal in one turn, with any number of attempts."""

    shows_previews = False

    def __init__(self, example: Example) -> None:
        super().__init__(example, lambda session: OneTurnView(session, self.is_done))

    def is_done(self) -> bool:
        """Return whether the goal is reached; a method, so that a copied board checks its own state."""
        return self.done

    def rest(self) -> None:
        """Report that the turn is over without reaching the goal."""
        if self.done or self.state.mover is None:
            super().rest()
        else:
            self.answer(MessageKind.INFO, self.not_yet())

    def not_yet(self) -> list[Text]:
        """Return sentences that say what an unsuccessful turn has achieved, and what to do now."""
        achieved = so_far(self.example, self.timeline.root.state, self.state)
        return [*achieved, text(N_("Not yet: undo and try again."))]

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened, and whether the goal is reached."""
        super().happened(steps)
        if self.state.pending:
            return
        events = self.about(steps)
        if reached(self.example, self.timeline.root.state, self.state):
            self.end()
            cited = {event.rule for event in events}
            rules = [rule for rule in self.rules if rule.id in cited] or self.rules
            achieved = so_far(self.example, self.timeline.root.state, self.state)
            self.say(MessageKind.OK, [*events, *achieved, text(N_("Goal reached."))], rules)
        else:
            self.say(MessageKind.INFO, [*events, *self.not_yet()])


class FindAreas(ExampleMode):
    """An example of kind `find` that asks for areas: the reader presses them, then checks the answer."""

    shows_previews = False

    def __init__(self, example: Example, perspective: Callable[[GameSession], HotSeatView] = HotSeatView) -> None:
        self.found: set[str] = set()
        super().__init__(example, perspective)

    @property
    def shows_player_values(self) -> bool:
        """Whether the panels may show what each player has: not in a finished game, where this may be the answer."""
        return self.state.to_move is not None

    def status(self) -> str:
        """Return the status; if the result of a finished game may reveal the answer, say only that the game is over."""
        shown = self.state.to_move is not None or self.shows_player_values
        return super().status() if shown else str(text(N_("The game is over.")))

    def names(self, scene: Scene) -> Names:
        """Return the names; every area can be selected."""
        chosen, found = str(text(N_("chosen"))), {}
        for id_, area in scene.areas.items():
            on = id_ in self.found
            can = 0 if self.done else LEGAL
            name = self.called(area)
            found[id_] = (commas([name, chosen]) if on else name, can | (CHOSEN if on else 0))
        return found

    def marks(self) -> list[Mark]:
        """Return the marks of the selected areas, and of the answer."""
        hand, areas = self.hand, self.scene().areas  # playing the demonstration may remove some areas
        chosen = [Mark(MarkKind.SELECTED, area) for area in sorted(self.found) if area in areas]
        return [*self.opening, *hand.event_marks, *chosen, *hand.hover_marks]

    def sample(self) -> str:
        """Return "", so that the board shows the name of an area as its example."""
        return ""

    def buttons(self) -> list[Button]:
        """Return the buttons for check, reset, hints and the solution."""
        return [
            Button("check", text(N_("Check")), self.check, bool(self.found) and not self.done, strong=True),
            Button("reset", text(N_("Reset")), self.reset, self.can_reset),
            *self.help_buttons(),
        ]

    @property
    def can_reset(self) -> bool:
        """Whether anything was selected or done, or a hint was read."""
        return super().can_reset or bool(self.found)

    def on_press(self, area: str) -> None:
        """Select or deselect an area; after the answer, name it."""
        if self.done:
            self.answer(MessageKind.INFO, [self.what_is(area)])
            return
        self.found ^= {area}
        self.hand.clear()
        self.answer(MessageKind.INFO, [many("{n} cell chosen.", "{n} cells chosen.", len(self.found))])

    def on_tap(self, area: str) -> None:
        """Select or deselect an area."""
        self.on_press(area)

    def on_query(self, area: str) -> None:
        """Name the area; a list of what is possible there would reveal the answer."""
        self.answer(MessageKind.INFO, [self.what_is(area), text(self.example.task)])

    def on_typed(self, written: str) -> bool:
        """Select areas by name. Raises `NotationError`."""
        areas, names = self.scene().areas, written.lower().replace(",", " ").split()
        for name in names:  # read all names before pressing any
            if name not in areas:
                raise NotationError(text(N_("names of cells such as {first}"), first=next(iter(areas))), name)
        for name in names:
            self.on_press(name)
        return bool(names) and not self.done

    def on_back(self) -> None:
        """Deselect all areas."""
        if self.found and not self.done:
            self.found = set()
            self.hand.clear()
            self.answer(MessageKind.INFO, self.resting())

    def reset(self) -> None:
        """Reset everything."""
        self.found = set()
        super().reset()

    def progress(self) -> dict[str, Any]:
        """Return the reader's progress, including the selection."""
        return {**super().progress(), "found": sorted(self.found)}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Restore the reader's progress."""
        self.found = set(self.scene().areas).intersection(found["found"])
        super().take_over(found)

    @property
    def reason(self) -> Rule:
        """The rule that explains why the answer is right."""
        return self.example.law(self.example.reason or self.example.rules[0])

    def check(self) -> None:
        """Report how many selected areas are wrong and how many are missing, and why."""
        right = answer(self.example, self.state)
        wrong, missing = self.found - right, right - self.found
        self.hand.event_marks, self.hand.hover_marks = [], [Mark(MarkKind.REFUSED, area) for area in sorted(wrong)]
        if not wrong and not missing:
            self.end()
            begin = [text(N_("That is the answer.") if self.helped else N_("Right.")), text(self.reason.sentence)]
            self.explain(MessageKind.OK, begin, self.rules, shown(self.example, self.state))
            return
        reasons = against(self.example, self.state, wrong)[:REASONS]
        because: Sequence[object] = reasons or [text(self.reason.sentence)]
        said = [*self.miscounted(len(wrong), len(missing)), *because]
        self.answer(MessageKind.REFUSE, said, self.cited(reasons) or self.rules)

    def solve(self) -> None:
        """Show the right areas, and explain them."""
        self.reset()
        self.helped = True
        self.found = set(answer(self.example, self.state))
        self.check()

    def miscounted(self, wrong: int, missing: int) -> list[Text]:
        """Return sentences with the number of wrong and of missing areas."""
        said = []
        if wrong:
            said.append(many("{n} cell does not belong.", "{n} cells do not belong.", wrong))
        if missing:
            said.append(many("{n} cell is missing.", "{n} cells are missing.", missing))
        return said
