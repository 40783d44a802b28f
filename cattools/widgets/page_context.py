"""The page context: the canvas manager, path objects, language and boards of one reader's page.

A notebook or a page of the book has a single context, that of its process. A process that serves several pages opens
one context per page and does all work for a page within `with context.here():`.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol
from weakref import WeakSet

from ipycanvas import Canvas
from ipycanvas.canvas import _CANVAS_MANAGER, _CanvasManager

from cattools.core.messages import speaking
from cattools.widgets.canvas_commands import Paths

STATIC, PICTURED = "CATTOOLS_STATIC", "CATTOOLS_PICTURED"


class Closable(Protocol):
    """The part of a board's interface that a page context uses."""

    def close(self) -> None:
        """Close the board and everything it owns."""


class PageContext:
    """The context of one reader's page.

    `static`: boards are static pictures without a comm, as in the book's build. `pictured`: boards replace such
    pictures and start from what the pictures show. `catalogue` has the messages in the reader's language, if it
    differs from the language of the process.
    """

    def __init__(
        self,
        manager: _CanvasManager | None = None,
        *,
        static: bool = False,
        pictured: bool = False,
        catalogue: gettext.NullTranslations | None = None,
    ) -> None:
        with self._made_here(catalogue):
            self.manager = _CanvasManager() if manager is None else manager
        self.static, self.pictured, self.catalogue = static, static or pictured, catalogue
        self.paths = Paths()
        self.boards: WeakSet[Closable] = WeakSet()

    @contextmanager
    def _made_here(self, catalogue: gettext.NullTranslations | None) -> Iterator[None]:
        token = _current.set(self)
        try:
            with speaking(catalogue):
                yield
        finally:
            _current.reset(token)

    @contextmanager
    def here(self) -> Iterator[PageContext]:
        """Within the block, create widgets for this page and write texts in its language."""
        with self._made_here(self.catalogue):
            yield self

    def canvas(self, width: int, height: int) -> Canvas:
        """Return a new canvas of this size, in pixels, whose commands go to this page."""
        return Canvas(width=width, height=height, _canvas_manager=self.manager)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Send the drawing commands of the block as one message."""
        before, self.manager._caching = self.manager._caching, True  # noqa: SLF001 - as in ipycanvas' own hold_canvas
        try:
            yield
            self.manager.flush()
        finally:
            self.manager._caching = before  # noqa: SLF001

    def redirect(self) -> None:
        """Make the next command name its canvas: a reloaded page does not know the current canvas."""
        self.manager._current_canvas = None  # noqa: SLF001

    def close(self) -> None:
        """Close everything that was created for this page."""
        with self.here():
            for board in list(self.boards):
                board.close()
            self.paths.close()
            if self.manager is not _CANVAS_MANAGER:
                self.manager.close()


_current: ContextVar[PageContext] = ContextVar("session")
_own: list[PageContext] = []


def current() -> PageContext:
    """Return the active page context: that of the enclosing `here`, otherwise that of the process."""
    found = _current.get(None)
    if found is not None:
        return found
    if not _own:
        static, pictured = (bool(os.environ.get(name)) for name in (STATIC, PICTURED))
        _own.append(PageContext(_CANVAS_MANAGER, static=static, pictured=pictured))
    return _own[0]
