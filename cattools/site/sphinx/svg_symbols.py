"""What the pictures of a page have in common stands on it once: the empty board below their pieces.

It is most of a picture, and what packs a page looks back no further than half of one.
"""

from __future__ import annotations

import re

LEAST = 2000  # characters that are worth a name
_NAMED = 2  # shapes with which the same board begins
_PICTURE = re.compile(
    r'(?P<head><svg xmlns="[^"]*"[^>]*><g stroke-linecap="round"[^>]*>)(?P<shapes>.*?)(?P<tail></g></svg>)', re.DOTALL
)
_SHAPE = re.compile(r"<(?:path[^>]*/|text[^>]*>[^<]*</text)>")
_PLACE = "</h1>"  # behind which they stand


def share(body: str) -> str:
    """Return a page's HTML whose pictures draw what several of them begin with by its name.

    `frontend/page/svg_symbols.mjs` puts it back into a picture whose shapes are to change or
    which goes to another page.
    """
    boards: dict[tuple[str, ...], list[list[str]]] = {}
    for picture in _PICTURE.finditer(body):
        shapes = _first_layer(picture)
        boards.setdefault(tuple(shapes[:_NAMED]), []).append(shapes)
    begins = {board: same for board, found in boards.items() if len(found) > 1 and (same := _common(found))}
    if not begins or _PLACE not in body:
        return body
    names = {board: f"cat-shared-{n}" for n, board in enumerate(begins)}

    def draw(picture: re.Match[str]) -> str:
        board = tuple(_first_layer(picture)[:_NAMED])
        if board not in begins:
            return picture[0]
        rest = picture["shapes"][len(begins[board]) :]
        return f'{picture["head"]}<use href="#{names[board]}"/>{rest}{picture["tail"]}'

    groups = "".join(f'<g id="{names[board]}">{same}</g>' for board, same in begins.items())
    shared = f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{groups}</defs></svg>'
    return _PICTURE.sub(draw, body).replace(_PLACE, _PLACE + shared, 1)


def _first_layer(picture: re.Match[str]) -> list[str]:
    return _SHAPE.findall(picture["shapes"].partition("</g>")[0])


def _common(pictures: list[list[str]]) -> str:
    """Return the shapes with which all of them begin, if these are worth a name."""
    first, last = min(pictures), max(pictures)
    count = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    same = "".join(first[:count])
    return same if len(same) >= LEAST else ""
