"""What the bots know about Calico."""

from __future__ import annotations

from functools import lru_cache

from cattools.core.game import SearchSettings
from cattools.games.calico.components import COLOUR, GOAL_CELLS, GOALS, PATTERN, Pair, box, cats_by_pattern
from cattools.games.calico.position import Calico, Quilt, areas, empty_around, frequencies, points, possible

_ROUND = 6  # spaces around a goal


def evaluate(state: Calico, seat: int) -> float:
    """Return a seat's points plus estimates for its unfinished groups, its open goals and its hand."""
    quilt, value = state.quilts[seat], float(points(state, seat))
    if quilt.free:
        promised, by_colour, by_pattern = _promises(quilt, state.cats, state.pairs)
        value += promised
        for kind in state.held(seat):
            value += 0.25 * (by_colour[COLOUR[kind]] + by_pattern[PATTERN[kind]])
    return value


def search_settings(state: Calico) -> SearchSettings:  # noqa: ARG001 - the same in all positions
    """Return settings with play-outs of two turns: a new patch shows its worth only once it is placed."""
    return SearchSettings(turns=2)


@lru_cache(maxsize=1 << 14)
def _promises(
    quilt: Quilt, cats: tuple[int, ...], pairs: tuple[Pair, ...]
) -> tuple[float, tuple[float, ...], tuple[float, ...]]:
    """Return the estimated value of an unfinished quilt, and of its groups by colour and by pattern."""
    by_colour = tuple(_promise(cells, quilt.buttons, box().group, box().button) for cells in quilt.colours)
    by_pattern = tuple(
        _promise(cells, quilt.cats, cat.size, cat.points or 6) if cat else 0.0
        for cells, cat in zip(quilt.patterns, cats_by_pattern(cats, pairs), strict=True)
    )
    return sum(by_colour) + sum(by_pattern) + _goal_value(quilt), by_colour, by_pattern


@lru_cache(maxsize=1 << 16)
def _promise(cells: int, tokens: int, wanted: int, points: int) -> float:
    """Return the estimated value of those groups of one colour or pattern that have no token yet."""
    found = 0.0
    for part in areas(cells):
        if not part & tokens:
            have = min(part.bit_count(), wanted - 0.5)
            found += 0.5 * points * (have / wanted) ** 3
    return found


def _goal_value(quilt: Quilt) -> float:
    found = 0.0
    for space in range(len(GOAL_CELLS)):
        number, empty = quilt.goals[space], empty_around(quilt, space).bit_count()
        if number is None or not empty:
            continue
        goal = GOALS[number]
        ways = [possible(goal, frequencies(masks, space)) for masks in (quilt.colours, quilt.patterns)]
        hope = (goal.both if all(ways) else goal.one if any(ways) else 0) / 2
        found += hope * (0.2 + 0.8 * ((_ROUND - empty) / _ROUND) ** 2)
    return found
