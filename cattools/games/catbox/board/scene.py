"""The scene of a position: research board, hand, trick, predictions, start player; and the players' panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

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
    corners,
    moved,
    number,
    rectangle,
)
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, integer, listed, many, text
from cattools.games.catbox.board import shapes as drawing
from cattools.games.catbox.rules import scoring
from cattools.games.catbox.rules.components import (
    SEATS,
    START_CARD,
    ResearchBoard,
    copies,
    hand_place,
    numbers,
    prediction_place,
    research_board,
)
from cattools.games.catbox.rules.events import status
from cattools.games.catbox.rules.labels import colour_word, seat_name
from cattools.games.catbox.rules.state import Catbox
from cattools.games.catbox.rules.view import CatboxView

LEFT, TOP, EDGE = 50.0, 28.0, 8.0  # margins: left for the colour marks, top for the numbers, right without content
ROW_HEIGHT, MAX_PITCH, MAX_WIDTH = 60.0, 76.0, 560.0  # height of a row, maximum widths of a column and of the board
HAND_STEP, TRICK_STEP, PREDICTION_STEP = 56.0, 66.0, 52.0  # distance between the centres of neighbouring cards
HAND_AT, TRICK_AT, PREDICTION_AT = 62.0, 51.0, 42.0  # distance of the cards' centres from the top
HAND_HEIGHT, TRICK_HEIGHT, PREDICTION_HEIGHT = 100.0, 95.0, 80.0
START_WIDTH = 58.0  # the card and the token at its corner
HAND_ROOM = SizeHint(HAND_STEP, least=34, best=110, weight=2)
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
    board = research_board(players)
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
    place = rectangle(-drawing.CARD[0] / 2, -drawing.CARD[1] / 2, *drawing.CARD, 8)
    return tuple(Path(place, stroke="line", width=1, at=hand_spot(n), dash=(3, 5)) for n in range(1, numbers + 1))


def _tokens(state: Catbox) -> Iterator[Piece]:
    board = state.board
    for cell in bits(state.filled):
        who = state.owner(cell)
        shapes = drawing.token(who) if who is not None else drawing.observed_token()
        x, y = spot(board, cell)
        yield Piece(board.grid.names[cell], (x, y - 1.5), shapes, 52)


def _cells(state: Catbox) -> tuple[tuple[Area, ...], ...]:
    board, wide = state.board, pitch(state.board)
    rows = []
    for row in board.grid.rows:
        areas = []
        for cell in row:
            who = state.owner(cell)
            content = (
                text(N_("token of {who}"), who=seat_name(who))
                if who is not None
                else text(N_("observed"))
                if state.observed >> cell & 1
                else text(N_("empty"))
            )
            name = text(
                N_("{colour} {card}, {content}"),
                colour=colour_word(board, board.colour(cell)),
                card=board.card(cell),
                content=content,
            )
            at = spot(board, cell)
            full = bool(state.filled >> cell & 1)
            areas.append(Area(board.grid.names[cell], str(name), at, corners(at, wide, ROW_HEIGHT), 52, full))
        rows.append(tuple(areas))
    return tuple(rows)


def _outline(board: ResearchBoard, group: int) -> str:
    """Return the path data of an outline around a group, inside its cells so that two players' outlines never meet."""
    ways, step = board.grid.directions, board.grid.step
    half, inset = (pitch(board) / 2, ROW_HEIGHT / 2), (2.5, 1.5)
    lines = ""
    for cell in bits(group):
        x, y = spot(board, cell)
        for way, near in zip(ways, step[cell], strict=True):
            if near >= 0 and group >> near & 1:
                continue
            across = 0 if way[1] else 1  # left and right sides are vertical
            ends = []
            for turn in (-1, 1):
                along = (-way[1] * turn, way[0] * turn)
                beside = step[cell][ways.index(along)]
                on = beside >= 0 and bool(group >> beside & 1)
                corner = step[beside][ways.index(way)] if on else -1
                inner = corner >= 0 and bool(group >> corner & 1)
                # The side stops short of an outer corner, meets the next cell's side, or extends into an inner corner.
                far = half[across] + (inset[across] if inner else 0 if on else -inset[across])
                out = half[1 - across] - inset[1 - across]
                ends.append((x + way[0] * out + along[0] * far, y + way[1] * out + along[1] * far))
            lines += "M" + "L".join(f"{number(px)} {number(py)}" for px, py in ends)
    return lines


