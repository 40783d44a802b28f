"""The board of Calico: its scene, and what presses on it mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import permutations

from cattools.core import selection
from cattools.core.display import scene as display
from cattools.core.display.icons import icon
from cattools.core.display.scene import Area, Label, Look, Part, Path, Piece, Point, Shape, SizeHint, circle, moved
from cattools.core.display.tray import Tray
from cattools.core.events import EventKind
from cattools.core.game import Preview
from cattools.core.grid import bits
from cattools.core.loading.data_files import load
from cattools.core.messages import N_, NP_, Text, integer, listed, many, sentences, text
from cattools.games.calico import components, position
from cattools.games.calico.components import COLOUR, GOAL_CELLS, GOALS, GRID, KINDS, Action, Cat, Goal, Place, Take, box
from cattools.games.calico.effects import apply_unchecked, events, gains, status
from cattools.games.calico.legality import placings
from cattools.games.calico.position import (
    PLACE,
    UNKNOWN,
    Calico,
    CalicoView,
    Quilt,
    area,
    around,
    empty_around,
    frequencies,
    goal_points,
    possible,
    promo_cells,
    rainbow,
)

# --- shapes ----------------------------------------------------------------------------------------------------

ART = "games/calico/data/art.json"
UNIT = 100.0  # width of the hexagon in which the motifs are drawn
FILL = 0.955  # share of the width that a hexagon fills; the rest is the gap to the next one
SIGN_AT, SIGN_SIZE = 41.0, 19.0
LIFTED, BELOW, TOKEN = (0.0, -15.0), 23.0, 39.0  # offset of a motif above tokens; position and width of the tokens


def hexagon(size: float) -> tuple[Point, ...]:
    """Return the corners of a pointy-top hexagon of width `size`, centred on the origin."""
    return GRID.outline(0, size)


HEX = display.rounded(hexagon(UNIT * FILL), UNIT * 0.14 * 0.55)
INNER = display.rounded(hexagon(UNIT * 0.8), 6.0)


@cache
def _motif(pattern: str, line: str, base: str) -> tuple[Path, ...]:
    motifs = load(ART)["motifs"]
    shapes = []
    for part in motifs["paths"][pattern]:
        role = part["role"]
        if role == "line":
            shapes.append(Path(part["d"], stroke=line, width=motifs["lineWidth"]))
        else:
            shapes.append(Path(part["d"], line if role == "fill" else base))
    return tuple(shapes)


@cache
def patch(kind: int, size: float) -> tuple[Path, ...]:
    """Return the drawing of a patch of width `size`: background, motif, and the mark of its colour below."""
    palette = f"calico.{components.COLOURS[COLOUR[kind]]}"
    shapes = (
        Path(HEX, f"{palette}.fill"),
        *_motif(components.PATTERNS[components.PATTERN[kind]], f"{palette}.motif", f"{palette}.fill"),
        *moved(icon(f"sign-{components.COLOURS[COLOUR[kind]]}", SIGN_SIZE, main=f"{palette}.motif"), (0, SIGN_AT)),
    )
    return moved(shapes, (0, 0), size / UNIT)


@cache
def sewn(kind: int, size: float, *, cat: bool, button: bool) -> tuple[Path, ...]:
    """Return the drawing of a patch with tokens below its motif, so that motif and colour stay visible."""
    if not (cat or button):
        return patch(kind, size)
    colour, side = components.COLOURS[COLOUR[kind]], 19.0 if cat else 0.0
    main = f"calico.{colour}.motif"
    motif = _motif(components.PATTERNS[components.PATTERN[kind]], main, f"calico.{colour}.fill")
    shapes = (Path(HEX, f"calico.{colour}.fill"), *moved(motif, LIFTED, 0.74))
    if cat:
        shapes = (*shapes, *moved(sleeper(TOKEN), (-side, BELOW)))
    if button:
        shapes = (*shapes, *moved(button_token(COLOUR[kind], TOKEN - 2), (side, BELOW + 1)))
    else:
        shapes = (*shapes, *moved(icon(f"sign-{colour}", 24, main=main), (side, BELOW + 3)))
    return moved(shapes, (0, 0), size / UNIT)


@cache
def tile(pattern: int, size: float) -> tuple[Path, ...]:
    """Return the drawing of a black-and-white pattern tile of width `size`."""
    shapes = (Path(HEX, "ground.calico.cell"), *_motif(components.PATTERNS[pattern], "ink", "ground.calico.cell"))
    return moved(shapes, (0, 0), size / UNIT)


@cache
def space(size: float) -> tuple[Path, ...]:
    """Return the drawing of an empty space of width `size` for a patch."""
    dashed = Path(INNER, stroke="ground.calico.line", width=1.6 * UNIT / 55, dash=(7.0, 7.0))
    return moved((Path(HEX, "ground.calico.cell"), dashed), (0, 0), size / UNIT)


@cache
def goal(size: float, *, face_down: bool = False) -> tuple[Path, ...]:
    """Return the drawing of a goal tile of width `size` without its letters; face down, it shows a paw."""
    ground = Path(HEX, "sunken" if face_down else "surface", "ground.calico.mark", 2.5)
    shapes = (ground, *moved(icon("paw", 40, main="ground.calico.line"), (0, 0))) if face_down else (ground,)
    return moved(shapes, (0, 0), size / UNIT)


@cache
def different(size: float) -> tuple[Path, ...]:
    """Return the mark, drawn above its numbers, of the goal that requires six different colours or patterns."""
    return moved((Path("M-19 -21H19M-19 -5H19M11 -37L-11 11", stroke="ink", width=6.5),), (0, 0), size / UNIT)


@cache
def goal_dots(counts: tuple[int, ...], size: float) -> tuple[Path, ...]:
    """Return a row of dots for each letter of a goal, one dot per occurrence; for tiles too small for text."""
    places = (
        (column - (n - 1) / 2, row - (len(counts) - 1) / 2) for row, n in enumerate(counts) for column in range(n)
    )
    dots = [Path(circle(6.5), "ink", at=(17.0 * x, 19.0 * y)) for x, y in places]
    return moved(dots, (0, 0), size / UNIT)


@cache
def back(size: float) -> tuple[Path, ...]:
    """Return the drawing of the back of a patch, with waves."""
    waves = "".join(f"M-34 {y}q8.5 -9 17 0t17 0t17 0t17 0" for y in (-22, 0, 22))
    return moved((Path(HEX, "ink2"), Path(waves, stroke="surface", width=5)), (0, 0), size / UNIT)


@cache
def sleeper(size: float) -> tuple[Path, ...]:
    """Return the drawing of a cat token."""
    return (
        Path(circle(size / 2), "wood.deep", at=(0, size * 0.07)),
        Path(circle(size / 2), "cat.main", "wood.deep", 1.2),
        *icon("cat-loaf", size * 0.74, main="wood.main", ink="wood.ink"),
    )


@cache
def button_token(colour: int, size: float) -> tuple[Path, ...]:
    """Return the drawing of a button with the mark of its colour, inside a light rim."""
    palette = f"calico.{components.COLOURS[colour]}"
    return (
        Path(circle(size * 0.52), "halo"),
        *icon("button", size, main=f"{palette}.fill", deep=f"{palette}.deep"),
        *icon(f"sign-{components.COLOURS[colour]}", size * 0.42, main=f"{palette}.on"),
    )


@cache
def rainbow_button(size: float) -> tuple[Path, ...]:
    """Return the drawing of the rainbow button."""
    return (*icon("button", size, main="gold", deep="goldDeep"), *icon("sign-rainbow", size * 0.5, main="goldDeep"))


# --- quilt -----------------------------------------------------------------------------------------------------

PITCH, FRAME = 55.0, 8.0  # width of a cell, width of the frame
LETTERS = 15.0  # space for the row letters on the left
BOARD = (7.5 * PITCH + 2 * FRAME, (6 * 3**0.5 / 2 + 2 / 3**0.5) * PITCH + 2 * FRAME)
SIZE = (LETTERS + BOARD[0] + 1, BOARD[1] + 2)
GOAL_TEXT = 12.8  # font size for long lines on a tile
DIFFERENT = components.GOAL["ABCDEF"]  # the tile with a drawn mark instead of letters


@cache
def centre(cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = GRID.centre[cell]
    return (LETTERS + FRAME + (x + 0.5) * PITCH, 1 + FRAME + (y + 1 / 3**0.5) * PITCH)


@cache
def outline(cell: int) -> tuple[Point, ...]:
    """Return the corners of a cell; the cells cover the board without gaps."""
    x, y = centre(cell)
    return tuple((x + dx, y + dy) for dx, dy in hexagon(PITCH))


@cache
def ground(name: str, *, small: bool = False) -> tuple[Shape, ...]:
    """Return the drawing of an empty quilt board: a frame with a seam in its colour, ring, spaces, row letters.

    A `small` board has no letters, because they would be illegible.
    """
    board, (wide, tall) = next(b for b in components.BOARDS if b.name == name), BOARD
    drawn: list[Shape] = [
        Path(display.rectangle(LETTERS, 1, wide, tall, 18), "ground.calico.board", "ground.calico.line", 1.4),
        Path(
            display.rectangle(LETTERS + 3, 4, wide - 6, tall - 6, 16),
            stroke=f"calico.{name}.fill",
            width=2.4,
            dash=(6, 4),
        ),
    ]
    for cell in range(GRID.size):
        if cell in board.printed:
            found = patch(board.printed[cell], PITCH)
        else:
            found = goal(PITCH, face_down=True) if cell in GOAL_CELLS else space(PITCH)
        drawn += moved(found, centre(cell))
    for row in () if small else GRID.rows:
        drawn.append(Label(GRID.names[row[0]][0], (LETTERS - 8, centre(row[0])[1]), 15, "ink2"))
    return tuple(drawn)


def cell_areas(who: str, quilt: Quilt, named: Callable[[int], str]) -> tuple[tuple[Area, ...], ...]:
    """Return a quilt's cells as areas, row by row; `named(cell)` is the name of a cell as shown to the reader."""
    return tuple(
        tuple(
            Area(who + GRID.names[cell], named(cell), centre(cell), outline(cell), PITCH, not quilt.free >> cell & 1)
            for cell in row
        )
        for row in GRID.rows
    )


