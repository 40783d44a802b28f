"""The board of Cat in the Box: its scene, and what presses on it mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from cattools.core.display import scene as display
from cattools.core.display.icons import icon
from cattools.core.display.scene import Area, Cell, Label, Part, Path, Piece, Point, Shape, SizeHint, moved, rectangle
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, commas, integer, listed, many, semicolons, text
from cattools.games.catbox import components, position
from cattools.games.catbox.components import HAND, SEATS, Action, ResearchBoard, colour_word, copies, numbers, seat_name
from cattools.games.catbox.effects import status
from cattools.games.catbox.position import DEAL, DISCARD, REVEAL, Catbox, CatboxView

# --- shapes ----------------------------------------------------------------------------------------------------

TOKEN = 18.6
CARD = (46.0, 64.0)
TRICK = (54.0, 74.0)
RAISED = 5.0  # offset of the winning card of a trick
FAN = 6.0  # offset of each further copy of a card


@cache
def token(seat: int, radius: float = TOKEN) -> tuple[Path, ...]:
    """Return the shapes of a seat's token: a disc with a lip, and the seat's mark."""
    palette = f"seats.{SEATS[seat]}"
    return (
        Path(display.circle(radius), f"{palette}.deep", at=(0, radius * 0.18)),
        Path(display.circle(radius), f"{palette}.fill", f"{palette}.rim", 1.2),
        *icon(f"seat-{seat + 1}", radius * 0.92, main=f"{palette}.on"),
    )


@cache
def observed_token() -> tuple[Path, ...]:
    """Return the shapes of the neutral token, with a paw, on a cell observed before the round."""
    return (
        Path(display.circle(TOKEN), "ground.catbox.line", "ground.catbox.mark", 1.2, dash=(3, 3)),
        *icon("paw", TOKEN * 1.1, main="ground.catbox.mark"),
    )


def _card(size: Point = CARD, fill: str = "surface", rim: str = "line", lip: str = "line") -> tuple[Path, ...]:
    wide, tall = size
    shape = rectangle(-wide / 2, -tall / 2, wide, tall, 8)
    return (Path(shape, lip, at=(0, 3)), Path(shape, fill, rim, 1.2))


def _corner(size: Point, seat: int) -> tuple[Path, ...]:
    """Return a seat's small token on the upper right corner of a card."""
    return moved(token(seat, 9.5), (size[0] / 2 - 5, -size[1] / 2 + 2))


@cache
def hand_cards(copies: int) -> tuple[Path, ...]:
    """Return the shapes of hand cards with the same number, fanned upwards; the caller adds the number as a label."""
    shapes = [s for n in reversed(range(copies)) for s in moved(_card(), (0, -FAN * n))]
    if copies == 1:
        shapes += moved(icon("cat", 15, main="line", accent="surface", ink="surface"), (0, 20))
    return tuple(shapes)


@cache
def trick_card(colour: str, seat: int, *, taker: bool) -> tuple[Path, ...]:
    """Return the shapes of a trick's card in its colour, with its player's token; the winning card is raised."""
    palette = f"players.{colour}"
    shapes = (
        *_card(TRICK, f"{palette}.fill", f"{palette}.rim", f"{palette}.deep"),
        *moved(icon(f"sign-{colour}", 17, main=f"{palette}.on"), (0, 21)),
        *_corner(TRICK, seat),
    )
    return moved(shapes, (0, -RAISED if taker else 0))


@cache
def missing_trick_card(seat: int) -> tuple[Path, ...]:
    """Return the outline for a card that a seat has still to play."""
    outline = rectangle(-TRICK[0] / 2, -TRICK[1] / 2, *TRICK, 8)
    return (Path(outline, stroke="ground.catbox.mark", width=1.4, dash=(6, 5)), *_corner(TRICK, seat))


