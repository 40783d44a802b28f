"""Runs the code of the book's pages before they are read: in a few kernels at once, each with one page after the other.

Jupyter Book starts a kernel for every page, which takes longer than most pages do. It looks into its cache first, and
finds there what ran here. A page that fails is not put there: Jupyter Book runs it again and tells what is wrong.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_cache.base import JupyterCacheAbstract
    from jupyter_client.manager import KernelManager
    from nbformat import NotebookNode
    from sphinx.application import Sphinx

MOST_KERNELS = 4
RUNNING = "running pages"
# Forgets the page before: its names, how many cells it had, and what it did to cattools, such as a bot it added.
_RESET = """\
import sys
for name in [name for name in sys.modules if name.partition(".")[0] == "cattools"]:
    del sys.modules[name]
get_ipython().reset()
"""
_log = logging.getLogger(__name__)


def run_changed(app: Sphinx, _env: object, names: list[str]) -> None:
    """Run those pages that are going to be read and whose code has not run yet."""
    from jupyter_cache import get_cache  # noqa: PLC0415 - comes with Jupyter Book

    settings = app.env.mystnb_config  # type: ignore[attr-defined] # MyST-NB's
    if settings.execution_mode != "cache":
        return
    cache = get_cache(settings.execution_cache_path or ".jupyter_cache")
    pages = [(path, notebook) for path, notebook in _notebooks(app, names) if not _has(cache, notebook)]
    if pages:
        asyncio.run(_Runs(cache, pages, settings.execution_timeout).run())


def _notebooks(app: Sphinx, names: list[str]) -> Iterator[tuple[Path, NotebookNode]]:
    from myst_nb.core.read import create_nb_reader  # noqa: PLC0415 - comes with Jupyter Book

    env = app.env
    for name in names:
        path = Path(env.doc2path(name))
        text = path.read_text("utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)  # type: ignore[attr-defined]
        if reader is not None:
            yield path, reader.read(text)


def _has(cache: JupyterCacheAbstract, notebook: NotebookNode) -> bool:
    try:
        cache.match_cache_notebook(notebook)
    except KeyError:
        return False
    return True


class _Runs:
    """The runs of one build."""

    def __init__(
        self, cache: JupyterCacheAbstract, pages: list[tuple[Path, NotebookNode]], timeout: int | None
    ) -> None:
        self._cache, self._timeout = cache, timeout
        self._waiting, self._count = pages[::-1], len(pages)

    async def run(self) -> None:
        kernels = min(os.cpu_count() or 1, MOST_KERNELS, self._count)
        await asyncio.gather(*(self._in_one_kernel() for _ in range(kernels)))

    async def _in_one_kernel(self) -> None:
        from jupyter_client.manager import AsyncKernelManager  # noqa: PLC0415 - comes with Jupyter Book

        kernel = AsyncKernelManager()
        try:
            while self._waiting:
                path, notebook = self._waiting.pop()
                done = self._count - len(self._waiting)
                _log.info("%s... [%3d%%] %s", RUNNING, 100 * done // self._count, path.name)
                await self._run_page(kernel, path, notebook)
        finally:
            if kernel.has_kernel:
                await kernel.shutdown_kernel(now=True)

    async def _run_page(self, kernel: KernelManager, path: Path, notebook: NotebookNode) -> None:
        from jupyter_cache.base import CacheBundleIn  # noqa: PLC0415 - comes with Jupyter Book
        from nbclient import NotebookClient  # noqa: PLC0415
        from nbclient.exceptions import CellControlSignal, DeadKernelError  # noqa: PLC0415
        from nbformat.v4 import new_code_cell  # noqa: PLC0415

        notebook.cells.insert(0, new_code_cell(_RESET))  # type: ignore[no-untyped-call]
        place = {"metadata": {"path": str(path.parent)}}
        # times would make another notebook of it
        client = NotebookClient(notebook, km=kernel, timeout=self._timeout, resources=place, record_timing=False)
        try:
            await client.async_execute()
        except (CellControlSignal, DeadKernelError):
            return
        finally:
            del notebook.cells[0]
            if client.kc is not None:
                client.kc.stop_channels()
        self._cache.cache_notebook_bundle(CacheBundleIn(notebook, str(path)), check_validity=False, overwrite=True)
