"""A first guess of how well a player stands: what the greedy bot looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cattools.core.grid import bits
from cattools.games.territory.park import EVERYWHERE, GRID, HEIGHT, SIZE, STACKS, bonus
from cattools.games.territory.turns import kept_apart

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory

CARD, FURTHER, RISK = 0.4, 3.0, 0.15


def evaluate(state: Territory, seat: int) -> float:
    """Return how far a seat is ahead of the best other one: its points, with cells about to turn and cards in hand."""
    table, step = state.plan, state.step
    points = [float(p + sum(won)) for p, won in zip(state.bonus, state.won, strict=True)]
    tops, stacks, filled = list(state.tops), state.stacks, state.filled
    if step.at >= 0:
        lines = kept_apart(tops, state.lines, step.blocks)
        caught = sum(lines)
        points[state.turn] += sum(state.turn not in STACKS[stacks[c]] for c in bits(caught))
        points[state.turn] += bonus(lines) if table.pays else 0
        tops = [top & ~caught for top in tops]
        tops[state.turn] |= caught
        if step.reveal:
            points[state.turn] += sum(state.hoard) / len(state.hoard)
    points = [p + sum(HEIGHT[stacks[c]] for c in bits(top)) for p, top in zip(points, tops, strict=True)]
    ahead = points[seat] - max(p for other, p in enumerate(points) if other != seat)
    if filled == EVERYWHERE:
        return ahead
    cards = sum(CARD for card in state.hands[seat] if card >= SIZE)
    fit = sum(1 for card in state.hands[seat] if card < SIZE and not tops[seat] >> card & 1) / 8
    further = FURTHER if step.again and state.turn == seat else 0.0
    loose = sum(HEIGHT[stacks[c]] - 1 for c in bits(tops[seat] & ~_SAFE)) * RISK
    return ahead + cards + fit + further - loose


_SAFE = sum(1 << GRID.index[name] for name in ("A1", "F1", "A6", "F6"))  # no line has a corner between its ends
