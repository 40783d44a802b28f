"""What search engines and chats are told of the book: what a page is called, what it is about, its picture.

They want whole addresses. Where none is configured (`html.baseurl` in `_config.yml`), none is told: no canonical
addresses, no list of pages, no pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from docutils import nodes

from cattools.site.metadata.example_images import CARD, FOLDER

ROBOTS, SITEMAP = "robots.txt", "sitemap.xml"
NOINDEX = '<meta name="robots" content="noindex">'
LONGEST = 160  # letters of a description that a search engine shows
_TOLD = re.compile(
    r'<meta (?:name="(?:description|twitter:card)"|property="og:[^"]*") [^>]*>|<link rel="canonical"[^>]*>'
)


def title(*words: str) -> str:
    """Return a page's title: its own words, then what it belongs to, without what is named already."""
    named: list[str] = []
    for one in words:
        if one and not any(one in before for before in named):
            named.append(one)
    return " · ".join(named)


def description(doctree: nodes.document | None) -> str:
    """Return the first sentences of a page's text, "" where it has none."""
    said = ""
    for paragraph in doctree.findall(nodes.paragraph) if doctree is not None else ():
        if isinstance(paragraph.parent, nodes.section | nodes.document) and (
            words := " ".join(paragraph.astext().split())
        ):
            said = f"{said} {words}".strip()
            if len(said) >= LONGEST:
                break
    return shortened(said)


def shortened(said: str) -> str:
    """Return as many whole sentences as a description has room for, or the beginning of a longer one."""
    if len(said) <= LONGEST:
        return said
    ends = [found.end() for found in re.finditer(r"[.!?](?= )", said[: LONGEST + 1])]
    if ends and ends[-1] > LONGEST // 3:
        return said[: ends[-1]]
    return said[: LONGEST - 1].rpartition(" ")[0] + "…"


def tags(name: str, about: str, book: str, *, picture: str = "", address: str = "", at: str = "") -> str:
    """Return the lines of a page's head: `name` and `about` describe it, it belongs to `book`.

    `picture` is the id of an example. `address` is the book's, `at` the page's own below it.
    """
    told = {"og:title": name, "og:description": about, "og:type": "website", "og:site_name": book}
    if address and at:
        told["og:url"] = address + quote(at)
    card = address and picture
    if card:
        told["og:image"] = f"{address}{FOLDER}/{quote(picture)}.png"
        told |= {"og:image:width": str(CARD[0]), "og:image:height": str(CARD[1]), "og:image:alt": name}
    lines = [f'<meta name="description" content="{escape(about)}">'] if about else []
    lines += [f'<meta property="{key}" content="{escape(value)}">' for key, value in told.items() if value]
    lines += ['<meta name="twitter:card" content="summary_large_image">'] if card else []
    return "".join(lines)


def told(page: str) -> str:
    """Return what a page's HTML tells search engines and chats."""
    return "".join(_TOLD.findall(page))


def robots(address: str) -> str:
    """Return the file that lets everybody in; it names the list of pages where there is an address."""
    return "User-agent: *\nAllow: /\n" + (f"Sitemap: {address}{SITEMAP}\n" if address else "")


def sitemap(address: str, pages: Iterable[str]) -> str:
    """Return the list of the pages, each named as below the book's address."""
    places = "".join(f"<url><loc>{escape(address + quote(page))}</loc></url>\n" for page in pages)
    return f'<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'
