"""Rotating or reflecting the board, or swapping the colours, changes nothing but names."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from cattools.core.grid import bits, mask
from cattools.games.herders import Herders
from cattools.games.herders.components import Action
from tests.games.herders import oracle
from tests.games.herders.oracle import Rules
from tests.games.herders.positions_builder import HERDERS
from tests.games.herders.random_positions import knot

Names = dict[str, str]
TURNS = {
    "hex": (lambda x, y: (-y, x + y), lambda x, y: (x + y, -y)),
    "square": (lambda x, y: (9 - y, x), lambda x, y: (9 - x, y)),
}


def turned(board: str, names: Names, which: int) -> Names:
    """Return names after one more rotation (0) or reflection (1)."""
    ground = oracle.board(board)
    move = TURNS["square" if board == "square" else "hex"][which]
    return {name: ground.name[move(*ground.spot[to])] for name, to in names.items()}


def every(board: str) -> list[Names]:
    """Return all rotations of a board, each with and without reflection."""
    found, names = [], {name: name for name in oracle.board(board).spot}
    for _ in range(4 if board == "square" else 6):
        names = turned(board, names, 0)
        found += [names, turned(board, names, 1)]
    return found


def image(state: Herders, names: Names, *, swap: bool) -> Herders:
    """Return the state on the transformed board, with the colours swapped if requested."""
    grid = state.board.grid

    def cells(of: int) -> int:
        return mask(grid.index[names[grid.names[c]]] for c in bits(of))

    def seats(pair: tuple[int, int]) -> tuple[int, int]:
        return (pair[1], pair[0]) if swap else pair

    red, blue = seats(state.herders)
    return dataclasses.replace(
        state,
        herders=(cells(red), cells(blue)),
        cats=cells(state.cats),
        hands=seats(state.hands),
        taken=seats(state.taken),
        turn=1 - state.turn if swap else state.turn,
        scared=cells(state.scared),
        paying=cells(state.paying),
        running=None if state.running is None else grid.index[names[grid.names[state.running]]],
    )


def renamed(action: Action, names: Names) -> Action:
    return type(action)(*(names[getattr(action, f.name)] for f in dataclasses.fields(action)))


@pytest.mark.rule("herders.herd.target")
@pytest.mark.rule("herders.capture")
@pytest.mark.parametrize("board", oracle.BOARDS)
def test_rotations_reflections_and_swapped_colours_change_only_names(board: str) -> None:
    rng = Random(board)
    images = every(board)
    assert len({tuple(names.values()) for names in images}) == len(images)
    for round_ in range(60):
        rules = Rules(board, *(rng.random() < 0.4 for _ in range(3)))
        state = HERDERS.read_position(knot(rng, rules), HERDERS.choose(rules.line()))
        names, swap = rng.choice(images), round_ % 2 == 1
        while state.to_move is not None:
            other = image(state, names, swap=swap)
            assert {renamed(a, names) for a in state.legal()} == set(other.legal())
            totals = [state.score().total(seat) for seat in (0, 1)]
            assert [other.score().total(seat) for seat in ((1, 0) if swap else (0, 1))] == totals
            for action in state.legal():
                assert image(state.apply(action), names, swap=swap) == other.apply(renamed(action, names))
            lively = [a for a in state.legal() if state.apply(a).pending]
            state = state.apply(rng.choice(lively or list(state.legal())))
            if not state.pending:
                break
