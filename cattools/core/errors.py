"""Every way in which input can be wrong: one class each, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from cattools.core.messages import N_, Text, text

_NAME = 60  # characters; what is longer resembles nothing
_NEAR, _NEAR_ID = 0.7, 0.85  # of 1; ids with their game begin alike


class CattoolsError(ValueError):
    """Something given from outside was not what was expected; nothing has changed.

    It is made with a `Text`, which becomes words in the reader's language when shown.
    """


class NotationError(CattoolsError):
    """A move or position could not be read; says what was expected and what was found."""

    def __init__(self, expected: str | Text, found: object) -> None:
        self.expected, self.found = text(expected) if isinstance(expected, str) else expected, found
        super().__init__(text(N_("expected {expected}, found {found}"), expected=self.expected, found=quoted(found)))


class PositionError(NotationError):
    """A position that could be read and that no game comes to, by a `rule`; `areas` are where that can be seen."""

    def __init__(self, rule: str, expected: str | Text, found: object, *areas: str) -> None:
        super().__init__(expected, found)
        self.rule, self.areas = rule, areas


class OptionError(CattoolsError):
    """A game option is unknown or has a value it cannot take."""


class RecordError(CattoolsError):
    """A game record cannot be read or does not follow the rules."""


class DataError(CattoolsError):
    """A data file of the project is broken; names the file, what was expected and what was found."""


def quoted(found: object) -> str | Text:
    """Return what was found as an error sentence has it: words as they are, all else quoted."""
    return found if isinstance(found, Text) else shorten(found)


def shorten(found: object, most: int = 60) -> str:
    """Return `found` quoted for an error sentence, cut to `most` characters."""
    return clipped(repr(found[:most] if isinstance(found, str) else found), most)


def meant(found: object, known: Iterable[str]) -> str:
    """Return the known name that somebody who wrote `found` most likely meant; the empty string where none is near."""
    if not isinstance(found, str) or len(found) > _NAME:
        return ""
    names = list(known)
    cutoff = _NEAR_ID if any("." in name for name in names) else _NEAR
    return next(iter(get_close_matches(found, names, n=1, cutoff=cutoff)), "")


def unknown(expected: str, found: object, known: Iterable[str], /, **facts: object) -> OptionError:
    """Return the error for a name that is none of the `known`, with the one that was probably meant.

    `expected` is a marked sentence about `{found}`; its `{known}` are all names, unless `facts` tell fewer.
    """
    names = list(known)
    said = text(expected, **{"known": ", ".join(names), **facts, "found": shorten(found)})
    near = meant(found, names)
    return OptionError(text(N_("{said}; did you mean {near}?"), said=said, near=near) if near else said)


def clipped(written: str, most: int = 60) -> str:
    """Return a text for an error sentence, cut to `most` characters."""
    return written if len(written) <= most else written[: most - 1] + "…"
