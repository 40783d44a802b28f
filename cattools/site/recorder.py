"""What a live example answers first, found out at the build: by the same modes that answer in the reader's browser.

A record holds the states a board can be brought into with few presses, and for every press, pointing and button of
a state where it leads and what is then seen. Pages answer from it until Python has come (`frontend/recorded.mjs`).
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from cattools.core.errors import CattoolsError
from cattools.core.game import AnyGame
from cattools.core.messages import text
from cattools.core.scene import Mark, Part, Scene, Shape
from cattools.lessons.check import against
from cattools.lessons.check import answer as answer_of
from cattools.lessons.example import ExampleKind
from cattools.render import picture, svg
from cattools.render.motion import Motion
from cattools.site.record import Event, Look, Over, Question, Record, Sign, State
from cattools.widgets import markup
from cattools.widgets.markup import MessageKind
from cattools.widgets.modes.find import FindAreas, miscounted
from cattools.widgets.modes.lesson import Lesson
from cattools.widgets.protocol import LEGAL, Hint, Names, Remember, ToPage

STATES = 160  # of a board, at most
PRESSES = 2  # on places, one after the other; buttons, and what an example asks for, are followed to the end
LATE = ("hint", "solve")  # buttons that are no answer to a press: they are followed from few states
WAYS_BACK = ("undo", "reset")
BY_BUTTONS = (ExampleKind.JUDGE, ExampleKind.SCORE, ExampleKind.WALK)  # examples that are gone through by buttons
FAR = 3  # events: from there on only what is asked for is followed
FEW = 8  # areas chosen more than are right, of which it is told how many they are
GAP = "\0"
BY_HEART = 2048  # answers of a game, of each kind


@lru_cache(100_000)
def _drawn(shape: Shape) -> str:
    return svg.shape(shape, "")


class _Screen:
    """Where a mode is shown while it is recorded: what its page would be told of one event.

    `closed`: it was told what no record can hold.
    """

    is_seen = moves = False

    def __init__(self, mode: Lesson) -> None:
        self.parts: dict[int, tuple[Part, dict[tuple[Mark, ...], tuple[str, ...]]]] = {}
        self.start = self.scene = mode.scene()
        with mode.here():  # it stays while the board has this shape
            self.sample = markup.sample(mode.sample() or next(iter(self.scene.areas), ""))
        self.attach(mode, self.scene, tuple(mode.marks()))

    def attach(self, mode: Lesson, scene: Scene, marks: Sequence[Mark]) -> None:
        """Show a mode as it was left, and forget what was told."""
        self.mode, self.scene, self.marks = mode, scene, tuple(marks)
        mode.display = self
        self.told = False
        self.hint = ""
        self.remembered: list[tuple[str, str]] = []
        self.closed = False

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:  # noqa: ARG002 - nothing moves here
        """Take note that everything is shown anew; what goes on by itself is no record's."""
        self.told, self.hint = True, ""
        self.closed |= bool(pause)

    def retell(self) -> None:
        """Take note of words that have changed by themselves."""
        self.closed = True

    rebuild = retell

    def prepare(self, scene: Scene, names: Names) -> None:
        """Make nothing ready: nobody waits for it."""

    def point(self, marks: Sequence[Mark]) -> None:
        """Take note of other signs."""
        self.marks = tuple(marks)

    def post(self, message: ToPage) -> None:
        """Take note of what the page is told; a file, a link and such are no record's."""
        if isinstance(message, Hint):
            self.hint = message.text
        elif isinstance(message, Remember):
            self.remembered.append((message.name, message.value))
        else:
            self.closed = True

    def pictures(self) -> dict[str, tuple[str, ...]]:
        """Return the pictures of all parts as they are now."""
        return {part.name: self._picture(part) for part in self.scene.parts}

    def _picture(self, part: Part) -> tuple[str, ...]:
        """Return the picture of a part, drawn once for all looks that have it with the same signs."""
        _, known = self.parts.setdefault(id(part), (part, {}))
        if self.marks not in known:
            known[self.marks] = drawn(part, self.marks)
        return known[self.marks]

    def settle(self) -> None:
        """Take note of what is shown now, after an event; a board of another shape is no record's."""
        if self.told:
            with self.mode.here():
                self.scene, self.marks = self.mode.scene(), tuple(self.mode.marks())
            self.closed |= not self.scene.stands_like(self.start)

    def look(self, known: Look | None = None) -> Look | None:
        """Return what is seen after an event; nothing where nothing was told.

        `known` is what was seen when the mode came to the same state before: only its message and signs are others.
        """
        if not self.told:
            return None
        if known:
            slots = {**known.slots, "said": self.mode.message}
            return known._replace(slots=slots, pictures=self.pictures(), remember=tuple(self.remembered))
        with self.mode.here():
            slots, names = (
                {**self.mode.slots(), **captions(self.scene), "sample": self.sample},
                self.mode.names(self.scene),
            )
        pairs = zip(self.scene.parts, self.start.parts, strict=True)
        areas = {part.name: str(markup.areas(part, names)) for part, old in pairs if not part.listens_like(old)}
        return Look(slots, names, areas, self.pictures(), tuple(self.remembered))


