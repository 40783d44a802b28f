"""Marks, the same in all games. They differ in shape, not only in colour. Each line has a halo in the page's colour.

A mark is drawn around the origin and then moved to its area, so the same mark on another cell has the same path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, cos, hypot, pi, sin

from cattools.core.display.icons import GRID, cat, icon, silhouette
from cattools.core.display.scene import (
    Area,
    Label,
    Mark,
    MarkKind,
    Part,
    Path,
    Point,
    Shape,
    circle,
    moved,
    number,
    rectangle,
    rounded,
)

LINE = 2.6
HALO = 2.6
DASH = (6.0, 4.0)


def corners(area: Area, by: float) -> tuple[Point, ...]:
    """Return an area's outline around the origin, scaled by `by`."""
    x, y = area.at
    return tuple(((px - x) * by, (py - y) * by) for px, py in area.outline)


def ring(area: Area, by: float = 1.0) -> str:
    """Return path data for an area's outline with rounded corners."""
    return rounded(corners(area, by), area.size * 0.12)


def haloed(d: str, colour: str, width: float, dash: tuple[float, ...] = ()) -> list[Path]:
    """Return a line on top of its halo."""
    return [Path(d, stroke="halo", width=width + HALO), Path(d, stroke=colour, width=width, dash=dash)]


def badge(name: str, at: Point, size: float, colour: str) -> list[Path]:
    """Return a small round badge on its halo."""
    return [Path(circle(size * 0.55), "halo", at=at), *moved(icon(name, size, main=colour, light="halo"), at)]


def _corner(area: Area, right: int, down: int) -> Point:
    """Return a point near a corner of the area: inside the outline for hexes, at the corner for squares."""
    reach = 0.36 if len(area.outline) == 6 else 0.43
    return (right * reach * area.size, down * reach * area.size)


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _towards(start: Point, end: Point, far: float) -> Point:
    part = far / max(hypot(end[0] - start[0], end[1] - start[1]), 1e-9)
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def _legal(area: Area) -> list[Path]:
    if not area.holds:
        r = area.size * 0.13
        return [Path(circle(r + 2), "halo", alpha=0.9), Path(circle(r), "go")]
    edge = corners(area, 0.86)
    ticks = [
        _line(
            _towards(c, edge[n - 1], area.size * 0.14),
            c,
            _towards(c, edge[(n + 1) % len(edge)], area.size * 0.14),
        )
        for n, c in enumerate(edge)
    ]
    return haloed("".join(ticks), "go", 2.4)


def _selected(area: Area) -> list[Path]:
    return haloed(ring(area), "go", 3)


def _cause(area: Area) -> list[Path]:
    return haloed(ring(area, 0.97), "refuse", LINE, DASH)


def _refused(area: Area) -> list[Path]:
    return _cause(area) + badge("no", _corner(area, 1, -1), area.size * 0.36, "refuse")


def _changed(area: Area, colour: str = "go") -> list[Path]:
    near, far = 0.34 * area.size, 0.42 * area.size
    rays = [_line((right * near, down * near), (right * far, down * far)) for right in (-1, 1) for down in (-1, 1)]
    return haloed("".join(rays), colour, 2.8)


def _numbered(area: Area, order: int, colour: str) -> list[Shape]:
    """Return the number of a move among several, on a halo near the upper left corner."""
    size = area.size * 0.26
    dx, dy = _corner(area, -1, -1)
    at = area.at[0] + dx, area.at[1] + dy
    return [Path(circle(size * 0.62), "halo", colour, 1.6, at=at), Label(str(order), at, size, "ink", 700)]


def _protected(area: Area) -> list[Path]:
    rings = [*haloed(ring(area, 0.98), "ok", 2), Path(ring(area, 0.86), stroke="ok", width=1.4)]
    return rings + badge("shield", _corner(area, 1, 1), area.size * 0.32, "ok")


def _reading(area: Area) -> list[Path]:
    dotted = Path(ring(area, 0.95), stroke="ink2", width=1.8, dash=(1.0, 4.0))
    return [dotted, *badge("question", (0, 0), area.size * 0.34, "ink2")]


def _assumed(area: Area) -> list[Path]:
    """Return a dotted outline and a question mark at a corner, so that what is assumed can still be read."""
    dotted = haloed(ring(area, 0.92), "ink2", 1.8, (2.0, 4.0))
    return [*dotted, *badge("question", _corner(area, 1, -1), area.size * 0.34, "ink2")]


def _ghost(area: Area, name: str, colour: str, alpha: float) -> Path:
    size = area.size * 0.6
    at = (-size / 2, -size / 2)
    return Path(silhouette(name), stroke=colour, width=1.7, at=at, scale=size / GRID, dash=(3.4, 3.4), alpha=alpha)


def _arrow(way: Point, size: float, to_size: float) -> list[Path]:
    """Return a short arrow from the origin towards `way` that keeps clear of the pieces at both ends."""
    angle, far = atan2(way[1], way[0]), hypot(*way)
    foot = _towards((0, 0), way, size * 0.29)
    tip = _towards((0, 0), way, max(far - to_size * 0.26, size * 0.29 + 8))
    wings = [(tip[0] + 5 * cos(angle + turn), tip[1] + 5 * sin(angle + turn)) for turn in (pi * 0.78, -pi * 0.78)]
    return haloed(_line(foot, tip) + _line(wings[0], tip, wings[1]), "go", LINE)


