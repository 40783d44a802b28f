"""Errors about invalid input: one class and one sentence for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from cattools.core.messages import N_, Text, commas, text, translated

_LONGEST = 60  # maximum length of a name in characters; an error about a longer name suggests no other name
_LISTED = 3  # maximum number of known ids that an error lists
_QUOTED = N_("quoted\x04'{words}'")
_SIMILAR, _SIMILAR_ID = 0.7, 0.85  # minimum similarity, from 0 to 1; higher for ids, as ids of one game share a prefix


class CattoolsError(ValueError):
    """Input from a reader or a file was invalid; nothing has changed.

    The message is a `Text`, translated into the reader's language when shown; `more` holds further sentences. If a name
    or a value was `wrong`, `near` is the closest known one, or "". `address` is a better fragment for the page's
    address, or "".
    """

    more: tuple[Text, ...] = ()
    wrong = near = address = ""


class NotationError(CattoolsError):
    """A move or position cannot be read; the message says what was expected and what was found.

    The facts fill the gaps of `expected`.
    """

    def __init__(self, expected: str | Text, found: object, **facts: object) -> None:
        self.expected, self.found = text(expected, **facts) if isinstance(expected, str) else expected, found
        super().__init__(text(N_("expected {expected}, found {found}"), expected=self.expected, found=quoted(found)))


class PositionError(NotationError):
    """A position can be read, but a `rule` makes it impossible in a game; the problem is visible in `areas`."""

    def __init__(self, rule: str, expected: str | Text, found: object, *areas: str, **facts: object) -> None:
        super().__init__(expected, found, **facts)
        self.rule, self.areas = rule, areas


class OptionError(CattoolsError):
    """A game option is unknown or has an invalid value."""


class OtherGameError(OptionError):
    """A link or a file is for the game with the id `game_id`, not for the current game.

    `kind` says what the link leads to, and `fragment` is the whole link; for a file, both are empty.
    """

    def __init__(self, of: str, game_id: str, kind: str = "", fragment: str = "") -> None:
        super().__init__(text(N_("expected a game of {id}, found one of {game}"), id=of, game=game_id[:40]))
        self.game_id, self.kind, self.fragment = game_id, kind, fragment


class RecordError(CattoolsError):
    """A game record cannot be read or breaks the rules."""


class DataError(CattoolsError):
    """A data file is invalid; the message names the file, what was expected and what was found."""


def quoted(found: object) -> str | Text:
    """Return `found` for an error sentence: a `Text` unchanged, anything else quoted."""
    return found if isinstance(found, Text) else shorten(found)


def shorten(found: object, most: int = 60) -> str:
    """Return `found` for an error sentence, cut to `most` characters; text is quoted as in the reader's language."""
    if not isinstance(found, str):
        return clipped(repr(found), most)
    written, (opening, closing) = clipped(repr(found[:most]), most), translated(_QUOTED).split("{words}")
    return written if opening == "'" else f"{opening}{written[1:].removesuffix(written[0])}{closing}"


def closest(found: object, known: Iterable[str]) -> str:
    """Return the known name closest to `found`, or the empty string if none is close."""
    written, names = _folded(found), {name.casefold(): name for name in known}
    cutoff = _SIMILAR_ID if any("." in name for name in names) else _SIMILAR
    swapped = [name for name in names if sorted(name) == sorted(written)]
    near = swapped or get_close_matches(written, names, n=1, cutoff=cutoff)
    if written and not near:  # readers often leave out the game, as in "place"
        near = sorted((name for name in names if name.endswith(f".{written}")), key=len)
    return names[near[0]] if near else ""


def each_once(pairs: Iterable[tuple[str, str]], line: str, error: type[CattoolsError]) -> dict[str, str]:
    """Return the names and values of a line as a dict. Raises `error` if a name has two different values."""
    values: dict[str, str] = {}
    for name, value in pairs:
        if values.setdefault(name, value) != value:
            raise error(text(N_("expected {name} only once, found it in {line}"), name=name, line=shorten(line)))
    return values


def unknown(expected: str, found: object, known: Iterable[str], /, near: str = "", **facts: object) -> OptionError:
    """Return the error for a name that is not `known`, suggesting the closest one, or `near` if none is close.

    `expected` is a sentence marked with `N_`. Its gap `{known}` lists all names, unless `facts` has a shorter list.
    """
    names = list(known)
    sentence = text(expected, **{"known": commas(names), **facts, "found": shorten(found)})
    near = closest(found, names) or near
    error = OptionError(suggesting(sentence, near))
    error.wrong, error.near = str(found), near
    return error


def suggesting(sentence: Text, near: str) -> Text:
    """Return a sentence about a wrong name that suggests the name `near`, unless that is ""."""
    return text(N_("{error}; did you mean {near}?"), error=sentence, near=near) if near else sentence


def unknown_id(expected: str, found: object, known: Iterable[str]) -> OptionError:
    """Return the error for an id that is not `known`; with many known ids, `{known}` lists only a few.

    The listed ids resemble `found` or share its prefix; if there are none, the first id of each game is listed.
    """
    ids = list(known)
    written = _folded(found)
    above = (written, written.rpartition(".")[0], written.partition(".")[0])
    related = next(filter(None, ([id_ for id_ in ids if id_.startswith(f"{name}.")] for name in above)), [])
    listed = [*get_close_matches(written, ids, n=_LISTED), *related]
    if not listed:
        firsts = {id_.partition(".")[0]: id_ for id_ in reversed(ids)}
        listed = ids if len(firsts) == 1 else [*firsts.values()][::-1]
    return unknown(expected, found, ids, known=commas([*dict.fromkeys(listed)][:_LISTED]))


def _folded(found: object) -> str:
    """Return a name in the form used for comparisons; the empty string if it cannot be a name."""
    return found.strip().casefold() if isinstance(found, str) and len(found) <= _LONGEST else ""


def clipped(written: str, most: int = 60) -> str:
    """Return `written` for an error sentence, cut to `most` characters."""
    return written if len(written) <= most else written[: most - 1] + "…"
