"""A picture as data: shapes with roles instead of colours, pieces that can move, areas that can be pressed.

Nothing here knows canvases, themes, screens or rules. A picture is parts (a board, a hand, a row of cards); lengths are
in a part's own units, its corner at 0, 0, and nobody here says where on a screen a part stands. A colour is the name of
a token ("go", "herders.red.fill"); the renderer looks it up in the reader's theme.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """A drawn path (SVG path data) at a place, with a fill, a stroke, or both.

    `scale` applies to its lines too; `wide` squeezes it sideways, for a piece that turns.
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
    """A short text centred on a point, `weight` 400, 500 or 700."""

    text: str
    at: Point
    size: float
    fill: str = "ink"
    weight: int = 500


Shape = Path | Label


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on an area and can move: shapes drawn around the origin, `size` units wide."""

    area: str
    at: Point
    shapes: tuple[Path, ...]
    size: float
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """A place that can be pressed: id, name for the reader, centre, outline; `size` is its usual width."""

    id: str
    name: str
    at: Point
    outline: tuple[Point, ...]
    size: float
    holds: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Areas that belong together, row by row: a board (`grid`) or a row of cards (`group`)."""

    name: str
    rows: tuple[tuple[Area, ...], ...]
    role: str = "grid"


class MarkKind(StrEnum):
    """What a sign on an area says."""

    LEGAL = "legal"
    """It can be pressed next."""
    SELECTED = "selected"
    """It has been pressed."""
    REFUSED = "refused"
    """It was pressed and may not be."""
    CAUSE = "cause"
    """Because of it something is refused."""
    CHANGED = "changed"
    """Something happened there."""
    CAPTURED = "captured"
    """A piece left it."""
    PROTECTED = "protected"
    """It could have changed and did not."""
    SCORE = "score"
    """It counts for the line being told."""
    READING = "reading"
    """It shows a reading of a silent source."""
    PREVIEW = "preview"
    """A piece would stand there."""
    TRAIL = "trail"
    """A piece went from it to another area."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A state sign on an area; `to` is another area for signs that point somewhere, `note` the text of a flag.

    What happened has the `colour` of who did it, and among several moves its `order`, from 1.
    """

    kind: MarkKind
    area: str
    to: str = ""
    note: str = ""
    colour: str = "go"
    order: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """How the reader looks at a position: what is chosen."""

    chosen: tuple[str, ...] = ()


class Scrolls(IntEnum):
    """Whether a part may be seen through a window smaller than it, where a screen has no room for everything."""

    NEVER = 0
    """The board and the hand are seen whole."""
    LAST = 1
    """One's own small boards: only when others' boards in a window are not enough."""
    FIRST = 2
    """Other players' boards."""


@dataclass(frozen=True, slots=True)
class Room:
    """How large a part wants to be: `cell` is the width of what is pressed, in the part's units.

    `least` and `best` are its width on a screen in CSS pixels, `weight` how much it matters when room is shared.
    Parts of the same `near` stay together.
    """

    cell: float
    least: float
    best: float
    weight: float = 1.0
    scrolls: Scrolls = Scrolls.NEVER
    near: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One block of a picture, its corner at 0, 0: `ground` never changes while a game is played, `pieces` may move.

    `above` lies over the pieces. `caption` is written over the part by the page, at the size of its text.
    """

    name: str
    size: Point
    room: Room
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
        """Return whether the same places can be pressed at the same spots as in another part."""
        return self._spots() == other._spots()

    def _spots(self) -> list[tuple[str, list[list[tuple[str, tuple[Point, ...]]]]]]:
        return [(g.name, [[(area.id, area.outline) for area in row] for row in g.rows]) for g in self.groups]


Rows = tuple[tuple[str, tuple[tuple[Path, ...], ...]], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """What lies before one seat, beside the board: a token, a name, and rows of small pictures with their words.

    `plain` are the rows without what could be counted on the board, None where none of them tells that; at the end of
    a game there may be none left. `brief` says in one line what decides who wins, where the rows say more than that.
    """

    seat: int
    token: tuple[Path, ...]
    name: str
    rows: Rows
    plain: Rows | None = None
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: its parts, the most important first. An area belongs to one of them, by an id of its own.

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
        """The name of the part that every area belongs to."""
        return {id_: part.name for part in self.parts for id_ in part.areas}

    def stands_like(self, other: Scene) -> bool:
        """Return whether the same parts, as large, want the same room as in another picture (captions may differ)."""
        return self._stand() == other._stand()

    def _stand(self) -> list[tuple[str, Point, Room, bool]]:
        return [(part.name, part.size, part.room, bool(part.caption)) for part in self.parts]


def moved(
    shapes: Iterable[Path], at: Point, scale: float = 1.0, alpha: float = 1.0, wide: float = 1.0
) -> tuple[Path, ...]:
    """Return shapes drawn around the origin, placed at a point."""
    x, y = at
    return tuple(  # spelt out, for this is done thousands of times a picture
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
    """Return a coordinate as short as drawing needs it: at most two decimals, no trailing zeros."""
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


@lru_cache(4096)  # the same few outlines, for every sign of every press
def rounded(points: tuple[Point, ...], radius: float) -> str:
    """Return path data for a polygon whose corners are rounded off, `radius` along each side."""
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
    """Return path data for a rectangle with round corners."""
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return rounded(points, radius) if radius else polygon(points)
