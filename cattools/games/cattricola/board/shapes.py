"""The shapes of Cattricola: tiles, markers, and the ground of the ranch, the radar and the discs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from cattools.core.display.icons import icon, themes
from cattools.core.display.scene import Label, Path, Point, Shape, circle, moved, rectangle
from cattools.games.cattricola.board import layout
from cattools.games.cattricola.rules.components import disc_board, radar, ranch_board
from cattools.games.cattricola.rules.labels import SEATS
from cattools.games.cattricola.rules.ranch import Ranch
from cattools.games.cattricola.rules.tiles import DOWN, FEMALE, KINDS, MALE, UNKNOWN, WOLF, YOUNG, kind_of, sex_of

PART = 0.92  # the width of a tile as a share of its cell
# Each kind's letter as a path, because pieces cannot have labels: centred on the origin, 8 units high.
LETTERS = {
    "sheep": "M2.6 -2.4Q2 -4 0 -4Q-2.6 -4 -2.6 -2Q-2.6 -.2 0 0Q2.8 .2 2.8 2Q2.8 4 0 4Q-2.2 4 -2.8 2.4",
    "pig": "M-2.2 4V-4H.6A2.2 2.2 0 0 1 .6 .6H-2.2",
    "cow": "M2.8 -2.6A4 4 0 1 0 2.8 2.6",
    "horse": "M-2.5 -4V4M2.5 -4V4M-2.5 0H2.5",
    "wolf": "M-4 -4L-2 4L0 -2.4L2 4L4 -4",
}
# The icon roles that form an animal's outline. A back has one colour, so it omits the roles inside the outline; this
# keeps a ranch with many backs simple.
OUTLINES = {
    "sheep": ("main", "ink"),
    "pig": ("main", "deep"),
    "cow": ("light", "main", "accent"),
    "horse": ("main", "ink"),
    "wolf": ("main",),
}
BADGES = {MALE: "male", FEMALE: "female", YOUNG: "young"}
SIGNS = {
    "ufo": {"main": "ufo.main", "deep": "ufo.deep", "light": "ufo.light"},
    "paw": {"main": "go"},
    "yes": {"main": "ok", "light": "page"},
    "no": {"main": "refuse", "light": "page"},
}
DARK = ("cow", "horse", "wolf")  # tiles with a dark ground and a light letter


@cache
def _roles(kind: str) -> dict[str, str]:
    """Return the colour tokens of an animal's icon, by role."""
    animals = themes()["light"]["animals"]
    return {role: f"animals.{kind}.roles.{role}" for role in animals[kind]["roles"]}


