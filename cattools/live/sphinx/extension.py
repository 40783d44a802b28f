"""The Sphinx extension: it marks the live cells of each page, and adds to the built book what makes them live."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import SphinxError

from cattools.live.errors import BuildError
from cattools.live.pipeline import offline, optimizations
from cattools.live.pipeline.bundle import Bundle, start_parts
from cattools.live.pipeline.incremental import BuildSteps, files_below
from cattools.live.settings import CANVAS, FRONTEND, OUTPUT, PACKAGES, WORKER, Settings
from cattools.live.sphinx import content_security_policy
from cattools.live.sphinx.live_cells import WORDS, is_live, make_live

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

FOLDER = "catlive"  # the folder of the site with the files that make it live
ANY = "?v=0"  # the placeholder for a stamp
_STAMPED = re.compile(rf"(\b{FOLDER}/[\w.-]+\?v=)\w+")
_AHEAD = ("widgets.mjs",)  # what a page without widgets fetches for the next page, in addition to the kernel
_CONFIG: dict[str, Any] = {
    "live_packages": [],  # further distributions that cells import: pure Python, installed where the book is built
    "live_python": [],  # files and folders of Python that cells import, relative to the book
    "live_preload": [],  # modules of these that the snapshot contains
    "live_words": {},  # the words that readers see, by the names of `live_cells.WORDS`
    "live_offline": True,  # whether readers can use the book offline after a visit
    "live_content_security_policy": False,  # whether pages may load nothing from another host
    "live_work": "",  # the folder for intermediate files, relative to the book; by default `.live` next to the site
}


def without_thebe(app: Sphinx, _config: Config) -> None:
    """Remove Thebe, which Jupyter Book always adds, and which loads a script from another host on every page."""
    for event, listeners in app.events.listeners.items():
        app.events.listeners[event] = [each for each in listeners if each.handler.__module__ != "sphinx_thebe"]


def _read(app: Sphinx, _doctree: nodes.document) -> None:
    # Drop the saved state of widgets, and the scripts that would show it, which come from another host.
    scripts = getattr(app.env, "nb_metadata", {}).get(app.env.docname, {}).get("js_files", {})
    for name in [name for name in scripts if name.startswith("ipywidgets")]:
        del scripts[name]


def _words(app: Sphinx) -> dict[str, str]:
    own: dict[str, str] = app.config.live_words
    if unknown := own.keys() - WORDS.keys():
        raise SphinxError(f"live_words: expected the names {', '.join(WORDS)}, found {', '.join(sorted(unknown))}")
    return WORDS | own


def _resolved(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    if app.builder.format == "html":
        make_live(doctree, _words(app))


def _add_head(app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    if app.builder.format != "html":
        return
    folder = context["pathto"](f"{FOLDER}/", 1)
    tags = [f'<link rel="stylesheet" href="{folder}page.css{ANY}">']
    if is_live(doctree):
        fallback = (FRONTEND / "page" / "unsupported_browser.js").read_text("utf-8")
        tags.append(f'<script src="{folder}boot.js{ANY}"></script><script>{fallback}</script>')
    else:
        files = " ".join((*start_parts(optimizations.enabled()), *_AHEAD))
        tags.append(f'<script defer src="{folder}ahead.js{ANY}" data-files="{files}"></script>')
    if app.config.live_offline:
        tags.append(f'<script defer src="{folder}offline.js{ANY}"></script>')
    context["metatags"] = context.get("metatags", "") + "".join(tags)
    for kind in ("css_files", "script_files"):
        context[kind] = [
            file for file in context.get(kind, ()) if "sphinx-thebe" not in str(getattr(file, "filename", file))
        ]


def settings_of(app: Sphinx) -> Settings:
    """Return what the book adds, according to its `conf.py` or `_config.yml`. Raises `SphinxError`."""
    config, source = app.config, Path(app.srcdir)
    python: dict[str, Path | bytes] = {**OUTPUT}
    for name in config.live_python:
        place = source / name
        if not place.exists():
            raise SphinxError(f"live_python: expected a file or folder of the book, but {place} does not exist")
        for file in files_below(place) if place.is_dir() else [place]:
            python[file.relative_to(place.parent).as_posix()] = file
    drawings = (CANVAS,) if find_spec(CANVAS) else ()
    modules = ("ipywidgets", *drawings, *config.live_preload)
    return Settings(
        packages=(*PACKAGES, *drawings, *config.live_packages),
        python=python,
        start=f"import live_output\nlivekernel.preload({', '.join(map(repr, modules))})",
        workload=tuple(file for file in Settings().workload if drawings or "canvas" not in file.name),
    )


def _finished(app: Sphinx, failure: Exception | None) -> None:
    if failure is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    work = Path(app.srcdir, app.config.live_work) if app.config.live_work else out.parent / ".live"
    steps = BuildSteps(work / "steps.json")
    try:
        bundle = Bundle(work, work / "files", settings_of(app), optimizations.enabled())
        bundle.make_front_end(steps)
        bundle.make_kernel(steps)
    except BuildError as error:
        raise SphinxError(str(error)) from None
    live = out / FOLDER
    shutil.rmtree(live, ignore_errors=True)
    live.mkdir(parents=True)
    for name in bundle.parts:
        shutil.copyfile(work / "files" / name, live / name)
    for page in out.rglob("*.html"):
        before = page.read_text("utf-8")
        if (text := _STAMPED.sub(rf"\g<1>{bundle.stamp}", before)) != before:
            page.write_text(text, "utf-8")
    if app.config.live_content_security_policy:
        content_security_policy.guard(out)
    if app.config.live_offline:
        offline.write(out, work / "files" / WORKER, bundle.stamp)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension, which is safe for parallel reading and writing."""
    for name, default in _CONFIG.items():
        app.add_config_value(name, default, "html")
    app.connect("config-inited", without_thebe, priority=900)
    app.connect("doctree-read", _read)
    app.connect("doctree-resolved", _resolved, priority=900)
    app.connect("html-page-context", _add_head, priority=900)
    app.connect("build-finished", _finished, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
