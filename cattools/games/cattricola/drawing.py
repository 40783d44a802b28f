"""The shapes of Cattricola: tiles, markers, the ground of ranch, radar and discs."""

from __future__ import annotations

from functools import cache

from cattools.core.art import icon
from cattools.core.data import load, take
from cattools.core.messages import N_, text
from cattools.core.scene import Label, Path, Point, Shape, circle, moved, rectangle
from cattools.games.cattricola import layout as lay
from cattools.games.cattricola.boards import boards, radar
from cattools.games.cattricola.ranch import Ranch, plan
from cattools.games.cattricola.scoring import NAMES
from cattools.games.cattricola.tiles import DOWN, FEMALE, KINDS, MALE, WOLF, YOUNG, kind_of

PART = 0.92  # of a cell that a tile fills
# Kinds as letters, drawn, for a piece has no labels: around the origin, 8 high.
LETTERS = {
    "sheep": "M2.6 -2.4Q2 -4 0 -4Q-2.6 -4 -2.6 -2Q-2.6 -.2 0 0Q2.8 .2 2.8 2Q2.8 4 0 4Q-2.2 4 -2.8 2.4",
    "pig": "M-2.2 4V-4H.6A2.2 2.2 0 0 1 .6 .6H-2.2",
    "cow": "M2.8 -2.6A4 4 0 1 0 2.8 2.6",
    "horse": "M-2.5 -4V4M2.5 -4V4M-2.5 0H2.5",
    "wolf": "M-4 -4L-2 4L0 -2.4L2 4L4 -4",
}
BADGES = {MALE: "male", FEMALE: "female", YOUNG: "young"}
TOKENS = "core/art/tokens.json"
DARK = ("cow", "horse", "wolf")  # tiles with a dark ground, their letter is light


@cache
def _roles(kind: str) -> dict[str, str]:
    """Return the colour tokens of an animal's icon."""
    animals = take(load(TOKENS), "themes", dict, TOKENS)["light"]["animals"]
    return {role: f"animals.{kind}.roles.{role}" for role in animals[kind]["roles"]}


@cache
def tile(code: int, size: float) -> tuple[Path, ...]:
    """Return a tile around the origin: its front, or its back when it lies face down or its sex is not known."""
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
    if code & DOWN or not code & 3:
        inner = side * 0.84
        stitch = rectangle(-inner / 2, -inner / 2, inner, inner, side * 0.14)
        back = dict.fromkeys(_roles(kind), f"{colours}.back")
        shapes.append(Path(stitch, stroke=f"{colours}.back", width=1.4, dash=(3.6, 2.8), alpha=0.8))
        return (*shapes, *icon(kind, side * 0.62, **back), letter)
    small = kind_of(code) != WOLF and code & 3 == YOUNG
    shapes += icon(kind, side * (0.58 if small else 0.8), **_roles(kind))
    if kind_of(code) != WOLF:
        badge = icon(BADGES[code & 3], side * 0.36, accent="page", ink="ink")
        shapes += moved(badge, (side * 0.32, side * 0.32))
    return (*shapes, letter)


@cache
def ufo(size: float, *, middle: bool = False) -> tuple[Path, ...]:
    """Return a marker: a small flying disc; the middle one of a pattern stands on a light."""
    ground = Path(circle(size / 2), "beam" if middle else "animals.wolf.lip")
    return (ground, *icon("ufo", size * 0.86, main="ufo.main", deep="ufo.deep", light="ufo.light", accent="ufo.accent"))


def seat_sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return a seat's sign in its colour."""
    seats = ("plum", "teal", "orange", "slate")
    return icon(f"seat-{seat + 1}", size, main=f"seats.{seats[seat]}.fill")


@cache
def ranch_ground(ranch: Ranch, place: Point) -> tuple[Shape, ...]:
    """Return the boards with their cells, circles and coordinates."""
    ox, oy = place
    shapes: list[Shape] = []
    board = plan()
    for r, c in ranch.origins:
        x, y, *_ = lay.spot_box(ranch, (r, c))
        wide, tall = board.columns * lay.CELL, board.rows * lay.CELL
        left, top = ox + x - lay.CELL / 2, oy + y - lay.CELL / 2
        shapes.append(Path(rectangle(left, top, wide, tall, 10), "ground.cattricola.board", "ground.cattricola.line"))
    side = lay.CELL * 0.94
    cell = rectangle(-side / 2, -side / 2, side, side, side * 0.16)
    for spot in ranch.spots:
        x, y, *_ = lay.spot_box(ranch, spot)
        shapes.append(Path(cell, "ground.cattricola.cell", at=(ox + x, oy + y)))
    for places in ranch.circles:
        spots = [ranch.spots[ranch.grid.index[name]] for name in ranch.names(places)]
        shapes += rings([lay.spot_box(ranch, spot)[:2] for spot in spots], place)
    on_ranch = set(ranch.spots)
    for spot in ranch.around:  # where a pattern may lie with its middle beside the ranch
        if spot not in on_ranch and not (spot[0] == -1 or spot[1] == -1):
            x, y, *_ = lay.spot_box(ranch, spot)
            shapes.append(Path(circle(1.4), "line", at=(ox + x, oy + y)))
    for row in range(ranch.rows):
        _, y, *_ = lay.spot_box(ranch, (row, 0))
        shapes.append(Label(Ranch.name((row, 0))[0], (ox + 1.5 * lay.SKY, oy + y), 13, "ink2"))
    for column in range(ranch.columns):
        x, *_ = lay.spot_box(ranch, (0, column))
        shapes.append(Label(str(column + 1), (ox + x, oy + 1.5 * lay.SKY), 13, "ink2"))
    return tuple(shapes)


