"""What a table needs to count a game played without this book: what can be laid where, what lacks, what is odd.

A game gives one `Sheet`; the scorer (`widgets/modes/editor/scorer.py`) shows it. A position on the sheet is a state
like any other, over, and perhaps not finished: things are put on it and taken away without being played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from cattools.core.display.scene import Scene
from cattools.core.errors import OptionError, shorten
from cattools.core.messages import N_, Text, text
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.core.score import Line

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Field:
    """Something the players tell that lies on no cell: its name, its words, what it may be, and what it is.

    Without choices it is a number up to `most`, and nothing written is 0; with a `pattern` it is words as `sample`.
    """

    name: str
    title: Text
    choices: tuple[tuple[str, Text], ...]
    value: str
    most: int = 0
    pattern: str = ""
    sample: str = ""

    def __contains__(self, value: str) -> bool:
        """Return whether it may be this."""
        if self.pattern:
            return not value or re.fullmatch(self.pattern, value) is not None
        if self.choices:
            return value in dict(self.choices)
        return not value or (value.isascii() and value.isdigit() and len(value) < 5 and int(value) <= self.most)

    @property
    def expected(self) -> Text:
        """What it may be, in words."""
        if self.choices:
            return text(N_("one of {known}"), known=", ".join(dict(self.choices)))
        if self.pattern:
            return text(N_("words as in {sample}"), sample=self.sample)
        return text(N_("a number from 0 to {most}"), most=self.most)


def read_fields(fields: Iterable[Field], values: Mapping[str, str]) -> dict[str, str]:
    """Return what was told of each field, else what it is. Raises `OptionError`."""
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
class Sheet(Generic[S]):
    """How a game is entered and counted at its end.

    `palette` names the areas of what can be laid, `options` the options that matter at the end. `scene(state, seat)`
    shows the palette and what lies before one seat. `put(state, seat, what, area)` and `take(state, seat, area)` give
    the next position; both raise `IllegalAction` with the rule that forbids it. `fields` and `choose(state, values)`
    are what lies on no cell. `blank(options)` is empty, `again(state, options)` carries over what lies there.
    `read(text, options)` reads a position, finished or not; `str` writes it. `lines(state)` is the score with every
    check, `missing` what is still to be entered, `doubts` what cannot have come about by the rules, `result` how the
    winner is found, each with its rule. `shared` says that all seats look at the same board. `also` are other ways to
    write an area, `fill` is a button's words with what it enters by itself, `asks(state)` is where more than was
    entered would be right too, so that only the players know.
    `cleared(state)` is empty again where the table keeps something of what was told: else it is blank.
    """

    palette: tuple[str, ...]
    options: tuple[str, ...]
    blank: Callable[[Options], S]
    again: Callable[[S, Options], S]
    read: Callable[[str, Options], S]
    scene: Callable[[S, int], Scene]
    put: Callable[[S, int, str, str], S]
    take: Callable[[S, int, str], S]
    fields: Callable[[S], tuple[Field, ...]]
    choose: Callable[[S, Mapping[str, str]], S]
    lines: Callable[[S], tuple[Line, ...]]
    missing: Callable[[S], tuple[Text, ...]]
    doubts: Callable[[S], tuple[Refusal, ...]]
    result: Callable[[S], tuple[Refusal, ...]]
    shared: bool = False
    also: Mapping[str, str] = field(default_factory=dict)
    fill: tuple[str, Callable[[S], S]] | None = None
    asks: Callable[[S], tuple[Refusal, ...]] = lambda _: ()
    cleared: Callable[[S], S] | None = None

    def choosing(self, options: Options) -> Options:
        """Return those options that matter at the end of a game, the others as usual."""
        return options.only(self.options)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something told of one seat: the field's name, what it is called, what is known, whether it is a number."""

    name: str
    title: Text
    value: str = ""
    number: bool = True


@dataclass(frozen=True, slots=True)
class RoundForm:
    """What is told of a round that is over: a row of entries a seat, a note, and what belongs to no seat."""

    rows: tuple[tuple[Entry, ...], ...]
    note: Text
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Rounds:
    """A score sheet: for each round that is over what each seat got, in words, and the totals."""

    caption: Text
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]


AnySheet: TypeAlias = Sheet[Any]  # where it does not matter of which game
