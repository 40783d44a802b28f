"""Page metadata for search engines and link previews: title, description, image.

Search engines and link previews need absolute URLs. Without a configured base URL (`html.baseurl` in `_config.yml`)
there are no canonical URLs, no sitemap and no preview images.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from docutils import nodes

from cattools.core.messages import N_, language, sentences, text
from cattools.site.metadata.example_images import CARD, FOLDER

ROBOTS, SITEMAP = "robots.txt", "sitemap.xml"
NOINDEX = '<meta name="robots" content="noindex">'
LONGEST = 160  # the maximum number of characters that search engines show of a description
_LOCALES = {"en": "en_GB", "ja": "ja_JP"}
_TAGS = re.compile(
    r'<meta (?:name="(?:description|twitter:card)"|property="og:[^"]*") [^>]*>|<link rel="canonical"[^>]*>'
)


def title(*words: str) -> str:
    """Join the titles of a page, its game and the book; leave out any title that an earlier title contains."""
    titles: list[str] = []
    for new in words:
        if new and not any(new in earlier for earlier in titles):
            titles.append(new)
    return " · ".join(titles)


def described(name: str, words: str) -> str:
    """Return a page's description, shortened, after the name of what the page is about."""
    return shortened(str(text(N_("{name}. {words}"), name=name, words=words)))


def description(doctree: nodes.document | None) -> str:
    """Return the first sentences of a page's text, or "" if it has no text."""
    found = list[str]()
    for paragraph in doctree.findall(nodes.paragraph) if doctree is not None else ():
        if isinstance(paragraph.parent, nodes.section | nodes.document) and (
            words := " ".join(_text(paragraph).split())
        ):
            found.append(words)
            if sum(map(len, found)) >= LONGEST:
                break
    return shortened(sentences(found))


def _text(node: nodes.Element) -> str:
    """Return the text of a node without embedded HTML."""
    return "".join(text.astext() for text in node.findall(nodes.Text) if not isinstance(text.parent, nodes.raw))


def shortened(written: str) -> str:
    """Return as many whole sentences as fit into a description, or the beginning of the text with an ellipsis."""
    if len(written) <= LONGEST:
        return written
    found = re.finditer(r"[.!?](?= )|。", written[: LONGEST + 1])
    ends = [one.end() for one in found if one.end() <= LONGEST]
    if ends and ends[-1] > LONGEST // 3:
        return written[: ends[-1]]
    cut = written[: LONGEST - 1]
    whole = cut.rpartition(" ")[0]  # some languages have no spaces between words
    return (whole if len(whole) > LONGEST // 2 else cut) + "…"


def tags(name: str, about: str, book: str, *, picture: str = "", address: str = "", at: str = "") -> str:
    """Return the metadata tags of a page with the title `name` and the description `about` in the book `book`.

    `picture` is the id of an example, `address` the book's base URL, `at` the page's path below that URL.
    """
    properties = {"og:title": name, "og:description": about, "og:type": "website", "og:site_name": book}
    properties["og:locale"] = _LOCALES.get(language(), language())
    if address and at:
        properties["og:url"] = address + quote(at)
    card = address and picture
    if card:
        properties["og:image"] = f"{address}{FOLDER}/{quote(picture)}.png"
        properties |= {"og:image:width": str(CARD[0]), "og:image:height": str(CARD[1]), "og:image:alt": name}
    lines = [f'<meta name="description" content="{escape(about)}">'] if about else []
    lines += [f'<meta property="{key}" content="{escape(value)}">' for key, value in properties.items() if value]
    lines += ['<meta name="twitter:card" content="summary_large_image">'] if card else []
    return "".join(lines)


def bare_page(title: str, head: str, body: str) -> str:
    """Return a page that does not use the theme, such as a redirect; the arguments are HTML."""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title>{head}</head>\n<body>{body}</body>\n</html>\n"
    )


def refresh(target: str) -> str:
    """Return the tag that redirects a page to another URL."""
    return f'<meta http-equiv="refresh" content="0; url={escape(target)}">'


def tags_in(page: str) -> str:
    """Return the metadata tags in a page's HTML."""
    return "".join(_TAGS.findall(page))


def robots(address: str) -> str:
    """Return a robots.txt that allows everything and, given a base URL, names the sitemap."""
    return "User-agent: *\nAllow: /\n" + (f"Sitemap: {address}{SITEMAP}\n" if address else "")


def sitemap(address: str, pages: Sequence[str], folders: Mapping[str, str]) -> str:
    """Return the sitemap of `pages`, given as paths below the base URL, in all editions.

    `folders` has the folder of each language's edition.
    """
    urls = ""
    for page in pages:
        addresses = {code: escape(address + quote(folder + page)) for code, folder in folders.items()}
        others = "".join(f'<xhtml:link rel="alternate" hreflang="{c}" href="{to}"/>' for c, to in addresses.items())
        urls += "".join(f"<url><loc>{to}</loc>{others}</url>\n" for to in addresses.values())
    names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f'<?xml version="1.0"?>\n<urlset {names}>\n{urls}</urlset>\n'
