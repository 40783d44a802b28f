"""Legal actions of Cattricola and the reasons for refusals: a table of checks, each with a rule, message and test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from cattools.core.messages import N_, listed
from cattools.core.rules import Check, Checks, Fault, fault, game_over
from cattools.games.cattricola.rules.actions import (
    Action,
    Catch,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Tile,
    Turn,
)
from cattools.games.cattricola.rules.components import box, disc_boards, radar, ranch_board
from cattools.games.cattricola.rules.labels import SEATS, animal, cell_name, cell_of, cell_words, seat_name
from cattools.games.cattricola.rules.state import DEAL, FINAL, JOIN, PLAY, Cattricola, Phase
from cattools.games.cattricola.rules.tiles import DOWN, read_tile
from cattools.games.cattricola.rules.transitions import TILES, chances

DONE, PASS = Done(), Pass()
PUTS = tuple(Put(n) for n in range(1, 65))


def candidates(state: Cattricola) -> Iterator[Action]:
    """Yield every action that a player could intend, legal or not."""
    yield from (DONE, PASS, Turn("turn"), Turn("mirror"))
    yield from radar().marker.values()
    yield from state.ranch.catch.values()
    for seat, disc in enumerate(state.discs):
        yield from (Lift(cell_name(seat, n)) for n in range(len(disc)))
    own = [cell_name(state.turn, n) for n in range(len(state.disc))]
    for slot in range(1, max(len(state.hand), 1) + 2):
        yield Put(slot)
        yield from (Put(slot, at) for at in own)
    yield from (Swap(one, other) for one, other in combinations(own, 2))
    if own:
        yield Swap(own[0], own[0])
        yield Swap(own[0], cell_name((state.turn + 1) % state.players, 0))
    yield from (lay for row in state.ranch.slots() for lay in row)
    yield from (Lay(2, state.ranch.columns), Lay(-99, 0))
    yield from (tile for either in TILES for tile in either)
    yield from (Disc(letter) for letter in disc_boards())
    yield from (First(seat) for seat in SEATS)


def legal(state: Cattricola) -> Sequence[Action]:
    """Return every legal action of the seat to move or of chance (`cattricola.turn`)."""
    if state.hand:
        return _places(state)
    phase, markers = state.phase, state.radars[state.turn]
    if phase is PLAY:
        if state.charged:
            return (*radar().free(markers), DONE)
        found: list[Action] = list(radar().free(markers)) if markers.bit_count() < box().markers else []
        if not state.animals:
            return [*found, PASS]
        return found + _catches(state, markers)
    if phase is FINAL:
        cells = [cell_name(state.turn, n) for n, tile in enumerate(state.disc) if tile]
        return [*_catches(state, markers), *(Swap(one, other) for one, other in combinations(cells, 2)), PASS]
    if phase is DEAL:
        return [action for _, action in chances(state)]
    return state.ranch.joins() if phase is JOIN else ()


def _catches(state: Cattricola, markers: int) -> list[Action]:
    """Return the catches whose pattern covers an animal (`cattricola.catch.at-least-one`)."""
    if not markers:
        return []
    pattern, animals = state.ranch.pattern(markers), state.animals
    return [catch for shift, catch in state.ranch.shifts if pattern << shift & animals]


def _places(state: Cattricola) -> Sequence[Action]:
    """Return the legal actions while tiles wait (`cattricola.place.order`, `cattricola.circle.lift`)."""
    puts: tuple[Action, ...] = ()
    if 0 in state.disc:
        puts = tuple(put for put, tile in zip(PUTS, state.hand, strict=False) if tile)
    if not state.lifts:
        return puts
    lifts = (Lift(cell_name(state.turn, n)) for n, tile in enumerate(state.disc) if tile)
    return (*puts, *lifts) if puts else (*lifts, DONE)


def allows(state: Cattricola, action: Action) -> bool:
    """Return whether an action is legal; the most common kinds are tested without listing all legal actions."""
    if isinstance(action, Put):
        return not action.at and state.waits(action.slot) and 0 in state.disc
    if isinstance(action, Catch) and state.phase in (PLAY, FINAL) and not state.pending:
        shift, markers = state.ranch.shift.get(action.at), state.radars[state.turn]
        return shift is not None and bool(state.ranch.pattern(markers) << shift & state.animals)
    if isinstance(action, Marker) and state.phase is PLAY and not state.hand:
        markers = state.radars[state.turn]
        return markers.bit_count() < box().markers and action in radar().free(markers)
    return action in legal(state)


# --- wrong phase -------------------------------------------------------------------------------------------------


def _in(phase: Phase) -> Callable[[Cattricola, Action], Fault | None]:
    def find(state: Cattricola, _: Action) -> Fault | None:
        return fault() if state.phase is phase else None

    return find


def _joining(state: Cattricola, _: Action) -> Fault | None:
    return fault(n=state.players - len(state.ranch.origins)) if state.phase is JOIN else None


def _not_joining(state: Cattricola, _: Lay) -> Fault | None:
    return None if state.phase is JOIN else fault()


def _placing(state: Cattricola, _: Action) -> Fault | None:
    return fault(*(f"@{n}" for n, tile in enumerate(state.hand, 1) if tile)) if state.hand else None


def _charging(state: Cattricola, _: Action) -> Fault | None:
    return fault() if state.charged else None


# --- charging ----------------------------------------------------------------------------------------------------


def _no_marker_left(state: Cattricola, _: Marker) -> Fault | None:
    if not state.playing or state.radars[state.turn].bit_count() < box().markers:
        return None
    return fault(who=seat_name(state.turn), n=box().markers)


def _marked(state: Cattricola, action: Marker) -> Fault | None:
    taken = state.playing and state.radars[state.turn] >> radar().grid.index[action.at] & 1
    return fault(f"+{action.at}", at=action.at) if taken else None


def _apart(state: Cattricola, action: Marker) -> Fault | None:
    if not state.playing:
        return None
    markers, cell = state.radars[state.turn], radar().grid.index[action.at]
    if (radar().beside(markers) | markers) >> cell & 1:
        return None
    return fault(*(f"+{cell}" for cell in radar().grid.named(markers).split(",")), at=action.at)


def _nothing_charged(state: Cattricola, _: Done) -> Fault | None:
    return fault() if state.playing and not state.pending else None


def _room_left(state: Cattricola, _: Done) -> Fault | None:
    return fault() if state.hand and state.free is not None else None


def _turned(_: Cattricola, action: Turn) -> Fault | None:
    return None if action.how == "mirror" else fault()


def _mirrored(_: Cattricola, action: Turn) -> Fault | None:
    return fault() if action.how == "mirror" else None


# --- catching ----------------------------------------------------------------------------------------------------


def _no_pattern(state: Cattricola, _: Catch) -> Fault | None:
    return fault() if state.playing and not state.radars[state.turn] else None


def _no_animal(state: Cattricola, action: Catch) -> Fault | None:
    markers = state.radars[state.turn]
    if not state.playing or not markers:
        return None
    covered = state.ranch.covered(markers, action.at)
    return None if covered & state.animals else fault(*state.ranch.names(covered))


# --- placing and lifting -----------------------------------------------------------------------------------------


def _no_hand(state: Cattricola, _: Put) -> Fault | None:
    return fault() if state.playing and not state.hand else None


def _no_slot(state: Cattricola, action: Put) -> Fault | None:
    return fault(slot=action.slot) if state.hand and not state.waits(action.slot) else None


def _no_room(state: Cattricola, _: Put) -> Fault | None:
    return fault() if state.hand and state.free is None else None


def _not_lowest(state: Cattricola, action: Put) -> Fault | None:
    if not action.at or not state.hand or state.free is None:
        return None
    lowest = cell_name(state.turn, state.free)
    return None if action.at == lowest else fault(lowest, n=state.free + 1)


def _put_by_number(state: Cattricola, action: Put) -> Fault | None:
    """Refuse a placement that names the lowest free cell: the notation omits it."""
    if not action.at or not state.hand or state.free is None:
        return None
    return fault(slot=action.slot) if _not_lowest(state, action) is None else None


def _may_not_lift(state: Cattricola, _: Lift) -> Fault | None:
    return fault() if state.playing and not state.lifts else None


def _foreign(state: Cattricola, action: Lift | Swap) -> Fault | None:
    cells = [action.at] if isinstance(action, Lift) else [action.one, action.other]
    bad = [at for at in cells if cell_of(at)[0] != state.turn]
    return fault(*_known(state, bad), who=seat_name(state.turn)) if bad and state.playing else None


def _bare(state: Cattricola, action: Lift | Swap) -> Fault | None:
    """Refuse an action on the player's own cells that hold no tile."""
    cells = [action.at] if isinstance(action, Lift) else [action.one, action.other]
    if not state.playing:
        return None
    own = [(at, n) for at in cells for seat, n in [cell_of(at)] if seat == state.turn]
    bad = [at for at, n in own if not 0 <= n < len(state.disc) or not state.disc[n]]
    if not bad:
        return None
    return fault(*_known(state, bad), at=listed([cell_words(at) for at in dict.fromkeys(bad)]))


