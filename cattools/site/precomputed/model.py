"""The data model of a board's precomputed answers: its states, and for each event the next state and look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from cattools.widgets.protocol import Names

Pictures: TypeAlias = Mapping[str, tuple[str, ...]]  # part -> its shapes as SVG, bottom first


class InputEvent(NamedTuple):
    """An input event: `press`, `tap` (by touch) or `over` (hover) on an area, a `tool` button, or `back` (Escape)."""

    kind: str
    what: str = ""


class Look(NamedTuple):
    """The visible content of a board, and the data that the page must store after the event that led to it."""

    slots: Mapping[str, str]
    names: Names
    areas: Mapping[str, str]  # part -> markup, for parts whose pressable areas differ from the start
    pictures: Pictures
    remember: tuple[tuple[str, str], ...] = ()


class Over(NamedTuple):
    """The effect of hovering over an area: the pictures, if they change, and the preview of a press."""

    pictures: Pictures | None
    hint: str


@dataclass
class State:
    """A state of a board: for each event the number of the next state, and its look or None if nothing changes.

    If `whole`, all presses have been explored: pressing an area that is in neither `to` nor `unknown` does nothing.
    `over` is None if hovering has not been explored; hovering over an area that is not in it shows nothing. `left` is
    the number and look of the state after the pointer has moved over an area and off it again, if that changes the
    marks; `left_preview` is the same for an area that shows a preview.
    """

    to: dict[InputEvent, tuple[int, Look | None]] = field(default_factory=dict)
    over: dict[str, Over] | None = None
    left: tuple[int, Look] | None = None
    left_preview: tuple[int, Look] | None = None
    whole: bool = False
    unknown: set[str] = field(default_factory=set)


class AnswerTree(NamedTuple):
    """A board's precomputed answers: its look at the start, and its states, the first of which is the start.

    `question` holds the data that all states share, if the board asks for areas.
    """

    start: Look
    states: list[State]
    question: Question | None = None


class MarksError(ValueError):
    """The look of several chosen areas cannot be composed from their marks; the message names the area."""


class AreaChange(NamedTuple):
    """The change that choosing one area makes: the area's name and flags, replaced shapes, and marks on top.

    `part` is the part that contains the area. `missed` holds the marks that a wrong answer adds on top, if the area is
    wrong.
    """

    name: tuple[str, int]
    part: str
    moved: Mapping[int, str]
    above: tuple[str, ...]
    missed: tuple[str, ...]

    @classmethod
    def between(cls, start: Look, look: Look, missed: Look | None, area: str, baseline: Look) -> AreaChange:
        """Return the change from `start` to `look`, the look with `area` chosen.

        `missed` is the look after the wrong answer `area`, `baseline` the look after a wrong answer without `area`.
        Raises `MarksError` if the marks cannot be composed.
        """
        parts = [name for name, shapes in look.pictures.items() if shapes != start.pictures[name]]
        if len(parts) != 1 or look.areas:
            raise MarksError(f"expected choosing {area} to change one part, found {parts}")
        (part,) = parts
        before, after = start.pictures[part], look.pictures[part]
        moved = {n: new for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new}
        above: tuple[str, ...] = ()
        if missed is not None:
            known = baseline.pictures[part]
            above = missed.pictures[part][len(known) :]
            if missed.pictures != {**baseline.pictures, part: (*known, *above)}:
                raise MarksError(f"expected the mark of a wrong {area} to be above all others")
        return cls(look.names[area], part, moved, after[len(before) :], above)


Reason: TypeAlias = tuple[str, str]  # a sentence, and the link to its rule


class Verdict(NamedTuple):
    """The message after a wrong answer: the number of wrong areas, up to `most` reasons, and the actions played."""

    message: Sequence[str]  # the markup before and after the sentences
    against: Mapping[str, Sequence[Reason]]  # area -> why it is wrong to choose it, or to leave it out
    # area -> reasons, which are used for the missing areas or, if no area is missing, for all right areas
    brings: Mapping[str, Sequence[Reason]] = MappingProxyType({})
    most: int = 0
    said: Sequence[str] = ()  # sentences before the reasons
    otherwise: tuple[Sequence[str], Sequence[str]] = ((), ())  # sentences and links if there are no reasons
    then: Sequence[str] = ()  # sentences at the end
    links: Sequence[str] = ()  # links after the links of the reasons
    wrong: Sequence[str] = ()  # the sentence for one wrong area, for two wrong areas, …
    missing: Sequence[str] = ()  # the sentence for one missing area, for two missing areas, …


class Question(NamedTuple):
    """The data of a board that asks for areas: the marks for each area, and the message after a wrong answer."""

    marks: Mapping[str, AreaChange]
    right: Sequence[str]
    slots: Mapping[str, str]  # the slots that differ once an area is chosen
    counts: Sequence[str]  # the message for one chosen area, for two chosen areas, …
    verdict: Verdict