def captions(scene: Scene) -> dict[str, str]:
    """Return the slots of the captions of a scene's parts, as a board has them."""
    return {markup.caption_slot(part): escape(part.caption) for part in scene.parts if part.caption}


def drawn(part: Part, marks: Iterable[Mark]) -> tuple[str, ...]:
    """Return the picture of a part as the shapes of its SVG."""
    return tuple(map(_drawn, picture.of_part(part, marks)))


def answer(mode: Lesson, event: Event) -> None:
    """Let a mode answer an event as its board does."""
    with mode.here():
        try:
            match event:
                case Event("press", area):
                    mode.on_press(area)
                case Event("tap", area):
                    mode.on_tap(area)
                case Event("tool", tool):
                    mode.on_tool(tool)
                case Event("over", area):
                    mode.on_hover(area or None)
                case _:
                    mode.on_back()
        except CattoolsError as error:
            mode.complain(error)


class Moment(NamedTuple):
    """A state that is still to be gone on from: its mode as it was left there, after how many events it is reached."""

    number: int
    mode: Lesson
    scene: Scene
    marks: tuple[Mark, ...]
    depth: int


class Recorder:
    """Finds out what a board answers."""

    def __init__(self, mode: Lesson) -> None:
        self.screen = _Screen(mode)
        self.screen.refresh()
        start = self.screen.look()
        assert start is not None  # noqa: S101 - it was just shown
        self.start = start
        self.states = [State()]
        self.known = {_key(mode): 0}
        self.looks: dict[int, Look] = {}
        self.later: deque[tuple[Moment, Names]] = deque()  # presses that lead nowhere, it seems
        self.open = deque([Moment(0, mode, self.screen.scene, self.screen.marks, 0)])

    def record(self) -> Record:
        """Go through all events, those of the fewest presses first."""
        mode, question = self.open[0].mode, None
        with _remembering(mode.game):
            if isinstance(mode, FindAreas):
                question = Questioner(self, self.open[0], mode).question()
            while self.open or (self.later and not self.is_full):
                if self.open:
                    self._go_on(self.open.popleft())
                else:
                    self._follow_later(*self.later.popleft())
        return Record(self.start, self.states, question)

    def _go_on(self, moment: Moment) -> None:
        """Take note of what leads on from a state, and leave the rest for later."""
        state, mode = self.states[moment.number], moment.mode
        with mode.here():
            names = mode.names(moment.scene)
            buttons = [b.id for b in mode.all_buttons() if b.ready or b.unready is not markup.nothing]
            free = moment.depth == 0 or (moment.depth < PRESSES and _is_under_way(mode))
            next_ = [*asked(mode)]
        for tool in buttons:
            if self._is_followed(moment, tool):
                self._try(moment, Event("tool", tool))
        if moment.depth < PRESSES:
            self._try(moment, Event("back"))
        if isinstance(mode, FindAreas) and not mode.done:
            if moment.depth < FAR:
                Questioner(self, moment, mode).answers(state)
            self._point(moment, None if moment.depth else names)
            return
        legal = [area for area, (_, flags) in names.items() if flags & LEGAL]
        self._press(moment, dict.fromkeys([*next_, *(legal if free else ())]), names)
        self._point(moment, legal if free else None)
        if not moment.depth:
            self._press_rest(moment, names)
        elif free or _is_at_start(mode):  # as after a hint
            self.later.append((moment, names))

    def _is_followed(self, moment: Moment, tool: str) -> bool:
        """Tell whether it is found out where a button leads: all of them at the start, later the ways back."""
        if moment.mode.example.kind in BY_BUTTONS or moment.depth < PRESSES:
            return not (self.is_full and tool in LATE)
        return moment.depth < FAR and tool in WAYS_BACK

    @property
    def is_full(self) -> bool:
        """Whether there are as many states as a record may have."""
        return len(self.states) >= STATES

    def _follow_later(self, moment: Moment, names: Names) -> None:
        """Take note of what was left for later: after all that leads on."""
        if self.states[moment.number].over is None:
            legal = [area for area, (_, flags) in names.items() if flags & LEGAL]
            self._point(moment, legal)
            self._press(moment, legal, names)
        self._press_rest(moment, names)

    def _press_rest(self, moment: Moment, names: Names) -> None:
        """Take note of what presses come to that lead nowhere; what does nothing needs no place of its own."""
        state = self.states[moment.number]
        self._press(moment, [area for area, (_, flags) in names.items() if not flags & LEGAL], names)
        state.whole = True
        for area in names:
            press = state.to.get(Event("press", area))
            if press is None:
                state.unknown.add(area)
            elif press == (moment.number, None):
                del state.to[Event("press", area)]

    def _press(self, moment: Moment, areas: Iterable[str], names: Names) -> None:
        """Take note of where presses lead, and a finger's where it is not as any other."""
        to = self.states[moment.number].to
        for area in areas:
            if self.is_full and moment.depth:
                return  # hardly any of them leads to what is known
            press, tap = Event("press", area), Event("tap", area)
            self._try(moment, press)
            if names[area][1] & LEGAL:
                self._try(moment, tap)
                if to.get(tap) == to.get(press):
                    to.pop(tap, None)

    def _try(self, moment: Moment, event: Event) -> None:
        """Take note of where an event leads, and what is then seen."""
        mode = self.answered(moment, event)
        self.note(self.states[moment.number], event, mode, moment.depth + 1)

    def note(self, state: State, event: Event, mode: Lesson, depth: int) -> None:
        """Take note of where an event has led, and of what is on the screen."""
        if self.screen.closed:
            return
        number = self.number(mode, depth)
        if number >= 0:
            look = self.screen.look(self.looks.get(number))
            state.to[event] = number, look
            if look:
                self.looks[number] = look

    def _point(self, moment: Moment, areas: Iterable[str] | None) -> None:
        """Take note of what is seen while a place is pointed at, and of what pointing takes away for good."""
        state, screen = self.states[moment.number], self.screen
        state.left = self._away(moment, self.answered(moment, Event("over")))
        bare = screen.marks
        if areas is None:
            return
        state.over = {}
        for area in areas:
            mode = self.answered(moment, Event("over", area))
            if screen.closed or screen.told or (screen.marks == bare and not screen.hint):
                continue
            state.over[area] = Over(screen.pictures() if screen.marks != bare else None, screen.hint)
            if screen.hint and state.foretold is None:
                answer(mode, Event("over"))
                state.foretold = self._away(moment, mode)

    def _away(self, moment: Moment, mode: Lesson) -> tuple[int, Look] | None:
        """Return the state after pointing, where its signs are others than before."""
        screen = self.screen
        if screen.marks == moment.marks:
            return None
        return self.number(mode, moment.depth, always=True), self.start._replace(pictures=screen.pictures())

    def answered(self, moment: Moment, event: Event) -> Lesson:
        """Return the mode of a moment after an event, and leave on the screen what it told."""
        mode = copied(moment.mode)
        self.screen.attach(mode, moment.scene, moment.marks)
        answer(mode, event)
        self.screen.settle()
        return mode

    def number(self, mode: Lesson, depth: int, *, always: bool = False) -> int:
        """Return the number of a state, a new one where it is not known; -1 where there are too many."""
        key = _key(mode)
        if key not in self.known:
            if self.is_full and not always:
                return -1
            self.known[key] = len(self.states)
            self.open.append(Moment(len(self.states), mode, self.screen.scene, self.screen.marks, depth))
            self.states.append(State())
        return self.known[key]


