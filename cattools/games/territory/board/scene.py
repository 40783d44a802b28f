"""The scene of a position as a seat sees it: the park with its stacks, the bonus track, the hand and the decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

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
    Shape,
    SizeHint,
    circle,
    corners,
    moved,
    rectangle,
)
from cattools.core.messages import N_, Text, many, text
from cattools.games.territory.board import shapes
from cattools.games.territory.board.input import USED, hand_area
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
from cattools.games.territory.rules.labels import colour, seat_name, stack_words
from cattools.games.territory.rules.scoring import totals
from cattools.games.territory.rules.state import Territory
from cattools.games.territory.rules.view import TerritoryView

PITCH = 68.0
CELL = 0.93 * PITCH
EDGE = 22.8  # margin for the letters and numbers
WIDE = 438.0
RIM = 4.0  # margin for the ring around a chosen card
IN_ROW = 6  # cards per row
PILES = 3  # number of piles; the cards being looked at, at most three, are shown instead of the piles
BELOW = (0.0, 18.0, 14.0)  # distance between the symbols of the cats below the top one, if there are one, two or three
TRACK, LAST = 30.0, 12  # height of the bonus track; points on its last field, which is also used for more points
FIELD = WIDE / (LAST + 1)
APART = 12.0  # distance between the symbols on a field of the track
PARK_ROOM = SizeHint(PITCH, least=46, best=160, weight=8)
TRACK_ROOM = SizeHint(FIELD, least=23, best=46)  # its smallest width is the park's smallest width
HAND_ROOM = SizeHint(shapes.WIDE, least=40, best=120, weight=2, near="hand")
DECKS_ROOM = SizeHint(shapes.WIDE, least=40, best=120, weight=1.5, near="hand")


@cache
def spot(cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = GRID.spots[cell]
    return (EDGE + CELL / 2 + x * PITCH, EDGE + CELL / 2 + y * PITCH)


def card_spot(number: int) -> Point:
    """Return the centre of the card with this number, counted from 0, in its row or rows."""
    row, column = divmod(number, IN_ROW)
    x, y = RIM + shapes.WIDE / 2, RIM + shapes.TALL / 2
    return (x + column * (shapes.WIDE + shapes.GAP), y + row * (shapes.TALL + shapes.GAP))


@cache
def ground() -> tuple[Shape, ...]:
    """Return the shapes of the empty park: frame, cells, letters and numbers."""
    drawn: list[Shape] = [Path(rectangle(0, 0, WIDE, WIDE, 18), "ground.territory.board")]
    cell = rectangle(-CELL / 2, -CELL / 2, CELL, CELL, 9.5)
    drawn += [Path(cell, "ground.territory.cell", at=spot(c)) for c in range(SIZE)]
    for n in range(SIDE):
        x, y = spot(n)[0], spot(n * SIDE)[1]
        drawn += [Label("ABCDEF"[n], (x, EDGE / 2), 13, "ink2"), Label(str(n + 1), (EDGE / 2, y), 13, "ink2")]
    return tuple(drawn)


@cache
def cat(seat: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of a player's cat, with the symbol of its colour on the forehead."""
    palette = COLOURS[seat]
    fill, rim, on = (f"players.{palette}.{part}" for part in ("fill", "rim", "on"))
    face, ears, *rest = icon("cat", size, main=fill, deep=rim, accent=on, ink=on)
    pale = Path(ears.d, ears.fill, ears.stroke, ears.width, ears.at, ears.scale, alpha=0.35)
    return (face, pale, *rest, *moved(icon(f"sign-{palette}", 0.22 * size, main=on), (0, -0.105 * size)))


