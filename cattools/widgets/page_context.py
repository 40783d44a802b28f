"""What belongs to one reader's page: the canvases' manager, the path objects, the language, the boards.

A notebook and a page of the book have one session, that of their process. A process that serves several pages opens
one for each, and does everything for a page within `with session.here():`.
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
    """A board as its session knows it."""

    def close(self) -> None:
        """Close it and all that belongs to it."""


class Session:
    """One reader's page.

    `static` says that boards show themselves as pictures and open no line to a page, as in the book's build, `pictured`
    that they take the places of such pictures, and begin with what is shown there.
    `catalogue` is the reader's language, where it is another than that of the process.
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
    def here(self) -> Iterator[Session]:
        """Let what is made or said within belong to this page."""
        with self._made_here(self.catalogue):
            yield self

    def canvas(self, width: int, height: int) -> Canvas:
        """Return a new canvas, in pixels, whose commands go to this page."""
        return Canvas(width=width, height=height, _canvas_manager=self.manager)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Send the drawing commands within in one message."""
        before, self.manager._caching = self.manager._caching, True  # noqa: SLF001 - as ipycanvas' own hold_canvas does
        try:
            yield
            self.manager.flush()
        finally:
            self.manager._caching = before  # noqa: SLF001

    def redirect(self) -> None:
        """Name the canvas again with the next command: a page loaded anew has not been told which one is meant."""
        self.manager._current_canvas = None  # noqa: SLF001

    def close(self) -> None:
        """Close everything that was made for this page."""
        with self.here():
            for board in list(self.boards):
                board.close()
            self.paths.close()
            if self.manager is not _CANVAS_MANAGER:
                self.manager.close()


_current: ContextVar[Session] = ContextVar("session")
_own: list[Session] = []


def current() -> Session:
    """Return the session at work: the one whose `here` surrounds this, else that of the process."""
    found = _current.get(None)
    if found is not None:
        return found
    if not _own:
        static, pictured = (bool(os.environ.get(name)) for name in (STATIC, PICTURED))
        _own.append(Session(_CANVAS_MANAGER, static=static, pictured=pictured))
    return _own[0]
