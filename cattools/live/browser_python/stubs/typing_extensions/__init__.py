"""Stub of typing_extensions in the browser kernel: `Self`, the only name that `fsrs` imports from it."""

from typing import Self

__all__ = ["Self"]
