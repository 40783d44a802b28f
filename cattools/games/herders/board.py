"""The board of Cat Herders: wall and park, herders on their tokens, cats; and what presses on it mean."""

from __future__ import annotations

from functools import cache

from cattools.core import selection
from cattools.core.display import scene as display
from cattools.core.display.icons import cat, icon
from cattools.core.display.scene import Area, Cell, Mark, MarkKind, Panel, Path, Piece, Point, Scene, Shape, number
from cattools.core.game import OpenView
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, integer, language, many, text
from cattools.games.herders.components import Action, Deal, Give, Herd, Move, Park, Place, box, park, seat_name
from cattools.games.herders.position import Herders

PITCH = 48.0
MARGIN = 15.0
CELL = 0.955  # size of a drawn cell; the rest is the gap between cells
CAT = 0.64
ROOM = display.SizeHint(PITCH, least=29, best=110, weight=8)


@cache
def layout(name: str) -> tuple[tuple[float, float], tuple[Point, ...]]:
    """Return the size of a board's part and the centre of every cell."""
    grid = park(name).grid
    tall = PITCH / 3**0.5 if grid.kind == "hex" else PITCH / 2
    left, top = min(x for x, _ in grid.centre), min(y for _, y in grid.centre)
    spots = tuple(((x - left) * PITCH + PITCH / 2 + MARGIN, (y - top) * PITCH + tall + 2) for x, y in grid.centre)
    return (max(x for x, _ in spots) + PITCH / 2 + MARGIN, max(y for _, y in spots) + tall + 2), spots


@cache
def outlines(name: str) -> tuple[tuple[Point, ...], ...]:
    """Return every cell's corners; together the cells fill the board without gaps."""
    grid, spots = park(name).grid, layout(name)[1]
    return tuple(
        tuple(
            (spots[c][0] + (x - grid.centre[c][0]) * PITCH, spots[c][1] + (y - grid.centre[c][1]) * PITCH)
            for x, y in grid.outline(c)
        )
        for c in range(grid.size)
    )


