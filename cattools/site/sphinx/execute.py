"""Run the code of the book's pages before Sphinx reads them, each page in its own process.

Jupyter Book starts a kernel for every page, and for most pages the imports take longer than the page's own code.
Here the pages' processes are forked from a process that has already imported everything, and the outputs go into
Jupyter Book's cache. The outputs of a failing page are not cached, so Jupyter Book runs the page again and reports the
error.
"""

from __future__ import annotations

import multiprocessing
import os
import re
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinx.util import logging

from cattools.core.loading.game_packages import installed
from cattools.core.messages import language
from cattools.games import GAMES
from cattools.live.pipeline.incremental import files_below, fingerprint
from cattools.site.pipeline.editions import words_of
from cattools.site.pipeline.frontend_bundle import SITE, package_sources
from cattools.site.printable.pdf import SHEET_PAGE
from cattools.site.sphinx import execute_worker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from multiprocessing.context import SpawnContext

    from jupyter_cache.base import JupyterCacheAbstract
    from nbformat import NotebookNode
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

RUNNING = "running pages"
_MADE_FROM = "cattools_made_from"
_FORKS = "forkserver" in multiprocessing.get_all_start_methods()  # not on Windows
# The cast is safe, because both contexts have the same API.
_PROCESSES = cast("SpawnContext", multiprocessing.get_context("forkserver" if _FORKS else "spawn"))
if _FORKS:
    _PROCESSES.set_forkserver_preload([execute_worker.__name__])
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_FENCE = re.compile(r"^(`{3,}|:{3,})\{code-cell\}", re.MULTILINE)
_RULE = re.compile(r"^-{5,}$", re.MULTILINE)
_log = logging.getLogger(__name__)


class Code:
    """Fingerprints of the code that the pages depend on."""

    def __init__(self) -> None:
        folders = {game: Path(installed()[game].folder) for game in GAMES}
        shared = (file for file in package_sources() if not {*file.parents} & {*folders.values()})
        self._shared = fingerprint(*shared)
        self._words = words_of(language())
        self._games = {game: fingerprint(*files_below(folder)) for game, folder in folders.items()}

    def behind(self, page: Path) -> str:
        """Return the fingerprint of the code behind a page: the shared code, and the code of one game or of all."""
        game = page.parent.name
        used = [self._games[game]] if game in self._games else list(self._games.values())
        if page.stem == SHEET_PAGE:  # depends on `printable` and quotes the game's other pages
            used.append(fingerprint(*files_below(SITE / "printable"), *files_below(page.parent, skip=[page])))
        return fingerprint(self._shared, self._words, *used)


def outdated(_app: Sphinx, env: BuildEnvironment, *_: set[str]) -> list[str]:
    """Return the pages whose code has changed since they were last read; handles Sphinx's `env-get-outdated`."""
    code = Code()
    known = getattr(env, _MADE_FROM, {})
    now = {name: code.behind(Path(env.doc2path(name))) for name in env.found_docs}
    setattr(env, _MADE_FROM, now)
    return [name for name, behind in now.items() if known.get(name) != behind]


def run_changed(app: Sphinx, env: BuildEnvironment, names: list[str]) -> None:
    """Run the pages that Sphinx is about to read, except the pages whose output in the cache is up to date."""
    from jupyter_cache import get_cache  # noqa: PLC0415 - comes with Jupyter Book

    settings = app.env.mystnb_config  # type: ignore[attr-defined] # MyST-NB's
    if settings.execution_mode != "cache":
        return
    cache = get_cache(settings.execution_cache_path or ".jupyter_cache")
    try:
        _run_due(cache, list(_pages(app, names, getattr(env, _MADE_FROM))), settings.execution_timeout)
    finally:
        cache.db.dispose()


def _run_due(cache: JupyterCacheAbstract, pages: list[Page], longest: int | None) -> None:
    due = [page for page in pages if not page.has_run(cache)]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        runs = {workers.submit(page.run, longest): page for page in due}
        for done, run in enumerate(as_completed(runs), 1):
            page = runs[run]
            _log.info("%s... [%3d%%] %s", RUNNING, 100 * done // len(due), page.path.name)
            if (shown := run.result()) is not None:
                page.keep(cache, shown)


def _pages(app: Sphinx, names: list[str], behind: Mapping[str, str]) -> Iterator[Page]:
    from myst_nb.core.read import create_nb_reader  # noqa: PLC0415 - comes with Jupyter Book

    env = app.env
    for name in names:
        path = Path(env.doc2path(name))
        text = path.read_text("utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)  # type: ignore[attr-defined]
        if reader is not None:
            yield Page(path, reader.read(text), behind[name])


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a notebook, and the fingerprint of the code behind it."""

    path: Path
    notebook: NotebookNode
    behind: str

    @property
    def _code(self) -> list[NotebookNode]:
        return [cell for cell in self.notebook.cells if cell.cell_type == "code"]

    @property
    def _made_from(self) -> str:
        return self.behind if self._code else ""  # all pages without code share one cache entry

    def has_run(self, cache: JupyterCacheAbstract) -> bool:
        """Return whether the cache has the page's current output; remove output that older code has made."""
        try:
            record = cache.match_cache_notebook(self.notebook)
        except KeyError:
            return False
        if record.data.get(_MADE_FROM) == self._made_from:
            return True
        cache.remove_cache(record.pk)
        return False

    def run(self, longest: int | None) -> list[list[NotebookNode]] | None:
        """Return the outputs of each cell; None if a cell fails or the page exceeds `longest` seconds per cell."""
        cells = [cell.source for cell in self._code]
        if not cells:
            return []
        receiver, sender = _PROCESSES.Pipe(duplex=False)
        process = _PROCESSES.Process(target=execute_worker.run_cells, args=(sender, str(self.path.parent), cells))
        process.start()
        sender.close()
        try:
            in_time = receiver.poll(longest and longest * len(cells))
            return receiver.recv() if in_time else None
        except EOFError:
            return None
        finally:
            process.kill()
            process.join()
            receiver.close()

    def keep(self, cache: JupyterCacheAbstract, shown: list[list[NotebookNode]]) -> None:
        """Put the outputs of all cells into the cache."""
        from ipykernel.ipkernel import IPythonKernel  # noqa: PLC0415 - comes with Jupyter Book
        from jupyter_cache.base import CacheBundleIn  # noqa: PLC0415

        for number, (cell, outputs) in enumerate(zip(self._code, shown, strict=True), 1):
            cell.outputs, cell.execution_count = outputs, number
        self.notebook.metadata["language_info"] = IPythonKernel.language_info
        ran = CacheBundleIn(self.notebook, str(self.path), data={_MADE_FROM: self._made_from})
        cache.cache_notebook_bundle(ran, check_validity=False, overwrite=True)


def failing_cell(name: str, page: str, traceback: str) -> str:
    """Return a sentence that says which cell of a page failed and why.

    For example: "book/first.md, cell 2 (line 31): NameError: name 'x' is not defined".
    `name` is the page's name in the message, `page` the page's text, `traceback` the traceback of the failed cell.
    """
    plain = _ESCAPES.sub("", traceback)
    reason = next((line.strip() for line in reversed(plain.splitlines()) if line.strip()), "no reason given")
    parts = _RULE.split(plain, maxsplit=2)
    source = parts[1].strip() if len(parts) > 2 else ""
    at = page.find(source) if source else -1
    if at < 0:
        return f"{name}: {reason}"
    before = page[:at]
    return f"{name}, cell {len(_FENCE.findall(before))} (line {before.count(chr(10)) + 1}): {reason}"