def pieces(who: str, quilt: Quilt) -> Iterator[Piece]:
    """Yield the patches of a quilt with their tokens, and its goal tiles."""
    for cell in range(GRID.size):
        name, at = who + GRID.names[cell], centre(cell)
        if components.RING >> cell & 1 or quilt.free >> cell & 1:
            continue
        if cell in GOAL_CELLS:
            if quilt.goals[GOAL_CELLS.index(cell)] is not None:
                yield Piece(name, at, goal(PITCH), PITCH)
            continue
        cat, button = bool(quilt.cats >> cell & 1), bool(quilt.buttons >> cell & 1)
        yield Piece(name, at, sewn(quilt.kind(cell), PITCH, cat=cat, button=button), PITCH)


def letters(quilt: Quilt, *, counted: bool = True, small: bool = False) -> Iterator[Shape]:
    """Yield the letters of the goal tiles with their numbers or, if `counted`, the points of a surrounded goal.

    A `small` quilt has dots instead of letters, no numbers and, if `counted`, only the points of a surrounded goal.
    """
    for space, cell in enumerate(GOAL_CELLS):
        number = quilt.goals[space]
        if number is None:
            continue
        goal, at = GOALS[number], centre(cell)
        paid = str(goal_points(quilt, space)) if counted and not empty_around(quilt, space) else ""
        if paid and small:
            yield Label(paid, at, PITCH * 0.6, "goldDeep", 700)
        elif small and goal is not GOALS[DIFFERENT]:
            yield from moved(goal_dots(goal.counts, PITCH), at)
        else:
            yield from _goal_letters(goal, at)
            if paid:
                yield Label(paid, (at[0], at[1] + 19.5), 13, "goldDeep", 700)
            elif not small:
                yield from _numbers(goal, at)


