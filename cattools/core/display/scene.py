"""Scenes: pictures as data, made of shapes with roles instead of colours, movable pieces, and pressable areas.

This module knows nothing about canvases, themes, screens or rules. A scene consists of parts (a board, a hand, a row
of cards). Lengths are in a part's own units, with its corner at (0, 0); other modules choose its position on a screen.
A colour is the name of a token ("go", "herders.red.fill"), which the renderer looks up in the reader's theme.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """A drawn path (SVG path data) at a point, with a fill, a stroke, or both.

    `scale` also applies to stroke widths; `wide` scales horizontally only, for a piece that is turning over.
    """

    d: str
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    at: Point = (0.0, 0.0)
    scale: float = 1.0
    dash: tuple[float, ...] = ()
    alpha: float = 1.0
    wide: float = 1.0


@dataclass(frozen=True, slots=True)
class Label:
    """A short text centred on a point; `weight` is 400, 500 or 700."""

    text: str
    at: Point
    size: float
    fill: str = "ink"
    weight: int = 500


Shape = Path | Label


@dataclass(frozen=True, slots=True)
class Piece:
    """An object on an area that can move: shapes drawn around the origin, `size` units wide."""

    area: str
    at: Point
    shapes: tuple[Path, ...]
    size: float
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """A pressable area: its id, its name for the reader, its centre and its outline.

    `size` is its nominal width; `holds` says whether something is on it.
    """

    id: str
    name: str
    at: Point
    outline: tuple[Point, ...]
    size: float
    holds: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Areas that belong together, row by row: a board (role `grid`) or a row of cards (role `group`)."""

    name: str
    rows: tuple[tuple[Area, ...], ...]
    role: str = "grid"


class MarkKind(StrEnum):
    """What a mark says about its area."""

    LEGAL = "legal"
    """The area can be pressed next."""
    SELECTED = "selected"
    """The area has been pressed."""
    REFUSED = "refused"
    """The area was pressed, and the action was refused."""
    CAUSE = "cause"
    """The area is the reason for a refusal."""
    CHANGED = "changed"
    """Something happened on the area."""
    CAPTURED = "captured"
    """A piece left the area."""
    PROTECTED = "protected"
    """What is on the area could have changed but did not."""
    SCORE = "score"
    """The area counts towards the score line being explained."""
    READING = "reading"
    """What the area shows follows our interpretation, because the rulebook is silent."""
    ASSUMED = "assumed"
    """What is on the area was filled in at random, because it is unknown."""
    PREVIEW = "preview"
    """A piece would be placed on the area."""
    TRAIL = "trail"
    """A piece moved from the area to another one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on an area; a mark such as an arrow points to the area `to`.

    `note` is the text of a flag (`SCORE`) or, for `CAPTURED` and `PREVIEW`, the name of the piece's icon, if any.
    A mark for something that happened has the `colour` of the player who did it. If marks show several moves, `order`
    is the number of the move, from 1.
    """

    kind: MarkKind
    area: str
    to: str = ""
    note: str = ""
    colour: str = "go"
    order: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """What the scene of a position shows besides the position: the areas that the reader has chosen so far."""

    chosen: tuple[str, ...] = ()


def bare_look(*_: object) -> Look:
    """Return the look of a scene that does not show the chosen areas."""
    return Look()


class Scrolls(IntEnum):
    """Whether a part can scroll in a smaller window if the screen has no room for everything."""

    NEVER = 0
    """The board and the hand, which are always shown whole."""
    LAST = 1
    """A player's own small boards, which scroll only if scrolling other players' boards is not enough."""
    FIRST = 2
    """Other players' boards."""


