"""A mode while it is recorded: what it is shown on, how it is asked, and what its page would be told."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple, TypeAlias

from cattools.core.display.scene import Mark, Part, Scene, Shape
from cattools.core.errors import CattoolsError
from cattools.render import draw_list, svg
from cattools.render.animation import Motion
from cattools.site.precomputed.model import Event, Look
from cattools.widgets import markup
from cattools.widgets.modes.examples.base import Lesson
from cattools.widgets.modes.practice.practice import Practice
from cattools.widgets.protocol import Hint, Names, Remember, ToPage

Recordable: TypeAlias = Lesson | Practice


def question_of(mode: Recordable) -> Lesson:
    """Return what a mode asks: itself, or the question that practice has on its board."""
    return mode.inner if isinstance(mode, Practice) else mode


@lru_cache(100_000)
def _drawn(shape: Shape) -> str:
    return svg.shape(shape, "")


class Screen:
    """Where a mode is shown while it is recorded: what its page would be told of one event.

    `closed`: it was told what no record can hold.
    """

    is_seen = moves = False

    def __init__(self, mode: Recordable) -> None:
        self.parts: dict[int, tuple[Part, dict[tuple[Mark, ...], tuple[str, ...]]]] = {}
        self.start = self.scene = mode.scene()
        with mode.here():  # it stays while the board has this shape
            self.sample = markup.sample(mode.sample() or next(iter(self.scene.areas), ""))
        self.attach(mode, self.scene, tuple(mode.marks()))

    def attach(self, mode: Recordable, scene: Scene, marks: Sequence[Mark]) -> None:
        """Show a mode as it was left, and forget what was told."""
        self.mode, self.scene, self.marks = mode, scene, tuple(marks)
        mode.display = self
        self.told = False
        self.hint = ""
        self.remembered: list[tuple[str, str]] = []
        self.closed = False

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:  # noqa: ARG002 - nothing moves here
        """Take note that everything is shown anew; what goes on by itself is no record's.

        While an answer of practice is read nothing goes on that is seen.
        """
        self.told, self.hint = True, ""
        self.closed |= bool(pause) and not isinstance(self.mode, Practice)

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
        """Take note of what the page is told; a file, a link and such are no record's.

        What practice has kept tells when it was: Python has it kept, in the reader's time.
        """
        if isinstance(message, Hint):
            self.hint = message.text
        elif isinstance(message, Remember):
            if not isinstance(self.mode, Practice):
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
            slots = {**known.slots, "said": question_of(self.mode).message}
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
    return tuple(map(_drawn, draw_list.of_part(part, marks)))


def answer(mode: Recordable, event: Event) -> None:
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
    mode: Recordable
    scene: Scene
    marks: tuple[Mark, ...]
    depth: int


def copied(mode: Recordable) -> Recordable:
    """Return a mode that goes on by itself from where another is."""
    asked = question_of(mode)
    # No bot draws lots here, no game is kept.
    shared: list[object] = [mode.session, mode.display, mode.game, mode.kept]
    shared += [asked.example, asked.room.rng, asked.kept, asked._untouched]  # noqa: SLF001
    if isinstance(mode, Practice):
        shared.append(mode.chance)
    return copy.deepcopy(mode, {id(one): one for one in shared})
