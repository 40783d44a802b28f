"""The files that the reader's browser loads in addition to the pages: the front end and the browser kernel."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import sys
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.core.display.icons import OF_GAME
from cattools.core.game_packages import PACKED as PACKED_GAMES
from cattools.core.game_packages import installed
from cattools.core.language import LANGUAGES, catalogue_bytes
from cattools.core.messages import SOURCE
from cattools.games import GAMES
from cattools.lessons.practice import position_pool
from cattools.site import game_pages
from cattools.site.errors import BuildError
from cattools.site.pipeline import node, optimizations
from cattools.site.pipeline.incremental import BuildSteps, files_below, fingerprint
from cattools.site.pipeline.node import FRONTEND
from cattools.site.printable.reference_sheet import FILE
from cattools.site.search import speech
from cattools.site.sphinx import rule_sections
from cattools.site.sphinx.licences_page import BUNDLED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SITE = Path(__file__).resolve().parents[1]
PACKAGE = SITE.parent
KERNEL = SITE / "browser_python"
# Packages of which the installed version is packed into the browser kernel; stubs replace the other dependencies.
PACKED = ("ipywidgets", "ipycanvas", "comm", "traitlets", "fsrs")
_UNUSED = {"tests", "labextension", "nbextension", "offscreen_canvas", "config", "optimizer.py", "__pycache__"}
# Data files of a game of which only the build needs the content.
_FOR_BUILD = {FILE, game_pages.FILE, speech.JAPANESE, speech.QUESTIONS}
_SLIM = KERNEL / "pack_python.py"
_WORKLOAD = KERNEL / "profile_workload.txt"
_PACKER = "tooling/pack_python.mjs"
_DECODER = ("tooling/copy_zstd_decoder.mjs", "tooling/compress.mjs")
_KERNEL_BUILDER = "tooling/build_kernel.mjs"
_KERNEL_FOLDERS = ("worker", "pyodide_patches", "tooling")
_SHARED_SCRIPTS = ("kernel/decompress.mjs", "kernel/liveness.mjs")  # used by the page and by the kernel
_BUNDLER = "tooling/bundle.mjs"
_BUNDLER_SCRIPTS = (_BUNDLER, "tooling/constants.mjs")
# The oldest supported browsers, as esbuild targets. Chromium's version was found by testing; the other versions follow
# from the features that the pages need: `:has()`, container queries, module workers, WebAssembly exceptions.
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
SERVICE_WORKER = "service_worker.js"  # at the site's root, with its list of files added


def kernel_parts(on: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the names of the kernel's files, which depend on the enabled optimizations."""
    wanted = {
        "kernel.mjs": True,
        "python_stdlib.zip": True,
        "catlive.zip": True,
        "zstd.wasm": on["compress"],
        "catlive.snapshot.bin": on["snapshot"],
        "pyodide.asm.wasm": not on["compile_on_page"],
        "pyodide.asm.wasm.bin": on["compile_on_page"],
        "pyodide.rest.wasm.bin": on["split_wasm"],
    }
    return tuple(name for name, is_part in wanted.items() if is_part)


