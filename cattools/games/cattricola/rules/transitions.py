"""The effects of the actions of Cattricola: joining boards, dealing, and the players' turns.

States are constructed with positional arguments: keyword arguments make random play one fifteenth slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from cattools.core.grid import bits
from cattools.core.rules import IllegalAction
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
)
from cattools.games.cattricola.rules.components import box, disc_boards, holder_of_the_star, radar
from cattools.games.cattricola.rules.labels import SEATS, cell_of
from cattools.games.cattricola.rules.setup import with_ranch
from cattools.games.cattricola.rules.state import DEAL, FINAL, OVER, PLAY, Cattricola
from cattools.games.cattricola.rules.tiles import DOWN, FACE, FACES, read_tile, write_tile

TILES = tuple((Tile(write_tile(face)), Tile(write_tile(face | DOWN))) for face in FACES)  # face up and face down
T = TypeVar("T")


def apply_unchecked(state: Cattricola, action: Action) -> Cattricola:
    """Return the state after a legal action. Raises `IllegalAction` for turning the radar, which is never legal."""
    if isinstance(action, Put):
        return _put(state, action.slot - 1)
    if isinstance(action, Marker):
        markers = state.radars[state.turn] | 1 << radar().grid.index[action.at]
        radars = _with(state.radars, state.turn, markers)
        charged = state.charged + 1
        if charged == box().charge or markers.bit_count() == box().markers or not radar().free(markers):
            return _ended(state, state.discs, state.unplaced, radars)
        return _within(state, radars=radars, charged=charged)
    if isinstance(action, Tile):
        return _with_animal(state, action)
    if isinstance(action, Catch):
        return _catch(state, action)
    if isinstance(action, Lift):
        cell = cell_of(action.at)[1]
        discs = _with(state.discs, state.turn, _with_tile(state.disc, cell, 0))
        return _within(state, discs=discs, hand=state.hand + state.disc[cell : cell + 1], lifts=state.lifts - 1)
    if isinstance(action, Done):
        if state.hand:
            return _caught(state, state.disc, state.hand)
        return _ended(state, state.discs, state.unplaced, state.radars)
    if isinstance(action, Swap):
        one, other = (cell_of(at)[1] for at in (action.one, action.other))
        disc = _with_tile(_with_tile(state.disc, one, state.disc[other]), other, state.disc[one])
        return _ended(state, _with(state.discs, state.turn, disc), state.unplaced, state.radars)
    if isinstance(action, Pass):
        return _ended(state, state.discs, state.unplaced, state.radars, passed=1)
    if isinstance(action, Lay):
        laid = state.ranch.with_board(action.row, action.column)
        return with_ranch(state.options, laid, (state.turn + 1) % state.players)
    if isinstance(action, Disc):
        return _with_disc(state, action)
    if isinstance(action, First):
        first = SEATS.index(action.seat)
        return replace(state, first=first, turn=first, phase=PLAY)
    raise IllegalAction(action, ())


# --- dealing -----------------------------------------------------------------------------------------------------


def begins(action: Action) -> str | None:
    """Return the seat drawn to begin (`cattricola.setup.start`), or None for any other action."""
    return action.seat if isinstance(action, First) else None


def chances(state: Cattricola) -> Sequence[tuple[int, Action]]:
    """Return the possible deals with their weights: of tiles with either side up, disc boards or the first player."""
    if state.phase is not DEAL:
        return []
    if state.undealt:
        found: list[tuple[int, Action]] = []
        tiles, supply = state.tiles, box().supply
        for face, (up, down) in zip(FACES, TILES, strict=True):
            left = supply[face] - tiles.count(face) - tiles.count(face | DOWN)
            if left > 0:
                found += [(left, up), (left, down)]
        return found
    if len(state.letters) < state.players:
        return [(1, Disc(letter)) for letter in disc_boards() if letter not in state.letters]
    return [(1, First(seat)) for seat in SEATS[: state.players]]


def _with_animal(state: Cattricola, action: Tile) -> Cattricola:
    """Return the state after a tile is dealt to the next ranch cell (`cattricola.setup.tiles`)."""
    cell = state.ranch.size - state.undealt
    tiles = _with_tile(state.tiles, cell, read_tile(action.tile))
    animals = state.animals | 1 << state.ranch.place[cell]
    return Cattricola(
        state.options, state.ranch, tiles, animals, state.letters, state.discs, state.unplaced, state.radars,
        state.phase, undealt=state.undealt - 1,
    )  # fmt: skip


def _with_disc(state: Cattricola, action: Disc) -> Cattricola:
    """Return the state after a player gets a disc; after the last one the star begins (`cattricola.setup.start`)."""
    letters = (*state.letters, action.board)
    discs = _with(state.discs, len(state.letters), bytes(disc_boards()[action.board].size))
    first = holder_of_the_star(letters)
    if len(letters) < state.players or first is None:
        return replace(state, letters=letters, discs=discs)
    return replace(state, letters=letters, discs=discs, first=first, turn=first, phase=PLAY)


# --- turns -------------------------------------------------------------------------------------------------------


def _catch(state: Cattricola, action: Catch) -> Cattricola:
    """Return the state after the range is laid: tiles under it wait, or stay off the disc (`cattricola.catch.range`).

    Empty cells and cells off the ranch give nothing (`cattricola.catch.outside`). If the disc is full, all tiles
    stay off it unless a circle allows lifts (`cattricola.end.catch-full`).
    """
    markers = state.radars[state.turn]
    ranch = state.ranch
    got = ranch.pattern(markers) << ranch.shift[action.at] & state.animals
    tiles, hand = bytearray(state.tiles), bytearray()
    for place in bits(got):
        cell = ranch.cell_at[place]
        hand.append(tiles[cell] & FACE)
        tiles[cell] = 0
    animals, disc = state.animals & ~got, state.disc
    circles = ranch.appeared(animals)
    fresh = circles > ranch.appeared(state.animals)
    lifts = min(box().lifts(circles), len(disc) - disc.count(0)) if fresh else 0
    after = Cattricola(
        state.options, ranch, bytes(tiles), animals, state.letters, state.discs, state.unplaced, state.radars,
        state.phase, state.first, state.turn, 0, bytes(hand), lifts, state.passed,
    )  # fmt: skip
    return after if lifts or 0 in disc else _caught(after, disc, after.hand)


def _put(state: Cattricola, slot: int) -> Cattricola:
    """Return the state after the tile in a slot, counted from 0, is put on the lowest free cell."""
    disc = state.disc
    disc = _with_tile(disc, disc.index(0), state.hand[slot])
    hand = _with_tile(state.hand, slot, 0).rstrip(b"\0")
    if hand and 0 in disc:
        return _within(state, discs=_with(state.discs, state.turn, disc), hand=hand)
    return _caught(state, disc, hand)


def _caught(state: Cattricola, disc: bytes, hand: bytes) -> Cattricola:
    """Return the state after a catch: waiting tiles stay off, and the radar is cleared (`cattricola.catch.reset`)."""
    turn, unplaced = state.turn, state.unplaced
    if hand:
        unplaced = _with(unplaced, turn, unplaced[turn] + hand.replace(b"\0", b""))
    return _ended(state, _with(state.discs, turn, disc), unplaced, _with(state.radars, turn, 0))


def _within(
    state: Cattricola,
    *,
    discs: tuple[bytes, ...] | None = None,
    radars: tuple[int, ...] | None = None,
    charged: int = 0,
    hand: bytes = b"",
    lifts: int = 0,
) -> Cattricola:
    """Return the state after an action that does not end the turn."""
    return Cattricola(
        state.options, state.ranch, state.tiles, state.animals, state.letters, discs or state.discs, state.unplaced,
        radars or state.radars, state.phase, state.first, state.turn, charged, hand, lifts, state.passed,
    )  # fmt: skip


def _ended(
    state: Cattricola, discs: tuple[bytes, ...], unplaced: tuple[bytes, ...], radars: tuple[int, ...], passed: int = 0
) -> Cattricola:
    """Return the state after the turn: the next player's turn, a new round or the end (`cattricola.end.trigger`)."""
    players = len(radars)
    turn, phase, passed = (state.turn + 1) % players, state.phase, state.passed + passed
    if turn == state.first:
        if phase is FINAL:
            phase = OVER
        elif passed == players or any(0 not in disc for disc in discs):
            phase = FINAL
        passed = 0
    return Cattricola(
        state.options, state.ranch, state.tiles, state.animals, state.letters, discs, unplaced, radars, phase,
        state.first, turn, passed=passed,
    )  # fmt: skip


def _with(items: tuple[T, ...], n: int, item: T) -> tuple[T, ...]:
    return (*items[:n], item, *items[n + 1 :])


def _with_tile(tiles: bytes, n: int, tile: int) -> bytes:
    return tiles[:n] + bytes((tile,)) + tiles[n + 1 :]
