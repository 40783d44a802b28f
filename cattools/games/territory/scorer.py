"""The scorer of Neko Neko Territory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cattools.core.display import scene as display
from cattools.core.display.icons import icon
from cattools.core.display.scene import Area, Label, Part, Path, Piece, Point, Scene, Shape, SizeHint, corners, moved
from cattools.core.display.tray import Tray
from cattools.core.errors import OptionError
from cattools.core.grid import bits
from cattools.core.messages import N_, NP_, Text, commas, many, text
from cattools.core.options import Options
from cattools.core.rules import IllegalAction, Refusal
from cattools.core.score import Line
from cattools.core.table.scorer import Field, ScorerSpec, read_fields
from cattools.games.territory import components
from cattools.games.territory.board import PITCH, cat, cell_area, park, spot
from cattools.games.territory.components import COLOURS, GRID, NAMES, SIZE, STACK, STACKS, Plan, colour, plan, seat_name
from cattools.games.territory.effects import status
from cattools.games.territory.notation import ScoredParts, hands_in, read_scored_parts, treasures_left
from cattools.games.territory.position import IDLE, Territory, score, start, tops_of, totals
from cattools.games.territory.position_editor import treasures_in_play

STACK_OF = {f"{word}{high + 1}": (seat, high + 1) for seat, word in enumerate(COLOURS) for high in range(len(COLOURS))}
PALETTE = tuple(STACK_OF)
END = "END"
FIRST = 0  # the seat recorded as having drawn END, which does not affect the score
MOST_BONUS = 999
TREASURES, BONUS = "treasures", "bonus"  # prefixes of the field names, before a colour


# --- entering the park -------------------------------------------------------------------------------------------


def _finished(options: Options, parts: ScoredParts) -> Territory:
    """Return a finished game; if the park is not full and END was not drawn, all players passed."""
    table = plan(options)
    return replace(
        start(options),
        stacks=parts.stacks,
        tops=tops_of(parts.stacks, table.seats),
        hands=(b"",) * table.seats,
        used=table.assist if table.duel else b"",
        treasures=treasures_left(table, parts.won, empty=0),
        won=parts.won,
        bonus=parts.bonus,
        passes=table.seats if 0 in parts.stacks and parts.ended_by is None else 0,
        ended_by=parts.ended_by,
        step=IDLE,
    )


def _entered(state: Territory) -> ScoredParts:
    """Return the values entered so far."""
    return ScoredParts(state.stacks, state.won, state.bonus, state.ended_by)


def blank(options: Options) -> Territory:
    """Return an empty park."""
    seats = plan(options).seats
    return _finished(options, ScoredParts(bytes(SIZE), (b"",) * seats, (0,) * seats, None))


def fitting(state: Territory, options: Options) -> Territory:
    """Return the same park for another game or number of players, as far as it fits. Raises `OptionError`."""
    table = plan(options)
    stacks = bytes(STACK[tuple(seat for seat in STACKS[stack] if seat < table.seats)] for stack in state.stacks)
    others = (0,) * table.seats
    sums = [*map(sum, state.won), *others][: table.seats] if treasures_in_play(table) else others
    bonus = (*state.bonus, *others)[: table.seats] if table.pays else others
    return _finished(options, ScoredParts(stacks, _dealt(table, sums), bonus, None if table.duel else state.ended_by))


def read(written: str, options: Options) -> Territory:
    """Read the park of a position, finished or not; hands and decks are ignored. Raises `NotationError`.

    The number of players is taken from the number of hands, because the text can be pasted into a page that is set to
    another number.
    """
    hands = str(hands_in(written))
    if not plan(options).duel and hands in Territory.game.known_options["players"].choices:
        options = Territory.game.choose({**options, "players": hands})
    return _finished(options, read_scored_parts(written, options))


def _stack_with_top(seat: int, height: int) -> int:
    """Return the stack of this height with this seat's cat on top and other cats below it, in seat order."""
    below = [other for other in range(len(COLOURS)) if other != seat][: height - 1]
    return STACK[(*reversed(below), seat)]


def put(state: Territory, seat: int, what: str, area: str) -> Territory:  # noqa: ARG001 - all seats share the park
    """Return the position with a stack on a cell, or with END turned over. Raises `IllegalAction`."""
    if area == END:
        return _end_card_turned(state)
    top, height = STACK_OF[what]
    if max(top + 1, height) > (seats := len(state.tops)):
        message = many("A stack has at most {n} cat.", "A stack has at most {n} cats.", seats)
        raise IllegalAction(what, (Refusal("territory.stack.unique", message, (area,)),))
    if _top_and_height(state.stacks[GRID.index[area]]) == (top, height):
        return state
    return _with_stack(state, area, _stack_with_top(top, height))


