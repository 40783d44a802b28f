"""The speed of the rules: random play in steps per second, each game compared with python-chess in the same run.

A step is one `legal()` and one checked `apply` of a random legal action; for chess, one list of `legal_moves` and one
`push`. Rounds alternate, so a busy machine slows both equally; the figures are medians. Run it with
`python -m benchmarks.rules_speed`. If `open_spiel` is installed, Cat in the Box and Territory are also compared with
its `python_team_dominoes`, a game for four in Python; it is not a dependency, because it requires SciPy.
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

ROUNDS, SECONDS, LONGEST = 9, 0.4, 200  # LONGEST: the most steps of a game
TARGET = 2.0
DOMINOES = {"catbox": 1.0, "territory": 0.7}  # card games -> the least ratio to OpenSpiel's
SCORED = {"calico": "quilts", "cattricola": "discs"}  # what is scored at the end, at least SCORES per second
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
    """Return a function that plays one random game and returns the number of steps, without chance events."""
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
    """Return a function that plays one random game of OpenSpiel's team dominoes, None if it is not installed."""
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
    """Return how many players' final scores are computed per second; each of `count` positions is scored once."""
    ends = [finished(game, seed) for seed in range(count)]
    begun = perf_counter()
    lines = sum(len(state.score().lines) for state in ends)
    passed = perf_counter() - begun
    assert lines
    return sum(len(game.seats(state.options)) for state in ends) / passed


def beside_dominoes(game_id: str, rounds: int = ROUNDS, seconds: float = SECONDS) -> float | None:
    """Return the ratio of a game's speed to that of dominoes, None without OpenSpiel."""
    other, play, rng = dominoes(), random_game(GAMES[game_id]), Random(1)
    if other is None:
        return None
    speed(play, rng, seconds / 2)
    return median(speed(play, rng, seconds) / speed(other, rng, seconds) for _ in range(rounds))


def ratios(rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, tuple[float, float, float]]:
    """Return for each game its steps per second, those of chess, and the median ratio of the rounds."""
    found = {}
    for game_id, game in GAMES.items():
        play, rng = random_game(game), Random(1)
        speed(play, rng, seconds / 2)  # warm-up: fills the caches
        pairs = [(speed(play, rng, seconds), speed(chess_game, rng, seconds)) for _ in range(rounds)]
        ours, theirs = zip(*pairs, strict=True)
        found[game_id] = (median(ours), median(theirs), median(a / b for a, b in pairs))
    return found


def main() -> int:
    """Print a line per game; return 1 if a figure misses its target."""
    found = ratios()
    for game_id, (ours, theirs, ratio) in found.items():
        print(f"rules  {game_id:12} {ours:9.0f} steps/s  chess {theirs:9.0f} steps/s  ratio {ratio:.2f}  (>= {TARGET})")
    missed = [name for name, (_, _, ratio) in found.items() if ratio < TARGET]
    for game_id, least in DOMINOES.items():
        beside = beside_dominoes(game_id)
        told = "OpenSpiel is not installed" if beside is None else f"ratio {beside:.2f}  (>= {least})"
        print(f"rules  {game_id:12} against python_team_dominoes: {told}")
        missed += [game_id] if beside is not None and beside < least else []
    for game_id, what in SCORED.items():
        rate = scores(GAMES[game_id])
        print(f"rules  {game_id:12} {rate:9.0f} {what} scored a second  (>= {SCORES})")
        missed += [game_id] if rate < SCORES else []
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
