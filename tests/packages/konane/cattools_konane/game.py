"""Konane: jump over the other player's stones; a player who cannot jump loses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from cattools.api import (
    N_,
    PITCH,
    Actions,
    CheckList,
    Event,
    EventKind,
    Fault,
    Game,
    Grid,
    GridBoard,
    Line,
    Look,
    OpenView,
    Options,
    Panel,
    Path,
    PositionFormat,
    Scene,
    Score,
    Seat,
    State,
    Text,
    action,
    bits,
    cell_of,
    choice,
    circle,
    count_panel,
    fault,
    icon,
    listed,
    load_as,
    many,
    mask,
    plain_turn,
    rows,
    squares,
    text,
)


@dataclass(frozen=True, slots=True)
class Box:
    """The contents of the box, as listed in `components.toml`: the sides of the two boards."""

    small: int
    large: int


STONE = "konane-stone"  # the icon
BOX = load_as(Box, "games/konane/data/components.toml")
SEATS = tuple(Seat(name.lower(), name, f"players.{name.lower()}") for name in (N_("Red"), N_("Blue")))


def seats(_: Options) -> tuple[Seat, ...]:
    """Return the seats in turn order (`konane.players`)."""
    return SEATS


def called(seat: int) -> Text:
    """Return a seat's name."""
    return SEATS[seat].called


def grid(options: Options) -> Grid:
    """Return the board in play (`konane.board`)."""
    side = BOX.large if options.word("board") == "large" else BOX.small
    return squares(side, side)


