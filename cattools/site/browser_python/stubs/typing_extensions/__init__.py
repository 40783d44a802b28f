"""Stub of typing_extensions in the browser kernel: the one name imported from it, used in annotations."""

from typing import Self

__all__ = ["Self"]
