"""The book's Sphinx extension: pictures at the build, boards that come alive in the reader's browser."""

from __future__ import annotations

import hashlib
import os
import re
from gettext import dgettext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from cattools.core.messages import N_
from cattools.games import GAMES
from cattools.site import answers, licences, rule_panel
from cattools.site.icons import STYLE, drop_script
from cattools.site.live_cells import (
    LiveCode,
    depart_live_code,
    is_live,
    leave_out,
    link_rules,
    page_word,
    put_code_below,
    visit_live_code,
)
from cattools.site.notebook_errors import failure as failing_cell
from cattools.site.offline import MANIFEST
from cattools.site.policy import guard
from cattools.site.rule_pages import wrong
from cattools.site.sheets.files import FOLDER, KINDS, SHEET_PAGE, SIZES, file_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config

LIVE = "catlive"
_FILES, _SHEET, _PAD = N_("As PDF:"), N_("the sheet"), N_("a score pad")
_KEPT = N_("Works offline: yes")
# What a page without boards fetches when the browser has nothing else to do: the next page will want it.
_AHEAD = ("pyodide.asm.wasm", "catlive.snapshot.bin", "kernel.mjs", "widgets.mjs")
# What Sphinx' own search would load; the question box takes its place.
_SEARCH = ("searchindex.js", "_static/searchtools.js", "_static/language_data.js")
# What no page needs: the theme's own live code, and the marking of words that Sphinx' search has found, which rewrites
# the page's address.
_UNNEEDED = ("sphinx-thebe", "sphinx_highlight")
_log = logging.getLogger(__name__)


def _address(file: object) -> str:
    return str(getattr(file, "filename", file) or "")


def _head(app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    if "body" in context:
        context["body"] = link_rules(context["body"], lambda name: app.builder.get_relative_uri(page, f"book/{name}"))
        context["body"] += _sheet_files(page, context)
    folder, stamp = context["pathto"](LIVE + "/", 1), f"?v={app.config.cattools_stamp}"
    footer = f'<p class="cat-offline" hidden>{page_word(_KEPT)}</p>'
    if is_live(doctree):
        footer += rule_panel.template()
        # First of all in the head: the downloads begin before the body is parsed.
        tags = "".join(f'<script src="{folder}{file}{stamp}"></script>' for file in ("boot.js", "fallback.js"))
        context["css_files"] = [*context["css_files"], f"{LIVE}/page.css{stamp}"]
    else:
        tags = "".join(f'<link rel="prefetch" href="{folder}{file}{stamp}">' for file in _AHEAD)
    tags += f'<link rel="icon" type="image/svg+xml" href="{folder}icon.svg{stamp}">{STYLE}'
    tags += f'<link rel="apple-touch-icon" href="{folder}icon-192.png{stamp}">'
    tags += f'<link rel="manifest" href="{context["pathto"](MANIFEST, 1)}">'
    tags += f'<script defer src="{folder}offline.js{stamp}"></script>'
    game = page.removeprefix("book/").partition("/")[0]
    found = f"{context['pathto']('_static/' + answers.FILE, 1)}?v={app.config.cattools_answers}"
    beside = f' data-game="{game}"' if game in GAMES else ""
    tags += f'<script defer src="{folder}ask.js{stamp}" data-answers="{found}"{beside}></script>'
    context["ask"] = {name: dgettext("cattools", words) for name, words in answers.WORDS.items()}
    context["theme_extra_footer"] = footer
    context["metatags"] = tags + context.get("metatags", "")
    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context[kind] if not any(name in _address(file) for name in _UNNEEDED)]
        for file in context[kind]:
            if "//" in _address(file):
                _log.warning("cattools-error: page %s would load %s from another host", page, _address(file))


def _sheet_files(page: str, context: dict[str, Any]) -> str:
    """Return the links to a sheet's files, on its page of a site that is built where there is a Chromium."""
    game, _, name = page.removeprefix("book/").partition("/")
    if name != SHEET_PAGE or game not in GAMES or not os.environ.get("CATTOOLS_SHEETS"):
        return ""
    words = {"sheet": _SHEET, "pad": _PAD}
    links = ", ".join(
        f'<a href="{context["pathto"](f"{FOLDER}/{file_name(game, kind, size)}", 1)}" download>'
        f"{page_word(words[kind])} ({SIZES[size]})</a>"
        for kind in KINDS
        for size in SIZES
    )
    return f'<p class="cat-sheet-files">{page_word(_FILES)} {links}</p>'


