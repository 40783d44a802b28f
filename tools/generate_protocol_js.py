"""Generate `cattools/widgets/frontend/protocol.js`: the messages of protocol.py as types for the front end."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cattools.widgets import protocol

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "cattools" / "widgets" / "frontend" / "protocol.js"
HEAD = """\
// @ts-check
// Every message between a board and its page, by name. Written by `make fix` from protocol.py; a test compares.

/** @typedef {%s} Names what areas are called, and their flags */
"""


def typedef(kind: str, message: type[Any]) -> Iterator[str]:
    """Yield the lines of a message's JSDoc type."""
    yield "/**"
    yield from (f" * {line}".rstrip() for line in inspect.cleandoc(message.__doc__ or "").splitlines())
    yield f" * @typedef {{object}} {message.__name__}"
    yield f' * @property {{"{kind}"}} kind'
    for name, held in protocol.shape(message).items():
        told = "Names" if held == "Names" else protocol.TYPES[held]
        yield f" * @property {{{told}}} {f'[{name}]' if name in message._field_defaults else name}"
    yield " */"


def page() -> str:
    """Return the file's text."""
    parts = [HEAD % protocol.TYPES["Names"]]
    sides: dict[str, Mapping[str, type[Any]]] = {"FromPage": protocol.FROM_PAGE, "ToPage": protocol.TO_PAGE}
    for side, messages in sides.items():
        parts += ["\n".join(typedef(*one)) + "\n" for one in messages.items()]
        names = "\n".join(f" *   | {one.__name__}" for one in messages.values())
        parts.append(f"/**\n * @typedef {{\n{names}\n * }} {side}\n */\n")
    flags = [f"export const {name} = {getattr(protocol, name)};\n" for name in ("LEGAL", "CHOSEN")]
    return "\n".join(parts) + "\n// the flags of an area: a press does something, a press was made\n" + "".join(flags)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} written\n")
