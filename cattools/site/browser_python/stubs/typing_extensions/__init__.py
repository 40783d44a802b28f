"""Stands in for typing_extensions in the browser kernel: the one name that is imported of it, for annotations."""

from typing import Self

__all__ = ["Self"]