@cache
def openings(board: Grid) -> int:
    """Return the cells from which Red may take the first stone: Red's in the middle or a corner (`konane.open.red`)."""
    last = max(x for x, _ in board.spots)
    ends, middle = (0, last), (last // 2, last // 2 + 1)
    places = (n for n, (x, y) in enumerate(board.spots) if (x + y) % 2 == 0 and {x, y} <= {*ends} | {*middle})
    return mask(n for n in places if ({*board.spots[n]} <= {*ends}) or {*board.spots[n]} <= {*middle})


Cell = Annotated[str, cell_of(lambda state: state.grid)]


@action("{at}", sentence=N_("{who} takes the stone off {at}."))
class Remove:
    """Take one of your own stones off the full board (`konane.open.red`, `konane.open.blue`): `c3`."""

    at: Cell


@action("{source}-{target}", sentence=N_("{who} jumps from {source} to {target}."))
class Jump:
    """Jump over stones of the other player in a straight line (`konane.jump`, `konane.line`): `a1-a3`, `a1-a5`."""

    source: Cell
    target: Cell


Action = Remove | Jump
ACTIONS = Actions[Action](Remove, Jump, examples=("c3", "a1-a3"))


@dataclass(frozen=True, slots=True, repr=False)
class Konane(State[Action]):
    """A position: each seat's stones (a mask of cells) and the seat to move."""

    options: Options
    stones: tuple[int, int]
    turn: int = 0

    @property
    def grid(self) -> Grid:
        """The board in play."""
        return grid(self.options)

    @property
    def empty(self) -> int:
        """The cells without a stone, as a mask."""
        return self.grid.everywhere & ~sum(self.stones)

    @property
    def opens(self) -> bool:
        """Whether a player has yet to take off a first stone."""
        return self.empty.bit_count() < len(SEATS)

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None if it cannot jump (`konane.win`)."""
        return self.turn if self.opens or jumps(self) else None


@cache
def jumps(state: Konane) -> dict[tuple[int, int], int]:
    """Return the jumps of the seat to move: the start and the end of each, with the cells that are taken."""
    found, own, other = {}, state.stones[state.turn], state.stones[1 - state.turn]
    for start in bits(own):
        for ray in state.grid.rays[start]:
            taken = 0
            for over, end in zip(ray[::2], ray[1::2], strict=False):
                if not other >> over & 1 or not state.empty >> end & 1:
                    break
                taken |= 1 << over
                found[start, end] = taken
    return found


def start(options: Options) -> Konane:
    """Return the full board (`konane.board`)."""
    board = grid(options)
    red = mask(n for n, (x, y) in enumerate(board.spots) if (x + y) % 2 == 0)
    return Konane(options, (red, board.everywhere & ~red))


# A position, as in `rbrbrb/brbrbr/rb1brb/brbrbr/rbrbrb/brbrbr blue`.
POSITION = PositionFormat(
    {"stones": rows(grid, lambda _: "rb"), "turn": choice(lambda _: [one.id for one in SEATS])}, {}
)
CHECKS = CheckList(Remove, Jump)


@CHECKS.refuse("konane.win", N_("The game is over."), Remove, Jump)
def _over(state: Konane, _: Action) -> Fault | None:
    return fault() if state.to_move is None else None


@CHECKS.refuse("konane.open.blue", N_("Each player has taken off a stone: now jump."), Remove)
def _opened(state: Konane, _: Remove) -> Fault | None:
    return None if state.opens else fault()


@CHECKS.refuse("konane.open.red", N_("Take off a stone of your own in the middle or in a corner."), Remove)
def _red_opens(state: Konane, action: Remove) -> Fault | None:
    at = state.grid.index[action.at]
    return fault(action.at) if not state.empty and not openings(state.grid) >> at & 1 else None


@CHECKS.refuse("konane.open.blue", N_("Take off a stone of your own next to the empty cell."), Remove)
def _blue_opens(state: Konane, action: Remove) -> Fault | None:
    if not state.empty or not state.opens:
        return None
    near = next(state.grid.around[cell] for cell in bits(state.empty)) & state.stones[state.turn]
    return None if near >> state.grid.index[action.at] & 1 else fault(action.at)


@CHECKS.refuse("konane.open.red", N_("First, each player takes off a stone."), Jump)
def _opens_first(state: Konane, _: Jump) -> Fault | None:
    return fault() if state.opens else None


@CHECKS.refuse("konane.jump", N_("You have no stone on {source}."), Jump)
def _not_own(state: Konane, action: Jump) -> Fault | None:
    return None if state.stones[state.turn] >> state.grid.index[action.source] & 1 else fault(action.source)


@CHECKS.refuse("konane.line", N_("Jump in a straight line, by two cells or by two more for each further jump."), Jump)
def _not_in_line(state: Konane, action: Jump) -> Fault | None:
    way = state.grid.line(state.grid.index[action.source], state.grid.index[action.target])
    return None if way and len(way) % 2 == 0 else fault(action.target)


@CHECKS.refuse("konane.jump", N_("A stone jumps over one stone of the other player at a time, to an empty cell."), Jump)
def _no_jump(state: Konane, action: Jump) -> Fault | None:
    source, target = (state.grid.index[at] for at in (action.source, action.target))
    way = state.grid.line(source, target)
    if not state.stones[state.turn] >> source & 1 or not way or len(way) % 2 or (source, target) in jumps(state):
        return None
    return fault(*(state.grid.names[cell] for cell in way))


def apply_unchecked(state: Konane, action: Action) -> Konane:
    """Return the state after a legal action."""
    stones, seat, cell = list(state.stones), state.turn, state.grid.index
    if isinstance(action, Remove):
        stones[seat] &= ~(1 << cell[action.at])
    else:
        stones[seat] ^= 1 << cell[action.source] | 1 << cell[action.target]
        stones[1 - seat] &= ~jumps(state)[cell[action.source], cell[action.target]]
    return replace(state, stones=(stones[0], stones[1]), turn=1 - seat)


def events(state: Konane, action: Action) -> tuple[Event, ...]:
    """Return the visible effects of a legal action."""
    who, after = called(state.turn), apply_unchecked(state, action)
    if isinstance(action, Remove):
        said = text(N_("{who} takes the stone off {at}."), who=who, at=action.at)
        return (Event(EventKind.LEAVE, said, f"konane.open.{SEATS[state.turn].id}", (action.at,), STONE),)
    taken = [*bits(jumps(state)[state.grid.index[action.source], state.grid.index[action.target]])]
    said = text(N_("{who} jumps from {source} to {target}."), who=who, source=action.source, target=action.target)
    found = [Event(EventKind.MOVE, said, "konane.jump", (action.source, action.target))]
    for cell in taken:
        said = text(N_("The stone on {at} is taken."), at=state.grid.names[cell])
        found.append(Event(EventKind.LEAVE, said, "konane.jump", (state.grid.names[cell],), STONE))
    return (*found, *([Event(EventKind.NOTE, status(after), "konane.win")] if after.to_move is None else []))


def status(state: Konane) -> Text:
    """Return one sentence: whose turn it is, or who has won (`konane.win`)."""
    if state.to_move is None:
        return text(N_("The game is over, won by {who}."), who=listed([called(seat) for seat in state.winners()]))
    return plain_turn(called(state.turn))


def prompt(state: Konane) -> Text:
    """Return what the seat to move has to press."""
    if state.opens:
        return text(N_("Press the stone that you take off."))
    return text(N_("Press a stone that can jump, then the cell where it lands."))


def score(state: Konane) -> Score:
    """Return a line for the player who made the last jump (`konane.win`)."""
    last, ended = 1 - state.turn, state.to_move is None
    return Score((Line("konane.win", last, 1, text(N_("Last jump of {who}"), who=called(last))),) if ended else ())


def jumpers(state: Konane) -> list[str]:
    """Return the cells with a stone that can jump."""
    return sorted({state.grid.names[source] for source, _ in jumps(state)})


@cache
def _drawing(board: Grid) -> GridBoard:
    return GridBoard(board, "ground.konane.cell", "ground.konane.line")


@cache
def stone(seat: int) -> tuple[Path, ...]:
    """Return a stone in its seat's colour, with the mark of that colour."""
    palette = SEATS[seat].palette
    disc = Path(circle(0.36 * PITCH), f"{palette}.fill", f"{palette}.rim", 1.5)
    return (disc, *icon(f"sign-{SEATS[seat].id}", 0.36 * PITCH, main=f"{palette}.on"))


def scene(view: OpenView[Konane, Action], look: Look) -> Scene:
    """Return the scene; nothing is hidden."""
    state, names = view.state, view.state.grid.names
    pieces = {
        cell: (stone(seat), text(N_("{at}, stone of {who}"), at=names[cell], who=called(seat)))
        for seat, own in enumerate(state.stones)
        for cell in bits(own)
    }
    stones = many(N_("{n} stone on the board"), N_("{n} stones on the board"), len(pieces))
    return Scene(
        str(text(N_("{status} {stones}."), status=state.status(), stones=stones)), (_drawing(state.grid).part(pieces),)
    )


def panels(view: OpenView[Konane, Action]) -> tuple[Panel, ...]:
    """Return a panel for each player: the number of stones on the board."""
    counts = enumerate(own.bit_count() for own in view.state.stones)
    return tuple(count_panel(seat, stone(seat), called(seat), {N_("Stones"): count}) for seat, count in counts)


GAME = Game[Konane, Action](
    __name__,
    Konane,
    title=N_("Konane"),
    original="Kōnane",
    seats=seats,
    start=start,
    actions=ACTIONS,
    checks=CHECKS,
    apply_unchecked=apply_unchecked,
    events=events,
    status=status,
    prompt=prompt,
    score=score,
    position_format=POSITION,
    scene=scene,
    panels=panels,
    asks={"jumpers": jumpers},
)
