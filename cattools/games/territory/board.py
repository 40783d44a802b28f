"""The board of Neko Neko Territory: its scene, and what presses on it mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from cattools.core import selection
from cattools.core.display import scene as display
from cattools.core.display.icons import icon
from cattools.core.display.scene import Label, Mark, MarkKind, Part, Path, Piece, Point, Shape, moved, number, rectangle
from cattools.core.game import Preview
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, commas, integer, listed, many, text
from cattools.games.territory import components, position
from cattools.games.territory.components import CELL_BACK, GRID, NAMES, SIZE, Action, Block, Keep, Place, Swap, Use
from cattools.games.territory.effects import status, who_is_asked
from cattools.games.territory.position import RAY, Lines, Placement, Territory, TerritoryView, bonus_points, tops_with

# --- shapes ----------------------------------------------------------------------------------------------------

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
        "Assist card, any empty cell: put a cat on any cell without cats; cells in its row and column may flip"
    ),
    "column": N_("Assist card, column: put a cat over another player's; only cells in its column may flip"),
    "row": N_("Assist card, row: put a cat over another player's; only cells in its row may flip"),
    "double": N_("Assist card, double turn: draw a coordinate card, then take another action"),
    "search": N_("Assist card, look at three: look at three assist cards and keep one"),
    "block": N_("Assist card, block: on another player's turn, your cells do not flip"),
}


def words(card: int) -> Text:
    """Return a card in words."""
    if card < SIZE:
        return text(N_("Coordinate card {cell}"), cell=NAMES[card])
    if card in (CELL_BACK, components.ASSIST_BACK):
        return text(N_("Coordinate card, face down") if card == CELL_BACK else N_("Assist card, face down"))
    return text(DESCRIPTIONS[components.CARDS[card]])


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
    return "".join(display.circle(0.97, (STEP * (x - 2.5), STEP * (y - 2.5))) for x, y in GRID.spots)


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
    if card in (CELL_BACK, components.ASSIST_BACK):
        return back(card, at)
    sheet = moved(_sheet("surface"), at)
    if card < SIZE:
        (column, row), top = GRID.spots[card], y + 21
        here = (x + STEP * (column - 2.5), top + STEP * (row - 2.5))
        dots = (Path(_dots(), "ink2", at=(x, top)), Path(display.circle(3), "go", at=here))
        return (*sheet, Label(NAMES[card], (x, y - 17), 23, "ink", 700), *dots)
    kind = components.CARDS[card]
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
    kinds = (components.CARDS[kind] for kind in sorted(set(used)))
    return commas(str(text(N_("{n} {kind}"), n=used.count(components.CARD[k]), kind=text(CAPTIONS[k]))) for k in kinds)


def used(pile: bytes, at: Point) -> tuple[Shape, ...]:
    """Return the shapes of the pile of discarded assist cards, which is face up: each kind with its number of cards."""
    x, y = at
    shown: list[Shape] = [Label(str(text(N_("discard {n}"), n=len(pile))), (x, y + 34), 12, "ink2")]
    for n, kind in enumerate(sorted(set(pile))):
        left, top = x - 15 + 30 * (n % 2), y - 32 + 23 * (n // 2)
        shown += moved(_picture(components.CARDS[kind]), (left - 5, top), 0.4)
        shown.append(Label(str(pile.count(kind)), (left + 9, top), 13, "ink", 700))
    return tuple(shown)


# --- scene -----------------------------------------------------------------------------------------------------

PITCH = 68.0
CELL = 0.93 * PITCH
EDGE = 22.8  # margin for the letters and numbers
PARK = 438.0
RIM = 4.0  # margin for the ring around a chosen card
IN_ROW = 6  # cards per row
PILES = 3  # number of piles; the cards being looked at, at most three, are shown instead of the piles
BELOW = (0.0, 18.0, 14.0)  # distance between the symbols of the cats below the top one, if there are one, two or three
TRACK, LAST = 30.0, 12  # height of the bonus track; points on its last field, which is also used for more points
FIELD = PARK / (LAST + 1)
APART = 12.0  # distance between the symbols on a field of the track
PARK_ROOM = display.SizeHint(PITCH, least=46, best=160, weight=8)
TRACK_ROOM = display.SizeHint(FIELD, least=23, best=46)  # its smallest width is the park's smallest width
HAND_ROOM = display.SizeHint(WIDE, least=40, best=132, weight=2, near="hand")
DECKS_ROOM = display.SizeHint(WIDE, least=40, best=132, weight=1.5, near="hand")


@cache
def spot(cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = GRID.spots[cell]
    return (EDGE + CELL / 2 + x * PITCH, EDGE + CELL / 2 + y * PITCH)


def card_spot(number: int) -> Point:
    """Return the centre of the card with this number, counted from 0, in rows of `IN_ROW` cards."""
    row, column = divmod(number, IN_ROW)
    x, y = RIM + WIDE / 2, RIM + TALL / 2
    return (x + column * (WIDE + GAP), y + row * (TALL + GAP))


@cache
def ground() -> tuple[Shape, ...]:
    """Return the shapes of the empty park: frame, cells, letters and numbers."""
    drawn: list[Shape] = [Path(rectangle(0, 0, PARK, PARK, 18), "ground.territory.board")]
    cell = rectangle(-CELL / 2, -CELL / 2, CELL, CELL, 9.5)
    drawn += [Path(cell, "ground.territory.cell", at=spot(c)) for c in range(SIZE)]
    for n in range(components.SIDE):
        x, y = spot(n)[0], spot(n * components.SIDE)[1]
        drawn += [Label("ABCDEF"[n], (x, EDGE / 2), 13, "ink2"), Label(str(n + 1), (EDGE / 2, y), 13, "ink2")]
    return tuple(drawn)


@cache
def cat(seat: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of a player's cat, with the symbol of its colour on the forehead."""
    palette = components.COLOURS[seat]
    fill, rim, on = (f"players.{palette}.{part}" for part in ("fill", "rim", "on"))
    face, ears, *rest = icon("cat", size, main=fill, deep=rim, accent=on, ink=on)
    pale = Path(ears.d, ears.fill, ears.stroke, ears.width, ears.at, ears.scale, alpha=0.35)
    return (face, pale, *rest, *moved(icon(f"sign-{palette}", 0.22 * size, main=on), (0, -0.105 * size)))


