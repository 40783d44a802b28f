"""The scene of a game: the viewer's quilt, hand and market, the cats, and the other quilts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cattools.core.display.icons import icon
from cattools.core.display.scene import (
    Area,
    Group,
    Label,
    Look,
    Panel,
    Part,
    Path,
    Piece,
    Point,
    Scene,
    Scrolls,
    Shape,
    SizeHint,
    corners,
    moved,
    rectangle,
)
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.calico.board import shapes
from cattools.games.calico.board.labels import cell_name, counted
from cattools.games.calico.board.quilt import PITCH, SIZE, cell_areas, goal_text, ground, letters, pieces
from cattools.games.calico.rules import labels, scoring
from cattools.games.calico.rules.components import CATS, COLOUR, GOALS, KINDS, Cat, boards, box, prefix
from cattools.games.calico.rules.events import status
from cattools.games.calico.rules.quilt import rainbow
from cattools.games.calico.rules.state import UNKNOWN, Calico
from cattools.games.calico.rules.view import CalicoView

# Width of a patch in hand or market, distance between the centres of two, and margin for a mark.
HELD, BESIDE, AROUND = 58.0, 64.0, 3.0
CARD = (143.0, 64.0)
CARDS = 3
TEXT = 15.0  # font size on a card
GOAL_TILES = 4  # offered to a player
QUILT = SizeHint(PITCH, least=40, best=160, weight=8)
OTHER_QUILT = SizeHint(PITCH, least=15, best=60, scrolls=Scrolls.FIRST)
ROW = SizeHint(HELD, least=40, best=110, weight=2, near="hand")
CARD_ROOM = SizeHint(TEXT, least=11, best=26)
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


# --- hand, market, cats ------------------------------------------------------------------------------------------


def _hex_area(id_: str, name: str, at: Point, size: float, *, holds: bool) -> Area:
    return Area(id_, name, at, tuple((at[0] + dx, at[1] + dy) for dx, dy in shapes.hexagon(size)), size, holds)


def _held_name(kind: int) -> str:
    if kind == UNKNOWN:
        return str(text(N_("a hidden patch")))
    return str(labels.patch(kind % KINDS))


def _place(n: int) -> Point:
    """Return the centre of the nth space in a row, counted from 0."""
    return (AROUND + HELD / 2 + n * BESIDE, AROUND + HELD / 3**0.5)


def _row(
    name: str,
    caption: Text,
    group: Text,
    count: int,
    areas: Iterable[Area],
    pieces_in_row: Iterable[Piece],
    above: Iterable[Shape],
) -> Part:
    """Return the part with a row of `count` spaces for patches or tiles."""
    size = (_place(count - 1)[0] + HELD / 2 + AROUND, 2 * _place(0)[1])
    groups = (Group(str(group), (tuple(areas),), "group"),)
    return Part(name, size, ROW, groups, (), tuple(pieces_in_row), tuple(above), str(caption))


def _patches(name: str, title: Text, who: str, kinds: Sequence[int], count: int) -> Part:
    """Return the hand or the market as a row of patches, with empty spaces outlined."""
    areas, held, above = list[Area](), list[Piece](), list[Shape]()
    for n in range(count):
        at, id_ = _place(n), f"{who}{name}{n + 1}"
        if n >= len(kinds):
            areas.append(_hex_area(id_, str(text(N_("an empty place"))), at, HELD, holds=False))
            above += moved(shapes.space(HELD), at)
            continue
        kind = kinds[n]
        areas.append(_hex_area(id_, _held_name(kind), at, HELD, holds=True))
        patch = shapes.patch(kind % KINDS, HELD) if kind != UNKNOWN else shapes.back(HELD)
        held.append(Piece(id_, at, patch, HELD))
    return _row(name, title, title, count, areas, held, above)


def _tiles(state: Calico, seat: int) -> Part:
    """Return the goal tiles to choose from (`calico.setup.goals`)."""
    who = prefix(state.options, seat)
    areas, held, above = list[Area](), list[Piece](), list[Shape]()
    for n, goal in enumerate(GOALS[tile] for tile in state.tiles[seat]):
        at, id_ = _place(n), f"{who}tile{n + 1}"
        name = text(N_("goal {goal}: {one} or {both} points"), goal=goal.name, one=goal.one, both=goal.both)
        areas.append(_hex_area(id_, str(name), at, HELD, holds=True))
        held.append(Piece(id_, at, shapes.goal(HELD), HELD))
        above += goal_text(goal, at)
    title, group = text(N_("Goals")), text(N_("Goal tiles to choose from"))
    return _row("tiles", title, group, GOAL_TILES, areas, held, above)


def _cat_name(cat: Cat, likes: list[int]) -> str:
    sentence = text(
        N_("{cat}: {requirement}, {points}"), cat=cat.title, requirement=labels.requirement(cat), points=_points(cat)
    )
    if not likes:
        return str(sentence)
    return str(text(N_("{cat}, likes {patterns}"), cat=sentence, patterns=listed([labels.pattern(p) for p in likes])))


def _points(cat: Cat) -> Text:
    if not cat.promo:
        return text(N_("{n} points"), n=cat.points)
    eleven, seven = box().promo
    return text(N_("{a} and {b} points"), a=eleven, b=seven)


def _cards(state: Calico) -> Part:
    """Return the three cat tiles as cards: name, requirement, two patterns, points."""
    areas, drawn = [], list[Shape]()
    wide, tall = CARD
    for n, number in enumerate(state.cats):
        cat, x = CATS[number], n * (wide + 8)
        likes = [p for p, c in enumerate(state.likes) if c is cat]
        middle = (x + wide / 2, tall / 2)
        areas.append(Area(f"cat{n + 1}", _cat_name(cat, likes), middle, corners(middle, wide, tall), wide, True))
        drawn.append(Path(rectangle(x + 0.5, 0.5, wide - 1, tall - 1, 10), "surface", "line", 1))
        drawn.append(Label(cat.title, (middle[0], 12), TEXT, "ink", 700))
        required = str(labels.requirement(cat))
        drawn.append(Label(required, (middle[0], 28), TEXT, "ink2"))
        for k, pattern in enumerate(likes):
            drawn += moved(shapes.tile(pattern, 24), (x + 24 + k * 28, 48.5))
        points = f"{box().promo[0]} · {box().promo[1]}" if cat.promo else str(cat.points)
        drawn.append(Label(points, (x + wide - (38 if cat.promo else 26), 48), 18, "ink", 700))
    group = Group(str(text(N_("Cats"))), (tuple(areas),), "group")
    return Part("cats", (CARDS * (wide + 8) - 8, tall), CARD_ROOM, (group,), above=tuple(drawn))


# --- the scene ---------------------------------------------------------------------------------------------------


def main_seat(view: CalicoView) -> int:
    """Return the seat with the large quilt: the viewer, or for a spectator the seat to move or the last to move."""
    if view.seat is not None:
        return view.seat
    return view.state.turn if view.state.mover is None else view.state.mover


def summary(state: Calico) -> Text:
    """Return a one-sentence summary of the position."""
    parts = [
        text(
            N_("{who} {points}"),
            who=labels.player(state.options, seat),
            points=many(N_("{n} point"), N_("{n} points"), scoring.points(state, seat)),
        )
        for seat in range(len(state.quilts))
    ]
    left = sum(quilt.free.bit_count() for quilt in state.quilts)
    spaces = many(N_("{n} space empty"), N_("{n} spaces empty"), left)
    return text(N_("{status} {points}; {left}."), status=status(state), points=listed([*parts]), left=spaces)


def scene(view: CalicoView, look: Look) -> Scene:
    """Return the scene that a seat sees."""
    state, seat = view.state, main_seat(view)
    others = [n for n in range(len(state.quilts)) if n != seat]
    small = [_quilt(view, other, look, f"quilt{n}", small=True) for n, other in enumerate(others, 2)]
    return Scene(str(summary(state)), (_quilt(view, seat, look, "quilt"), *_held(state, seat), _cards(state), *small))


def _quilt(view: CalicoView, seat: int, look: Look, name: str, *, small: bool = False) -> Part:
    state, quilt = view.state, view.state.quilts[seat]
    return Part(
        name,
        SIZE,
        OTHER_QUILT if small else QUILT,
        groups=(_quilt_group(view, seat, look),),
        ground=ground(boards(state.options)[seat].name, small=small),
        pieces=tuple(pieces(prefix(state.options, seat), quilt)),
        above=tuple(letters(quilt, counted=counted(state), small=small)),
        caption=str(labels.player(state.options, seat)) if small else "",
    )


def _quilt_group(view: CalicoView, seat: int, look: Look) -> Group:
    state = view.state
    who, quilt = prefix(state.options, seat), state.quilts[seat]
    name = N_("Your quilt") if state.alone else N_("Quilt: {who}")
    rows = cell_areas(who, quilt, lambda cell: cell_name(view, seat, cell, look))
    return Group(str(text(name, who=labels.player(state.options, seat))), rows)


def _held(state: Calico, seat: int) -> list[Part]:
    """Return the hand and the market or, while goals are chosen, the tiles of the choosing seat."""
    if not state.begun and state.choosing is not None:
        return [_tiles(state, state.choosing)]
    found = [_patches("hand", text(N_("Hand")), prefix(state.options, seat), state.hands[seat], box().hand)]
    if state.market or not state.begun:
        found.append(_patches("market", text(N_("Market")), "", state.market, box().market))
    return found


def panels(view: CalicoView) -> tuple[Panel, ...]:
    """Return a panel for each player: points so far, cats, buttons."""
    state = view.state
    return tuple(_panel(state, seat) for seat in range(len(state.quilts)))


def _panel(state: Calico, seat: int) -> Panel:
    quilt, total = state.quilts[seat], scoring.points(state, seat)
    token = (
        *moved((Path(shapes.HEX, f"calico.{boards(state.options)[seat].name}.fill"),), (0, 0), 0.44),
        *_sign(boards(state.options)[seat].name),
    )
    rows: list[tuple[str, tuple[tuple[Path, ...], ...]]] = [(str(many(N_("{n} point"), N_("{n} points"), total)), ())]
    cats = scoring.cat_tokens(state, seat)
    rows.append((str(many(N_("{n} cat"), N_("{n} cats"), cats)), (shapes.sleeper(20),) * cats))
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder == seat:
            rows.append((str(text(N_("including the promo cat's {points}"), points=points)), ()))
    kinds = [COLOUR[quilt.kind(c)] for c in bits(quilt.buttons)]
    shown = [shapes.button_token(n, 18) for n in sorted(kinds)] + [shapes.rainbow_button(18)] * rainbow(quilt)
    rows.append((str(many(N_("{n} button"), N_("{n} buttons"), len(shown))), tuple(shown)))
    rows += [(str(_task(*task)), ()) for task in scoring.progress(state)]
    return Panel(seat, token, str(labels.player(state.options, seat)), tuple(rows), tuple(rows[1:]))


def _task(name: str, have: int, wanted: int) -> Text:
    """Return the progress of a scenario task (`calico.variant.solo.scenario`)."""
    met = N_("Task met: {have} of {wanted} {what}") if have >= wanted else N_("Task: {have} of {wanted} {what}")
    return text(met, have=have, wanted=wanted, what=text(TASKS[name]))


def _sign(name: str) -> tuple[Path, ...]:
    return icon(f"sign-{name}", 22, main=f"calico.{name}.on")
