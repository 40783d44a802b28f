"""The parts of a page outside its document: metadata, preloads, scripts, icons, and the template of the rule panel."""

from __future__ import annotations

import json
import re
from functools import partial
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from cattools.core.messages import N_, labelled, translated
from cattools.games import GAMES
from cattools.lessons.example import examples
from cattools.live.pipeline.bundle import start_parts
from cattools.live.settings import FRONTEND
from cattools.site.metadata import language_choice, page_metadata
from cattools.site.pipeline.cache_busting import ANY, LIVE
from cattools.site.pipeline.optimizations import enabled
from cattools.site.pipeline.service_worker import MANIFEST
from cattools.site.search import index
from cattools.site.sphinx import menu, theme_css
from cattools.site.sphinx.book_page import BookPage
from cattools.site.sphinx.live_cells import is_live, page_word
from cattools.site.sphinx.transforms import PRACTICE_PAGE
from cattools.widgets.html import join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils import nodes
    from sphinx.application import Sphinx

# The shelf of what is stored for offline use (frontend/page/offline_shelf.mjs).
_OFFLINE = {
    "ready": N_("Available offline"),
    "closed": N_("Offline use"),
    "size": N_("{n} MB"),
    "book": N_("the whole book"),
    "none": N_("{name}: not stored"),
    "some": N_("{name}: the pages you have read"),
    "whole": N_("{name}: kept for offline use"),
    "keep": N_("Keep {name} ({size})"),
    "remove": N_("Remove {name}"),
    "keeping": N_("Storing {name}: {n} %"),
    "kept": N_("Stored: {name}."),
    "removed": N_("Removed: {name}."),
    "lost": N_("The connection was lost before {name} was complete. Press again to continue."),
    "full": N_("Your device has no room for {name}. Remove a game, and press again."),
}
_STORED = N_(
    "Pages that you have read also open without a connection. Keep a game to have all its pages and sheets offline."
)
_UNSTORED = N_("This browser stores nothing for the book: games, settings and progress end with your visit.")
_SOLVED, _KNOWN = N_("{n} of {all} boards solved"), N_("{n} of {all} rules known well")
_NOT_INDEXED = ("search",)  # hidden from search engines
_VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>\s*')  # removed, because the theme adds this tag itself
_ABOUT = N_("The rules of cat board games, to read and to play, with a live board for every rule.")
_FIRST_PICTURE = "herders.welcome"  # for pages outside the games' chapters
# The archives with what is not in the snapshots; only a practice page needs them.
_PRACTICE_ARCHIVES = "pack.practice.zip pack.{game}.zip pack.{game}.practice.zip"
_BACK, _OPEN, _CLOSE = N_("Back"), N_("Open the page"), N_("Close the rule")
_LOADING, _FAILED = N_("Loading the rule …"), N_("The rule could not be loaded. The game is unchanged.")

# None of the theme's scripts blocks rendering. They run in order once the page has been parsed; on a page with boards,
# `boot.js` runs them once the visible boards answer.
_AT_ONCE, _LATER = {"defer": "defer"}, {"type": "later"}  # attributes of a script that say when it runs
# Scripts that no page needs: the theme's live code (Thebe); Sphinx's search highlighting, which rewrites the page's
# URL; the keyboard shortcuts and tables of Sphinx's search and index; and an inline script that sets the page's name
# for the version switcher. That script differs on every page, so the Content Security Policy would need many hashes.
_UNNEEDED = re.compile(r"sphinx-thebe|sphinx_highlight|doctools|translations|^DOCUMENTATION_OPTIONS\.")
# Scripts for code blocks, toggles and tabs -> the element that a page must contain to need them.
_WANTED = {
    re.compile(r"clipboard|copybutton"): re.compile(r'class="[^"]*\bhighlight\b'),
    re.compile(r"togglebutton|toggleHint|toggleOpen"): re.compile(r'class="[^"]*\b(toggle|dropdown)\b'),
    re.compile(r"design-tabs"): re.compile(r'class="[^"]*\bsd-tab-set\b'),
}

_log = logging.getLogger(__name__)


