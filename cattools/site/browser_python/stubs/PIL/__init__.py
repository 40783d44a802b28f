# ruff: noqa: N999 - the name of what it stands in for
"""Stands in for Pillow in the browser kernel: a page draws no bitmaps."""

from . import Image

__all__ = ["Image"]