def start_parts(on: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the names of the files without which the kernel cannot start."""
    later = {"pyodide.rest.wasm.bin"} | ({"python_stdlib.zip", "catlive.zip"} if on["snapshot"] else set())
    return tuple(name for name in kernel_parts(on) if name not in later)


def messages_file(language: str) -> str:
    """Return the name of the file with the messages of a language, which its pages' kernels load."""
    return f"messages.{language}.deflate"


def game_sources(game: str) -> list[Path]:
    """List the files of a game that run in a page: its code and data, without texts of pages, chapter and tests."""
    folder = Path(installed()[game].folder)
    texts = (folder / "data" / name for name in _FOR_BUILD)
    return files_below(folder, skip=[folder / rule_sections.FOLDER, folder / "tests", *texts])


def package_sources() -> list[Path]:
    """List the files that run in a page: cattools without tools, commands, templates, catalogues; the chosen games."""
    absent = [
        PACKAGE / name
        for name in ("__main__.py", "cli.py", "game_check.py", "rule_coverage.py", "new", "table", "locale")
    ]
    own = [Path(one.folder) for one in installed().values() if one.is_own]
    games = (file for game in GAMES for file in game_sources(game))
    return [*files_below(PACKAGE, skip=[SITE, *absent, *own]), *games]


class Bundle:
    """The bundled files, built from the sources as they are when the object is created."""

    def __init__(self, work: Path, live: Path, languages: Sequence[str] = LANGUAGES) -> None:
        """Read the sources; `work` is the folder for intermediate files, `live` the output folder."""
        self._work, self._live = work, live
        for folder in (work, live):
            folder.mkdir(parents=True, exist_ok=True)
        script, self._style = _board_files()
        self._board = work / "board.mjs"
        self._board.write_text(script, encoding="utf-8")
        self._canvas = _canvas_script()
        self._target = [name + version for name, version in OLDEST.items()]
        self._optimizations = optimizations.enabled()
        switches = str(self._optimizations)
        self._packages = fingerprint(*node.LOCKS, *node.TO_BUILD)
        scripts = files_below(FRONTEND, skip=[FRONTEND / name for name in _KERNEL_FOLDERS])
        scripts += [FRONTEND / name for name in _BUNDLER_SCRIPTS]
        self._front = fingerprint(
            switches, self._packages, *self._target, *scripts, self._board, self._style, self._canvas
        )
        versions = " ".join(f"{name}=={importlib.metadata.version(name)}" for name in PACKED)
        ours = [file for name in _KERNEL_FOLDERS for file in files_below(FRONTEND / name)]
        ours += [FRONTEND / name for name in _SHARED_SCRIPTS]
        slim = str(self._optimizations["slim_python"])
        self._library = fingerprint(slim, self._packages, _SLIM, *(FRONTEND / name for name in (_PACKER, *_DECODER)))
        self._kernel = fingerprint(
            switches, self._library, versions, *self._target, *ours, *files_below(KERNEL), *package_sources()
        )
        self._messages = {
            messages_file(code): zlib.compress(catalogue_bytes(code, "kernel"), 9)
            for code in languages
            if code != SOURCE
        }
        translated = (f"{name} {zlib.crc32(packed)}" for name, packed in self._messages.items())
        self.stamp = fingerprint(self._front, self._kernel, *translated)
        """The build stamp, which changes whenever one of the files does."""
        snapshots = [f"game.{game}.snapshot.bin" for game in GAMES] if self._optimizations["snapshot"] else []
        self._kernel_parts = (*kernel_parts(self._optimizations), *archives(), *snapshots)
        self.parts = (*FRONT_PARTS, *self._kernel_parts, *self._messages)
        """The names of the files that a page loads."""

    def make_front_end(self, steps: BuildSteps) -> None:
        """Build the front end's files that are out of date according to `steps`.

        Raises `BuildError` if a tool fails or is missing.
        """
        for name, packed in self._messages.items():
            (self._live / name).write_bytes(packed)
        if steps.due("packages", self._packages, self._work / "npm" / "node_modules"):
            with steps.doing("packages", "Fetching the front end's packages", self._packages):
                node.fetch(self._work / "npm", node.TO_BUILD)
        else:
            steps.unchanged("The front end's packages")
        if steps.due("front end", self._front, *self._parts(*FRONT_PARTS, SERVICE_WORKER, BUNDLED)):
            with steps.doing("front end", "Bundling the front end", self._front):
                self._run(_BUNDLER, ipycanvas=str(self._canvas), board=str(self._board), style=self._style)
        else:
            steps.unchanged("The front end")

    def make_kernel(self, steps: BuildSteps) -> None:
        """Build the kernel's files that are out of date; needs the packages that `make_front_end` installs.

        Raises `BuildError` if a tool fails or is missing.
        """
        library, ours = self._parts("python_stdlib.zip", "catlive.zip")
        if steps.due("library", self._library, library, *self._parts("zstd.wasm")):
            with steps.doing("library", "Packing Python and its library", self._library):
                self._run(_DECODER[0])
                self._pack({library: None})
        games = archives()
        if not steps.due("kernel", self._kernel, *self._parts(*self._kernel_parts)):
            steps.unchanged("The browser kernel")
            return
        with steps.doing("kernel", "Building the browser kernel", self._kernel):
            trees = self._work / "tree"
            shutil.rmtree(trees, ignore_errors=True)
            pack_tree(trees / "core")
            for name, files in games.items():
                one = installed()[name.split(".")[1]]
                _copy(files, Path(one.folder), (trees / name).joinpath(*one.package.split(".")))
            self._pack({ours: trees / "core", **{self._live / name: trees / name for name in games}})
            self._run(_KERNEL_BUILDER, workload=str(_WORKLOAD), games=[*GAMES], archives=[*games])

    def _parts(self, *names: str) -> list[Path]:
        return [self._live / name for name in names]

    def _pack(self, folders: Mapping[Path, Path | None]) -> None:
        """Write archives of compiled Python, each from a folder or, if that is None, from Python's library."""
        packs = [{"packed": str(to), "tree": tree and str(tree)} for to, tree in folders.items()]
        self._run(_PACKER, slim=str(_SLIM), packs=packs)

    def _run(self, script: str, **facts: object) -> None:
        """Run one of the build's scripts, which reads its job from a JSON file."""
        job = {
            "npm": str(self._work / "npm"),
            "out": str(self._live),
            "sources": str(FRONTEND),
            "target": self._target,
            "optimizations": self._optimizations,
        }
        with tempfile.NamedTemporaryFile("w", suffix=".json", dir=self._work, delete=False) as file:
            json.dump(job | facts, file)
        try:
            node.run("node", str(FRONTEND / script), file.name, cwd=self._work)
        finally:
            Path(file.name).unlink()


def archives() -> dict[str, tuple[Path, ...]]:
    """Return the files of each archive of a game by the archive's name: the game, and its practice positions."""
    found: dict[str, tuple[Path, ...]] = {}
    for game in GAMES:
        files = game_sources(game)
        practice = [file for file in files if file.name == position_pool.FILE]
        found[f"game.{game}.zip"] = tuple(file for file in files if file not in practice)
        found[f"game.{game}.practice.zip"] = tuple(practice)
    return {name: files for name, files in found.items() if files}


def pack_tree(tree: Path) -> None:
    """Copy every Python file that the browser kernel imports into `tree`, except the games.

    A game has only its art there, which all themes share.
    """
    for name in PACKED:
        folder = _installed(name)
        code = [f for f in files_below(folder) if f.suffix == ".py" and not _UNUSED & set(f.relative_to(folder).parts)]
        _copy(code, folder, tree / name)
    stubs = KERNEL / "stubs"
    _copy(files_below(stubs), stubs, tree)
    _copy([KERNEL / "catkernel.py"], KERNEL, tree)
    ours = package_sources()
    own = {Path(one.folder) for one in installed().values() if one.is_own}
    core = [file for file in ours if file.is_relative_to(PACKAGE)]
    _copy([f for f in core if f.name == OF_GAME or not own & {*f.parents}], PACKAGE, tree / "cattools")
    packed = json.dumps({game: installed()[game].package for game in GAMES})
    (tree / "cattools" / PACKED_GAMES).write_text(packed, encoding="utf-8")


def _copy(files: Sequence[Path], base: Path, target: Path) -> None:
    for file in files:
        to = target / file.relative_to(base)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, to)


def _installed(name: str) -> Path:
    try:
        return Path(str(importlib.metadata.distribution(name).locate_file(name)))
    except importlib.metadata.PackageNotFoundError as error:
        raise BuildError(f"the site needs the Python package {name}, which is not installed") from error


def _board_files() -> tuple[str, str]:
    # Boards have the same script and style sheet as in JupyterLab; static pictures also need the style sheet.
    from cattools.widgets import js_bundle  # noqa: PLC0415 - slow to import, and only a build needs it
    from cattools.widgets.board import Board  # noqa: PLC0415

    return js_bundle.module(), Board._css  # noqa: SLF001 - anywidget requires this name


def _canvas_script() -> Path:
    # ipycanvas installs its front end outside the package, among Jupyter's shared files.
    shared = Path(sys.prefix) / "share" / "jupyter" / "nbextensions" / "ipycanvas" / "index.js"
    inside = _installed("ipycanvas") / "nbextension" / "index.js"
    for script in (shared, inside):
        if script.is_file():
            return script
    raise BuildError(f"expected the browser script of ipycanvas at {shared}, found none; reinstall ipycanvas")
