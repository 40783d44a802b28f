"""The sentences that readers see, with gettext message catalogues; the source language is English.

Code marks a sentence with `N_` where it is defined and wraps it in a `Text` with its facts; the text is translated into
the reader's language only when it is shown. `core.language` switches the language of everything shown afterwards.
"""

from __future__ import annotations

import gettext
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

SOURCE = "en"  # the language of the sentences in the code
CONTEXT = "\x04"  # between a context and its sentence, as in gettext's catalogues
_catalogue: gettext.NullTranslations = gettext.NullTranslations()  # the process's catalogue
# The current reader's catalogue; None means the process's catalogue.
_readers_catalogue: ContextVar[gettext.NullTranslations | None] = ContextVar("catalogue", default=None)


def N_(sentence: str) -> str:  # noqa: N802 - gettext's usual name for deferred translation
    """Mark `sentence` for translation and return it unchanged.

    If languages need different words for one English word, the sentence begins with a context and `CONTEXT`.
    """
    return sentence


def NP_(one: str, more: str) -> tuple[str, str]:  # noqa: N802 - as `N_`, for a sentence with a plural form
    """Mark a sentence's singular and plural for translation and return both, the first arguments of `many`.

    If there is a context, both begin with it.
    """
    return one, more


_COMMA = N_("{first}, {following}")
_SEMICOLON = N_("{first}; {following}")
_LABELLED = N_("{name}: {value}")
_AFTER = N_("sentences\x04{first} {following}")


class GapError(Exception):
    """A `sentence` has a gap that is malformed or that no fact fills; `found` says what was found instead."""

    def __init__(self, sentence: str, found: object) -> None:
        self.sentence, self.found = sentence, found
        super().__init__(f"expected a value for each gap of {sentence!r}, found {found}")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with named gaps and the facts that fill them.

    `count` selects the singular or the `plural` form; a fact can itself be a `Text`. It is shown by `str`, which raises
    `GapError`.
    """

    sentence: str
    facts: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        if self.plural:
            words = _without_context(catalogue().ngettext(self.sentence, self.plural, abs(self.count)))
        else:
            words = translated(self.sentence)
        if not (self.facts or self.plural):
            return words
        shown = {name: integer(fact) if isinstance(fact, int) else fact for name, fact in self.facts}
        try:
            return words.format(**{"n": integer(self.count), **shown} if self.plural else shown)
        except (KeyError, IndexError, ValueError) as error:
            sentence = self.plural if self.plural and abs(self.count) != 1 else self.sentence
            found = text(N_("none for {gap}"), gap=str(error)) if isinstance(error, KeyError) else str(error)
            raise GapError(sentence, found) from None


def translated(sentence: str) -> str:
    """Return a marked sentence in the reader's language, without its context."""
    return _without_context(catalogue().gettext(sentence)) if sentence else ""


def _without_context(sentence: str) -> str:
    return sentence.rpartition(CONTEXT)[2] if CONTEXT in sentence else sentence


def integer(n: int) -> str:
    """Return an integer as shown to readers, with a true minus sign if it is negative."""
    return f"\N{MINUS SIGN}{-n}" if n < 0 else str(n)


def decimal(value: float) -> str:
    """Return a number as shown to readers, rounded to at most one decimal, with a true minus sign."""
    return f"{round(value, 1) + 0.0:g}".replace("-", "\N{MINUS SIGN}")


def signed(value: float) -> str:
    """Return a difference as shown to readers, rounded to at most one decimal: with a sign, unless it is 0."""
    return f"+{decimal(value)}" if round(value, 1) > 0 else decimal(value)


def text(sentence: str, **facts: object) -> Text:
    """Return a sentence with its facts, translated when shown."""
    return Text(sentence, tuple(facts.items()))


def many(one: str, more: str, count: int, **facts: object) -> Text:
    """Return `one` or `more`, depending on `count` and the language; `{n}` is the count."""
    return Text(one, tuple(facts.items()), more, count)


def commas(parts: Iterable[object]) -> str:
    """Return the parts as a series without a last "and": `a, b, c`."""
    return _between(_COMMA).join(map(str, parts))


def semicolons(parts: Iterable[object]) -> str:
    """Return the parts as a series whose parts can be series themselves: `a, b; c`."""
    return _between(_SEMICOLON).join(map(str, parts))


