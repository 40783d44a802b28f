"""The page of rulings: a list of all questions, and each ruling's board in a fold, because there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from cattools.core.messages import N_
from cattools.lessons.ruling import PAGE, rulings
from cattools.site.sphinx.book_page import BookPage, html
from cattools.site.sphinx.live_cells import cells, page_word

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHOW = N_("Show the position on a board")


def _is_rulings(page: BookPage) -> bool:
    return bool(page.game) and page.name == f"book/{page.game}/{PAGE}"


def _sections(document: nodes.document, page: BookPage) -> Iterator[nodes.section]:
    """Yield the section of each ruling, in the order of the page."""
    anchors = {one.anchor for one in rulings(page.game).rows}
    yield from (section for section in list(document.findall(nodes.section)) if anchors & {*section["ids"]})


def fold_boards(document: nodes.document, page: BookPage) -> None:
    """Put each board of a page of rulings into a fold, which `page/folds.mjs` unfolds if the URL leads there."""
    if not _is_rulings(page):
        return
    for section in _sections(document, page):
        section["classes"].append("cat-ruling")
    for cell in list(cells(document)):
        parent, at = cell.parent, cell.parent.index(cell)
        parent.insert(at + 1, html("</details>"))
        parent.insert(at, html(f'<details class="cat-fold"><summary>{page_word(_SHOW)}</summary>'))


def list_questions(document: nodes.document, page: BookPage) -> None:
    """List the questions above the first ruling or, if the page has themes, each below the link to its theme."""
    if not _is_rulings(page):
        return
    groups: dict[nodes.Element, list[nodes.section]] = {}
    for section in _sections(document, page):
        groups.setdefault(section.parent, []).append(section)
    links = {link.get("refid"): link for link in document.findall(nodes.reference)}
    for theme, sections in groups.items():
        items = [nodes.list_item("", _link(one)) for one in sections]
        listed = nodes.bullet_list("", *items, classes=["cat-questions"])
        link = next((links[id_] for id_ in theme["ids"] if id_ in links), None)
        if link is not None:
            link.parent.parent += listed
        else:
            theme.insert(theme.index(sections[0]), listed)


def _link(section: nodes.section) -> nodes.paragraph:
    """Return a link to a ruling: to its own anchor, which is the same in all languages."""
    anchor = next(str(id_) for id_ in section["ids"] if "-ruling-" in id_)
    question = section.next_node(nodes.title).astext()
    return nodes.paragraph("", "", nodes.reference("", question, internal=True, refid=anchor))
