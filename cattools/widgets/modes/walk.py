"""Live examples of kind `walk`: a first turn step by step, on one board, by the reader's own hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cattools.bots import OPPONENT
from cattools.core.game import AnyState
from cattools.core.messages import N_, text
from cattools.core.records import seats_link
from cattools.core.scene import Mark, MarkKind
from cattools.lessons.check import plain, pointed
from cattools.lessons.example import Example, Step
from cattools.widgets import room
from cattools.widgets.hand import Astray, Hand, Led, Outcome
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.modes.lesson import Lesson
from cattools.widgets.modes.table import TOGETHER


class Walk(Lesson):
    """An example of kind `walk`; `at` is the number of steps that are done."""

    def __init__(self, example: Example) -> None:
        self.at = 0
        self.hand: Hand
        super().__init__(example)
        self.hand = self.led = Led(self.room, self.viewpoint, self.follow)
        self._places = [self.timeline.node]  # where each step began
        self._ask()

    def heading_of(self, start: AnyState) -> str:  # noqa: ARG002 - every game's is called so
        """Return the heading."""
        return str(text(N_("Your first turns")))

    @property
    def step(self) -> Step | None:
        """What is asked now; nothing at the end."""
        steps = self.example.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def presses(self) -> bool:
        """Whether the reader is to press something on the board, not only to read on."""
        return self.step is not None and bool(self.step.play) and not self.step.shown

    def _ask(self) -> None:
        self.led.wanted = self.step.play if self.step is not None else ""

    # --- what is shown -------------------------------------------------------------------------------------------

    def task(self) -> Html:
        """Return which step it is, and what is asked; at the end the ways into a game."""
        if self.step is None:
            tick = el("span", "✓\N{NO-BREAK SPACE}", text(N_("Done")), class_="cat-done")
            return el("p", tick, " ", text(N_("That was a turn. Play on?")), " ", self._ways(), class_="cat-walk")
        count = text(N_("Step {n} of {all}"), n=self.at + 1, all=len(self.example.steps))
        return el("p", el("span", count, class_="cat-kind"), plain(str(text(self.step.ask))), class_="cat-walk")

    def _ways(self) -> Html:
        """Return the links to a game of people here, and to one against the computer."""
        seats, page = len(self.game.seats(self.state.options)), f"{self.game.id}/play"
        ways = [
            (text(TOGETHER[seats]), [room.HUMAN] * seats),
            (text(N_("Against the computer")), [room.HUMAN, *[OPPONENT] * (seats - 1)]),
        ]
        return join(
            (
                " ",
                el(
                    "a",
                    words,
                    class_="cat-rule cat-way",
                    href="#",
                    data_page=page,
                    data_anchor=seats_link(self.game, who),
                ),
            )
            for words, who in ways
        )

    def marks(self) -> Sequence[Mark]:
        """Return what happened, or what can be done; and where to press now."""
        found = list(super().marks())
        if self.step is None or self.hand.chosen != self.hand.preselected:
            return found
        at = {mark.area for mark in found}
        return [*found, *(Mark(MarkKind.CHANGED, area) for area in pointed(self.step.ask) if area not in at)]

    def resting(self) -> list[str]:
        """Return what is said when nothing has happened."""
        return [str(text(self.example.task))]

    def buttons(self) -> list[Button]:
        """Return the ways on and back."""
        on = Button("next", str(text(N_("Next"))), self.go_on, strong=True)
        show = Button("solve", str(text(N_("Show me"))), self.solve)
        ways = [] if self.step is None else [show] if self.presses else [on]
        back = Button("previous", str(text(N_("Back"))), self.go_back, self.at > 0)
        return [*ways, back, Button("reset", str(text(N_("Reset"))), self.reset, self.at > 0)]

    # --- what is done --------------------------------------------------------------------------------------------

    def tell(self, outcome: Outcome) -> None:
        """Say what a press came to; what is legal but not asked for is not played here."""
        if isinstance(outcome, Astray):
            self.hand.clear()
            said = N_("{action} is allowed, too. Here we go step by step: first do what stands above.")
            self.answer(MessageKind.INFO, [text(said, action=outcome.action)])
        else:
            super().tell(outcome)

    def happened(self, steps: Sequence[room.Step]) -> None:
        """Say what happened and what it means, and ask the next thing."""
        super().happened(steps)
        step = self.step
        rules = [self.game.rules.cited(event) for one in steps for event in one.events if event.rule]
        events = [event for one in steps for event in one.events]
        self._move_on()
        if step is not None:
            self.say(MessageKind.OK if self.done else MessageKind.INFO, [*events, text(step.say)], rules)

    def go_on(self) -> None:
        """Go on from a step that is only read, or let the board play what it shows."""
        step = self.step
        if step is None:
            return
        if step.play:
            self.tell(self.hand.act(self.game.read_action(step.play, self.state)))
            return
        self._move_on()
        self.hand.clear()
        self.answer(MessageKind.OK if self.done else MessageKind.INFO, [text(step.say or step.ask)])

    def _move_on(self) -> None:
        self.at += 1
        self.done = self.step is None
        self._places = [*self._places[: self.at], self.timeline.node]
        self._ask()

    def go_back(self) -> None:
        """Go back to the step before."""
        self.at, self.done = self.at - 1, False
        self._ask()
        self.room.goto(self._places[self.at], by=self.follow)
        self.restored(text(N_("Taken back.")))

    def on_back(self) -> None:
        """Put down what is chosen, else go back a step."""
        if self.hand.chosen != self.hand.preselected or not self.at:
            super().on_back()
        else:
            self.go_back()

    def reset(self) -> None:
        """Begin again."""
        self.at = 0
        super().reset()
        self._ask()

    def solve(self) -> None:
        """Do what is asked now."""
        if self.step is not None:
            self.tell(self.hand.act(self.game.read_action(self.step.play, self.state)))

    # --- keeping -------------------------------------------------------------------------------------------------

    def progress(self) -> dict[str, Any]:
        """Return how far the reader is."""
        return {**super().progress(), "at": self.at}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Take over how far the reader was: the actions tell it, but for steps that are only read."""
        line = [self.timeline.root, *self.timeline.line]
        played, self._places = 0, [line[0]]
        self.at = max(0, min(found["at"], len(self.example.steps)))
        for step in self.example.steps[: self.at]:
            played = min(played + bool(step.play), len(line) - 1)
            self._places.append(line[played])
        self._ask()
        super().take_over(found)
