"""What a record of a board is: its states, where each event leads from them, and what is then seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from cattools.widgets.protocol import Names

Pictures: TypeAlias = Mapping[str, tuple[str, ...]]  # part -> its shapes as SVG, the lowest first


class Event(NamedTuple):
    """What a reader does: a `press` or a `tap` (a finger's) on an area, a `tool`'s button, or `back` (Escape)."""

    kind: str
    what: str = ""


class Look(NamedTuple):
    """What a reader sees of a board, and what its page was told to remember on the way there."""

    slots: Mapping[str, str]
    names: Names
    areas: Mapping[str, str]  # of the parts where other places can be pressed than at the start: the markup
    pictures: Pictures
    remember: tuple[tuple[str, str], ...] = ()


class Over(NamedTuple):
    """What is seen while a place is pointed at: the pictures, if they change, and what a press would bring."""

    pictures: Pictures | None
    hint: str


@dataclass
class State:
    """What a board has been brought into: for each event the number of the next state, and what is then seen.

    Nothing is seen where nothing changes. `whole`: an area is not among the events if a press there does nothing; those
    of which nothing is known are among the `unknown`. `over` is None where it is not known what pointing shows; a place
    is not in it where that is nothing. `left` is the number of the state after anything was pointed at, and what is
    seen in it then, where that is another; `foretold` the same after a place where a press was foretold.
    """

    to: dict[Event, tuple[int, Look | None]] = field(default_factory=dict)
    over: dict[str, Over] | None = None
    left: tuple[int, Look] | None = None
    foretold: tuple[int, Look] | None = None
    whole: bool = False
    unknown: set[str] = field(default_factory=set)


class Record(NamedTuple):
    """What a board answers: how it looks at the start, and its states, the first of which is the start.

    `question` is what the states of a board that asks for areas have in common.
    """

    start: Look
    states: list[State]
    question: Question | None = None


class SignsError(ValueError):
    """What chosen areas show cannot be put together; says of which."""


class Sign(NamedTuple):
    """What one chosen area changes: its name and flags, shapes of its part that lie elsewhere, and signs above all.

    `missed` are the signs above them where it was wrong to choose it.
    """

    name: tuple[str, int]
    part: str
    moved: Mapping[int, str]
    above: tuple[str, ...]
    missed: tuple[str, ...]

    @classmethod
    def between(cls, start: Look, look: Look, missed: Look | None, area: str, told: Look) -> Sign:
        """Return what differs; `told` is seen where a wrong answer is told and this area is none of it.

        Raises `SignsError` for a board whose signs cannot be put together.
        """
        parts = [name for name, shapes in look.pictures.items() if shapes != start.pictures[name]]
        if len(parts) != 1 or look.areas:
            raise SignsError(f"choosing {area} was expected to change one part, found {parts}")
        (part,) = parts
        before, after = start.pictures[part], look.pictures[part]
        moved = {n: new for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new}
        above: tuple[str, ...] = ()
        if missed is not None:
            known = told.pictures[part]
            above = missed.pictures[part][len(known) :]
            if missed.pictures != {**told.pictures, part: (*known, *above)}:
                raise SignsError(f"the sign of a wrong {area} was expected above all others")
        return cls(look.names[area], part, moved, after[len(before) :], above)


Reason: TypeAlias = tuple[str, str]  # a sentence, and the link to its rule


class Verdict(NamedTuple):
    """How a board that asks for areas says what is wrong: how many areas, up to `most` reasons, what is then played."""

    message: Sequence[str]  # what stands before and after these words
    against: Mapping[str, Sequence[Reason]]  # told of an area that is wrong, or missing
    brings: Mapping[str, Sequence[Reason]] = MappingProxyType({})  # after them of those that are missing, if none all
    most: int = 0
    said: Sequence[str] = ()  # before any reasons
    otherwise: tuple[Sequence[str], Sequence[str]] = ((), ())  # sentences and links where there are no reasons
    then: Sequence[str] = ()  # after all
    links: Sequence[str] = ()  # after those of the reasons
    wrong: Sequence[str] = ()  # said of one wrong area, two, …
    missing: Sequence[str] = ()


class Question(NamedTuple):
    """What a board that asks for areas shows for any of them, and how it says what is wrong."""

    signs: Mapping[str, Sign]
    right: Sequence[str]
    slots: Mapping[str, str]  # that are otherwise when anything is chosen
    counts: Sequence[str]  # what is said when one is chosen, two, …
    verdict: Verdict
