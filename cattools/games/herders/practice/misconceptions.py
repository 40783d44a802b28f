"""Misconceptions about the rules of Cat Herders, each as the wrong answer that it leads to.

A practice question is asked only where that answer differs from the right one.
"""

from __future__ import annotations

from collections.abc import Iterable

from cattools.core.grid import bits
from cattools.games.herders import example_goals
from cattools.games.herders.rules.actions import Herd
from cattools.games.herders.rules.components import box
from cattools.games.herders.rules.notation import read_action
from cattools.games.herders.rules.state import Herders
from cattools.games.herders.rules.transitions import apply_unchecked


def nearest(state: Herders, cat: str) -> Iterable[str]:
    """Answer as if a cat could run to any empty park cell next to it."""
    board = state.board
    free = board.park & board.grid.around[board.grid.index[cat]] & ~state.occupied
    return {board.grid.names[c] for c in bits(free)}


def uneasy(state: Herders, herder: str) -> Iterable[str]:
    """Answer as if a herder also scared cats when it did not move."""
    return {*example_goals.scared(state, herder), *example_goals.uneasy(state)}


def one_cat(state: Herders) -> Iterable[str]:
    """Answer as if only one cat could run first."""
    return sorted(example_goals.first(state))[:1]


def touched(state: Herders, written: str) -> Iterable[str]:
    """Answer as if every cat beside enough of the player's herders were taken, even without a run."""
    after = apply_unchecked(state, read_action(written, state))
    around, need = state.board.grid.around, state.variant.touching
    own = after.herders[state.turn]
    beside = {state.board.grid.names[c] for c in bits(after.cats) if (own & around[c]).bit_count() >= need}
    return {*example_goals.falls(state, written), *beside}


def _taken_by(state: Herders, written: str, herders: int, need: int) -> Iterable[str]:
    action = read_action(written, state)
    if not isinstance(action, Herd):
        return ()
    at = state.board.grid.index[action.target]
    return {action.source} if (herders & state.board.grid.around[at]).bit_count() >= need else ()


def anybody(state: Herders, written: str) -> Iterable[str]:
    """Answer as if herders of either colour helped to take a cat."""
    return _taken_by(state, written, state.herders[0] | state.herders[1], state.variant.touching)


def two(state: Herders) -> Iterable[str]:
    """Answer as if two herders were always enough to take a cat."""
    own, around = state.herders[state.turn], state.board.grid.around
    return {state.board.grid.names[c] for c in bits(state.cats) if (own & around[c]).bit_count() >= box().capture}


def nobody(state: Herders) -> Iterable[str]:
    """Answer as if only a player with five cats could win."""
    return {seat.id for n, seat in enumerate(state.game.seats(state.options)) if state.taken[n] >= box().win}
