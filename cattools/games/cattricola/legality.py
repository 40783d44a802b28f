"""What is legal in Cattricola: the checks, each with the rule that it enforces, and the actions that pass them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from cattools.core.messages import N_, listed
from cattools.core.rules import CheckList, Fault, fault
from cattools.games.cattricola import components
from cattools.games.cattricola.components import Action, Catch, Disc, Done, First, Lay, Lift, Marker, Pass, Put, Swap
from cattools.games.cattricola.effects import chances
from cattools.games.cattricola.position import DEAL, FINAL, JOIN, PLAY, Cattricola

DONE, PASS = Done(), Pass()
PUTS = tuple(Put(n) for n in range(1, 65))
TURNS = (Marker, Done, Catch, Put, Lift, Swap, Pass)  # the actions of a player's turn
CHECKS = CheckList(*TURNS, components.Turn, Lay, components.Tile, Disc, First)
OWN, BARE = N_("That cell is not on the disc of {who}."), N_("There is no tile on {at}.")


def candidates(state: Cattricola) -> Iterable[Action]:
    """Return every action that a player could intend, legal or not."""
    return dict.fromkeys(components.ACTIONS.candidates(state))


def legal(state: Cattricola) -> Sequence[Action]:
    """Return every legal action of the seat to move or of chance (`cattricola.turn`)."""
    if state.hand:
        return _places(state)
    phase, markers = state.phase, state.radars[state.turn]
    if phase is PLAY:
        if state.charged:
            return (*components.radar().free(markers), DONE)
        found: list[Action] = (
            list(components.radar().free(markers)) if markers.bit_count() < components.box().markers else []
        )
        return found + _catches(state, markers) if state.animals else [*found, PASS]
    if phase is FINAL:
        cells = [n for n, tile in enumerate(state.disc) if tile]
        return [*_catches(state, markers), *[_swap(state.turn, two) for two in combinations(cells, 2)], PASS]
    if phase is DEAL:
        return [action for _, action in chances(state)]
    return state.ranch.joins() if phase is JOIN else ()


def _catches(state: Cattricola, markers: int) -> list[Action]:
    """Return the catches whose pattern covers an animal (`cattricola.catch.at-least-one`)."""
    if not markers:
        return []
    pattern, animals = state.ranch.pattern(markers), state.animals
    return [catch for shift, catch in state.ranch.shifts if pattern << shift & animals]


@cache
def _swap(seat: int, cells: tuple[int, int]) -> Swap:
    """Return the swap of two cells of a seat's disc, always the same object."""
    return Swap(components.cell_name(seat, cells[0]), components.cell_name(seat, cells[1]))


def _places(state: Cattricola) -> Sequence[Action]:
    """Return the legal actions while tiles wait (`cattricola.place.order`, `cattricola.circle.lift`)."""
    puts: tuple[Action, ...] = ()
    if 0 in state.disc:
        puts = tuple(put for put, tile in zip(PUTS, state.hand, strict=False) if tile)
    if not state.lifts:
        return puts
    lifts = (Lift(components.cell_name(state.turn, n)) for n, tile in enumerate(state.disc) if tile)
    return (*puts, *lifts) if puts else (*lifts, DONE)


# --- wrong phase -------------------------------------------------------------------------------------------------


@CHECKS.refuse("cattricola.end.final-round", N_("The game is over."), *TURNS)
def _over(state: Cattricola, _: Action) -> Fault | None:
    return fault() if state.over else None


@CHECKS.refuse("cattricola.setup.ranch", N_("The ranch is not complete yet. Boards still to join: {n}."), *TURNS)
def _joining(state: Cattricola, _: Action) -> Fault | None:
    return fault(n=state.players - len(state.ranch.origins)) if state.phase is JOIN else None


@CHECKS.refuse("cattricola.setup.tiles", N_("The set-up is not finished."), *TURNS)
def _dealing(state: Cattricola, _: Action) -> Fault | None:
    return fault() if state.phase is DEAL else None


@CHECKS.refuse("cattricola.place.order", N_("First place the caught tiles on the disc."), Marker, Catch, Swap, Pass)
def _placing(state: Cattricola, _: Action) -> Fault | None:
    return fault(*(f"@{n}" for n, tile in enumerate(state.hand, 1) if tile)) if state.hand else None


@CHECKS.refuse("cattricola.turn", N_("This turn is a charge: add a marker or end the charge."), Catch, Swap, Pass)
def _charging(state: Cattricola, _: Action) -> Fault | None:
    return fault() if state.charged else None


@CHECKS.refuse("cattricola.end.final-round", N_("In the final round nobody charges."), Marker)
def _final(state: Cattricola, _: Marker) -> Fault | None:
    return fault() if state.phase is FINAL else None


# --- charging ----------------------------------------------------------------------------------------------------


