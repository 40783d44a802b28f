"""Explanations after a practice question: what a cat on a cell of Neko Neko Territory would turn and earn."""

from __future__ import annotations

from collections.abc import Callable

from cattools.core.messages import N_, Text, integer, listed, text
from cattools.core.rules import Refusal
from cattools.games.territory import example_goals
from cattools.games.territory.rules.actions import Place
from cattools.games.territory.rules.components import NAMES
from cattools.games.territory.rules.lines import bonus_points
from cattools.games.territory.rules.state import Territory


def pays(state: Territory, cell: str, _: int) -> Refusal | Text | None:
    """Explain how many cells a cat would turn in each direction and its bonus points, or why it cannot go there.

    (`territory.advanced.bonus.sum`, `territory.duel.bonus`)
    """
    if cell not in NAMES:
        return None
    if refusals := state.why_not(Place(cell)):
        return refusals[0]
    lines = example_goals.lines_from(state, cell)
    points = integer(bonus_points(lines))
    if not lines:
        return text(N_("{cell}: nothing turns, no bonus points."), cell=cell)
    turned = listed([integer(line.bit_count()) for line in lines])
    return text(
        N_("{cell}: cells that turn, by direction: {turned}; bonus points: {points}."),
        cell=cell,
        turned=turned,
        points=points,
    )


REASONS: dict[str, Callable[..., Refusal | Text | None]] = {
    "territory.advanced.bonus.sum pays": pays,
    "territory.duel.bonus pays": pays,
}
