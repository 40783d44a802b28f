"""The scorer of Neko Neko Territory: enter the top cat and height of each stack, treasures and bonus points.

The score needs nothing else, so the cats below are not entered; they are filled in, in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cattools.core.display.icons import icon
from cattools.core.display.scene import (
    Area,
    Group,
    Label,
    Part,
    Path,
    Piece,
    Point,
    Scene,
    Shape,
    SizeHint,
    corners,
    moved,
    rectangle,
)
from cattools.core.display.tray import Tray
from cattools.core.errors import OptionError
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, many, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Refusal
from cattools.core.score import Line
from cattools.core.table.scorer import Field, ScorerSpec, read_fields
from cattools.games.territory.board.scene import CELL, PARK_ROOM, PITCH, WIDE, cat, ground, spot
from cattools.games.territory.rules.components import COLOURS, GRID, HEIGHT, NAMES, SIZE, STACK, STACKS, Plan, plan
from cattools.games.territory.rules.events import status
from cattools.games.territory.rules.labels import colour, seat_name
from cattools.games.territory.rules.notation import Laid, hands_in, read_laid, tops_of
from cattools.games.territory.rules.position_checks import treasures_left
from cattools.games.territory.rules.scoring import score, ties, totals
from cattools.games.territory.rules.state import Territory
from cattools.games.territory.table.position_editor import treasures_in_play

STACK_OF = {f"{word}{high + 1}": (seat, high + 1) for seat, word in enumerate(COLOURS) for high in range(len(COLOURS))}
PALETTE = tuple(STACK_OF)
END = "END"
FIRST = 0  # the seat recorded as having drawn END, which does not affect the score
MOST_BONUS = 999
TREASURES, BONUS = "treasures", "bonus"  # prefixes of the field names, before a colour


# --- entering the park -------------------------------------------------------------------------------------------


def _laid(options: Options, laid: Laid) -> Territory:
    """Return a finished game; if the park is not full and END was not drawn, it ended because nobody could act."""
    table = plan(options)
    return Territory(
        options=options,
        plan=table,
        stacks=laid.stacks,
        tops=tops_of(laid.stacks, table.seats),
        hands=(b"",) * table.seats,
        cell_deck=table.cells,
        assist_deck=b"" if table.duel else table.assist,
        bottom=(),
        used=table.assist if table.duel else b"",
        treasures=treasures_left(table, laid.won, empty=0),
        won=laid.won,
        bonus=laid.bonus,
        passes=table.seats if 0 in laid.stacks and laid.ended_by is None else 0,
        ended_by=laid.ended_by,
    )


def _entered(state: Territory) -> Laid:
    """Return the values entered so far."""
    return Laid(state.stacks, state.won, state.bonus, state.ended_by)


def blank(options: Options) -> Territory:
    """Return an empty park."""
    seats = plan(options).seats
    return _laid(options, Laid(bytes(SIZE), (b"",) * seats, (0,) * seats, None))


def fitting(state: Territory, options: Options) -> Territory:
    """Return the same park for another game or number of players, as far as it fits. Raises `OptionError`."""
    table = plan(options)
    stacks = bytes(STACK[tuple(seat for seat in STACKS[stack] if seat < table.seats)] for stack in state.stacks)
    others = (0,) * table.seats
    sums = [*map(sum, state.won), *others][: table.seats] if treasures_in_play(table) else others
    bonus = (*state.bonus, *others)[: table.seats] if table.pays else others
    return _laid(options, Laid(stacks, _dealt(table, sums), bonus, None if table.duel else state.ended_by))


def read(written: str, options: Options) -> Territory:
    """Read a park, finished or not; hands and decks are ignored. Raises `NotationError`.

    The number of players is taken from the number of hands, because the text can be pasted into a page that is set to
    another number.
    """
    hands = str(hands_in(written))
    if not plan(options).duel and hands in Territory.game.known_options["players"].choices:
        options = Territory.game.choose({**options, "players": hands})
    return _laid(options, read_laid(written, options))


def _filled_in(seat: int, height: int) -> int:
    """Return the stack of this height with this cat on top, and below it other cats in the order of the seats."""
    below = [other for other in range(len(COLOURS)) if other != seat][: height - 1]
    return STACK[(*reversed(below), seat)]


def put(state: Territory, seat: int, what: str, area: str) -> Territory:  # noqa: ARG001 - all seats share the park
    """Return the position with a stack on a cell. Raises `IllegalAction`."""
    if area == END:
        return _turned(state)
    top, height = STACK_OF[what]
    if max(top + 1, height) > (seats := len(state.tops)):
        said = many(N_("A stack has at most {n} cat."), N_("A stack has at most {n} cats."), seats)
        raise IllegalAction(what, (Refusal("territory.stack.unique", said, (area,)),))
    if _seen(state.stacks[GRID.index[area]]) == (top, height):
        return state
    return _holding(state, area, _filled_in(top, height))


def take(state: Territory, seat: int, area: str) -> Territory:  # noqa: ARG001 - all seats share the park
    """Return the position without the stack on a cell, or with END turned over."""
    if area == END:
        return _turned(state)
    return _holding(state, area, STACK[()])


def _holding(state: Territory, area: str, stack: int) -> Territory:
    """Return the position with this stack on a cell."""
    at, stacks = GRID.index[area], bytearray(state.stacks)
    stacks[at] = stack
    return _laid(state.options, _entered(state)._replace(stacks=bytes(stacks)))


def _turned(state: Territory) -> Territory:
    """Return the position with END turned over: drawn, or not drawn after all."""
    return _laid(state.options, _entered(state)._replace(ended_by=FIRST if state.ended_by is None else None))


def _seen(stack: int) -> tuple[int, int] | None:
    """Return the seat of the top cat of a stack and the stack's height, or None if it is empty."""
    return (STACKS[stack][-1], HEIGHT[stack]) if stack else None


