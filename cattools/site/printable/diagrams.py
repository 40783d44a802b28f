"""The reference sheet's diagrams: a position, or part of one, drawn by the game, with marks, for print."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import pairwise

from cattools.core.chance import Dealer
from cattools.core.display.scene import Area, Label, Mark, MarkKind, Part, Path, Point, Shape, number, polygon
from cattools.core.errors import CattoolsError, DataError
from cattools.core.game import AnyGame
from cattools.render.draw_list import piece_shapes
from cattools.render.marks import mark_shapes
from cattools.render.svg import NAMESPACE, shapes
from cattools.site.printable.reference_sheet import MARK, SMALLEST, Picture, place_of

_READABLE = SMALLEST * 25.4 / 72  # millimetres
_HALF = 0.55  # from a text's centre to the top of a capital letter plus a margin, as a fraction of the font size
Outline = tuple[Point, ...]
_ANYWHERE = (0.0, 0.0)  # the position of a path with absolute coordinates
_ROUND = 1.07  # areas are enlarged by this factor, so that their marks and outlines are completely visible


def part_of(played: AnyGame, picture: Picture) -> tuple[Part, str]:
    """Return the part of a scene that a picture shows, and the scene's summary.

    Raises `DataError`, which names the file, the record and the key.
    """
    where = f"{place_of(played.id)}, picture {picture.id!r}"
    try:
        options = played.choose(picture.options)
        state = played.read_position(picture.position, options) if picture.position else played.start(options)
        scene = played.scene_of(Dealer(picture.seed).settle(state), picture.seat)
    except CattoolsError as error:
        raise DataError(f"{where}: {error}") from None
    part = next((one for one in scene.parts if one.name == picture.part), None) if picture.part else scene.parts[0]
    if part is None:
        known = ", ".join(one.name for one in scene.parts)
        raise DataError(f"{where}: expected 'part' to be one of {known}, found {picture.part!r}")
    named = [*picture.show, *(area for mark in marks(picture) for area in (mark.area, mark.to) if area)]
    if missing := [area for area in named if not fnmatch.filter(part.areas, area)]:
        raise DataError(f"{where}: expected areas of the part {part.name}, found {missing[0]!r}")
    return part, scene.summary


def marks(picture: Picture) -> Iterator[Mark]:
    """Yield a picture's marks; one entry can name several areas, separated by commas."""
    for written in picture.marks:
        if found := MARK.fullmatch(written):
            for area in found["area"].split(","):
                yield Mark(MarkKind(found["kind"]), area, found["to"] or "", found["note"] or "")


def drawing(played: AnyGame, picture: Picture, alt: str = "") -> str:
    """Return a picture as SVG at its printed width.

    Its alt text is `alt`. Without `alt`, a picture with a caption is hidden from screen readers, and any other picture
    has the scene's summary. Raises `DataError`.
    """
    part, summary = part_of(played, picture)
    names = {id_ for pattern in picture.show for id_ in fnmatch.filter(part.areas, pattern)}
    seen = [_grown(part.areas[id_]) for id_ in part.areas if id_ in names]
    x, y, wide, tall = _frame(part, seen)
    unit = picture.width / wide

    def drawn(items: Iterable[Shape]) -> str:
        return shapes(_legible((i for i in items if picture.letters or not isinstance(i, Label)), unit, y), "light")

    ground = [_plain(item) for item in part.ground if _kept(item, seen)]
    pieces = [item for piece in part.pieces if not names or piece.area in names for item in piece_shapes(piece)]
    above = [item for item in part.above if _kept(item, seen)]
    parts = [drawn(ground), drawn(pieces), drawn(above), drawn(mark_shapes(marks(picture), part.areas))]
    if seen:  # paths with absolute coordinates are clipped; other shapes are kept whole or left out
        clip = f"cat-{played.id}-{picture.id}"
        outlines = "".join(polygon(outline) for outline in seen)
        parts[0] = f'<clipPath id="{clip}"><path d="{outlines}"/></clipPath><g clip-path="url(#{clip})">{parts[0]}</g>'
        parts[2] = f'<g clip-path="url(#{clip})">{parts[2]}</g>' if above else ""
    box = " ".join(number(n) for n in (x, y, wide, tall))
    size = f'style="width:{picture.width}mm;aspect-ratio:{number(wide)}/{number(tall)}"'
    captioned = not alt and (picture.caption.words or picture.caption.reading)
    access = 'aria-hidden="true"' if captioned else f'role="img" aria-label="{escape(alt or summary)}"'
    return f'<svg {NAMESPACE} viewBox="{box}" {size} {access}>{"".join(parts)}</svg>'


def _kept(item: Shape, seen: Sequence[Outline]) -> bool:
    return not seen or item.at == _ANYWHERE or any(_within(item.at, outline) for outline in seen)


def _plain(shape: Shape) -> Shape:
    """Return a ground shape without dashes, because a PDF stores every dash as a shape."""
    return replace(shape, dash=()) if isinstance(shape, Path) and shape.dash else shape


def _within(at: Point, outline: Outline) -> bool:
    """Return whether a point is inside a polygon."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _legible(items: Iterable[Shape], unit: float, top: float) -> Iterator[Shape]:
    """Yield shapes with text enlarged to a legible size; `unit` is the length of a scene's unit in millimetres.

    An enlarged text that would extend above the picture's top edge, `top`, is moved down.
    """
    for item in items:
        if isinstance(item, Label) and item.size * unit < _READABLE:
            size = _READABLE / unit + 0.01
            x, y = item.at
            yield replace(item, size=size, at=(x, max(y, top + size * _HALF)))
        else:
            yield item


def _grown(area: Area) -> Outline:
    x, y = area.at
    return tuple((x + (px - x) * _ROUND, y + (py - y) * _ROUND) for px, py in area.outline)


def _frame(part: Part, seen: Sequence[Outline]) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the visible region: the areas `seen`, or the whole part if none are given."""
    if not seen:
        return (0.0, 0.0, *part.size)
    points = [point for outline in seen for point in outline]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return (left, top, right - left, bottom - top)