@cache
def prediction_card(seats: tuple[int, ...]) -> tuple[Path, ...]:
    """Return the shapes of a printed prediction: its card and, in two rows, the tokens of the players who made it."""
    in_row, apart, radius = (2, 20.0, 8.2) if len(seats) < 5 else (3, 14.4, 7.0)
    shapes = _card()
    for n, seat in enumerate(seats):
        row, column = divmod(n, in_row)
        last = min(len(seats) - row * in_row, in_row) - 1
        shapes += moved(token(seat, radius), (apart * (column - last / 2), 1.0 + 17.0 * row))
    return shapes


@cache
def start_card(seat: int) -> tuple[Path, ...]:
    """Return the shapes of the round start player card with its holder's token."""
    wood = {part: f"wood.{part}" for part in ("deep", "light", "ink", "main", "accent")}
    box = moved(icon("cat-in-box", 30, **wood), (0, 4))
    return (*_card(fill="goWash"), *box, *_corner(CARD, seat))


@cache
def marker(colour: str, *, there: bool) -> tuple[Path, ...]:
    """Return the shapes for a colour of a player's own board: its mark, or a crossed-out circle if it is lost."""
    if there:
        return (
            Path(display.circle(10.5), f"players.{colour}.pale"),
            *icon(f"sign-{colour}", 13, main=f"players.{colour}.rim"),
        )
    return (
        Path(display.circle(9.6), stroke="ground.catbox.mark", width=1.4, dash=(2.4, 2.6)),
        Path("M-5 5L5-5", stroke="ground.catbox.mark", width=1.8),
    )


# --- scene -----------------------------------------------------------------------------------------------------

LEFT, TOP, EDGE = 50.0, 28.0, 8.0  # margins: left for the colour marks, top for the numbers, right without content
ROW_HEIGHT, MAX_PITCH, MAX_WIDTH = 60.0, 76.0, 560.0  # height of a row, maximum widths of a column and of the board
HAND_STEP, TRICK_STEP, PREDICTION_STEP = 56.0, 66.0, 52.0  # distance between the centres of neighbouring cards
HAND_AT, TRICK_AT, PREDICTION_AT = 62.0, 51.0, 42.0  # distance of the cards' centres from the top
HAND_HEIGHT, TRICK_HEIGHT, PREDICTION_HEIGHT = 100.0, 95.0, 80.0
START_WIDTH = 58.0  # the card and the token at its corner
HAND_ROOM = SizeHint(HAND_STEP, least=38.5, best=110, weight=2)
TRICK_ROOM = SizeHint(TRICK_STEP, least=38, best=110, weight=2)
PREDICTION_ROOM = SizeHint(PREDICTION_STEP, least=34, best=100, near="table")


def pitch(board: ResearchBoard) -> float:
    """Return the width of a column."""
    return min(MAX_PITCH, (MAX_WIDTH - LEFT - EDGE) / board.numbers)


def size(board: ResearchBoard) -> Point:
    """Return the size of the research board."""
    return (LEFT + EDGE + pitch(board) * board.numbers, TOP + 4 * ROW_HEIGHT + 6)


def spot(board: ResearchBoard, cell: int) -> Point:
    """Return the centre of a cell."""
    column, row = board.card(cell) - 1, board.colour(cell)
    return (LEFT + (column + 0.5) * pitch(board), TOP + (row + 0.5) * ROW_HEIGHT)


@cache
def ground(players: str) -> tuple[Shape, ...]:
    """Return the shapes of the empty research board: one row per colour, one column per number."""
    board = components.research_board(players)
    (whole, high), wide = size(board), pitch(board)
    shapes: list[Shape] = [Path(rectangle(1, 1, whole - 2, high - 2, 16), "ground.catbox.board", "line", 1.2)]
    for row, name in enumerate(board.colours):
        y = TOP + (row + 0.5) * ROW_HEIGHT
        shapes.append(Path(rectangle(6, y - 28, whole - 12, 56, 12), f"players.{name}.pale"))
        shapes += moved(icon(f"sign-{name}", 19, main=f"players.{name}.rim"), (28, y))
    cell = rectangle(-wide / 2 + 4, -25.8, wide - 8, 51.6, 10.8)
    shapes += (Path(cell, "surface", at=spot(board, c), alpha=0.72) for c in range(board.grid.size))
    shapes += (Label(str(n + 1), (spot(board, n)[0], 16), 19, "ink2") for n in range(board.numbers))
    return tuple(shapes)


