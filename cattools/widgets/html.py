"""Small pieces of HTML: everything that is no HTML yet is escaped, so that nobody has to remember it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from typing import TypeAlias


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


# What an element may hold: HTML as it is, anything else in words, several of them, or nothing.
Child: TypeAlias = object


def join(*children: Child) -> Html:
    """Return the children one after the other, escaped where they are no HTML; None, False and "" are nothing."""
    return Html("".join(map(_inner, children)))


def el(tag: str, /, *children: Child, **attributes: object) -> Html:
    """Return an element with its children.

    An attribute that is True stands by itself, one that is None or False is left out. `class_` is written `class`, and
    other underscores are hyphens: `data_tool`, `aria_label`.
    """
    return Html(f"{open_tag(tag, **attributes)}{''.join(map(_inner, children))}</{tag}>")


def open_tag(tag: str, /, **attributes: object) -> Html:
    """Return the beginning of an element; all there is of an `input`."""
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
