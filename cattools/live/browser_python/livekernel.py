# ruff: noqa: INP001 - a top-level module in the browser
"""The browser kernel: passes widget messages between Python and the page, and runs cells.

It replaces IPython and the Jupyter server. The module is imported when the memory snapshot is made, so nothing here may
hold a JavaScript object before `connect` is called. A book can add to it with a module of its own (`extend`).
"""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import linecache
import logging
import pkgutil
import random
import sys
import zipimport
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import comm
from comm.base_comm import BaseComm, CommManager

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Sequence

# For every message, logging asks asyncio for the current task. There are no tasks here, and asyncio is not in the
# snapshot: fetching it for a log line would break the kernel when offline.
logging.logAsyncioTasks = False  # type: ignore[attr-defined, unused-ignore] # since Python 3.12

VIEW = "application/vnd.jupyter.widget-view+json"
_MIMES = ("text/html", "image/svg+xml", "text/plain")
_FILE = "<cell>"
MAX_OUTPUT = 10_000  # maximum number of characters of a cell's output


# The messages that readers see; an extension can translate them.
NOT_DOWNLOADED = "No network, and this part of Python has not been downloaded yet."
OMITTED = "… the rest of this cell's output is omitted"
NO_INPUT = "input() is not available on a page of the book"
AT_LINE = "Line {line}: {what}"


class Extension:
    """What a book's own module adds to the kernel: `extend` gets an instance."""

    def text(self, message: str, **values: object) -> str:
        """Return one of the kernel's messages in the reader's language, with its gaps filled."""
        return message.format(**values) if values else message

    def translate(self, messages: bytes) -> None:
        """Show all text in another language from now on; `messages` is the file with the kernel's messages."""

    def is_sentence(self, error: BaseException) -> bool:  # noqa: ARG002 - an extension needs it
        """Return whether an error's message is a complete sentence, which is then shown without the error's name."""
        return False

    def connected(self, seed: str) -> None:
        """Prepare for the reader, once the kernel is connected to the page; `seed` is part of the page's address."""

    def has_pack(self, pack: str) -> bool:  # noqa: ARG002
        """Return whether a pack has been imported."""
        return True

    def load_pack(self, pack: str) -> None:
        """Import a pack when its snapshot is made."""


class Post(Protocol):
    """Sends a message to the page."""

    def __call__(self, kind: str, text: str, buffers: list[Any], /) -> None:
        """Send one message: its kind, its JSON and its binary buffers."""


_extension = Extension()
_unsent: list[tuple[str, dict[str, Any], list[Any]]] = []
_post: Post | None = None
_cell: str | None = None
_made: dict[str, list[str]] = {}  # cell -> ids of the widgets that it has created
captures: list[Callable[[str, str, dict[str, str]], None]] = []  # the last one takes the cell's output
_names: dict[str, dict[str, Any]] = {}  # page -> namespace shared by its cells


def extend(extension: Extension) -> None:
    """Add a book's own functions to the kernel."""
    global _extension  # noqa: PLW0603
    _extension = extension


def _send(kind: str, payload: dict[str, Any], buffers: Sequence[Any] = ()) -> None:
    if _post is None:
        _unsent.append((kind, payload, list(buffers)))
    else:
        _post(kind, json.dumps(payload), list(buffers))


def _output(kind: str, text: str = "", **more: str) -> None:
    if captures:
        captures[-1](kind, text, more)
        return
    _send("output", {"cell": _cell, "kind": kind, "text": text, **more})


class PageComm(BaseComm):
    """A widget's comm to the page."""

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,
        buffers: Any = None,
        **keys: Any,
    ) -> None:
        """Send a message of the Jupyter widget protocol; `comm_open` also names the cell that created the widget."""
        of = {"cell": _cell} if msg_type == "comm_open" else {}
        if of and _cell is not None:
            _made.setdefault(_cell, []).append(self.comm_id)
        _send(
            msg_type,
            {"id": self.comm_id, "data": data or {}, "metadata": metadata or {}, **of, **keys},
            buffers or (),
        )


_manager = CommManager()
comm.create_comm = PageComm
comm.get_comm_manager = lambda: _manager

# ipywidgets reads `create_comm` and `get_comm_manager` when it is imported.
import ipywidgets  # noqa: E402
from ipywidgets.widgets.widget import _instances  # noqa: E402

ipywidgets.register_comm_target()

_packed = zipimport._get_module_code  # type: ignore[attr-defined] # noqa: SLF001 - used by both finder and loader


def _module_code(packer: zipimport.zipimporter, name: str) -> tuple[types.CodeType, bool, str]:
    # After a snapshot is restored, an archive is fetched when it is first read. If that fails, zipimport raises
    # OSError; importers, and code with optional imports, expect ImportError.
    try:
        found: tuple[types.CodeType, bool, str] = _packed(packer, name)
    except OSError as error:
        raise not_downloaded(name) from error
    return found


def not_downloaded(name: str) -> ImportError:
    """Return the error about a module whose archive could not be fetched."""
    return ImportError(_extension.text(NOT_DOWNLOADED), name=name)


zipimport._get_module_code = _module_code  # type: ignore[attr-defined] # noqa: SLF001


def _show(value: object) -> None:
    if isinstance(value, ipywidgets.Widget):
        _output("display", model=value.model_id)
        return
    found = _bundle(value)
    if VIEW in found:
        _output("display", model=found[VIEW]["model_id"])
        return
    mime = next((m for m in _MIMES if m in found), None)
    if mime is None:
        _output("text", repr(value)[:MAX_OUTPUT], mime="text/plain")
    else:
        _output("text", found[mime], mime=mime)