@cache
def sign(seat: int, size: float) -> tuple[Path, ...]:
    """Return the shapes of the symbol of a colour, with its outline."""
    palette = components.COLOURS[seat]
    (shape,) = icon(f"sign-{palette}", size, main=f"players.{palette}.fill")
    outline = Path(shape.d, stroke=f"players.{palette}.rim", width=6, at=shape.at, scale=shape.scale)
    return (outline, shape)


@cache
def _stack(cell: int, stack: int) -> Piece:
    *below, top = components.STACKS[stack]
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
    dots = "".join(display.circle(2.3, (0, 7.0 * n)) for n in range(count))
    return (Path(dots, "ink2", at=(x - CELL / 2 + 4.4, y - 3.5 * (count - 1))),)


def _field(points: int) -> Point:
    """Return the centre of a field of the bonus track."""
    return (FIELD * (points + 0.5), TRACK / 2)


@cache
def _track_ground() -> tuple[Shape, ...]:
    field = rectangle(1.5 - FIELD / 2, 3 - TRACK / 2, FIELD - 3, TRACK - 6, 6)
    fields = (Path(field, "ground.territory.cell", at=_field(points)) for points in range(LAST + 1))
    return (Path(rectangle(0, 0, PARK, TRACK, 9), "ground.territory.board"), *fields)


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
    return Part("track", (PARK, TRACK), TRACK_ROOM, ground=_track_ground(), above=tuple(above))


def cell_area(cell: int, words: Text, *, holds: bool) -> display.Area:
    """Return a cell's area with this name; `holds` says whether there is a stack on it."""
    return display.Area(NAMES[cell], str(words), spot(cell), display.corners(spot(cell), CELL, CELL), PITCH, holds)


def park(areas: Sequence[display.Area], pieces: Sequence[Piece], above: Sequence[Shape]) -> Part:
    """Return the park with these areas, in the order of the cells, and what is drawn on them."""
    rows = tuple(tuple(areas[cell] for cell in row) for row in GRID.rows)
    group = display.Group(str(text(N_("Park"))), rows)
    return Part("park", (PARK, PARK), PARK_ROOM, (group,), ground(), tuple(pieces), tuple(above))


def _area(cell: int, view: TerritoryView) -> display.Area:
    """Return a cell's area; its name has the stack or treasure, whether the cell would flip, and its discards."""
    state = view.state
    stack, value = state.stacks[cell], state.plan.layout[cell]
    if stack:
        words = text(N_("{cell}, {stack}"), cell=NAMES[cell], stack=components.stack_words(stack))
    elif state.plan.game == "basic":
        words = text(N_("{cell}, treasure face down"), cell=NAMES[cell])
    elif value is not None:
        words = text(N_("{cell}, treasure of {value}"), cell=NAMES[cell], value=value)
    else:
        words = text(N_("{cell}, empty"), cell=NAMES[cell])
    if state.step.asked and sum(state.lines) >> cell & 1:
        if any(state.tops[seat] >> cell & 1 for seat in state.step.blocks):
            words = text(N_("{cell}, protected by a block"), cell=words)
        else:
            words = text(N_("{cell}, would flip to {colour}"), cell=words, colour=components.colour(state.turn))
    if count := view.discards.count(cell):
        words = many("{cell}, {n} card discarded", "{cell}, {n} cards discarded", count, cell=words)
    return cell_area(cell, words, holds=bool(stack))


