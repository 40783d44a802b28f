"""Stub of IPython.display: shows values below a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

_show: Callable[[object], None] | None = None
_clear: Callable[[], None] | None = None


def connect(show: Callable[[object], None], clear: Callable[[], None]) -> None:
    """Set the functions that show a value and clear the output; called by the kernel."""
    global _show, _clear
    _show, _clear = show, clear


def display(*objs: object) -> None:
    """Show each value below the running cell."""
    if _show is None:
        raise RuntimeError("display() has no output area: no cell is running")
    for value in objs:
        _show(value)


def clear_output(wait: bool = False) -> None:  # noqa: ARG001 - IPython's signature
    """Clear the running cell's output."""
    if _clear is not None:
        _clear()


class _Text:
    def __init__(self, data: str) -> None:
        self.data = data


class HTML(_Text):
    """An HTML fragment."""

    def _repr_html_(self) -> str:
        return self.data


class SVG(_Text):
    """An SVG image as text."""

    def _repr_svg_(self) -> str:
        return self.data


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(
        f"IPython.display.{name} is not available on a page of the book; only display, clear_output, HTML and SVG are"
    )