def _without_thebe(app: Sphinx, _config: Config) -> None:
    # Jupyter Book always loads it; it asks another host for its script, on every page.
    for event, listeners in app.events.listeners.items():
        app.events.listeners[event] = [one for one in listeners if one.handler.__module__ != "sphinx_thebe"]


def _templates(_app: Sphinx, config: Config) -> None:
    config.templates_path.append(str(Path(__file__).with_name("templates")))


def _rules(app: Sphinx, docname: str, content: list[str]) -> None:
    if docname.endswith(f"/{SHEET_PAGE}"):  # quarrels stand on it in their own page's words
        app.env.note_dependency(f"{docname.removesuffix(SHEET_PAGE)}{answers.QUARRELS}.md")
    for fault in wrong(content[0]):
        _log.warning("cattools-error: %s: %s", app.env.doc2path(docname, base=False), fault)


def _read(app: Sphinx, doctree: nodes.document) -> None:
    docname = app.env.docname
    told = getattr(app.env, "nb_metadata", {}).get(docname, {})
    # A static page has no use for the widgets' saved state, which is large.
    told.get("js_files", {}).pop("ipywidgets_state", None)
    done = told.get("exec_data")
    if done and not done["succeeded"]:
        page = Path(app.env.doc2path(docname))
        name = page.relative_to(app.srcdir)
        _log.warning(
            "cattools-error: %s",
            failing_cell(str(name), page.read_text("utf-8"), done["traceback"] or done["error"]),
        )
    if any(doctree.findall(nodes.math)) or any(doctree.findall(nodes.math_block)):
        _log.warning("cattools-error: page %s holds a formula, whose script would come from another host", docname)
    if docname.endswith(f"/{answers.QUARRELS}"):
        _name_quarrels(doctree)


def _name_quarrels(doctree: nodes.document) -> None:
    for paragraph in doctree.findall(nodes.paragraph):
        bold = paragraph.next_node(nodes.strong)
        begins = bold is not None and paragraph.astext().startswith(bold.astext())
        if begins and (number := re.match(r"(\d+)\. ", paragraph.astext())):
            paragraph["ids"].append(answers.quarrel_anchor(number[1]))


def _resolved(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    if app.builder.format == "html":
        put_code_below(doctree)


def _without_search(app: Sphinx) -> None:
    app.builder.search = False  # type: ignore[attr-defined]


def _search_page(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    yield "search", {}, "search.html"


def _licences(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    # The front end is bundled before the book; without it (the book alone) there is nothing of others' to tell.
    if live := os.environ.get("CATTOOLS_BUNDLED"):
        yield licences.PAGE, {"title": "Licences", "body": licences.body(licences.parts(Path(live)))}, "page.html"


def _finished(app: Sphinx, failure: Exception | None) -> None:
    if failure is None and app.builder.format == "html":
        outdir = Path(app.outdir)
        for file in _SEARCH:
            (outdir / file).unlink(missing_ok=True)
        (outdir / "_static" / answers.FILE).write_text(answers.file_text(), "utf-8")
        drop_script(outdir)
        guard(outdir)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension; return that pages may be read and written side by side."""
    os.environ["CATTOOLS_STATIC"] = "1"  # the notebooks' kernels inherit it: boards then show themselves as pictures
    # A new stamp rewrites the pages' heads without reading the pages again.
    app.add_config_value("cattools_stamp", os.environ.get("CATTOOLS_STAMP", "0"), "html", [str])
    digest = hashlib.sha256(answers.file_text().encode()).hexdigest()[:16]
    app.add_config_value("cattools_answers", digest, "html", [str])
    skip = (leave_out, None)
    app.add_node(LiveCode, html=(visit_live_code, depart_live_code), latex=skip, text=skip, man=skip, texinfo=skip)
    app.connect("config-inited", _without_thebe, priority=900)
    app.connect("config-inited", _templates)
    app.connect("builder-inited", _without_search)
    app.connect("source-read", _rules)
    app.connect("doctree-read", _read)
    app.connect("doctree-resolved", _resolved, priority=900)
    app.connect("html-collect-pages", _licences)
    app.connect("html-collect-pages", _search_page)
    app.connect("html-page-context", _head, priority=900)
    app.connect("build-finished", _finished, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
