"""A scene as layers of shapes, part by part, in the order in which every renderer draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cattools.core.display.scene import Mark, MarkKind, Part, Piece, Scene, Shape, moved
from cattools.render.animation import Motion
from cattools.render.flow_layout import Place, Places, areas_on_canvas
from cattools.render.marks import mark_shapes, veil

LIFT = 0.06  # how far a selected piece is raised, as a fraction of its size
LEAST_SCALE = 0.6  # minimum scale of marks; at a smaller scale, their lines would be too thin


class Layer(NamedTuple):
    """Shapes, and the place where they are drawn."""

    place: Place
    shapes: Sequence[Shape]


@lru_cache(1024)  # marks change far more often than pieces
def piece_shapes(piece: Piece, *, lifted: bool = False) -> tuple[Shape, ...]:
    """Return a piece's shapes at its position, raised slightly if it is selected."""
    x, y = piece.at
    return moved(piece.shapes, (x, y - (LIFT * piece.size if lifted else 0)), alpha=piece.alpha)


def ground(scene: Scene, places: Places) -> list[Layer]:
    """Return the layers that never change during a game."""
    return [Layer(places[part.name], part.ground) for part in scene.parts]


def live(scene: Scene, places: Places, marks: Iterable[Mark] = ()) -> list[Layer]:
    """Return everything above the ground: pieces, shapes above them, the veil (below scored pieces), and marks."""
    marks = tuple(marks)
    layers = [Layer(places[part.name], _part_shapes(part, marks)) for part in scene.parts]
    return layers + _mark_shapes(scene, places, marks) if marks else layers


def moving(scene: Scene, places: Places, motion: Motion, at: float) -> list[Layer]:
    """Return everything above the ground at a moment of a motion, with pieces in flight above all parts."""
    pieces, flights = motion.pieces(at)
    part_of = motion.part_of
    layers = []
    for part in scene.parts:
        shapes = [shape for piece in pieces if part_of.get(piece.area) == part.name for shape in piece_shapes(piece)]
        layers.append(Layer(places[part.name], [*shapes, *part.above]))
    for flight in flights:
        start, end = places.get(part_of[flight.source]), places.get(part_of[flight.target])
        if start is None or end is None:  # one of the two parts is no longer shown
            continue
        if start != end and (start.windowed or end.windowed):  # readers see a windowed part at another position
            continue
        (ax, ay), (bx, by) = start.at(flight.start), end.at(flight.end)
        done = flight.done
        scale = start.scale + (end.scale * flight.grows - start.scale) * done
        where = Place(ax + (bx - ax) * done, ay + (by - ay) * done, scale)
        layers.append(Layer(where, flight.shapes))
    return layers


def everything(scene: Scene, places: Places, marks: Iterable[Mark] = ()) -> list[Layer]:
    """Return the layers of the whole scene."""
    return [*ground(scene, places), *live(scene, places, marks)]


def of_part(part: Part, marks: Iterable[Mark] = ()) -> list[Shape]:
    """Return the shapes of one part on its own, in its own units, without marks that point to other parts."""
    return [*part.ground, *above_ground(part, marks)]


def above_ground(part: Part, marks: Iterable[Mark] = ()) -> list[Shape]:
    """Return every shape of a part that can change, in the part's units, without marks that point to other parts."""
    marks = [mark for mark in marks if not mark.to or mark.to in part.areas]
    return [*_part_shapes(part, marks), *mark_shapes(marks, part.areas)]


def _part_shapes(part: Part, marks: Iterable[Mark]) -> list[Shape]:
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


def _mark_shapes(scene: Scene, places: Places, marks: Sequence[Mark]) -> list[Layer]:
    """Return the layers of marks: first the marks within each part, then the marks between two parts.

    A mark that points to or from a windowed part is omitted, because readers see such a part elsewhere.
    """
    part_of = scene.part_of
    within: dict[str, list[Mark]] = {}
    between: list[Mark] = []
    for mark in marks:
        home = part_of.get(mark.area)
        if home is None:  # an area that is not shown now
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
            if place.scale >= LEAST_SCALE:
                layers.append(Layer(place, mark_shapes(own, part.areas)))
            else:
                areas = areas_on_canvas(Scene("", (part,)), places, LEAST_SCALE)
                layers.append(Layer(Place(0, 0, LEAST_SCALE), mark_shapes(own, areas)))
    if between:
        unit = max(LEAST_SCALE, *(places[part_of[mark.area]].scale for mark in between))
        layers.append(Layer(Place(0, 0, unit), mark_shapes(between, areas_on_canvas(scene, places, unit))))
    return layers
