"""A scene and its marks as one list of shapes in painter's order: what every renderer draws."""

from __future__ import annotations

from collections.abc import Iterable

from cattools.core.scene import Mark, MarkKind, Piece, Scene, Shape, moved
from cattools.render.marks import signs, veil

LIFT = 0.06


def piece_shapes(piece: Piece, *, lifted: bool = False) -> tuple[Shape, ...]:
    """Return a piece's shapes at its place, raised a little when it is selected."""
    x, y = piece.at
    return moved(piece.shapes, (x, y - (LIFT * piece.size if lifted else 0)), alpha=piece.alpha)


def live(scene: Scene, marks: Iterable[Mark] = ()) -> list[Shape]:
    """Return everything above the ground: pieces, what lies over them, veil and signs; scored pieces above the veil."""
    marks = tuple(marks)
    chosen = {m.area for m in marks if m.kind == MarkKind.SELECTED}
    scored = {m.area for m in marks if m.kind == MarkKind.SCORE}
    shapes: list[Shape] = []
    for piece in scene.pieces:
        if piece.area not in scored:
            shapes += piece_shapes(piece, lifted=piece.area in chosen)
    shapes += scene.above
    shapes += veil(scene, marks)
    for piece in scene.pieces:
        if piece.area in scored:
            shapes += piece_shapes(piece)
    return shapes + signs(marks, scene.areas)


def everything(scene: Scene, marks: Iterable[Mark] = ()) -> list[Shape]:
    """Return the whole picture."""
    return [*scene.ground, *live(scene, marks)]