def rings(spots: list[tuple[float, ...]], place: Point) -> list[Shape]:
    """Return a mystery circle around some cells."""
    x, y = (sum(spot[n] for spot in spots) / len(spots) for n in (0, 1))
    far = max(((sx - x) ** 2 + (sy - y) ** 2) ** 0.5 for sx, sy, *_ in spots) + lay.CELL * 0.42
    at = (place[0] + x, place[1] + y)
    colour = "ground.cattricola.mark"
    lines = [(1.0, 2.75), (0.74, 1.75), (0.32, 2.75)]
    dots = [(at[0] + far, at[1]), (at[0] - far, at[1]), (at[0], at[1] + far), (at[0], at[1] - far)]
    shapes: list[Shape] = [Path(circle(far * part), stroke=colour, width=width, at=at) for part, width in lines]
    return [*shapes, *(Path(circle(4), colour, at=dot) for dot in dots)]


def shining(at: Point) -> list[Shape]:
    """Return the sign on each cell of a mystery circle that has appeared."""
    return [Path(circle(8), "gold", "goldDeep", 2, at=at), Path(circle(3), "goldDeep", at=at)]


@cache
def radar_ground(place: Point) -> tuple[Shape, ...]:
    """Return the empty radar."""
    wide, tall = lay.radar_size()
    x, y = place
    middle = (x + wide / 2, y + tall / 2)
    panel = Path(rectangle(x, y, wide, tall, 18), "animals.wolf.ground", "animals.wolf.rim")
    lines = [Path(circle(wide * part), stroke="animals.wolf.back", width=1.1, at=middle) for part in (0.2, 0.34, 0.46)]
    dots = [Path(circle(3.4), "ufo.main", at=lay.radar_at(place, cell)) for cell in range(len(radar().spots))]
    return (panel, *lines, *dots)


@cache
def hand_ground(place: Point) -> tuple[Shape, ...]:
    """Return the places for tiles that wait, and two buttons."""
    side = lay.SLOT * PART
    slot = rectangle(-side / 2, -side / 2, side, side, side * 0.2)
    head = Label(str(text(N_("Caught"))), (place[0] + lay.hand_size()[0] / 2, place[1] + 7), 13, "ink2")
    shapes: list[Shape] = [head]
    shapes += [Path(slot, stroke="line", width=1.4, dash=(4, 4), at=lay.slot_at(place, n)) for n in range(lay.slots())]
    wide, tall = lay.PILL
    for n, words in enumerate((N_("Done"), N_("Pass"))):
        at = lay.pill_at(place, n)
        shapes.append(Path(rectangle(-wide / 2, -tall / 2, wide, tall, 12), "surface", "line", 1.4, at=at))
        shapes.append(Label(str(text(words)), at, 15, "ink"))
    return tuple(shapes)


@cache
def disc_ground(place: Point, letter: str, seat: int) -> tuple[Shape, ...]:
    """Return an empty disc with its numbers, its owner's sign and name above it."""
    size, name = lay.disc_size(), str(text(NAMES[seat]))
    x, y = place
    middle = (x + size / 2, y + lay.HEAD + size / 2)
    shapes: list[Shape] = [
        Path(circle(size / 2), "line", at=(middle[0], middle[1] + 3)),
        Path(circle(size / 2), "sunken", "line", at=middle),
        *moved(seat_sign(seat, 18), (x + 12, y + 14)),
        Label(name, (x + 26 + 4.4 * len(name), y + 15), 15, "ink", 700),
    ]
    if not letter:
        return tuple(shapes)
    side = lay.DISC * 0.9
    cell = rectangle(-side / 2, -side / 2, side, side, side * 0.2)
    for n in range(boards()[letter].size):
        at = lay.disc_at(place, letter, n)
        shapes += [Path(cell, "surface", at=at), Label(str(n + 1), at, 15, "ink2")]
    if boards()[letter].star:
        shapes += moved(icon("sign-yellow", 18, main="gold"), (x + 14, y + lay.HEAD + 16))
    return tuple(shapes)


def mini(place: Point, markers: int) -> list[Shape]:
    """Return a seat's radar, small, above its disc."""
    step, dots = 6.0, ["", ""]
    for cell, (r, c) in enumerate(radar().spots):
        on = markers >> cell & 1
        dots[on] += circle(2.6 if on else 1.1, ((c + 0.5) * step, (r + 0.5) * step))
    return [Path(d, colour, at=place) for d, colour in zip(dots, ("ink2", "go"), strict=True) if d]


@cache
def joining_ground(ranch: Ranch) -> tuple[Shape, ...]:
    """Return boards that lie, and places for one more, while boards are joined."""
    shapes: list[Shape] = []
    size = lay.SLOT_BOARD * 0.96
    for n, row in enumerate(ranch.slots()):
        for m, slot in enumerate(row):
            at = ((m + 0.5) * lay.SLOT_BOARD + lay.EDGE, (n + 0.5) * lay.SLOT_BOARD + lay.EDGE)
            box = rectangle(-size / 2, -size / 2, size, size, 8)
            if (slot.row, slot.column) not in ranch.origins:
                shapes.append(Path(box, stroke="line", width=1.4, dash=(4, 4), at=at))
                continue
            shapes.append(Path(box, "ground.cattricola.board", "ground.cattricola.line", at=at))
            step = size / max(plan().rows, plan().columns)
            cell = rectangle(-step * 0.46, -step * 0.46, step * 0.92, step * 0.92, 3)
            for r in range(plan().rows):
                for c in range(plan().columns):
                    spot = (at[0] - size / 2 + (c + 0.5) * step, at[1] - size / 2 + (r + 0.5) * step)
                    shapes.append(Path(cell, "ground.cattricola.cell", at=spot))
    return tuple(shapes)