def hand_spot(card: int) -> Point:
    """Return the centre of a number's cards in the hand."""
    return (HAND_STEP * (card - 0.5), HAND_AT)


@cache
def hand_ground(numbers: int) -> tuple[Shape, ...]:
    """Return an outline for each number in the hand."""
    place = rectangle(-CARD[0] / 2, -CARD[1] / 2, *CARD, 8)
    return tuple(Path(place, stroke="line", width=1, at=hand_spot(n), dash=(3, 5)) for n in range(1, numbers + 1))


def _cells(state: Catbox) -> tuple[tuple[tuple[Area, ...], ...], tuple[Piece, ...]]:
    """Return the cells of the research board, row by row, and the tokens on them."""
    board, rows, pieces = state.board, list[tuple[Area, ...]](), list[Piece]()
    for row in board.grid.rows:
        areas = []
        for cell in row:
            who, full, id_ = state.owner(cell), bool(state.filled >> cell & 1), board.grid.names[cell]
            content = text(N_("observed")) if full else text(N_("empty"))
            if who is not None:
                content = text(N_("token of {who}"), who=seat_name(who))
            facts = {"colour": colour_word(board, board.colour(cell)), "card": board.card(cell), "content": content}
            name, (x, y) = text(N_("{colour} {card}, {content}"), **facts), spot(board, cell)
            outline = display.corners((x, y), pitch(board), ROW_HEIGHT)
            areas.append(Area(id_, str(name), (x, y), outline, 52, full))
            if full:
                pieces.append(Piece(id_, (x, y - 1.5), observed_token() if who is None else token(who), 52))
        rows.append(tuple(areas))
    return tuple(rows), tuple(pieces)


def _outline(board: ResearchBoard, group: int) -> str:
    """Return the path data of an outline around a group, inside its cells so that two players' outlines never meet."""
    ways, step = board.grid.directions, board.grid.step
    half, inset = (pitch(board) / 2, ROW_HEIGHT / 2), (2.5, 1.5)
    lines = ""

    def inside(cell: int) -> bool:
        return cell >= 0 and bool(group >> cell & 1)

    for cell in bits(group):
        x, y = spot(board, cell)
        for way, near in zip(ways, step[cell], strict=True):
            if inside(near):
                continue
            across = 0 if way[1] else 1  # left and right sides are vertical
            ends = []
            for turn in (-1, 1):
                along = (-way[1] * turn, way[0] * turn)
                beside = step[cell][ways.index(along)]
                on = inside(beside)
                inner = on and inside(step[beside][ways.index(way)])
                # The side stops short of an outer corner, meets the next cell's side, or extends into an inner corner.
                far = half[across] + (inset[across] if inner else 0 if on else -inset[across])
                out = half[1 - across] - inset[1 - across]
                ends.append((x + way[0] * out + along[0] * far, y + way[1] * out + along[1] * far))
            lines += "M" + "L".join(f"{display.number(px)} {display.number(py)}" for px, py in ends)
    return lines


def _research(state: Catbox, look: display.Look) -> Part:
    """Return the research board, with an outline around each player's largest group (`catbox.score.bonus`)."""
    board, above, (cells, tokens) = state.board, list[Shape](), _cells(state)
    for seat, own in enumerate(state.tokens):
        group = board.group(own)
        if group.bit_count() > 1:  # outlines of single tokens would only clutter the board
            line, stroke = _outline(board, group), f"seats.{SEATS[seat]}.rim"
            above.append(Path(line, stroke=stroke, width=2.2, dash=(0.1, 5.0)))
    column = next((int(c[1:]) for c in look.chosen if c.startswith("h")), 0)
    if column:
        x = spot(board, column - 1)[0]
        band = rectangle(x - pitch(board) / 2 + 1, 5, pitch(board) - 2, TOP + 4 * ROW_HEIGHT - 2, 10)
        above.append(Path(band, stroke="go", width=1.8))
    other = (
        text(N_("With {n} players, the printed board shows its other side"), n=state.players)
        if board.other_face
        else ""
    )
    room, group_ = (
        SizeHint(pitch(board), least=34, best=190, weight=8),
        display.Group(str(text(N_("Research board"))), cells),
    )
    shapes = ground(state.options.word("players"))
    return Part("board", size(board), room, (group_,), shapes, tokens, tuple(above), caption=str(other))


