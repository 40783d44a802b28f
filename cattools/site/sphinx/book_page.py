"""A page of the book, as the transforms of its document see it, and helpers for HTML within a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from docutils import nodes

from cattools.games import GAMES


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page: its name, as in `book/herders/turn`, and `address`, which returns the relative URL of another page."""

    name: str
    address: Callable[[str], str]

    @property
    def game(self) -> str:
        """The id of the game in whose chapter the page is, or "" for a page outside the games' chapters."""
        game = self.name.removeprefix("book/").partition("/")[0]
        return game if game in GAMES else ""

    @property
    def root(self) -> str:
        """The URL of the site's root relative to the page."""
        return "../" * self.name.count("/")


def html(text: str) -> nodes.raw:
    """Return a document node that contains HTML."""
    return nodes.raw("", text, format="html")


def html_nodes(document: nodes.document) -> Iterator[nodes.raw]:
    """Yield the HTML within a document: the outputs of its cells, and the HTML that transforms have added."""
    yield from (node for node in list(document.findall(nodes.raw)) if "html" in node["format"].split())


def replace(node: nodes.raw, text: str) -> None:
    """Replace the HTML of a node."""
    node.children = []
    node += nodes.Text(text)


def insert_below_title(document: nodes.document, text: str) -> None:
    """Insert HTML below a page's title; do nothing if the page has no title."""
    title = document.next_node(nodes.title)
    if title is not None:
        title.parent.insert(title.parent.index(title) + 1, html(text))
