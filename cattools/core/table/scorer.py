"""What the scorer needs to know about a game: what can go where, what is missing, and what is implausible.

The scorer (`widgets/modes/editor/scorer.py`) counts games played without this book; each game provides one `ScorerSpec`
for it. A position in the scorer is a state like any other, at the end of a game but perhaps incomplete: pieces are put
on the board and taken off it without being played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from cattools.core.display.scene import Scene
from cattools.core.errors import OptionError, shorten
from cattools.core.messages import N_, Text, commas, text
from cattools.core.notation.parsing import typed_name
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.score import Line

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Field:
    """A value that the players enter and that belongs to no cell: its name, title, allowed values, and current value.

    A field without choices is a number up to `most`, and empty input counts as 0; a field with a `pattern` is a text
    such as `sample`.
    """

    name: str
    title: Text
    choices: tuple[tuple[str, Text], ...]
    value: str
    most: int = 0
    pattern: str = ""
    sample: str = ""

    def __contains__(self, value: str) -> bool:
        """Return whether a value is allowed."""
        if self.pattern:
            return not value or re.fullmatch(self.pattern, value) is not None
        if self.choices:
            return value in dict(self.choices)
        return not value or (value.isascii() and value.isdigit() and len(value) < 5 and int(value) <= self.most)

    def meant(self, value: str) -> str:
        """Return the allowed value that a typed one means: itself, or the one that readers see under this name."""
        if value in self:
            return value
        return next((known for known, name in self.choices if typed_name(name) == typed_name(value)), value)

    @property
    def expected(self) -> Text:
        """The allowed values, in words."""
        if self.choices:
            return text(N_("one of {known}"), known=commas(dict(self.choices)))
        if self.pattern:
            return text(N_("a text such as {sample}"), sample=self.sample)
        return text(N_("a number from 0 to {most}"), most=self.most)


def read_fields(fields: Iterable[Field], values: Mapping[str, str]) -> dict[str, str]:
    """Return the entered value of each field, or else its current value. Raises `OptionError`."""
    found = {}
    for one in fields:
        value = values.get(one.name, one.value)
        if value not in one:
            raise OptionError(
                text(
                    N_("expected {name} to be {expected}, found {value}"),
                    name=one.name,
                    expected=one.expected,
                    value=shorten(value),
                )
            )
        found[one.name] = value
    return found


@dataclass(frozen=True, slots=True)
class ScorerSpec(Generic[S]):
    """How the end of a game is entered and scored.

    `palette` names the areas of the items that can be placed, and `options` the options that matter at the end.
    `scene(state, seat)` shows the palette and what is in front of one seat. `put(state, seat, what, area)` and
    `take(state, seat, area)` return the next position; both raise `IllegalAction` with the rule that forbids it.
    `fields` are the values that are not on a cell; `with_values(state, values)` sets them. `blank(options)` returns an
    empty sheet, and `fitting(state, options)` copies the contents of a sheet to one with other options.
    `read(text, options)` reads a position, complete or not; `str` writes it. `lines(state)` returns the score lines as
    the scorer shows them, `missing` what is still to be entered, and, each with its rule, `problems` what cannot have
    happened and `result` how the winner is determined. `shared` is set if all seats see the same board.
    `also` maps other notations of areas to their ids. `fill` is a button's label and the function that it calls
    to fill in entries. `asks(state)` returns questions about entries that could also have another value; only the
    players know which is right. `cleared(state)` empties a sheet but keeps some of the entered values; if it is None,
    `blank` is used.
    """

    palette: tuple[str, ...]
    options: tuple[str, ...]
    blank: Callable[[Options], S]
    fitting: Callable[[S, Options], S]
    read: Callable[[str, Options], S]
    scene: Callable[[S, int], Scene]
    put: Callable[[S, int, str, str], S]
    take: Callable[[S, int, str], S]
    fields: Callable[[S], tuple[Field, ...]]
    with_values: Callable[[S, Mapping[str, str]], S]
    lines: Callable[[S], tuple[Line, ...]]
    missing: Callable[[S], tuple[Text, ...]]
    problems: Callable[[S], tuple[Refusal, ...]]
    result: Callable[[S], tuple[Refusal, ...]]
    shared: bool = False
    also: Mapping[str, str] = field(default_factory=dict)
    fill: tuple[str, Callable[[S], S]] | None = None
    asks: Callable[[S], tuple[Refusal, ...]] = lambda _: ()
    cleared: Callable[[S], S] | None = None

    def choosing(self, options: Options) -> Options:
        """Return the options that matter at the end of a game as chosen, and all others at their defaults."""
        return options.only(self.options)

    def emptied(self, state: Any) -> S:
        """Return an empty position for the same game."""
        return self.cleared(state) if self.cleared else self.blank(state.options)


@dataclass(frozen=True, slots=True)
class Entry:
    """One value entered for one seat: the field's name, its title, the known value, and whether it is a number."""

    name: str
    title: Text
    value: str = ""
    number: bool = True


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form for a finished round: one row of entries per seat, a note, and the fields that belong to no seat."""

    rows: tuple[tuple[Entry, ...], ...]
    note: Text
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Rounds:
    """A score sheet: each seat's result in every finished round, as text, and the totals."""

    caption: Text
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]


AnyScorerSpec: TypeAlias = ScorerSpec[Any]  # for code that works with any game
