"""What a book adds to the live page: Python for the kernel, scripts and styles for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LIVE = Path(__file__).resolve().parent
FRONTEND = LIVE / "frontend"
KERNEL = LIVE / "browser_python"
# The oldest supported browsers, as esbuild targets. Chromium's version was found by testing; the other versions follow
# from the features that the pages need: `:has()`, container queries, module workers, WebAssembly exceptions.
OLDEST = {"chrome": "106", "edge": "106", "firefox": "121", "safari": "16.4", "ios": "16.4"}
WORKER = "service_worker.js"  # at the site's root, with its list of files added
SCRIPTS = {
    "boot.js": FRONTEND / "page" / "boot.js",
    "ahead.js": FRONTEND / "page" / "prefetch.js",
    "offline.js": FRONTEND / "page" / "offline.js",
    "widgets.mjs": FRONTEND / "page" / "main.mjs",
    WORKER: FRONTEND / "service_worker.mjs",
}
PACKAGES = ("ipywidgets", "comm", "traitlets")
CANVAS = "ipycanvas"
OUTPUT = {"live_output.py": KERNEL / "live_output.py"}  # for `ipywidgets.Output` and `interact`


def messages_file(language: str, pack: str = "") -> str:
    """Return the name of the file with the messages of a pack, or else of the kernel, in a language."""
    return f"{f'pack.{pack}.' if pack else ''}messages.{language}.deflate"


@dataclass(frozen=True, slots=True)
class WidgetScript:
    """An anywidget's script that a bundle of the book exports, so that the page does not load it twice."""

    script: Path
    bundle: str
    """The bundle's file."""
    name: str
    """The bundle's export."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a book adds to the live page; the defaults are those of a book that adds nothing."""

    packages: tuple[str, ...] = (*PACKAGES, CANVAS)
    """The distributions that the kernel contains in their installed versions; they must be pure Python."""
    python: Mapping[str, Path | bytes] = field(default_factory=OUTPUT.copy)
    """Further Python files of the kernel, by their names relative to an entry of `sys.path`."""
    packs: Mapping[str, Mapping[str, Path]] = field(default_factory=dict)
    """Python files that only some cells need: for each archive (`pack.plots.zip`), its files by name."""
    preloaded: tuple[str, ...] = ()
    """The packs (`plots`) with which a kernel can start: each has a snapshot."""
    start: str = "import live_output\nlivekernel.preload('ipywidgets', 'ipycanvas')"
    """Python code that imports what every page needs; it runs after `import livekernel` when the snapshot is made."""
    toml_as_json: str = ""
    """The prefix of the names of the TOML files that the kernel gets as JSON; "" if there are none."""
    workload: tuple[Path, ...] = tuple(KERNEL / f"workload_{name}.txt" for name in ("widgets", "canvas", "python"))
    """Cells that do what pages do, to find out which part of Pyodide pages need."""
    exercise: Path | None = None
    """A script that exports `exercise`, which sends the profiled kernel what pages send (profile_workload.mjs)."""
    messages: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    """For each further language, the compressed messages of the kernel (`""`) and of packs, by pack."""
    scripts: Mapping[str, Path] = field(default_factory=dict)
    """Bundles in addition to those of `SCRIPTS`, or in place of them: each one's entry, by its file name."""
    sources: tuple[Path, ...] = ()
    """The folders and files from which these bundles are made."""
    widgets: tuple[WidgetScript, ...] = ()
    """The scripts of anywidgets that the bundles contain."""
    aliases: Mapping[str, Path] = field(default_factory=dict)
    """Files that the bundles' scripts import, by the name that they import."""
    style: str | None = None
    """The pages' style sheet, in place of the live page's own."""
    assets: tuple[Path, ...] = ()
    """Files that are copied as they are."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Further files that are written."""
    npm: Path = FRONTEND
    """The folder with `package.json` and its lock file: it must name at least the live page's own packages."""