def _known(state: Cattricola, cells: list[str]) -> list[str]:
    """Return those of the given disc cells that exist."""
    found = ((at, *cell_of(at)) for at in cells)
    return [at for at, seat, n in found if 0 <= seat < len(state.letters) and 0 <= n < len(state.discs[seat])]


def _same(state: Cattricola, action: Swap) -> Fault | None:
    return fault(*_known(state, [action.one])) if action.one == action.other and state.playing else None


def _animals_left(state: Cattricola, _: Pass) -> Fault | None:
    return fault() if state.phase is PLAY and not state.pending and state.animals else None


# --- setting up --------------------------------------------------------------------------------------------------


def _overlaps(state: Cattricola, action: Lay) -> Fault | None:
    board = ranch_board()
    near = any(
        abs(r - action.row) < board.rows and abs(c - action.column) < board.columns for r, c in state.ranch.origins
    )
    return fault() if state.phase is JOIN and near else None


def _no_side(state: Cattricola, action: Lay) -> Fault | None:
    joined = action in state.ranch.joins()
    return fault() if state.phase is JOIN and not joined and _overlaps(state, action) is None else None


def _no_tile_due(state: Cattricola, _: Tile) -> Fault | None:
    return None if state.phase is DEAL and state.undealt else fault()


def _no_such_left(state: Cattricola, action: Tile) -> Fault | None:
    face = read_tile(action.tile) & ~DOWN
    if state.phase is not DEAL or state.tiles.count(face) + state.tiles.count(face | DOWN) < box().supply[face]:
        return None
    return fault(tile=animal(face))