def _bundle(value: object) -> dict[str, Any]:
    method = getattr(value, "_repr_mimebundle_", None)
    if method is not None and not isinstance(value, type):
        made = method()
        return dict(made[0] if isinstance(made, tuple) else made or {})
    parts = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
    return {m: getattr(value, a)() for m, a in parts.items() if hasattr(value, a) and not isinstance(value, type)}


importlib.import_module("IPython.display").connect(_show, lambda: _output("clear"))


class _Stream:
    """stdout and stderr of a cell: passes on the first `MAX_OUTPUT` characters, then says that the rest is omitted."""

    encoding = "utf-8"
    left = MAX_OUTPUT

    def write(self, chunk: str) -> int:
        if chunk and self.left > 0:
            _output("stream", chunk[: self.left])
            self.left -= len(chunk)
            if self.left <= 0:
                _output("stream", f"\n{_extension.text(OMITTED)}\n")
        return len(chunk)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


class _CallbackErrors(logging.Handler):
    """Shows the errors of widget callbacks, which ipywidgets only logs."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        _output("error", sentence(error) if error else record.getMessage())


class ConsoleLog(logging.Handler):
    """Sends log messages to the page's console."""

    def emit(self, record: logging.LogRecord) -> None:
        """Send one message."""
        _send("log", {"text": record.getMessage()})


def _no_input(*_: object) -> NoReturn:
    raise RuntimeError(_extension.text(NO_INPUT))


def preload(*packages: str, absent: Callable[[str], bool] | None = None) -> None:
    """Import packages with all their modules, except modules whose names are `absent` and everything below them.

    Raises:
        ImportError: a module needs something that is not in the browser kernel.
    """
    names = [*packages]
    while names:
        name = names.pop()
        module = importlib.import_module(name)
        below = pkgutil.iter_modules(getattr(module, "__path__", []), name + ".")
        names += [m.name for m in below if not (absent and absent(m.name))]


def has_pack(pack: str) -> bool:
    """Return whether a pack has been imported."""
    return _extension.has_pack(pack)


def load_pack(pack: str) -> None:
    """Import a pack without leaving a trace on the page: the widgets that this creates are closed."""
    kept, queued = set(_instances), len(_unsent)
    _extension.load_pack(pack)
    for model_id, widget in list(_instances.items()):
        if model_id not in kept:
            widget.close()
    del _unsent[queued:]


def connect(post: Post, seed: str = "") -> None:
    """Connect to the page and send the messages queued while the snapshot was made."""
    global _post  # noqa: PLW0603
    _post = post
    random.seed()  # otherwise the snapshot gives every reader the same numbers
    sys.stdout = sys.stderr = _Stream()
    builtins.input = _no_input
    log = logging.getLogger("traitlets")
    log.handlers[:] = [_CallbackErrors()]
    log.propagate = False
    _extension.connected(seed)
    pending = _unsent[:]
    _unsent.clear()
    for kind, payload, buffers in pending:
        _send(kind, payload, buffers)


def translate(packed: Any) -> None:
    """Show all text in another language from now on; `packed` is a buffer from the page."""
    _extension.translate(packed.to_bytes())


def sentence(error: BaseException) -> str:
    """Return an error as one sentence, with the cell's line number if known."""
    # Python's messages need the exception's name ("KeyError: 'x'").
    message = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    if isinstance(error, SyntaxError):
        message = error.msg
    name = type(error).__name__
    what = message if message and _extension.is_sentence(error) else f"{name}: {message}" if message else name
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == _FILE else None
    at = None if line else error.__traceback__
    while at:  # by hand: the traceback module is not in the snapshot
        if at.tb_frame.f_code.co_filename == _FILE:
            line = at.tb_lineno
        at = at.tb_next
    if not line:
        return what
    return _extension.text(AT_LINE, line=line, what=what)


def _page(cell: str) -> str:
    # a cell's id is "<page id>.<number>"
    return cell.rpartition(".")[0]


def run(cell: str, source: str) -> None:
    """Run one cell; show the value of a trailing expression, or an error as one sentence."""
    global _cell  # noqa: PLW0603
    _cell = cell
    names = _names.setdefault(_page(cell), {"__name__": "__main__", "__builtins__": builtins})
    linecache.cache.pop(_FILE, None)
    if isinstance(sys.stdout, _Stream):
        sys.stdout.left = MAX_OUTPUT
    try:
        tree = ast.parse(source, _FILE)
        shown = None
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Expr) and not source.rstrip().endswith(";"):
            shown = ast.Expression(last.value)
            del tree.body[-1]
        exec(compile(tree, _FILE, "exec"), names)  # noqa: S102
        if shown is not None:
            value = eval(compile(shown, _FILE, "eval"), names)  # noqa: S307
            if value is not None:
                _show(value)
    except BaseException as error:  # noqa: BLE001
        _output("error", sentence(error))
    finally:
        _cell = None


def close(cell: str) -> None:
    """Close a cell's widgets, newest first. A widget can close others that it contains."""
    for model_id in reversed(_made.pop(cell, [])):
        if model_id in _instances:
            _instances[model_id].close()


def forget(page: str) -> None:
    """Close the widgets of a page's cells and delete its namespace."""
    for cell in [cell for cell in _made if _page(cell) == page]:
        close(cell)
    _names.pop(page, None)


def receive(kind: str, text: str, buffers: Sequence[Any]) -> None:
    """Handle a widget message from the page."""
    sent = json.loads(text)
    content = {"comm_id": sent["id"], "data": sent.get("data") or {}}
    message = {"content": content, "buffers": buffers, "metadata": sent.get("metadata") or {}}
    try:
        getattr(_manager, kind)(None, None, message)
    except Exception as error:  # noqa: BLE001
        _output("error", sentence(error))
