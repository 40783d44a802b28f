"""Why an action is not legal: one check a row, each a rule, a sentence and a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cattools.core.messages import N_, listed, text
from cattools.core.rules import Check, Fault, Refusal
from cattools.games.cattricola import scoring
from cattools.games.cattricola.actions import (
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
from cattools.games.cattricola.boards import boards, radar
from cattools.games.cattricola.dealing import DEAL, FINAL, JOIN, OVER, PLAY
from cattools.games.cattricola.ranch import plan
from cattools.games.cattricola.tiles import DOWN, WORDS, box, kind_of, read_tile

if TYPE_CHECKING:
    from cattools.games.cattricola.state import Cattricola

Wrong = Callable[["Cattricola", Any], Fault | None]


def why_not(state: Cattricola, action: Action) -> tuple[Refusal, ...]:
    """Return all reasons against an action, each with its rule; empty means legal."""
    found = (check.refusal(state, action) for check in CHECKS[type(action)])
    return tuple(refusal for refusal in found if refusal)


def _free(state: Cattricola) -> int:
    """Return the free cell with the lowest number, -1 when the disc is full."""
    return state.disc.find(0)


def _playing(state: Cattricola) -> bool:
    return state.phase in (PLAY, FINAL)


# --- when it is not the time -------------------------------------------------------------------------------------


def _in(phase: int) -> Wrong:
    def wrong(state: Cattricola, _: Action) -> Fault | None:
        return fault() if state.phase == phase else None

    return wrong


def _joining(state: Cattricola, _: Action) -> Fault | None:
    return fault(n=state.players - len(state.ranch.origins)) if state.phase == JOIN else None


def _not_joining(state: Cattricola, _: Lay) -> Fault | None:
    return None if state.phase == JOIN else fault()


def _placing(state: Cattricola, _: Action) -> Fault | None:
    return fault(*([f"@{n}" for n, tile in enumerate(state.hand, 1) if tile])) if state.hand else None


def _charging(state: Cattricola, _: Action) -> Fault | None:
    return fault() if state.charged else None


# --- charging ----------------------------------------------------------------------------------------------------


def _no_marker_left(state: Cattricola, _: Marker) -> Fault | None:
    if not _playing(state) or state.radars[state.turn].bit_count() < box().markers:
        return None
    return fault(who=scoring.name(state.turn), n=box().markers)


def _marked(state: Cattricola, action: Marker) -> Fault | None:
    taken = _playing(state) and state.radars[state.turn] >> radar().grid.index[action.at] & 1
    return fault(f"+{action.at}", at=action.at) if taken else None


def _apart(state: Cattricola, action: Marker) -> Fault | None:
    if not _playing(state):
        return None
    markers, cell = state.radars[state.turn], radar().grid.index[action.at]
    if (radar().beside(markers) | markers) >> cell & 1:
        return None
    return fault(*([f"+{name}" for name in radar().grid.named(markers).split(",")]), at=action.at)


def _nothing_charged(state: Cattricola, _: Done) -> Fault | None:
    return fault() if _playing(state) and not state.pending else None


def _room_left(state: Cattricola, _: Done) -> Fault | None:
    return fault() if state.hand and _free(state) >= 0 else None


def _always(_: Cattricola, action: Turn) -> Fault | None:
    return fault(how=text(N_("mirrored") if action.how == "mirror" else N_("turned")))


# --- catching ----------------------------------------------------------------------------------------------------


def _no_pattern(state: Cattricola, _: Catch) -> Fault | None:
    return fault() if _playing(state) and not state.radars[state.turn] else None


def _no_animal(state: Cattricola, action: Catch) -> Fault | None:
    markers = state.radars[state.turn]
    if not _playing(state) or not markers:
        return None
    covered = state.ranch.covered(markers, action.at)
    return None if covered & state.animals else fault(*state.ranch.names(covered))


# --- placing and lifting -----------------------------------------------------------------------------------------


def _no_hand(state: Cattricola, _: Put) -> Fault | None:
    return fault() if _playing(state) and not state.hand else None


def _no_slot(state: Cattricola, action: Put) -> Fault | None:
    return fault(slot=action.slot) if state.hand and not state.waits(action.slot) else None


def _no_room(state: Cattricola, _: Put) -> Fault | None:
    return fault() if state.hand and _free(state) < 0 else None


def _not_lowest(state: Cattricola, action: Put) -> Fault | None:
    if not action.at or not state.hand or _free(state) < 0:
        return None
    lowest = scoring.cell_name(state.turn, _free(state))
    return None if action.at == lowest else fault(lowest, n=_free(state) + 1)


def _put_by_number(state: Cattricola, action: Put) -> Fault | None:
    """Name a tile for which the lowest cell is named: the notation leaves it out."""
    named = bool(action.at) and bool(state.hand) and _free(state) >= 0 and not _not_lowest(state, action)
    return fault(slot=action.slot) if named else None


def _may_not_lift(state: Cattricola, _: Lift) -> Fault | None:
    return fault() if _playing(state) and not state.lifts else None


def _foreign(state: Cattricola, action: Lift | Swap) -> Fault | None:
    cells = [action.at] if isinstance(action, Lift) else [action.one, action.other]
    bad = [at for at in cells if scoring.cell_of(at)[0] != state.turn]
    return fault(*_known(state, bad), who=scoring.name(state.turn)) if bad and _playing(state) else None


def _bare(state: Cattricola, action: Lift | Swap) -> Fault | None:
    """Name the own cells that hold no tile."""
    cells = [action.at] if isinstance(action, Lift) else [action.one, action.other]
    if not _playing(state):
        return None
    own = [(at, n) for at in cells for seat, n in [scoring.cell_of(at)] if seat == state.turn]
    bad = [at for at, n in own if not 0 <= n < len(state.disc) or not state.disc[n]]
    return fault(*_known(state, bad), at=listed([scoring.words_of(at) for at in dict.fromkeys(bad)])) if bad else None


def _known(state: Cattricola, cells: list[str]) -> list[str]:
    """Return those of some disc cells that there are."""
    found = ((at, *scoring.cell_of(at)) for at in cells)
    return [at for at, seat, n in found if 0 <= seat < len(state.boards) and 0 <= n < len(state.discs[seat])]


def _same(state: Cattricola, action: Swap) -> Fault | None:
    return fault(*_known(state, [action.one])) if action.one == action.other and _playing(state) else None


def _animals_left(state: Cattricola, _: Pass) -> Fault | None:
    return fault() if state.phase == PLAY and not state.pending and state.animals else None


# --- setting up --------------------------------------------------------------------------------------------------


def _overlaps(state: Cattricola, action: Lay) -> Fault | None:
    board = plan()
    near = any(
        abs(r - action.row) < board.rows and abs(c - action.column) < board.columns for r, c in state.ranch.origins
    )
    return fault() if state.phase == JOIN and near else None


def _no_side(state: Cattricola, action: Lay) -> Fault | None:
    joined = action in state.ranch.joins()
    return fault() if state.phase == JOIN and not joined and _overlaps(state, action) is None else None


def _no_tile_due(state: Cattricola, _: Tile) -> Fault | None:
    return None if state.phase == DEAL and state.undealt else fault()


def _no_such_left(state: Cattricola, action: Tile) -> Fault | None:
    face = read_tile(action.tile) & ~DOWN
    if state.phase != DEAL or state.tiles.count(face) + state.tiles.count(face | DOWN) < box().supply[face]:
        return None
    return fault(tile=text(WORDS[kind_of(face) - 1][face & 3]))


def _no_disc_due(state: Cattricola, _: Disc) -> Fault | None:
    due = state.phase == DEAL and not state.undealt and len(state.boards) < state.players
    return None if due else fault()


def _disc_taken(state: Cattricola, action: Disc) -> Fault | None:
    return fault(board=action.board) if action.board in state.boards else None


def _no_disc(_: Cattricola, action: Disc) -> Fault | None:
    return None if action.board in boards() else fault(board=action.board)


def _no_lot_due(state: Cattricola, _: First) -> Fault | None:
    return None if state.phase == DEAL and not state.undealt and len(state.boards) == state.players else fault()


def _no_player(state: Cattricola, action: First) -> Fault | None:
    seat = scoring.SEATS.index(action.seat)
    return None if seat < state.players else fault(seat=scoring.name(seat))


BEFORE = (
    Check("cattricola.end.final-round", N_("The game is over."), _in(OVER)),
    Check("cattricola.setup.ranch", N_("The ranch is not joined yet: {n} more to lay."), _joining),
    Check("cattricola.setup.tiles", N_("The set-up is not finished."), _in(DEAL)),
)
PLACE = Check("cattricola.place.order", N_("The tiles that were caught go on the disc first."), _placing)
CHARGE = Check("cattricola.turn", N_("This turn is a charge: add a marker or end it."), _charging)
OWN = N_("That is not on the disc of {who}.")
BARE = N_("There is no tile on {at}.")

CHECKS: dict[type, tuple[Check[Cattricola, Any], ...]] = {
    Marker: (
        *BEFORE,
        PLACE,
        Check("cattricola.end.final-round", N_("In the final round nobody charges."), _in(FINAL)),
        Check("cattricola.charge.count", N_("All {n} markers of {who} are on the radar."), _no_marker_left),
        Check("cattricola.charge.fixed", N_("The marker on {at} stays where it is."), _marked),
        Check("cattricola.charge.adjacent", N_("{at} touches no marker on the radar."), _apart),
    ),
    Done: (
        *BEFORE,
        Check("cattricola.charge.count", N_("A charge puts at least one marker."), _nothing_charged),
        Check("cattricola.place.order", N_("There is still room on the disc: the tiles must go on it."), _room_left),
    ),
    Turn: (Check("cattricola.charge.fixed", N_("The radar is never {how}."), _always),),
    Catch: (
        *BEFORE,
        PLACE,
        CHARGE,
        Check("cattricola.catch.at-least-one", N_("There is no marker on the radar to catch with."), _no_pattern),
        Check("cattricola.catch.at-least-one", N_("No animal is under the markers there."), _no_animal),
    ),
    Put: (
        *BEFORE,
        Check("cattricola.place.order", N_("No tile waits for a place."), _no_hand),
        Check("cattricola.place.order", N_("No tile waits at @{slot}."), _no_slot),
        Check("cattricola.place.overflow", N_("The disc is full: no tile finds a place now."), _no_room),
        Check("cattricola.place.order", N_("The lowest free number comes first: {n}."), _not_lowest),
        Check("cattricola.place.order", N_("That cell is the next one anyway: play @{slot}."), _put_by_number),
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
        Check("cattricola.end.swap", N_("Tiles are swapped in the final round only."), _in(PLAY)),
        Check("cattricola.end.swap", OWN, _foreign),
        Check("cattricola.end.swap", BARE, _bare),
        Check("cattricola.end.swap", N_("A swap takes two tiles."), _same),
    ),
    Pass: (
        *BEFORE,
        PLACE,
        CHARGE,
        Check("cattricola.turn", N_("A turn is a charge or a catch: nobody passes yet."), _animals_left),
    ),
    Lay: (
        Check("cattricola.setup.ranch", N_("All ranch boards lie already."), _not_joining),
        Check("cattricola.setup.ranch", N_("It would lie on another board."), _overlaps),
        Check("cattricola.setup.ranch", N_("It does not meet another board along a whole side."), _no_side),
    ),
    Tile: (
        Check("cattricola.setup.tiles", N_("No cell of the ranch waits for a tile."), _no_tile_due),
        Check("cattricola.setup.tiles", N_("No {tile} is left in the box."), _no_such_left),
    ),
    Disc: (
        Check("cattricola.setup.disc", N_("Nobody waits for a disc now."), _no_disc_due),
        Check("cattricola.setup.disc", N_("Disc {board} is taken."), _disc_taken),
        Check("cattricola.setup.disc", N_("There is no disc {board}."), _no_disc),
    ),
    First: (
        Check("cattricola.setup.start", N_("No lot is drawn now: it is known who begins."), _no_lot_due),
        Check("cattricola.setup.start", N_("{seat} does not play."), _no_player),
    ),
}