def _row(
    name: str,
    title: Text,
    areas: Sequence[Area],
    size: Point,
    room: SizeHint,
    above: Sequence[Shape],
    *,
    caption: object,
    ground: tuple[Shape, ...] = (),
    pieces: Sequence[Piece] = (),
) -> Part:
    """Return a part with its areas side by side."""
    group = display.Group(str(title), (tuple(areas),), "group")
    return Part(name, size, room, (group,), ground, tuple(pieces), tuple(above), str(caption))


def _hand(view: CatboxView, look: display.Look) -> Part:
    state, areas, found, above = view.state, list[Area](), list[Piece](), list[Shape]()
    most = state.board.numbers
    own = state.hands[view.seat] if view.seat is not None else 0
    for card in range(1, most + 1):
        n, area, at = copies(own, card), HAND.format(card), hand_spot(card)
        fan = FAN * max(n - 1, 0)
        name = text(N_("no {card} in hand"), card=card)
        if n:
            name = many("{card} in hand", "{card} in hand, {n} copies", n, card=card)
        elif view.seat is None:
            name = text(N_("number {card}, the hand is hidden"), card=card)
        middle = (at[0], at[1] - fan / 2)
        outline = display.corners(middle, HAND_STEP - 2, CARD[1] + 4 + fan)  # as wide as a thumb on a phone
        areas.append(Area(area, str(name), middle, outline, CARD[0], n > 0))
        if n:
            found.append(Piece(area, at, hand_cards(n), CARD[0]))
            lift = 0.06 * CARD[0] if area in look.chosen else 0
            above.append(Label(str(card), (at[0], at[1] - 7 - lift), 28, "ink", 700))
            if n > 1:
                above.append(Label(f"\N{MULTIPLICATION SIGN}{n}", (at[0], at[1] + 20 - lift), 18, "ink2"))
    whose = text(N_("The hands are hidden"))
    if view.seat is not None:
        who, left = seat_name(view.seat), _colours_left(state, view.seat)
        whose = text(N_("The hand of {who}"), who=who)
        if state.markers[view.seat] != state.board.all_colours:
            # where the panels do not fit, only this caption shows which colours a player still has
            whose = text(N_("The hand of {who}: {colours}"), who=who, colours=left)
    size, empty = (HAND_STEP * most, HAND_HEIGHT), hand_ground(most)
    return _row("hand", text(N_("Hand")), areas, size, HAND_ROOM, above, caption=whose, ground=empty, pieces=found)


def _trick(state: Catbox) -> Part:
    """Return the part with the trick's cards in order of play; the cards never move, so they are shapes, not pieces."""
    board, trick, seats = state.board, state.trick, state.players
    areas, above = list[Area](), list[Shape]()
    taker = state.taker if len(trick) == seats else None
    for n in range(seats):
        seat = (state.leader + n) % seats
        at = (TRICK_STEP * (n + 0.5), TRICK_AT)
        if n < len(trick):
            row, card = board.colour(trick[n]), board.card(trick[n])
            name = text(N_("{who}: {colour} {card}"), who=seat_name(seat), colour=colour_word(board, row), card=card)
            above += moved(trick_card(board.colours[row], seat, taker=seat == taker), at)
            middle = (at[0], at[1] - 10 - (RAISED if seat == taker else 0))
            above.append(Label(str(card), middle, 29, f"players.{board.colours[row]}.on", 700))
        else:
            name = text(N_("{who}: no card yet"), who=seat_name(seat))
            above += moved(missing_trick_card(seat), at)
        outline = display.corners(at, TRICK[0] + 6, TRICK[1] + 8)
        areas.append(Area(SEATS[seat], str(name), at, outline, TRICK[0], n < len(trick)))
    caption = text(N_("First trick"))
    if taker is not None:
        caption = text(N_("Won by {who}"), who=seat_name(taker))
    elif trick:
        caption = text(N_("Led: {colour}"), colour=colour_word(board, board.colour(trick[0])))
    size = (TRICK_STEP * seats, TRICK_HEIGHT)
    return _row("trick", text(N_("Trick")), areas, size, TRICK_ROOM, above, caption=caption)


