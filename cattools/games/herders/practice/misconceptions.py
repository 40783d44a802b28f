"""What somebody answers who does not know a rule of Cat Herders: a question is asked where that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cattools.core.grid import bits
from cattools.games.herders import example_goals
from cattools.games.herders.rules.actions import Herd
from cattools.games.herders.rules.components import box
from cattools.games.herders.rules.notation import read_action
from cattools.games.herders.rules.state import Herders
from cattools.games.herders.rules.transitions import apply_unchecked


def nearest(state: Herders, cat: str) -> Iterable[str]:
    """Any empty cell of the park beside the cat."""
    board = state.board
    free = board.park & board.grid.around[board.grid.index[cat]] & ~state.occupied
    return {board.grid.names[c] for c in bits(free)}


def uneasy(state: Herders, herder: str) -> Iterable[str]:
    """Also the cats beside herders that do not move."""
    return {*example_goals.scared(state, herder), *example_goals.uneasy(state)}


def one_cat(state: Herders) -> Iterable[str]:
    """Only one of the cats."""
    return sorted(example_goals.first(state))[:1]


def touched(state: Herders, written: str) -> Iterable[str]:
    """Every cat beside enough own herders when the herder has arrived, and those taken."""
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
    """Return the cat, if enough herders of any colour touch it."""
    return _taken_by(state, written, state.herders[0] | state.herders[1], state.variant.touching)


def two(state: Herders) -> Iterable[str]:
    """Every cat that two own herders touch."""
    own, around = state.herders[state.turn], state.board.grid.around
    return {state.board.grid.names[c] for c in bits(state.cats) if (own & around[c]).bit_count() >= box().capture}


def nobody(state: Herders) -> Iterable[str]:
    """Whoever has five cats, else nobody."""
    return {seat.id for n, seat in enumerate(state.game.seats(state.options)) if state.taken[n] >= box().win}


TWINS: dict[str, Callable[..., Iterable[str]]] = {
    "nearest": nearest,
    "uneasy": uneasy,
    "one-cat": one_cat,
    "touched": touched,
    "anybody": anybody,
    "two": two,
    "nobody": nobody,
}
