# ruff: noqa: INP001 - a top-level module in the browser
"""The browser kernel: passes widget messages between Python and the page, and runs cells.

It replaces IPython and the Jupyter server. The module is imported when the memory snapshot is made, so nothing here may
hold a JavaScript object before `connect` is called.
"""

from __future__ import annotations

import ast
import builtins
import gettext
import importlib
import io
import json
import linecache
import logging
import os
import pkgutil
import random
import sys
import zipimport
import zlib
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import comm
from comm.base_comm import BaseComm, CommManager

from cattools.core.chance import FIXED
from cattools.core.data_files import has
from cattools.core.game_packages import PACKED, installed
from cattools.core.messages import N_, install, text

if TYPE_CHECKING:
    import types
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec

# For every message, logging asks asyncio for the current task. There are no tasks here, and asyncio is not in the
# snapshot: fetching it for a log line would break the kernel when offline.
logging.logAsyncioTasks = False  # type: ignore[attr-defined, unused-ignore] # since Python 3.12

os.environ["CATTOOLS_PICTURED"] = "1"  # boards hydrate the page's static pictures

VIEW = "application/vnd.jupyter.widget-view+json"
_MIMES = ("text/html", "image/svg+xml", "text/plain")
_ABSENT = (
    "cattools.site",
    "cattools.table",
    "cattools.rule_coverage",
    "cattools.game_check",
    "cattools.cli",
    "cattools.__main__",
)
# Only each chapter's practice page needs these; it imports them from the packed files.
_LATER = (
    "cattools.lessons.practice",
    "cattools.widgets.modes.practice.knowledge_list",
    "cattools.widgets.modes.practice.practice",
    "cattools.widgets.modes.practice.question",
)
_GAMES = "cattools.games"
_ARCHIVES = "/lib/games"  # holds each game's archive; the worker fetches it when it is first read
_FILE = "<cell>"
POSITIONS = "/data/practice_positions.json"
MAX_OUTPUT = 10_000  # maximum number of characters of a cell's output


class Post(Protocol):
    """Sends a message to the page."""

    def __call__(self, kind: str, text: str, buffers: list[Any], /) -> None:
        """Send one message: its kind, its JSON and its binary buffers."""


_unsent: list[tuple[str, dict[str, Any], list[Any]]] = []
_post: Post | None = None
_cell: str | None = None
_made: dict[str, list[str]] = {}  # cell -> ids of the widgets that it has created
_names: dict[str, dict[str, Any]] = {}  # page -> namespace shared by its cells


def _send(kind: str, payload: dict[str, Any], buffers: Sequence[Any] = ()) -> None:
    if _post is None:
        _unsent.append((kind, payload, list(buffers)))
    else:
        _post(kind, json.dumps(payload), list(buffers))


def _output(kind: str, text: str = "", **more: str) -> None:
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
        raise _not_downloaded(name) from error
    return found


def _not_downloaded(name: str) -> ImportError:
    message = text(N_("No network, and this part of Python has not been downloaded yet."))
    return ImportError(str(message), name=name)


zipimport._get_module_code = _module_code  # type: ignore[attr-defined] # noqa: SLF001


class _GameArchive(zipimport.zipimporter):
    """Loads a game from its archive; the positions of its practice questions are in an archive of their own."""

    def get_data(self, path: str) -> bytes:
        """Return the content of a file."""
        if path.endswith(POSITIONS):
            path = path.replace(".zip/", ".practice.zip/", 1)
            return zipimport.zipimporter(path.partition(".zip/")[0] + ".zip").get_data(path)
        return super().get_data(path)


class _GameFinder:
    """Finds each game in its archive."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return the spec of a game's package; None for other modules."""
        game = next((one.id for one in installed().values() if one.package == name), None)
        if game is None:
            return None
        folder = name.rpartition(".")[0].replace(".", "/")
        try:
            return _GameArchive(f"{_ARCHIVES}/{game}.zip/{folder}".rstrip("/")).find_spec(name)
        except zipimport.ZipImportError as error:  # the archive could not be fetched
            raise _not_downloaded(name) from error


