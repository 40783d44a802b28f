"""The picture of a position as a seat sees it: the park with its stacks, and below it the hand and the decks."""

from __future__ import annotations

from functools import cache
from random import Random

from cattools.core.art import icon
from cattools.core.game import Panel, View
from cattools.core.messages import N_, Text, many, text
from cattools.core.scene import Area, Group, Label, Look, Path, Piece, Point, Scene, Shape, circle, moved, rectangle
from cattools.games.territory import cards
from cattools.games.territory.actions import Action
from cattools.games.territory.legality import name
from cattools.games.territory.park import (
    CARDS,
    COLOURS,
    GRID,
    HEIGHT,
    NAMES,
    SIDE,
    SIZE,
    SOME_ASSIST,
    SOME_CELL,
    STACKS,
    plan,
)
from cattools.games.territory.presses import USED, hand_area
from cattools.games.territory.scoring import WORDS, stack_words, totals
from cattools.games.territory.track import TALL, sign, track
from cattools.games.territory.view import TerritoryView

PITCH = 68.0
CELL = 0.93 * PITCH
EDGE = 22.8  # room for the letters and numbers
WIDE = 438.0
RIM = 4.0  # room for the ring of a chosen card
IN_ROW = 6
BELOW = (0.0, 18.0, 14.0)  # how far apart the signs of one, two, three cats below lie


