"""A picture as layers of shapes in painter's order, part by part: what every renderer draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cattools.core.display.scene import Mark, MarkKind, Part, Piece, Scene, Shape, moved
from cattools.render.animation import Motion
from cattools.render.flow_layout import Place, Places, standing
from cattools.render.marks import signs, veil

LIFT = 0.06
FINEST = 0.6  # how large a sign's unit is at least: on a small part its lines would be hairs


class Layer(NamedTuple):
    """Shapes and where they stand."""

    place: Place
    shapes: Sequence[Shape]


def piece_shapes(piece: Piece, *, lifted: bool = False) -> tuple[Shape, ...]:
    """Return a piece's shapes at its place, raised a little when it is selected."""
    x, y = piece.at
    return moved(piece.shapes, (x, y - (LIFT * piece.size if lifted else 0)), alpha=piece.alpha)


def ground(scene: Scene, places: Places) -> list[Layer]:
    """Return what never changes while a game is played."""
    return [Layer(places[part.name], part.ground) for part in scene.parts]


def live(scene: Scene, places: Places, marks: Iterable[Mark] = ()) -> list[Layer]:
    """Return everything above the ground: pieces, what lies over them, veil and signs; scored pieces above the veil."""
    marks = tuple(marks)
    layers = [Layer(places[part.name], _lying(part, marks)) for part in scene.parts]
    return layers + _signs(scene, places, marks) if marks else layers


def moving(scene: Scene, places: Places, motion: Motion, at: float) -> list[Layer]:
    """Return everything above the ground at a moment of a motion; what flies is above all parts."""
    pieces, flights = motion.pieces(at)
    part_of = motion.part_of
    layers = []
    for part in scene.parts:
        shapes = [shape for piece in pieces if part_of.get(piece.area) == part.name for shape in piece_shapes(piece)]
        layers.append(Layer(places[part.name], [*shapes, *part.above]))
    for flight in flights:
        start, end = places.get(part_of[flight.source]), places.get(part_of[flight.target])
        if start is None or end is None:  # it comes from a part that is not shown any more
            continue
        if start != end and (start.windowed or end.windowed):  # what is seen in a window stands elsewhere
            continue
        (ax, ay), (bx, by) = start.at(flight.start), end.at(flight.end)
        done = flight.done
        scale = start.scale + (end.scale * flight.grows - start.scale) * done
        where = Place(ax + (bx - ax) * done, ay + (by - ay) * done, scale)
        layers.append(Layer(where, flight.shapes))
    return layers


def everything(scene: Scene, places: Places, marks: Iterable[Mark] = ()) -> list[Layer]:
    """Return the whole picture."""
    return [*ground(scene, places), *live(scene, places, marks)]


def of_part(part: Part, marks: Iterable[Mark] = ()) -> list[Shape]:
    """Return one part by itself, in its own units; signs that point out of it are left out."""
    marks = [mark for mark in marks if not mark.to or mark.to in part.areas]
    return [*part.ground, *_lying(part, marks), *signs(marks, part.areas)]


def _lying(part: Part, marks: Iterable[Mark]) -> list[Shape]:
    chosen = {m.area for m in marks if m.kind == MarkKind.SELECTED}
    scored = {m.area for m in marks if m.kind == MarkKind.SCORE}
    shapes: list[Shape] = []
    for piece in part.pieces:
        if piece.area not in scored:
            shapes += piece_shapes(piece, lifted=piece.area in chosen)
    shapes += part.above
    if scored:
        shapes += veil(part)
        for piece in part.pieces:
            if piece.area in scored:
                shapes += piece_shapes(piece)
    return shapes


def _signs(scene: Scene, places: Places, marks: Sequence[Mark]) -> list[Layer]:
    """Return the signs: those within a part in its units, those from one part to another above all.

    None leads to or from a part in a window, which is seen elsewhere than it stands.
    """
    part_of = scene.part_of
    within: dict[str, list[Mark]] = {}
    between: list[Mark] = []
    for mark in marks:
        home = part_of.get(mark.area)
        if home is None:  # a place that is not shown now
            continue
        away = part_of.get(mark.to, home)
        if away != home:
            if not (places[home].windowed or places[away].windowed):
                between.append(mark)
        else:
            within.setdefault(home, []).append(mark)
    layers = []
    for part in scene.parts:
        if own := within.get(part.name):
            place = places[part.name]
            if place.scale >= FINEST:
                layers.append(Layer(place, signs(own, part.areas)))
            else:
                areas = standing(Scene("", (part,)), places, FINEST)
                layers.append(Layer(Place(0, 0, FINEST), signs(own, areas)))
    if between:
        unit = max(FINEST, *(places[part_of[mark.area]].scale for mark in between))
        layers.append(Layer(Place(0, 0, unit), signs(between, standing(scene, places, unit))))
    return layers
