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

from cattools.live.errors import BuildError
from cattools.live.pipeline import node
from cattools.live.pipeline.incremental import BuildSteps, files_below, fingerprint
from cattools.live.settings import CANVAS, FRONTEND, KERNEL, OLDEST, SCRIPTS, WORKER, Settings, messages_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BUNDLED = "packages.json"  # about the packages in the bundles, for a page of licences
_UNUSED = {"tests", "labextension", "nbextension", "offscreen_canvas", "config", "optimizer.py", "__pycache__"}
_SLIM = KERNEL / "pack_python.py"
_PACKER = "tooling/pack_python.mjs"
_DECODER = ("tooling/copy_zstd_decoder.mjs", "tooling/compress.mjs")
_KERNEL_BUILDER = "tooling/build_kernel.mjs"
_KERNEL_FOLDERS = ("worker", "pyodide_patches", "tooling")
_SHARED_SCRIPTS = ("kernel/decompress.mjs", "kernel/liveness.mjs")  # used by the page and by the kernel
_BUNDLER = "tooling/bundle.mjs"
_BUNDLER_SCRIPTS = (_BUNDLER, "tooling/constants.mjs")


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


def front_parts(settings: Settings) -> tuple[str, ...]:
    """Return the names of the front end's files that pages load."""
    scripts = (name for name in {**SCRIPTS, **settings.scripts} if name != WORKER)
    assets = (file.name for file in settings.assets)
    return (*scripts, *assets, "page.css", "controls.mjs", "controls.css")


class Bundle:
    """The bundled files, built from the sources as they are when the object is created."""

    def __init__(self, work: Path, live: Path, settings: Settings, on: Mapping[str, bool]) -> None:
        """Read the sources.

        `work` is the folder for intermediate files, `live` the output folder; `on` says which optimizations are on.
        Raises `BuildError` if a Python package or ipycanvas' script is missing.
        """
        self._work, self._live, self._settings, self._optimizations = work, live, settings, dict(on)
        for folder in (work, live):
            folder.mkdir(parents=True, exist_ok=True)
        self._style = (FRONTEND / "page" / "live.css").read_text("utf-8") if settings.style is None else settings.style
        self._canvas = _canvas_script() if CANVAS in settings.packages else None
        self._target = [name + version for name, version in OLDEST.items()]
        switches = str(self._optimizations)
        self._packages = fingerprint(*node.locks(settings.npm), *node.TO_BUILD)
        scripts = files_below(FRONTEND, skip=[FRONTEND / name for name in _KERNEL_FOLDERS])
        scripts += [FRONTEND / name for name in _BUNDLER_SCRIPTS]
        scripts += [*_files(settings.sources), *(one.script for one in settings.widgets), *settings.assets]
        canvas = [self._canvas] if self._canvas else []
        aliases: list[Path | str] = [*settings.aliases, *settings.aliases.values()]
        self._front = fingerprint(switches, self._packages, *self._target, *scripts, *aliases, self._style, *canvas)
        versions = " ".join(f"{name}=={_distribution(name).version}" for name in settings.packages)
        ours = [file for name in _KERNEL_FOLDERS for file in files_below(FRONTEND / name)]
        ours += [FRONTEND / name for name in _SHARED_SCRIPTS]
        ours += [*files_below(KERNEL), *settings.workload, *([settings.exercise] if settings.exercise else [])]
        slim = str(self._optimizations["slim_python"])
        self._library = fingerprint(slim, self._packages, _SLIM, *(FRONTEND / name for name in (_PACKER, *_DECODER)))
        python = [
            *_parts_of(settings.python),
            *(part for files in settings.packs.values() for part in _parts_of(files)),
        ]
        self._files = {
            **settings.files,
            **{
                messages_file(language, pack): data
                for language, of_packs in settings.messages.items()
                for pack, data in of_packs.items()
            },
        }
        # The functions that show messages are the same, whatever the messages say: new messages need no new kernel.
        translated = " ".join(self._profiled)
        how = (settings.start, settings.toml_as_json, translated, " ".join((*settings.packs, *settings.preloaded)))
        self._kernel = fingerprint(switches, self._library, versions, *self._target, *ours, *how, *python)
        others = (f"{name} {zlib.crc32(data)}" for name, data in self._files.items())
        self.stamp = fingerprint(self._front, self._kernel, *others)
        """The build stamp, which changes whenever one of the files does."""
        snapshots = [f"pack.{pack}.snapshot.bin" for pack in settings.preloaded] if on["snapshot"] else []
        self._kernel_parts = (*kernel_parts(on), *settings.packs, *snapshots)
        self._front_parts = front_parts(settings)
        self.parts = (*self._front_parts, *self._kernel_parts, *self._files)
        """The names of the files that a page loads."""

    def make_front_end(self, steps: BuildSteps) -> None:
        """Build the front end's files that are out of date according to `steps`.

        Raises `BuildError` if a tool fails or is missing.
        """
        settings = self._settings
        for name, data in self._files.items():
            (self._live / name).write_bytes(data)
        if steps.due("packages", self._packages, self._work / "npm" / "node_modules"):
            with steps.doing("packages", "Fetching the front end's packages", self._packages):
                node.fetch(self._work / "npm", settings.npm, node.TO_BUILD)
        else:
            steps.unchanged("The front end's packages")
        if steps.due("front end", self._front, *self._parts(*self._front_parts, WORKER, BUNDLED)):
            with steps.doing("front end", "Bundling the front end", self._front):
                self._run(
                    _BUNDLER,
                    ipycanvas=str(self._canvas or ""),
                    entries={name: str(entry) for name, entry in {**SCRIPTS, **settings.scripts}.items()},
                    modules=[
                        {"script": str(one.script), "bundle": one.bundle, "name": one.name} for one in settings.widgets
                    ],
                    aliases={name: str(file) for name, file in settings.aliases.items()},
                    assets=[str(file) for file in settings.assets],
                    style=self._style,
                )
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
        if not steps.due("kernel", self._kernel, *self._parts(*self._kernel_parts)):
            steps.unchanged("The browser kernel")
            return
        settings = self._settings
        with steps.doing("kernel", "Building the browser kernel", self._kernel):
            trees = self._work / "tree"
            shutil.rmtree(trees, ignore_errors=True)
            write_tree(trees / "core", python_files(settings))
            for name, files in settings.packs.items():
                write_tree(trees / name, files)
            self._pack({ours: trees / "core", **{self._live / name: trees / name for name in settings.packs}})
            self._run(
                _KERNEL_BUILDER,
                start=settings.start,
                workload=[str(file) for file in settings.workload],
                exercise=settings.exercise and str(settings.exercise),
                messages=self._profiled,
                translated=[pack for pack in next(iter(settings.messages.values()), {}) if pack],
                packs=[*settings.preloaded],
                archives=[*settings.packs],
            )

    @property
    def _profiled(self) -> list[str]:
        """The files with the messages for the second run of the workload: those of the first further language."""
        return [messages_file(code, pack) for code, found in [*self._settings.messages.items()][:1] for pack in found]

    def _parts(self, *names: str) -> list[Path]:
        return [self._live / name for name in names]

    def _pack(self, folders: Mapping[Path, Path | None]) -> None:
        """Write archives of compiled Python, each from a folder or, if that is None, from Python's library."""
        packs = [{"packed": str(to), "tree": tree and str(tree)} for to, tree in folders.items()]
        self._run(_PACKER, slim=str(_SLIM), packs=packs, json=self._settings.toml_as_json)

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