def _no_disc_due(state: Cattricola, _: Disc) -> Fault | None:
    due = state.phase is DEAL and not state.undealt and len(state.letters) < state.players
    return None if due else fault()


def _disc_taken(state: Cattricola, action: Disc) -> Fault | None:
    return fault(board=action.board) if action.board in state.letters else None


def _no_disc(_: Cattricola, action: Disc) -> Fault | None:
    return None if action.board in disc_boards() else fault(board=action.board)


def _no_first_player_due(state: Cattricola, _: First) -> Fault | None:
    return None if state.phase is DEAL and not state.undealt and len(state.letters) == state.players else fault()


def _no_player(state: Cattricola, action: First) -> Fault | None:
    seat = SEATS.index(action.seat)
    return None if seat < state.players else fault(seat=seat_name(seat))


BEFORE = (
    game_over("cattricola.end.final-round"),
    Check("cattricola.setup.ranch", N_("The ranch is not complete yet. Boards still to join: {n}."), _joining),
    Check("cattricola.setup.tiles", N_("The set-up is not finished."), _in(DEAL)),
)
PLACE = Check("cattricola.place.order", N_("First place the caught tiles on the disc."), _placing)
CHARGE = Check("cattricola.turn", N_("This turn is a charge: add a marker or end the charge."), _charging)
OWN = N_("That cell is not on the disc of {who}.")
BARE = N_("There is no tile on {at}.")

