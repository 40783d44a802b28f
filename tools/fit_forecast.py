"""Fit the forecast of a game: `python -m tools.fit_forecast territory:players=2 0 8 16 24 32 40 50 66`.

The numbers are the knots: stages of the game. The cheap policy plays all seats, with some random moves. The final
points of each seat are then explained by the features at the beginning of each turn (`features` in the game's
`bots.py`), by least squares. Prints `knots` and `weights` for the game's `bots.py`, and how much of the final
differences between the seats the forecast explains, in games that were not used to fit it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from cattools.bots.greedy import greedy
from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyGame
from cattools.core.options import Options
from cattools.games import game

RANDOM = 0.1  # the share of random moves, so that the forecast also knows positions that careful play avoids
TESTED = 5  # every fifth game is kept for the test
RIDGE = 20.0  # keeps the weights of features that hardly vary small


def samples(played: AnyGame, options: Options, features: Any, seed: int) -> Iterator[tuple[float, Any, list[float]]]:
    """Play a game; yield the stage, the features and the final points of the seats at the beginning of each turn."""
    dealer, rng = Dealer(seed), Random(seed)
    state, seen = played.start(options), []
    while (seat := state.to_move) is not None:
        if seat == CHANCE:
            state = state.apply_unchecked(dealer.choose(state))
            continue
        legal = state.legal()
        if not state.pending:
            seen.append(features(state))
        view = state.view(seat)
        state = state.apply_unchecked(rng.choice(legal) if rng.random() < RANDOM else greedy(view, rng))
    points = [float(total) for total in state.score().totals(len(played.seats(options)))]
    for stage, rows in seen:
        yield stage, rows, points


def blended(stages: Any, knots: Any) -> Any:
    """Return a row for each stage, with the share of each knot in it."""
    at = np.clip(np.searchsorted(knots, stages, side="right") - 1, 0, len(knots) - 2)
    share = np.clip((stages - knots[at]) / (knots[at + 1] - knots[at]), 0, 1)
    found, rows = np.zeros((len(stages), len(knots))), np.arange(len(stages))
    found[rows, at], found[rows, at + 1] = 1 - share, share
    return found


def fitted(stages: Any, features: Any, points: Any, games: Any, knots: Any) -> tuple[Any, float]:
    """Return the weights, a row for each knot, and the share of the variance in the tested games that they explain.

    `features` has the axes sample, seat and feature, `points` sample and seat.
    """
    features = features - features.mean(axis=1, keepdims=True)
    points = (points - points.mean(axis=1, keepdims=True)).ravel()
    shares = blended(stages, knots)
    columns = (shares[:, None, :, None] * features[:, :, None, :]).reshape(len(points), -1)
    tested = np.repeat(games % TESTED == 0, features.shape[1])
    used = columns[~tested]
    weights = np.linalg.solve(used.T @ used + RIDGE * np.eye(used.shape[1]), used.T @ points[~tested])
    missed = points[tested] - columns[tested] @ weights
    return weights.reshape(len(knots), -1), float(1 - missed.var() / points[tested].var())


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, fit and print."""
    parser = ArgumentParser(prog="python -m tools.fit_forecast", description=__doc__)
    parser.add_argument("game", help="a game, with its options after a colon")
    parser.add_argument("knots", type=float, nargs="+", help="the stages at which the weights are fitted")
    parser.add_argument("--games", type=int, default=4000, help="the number of games to play")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    chosen = parser.parse_args(arguments)
    game_id, _, line = chosen.game.partition(":")
    played = game(game_id)
    features = import_module(f"{played.package}.bots").features
    stages, rows, points, games = [], [], [], []
    for number in range(chosen.games):
        for stage, row, final in samples(played, played.choose(line), features, chosen.seed + number):
            stages.append(stage)
            rows.append(row)
            points.append(final)
            games.append(number)
        print(f"\r{number + 1} of {chosen.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    weights, explained = fitted(
        np.array(stages), np.array(rows), np.array(points), np.array(games), np.array(sorted(chosen.knots))
    )
    print(f"explained: {100 * explained:.1f} %")
    print(f"({', '.join(f'{knot:g}' for knot in sorted(chosen.knots))}),")
    for row in weights:
        print(f"({', '.join(f'{weight:.2f}' for weight in row)}),")
    return 0


if __name__ == "__main__":
    sys.exit(main())
