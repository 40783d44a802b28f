"""Positions of Cattricola that games rarely reach: nearly full discs, few animals left, the final round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cattools.core.chance import Dealer
from cattools.core.options import Options
from cattools.games.cattricola.rules.components import box, radar
from cattools.games.cattricola.rules.legality import legal
from cattools.games.cattricola.rules.scoring import tally
from cattools.games.cattricola.rules.setup import start
from cattools.games.cattricola.rules.state import FINAL, PLAY, Cattricola
from cattools.games.cattricola.rules.tiles import FACE, WOLF, WOLF_TILE, kind_of

MOST_FREE = 4  # upper bound of free cells on a disc
# Shares of the positions: in the final round, with hardly any animals left, with each kind grouped together.
IS_FINAL, IS_BARE, IS_ORDERLY = 0.5, 0.15, 0.6
# Positions in which a check affects the next: their share, the attempts for each, and the most animals removed.
CHAINED, TRIED, FEW = 0.3, 120, 8
CHANGED = 4  # exclusive upper bound of the tiles moved out of order


def crowded(options: Options, rng: Random) -> Cattricola:
    """Return a late position, often one in which a check affects the next (`cattricola.score.chain`)."""
    for _ in range(TRIED if rng.random() < CHAINED else 0):
        state = _late(options, rng)
        if _is_chained(state):
            return state
    return _late(options, rng)


def _is_chained(state: Cattricola) -> bool:
    """Return whether the checks remove few animals, but not those that they would if each check saw all animals."""
    board, disc = state.board(state.turn), state.disc
    whole, tame = tally(board, disc), bytes(0 if kind_of(tile) == WOLF else tile for tile in disc)
    return whole.gone.bit_count() <= FEW and whole.gone != whole.wolf | tally(board, tame).couple | whole.cluster


def _late(options: Options, rng: Random) -> Cattricola:
    """Return a late position: random animals from the ranch are on the discs, and random markers on the radars."""
    dealer = Dealer(int(rng.random() * 1_000_000))
    state = dealer.settle(start(options))
    while state.phase is not PLAY:
        state = dealer.play_one(state, legal(state), rng)
    tiles, cells = bytearray(state.tiles), [n for n, tile in enumerate(state.tiles) if tile]
    cells.sort(key=lambda _: rng.random())
    final, orderly, discs = rng.random() < IS_FINAL, rng.random() < IS_ORDERLY, []
    fullest = int(rng.random() * state.players)  # the seat whose disc is full in the final round
    for seat, disc in enumerate(state.discs):
        free = 0 if final and seat == fullest else int(rng.random() * MOST_FREE) + (not final)
        number = min(len(disc) - free, len(cells))
        taken = [tiles[cells.pop()] & FACE for _ in range(number)]
        discs.append(bytes(_kept(taken, rng) if orderly else taken) + bytes(len(disc) - number))
    left = int(rng.random() * 3) if rng.random() < IS_BARE else len(cells)
    unplaced = [b""] * state.players
    for cell in [n for n, tile in enumerate(state.tiles) if tile and n not in cells[:left]]:
        if cell in cells:  # tiles not dealt to a disc become unplaced ones
            seat = int(rng.random() * state.players)
            unplaced[seat] += bytes((tiles[cell] & FACE,))
        tiles[cell] = 0
    animals = sum(1 << state.ranch.place[n] for n, tile in enumerate(tiles) if tile)
    radars = tuple(_markers(int(rng.random() * (box().markers + 1)), rng) for _ in discs)
    turn = int(rng.random() * state.players)
    phase = FINAL if final else PLAY
    return replace(
        state, tiles=bytes(tiles), animals=animals, discs=tuple(discs), unplaced=tuple(unplaced), radars=radars,
        phase=phase, turn=turn,
    )  # fmt: skip


def _kept(tiles: Sequence[int], rng: Random) -> list[int]:
    """Return tiles sorted by kind, wolves last, with a few of them moved, so that the checks remove few."""
    found = sorted(tiles, key=lambda tile: (tile == WOLF_TILE, kind_of(tile), rng.random()))
    for _ in range(int(rng.random() * CHANGED)):
        if found:
            found.insert(int(rng.random() * len(found)), found.pop(int(rng.random() * len(found))))
    return found


def _markers(number: int, rng: Random) -> int:
    """Return a random connected group of markers."""
    found = 0
    for _ in range(number):
        free = radar().free(found)
        found |= 1 << radar().grid.index[free[int(rng.random() * len(free))].at]
    return found
