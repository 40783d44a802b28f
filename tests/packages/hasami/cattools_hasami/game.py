"""Hasami Shogi: pawns that move like rooks and take what they sandwich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from cattools.api import (
    N_,
    PITCH,
    Actions,
    CheckList,
    Ending,
    Event,
    EventKind,
    Fault,
    FormatEditor,
    Game,
    Grid,
    GridBoard,
    Item,
    Line,
    Look,
    Mark,
    MarkKind,
    OpenView,
    Options,
    Panel,
    Path,
    PositionFormat,
    Preview,
    Scene,
    Score,
    Seat,
    State,
    Text,
    action,
    bits,
    cell_of,
    choice,
    count_panel,
    fault,
    icon,
    load_as,
    many,
    mask,
    plain_turn,
    rows,
    squares,
    text,
)

__all__ = ["GAME", "Hasami"]

# --- the box -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """The numbers in `components.toml`: the length of a winning line, and at how many pawns a player loses."""

    line: int
    last: int


BOX = load_as(Box, "games/hasami/data/components.toml")
PAWN = "hasami-pawn"  # the icon
SEATS = tuple(Seat(name.lower(), name, f"players.{name.lower()}") for name in (N_("Red"), N_("Blue")))


def seats(_: Options) -> tuple[Seat, ...]:
    """Return the seats in turn order (`hasami.players`)."""
    return SEATS


def called(seat: int) -> Text:
    """Return a seat's name."""
    return SEATS[seat].called


def side(options: Options) -> int:
    """Return the length of a side of the board, which is also the number of pawns of each player (`hasami.board`)."""
    return int(options.word("size"))


@cache
def board(length: int) -> Grid:
    """Return the board with sides of this length."""
    return squares(length, length)


def grid(options: Options) -> Grid:
    """Return the board in play."""
    return board(side(options))


@cache
def home(length: int) -> tuple[int, int]:
    """Return the home rows of Red and Blue, as masks (`hasami.board`)."""
    spots = board(length).spots
    bottom, top = (mask(n for n, (_, y) in enumerate(spots) if y == row) for row in (length - 1, 0))
    return bottom, top


@cache
def corners(length: int) -> tuple[int, ...]:
    """Return the cells in the corners of the board."""
    return tuple(n for n, spot in enumerate(board(length).spots) if {*spot} <= {0, length - 1})


@cache
def winning_lines(length: int, seat: int) -> tuple[int, ...]:
    """Return the lines of five outside a seat's home row, as masks (`hasami.win.five`)."""
    at = {spot: n for n, spot in enumerate(board(length).spots) if not home(length)[seat] >> n & 1}
    found = []
    for x, y in at:
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            spots = [(x + n * right, y + n * down) for n in range(BOX.line)]
            if all(spot in at for spot in spots):
                found.append(mask(at[spot] for spot in spots))
    return tuple(found)


# --- actions and positions ---------------------------------------------------------------------------------------

Cell = Annotated[str, cell_of(lambda state: state.grid)]


@action(
    "{source}-{target}",
    sentence=N_("{who} moves from {source} to {target}."),
    deed=N_("Moves from {source} to {target}."),
)
class Move:
    """Move a pawn in a straight line (`hasami.move`, `hasami.jump`): `i5-d5`."""

    source: Cell
    target: Cell


ACTIONS = Actions[Move](Move, examples=("i5-d5",))