def _groups(state: Catbox) -> Iterator[Path]:
    """Yield the outline of each player's largest group, dotted in the player's colour (`catbox.score.bonus`)."""
    for seat, own in enumerate(state.tokens):
        group = state.board.group(own)
        if group.bit_count() > 1:  # outlines of single tokens would only clutter the board
            line = _outline(state.board, group)
            yield Path(line, stroke=f"seats.{SEATS[seat]}.rim", width=2.2, dash=(0.1, 5.0))


def _research(state: Catbox, look: Look) -> Part:
    board, above = state.board, [*_groups(state)]
    column = next((int(c[1:]) for c in look.chosen if c.startswith("h")), 0)
    if column:
        x = spot(board, column - 1)[0]
        band = rectangle(x - pitch(board) / 2 + 1, 5, pitch(board) - 2, TOP + 4 * ROW_HEIGHT - 2, 10)
        above.append(Path(band, stroke="go", width=1.8))
    other = text(N_("The printed board has another face for {n} players"), n=state.players) if board.other_face else ""
    return Part(
        "board",
        size(board),
        SizeHint(pitch(board), least=34, best=190, weight=8),
        (Group(str(text(N_("Research board"))), _cells(state)),),
        ground(state.options.word("players")),
        tuple(_tokens(state)),
        tuple(above),
        caption=str(other),
    )


def _hand(view: CatboxView, look: Look) -> Part:
    state, areas, found, above = view.state, list[Area](), list[Piece](), list[Shape]()
    most = state.board.numbers
    own = state.hands[view.seat] if view.seat is not None else 0
    for card in range(1, most + 1):
        n, area, at = copies(own, card), hand_place(card), hand_spot(card)
        fan = drawing.FAN * max(n - 1, 0)
        name = text(N_("no {card} in hand"), card=card)
        if n:
            name = many(N_("{card} in hand"), N_("{card} in hand, {n} copies"), n, card=card)
        elif view.seat is None:
            name = text(N_("number {card}, the hand is hidden"), card=card)
        middle = (at[0], at[1] - fan / 2)
        outline = corners(middle, drawing.CARD[0] + 4, drawing.CARD[1] + 4 + fan)
        areas.append(Area(area, str(name), middle, outline, drawing.CARD[0], n > 0))
        if n:
            found.append(Piece(area, at, drawing.hand_cards(n), drawing.CARD[0]))
            lift = 0.06 * drawing.CARD[0] if area in look.chosen else 0
            above.append(Label(str(card), (at[0], at[1] - 7 - lift), 28, "ink", 700))
            if n > 1:
                above.append(Label(f"{n} x", (at[0], at[1] + 20 - lift), 18, "ink2"))
    whose = text(N_("The hands are hidden"))
    if view.seat is not None:
        whose = text(N_("The hand of {who}"), who=seat_name(view.seat))
        if not all(
            _has_colours(state, view.seat)
        ):  # where the panels do not fit, only this caption shows which colours a player still has
            whose = text(
                N_("The hand of {who}: {colours}"), who=seat_name(view.seat), colours=_colours_left(state, view.seat)
            )
    return Part(
        "hand",
        (HAND_STEP * most, HAND_HEIGHT),
        HAND_ROOM,
        (Group(str(text(N_("Hand"))), (tuple(areas),), "group"),),
        hand_ground(most),
        tuple(found),
        tuple(above),
        caption=str(whose),
    )