def _predictions(state: Catbox) -> Part:
    """Return the part with the printed predictions and the tokens of the players who made them."""
    areas, above = list[Area](), list[Shape]()
    for n, tricks in enumerate(state.board.predictions):
        seats = tuple(s for s, predicted in enumerate(state.predictions) if predicted == tricks)
        name = text(N_("prediction {tricks}"), tricks=tricks)
        if seats:
            name = text(N_("prediction {tricks}: {who}"), tricks=tricks, who=components.names_of(seats))
        at = (PREDICTION_STEP * (n + 0.5), PREDICTION_AT)
        areas.append(_printed(components.PREDICTION.format(tricks), name, at, holds=bool(seats)))
        above += moved(prediction_card(seats), at)
        above.append(Label(str(tricks), (at[0], at[1] - 20), 20, "ink", 700))
    words, size = text(N_("Predictions")), (PREDICTION_STEP * len(areas), PREDICTION_HEIGHT)
    return _row("predictions", words, areas, size, PREDICTION_ROOM, above, caption=words)


def _start(state: Catbox) -> Part:
    """Return the part with the round start player card and the number of the round."""
    facts = {"who": seat_name(state.start_player), "round": state.round + 1}
    name, at = text(N_("round start player card: {who}, round {round}"), **facts), (START_WIDTH / 2, PREDICTION_AT)
    areas, above = [_printed(components.START_CARD, name, at, holds=True)], moved(start_card(state.start_player), at)
    size, caption = (START_WIDTH, PREDICTION_HEIGHT), f"{state.round + 1} / {state.board.rounds}"
    return _row("start", text(N_("Round")), areas, size, PREDICTION_ROOM, above, caption=caption)


def _printed(id_: str, name: Text, at: Point, *, holds: bool) -> Area:
    return Area(id_, str(name), at, display.corners(at, CARD[0] + 4, CARD[1] + 4), CARD[0], holds)


def summary(state: Catbox) -> Text:
    """Return a short summary of the position."""
    names = state.board.grid.names
    return text(
        N_("{status} Round {round} of {rounds}; tokens: {tokens}; tricks won: {won}."),
        status=status(state),
        round=state.round + 1,
        rounds=state.board.rounds,
        tokens=semicolons(
            f"{seat_name(s)} {commas(names[c] for c in bits(own)) or '-'}" for s, own in enumerate(state.tokens)
        ),
        won=commas(f"{seat_name(s)} {n}" for s, n in enumerate(state.won)),
    )


def scene(view: CatboxView, look: display.Look) -> display.Scene:
    """Return the scene that a seat sees: the table and its own hand."""
    state = view.state
    return display.Scene(str(summary(state)), (_research(state, look), _hand(view, look), *_table(state)))


def table_scene(state: Catbox) -> display.Scene:
    """Return the scene of the table without a hand."""
    return display.Scene(str(summary(state)), (_research(state, display.Look()), *_table(state)))


def _table(state: Catbox) -> Iterator[Part]:
    yield _trick(state)
    if state.board.predictions:
        yield _predictions(state)
    yield _start(state)


def _colours_left(state: Catbox, seat: int) -> str:
    """Return the colours a seat still has, in words."""
    if state.markers[seat] == state.board.all_colours:
        return str(text(N_("all four colours")))
    return listed([colour_word(state.board, n) for n in bits(state.markers[seat])]) or str(text(N_("no colour left")))