class Questioner:
    """Finds out what a board that asks for areas answers.

    Any number of areas can be chosen, in any order; what is then seen is put together from what each of them shows.
    """

    def __init__(self, recorder: Recorder, moment: Moment, mode: FindAreas) -> None:
        self.recorder, self.moment, self.mode = recorder, moment, mode
        self.right = answer_of(mode.example, mode.state)

    def chosen(self, areas: Iterable[str], *events: Event) -> FindAreas:
        """Return the mode after some areas were chosen, and what was done then."""
        moment, screen = self.moment, self.recorder.screen
        mode = copied(self.mode)
        screen.attach(mode, moment.scene, moment.marks)
        for event in (*(Event("press", area) for area in areas), *events):
            answer(mode, event)
        screen.settle()
        assert isinstance(mode, FindAreas)  # noqa: S101 - as it was
        return mode

    def seen(self, areas: Iterable[str], *events: Event) -> Look:
        """Return what is then seen."""
        self.chosen(areas, *events)
        look = self.recorder.screen.look()
        assert look is not None  # noqa: S101 - every press is answered here
        return look

    def question(self) -> Question:
        """Return what all states have in common."""
        start, areas, mode = self.recorder.start, [*self.recorder.start.names], self.mode
        most = min(len(areas), 2 * len(self.right) + FEW)
        counts = [self.seen(areas[:n]).slots["said"] for n in range(1, most + 1)]
        signs, why = {}, {}
        for area in areas:
            look = self.seen([area])
            missed = None
            if area not in self.right:
                missed = self.seen([area], Event("tool", "check"))
                reasons = against(mode.example, mode.state, {area})
                why[area] = [
                    (escape(str(one)), markup.rule_link(rule))
                    for one, rule in zip(reasons, mode.cited(reasons), strict=True)
                ]
            signs[area] = Sign.between(start, look, missed, area)
        changed = {name: html for name, html in look.slots.items() if html != start.slots[name] and name != "said"}
        with mode.here():
            return Question(
                signs,
                sorted(self.right),
                changed,
                counts,
                [escape(str(*miscounted(n + 1, 0))) for n in range(most)],
                [escape(str(*miscounted(0, n + 1))) for n in range(len(self.right))],
                why,
                (escape(str(text(mode.reason.sentence))), [*map(markup.rule_link, mode.rules)]),
                str(markup.message(MessageKind.REFUSE, [GAP])).split(GAP),
            )

    def answers(self, state: State) -> None:
        """Take note of what leads to another state: whatever areas are chosen, and with the right ones."""
        one = [next(iter(self.recorder.start.names))]
        ways: dict[Event, tuple[Iterable[str], *tuple[Event, ...]]] = {
            Event("none"): (one * 2,),
            Event("right"): (sorted(self.right), Event("tool", "check")),
            Event("away"): (one, Event("tool", "reset")),
            Event("back"): (one, Event("back")),
        }
        for event, way in ways.items():
            self.recorder.note(state, event, self.chosen(*way), self.moment.depth + 1)