@dataclass(frozen=True, slots=True, repr=False)
class Hasami(State[Move]):
    """A position: each seat's pawns (a mask of cells) and the seat to move."""

    options: Options
    pawns: tuple[int, int]
    turn: int = 0

    @property
    def grid(self) -> Grid:
        """The board in play."""
        return grid(self.options)

    @property
    def empty(self) -> int:
        """The cells without a pawn, as a mask."""
        return self.grid.everywhere & ~sum(self.pawns)

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None as soon as a player has won (`hasami.end`)."""
        return self.turn if decided(self) is None else None


def start(options: Options) -> Hasami:
    """Return the start: the pawns fill the home rows (`hasami.board`)."""
    return Hasami(options, home(side(options)))


def moves(state: Hasami) -> Iterable[tuple[int, int]]:
    """Yield the start and the end of each move of the seat to move (`hasami.move`, `hasami.jump`)."""
    for source in bits(state.pawns[state.turn]):
        for ray in state.grid.rays[source]:
            for target in ray:
                if not state.empty >> target & 1:
                    break
                yield source, target


@cache
def decided(state: Hasami) -> tuple[int, str] | None:
    """Return who has won and by which rule, or None; the seat that has just moved is checked first."""
    for seat in (1 - state.turn, state.turn):
        if state.options.word("goal") == "five":
            if any(state.pawns[seat] & line == line for line in winning_lines(side(state.options), seat)):
                return seat, "hasami.win.five"
        elif state.pawns[1 - seat].bit_count() <= BOX.last:
            return seat, "hasami.win.capture"
    return (1 - state.turn, "hasami.win.stuck") if next(iter(moves(state)), None) is None else None


@dataclass(frozen=True, slots=True)
class Taken:
    """What a move takes, as masks: the pawns in lines (`hasami.capture`) and those in corners (`hasami.corner`)."""

    lines: int
    corners: int


@cache
def takes(state: Hasami, source: int, target: int) -> Taken:
    """Return what a legal move takes."""
    own, other = state.pawns[state.turn] & ~(1 << source) | 1 << target, state.pawns[1 - state.turn]
    lines = 0
    for ray in state.grid.rays[target]:
        between = 0
        for cell in ray:
            if own >> cell & 1:
                lines |= between
            if not other >> cell & 1:
                break
            between |= 1 << cell
    blocked = (
        cell
        for cell in corners(side(state.options))
        if other >> cell & state.grid.around[cell] >> target & 1 and not state.grid.around[cell] & ~own
    )
    return Taken(lines, mask(blocked))


def is_between(state: Hasami, source: int, target: int) -> bool:
    """Return whether a move ends between two enemy pawns without taking either (`hasami.safe`)."""
    taken, own = takes(state, source, target), state.pawns[state.turn] & ~(1 << source)
    enemies = state.pawns[1 - state.turn] & ~taken.lines & ~taken.corners
    axes: dict[bool, int] = {}
    for ray in state.grid.rays[target]:
        closing = next((cell for cell in ray if not own >> cell & 1), None)
        if closing is not None and enemies >> closing & 1:
            axis = state.grid.spots[closing][0] == state.grid.spots[target][0]
            axes[axis] = axes.get(axis, 0) + 1
    return 2 in axes.values()


# A position, as in `bbbbbbbbb/9/9/9/9/9/9/9/rrrrrrrrr red`: a letter is a pawn, a number counts empty cells.
POSITION = PositionFormat(
    {"pawns": rows(grid, lambda _: "rb"), "turn": choice(lambda _: [seat.id for seat in SEATS])}, {}
)

# --- what is legal -----------------------------------------------------------------------------------------------

CHECKS = CheckList(Move)


def ends(state: Hasami, action: Move) -> tuple[int, int]:
    """Return the cells of a move."""
    return state.grid.index[action.source], state.grid.index[action.target]


@CHECKS.refuse("hasami.end", N_("The game is over."), Move)
def _over(state: Hasami, _: Move) -> Fault | None:
    return fault() if decided(state) else None


@CHECKS.refuse("hasami.move", N_("You have no pawn on {source}."), Move)
def _not_own(state: Hasami, action: Move) -> Fault | None:
    return None if state.pawns[state.turn] >> ends(state, action)[0] & 1 else fault(action.source)


@CHECKS.refuse("hasami.move", N_("A pawn moves along its row or its column, to another square."), Move)
def _not_in_line(state: Hasami, action: Move) -> Fault | None:
    return None if state.grid.line(*ends(state, action)) else fault(action.target)


@CHECKS.refuse("hasami.jump", N_("The pawn on {at} is in the way."), Move)
def _blocked(state: Hasami, action: Move) -> Fault | None:
    way = state.grid.line(*ends(state, action))
    at = next((state.grid.names[cell] for cell in way if not state.empty >> cell & 1), None)
    return fault(at, at=at) if at else None


def legal(state: Hasami) -> Sequence[Move]:
    """Return the legal moves, much faster than by asking the checks about each pair of cells."""
    names = state.grid.names
    return [] if decided(state) else [Move(names[source], names[target]) for source, target in moves(state)]


# --- what happens ------------------------------------------------------------------------------------------------


def apply_unchecked(state: Hasami, action: Move) -> Hasami:
    """Return the state after a legal move, with the other seat to move (`hasami.players`)."""
    source, target = ends(state, action)
    taken, pawns = takes(state, source, target), list(state.pawns)
    pawns[state.turn] ^= 1 << source | 1 << target
    pawns[1 - state.turn] &= ~(taken.lines | taken.corners)
    return replace(state, pawns=(pawns[0], pawns[1]), turn=1 - state.turn)


def events(state: Hasami, action: Move) -> tuple[Event, ...]:
    """Return the visible effects of a legal move, in the order in which they happen."""
    names, who, after = state.grid.names, called(state.turn), apply_unchecked(state, action)
    source, target = ends(state, action)
    moved = text(N_("{who} moves from {source} to {target}."), who=who, source=action.source, target=action.target)
    found = [Event(EventKind.MOVE, moved, "hasami.move", (action.source, action.target))]
    taken = takes(state, source, target)
    for rule, sentence, cells in (
        ("hasami.capture", N_("The pawn on {at} is taken."), taken.lines),
        ("hasami.corner", N_("The pawn in the corner {at} is taken."), taken.corners),
    ):
        for cell in bits(cells):
            found.append(Event(EventKind.LEAVE, text(sentence, at=names[cell]), rule, (names[cell],), PAWN))
    if is_between(state, source, target):
        stays = text(N_("The pawn on {at} moved in between by itself, so it stays."), at=action.target)
        found.append(Event(EventKind.KEEP, stays, "hasami.safe", (action.target,)))
    won = decided(after)
    return (*found, Event(EventKind.NOTE, status(after), won[1])) if won else tuple(found)


HOW = {
    "hasami.win.capture": N_("The game is over: {who} has taken all pawns but one."),
    "hasami.win.five": N_("The game is over: {who} has five pawns in a line."),
    "hasami.win.stuck": N_("The game is over, won by {who}: the other player cannot move."),
}


def status(state: Hasami) -> Text:
    """Return one sentence: whose turn it is, or who has won."""
    won = decided(state)
    return text(HOW[won[1]], who=called(won[0])) if won else plain_turn(called(state.turn))


def prompt(_: Hasami) -> Text:
    """Return what the seat to move has to press."""
    return text(N_("Press one of your pawns, then the square where it stops."))


def score(state: Hasami) -> Score:
    """Return a line per seat: the pawns that it has taken (`hasami.capture`)."""
    counts = [side(state.options) - state.pawns[1 - seat].bit_count() for seat in range(len(SEATS))]
    return Score(
        tuple(
            Line("hasami.capture", seat, count, text(N_("Pawns taken by {who}"), who=called(seat)))
            for seat, count in enumerate(counts)
        )
    )


def amount(n: int) -> Text:
    """Return a total in words."""
    return many(N_("{n} pawn taken"), N_("{n} pawns taken"), n)


def amount_title() -> Text:
    """Return the title of a column of totals."""
    return text(N_("Pawns taken"))


def winners(state: Hasami) -> tuple[int, ...]:
    """Return who has won, whatever the numbers of pawns (`hasami.win.five`, `hasami.win.stuck`)."""
    won = decided(state)
    return (won[0],) if won else ()


def ending(state: Hasami) -> Ending:
    """Return how a game ended, if not by the numbers of pawns (`hasami.win.five`, `hasami.win.stuck`)."""
    won = decided(state)
    return Ending(won[1], said=status(state)) if won and won[1] != "hasami.win.capture" else Ending()


def captured(before: Hasami, now: Hasami, pawns: int) -> bool:
    """Return whether the reader's side has taken exactly this many pawns."""
    return score(now).total(before.turn) - score(before).total(before.turn) == pawns


