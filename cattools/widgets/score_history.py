"""Score history: the results of several games played in a row, and their totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from cattools.core.errors import RecordError, shorten
from cattools.core.messages import N_, integer, text

MOST = 100  # games in a score history


class PlayerResult(NamedTuple):
    """A player's result in one game: name, points, and whether the player won."""

    name: str
    points: int
    won: bool


ScoreHistory: TypeAlias = tuple[tuple[PlayerResult, ...], ...]  # the players of each game, in seat order


def game_of(names: Sequence[object], points: Sequence[int], won: Sequence[int]) -> tuple[PlayerResult, ...]:
    """Return the result of a finished game, with the names that the players have here."""
    return tuple(
        PlayerResult(str(name), n, seat in won) for seat, (name, n) in enumerate(zip(names, points, strict=True))
    )


def merged(ours: ScoreHistory, known: ScoreHistory, told: ScoreHistory) -> ScoreHistory:
    """Return our games after another tab has replaced the saved `known` games with `told`; nothing of ours is lost.

    Games that are new in `told` count as the latest. If exactly one known game is missing in `told` and nothing else
    differs, it was undone there and is removed here.
    """
    gone = Counter(known) - Counter(told)
    if gone.total() == 1 and not Counter(told) - Counter(known):
        return changed(ours, known, told)
    if not Counter(ours) - Counter(told):
        return told
    return (*ours, *(Counter(told) - Counter(ours)).elements())[-MOST:]


def changed(games: ScoreHistory, before: ScoreHistory, after: ScoreHistory) -> ScoreHistory:
    """Return games without those that were removed from `before` to `after`, and with those that were added."""
    left = [*games]
    for game in (Counter(before) - Counter(after)).elements():
        if game in left:
            left.remove(game)
    return (*left, *(Counter(after) - Counter(before)).elements())[-MOST:]


def table(evening: ScoreHistory) -> list[list[str]]:
    """Return a table row per game, with the points by name and the winner, then rows of totals."""
    names = [*dict.fromkeys(one.name for game in evening for one in game)]
    rows = [["", *names, str(text(N_("Winner")))]]
    for number, game in enumerate(evening, 1):
        had = {one.name: integer(one.points) for one in game}
        won = ", ".join(one.name for one in game if one.won)
        rows.append([str(text(N_("Game {n}"), n=number)), *(had.get(name, "") for name in names), won])
    everybody = [one for game in evening for one in game]
    points = (sum(one.points for one in everybody if one.name == name) for name in names)
    wins = (sum(one.won for one in everybody if one.name == name) for name in names)
    rows.append([str(text(N_("Total"))), *map(integer, points), ""])
    rows.append([str(text(N_("Games won"))), *map(integer, wins), ""])
    return rows


def write(evening: ScoreHistory) -> str:
    """Return a score history as text, one game per line: names contain no tabs."""
    return "\n".join("\t".join(f"{name}\t{n}\t{'won' * won}" for name, n, won in game) for game in evening)


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
