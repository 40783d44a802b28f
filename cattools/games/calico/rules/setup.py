"""What can happen in the set-up: cats, patterns and goals dealt, goals chosen, somebody drawn to begin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from cattools.games.calico.actions import Action, Begin, Choose, DealCat, DealGoals, DealPatterns
from cattools.games.calico.box import CATS, GOAL_CELLS, GOALS, GRID, PATTERNS, Pair
from cattools.games.calico.table import BEGIN, CHOOSE, DEAL_CATS, DEAL_GOALS, DEAL_PATTERNS, boards, prefix, visitors

if TYPE_CHECKING:
    from cattools.games.calico.state import Calico


def unliked(pairs: Sequence[Pair]) -> list[int]:
    """Return the patterns that no cat has yet."""
    return [n for n in range(len(PATTERNS)) if all(n not in pair for pair in pairs)]


def deals(state: Calico, stage: int) -> Sequence[Action]:
    """Return the legal actions of a stage of the set-up, draws from the bag apart."""
    if stage == CHOOSE:
        seat = state.choosing or 0
        who, goals = prefix(state.options, seat), state.quilts[seat].goals
        spaces = [GRID.names[GOAL_CELLS[n]] for n, goal in enumerate(goals) if goal < 0]
        return [Choose(who, n, GOALS[t].letters, at) for n, t in enumerate(state.tiles[seat]) for at in spaces]
    if stage == DEAL_CATS:
        return [DealCat(CATS[c].name) for c in visitors(state.options, len(state.cats) + 1)]
    if stage == DEAL_PATTERNS:
        return [DealPatterns(PATTERNS[a], PATTERNS[b]) for a, b in combinations(unliked(state.pairs), 2)]
    if stage == DEAL_GOALS:
        return [DealGoals(four) for four in combinations([goal.letters for goal in GOALS], 4)]
    return [Begin(board.name) for board in boards(state.options)] if stage == BEGIN else []
