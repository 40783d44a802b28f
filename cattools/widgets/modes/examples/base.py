"""Live examples: what all kinds have in common, and the kind `try`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from cattools.core.chance import Dealer
from cattools.core.display.scene import Area, Mark, MarkKind, Panel
from cattools.core.errors import NotationError, RecordError, shorten
from cattools.core.events import Event
from cattools.core.game import AnyState
from cattools.core.game_record import VERSION, read_fields, replay
from cattools.core.messages import N_, Text, labelled, text
from cattools.core.rules import Refusal, Rule
from cattools.core.timeline import Timeline
from cattools.lessons.answer_check import plain, pointed, pointers, was_tried
from cattools.lessons.example import TEACH_PAGE, Example, ExampleKind, audience_link
from cattools.widgets.game_session import GameSession, Step
from cattools.widgets.html import Html, el
from cattools.widgets.markup import Button, MessageKind, rule_link
from cattools.widgets.mode import RESUMED
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.perspective import HotSeatView
from cattools.widgets.protocol import Remember

RECORD = "cattools example"
ALL = N_("Task complete.")
LEFT = N_("Now also try what is forbidden: {wish} Press “Undo” to go back.")
LEFT_TO_TYPE = N_("Now also type a forbidden move: {action}. Press “Undo” to go back.")
ASTRAY = N_("The hints follow another path: go back with Undo or Reset.")
EVENTS = 5  # at most this many events are reported when an answer is demonstrated
DONE = "done-"  # prefix of the name under which the browser stores that a board was solved
KIND_WORDS = {
    ExampleKind.TRY: N_("Try it"),
    ExampleKind.FIND: N_("Find it"),
    ExampleKind.JUDGE: N_("Referee"),
    ExampleKind.SCORE: N_("Score"),
    ExampleKind.WALK: N_("Step by step"),
}


def tick() -> Html:
    """Return a board's tick; the page shows it when the board is solved."""
    return el("span", "✓", el("span", text(N_("Done")), class_="cat-sr"), class_="cat-done")


def without_end(events: Sequence[Event], state: AnyState, rules: Sequence[str]) -> Sequence[Event]:
    """Return the events without the end of the game, unless the example is about it.

    In an example, a game often ends only because so few pieces are on the board.
    """
    return events[:-1] if state.to_move is None and events[-1].rule not in rules else events


