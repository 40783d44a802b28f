"""The words of the notation in the reader's language: typed in a move, and shown in examples of moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from cattools.core.messages import CONTEXT, N_, SOURCE, language, translated

# Words that games read: colours, things, fields and actions. A translation can list several words, as in `a|b`.
WORDS = (
    N_("typed\x04red"),
    N_("typed\x04blue"),
    N_("typed\x04yellow"),
    N_("typed\x04green"),
    N_("typed\x04plum"),
    N_("typed\x04teal"),
    N_("typed\x04orange"),
    N_("typed\x04slate"),
    N_("typed\x04cat"),
    N_("typed\x04button"),
    N_("typed\x04turn"),
    N_("typed\x04pass"),
    N_("typed\x04place"),
    N_("typed\x04move"),
    N_("typed\x04predict"),
    N_("typed\x04discard"),
    N_("typed\x04paradox"),
    N_("typed\x04next"),
    N_("typed\x04done"),
    N_("typed\x04allow"),
    N_("typed\x04enough"),
    N_("typed\x04keep"),
    N_("typed\x04assist"),
    N_("typed\x04cells"),
    N_("typed\x04column"),
    N_("typed\x04row"),
    N_("typed\x04double"),
    N_("typed\x04search"),
    N_("typed\x04block"),
)


def in_notation(written: str) -> str:
    """Return normalized text with the notation's words in place of the reader's words for colours, things and actions.

    A word within a longer one is not replaced.
    """
    if written.isascii() or language() == SOURCE:
        return written
    return _replaced(written, _readers_words(language()))


def in_readers_words(notation: str) -> str:
    """Return an example of the notation in the words that the reader can type for it."""
    return _replaced(notation, _shown_words(language())) if language() != SOURCE else notation


def _replaced(written: str, words: Mapping[str, str]) -> str:
    return _finding(tuple(words)).sub(lambda found: words[found[0].lower()], written) if words else written


@lru_cache(8)
def _readers_words(_: str) -> dict[str, str]:
    """Return the notation's words, keyed by the words of the language in use."""
    words = {one: word for word, translation in _translations() for one in translation.lower().split("|")}
    return {one: word for one, word in words.items() if one != word}


@lru_cache(8)
def _shown_words(_: str) -> dict[str, str]:
    """Return the first word of the language in use for each of the notation's words."""
    return {word: translation.partition("|")[0] for word, translation in _translations()}


def _translations() -> Iterator[tuple[str, str]]:
    for message in WORDS:
        yield message.rpartition(CONTEXT)[2], translated(message)


@lru_cache(16)
def _finding(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the expression that finds whole words, the longest first."""
    longest_first = "|".join(re.escape(one) for one in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?:{longest_first})(?![^\W\d_])", re.IGNORECASE)