def labelled(name: object, value: object) -> str:
    """Return a value after its label: `Players: 3`."""
    return str(text(_LABELLED, name=name, value=value))


def sentences(parts: Iterable[object]) -> str:
    """Return sentences one after the other."""
    return sentence_space().join(map(str, parts))


def sentence_space() -> str:
    """Return what is between two sentences: a space, if the language has one."""
    return _between(_AFTER)


def _between(joining: str) -> str:
    """Return what a message that joins two texts has between them."""
    return _between_in(catalogue(), joining)


@lru_cache(64)
def _between_in(catalogue: gettext.NullTranslations, joining: str) -> str:
    return _without_context(catalogue.gettext(joining)).format(first="", following="")


def first_part(series: str) -> str:
    """Return the first part of a series, as in the name of an area that is followed by what is on it."""
    return series.partition(_between(_COMMA))[0]


def label(labelled_value: str) -> str:
    """Return the label of a labelled value; a text without a label is returned unchanged."""
    return labelled_value.partition(labelled("", ""))[0]


def without_stop(sentence: str) -> str:
    """Return a sentence without its full stop, for use in a series."""
    return sentence.rstrip(".。")


def listed(parts: Sequence[object]) -> str:
    """Return the parts as an enumeration: `a`, `a and b`, `a, b and c`."""
    return str(series([str(part) for part in parts])) if parts else ""


def series(parts: Sequence[object]) -> object:
    """Return the parts as an enumeration, for a gap of a sentence: `a`, `a and b`, `a, b and c`."""
    *rest, last = parts
    return text(N_("{first} and {last}"), first=comma_series(rest), last=last) if rest else last


def comma_series(parts: Sequence[object]) -> object:
    """Return the parts as a series without a last "and", like `commas`, for a gap of a sentence."""
    first, *rest = parts
    for word in rest:
        first = text(_COMMA, first=first, following=word)
    return first


def serialize(shown: object) -> str:
    """Return a text as a line of JSON, from which `deserialize` makes the sentence in any language."""
    parts = _parts(shown)
    return json.dumps(parts, ensure_ascii=False) if isinstance(parts, list) else str(parts)


def _parts(fact: object) -> object:
    if isinstance(fact, Text) and str(fact) == Text.__str__(fact):  # not a seat shown by its player's name
        return [fact.sentence, {name: _parts(one) for name, one in fact.facts}, fact.plural, fact.count]
    return fact if isinstance(fact, int) else str(fact)


def deserialize(line: str) -> str:
    """Return the sentence that `serialize` wrote, in the reader's language; any other line is returned unchanged."""
    try:
        return str(_whole(json.loads(line)))
    except (ValueError, TypeError, AttributeError, RecursionError, GapError):
        return line  # edited by hand, or stored by an earlier version


def _whole(parts: object) -> object:
    if not isinstance(parts, list):
        return parts if isinstance(parts, int) else str(parts)
    sentence, facts, plural, count = parts
    return Text(str(sentence), tuple((name, _whole(fact)) for name, fact in facts.items()), str(plural), int(count))


def alternatives(parts: Sequence[object]) -> object:
    """Return the parts as a choice, for a gap of a sentence: `a`, `a or b`, `a, b or c`."""
    *rest, last = parts
    return text(N_("{first} or {last}"), first=commas(rest), last=last) if rest else last


def install(catalogue: gettext.NullTranslations) -> None:
    """Use this catalogue for everything shown from now on."""
    global _catalogue  # noqa: PLW0603 - the language of the process
    _catalogue = catalogue


def catalogue() -> gettext.NullTranslations:
    """Return the catalogue in use: the current reader's, or else the process's."""
    return _readers_catalogue.get() or _catalogue


@contextmanager
def speaking(catalogue: gettext.NullTranslations | None) -> Iterator[None]:
    """Use this catalogue for everything shown within the block; None stands for the process's catalogue."""
    token = _readers_catalogue.set(catalogue)
    try:
        yield
    finally:
        _readers_catalogue.reset(token)


@contextmanager
def in_source_language() -> Iterator[None]:
    """Show everything within the block in the language of the code, as checks of the data do."""
    with speaking(gettext.NullTranslations()):
        yield


def language() -> str:
    """Return the code of the language in use: that of the reader's catalogue, or else of the process's."""
    return catalogue().info().get("language", SOURCE)
