"""Declared position formats: a line of parts in a fixed order, then words such as `turn=3` that are often left out.

    POSITION = PositionFormat(
        {"board": rows(grid, "rbc"), "mover": choice(("red", "blue")), "hands": each(2, number(16), "-")},
        {"turn": number(), "scared": cells(grid), "passed": flag()},
    )

A format reads such a line into one value for each part, checks it, and writes it again. Where the values of a part
depend on the options, its arguments are functions of the options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cattools.core.errors import NotationError, PositionError
from cattools.core.grid import Grid, bits, mask
from cattools.core.messages import N_, commas, text
from cattools.core.notation.parsing import POSITION, limited, read_rows, read_words, too_short, write_rows
from cattools.core.options import Options

EMPTY = "-"  # a hand without cards
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a position: how its value is read and written.

    `default` is the value of a word that is left out; a `bare` word is only a name. `kind` and `of` are the name and
    the arguments of the function that made the part, from which `core.table.format_editor` makes an editor.
    """

    read: Callable[[str, Options], Any]
    write: Callable[[Any, Options], str]
    default: Any = None
    bare: bool = False
    kind: str = ""
    of: tuple[Any, ...] = ()


def under(options: Options, given: T | Callable[[Options], T]) -> T:
    """Return an argument of a part, which can be a function of the options."""
    return given(options) if callable(given) else given


def choice(names: Sequence[str] | Callable[[Options], Sequence[str]]) -> Part:
    """Return the part that is one of these names; its value is the index of the name."""

    def read(written: str, options: Options) -> int:
        known = under(options, names)
        if written not in known:
            raise NotationError(text(N_("one of {known}"), known=commas(known)), written)
        return known.index(written)

    return Part(read, lambda value, options: under(options, names)[value], 0, kind="choice", of=(names,))


def word(known: Sequence[str] | Callable[[Options], Sequence[str]]) -> Part:
    """Return the part that is one of these words, such as the name of a card; its value is the word, or "" if left out.

    `several(word(CARDS), none=EMPTY)` is a hand of cards whose names have several characters.
    """

    def read(written: str, options: Options) -> str:
        choice(known).read(written, options)
        return written

    return Part(read, lambda value, _: str(value), "", kind="word", of=(known,))


def number(most: int | Callable[[Options], int] = 99_999, least: int = 0) -> Part:
    """Return the part that is a whole number from `least` to `most`."""

    def read(written: str, options: Options) -> int:
        limit = under(options, most)
        if not (re.fullmatch("[0-9]{1,5}|-[1-9][0-9]{0,4}", written) and least <= int(written) <= limit):
            raise NotationError(text(N_("a number from {least} to {most}"), least=least, most=limit), written)
        return int(written)

    return Part(read, lambda value, _: str(value), 0, kind="number", of=(most,))


def flag() -> Part:
    """Return the word that is true if it is there."""
    return Part(lambda *_: True, lambda *_: "", default=False, bare=True, kind="flag")


def cells(grid: Callable[[Options], Grid]) -> Part:
    """Return the part that lists cells of a board, with commas between them; its value is their mask."""
    return Part(lambda written, o: grid(o).cells(written), lambda value, o: grid(o).named(value), 0, kind="cells")


def cell(grid: Callable[[Options], Grid]) -> Part:
    """Return the part that names one cell of a board; its value is the index of the cell."""
    return Part(lambda written, o: grid(o).cell(written), lambda value, o: grid(o).names[value], kind="cell")


def rows(grid: Callable[[Options], Grid], signs: str | Callable[[Options], str]) -> Part:
    """Return the part that is a board row by row, as in `3r2/6`; its value is a mask of cells for each sign."""

    def read(written: str, options: Options) -> tuple[int, ...]:
        known = under(options, signs)
        found = read_rows(grid(options), written, known)
        return tuple(mask(at for at, there in enumerate(found) if there == sign) for sign in known)

    def write(value: Sequence[int], options: Options) -> str:
        masks = zip(under(options, signs)[::-1], value[::-1], strict=True)
        there = {at: sign for sign, own in masks for at in bits(own)}
        return write_rows(grid(options), lambda at: there.get(at, ""))

    return Part(read, write, kind="rows", of=(grid, signs))


def each(count: int | Callable[[Options], int], part: Part, between: str = "/") -> Part:
    """Return the part that has a value for each of `count` seats, separated by `between`."""

    def read(written: str, options: Options) -> tuple[Any, ...]:
        found, due = written.split(between), under(options, count)
        if len(found) != due:
            raise NotationError(text(N_("{n} parts with {sign} between them"), n=due, sign=between), written)
        return tuple(part.read(one, options) for one in found)

    return Part(
        read,
        lambda value, options: between.join(part.write(one, options) for one in value),
        kind="each",
        of=(count, part),
    )


