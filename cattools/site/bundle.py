"""What the reader's browser loads beside the pages: the front end and the browser kernel."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.site import node
from cattools.site.errors import BuildError
from cattools.site.licences import BUNDLED
from cattools.site.node import FRONTEND
from cattools.site.sheets.data import FILE
from cattools.site.steps import Steps, files_below, fingerprint

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
KERNEL = HERE / "kernel"
# Packed into the browser kernel as they are installed here; the stand-ins take the place of the others.
PACKED = ("ipywidgets", "ipycanvas", "comm", "traitlets", "fsrs")
_UNUSED = {"tests", "labextension", "nbextension", "offscreen_canvas", "config", "optimizer.py", "__pycache__"}
_KERNEL_SCRIPTS = {"worker.mjs", "file_on_demand.mjs", "snapshot.mjs", "snapshot_file.mjs", "wasm_instance.mjs"}
_SHARED_SCRIPTS = {"vanished.mjs"}  # the page's and the kernel's
# The oldest browsers that the book is made for, as esbuild names them: Chromium by trying, the others by what
# the pages need: `:has`, containers' widths, workers that are modules, WebAssembly with exceptions.
OLDEST = {"chrome": "106", "edge": "106", "firefox": "121", "safari": "16.4", "ios": "16.4"}
FRONT_PARTS = (
    "boot.js",
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
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "catlive.zip",
    "catlive.snapshot.bin",
)
PARTS = FRONT_PARTS + KERNEL_PARTS
SERVICE_WORKER = "service_worker.js"  # which stands at the site's root, with its list of files


def package_sources() -> list[Path]:
    """List what of cattools runs in a page: no tools of the site, no command lines, no templates, nothing for paper."""
    papers = PACKAGE.glob(f"games/*/data/{FILE}")
    return files_below(PACKAGE, skip=[HERE, *(PACKAGE / name for name in ("__main__.py", "cli.py", "new")), *papers])


def make_bundle(steps: Steps, work: Path, live: Path) -> str:
    """Fill `live` with the `PARTS` that are out of date and return a stamp that changes whenever one of them does.

    `steps` knows what the last build did; `work` is a folder for what is needed on the way. Raises `BuildError` where a
    tool that is needed failed or is missing.
    """
    live.mkdir(parents=True, exist_ok=True)
    npm = work / "npm"
    packages = fingerprint(*node.LOCKS, *node.TO_BUILD)
    if steps.due("packages", packages, npm / "node_modules"):
        with steps.doing("packages", "Fetching the front end's packages", packages):
            node.fetch(npm, node.TO_BUILD)
    else:
        steps.kept("The front end's packages")

    script, style = _board_files()
    board = work / "board.mjs"
    board.write_text(script, encoding="utf-8")
    canvas_script = _canvas_script()
    scripts = [f for f in files_below(FRONTEND) if f.name not in _KERNEL_SCRIPTS]
    target = [name + version for name, version in OLDEST.items()]
    front = fingerprint(packages, *target, *scripts, board, style, canvas_script)
    job: dict[str, object] = {
        "npm": str(npm),
        "out": str(live),
        "sources": str(FRONTEND),
        "target": target,
        "ipycanvas": str(canvas_script),
        "board": str(board),
        "style": style,
    }
    if steps.due("front end", front, *(live / name for name in (*FRONT_PARTS, SERVICE_WORKER, BUNDLED))):
        with steps.doing("front end", "Bundling the front end", front):
            _run_job("build.mjs", job, work)
    else:
        steps.kept("The front end")

    versions = " ".join(f"{name}=={importlib.metadata.version(name)}" for name in PACKED)
    snapshot = [FRONTEND / name for name in sorted(_KERNEL_SCRIPTS | _SHARED_SCRIPTS)]
    kernel = fingerprint(packages, versions, *target, *snapshot, *files_below(KERNEL), *package_sources())
    if steps.due("kernel", kernel, *(live / name for name in KERNEL_PARTS)):
        with steps.doing("kernel", "Building the browser kernel", kernel):
            tree = work / "tree"
            pack_tree(tree)
            _run_job("snapshot.mjs", {**job, "tree": str(tree), "slim": str(KERNEL / "slim.py")}, work)
    else:
        steps.kept("The browser kernel")
    return fingerprint(front, kernel)


def pack_tree(tree: Path) -> None:
    """Lay out every Python file that the browser kernel may import in `tree`; what is in it is lost."""
    shutil.rmtree(tree, ignore_errors=True)
    for name in PACKED:
        folder = _installed(name)
        code = [f for f in files_below(folder) if f.suffix == ".py" and not _UNUSED & set(f.relative_to(folder).parts)]
        _copy(code, folder, tree / name)
    standins = KERNEL / "standins"
    _copy(files_below(standins), standins, tree)
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
    from cattools.widgets import front  # noqa: PLC0415 - takes a while, and only a build needs it
    from cattools.widgets.board import Board  # noqa: PLC0415

    return front.module(), Board._css  # noqa: SLF001 - anywidget's name for it


def _canvas_script() -> Path:
    # ipycanvas keeps its page side outside the package, among Jupyter's shared files.
    shared = Path(sys.prefix) / "share" / "jupyter" / "nbextensions" / "ipycanvas" / "index.js"
    inside = _installed("ipycanvas") / "nbextension" / "index.js"
    for script in (shared, inside):
        if script.is_file():
            return script
    raise BuildError(f"ipycanvas' page script was expected at {shared}; is ipycanvas installed in this environment?")


def _run_job(script: str, job: dict[str, object], work: Path) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=work, delete=False) as file:
        json.dump(job, file)
    try:
        node.run("node", str(FRONTEND / script), file.name, cwd=work)
    finally:
        Path(file.name).unlink()