def _trick(state: Catbox) -> Part:
    """Return the part with the trick's cards in order of play; the cards never move, so they are shapes, not pieces."""
    board, trick, seats = state.board, state.trick, state.players
    areas, above = list[Area](), list[Shape]()
    taker = board.taker(trick) if len(trick) == seats else None
    for n in range(seats):
        seat = (state.leader + n) % seats
        at = (TRICK_STEP * (n + 0.5), TRICK_AT)
        if n < len(trick):
            row, card = board.colour(trick[n]), board.card(trick[n])
            name = text(N_("{who}: {colour} {card}"), who=seat_name(seat), colour=colour_word(board, row), card=card)
            above += moved(drawing.trick_card(board.colours[row], seat, taker=n == taker), at)
            middle = (at[0], at[1] - 10 - (drawing.RAISED if n == taker else 0))
            above.append(Label(str(card), middle, 29, f"players.{board.colours[row]}.on", 700))
        else:
            name = text(N_("{who}: no card yet"), who=seat_name(seat))
            above += moved(drawing.missing_trick_card(seat), at)
        outline = corners(at, drawing.TRICK[0] + 6, drawing.TRICK[1] + 8)
        areas.append(Area(SEATS[seat], str(name), at, outline, drawing.TRICK[0], n < len(trick)))
    return Part(
        "trick",
        (TRICK_STEP * seats, TRICK_HEIGHT),
        TRICK_ROOM,
        (Group(str(text(N_("Trick"))), (tuple(areas),), "group"),),
        above=tuple(above),
        caption=str(_trick_caption(state, taker)),
    )


def _trick_caption(state: Catbox, taker: int | None) -> Text:
    """Return the caption of the trick; `taker` is the index of the winning card once the trick is complete."""
    if taker is not None:
        return text(N_("Won by {who}"), who=seat_name((state.leader + taker) % state.players))
    if state.trick:
        return text(N_("Led: {colour}"), colour=colour_word(state.board, state.board.colour(state.trick[0])))
    return text(N_("First trick"))


def _predictions(state: Catbox) -> Part:
    """Return the part with the printed predictions and the tokens of the players who made them."""
    areas, above = list[Area](), list[Shape]()
    for n, tricks in enumerate(state.board.predictions):
        seats = tuple(s for s, predicted in enumerate(state.predictions) if predicted == tricks)
        who = listed([str(seat_name(s)) for s in seats])
        name = (
            text(N_("prediction {tricks}: {who}"), tricks=tricks, who=who)
            if seats
            else text(N_("prediction {tricks}"), tricks=tricks)
        )
        at = (PREDICTION_STEP * (n + 0.5), PREDICTION_AT)
        areas.append(_printed(prediction_place(tricks), name, at, holds=bool(seats)))
        above += moved(drawing.prediction_card(seats), at)
        above.append(Label(str(tricks), (at[0], at[1] - 20), 20, "ink", 700))
    words = str(text(N_("Predictions")))
    return Part(
        "predictions",
        (PREDICTION_STEP * len(areas), PREDICTION_HEIGHT),
        PREDICTION_ROOM,
        (Group(words, (tuple(areas),), "group"),),
        above=tuple(above),
        caption=words,
    )


def _start(state: Catbox) -> Part:
    """Return the part with the round start player card and the number of the round."""
    name = text(
        N_("round start player card: {who}, round {round}"), who=seat_name(state.start_player), round=state.round + 1
    )
    at = (START_WIDTH / 2, PREDICTION_AT)
    return Part(
        "start",
        (START_WIDTH, PREDICTION_HEIGHT),
        PREDICTION_ROOM,
        (Group(str(text(N_("Round"))), ((_printed(START_CARD, name, at, holds=True),),), "group"),),
        above=moved(drawing.start_card(state.start_player), at),
        caption=f"{state.round + 1} / {state.board.rounds}",
    )


def _printed(id_: str, name: Text, at: Point, *, holds: bool) -> Area:
    return Area(id_, str(name), at, corners(at, drawing.CARD[0] + 4, drawing.CARD[1] + 4), drawing.CARD[0], holds)


