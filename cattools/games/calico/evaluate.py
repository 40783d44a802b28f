"""A first guess of how well a player stands: what the greedy bot looks at."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cattools.games.calico import scoring
from cattools.games.calico.box import BUTTON, COLOUR, GOAL_CELLS, GOALS, GROUP, KINDS, PATTERN
from cattools.games.calico.quilt import Quilt, areas, missing, possible, spread

if TYPE_CHECKING:
    from cattools.games.calico.state import Calico

_ROUND = 6


def evaluate(state: Calico, seat: int) -> float:
    """Return how well a seat stands: points, then what its groups, goals and hand may still become."""
    quilt, likes = state.quilts[seat], state.likes
    left = quilt.free.bit_count()
    hues = [_promise(cells, quilt.buttons, GROUP, BUTTON) for cells in quilt.colours]
    motifs = [
        _promise(cells, quilt.cats, cat.size, cat.points or 6) if (cat := likes[n]) else 0.0
        for n, cells in enumerate(quilt.patterns)
    ]
    value = float(scoring.points(state, seat))
    if left:
        value += sum(hues) + sum(motifs) + _goals(quilt)
        for kind in state.hands[seat]:
            value += 0.25 * (hues[COLOUR[kind % KINDS]] + motifs[PATTERN[kind % KINDS]])
    return value


@lru_cache(maxsize=1 << 16)
def _promise(cells: int, tokens: int, wanted: int, points: int) -> float:
    """Return what the groups of one colour or pattern that have no token yet may still be worth."""
    found = 0.0
    for part in areas(cells):
        if not part & tokens:
            have = min(part.bit_count(), wanted - 0.5)
            found += 0.5 * points * (have / wanted) ** 3
    return found


def _goals(quilt: Quilt) -> float:
    found = 0.0
    for space in range(len(GOAL_CELLS)):
        empty = missing(quilt, space).bit_count()
        if quilt.goals[space] < 0 or not empty:
            continue
        goal = GOALS[quilt.goals[space]]
        ways = [possible(goal, spread(masks, space)) for masks in (quilt.colours, quilt.patterns)]
        hope = (goal.both if all(ways) else goal.one if any(ways) else 0) / 2
        found += hope * (0.2 + 0.8 * ((_ROUND - empty) / _ROUND) ** 2)
    return found
