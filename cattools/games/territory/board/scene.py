"""The picture of a position as a seat sees it: the park with its stacks, and below it the hand and the decks."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cattools.core.art import icon
from cattools.core.game import Panel
from cattools.core.messages import N_, Text, many, text
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
    circle,
    corners,
    moved,
    rectangle,
)
from cattools.games.territory.board import cards
from cattools.games.territory.board.presses import USED, hand_area
from cattools.games.territory.rules.components import (
    ASSIST_BACK,
    CARDS,
    CELL_BACK,
    COLOURS,
    GRID,
    HEIGHT,
    NAMES,
    SIDE,
    SIZE,
    STACKS,
)
from cattools.games.territory.rules.events import status
from cattools.games.territory.rules.scoring import totals
from cattools.games.territory.rules.state import Territory
from cattools.games.territory.rules.view import TerritoryView
from cattools.games.territory.rules.words import colour, name, stack_words

PITCH = 68.0
CELL = 0.93 * PITCH
EDGE = 22.8  # room for the letters and numbers
WIDE = 438.0
RIM = 4.0  # room for the ring of a chosen card
IN_ROW = 6
BELOW = (0.0, 18.0, 14.0)  # how far apart the signs of one, two, three cats below lie
TRACK, LAST = 30.0, 12  # how tall the bonus track is; its last field is for all who have as many or more
APART = 12.0  # between the signs on a field of the track


@cache
def spot(cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = GRID.spots[cell]
    return (EDGE + CELL / 2 + x * PITCH, EDGE + CELL / 2 + y * PITCH)


def slot(number: int, state: Territory) -> Point:
    """Return the centre of a place for a card below the board, and below the bonus track if there is one."""
    step = (WIDE - 2 * RIM - cards.WIDE) / (IN_ROW - 1)
    top = WIDE + 12 + cards.TALL / 2 + (TRACK + 8) * state.plan.pays
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
    palette = COLOURS[seat]
    fill, rim, on = (f"players.{palette}.{part}" for part in ("fill", "rim", "on"))
    face, ears, *rest = icon("cat", size, main=fill, deep=rim, accent=on, ink=on)
    pale = Path(ears.d, ears.fill, ears.stroke, ears.width, ears.at, ears.scale, alpha=0.35)
    return (face, pale, *rest, *moved(icon(f"sign-{palette}", 0.22 * size, main=on), (0, -0.105 * size)))


@cache
def sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return the sign of a colour with its outline."""
    palette = COLOURS[seat]
    (shape,) = icon(f"sign-{palette}", size, main=f"players.{palette}.fill")
    outline = Path(shape.d, stroke=f"players.{palette}.rim", width=6, at=shape.at, scale=shape.scale)
    return (outline, shape)


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
def _treasure(cell: int, value: int | None) -> Piece:
    """Return a treasure: a chest, or open with a gem (its value is a label)."""
    if value is None:
        shapes = icon("treasure", 31.3, main="ground.territory.mark", accent="ground.territory.cell")
    else:
        shapes = moved(icon("gem", 26, main="ground.territory.mark", light="ground.territory.line"), (0, -9))
    return Piece(NAMES[cell], spot(cell), shapes, PITCH)


@cache
def _discarded(cell: int, count: int) -> tuple[Path, ...]:
    """Return a dot at the left edge of a cell for each discarded card of it (`territory.discards`)."""
    x, y = spot(cell)
    dots = "".join(circle(2.3, (0, 7.0 * n)) for n in range(count))
    return (Path(dots, "ink2", at=(x - CELL / 2 + 4.4, y - 3.5 * (count - 1))),)