def won(before: Hasami, now: Hasami) -> bool:
    """Return whether the reader's side has won."""
    return winners(now) == (before.turn,)


def reach(state: Hasami, cell: str) -> list[str]:
    """Return the cells to which the pawn on a cell can move."""
    return [move.target for move in legal(state) if move.source == cell]


def taken(state: Hasami, move: str) -> list[str]:
    """Return the cells of the pawns that a move takes."""
    found = takes(state, *ends(state, ACTIONS.read(move, state)))
    return [state.grid.names[cell] for cell in bits(found.lines | found.corners)]


# --- how it looks ------------------------------------------------------------------------------------------------


@cache
def _drawing(length: int) -> GridBoard:
    return GridBoard(board(length), "ground.hasami.cell", "ground.hasami.line")


@cache
def pawn(seat: int) -> tuple[Path, ...]:
    """Return a pawn in its seat's colour, with the mark of that colour."""
    palette = SEATS[seat].palette
    shape = icon(PAWN, 0.8 * PITCH, main=f"{palette}.fill", rim=f"{palette}.rim")
    return (*shape, *icon(f"sign-{SEATS[seat].id}", 0.34 * PITCH, main=f"{palette}.on"))


def scene(view: OpenView[Hasami, Move], look: Look) -> Scene:  # noqa: ARG001 - all games share this signature
    """Return the scene; nothing is hidden."""
    state, names = view.state, view.state.grid.names
    pieces = {
        cell: (pawn(seat), text(N_("{at}, pawn of {who}"), at=names[cell], who=called(seat)))
        for seat, own in enumerate(state.pawns)
        for cell in bits(own)
    }
    pawns = many(N_("{n} pawn on the board"), N_("{n} pawns on the board"), len(pieces))
    summary = text(N_("{status} {pawns}."), status=state.status(), pawns=pawns)
    return Scene(str(summary), (_drawing(side(state.options)).part(pieces),))


