"""Setting up: boards are joined, then chance deals tiles, discs, and the first turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cattools.core.options import Options
from cattools.games.cattricola.actions import Action, Disc, First, Lay, Tile
from cattools.games.cattricola.boards import boards
from cattools.games.cattricola.ranch import Ranch, first_board, shaped
from cattools.games.cattricola.scoring import SEATS
from cattools.games.cattricola.tiles import DOWN, FACES, box, read_tile, write_tile

if TYPE_CHECKING:
    from cattools.games.cattricola.state import Cattricola

JOIN, DEAL, PLAY, FINAL, OVER = range(5)  # the phases of a game
TILES = tuple(Tile(write_tile(face | down)) for face in FACES for down in (0, DOWN))


def chances(state: Cattricola) -> list[tuple[int, Action]]:
    """Return what can be dealt next: a tile each side up for every one left, a disc, who begins."""
    if state.undealt:
        found: list[tuple[int, Action]] = []
        for n, face in enumerate(FACES):
            left = box().supply[face] - state.tiles.count(face) - state.tiles.count(face | DOWN)
            if left > 0:
                found += [(left, TILES[2 * n]), (left, TILES[2 * n + 1])]
        return found
    if len(state.boards) < state.players:
        return [(1, Disc(letter)) for letter in boards() if letter not in state.boards]
    return [(1, First(seat)) for seat in SEATS[: state.players]]


def dealt(state: Cattricola, action: Action) -> Cattricola:
    """Return the state after a board was joined or something was dealt."""
    if isinstance(action, Lay):
        ranch = state.ranch.with_board(action.row, action.column)
        return joined(state.options, ranch, (state.turn + 1) % state.players)
    if isinstance(action, Tile):
        n = state.ranch.size - state.undealt
        tiles = state.tiles[:n] + bytes((read_tile(action.tile),)) + state.tiles[n + 1 :]
        animals = state.animals | 1 << state.ranch.place[n]
        return replace(state, tiles=tiles, animals=animals, undealt=state.undealt - 1)
    if isinstance(action, Disc):
        seat, letters = len(state.boards), state.boards + action.board
        discs = (*state.discs[:seat], bytes(boards()[action.board].size), *state.discs[seat + 1 :])
        first = next((n for n, letter in enumerate(letters) if boards()[letter].star), -1)
        if len(letters) < state.players or first < 0:
            return replace(state, boards=letters, discs=discs)
        return replace(state, boards=letters, discs=discs, first=first, turn=first, phase=PLAY)
    assert isinstance(action, First)  # noqa: S101 - what else can be dealt
    first = SEATS.index(action.seat)
    return replace(state, first=first, turn=first, phase=PLAY)


def joined(options: Options, ranch: Ranch, turn: int) -> Cattricola:
    """Return the state while boards are joined, or before the first tile when all are (`cattricola.setup.ranch`)."""
    from cattools.games.cattricola.state import Cattricola  # noqa: PLC0415 - a state deals with this module

    players = int(options.word("players"))
    ready = len(ranch.origins) == players
    none = (b"",) * players
    return Cattricola(
        options, ranch, bytes(ranch.size), 0, "", none, none, (0,) * players, DEAL if ready else JOIN,
        turn=0 if ready else turn, undealt=ranch.size if ready else 0,
    )  # fmt: skip


def start(options: Options) -> Cattricola:
    """Return the game before anything is dealt; with the option, before the boards are joined."""
    if options.word("ranch") == "own":
        return joined(options, first_board(), 0)
    return joined(options, shaped(options), 0)
