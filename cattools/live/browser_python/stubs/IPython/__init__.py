# ruff: noqa: N999 - the name of the package it replaces
"""Stub of IPython in the browser kernel: the names that ipywidgets and the book's cells use.

Loading the real package would take more time and bytes than loading everything else.
"""

from __future__ import annotations

from typing import NoReturn

from . import display

__all__ = ["display", "get_ipython"]
__version__ = "9.0.0"
version_info = (9, 0, 0)


def get_ipython() -> None:
    """Return None: there is no interactive shell."""


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"IPython.{name} is not available on a page of the book; only IPython.display is")
