# ruff: noqa: N999 - the name of the package it replaces
"""Stub of Pillow in the browser kernel, which draws no bitmaps."""

from . import Image

__all__ = ["Image"]
