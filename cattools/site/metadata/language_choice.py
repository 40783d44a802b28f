"""Which edition a reader sees: links between the editions of a page, and redirects that follow the reader's choice.

`frontend/page/edition.mjs` stores the reader's choice: the language that the reader changed to, or else that of the
translation that the reader opened. Only the very first visit to the site's root follows and stores the browser's
language instead.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from html import escape

from cattools.core.language import LANGUAGES
from cattools.core.messages import SOURCE, language
from cattools.site.metadata.page_metadata import refresh
from cattools.widgets.html import Html, el

EDITIONS = "CATTOOLS_EDITIONS"  # the environment variable with which a build passes the languages to Jupyter Book
CHOSEN = "cat-language"  # the storage name of the reader's choice
NAMES = {"en": "English", "ja": "日本語"}  # each language's name in that language
# The same text on every page: a content security policy lists the hash of each inline script.
_SCRIPT = """<script data-to="{default}" data-places="{places}" data-first="{first}">(({{ to, places, first }}) => {{
const known = JSON.parse(places);
let chosen = first ? navigator.language.slice(0, 2) : null;
try {{
chosen = localStorage.getItem("{key}") ?? chosen;
if (first) localStorage.setItem("{key}", known[chosen] ? chosen : "{source}");
}} catch {{}}
location.replace((known[chosen] ?? to) + location.search + location.hash);
}})(document.currentScript.dataset)</script>"""


def languages() -> tuple[str, ...]:
    """Return the languages of the site's editions: those that the build makes."""
    built = os.environ.get(EDITIONS)
    return tuple(built.split()) if built else LANGUAGES


def redirect(places: Mapping[str, str], default: str, *, first_visit: bool = True) -> str:
    """Return the tags that redirect to the page in the language that the reader chose, otherwise to `default`.

    On a `first_visit`, the browser's language counts as the choice and is stored. Without scripts, the page redirects
    to `default`.
    """
    plain = refresh(default)
    if not places:
        return plain
    script = _SCRIPT.format(
        default=escape(default),
        places=escape(json.dumps(places)),
        first="1" if first_visit else "",
        key=CHOSEN,
        source=SOURCE,
    )
    return f"{script}<noscript>{plain}</noscript>"


def folder_of(code: str) -> str:
    """Return the folder of a language's edition in the site, with a slash; "" for the source language."""
    return "" if code == SOURCE else f"{code}/"


def others() -> tuple[str, ...]:
    """Return the languages of the site's other editions, as seen from the page that is being written."""
    return tuple(code for code in languages() if code != language())


def address_in(code: str, page: str, root: str) -> str:
    """Return the address of a page in a language's edition; `root` leads from the page to the root of its edition."""
    up = "" if language() == SOURCE else "../"
    return f"{root}{up}{folder_of(code)}{page}.html"


def alternates(page: str, root: str, address: str) -> str:
    """Return the tags that name a page's editions for search engines; `address` is the site's base URL or ""."""
    lines = []
    for code in languages():
        at = f"{address}{folder_of(code)}{page}.html" if address else address_in(code, page, root)
        lines.append(f'<link rel="alternate" hreflang="{code}" href="{at}">')
        if code == SOURCE:
            lines.append(f'<link rel="alternate" hreflang="x-default" href="{at}">')
    return "".join(lines)


def switch(page: str, root: str) -> list[Html]:
    """Return links to a page's other editions, each named in its own language."""
    return [
        el("a", NAMES[code], href=address_in(code, page, root), class_="cat-language", hreflang=code, lang=code)
        for code in others()
    ]
