"""Pages outside the book's layout: the embed page, with a single board for other sites, and the 404 page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cattools.core.language import LANGUAGES, catalogue
from cattools.core.messages import N_, speaking, translated
from cattools.site.metadata.language_choice import NAMES
from cattools.site.pipeline.frontend_bundle import FRONTEND
from cattools.site.search import index
from cattools.widgets.markup import state_line

EMBED = "embed"
MISSING = "404"  # the name that hosts expect
_BOARD = {
    "title": N_("A board"),
    "home": N_("See it in the rulebook"),
    "unread": N_("This page cannot read {found} in its address; it can read show=, theme=light and theme=dark."),
    "wrong": N_("There is no board at this address. Board addresses look like embed.html?show=herders.move"),
}
_NO_PAGE = {
    "title": N_("Page not found"),
    "rest": N_("The address may be mistyped, or the page may have been renamed."),
    "question": index.WORDS["title"],
    "ask": N_("Ask"),
    "first": N_("Go to the home page"),
    "offline": N_("You are offline"),
    "unstored": N_(
        "Your device has stored the book in another language. To read this page, open it with a connection."
    ),
    "unread": N_(
        "Your device has not stored this page. Pages you have read, and games you keep, open without a connection."
    ),
}


def standalone_pages(address: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield each page's name, context and template, as Sphinx expects; `address` is the book's base URL or ""."""
    script = (FRONTEND / "page" / "not_found.js").read_text("utf-8")
    missing: dict[str, Any] = {**_words(_NO_PAGE), "script": script, "editions": json.dumps(_translations(_NO_PAGE))}
    missing["languages"] = NAMES.items()
    yield MISSING, {"missing": missing, "address": address}, "404.html"
    yield EMBED, {"embed": _words(_BOARD), "state": str(state_line(live=False))}, "embed.html"


def _translations(sentences: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return sentences by language: hosts have a single 404 page for all editions."""
    found = {}
    for code in LANGUAGES:
        with speaking(catalogue(code)):
            found[code] = _words(sentences)
    return found


def _words(sentences: dict[str, str]) -> dict[str, str]:
    return {name: translated(sentence) for name, sentence in sentences.items()}
