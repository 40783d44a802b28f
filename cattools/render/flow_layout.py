"""The places of a scene's parts. A page sets them if it knows its screen; otherwise this module computes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from cattools.core.display.scene import Area, Label, Part, Point, Scene, Shape

GAP = 14.0
CAPTION = 20.0  # height of a line of text above a part


class Place(NamedTuple):
    """The position of a part's corner, and the scale of the part's units.

    `windowed` means that the page shows the part in a scrolling window, so that readers see it at another position.
    """

    x: float
    y: float
    scale: float
    windowed: bool = False

    def at(self, point: Point) -> Point:
        """Return the position of a point that is given in the part's units."""
        return (self.x + point[0] * self.scale, self.y + point[1] * self.scale)


Places = Mapping[str, Place]


def beside(part: Part, first: Part) -> float:
    """Return the size of a part's unit relative to the first part's, when space limits neither."""
    return (part.size_hint.least / part.size_hint.cell) / (first.size_hint.least / first.size_hint.cell)


def flow(parts: Sequence[Part]) -> tuple[dict[str, Place], Point]:
    """Return the places of parts and the size of their scene if no screen is known: the first part is on top."""
    first = parts[0]
    scales = {part.name: beside(part, first) for part in parts}
    wide = max(part.size[0] * scales[part.name] for part in parts)
    rows: list[list[Part]] = [[first]]
    space = 0.0  # width left in the last row
    for part in parts[1:]:
        width = part.size[0] * scales[part.name]
        if width > space + 0.01:
            rows.append([])
            space = wide
        rows[-1].append(part)
        space -= width + GAP
    places: dict[str, Place] = {}
    top = 0.0
    for row in rows:
        widths = [part.size[0] * scales[part.name] for part in row]
        gap = (wide - sum(widths)) / (len(row) + 1)
        left = gap
        head = CAPTION * any(part.caption for part in row)
        for part, width in zip(row, widths, strict=True):
            places[part.name] = Place(left, top + head, scales[part.name])
            left += width + gap
        top += head + max(part.size[1] * scales[part.name] for part in row) + GAP
    return places, (wide, top - GAP)


def captions(parts: Sequence[Part], places: Places) -> tuple[Shape, ...]:
    """Return the captions of parts as labels, for an image outside a page; on a page, the page writes the captions."""
    return tuple(
        Label(part.caption, (place.x + part.size[0] * place.scale / 2, place.y - CAPTION / 2), 15, "ink2")
        for part in parts
        if part.caption and (place := places[part.name])
    )


def areas_on_canvas(scene: Scene, places: Places, unit: float = 1.0) -> dict[str, Area]:
    """Return every area in the coordinates of the whole scene, in units of size `unit`."""
    found = {}
    for part in scene.parts:
        place = places[part.name]
        for area in part.areas.values():
            outline = tuple(_over(place.at(point), unit) for point in area.outline)
            at, size = _over(place.at(area.at), unit), area.size * place.scale / unit
            found[area.id] = replace(area, at=at, outline=outline, size=size)
    return found


def _over(point: Point, unit: float) -> Point:
    return (point[0] / unit, point[1] / unit)