def _goal_letters(goal: Goal, at: Point) -> Iterator[Shape]:
    if goal is GOALS[DIFFERENT]:
        yield from moved(different(PITCH), at)
        return
    rows = goal.name.split("-")
    while len(rows) > 2:  # at most two lines, legible across a room
        shortest = min(range(len(rows) - 1), key=lambda n: len(rows[n] + rows[n + 1]))
        rows[shortest : shortest + 2] = [f"{rows[shortest]}-{rows[shortest + 1]}"]
    size = GOAL_TEXT if max(map(len, rows)) > 4 else 14.0
    for n, row in enumerate(rows):
        yield Label(row, (at[0], at[1] - 13.5 + n * 12), size, "ink", 700)


def goal_text(goal: Goal, at: Point) -> Iterator[Shape]:
    """Yield the letters and both numbers of a goal tile that is not on a quilt."""
    yield from _goal_letters(goal, at)
    yield from _numbers(goal, at)


def _numbers(goal: Goal, at: Point) -> Iterator[Shape]:
    """Yield both numbers of a goal tile: the smaller one in a blue circle, the larger one in a yellow circle."""
    for side, colour, points in ((-1, "blue", goal.one), (1, "yellow", goal.both)):
        place = (at[0] + side * 10.2, at[1] + 15.5)
        yield Path(circle(9.2), f"calico.{colour}.fill", at=place)
        yield Label(str(points), place, 12.7, f"calico.{colour}.on", 700)


# --- labels ----------------------------------------------------------------------------------------------------

Way = tuple[tuple[int, ...], tuple[int, ...]]
_MOST_WAYS = 2  # a longer list would not help


