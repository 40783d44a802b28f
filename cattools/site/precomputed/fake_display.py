"""A display for a mode whose answers are precomputed: it sends events to the mode and collects the output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from cattools.core.display.scene import Mark, MarkKind, Part, Scene, Shape
from cattools.core.errors import CattoolsError
from cattools.render import draw_list, svg
from cattools.render.animation import Motion
from cattools.site.precomputed.copies import independent
from cattools.site.precomputed.model import InputEvent, Look
from cattools.widgets import markup
from cattools.widgets.modes.examples.base import ExampleMode
from cattools.widgets.modes.practice.practice import Practice
from cattools.widgets.protocol import Hint, Names, Remember, Repeated, ToPage

Explorable: TypeAlias = ExampleMode | Practice


def question_of(mode: Explorable) -> ExampleMode:
    """Return the mode itself, or the question that practice mode shows."""
    return mode.inner if isinstance(mode, Practice) else mode


@lru_cache(100_000)
def _drawn(shape: Shape) -> str:
    return svg.shape(shape, "")


class FakeDisplay:
    """The display of a mode: collects the output for the page after one event.

    `closed` is set if part of that output cannot be precomputed.
    """

    is_seen = moves = False

    def __init__(self, mode: Explorable) -> None:
        self.parts: dict[int, tuple[Part, set[str], dict[tuple[Mark, ...], tuple[str, ...]]]] = {}
        self.start = self.scene = mode.scene()
        self.attach(mode, self.scene, tuple(mode.marks()))

    def attach(self, mode: Explorable, scene: Scene, marks: Sequence[Mark]) -> None:
        """Show a mode with its scene and marks, and clear the collected output."""
        self.mode, self.scene, self.marks = mode, scene, tuple(marks)
        mode.display = self
        self.redrawn = False
        self.hint = ""
        self.remembered: list[tuple[str, str]] = []
        self.closed = False

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:  # noqa: ARG002 - no animation here
        """Record that the whole board is redrawn; a pause before the mode continues by itself cannot be precomputed.

        In practice mode a pause is allowed: nothing visible happens while the reader reads the answer.
        """
        self.redrawn, self.hint = True, ""
        self.closed |= bool(pause) and not isinstance(self.mode, Practice)

    def go_on_in(self, pause: float) -> None:  # noqa: ARG002 - no page is waiting
        """Record that the mode continues by itself, which cannot be precomputed."""
        self.closed = True

    def update_head(self) -> None:
        """Update only the heading."""

    def update_text(self) -> None:
        """Record that text has changed without an event, which cannot be precomputed."""
        self.closed = True

    rerender = update_text

    def prepare(self, scene: Scene, names: Names) -> None:
        """Do nothing: no page is waiting."""

    def point(self, marks: Sequence[Mark]) -> None:
        """Record the new marks."""
        self.marks = tuple(marks)

    def post(self, message: ToPage) -> None:
        """Record a message to the page; messages such as a file or a link cannot be precomputed.

        The data that practice mode stores contains a time, so it is not recorded: Python stores it once it has loaded.
        """
        if isinstance(message, Hint):
            self.hint = message.text
        elif isinstance(message, Remember):
            if not isinstance(self.mode, Practice):
                self.remembered.append((message.name, message.value))
        elif not isinstance(message, Repeated):  # the page notices by itself that an answer changes nothing
            self.closed = True

    def pictures(self) -> dict[str, tuple[str, ...]]:
        """Return the current pictures of all parts."""
        return {part.name: self._picture(part) for part in self.scene.parts}

    def _picture(self, part: Part) -> tuple[str, ...]:
        """Return the picture of a part, cached by part and marks."""
        _, areas, known = self.parts.get(id(part)) or self.parts.setdefault(id(part), (part, {*part.areas}, {}))
        # A scored mark anywhere veils every part; other marks change only the part that they are on.
        marks = tuple(m for m in self.marks if m.area in areas or m.kind == MarkKind.SCORE)
        if marks not in known:
            known[marks] = drawn(part, marks)
        return known[marks]

    def settle(self) -> None:
        """Update scene and marks after an event; a board with another layout cannot be precomputed."""
        if self.redrawn:
            with self.mode.here():
                self.scene, self.marks = self.mode.scene(), tuple(self.mode.marks())
            self.closed |= not self.scene.stands_like(self.start)

    def look(self, known: Look | None = None) -> Look | None:
        """Return the look after an event, or None if nothing has changed.

        `known` is an earlier look of the same state, which can differ only in its message and marks.
        """
        if not self.redrawn:
            return None
        if known:
            slots = {**known.slots, "status": question_of(self.mode).message}
            return known._replace(slots=slots, pictures=self.pictures(), remember=tuple(self.remembered))
        return self.new_look()

    def new_look(self, slots: Mapping[str, str] | None = None) -> Look:
        """Return the look of a state; `slots` are its slots, if they are known or not needed."""
        with self.mode.here():
            slots, names = slots or self._slots(), self.mode.names(self.scene)
        pairs = zip(self.scene.parts, self.start.parts, strict=True)
        areas = {part.name: str(markup.areas(part, names)) for part, old in pairs if not part.listens_like(old)}
        return Look(slots, names, areas, self.pictures(), tuple(self.remembered))

    def _slots(self) -> dict[str, str]:
        sample = markup.sample(self.mode.sample(), self.scene)
        return {**self.mode.slots(), **markup.captions(self.scene), "sample": sample}


# Cached by identity, because comparing the shapes of a whole board takes longer than drawing them.
_GROUNDS: dict[int, tuple[Sequence[Shape], tuple[str, ...]]] = {}


def _ground(part: Part) -> tuple[str, ...]:
    if id(part.ground) not in _GROUNDS:
        _GROUNDS[id(part.ground)] = part.ground, tuple(map(_drawn, part.ground))
    return _GROUNDS[id(part.ground)][1]


def drawn(part: Part, marks: Iterable[Mark]) -> tuple[str, ...]:
    """Return the picture of a part as the shapes of its SVG."""
    return (*_ground(part), *map(_drawn, draw_list.above_ground(part, marks)))


def send_event(mode: Explorable, event: InputEvent) -> None:
    """Pass an event to a mode as its board does."""
    with mode.here():
        try:
            match event:
                case InputEvent("press", area):
                    mode.on_press(area)
                case InputEvent("tap", area):
                    mode.on_tap(area)
                case InputEvent("tool", tool):
                    mode.on_tool(tool)
                case InputEvent("over", area):
                    mode.on_hover(area or None)
                case _:
                    mode.on_back()
        except CattoolsError as error:
            mode.complain(error)


class PendingState(NamedTuple):
    """A state still to be explored: its mode, scene and marks, and the number of events that led to it."""

    number: int
    mode: Explorable
    scene: Scene
    marks: tuple[Mark, ...]
    depth: int


def copied(mode: Explorable) -> Explorable:
    """Return an independent copy of a mode."""
    asked = question_of(mode)
    # Shared, not copied: no bot plays here, and no game is saved.
    shared: list[object] = [mode.context, mode.display, mode.game, mode.kept]
    shared += [asked.example, asked.session.rng, asked.kept, asked._untouched]  # noqa: SLF001
    if isinstance(mode, Practice):
        shared.append(mode.chance)
    return independent(mode, shared)
