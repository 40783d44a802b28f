"""How fast the rules are: random play in steps a second, every game against python-chess in the same run.

A step is one `legal()` and one checked `apply` of a random legal action; for chess, one list of `legal_moves` and one
`push`. Rounds alternate, so that a busy machine slows both; the figures are medians. `python -m benchmarks.rules`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import chess

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, Game
from cattools.games import GAMES

ROUNDS, SECONDS, LONGEST = 9, 0.4, 200  # LONGEST: moves of one game, chess or ours, before the next begins
TARGET = 1.0
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


def random_game(game: Game, options: str = "") -> Play:
    """Return a function that plays one random game and returns the number of steps, deals not counted."""
    chosen = game.choose(options)

    def play(rng: Random) -> int:
        dealer = Dealer(rng.randrange(1 << 20))
        state = game.start(chosen)
        for step in range(LONGEST):
            while state.to_move == CHANCE:
                state = state.after(dealer.choose(state))
            legal = state.legal()
            if not legal:
                return step
            state = state.apply(rng.choice(legal))
        return LONGEST

    return play


def speed(play: Play, rng: Random, seconds: float = SECONDS) -> float:
    """Return steps a second."""
    steps, begun = 0, perf_counter()
    while (passed := perf_counter() - begun) < seconds:
        steps += play(rng)
    return steps / passed


def ratios(rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, tuple[float, float, float]]:
    """Return for each game its steps a second, those of chess beside it, and the median ratio of the rounds."""
    found = {}
    for game_id, game in GAMES.items():
        play, rng = random_game(game), Random(1)
        speed(play, rng, seconds / 2)  # tables that are made once are made here
        pairs = [(speed(play, rng, seconds), speed(chess_game, rng, seconds)) for _ in range(rounds)]
        ours, theirs = zip(*pairs, strict=True)
        found[game_id] = (median(ours), median(theirs), median(a / b for a, b in pairs))
    return found


def main() -> int:
    """Print a line a game; return 1 when one is below the target."""
    found = ratios()
    for game_id, (ours, theirs, ratio) in found.items():
        print(f"rules  {game_id:12} {ours:9.0f} steps/s  chess {theirs:9.0f} steps/s  ratio {ratio:.2f}  (>= {TARGET})")
    return int(any(ratio < TARGET for _, _, ratio in found.values()))


if __name__ == "__main__":
    sys.exit(main())