def take(state: Territory, seat: int, area: str) -> Territory:  # noqa: ARG001 - all seats share the park
    """Return the position without the stack on a cell, or with END turned over."""
    if area == END:
        return _end_card_turned(state)
    return _with_stack(state, area, STACK[()])


def _with_stack(state: Territory, area: str, stack: int) -> Territory:
    """Return the position with this stack on a cell."""
    at, stacks = GRID.index[area], bytearray(state.stacks)
    stacks[at] = stack
    return _finished(state.options, _entered(state)._replace(stacks=bytes(stacks)))


def _end_card_turned(state: Territory) -> Territory:
    """Return the position with END turned over: drawn or, if it was drawn, not drawn after all."""
    return _finished(state.options, _entered(state)._replace(ended_by=FIRST if state.ended_by is None else None))


def _top_and_height(stack: int) -> tuple[int, int] | None:
    """Return the seat of the top cat of a stack and the stack's height, or None if it is empty."""
    return (STACKS[stack][-1], components.HEIGHT[stack]) if stack else None


# --- form fields -------------------------------------------------------------------------------------------------


def _dealt(table: Plan, sums: Sequence[int]) -> tuple[bytes, ...]:
    """Return treasures with the given sum for each seat, using the most valuable ones first. Raises `OptionError`."""
    left, dealt = [*treasures_in_play(table).elements()], []
    if sum(sums) > sum(left):
        sentence = N_("expected treasures of at most {most} points in all, found {found}")
        raise OptionError(text(sentence, most=sum(left), found=sum(sums)))
    for points in sums:
        own, lacking = [], points
        for value in sorted(left, reverse=True):
            if 0 < value <= lacking:
                own.append(value)
                left.remove(value)
                lacking -= value
        dealt.append(bytes(sorted(own)))
    return tuple(dealt)


def fields(state: Territory) -> tuple[Field, ...]:
    """Return the fields for each player's treasure points and bonus points, if the game has them."""
    table, kinds = state.plan, []
    if pool := treasures_in_play(table):
        kinds.append((TREASURES, N_("Treasure points of {who}"), sum(pool.elements()), [*map(sum, state.won)]))
    if table.pays:
        kinds.append((BONUS, N_("Bonus points of {who}"), MOST_BONUS, [*state.bonus]))
    return tuple(
        Field(f"{kind}-{COLOURS[seat]}", text(label, who=seat_name(seat)), (), str(n or ""), most)
        for kind, label, most, values in kinds
        for seat, n in enumerate(values)
    )


def with_values(state: Territory, values: Mapping[str, str]) -> Territory:
    """Return the position with other treasures and bonus points. Raises `OptionError`."""
    entered = {key: int(value or 0) for key, value in read_fields(fields(state), values).items()}
    sums = [entered.get(f"{TREASURES}-{word}", 0) for word in COLOURS[: len(state.tops)]]
    bonus = tuple(entered.get(f"{BONUS}-{word}", 0) for word in COLOURS[: len(state.tops)])
    won = state.won if sums == [*map(sum, state.won)] else _dealt(state.plan, sums)
    return _finished(state.options, _entered(state)._replace(won=won, bonus=bonus))


# --- scoring -----------------------------------------------------------------------------------------------------


