"""Stub of anywidget in the browser kernel: synchronizes the same traits as the real package.

If the page's bundle already has the scripts of some packages' widgets (`bundled`), `_esm` holds a checksum instead of
the source. There is no file watching and there are no events.
"""

from __future__ import annotations

import zlib
from typing import Any, NoReturn

import ipywidgets
from traitlets import Unicode

bundled = ""  # name prefix of the modules whose widgets have their scripts in the page's bundle
_VERSION = "~0.11.*"


class AnyWidget(ipywidgets.DOMWidget):  # type: ignore[misc]
    """A widget whose front end is the module `_esm`."""

    _model_name = Unicode("AnyModel").tag(sync=True)
    _model_module = Unicode("anywidget").tag(sync=True)
    _model_module_version = Unicode(_VERSION).tag(sync=True)
    _view_name = Unicode("AnyView").tag(sync=True)
    _view_module = Unicode("anywidget").tag(sync=True)
    _view_module_version = Unicode(_VERSION).tag(sync=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        cls = type(self)
        if not isinstance(getattr(cls, "_esm", None), str):
            raise TypeError(
                f"{cls.__name__} needs its script as a string in _esm, found {getattr(cls, '_esm', None)!r}"
            )
        texts = {"_esm": cls._esm, "_css": getattr(cls, "_css", "")}
        if bundled and any(base.__module__.startswith(bundled) and "_esm" in vars(base) for base in cls.__mro__):
            texts = {"_esm": f"crc:{zlib.crc32(cls._esm.encode()):08x}"}
        texts["_anywidget_id"] = f"{cls.__module__}.{cls.__name__}"
        self.add_traits(**{name: Unicode(text).tag(sync=True) for name, text in texts.items() if text})
        super().__init__(*args, **kwargs)


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"anywidget.{name} is not available on a page of the book; only anywidget.AnyWidget is")