CHECKS: Checks = {
    Marker: (
        *BEFORE,
        PLACE,
        Check("cattricola.end.final-round", N_("In the final round nobody charges."), _in(FINAL)),
        Check("cattricola.charge.count", N_("All {n} markers of {who} are already on the radar."), _no_marker_left),
        Check("cattricola.charge.fixed", N_("The marker on {at} stays where it is."), _marked, by_reading=True),
        Check(
            "cattricola.charge.adjacent",
            N_("Markers must touch, but {at} does not touch any marker on the radar."),
            _apart,
        ),
    ),
    Done: (
        *BEFORE,
        Check("cattricola.charge.count", N_("A charge places at least one marker."), _nothing_charged),
        Check("cattricola.place.order", N_("There is still room on the disc: the tiles must go on it."), _room_left),
    ),
    Turn: (
        Check("cattricola.charge.fixed", N_("The radar is never turned."), _turned),
        Check("cattricola.charge.fixed", N_("The radar is never mirrored."), _mirrored, by_reading=True),
    ),
    Catch: (
        *BEFORE,
        PLACE,
        CHARGE,
        Check(
            "cattricola.catch.at-least-one",
            N_("There is no marker on the radar to catch with."),
            _no_pattern,
            by_reading=True,
        ),
        Check("cattricola.catch.at-least-one", N_("No animal is under the markers there."), _no_animal),
    ),
    Put: (
        *BEFORE,
        Check("cattricola.place.order", N_("No tile is waiting to be placed."), _no_hand),
        Check("cattricola.place.order", N_("There is no waiting tile number {slot}."), _no_slot),
        Check("cattricola.place.overflow", N_("The disc is full: no tile can be placed."), _no_room),
        Check("cattricola.place.order", N_("The lowest free number comes first: {n}."), _not_lowest),
        Check("cattricola.place.order", N_("That cell is next anyway: press only the tile."), _put_by_number),
    ),
    Lift: (
        *BEFORE,
        Check("cattricola.circle.lift", N_("No tile may be lifted now."), _may_not_lift),
        Check("cattricola.circle.lift", OWN, _foreign),
        Check("cattricola.circle.lift", BARE, _bare),
    ),
    Swap: (
        *BEFORE,
        PLACE,
        CHARGE,
        Check("cattricola.end.swap", N_("Tiles can be swapped only in the final round."), _in(PLAY)),
        Check("cattricola.end.swap", OWN, _foreign),
        Check("cattricola.end.swap", BARE, _bare),
        Check("cattricola.end.swap", N_("A swap takes two tiles."), _same),
    ),
    Pass: (
        *BEFORE,
        PLACE,
        CHARGE,
        Check("cattricola.turn", N_("A turn is a charge or a catch: passing is not allowed yet."), _animals_left),
    ),
    Lay: (
        Check("cattricola.setup.ranch", N_("All ranch boards are already joined."), _not_joining),
        Check("cattricola.setup.ranch", N_("The board would overlap another board."), _overlaps),
        Check(
            "cattricola.setup.ranch",
            N_("The board would not share a whole side with another board."),
            _no_side,
            by_reading=True,
        ),
    ),
    Tile: (
        Check("cattricola.setup.tiles", N_("No tile is dealt now."), _no_tile_due),
        Check("cattricola.setup.tiles", N_("No {tile} is left in the box."), _no_such_left),
    ),
    Disc: (
        Check("cattricola.setup.disc", N_("No disc is dealt now."), _no_disc_due),
        Check("cattricola.setup.disc", N_("Disc {board} is taken."), _disc_taken),
        Check("cattricola.setup.disc", N_("There is no disc {board}."), _no_disc),
    ),
    First: (
        Check("cattricola.setup.start", N_("No first player is drawn now."), _no_first_player_due),
        Check("cattricola.setup.start", N_("{seat} is not in this game."), _no_player),
    ),
}