@CHECKS.refuse("cattricola.charge.count", N_("All {n} markers of {who} are already on the radar."), Marker)
def _no_marker_left(state: Cattricola, _: Marker) -> Fault | None:
    if not state.playing or state.radars[state.turn].bit_count() < components.box().markers:
        return None
    return fault(who=components.seat_name(state.turn), n=components.box().markers)


@CHECKS.refuse("cattricola.charge.fixed", N_("The marker on {at} stays where it is."), Marker, by_reading=True)
def _marked(state: Cattricola, action: Marker) -> Fault | None:
    taken = state.playing and state.radars[state.turn] >> components.radar().grid.index[action.at] & 1
    return fault(f"+{action.at}") if taken else None


@CHECKS.refuse(
    "cattricola.charge.adjacent", N_("Markers must touch, but {at} does not touch any marker on the radar."), Marker
)
def _apart(state: Cattricola, action: Marker) -> Fault | None:
    markers, cell = state.radars[state.turn], components.radar().grid.index[action.at]
    if not state.playing or (components.radar().beside(markers) | markers) >> cell & 1:
        return None
    return fault(*(f"+{cell}" for cell in components.radar().grid.named(markers).split(",")))


@CHECKS.refuse("cattricola.charge.count", N_("A charge places at least one marker."), Done)
def _nothing_charged(state: Cattricola, _: Done) -> Fault | None:
    return fault() if state.playing and not state.pending else None


@CHECKS.refuse("cattricola.place.order", N_("There is still room on the disc: the tiles must go on it."), Done)
def _space_left(state: Cattricola, _: Done) -> Fault | None:
    return fault() if state.hand and state.free is not None else None


@CHECKS.refuse("cattricola.charge.fixed", N_("The radar is never turned."), components.Turn)
def _turned(_: Cattricola, action: components.Turn) -> Fault | None:
    return None if action.how == "mirror" else fault()


@CHECKS.refuse("cattricola.charge.fixed", N_("The radar is never mirrored."), components.Turn, by_reading=True)
def _mirrored(_: Cattricola, action: components.Turn) -> Fault | None:
    return fault() if action.how == "mirror" else None


# --- catching ----------------------------------------------------------------------------------------------------


@CHECKS.refuse(
    "cattricola.catch.at-least-one", N_("There is no marker on the radar to catch with."), Catch, by_reading=True
)
def _no_pattern(state: Cattricola, _: Catch) -> Fault | None:
    return fault() if state.playing and not state.radars[state.turn] else None


@CHECKS.refuse("cattricola.catch.at-least-one", N_("No animal is under the markers there."), Catch)
def _no_animal(state: Cattricola, action: Catch) -> Fault | None:
    markers = state.radars[state.turn]
    if not state.playing or not markers:
        return None
    covered = state.ranch.covered(markers, action.at)
    return None if covered & state.animals else fault(*state.ranch.names(covered))


# --- placing and lifting -----------------------------------------------------------------------------------------


@CHECKS.refuse("cattricola.place.order", N_("No tile is waiting to be placed."), Put)
def _no_hand(state: Cattricola, _: Put) -> Fault | None:
    return fault() if state.playing and not state.hand else None


@CHECKS.refuse("cattricola.place.order", N_("There is no waiting tile number {slot}."), Put)
def _no_slot(state: Cattricola, action: Put) -> Fault | None:
    return fault() if state.hand and not state.waits(action.slot) else None


@CHECKS.refuse("cattricola.place.overflow", N_("The disc is full: no tile can be placed."), Put)
def _no_space(state: Cattricola, _: Put) -> Fault | None:
    return fault() if state.hand and state.free is None else None


@CHECKS.refuse("cattricola.place.order", N_("The lowest free number comes first: {n}."), Put)
def _not_lowest(state: Cattricola, action: Put) -> Fault | None:
    if not action.at or not state.hand or state.free is None:
        return None
    lowest = components.cell_name(state.turn, state.free)
    return None if action.at == lowest else fault(lowest, n=state.free + 1)


@CHECKS.refuse("cattricola.place.order", N_("That cell is next anyway: press only the tile."), Put)
def _put_by_number(state: Cattricola, action: Put) -> Fault | None:
    if not action.at or not state.hand or state.free is None:
        return None
    return fault() if action.at == components.cell_name(state.turn, state.free) else None


@CHECKS.refuse("cattricola.circle.lift", N_("No tile may be lifted now."), Lift)
def _may_not_lift(state: Cattricola, _: Lift) -> Fault | None:
    return fault() if state.playing and not state.lifts else None


@CHECKS.refuse("cattricola.end.swap", N_("Tiles can be swapped only in the final round."), Swap)
def _not_final(state: Cattricola, _: Swap) -> Fault | None:
    return fault() if state.phase is PLAY else None


