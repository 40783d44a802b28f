"""All messages between a board and its page: first those that the page sends, then those that it receives.

A message is a JSON object with its `kind` and the fields of the class for that kind. `parse` reads what the page sends.
`frontend/protocol.js` declares the same types for the page; `make fix` generates it from this module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeAlias, get_args

from cattools.core.errors import CattoolsError, shorten
from cattools.core.messages import N_, text

# The types of fields: as annotated in the classes below, and in JSDoc.
TYPES: Mapping[str, str] = {
    "str": "string",
    "str | None": "string | null",
    "bool": "boolean",
    "int": "number",
    "float": "number",
    "Mapping[str, str]": "Object<string, string>",
    "Names": "Object<string, [string, number]>",
    "Places": "Object<string, [number, number, number]>",
    "Words": "Object<string, string[]>",
    "Messages": "object[]",
}
Names: TypeAlias = Mapping[str, tuple[str, int]]  # area -> its name and its flags
Places: TypeAlias = Mapping[str, Sequence[float]]  # part -> left, top, scale
Words: TypeAlias = Mapping[str, Sequence[str]]  # id -> texts
Messages: TypeAlias = Sequence[Mapping[str, Any]]  # as the page sends them
LEGAL, CHOSEN = 1, 2  # flags of an area: a press on it can lead to an action; it is selected


class MessageError(CattoolsError):
    """The page sent an invalid message; the text says what was expected and what was found."""


# --- messages from the page -----------------------------------------------------------------------------------------


class View(NamedTuple):
    """How the page shows the board: the bitmap's width and height, and each part's position in it, in device pixels.

    `still`: the reader's system asks for reduced motion. `shown` is the height of the picture that all parts share;
    parts below it in the bitmap are shown in the scrolling row. 0 means that no part is in that row.
    """

    wide: int
    tall: int
    places: Places
    theme: str = "light"
    still: bool = False
    shown: int = 0


class Press(NamedTuple):
    """An area was pressed; `finger`: by a finger, which cannot hover, or by a reader who wants a preview first."""

    area: str
    finger: bool = False


class Drag(NamedTuple):
    """The pointer was dragged from one area to another."""

    area: str
    to: str


class Hover(NamedTuple):
    """The pointer or the focus is on an area where a press can lead to an action, or on no such area."""

    area: str | None = None


class Query(NamedTuple):
    """The reader asks what is possible at an area."""

    area: str


class Typed(NamedTuple):
    """A move was typed."""

    text: str


class Back(NamedTuple):
    """Escape was pressed: clear the selection, or else undo."""


class Tool(NamedTuple):
    """A button below the board was pressed; `finger` as in `Press`."""

    tool: str
    finger: bool = False


class Form(NamedTuple):
    """A form was submitted, with its values by field name."""

    form: str
    values: Mapping[str, str]


class File(NamedTuple):
    """A file was chosen; `text` is its content, or empty if the file is too large to be read; `size` is in bytes."""

    text: str
    size: int = 0


class Address(NamedTuple):
    """The page's URL contains a position: `fragment` is what follows the `#`, or else the URL's query with its `?`."""

    fragment: str


class Resume(NamedTuple):
    """Restore the board from a restart state, for example in a restarted kernel.

    With an `id`, it is the state of a saved game from an earlier visit, perhaps by another person.
    """

    record: str
    id: str = ""


class KeptGames(NamedTuple):
    """The games that the reader's browser has saved for this board, the latest first, each with its day and labels.

    `able`: the browser can save games. `current` is the id of the game on the board.
    """

    games: Words
    able: bool = True
    current: str = ""


class Untouched(NamedTuple):
    """The board has replaced its static picture, on which nothing was pressed."""


class Remembered(NamedTuple):
    """A value stored by the browser or just chosen; `elsewhere`: another tab has stored it, or deleted it ("")."""

    name: str
    value: str
    elsewhere: bool = False


class Replay(NamedTuple):
    """Messages to handle in order, such as the presses that precomputed answers responded to before Python ran."""

    messages: Messages


class Frame(NamedTuple):
    """The page is ready for a frame of a motion, `at` milliseconds after its start. The last may follow a pause."""

    id: int
    at: float


# --- messages to the page -------------------------------------------------------------------------------------------


class Renamed(NamedTuple):
    """Areas have new names or flags."""

    names: Names


class Areas(NamedTuple):
    """The new markup of some parts' areas, by part, and the names and flags of all areas."""

    areas: Mapping[str, str]
    names: Names


class Hint(NamedTuple):
    """The preview of a press on the area that the reader points at."""

    text: str


class Taken(NamedTuple):
    """A typed line was entered: clear the input field, except for `left`, the words that were not entered."""

    text: str
    left: str


class Repeated(NamedTuple):
    """The message below the board was said again: show it anew, so that screen readers say it again."""


class Motion(NamedTuple):
    """A motion begins; the page requests its frames by this id, and one more after the pause that follows, if any."""

    ms: float
    id: int
    pause: float = 0.0


