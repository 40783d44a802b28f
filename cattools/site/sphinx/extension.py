"""The book's Sphinx extension: the build draws static pictures, which boards hydrate in the reader's browser."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from cattools.core.messages import SOURCE, language, translated
from cattools.lessons.ruling import PAGE, rulings
from cattools.site.config import with_slash
from cattools.site.metadata import language_choice, moved_pages, page_metadata, permalinks
from cattools.site.page_translation import keep_anchors
from cattools.site.pipeline.cache_busting import ANY, LIVE
from cattools.site.search import index
from cattools.site.sphinx import api_page, licences_page, theme_css, theme_storage
from cattools.site.sphinx.book_page import BookPage
from cattools.site.sphinx.execute import failing_cell, outdated, run_changed
from cattools.site.sphinx.live_cells import (
    LiveCode,
    depart_live_code,
    leave_out,
    visit_live_code,
)
from cattools.site.sphinx.page_head import add_head
from cattools.site.sphinx.rule_sections import by_label, section_errors
from cattools.site.sphinx.standalone_pages import standalone_pages
from cattools.site.sphinx.transforms import TRANSFORMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config

# Files that no page uses: those of Sphinx's own search, which the search box replaces; Sphinx's list of objects;
# templates that the theme copies although they are not pages; translations, logos, source maps, a test's script.
_UNUSED = (
    *("searchindex.js", "objects.inv", "_static/searchtools.js", "_static/language_data.js"),
    *("_static/*webpack-macros.html", "_static/locales/**/*.*", "_static/images/logo_*", "_static/scripts/*.map"),
    "_static/copybutton_funcs.js",
)
_log = logging.getLogger(__name__)


def _without_thebe(app: Sphinx, _config: Config) -> None:
    # Jupyter Book always adds Thebe, which loads a script from another host on every page.
    for event, listeners in app.events.listeners.items():
        app.events.listeners[event] = [each for each in listeners if each.handler.__module__ != "sphinx_thebe"]


def _allow_parallel_reading(app: Sphinx, _config: Config) -> None:
    # These extensions do not declare whether parallel reading is safe. For this book it is safe, because the
    # book has no section numbers and no LaTeX output.
    for name in ("sphinx_multitoc_numbering", "sphinx_jupyterbook_latex"):
        app.extensions[name].parallel_read_safe = True


def _normalize_address(_app: Sphinx, config: Config) -> None:
    config.html_baseurl = with_slash(os.environ.get("CATTOOLS_ADDRESS") or config.html_baseurl)


def _templates(_app: Sphinx, config: Config) -> None:
    config.templates_path.insert(0, str(Path(__file__).parents[1] / "templates"))


def _rules(app: Sphinx, docname: str, content: list[str]) -> None:
    for fault in section_errors(content[0]):
        _log.warning("cattools-error: %s: %s", app.env.doc2path(docname, base=False), fault)
    content[0] = by_label(content[0])
    if docname == api_page.PAGE:
        content[0] = api_page.documented(content[0])


def _keep_anchors(_app: Sphinx, doctree: nodes.document) -> None:
    keep_anchors(doctree)


def _read(app: Sphinx, doctree: nodes.document) -> None:
    docname = app.env.docname
    metadata = getattr(app.env, "nb_metadata", {}).get(docname, {})
    # A static page does not use the saved widget state, which is large.
    metadata.get("js_files", {}).pop("ipywidgets_state", None)
    run = metadata.get("exec_data")
    if run and not run["succeeded"]:
        page = Path(app.env.doc2path(docname))
        name = page.relative_to(app.srcdir)
        _log.warning(
            "cattools-error: %s",
            failing_cell(str(name), page.read_text("utf-8"), run["traceback"] or run["error"]),
        )
    if any(doctree.findall(nodes.math)) or any(doctree.findall(nodes.math_block)):
        _log.warning("cattools-error: page %s has a formula, whose script would come from another host", docname)
    if docname.endswith(f"/{PAGE}"):
        _keep_former_anchors(docname.split("/")[-2], doctree)


def _keep_former_anchors(game_id: str, doctree: nodes.document) -> None:
    """Give each ruling the anchor that it had on the former page of disputes, if it had a number there."""
    numbers = {one.anchor: one.number for one in rulings(game_id).rows if one.number}
    for section in doctree.findall(nodes.section):
        for anchor in numbers.keys() & {*section["ids"]}:
            section["ids"].append(f"dispute-{numbers[anchor]}")


def _resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.format == "html":
        page = BookPage(docname, partial(app.builder.get_relative_uri, docname))
        for transform in TRANSFORMS:
            transform(doctree, page)


def _without_search(app: Sphinx) -> None:
    app.builder.search = False  # type: ignore[attr-defined]


def _generated_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    yield "search", {"title": translated(index.WORDS["title"])}, "search.html"
    yield from standalone_pages(app.config.html_baseurl)
    # If only the book is built, there is no bundled front end and thus no list of components.
    if live := os.environ.get("CATTOOLS_BUNDLED"):
        licences = licences_page.body(licences_page.parts(Path(live)))
        yield licences_page.PAGE, {"title": translated(licences_page.TITLE), "body": licences}, "page.html"


def _finished(app: Sphinx, failure: Exception | None) -> None:
    if failure is None and app.builder.format == "html":
        outdir = Path(app.outdir)
        for file in [file for pattern in _UNUSED for file in outdir.glob(pattern)]:
            file.unlink()
        for old in (outdir / "_static").glob(index.FILES):
            old.unlink()
        for name, text in index.files().items():
            (outdir / "_static" / name).write_text(text, "utf-8")
        address = app.config.html_baseurl
        if language() == SOURCE:
            _write_for_all_editions(app, outdir)
        permalinks.write(outdir, app.config.html_title, address, f"{LIVE}/icon.svg{ANY}")


def _write_for_all_editions(app: Sphinx, outdir: Path) -> None:
    """Write what all editions share: redirects from old addresses, files for search engines, scripts and styles."""
    address = app.config.html_baseurl
    moved_pages.write(outdir)
    (outdir / page_metadata.ROBOTS).write_text(page_metadata.robots(address), "utf-8")
    (outdir / page_metadata.SITEMAP).unlink(missing_ok=True)
    if address:
        names = [*(f"{name}.html" for name in sorted(app.env.found_docs)), f"{licences_page.PAGE}.html"]
        folders = {code: language_choice.folder_of(code) for code in language_choice.languages()}
        (outdir / page_metadata.SITEMAP).write_text(page_metadata.sitemap(address, names, folders), "utf-8")
    live = os.environ.get("CATTOOLS_BUNDLED")
    theme_storage.guard(outdir / "_static")
    theme_css.write(outdir, Path(live).with_name(theme_css.WHOLE) if live else None)


# Priorities: early functions run before those of Sphinx and other extensions, late ones after them.
_EARLY, _USUAL, _LATE = 100, 500, 900
_EVENTS: tuple[tuple[str, Callable[..., Any], int], ...] = (
    ("config-inited", _allow_parallel_reading, _USUAL),
    ("config-inited", _templates, _USUAL),
    ("config-inited", _normalize_address, _USUAL),
    ("config-inited", _without_thebe, _LATE),
    ("builder-inited", _without_search, _USUAL),
    ("env-get-outdated", outdated, _USUAL),
    ("env-before-read-docs", run_changed, _USUAL),
    ("source-read", _rules, _USUAL),
    ("doctree-read", _keep_anchors, _EARLY),
    ("doctree-read", _read, _USUAL),
    ("doctree-resolved", _resolved, _LATE),
    ("html-collect-pages", _generated_pages, _USUAL),
    ("html-page-context", add_head, _LATE),
    ("build-finished", _finished, _LATE),
)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension, which is safe for parallel reading and writing."""
    os.environ["CATTOOLS_STATIC"] = "1"  # the processes that run pages inherit this and draw static pictures
    skip = (leave_out, None)
    app.add_node(LiveCode, html=(visit_live_code, depart_live_code), latex=skip, text=skip, man=skip, texinfo=skip)
    for event, function, priority in _EVENTS:
        app.connect(event, function, priority=priority)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
