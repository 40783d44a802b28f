"""The picture of a table: the quilt of whoever looks, hand and market, the cats, and the other quilts, smaller."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cattools.core.art import icon
from cattools.core.game import Panel
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.scene import (
    Area,
    Group,
    Label,
    Look,
    Path,
    Piece,
    Point,
    Scene,
    Shape,
    moved,
    rectangle,
)
from cattools.games.calico.board import drawing
from cattools.games.calico.board.labels import cell_name, counted
from cattools.games.calico.board.quilt_picture import PITCH, Layout, cell_areas, goal_text, ground, letters, pieces
from cattools.games.calico.rules import scoring, words
from cattools.games.calico.rules.components import CATS, COLOUR, GOALS, KINDS, Cat, boards, box, prefix
from cattools.games.calico.rules.events import status
from cattools.games.calico.rules.quilt import rainbow
from cattools.games.calico.rules.state import UNKNOWN, Calico, Stage
from cattools.games.calico.rules.view import CalicoView

WIDE = 446.0
HELD = 58.0  # a patch in the hand or the market
CARD = 64.0
HEADING = 14.0
TASKS = {
    "met": N_("goals met"),
    "double": N_("goals met both ways"),
    "cats": N_("cats"),
    "each": N_("different cats"),
    "same": N_("of the same cat"),
    "buttons": N_("buttons of one colour"),
    "rainbow": N_("colours with a button for the rainbow"),
    "points": N_("points"),
}


MAIN = Layout(PITCH, 15.0, 1.0)  # row letters on its left
BELOW = MAIN.size[1] + 8


@cache
def small_layouts(count: int, top: float) -> tuple[Layout, ...]:
    """Return the places of the other quilts, side by side below a line."""
    pitch = {1: 26.0, 2: 26.0, 3: 17.4}.get(count, 17.4)
    wide = WIDE / max(count, 2)
    return tuple(Layout(pitch, n * wide + (wide - Layout(pitch, 0, 0).size[0]) / 2, top + 20) for n in range(count))


# --- hand, market, cats ------------------------------------------------------------------------------------------


def _hex_area(id_: str, name: str, at: Point, size: float, *, holds: bool) -> Area:
    return Area(id_, name, at, tuple((at[0] + dx, at[1] + dy) for dx, dy in drawing.hexagon(size)), size, holds)


def _held_name(kind: int) -> str:
    if kind == UNKNOWN:
        return str(text(N_("a hidden patch")))
    return str(words.patch(kind % KINDS))


def _slots(
    prefix_: str, kinds: Iterable[int], count: int, left: float, top: float
) -> tuple[tuple[Area, ...], list[Piece], list[Path]]:
    """Return areas, patches and empty outlines of a row of places for patches."""
    areas, found, blank = [], list[Piece](), list[Path]()
    held = [*kinds]
    for n in range(count):
        at, id_ = (left + HELD / 2 + n * (HELD + 6), top + HELD * 0.58), f"{prefix_}{n + 1}"
        if n >= len(held):
            areas.append(_hex_area(id_, str(text(N_("an empty place"))), at, HELD, holds=False))
            blank += moved(drawing.space(HELD), at)
            continue
        kind = held[n]
        areas.append(_hex_area(id_, _held_name(kind), at, HELD, holds=True))
        found.append(Piece(id_, at, drawing.patch(kind % KINDS, HELD) if kind != UNKNOWN else drawing.back(HELD), HELD))
    return tuple(areas), found, blank


def _cat_name(cat: Cat, likes: list[int]) -> str:
    told = text(
        N_("{cat}: {requirement}, {points}"), cat=cat.title, requirement=words.requirement(cat), points=_points(cat)
    )
    if not likes:
        return str(told)
    return str(text(N_("{cat}, likes {patterns}"), cat=told, patterns=listed([words.pattern(p) for p in likes])))


def _points(cat: Cat) -> Text:
    if not cat.promo:
        return text(N_("{n} points"), n=cat.points)
    eleven, seven = box().promo
    return text(N_("{a} and {b} points"), a=eleven, b=seven)


def _cards(state: Calico, top: float) -> tuple[tuple[Area, ...], list[Shape]]:
    """Return the three cat tiles as cards: name, requirement, the two patterns, points."""
    areas, shapes = [], list[Shape]()
    wide = (WIDE - 16) / 3
    for n, number in enumerate(state.cats):
        cat, x = CATS[number], n * (wide + 8)
        likes = [p for p, c in enumerate(state.likes) if c is cat]
        outline = ((x, top), (x + wide, top), (x + wide, top + CARD), (x, top + CARD))
        areas.append(Area(f"cat{n + 1}", _cat_name(cat, likes), (x + wide / 2, top + CARD / 2), outline, wide, True))
        shapes.append(Path(rectangle(x + 0.5, top + 0.5, wide - 1, CARD - 1, 10), "surface", "line", 1))
        shapes.append(Label(cat.title, (x + wide / 2, top + 12), 15, "ink", 700))
        required = str(words.requirement(cat))
        shapes.append(Label(required, (x + wide / 2, top + 28), 13.5 if len(required) < 18 else 12, "ink2"))
        for k, pattern in enumerate(likes):
            shapes += moved(drawing.tile(pattern, 24), (x + 24 + k * 28, top + 48.5))
        points = f"{box().promo[0]} · {box().promo[1]}" if cat.promo else str(cat.points)
        shapes.append(Label(points, (x + wide - (38 if cat.promo else 26), top + 48), 18, "ink", 700))
    return tuple(areas), shapes


# --- the whole ---------------------------------------------------------------------------------------------------


def main_seat(view: CalicoView) -> int:
    """Return whose quilt is the large one: the seat that looks; for a spectator the one to move, or the last."""
    if view.seat is not None:
        return view.seat
    return view.state.turn if view.state.mover is None else view.state.mover


def summary(state: Calico) -> Text:
    """Return the position in one sentence."""
    parts = [
        text(
            N_("{who} {points}"),
            who=words.player(state.options, seat),
            points=many(N_("{n} point"), N_("{n} points"), scoring.points(state, seat)),
        )
        for seat in range(len(state.quilts))
    ]
    left = sum(quilt.free.bit_count() for quilt in state.quilts)
    spaces = many(N_("{n} space empty"), N_("{n} spaces empty"), left)
    return text(N_("{status} {points}; {left}."), status=status(state), points=listed([*parts]), left=spaces)


def scene(view: CalicoView, look: Look) -> Scene:
    """Return the picture of what a seat sees."""
    state, seat = view.state, main_seat(view)
    seats = boards(state.options)
    who = prefix(state.options, seat)
    shown: list[Piece] = [*pieces(MAIN, who, state.quilts[seat])]
    below: list[Shape] = [*ground(MAIN, seats[seat].name, letters=True)]
    above: list[Shape] = [*letters(MAIN, state.quilts[seat], counted=counted(state))]
    groups = [_quilt_group(view, seat, MAIN, look)]
    top = BELOW
    row, found, blank = _held(state, seat, top)
    groups += row
    above += blank
    if view.seat is None:  # nobody looks on who could move them
        for piece in found:
            above += moved(piece.shapes, piece.at)
    else:
        shown += found
    top += HELD * 1.16 + 24
    if state.cats:
        cards, drawn = _cards(state, top)
        groups.append(Group(str(text(N_("Cats"))), (cards,), "group"))
        above += drawn
    top += CARD + 4
    others = [n for n in range(len(seats)) if n != seat]
    for other, layout in zip(others, small_layouts(len(others), top), strict=True):
        below += ground(layout, seats[other].name, letters=False)
        name = str(words.player(state.options, other))
        below.append(Label(name, (layout.x + layout.size[0] / 2, layout.y - 9), 15, "ink2"))
        shown += pieces(layout, prefix(state.options, other), state.quilts[other])
        above += letters(layout, state.quilts[other], counted=counted(state))
        groups.append(_quilt_group(view, other, layout, look))
    if others:
        top += 20 + small_layouts(len(others), top)[0].size[1] + 4
    return Scene((WIDE, top), str(summary(state)), tuple(groups), tuple(below), tuple(shown), tuple(above))


def _quilt_group(view: CalicoView, seat: int, layout: Layout, look: Look) -> Group:
    state = view.state
    who, quilt = prefix(state.options, seat), state.quilts[seat]
    name = N_("Your quilt") if state.alone else N_("Quilt: {who}")
    rows = cell_areas(layout, who, quilt, lambda cell: cell_name(view, seat, cell, look))
    return Group(str(text(name, who=words.player(state.options, seat))), rows)


_Drawn = tuple[list[Group], list[Piece], list[Shape]]  # groups, pieces, and what is empty with the headings


def _held(state: Calico, seat: int, top: float) -> _Drawn:
    """Return hand and market, or the goal tiles to choose from."""
    if state.stage is Stage.CHOOSE_GOALS and state.tiles[seat]:
        return _tiles(state, seat, top)
    groups, shown, blank = list[Group](), list[Piece](), list[Shape]()
    rows = [(N_("Hand"), f"{prefix(state.options, seat)}hand", state.hands[seat], box().hand, 3.0, 18)]
    if state.market or not state.begun:
        right = WIDE - 3.0 - box().market * (HELD + 6) + 6
        rows.append((N_("Market"), "market", state.market, box().market, right, 24))
    for title, name, kinds, count, left, middle in rows:
        found, patches, empty = _slots(name, kinds, count, left, top + HEADING)
        groups.append(Group(str(text(title)), (found,), "group"))
        shown += patches
        blank += [*empty, Label(str(text(title)), (left + middle, top + 6), 15, "ink2")]
    return groups, shown, blank


def _tiles(state: Calico, seat: int, top: float) -> _Drawn:
    """Return the goal tiles to choose from (`calico.setup.goals`)."""
    who, left = prefix(state.options, seat), 3.0
    found, shown, blank = list[Area](), list[Piece](), list[Shape]()
    for n, goal in enumerate(GOALS[tile] for tile in state.tiles[seat]):
        at, id_ = (left + HELD / 2 + n * (HELD + 6), top + HEADING + HELD * 0.58), f"{who}tile{n + 1}"
        name = text(N_("goal {goal}: {one} or {both} points"), goal=goal.name, one=goal.one, both=goal.both)
        found.append(_hex_area(id_, str(name), at, HELD, holds=True))
        shown.append(Piece(id_, at, drawing.goal(HELD), HELD))
        blank += goal_text(goal, at)
    blank.append(Label(str(text(N_("Goals"))), (left + 20, top + 6), 15, "ink2"))
    return [Group(str(text(N_("Goal tiles to choose from"))), (tuple(found),), "group")], shown, blank


def panels(view: CalicoView) -> tuple[Panel, ...]:
    """Return what lies before each player: points so far, cats, buttons."""
    state = view.state
    return tuple(_panel(state, seat) for seat in range(len(state.quilts)))


def _panel(state: Calico, seat: int) -> Panel:
    quilt, total = state.quilts[seat], scoring.points(state, seat)
    token = (
        *moved((Path(drawing.HEX, f"calico.{boards(state.options)[seat].name}.fill"),), (0, 0), 0.44),
        *_sign(boards(state.options)[seat].name),
    )
    rows: list[tuple[str, tuple[tuple[Path, ...], ...]]] = [(str(many(N_("{n} point"), N_("{n} points"), total)), ())]
    cats = scoring.cat_tokens(state, seat)
    rows.append((str(many(N_("{n} cat"), N_("{n} cats"), cats)), (drawing.sleeper(20),) * cats))
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder == seat:
            rows.append((str(text(N_("among them the {points} of the promo cat"), points=points)), ()))
    kinds = [COLOUR[quilt.kind(c)] for c in bits(quilt.buttons)]
    shown = [drawing.button_token(n, 18) for n in sorted(kinds)] + [drawing.rainbow_button(18)] * rainbow(quilt)
    rows.append((str(many(N_("{n} button"), N_("{n} buttons"), len(shown))), tuple(shown)))
    rows += [(str(_task(*task)), ()) for task in scoring.progress(state)]
    return Panel(seat, token, str(words.player(state.options, seat)), tuple(rows))


def _task(name: str, have: int, wanted: int) -> Text:
    """Return how far a task of the scenario is met (`calico.variant.solo.scenario`)."""
    met = N_("Task met: {have} of {wanted} {what}") if have >= wanted else N_("Task: {have} of {wanted} {what}")
    return text(met, have=have, wanted=wanted, what=text(TASKS[name]))


def _sign(name: str) -> tuple[Path, ...]:
    return icon(f"sign-{name}", 22, main=f"calico.{name}.on")
