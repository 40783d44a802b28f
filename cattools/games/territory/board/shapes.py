"""The cards as shapes and words: coordinate cards, assist cards, backs and decks."""

from __future__ import annotations

from functools import cache

from cattools.core.display.icons import icon
from cattools.core.display.scene import Label, Path, Point, Shape, circle, moved, number, rectangle
from cattools.core.messages import N_, Text, text
from cattools.games.territory.rules.components import ASSIST_BACK, CARD, CARDS, CELL_BACK, GRID, NAMES, SIZE

WIDE, TALL, GAP = 64.7, 91.9, 8.0
STEP = 4.85  # distance between the dots of the miniature park on a coordinate card

CAPTIONS = {
    "empty": N_("empty"),
    "column": N_("column"),
    "row": N_("row"),
    "double": N_("double turn"),
    "search": N_("look at 3"),
    "block": N_("block"),
}
DESCRIPTIONS = {
    "empty": N_(
        "Assist card, any empty cell: put a cat on any cell without cats; cells in its row and column may turn"
    ),
    "column": N_("Assist card, column: put a cat over another player's; only cells in its column may turn"),
    "row": N_("Assist card, row: put a cat over another player's; only cells in its row may turn"),
    "double": N_("Assist card, double turn: draw a coordinate card, then take another action"),
    "search": N_("Assist card, look at three: look at three assist cards and keep one"),
    "block": N_("Assist card, block: in another player's turn, your cells do not turn"),
}


def words(card: int) -> Text:
    """Return a card in words."""
    if card < SIZE:
        return text(N_("Coordinate card {cell}"), cell=NAMES[card])
    if card in (CELL_BACK, ASSIST_BACK):
        return text(N_("Coordinate card, face down") if card == CELL_BACK else N_("Assist card, face down"))
    return text(DESCRIPTIONS[CARDS[card]])


@cache
def _sheet(fill: str) -> tuple[Path, ...]:
    box = rectangle(-WIDE / 2, -TALL / 2, WIDE, TALL, 8)
    return (Path(box, "line", at=(0, 2.5)), Path(box, fill, "line", 1.2))


@cache
def outlines(spots: tuple[Point, ...]) -> tuple[Shape, ...]:
    """Return the outlines of empty card positions."""
    box = rectangle(-WIDE / 2, -TALL / 2, WIDE, TALL, 8)
    return tuple(Path(box, stroke="line", width=1, at=at, dash=(3, 5)) for at in spots)


@cache
def _dots() -> str:
    return "".join(circle(0.97, (STEP * (x - 2.5), STEP * (y - 2.5))) for x, y in GRID.spots)


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _arrows(upright: bool) -> tuple[Path, ...]:
    """Return the shapes of a double arrow on a tinted background, upright or lying on its side."""

    def turn(x: float, y: float) -> Point:
        return (x, y) if upright else (y, x)

    points = "".join(
        _line(turn(0, 0), turn(0, 14.8 * way))
        + _line(turn(-3.8, 10.2 * way), turn(0, 14.8 * way), turn(3.8, 10.2 * way))
        for way in (-1, 1)
    )
    wide, tall = turn(12.6, 38.4)
    wash = Path(rectangle(-wide / 2, -tall / 2, wide, tall, 5.2), "goWash")
    return (wash, Path(points, stroke="go", width=2.6))


@cache
def _picture(kind: str) -> tuple[Path, ...]:
    if kind in ("column", "row"):
        return _arrows(kind == "column")
    if kind == "block":
        return icon("shield", 34, main="ok", light="surface")
    if kind == "empty":
        frame = Path(rectangle(-17, -17, 34, 34, 5), stroke="go", width=2.2, dash=(4, 3))
        return (frame, *icon("paw", 22, main="go"))
    if kind == "search":
        card = rectangle(-7, -11, 14, 22, 3)
        spread = tuple(Path(card, "goWash", "go", 1.6, at=(x, y)) for x, y in ((-13, 3), (0, -3), (13, 3)))
        return (*spread, *moved(icon("paw", 10, main="go"), (0, -3)))
    paws = (icon("paw", 21, main="go"), icon("paw", 21, main="go"))
    return (*moved(paws[0], (-10, 7)), *moved(paws[1], (9, -7)))


def face(card: int, at: Point) -> tuple[Shape, ...]:
    """Return the shapes of a card centred on a point: its face, or its back if the card is hidden."""
    x, y = at
    if card in (CELL_BACK, ASSIST_BACK):
        return back(card, at)
    sheet = moved(_sheet("surface"), at)
    if card < SIZE:
        (column, row), top = GRID.spots[card], y + 21
        here = (x + STEP * (column - 2.5), top + STEP * (row - 2.5))
        dots = (Path(_dots(), "ink2", at=(x, top)), Path(circle(3), "go", at=here))
        return (*sheet, Label(NAMES[card], (x, y - 17), 23, "ink", 700), *dots)
    kind = CARDS[card]
    return (*sheet, *moved(_picture(kind), (x, y - 8)), *_caption(str(text(CAPTIONS[kind])), (x, y + 27)))


def _caption(words: str, at: Point) -> tuple[Label, ...]:
    """Return the labels of a caption centred on a point, with one word per line because cards are narrow."""
    lines = words.split(" ", 1)
    top = at[1] - 7 * (len(lines) - 1)
    return tuple(Label(line, (at[0], top + 14 * n), 13) for n, line in enumerate(lines))


def back(card: int, at: Point, count: int | None = None) -> tuple[Shape, ...]:
    """Return the shapes of a card's back: a paw or a miniature park; `count` is the number of cards in the pile."""
    x, y = at
    sheet = moved(_sheet("sunken"), at)
    sign: tuple[Shape, ...] = moved(icon("paw", 30, main="ink2"), (x, y - 12))
    if card == CELL_BACK:
        sign = moved((Path(_dots(), "ink2"),), (x, y - 12), 1.2)
    return (*sheet, *sign) if count is None else (*sheet, *sign, Label(str(count), (x, y + 28), 15, "ink", 700))


def counted(used: bytes) -> str:
    """Return the number of cards of each kind in a pile of assist cards, in words."""
    kinds = (CARDS[kind] for kind in sorted(set(used)))
    return ", ".join(str(text(N_("{n} {kind}"), n=used.count(CARD[k]), kind=text(CAPTIONS[k]))) for k in kinds)


def used(pile: bytes, at: Point) -> tuple[Shape, ...]:
    """Return the shapes of the pile of used assist cards, which is face up: each kind with its number of cards."""
    x, y = at
    shown: list[Shape] = [Label(str(text(N_("used {n}"), n=len(pile))), (x, y + 34), 13, "ink2")]
    for n, kind in enumerate(sorted(set(pile))):
        left, top = x - 15 + 30 * (n % 2), y - 32 + 23 * (n // 2)
        shown += moved(_picture(CARDS[kind]), (left - 5, top), 0.4)
        shown.append(Label(str(pile.count(kind)), (left + 9, top), 13, "ink", 700))
    return tuple(shown)