def track(bonus: tuple[int, ...], top: float, wide: float) -> tuple[Shape, ...]:
    """Return the track across the picture, with the sign of each player on its field."""
    step = wide / (LAST + 1)
    middle = top + TRACK / 2
    shapes: list[Shape] = [Path(rectangle(0, top, wide, TRACK, 9), "ground.territory.board")]
    field = rectangle(1.5 - step / 2, 3 - TRACK / 2, step - 3, TRACK - 6, 6)
    for points in range(LAST + 1):
        centre = step * (points + 0.5)
        here = [seat for seat, paid in enumerate(bonus) if min(paid, LAST) == points]
        shapes.append(Path(field, "ground.territory.cell", at=(centre, middle)))
        number = str(text(N_("{n}+"), n=points)) if points == LAST else str(points)
        if not here:
            shapes.append(Label(number, (centre, middle), 13, "ink2"))
        for n, seat in enumerate(here):
            across = (n % 2 - 0.5) * APART if len(here) > 1 else 0.0
            down = (n // 2 - 0.5) * APART if len(here) > 2 else 0.0
            shapes += moved(sign(seat, 10.5 if len(here) > 2 else 13), (centre + across, middle + down))
    return tuple(shapes)


def _area(cell: int, view: TerritoryView) -> Area:
    """Return a cell as the reader presses and hears it: its stack or treasure, what is about to happen, cards gone."""
    state = view.state
    stack, value = state.stacks[cell], state.plan.layout[cell]
    if stack:
        words = text(N_("{cell}, {stack}"), cell=NAMES[cell], stack=stack_words(stack))
    elif state.plan.game == "basic":
        words = text(N_("{cell}, treasure face down"), cell=NAMES[cell])
    elif value is not None:
        words = text(N_("{cell}, treasure of {value}"), cell=NAMES[cell], value=value)
    else:
        words = text(N_("{cell}, empty"), cell=NAMES[cell])
    if state.step.asked and sum(state.lines) >> cell & 1:
        if any(state.tops[seat] >> cell & 1 for seat in state.step.blocks):
            words = text(N_("{cell}, kept by a block"), cell=words)
        else:
            words = text(N_("{cell}, would turn {colour}"), cell=words, colour=colour(state.turn))
    if count := view.discards.count(cell):
        words = many(N_("{cell}, {n} card used"), N_("{cell}, {n} cards used"), count, cell=words)
    return Area(NAMES[cell], str(words), spot(cell), corners(spot(cell), CELL, CELL), PITCH, bool(stack))


class Lying(NamedTuple):
    """A card or a pile below the board: its area, its words, which place it takes, and its picture."""

    area: str
    words: Text
    place: int
    shapes: tuple[Shape, ...]


def _area_of(lying: Lying, state: Territory) -> Area:
    at = slot(lying.place, state)
    return Area(lying.area, str(lying.words), at, corners(at, cards.WIDE, cards.TALL), cards.WIDE, holds=True)


def _hand(view: TerritoryView) -> list[Lying]:
    """Return the cards of one's own hand; in the game for two the assist cards lie in a row of their own."""
    state = view.state
    hand = state.hands[view.seat] if view.seat is not None else b""
    duel, found, seen = state.plan.duel, list[Lying](), dict.fromkeys(hand, 0)
    place, assist = 0, max(IN_ROW, sum(card < SIZE for card in hand) + 1)
    for card in hand:
        seen[card] += 1
        if duel and card >= SIZE:
            here, assist = assist, assist + 1
        else:
            here = place + (duel and place == IN_ROW - 1)  # the deck lies at the end of the first row
            place = here + 1
        shapes = cards.face(card, slot(here, state))
        found.append(Lying(hand_area(CARDS[card], seen[card]), cards.words(card), here, shapes))
    return found


def _piles(state: Territory, hand: list[Lying]) -> list[Lying]:
    """Return the decks and the open pile, or the cards looked at."""
    deck = len(state.cell_deck) + (state.ended_by is None and not state.plan.duel)  # END lies in it too
    words = many(N_("Coordinate deck, {n} card"), N_("Coordinate deck, {n} cards"), deck)
    if state.plan.duel:
        return [Lying("deck.cells", words, IN_ROW - 1, cards.back(CELL_BACK, slot(IN_ROW - 1, state), deck))]
    free = max([3, *(card.place + 1 for card in hand)])
    if state.step.looked:
        return [
            Lying(f"look.{n + 1}", cards.words(card), free + n, cards.face(card, slot(free + n, state)))
            for n, card in enumerate(state.step.looked)
        ]
    left = len(state.assist_deck) + len(state.bottom)
    assist = many(N_("Assist deck, {n} card"), N_("Assist deck, {n} cards"), left)
    used = many(N_("Used assist cards, {n} card"), N_("Used assist cards, {n} cards"), len(state.used))
    if state.used:
        used = text(N_("{cards}: {kinds}"), cards=used, kinds=cards.counted(state.used))
    return [
        Lying("deck.cells", words, free, cards.back(CELL_BACK, slot(free, state), deck)),
        Lying("deck.assist", assist, free + 1, cards.back(ASSIST_BACK, slot(free + 1, state), left)),
        Lying(USED, used, free + 2, cards.used(state.used, slot(free + 2, state))),
    ]


def scene(view: TerritoryView, look: Look) -> Scene:  # noqa: ARG001 - every game's picture takes both
    """Return the picture of what a seat sees: its own hand, never another's."""
    state = view.state
    layout, basic = state.plan.layout, state.plan.game == "basic"
    pieces, above = list[Piece](), list[Shape]()
    for cell, stack in enumerate(state.stacks):
        if stack:
            pieces.append(_stack(cell, stack))
        elif basic or layout[cell] is not None:
            pieces.append(_treasure(cell, layout[cell]))
            if not basic:
                x, y = spot(cell)
                above.append(Label(str(layout[cell]), (x, y + 14), 15, "ink", 700))
    hand = _hand(view)
    piles = _piles(state, hand)
    if state.plan.pays:
        above += track(state.bonus, WIDE + 8, WIDE)
    for cell in set(view.discards):
        above += _discarded(cell, view.discards.count(cell))
    for lying in (*hand, *piles):
        above += lying.shapes
    groups = [Group(str(text(N_("Park"))), tuple(tuple(_area(c, view) for c in row) for row in GRID.rows))]
    if hand:
        words = str(text(N_("Hand of {who}"), who=name(view.seat or 0)))
        groups.append(Group(words, (tuple(_area_of(card, state) for card in hand),), "group"))
    groups.append(Group(str(text(N_("Decks"))), (tuple(_area_of(pile, state) for pile in piles),), "group"))
    last = max([IN_ROW - 1, *(lying.place for lying in (*hand, *piles))])
    size = (WIDE, slot(last, state)[1] + cards.TALL / 2 + 5)
    return Scene(size, str(summary(state)), tuple(groups), ground(), tuple(pieces), tuple(above))


def summary(state: Territory) -> Text:
    """Return the position in one sentence."""
    cells = many(N_("{n} cell with cats"), N_("{n} cells with cats"), sum(state.tops).bit_count())
    sums = ", ".join(str(text(N_("{who} {n}"), who=name(seat), n=n)) for seat, n in enumerate(totals(state)))
    return text(N_("{status} {cells}. Points so far: {sums}."), status=status(state), cells=cells, sums=sums)


def panels(view: TerritoryView) -> tuple[Panel, ...]:
    """Return what lies before each player: cells and cats, treasures, bonus points, cards; at the end what counts."""
    state = view.state
    over, duel = view.to_move is None, state.plan.duel
    found = []
    for seat, top in enumerate(state.tops):
        cats = sum(HEIGHT[state.stacks[c]] for c in range(SIZE) if top >> c & 1)
        treasure, bonus, hand = sum(state.won[seat]), state.bonus[seat], state.hands[seat]
        cells = many(N_("{n} cell"), N_("{n} cells"), top.bit_count())
        standing = text(N_("{cells}, {cats}"), cells=cells, cats=many(N_("{n} cat"), N_("{n} cats"), cats))
        rows: list[tuple[str | Text, tuple[Path, ...]]] = [(standing, cat(seat, 20))]
        if not duel:
            rows.append((text(N_("treasures: {n}"), n=treasure), icon("gem", 18, main="ink2", light="surface")))
        if state.plan.pays:
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
    cells = sum(card < SIZE or card == CELL_BACK for card in hand)
    coordinate = many(N_("{n} coordinate card"), N_("{n} coordinate cards"), cells)
    if duel:
        names = ", ".join(str(text(cards.CAPTIONS[CARDS[c]])) for c in hand if SIZE <= c < CELL_BACK) or "-"
        return str(text(N_("{cells}; open: {names}"), cells=coordinate, names=names))
    held = many(N_("{n} card"), N_("{n} cards"), len(hand))
    return str(text(N_("{cards}, {n} assist"), cards=held, n=len(hand) - cells))