class ExampleMode(FreePlay):
    """What all kinds of examples have in common: a task, hints, a solution, and the reader's progress.

    `done`: the task has been done. `helped`: the solution was shown. `hinted`: the number of hints read.
    """

    prompts = False

    def __init__(self, example: Example, perspective: Callable[[GameSession], HotSeatView] = HotSeatView) -> None:
        self.example = example
        self.remembers = (f"{DONE}{example.id}",)
        self.done = self.helped = False
        self.hinted = 0
        self.saying: tuple[MessageKind, list[object], list[Rule]] | None = None  # the message before a demonstration
        session = GameSession(Timeline(example.start()), Dealer(0))
        super().__init__(session, self.heading_of(session.state), perspective(session))
        self.types = any(self._is_typed(written) for written, _ in example.refused)
        self._untouched = self.progress()

    def end(self) -> None:
        """Mark the task as done; unless the reader was helped, the board gets its tick."""
        self.done = True
        if self.solved:
            self.post(Remember(self.remembers[0], "1"))

    def heading_of(self, start: AnyState) -> str:
        """Return the heading: the title of the example's first rule."""
        rules = self.example.rules
        return str(text(start.game.rules[rules[0]].title if rules else start.game.title))

    @property
    def title(self) -> str:
        """The board's accessible name among the regions of its page: heading and task."""
        return labelled(self.heading, text(self.example.task))

    @property
    def opening(self) -> list[Mark]:
        """The marks of what has just happened before the example starts; none once something is played."""
        return [Mark(MarkKind.CHANGED, area) for area in self.example.marked] if self.is_at_start else []

    @property
    def is_at_start(self) -> bool:
        """Whether the board shows the example's own position."""
        return self.timeline.node is self.timeline.root

    def marks(self) -> Sequence[Mark]:
        """Return all marks, including the opening ones."""
        return [*self.opening, *super().marks()]

    def called(self, area: Area) -> str:
        """Return an area's name, saying so if its piece has just arrived."""
        arrived = area.id in self.example.marked and self.is_at_start
        return str(text(N_("{name}, just arrived"), name=area.name)) if arrived else area.name

    def _is_typed(self, written: str) -> bool:
        """Return whether an action has no area on the board at the start, and so can only be typed."""
        try:
            action = self.game.read_action(written, self.example.start())
        except NotationError:  # the action is for a later position, in which it may have an area
            return False
        presses = self.game.presses(action)
        return bool(presses) and self.scene().areas.keys().isdisjoint(presses)

    @property
    def solved(self) -> bool:
        """Whether the reader has done the task without being shown the solution."""
        return self.done and not self.helped

    @property
    def rules(self) -> list[Rule]:
        """The rules that the example shows."""
        return [*self.example.laws]

    @property
    def readings(self) -> list[Rule]:
        """The example's rules that no rulebook prints: interpretations and rulings."""
        return [rule for rule in self.rules if rule.ours or rule.ruled]

    @property
    def counting(self) -> list[Rule]:
        """The scoring rules from later pages that the task needs."""
        goal, rules, order = self.example.goal, self.rules, [*self.game.rules]
        if goal is None or goal.name not in self.game.counted:
            return []
        after = order.index(rules[0].id)
        return [rule for rule in rules if rule.page != rules[0].page and order.index(rule.id) > after]

    def task(self) -> Html:
        """Return the kind and the task, with links to interpretations and to the scoring rules it needs."""
        kind = el("span", text(KIND_WORDS[self.example.kind]), class_="cat-kind")
        linked = [(" ", rule_link(rule)) for rule in dict.fromkeys([*self.readings, *self.counting])]
        return el("p", kind, tick(), text(self.example.task), linked)

    def links(self) -> list[Html]:
        """Return the links, including one to present the example, unless it is a walkthrough or cannot be presented."""
        if self.example.kind is ExampleKind.WALK or not self.game.has_presentation:
            return super().links()
        words = text(N_("Present this example"))
        page, anchor = f"{self.game.id}/{TEACH_PAGE}", audience_link(self.example)
        return [*super().links(), el("a", words, href="rule:room", data_page=page, data_anchor=anchor)]

    @property
    def shows_player_values(self) -> bool:
        """Whether the panels may show what each player has."""
        return True

    def panels(self) -> tuple[Panel, ...]:
        """Return the players' panels, reduced to the names if the rest would reveal the answer."""
        found = super().panels()
        return found if self.shows_player_values else tuple(replace(panel, rows=(), cells=()) for panel in found)

    def sample(self) -> str:
        """Return an action that can be typed now, but not the solution."""
        legal = map(str, self.state.legal()) if self.hand.acts else ()
        return next((written for written in legal if written not in self.example.solution), "")

    def buttons(self) -> list[Button]:
        """Return the usual buttons, and those for hints and the solution."""
        return [*super().buttons(), *self.help_buttons()]

    @property
    def can_reset(self) -> bool:
        """Whether anything was done, or a hint was read."""
        return super().can_reset or self.done or self.hinted > 0

    def help_buttons(self) -> list[Button]:
        """Return the buttons for hints and the solution, if there are any."""
        found = []
        if self.hints:
            found.append(Button("hint", text(N_("Hint")), self.give_hint))
        if self.example.solution:
            found.append(Button("solve", text(N_("Show me")), self.solve))
        return found

    @property
    def hints(self) -> Sequence[str]:
        """The hints, the gentlest first."""
        return self.example.hints

    @property
    def hint_rules(self) -> Sequence[Rule]:
        """The rules that are linked from a hint."""
        return ()

    def give_hint(self) -> None:
        """Give the next hint, cycling through them, and mark the areas it names.

        If the selection is the start of the solution, the hint is the next press.
        """
        if (area := self._next_press()) is not None:
            self.hinted = max(1, self.hinted)
            self.hand.event_marks, self.hand.hover_marks = [], [Mark(MarkKind.CHANGED, area)]
            self.answer(MessageKind.INFO, [text(N_("Now press {name}."), name=self._words_for(area))])
            return
        at = self._next_hint()
        if at is None:
            self.answer(MessageKind.INFO, [text(ASTRAY)])
            return
        hint = str(text(self.hints[at]))
        self.hinted = at + 1
        self.hand.event_marks, self.hand.hover_marks = [], [Mark(MarkKind.CHANGED, area) for area in pointed(hint)]
        self.answer(MessageKind.INFO, [plain(hint)], self.hint_rules)

    def _next_press(self) -> str | None:
        """Return the next area to press if the selection is the start of the solution."""
        chosen, state = self.hand.chosen, self.state
        if not chosen or chosen == self.hand.preselected:
            return None
        for action in state.legal():
            presses = self.game.presses(action)
            if str(action) in self.example.solution and presses[: len(chosen)] == chosen:
                return next(iter(presses[len(chosen) :]), None)
        return None

    def _words_for(self, area: str) -> str:
        """Return the hints' words for an area, otherwise its name."""
        named = (words for hint in self.hints for at, words in pointers(str(text(hint))) if at == area and words)
        return next(named, self.scene().areas[area].name)

    def _next_hint(self) -> int | None:
        """Return the index of the next hint, or None if the reader has taken another path.

        Hints that point at missing areas are skipped, because they have already been followed or are not due yet.
        """
        areas, hints = self.scene().areas, self.hints
        order = [(self.hinted + n) % len(hints) for n in range(len(hints))]
        return next((n for n in order if areas.keys() >= {*pointed(hints[n])}), None)

    def reset(self) -> None:
        """Reset the position and all progress."""
        self.hinted, self.done, self.helped = 0, False, False
        super().reset()

    def progress(self) -> dict[str, Any]:
        """Return the reader's progress as JSON values; a record must have values of the same types."""
        actions = [str(node.action) for node in self.timeline.line]
        return {"actions": actions, "done": self.done, "helped": self.helped, "hinted": self.hinted}

    def record(self) -> str:
        """Return the reader's progress; "" before anything was done."""
        now = self.progress()
        if now == self._untouched:
            return ""
        return json.dumps({"format": RECORD, "version": VERSION, "example": self.example.id, **now})

    def resume(self, record: str) -> None:
        """Restore a restart state. Raises `RecordError`."""
        kinds = {name: type(value) for name, value in self._untouched.items()}
        found = read_fields(record, RECORD, {"example": str, **kinds})
        if found["example"] != self.example.id:
            other = shorten(found["example"])
            raise RecordError(text(N_("expected the example {id}, found {other}"), id=self.example.id, other=other))
        for value in found.values():
            for each in value.values() if isinstance(value, dict) else [value] if isinstance(value, list) else ():
                if not isinstance(each, list) or not all(isinstance(one, str) for one in each):
                    raise RecordError(text(N_("expected a list of strings, found {found}"), found=shorten(each)))
        self.session.begin(replay(self.example.start(), found["actions"]), self.session.players, by=self.follow)
        self.take_over(found)

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Restore and show the reader's progress; the position is already restored."""
        self.done, self.helped = found["done"], found["helped"]
        self.hinted = max(0, min(found["hinted"], len(self.hints)))
        self.restored(text(RESUMED))

    def explain(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule], played: Sequence[Any]) -> None:
        """Say why an answer is right or wrong, then play the actions that demonstrate it and report their events."""
        if not played:
            self.answer(kind, said, rules)
            return
        self.saying = kind, [*said], [*rules]
        self.report(self.hand.play(*played))

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened; events of a demonstration follow its explanation."""
        if self.saying is None:
            super().happened(steps)
            return
        (kind, said, rules), self.saying = self.saying, None
        events = self.about(steps)[:EVENTS]
        self.say(kind, [*said, *events], [*rules, *map(self.game.rules.cited, events)])

    def about(self, steps: Sequence[Step]) -> list[Event]:
        """Return the events to report: of simultaneous events, those of the example's rules come first."""
        events = [*{str(event): event for step in steps for event in step.events}.values()]
        found = without_end(events, self.state, self.example.rules)
        at_once = [list(group) for _, group in groupby(found[1:], key=lambda event: event.kind)]
        own_first = [sorted(group, key=lambda event: event.rule not in self.example.rules) for group in at_once]
        return [*found[:1], *chain.from_iterable(own_first)]

    def solve(self) -> None:
        """Go back to the start and play the solution, explaining forbidden actions on the way."""
        self.helped = True
        self.session.goto(self.timeline.root, by=self.follow)
        self.hand.clear()
        legal: list[Any] = []
        state = self.state
        for written in self.example.solution:
            action = self.game.read_action(written, state)
            if refusals := state.why_not(action):
                self.report(self.hand.refused(action, refusals))
                return
            legal.append(action)
            state = state.apply(action)
        self.report(self.hand.play(*legal))


