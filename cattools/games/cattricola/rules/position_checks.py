"""Checks for positions that the notation can express but no game can reach; each error cites a rule and areas."""

from __future__ import annotations

from collections.abc import Sequence

from cattools.core.errors import PositionError
from cattools.core.grid import bits
from cattools.core.messages import N_, many, text
from cattools.games.cattricola.rules.components import (
    box,
    holder_of_the_star,
    radar,
    ranch_board,
    some_disc_twice,
)
from cattools.games.cattricola.rules.labels import SEATS, cell_name
from cattools.games.cattricola.rules.state import DEAL, JOIN, PLAY, Cattricola
from cattools.games.cattricola.rules.tiles import DOWN, write_tile


def check_box(state: Cattricola, letters: Sequence[str]) -> None:
    """Refuse more components than are in the box. Raises `PositionError`."""
    given = state.letters
    if tuple(letters[: len(given)]) != given or some_disc_twice(given):
        expected = text(N_("each disc board once, given to the seats in order"))
        raise PositionError("cattricola.setup.disc", expected, ", ".join(letters))
    empty = next((n for n, disc in enumerate(state.discs[: len(given)]) if not disc), None)
    if empty is not None:
        expected = text(N_("at least one cell on the disc of {who}"), who=SEATS[empty])
        raise PositionError("cattricola.boards", expected, given[empty])
    if state.phase not in (DEAL, JOIN) and len(given) < state.players:
        raise PositionError("cattricola.setup.disc", N_("a disc board for each seat"), ", ".join(letters))
    tiles = b"".join((state.tiles, *state.discs, *state.unplaced, state.hand))
    for face, count in box().supply.items():
        found = tiles.count(face) + tiles.count(face | DOWN)
        if found > count:
            expected = text(N_("at most {count} tiles {tile}"), count=count, tile=write_tile(face))
            raise PositionError("cattricola.tiles", expected, found)


def check_turn(state: Cattricola) -> None:
    """Refuse a state that cannot occur in the current phase and turn."""
    if state.phase in (JOIN, DEAL):
        _check_set_up(state)
    elif state.undealt:
        raise PositionError("cattricola.setup.tiles", N_("undealt cells only while tiles are dealt"), state.undealt)
    for seat, gap in gaps(state.discs):
        if seat != state.turn or not state.hand:
            at = cell_name(seat, gap)
            raise PositionError("cattricola.place.order", N_("discs filled from the lowest number on"), at, at)
    _check_charge(state)
    _check_hand(state)
    if state.passed >= state.players or (state.passed and not state.playing):
        expected = text(N_("fewer than {players} passes"), players=state.players)
        raise PositionError("cattricola.end.pass", expected, state.passed)
    full = any(0 not in disc for disc in state.discs)
    if state.phase is PLAY and full and state.turn == state.first and not state.pending:
        expected = text(N_("the final round, as a disc is full and a new round begins"))
        raise PositionError("cattricola.end.trigger", expected, text(N_("an ordinary round")))


def gaps(discs: Sequence[bytes]) -> list[tuple[int, int]]:
    """Return the free disc cells that have a tile on a higher number, each with its seat."""
    return [(seat, cell) for seat, disc in enumerate(discs) for cell, tile in enumerate(disc.rstrip(b"\0")) if not tile]


def _check_set_up(state: Cattricola) -> None:
    """Refuse a state that cannot occur during the set-up."""
    phase = state.phase
    if any(state.radars) or state.charged:
        found = next((SEATS[seat] for seat, placed in enumerate(state.radars) if placed), SEATS[state.turn])
        expected = text(N_("empty radars during the set-up"))
        raise PositionError("cattricola.setup.radar", expected, found, *_markers(state))
    if state.hand or any(map(any, (*state.discs, *state.unplaced))):
        laid = [cell_name(seat, n) for seat, disc in enumerate(state.discs) for n, tile in enumerate(disc) if tile]
        expected = text(N_("empty discs and no tile in hand during the set-up"))
        raise PositionError("cattricola.setup.tiles", expected, text(N_("caught tiles")), *laid)
    if phase is JOIN and (state.animals or state.letters or state.undealt):
        expected = text(N_("no tile and no disc before the boards are joined"))
        raise PositionError("cattricola.setup.ranch", expected, text(N_("tiles or discs")))
    waiting = ranch_board().size * len(state.ranch.origins) if phase is JOIN else state.undealt
    if state.tiles.rstrip(b"\0").find(0) >= 0 or state.tiles.count(0) != waiting:
        empty = [name for name, tile in zip(state.ranch.grid.names, state.tiles, strict=True) if not tile]
        last = N_("a tile on every cell of the ranch but the last one")
        more = N_("a tile on every cell of the ranch but the last {n}")
        expected = many(last, more, waiting) if waiting else text(N_("a tile on every cell of the ranch"))
        empty_cells = many(N_("{n} empty cell"), N_("{n} empty cells"), len(empty))
        raise PositionError("cattricola.setup.tiles", expected, empty_cells, *empty)
    if phase is DEAL and ((state.undealt and state.letters) or _settled(state)):
        expected = text(N_("discs dealt after the tiles, and chance to move only while something is dealt"))
        raise PositionError("cattricola.setup.disc", expected, ", ".join(state.letters))
    if phase is JOIN and state.turn != (len(state.ranch.origins) - 1) % state.players:
        raise PositionError("cattricola.setup.ranch", N_("the seats to join the boards in order"), SEATS[state.turn])


def _markers(state: Cattricola) -> list[str]:
    """Return the areas of all markers."""
    names = radar().grid.names
    return [f"{SEATS[seat]}.{names[cell]}" for seat, placed in enumerate(state.radars) for cell in bits(placed)]


def _check_charge(state: Cattricola) -> None:
    """Refuse a charge that should have ended."""
    markers = state.radars[state.turn].bit_count()
    ended = state.phase is not PLAY or state.hand or not state.charged < min(box().charge, markers + 1)
    if state.charged and (ended or markers == box().markers):
        rule = "cattricola.charge.count" if state.phase is PLAY else "cattricola.end.final-round"
        raise PositionError(rule, N_("a charge that can continue"), state.charged)


def _check_hand(state: Cattricola) -> None:
    """Refuse waiting tiles where there can be none, and too many lifts."""
    hand, rule = state.hand, ""
    if hand and state.over:
        rule = "cattricola.end.final-round"
    elif hand and not state.radars[state.turn]:
        rule = "cattricola.catch.at-least-one"
    elif hand and not state.lifts and 0 not in state.disc:
        rule = "cattricola.place.overflow"
    if rule:
        expected = text(N_("waiting tiles only after a catch with markers, while a tile can be placed or lifted"))
        raise PositionError(rule, expected, "".join(map(write_tile, hand)))
    circles = state.appeared
    most = min(box().lifts(circles), sum(1 for tile in state.disc if tile)) if hand else 0
    if state.lifts > most:
        told = many(
            N_("a number from 0 to {most} for lifts= when {n} circle has appeared"),
            N_("a number from 0 to {most} for lifts= when {n} circles have appeared"),
            circles,
            most=most,
        )
        raise PositionError("cattricola.circle.lift", told, state.lifts)


def _settled(state: Cattricola) -> bool:
    """Return whether nothing is left to deal."""
    dealt = not state.undealt and len(state.letters) == state.players
    return dealt and holder_of_the_star(state.letters) is not None
