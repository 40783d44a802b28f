# ruff: noqa: N999 - the name of what it stands in for
"""Stands in for IPython in the browser kernel: the names ipywidgets and a book's cell use.

The real package would take more time and bytes than everything else together.
"""

from __future__ import annotations

from typing import NoReturn

from . import display

__all__ = ["display", "get_ipython"]
__version__ = "9.0.0"
version_info = (9, 0, 0)


def get_ipython() -> None:
    """Say that there is no interactive shell here."""


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"IPython.{name} is not available on a page of the book, only IPython.display")