def panels(view: OpenView[Hasami, Move]) -> tuple[Panel, ...]:
    """Return a panel for each player: the number of pawns on the board."""
    counts = enumerate(own.bit_count() for own in view.state.pawns)
    return tuple(count_panel(seat, pawn(seat), called(seat), {N_("Pawns"): count}) for seat, count in counts)


def preview(view: OpenView[Hasami, Move], action: Move) -> Preview:
    """Return what a move would take (`hasami.capture`, `hasami.corner`)."""
    cells = taken(view.state, str(action))
    if not cells:
        return Preview()  # the board says what the move does
    said = many(
        N_("Moves to {at} and takes {n} pawn."), N_("Moves to {at} and takes {n} pawns."), len(cells), at=action.target
    )
    return Preview(tuple(Mark(MarkKind.CAPTURED, cell, note=PAWN) for cell in cells), (said,))


def items(options: Options) -> dict[str, Item]:
    """Return the items of the position editor."""
    return {
        f"pawns.{seat.id[0]}": Item(
            seat.id, text(N_("pawn of {who}"), who=called(n)), pawn(n), side(options), "hasami.board"
        )
        for n, seat in enumerate(SEATS)
    }


GAME = Game[Hasami, Move](
    __name__,
    Hasami,
    title=N_("Hasami Shogi"),
    original="はさみ将棋",
    seats=seats,
    start=start,
    actions=ACTIONS,
    checks=CHECKS,
    legal=legal,
    apply_unchecked=apply_unchecked,
    events=events,
    status=status,
    prompt=prompt,
    score=score,
    amount=amount,
    amount_title=amount_title,
    winners=winners,
    ending=ending,
    position_format=POSITION,
    scene=scene,
    panels=panels,
    preview=preview,
    position_editor=FormatEditor(Hasami, items, {"turn": N_("Player to move")}).spec,
    goals={"captured": captured, "won": won},
    asks={"reach": reach, "taken": taken},
)