def python_files(settings: Settings) -> dict[str, Path | bytes]:
    """Return the browser kernel's Python files by name, except those of packs. Raises `BuildError`."""
    found: dict[str, Path | bytes] = {}
    for name in settings.packages:
        folder = _installed(name)
        if not folder.is_dir():
            found[folder.name] = folder  # a distribution with a single module
        for file in files_below(folder):
            part = file.relative_to(folder)
            if file.suffix == ".py" and not _UNUSED & set(part.parts):
                found[f"{folder.name}/{part.as_posix()}"] = file
    stubs = KERNEL / "stubs"
    found |= {file.relative_to(stubs).as_posix(): file for file in files_below(stubs)}
    return {**found, "livekernel.py": KERNEL / "livekernel.py", **settings.python}


def write_tree(tree: Path, files: Mapping[str, Path | bytes]) -> None:
    """Write files into a folder, each under its name."""
    for name, file in files.items():
        to = tree / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(file, bytes):
            to.write_bytes(file)
        else:
            shutil.copyfile(file, to)


def _files(sources: Iterable[Path]) -> list[Path]:
    return [file for source in sources for file in (files_below(source) if source.is_dir() else [source])]


def _parts_of(files: Mapping[str, Path | bytes]) -> list[Path | str]:
    """Return what a fingerprint of files depends on."""
    return [file if isinstance(file, Path) else f"{name} {zlib.crc32(file)}" for name, file in files.items()]


def _distribution(name: str) -> importlib.metadata.Distribution:
    try:
        return importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError as error:
        raise BuildError(f"the site needs the Python package {name}, which is not installed") from error


def _installed(name: str) -> Path:
    """Return the folder of a distribution's package, or the file of its only module."""
    found = _distribution(name)
    import_name = name.replace("-", "_")
    for place in (import_name, f"{import_name}.py"):
        if (path := Path(str(found.locate_file(place)))).exists():
            return path
    raise BuildError(f"expected the Python package {name} to have a folder or file {import_name}, found none")


def _canvas_script() -> Path:
    # ipycanvas installs its front end outside the package, among Jupyter's shared files.
    shared = Path(sys.prefix) / "share" / "jupyter" / "nbextensions" / "ipycanvas" / "index.js"
    inside = _installed(CANVAS) / "nbextension" / "index.js"
    for script in (shared, inside):
        if script.is_file():
            return script
    raise BuildError(f"expected the browser script of ipycanvas at {shared}, found none; reinstall ipycanvas")