# --- form fields -------------------------------------------------------------------------------------------------


def _dealt(table: Plan, sums: Sequence[int]) -> tuple[bytes, ...]:
    """Return treasures that give each seat its sum, the most valuable first. Raises `OptionError`."""
    left, found = [*treasures_in_play(table).elements()], []
    if sum(sums) > sum(left):
        said = N_("expected treasures of at most {most} points in all, found {found}")
        raise OptionError(text(said, most=sum(left), found=sum(sums)))
    for rest in sums:
        own, lacks = [], rest
        for value in sorted(left, reverse=True):
            if 0 < value <= lacks:
                own.append(value)
                left.remove(value)
                lacks -= value
        found.append(bytes(sorted(own)))
    return tuple(found)


def fields(state: Territory) -> tuple[Field, ...]:
    """Return the fields for each player's treasure points and bonus points, if the game has them."""
    table, found = state.plan, []
    if pool := treasures_in_play(table):
        found.append((TREASURES, N_("Treasure points of {who}"), sum(pool.elements()), [*map(sum, state.won)]))
    if table.pays:
        found.append((BONUS, N_("Bonus points of {who}"), MOST_BONUS, [*state.bonus]))
    return tuple(
        Field(f"{what}-{COLOURS[seat]}", text(said, who=seat_name(seat)), (), str(n or ""), most)
        for what, said, most, values in found
        for seat, n in enumerate(values)
    )


def telling(state: Territory, values: Mapping[str, str]) -> Territory:
    """Return the position with other treasures and bonus points. Raises `OptionError`."""
    entered = {key: int(value or 0) for key, value in read_fields(fields(state), values).items()}
    sums = [entered.get(f"{TREASURES}-{word}", 0) for word in COLOURS[: len(state.tops)]]
    bonus = tuple(entered.get(f"{BONUS}-{word}", 0) for word in COLOURS[: len(state.tops)])
    won = state.won if sums == [*map(sum, state.won)] else _dealt(state.plan, sums)
    return _laid(state.options, _entered(state)._replace(won=won, bonus=bonus))


# --- scoring -----------------------------------------------------------------------------------------------------


def lines(state: Territory) -> tuple[Line, ...]:
    """Return the score lines without the cats below and the single treasures, which were not entered."""
    found = []
    for line in score(state).lines:
        words = line.text
        if line.cells:
            said = N_("Stack on {cell}, {colour} on top, {n} cat"), N_("Stack on {cell}, {colour} on top, {n} cats")
            words = many(*said, line.points, cell=line.cells[0], colour=colour(line.seat))
        elif line.rule == "territory.score":
            words = text(N_("Treasures of {colour}"), colour=colour(line.seat))
        found.append(replace(line, text=words))
    return tuple(found)


def _treasures_below(state: Territory) -> tuple[int, int]:
    """Return the least and the most points that the treasures from all cells with cats can be worth."""
    table, cells = state.plan, state.filled
    if table.treasures:  # sorted, one per cell
        n = cells.bit_count()
        return sum(table.treasures[:n]), sum(table.treasures[SIZE - n :])
    points = sum(table.layout[cell] or 0 for cell in bits(cells))
    return points, points


def missing(state: Territory) -> tuple[Text, ...]:
    """Return what is still to be entered: cells, unless END was drawn, and treasures.

    Bonus points are paid in treasures, so a player who keeps them in one pile enters them together.
    """
    found = []
    if state.passes:
        one, more = N_("{n} cell"), N_("{n} cells")
        if not state.plan.duel:
            one, more = N_("{n} cell, unless END was drawn"), N_("{n} cells, unless END was drawn")
        found.append(many(one, more, state.stacks.count(0)))
    if not any(state.won) and _treasures_below(state)[0] > sum(state.bonus):
        found.append(text(N_("the treasure points")))
    return tuple(found)


