"""The words of the notation in the reader's language: what is typed in that language is read as notation."""

from __future__ import annotations

import re
from functools import lru_cache

from cattools.core.messages import N_, SOURCE, language, translated

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
    N_("typed\x04turn"),
    N_("typed\x04pass"),
    N_("typed\x04place"),
    N_("typed\x04move"),
    N_("typed\x04predict"),
    N_("typed\x04discard"),
    N_("typed\x04paradox"),
    N_("typed\x04next"),
    N_("typed\x04done"),
)


def in_notation(written: str) -> str:
    """Return normalized text with the reader's words for colours, things and actions as the notation's words.

    A word within a longer one is not replaced.
    """
    if written.isascii() or language() == SOURCE:
        return written
    words, pattern = _words(language())
    return pattern.sub(lambda found: words[found[0].lower()], written) if words else written


@lru_cache(8)
def _words(_: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the notation's words by those of the language in use, and the expression that finds the latter."""
    found = dict[str, str]()
    for message in WORDS:
        word = message.rpartition("\x04")[2]
        found |= {one: word for one in translated(message).lower().split("|") if one != word}
    longest_first = "|".join(re.escape(one) for one in sorted(found, key=len, reverse=True))
    return found, re.compile(rf"(?<![^\W\d_])(?:{longest_first})(?![^\W\d_])", re.IGNORECASE)