@CHECKS.refuse("cattricola.circle.lift", OWN, Lift)
@CHECKS.refuse("cattricola.end.swap", OWN, Swap)
def _foreign(state: Cattricola, action: Lift | Swap) -> Fault | None:
    bad = [at for at in _cells(action) if components.cell_of(at)[0] != state.turn]
    return fault(*_known(state, bad), who=components.seat_name(state.turn)) if bad and state.playing else None


@CHECKS.refuse("cattricola.circle.lift", BARE, Lift)
@CHECKS.refuse("cattricola.end.swap", BARE, Swap)
def _bare(state: Cattricola, action: Lift | Swap) -> Fault | None:
    """Refuse an action on the player's own cells that hold no tile."""
    own = [(at, n) for at in _cells(action) for seat, n in [components.cell_of(at)] if seat == state.turn]
    bad = [at for at, n in own if not any(state.disc[n : n + 1])]
    if not bad or not state.playing:
        return None
    return fault(*_known(state, bad), at=listed([components.cell_words(at) for at in dict.fromkeys(bad)]))


def _cells(action: Lift | Swap) -> tuple[str, ...]:
    return (action.at,) if isinstance(action, Lift) else (action.one, action.other)


def _known(state: Cattricola, cells: Iterable[str]) -> list[str]:
    """Return those of the given disc cells that exist."""
    there = components.disc_cells(state)
    return [at for at in cells if at in there]


@CHECKS.refuse("cattricola.end.swap", N_("A swap takes two tiles."), Swap)
def _same(state: Cattricola, action: Swap) -> Fault | None:
    return fault(*_known(state, [action.one])) if action.one == action.other and state.playing else None


@CHECKS.refuse("cattricola.turn", N_("A turn is a charge or a catch: passing is not allowed yet."), Pass)
def _animals_left(state: Cattricola, _: Pass) -> Fault | None:
    return fault() if state.phase is PLAY and not state.pending and state.animals else None


# --- setting up --------------------------------------------------------------------------------------------------


@CHECKS.refuse("cattricola.setup.ranch", N_("All ranch boards are already joined."), Lay)
def _not_joining(state: Cattricola, _: Lay) -> Fault | None:
    return None if state.phase is JOIN else fault()


@CHECKS.refuse("cattricola.setup.ranch", N_("The board would overlap another board."), Lay)
def _overlaps(state: Cattricola, action: Lay) -> Fault | None:
    high, wide = components.ranch_board().rows, components.ranch_board().columns
    near = any(abs(r - action.row) < high and abs(c - action.column) < wide for r, c in state.ranch.origins)
    return fault() if state.phase is JOIN and near else None


@CHECKS.refuse(
    "cattricola.setup.ranch",
    N_("The board would not share a whole side with another board."),
    Lay,
    by_reading=True,
)
def _no_side(state: Cattricola, action: Lay) -> Fault | None:
    joined = action in state.ranch.joins()
    return fault() if state.phase is JOIN and not joined and _overlaps(state, action) is None else None


@CHECKS.refuse("cattricola.setup.tiles", N_("No tile is dealt now."), components.Tile)
def _no_tile_due(state: Cattricola, _: components.Tile) -> Fault | None:
    return None if state.phase is DEAL and state.undealt else fault()


@CHECKS.refuse("cattricola.setup.tiles", N_("No {tile} is left in the box."), components.Tile)
def _no_such_left(state: Cattricola, action: components.Tile) -> Fault | None:
    face = components.read_tile(action.tile) & ~components.DOWN
    if (
        state.phase is not DEAL
        or state.tiles.count(face) + state.tiles.count(face | components.DOWN) < components.box().supply[face]
    ):
        return None
    return fault(tile=components.animal(face))


@CHECKS.refuse("cattricola.setup.disc", N_("No disc is dealt now."), Disc)
def _no_disc_due(state: Cattricola, _: Disc) -> Fault | None:
    due = state.phase is DEAL and not state.undealt and len(state.letters) < state.players
    return None if due else fault()


@CHECKS.refuse("cattricola.setup.disc", N_("Disc {board} is taken."), Disc)
def _disc_taken(state: Cattricola, action: Disc) -> Fault | None:
    return fault() if action.board in state.letters else None


@CHECKS.refuse("cattricola.setup.start", N_("No first player is drawn now."), First)
def _no_first_player_due(state: Cattricola, _: First) -> Fault | None:
    return None if state.phase is DEAL and not state.undealt and len(state.letters) == state.players else fault()


@CHECKS.refuse("cattricola.setup.start", N_("{seat} is not in this game."), First)
def _no_player(state: Cattricola, action: First) -> Fault | None:
    seat = components.SEATS.index(action.seat)
    return None if seat < state.players else fault(seat=components.seat_name(seat))