def lines(state: Territory) -> tuple[Line, ...]:
    """Return the score lines without what is not entered: the cats below the top one, and single treasures."""
    changed = []
    for line in score(state).lines:
        words = line.text
        if line.cells:
            sentences = NP_("Stack on {cell}, {colour} on top, {n} cat", "Stack on {cell}, {colour} on top, {n} cats")
            words = many(*sentences, line.points, cell=line.cells[0], colour=colour(line.seat))
        elif line.rule == "territory.score":
            words = text(N_("Treasures of {who}"), who=seat_name(line.seat))
        changed.append(replace(line, text=words))
    return tuple(changed)


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

    Bonus points are paid in treasures: a player who keeps both in one pile may enter the whole sum as bonus points.
    """
    unknown = []
    if state.passes:
        one, more = NP_("{n} cell", "{n} cells")
        if not state.plan.duel:
            one, more = NP_("{n} cell, unless END was drawn", "{n} cells, unless END was drawn")
        unknown.append(many(one, more, state.stacks.count(0)))
    if not any(state.won) and _treasures_below(state)[0] > sum(state.bonus):
        unknown.append(text(N_("the treasure points")))
    return tuple(unknown)


def problems(state: Territory) -> tuple[Refusal, ...]:
    """Return what cannot be right: treasures that do not fit the cells, END after the last cat, a basic-game bonus."""
    refusals = []
    points, (least, most) = sum(map(sum, state.won)), _treasures_below(state)
    if points and not state.passes and not least <= points <= most:
        rule, cells = "territory.place.empty", state.filled.bit_count()
        if not state.plan.treasures:
            rule = "territory.advanced.treasure"
        among = text(N_("{least} to {most}"), least=least, most=most) if least < most else least
        message = many(
            "{n} cell with cats gives treasures worth {among}, not {points}.",
            "{n} cells with cats give treasures worth {among}, not {points}.",
            cells,
            among=among,
            points=points,
        )
        refusals.append(Refusal(rule, message))
    if state.full and state.ended_by is not None:
        refusals.append(
            Refusal("territory.end.full", text(N_("Every cell has a cat: the game ended before END was drawn.")))
        )
    if any(state.bonus) and not state.plan.pays:
        refusals.append(Refusal("territory.advanced.bonus.supply", text(N_("The basic game has no bonus points."))))
    return tuple(refusals)


def result(state: Territory) -> tuple[Refusal, ...]:
    """Return who won, and a note on a shared victory if sums are equal (`territory.score.tie`)."""
    tie = Refusal("territory.score.tie", text(N_("Tied players share the victory: there is no tie-breaker.")))
    return (Refusal("territory.score", status(state)), *[tie] * (len(state.winners()) > 1))


# --- the scene ---------------------------------------------------------------------------------------------------

STEP, TALL = 46.0, 56.0  # distance between stacks of the palette, across and down
COLOURS_PER_ROW = 2  # of the palette
TILE = corners((0, 0), STEP - 3, TALL - 3)
ROOM = SizeHint(STEP, least=38, best=92, weight=2, near="palette")


def _words(seat: int, height: int) -> Text:
    return many("{colour} on top, {n} cat", "{colour} on top, {n} cats", height, colour=colour(seat))


def _number(n: int, at: Point) -> Label:
    return Label(str(n), at, 15, "ink", 700)


def _park(state: Territory) -> Part:
    """Return the park, with the top cat and the height of each stack."""
    areas, pieces, above = list[Area](), list[Piece](), list[Shape]()
    for cell, stack in enumerate(state.stacks):
        (x, y), words = spot(cell), text(N_("{cell}, empty"), cell=NAMES[cell])
        if top := _top_and_height(stack):
            words = text(N_("{cell}, {stack}"), cell=NAMES[cell], stack=_words(*top))
            pieces.append(Piece(NAMES[cell], (x, y), moved(cat(top[0], 44), (0, -7)), PITCH))
            above.append(_number(top[1], (x, y + 23)))
        areas.append(cell_area(cell, words, holds=bool(stack)))
    return park(areas, pieces, above)


def _palette(seats: int) -> Part:
    """Return the palette: the stacks that can be in the park."""
    things: Iterable[tuple[str, object, tuple[Shape, ...]]] = (
        (what, _words(seat, height), (*moved(cat(seat, 34), (0, -8)), _number(height, (0, 18))))
        for what, (seat, height) in STACK_OF.items()
        if max(seat + 1, height) <= seats
    )
    return Tray(COLOURS_PER_ROW * seats, (STEP, TALL), TILE, STEP - 3).palette(
        "stacks", ROOM, text(N_("Stacks")), things
    )


def _end_card(state: Territory) -> Part:
    """Return the END card as a part of the scene, face up if it was drawn."""
    drawn, tray = state.ended_by is not None, Tray(1, (STEP, TALL), TILE, STEP - 3)
    at, words = tray.at(0), text(N_("END, drawn")) if drawn else text(N_("END, not drawn"))
    card = Path(
        display.rectangle(4 - STEP / 2, 4 - TALL / 2, STEP - 8, TALL - 8, 6),
        "surface" if drawn else "sunken",
        "line",
        1.4,
    )
    sign = moved(icon("yes", 20, main="ok", light="surface"), (at[0], at[1] + 10)) if drawn else ()
    label = Label(END, (at[0], at[1] - 12 if drawn else at[1]), 13, "ink" if drawn else "ink2", 700)
    part = tray.palette("end", ROOM, text(N_("END")), [(END, words, (card,))], "group")
    return replace(part, above=(*sign, label))


def scene(state: Territory, seat: int) -> Scene:  # noqa: ARG001 - all seats share the park
    """Return the scene of the park, the palette of stacks, and END."""
    cells = many("{n} cell with cats", "{n} cells with cats", state.filled.bit_count())
    sums = commas(str(text(N_("{who} {n}"), who=seat_name(seat), n=n)) for seat, n in enumerate(totals(state)))
    summary = text(N_("{cells}. Points so far: {sums}."), cells=cells, sums=sums)
    end = () if state.plan.duel else (_end_card(state),)
    return Scene(str(summary), (_park(state), _palette(len(state.tops)), *end))


SCORER = ScorerSpec(
    palette=PALETTE,
    options=("game", "players"),
    blank=blank,
    fitting=fitting,
    read=read,
    scene=scene,
    put=put,
    take=take,
    fields=fields,
    with_values=with_values,
    lines=lines,
    missing=missing,
    problems=problems,
    result=result,
    shared=True,
)