@cache
def tile(code: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of a tile, centred on the origin; a face-down tile or one of unknown sex shows its back."""
    kind, side = KINDS[kind_of(code) - 1], size * PART
    colours = f"animals.{kind}"
    box = rectangle(-side / 2, -side / 2, side, side, side * 0.2)
    shapes = [Path(box, f"{colours}.lip", at=(0, side * 0.05)), Path(box, f"{colours}.ground", f"{colours}.rim", 1.0)]
    letter = Path(
        LETTERS[kind],
        stroke=f"{colours}.roles.{'main' if kind in DARK else 'ink'}",
        width=1.7,
        at=(-side * 0.31, -side * 0.31),
        scale=side / 46,
    )
    if code & DOWN or sex_of(code) == UNKNOWN:
        inner = side * 0.84
        stitch = rectangle(-inner / 2, -inner / 2, inner, inner, side * 0.14)
        back = dict.fromkeys(OUTLINES[kind], f"{colours}.back")
        shapes.append(Path(stitch, stroke=f"{colours}.back", width=1.4, dash=(3.6, 2.8), alpha=0.8))
        return (*shapes, *icon(kind, side * 0.62, **back), letter)
    small = kind_of(code) != WOLF and sex_of(code) == YOUNG
    shapes += icon(kind, side * (0.58 if small else 0.8), **_roles(kind))
    if kind_of(code) != WOLF:
        badge = icon(BADGES[sex_of(code)], side * 0.36, accent="page", ink="ink")
        shapes += moved(badge, (side * 0.32, side * 0.32))
    return (*shapes, letter)


def _cells(spots: Iterable[Point], side: float, round_: float, fill: str) -> Path:
    """Return equal squares with rounded corners, centred on the given points, as one path."""
    return Path("".join(rectangle(x - side / 2, y - side / 2, side, side, round_) for x, y in spots), fill)


@cache
def marker(size: float, *, middle: bool = False) -> tuple[Path, ...]:
    """Return the shapes of a marker, a small flying disc; the middle marker of a pattern has a yellow ground."""
    ground = Path(circle(size / 2), "beam" if middle else "animals.wolf.lip")
    return (ground, *icon("ufo", size * 0.86, main="ufo.main", deep="ufo.deep", light="ufo.light", accent="ufo.accent"))


@cache
def note(middle: Point, words: str) -> tuple[Shape, ...]:
    """Return the shapes of a note centred on a point, with a question mark icon before the words."""
    x, y = middle[0] + 10, middle[1]
    question = icon("question", 16, main="ink2", light="page")
    return (*moved(question, (x - 4.2 * len(words) - 12, y)), Label(words, (x, y), layout.TEXT, "ink2"))


def seat_sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of a seat's mark in its colour."""
    return icon(f"seat-{seat + 1}", size, main=f"seats.{SEATS[seat]}.fill")


@cache
def sign(name: str, size: float) -> tuple[Path, ...]:
    """Return the shapes of an icon in a panel: disc, points, winner or lost tiles."""
    return icon(name, size, **SIGNS[name])


@cache
def ranch_ground(ranch: Ranch) -> tuple[Shape, ...]:
    """Return the shapes of the ranch boards with their cells, circles and coordinates."""
    shapes: list[Shape] = []
    board, size = ranch_board(), layout.CELL
    for spot in ranch.origins:
        x, y = layout.spot_at(spot)
        box = rectangle(x - size / 2, y - size / 2, board.columns * size, board.rows * size, size / 4)
        shapes.append(Path(box, "ground.cattricola.board", "ground.cattricola.line"))
    side = size * 0.94
    shapes.append(_cells(map(layout.spot_at, ranch.spots), side, side * 0.16, "ground.cattricola.cell"))
    for places in ranch.circles:
        shapes += rings([layout.spot_at(spot) for spot in ranch.spots_of(places)], size)
    on_ranch = set(ranch.spots)
    for spot in ranch.catching:  # cells outside the ranch that the middle marker can be laid over
        if spot not in on_ranch and not (spot[0] == -1 or spot[1] == -1):
            shapes.append(Path(circle(1.4), "line", at=layout.spot_at(spot)))
    for row in range(ranch.rows):
        shapes.append(Label(Ranch.name((row, 0))[0], layout.spot_at((row, -1)), layout.NAMES, "ink2"))
    for column in range(ranch.columns):
        shapes.append(Label(str(column + 1), layout.spot_at((-1, column)), layout.NAMES, "ink2"))
    return tuple(shapes)


def rings(spots: list[Point], cell: float) -> list[Shape]:
    """Return the shapes of a mystery circle around the centres of its cells."""
    x, y = (sum(spot[n] for spot in spots) / len(spots) for n in (0, 1))
    far = max(((sx - x) ** 2 + (sy - y) ** 2) ** 0.5 for sx, sy in spots) + cell * 0.42
    colour = "ground.cattricola.mark"
    lines = [(1.0, 0.07), (0.74, 0.044), (0.32, 0.07)]
    dots = [(x + far, y), (x - far, y), (x, y + far), (x, y - far)]
    shapes: list[Shape] = [Path(circle(far * part), stroke=colour, width=cell * w, at=(x, y)) for part, w in lines]
    return [*shapes, *(Path(circle(cell * 0.1), colour, at=dot) for dot in dots)]


@cache
def hidden_circle(size: float) -> tuple[Path, ...]:
    """Return the shapes of a golden rim around the origin, for a tile on a mystery circle; marks go above the rim."""
    side = size * 0.86
    rim = rectangle(-side / 2, -side / 2, side, side, side * 0.2)
    return Path(rim, stroke="animals.wolf.lip", width=size * 0.105), Path(rim, stroke="gold", width=size * 0.065)


@cache
def bare_circle(size: float) -> tuple[Path, ...]:
    """Return the shapes of the mark, centred on the origin, for each cell of a circle that has appeared."""
    return Path(circle(size * 0.2), "gold", "goldDeep", size * 0.05), Path(circle(size * 0.075), "goldDeep")


@cache
def radar_ground() -> tuple[Shape, ...]:
    """Return the shapes of the empty radar."""
    wide, tall = layout.radar_size()
    middle = (wide / 2, tall / 2)
    panel = Path(rectangle(0.5, 0.5, wide - 1, tall - 1, 18), "animals.wolf.ground", "animals.wolf.rim")
    lines = [Path(circle(wide * part), stroke="animals.wolf.back", width=1.1, at=middle) for part in (0.2, 0.34, 0.46)]
    dots = [Path(circle(3.4), "ufo.main", at=layout.radar_at(cell)) for cell in range(len(radar().spots))]
    return (panel, *lines, *dots)


@cache
def hand_ground(done: str, passed: str) -> tuple[Shape, ...]:
    """Return the shapes of the slots for waiting tiles and of the two labelled buttons."""
    side = layout.SLOT * PART
    slot = rectangle(-side / 2, -side / 2, side, side, side * 0.2)
    shapes: list[Shape] = [
        Path(slot, stroke="line", width=1.4, dash=(4, 4), at=layout.slot_at(n)) for n in range(layout.slots())
    ]
    wide, tall = layout.PILL
    for n, words in enumerate((done, passed)):
        at = layout.pill_at(n)
        shapes.append(Path(rectangle(-wide / 2, -tall / 2, wide, tall, 12), "surface", "line", 1.4, at=at))
        shapes.append(Label(words, at, 16, "ink"))
    return tuple(shapes)


@lru_cache(maxsize=256)
def disc_ground(board: str, seat: int, *, small: bool = False) -> tuple[Shape, ...]:
    """Return the shapes of an empty, numbered disc, with its owner's mark and the star, if any, in its corners.

    The numbers of a `small` disc are larger relative to its cells.
    """
    size = layout.disc_size(board)
    middle, corner = (size / 2, size / 2), layout.CORNER
    shapes: list[Shape] = [
        Path(circle(size / 2 - 2), "line", at=(middle[0], middle[1] + 1.5)),
        Path(circle(size / 2 - 2), "sunken", "line", at=(middle[0], middle[1] - 1.5)),
        *moved(seat_sign(seat, corner), (corner / 2, corner / 2)),
    ]
    if not board:
        return tuple(shapes)
    side = layout.DISC * 0.9
    spots = [layout.disc_at(board, n) for n in range(disc_board(board).size)]
    shapes.append(_cells(spots, side, side * 0.2, "surface"))
    shapes += [Label(str(n), at, 31 if small else 18, "ink2") for n, at in enumerate(spots, 1)]
    if disc_board(board).star:
        shapes += moved(icon("sign-yellow", corner, main="gold"), (corner / 2, size - corner / 2))
    return tuple(shapes)


def small_radar(markers: int, board: str) -> list[Shape]:
    """Return the shapes of a small copy of a seat's radar, for the corner of its disc board."""
    step, dots = layout.CORNER / 4, ["", ""]
    columns = 1 + max(c for _, c in radar().spots)
    for cell, (r, c) in enumerate(radar().spots):
        on = markers >> cell & 1
        at = (layout.disc_size(board) - (columns - c - 0.5) * step, (r + 0.5) * step)
        dots[on] += circle(3.0 if on else 1.3, at)
    return [Path(d, colour) for d, colour in zip(dots, ("ink2", "go"), strict=True) if d]


@cache
def joining_ground(ranch: Ranch, players: int) -> tuple[Shape, ...]:
    """Return the shapes of the boards joined so far and of the free spots for the next one."""
    size, step = layout.BOARD * 0.96, layout.joining_cell()
    box = rectangle(-size / 2, -size / 2, size, size, 8)
    cell = rectangle(-step * 0.46, -step * 0.46, step * 0.92, step * 0.92, 3)
    shapes: list[Shape] = []
    for slot in (slot for row in ranch.slots() for slot in row):
        at = layout.joining_at(ranch, players, (slot.row, slot.column))
        if (slot.row, slot.column) in ranch.origins:
            shapes.append(Path(box, "ground.cattricola.board", "ground.cattricola.line", at=at))
        else:
            shapes.append(Path(box, stroke="line", width=1.4, dash=(4, 4), at=at))
    spots = {spot: layout.joining_spot(ranch, players, spot) for spot in ranch.spots}
    shapes += [Path(cell, "ground.cattricola.cell", at=at) for at in spots.values()]
    for places in ranch.circles:
        shapes += rings([spots[spot] for spot in ranch.spots_of(places)], step)
    return tuple(shapes)
