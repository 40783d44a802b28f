"""Helpers for the tests of all games: options with every value, and various positions from random play."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import TypeVar

from cattools.core import random_play
from cattools.core.game import CHANCE, AnyState
from cattools.core.options import Options
from cattools.core.random_play import random_game
from cattools.games import GAMES
from tests.kinds import some

S = TypeVar("S", bound=AnyState)
K = TypeVar("K")
PAIRS = 6  # the number of sampled pairs of options, which are tested in addition to every single value


@cache
def choices(game_id: str) -> tuple[Options, ...]:
    """Return the default options, and options that differ from them in one value or in two values."""
    return random_play.choices(GAMES[game_id], PAIRS)


# The cases of tests that cover all games and options; the usual run has two of each game: the default, and another.
EVERY = some(
    ((game_id, options) for game_id in GAMES for options in choices(game_id)),
    lambda case: case[1] in choices(case[0])[:2],
)


def named(value: object) -> str | None:
    """Return the test id of a game or of options."""
    return (str(value) or "usual") if isinstance(value, str | Options) else None


@cache
def sample(game_id: str, options: Options, seed: int = 1, most: int = 600) -> tuple[AnyState, ...]:
    """Return various states of a random game: the start, within a turn, just before points are scored, and the end."""
    states = list(random_game(GAMES[game_id], options, seed, most))
    dealt = [s for s in states if s.to_move != CHANCE]
    within = [s for s in dealt if s.pending]
    earning = [a for a, b in pairwise(states) if a.score() != b.score()]
    rng = Random(seed)
    picked = [states[0], dealt[0], *rng.sample(dealt, min(2, len(dealt))), *rng.sample(within, min(2, len(within)))]
    return tuple(dict.fromkeys([*picked, *earning[:2], states[-1]]))


def as_a(kind: type[K], value: object) -> K:
    """Return a value whose declared type is more general than `kind`, after checking that it is a `kind`."""
    assert isinstance(value, kind), value
    return value


# --- moves in notation ------------------------------------------------------------------------------------------------


def play(state: S, *moves: str) -> S:
    """Return the state after some moves, each of which must be legal."""
    for move in moves:
        state = state.apply(state.game.read_action(move, state))
    return state


def legal(state: AnyState) -> set[str]:
    """Return the legal actions in notation."""
    return {str(action) for action in state.legal()}


def refused(state: AnyState, move: str) -> set[str]:
    """Return the ids of the rules that refuse a move, without the game's name."""
    return {short(refusal.rule) for refusal in state.why_not(state.game.read_action(move, state))}


def refused_by_interpretation(state: AnyState, move: str) -> set[str]:
    """Return the ids of the rules whose interpretation refuses a move, without the game's name."""
    found = state.why_not(state.game.read_action(move, state))
    return {short(refusal.rule) for refusal in found if state.game.rules.cited(refusal).ours}


def refusal_texts(state: AnyState, move: str) -> list[str]:
    """Return the sentences that explain why a move is refused."""
    return [str(refusal) for refusal in state.why_not(state.game.read_action(move, state))]


def events_of(state: AnyState, move: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the kind, the rule (without the game's name) and the cells of each event of a move."""
    events = state.events(state.game.read_action(move, state))
    return [(event.kind, short(event.rule), event.cells) for event in events]


def short(rule: str) -> str:
    """Return a rule's id without the game's name."""
    return rule.partition(".")[2]