def add_head(app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Add the content of a page's head and footer to its template context; handles Sphinx's `html-page-context`."""
    here = BookPage(page, partial(app.builder.get_relative_uri, page))
    game, root = here.game, here.root
    live, pathto, body = is_live(doctree), context["pathto"], context.get("body", "")
    folder, sheet = pathto(f"{LIVE}/", 1), pathto(f"_static/{theme_css.FILE}", 1) + ANY

    def script(name: str, **data: str) -> str:
        attributes = "".join(f' data-{key}="{value}"' for key, value in data.items())
        return f'<script defer src="{folder}{name}.js{ANY}"{attributes}></script>'

    fallback = (FRONTEND / "page" / "unsupported_browser.js").read_text("utf-8")
    live_scripts = f'<script src="{folder}boot.js{ANY}"></script><script>{fallback}</script>'
    icons = (
        f'<link rel="icon" type="image/svg+xml" href="{folder}icon.svg{ANY}">'
        f'<link rel="apple-touch-icon" href="{folder}icon-192.png{ANY}">'
    )
    tags = [
        # The preload comes first; a stylesheet link here would block the scripts below it.
        f'<link rel="preload" as="style" href="{sheet}">',
        live_scripts
        if live
        else script("ahead", files=" ".join((*start_parts(enabled()), "board.mjs", "widgets.mjs"))),
        script("ahead", files=_PRACTICE_ARCHIVES.format(game=game)) if page.endswith(f"/{PRACTICE_PAGE}") else "",
        icons,
        f'<link rel="manifest" href="{pathto(MANIFEST, 1)}">',
        script("offline"),
        script(
            "progress",
            solved=page_word(_SOLVED),
            known=page_word(_KNOWN),
            titled=escape(labelled("{chapter}", "{page}")),
        ),
        script("cite") if live or " data-cite=" in body else "",
        script("ask", answers=pathto(f"_static/{index.FILE}", 1) + ANY, **({"game": game} if game else {})),
        _metadata(app, page, game, context, doctree),
        language_choice.alternates(page, root, app.config.html_baseurl),
        _VIEWPORT.sub("", context.get("metatags", "")),
    ]
    context |= {"live_scripts": live_scripts, "icons": icons, "stamp": ANY, "style": sheet, "live": live}
    context["ask"] = {name: translated(words) for name, words in index.WORDS.items()}
    context["menu"] = menu.html(app.env, app.config.root_doc, page, pathto)
    footer = _shelf() + f'<p class="cat-unstored" hidden>{page_word(_UNSTORED)}</p>'
    context["languages"] = join(*language_choice.switch(page, root))
    context["theme_extra_footer"] = footer + live * _rule_panel()
    context["metatags"] = "".join(tags)
    context["script_files"] = scripts(context["script_files"], body, live=live)
    for file in (*context["script_files"], *context["css_files"]):
        if "//" in (address := str(getattr(file, "filename", file) or "")):
            _log.warning("cattools-error: page %s would load %s from another host", page, address)


def _shelf() -> str:
    """Return the shelf of what is stored for offline use, which a script fills."""
    words = escape(json.dumps({name: translated(word) for name, word in _OFFLINE.items()}))
    games = escape(json.dumps({name: str(game.title) for name, game in GAMES.items()}))
    return (
        f'<details class="cat-offline" data-words="{words}" data-games="{games}" hidden><summary></summary>'
        f'<p>{page_word(_STORED)}</p><ul class="cat-offline-games"></ul><p role="status"></p></details>'
    )


def _metadata(app: Sphinx, page: str, game: str, context: dict[str, Any], doctree: nodes.document | None) -> str:
    """Return the page's metadata tags, and set its title."""
    of = str(GAMES[game].title) if game else ""
    own = re.sub(r"<[^>]*>", "", context.get("title", ""))
    book = app.config.html_title
    context["page_title"] = page_metadata.title(unescape(own), of, book)
    if page in _NOT_INDEXED:
        return page_metadata.NOINDEX
    first = page == app.config.root_doc  # it begins with a task, which does not describe the book
    about = "" if first else page_metadata.description(doctree)
    if not about:
        words = page_word(_ABOUT)
        about = words if first else page_metadata.described(unescape(own), words)
    if of and of not in about:
        about = page_metadata.described(of, about)
    shown = index.shown_on(Path(app.env.doc2path(page)).read_text("utf-8")) if doctree is not None else []
    picture = next(iter([*shown, *(examples(game) if game else ())]), _FIRST_PICTURE)
    name = page_metadata.title(unescape(own), of)
    return page_metadata.tags(name, about, book, picture=picture, address=app.config.html_baseurl, at=f"{page}.html")


def _rule_panel() -> str:
    """Return the template of the panel that shows a rule next to the board; the page's script fills in the rule."""
    coming, lost = page_word(_LOADING), page_word(_FAILED)
    return (
        '<template id="cat-rule-panel">'
        f'<aside class="cat-rule-panel" aria-labelledby="cat-rule-title" data-coming="{coming}" data-lost="{lost}">'
        '<div class="cat-rule-bar">'
        f'<button type="button" class="cat-rule-back" hidden>{page_word(_BACK)}</button>'
        f'<a class="cat-rule-open">{page_word(_OPEN)}</a>'
        f'<button type="button" class="cat-rule-close" aria-label="{page_word(_CLOSE)}">✕</button>'
        "</div>"
        '<p class="cat-rule-where"></p><h2 id="cat-rule-title" tabindex="-1"></h2><div class="cat-rule-text"></div>'
        "</aside></template>"
    )


def scripts(files: Iterable[Any], body: str, *, live: bool = False) -> list[Any]:
    """Return only the script files that a page with the HTML `body` needs; a `live` page has boards."""
    if not enabled()["trim_scripts"]:
        return list(files)
    found = {}
    for file in files:
        name = str(file.filename or "")
        source = name or file.attributes.get("body", "")
        if _UNNEEDED.search(source) or any(
            kind.search(source) and not element.search(body) for kind, element in _WANTED.items()
        ):
            continue
        timing = (_LATER if live else _AT_ONCE) if name else {}
        found[source] = type(file)(file.filename, priority=file.priority, **{**file.attributes, **timing})
    return list(found.values())
