"""Live examples: what all kinds share, and the kind `try`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.errors import RecordError, shorten
from cattools.core.game import AnyState, Panel
from cattools.core.messages import N_, text
from cattools.core.records import VERSION, read_fields, replay
from cattools.core.rules import Refusal, Rule
from cattools.core.scene import Mark, MarkKind
from cattools.core.timeline import Timeline
from cattools.lessons.check import plain, pointed
from cattools.lessons.example import Example, ExampleKind
from cattools.widgets.html import Html, el
from cattools.widgets.markup import Button, MessageKind, rule_link
from cattools.widgets.mode import RESUMED
from cattools.widgets.modes.free import Free
from cattools.widgets.room import Room, Step
from cattools.widgets.viewpoint import BothSides

RECORD = "cattools example"
KIND_WORDS = {
    ExampleKind.TRY: N_("Try it"),
    ExampleKind.FIND: N_("Find it"),
    ExampleKind.JUDGE: N_("Referee"),
    ExampleKind.SCORE: N_("Score"),
    ExampleKind.WALK: N_("Step by step"),
}


class Lesson(Free):
    """What all kinds of examples share: a task, hints, a way out, and whether it is done.

    `done` says that what is asked was done, `helped` that the reader was shown it, `hinted` how many hints were read.
    """

    def __init__(self, example: Example, viewpoint: Callable[[Room], BothSides] = BothSides) -> None:
        self.example = example
        self.done = self.helped = False
        self.hinted = 0
        room = Room(Timeline(example.start()), Dealer(0))
        super().__init__(room, self.heading_of(room.state), viewpoint(room))
        self._untouched = self.progress()

    def heading_of(self, start: AnyState) -> str:
        """Return the heading: the title of the first rule it shows."""
        rules = self.example.rules
        return str(text(start.game.rules[rules[0]].title if rules else start.game.title))

    @property
    def title(self) -> str:
        """The board's name among the regions of its page: heading and task."""
        return f"{self.heading}: {text(self.example.task)}"

    @property
    def solved(self) -> bool:
        """Whether the reader has done what is asked, and has not been shown it."""
        return self.done and not self.helped

    @property
    def rules(self) -> list[Rule]:
        """The rules that the example shows."""
        return [self.game.rules[rule] for rule in self.example.rules]

    @property
    def readings(self) -> list[Rule]:
        """The rules of the example that are readings as a whole."""
        return [rule for rule in self.rules if rule.ours]

    def task(self) -> Html:
        """Return the kind and what is asked; where a rule is a reading, that is said."""
        kind = el("span", text(KIND_WORDS[self.example.kind]), class_="cat-kind")
        tick = el("span", "✓\N{NO-BREAK SPACE}", text(N_("Done")), class_="cat-done")
        readings = [(" ", rule_link(rule)) for rule in self.readings]
        return el("p", kind, text(self.example.task), (" ", tick) if self.solved else None, readings)

    @property
    def tells_players(self) -> bool:
        """Whether the panels may tell what each player has."""
        return True

    def panels(self) -> tuple[Panel, ...]:
        """Return the players with what they have, or only their names where that would be the answer."""
        found = super().panels()
        return found if self.tells_players else tuple(replace(panel, rows=()) for panel in found)

    def sample(self) -> str:
        """Return an action that could be typed now, but not the answer."""
        legal = map(str, self.state.legal()) if self.hand.acts else ()
        return next((written for written in legal if written not in self.example.solution), "")

    def buttons(self) -> list[Button]:
        """Return undo and reset, hints, and the way out."""
        return [*super().buttons(), *self.help_buttons()]

    @property
    def can_reset(self) -> bool:
        """Whether anything was done, or read."""
        return super().can_reset or self.done or self.hinted > 0

    def help_buttons(self) -> list[Button]:
        """Return the button for hints and that for the solution, where there are any."""
        found = []
        if self.hints:
            found.append(Button("hint", str(text(N_("Hint"))), self.give_hint, self.hinted < len(self.hints)))
        if self.example.solution:
            found.append(Button("solve", str(text(N_("Show me"))), self.solve))
        return found

    @property
    def hints(self) -> Sequence[str]:
        """The hints, the gentlest first."""
        return self.example.hints

    @property
    def hint_rules(self) -> Sequence[Rule]:
        """The rules that are linked with a hint."""
        return ()

    def give_hint(self) -> None:
        """Tell the next hint, and show the areas it names."""
        hint = str(text(self.hints[self.hinted]))
        self.hinted += 1
        self.hand.event_marks, self.hand.hover_marks = [], [Mark(MarkKind.CHANGED, area) for area in pointed(hint)]
        self.answer(MessageKind.INFO, [plain(hint)], self.hint_rules)

    def reset(self) -> None:
        """Begin again, as if nothing had been done."""
        self.hinted, self.done, self.helped = 0, False, False
        super().reset()

    def progress(self) -> dict[str, Any]:
        """Return how far the reader is, as JSON holds it; by its types a record is read."""
        actions = [str(node.action) for node in self.timeline.line]
        return {"actions": actions, "done": self.done, "helped": self.helped, "hinted": self.hinted}

    def record(self) -> str:
        """Return how far the reader is; nothing before anything was done."""
        now = self.progress()
        if now == self._untouched:
            return ""
        return json.dumps({"format": RECORD, "version": VERSION, "example": self.example.id, **now})

    def resume(self, record: str) -> None:
        """Go on where a record was told. Raises `RecordError`."""
        kinds = {name: type(value) for name, value in self._untouched.items()}
        found = read_fields(record, RECORD, {"example": str, **kinds})
        if found["example"] != self.example.id:
            other = shorten(found["example"])
            raise RecordError(text(N_("expected the example {id}, found {other}"), id=self.example.id, other=other))
        for value in found.values():
            for each in value.values() if isinstance(value, dict) else [value] if isinstance(value, list) else ():
                if not isinstance(each, list) or not all(isinstance(one, str) for one in each):
                    raise RecordError(text(N_("expected a list of texts, found {found}"), found=shorten(each)))
        self.room.begin(replay(self.example.start(), found["actions"]), self.room.players, by=self.follow)
        self.take_over(found)

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Take over how far the reader was, beside the position, and show it."""
        self.done, self.helped = found["done"], found["helped"]
        self.hinted = max(0, min(found["hinted"], len(self.hints)))
        self.restored(text(RESUMED))

    def solve(self) -> None:
        """Go back to the start and play the solution, the forbidden actions explained on the way."""
        self.helped = True
        self.room.goto(self.timeline.root, by=self.follow)
        self.hand.clear()
        legal: list[Any] = []
        state = self.state
        for written in self.example.solution:
            action = self.game.read_action(written, state)
            if refusals := state.why_not(action):
                self.tell(self.hand.refused(action, refusals))
                return
            legal.append(action)
            state = state.apply(action)
        self.tell(self.hand.play(*legal))


class Try(Lesson):
    """An example of kind `try`: act freely; what is forbidden is explained; meeting the rule is the goal."""

    def __init__(self, example: Example) -> None:
        self.acted = False
        self.met: dict[str, set[str]] = {}  # rule -> what it has refused
        super().__init__(example)

    def refused(self, action: Any, refusals: Sequence[Refusal]) -> None:
        """Say why not; meeting the rules this example is about is half of what it is for."""
        for refusal in refusals:
            self.met.setdefault(refusal.rule, set()).add(str(action))
        super().refused(action, refusals)
        self._congratulate()

    def happened(self, steps: Sequence[Step]) -> None:
        """Say what happened; having acted by the rules is the other half."""
        super().happened(steps)
        self.acted = self.acted or not self.state.pending
        self._congratulate()

    @property
    def can_reset(self) -> bool:
        """Whether anything was done, read, or refused."""
        return super().can_reset or bool(self.met)

    def reset(self) -> None:
        """Begin again, nothing met."""
        self.acted, self.met = False, {}
        super().reset()

    def progress(self) -> dict[str, Any]:
        """Return how far the reader is: also what was met."""
        met = {rule: sorted(actions) for rule, actions in self.met.items()}
        return {**super().progress(), "acted": self.acted, "met": met}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Take over how far the reader was."""
        self.acted = found["acted"]
        self.met = {rule: set(actions) for rule, actions in found["met"].items()}
        super().take_over(found)

    def _congratulate(self) -> None:
        """Say so when every forbidden thing was met, and something legal was played."""
        asked = Counter(rule for _, rule in self.example.refused)
        met = all(len(self.met.get(rule, ())) >= count for rule, count in asked.items())
        if not self.done and self.acted and met:
            self.done = True
            self.add(MessageKind.OK, [text(N_("That is all this board asks for."))])
