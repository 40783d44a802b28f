"""How a value shows itself in a notebook: as a picture or a table, drawn by what is told so from outside.

Rules, states and scores know of no drawing; a notebook asks the value, and the value asks whoever `draws`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

Drawn: TypeAlias = Mapping[str, str]  # what is shown, by its type: `text/html`, `image/svg+xml`

_draw: Callable[[Shown], Drawn] | None = None


class Shown:
    """A value that a notebook shows as more than its `repr`."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Drawn:  # noqa: ARG002 - as it is asked
        return _draw(self) if _draw is not None else {}


def draws(how: Callable[[Shown], Drawn]) -> None:
    """Say who draws the values from now on."""
    global _draw  # noqa: PLW0603 - one for the whole process, as the package is
    _draw = how