def cell_name(view: CalicoView, seat: int, cell: int, look: Look) -> str:
    """Return a cell's name as shown to the reader."""
    state = view.state
    quilt, at = state.quilts[seat], GRID.names[cell]
    own = seat == view.seat if view.seat is not None else state.begun and seat == state.turn
    if not (own or state.alone):
        owner = text(components.boards(state.options)[seat].name)
        at = str(text(N_("{at} on the {owner} quilt"), at=at, owner=owner))
    if cell in GOAL_CELLS:
        return str(text(N_("{at}, {goal}"), at=at, goal=_goal(state, quilt, GOAL_CELLS.index(cell))))
    if quilt.free >> cell & 1:
        brought = _brought(view, seat, cell, look)
        if brought:
            return str(text(N_("{at}, empty. {brought}"), at=at, brought=brought))
        return str(text(N_("{at}, empty"), at=at))
    kind = quilt.kind(cell)
    patch = components.patch(kind)
    if components.RING >> cell & 1:
        return str(text(N_("{at}, {patch}, printed"), at=at, patch=patch))
    if tokens := _tokens(quilt, cell, kind, state.likes):
        return str(text(N_("{at}, {patch} with {tokens}"), at=at, patch=patch, tokens=listed([*tokens])))
    return str(text(N_("{at}, {patch}"), at=at, patch=patch))


def _tokens(quilt: Quilt, cell: int, kind: int, likes: tuple[Cat | None, ...]) -> list[str]:
    cat = likes[components.PATTERN[kind]]
    found = [cat.title] if cat and quilt.cats >> cell & 1 else []
    if quilt.buttons >> cell & 1:
        found.append(str(text(N_("a {colour} button"), colour=components.colour(COLOUR[kind]))))
    return found


def counted(state: Calico) -> bool:
    """Return whether goals show their progress, as they do while there is a market and at the end of the game.

    A quilt without a market belongs to a question, so the reader has to count (`calico.goal.when`).
    """
    return bool(state.market) or state.to_move is None


def _goal(state: Calico, quilt: Quilt, space: int) -> Text:
    number = quilt.goals[space]
    if number is None:
        return text(N_("a face-down goal") if not components.has_goals(state.options) else N_("a goal space"))
    goal = GOALS[number]
    empty = empty_around(quilt, space).bit_count()
    facts = {"goal": goal.name, "less": goal.one, "both": goal.both}
    if not empty:
        if counted(state):
            return text(N_("goal {goal}: pays {points}"), goal=goal.name, points=goal_points(quilt, space))
        return text(N_("goal {goal}, {less} or {both} points, all six spaces filled"), **facts)
    name = many(
        "goal {goal}, {less} or {both} points, {n} space to fill",
        "goal {goal}, {less} or {both} points, {n} spaces to fill",
        empty,
        **facts,
    )
    if not counted(state):
        return name
    colours = still_needed(goal.counts, quilt.colours, space, components.colour)
    patterns = still_needed(goal.counts, quilt.patterns, space, _patterned)
    return text(N_("{goal}; colours: {colours}; patterns: {patterns}"), goal=name, colours=colours, patterns=patterns)


def _patterned(number: int) -> Text:
    return text(N_("with {pattern}"), pattern=components.pattern(number))


def patch_look(view: CalicoView, chosen: tuple[str, ...]) -> Look:
    """Return what the scene shows of the chosen areas: the patch in hand that can be placed, if it is known."""
    state, seat = view.state, view.state.turn
    if not chosen or state.stage is not PLACE or view.seat not in (None, seat):
        return Look()
    hand = [f"{components.prefix(state.options, seat)}hand{slot + 1}" for slot in range(len(state.hands[seat]))]
    known = chosen[0] in hand and state.hands[seat][hand.index(chosen[0])] != UNKNOWN
    return Look(chosen[:1]) if known else Look()


def _brought(view: CalicoView, seat: int, cell: int, look: Look) -> str:
    """Return what the chosen patch would earn on an empty space, and why it would not earn more."""
    state = view.state
    if not look.chosen or seat != state.turn:
        return ""
    kinds, slot = state.held(seat), int(look.chosen[0][-1]) - 1
    action = placings(components.prefix(state.options, seat), kinds.index(kinds[slot]) + 1, kinds[slot])[cell]
    return sentences(event for event in events(state, action)[1:] if event.kind in (EventKind.TURN, EventKind.NOTE))


# --- what a goal still needs -------------------------------------------------------------------------------------


@lru_cache(4096)  # called for every scene
def ways(counts: tuple[int, ...], have: tuple[int, ...]) -> tuple[Way, ...]:
    """Return every way to reach a goal's counts: how many more of each kind present, and of each new kind."""
    found: dict[Way, None] = {}
    for wanted in dict.fromkeys(permutations(counts, len(have))):
        more = tuple(want - n for want, n in zip(wanted, have, strict=True))
        if min(more, default=0) >= 0:
            found[more, tuple((Counter(counts) - Counter(wanted)).elements())] = None
    return tuple(found)


