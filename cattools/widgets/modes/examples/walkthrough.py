"""Live examples of kind `walk`: walkthroughs, in which the reader plays a first turn step by step on one board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cattools.bots import HUMAN, OPPONENT
from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.game import AnyState
from cattools.core.game_record import seats_link
from cattools.core.messages import N_, text
from cattools.core.timeline import Node
from cattools.lessons.answer_check import TERM, plain, pointed
from cattools.lessons.example import Example, Step
from cattools.widgets import game_session
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, Quiet
from cattools.widgets.modes.examples.base import ExampleMode, tick
from cattools.widgets.modes.free_play import linked
from cattools.widgets.modes.play import TOGETHER
from cattools.widgets.perspective import FirstSeatView
from cattools.widgets.player_input import GuidedInput, NotExpected, Outcome, PlayerInput
from cattools.widgets.protocol import Remember

LEFT_OFF = N_("This is where you left off. Reset starts over.")
PLAY_ON = N_("Ready to play on?")
HOW_MANY = N_("For {least} to {most} players, press “More…” on that page.")
READ_ON = N_("Read on above.")
NEXT_GOES_ON = N_("Press Next to continue.")
NEXT_SHOWS = N_("Press Next to see what happens.")
LINKS = 2  # at most this many rules are linked from a step


def explaining(words: object) -> Html:
    """Return a text as HTML that emphasises the terms it explains, such as “trick” in `a *trick*`."""
    return join(el("dfn", part) if n % 2 else part for n, part in enumerate(str(words).split(TERM)))


class Walkthrough(ExampleMode):
    """An example of kind `walk`; `at` is the number of steps done, which the reader's browser stores.

    The board fills the screen, so that the task, the parts and the buttons are visible together.
    """

    fills = True

    def __init__(self, example: Example) -> None:
        self.at = 0
        self.hand: PlayerInput
        super().__init__(example, FirstSeatView)
        self.place = f"walk-{example.id}"  # the name under which the step is stored
        self.remembers = (*self.remembers, self.place)
        self.hand = self.led = GuidedInput(self.session, self.perspective, self.follow)
        self._ask()

    def heading_of(self, start: AnyState) -> str:  # noqa: ARG002 - the same for every game
        """Return the heading."""
        return str(text(N_("Your first turns")))

    @property
    def you(self) -> int | None:
        """The seat of the reader: the one that moves first."""
        return self.timeline.root.state.mover

    @property
    def step(self) -> Step | None:
        """The current step; None at the end."""
        steps = self.example.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def presses(self) -> bool:
        """Whether the step needs a press on the board, not only reading."""
        return self.step is not None and bool(self.step.play) and not self.step.shown

    def _ask(self) -> None:
        """Request the step's remaining actions; reset the seed, so that a step always leads to the same deals."""
        self.led.wanted = self.step.actions[len(self._done) :] if self.step is not None else ()
        self.session.dealer = Dealer(self.example.seed)

    @property
    def _asked(self) -> list[Node]:
        """The nodes of the requested actions played so far, without those of automatic actions."""
        written = [action for step in self.example.steps for action in step.actions]
        found: list[Node] = []
        for node in self.timeline.line:
            if len(found) < len(written) and str(node.action) == written[len(found)]:
                found.append(node)
        return found

    @property
    def _before(self) -> int:
        """The number of actions in the steps before this one."""
        return sum(len(step.actions) for step in self.example.steps[: self.at])

    @property
    def _done(self) -> list[Node]:
        """The nodes of this step's actions played so far."""
        return self._asked[self._before :]

    # --- what is shown -------------------------------------------------------------------------------------------

    def task(self) -> Html:
        """Return the step's number and task; at the end, the links to a game."""
        steps = len(self.example.steps)
        if self.step is None:
            count, ways = text(N_("All {all} steps"), all=steps), self._ways()
        else:
            count, ways = text(N_("Step {n} of {all}"), n=self.at + 1, all=steps), Html()
        said = el("p", el("span", count, class_="cat-kind"), tick(), explaining(self._asking))
        return el("div", el("div", said, ways), class_="cat-walkthrough", data_longest=self._longest)

    @property
    def _longest(self) -> str:
        """The longest task of all steps: the page reserves space for it, so that the board below never moves."""
        asked = (plain(str(text(step.ask))).replace(TERM, "") for step in self.example.steps)
        count = text(N_("Step {n} of {all}"), n=1, all=1)
        return f"{count} {max(asked, key=len, default='')}"

    @property
    def asking(self) -> str:
        """The current task, in words."""
        return self._asking.replace(TERM, "")

    @property
    def _asking(self) -> str:
        return str(text(PLAY_ON)) if self.step is None else plain(str(text(self.step.ask)))

    def _ways(self) -> Html:
        """Return links to a game between people here and to a game against the computer, and the player counts."""
        seats, page = len(self.game.seats(self.state.options)), f"{self.game.id}/play"
        ways = [
            (TOGETHER[seats], [HUMAN] * seats),
            (N_("Against the computer"), [HUMAN, *[OPPONENT] * (seats - 1)]),
        ]
        links = (
            el(
                "a",
                text(words),
                class_="cat-rule cat-link-button",
                href="#",
                data_page=page,
                data_anchor=seats_link(self.game, who),
            )
            for words, who in ways
        )
        return join(el("div", links, class_="cat-ways"), self._how_many())

    def _how_many(self) -> Html:
        """Return the possible numbers of players, if they can vary."""
        option = self.game.known_options.get("players")
        numbers = sorted(map(int, option.choices)) if option else []
        if not numbers:
            return Html()
        return el("p", text(HOW_MANY, least=numbers[0], most=numbers[-1]), class_="cat-row")

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the last events or of possible presses, and of the areas to press now."""
        return [*super().marks(), *(Mark(MarkKind.CHANGED, area) for area in self._pointed())]

    def _pointed(self) -> list[str]:
        """Return the areas that the task points at; if an action is requested, only areas to press for it now."""
        if self.step is None:
            return []
        areas, chosen = pointed(self.step.ask), self.hand.chosen
        if self.led.wanted:
            presses = self.game.presses(self.game.read_action(self.led.wanted[0], self.state))
            areas = tuple(area for area in areas if area in presses and {*chosen} <= {*presses})
        return sorted({*areas} - {*chosen})

    def resting(self) -> list[str]:
        """Return the message to show before anything has happened."""
        return [str(text(self.example.task))]

    def buttons(self) -> list[Button]:
        """Return the buttons that lead forward and back."""
        on = Button("next", text(N_("Next")), self.go_on, strong=True)
        show = Button("solve", text(N_("Show me")), self.solve)
        ways = [] if self.step is None else [show] if self.presses else [on]
        back = Button("previous", text(N_("Back")), self.go_back, self.can_reset)
        return [*ways, back, Button("reset", text(N_("Reset")), self.reset, self.can_reset)]

    @property
    def can_reset(self) -> bool:
        """Whether any step, or part of the first step, has been done."""
        return self.at > 0 or bool(self._done)

    # --- actions -------------------------------------------------------------------------------------------------

    def report(self, outcome: Outcome) -> None:
        """Report the outcome of a press; a legal action that was not requested is not played."""
        if isinstance(outcome, NotExpected):
            self.hand.clear()
            said = N_("That is allowed too. One step at a time: first do what is asked above.")
            if self.step is None:
                said = N_("That is allowed, but all steps are done.")
            elif not self.presses:
                said = N_("That is allowed. One step at a time: read on first.")
            self.answer(MessageKind.INFO, [text(said), *self._way_on()])
        else:
            super().report(outcome)

    def rest(self) -> None:
        """Report the status when the reader cannot act, and how to continue."""
        self.answer(MessageKind.INFO, [self.status(), *self._way_on()], self.ended_by())

    def _way_on(self) -> list[object]:
        """Return a sentence that names the button to press if the step needs no press; at the end, ask to play on."""
        if self.step is None:
            return [self.asking]
        return [] if self.presses else [text(NEXT_SHOWS if self.step.shown else NEXT_GOES_ON)]

    def happened(self, steps: Sequence[game_session.Step]) -> None:
        """Report what happened; at the end of a step, explain the step and ask for the next one."""
        super().happened(steps)
        if not self.led.wanted:
            self._finish_step(steps)
        if self.presses:  # `CHANGED` now marks where to press
            self.hand.event_marks = [mark for mark in self.hand.event_marks if mark.kind is not MarkKind.CHANGED]

    def _finish_step(self, steps: Sequence[game_session.Step]) -> None:
        """Move to the next step, reporting what happened in this one and what it means."""
        step = self.step
        if step is not None and step.shown:  # leave out the other players' draws in their turns
            steps = [one for one in steps if one.before.mover is not None]
        news = [self.game.rules.cited(event) for one in steps for event in linked(one.events) if event.rule]
        events = [event for one in steps for event in one.events]
        self._move_on()
        if step is not None:
            heard = [Quiet(event) for event in events]  # sighted readers have seen it happen
            said = [*heard, explaining(text(step.say)), Quiet(self.asking)]
            self.say(MessageKind.OK if self.done else MessageKind.INFO, said, [*dict.fromkeys(news)][:LINKS])

    def go_on(self) -> None:
        """Move on from a step that is only read, or play what it shows."""
        step = self.step
        if step is None:
            return
        if step.play:
            self.solve()
            return
        self._move_on()
        self.hand.clear()
        said = [explaining(text(step.say or READ_ON)), Quiet(self.asking)]
        self.answer(MessageKind.OK if self.done else MessageKind.INFO, said)

    def _move_on(self) -> None:
        self.at += 1
        if self.step is None:
            self.end()
        self._ask()
        self._keep()

    def go_back(self) -> None:
        """Go back to the previous step."""
        if not self._done:
            self.at -= 1
            self._keep()
        self.done = False
        if done := self._done:
            self.session.goto(done[0].parent or self.timeline.root, by=self.follow)
        self._ask()
        self.restored(text(N_("Undone.")))

    def on_back(self) -> None:
        """Clear the selection, or else go back a step."""
        if self.hand.chosen != self.hand.preselected or not self.can_reset:
            super().on_back()
        else:
            self.go_back()

    def reset(self) -> None:
        """Restart the walkthrough."""
        self.at = 0
        self._keep()
        self.session.goto(self.timeline.root, by=self.follow)
        self._ask()
        super().reset()

    def solve(self) -> None:
        """Do the rest of the current step."""
        self.report(self.led.finish())

    # --- saving --------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Store the step, but not the position, in the reader's browser; a finished walkthrough stores nothing."""
        self.post(Remember(self.place, str(self.at) if self.at and not self.done else ""))

    def on_remembered(self, name: str, value: str) -> None:
        """Go to the step reached on an earlier visit; ignore an unknown step."""
        if name != self.place or self.can_reset or value not in map(str, range(1, len(self.example.steps))):
            return
        while str(self.at) != value:
            self.led.catch_up()
            self._move_on()
        self.restored(text(LEFT_OFF))

    def progress(self) -> dict[str, Any]:
        """Return the reader's progress."""
        return {**super().progress(), "at": self.at}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Restore the reader's progress, or restart if it does not match the steps of this walkthrough."""
        self.at = max(0, min(found["at"], len(self.example.steps)))
        here = self.step.actions if self.step is not None else ()
        if not self._before <= len(self._asked) <= self._before + len(here):
            self.at = 0
            self.session.goto(self.timeline.root, by=self.follow)
        self._ask()
        super().take_over(found)