def several(part: Part, between: str = ",", none: str = "") -> Part:
    """Return the part that has any number of values, separated by `between`, or is `none` if it has no value."""
    return Part(
        lambda written, options: tuple(part.read(one, options) for one in written.split(between) if written != none),
        lambda value, options: between.join(part.write(one, options) for one in value) or none,
        (),
    )


def pair(first: Part, second: Part, between: str = ":") -> Part:
    """Return the part that has two values, separated by `between`."""

    def read(written: str, options: Options) -> tuple[Any, Any]:
        one, sign, other = written.partition(between)
        if not sign:
            raise NotationError(text(N_("two parts with {sign} between them"), sign=between), written)
        return first.read(one, options), second.read(other, options)

    return Part(read, lambda value, o: f"{first.write(value[0], o)}{between}{second.write(value[1], o)}")


def maybe(part: Part, nothing: object = 0) -> Part:
    """Return the part that can also be `-`, meaning nothing yet. Its value is then `nothing`.

    `nothing` is a value that the part never has: None for a cell, because 0 is the first cell.
    """

    def read(written: str, options: Options) -> Any:
        try:
            return nothing if written == EMPTY else part.read(written, options)
        except NotationError as error:
            raise NotationError(text(N_("{expected}, or -"), expected=error.expected), error.found) from None

    return Part(read, lambda value, options: EMPTY if value == nothing else part.write(value, options), nothing)


def subset(letters: str | Callable[[Options], str]) -> Part:
    """Return the part that lists some of these letters in their order, or is `-`; its value is a mask of them."""

    def write(value: int, options: Options) -> str:
        return "".join(under(options, letters)[at] for at in bits(value)) or EMPTY

    def read(written: str, options: Options) -> int:
        known = under(options, letters)
        value = mask(at for at, letter in enumerate(known) if letter in written)
        if write(value, options) != written:
            raise NotationError(text(N_("letters of {known} in this order, or -"), known=known), written)
        return value

    return Part(read, write, 0)


def changed(part: Part, made: Callable[[Any], Any], written: Callable[[Any], Any]) -> Part:
    """Return a part with another value: `made` converts the part's own value to it; `written` converts it back."""
    return replace(
        part,
        read=lambda word, options: made(part.read(word, options)),
        write=lambda value, options: part.write(written(value), options),
    )


def cards(kinds: str | Callable[[Options], str], most: int = 99) -> Part:
    """Return the part that is a hand of cards, each one of the letters `kinds`; its value is a sorted string.

    `-` is an empty hand.
    """

    def read(written: str, options: Options) -> str:
        known, held = under(options, kinds), "" if written == EMPTY else written
        if len(held) > most or not set(held) <= set(known):
            raise NotationError(text(N_("up to {most} cards out of {kinds}, or -"), most=most, kinds=known), written)
        return "".join(sorted(held))

    return Part(read, lambda value, _: value or EMPTY, "", kind="cards", of=(kinds, most))


def _read(part: Part, word: str, options: Options, sentence: str, name: str) -> Any:
    """Return the value of a part. Raises `NotationError`, which names the part if it is not a `PositionError`."""
    try:
        return part.read(word, options)
    except PositionError:
        raise
    except NotationError as error:
        raise NotationError(text(sentence, name=name, expected=error.expected), error.found) from None


class PositionFormat:
    """The notation of a game's positions: the parts that are always there, by name, and the words that can follow."""

    def __init__(self, parts: Mapping[str, Part], words: Mapping[str, Part] | None = None) -> None:
        self.parts, self.words = parts, words or {}
        self._known = [name if part.bare else f"{name}=" for name, part in self.words.items()]

    @property
    def names(self) -> list[str]:
        """The names of the parts, then of the words."""
        return [*self.parts, *self.words]

    def read(self, written: str, options: Options) -> list[Any]:
        """Return the values of the parts, then of the words. Raises `NotationError` naming the part that does not fit.

        The value of a word that is left out is its default.
        """
        found = limited(written, POSITION).split()
        if len(found) < len(self.parts):
            raise too_short([*self.parts], found)
        values = []
        for (name, part), word in zip(self.parts.items(), found, strict=False):
            values.append(_read(part, word, options, N_("{name}: {expected}"), name))
        words = read_words(found[len(self.parts) :], self._known)
        for name, part in self.words.items():
            if name in words:
                values.append(_read(part, words[name], options, N_("{name}= and {expected}"), name))
            else:
                values.append(part.default)
        return values

    def write(self, options: Options, *values: Any) -> str:
        """Return the position with these values of the parts, then of the words, as one line.

        Words with their default value are left out.
        """
        named = [*self.parts.items(), *self.words.items()]
        found = []
        for (name, part), value in zip(named, values, strict=True):
            if name in self.parts:
                found.append(part.write(value, options))
            elif value != part.default:
                found.append(name if part.bare else f"{name}={part.write(value, options)}")
        return " ".join(found)