def still_needed(counts: tuple[int, ...], masks: tuple[int, ...], space: int, named: Callable[[int], Text]) -> Text:
    """Return what a goal space still needs around it, by colours or by patterns (`calico.goal.kinds`)."""
    have = {n: (cells & around(space)).bit_count() for n, cells in enumerate(masks) if cells & around(space)}
    found = ways(counts, tuple(have.values()))
    if not found:
        return text(N_("can no longer be met"))
    if not have:
        return text(N_("none so far"))
    if len(found) > _MOST_WAYS:
        there = listed([text(N_("{n} {what}"), n=n, what=named(which)) for which, n in have.items()])
        return text(N_("{there} so far, several ways left"), there=there)
    words = [_way_words(more, new, [*map(named, have)]) for more, new in found]
    return (
        text(N_("{one} to go"), one=words[0])
        if len(words) == 1
        else text(N_("{a}, or {b}, to go"), a=words[0], b=words[1])
    )


def _way_words(more: tuple[int, ...], new: tuple[int, ...], names: list[Text]) -> str:
    parts: list[object] = [text(N_("{n} {what}"), n=n, what=name) for n, name in zip(more, names, strict=True) if n]
    for each, n in Counter(new).items():
        if each == 1:
            parts.append(many("{n} other", "{n} different others", n))
        else:
            parts.append(many("{each} of another", "{each} each of {n} others", n, each=each))
    return listed(parts)


# --- scene -----------------------------------------------------------------------------------------------------

HELD = 58.0  # width of a patch in hand or market
CARD = (143.0, 64.0)
CARDS = 3
TEXT = 15.0  # font size on a card
QUILT = SizeHint(PITCH, least=40, best=160, weight=8)
OTHER_QUILT = SizeHint(PITCH, least=24, best=60, scrolls=display.Scrolls.FIRST)
SCORED_QUILT = SizeHint(PITCH, least=24, best=80, weight=2)
ROW = SizeHint(HELD, least=40, best=110, weight=2, near="hand")
TRAY = Tray(position.TURNED_UP, (HELD + 6, 2 * (3 + HELD / 3**0.5)), hexagon(HELD), HELD)
CARD_ROOM = SizeHint(TEXT, least=11, best=26)
TASKS = {
    "met": N_("goals met"),
    "double": N_("goals met both ways"),
    "cats": N_("cats"),
    "each": N_("different cats"),
    "same": N_("tokens of the same cat"),
    "buttons": N_("buttons of one colour"),
    "rainbow": N_("button colours towards the rainbow button"),
    "points": N_("points"),
}


# --- hand, market, cats ------------------------------------------------------------------------------------------


def _patches(name: str, title: Text, who: str, kinds: Sequence[int], count: int) -> Part:
    """Return the hand or the market as a row of patches, with empty spaces outlined."""
    areas, held, above = list[Area](), list[Piece](), list[Shape]()
    for n in range(count):
        at, id_, words = TRAY.at(n), f"{who}{name}{n + 1}", text(N_("an empty place"))
        if n >= len(kinds):
            above += moved(space(HELD), at)
        elif kinds[n] == UNKNOWN:
            words = text(N_("a hidden patch"))
            held.append(Piece(id_, at, back(HELD), HELD))
        else:
            words = components.patch(kinds[n] % KINDS)
            held.append(Piece(id_, at, patch(kinds[n] % KINDS, HELD), HELD))
        areas.append(TRAY.area(n, id_, words, holds=n < len(kinds)))
    part = TRAY.part(name, ROW, title, areas, "group", room=count)
    return replace(part, pieces=tuple(held), above=tuple(above), caption=str(title))


def _tiles(state: Calico, seat: int) -> Part:
    """Return the goal tiles to choose from (`calico.setup.goals`)."""
    who = components.prefix(state.options, seat)
    areas, held, above = list[Area](), list[Piece](), list[Shape]()
    for n, tile in enumerate(GOALS[number] for number in state.tiles[seat]):
        at, id_ = TRAY.at(n), f"{who}tile{n + 1}"
        areas.append(TRAY.area(n, id_, goal_name(tile)))
        held.append(Piece(id_, at, goal(HELD), HELD))
        above += goal_text(tile, at)
    part = TRAY.part("tiles", ROW, text(N_("Goal tiles to choose from")), areas, "group", room=position.TURNED_UP)
    return replace(part, pieces=tuple(held), above=tuple(above), caption=str(text(N_("Goals"))))


