"""The picture of the sheet: every tile there is, to be chosen from, and one player's disc with the tiles left off."""

from __future__ import annotations

from cattools.core.messages import N_, text
from cattools.core.scene import Area, Group, Label, Path, Piece, Point, Scene, Shape, moved, rectangle
from cattools.games.cattricola import drawing
from cattools.games.cattricola import layout as lay
from cattools.games.cattricola.boards import DISC_FILE
from cattools.games.cattricola.scene import captioned, disc_group, held
from cattools.games.cattricola.scoring import NAMES, value
from cattools.games.cattricola.state import Cattricola
from cattools.games.cattricola.tiles import FACES, write_tile

PALETTE = tuple(write_tile(face) for face in FACES)
ACROSS, STEP, GAP, OFF_ROW = 7, 44.0, 12.0, 5
OFF = "off"
TOP = -(-len(FACES) // ACROSS) * STEP + 8


def _item(n: int) -> Point:
    return (n % ACROSS + 0.5) * STEP + 4, (n // ACROSS + 0.5) * STEP + 2


def off_places(state: Cattricola, seat: int) -> int:
    """Return how many places for tiles left off are shown: always one more than are used."""
    return -(-(len(state.spilled[seat]) + 1) // OFF_ROW) * OFF_ROW


def _off_at(n: int) -> Point:
    left = 4 + lay.disc_size() + GAP
    return left + (n // OFF_ROW + 0.5) * STEP, TOP + lay.HEAD + 22 + (n % OFF_ROW + 0.5) * STEP


def _square(id_: str, name: str, at: Point, *, holds: bool) -> Area:
    side = STEP - 2
    return Area(id_, name, at, lay.corners(at, side, side), side, holds)


def scene(state: Cattricola, seat: int) -> Scene:
    """Return the picture of one player's disc below every tile that can lie on it."""
    place = (4.0, TOP)
    shapes: list[Shape] = [*drawing.disc_ground(place, state.boards[seat], seat)]
    items = []
    for n, (name, face) in enumerate(zip(PALETTE, FACES, strict=True)):
        items.append(_square(name, f"{name}, {held(face)}", _item(n), holds=True))
        shapes += moved(drawing.tile(face, lay.CELL), _item(n))
    discs, pieces = disc_group(state, seat, place)
    off, many_ = state.spilled[seat], off_places(state, seat)
    slot = rectangle(-19, -19, 38, 38, 8)
    left_off = []
    for n in range(many_):
        at, name, tile = _off_at(n), f"{OFF}{n + 1}", off[n] if n < len(off) else 0
        said = text(N_("{name}, without a place: {what}"), name=name, what=held(tile))
        left_off.append(_square(name, str(said), at, holds=bool(tile)))
        shapes.append(Path(slot, stroke="line", width=1.4, dash=(4, 4), at=at))
        if tile:
            pieces.append(Piece(name, at, drawing.tile(tile, lay.CELL), lay.CELL))
    x, y = _off_at(0)
    shapes.append(Label(str(text(N_("Left off"))), (x + 2, y - STEP / 2 - 12), 13, "ink2"))
    groups = (
        Group(str(text(N_("Tiles"))), tuple(tuple(items[n : n + ACROSS]) for n in range(0, len(items), ACROSS))),
        discs,
        Group(str(text(N_("Tiles without a place"))), (tuple(left_off),), "group"),
    )
    wide = max(ACROSS * STEP + 8, _off_at(many_ - 1)[0] + STEP / 2 + 4)
    size = (wide, TOP + lay.HEAD + lay.disc_size() + 6)
    summary = text(N_("{who}: {n} points as it lies."), who=text(NAMES[seat]), n=value(state, seat))
    return captioned(Scene(size, str(summary), groups, tuple(shapes), tuple(pieces)), DISC_FILE)