class CardOrPile(NamedTuple):
    """A card or pile on the table: its area, its name for screen readers and its shapes."""

    area: str
    words: Text
    shapes: tuple[Shape, ...]


def _row(part: str, size_hint: display.SizeHint, group: Text, cards: Sequence[CardOrPile], spaces: int) -> Part:
    """Return cards or piles in rows, with outlines for `spaces` of them."""
    columns, rows = min(spaces, IN_ROW), -(-spaces // IN_ROW)
    wide, tall = (2 * RIM + n * (long + GAP) - GAP for n, long in ((columns, WIDE), (rows, TALL)))
    areas = tuple(
        display.Area(
            card.area, str(card.words), card_spot(n), display.corners(card_spot(n), WIDE, TALL), WIDE, holds=True
        )
        for n, card in enumerate(cards)
    )
    groups = (display.Group(str(group), (areas,), "group"),) if areas else ()
    above = tuple(shape for card in cards for shape in card.shapes)
    return Part(part, (wide, tall), size_hint, groups, outlines(tuple(map(card_spot, range(spaces)))), above=above)


def _own_cards(view: TerritoryView, part: str, group: Text, hands: Sequence[bytes], dealt: int) -> Part:
    """Return the cards in the seat's own hand, none for a spectator, with outlines for as many cards as were dealt.

    If a position read from notation has a larger hand, the outlines are for that hand.
    """
    own = hands[view.seat] if view.seat is not None else b""
    seen, cards = dict.fromkeys(own, 0), list[CardOrPile]()
    for n, card in enumerate(own):
        seen[card] += 1
        cards.append(CardOrPile(hand_area(components.CARDS[card], seen[card]), words(card), face(card, card_spot(n))))
    return _row(part, HAND_ROOM, group, cards, max(dealt, *map(len, hands)))


def _hands(view: TerritoryView) -> Iterator[Part]:
    """Yield the seat's own hand; in the game for two, the open assist cards are a separate part."""
    table, hands, who = view.state.plan, view.state.hands, components.seat_name(view.seat or 0)
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
    """Return the decks and the discard pile, or the cards being looked at."""
    step, duel = state.step, state.plan.duel
    deck = len(state.cell_deck) + (state.ended_by is None and not duel)  # END is in the deck as well
    title = many("Coordinate deck, {n} card", "Coordinate deck, {n} cards", deck)
    piles = [CardOrPile("deck.cells", title, back(CELL_BACK, card_spot(0), deck))]
    if step.looked:
        piles = [
            CardOrPile(f"look.{n + 1}", words(card), face(card, card_spot(n))) for n, card in enumerate(step.looked)
        ]
    elif not duel:
        left = len(state.assist_deck) + len(state.bottom)
        assist = many("Assist deck, {n} card", "Assist deck, {n} cards", left)
        title = many("Discarded assist cards, {n} card", "Discarded assist cards, {n} cards", len(state.used))
        if state.used:
            title = text(N_("{cards}: {kinds}"), cards=title, kinds=counted(state.used))
        piles.append(CardOrPile("deck.assist", assist, back(components.ASSIST_BACK, card_spot(1), left)))
        piles.append(CardOrPile(USED, title, used(state.used, card_spot(2))))
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
    return park([_area(cell, view) for cell in range(SIZE)], pieces, above)


def scene(view: TerritoryView, look: display.Look) -> display.Scene:  # noqa: ARG001 - all games share this signature
    """Return the scene of a seat's view, with its own hand only."""
    state = view.state
    track = (_track(state.bonus),) if state.plan.pays else ()
    return display.Scene(str(summary(state)), (_park(view), *track, *_hands(view), _piles(state)))


def summary(state: Territory) -> Text:
    """Return the position in one sentence."""
    cells = many("{n} cell with cats", "{n} cells with cats", sum(state.tops).bit_count())
    sums = commas(
        str(text(N_("{who} {n}"), who=components.seat_name(seat), n=n)) for seat, n in enumerate(position.totals(state))
    )
    return text(N_("{status} {cells}. Points so far: {sums}."), status=status(state), cells=cells, sums=sums)


def panels(view: TerritoryView) -> tuple[display.Panel, ...]:
    """Return a panel for each player: cells and cats, treasures, bonus points, and cards, or the sum after the game."""
    state = view.state
    over, duel = view.to_move is None, state.plan.duel
    all_panels = []
    for seat, top in enumerate(state.tops):
        cats = sum(components.HEIGHT[state.stacks[c]] for c in range(SIZE) if top >> c & 1)
        treasure, bonus, hand = sum(state.won[seat]), state.bonus[seat], state.hands[seat]
        cells = many("{n} cell", "{n} cells", top.bit_count())
        standing = text(
            N_("{cells}, {cats}"), cells=cells, cats=many("territory\x04{n} cat", "territory\x04{n} cats", cats)
        )
        rows: list[tuple[str | Text, tuple[Path, ...]]] = [(standing, cat(seat, 20))]
        if not duel:
            rows.append((text(N_("treasures: {n}"), n=treasure), icon("gem", 18, main="ink2", light="surface")))
        if state.plan.pays:
            rows.append((text(N_("bonus: {n}"), n=bonus), icon("spark", 18, main="ink2")))
        if over:
            points = many("{n} point", "{n} points", cats + treasure + bonus)
            rows.append((text(N_("total: {points}"), points=points), icon("yes", 18, main="ink2", light="surface")))
        else:
            rows.append((_hand_words(hand, duel=duel), icon("card-back", 18, main="ink2", accent="surface")))
        shown = tuple((str(words), (picture,)) for words, picture in rows)
        plain = shown[1:-1] if over else shown[1:]
        table = _table(state, seat, cats, over=over)
        all_panels.append(
            display.Panel(seat, cat(seat, 40), str(components.seat_name(seat)), shown, plain, cells=table)
        )
    return tuple(all_panels)


def _table(state: Territory, seat: int, cats: int, *, over: bool) -> tuple[display.Cell, ...]:
    """Return what a player's panel says, as the cells of a table."""
    duel, treasure, bonus, hand = state.plan.duel, sum(state.won[seat]), state.bonus[seat], state.hands[seat]
    found = [(text(N_("cells")), integer(state.tops[seat].bit_count())), (text(N_("cats")), integer(cats))]
    if not duel:
        found.append((text(N_("treasures")), integer(treasure)))
    if state.plan.pays:
        found.append((text(N_("bonus")), integer(bonus)))
    if over:
        found.append((text(N_("total")), integer(cats + treasure + bonus)))
    elif duel:
        found.append((text(N_("cards")), _hand_words(hand, duel=True)))
    else:
        found += [(text(N_("cards")), integer(len(hand))), (text(N_("assist")), integer(_assists(hand)))]
    return tuple(display.Cell(str(title), value) for title, value in found)


def _assists(hand: bytes) -> int:
    """Return the number of assist cards in a hand."""
    return sum(not _is_coordinate(card) for card in hand)


def _hand_words(hand: bytes, *, duel: bool) -> str:
    cells = sum(map(_is_coordinate, hand))
    coordinate = many("{n} coordinate card", "{n} coordinate cards", cells)
    if duel:
        names = commas(str(text(CAPTIONS[components.CARDS[c]])) for c in hand if SIZE <= c < CELL_BACK) or "-"
        return str(text(N_("{cells}; face up: {names}"), cells=coordinate, names=names))
    cards = many("{n} card", "{n} cards", len(hand))
    return str(text(N_("{cards}, {n} assist"), cards=cards, n=len(hand) - cells))


# --- presses ---------------------------------------------------------------------------------------------------

USED = "used"


def hand_area(card: str, copy: int = 1) -> str:
    """Return the area of a card in the hand."""
    return f"hand.{card}" if copy == 1 else f"hand.{card}.{copy}"


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action; a card that needs no cell is put on the discard pile."""
    without_cell = isinstance(action, Use) and not action.at
    return (components.ACTIONS.presses(action)[0], USED) if without_cell else components.ACTIONS.presses(action)


def action_from_presses(state: Territory, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that the pressed areas mean, legal or not, or None if more presses are needed."""
    *before, area = pressed
    card = before[-1].split(".")[1] if before and before[-1].startswith("hand.") else ""
    if area in GRID.index:
        return Use(card, area) if card in components.PLACING else Block() if card == "block" else Place(area)
    kind, _, rest = area.partition(".")
    if kind == "look":
        return Keep(int(rest))
    if kind == "hand":
        return Block() if rest.startswith("block") and state.step.asked else None
    if not card:
        return None
    if kind == "deck":
        return Swap(card, rest)
    return Block() if card == "block" else Use(card) if components.CARD[card] >= SIZE else Place(card)


def selection_marks(state: Territory, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks of possible next presses, of the selected coordinate card's cell, and of cells about to flip."""
    marks = selection.selection_marks(state, pressed)
    step = state.step
    if step.placed and step.asked:
        blocked = sum(state.tops[seat] for seat in step.blocks)
        threatened = (
            Mark(MarkKind.PROTECTED if blocked >> c & 1 else MarkKind.CHANGED, NAMES[c]) for c in bits(sum(state.lines))
        )
        return (*marks, Mark(MarkKind.SELECTED, NAMES[step.placed.cell]), *threatened)
    if len(pressed) == 1 and pressed[0].startswith("hand."):
        at = pressed[0].split(".")[1]
        if at in GRID.index and state.allows(Place(at)):
            return (*marks, Mark(MarkKind.LEGAL, at))
    return marks


# --- preview ---------------------------------------------------------------------------------------------------


def preview(view: TerritoryView, action: Action) -> Preview:
    """Return the cells that a placement would flip and what it would earn, or the cells that a block would keep."""
    if isinstance(action, Block) and view.state.step.asked:
        return _blocking(view.state)
    if isinstance(action, Place):
        return _placing(view.state, Placement(GRID.index[action.at], GRID.index[action.at]))
    if isinstance(action, Use) and action.at:
        return _placing(view.state, Placement(GRID.index[action.at], components.CARD[action.card]))
    return Preview()


def _placing(state: Territory, placed: Placement) -> Preview:
    cell, tops = placed.cell, tops_with(state.tops, state.turn, placed.cell)
    lines = position.turned(placed, tops, state.turn)
    outwards = [c for way in RAY[cell] for c in way if sum(lines) >> c & 1]
    sentences = (
        *_treasure_sentences(state, cell),
        *_turning(state, cell, outwards),
        *_bonus(state, lines),
        *_after(state, tops, lines),
    )
    return Preview(tuple(Mark(MarkKind.CHANGED, NAMES[c]) for c in outwards), sentences)


def _treasure_sentences(state: Territory, cell: int) -> Iterator[Text]:
    """Yield the treasure to be taken on a cell, without its value if it is face down (`territory.place.empty`)."""
    value = state.plan.layout[cell]
    if state.stacks[cell]:
        return
    if state.plan.treasures:
        yield text(N_("Takes the treasure."))
    elif value is not None:
        yield many("Takes the treasure of {n} point.", "Takes the treasure of {n} points.", value)


def _turning(state: Territory, cell: int, outwards: list[int]) -> Iterator[Text]:
    """Yield the cells that would flip, and those where a cat only comes to the top (`territory.flip.restack`)."""
    own = components.colour(state.turn)
    if outwards:
        yield text(N_("Flips {cells} to {colour}."), cells=_names(outwards), colour=own)
    else:
        yield text(N_("Flips no cells."))
    if raised := [c for c in (cell, *outwards) if state.turn in components.STACKS[state.stacks[c]]]:
        yield text(N_("Brings the {colour} cat up from below on {cells}."), cells=_names(raised), colour=own)


def _bonus(state: Territory, lines: Lines) -> Iterator[Text]:
    if state.plan.pays and (points := bonus_points(lines)):
        yield many("Scores {n} bonus point.", "Scores {n} bonus points.", points)


def _after(state: Territory, tops: tuple[int, ...], lines: Lines) -> Iterator[Text]:
    """Yield who could block, and whether the park would be full."""
    if asked := who_is_asked(state, tops, lines):
        yield text(N_("{who} may answer with a block."), who=listed([components.seat_name(seat) for seat in asked]))
    if sum(tops) == components.EVERYWHERE:
        yield text(N_("Fills the park and ends the game."))


def _blocking(state: Territory) -> Preview:
    seat, lines, blocks = state.step.asked[0], state.lines, state.step.blocks
    protected = [*bits(sum(lines) & state.tops[seat])]
    sentences = [text(N_("Keeps {cells} {colour}."), cells=_names(protected), colour=components.colour(seat))]
    if state.plan.pays:
        points, less = (bonus_points(position.unblocked(state.tops, lines, by)) for by in (blocks, (*blocks, seat)))
        if less < points:
            sentence = N_("Bonus points for {who}: {n} instead of {points}.")
            sentences.append(text(sentence, who=components.seat_name(state.turn), n=less, points=points))
    return Preview(tuple(Mark(MarkKind.PROTECTED, NAMES[c]) for c in protected), tuple(sentences))


def _names(cells: list[int]) -> str:
    return listed([NAMES[c] for c in cells])
