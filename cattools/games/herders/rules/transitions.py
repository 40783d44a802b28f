"""The effects of the actions of Cat Herders: the cats they scare, and the course of the turns."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cattools.core.grid import bits
from cattools.games.herders.rules import herding
from cattools.games.herders.rules.actions import Action, Deal, Give, Herd, Move, Place
from cattools.games.herders.rules.components import Park
from cattools.games.herders.rules.state import Herders


def chance(state: Herders, rng: Random) -> Deal:
    """Return a random deal to an empty park cell."""
    cells = [*bits(state.board.park & ~state.occupied)]
    return state.board.deal[cells[int(rng.random() * len(cells))]]


def apply_unchecked(state: Herders, action: Action) -> Herders:
    """Return the state after a legal action (`herders.turn`)."""
    board = state.board
    index = board.grid.index
    if isinstance(action, Move):
        target = index[action.target]
        return _acted(state, board, target, own=state.herders[state.turn] ^ (1 << index[action.source] | 1 << target))
    if isinstance(action, Place):
        target = index[action.at]
        return _acted(state, board, target, own=state.herders[state.turn] | 1 << target, placed=True)
    if isinstance(action, Herd):
        return herding.stepped(state, index[action.source], index[action.target])
    if isinstance(action, Give):
        return herding.sacrificed(state, index[action.at])
    if isinstance(action, Deal):
        return replace(state, cats=state.cats | 1 << index[action.at], undealt=state.undealt - 1)
    return replace(state, turn=1 - state.turn, plies=state.plies + 1, passed=True)


def _acted(state: Herders, board: Park, target: int, *, own: int, placed: bool = False) -> Herders:
    """Return the state after a herder reaches a cell, `placed` from the hand or moved (`herders.herd.trigger`)."""
    turn, hands = state.turn, state.hands
    herders = (own, state.herders[1]) if turn == 0 else (state.herders[0], own)
    if placed:
        hands = (hands[0] - 1, hands[1]) if turn == 0 else (hands[0], hands[1] - 1)
    scared = state.cats & board.grid.around[target]
    # positional arguments: keyword arguments make random play about five percent slower
    if scared and herding.any_can_move(board, herders, state.cats, scared):
        return Herders(
            state.options, state.variant, herders, state.cats, hands, state.taken, turn, state.plies, False, scared
        )
    return Herders(state.options, state.variant, herders, state.cats, hands, state.taken, 1 - turn, state.plies + 1)