class Try(ExampleMode):
    """An example of kind `try`: the reader acts freely, and refused actions are explained.

    The task is complete when the reader has done what it asks for and has seen its refusals.
    """

    def __init__(self, example: Example) -> None:
        self.acted = False
        self.met: dict[str, set[str]] = {}  # rule -> the actions that it has forbidden so far
        super().__init__(example)

    def refused(self, action: Any, refusals: Sequence[Refusal]) -> None:
        """Explain a refusal, which may complete the task."""
        for refusal in refusals:
            self.met.setdefault(refusal.rule, set()).add(str(action))
        super().refused(action, refusals)
        if self._is_all():
            self.end()
            self.add(MessageKind.OK, [text(ALL)])

    def happened(self, steps: Sequence[Step]) -> None:
        """Report what happened, which may complete the task."""
        super().happened(steps)
        line = [(node.parent.state, node.action) for node in self.timeline.line if node.parent]
        self.acted = self.acted or (not self.state.pending and was_tried(self.example, line))
        if self.done or not self.acted:
            return
        said, events = self.describe_steps(steps)
        kind, more = MessageKind.OK, text(ALL)
        if self._is_all():
            self.end()
        else:
            kind, more = MessageKind.INFO, self._left()
        self.say(kind, [*said, *self.closing(), more], map(self.game.rules.cited, events))

    @property
    def can_reset(self) -> bool:
        """Whether anything was done or refused, or a hint was read."""
        return super().can_reset or bool(self.met)

    def reset(self) -> None:
        """Start again, and forget the refusals seen."""
        self.acted, self.met = False, {}
        super().reset()

    def progress(self) -> dict[str, Any]:
        """Return the reader's progress, including the refusals seen."""
        met = {rule: sorted(actions) for rule, actions in self.met.items()}
        return {**super().progress(), "acted": self.acted, "met": met}

    def take_over(self, found: Mapping[str, Any]) -> None:
        """Restore the reader's progress."""
        self.acted = found["acted"]
        self.met = {rule: set(actions) for rule, actions in found["met"].items()}
        super().take_over(found)

    def _left(self) -> Text:
        """Return a sentence that asks for a forbidden action that its rule has not refused yet."""
        written = next(written for written, rule in self.example.refused if written not in self.met.get(rule, ()))
        start = self.example.start()
        try:
            action = self.game.read_action(written, start)
        except NotationError:  # it is for a later position
            return text(LEFT_TO_TYPE, action=written)
        if self._is_typed(written):
            return text(LEFT_TO_TYPE, action=written)
        return text(LEFT, wish=self.game.intent(start, action))

    def _is_all(self) -> bool:
        """Return whether the task has just been completed: it was done and every refusal was seen, in any order."""
        required = Counter(rule for _, rule in self.example.refused)
        met = all(len(self.met.get(rule, ())) >= count for rule, count in required.items())
        return not self.done and self.acted and met