@contextmanager
def _remembering(game: AnyGame) -> Iterator[None]:
    """Let a game answer by heart what it was asked before: many presses lead to the same few positions."""
    known = {name: getattr(game, name) for name in ("scene", "panels", "legal", "score", "setup")}
    for name, function in known.items():
        if name == "setup":
            quick = function and replace(function, read=lru_cache(BY_HEART)(function.read))
        else:
            quick = lru_cache(BY_HEART)(function)
        setattr(game, name, quick)
    try:
        yield
    finally:
        for name, function in known.items():
            setattr(game, name, function)


def copied(mode: Lesson) -> Lesson:
    """Return a mode that goes on by itself from where another is."""
    # No bot draws lots here, no game is kept.
    shared = (mode.session, mode.example, mode.display, mode.room.rng, mode.kept, mode._untouched)  # noqa: SLF001
    return copy.deepcopy(mode, {id(one): one for one in shared})


def _is_under_way(mode: Lesson) -> bool:
    """Tell whether a reader is in the middle of what a press has begun."""
    begun = mode.timeline.node is not mode.timeline.root
    return bool(mode.chosen) or (begun and mode.state.pending)


def _is_at_start(mode: Lesson) -> bool:
    """Tell whether nothing was pressed yet, or all of it was taken back."""
    begun = mode.done or mode.chosen or mode.timeline.node is not mode.timeline.root
    return not begun and mode.example.kind not in BY_BUTTONS


def asked(mode: Lesson) -> Iterator[str]:
    """Yield the areas whose presses do next what the example asks for, or try what it wants to be refused."""
    if not mode.hand.acts:
        return
    example, state, chosen = mode.example, mode.state, mode.hand.chosen
    wanted = getattr(mode.hand, "wanted", None)
    if wanted is None:
        wanted = [*example.solution, *(written for written, _ in example.refused)]
    areas = mode.scene().areas
    for written in wanted:
        try:
            presses = mode.game.presses(mode.game.read_action(written, state))
        except CattoolsError:
            continue  # not in this position
        if presses[: len(chosen)] == chosen and len(presses) > len(chosen) and presses[len(chosen)] in areas:
            yield presses[len(chosen)]


# What is the same in all states of a board, or only seen.
_SAME = {"display", "example", "game", "hand", "heading", "kept", "led", "linked_to", "message", "place", "remembers",
         "room", "saying", "session", "viewpoint", "_untouched", "by", "foretells"}  # fmt: skip


def _key(mode: Lesson) -> object:
    """Return what tells a mode's states apart: all that its answers come from."""
    timeline = mode.timeline
    own = {name: _plain(value) for one in (mode, mode.hand) for name, value in vars(one).items() if name not in _SAME}
    back = [timeline.node, *timeline._redo]  # noqa: SLF001 - two histories differ by it
    lines = tuple(tuple(str(node.action) for node in timeline.line_to(end)) for end in back)
    return lines, hash(mode.room.dealer.drawn), tuple(sorted(own.items()))


def _plain(value: Any) -> object:
    if isinstance(value, dict):
        return tuple(sorted((name, _plain(one)) for name, one in value.items()))
    if isinstance(value, set):
        return tuple(sorted(value))
    return tuple(value) if isinstance(value, list) else value
