"""The picture of the sheet: every patch, goal and token there is, to be chosen from, and one player's quilt below."""

from __future__ import annotations

from cattools.core.messages import N_, Text, text
from cattools.core.scene import Area, Group, Look, Path, Piece, Point, Scene, Shape, moved
from cattools.games.calico import drawing, scoring, words
from cattools.games.calico.box import COLOURS, GOALS, GRID, KINDS, PATCHES, PATTERNS
from cattools.games.calico.described import cell_name
from cattools.games.calico.patchwork import PITCH, Place, goal_text, ground, letters, outline, pieces
from cattools.games.calico.state import Calico
from cattools.games.calico.table import boards, prefix
from cattools.games.calico.view import CalicoView

CAT_ITEM, BUTTON_ITEM = "cat", "button"
PALETTE = (*PATCHES, *(goal.letters for goal in GOALS), CAT_ITEM, BUTTON_ITEM)
WIDE, STEP, HIGH, PATCH, TILE = 446.0, 48.0, 46.0, 43.0, 62.0
TOP = len(COLOURS) * HIGH + 8
QUILT = Place(PITCH, 15.0, TOP)


def _hexagon(id_: str, name: Text, at: Point, size: float) -> Area:
    corners = tuple((at[0] + x, at[1] + y) for x, y in drawing.hexagon(size))
    return Area(id_, str(text(N_("{id}, {name}"), id=id_, name=name)), at, corners, size, True)


def _spot(n: int) -> Point:
    """Return the place of the nth goal or token: two columns on the right."""
    left = WIDE - 2 * TILE - 2
    return left + (n % 2 + 0.5) * TILE, 35 + n // 2 * (TILE + 4)


def _patches() -> tuple[tuple[Area, ...], ...]:
    rows = []
    for row in range(len(COLOURS)):
        cells = []
        for column in range(len(PATTERNS)):
            kind = row * len(PATTERNS) + column
            at = ((column + 0.5) * STEP, (row + 0.5) * HIGH + 2)
            cells.append(_hexagon(PATCHES[kind], words.patch(kind), at, PATCH))
        rows.append(tuple(cells))
    return tuple(rows)


def _others() -> tuple[Area, ...]:
    found = []
    for n, goal in enumerate(GOALS):
        name = text(N_("goal {goal}: {one} or {both} points"), goal=goal.name, one=goal.one, both=goal.both)
        found.append(_hexagon(goal.letters, name, _spot(n), TILE - 4))
    last = len(GOALS)
    found.append(_hexagon(CAT_ITEM, text(N_("a cat token")), _spot(last), TILE - 4))
    found.append(_hexagon(BUTTON_ITEM, text(N_("a button")), _spot(last + 1), TILE - 4))
    return tuple(found)


def _drawn() -> list[Shape]:
    """Return everything one can choose, where it lies."""
    shapes: list[Shape] = []
    for area, kind in zip((a for row in _patches() for a in row), range(KINDS), strict=True):
        shapes += moved(drawing.patch(kind, PATCH), area.at)
    for n, goal in enumerate(GOALS):
        shapes += moved(drawing.goal(TILE - 4), _spot(n))
        shapes += goal_text(goal, _spot(n))
    blank: tuple[Path, ...] = drawing.space(TILE - 4)
    for n, token in enumerate((drawing.sleeper(38), drawing.button_token(0, 36)), len(GOALS)):
        shapes += [*moved(blank, _spot(n)), *moved(token, _spot(n))]
    return shapes


def scene(state: Calico, seat: int) -> Scene:
    """Return the picture of one player's quilt below everything that can lie on it."""
    who = prefix(state.options, seat)
    q, view = state.quilts[seat], CalicoView(state, seat)
    groups = [
        Group(str(text(N_("Patches"))), _patches()),
        Group(str(text(N_("Goals and tokens"))), (_others(),), "group"),
        Group(
            str(text(N_("Quilt: {who}"), who=words.player(state.options, seat))),
            tuple(
                tuple(
                    Area(
                        who + GRID.names[c],
                        cell_name(view, seat, c, Look()),
                        QUILT.centre(c),
                        outline(QUILT, c),
                        QUILT.pitch,
                        not q.free >> c & 1,
                    )
                    for c in row
                )
                for row in GRID.rows
            ),
        ),
    ]
    summary = text(
        N_("{who}: {n} points, {left} spaces empty."),
        who=words.player(state.options, seat),
        n=scoring.points(state, seat),
        left=q.free.bit_count(),
    )
    shown: list[Piece] = [*pieces(QUILT, who, q)]
    below = (*_drawn(), *ground(QUILT, boards(state.options)[seat].name, letters=True))
    size = (WIDE, TOP + QUILT.size[1] + 2)
    return Scene(size, str(summary), tuple(groups), below, tuple(shown), tuple(letters(QUILT, q)))
