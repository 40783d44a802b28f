"""Misconceptions about the rules of Cattricola: each function returns the wrong answer that one leads to.

A practice question is asked only where this answer differs from the right one.
"""

from __future__ import annotations

from collections.abc import Iterable

from cattools.core.grid import bits
from cattools.games.cattricola import example_goals
from cattools.games.cattricola.rules import scoring
from cattools.games.cattricola.rules.components import radar
from cattools.games.cattricola.rules.labels import SEATS, cell_name
from cattools.games.cattricola.rules.state import Cattricola
from cattools.games.cattricola.rules.tiles import WOLF, kind_of


def in_a_row(state: Cattricola, number: int) -> Iterable[str]:
    """Return `number` cells of the disc from the first free one on, even if some are filled."""
    if not state.letters or 0 not in state.disc:
        return ()
    first = state.disc.index(0)
    return {cell_name(state.turn, n) for n in range(first, min(first + number, len(state.disc)))}


def room_for_all(state: Cattricola, at: str) -> Iterable[str]:
    """Answer as if the caught animals got the cells from the first free one on, even if some are filled."""
    return in_a_row(state, (state.ranch.covered(state.radars[state.turn], at) & state.animals).bit_count())


def out_of_time(state: Cattricola, action: str) -> Iterable[str]:
    """Answer as if the markers came off with the first tile placed instead of the last."""
    markers = state.radars[state.turn]
    all_of_them = {f"+{cell}" for cell in radar().grid.named(markers).split(",")} if markers else set()
    return all_of_them - {*example_goals.cleared(state, action)}


def inside(state: Cattricola, at: str) -> Iterable[str]:
    """Answer as if a range that sticks out over the edge caught nothing."""
    markers, ranch = state.radars[state.turn], state.ranch
    whole = ranch.covered(markers, at).bit_count() == markers.bit_count()
    return ranch.names(ranch.covered(markers, at) & state.animals) if whole else ()


def all_beside_wolves(state: Cattricola, seat: str) -> Iterable[str]:
    """Answer as if wolves removed every animal next to them."""
    n = SEATS.index(seat)
    if n >= len(state.letters):
        return ()
    disc, beside = state.discs[n], 0
    for cell, tile in enumerate(disc):
        if kind_of(tile) == WOLF:
            beside |= state.board(n).around[cell]
    return {cell_name(n, cell) for cell in bits(beside) if disc[cell] and kind_of(disc[cell]) != WOLF}


def at_once(state: Cattricola, seat: str) -> Iterable[str]:
    """Answer as if each check looked at all animals, including those that another check removes."""
    n = SEATS.index(seat)
    if n >= len(state.letters):
        return ()
    disc = state.discs[n]
    whole = scoring.tally(state.board(n), disc)
    tame = bytes(0 if kind_of(tile) == WOLF else tile for tile in disc)  # as if no wolf ate anything
    gone = whole.wolf | scoring.tally(state.board(n), tame).couple | whole.cluster
    return {cell_name(n, cell) for cell in bits(gone)}


def shared(state: Cattricola) -> Iterable[str]:
    """Answer as if all players with the most points won."""
    return {SEATS[seat] for seat in scoring.leaders(state)}


def any_kinds(state: Cattricola) -> Iterable[str]:
    """Answer as if the most points won, even without all five kinds."""
    points = [scoring.points(state, seat) for seat in range(state.players)]
    return {SEATS[seat] for seat, n in enumerate(points) if n == max(points)}
