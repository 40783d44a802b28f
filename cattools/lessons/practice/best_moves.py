"""Positions with a best move, read from a game's `practice.toml`, where `tools/find_best_moves.py` writes them.

For each position, a search has compared all legal actions in the same worlds, sampled from what the seat to move can
see. The page does not search: the row says what every action is worth.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from cattools.core.errors import CattoolsError, DataError, shorten
from cattools.core.loading import data_files
from cattools.games import game
from cattools.lessons.practice.config import FILE

MARK = "# The positions with a best move, written by `python -m tools.find_best_moves`.\n"  # above the positions
ROUNDED = 0.02  # how much rounding can make the numbers of a row disagree
LEAST_LEGAL = 4  # with fewer legal actions, the best one is too easy to guess


@dataclass(frozen=True, slots=True)
class BestMove:
    """A position in which one action is clearly the best."""

    position: str  # the position, in notation
    best: str  # the best action, in notation
    margin: float  # by how many points it is better on average than the second-best action
    error: float  # the standard error of `margin`
    playouts: int  # the length of the search, in play-outs
    seed: int  # the search's seed
    # by legal action, in notation: the seat's average lead in points, as the search estimates it
    leads: Mapping[str, float]
    options: str = ""  # the options, as in `"three,board=large"`

    def __post_init__(self) -> None:
        """Check that the values of the row agree with each other. Raises `ValueError`."""
        if len(self.leads) < LEAST_LEGAL:
            raise ValueError(f"expected at least {LEAST_LEGAL} legal actions in leads, found {len(self.leads)}")
        if self.best not in self.leads:
            raise ValueError(f"expected the best action in leads, {shorten(self.best)}, found it nowhere")
        if abs(self.leads[self.best] - self.leads[self.second] - self.margin) > ROUNDED:
            worth = f"{self.leads[self.second]} for {self.second}"
            raise ValueError(f"expected {self.best} in leads to be {self.margin} better than any other, found {worth}")

    @property
    def second(self) -> str:
        """The second-best action, in notation."""
        return max((action for action in self.leads if action != self.best), key=self.leads.__getitem__)


def file_of(game_id: str) -> str:
    """Return the path of the file with a game's best moves, which is also its practice configuration."""
    return f"games/{game(game_id).id}/data/{FILE}"


@cache
def best_moves(game_id: str) -> tuple[BestMove, ...]:
    """Return a game's positions with a best move; none if the file has none. Raises `DataError`."""
    name = file_of(game_id)
    rows = data_files.load_once(name)["best"] if game(game_id).has_best_moves else ()
    return tuple(data_files.from_table(BestMove, row, f"{name}, best {number}") for number, row in enumerate(rows, 1))


def check(game_id: str) -> None:
    """Raise `DataError` unless every row has a valid position and, in `leads`, exactly its legal actions."""
    played = game(game_id)
    for number, row in enumerate(best_moves(game_id), 1):
        where = f"{file_of(game_id)}, best {number}"
        try:
            state = played.position(row.position, row.options)
        except CattoolsError as error:
            raise DataError(f"{where}, position: {error}") from None
        legal = {*map(str, state.legal())}
        if different := sorted(legal ^ row.leads.keys()):
            expected = "no such action" if different[0] in row.leads else different[0]
            found = different[0] if different[0] in row.leads else "no such key"
            raise DataError(f"{where}, leads: expected the legal actions ({expected}), found {shorten(found)}")


def written(text: str, rows: Iterable[BestMove]) -> str:
    """Return the text of the file, with its best moves replaced by these rows."""
    return "\n".join([f"{text.partition(MARK)[0].rstrip()}\n\n{MARK}", *(_row(row) for row in rows)])


def _row(row: BestMove) -> str:
    order = sorted(row.leads, key=lambda action: (-row.leads[action], action))
    leads = ", ".join(f"{_quoted(action)} = {row.leads[action]}" for action in order)
    lines = {
        "options": _quoted(row.options) if row.options else "",
        "position": _quoted(row.position),
        "best": _quoted(row.best),
        "margin": row.margin,
        "error": row.error,
        "playouts": row.playouts,
        "seed": row.seed,
        "leads": f"{{ {leads} }}",
    }
    return "\n".join(["[[best]]", *(f"{key} = {value}" for key, value in lines.items() if value != ""), ""])


def _quoted(written: str) -> str:
    return json.dumps(written, ensure_ascii=False)