class Download(NamedTuple):
    """Save a text as a file."""

    name: str
    text: str


class Share(NamedTuple):
    """Put a position into the page's URL, and copy the link to the clipboard."""

    fragment: str


class Copy(NamedTuple):
    """Copy a text to the clipboard, if the browser allows it."""

    text: str


class Keep(NamedTuple):
    """Put a position into the page's URL, so that a reload restores it."""

    fragment: str


class Forget(NamedTuple):
    """Remove the position from the page's URL."""


class Remember(NamedTuple):
    """Store a value in the reader's browser under a name; "" deletes it."""

    name: str
    value: str


class Begun(NamedTuple):
    """A control below the board has changed the board: close the form for a new game, and scroll to the board."""


class Unfold(NamedTuple):
    """Open the folded section of a slot."""

    slot: str


class Reach(NamedTuple):
    """Bring a field of a form or an area into view, open the section around it, and focus it."""

    name: str


class CaughtUp(NamedTuple):
    """All messages of a `Replay` have been handled."""


class KeptGame(NamedTuple):
    """What the page should do with a saved game, or what has happened to it.

    "resume" it, "save" it as a file, or "delete" it. "resumed": it is on the board now. "refused": it cannot be
    restored. "new": another game, which has no id yet, is on the board now.
    """

    deed: str
    id: str = ""


class Veil(NamedTuple):
    """The device changes hands: discard the previous player's focus, pointer position and typed text."""


FromPage: TypeAlias = (
    View
    | Press
    | Drag
    | Hover
    | Query
    | Typed
    | Back
    | Tool
    | Form
    | File
    | Address
    | Resume
    | KeptGames
    | Untouched
    | Remembered
    | Replay
    | Frame
)
ToPage: TypeAlias = (
    Renamed
    | Areas
    | Hint
    | Taken
    | Repeated
    | Motion
    | Download
    | Share
    | Copy
    | Keep
    | Forget
    | Remember
    | Begun
    | KeptGame
    | CaughtUp
    | Unfold
    | Reach
    | Veil
)


def _kind(message: type) -> str:
    """Return the kind of a message: the name of its class in snake case, except that `Renamed` has the kind "names"."""
    return "names" if message is Renamed else re.sub(r"(?<!^)(?=[A-Z])", "_", message.__name__).lower()


FROM_PAGE: Mapping[str, type[FromPage]] = {_kind(one): one for one in get_args(FromPage)}
TO_PAGE: Mapping[str, type[ToPage]] = {_kind(one): one for one in get_args(ToPage)}
_KINDS = {one: kind for kind, one in TO_PAGE.items()}


def parse(sent: object) -> FromPage:
    """Return the message that the page sent; unknown fields are ignored. Raises `MessageError` if it is invalid."""
    kind = sent.get("kind") if isinstance(sent, dict) else None
    message = FROM_PAGE.get(kind) if isinstance(kind, str) else None
    if not isinstance(sent, dict) or message is None:
        found = shorten(sent if kind is None else kind)
        raise MessageError(text(N_("expected one of {known}, found {found}"), known=", ".join(FROM_PAGE), found=found))
    values: dict[str, Any] = {}
    for name, wanted in shape(message).items():
        if name not in sent and name in message._field_defaults:
            continue
        value = sent.get(name)
        if not _fits(value, wanted):
            raise MessageError(
                text(
                    N_("expected {name} of {kind} to be {type}, found {found}"),
                    name=name,
                    kind=kind,
                    type=TYPES[wanted],
                    found=shorten(value),
                )
            )
        values[name] = value
    return message(**values)


def shape(message: type[FromPage | ToPage]) -> dict[str, str]:
    """Return the fields of a message class, each with its type as a key of `TYPES`."""
    return {name: getattr(type_, "__forward_arg__", str(type_)) for name, type_ in message.__annotations__.items()}


def _fits(value: object, wanted: str) -> bool:
    if wanted == "str | None" and value is None:
        return True
    if wanted == "Mapping[str, str]":
        return isinstance(value, dict) and all(isinstance(one, str) for one in (*value, *value.values()))
    if wanted == "Places":
        return isinstance(value, dict) and all(isinstance(one, str) and _is_place(value[one]) for one in value)
    if wanted == "Messages":
        return isinstance(value, list) and all(isinstance(one, dict) for one in value)
    if wanted == "Words":
        return isinstance(value, dict) and all(isinstance(one, str) and _is_words(value[one]) for one in value)
    if wanted in ("int", "float"):
        if isinstance(value, float):
            return wanted == "float" and isfinite(value)
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, bool if wanted == "bool" else str)


def _is_place(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(_fits(n, "float") or _fits(n, "int") for n in value)


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def content(message: ToPage) -> dict[str, Any]:
    """Return a message as it is sent."""
    return {"kind": _KINDS[type(message)], **message._asdict()}
