"""The sentences a reader sees: message catalogues (gettext), English first.

Code marks a sentence with `N_` where it is defined and wraps it in a `Text` with its facts; it becomes words
in the reader's language only when shown. `core.language` changes it for everything shown from then on.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

_catalogue: gettext.NullTranslations = gettext.NullTranslations()  # of the process
_language = "en"
_spoken: ContextVar[gettext.NullTranslations | None] = ContextVar("catalogue", default=None)  # of one reader


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a sentence translated later
    """Mark `sentence` for the catalogue and return it unchanged."""
    return sentence


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with named gaps and the facts that fill them.

    `plural` and `count` choose between two forms; a fact may be a `Text` itself.
    """

    sentence: str
    facts: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        spoken = catalogue()
        if self.plural:
            words = spoken.ngettext(self.sentence, self.plural, abs(self.count))
        else:
            words = spoken.gettext(self.sentence) if self.sentence else ""
        gaps = {"n": self.count, **dict(self.facts)} if self.plural else dict(self.facts)
        return words.format(**{name: _shown(fact) for name, fact in gaps.items()}) if gaps else words


def integer(n: int) -> str:
    """Return a whole number as a reader sees it: with a minus sign where it is below zero."""
    return f"\N{MINUS SIGN}{-n}" if n < 0 else str(n)


def _shown(fact: object) -> object:
    return integer(fact) if isinstance(fact, int) else fact


def text(sentence: str, **facts: object) -> Text:
    """Return the sentence with its facts, to be shown later."""
    return Text(sentence, tuple(facts.items()))


def many(one: str, more: str, count: int, **facts: object) -> Text:
    """Return `one` or `more`, whichever the language wants for `count`; `{n}` is the count."""
    return Text(one, tuple(facts.items()), more, count)


def listed(parts: Sequence[object]) -> str:
    """Return the parts as an enumeration: `a`, `a and b`, `a, b and c`."""
    words = [str(p) for p in parts]
    if len(words) < 2:
        return "".join(words)
    return str(text(N_("{first} and {last}"), first=", ".join(words[:-1]), last=words[-1]))


def install(catalogue: gettext.NullTranslations, language: str) -> None:
    """Show everything from this catalogue from now on."""
    global _catalogue, _language
    _catalogue, _language = catalogue, language


def catalogue() -> gettext.NullTranslations:
    """Return what sentences are shown from now: one reader's own, or the process's."""
    return _spoken.get() or _catalogue


@contextmanager
def speaking(catalogue: gettext.NullTranslations | None) -> Iterator[None]:
    """Show everything within from this catalogue; None: from that of the process."""
    token = _spoken.set(catalogue)
    try:
        yield
    finally:
        _spoken.reset(token)


def language() -> str:
    """Return the language in use."""
    return _language