def doubts(state: Territory) -> tuple[Refusal, ...]:
    """Return refusals: treasures that do not fit the cells, END after the last cat, or a bonus in the basic game."""
    found = []
    points, (least, most) = sum(map(sum, state.won)), _treasures_below(state)
    if points and not state.passes and not least <= points <= most:
        rule, cells = "territory.place.empty", state.filled.bit_count()
        if not state.plan.treasures:
            rule = "territory.advanced.treasure"
        among = text(N_("{least} to {most}"), least=least, most=most) if least < most else least
        said = many(
            N_("{n} cell with cats gives treasures worth {among}, not {points}."),
            N_("{n} cells with cats give treasures worth {among}, not {points}."),
            cells,
            among=among,
            points=points,
        )
        found.append(Refusal(rule, said))
    if state.full and state.ended_by is not None:
        found.append(
            Refusal("territory.end.full", text(N_("Every cell has a cat: the game ended before END was drawn.")))
        )
    if any(state.bonus) and not state.plan.pays:
        found.append(Refusal("territory.advanced.bonus.supply", text(N_("The basic game has no bonus points."))))
    return tuple(found)


def result(state: Territory) -> tuple[Refusal, ...]:
    """Return who won, and a note on a shared victory if sums are equal."""
    return (Refusal("territory.score", status(state)), *ties(state))


# --- the scene ---------------------------------------------------------------------------------------------------

STEP, TALL = 46.0, 56.0  # distance between stacks of the palette, across and down
ABREAST = 2  # colours per row of the palette
TILE = corners((0, 0), STEP - 3, TALL - 3)
ROOM = SizeHint(STEP, least=38, best=92, weight=2, near="palette")


def _words(seat: int, height: int) -> Text:
    return many(N_("{colour} on top, {n} cat"), N_("{colour} on top, {n} cats"), height, colour=colour(seat))


def _number(n: int, at: Point) -> Label:
    return Label(str(n), at, 15, "ink", 700)


def _park(state: Territory) -> Part:
    """Return the park, with the top cat and the height of each stack."""
    areas, pieces, above = [], list[Piece](), list[Shape]()
    for cell, stack in enumerate(state.stacks):
        (x, y), words = spot(cell), text(N_("{cell}, empty"), cell=NAMES[cell])
        if seen := _seen(stack):
            words = text(N_("{cell}, {stack}"), cell=NAMES[cell], stack=_words(*seen))
            pieces.append(Piece(NAMES[cell], (x, y), moved(cat(seen[0], 44), (0, -7)), PITCH))
            above.append(_number(seen[1], (x, y + 23)))
        areas.append(Area(NAMES[cell], str(words), (x, y), corners((x, y), CELL, CELL), PITCH, bool(stack)))
    side = len(GRID.rows)
    rows = tuple(tuple(areas[n : n + side]) for n in range(0, SIZE, side))
    return Part(
        "park", (WIDE, WIDE), PARK_ROOM, (Group(str(text(N_("Park"))), rows),), ground(), tuple(pieces), tuple(above)
    )


def _palette(seats: int) -> Part:
    """Return the palette: the stacks that can be in the park."""
    things: Iterable[tuple[str, object, tuple[Shape, ...]]] = (
        (what, _words(seat, height), (*moved(cat(seat, 34), (0, -8)), _number(height, (0, 18))))
        for what, (seat, height) in STACK_OF.items()
        if max(seat + 1, height) <= seats
    )
    return Tray(ABREAST * seats, (STEP, TALL), TILE, STEP - 3).palette("stacks", ROOM, text(N_("Stacks")), things)


def _end_card(state: Territory) -> Part:
    """Return the END card as a part of the scene, face up if it was drawn."""
    drawn, tray = state.ended_by is not None, Tray(1, (STEP, TALL), TILE, STEP - 3)
    at, words = tray.at(0), text(N_("END, drawn")) if drawn else text(N_("END, not drawn"))
    card = Path(
        rectangle(4 - STEP / 2, 4 - TALL / 2, STEP - 8, TALL - 8, 6), "surface" if drawn else "sunken", "line", 1.4
    )
    sign = moved(icon("yes", 20, main="ok", light="surface"), (at[0], at[1] + 10)) if drawn else ()
    label = Label(END, (at[0], at[1] - 12 if drawn else at[1]), 13, "ink" if drawn else "ink2", 700)
    part = tray.palette("end", ROOM, text(N_("END")), [(END, words, (card,))], "group")
    return replace(part, above=(*sign, label))


def scene(state: Territory, seat: int) -> Scene:  # noqa: ARG001 - all seats share the park
    """Return the scene of the park, the palette of stacks, and END."""
    cells = many(N_("{n} cell with cats"), N_("{n} cells with cats"), state.filled.bit_count())
    sums = ", ".join(str(text(N_("{who} {n}"), who=seat_name(seat), n=n)) for seat, n in enumerate(totals(state)))
    summary = text(N_("{cells}. Points so far: {sums}."), cells=cells, sums=sums)
    end = () if state.plan.duel else (_end_card(state),)
    return Scene(str(summary), (_park(state), _palette(len(state.tops)), *end))


SHEET = ScorerSpec(
    palette=PALETTE,
    options=("game", "players"),
    blank=blank,
    fitting=fitting,
    read=read,
    scene=scene,
    put=put,
    take=take,
    fields=fields,
    telling=telling,
    lines=lines,
    missing=missing,
    doubts=doubts,
    result=result,
    shared=True,
)
