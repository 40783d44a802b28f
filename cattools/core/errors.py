"""Every way in which input can be wrong: one class each, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from cattools.core.messages import N_, Text, text

_NAME = 60  # characters; what is longer resembles nothing
_SUCH = 3  # ids that an error names, of many
_NEAR, _NEAR_ID = 0.7, 0.85  # of 1; ids with their game begin alike


class CattoolsError(ValueError):
    """Something given from outside was not what was expected; nothing has changed.

    It is made with a `Text`, which becomes words in the reader's language when shown; `more` is said besides.
    """

    more: tuple[Text, ...] = ()


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
    written, names = _folded(found), {name.casefold(): name for name in known}
    cutoff = _NEAR_ID if any("." in name for name in names) else _NEAR
    near = get_close_matches(written, names, n=1, cutoff=cutoff)
    if written and not near:  # often the game is left out: "place"
        near = sorted((name for name in names if name.endswith(f".{written}")), key=len)
    return names[near[0]] if near else ""


def unknown(expected: str, found: object, known: Iterable[str], /, **facts: object) -> OptionError:
    """Return the error for a name that is none of the `known`, with the one that was probably meant.

    `expected` is a marked sentence about `{found}`; its `{known}` are all names, unless `facts` tell fewer.
    """
    names = list(known)
    said = text(expected, **{"known": ", ".join(names), **facts, "found": shorten(found)})
    near = meant(found, names)
    return OptionError(text(N_("{said}; did you mean {near}?"), said=said, near=near) if near else said)


def unknown_id(expected: str, found: object, known: Iterable[str]) -> OptionError:
    """Return the error for an id that is none of the `known`, of which there are many; its `{known}` are a few of them.

    They are those that resemble it or begin like it; where there are none, the first of each game.
    """
    ids = list(known)
    written = _folded(found)
    above = (written, written.rpartition(".")[0], written.partition(".")[0])
    beside = next(filter(None, ([id_ for id_ in ids if id_.startswith(f"{name}.")] for name in above)), [])
    such = [*get_close_matches(written, ids, n=_SUCH), *beside]
    if not such:
        firsts = {id_.partition(".")[0]: id_ for id_ in reversed(ids)}
        such = ids if len(firsts) == 1 else [*firsts.values()][::-1]
    return unknown(expected, found, ids, known=", ".join([*dict.fromkeys(such)][:_SUCH]))


def _folded(found: object) -> str:
    """Return a name as it is compared with those that are known; the empty string for what can be none."""
    return found.strip().casefold() if isinstance(found, str) and len(found) <= _NAME else ""


def clipped(written: str, most: int = 60) -> str:
    """Return a text for an error sentence, cut to `most` characters."""
    return written if len(written) <= most else written[: most - 1] + "…"