def goal_name(tile: Goal) -> Text:
    """Return the name of a goal tile with both of its numbers."""
    return text(N_("goal {goal}: {one} or {both} points"), goal=tile.name, one=tile.one, both=tile.both)


def _cat_name(cat: Cat, likes: list[int]) -> Text:
    eleven, seven = box().promo
    points = text(N_("{a} and {b} points"), a=eleven, b=seven) if cat.promo else text(N_("{n} points"), n=cat.points)
    required = components.requirement(cat)
    name = text(N_("{cat}: {requirement}, {points}"), cat=cat.title, requirement=required, points=points)
    patterns = listed([components.pattern(p) for p in likes])
    return text(N_("{cat}, likes {patterns}"), cat=name, patterns=patterns) if likes else name


def _cards(state: Calico) -> Part:
    """Return the three cat tiles as cards: name, requirement, two patterns, points."""
    areas, drawn = [], list[Shape]()
    wide, tall = CARD
    for n, number in enumerate(state.cats):
        cat, x = components.CATS[number], n * (wide + 8)
        likes = [p for p, c in enumerate(state.likes) if c is cat]
        middle = (x + wide / 2, tall / 2)
        areas.append(
            Area(f"cat{n + 1}", str(_cat_name(cat, likes)), middle, display.corners(middle, wide, tall), wide, True)
        )
        drawn.append(Path(display.rectangle(x + 0.5, 0.5, wide - 1, tall - 1, 10), "surface", "line", 1))
        drawn.append(Label(cat.title, (middle[0], 12), TEXT, "ink", 700))
        required = str(components.requirement(cat))
        drawn.append(Label(required, (middle[0], 28), TEXT, "ink2"))
        for k, pattern in enumerate(likes):
            drawn += moved(tile(pattern, 24), (x + 24 + k * 28, 48.5))
        points = f"{box().promo[0]} · {box().promo[1]}" if cat.promo else str(cat.points)
        drawn.append(Label(points, (x + wide - (38 if cat.promo else 26), 48), 18, "ink", 700))
    group = display.Group(str(text(N_("Cats"))), (tuple(areas),), "group")
    return Part("cats", (CARDS * (wide + 8) - 8, tall), CARD_ROOM, (group,), above=tuple(drawn))


# --- the scene ---------------------------------------------------------------------------------------------------


def main_seat(view: CalicoView) -> int:
    """Return the seat whose quilt is large: the viewer; for a spectator, the mover or, at the end, a winner."""
    state = view.state
    if view.seat is not None:
        return view.seat
    if state.mover is not None:
        return state.mover
    return next(iter(position.winners(state)), state.turn)


def summary(state: Calico) -> Text:
    """Return a one-sentence summary of the position."""
    parts = []
    for seat in range(len(state.quilts)):
        points = many("{n} point", "{n} points", position.points(state, seat))
        parts.append(text(N_("{who} {points}"), who=components.player(state.options, seat), points=points))
    left = sum(quilt.free.bit_count() for quilt in state.quilts)
    spaces = many("{n} space empty", "{n} spaces empty", left)
    return text(N_("{status} {points}; {left}."), status=status(state), points=listed(parts), left=spaces)


def scene(view: CalicoView, look: Look) -> display.Scene:
    """Return the scene that a seat sees."""
    state, seat, look = view.state, main_seat(view), patch_look(view, look.chosen)
    others = [n for n in range(len(state.quilts)) if n != seat]
    name, rest = ("quilt-at-end", SCORED_QUILT) if _compares(view) else ("quilt", OTHER_QUILT)
    large = _quilt(view, seat, look, name, QUILT)
    small = [_quilt(view, other, look, f"{name}{n}", rest) for n, other in enumerate(others, 2)]
    return display.Scene(str(summary(state)), (large, *_held(state, seat), _cards(state), *small))


def _compares(view: CalicoView) -> bool:
    """Return whether the game is over and a spectator sees several quilts: the others larger, each with its owner."""
    return view.seat is None and view.state.to_move is None and len(view.state.quilts) > 1


def _quilt(view: CalicoView, seat: int, look: Look, name: str, size_hint: SizeHint) -> Part:
    state, quilt, small = view.state, view.state.quilts[seat], size_hint is not QUILT
    who, owner = components.prefix(state.options, seat), components.player(state.options, seat)
    rows = cell_areas(who, quilt, lambda cell: cell_name(view, seat, cell, look))
    return Part(
        name,
        SIZE,
        size_hint,
        groups=(display.Group(str(text(N_("Your quilt") if state.alone else N_("Quilt: {who}"), who=owner)), rows),),
        ground=ground(components.boards(state.options)[seat].name, small=small),
        pieces=tuple(pieces(who, quilt)),
        above=tuple(letters(quilt, counted=counted(state), small=small)),
        caption=str(owner) if small or _compares(view) else "",
    )


