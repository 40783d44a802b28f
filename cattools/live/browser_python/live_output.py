# ruff: noqa: INP001 - a top-level module in the browser
"""Makes `ipywidgets.Output`, and therefore `interact`, capture what is shown inside it, without a Jupyter server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import livekernel
from ipywidgets.widgets import widget_output

if TYPE_CHECKING:
    import types

_TYPES = {"text": "display_data", "display": "display_data", "stream": "stream", "error": "error"}


class _Capture:
    """What is shown inside an output widget's `with` block; it is sent when the block ends."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self.shown: list[dict[str, Any]] = list(widget.outputs)

    def __call__(self, kind: str, text: str, more: dict[str, str]) -> None:
        if kind == "clear":
            self.shown.clear()
            return
        shown: dict[str, Any] = {"output_type": _TYPES[kind]}
        last = self.shown[-1] if self.shown else {}
        if kind == "stream" and last.get("output_type") == "stream":
            last["text"] += text
            return
        if kind == "stream":
            shown |= {"name": "stdout", "text": text}
        elif kind == "error":
            shown |= {"ename": "", "evalue": text, "traceback": [text]}
        elif kind == "display":
            view = {"model_id": more["model"], "version_major": 2, "version_minor": 0}
            shown |= {"data": {livekernel.VIEW: view}, "metadata": {}}
        else:
            shown |= {"data": {more["mime"]: text}, "metadata": {}}
        self.shown.append(shown)


_entered: list[_Capture] = []


def _enter(self: Any) -> None:
    _entered.append(_Capture(self))
    livekernel.captures.append(_entered[-1])


def _exit(_self: Any, _kind: object, error: BaseException | None, _at: types.TracebackType | None) -> bool:
    livekernel.captures.pop()
    capture = _entered.pop()
    if error is not None:
        capture("error", livekernel.sentence(error), {})
    capture.widget.outputs = tuple(capture.shown)
    return error is not None


widget_output.Output.__enter__ = _enter
widget_output.Output.__exit__ = _exit