if has(PACKED):
    sys.meta_path.insert(0, _GameFinder)  # first, because another archive contains the art of the games


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
                rest = text(N_("… the rest of this cell's output is omitted"))
                _output("stream", f"\n{rest}\n")
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


class _ConsoleLog(logging.Handler):
    """Sends cattools' log messages to the page's console."""

    def emit(self, record: logging.LogRecord) -> None:
        _send("log", {"text": record.getMessage()})


def _no_input(*_: object) -> NoReturn:
    raise RuntimeError(str(text(N_("input() is not available on a page of the book"))))


def preload() -> None:
    """Import every module of cattools that a page can use, except the games and the modules of practice.

    Raises:
        ImportError: a module needs something that is not in the browser kernel.
    """
    names = ["cattools"]
    while names:
        name = names.pop()
        module = importlib.import_module(name)
        below = pkgutil.iter_modules(getattr(module, "__path__", []), name + ".")
        names += [m.name for m in below if m.name not in _ABSENT + _LATER and name != _GAMES]
    _fill_caches()


def _fill_caches() -> None:
    # What all boards read, so that it is in the snapshot.
    from cattools.core.display import icons  # noqa: PLC0415

    installed()
    icons.icons()
    icons.themes()


def has_game(game: str) -> bool:
    """Return whether a game has been imported."""
    return game in installed() and installed()[game].package in sys.modules


def load_game(game: str) -> None:
    """Import a game and fill its caches, by creating and closing two of its boards.

    Doing this for all of its boards would make its part of the snapshot much larger.
    """
    import cattools  # noqa: PLC0415
    from cattools.lessons.example import examples  # noqa: PLC0415

    kept, queued = set(_instances), len(_unsent)
    cattools.play(game)
    cattools.show(next(iter(examples(game))))
    for model_id, widget in list(_instances.items()):
        if model_id not in kept:
            widget.close()
    del _unsent[queued:]


def connect(post: Post, seed: str = "") -> None:
    """Connect to the page and send the messages queued while the snapshot was made; `seed` fixes all random deals."""
    global _post  # noqa: PLW0603
    _post = post
    os.environ[FIXED] = seed
    random.seed()  # otherwise the snapshot gives every reader the same numbers
    sys.stdout = sys.stderr = _Stream()
    builtins.input = _no_input
    log = logging.getLogger("traitlets")
    log.handlers[:] = [_CallbackErrors()]
    log.propagate = False
    own = logging.getLogger("cattools")
    own.handlers[:] = [_ConsoleLog()]
    own.propagate = False
    pending = _unsent[:]
    _unsent.clear()
    for kind, payload, buffers in pending:
        _send(kind, payload, buffers)


def translate(packed: Any) -> None:
    """Show all text in another language from now on; `packed` is its compressed catalogue, a buffer of the page."""
    install(gettext.GNUTranslations(io.BytesIO(zlib.decompress(packed.to_bytes()))))


def sentence(error: BaseException) -> str:
    """Return an error as one sentence, with the cell's line number if known."""
    # cattools' own messages are complete sentences; Python's need the exception's name ("KeyError: 'x'").
    message = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    if isinstance(error, SyntaxError):
        message = error.msg
    name = type(error).__name__
    own = type(error).__module__.startswith("cattools")
    what = message if message and own else f"{name}: {message}" if message else name
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == _FILE else None
    at = None if line else error.__traceback__
    while at:  # by hand: the traceback module is not in the snapshot
        if at.tb_frame.f_code.co_filename == _FILE:
            line = at.tb_lineno
        at = at.tb_next
    if not line:
        return what
    return str(text(N_("Line {line}: {what}"), line=line, what=what))


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
    """Close a cell's widgets, newest first. A board also closes the widgets that it contains."""
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
