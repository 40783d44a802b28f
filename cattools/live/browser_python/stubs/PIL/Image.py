# ruff: noqa: N999 - the name of the module it replaces
"""Stub of PIL.Image, which ipycanvas imports but a board never uses."""

from __future__ import annotations

from typing import NoReturn


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"PIL.Image.{name} is not available on a page of the book, which does not include Pillow")