@cache
def ground(name: str) -> tuple[Shape, ...]:
    """Return the drawing of the empty board: cells, bricks on the wall, scattered tufts of grass and row letters."""
    board, spots = park(name), layout(name)[1]
    grid, size = board.grid, PITCH * CELL
    corners = tuple(
        (x * PITCH - grid.centre[0][0] * PITCH, y * PITCH - grid.centre[0][1] * PITCH) for x, y in grid.outline(0, CELL)
    )
    cell = display.rounded(corners, size * 0.14)
    w, h = size * 0.29, size * 0.115
    bricks = "".join(
        f"M{number(a)} {number(b)}{way}{number(c)}"
        for a, b, way, c in (
            (-w, -h, "H", w),
            (-w, h, "H", w),
            (-w * 0.2, -h, "V", h),
            (w * 0.4, -3 * h, "V", -h),
        )
    )
    shapes: list[Shape] = []
    for c, at in enumerate(spots):
        wall = board.wall >> c & 1
        shapes.append(Path(cell, f"ground.herders.{'wall' if wall else 'cell'}", at=at))
        if wall:
            shapes.append(Path(bricks, stroke="ground.herders.wallLine", width=1.6, at=at))
        elif (c * 7 + c // 5) % 9 == 5:
            shapes.append(
                Path(
                    "M-4 3Q-3 -1-5 -4M0 3V-5M4 3Q3 -1 5 -4",
                    stroke="ground.herders.line",
                    width=1.8,
                    at=at,
                    scale=1.14,
                )
            )
    for row in grid.rows:
        x, y = spots[row[0]]
        shapes.append(display.Label(grid.names[row[0]][0], (x - PITCH / 2 - 6, y), 15, "ink2"))
    return tuple(shapes)


@cache
def herder(seat: str) -> tuple[Path, ...]:
    """Return the drawing of a herder: red on a round token, blue on a square one, with a darker lower edge."""
    r, lip = 0.36 * PITCH, 0.058 * PITCH
    token = display.circle(r) if seat == "red" else display.rectangle(-0.92 * r, -0.92 * r, 1.84 * r, 1.84 * r, r * 0.4)
    palette = f"herders.{seat}"
    return (
        Path(token, f"{palette}.deep", at=(0, lip)),
        Path(token, f"{palette}.fill", f"{palette}.rim", 1.3),
        *icon("herder", 1.4 * r, main="cat.main", deep="cat.main", light=f"{palette}.fill"),
    )


@cache
def _piece(name: str, cell: int, kind: str) -> Piece:
    at = layout(name)[1][cell]
    shapes = cat("cat", CAT * PITCH) if kind == "cat" else herder(kind)
    return Piece(park(name).grid.names[cell], at, shapes, PITCH)


@cache
def _area(name: str, cell: int, kind: str, _language: str) -> Area:
    """Return a cell's area with its name for the reader; `kind` is the piece on it, or empty."""
    board: Park = park(name)
    held = {
        "red": N_("{cell}, red herder"),
        "blue": N_("{cell}, blue herder"),
        "cat": N_("{cell}, cat"),
        "wall": N_("{cell}, empty wall"),
        "park": N_("{cell}, empty park"),
    }
    ground_kind = "wall" if board.wall >> cell & 1 else "park"
    words = str(text(held[kind or ground_kind], cell=board.grid.names[cell]))
    return Area(board.grid.names[cell], words, layout(name)[1][cell], outlines(name)[cell], PITCH, bool(kind))


def summary(state: Herders) -> Text:
    """Return the position in one sentence."""
    herders = [own.bit_count() for own in state.herders]
    return text(
        N_("{status} {cats}; {red} and {blue} on the board; in hand: {r} red, {b} blue; taken: red {tr}, blue {tb}."),
        status=state.status(),
        cats=many("{n} cat in the park", "{n} cats in the park", state.cats.bit_count()),
        red=many("{n} red herder", "{n} red herders", herders[0]),
        blue=many("{n} blue herder", "{n} blue herders", herders[1]),
        r=state.hands[0],
        b=state.hands[1],
        tr=state.taken[0],
        tb=state.taken[1],
    )


def scene(view: OpenView[Herders, Action], look: display.Look) -> Scene:  # noqa: ARG001 - all games share this signature
    """Return the scene; Cat Herders has no hidden information."""
    state = view.state
    name = str(state.options["board"])
    board = park(name)
    kinds = [""] * board.grid.size
    for kind, cells in zip(("red", "blue", "cat"), (*state.herders, state.cats), strict=True):
        for c in bits(cells):
            kinds[c] = kind
    rows = tuple(tuple(_area(name, c, kinds[c], language()) for c in row) for row in board.grid.rows)
    pieces = tuple(_piece(name, c, kind) for c, kind in enumerate(kinds) if kind)
    group = display.Group(str(text(N_("Board"))), rows)
    return Scene(str(summary(state)), (display.Part("board", layout(name)[0], ROOM, (group,), ground(name), pieces),))


def panels(view: OpenView[Herders, Action]) -> tuple[Panel, ...]:
    """Return a panel for each player: herders in hand and cats taken."""
    state = view.state
    found = []
    for seat, name in enumerate(("red", "blue")):
        hand, taken = state.hands[seat], state.taken[seat]
        empty = tuple(
            (Path(display.circle(6.4), stroke="line", width=1.6, dash=(3, 3)),) for _ in range(box().win - taken)
        )
        cats = tuple(cat("cat-asleep", 20) for _ in range(taken))
        found.append(
            Panel(
                seat,
                herder(name),
                str(seat_name(seat)),
                (
                    (
                        str(many("{n} herder in hand", "{n} herders in hand", hand)),
                        (icon("crook", 18, main="ink2"),),
                    ),
                    (str(many("{n} cat taken", "{n} cats taken", taken)), (*cats, *empty)),
                ),
                cells=(
                    Cell(str(text(N_("in hand"))), integer(hand)),
                    Cell(str(text(N_("cats taken"))), pictures=(*cats, *empty)),
                ),
            )
        )
    return tuple(found)


# --- presses -----------------------------------------------------------------------------------------------------


def action_from_presses(state: Herders, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that the pressed areas mean, legal or not, or None if more presses are needed."""
    grid = state.board.grid
    first = grid.index[pressed[0]]
    cat = bool(state.cats >> first & 1)
    if len(pressed) == 1:
        if state.undealt:
            return Deal(pressed[0])
        if state.paying:
            return Give(pressed[0])
        if cat or (state.herders[0] | state.herders[1]) >> first & 1:
            return None
        return Place(pressed[0])
    return Herd(pressed[0], pressed[1]) if cat else Move(pressed[0], pressed[1])


def selection_marks(state: Herders, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks for the possible next presses; each cell a cat can run to shows a preview of the cat."""
    if not state.pending or state.paying:
        return selection.selection_marks(state, pressed)
    steps = [a for a in selection.following(state, pressed) if isinstance(a, Herd)]
    cats = dict.fromkeys(a.source for a in steps)
    return (
        *(Mark(MarkKind.SELECTED if cat in pressed else MarkKind.LEGAL, cat) for cat in cats),
        *(Mark(MarkKind.PREVIEW, a.source, a.target, "cat") for a in steps),
    )
