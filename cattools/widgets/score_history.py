"""The score history: the results of several games played in a row, and their totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from cattools.core.errors import RecordError, shorten
from cattools.core.messages import N_, commas, integer, text

MOST = 100  # at most this many games are in a score history


class PlayerResult(NamedTuple):
    """A player's result in one game: name, points, and whether the player won."""

    name: str
    points: int
    won: bool


ScoreHistory: TypeAlias = tuple[tuple[PlayerResult, ...], ...]  # the players of each game, in seat order


def game_of(names: Sequence[object], points: Sequence[int], won: Sequence[int]) -> tuple[PlayerResult, ...]:
    """Return each player's result in a finished game; `won` are the seats of the winners."""
    return tuple(
        PlayerResult(str(name), n, seat in won) for seat, (name, n) in enumerate(zip(names, points, strict=True))
    )


def merged(ours: ScoreHistory, known: ScoreHistory, stored: ScoreHistory) -> ScoreHistory:
    """Return this tab's games, `ours`, merged with those of another tab, which has replaced `known` with `stored`.

    The games that are new in `stored` come last. If exactly one game of `known` is missing in `stored` and nothing
    else differs, the other tab has undone it, so it is removed here too. No other game is lost.
    """
    gone = Counter(known) - Counter(stored)
    if gone.total() == 1 and not Counter(stored) - Counter(known):
        return changed(ours, known, stored)
    if not Counter(ours) - Counter(stored):
        return stored
    return (*ours, *(Counter(stored) - Counter(ours)).elements())[-MOST:]


def changed(games: ScoreHistory, before: ScoreHistory, after: ScoreHistory) -> ScoreHistory:
    """Return games without those that are only in `before`, plus those that are only in `after`."""
    left = [*games]
    for game in (Counter(before) - Counter(after)).elements():
        if game in left:
            left.remove(game)
    return (*left, *(Counter(after) - Counter(before)).elements())[-MOST:]


def table(games: ScoreHistory) -> list[list[str]]:
    """Return a header row, a row per game with each player's points and the winners, then rows of totals."""
    names = [*dict.fromkeys(result.name for game in games for result in game)]
    rows = [["", *names, str(text(N_("Winner")))]]
    for number, game in enumerate(games, 1):
        points_of = {result.name: integer(result.points) for result in game}
        won = commas(result.name for result in game if result.won)
        rows.append([str(text(N_("Game {n}"), n=number)), *(points_of.get(name, "") for name in names), won])
    results = [result for game in games for result in game]
    points = (sum(result.points for result in results if result.name == name) for name in names)
    wins = (sum(result.won for result in results if result.name == name) for name in names)
    rows.append([str(text(N_("Total"))), *map(integer, points), ""])
    rows.append([str(text(N_("Games won"))), *map(integer, wins), ""])
    return rows


def write(games: ScoreHistory) -> str:
    """Return a score history as text: one game per line, its cells separated by tabs, which names cannot contain."""
    return "\n".join("\t".join(f"{name}\t{n}\t{'won' * won}" for name, n, won in game) for game in games)


def read(written: str) -> ScoreHistory:
    """Return the score history that `write` wrote. Raises `RecordError`."""
    lines = written.split("\n") if written else []
    try:
        return tuple(_game(line.split("\t")) for line in lines[:MOST])
    except ValueError:
        raise RecordError(text(N_("expected a score history, found {found}"), found=shorten(written))) from None


def _game(cells: Sequence[str]) -> tuple[PlayerResult, ...]:
    columns = zip(cells[::3], cells[1::3], cells[2::3], strict=True)
    return tuple(PlayerResult(name, int(n[:6]), bool(won)) for name, n, won in columns)
