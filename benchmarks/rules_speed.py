"""The speed of the rules: steps per second of random play, compared with python-chess in the same run.

A step is one `legal()` and one checked `apply` of a random legal action; for chess, one list of `legal_moves` and one
`push`. Rounds of our game and of chess alternate, so a busy machine slows both equally; the results are medians. Run
this with `python -m benchmarks.rules_speed`. If `open_spiel` is installed, Cat in the Box and Territory are also
compared with its `python_team_dominoes`, a four-player game written in Python. `open_spiel` is not a dependency of this
project, because it requires SciPy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter

import chess

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.games import GAMES

ROUNDS, SECONDS, LONGEST = 9, 0.4, 200  # LONGEST: the maximum number of steps in a game
TARGET = 2.0
DOMINOES = {"catbox": 1.0, "territory": 0.7}  # card games and their minimum speed relative to OpenSpiel's game
SCORED = {"calico": "quilts", "cattricola": "discs"}  # what is scored at the end; the minimum is SCORES per second
SCORES, FINISHED = 3000, 150
Play = Callable[[Random], int]


def chess_game(rng: Random) -> int:
    """Play one random game of chess; return the number of steps."""
    board = chess.Board()
    for step in range(LONGEST):
        moves = list(board.legal_moves)
        if not moves:
            return step
        board.push(rng.choice(moves))
    return LONGEST


def random_game(game: AnyGame, options: str = "") -> Play:
    """Return a function that plays one random game and returns its number of steps, not counting deals and draws."""
    chosen = game.choose(options)

    def play(rng: Random) -> int:
        dealer = Dealer(rng.randrange(1 << 20))
        state = game.start(chosen)
        for step in range(LONGEST):
            while state.to_move == CHANCE:
                state = state.apply_unchecked(dealer.choose(state))
            legal = state.legal()
            if not legal:
                return step
            state = state.apply(rng.choice(legal))
        return LONGEST

    return play


def speed(play: Play, rng: Random, seconds: float = SECONDS) -> float:
    """Return the steps per second."""
    steps, begun = 0, perf_counter()
    while (passed := perf_counter() - begun) < seconds:
        steps += play(rng)
    return steps / passed


def dominoes() -> Play | None:
    """Return a function that plays a random game of OpenSpiel's team dominoes, or None without OpenSpiel."""
    if not find_spec("pyspiel"):
        return None
    import_module("open_spiel.python.games")
    team = import_module("pyspiel").load_game("python_team_dominoes")

    def play(rng: Random) -> int:
        state, steps = team.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def finished(game: AnyGame, seed: int) -> AnyState:
    """Return the final position of a random game."""
    dealer, rng = Dealer(seed), Random(seed)
    state = dealer.settle(game.start(game.choose({})))
    while state.to_move is not None:
        state = dealer.settle(state.apply_unchecked(rng.choice(state.legal())))
    return state


def scores(game: AnyGame, count: int = FINISHED) -> float:
    """Score `count` final positions once each; return how many players' scores are computed per second."""
    ends = [finished(game, seed) for seed in range(count)]
    begun = perf_counter()
    lines = sum(len(state.score().lines) for state in ends)
    passed = perf_counter() - begun
    assert lines
    return sum(len(game.seats(state.options)) for state in ends) / passed


def against_dominoes(game_id: str, rounds: int = ROUNDS, seconds: float = SECONDS) -> float | None:
    """Return the ratio of a game's speed to that of dominoes, or None if OpenSpiel is not installed."""
    other, play, rng = dominoes(), random_game(GAMES[game_id]), Random(1)
    if other is None:
        return None
    speed(play, rng, seconds / 2)
    return median(speed(play, rng, seconds) / speed(other, rng, seconds) for _ in range(rounds))


def ratios(rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, tuple[float, float, float]]:
    """Return, for each game, the steps per second of the game and of chess, and the median of their ratios."""
    found = {}
    for game_id, game in GAMES.items():
        play, rng = random_game(game), Random(1)
        speed(play, rng, seconds / 2)  # warm-up: fills the caches
        pairs = [(speed(play, rng, seconds), speed(chess_game, rng, seconds)) for _ in range(rounds)]
        ours, theirs = zip(*pairs, strict=True)
        found[game_id] = (median(ours), median(theirs), median(a / b for a, b in pairs))
    return found


def main() -> int:
    """Print a line per game; return 1 if a result misses its target."""
    found = ratios()
    for game_id, (ours, theirs, ratio) in found.items():
        print(f"rules  {game_id:12} {ours:9.0f} steps/s  chess {theirs:9.0f} steps/s  ratio {ratio:.2f}  (>= {TARGET})")
    missed = [name for name, (_, _, ratio) in found.items() if ratio < TARGET]
    for game_id, least in DOMINOES.items():
        against = against_dominoes(game_id)
        result = "OpenSpiel is not installed" if against is None else f"ratio {against:.2f}  (>= {least})"
        print(f"rules  {game_id:12} against python_team_dominoes: {result}")
        missed += [game_id] if against is not None and against < least else []
    for game_id, what in SCORED.items():
        rate = scores(GAMES[game_id])
        print(f"rules  {game_id:12} {rate:9.0f} {what} scored a second  (>= {SCORES})")
        missed += [game_id] if rate < SCORES else []
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
