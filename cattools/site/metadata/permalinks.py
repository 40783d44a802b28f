"""Permalinks: `r/herders.move/` redirects to the rule's section.

Every rule, every ruling (`r/herders.ruling.jump/`) and every live example on the pages has a permalink. A permalink is
a page with its own metadata, so a link preview shows the rule and its image.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from docutils import nodes

from cattools.core.messages import N_, SOURCE, language, translated
from cattools.games import GAMES
from cattools.lessons.example import examples
from cattools.lessons.ruling import rulings
from cattools.site.metadata import language_choice, page_metadata
from cattools.site.metadata.moved_pages import former_ids
from cattools.site.search.index import shown_on
from cattools.site.sphinx.book_page import BookPage, html
from cattools.site.sphinx.live_cells import page_word
from cattools.site.sphinx.rule_sections import ROOT, pages

FOLDER = "r"
_COPY, _COPIED, _CITE = N_("Copy a link to this section"), N_("Copied"), N_("Cite")


@dataclass(frozen=True, slots=True)
class Citation:
    """A citable item: its id, title and text, its location in the book, and the example whose image it uses."""

    id: str
    title: str
    says: str
    page: str
    anchor: str = ""
    picture: str = ""

    @property
    def game(self) -> str:
        """The game's id, or "" for an item that belongs to no game."""
        game = self.id.partition(".")[0]
        return game if game in GAMES else ""

    @property
    def place(self) -> str:
        """The item's URL, relative to the site's root."""
        return f"book/{self.page}.html" + (f"#{self.anchor}" if self.anchor else "")


def citations(book: Path = ROOT / "book") -> Iterator[Citation]:
    """Yield the rules and rulings, then the examples on the pages in a folder; no id is yielded twice."""
    known = set()
    for game in GAMES.values():
        shown = examples(game.id)
        for rule in game.rules.values():
            first = next((one.id for one in shown.values() if rule.id in one.rules), "")
            picture = rule.id if rule.id in shown else first
            known.add(rule.id)
            yield Citation(rule.id, translated(rule.title), translated(rule.sentence), rule.page, rule.anchor, picture)
        for one in rulings(game.id).rows:
            question, verdict = translated(one.question), translated(one.verdict)
            yield Citation(one.id, question, verdict, one.page, one.anchor, one.example)
    for file in pages(book):
        page = file.relative_to(book).with_suffix("").as_posix()
        text = file.read_text("utf-8")
        for id_ in shown_on(text):
            if id_ not in known:
                known.add(id_)
                found = examples(id_.partition(".")[0])[id_]
                task = translated(found.task)
                yield Citation(id_, task, task, page, picture=id_)


def places(book: Path = ROOT / "book") -> dict[str, str]:
    """Return the target of each permalink, relative to the site's root, by present id and by former ids."""
    return {id_: one.place for one in citations(book) for id_ in (*former_ids(one.id), one.id)}


def write(outdir: Path, book: str, address: str, icon: str) -> None:
    """Write the permalink pages into `outdir`.

    `book` is the book's title, `address` its base URL or "", `icon` the icon's URL relative to the site's root.
    """
    shutil.rmtree(outdir / FOLDER, ignore_errors=True)
    for one in citations():
        for id_ in (one.id, *former_ids(one.id)):
            file = outdir / FOLDER / id_ / "index.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_page(one, book, address, icon), "utf-8")


def _page(one: Citation, book: str, address: str, icon: str) -> str:
    game = str(GAMES[one.game].title) if one.game else ""
    place = f"../../{one.place}"
    about = page_metadata.shortened(one.says)
    tags = page_metadata.tags(page_metadata.title(one.title, game), about, book, picture=one.picture, address=address)
    icon_link = f'<link rel="icon" type="image/svg+xml" href="../../{icon}">'
    return page_metadata.bare_page(
        escape(page_metadata.title(one.title, game, book)),
        page_metadata.NOINDEX + tags + icon_link + _redirect(one),
        f'<p><a href="{escape(place)}">{escape(one.title)}</a></p><p>{escape(one.says)}</p>',
    )


def _redirect(one: Citation) -> str:
    """Return the tags that lead to an item, in the edition's language or in the language that the reader chose."""
    others = {code: f"../../{code}/{one.place}" for code in language_choice.languages() if language() == SOURCE != code}
    return language_choice.redirect(others, f"../../{one.place}", first_visit=False)


def add_buttons(document: nodes.document, page: BookPage) -> None:
    """Add to each citable item of a page a button that copies the item's permalink."""
    if not page.game:
        return
    here = page.name.removeprefix("book/")
    citable = {rule.anchor: rule.id for rule in GAMES[page.game].rules.values() if rule.page == here}
    citable |= {one.anchor: one.id for one in rulings(page.game).rows if one.page == here}
    for section in document.findall(nodes.section):
        for anchor in citable.keys() & section["ids"]:
            section[0] += _button(page, citable[anchor])


def _button(page: BookPage, id_: str) -> nodes.raw:
    # Sphinx's own heading links have the class `headerlink`: they appear on hover and are left out of titles.
    copy = page_word(_COPY)
    return html(
        f'<button type="button" class="headerlink cat-cite pst-js-only" data-cite="{page.root}{FOLDER}/{id_}/" '
        f'aria-label="{copy}" title="{copy}" data-done="{page_word(_COPIED)}">{page_word(_CITE)}</button>'
    )
