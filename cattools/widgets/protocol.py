"""Every message between a board and its page, by name: what the page may say, and what it is told.

A message is a JSON object: its `kind` and the fields of the class of that kind. `parse` reads what the page sends;
`frontend/protocol.js` holds the same shapes for the page's side (`make fix` writes it from here).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeAlias, get_args

from cattools.core.errors import CattoolsError, shorten
from cattools.core.messages import N_, text

# What a field may hold, as it is written in the classes below and as JSDoc says it.
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
Names: TypeAlias = Mapping[str, tuple[str, int]]  # area -> what it is called, and its flags
Places: TypeAlias = Mapping[str, Sequence[float]]  # part -> left, top, scale
Words: TypeAlias = Mapping[str, Sequence[str]]  # id -> some words
Messages: TypeAlias = Sequence[Mapping[str, Any]]  # of the page, as they are sent
LEGAL, CHOSEN = 1, 2  # the flags of an area: a press does something, a press was made


class MessageError(CattoolsError):
    """The page sent what is no message; says what was expected and what was found."""


# --- what the page says ----------------------------------------------------------------------------------------------


class View(NamedTuple):
    """How the board is seen: its bitmap's width and height and where in it every part stands, in device pixels.

    Also in which theme, whether the reader's system asks for no motion, and how much of the height is the picture: the
    parts below it are those in a window of the page. 0 says that there are none.
    """

    wide: int
    tall: int
    places: Places
    theme: str = "light"
    still: bool = False
    shown: int = 0


class Press(NamedTuple):
    """A place was pressed; `finger`: by a finger, which could not point at it before, or one who asks to be told."""

    area: str
    finger: bool = False


class Drag(NamedTuple):
    """Something was drawn from one place to another."""

    area: str
    to: str


class Hover(NamedTuple):
    """The pointer or the focus rests on a place where something is possible, or on none."""

    area: str | None = None


class Query(NamedTuple):
    """Somebody asks what is possible at a place."""

    area: str


class Typed(NamedTuple):
    """A move was typed."""

    text: str


class Back(NamedTuple):
    """Escape: put down what is chosen, else take back."""


class Tool(NamedTuple):
    """A button below the board was pressed; `finger` as for a place."""

    tool: str
    finger: bool = False


class Form(NamedTuple):
    """A form was sent, with its values by name."""

    form: str
    values: Mapping[str, str]


class File(NamedTuple):
    """A file was chosen; this is what it holds."""

    text: str


class Address(NamedTuple):
    """The page's address tells a position: what stands behind `#`."""

    fragment: str


class Resume(NamedTuple):
    """The board is to go on where it was when it told this `record`: in a kernel that is started anew.

    With an `id` it is that of a kept game of another visit: whoever is there may be another.
    """

    record: str
    id: str = ""


class KeptGames(NamedTuple):
    """What the reader's browser has kept for this board, the latest first: when it was, and the words kept with it.

    `able`: it keeps things at all. `current` is the game that is on the board.
    """

    games: Words
    able: bool = True
    current: str = ""


class Untouched(NamedTuple):
    """The board has taken the place of its picture, and nothing was pressed on that."""


class Remembered(NamedTuple):
    """A value kept by the browser or chosen now, by its name; `elsewhere`: by another tab (nothing: deleted)."""

    name: str
    value: str
    elsewhere: bool = False


class Replay(NamedTuple):
    """What was pressed before Python had come, and was answered from a record: the board is to be where that led."""

    messages: Messages


class Frame(NamedTuple):
    """The page is ready for the next picture, `at` milliseconds after a motion's beginning or after its pause."""

    id: int
    at: float


# --- what the page is told -------------------------------------------------------------------------------------------


class Renamed(NamedTuple):
    """Places are called otherwise, or something else is possible there."""

    names: Names


class Areas(NamedTuple):
    """What can be pressed in some parts, as markup, and what all places of the board are called."""

    areas: Mapping[str, str]
    names: Names


class Hint(NamedTuple):
    """What a press on the place pointed at would bring."""

    text: str


class Taken(NamedTuple):
    """What was typed has been played: the field is free for the next move, but for what is left of it."""

    text: str
    left: str


class Motion(NamedTuple):
    """A motion begins; the page asks for its frames by this id, and once more after the pause that follows, if any."""

    ms: float
    id: int
    pause: float = 0.0


class Download(NamedTuple):
    """Save a file."""

    name: str
    text: str


class Share(NamedTuple):
    """Put the position into the page's address, and the link to it on the clipboard."""

    fragment: str


class Copy(NamedTuple):
    """Put a text on the clipboard, where the browser allows it."""

    text: str


class Keep(NamedTuple):
    """Put the position into the page's address, so that a reload brings it back."""

    fragment: str


class Forget(NamedTuple):
    """Take the position out of the page's address."""


class Remember(NamedTuple):
    """Keep a value in the reader's browser, by its name; an empty one is no longer kept."""

    name: str
    value: str


class Begun(NamedTuple):
    """What is below the board has changed what is on it: the form for a game closes, and the board is in view."""


class Unfold(NamedTuple):
    """What is folded away in a slot is to be seen."""

    slot: str


class CaughtUp(NamedTuple):
    """What was replayed is done."""


class KeptGame(NamedTuple):
    """What to do with the kept game of an id, or with the one on the board.

    "resume" it, "save" it as a file, "delete" it; "resumed": it is on the board now; "refused": it cannot be; "new":
    from now on another game is on the board.
    """

    deed: str
    id: str = ""


class Veil(NamedTuple):
    """The device changes hands: nothing of who had it may stay, no focus, tab stop, nothing pointed at or written."""


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
    | Veil
)


def _kind(message: type) -> str:
    """Return the kind of a message: the name of its class in snake case; `Names` is the name of a type."""
    return "names" if message is Renamed else re.sub(r"(?<!^)(?=[A-Z])", "_", message.__name__).lower()


FROM_PAGE: Mapping[str, type[FromPage]] = {_kind(one): one for one in get_args(FromPage)}
TO_PAGE: Mapping[str, type[ToPage]] = {_kind(one): one for one in get_args(ToPage)}
_KINDS = {one: kind for kind, one in TO_PAGE.items()}


def parse(sent: object) -> FromPage:
    """Return the message that the page sent. Raises `MessageError`; fields of no known name are left alone."""
    kind = sent.get("kind") if isinstance(sent, dict) else None
    made = FROM_PAGE.get(kind) if isinstance(kind, str) else None
    if not isinstance(sent, dict) or made is None:
        found = shorten(sent if kind is None else kind)
        raise MessageError(text(N_("expected one of {known}, found {found}"), known=", ".join(FROM_PAGE), found=found))
    values: dict[str, Any] = {}
    for name, wanted in shape(made).items():
        if name not in sent and name in made._field_defaults:
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
    return made(**values)


def shape(message: type[FromPage | ToPage]) -> dict[str, str]:
    """Return the fields of a message, each with what it holds as one of `TYPES`."""
    return {name: getattr(held, "__forward_arg__", str(held)) for name, held in message.__annotations__.items()}


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
