"""The board of Cattricola: its scene, and what presses on it mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from unicodedata import east_asian_width

from cattools.core import selection
from cattools.core.display import scene as display
from cattools.core.display.icons import icon, themes
from cattools.core.display.scene import Area, Cell, Group, Part, Path, Point, Shape, SizeHint, circle, moved, rectangle
from cattools.core.game import Preview
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, commas, integer, language, listed, many, text
from cattools.games.cattricola import components, position
from cattools.games.cattricola.components import Action, Catch, Lift, Put, Spot, Swap, box, disc_board, radar, seat_name
from cattools.games.cattricola.effects import apply_unchecked, status
from cattools.games.cattricola.position import JOIN, Cattricola, CattricolaView, Ranch

# --- layout ----------------------------------------------------------------------------------------------------

CELL, EDGE = 40.0, 3.0  # a tile in any part; the margin for marks around areas
RADAR, RADAR_PAD = 41.0, 8.0
SLOT, SLOTS = 50.0, 4
PILL, GAP = (96.0, 42.0), 10.0  # a button; the gap between the slots and the buttons
DISC = 42.0
RIM = 17.0  # the margin around a disc's cells
CORNER = 26.0  # a mark in the corner of the square around a disc
TEXT, NOTE = 15.5, 24.0  # the font size of text; the height of the note about reconstructed boards
BOARD = 88.0  # a whole board while boards are being joined


@cache
def spot_at(spot: Spot) -> Point:
    """Return the centre of a lattice cell."""
    return EDGE + (box().reach + spot[1] + 0.5) * CELL, EDGE + (box().reach + spot[0] + 0.5) * CELL


def radar_size() -> Point:
    """Return the width and height of the radar."""
    rows, columns = 1 + max(r for r, _ in radar().spots), 1 + max(c for _, c in radar().spots)
    return columns * RADAR + 2 * RADAR_PAD, rows * RADAR + 2 * RADAR_PAD


def radar_at(cell: int) -> Point:
    """Return the centre of a radar cell."""
    r, c = radar().spots[cell]
    return RADAR_PAD + (c + 0.5) * RADAR, RADAR_PAD + (r + 0.5) * RADAR


def hand_size() -> Point:
    """Return the width and height of the slots with the buttons below them."""
    return SLOTS * SLOT + 2 * EDGE, -(-box().most_waiting // SLOTS) * SLOT + GAP + PILL[1] + 2 * EDGE


def slot_at(slot: int) -> Point:
    """Return the centre of a waiting tile's slot, counted from 0."""
    return EDGE + (slot % SLOTS + 0.5) * SLOT, EDGE + (slot // SLOTS + 0.5) * SLOT


def pill_at(n: int) -> Point:
    """Return the centre of a button."""
    (wide, tall), half = hand_size(), PILL[0] / 2 + EDGE
    return half + n * (wide - 2 * half), tall - PILL[1] / 2 - EDGE


def disc_size(board: str) -> float:
    """Return the width of a disc's part.

    All printed boards get the width of the largest one; a custom board can be wider. `board` is empty before the deal.
    """
    known = components.disc_boards().values()
    return DISC * max(one.side for one in (*known, *([disc_board(board)] if board else []))) + 2 * RIM


def disc_at(board: str, cell: int) -> Point:
    """Return the centre of a disc cell."""
    return lattice_at(disc_board(board).spots[cell])


def lattice_at(spot: Spot) -> Point:
    """Return the centre of a cell of a disc's lattice."""
    return RIM + (spot[1] + 0.5) * DISC, RIM + (spot[0] + 0.5) * DISC


# --- joining boards ---------------------------------------------------------------------------------------------


def joining_side(players: int) -> float:
    """Return the side of the joining part: a row of all boards but one, and a spot at each end."""
    return (players + 1) * BOARD + 2 * EDGE


def joining_at(ranch: Ranch, players: int, spot: Spot) -> Point:
    """Return the centre of the spot for a board, given by a cell of that board; the ranch so far is centred."""
    board, middle = components.ranch_board(), joining_side(players) / 2
    columns, rows = ranch.columns // board.columns, ranch.rows // board.rows
    row, column = spot[0] // board.rows, spot[1] // board.columns
    return middle + (column - (columns - 1) / 2) * BOARD, middle + (row - (rows - 1) / 2) * BOARD


# --- shapes ----------------------------------------------------------------------------------------------------

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
BADGES = {components.MALE: "male", components.FEMALE: "female", components.YOUNG: "young"}
SIGNS = {
    "ufo": {"main": "ufo.main", "deep": "ufo.deep", "light": "ufo.light"},
    "paw": {"main": "go"},
    "yes": {"main": "ok", "light": "page"},
    "no": {"main": "refuse", "light": "page"},
}
DARK = ("cow", "horse", "wolf")  # tiles with a dark ground and a light letter


@cache
def tile(code: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of a tile, centred on the origin; a face-down tile or one of unknown sex shows its back."""
    kind, side = components.KINDS[components.kind_of(code) - 1], size * PART
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
    if code & components.DOWN or components.sex_of(code) == components.UNKNOWN:
        inner = side * 0.84
        stitch = rectangle(-inner / 2, -inner / 2, inner, inner, side * 0.14)
        back = dict.fromkeys(OUTLINES[kind], f"{colours}.back")
        shapes.append(Path(stitch, stroke=f"{colours}.back", width=1.4, dash=(3.6, 2.8), alpha=0.8))
        return (*shapes, *icon(kind, side * 0.62, **back), letter)
    small = components.kind_of(code) != components.WOLF and components.sex_of(code) == components.YOUNG
    roles = {role: f"{colours}.roles.{role}" for role in themes()["light"]["animals"][kind]["roles"]}
    shapes += icon(kind, side * (0.58 if small else 0.8), **roles)
    if components.kind_of(code) != components.WOLF:
        badge = icon(BADGES[components.sex_of(code)], side * 0.36, accent="page", ink="ink")
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
    # half of the words' width: in the text's font a wide letter, as in Japanese, is as wide as it is high
    half = sum(TEXT / 2 if east_asian_width(letter) in "WF" else 0.28 * TEXT for letter in words)
    return (*moved(question, (x - half - 12, y)), display.Label(words, (x, y), TEXT, "ink2"))


def seat_sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of a seat's mark in its colour."""
    return icon(f"seat-{seat + 1}", size, main=f"seats.{components.SEATS[seat]}.fill")


@cache
def ranch_ground(ranch: Ranch) -> tuple[Shape, ...]:
    """Return the shapes of the ranch boards with their cells, circles and coordinates."""
    shapes: list[Shape] = []
    board, size = components.ranch_board(), CELL
    for spot in ranch.origins:
        x, y = spot_at(spot)
        box = rectangle(x - size / 2, y - size / 2, board.columns * size, board.rows * size, size / 4)
        shapes.append(Path(box, "ground.cattricola.board", "ground.cattricola.line"))
    side = size * 0.94
    shapes.append(_cells(map(spot_at, ranch.spots), side, side * 0.16, "ground.cattricola.cell"))
    for places in ranch.circles:
        shapes += rings([spot_at(spot) for spot in ranch.spots_of(places)], size)
    on_ranch = set(ranch.spots)
    for spot in ranch.catching:  # cells outside the ranch that the middle marker can be laid over
        if spot not in on_ranch and not (spot[0] == -1 or spot[1] == -1):
            shapes.append(Path(circle(1.4), "line", at=spot_at(spot)))
    for row in range(ranch.rows):
        shapes.append(display.Label(Ranch.name((row, 0))[0], spot_at((row, -1)), TEXT, "ink2"))
    for column in range(ranch.columns):
        shapes.append(display.Label(str(column + 1), spot_at((-1, column)), TEXT, "ink2"))
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
    wide, tall = radar_size()
    middle = (wide / 2, tall / 2)
    panel = Path(rectangle(0.5, 0.5, wide - 1, tall - 1, 18), "animals.wolf.ground", "animals.wolf.rim")
    lines = [Path(circle(wide * part), stroke="animals.wolf.back", width=1.1, at=middle) for part in (0.2, 0.34, 0.46)]
    dots = [Path(circle(3.4), "ufo.main", at=radar_at(cell)) for cell in range(len(radar().spots))]
    return (panel, *lines, *dots)


@cache
def hand_ground() -> tuple[Shape, ...]:
    """Return the shapes of the slots for waiting tiles."""
    side = SLOT * PART
    slot = rectangle(-side / 2, -side / 2, side, side, side * 0.2)
    return tuple(Path(slot, stroke="line", width=1.4, dash=(4, 4), at=slot_at(n)) for n in range(box().most_waiting))


@cache
def pill(words: str, at: Point) -> tuple[Shape, ...]:
    """Return the shapes of a labelled button."""
    wide, tall = PILL
    return Path(rectangle(-wide / 2, -tall / 2, wide, tall, 12), "surface", "line", 1.4, at=at), display.Label(
        words, at, 16
    )


@lru_cache(maxsize=256)
def disc_ground(board: str, seat: int, number: float = 18) -> tuple[Shape, ...]:
    """Return the shapes of an empty, numbered disc, with its owner's mark and the star, if any, in its corners.

    `number` is the font size of the numbers.
    """
    size = disc_size(board)
    middle, corner = (size / 2, size / 2), CORNER
    shapes: list[Shape] = [
        Path(circle(size / 2 - 2), "line", at=(middle[0], middle[1] + 1.5)),
        Path(circle(size / 2 - 2), "sunken", "line", at=(middle[0], middle[1] - 1.5)),
        *moved(seat_sign(seat, corner), (corner / 2, corner / 2)),
    ]
    if not board:
        return tuple(shapes)
    side = DISC * 0.9
    spots = [disc_at(board, n) for n in range(disc_board(board).size)]
    shapes.append(_cells(spots, side, side * 0.2, "surface"))
    shapes += [display.Label(str(n), at, number, "ink2") for n, at in enumerate(spots, 1)]
    if disc_board(board).star:
        shapes += moved(icon("sign-yellow", corner, main="gold"), (corner / 2, size - corner / 2))
    return tuple(shapes)


def small_radar(markers: int, board: str) -> list[Shape]:
    """Return the shapes of a small copy of a seat's radar, for the corner of its disc board."""
    step, dots = CORNER / 4, ["", ""]
    columns = 1 + max(c for _, c in radar().spots)
    for cell, (r, c) in enumerate(radar().spots):
        on = markers >> cell & 1
        at = (disc_size(board) - (columns - c - 0.5) * step, (r + 0.5) * step)
        dots[on] += circle(3.0 if on else 1.3, at)
    return [Path(d, colour) for d, colour in zip(dots, ("ink2", "go"), strict=True) if d]


@cache
def joining_ground(ranch: Ranch, players: int) -> tuple[Shape, ...]:
    """Return the shapes of the boards joined so far and of the free spots for the next one."""
    board, size = components.ranch_board(), BOARD * 0.96
    step = size / max(board.rows, board.columns)
    box = rectangle(-size / 2, -size / 2, size, size, 8)
    cell = rectangle(-step * 0.46, -step * 0.46, step * 0.92, step * 0.92, 3)
    shapes: list[Shape] = []
    for slot in product(ranch.slot_rows, ranch.slot_columns):
        at = joining_at(ranch, players, slot)
        if slot in ranch.origins:
            shapes.append(Path(box, "ground.cattricola.board", "ground.cattricola.line", at=at))
        else:
            shapes.append(Path(box, stroke="line", width=1.4, dash=(4, 4), at=at))
    spots = dict[Spot, Point]()
    for r, c in ranch.spots:
        x, y = joining_at(ranch, players, (r, c))
        across, down = c % board.columns - (board.columns - 1) / 2, r % board.rows - (board.rows - 1) / 2
        spots[r, c] = (x + across * step, y + down * step)
    shapes += [Path(cell, "ground.cattricola.cell", at=at) for at in spots.values()]
    for places in ranch.circles:
        shapes += rings([spots[spot] for spot in ranch.spots_of(places)], step)
    return tuple(shapes)


# --- scene -----------------------------------------------------------------------------------------------------

RANCH_PART = "ranch"
RANCH = SizeHint(CELL, least=24, best=120, weight=12)  # more than the discs of four players
PLACES = SizeHint(BOARD, least=44, best=160, weight=8)
RADAR_ROOM = SizeHint(RADAR, least=27, best=70, weight=2, scrolls=display.Scrolls.LAST)
HAND = SizeHint(SLOT, least=34, best=80, weight=2)
# Where parts scroll, the player's own disc comes first: while tiles are placed, it must be in view.
OWN_DISC = SizeHint(DISC, least=24, best=60, weight=2.5, scrolls=display.Scrolls.LAST)
OTHER_DISC = SizeHint(DISC, least=14, best=60, scrolls=display.Scrolls.FIRST)
FIRST_DISC = replace(OWN_DISC, weight=12)


@cache
def _words(tile: int, _language: str) -> str:
    """Return a tile in words, as far as it is known."""
    words = str(components.animal(tile))
    return str(text(N_("{tile} face down"), tile=words)) if tile & components.DOWN else words


def held(tile: int) -> str:
    """Return the contents of a cell in words."""
    return _words(tile, language()) if tile else str(text(N_("empty")))


@cache
def _area(id_: str, what: str, at: Point, wide: float, tall: float, *, holds: bool, label: str = "") -> Area:
    return Area(id_, label or commas((id_, what)), at, display.corners(at, wide, tall), min(wide, tall), holds)


def _ranch_rows(state: Cattricola) -> tuple[tuple[Area, ...], ...]:
    ranch = state.ranch
    sky = str(text(N_("outside the ranch")))
    circles = {place: bool(circle & state.animals) for circle in ranch.circles for place in bits(circle)}
    rows: dict[int, list[Area]] = {}
    for spot in ranch.catching:
        name = Ranch.name(spot)
        tile, what = 0, sky
        if name in ranch.grid.index:
            tile = state.tiles[ranch.grid.index[name]]
            what = held(tile)
        if (hides := circles.get(ranch.place_of(spot))) is not None:
            circle = N_("{what}, on a mystery circle") if hides else N_("{what}, on a mystery circle that has appeared")
            what = str(text(circle, what=what))
        area = _area(name, what, spot_at(spot), CELL, CELL, holds=bool(tile))
        rows.setdefault(spot[0], []).append(area)
    return tuple(tuple(row) for row in rows.values())


def _ranch(state: Cattricola) -> Part:
    """Return the part with the ranch; tiles on circles have a rim, circles that have appeared have bright marks."""
    ranch, size = state.ranch, CELL
    pieces = [
        display.Piece(name, spot_at(spot), tile(code, size), size)
        for name, spot, code in zip(ranch.grid.names, ranch.spots, state.tiles, strict=True)
        if code
    ]
    above: list[Shape] = []
    for cells in ranch.circles:
        appeared = not cells & state.animals and not state.undealt
        mark = (bare_circle if appeared else hidden_circle)(size)
        for spot in ranch.spots_of(cells if appeared else cells & state.animals):
            above += moved(mark, spot_at(spot))
    group = Group(str(text(N_("Ranch"))), _ranch_rows(state))
    around = 2 * box().reach  # the strip of sky on both sides
    room = (ranch.columns + around) * CELL + 2 * EDGE, (ranch.rows + around) * CELL + 2 * EDGE
    return Part(RANCH_PART, room, RANCH, (group,), ranch_ground(ranch), tuple(pieces), tuple(above))


def _radar(state: Cattricola) -> Part:
    """Return the part with the radar of the seat to move.

    Markers are shapes, not pieces: they never move, and when they come off, the part shows another player's radar.
    """
    markers = state.radars[state.turn]
    middle = radar().middle(markers) if markers else None
    empty, marked, centre = N_("radar {at}"), N_("radar {at}, marker"), N_("radar {at}, the middle marker")
    rows, above = [], list[Shape]()
    for row in radar().grid.rows:
        areas = []
        for cell in row:
            name, at, on = radar().grid.names[cell], radar_at(cell), bool(markers >> cell & 1)
            label = text(empty if not on else centre if cell == middle else marked, at=name)
            areas.append(_area(f"+{name}", "", at, RADAR, RADAR, holds=on, label=str(label)))
            if on:
                above += moved(marker(RADAR * 0.9, middle=cell == middle), at)
        rows.append(tuple(areas))
    whose, ground = str(text(N_("Radar of {who}"), who=seat_name(state.turn))), radar_ground()
    group = Group(whose, tuple(rows))
    return Part("radar", radar_size(), RADAR_ROOM, (group,), ground, above=tuple(above), caption=whose)


def _hand(state: Cattricola, *, acts: bool) -> Part:
    """Return the part with the waiting tiles and, for the seat that `acts`, the two buttons."""
    areas, pieces, above = [], [], list[Shape]()
    for n in range(box().most_waiting):
        code = state.hand[n] if n < len(state.hand) else 0
        at, name = slot_at(n), f"@{n + 1}"
        label = text(N_("waiting tile {n}: {tile}"), n=n + 1, tile=held(code)) if code else text(N_("no waiting tile"))
        areas.append(_area(name, "", at, SLOT, SLOT, holds=bool(code), label=str(label)))
        if code:
            pieces.append(display.Piece(name, at, tile(code, CELL), CELL))
    for n, (name, words) in enumerate((("done", N_("Done")), ("pass", N_("Pass"))) if acts else ()):
        named = str(text(words))
        areas.append(_area(name, "", pill_at(n), *PILL, holds=True, label=named))
        above += pill(named, pill_at(n))
    group = Group(str(text(N_("Caught tiles and buttons") if acts else N_("Caught tiles"))), (tuple(areas),), "group")
    caption = str(text(N_("Caught")))
    return Part("hand", hand_size(), HAND, (group,), hand_ground(), tuple(pieces), tuple(above), caption)


def disc_part(state: Cattricola, seat: int, name: str, size_hint: SizeHint, number: float = 18) -> Part:
    """Return a seat's disc as a part called `name`; its caption names the owner and counts the filled cells."""
    letter, tiles = "", state.discs[seat]
    groups, pieces, caption = list[Group](), list[display.Piece](), seat_name(seat)
    if seat < len(state.letters):
        letter = state.letters[seat]
        groups.append(_disc_group(state, seat))
        caption = text(N_("{who} {n}/{all}"), who=caption, n=len(tiles) - tiles.count(0), all=len(tiles))
        pieces = [
            display.Piece(components.cell_name(seat, n), disc_at(letter, n), tile(code, CELL), CELL)
            for n, code in enumerate(tiles)
            if code
        ]
    size = (disc_size(letter), disc_size(letter))
    above = () if state.over else tuple(small_radar(state.radars[seat], letter))
    ground = disc_ground(letter, seat, number)
    return Part(name, size, size_hint, tuple(groups), ground, tuple(pieces), above, str(caption))


def _disc_group(state: Cattricola, seat: int) -> Group:
    letter, tiles = state.letters[seat], state.discs[seat]
    rows: dict[int, list[Area]] = {}
    for spot, n in sorted((spot, n) for n, spot in enumerate(state.board(seat).spots)):
        name, at = components.cell_name(seat, n), disc_at(letter, n)
        label = commas((components.cell_words(name), held(tiles[n])))
        rows.setdefault(spot[0], []).append(_area(name, "", at, DISC, DISC, holds=bool(tiles[n]), label=label))
    return Group(str(text(N_("Disc of {who}"), who=seat_name(seat))), tuple(tuple(row) for row in rows.values()))


def summary(state: Cattricola) -> Text:
    """Return a summary of the position."""
    discs = commas(
        str(text(N_("{who} {n} of {all}"), who=seat_name(seat), n=len(disc) - disc.count(0), all=len(disc)))
        for seat, disc in enumerate(state.discs)
        if disc
    )
    animals = state.animals.bit_count()
    return text(
        N_("{status} {animals}; tiles on discs: {discs}."),
        status=status(state),
        animals=many("{n} animal on the ranch", "{n} animals on the ranch", animals),
        discs=discs or str(text(N_("none"))),
    )


def scene(view: CattricolaView, look: display.Look) -> display.Scene:  # noqa: ARG001 - all games share this signature
    """Return the scene of a seat's view."""
    state = view.state
    if state.phase is JOIN:
        return noted(str(status(state)), (_places(state),), "ranch")
    own = state.turn if view.seat is None else view.seat
    others = [seat for seat in range(state.players) if seat != own]
    size_hint, rest = (FIRST_DISC, OWN_DISC) if state.over else (OWN_DISC, OTHER_DISC)
    # Other seats' discs are drawn smaller, so their numbers are relatively larger. For a spectator, all are alike.
    number, small = (18, 18) if state.over else (28, 28) if view.seat is None else (18, 31)
    discs = [
        disc_part(state, own, "disc", size_hint, number),
        *(disc_part(state, seat, f"disc{n}", rest, small) for n, seat in enumerate(others, 2)),
    ]
    if state.over:  # only the discs still matter
        return noted(str(summary(state)), discs, "disc")
    parts = (_ranch(state), _radar(state), _hand(state, acts=state.to_move == view.seat), *discs)
    return noted(str(summary(state)), parts, "ranch", "radar", "disc")


def noted(summary: str, parts: Sequence[Part], *boards: str) -> display.Scene:
    """Return a scene, with a note if any of these boards is reconstructed (`cattricola.boards`).

    The note is in the sky below the ranch or, if there is no ranch, below the first board.
    """
    if box().reconstructed.isdisjoint(boards):
        return display.Scene(summary, tuple(parts))
    full_summary = str(text(N_("{summary} The boards are reconstructed."), summary=summary))
    words, first = str(text(N_("reconstructed boards"))), parts[0]
    wide, tall = first.size
    at, more = (tall - CELL, 0.0) if first.name == RANCH_PART else (tall + NOTE / 2, NOTE)
    shown = replace(first, size=(wide, tall + more), ground=(*first.ground, *note((wide / 2, at), words)))
    return display.Scene(full_summary, (shown, *parts[1:]))


def _places(state: Cattricola) -> Part:
    """Return the part with the boards joined so far and the free spots around them."""
    rows = []
    free, taken = N_("place {n}, free"), N_("place {n}, a ranch board")
    ranch, players = state.ranch, state.players
    for row in ranch.slot_rows:
        areas = []
        for column in ranch.slot_columns:
            at, on = joining_at(ranch, players, (row, column)), (row, column) in ranch.origins
            words = str(text(taken if on else free, n=ranch.place_number(row, column)))
            areas.append(_area(f"={row},{column}", "", at, BOARD, BOARD, holds=on, label=words))
        rows.append(tuple(areas))
    group, ground = Group(str(text(N_("Places for ranch boards"))), tuple(rows)), joining_ground(ranch, players)
    return Part("places", (joining_side(players), joining_side(players)), PLACES, (group,), ground)


def panels(view: CattricolaView) -> tuple[display.Panel, ...]:
    """Return a panel for each player: disc, markers and unplaced tiles; after the game, points and checks."""
    state = view.state
    found = []
    for seat in range(state.players):
        lines = _counted(state, seat) if state.over else _progress(state, seat)
        markers = tuple(marker(18.0) for _ in bits(state.radars[seat]))
        rows = tuple(
            (str(words), markers if name == "marker" else (icon(name, 18, **SIGNS[name]),)) for words, name in lines
        )
        plain = () if state.over else rows
        found.append(
            display.Panel(seat, seat_sign(seat, 30), str(seat_name(seat)), rows, plain, cells=_table(state, seat))
        )
    return tuple(found)


def _table(state: Cattricola, seat: int) -> tuple[Cell, ...]:
    """Return what matters most in a player's panel, as the cells of a table."""
    if not state.over:
        disc = state.discs[seat]
        filled = f"{integer(len(disc) - disc.count(0))}/{integer(len(disc))}" if disc else "-"
        ufo, off = (icon(name, 18, **SIGNS[name]) for name in ("ufo", "no"))
        return (
            Cell(str(text(N_("disc filled"))), filled, sign=ufo),
            Cell(str(text(N_("on radar"))), integer(state.radars[seat].bit_count()), sign=marker(18.0)),
            Cell(str(text(N_("off disc"))), integer(len(state.unplaced[seat])), sign=off),
        )
    tally = position.tally_of(state, seat)
    if tally.lacking:
        result = text(N_("out: {kinds}"), kinds=position.missing_kinds(tally))
        return (Cell(str(text(N_("points"))), "-"), Cell(str(text(N_("result"))), str(result)))
    wins = str(text(N_("wins"))) if seat in position.winners(state) else ""
    return (
        Cell(str(text(N_("points"))), integer(position.points(state, seat))),
        Cell(str(text(N_("result"))), wins),
    )


def _progress(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return the lines of a player's panel during the game, each with its icon."""
    disc, markers, off = state.discs[seat], state.radars[seat].bit_count(), len(state.unplaced[seat])
    if not disc:
        return [(text(N_("no disc yet")), "ufo")]
    filled = text(N_("{n} of {all} cells filled"), n=len(disc) - disc.count(0), all=len(disc))
    found = [(filled, "ufo"), (many("{n} marker on the radar", "{n} markers on the radar", markers), "marker")]
    if off:
        found.append((many("{n} tile off the disc", "{n} tiles off the disc", off), "no"))
    return found


def _counted(state: Cattricola, seat: int) -> list[tuple[Text, str]]:
    """Return the lines of a player's panel after the game, each with its icon: points, victory, and the checks."""
    tally = position.tally_of(state, seat)
    if tally.lacking:
        return [(text(N_("out: {kinds}"), kinds=position.missing_kinds(tally)), "no")]
    found = [(many("{n} point", "{n} points", position.points(state, seat)), "paw")]
    if seat in position.winners(state):
        found.append((text(N_("wins")), "yes"))
    lines = [line for line in position.score(state).of(seat) if line.rule != "cattricola.score.knockout"]
    return found + [(line.text, "ufo" if line.points >= 0 else "no") for line in lines]


# --- presses ---------------------------------------------------------------------------------------------------


def action_from_presses(state: Cattricola, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that the pressed areas mean, legal or not, or None if more presses are needed."""
    last = pressed[-1]
    if not components.is_disc_cell(last):
        return components.ACTIONS.read(last, state)
    seat, cell = components.cell_of(last)
    if state.hand:
        if seat != state.turn or state.disc[cell]:
            return Lift(last)
        first, *others = (n for n, tile in enumerate(state.hand, 1) if tile)
        put = Put(first, components.read_target(last, state))
        return None if others and not put.at else put  # the cell is right, but several tiles could go there
    return Swap(pressed[-2], last) if len(pressed) > 1 and components.is_disc_cell(pressed[-2]) else None


def selection_marks(state: Cattricola, pressed: tuple[str, ...]) -> tuple[display.Mark, ...]:
    """Return the marks for the possible next presses, and one on the cell that the next waiting tile goes on."""
    marks = selection.selection_marks(state, pressed)
    if not state.hand or state.free is None:
        return marks
    return (*marks, display.Mark(display.MarkKind.SELECTED, components.cell_name(state.turn, state.free)))


# --- preview ---------------------------------------------------------------------------------------------------


def preview(view: CattricolaView, action: Action) -> Preview:
    """Return the cells that the range would cover, the animals caught, and how many of them would not fit."""
    if not isinstance(action, Catch):
        return Preview()
    state = view.state
    ranch, after = state.ranch, apply_unchecked(state, action)
    pattern = ranch.pattern(state.radars[state.turn]) << ranch.shift[action.at]
    got = pattern & state.animals
    caught = [state.tiles[ranch.cell_at[place]] for place in bits(got)]
    sentences = [
        many(
            "Catches {n} animal: {which}.",
            "Catches {n} animals: {which}.",
            len(caught),
            which=listed([components.animal(tile) for tile in caught]),
        )
    ]
    over = len(caught) - state.disc.count(0)
    if over > 0:
        sentences.append(many("{n} of them does not fit on the disc.", "{n} of them do not fit on the disc.", over))
    if after.lifts:
        one, more = NP_("Uncovers a circle: you may lift {n} tile.", "Uncovers a circle: you may lift up to {n} tiles.")
        sentences.append(many(one, more, after.lifts))
    marks = [
        display.Mark(display.MarkKind.SELECTED, ranch.name(spot))
        for spot in ranch.catching
        if pattern >> ranch.place_of(spot) & 1
    ]
    return Preview(
        (*marks, *(display.Mark(display.MarkKind.CHANGED, name) for name in ranch.names(got))), tuple(sentences)
    )
