"""Explanations after a practice question: why a scared cat can or cannot run first."""

from __future__ import annotations

from collections.abc import Callable

from cattools.core.messages import N_, Text, text
from cattools.core.rules import Refusal
from cattools.games.herders import example_goals
from cattools.games.herders.rules import herding
from cattools.games.herders.rules.state import Herders


def first(state: Herders, cat: str) -> Refusal | Text | None:
    """Explain whether a scared cat can run first, and if not, why its best step is refused (`herders.herd.order`)."""
    board, both = state.board, state.herders[0] | state.herders[1]
    if cat not in example_goals.cats(state):
        return None
    if cat not in example_goals.due(state):
        return text(N_("The cat on {cat} is not scared."), cat=cat)
    if cat in example_goals.first(state):
        return text(N_("The cat on {cat} may run first."), cat=cat)
    at = board.grid.index[cat]
    ways = [board.herd[at, target] for target in herding.targets(board, both, state.cats, at)]
    if not ways:
        return Refusal(
            "herders.herd.must", text(N_("The cat on {cat} has no empty cell beside it to run to."), cat=cat)
        )
    return min((state.why_not(way) for way in ways), key=len)[0]


REASONS: dict[str, Callable[..., Refusal | Text | None]] = {"herders.herd.order first": first}