def _trail(way: Point, to_size: float, colour: str) -> list[Path]:
    end = _towards((0, 0), way, max(hypot(*way) - to_size * 0.4, 0))
    return [
        Path(_line((0, 0), end), stroke=colour, width=3, dash=(0.5, 7.0)),
        Path(circle(4), "halo", colour, 2.4),
    ]


def _preview(area: Area, to: Area | None, way: Point, note: str) -> list[Path]:
    if to is None:
        return [_ghost(area, note, "go", 0.9)] if note else _changed(area)
    ghost = moved([_ghost(to, note, "ink", 0.6)], way) if note else ()
    return [*ghost, *_arrow(way, area.size, to.size)]


SIMPLE = {
    MarkKind.LEGAL: _legal,
    MarkKind.SELECTED: _selected,
    MarkKind.REFUSED: _refused,
    MarkKind.CAUSE: _cause,
    MarkKind.PROTECTED: _protected,
    MarkKind.READING: _reading,
    MarkKind.ASSUMED: _assumed,
}
ORDER = (  # of layers, bottom first
    MarkKind.CAPTURED,
    MarkKind.TRAIL,
    MarkKind.READING,
    MarkKind.ASSUMED,
    MarkKind.LEGAL,
    MarkKind.CHANGED,
    MarkKind.PREVIEW,
    MarkKind.SCORE,
    MarkKind.PROTECTED,
    MarkKind.SELECTED,
    MarkKind.CAUSE,
    MarkKind.REFUSED,
)


def _mark_shapes(mark: Mark, area: Area, to: Area | None) -> list[Path]:
    way = (to.at[0] - area.at[0], to.at[1] - area.at[1]) if to else (0.0, 0.0)
    if mark.kind == MarkKind.TRAIL:
        line = _trail(way, to.size, mark.colour) if to else []
        return line[:1] if area.holds else line
    if mark.kind == MarkKind.CHANGED:
        return _changed(area, mark.colour)
    if mark.kind == MarkKind.CAPTURED:
        asleep = moved(cat("cat-asleep", area.size * 0.4), _corner(area, 1, 1)) if mark.note == "cat" else ()
        return [_ghost(area, mark.note, "ink2", 0.8), *asleep] if mark.note else _changed(area, mark.colour)
    if mark.kind == MarkKind.PREVIEW:
        return _preview(area, to, way, mark.note)
    return SIMPLE[mark.kind](area)


def mark_shapes(marks: Iterable[Mark], areas: Mapping[str, Area]) -> list[Shape]:
    """Return the shapes of all marks in layer order; marks on unknown areas are omitted."""
    known = [m for m in marks if m.area in areas]
    shapes: list[Shape] = []
    for kind in ORDER:
        if kind == MarkKind.SCORE:
            shapes += _scored([m for m in known if m.kind == MarkKind.SCORE], areas)
            continue
        for mark in known:
            if mark.kind == kind:
                shapes += moved(_mark_shapes(mark, areas[mark.area], areas.get(mark.to)), areas[mark.area].at)
    for mark in known:
        if mark.order:
            shapes += _numbered(areas[mark.area], mark.order, mark.colour)
    return shapes


def _scored(marks: list[Mark], areas: Mapping[str, Area]) -> list[Shape]:
    """Return one outline around all scored areas together, with their flags above it."""
    d = union([areas[m.area] for m in marks])
    shapes: list[Shape] = []
    if d:
        lines = (("halo", 9.0), ("goldDeep", 5.5), ("gold", 2.2))
        shapes += [Path(d, stroke=colour, width=width) for colour, width in lines]
    for mark in marks:
        if mark.note:
            area = areas[mark.area]
            dx, dy = _corner(area, 1, -1)
            shapes += flag((area.at[0] + dx, area.at[1] + dy), mark.note)
    return shapes


def flag(at: Point, note: str) -> list[Shape]:
    """Return a small flag with a number."""
    wide, tall = 12 + 8.2 * len(note), 20.0
    box = rectangle(-wide / 2, -tall / 2, wide, tall, 9.5)
    return [Path(box, "goldDeep", "halo", 2, at=at), Label(note, at, 13, "goldWash", 700)]


def union(areas: Iterable[Area]) -> str:
    """Return path data for the joint outline of some areas: every edge that belongs to only one of them."""
    ends: dict[tuple[Point, Point], tuple[Point, Point]] = {}
    for area in areas:
        for n, a in enumerate(area.outline):
            b = area.outline[(n + 1) % len(area.outline)]
            edge = (_round(a), _round(b))
            if ends.pop((edge[1], edge[0]), None) is None:
                ends[edge] = edge
    following: dict[Point, list[Point]] = {}
    for a, b in ends:
        following.setdefault(a, []).append(b)
    loops = []
    while following:
        at = next(iter(following))
        loop = []
        while at in following:
            loop.append(at)
            ways = following[at]
            at = ways.pop()
            if not ways:
                del following[loop[-1]]
        loops.append(rounded(tuple(loop), 4.0))
    return "".join(loops)


def _round(point: Point) -> Point:
    return (round(point[0], 1), round(point[1], 1))


def veil(part: Part) -> list[Shape]:
    """Return the veil that covers a whole part while some areas are being scored."""
    wide, tall = part.size
    return [Path(rectangle(0, 0, wide, tall), "veil", alpha=0.68)]