def _held(state: Calico, seat: int) -> list[Part]:
    """Return the hand and the market or, while goals are chosen, the tiles of the choosing seat."""
    if not state.begun and state.choosing is not None:
        return [_tiles(state, state.choosing)]
    found = [_patches("hand", text(N_("Hand")), components.prefix(state.options, seat), state.hands[seat], box().hand)]
    if state.market or not state.begun:
        found.append(_patches("market", text(N_("Market")), "", state.market, box().market))
    return found


def panels(view: CalicoView) -> tuple[display.Panel, ...]:
    """Return a panel for each player: points so far, cats, buttons."""
    return tuple(_panel(view.state, seat) for seat in range(len(view.state.quilts)))


def _panel(state: Calico, seat: int) -> display.Panel:
    quilt, total, name = state.quilts[seat], position.points(state, seat), components.boards(state.options)[seat].name
    hexagon = moved((Path(HEX, f"calico.{name}.fill"),), (0, 0), 0.44)
    rows: list[tuple[str, tuple[tuple[Path, ...], ...]]] = [(str(many("{n} point", "{n} points", total)), ())]
    for points, holder in zip(box().promo, state.promo, strict=True):
        if holder == seat:
            rows.append((str(text(N_("including the promo cat's {points}"), points=points)), ()))
    cats = position.cat_tokens(state, seat)
    rows.append((str(many("{n} cat", "{n} cats", cats)), (sleeper(20),) * cats))
    kinds = [COLOUR[quilt.kind(c)] for c in bits(quilt.buttons)]
    shown = [button_token(n, 18) for n in sorted(kinds)] + [rainbow_button(18)] * rainbow(quilt)
    rows.append((str(many("{n} button", "{n} buttons", len(shown))), tuple(shown)))
    rows += [(str(_task(*task)), ()) for task in position.progress(state, seat)]
    token = (*hexagon, *icon(f"sign-{name}", 22, main=f"calico.{name}.on"))
    cells = (
        display.Cell(str(text(N_("points"))), integer(total)),
        display.Cell(str(text(N_("cats"))), integer(cats)),
        display.Cell(str(text(N_("buttons"))), pictures=tuple(shown)),
        *(
            display.Cell(str(text(TASKS[task])), str(text(N_("{have} of {wanted}"), have=have, wanted=wanted)))
            for task, have, wanted in position.progress(state, seat)
        ),
    )
    called = str(components.player(state.options, seat))
    return display.Panel(seat, token, called, tuple(rows), tuple(rows[1:]), cells=cells)


def _task(name: str, have: int, wanted: int) -> Text:
    """Return the progress of a scenario task (`calico.variant.solo.scenario`)."""
    met = N_("Task met: {have} of {wanted} {what}") if have >= wanted else N_("Task: {have} of {wanted} {what}")
    return text(met, have=have, wanted=wanted, what=text(TASKS[name]))


# --- presses ---------------------------------------------------------------------------------------------------