@cache
def sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of the symbol of a colour, with its outline."""
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
    drawn = moved(cat(top, 47.6), (0, -4.8))
    for n, seat in enumerate(reversed(below)):
        drawn += moved(sign(seat, 13.6), (left + apart * n, 25.2))
    return Piece(NAMES[cell], spot(cell), drawn, PITCH)


@cache
def _treasure(cell: int, value: int | None) -> Piece:
    """Return a treasure as a piece: a chest, or a gem if it is face up (its value is a separate label)."""
    if value is None:
        drawn = icon("treasure", 31.3, main="ground.territory.mark", accent="ground.territory.cell")
    else:
        drawn = moved(icon("gem", 26, main="ground.territory.mark", light="ground.territory.line"), (0, -9))
    return Piece(NAMES[cell], spot(cell), drawn, PITCH)


@cache
def _discarded(cell: int, count: int) -> tuple[Path, ...]:
    """Return a dot at the left edge of a cell for each of its discarded cards (`territory.discards`)."""
    x, y = spot(cell)
    dots = "".join(circle(2.3, (0, 7.0 * n)) for n in range(count))
    return (Path(dots, "ink2", at=(x - CELL / 2 + 4.4, y - 3.5 * (count - 1))),)


def _field(points: int) -> Point:
    """Return the centre of a field of the bonus track."""
    return (FIELD * (points + 0.5), TRACK / 2)


@cache
def _track_ground() -> tuple[Shape, ...]:
    field = rectangle(1.5 - FIELD / 2, 3 - TRACK / 2, FIELD - 3, TRACK - 6, 6)
    fields = (Path(field, "ground.territory.cell", at=_field(points)) for points in range(LAST + 1))
    return (Path(rectangle(0, 0, WIDE, TRACK, 9), "ground.territory.board"), *fields)


def _track(bonus: tuple[int, ...]) -> Part:
    """Return the bonus track, with each player's symbol on the field of their points."""
    above: list[Shape] = []
    for points in range(LAST + 1):
        x, y = _field(points)
        here = [seat for seat, paid in enumerate(bonus) if min(paid, LAST) == points]
        number = str(text(N_("{n}+"), n=points)) if points == LAST else str(points)
        if not here:
            above.append(Label(number, (x, y), 14, "ink2"))
        for n, seat in enumerate(here):
            across = (n % 2 - 0.5) * APART if len(here) > 1 else 0.0
            down = (n // 2 - 0.5) * APART if len(here) > 2 else 0.0
            above += moved(sign(seat, 10.5 if len(here) > 2 else 13), (x + across, y + down))
    return Part("track", (WIDE, TRACK), TRACK_ROOM, ground=_track_ground(), above=tuple(above))


def _area(cell: int, view: TerritoryView) -> Area:
    """Return a cell's area; its name has the stack or treasure, whether the cell would turn, and the cards used."""
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


class CardOrPile(NamedTuple):
    """A card or pile on the table: its area, its name for screen readers and its shapes."""

    area: str
    words: Text
    shapes: tuple[Shape, ...]


def _row(part: str, size_hint: SizeHint, group: Text, cards: Sequence[CardOrPile], spaces: int) -> Part:
    """Return cards or piles in rows, with outlines for `spaces` of them."""
    columns, rows = min(spaces, IN_ROW), -(-spaces // IN_ROW)
    wide, tall = (
        2 * RIM + n * (long + shapes.GAP) - shapes.GAP for n, long in ((columns, shapes.WIDE), (rows, shapes.TALL))
    )
    areas = tuple(
        Area(
            card.area,
            str(card.words),
            card_spot(n),
            corners(card_spot(n), shapes.WIDE, shapes.TALL),
            shapes.WIDE,
            holds=True,
        )
        for n, card in enumerate(cards)
    )
    groups = (Group(str(group), (areas,), "group"),) if areas else ()
    above = tuple(shape for card in cards for shape in card.shapes)
    return Part(
        part, (wide, tall), size_hint, groups, shapes.outlines(tuple(map(card_spot, range(spaces)))), above=above
    )


def _own_cards(view: TerritoryView, part: str, group: Text, hands: Sequence[bytes], dealt: int) -> Part:
    """Return the cards in the seat's own hand, none for a spectator, with outlines for as many cards as were dealt.

    If a position read from notation has a larger hand, the outlines are for that hand.
    """
    own = hands[view.seat] if view.seat is not None else b""
    seen, cards = dict.fromkeys(own, 0), list[CardOrPile]()
    for n, card in enumerate(own):
        seen[card] += 1
        cards.append(
            CardOrPile(hand_area(CARDS[card], seen[card]), shapes.words(card), shapes.face(card, card_spot(n)))
        )
    return _row(part, HAND_ROOM, group, cards, max(dealt, *map(len, hands)))


def _hands(view: TerritoryView) -> Iterator[Part]:
    """Yield the seat's own hand; in the game for two, the open assist cards are a separate part."""
    table, hands, who = view.state.plan, view.state.hands, seat_name(view.seat or 0)
    if table.duel:
        hands = tuple(bytes(card for card in hand if _is_coordinate(card)) for hand in hands)
    yield _own_cards(view, "hand", text(N_("Hand of {who}"), who=who), hands, sum(table.hand))
    if table.duel:
        assist = tuple(bytes(card for card in hand if not _is_coordinate(card)) for hand in view.state.hands)
        words = text(N_("Assist cards of {who}"), who=who)
        yield _own_cards(view, "assist", words, assist, len(table.assist) // table.seats)


def _is_coordinate(card: int) -> bool:
    return card < SIZE or card == CELL_BACK


def _piles(state: Territory) -> Part:
    """Return the decks and the used pile, or the cards being looked at."""
    step, duel = state.step, state.plan.duel
    deck = len(state.cell_deck) + (state.ended_by is None and not duel)  # END is in the deck as well
    words = many(N_("Coordinate deck, {n} card"), N_("Coordinate deck, {n} cards"), deck)
    piles = [CardOrPile("deck.cells", words, shapes.back(CELL_BACK, card_spot(0), deck))]
    if step.looked:
        piles = [
            CardOrPile(f"look.{n + 1}", shapes.words(card), shapes.face(card, card_spot(n)))
            for n, card in enumerate(step.looked)
        ]
    elif not duel:
        left = len(state.assist_deck) + len(state.bottom)
        assist = many(N_("Assist deck, {n} card"), N_("Assist deck, {n} cards"), left)
        used = many(N_("Used assist cards, {n} card"), N_("Used assist cards, {n} cards"), len(state.used))
        if state.used:
            used = text(N_("{cards}: {kinds}"), cards=used, kinds=shapes.counted(state.used))
        piles.append(CardOrPile("deck.assist", assist, shapes.back(ASSIST_BACK, card_spot(1), left)))
        piles.append(CardOrPile(USED, used, shapes.used(state.used, card_spot(2))))
    return _row("decks", DECKS_ROOM, text(N_("Decks")), piles, 1 if duel else PILES)


def _park(view: TerritoryView) -> Part:
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
    for cell in set(view.discards):
        above += _discarded(cell, view.discards.count(cell))
    rows = tuple(tuple(_area(cell, view) for cell in row) for row in GRID.rows)
    group = Group(str(text(N_("Park"))), rows)
    return Part("park", (WIDE, WIDE), PARK_ROOM, (group,), ground(), tuple(pieces), tuple(above))


def scene(view: TerritoryView, look: Look) -> Scene:  # noqa: ARG001 - all games share this signature
    """Return the scene of a seat's view, with its own hand only."""
    state = view.state
    track = (_track(state.bonus),) if state.plan.pays else ()
    return Scene(str(summary(state)), (_park(view), *track, *_hands(view), _piles(state)))


def summary(state: Territory) -> Text:
    """Return the position in one sentence."""
    cells = many(N_("{n} cell with cats"), N_("{n} cells with cats"), sum(state.tops).bit_count())
    sums = ", ".join(str(text(N_("{who} {n}"), who=seat_name(seat), n=n)) for seat, n in enumerate(totals(state)))
    return text(N_("{status} {cells}. Points so far: {sums}."), status=status(state), cells=cells, sums=sums)


def panels(view: TerritoryView) -> tuple[Panel, ...]:
    """Return a panel for each player: cells and cats, treasures, bonus points, and cards, or the sum after the game."""
    state = view.state
    over, duel = view.to_move is None, state.plan.duel
    all_panels = []
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
            rows.append((_hand_words(hand, duel=duel), icon("card-back", 18, main="ink2", accent="surface")))
        shown = tuple((str(words), (picture,)) for words, picture in rows)
        plain = shown[1:-1] if over else shown[1:]
        all_panels.append(Panel(seat, cat(seat, 40), str(seat_name(seat)), shown, plain))
    return tuple(all_panels)


def _hand_words(hand: bytes, *, duel: bool) -> str:
    cells = sum(map(_is_coordinate, hand))
    coordinate = many(N_("{n} coordinate card"), N_("{n} coordinate cards"), cells)
    if duel:
        names = ", ".join(str(text(shapes.CAPTIONS[CARDS[c]])) for c in hand if SIZE <= c < CELL_BACK) or "-"
        return str(text(N_("{cells}; open: {names}"), cells=coordinate, names=names))
    cards = many(N_("{n} card"), N_("{n} cards"), len(hand))
    return str(text(N_("{cards}, {n} assist"), cards=cards, n=len(hand) - cells))
