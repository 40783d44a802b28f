"""A tournament of bots: every pair plays the same number of games, with fixed seeds and rotated seats.

`python -m benchmarks.arena herders beginner friendly --games 100` prints a line for each pair and then the ratings.
Options of the game follow a colon: `territory:game=duel`. The seed of game number n is that of the first game plus n.
With more than two seats, one bot has one seat and the other bot the rest, each of them in half of the games; a bot wins
if its seats have the higher mean of points. The levels that search get all their play-outs, however long they take, so
that the results do not depend on the machine. All games run in one process; on a shared machine start it with `nice`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import log10
from random import Random
from time import perf_counter

from benchmarks.report import Row
from cattools.bots import LEVELS, Bot, bot, searching
from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.options import Options
from cattools.games import GAMES, game

MANY, FEW = 100, 20  # the number of games of a pair: in a tournament, and in `make bench`
LEAST = 60  # the least percentage of games that a level must win against the one below, in `make bench`
LONGEST = 2000  # the maximum number of actions in a game, for games that can go on forever
FITTING = 500  # the number of steps in which the ratings are fitted


@dataclass
class Match:
    """The results of two bots: wins (a draw is half a win each), the sums of their points, and their decisions.

    `times` are the durations in milliseconds of the decisions between several actions.
    """

    names: tuple[str, str]
    games: int = 0
    won: list[float] = field(default_factory=lambda: [0.0, 0.0])
    drawn: int = 0
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def lead(self) -> float:
        """How many points the first bot is ahead, on average."""
        return (self.points[0] - self.points[1]) / max(self.games, 1)

    def line(self) -> str:
        """Return the results as a line of the table."""
        first, second = self.names
        both = [f"{_middle(spent):.0f}/{max(spent, default=0):.0f}" for spent in self.times]
        wins = f"{self.won[0]:g}:{self.won[1]:g} ({self.drawn} drawn)"
        return f"{first:>10} - {second:<10} {wins:<24} {self.lead:+7.2f}   {both[0]:>10} {both[1]:>10}"


HEAD = f"{'':>10}   {'':<10} {'wins':<24} {'points':>7}   {'ms (median/most)':>21}"


def _middle(found: Sequence[float]) -> float:
    return sorted(found)[len(found) // 2] if found else 0.0


def unhurried(name: str) -> Bot:
    """Return a bot by name, without its limit of time. Raises `OptionError`."""
    return searching() if name == "master" else bot(name)


def seating(seats: int, number: int) -> list[int]:
    """Return which of two bots has each seat in a game: in turn, each of them has one seat and the other the rest."""
    single, at = number % 2, number // 2 % seats
    return [single if seat == at else 1 - single for seat in range(seats)]


def played(start: AnyState, bots: Sequence[Bot], seed: int, times: Sequence[list[float]]) -> AnyState:
    """Play a game with a bot for each seat and return its end; add the milliseconds of each decision to its list."""
    dealer, rng, state = Dealer(seed), Random(seed), start
    for _ in range(LONGEST):
        seat = state.to_move
        if seat is None:
            break
        if seat == CHANCE:
            state = state.apply_unchecked(dealer.choose(state))
            continue
        view = state.view(seat)
        began = perf_counter()
        action = bots[seat](view, rng)
        if len(view.legal()) > 1:
            times[seat].append(1000 * (perf_counter() - began))
        state = state.apply_unchecked(action)
    return state


def result(state: AnyState, sides: Sequence[int]) -> tuple[list[float], list[float]]:
    """Return how much of the game each of two bots has won (1, 0.5 or 0), and the mean points of its seats."""
    totals = state.score().totals(len(sides))
    means = [sum(p for p, side in zip(totals, sides, strict=True) if side == n) / sides.count(n) for n in (0, 1)]
    if len(sides) == 2:
        winners = {sides[seat] for seat in state.winners()}
        return [0.5 if len(winners) != 1 else float(n in winners) for n in (0, 1)], means
    return [0.5 if means[0] == means[1] else float(means[n] > means[1 - n]) for n in (0, 1)], means


def match(
    played_game: AnyGame, options: Options, names: tuple[str, str], bots: Sequence[Bot], games: int, seed: int
) -> Match:
    """Play all games of a pair and return the results; report progress on stderr."""
    found = Match(names)
    start = played_game.start(options)
    seats = len(played_game.seats(options))
    for number in range(games):
        sides = seating(seats, number)
        end = played(start, [bots[n] for n in sides], seed + number, [found.times[n] for n in sides])
        won, points = result(end, sides)
        found.games += 1
        found.drawn += won[0] == won[1]
        for n in (0, 1):
            found.won[n] += won[n]
            found.points[n] += points[n]
        print(f"\r{found.line()}   {number + 1} of {games}, seed {seed + number}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def ratings(matches: Sequence[Match]) -> Mapping[str, float]:
    """Return Elo ratings with a mean of 0, fitted to all results and one more draw for each pair, to keep them finite.

    These are the strengths of the Bradley-Terry model, by the method of Zermelo.
    """
    strength = {name: 1.0 for one in matches for name in one.names}
    for _ in range(FITTING):
        for name in strength:
            won = sum(one.won[one.names.index(name)] + 0.5 for one in matches if name in one.names)
            met = [(sum(strength[n] for n in one.names), one.games + 1) for one in matches if name in one.names]
            strength[name] = won / sum(games / both for both, games in met)
    found = {name: 400 * log10(value) for name, value in strength.items()}
    middle = sum(found.values()) / len(found)
    return {name: value - middle for name, value in sorted(found.items(), key=lambda item: -item[1])}


def table_row(title: str, matches: Sequence[Match]) -> str:
    """Return a row of the table on the page about bots, from the matches of each level with the one below.

    It has the rating of each level and, in brackets, the percentage of games that it won against the one below.
    """
    rating, (lowest, _) = ratings(matches), matches[0].names
    cells = [f"{rating[one.names[1]]:+.0f} ({100 * one.won[1] / one.games:g})" for one in matches]
    return f"| {' | '.join([title, f'{rating[lowest]:+.0f}', *cells])} |"


def measure(games: int = FEW) -> list[Row]:
    """Let two levels play each other in every game; return how often the stronger one wins."""
    pair, rows = ("careful", "friendly"), []
    for game_id, played_game in GAMES.items():
        found = match(played_game, played_game.choose(), pair, [unhurried(name) for name in pair], games, 0)
        share = 100 * found.won[0] / games
        note = f"{found.won[0]:g} of {games} games, {found.lead:+.1f} points"
        rows.append(Row(f"{game_id}, careful against friendly, % won", share, LEAST, least=True, note=note))
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the tournament and print its table."""
    parser = ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.add_argument("game", help="a game, with its options after a colon")
    parser.add_argument("bots", nargs="*", help="the bots; by default, all levels")
    parser.add_argument("--games", type=int, default=MANY, help="the number of games for each pair")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--neighbours", action="store_true", help="only pairs of bots that are named one after another")
    chosen = parser.parse_args(arguments)
    game_id, _, line = chosen.game.partition(":")
    played_game, names = game(game_id), chosen.bots or [*LEVELS]
    options = played_game.choose(line)
    pairs = list(pairwise(names) if chosen.neighbours else combinations(names, 2))
    seeds = f"seeds {chosen.seed} to {chosen.seed + chosen.games - 1}"
    print(f"{chosen.game}: {chosen.games} games a pair, {seeds}\n{HEAD}", flush=True)
    matches = []
    for pair in pairs:
        matches.append(match(played_game, options, pair, [unhurried(name) for name in pair], chosen.games, chosen.seed))
        print(matches[-1].line(), flush=True)
    if len(matches) > 1:
        print("\nrating")
        for name, value in ratings(matches).items():
            print(f"{name:>10} {value:+5.0f}")
        if chosen.neighbours:
            print(f"\n{table_row(chosen.game, matches)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