def panels(view: CatboxView) -> tuple[display.Panel, ...]:
    """Return a panel for each player: remaining colours, tricks and prediction, cards, points."""
    state, found = view.state, []
    board, rounds, totals = state.board, position.by_round(state), position.totals(state)
    for seat, won in enumerate(state.won):
        tricks = many("{n} trick", "{n} tricks", won)
        if predicted := state.predictions[seat]:
            sentence = NP_("{n} trick, {predicted} predicted", "{n} tricks, {predicted} predicted")
            tricks = many(*sentence, won, predicted=predicted)
        cards = many("{n} card", "{n} cards", view.sizes[seat])
        if seat == view.seat and state.discards[seat]:
            cards = text(N_("{cards}, aside: {card}"), cards=cards, card=state.discards[seat])
        points = many("{n} point", "{n} points", totals[seat])
        marks = tuple(marker(c, there=bool(state.markers[seat] >> n & 1)) for n, c in enumerate(board.colours))
        rows = []
        if seat == state.paradox:
            held = listed(numbers(state.hands[seat]))
            rows.append(str(text(N_("paradox with {cards} in hand"), cards=held) if held else text(N_("paradox"))))
        first = (_colours_left(state, seat), marks)
        before, after = ([row[seat] for row in table] for table in (state.scored, rounds))
        plain = (first, *((row, ()) for row in (str(tricks), str(cards), *_by_round(before), *rows)))
        shown = (first, *((row, ()) for row in (str(tricks), commas((points, cards)), *_by_round(after), *rows)))
        brief = str(text(N_("{points} ({rounds})"), points=points, rounds=_sums(after))) if after else ""
        cells = (
            Cell(str(text(N_("colours"))), pictures=marks),
            Cell(str(text(N_("tricks"))), _of_predicted(won, predicted)),
            Cell(str(text(N_("cards"))), _cards_left(view, seat)),
            *_aside(view, seat),
            Cell(str(text(N_("points"))), integer(totals[seat])),
        )
        found.append(display.Panel(seat, token(seat), str(seat_name(seat)), shown, plain, brief, cells))
    return tuple(found)


def _of_predicted(won: int, predicted: int) -> str:
    """Return how many tricks a seat has won and, if known, how many it predicted."""
    return str(text(N_("{won} of {predicted}"), won=won, predicted=predicted)) if predicted else integer(won)


def _cards_left(view: CatboxView, seat: int) -> str:
    """Return how many cards a seat holds, or the hand shown in a paradox."""
    state = view.state
    if seat != state.paradox:
        return integer(view.sizes[seat])
    shown = listed(numbers(state.hands[seat]))
    return str(text(N_("paradox: {cards}"), cards=shown) if shown else text(N_("paradox")))


def _aside(view: CatboxView, seat: int) -> tuple[Cell, ...]:
    """Return the cell with the card that a player has put aside, which only that player sees."""
    card = view.state.discards[seat] if seat == view.seat else 0
    return (Cell(str(text(N_("aside"))), integer(card)),) if card else ()


def _sums(rounds: Sequence[tuple[int, int]]) -> str:
    return commas(f"{integer(won)} + {extra}" for won, extra in rounds)


def _by_round(rounds: Sequence[tuple[int, int]]) -> list[str]:
    """Return a row with a player's points per round, or no row before the first round is over."""
    return [str(text(N_("tricks + bonus by round: {points}"), points=_sums(rounds)))] if rounds else []


# --- presses ---------------------------------------------------------------------------------------------------


def action_from_presses(state: Catbox, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that these presses mean, legal or not, or None while more presses are needed.

    A press on a cell without a press on a card plays the card with that cell's number.
    """
    first, *more = pressed
    if not more and first in state.board.grid.index:
        return state.board.play[state.board.grid.index[first]]
    if not more and first[0] == "h" and state.phase not in (DEAL, REVEAL, DISCARD):
        return None  # the cell is still to be pressed
    return components.ACTIONS.from_presses(state, pressed)
