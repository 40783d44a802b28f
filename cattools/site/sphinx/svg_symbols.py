"""Write the shapes that a page's pictures share (the empty board below the pieces) only once per page.

The board makes up most of a picture, and gzip cannot remove the repetition: its 32 kB window holds only half a picture.
"""

from __future__ import annotations

import re

from docutils import nodes

from cattools.site.pipeline.optimizations import enabled
from cattools.site.sphinx.book_page import BookPage, html_nodes, insert_below_title, replace

MIN_SHARED = 2000  # characters; shorter beginnings are not shared
_NAMED = 2  # pictures whose first two shapes are equal show the same board
_PICTURE = re.compile(
    r'(?P<head><svg xmlns="[^"]*"[^>]*><g stroke-linecap="round"[^>]*>)(?P<shapes>.*?)(?P<tail></g></svg>)', re.DOTALL
)
_SHAPE = re.compile(r"<(?:path[^>]*/|text[^>]*>[^<]*</text)>")


def share(document: nodes.document, _page: BookPage) -> None:
    """Replace the shapes at the beginning of several pictures of a page with a `<use>` element.

    `frontend/page/svg_symbols.mjs` puts the shapes back into a picture that changes or moves to another page.
    """
    if not enabled()["share_symbols"]:
        return
    boards: dict[tuple[str, ...], list[list[str]]] = {}
    for node in html_nodes(document):
        for picture in _PICTURE.finditer(node.astext()):
            shapes = _first_layer(picture)
            boards.setdefault(tuple(shapes[:_NAMED]), []).append(shapes)
    begins = {board: same for board, found in boards.items() if len(found) > 1 and (same := _common(found))}
    if not begins or document.next_node(nodes.title) is None:
        return
    names = {board: f"cat-shared-{n}" for n, board in enumerate(begins)}

    def draw(picture: re.Match[str]) -> str:
        board = tuple(_first_layer(picture)[:_NAMED])
        if board not in begins:
            return picture[0]
        rest = picture["shapes"][len(begins[board]) :]
        return f'{picture["head"]}<use href="#{names[board]}"/>{rest}{picture["tail"]}'

    groups = "".join(f'<g id="{names[board]}">{same}</g>' for board, same in begins.items())
    shared = f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{groups}</defs></svg>'
    for node in html_nodes(document):
        replace(node, _PICTURE.sub(draw, node.astext()))
    insert_below_title(document, shared)


def _first_layer(picture: re.Match[str]) -> list[str]:
    return _SHAPE.findall(picture["shapes"].partition("</g>")[0])


def _common(pictures: list[list[str]]) -> str:
    """Return the shapes that all the pictures begin with, or "" if they are shorter than `MIN_SHARED`."""
    first, last = min(pictures), max(pictures)
    count = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    same = "".join(first[:count])
    return same if len(same) >= MIN_SHARED else ""
