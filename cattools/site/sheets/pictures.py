"""The sheet's drawings: a position as the game itself draws it, or some cells of it, with signs, for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError, DataError
from cattools.core.game import AnyGame
from cattools.core.scene import Area, Label, Mark, MarkKind, Part, Path, Point, Shape, number, polygon
from cattools.render.picture import of_part
from cattools.render.svg import NAMESPACE, shapes
from cattools.site.sheets.data import FILE, MARK, SMALLEST, Picture

_READABLE = SMALLEST * 25.4 / 72  # millimetres
Outline = tuple[Point, ...]
_ANYWHERE = (0.0, 0.0)  # the place of a path that says in itself where it lies
_ROUND = 1.07  # what is seen around an area: half of its outline, and its signs


def part_of(played: AnyGame, picture: Picture) -> Part:
    """Return the part of a scene that a picture shows. Raises `DataError` naming file, record and key."""
    where = f"games/{played.id}/data/{FILE}, picture {picture.id!r}"
    try:
        options = played.choose(picture.options)
        state = played.read_position(picture.position, options) if picture.position else played.start(options)
        scene = played.scene_of(Dealer(picture.seed).settle(state), picture.seat)
    except CattoolsError as error:
        raise DataError(f"{where}: {error}") from None
    part = next((one for one in scene.parts if one.name == picture.part), None) if picture.part else scene.parts[0]
    if part is None:
        known = ", ".join(one.name for one in scene.parts)
        raise DataError(f"{where}: expected 'part' among {known}, found {picture.part!r}")
    named = [*picture.show, *(area for mark in marks(picture) for area in (mark.area, mark.to) if area)]
    if missing := [area for area in named if area not in part.areas]:
        raise DataError(f"{where}: expected areas of the part {part.name}, found {missing[0]!r}")
    return part


def marks(picture: Picture) -> Iterator[Mark]:
    """Yield the signs of a picture; several areas may stand with commas between them."""
    for written in picture.marks:
        if found := MARK.fullmatch(written):
            for area in found["area"].split(","):
                yield Mark(MarkKind(found["kind"]), area, found["to"] or "", found["note"] or "")


def drawing(played: AnyGame, picture: Picture) -> str:
    """Return a picture as SVG, as wide as it is to be on paper. Raises `DataError`."""
    part = part_of(played, picture)
    part = replace(part, ground=tuple(_plain(shape) for shape in part.ground))
    seen = [_grown(part.areas[id_]) for id_ in picture.show]
    x, y, wide, tall = _frame(part, seen)
    items = [item for item in of_part(part, marks(picture)) if picture.letters or not isinstance(item, Label)]
    inner = _seen(items, seen, picture.width / wide, f"cat-{played.id}-{picture.id}")
    box = " ".join(number(n) for n in (x, y, wide, tall))
    size = f'style="width:{picture.width}mm;aspect-ratio:{number(wide)}/{number(tall)}"'
    return f'<svg {NAMESPACE} viewBox="{box}" {size} aria-hidden="true">{inner}</svg>'


def _seen(items: Iterable[Shape], seen: Sequence[Outline], unit: float, clip: str) -> str:
    """Return what is to be seen of some shapes: what stands on areas is there whole or not at all, the ground is cut."""
    if not seen:
        return shapes(_legible(items, unit), "light")
    kept = [item for item in items if item.at == _ANYWHERE or any(_within(item.at, outline) for outline in seen)]
    parts = [f'<clipPath id="{clip}"><path d="{"".join(polygon(outline) for outline in seen)}"/></clipPath>']
    for ground, run in groupby(kept, key=lambda item: item.at == _ANYWHERE):
        inner = shapes(_legible(run, unit), "light")
        parts.append(f'<g clip-path="url(#{clip})">{inner}</g>' if ground else inner)
    return "".join(parts)


def _plain(shape: Shape) -> Shape:
    """Return a shape of the ground without dashes, each of which a PDF would hold as a shape of its own."""
    return replace(shape, dash=()) if isinstance(shape, Path) and shape.dash else shape


def _within(at: Point, outline: Outline) -> bool:
    """Return whether a point is within a polygon."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _legible(items: Iterable[Shape], unit: float) -> Iterator[Shape]:
    """Yield shapes with no text smaller than can be read on paper, where a unit is so many millimetres."""
    for item in items:
        if isinstance(item, Label) and item.size * unit < _READABLE:
            yield replace(item, size=_READABLE / unit + 0.01)
        else:
            yield item


def _grown(area: Area) -> Outline:
    x, y = area.at
    return tuple((x + (px - x) * _ROUND, y + (py - y) * _ROUND) for px, py in area.outline)


def _frame(part: Part, seen: Sequence[Outline]) -> tuple[float, float, float, float]:
    """Return corner and size of what is seen: some areas, or the whole part."""
    if not seen:
        return (0.0, 0.0, *part.size)
    points = [point for outline in seen for point in outline]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return (left, top, right - left, bottom - top)