def action_from_presses(state: Calico, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that these presses mean in either order, legal or not, or None while more are needed."""
    hand, tiles = [components.PATCHES[kind] for kind in state.held(state.turn)], state.tiles[state.actor]
    things = {f"hand{n}": patch for n, patch in enumerate(hand, 1)}
    things |= {f"tile{n}": GOALS[tile].letters for n, tile in enumerate(tiles, 1)}
    market = {f"market{n}": components.PATCHES[kind] for n, kind in enumerate(state.market, 1)}
    names = [area.rpartition(".")[2] for area in pressed]
    if names[0] in market:
        return Take(int(names[0][-1]), market[names[0]])
    cells = [area for area, name in zip(pressed, names, strict=True) if name in GRID.names]
    found = [things[name] for name in names if name in things]
    if len(pressed) == 1 and state.placed is not None:  # a press on the quilt can only mean a second placement
        found = hand[:1]
    return components.ACTIONS.read(f"{found[0]}@{cells[0]}", state) if cells and found else None


def selection_marks(state: Calico, pressed: tuple[str, ...]) -> tuple[display.Mark, ...]:
    """Return the marks for the next press, with the outline of any cat or button the chosen patch would earn."""
    found = selection.selection_marks(state, pressed)
    if state.stage is not PLACE or not pressed:
        return found
    gained = [(a, gains(state, a)) for a in selection.following(state, pressed) if isinstance(a, Place)]
    brought = [(a.quilt + a.at, "cat-loaf" if cat else "button") for a, (cat, button) in gained if cat or button]
    return (*found, *(display.Mark(display.MarkKind.PREVIEW, area, note=token) for area, token in brought))


# --- preview ---------------------------------------------------------------------------------------------------


def preview(view: CalicoView, action: Action) -> Preview:
    """Return the points that a patch would score, the events it would cause, and what is still missing."""
    if not isinstance(action, Place):
        return Preview()
    state, seat = view.state, view.state.turn
    after = apply_unchecked(state, action)
    before, now, kind, cell = (
        state.quilts[seat],
        after.quilts[seat],
        components.KIND[action.patch],
        GRID.index[action.at],
    )
    points = position.points(after, seat) - position.points(state, seat)
    brought = [e.text for e in events(state, action)[1:] if e.rule != "calico.end"]
    gained = many("Scores {n} point.", "Scores {n} points.", points) if points else text(N_("Scores nothing yet."))
    sentences = (gained, *brought, *_lacking(state, now, kind, cell), *_lost(before, now, cell))
    return Preview(tuple(_marks(before, now, kind, cell, action.quilt)), sentences)


def _lacking(state: Calico, now: Quilt, kind: int, cell: int) -> Iterator[Text]:
    """Yield what the groups of the patch still need for a cat or a button."""
    cat, name = state.likes[components.PATTERN[kind]], components.pattern(components.PATTERN[kind])
    group = area(now.patterns[components.PATTERN[kind]], cell)
    n = group.bit_count()
    if cat and cat.promo:
        if n > 1:
            yield _promo(state, now, cat)
    elif cat and n > 1 and not cat.meets(group):
        sentence = N_("{n} connected {pattern}; {cat} wants {requirement}.")
        yield text(sentence, n=n, pattern=name, cat=cat.title, requirement=components.requirement(cat))
    n = area(now.colours[COLOUR[kind]], cell).bit_count()
    if 1 < n < box().group:
        sentence = N_("{n} connected {colour} patches; a button needs {all}.")
        yield text(sentence, n=n, colour=components.colour(COLOUR[kind]), all=box().group)


def _promo(state: Calico, now: Quilt, cat: Cat) -> Text:
    """Return a sentence with the number that a promo cat would count on this quilt, compared with the others."""
    others = [quilt for seat, quilt in enumerate(state.quilts) if seat != state.turn]
    n, most = (
        max((promo_cells(cat, q, state.likes).bit_count() for q in quilts), default=0) for quilts in ([now], others)
    )
    if not n:
        return text(N_("A group of fewer than {least} does not count for {cat}."), cat=cat.title, least=box().least)
    if not others:
        return many("{n} patch counts for {cat}.", "{n} patches count for {cat}.", n, cat=cat.title)
    one, more = NP_(
        "{n} patch counts for {cat}; on another quilt at most {most}.",
        "{n} patches count for {cat}; on another quilt at most {most}.",
    )
    return many(one, more, n, cat=cat.title, most=most)


def _lost(before: Quilt, now: Quilt, cell: int) -> Iterator[Text]:
    """Yield a sentence for each goal that could no longer be met by colours, by patterns, or at all."""
    for space, goal in enumerate(now.goals):
        if goal is None or not empty_around(now, space) or not empty_around(before, space) >> cell & 1:
            continue
        could, can = (
            [possible(GOALS[goal], frequencies(masks, space)) for masks in (quilt.colours, quilt.patterns)]
            for quilt in (before, now)
        )
        if could == can:
            continue
        sentence = N_("Rules out the goal {goal} on {at}.")
        if any(can):
            by_colours = N_("Rules out the goal {goal} on {at} by colours: {points} points at most.")
            by_patterns = N_("Rules out the goal {goal} on {at} by patterns: {points} points at most.")
            sentence = by_patterns if can[0] else by_colours
        yield text(sentence, goal=GOALS[goal].name, at=GRID.names[GOAL_CELLS[space]], points=GOALS[goal].one)


def _marks(before: Quilt, now: Quilt, kind: int, cell: int, who: str) -> Iterator[display.Mark]:
    """Yield marks on a group that would earn a cat or a button, or on the token that prevents a second one."""
    for masks, tokens, had in (
        (now.patterns[components.PATTERN[kind]], now.cats, before.cats),
        (now.colours[COLOUR[kind]], now.buttons, before.buttons),
    ):
        group = area(masks, cell)
        mark, cells = (display.MarkKind.CHANGED, group) if tokens != had else (display.MarkKind.CAUSE, group & had)
        yield from (display.Mark(mark, area) for area in components.areas_of(who, cells))