def summary(state: Catbox) -> Text:
    """Return a short summary of the position."""
    names = state.board.grid.names
    return text(
        N_("{status} Round {round} of {rounds}; tokens: {tokens}; tricks won: {won}."),
        status=status(state),
        round=state.round + 1,
        rounds=state.board.rounds,
        tokens="; ".join(
            f"{seat_name(s)} {', '.join(names[c] for c in bits(own)) or '-'}" for s, own in enumerate(state.tokens)
        ),
        won=", ".join(f"{seat_name(s)} {n}" for s, n in enumerate(state.won)),
    )


def scene(view: CatboxView, look: Look) -> Scene:
    """Return the scene that a seat sees: the table and its own hand."""
    state = view.state
    return Scene(str(summary(state)), (_research(state, look), _hand(view, look), *_table(state)))


def table_scene(state: Catbox) -> Scene:
    """Return the scene of the table without a hand."""
    return Scene(str(summary(state)), (_research(state, Look()), *_table(state)))


def _table(state: Catbox) -> Iterator[Part]:
    yield _trick(state)
    if state.board.predictions:
        yield _predictions(state)
    yield _start(state)


def _has_colours(state: Catbox, seat: int) -> list[bool]:
    """Return, for each colour, whether a seat still has it."""
    return [bool(state.markers[seat] >> n & 1) for n in range(len(state.board.colours))]


def _colours_left(state: Catbox, seat: int) -> str:
    """Return the colours a seat still has, in words."""
    has_colour = _has_colours(state, seat)
    if all(has_colour):
        return str(text(N_("all four colours")))
    colours = [str(colour_word(state.board, n)) for n, has in enumerate(has_colour) if has]
    return listed(colours) if colours else str(text(N_("no colour left")))


def panels(view: CatboxView) -> tuple[Panel, ...]:
    """Return a panel for each player: remaining colours, tricks and prediction, cards, points."""
    state = view.state
    board, rounds, totals, found = state.board, scoring.by_round(state), scoring.totals(state), []
    for seat in range(state.players):
        has_colour = _has_colours(state, seat)
        won, predicted = state.won[seat], state.predictions[seat]
        tricks = many(N_("{n} trick"), N_("{n} tricks"), won)
        if predicted:
            tricks = many(
                N_("{n} trick, {predicted} predicted"),
                N_("{n} tricks, {predicted} predicted"),
                won,
                predicted=predicted,
            )
        cards = many(N_("{n} card"), N_("{n} cards"), view.sizes[seat])
        if seat == view.seat and state.discards[seat]:
            cards = text(N_("{cards}, aside: {card}"), cards=cards, card=state.discards[seat])
        points = many(N_("{n} point"), N_("{n} points"), totals[seat])
        colour_marks = tuple(drawing.marker(c, there=has) for c, has in zip(board.colours, has_colour, strict=True))
        rows = []
        if seat == state.paradox:
            held = listed(list(numbers(state.hands[seat])))
            rows.append(str(text(N_("paradox with {cards} in hand"), cards=held) if held else text(N_("paradox"))))
        first = (_colours_left(state, seat), colour_marks)
        before, after = ([row[seat] for row in table] for table in (state.scored, rounds))
        plain = (first, *((row, ()) for row in (str(tricks), str(cards), *_by_round(before), *rows)))
        shown = (first, *((row, ()) for row in (str(tricks), f"{points}, {cards}", *_by_round(after), *rows)))
        brief = str(text(N_("{points} ({rounds})"), points=points, rounds=_sums(after))) if after else ""
        found.append(Panel(seat, drawing.token(seat), str(seat_name(seat)), shown, plain, brief))
    return tuple(found)


def _sums(rounds: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{integer(won)} + {extra}" for won, extra in rounds)


def _by_round(rounds: Sequence[tuple[int, int]]) -> list[str]:
    """Return a row with a player's points per round, or no row before the first round is over."""
    return [str(text(N_("tricks + bonus by round: {points}"), points=_sums(rounds)))] if rounds else []
