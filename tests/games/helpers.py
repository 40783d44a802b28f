"""Helpers for the tests of all games: options with every value, and various positions from random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product
from random import Random
from typing import Any, TypeVar

from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE, AnyState, Game
from cattools.core.options import Option, Options
from cattools.games import GAMES

S = TypeVar("S", bound=AnyState)
K = TypeVar("K")
PAIRS = 6  # the number of sampled pairs of options, which are tested in addition to every single value


def values(option: Option) -> list[object]:
    """Return the values to test for an option, the default last; for a number, its limits and a small value."""
    if isinstance(option.default, bool):
        return [not option.default, option.default]
    if option.choices:
        return [*(c for c in option.choices if c != option.default), option.default]
    return list(dict.fromkeys((option.least, min(option.least + 9, option.most), option.most)))


@cache
def choices(game_id: str) -> tuple[Options, ...]:
    """Return the default options, and options that differ from them in one value or in two values."""
    game, rng = GAMES[game_id], Random(game_id)
    known = game.known_options
    single = [{name: value} for name, option in known.items() for value in values(option)]
    pairs = [
        {a: x, b: y}
        for a, b in combinations(known, 2)
        for x, y in product(values(known[a])[:2], values(known[b])[:2])
        if (x, y) != (known[a].default, known[b].default)
    ]
    found = dict.fromkeys([game.choose()])
    for chosen in [*single, *rng.sample(pairs, min(PAIRS, len(pairs)))]:
        try:
            found[game.choose(chosen)] = None
        except OptionError:  # some games have options that exclude each other
            continue
    return tuple(found)


EVERY = [
    (game_id, options) for game_id in GAMES for options in choices(game_id)
]  # the cases of tests that cover all games and options


def named(value: object) -> str | None:
    """Return the test id of a game or of options."""
    return (str(value) or "usual") if isinstance(value, str | Options) else None


def walk(game: Game[S, Any], options: Options, seed: int, most: int) -> Iterator[S]:
    """Yield the states of a random game, including those before deals, up to `most` actions."""
    rng, dealer = Random(seed), Dealer(seed)
    state = game.start(options)
    yield state
    for _ in range(most):
        if state.to_move is None:
            return
        state = state.apply_unchecked(dealer.choose(state) if state.to_move == CHANCE else rng.choice(state.legal()))
        yield state


@cache
def sample(game_id: str, options: Options, seed: int = 1, most: int = 600) -> tuple[AnyState, ...]:
    """Return various states of a random game: the start, within a turn, just before points are scored, and the end."""
    states = list(walk(GAMES[game_id], options, seed, most))
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
