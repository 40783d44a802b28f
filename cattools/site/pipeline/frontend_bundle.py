"""What the reader's browser loads beside the pages: the front end and the browser kernel."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.site.errors import BuildError
from cattools.site.pipeline import node
from cattools.site.pipeline.incremental import Steps, files_below, fingerprint
from cattools.site.pipeline.node import FRONTEND
from cattools.site.printable.reference_sheet import FILE
from cattools.site.sphinx.licences_page import BUNDLED

if TYPE_CHECKING:
    from collections.abc import Sequence

SITE = Path(__file__).resolve().parents[1]
PACKAGE = SITE.parent
KERNEL = SITE / "browser_python"
# Packed into the browser kernel as they are installed here; the stubs take the place of the others.
PACKED = ("ipywidgets", "ipycanvas", "comm", "traitlets", "fsrs")
_UNUSED = {"tests", "labextension", "nbextension", "offscreen_canvas", "config", "optimizer.py", "__pycache__"}
_SLIM = KERNEL / "pack_python.py"
_WORKLOAD = KERNEL / "profile_workload.txt"
_PACKER = "tooling/pack_python.mjs"
_DECODER = ("tooling/copy_zstd_decoder.mjs", "tooling/compress.mjs")
_SNAPSHOT = "pyodide_patches/make_snapshot.mjs"
_KERNEL_FOLDERS = ("worker", "pyodide_patches", "tooling")
_SHARED_SCRIPTS = ("kernel/decompress.mjs", "kernel/liveness.mjs")  # the page's and the kernel's
_BUNDLER = "tooling/bundle.mjs"
_BUNDLER_SCRIPTS = (_BUNDLER, "pyodide_patches/lean_glue.mjs")
# The oldest browsers that the book is made for, as esbuild names them: Chromium by trying, the others by what
# the pages need: `:has`, containers' widths, workers that are modules, WebAssembly with exceptions.
OLDEST = {"chrome": "106", "edge": "106", "firefox": "121", "safari": "16.4", "ios": "16.4"}
FRONT_PARTS = (
    "boot.js",
    "ahead.js",
    "offline.js",
    "ask.js",
    "cite.js",
    "progress.js",
    "embed.js",
    "board.mjs",
    "answers.mjs",
    "qr.mjs",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
    "page.css",
    "widgets.mjs",
    "controls.mjs",
    "controls.css",
)
KERNEL_PARTS = (
    "kernel.mjs",
    "pyodide.asm.wasm.bin",
    "pyodide.rest.wasm.bin",
    "zstd.wasm",
    "python_stdlib.zip",
    "catlive.zip",
    "catlive.snapshot.bin",
)
PARTS = FRONT_PARTS + KERNEL_PARTS
SERVICE_WORKER = "service_worker.js"  # which stands at the site's root, with its list of files


def package_sources() -> list[Path]:
    """List what of cattools runs in a page: no tools of the site, no command lines, no templates, nothing for paper."""
    absent = [PACKAGE / name for name in ("__main__.py", "cli.py", "rule_coverage.py", "new")]
    return files_below(PACKAGE, skip=[SITE, *absent, *PACKAGE.glob(f"games/*/data/{FILE}")])


class Bundle:
    """The parts, as they are made of the sources of this moment."""

    def __init__(self, work: Path, live: Path) -> None:
        """Read the sources; `work` is a folder for what is needed on the way, `live` the one that is filled."""
        self._work, self._live = work, live
        for folder in (work, live):
            folder.mkdir(parents=True, exist_ok=True)
        script, self._style = _board_files()
        self._board = work / "board.mjs"
        self._board.write_text(script, encoding="utf-8")
        self._canvas = _canvas_script()
        self._target = [name + version for name, version in OLDEST.items()]
        self._packages = fingerprint(*node.LOCKS, *node.TO_BUILD)
        scripts = files_below(FRONTEND, skip=[FRONTEND / name for name in _KERNEL_FOLDERS])
        scripts += [FRONTEND / name for name in _BUNDLER_SCRIPTS]
        self._front = fingerprint(self._packages, *self._target, *scripts, self._board, self._style, self._canvas)
        versions = " ".join(f"{name}=={importlib.metadata.version(name)}" for name in PACKED)
        ours = [file for name in _KERNEL_FOLDERS for file in files_below(FRONTEND / name)]
        ours += [FRONTEND / name for name in _SHARED_SCRIPTS]
        self._library = fingerprint(self._packages, _SLIM, *(FRONTEND / name for name in (_PACKER, *_DECODER)))
        self._kernel = fingerprint(
            self._library, versions, *self._target, *ours, *files_below(KERNEL), *package_sources()
        )
        self.stamp = fingerprint(self._front, self._kernel)
        """It changes whenever one of the parts does."""

    def make_front_end(self, steps: Steps) -> None:
        """Make the parts that are out of date, but for the kernel. `steps` knows what the last build did.

        Raises `BuildError` where a tool that is needed failed or is missing.
        """
        if steps.due("packages", self._packages, self._work / "npm" / "node_modules"):
            with steps.doing("packages", "Fetching the front end's packages", self._packages):
                node.fetch(self._work / "npm", node.TO_BUILD)
        else:
            steps.kept("The front end's packages")
        if steps.due("front end", self._front, *self._parts(*FRONT_PARTS, SERVICE_WORKER, BUNDLED)):
            with steps.doing("front end", "Bundling the front end", self._front):
                self._run(_BUNDLER, ipycanvas=str(self._canvas), board=str(self._board), style=self._style)
        else:
            steps.kept("The front end")

    def make_kernel(self, steps: Steps) -> None:
        """Make the parts of the kernel that are out of date, once the front end's packages are there.

        Raises `BuildError` as `make_front_end` does.
        """
        library, ours = self._parts("python_stdlib.zip", "catlive.zip")
        if steps.due("library", self._library, library, *self._parts("zstd.wasm")):
            with steps.doing("library", "Packing Python and its library", self._library):
                self._run(_DECODER[0])
                self._run(_PACKER, slim=str(_SLIM), packed=str(library))
        if not steps.due("kernel", self._kernel, *self._parts(*KERNEL_PARTS)):
            steps.kept("The browser kernel")
            return
        with steps.doing("kernel", "Building the browser kernel", self._kernel):
            tree = self._work / "tree"
            pack_tree(tree)
            self._run(_PACKER, slim=str(_SLIM), packed=str(ours), tree=str(tree))
            self._run(_SNAPSHOT, workload=str(_WORKLOAD))

    def _parts(self, *names: str) -> list[Path]:
        return [self._live / name for name in names]

    def _run(self, script: str, **facts: object) -> None:
        """Run one of the scripts of the build, which reads what it is to do from a file."""
        job = {"npm": str(self._work / "npm"), "out": str(self._live), "sources": str(FRONTEND), "target": self._target}
        with tempfile.NamedTemporaryFile("w", suffix=".json", dir=self._work, delete=False) as file:
            json.dump(job | facts, file)
        try:
            node.run("node", str(FRONTEND / script), file.name, cwd=self._work)
        finally:
            Path(file.name).unlink()


def pack_tree(tree: Path) -> None:
    """Lay out every Python file that the browser kernel may import in `tree`; what is in it is lost."""
    shutil.rmtree(tree, ignore_errors=True)
    for name in PACKED:
        folder = _installed(name)
        code = [f for f in files_below(folder) if f.suffix == ".py" and not _UNUSED & set(f.relative_to(folder).parts)]
        _copy(code, folder, tree / name)
    stubs = KERNEL / "stubs"
    _copy(files_below(stubs), stubs, tree)
    _copy([KERNEL / "catkernel.py"], KERNEL, tree)
    _copy(package_sources(), PACKAGE, tree / "cattools")


def _copy(files: Sequence[Path], base: Path, target: Path) -> None:
    for file in files:
        to = target / file.relative_to(base)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, to)


def _installed(name: str) -> Path:
    try:
        return Path(str(importlib.metadata.distribution(name).locate_file(name)))
    except importlib.metadata.PackageNotFoundError as error:
        raise BuildError(f"the site needs the Python package {name}, which is not installed here") from error


def _board_files() -> tuple[str, str]:
    # The boards' script and looks, as they give them to JupyterLab; here the static pictures share the looks.
    from cattools.widgets import js_bundle  # noqa: PLC0415 - takes a while, and only a build needs it
    from cattools.widgets.board import Board  # noqa: PLC0415

    return js_bundle.module(), Board._css  # noqa: SLF001 - anywidget's name for it


def _canvas_script() -> Path:
    # ipycanvas keeps its page side outside the package, among Jupyter's shared files.
    shared = Path(sys.prefix) / "share" / "jupyter" / "nbextensions" / "ipycanvas" / "index.js"
    inside = _installed("ipycanvas") / "nbextension" / "index.js"
    for script in (shared, inside):
        if script.is_file():
            return script
    raise BuildError(f"ipycanvas' page script was expected at {shared}; is ipycanvas installed in this environment?")
