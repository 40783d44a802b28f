"""HTML fragments: everything that is not `Html` is escaped automatically."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import TypeAlias


class Html(str):
    """Text that is already HTML."""

    __slots__ = ()


# The content of an element: `Html` is used unchanged, other values are escaped as text, the items of an iterable are
# joined, and None and False are left out.
Child: TypeAlias = object


def join(*children: Child) -> Html:
    """Join children, escaping those that are not `Html`; None, False and "" add nothing."""
    return Html("".join(map(_inner, children)))


def el(tag: str, /, *children: Child, **attributes: object) -> Html:
    """Return an element with its children.

    An attribute that is True is written without a value; None or False omits it. `class_` becomes `class`, and other
    underscores become hyphens: `data_tool`, `aria_label`.
    """
    return Html(f"{open_tag(tag, **attributes)}{''.join(map(_inner, children))}</{tag}>")


def open_tag(tag: str, /, **attributes: object) -> Html:
    """Return the start tag of an element; for an `input` this is the whole element."""
    written = [
        f' {_name(name)}="{escape(str(value))}"' if value is not True else f" {_name(name)}"
        for name, value in attributes.items()
        if value is not None and value is not False
    ]
    return Html(f"<{tag}{''.join(written)}>")


@cache
def _name(written: str) -> str:
    return written.rstrip("_").replace("_", "-")


def _inner(child: Child) -> str:
    if isinstance(child, Html):
        return child
    if child is None or child is False:
        return ""
    if isinstance(child, Iterable) and not isinstance(child, str):
        return "".join(map(_inner, child))
    return escape(str(child))
