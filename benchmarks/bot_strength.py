"""The strength of the Cat in the Box bot: games with fixed seeds against random players.

The bot takes each seat in turn. `python -m benchmarks.bot_strength` plays 500 games for each number of players, which
takes some minutes; `make bench` plays fewer.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import NamedTuple

from benchmarks.report import Row, table
from cattools.bots import bot
from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.games import game
from cattools.games.catbox.position import totals

BOT, OTHERS = "careful", "beginner"
GAMES, FEW = 500, 60
MOST_MS = 200.0  # in a browser the bot takes about four times as long, and has to decide within a second
FEWER = 0.5  # the limit for the bot's paradoxes per round, as a fraction of a random player's
PLAYERS = (2, 3, 4, 5)


class Played(NamedTuple):
    """One game: the bot's points and paradoxes, the averages of the other players, and the bot's times.

    `spent` is the total time of the bot's decisions and `slowest` the longest of them, both in seconds.
    """

    points: float
    others: float
    paradoxes: int
    theirs: float
    spent: float
    decisions: int
    slowest: float


@dataclass(frozen=True)
class Figures:
    """The results of all games with a given number of players."""

    players: int
    games: tuple[Played, ...]

    def mean(self, field: str) -> float:
        """Return the mean of a field over the games."""
        return sum(getattr(one, field) for one in self.games) / len(self.games)

    def rows(self) -> list[Row]:
        """Return the figures with their limits."""
        who, games = f"{BOT}, {self.players} players", f"{len(self.games)} games"
        points, others = self.mean("points"), self.mean("others")
        broken, theirs = self.mean("paradoxes") / self.players, self.mean("theirs") / self.players
        slowest = max(one.slowest for one in self.games)
        usual = sum(one.spent for one in self.games) / sum(one.decisions for one in self.games)
        return [
            Row(f"{who}: points over random", points - others, 0.5, least=True,
                note=f"{points:.2f} and {others:.2f} a game, {games}"),
            Row(f"{who}: paradoxes, against random", broken / theirs, FEWER,
                note=f"{broken:.3f} and {theirs:.3f} a round"),
            Row(f"{who}: slowest decision, ms", slowest * 1000, MOST_MS, note=f"{usual * 1000:.1f} ms on average"),
        ]  # fmt: skip


def one_game(players: int, seed: int) -> Played:
    """Play one game; the seed determines the deals, the random players and the bot's seat."""
    catbox = game("catbox")
    dealer, rng, mine = Dealer(seed), Random(seed), seed % players
    state = catbox.start(catbox.choose({"players": str(players)}))
    times, broken = [], [0] * players
    while (seat := state.to_move) is not None:
        if seat == CHANCE:
            state = state.apply_unchecked(dealer.choose(state))
            continue
        began = process_time()
        action = bot(BOT if seat == mine else OTHERS)(state.view(seat), rng)
        if seat == mine:
            times.append(process_time() - began)
        broken[seat] += str(action) == "paradox"
        state = state.apply_unchecked(action)
    points, rest = totals(state), players - 1
    return Played(
        points[mine], (sum(points) - points[mine]) / rest, broken[mine], (sum(broken) - broken[mine]) / rest,
        sum(times), len(times), max(times),
    )  # fmt: skip


def measure(games: int = FEW) -> list[Row]:
    """Play all games and return the figures; report progress on stderr."""
    rows = []
    with ProcessPoolExecutor() as pool:
        for players in PLAYERS:
            print(f"{BOT} bot, {players} players, {games} games ...", file=sys.stderr, flush=True)
            played = pool.map(one_game, [players] * games, range(games), chunksize=5)
            rows += Figures(players, tuple(played)).rows()
    return rows


def main() -> int:
    """Print the figures of all games; return 1 if one misses its limit."""
    rows = measure(GAMES)
    print(table(rows))
    return int(not all(row.reached for row in rows))


if __name__ == "__main__":
    sys.exit(main())
