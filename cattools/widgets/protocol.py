"""Every message between a board and its page, by name: what the page may say, and what it is told.

A message is a JSON object: its `kind` and the fields of the class of that kind. `parse` reads what the page sends;
`layer/protocol.js` holds the same shapes for the page's side (`make fix` writes it from here).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeAlias

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
}
Names: TypeAlias = Mapping[str, tuple[str, int]]  # area -> what it is called, and its flags
LEGAL, CHOSEN = 1, 2  # the flags of an area: a press does something, a press was made


class MessageError(CattoolsError):
    """The page sent what is no message; says what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class _Message:
    kind: ClassVar[str] = ""


# --- what the page says ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View(_Message):
    """How many device pixels wide the board is, in which theme, and whether the reader's system asks for no motion."""

    kind: ClassVar[str] = "view"
    px: float
    theme: str = "light"
    still: bool = False


@dataclass(frozen=True, slots=True)
class Press(_Message):
    """A place was pressed; `finger`: by a finger, which could not point at it before."""

    kind: ClassVar[str] = "press"
    area: str
    finger: bool = False


@dataclass(frozen=True, slots=True)
class Hover(_Message):
    """The pointer or the focus rests on a place where something is possible, or on none."""

    kind: ClassVar[str] = "hover"
    area: str | None = None


@dataclass(frozen=True, slots=True)
class Query(_Message):
    """Somebody asks what is possible at a place."""

    kind: ClassVar[str] = "query"
    area: str


@dataclass(frozen=True, slots=True)
class Typed(_Message):
    """A move was typed."""

    kind: ClassVar[str] = "typed"
    text: str


@dataclass(frozen=True, slots=True)
class Back(_Message):
    """Escape: put down what is chosen, else take back."""

    kind: ClassVar[str] = "back"


@dataclass(frozen=True, slots=True)
class Tool(_Message):
    """A button below the board was pressed."""

    kind: ClassVar[str] = "tool"
    tool: str


@dataclass(frozen=True, slots=True)
class Form(_Message):
    """A form was sent, with its values by name."""

    kind: ClassVar[str] = "form"
    form: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class File(_Message):
    """A file was chosen; this is what it holds."""

    kind: ClassVar[str] = "file"
    text: str


@dataclass(frozen=True, slots=True)
class Address(_Message):
    """The page's address tells a position: what stands behind `#`."""

    kind: ClassVar[str] = "address"
    fragment: str


@dataclass(frozen=True, slots=True)
class Frame(_Message):
    """The page is ready for the next picture of a motion, `at` milliseconds after its beginning."""

    kind: ClassVar[str] = "frame"
    id: int
    at: float


# --- what the page is told -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Renamed(_Message):
    """Places are called otherwise, or something else is possible there."""

    kind: ClassVar[str] = "names"
    names: Names


@dataclass(frozen=True, slots=True)
class Hint(_Message):
    """What a press on the place pointed at would bring."""

    kind: ClassVar[str] = "hint"
    text: str


@dataclass(frozen=True, slots=True)
class Motion(_Message):
    """A motion begins; the page asks for its frames by this id."""

    kind: ClassVar[str] = "motion"
    ms: float
    id: int


@dataclass(frozen=True, slots=True)
class Download(_Message):
    """Save a file."""

    kind: ClassVar[str] = "download"
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Share(_Message):
    """Put the position into the page's address, and the link to it on the clipboard."""

    kind: ClassVar[str] = "share"
    fragment: str


@dataclass(frozen=True, slots=True)
class Keep(_Message):
    """Put the position into the page's address, so that a reload brings it back."""

    kind: ClassVar[str] = "keep"
    fragment: str


@dataclass(frozen=True, slots=True)
class Forget(_Message):
    """Take the position out of the page's address."""

    kind: ClassVar[str] = "forget"


FromPage: TypeAlias = View | Press | Hover | Query | Typed | Back | Tool | Form | File | Address | Frame
ToPage: TypeAlias = Renamed | Hint | Motion | Download | Share | Keep | Forget
FROM_PAGE: Mapping[str, type[FromPage]] = {
    one.kind: one for one in (View, Press, Hover, Query, Typed, Back, Tool, Form, File, Address, Frame)
}
TO_PAGE: Mapping[str, type[ToPage]] = {one.kind: one for one in (Renamed, Hint, Motion, Download, Share, Keep, Forget)}


def parse(sent: object) -> FromPage:
    """Return the message that the page sent. Raises `MessageError`; fields of no known name are left alone."""
    kind = sent.get("kind") if isinstance(sent, dict) else None
    made = FROM_PAGE.get(kind) if isinstance(kind, str) else None
    if not isinstance(sent, dict) or made is None:
        found = shorten(sent if kind is None else kind)
        raise MessageError(text(N_("expected one of {known}, found {found}"), known=", ".join(FROM_PAGE), found=found))
    values: dict[str, Any] = {}
    for field in fields(made):
        if field.name not in sent and field.default is not MISSING:
            continue
        value = sent.get(field.name)
        if not _fits(value, str(field.type)):
            raise MessageError(
                text(
                    N_("expected {name} of {kind} to be {type}, found {found}"),
                    name=field.name,
                    kind=kind,
                    type=TYPES[str(field.type)],
                    found=shorten(value),
                )
            )
        values[field.name] = value
    return made(**values)


def _fits(value: object, wanted: str) -> bool:
    if wanted == "str | None" and value is None:
        return True
    if wanted == "Mapping[str, str]":
        return isinstance(value, dict) and all(isinstance(one, str) for one in (*value, *value.values()))
    if wanted in ("int", "float"):
        return isinstance(value, int if wanted == "int" else int | float) and not isinstance(value, bool)
    return isinstance(value, bool if wanted == "bool" else str)


def content(message: ToPage) -> dict[str, Any]:
    """Return a message as it is sent."""
    return {"kind": message.kind, **{field.name: getattr(message, field.name) for field in fields(message)}}