@dataclass(frozen=True, slots=True)
class SizeHint:
    """How large a part should be: `cell` is the width of a pressable area, in the part's units.

    `least` and `best` are the smallest and the best width of that area on screen, in CSS pixels; `weight` is the part's
    weight when space is shared. Parts with the same `near` are placed together. The areas of a `firm` part are never
    too small for a finger: the board gets smaller first.
    """

    cell: float
    least: float
    best: float
    weight: float = 1.0
    scrolls: Scrolls = Scrolls.NEVER
    near: str = ""
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One block of a scene, with its corner at (0, 0).

    `ground` never changes during a game; `pieces` can move; `above` is drawn over the pieces. The page writes
    `caption` above the part, in its own text size.
    """

    name: str
    size: Point
    size_hint: SizeHint
    groups: tuple[Group, ...] = ()
    ground: tuple[Shape, ...] = ()
    pieces: tuple[Piece, ...] = ()
    above: tuple[Shape, ...] = ()
    caption: str = ""

    @property
    def areas(self) -> dict[str, Area]:
        """Every area by id."""
        return {area.id: area for group in self.groups for row in group.rows for area in row}

    def listens_like(self, other: Part) -> bool:
        """Return whether another part has the same pressable areas in the same positions."""
        return self.groups is other.groups or self._spots() == other._spots()

    def _spots(self) -> list[tuple[str, list[list[tuple[str, tuple[Point, ...]]]]]]:
        return [(g.name, [[(area.id, area.outline) for area in row] for row in g.rows]) for g in self.groups]


Rows = tuple[tuple[str, tuple[tuple[Path, ...], ...]], ...]


class Cell(NamedTuple):
    """One cell of the table that shows every seat's panel on one line: the column's title, and the value or icons.

    `sign` replaces the title where there is little room.
    """

    title: str
    value: str = ""
    pictures: tuple[tuple[Path, ...], ...] = ()
    sign: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """What one seat has, apart from the board: a token, a name, and rows, each with a text and small icons.

    `cells` says on one line what the rows say, for a board that fills the screen; without cells, the rows are shown.

    `plain` holds the rows without the results that a reader could also get by counting on the board, so that a question
    can ask for them; None means that no row shows such a result. `brief` says in one line what decides the game, if the
    rows say more than that. `short` is the name where there is little room, if that is not the whole name.
    """

    seat: int
    token: tuple[Path, ...]
    name: str
    rows: Rows
    plain: Rows | None = None
    brief: str = ""
    cells: tuple[Cell, ...] = ()
    short: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture as data: its parts, most important first. Every area belongs to one part and has a unique id.

    `summary` is the one-line description; the areas' names are the long one.
    """

    summary: str
    parts: tuple[Part, ...]

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of all parts."""
        return tuple(group for part in self.parts for group in part.groups)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of all parts."""
        return tuple(piece for part in self.parts for piece in part.pieces)

    @property
    def areas(self) -> dict[str, Area]:
        """Every area of every part by id."""
        return {area.id: area for group in self.groups for row in group.rows for area in row}

    @property
    def part_of(self) -> dict[str, str]:
        """The name of the part that each area belongs to."""
        return {id_: part.name for part in self.parts for id_ in part.areas}

    def stands_like(self, other: Scene) -> bool:
        """Return whether another scene has the same parts with the same sizes and hints; caption texts can differ."""
        return self is other or self._stand() == other._stand()

    def _stand(self) -> list[tuple[str, Point, SizeHint, bool]]:
        return [(part.name, part.size, part.size_hint, bool(part.caption)) for part in self.parts]


def moved(
    shapes: Iterable[Path], at: Point, scale: float = 1.0, alpha: float = 1.0, wide: float = 1.0
) -> tuple[Path, ...]:
    """Return shapes drawn around the origin, moved to a point."""
    x, y = at
    return tuple(  # written out for speed: this runs thousands of times per scene
        Path(
            s.d,
            s.fill,
            s.stroke,
            s.width,
            (x + s.at[0] * scale * wide, y + s.at[1] * scale),
            s.scale * scale,
            s.dash,
            s.alpha * alpha,
            s.wide * wide,
        )
        for s in shapes
    )


def number(value: float) -> str:
    """Return a coordinate as a short string: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def corners(at: Point, wide: float, tall: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle around a point."""
    (x, y), w, h = at, wide / 2, tall / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def polygon(points: Iterable[Point]) -> str:
    """Return path data for a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def circle(radius: float, at: Point = (0.0, 0.0)) -> str:
    """Return path data for a circle."""
    r, x, y = number(radius), at[0], at[1]
    left, right = number(x - radius), number(x + radius)
    return f"M{left} {number(y)}A{r} {r} 0 1 1 {right} {number(y)}A{r} {r} 0 1 1 {left} {number(y)}Z"


@lru_cache(4096)  # the marks of all presses use the same few outlines
def rounded(points: tuple[Point, ...], radius: float) -> str:
    """Return path data for a polygon with rounded corners, each cutting `radius` off both of its sides."""
    parts: list[str] = []
    for n, (x, y) in enumerate(points):
        ends = []
        for ox, oy in (points[n - 1], points[(n + 1) % len(points)]):
            length = max(((ox - x) ** 2 + (oy - y) ** 2) ** 0.5, 1e-9)
            part = min(radius / length, 0.5)
            ends.append((x + (ox - x) * part, y + (oy - y) * part))
        (ax, ay), (bx, by) = ends
        parts.append(
            f"{'L' if parts else 'M'}{number(ax)} {number(ay)}Q{number(x)} {number(y)} {number(bx)} {number(by)}"
        )
    return "".join(parts) + "Z"


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> str:
    """Return path data for a rectangle, with rounded corners if `radius` is not 0."""
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return rounded(points, radius) if radius else polygon(points)
