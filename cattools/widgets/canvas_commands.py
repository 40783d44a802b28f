"""Raw ipycanvas commands, sent without validating traits: painting a board takes about a thousand commands.

A test checks that a `CommandWriter` sends exactly what the methods of `Canvas` send.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from ipycanvas import Canvas, Path2D
from ipycanvas.canvas import COMMANDS

PATHS = 400
ATTRS = Canvas.ATTRS
SET, FILL, STROKE, TEXT, TRANSFORM, DASH = (
    COMMANDS[name] for name in ("set", "fillPath", "strokePath", "fillText", "setTransform", "setLineDash")
)


class Paths:
    """`Path2D` objects by their path data, shared by all boards of a page; the least recently used are closed."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[Path2D, str]] = OrderedDict()

    def __call__(self, d: str) -> str:
        """Return the reference by which commands name a path object."""
        found = self._known.pop(d, None)
        if found is None:
            path = Path2D(d)
            found = path, f"IPY_MODEL_{path.model_id}"
        self._known[d] = found
        if len(self._known) > PATHS:
            self._known.popitem(last=False)[1][0].close()
        return found[1]

    def close(self) -> None:
        """Close all path objects."""
        while self._known:
            self._known.popitem()[1][0].close()


class CommandWriter:
    """The drawing methods that `cattools.render.canvas` uses; assigning to an attribute sets the canvas style.

    Use it only within `PageContext.drawing`, which sends the queued commands.
    """

    _add: Callable[[list[Any]], None]

    def __init__(self, canvas: Canvas) -> None:
        canvas.reset_transform()  # the manager now targets this canvas
        # ipycanvas has no other fast way to queue a command
        object.__setattr__(self, "_add", canvas._canvas_manager._commands_cache.append)  # noqa: SLF001

    def __setattr__(self, name: str, value: Any) -> None:
        self._add([SET, [ATTRS[name], value]])

    def fill(self, path: str) -> None:
        """Fill a path."""
        self._add([FILL, [path], 0])

    def stroke(self, path: str) -> None:
        """Stroke a path."""
        self._add([STROKE, [path], 0])

    def fill_text(self, words: str, x: float, y: float) -> None:
        """Draw text."""
        self._add([TEXT, [words, x, y], 0])

    def set_transform(self, *matrix: float) -> None:
        """Set the transform of everything drawn after it."""
        self._add([TRANSFORM, matrix, 0])

    def set_line_dash(self, dash: Sequence[float]) -> None:
        """Set the dash pattern; an empty one draws solid lines."""
        self._add([DASH, [dash], 0])
