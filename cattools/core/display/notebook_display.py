"""Display values in notebooks, as images or tables; the renderer is registered by another module.

Rules, states and scores know nothing about drawing: a notebook asks a value for its display, and the value asks the
renderer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

Drawn: TypeAlias = Mapping[str, str]  # content by MIME type: `text/html`, `image/svg+xml`

_draw: Callable[[NotebookDisplay], Drawn] | None = None


class NotebookDisplay:
    """A value that a notebook shows as more than its `repr`."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Drawn:  # noqa: ARG002 - by protocol
        return _draw(self) if _draw is not None else {}


def register_renderer(renderer: Callable[[NotebookDisplay], Drawn]) -> None:
    """Register the renderer."""
    global _draw  # noqa: PLW0603 - one per process
    _draw = renderer