@cache
def spot(cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = GRID.spots[cell]
    return (EDGE + CELL / 2 + x * PITCH, EDGE + CELL / 2 + y * PITCH)


def slot(number: int, view: TerritoryView) -> Point:
    """Return the centre of a place for a card below the board, and below the bonus track if there is one."""
    step = (WIDE - 2 * RIM - cards.WIDE) / (IN_ROW - 1)
    top = WIDE + 12 + cards.TALL / 2 + (TALL + 8) * plan(view.options).pays
    return (RIM + cards.WIDE / 2 + step * (number % IN_ROW), top + number // IN_ROW * (cards.TALL + 10))


@cache
def ground() -> tuple[Shape, ...]:
    """Return the park: its frame, its cells, letters and numbers."""
    shapes: list[Shape] = [Path(rectangle(0, 0, WIDE, WIDE, 18), "ground.territory.board")]
    cell = rectangle(-CELL / 2, -CELL / 2, CELL, CELL, 9.5)
    shapes += [Path(cell, "ground.territory.cell", at=spot(c)) for c in range(SIZE)]
    for n in range(SIDE):
        x, y = spot(n)[0], spot(n * SIDE)[1]
        shapes += [Label("ABCDEF"[n], (x, EDGE / 2), 13, "ink2"), Label(str(n + 1), (EDGE / 2, y), 13, "ink2")]
    return tuple(shapes)


@cache
def cat(seat: int, size: float) -> tuple[Path, ...]:
    """Return a player's cat with the sign of its colour on the forehead."""
    colour = COLOURS[seat]
    fill, rim, on = (f"players.{colour}.{part}" for part in ("fill", "rim", "on"))
    face, ears, *rest = icon("cat", size, main=fill, deep=rim, accent=on, ink=on)
    pale = Path(ears.d, ears.fill, ears.stroke, ears.width, ears.at, ears.scale, alpha=0.35)
    return (face, pale, *rest, *moved(icon(f"sign-{colour}", 0.22 * size, main=on), (0, -0.105 * size)))


@cache
def _stack(cell: int, stack: int) -> Piece:
    *below, top = STACKS[stack]
    if not below:
        return Piece(NAMES[cell], spot(cell), cat(top, 50.3), PITCH)
    apart = BELOW[len(below) - 1]
    left = -apart * (len(below) - 1) / 2
    shapes = moved(cat(top, 47.6), (0, -4.8))
    for n, seat in enumerate(reversed(below)):
        shapes += moved(sign(seat, 13.6), (left + apart * n, 25.2))
    return Piece(NAMES[cell], spot(cell), shapes, PITCH)


@cache
def _treasure(cell: int, value: int) -> Piece:
    """Return a treasure: a chest, or open with a gem (its value is a label)."""
    if value < 0:
        shapes = icon("treasure", 31.3, main="ground.territory.mark", accent="ground.territory.cell")
    else:
        shapes = moved(icon("gem", 26, main="ground.territory.mark", light="ground.territory.line"), (0, -9))
    return Piece(NAMES[cell], spot(cell), shapes, PITCH)


@cache
def _gone(cell: int, count: int) -> tuple[Path, ...]:
    """Return a dot at the left edge of a cell for each discarded card of it (`territory.discards`)."""
    x, y = spot(cell)
    dots = "".join(circle(2.3, (0, 7.0 * n)) for n in range(count))
    return (Path(dots, "ink2", at=(x - CELL / 2 + 4.4, y - 3.5 * (count - 1))),)


def _area(cell: int, view: TerritoryView) -> Area:
    """Return a cell as the reader presses and hears it: its stack or treasure, what is about to happen, cards gone."""
    stack, value = view.stacks[cell], plan(view.options).layout[cell]
    if stack:
        words = text(N_("{cell}, {stack}"), cell=NAMES[cell], stack=stack_words(stack))
    elif view.options.word("game") == "basic":
        words = text(N_("{cell}, treasure face down"), cell=NAMES[cell])
    elif value >= 0:
        words = text(N_("{cell}, treasure of {value}"), cell=NAMES[cell], value=value)
    else:
        words = text(N_("{cell}, empty"), cell=NAMES[cell])
    if view.step.asked and sum(view.lines) >> cell & 1:
        if any(view.tops[seat] >> cell & 1 for seat in view.step.blocks):
            words = text(N_("{cell}, kept by a block"), cell=words)
        else:
            words = text(N_("{cell}, would turn {colour}"), cell=words, colour=text(WORDS[view.turn]))
    if count := view.gone.count(cell):
        words = many(N_("{cell}, {n} card used"), N_("{cell}, {n} cards used"), count, cell=words)
    return Area(NAMES[cell], str(words), spot(cell), _outline(spot(cell), CELL, CELL), PITCH, bool(stack))


def _outline(at: Point, wide: float, tall: float) -> tuple[Point, ...]:
    return tuple((at[0] + dx * wide / 2, at[1] + dy * tall / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def _card_area(id_: str, words: Text, at: Point) -> Area:
    return Area(id_, str(words), at, _outline(at, cards.WIDE, cards.TALL), cards.WIDE, holds=True)


def _hand(view: TerritoryView) -> list[tuple[str, int, int]]:
    """Return the area, the card and the place of every card of one's own hand."""
    hand = view.hands[view.seat] if view.seat is not None else b""
    duel, found, seen = view.options.word("game") == "duel", [], dict.fromkeys(hand, 0)
    place, assist = 0, max(IN_ROW, sum(card < SIZE for card in hand) + 1)
    for card in hand:
        seen[card] += 1
        if duel and card >= SIZE:
            found.append((hand_area(CARDS[card], seen[card]), card, assist))
            assist += 1
        else:
            place += duel and place == IN_ROW - 1
            found.append((hand_area(CARDS[card], seen[card]), card, place))
            place += 1
    return found


def _piles(view: TerritoryView) -> list[tuple[str, Text, int, tuple[Shape, ...]]]:
    """Return the decks and the open pile, or the cards looked at: area, words, place, picture."""
    free = max([3, *(place + 1 for _, _, place in _hand(view))])
    if view.options.word("game") == "duel":
        words = many(N_("Coordinate deck, {n} card"), N_("Coordinate deck, {n} cards"), view.deck)
        return [("deck.cells", words, IN_ROW - 1, cards.back(SOME_CELL, slot(IN_ROW - 1, view), view.deck))]
    if view.step.looked:
        return [
            (f"look.{n + 1}", cards.words(card), free + n, cards.face(card, slot(free + n, view)))
            for n, card in enumerate(view.step.looked)
        ]
    assist = view.pool + len(view.bottom)
    used = many(N_("Used assist cards, {n} card"), N_("Used assist cards, {n} cards"), len(view.used))
    if view.used:
        used = text(N_("{cards}: {kinds}"), cards=used, kinds=cards.counted(view.used))
    return [
        (
            "deck.cells",
            many(N_("Coordinate deck, {n} card"), N_("Coordinate deck, {n} cards"), view.deck + (view.ended < 0)),
            free,
            cards.back(SOME_CELL, slot(free, view), view.deck + (view.ended < 0)),
        ),
        (
            "deck.assist",
            many(N_("Assist deck, {n} card"), N_("Assist deck, {n} cards"), assist),
            free + 1,
            cards.back(SOME_ASSIST, slot(free + 1, view), assist),
        ),
        (USED, used, free + 2, cards.used(view.used, slot(free + 2, view))),
    ]


def scene(view: View[Action], look: Look) -> Scene:  # noqa: ARG001 - every game's picture takes both
    """Return the picture of what a seat sees: its own hand, never another's."""
    assert isinstance(view, TerritoryView)  # noqa: S101 - the game's own view
    layout, basic = plan(view.options).layout, view.options.word("game") == "basic"
    pieces, above = [], list[Shape]()
    for cell, stack in enumerate(view.stacks):
        if stack:
            pieces.append(_stack(cell, stack))
        elif basic or layout[cell] >= 0:
            pieces.append(_treasure(cell, layout[cell]))
            if layout[cell] >= 0:
                x, y = spot(cell)
                above.append(Label(str(layout[cell]), (x, y + 14), 15, "ink", 700))
    hand, piles = _hand(view), _piles(view)
    if plan(view.options).pays:
        above += track(view.bonus, WIDE + 8, WIDE)
    for cell in set(view.gone):
        above += _gone(cell, view.gone.count(cell))
    for _, card, place in hand:
        above += cards.face(card, slot(place, view))
    for _, _, _, shapes in piles:
        above += shapes
    groups = [Group(str(text(N_("Park"))), tuple(tuple(_area(c, view) for c in row) for row in GRID.rows))]
    if hand:
        areas = tuple(_card_area(id_, cards.words(card), slot(place, view)) for id_, card, place in hand)
        groups.append(Group(str(text(N_("Hand of {who}"), who=name(view.seat or 0))), (areas,), "group"))
    rest = tuple(_card_area(id_, words, slot(place, view)) for id_, words, place, _ in piles)
    groups.append(Group(str(text(N_("Decks"))), (rest,), "group"))
    last = max([IN_ROW - 1, *(place for _, _, place in hand), *(place for _, _, place, _ in piles)])
    size = (WIDE, slot(last, view)[1] + cards.TALL / 2 + 5)
    return Scene(size, str(summary(view)), tuple(groups), ground(), tuple(pieces), tuple(above))


def summary(view: TerritoryView) -> Text:
    """Return the position in one sentence."""
    shown = view.determinize(Random(0))  # what is asked and the score depend on nothing hidden
    cells = many(N_("{n} cell with cats"), N_("{n} cells with cats"), sum(view.tops).bit_count())
    sums = ", ".join(str(text(N_("{who} {n}"), who=name(seat), n=n)) for seat, n in enumerate(totals(shown)))
    return text(N_("{verdict} {cells}. Points so far: {sums}."), verdict=shown.status(), cells=cells, sums=sums)


def panels(view: View[Action]) -> tuple[Panel, ...]:
    """Return what lies before each player: cells and cats, treasures, bonus points, cards; at the end what counts."""
    assert isinstance(view, TerritoryView)  # noqa: S101 - the game's own view
    over, duel = view.to_move is None, view.options.word("game") == "duel"
    found = []
    for seat, top in enumerate(view.tops):
        cats = sum(HEIGHT[view.stacks[c]] for c in range(SIZE) if top >> c & 1)
        treasure, bonus, hand = sum(view.won[seat]), view.bonus[seat], view.hands[seat]
        cells = many(N_("{n} cell"), N_("{n} cells"), top.bit_count())
        standing = text(N_("{cells}, {cats}"), cells=cells, cats=many(N_("{n} cat"), N_("{n} cats"), cats))
        rows: list[tuple[str | Text, tuple[Path, ...]]] = [(standing, cat(seat, 20))]
        if not duel:
            rows.append((text(N_("treasures: {n}"), n=treasure), icon("gem", 18, main="ink2", light="surface")))
        if plan(view.options).pays:
            rows.append((text(N_("bonus: {n}"), n=bonus), icon("spark", 18, main="ink2")))
        if over:
            points = many(N_("{n} point"), N_("{n} points"), cats + treasure + bonus)
            rows.append((text(N_("sum: {points}"), points=points), icon("yes", 18, main="ink2", light="surface")))
        else:
            rows.append((_held(hand, duel=duel), icon("card-back", 18, main="ink2", accent="surface")))
        shown = tuple((str(words), (picture,)) for words, picture in rows)
        found.append(Panel(seat, cat(seat, 40), str(name(seat)), shown))
    return tuple(found)


def _held(hand: bytes, *, duel: bool) -> str:
    cells = sum(card < SIZE or card == SOME_CELL for card in hand)
    coordinate = many(N_("{n} coordinate card"), N_("{n} coordinate cards"), cells)
    if duel:
        names = ", ".join(str(text(cards.CAPTIONS[CARDS[c]])) for c in hand if SIZE <= c < SOME_CELL) or "-"
        return str(text(N_("{cells}; open: {names}"), cells=coordinate, names=names))
    held = many(N_("{n} card"), N_("{n} cards"), len(hand))
    return str(text(N_("{cards}, {n} assist"), cards=held, n=len(hand) - cells))
