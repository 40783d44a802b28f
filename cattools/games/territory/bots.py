"""What the bots know of Neko Neko Territory."""

from __future__ import annotations

from cattools.core.grid import bits, mask
from cattools.games.territory.components import GRID, HEIGHT, SIZE, STACKS
from cattools.games.territory.position import Territory, bonus_points, unblocked

CARD, SECOND_ACTION = 0.4, 3.0  # points that an assist card in the hand and another action this turn are worth
KEPT = 10.0  # the same for an assist card in the game for two, where it cannot be replaced and wins late
RISK = 0.15  # share of the points of a stack, beyond its top cat, that may be lost
LAST = 18  # from this many empty cells on, the game for two is played on to its end
SAFE = mask(GRID.index[name] for name in ("A1", "F1", "A6", "F6"))  # a corner is never between the ends of a line


def evaluate(state: Territory, seat: int) -> float:
    """Return how far a seat is ahead of the best other seat, counting points, cells about to flip and its hand."""
    table, step = state.plan, state.step
    points = [float(p + sum(won)) for p, won in zip(state.bonus, state.won, strict=True)]
    tops, stacks = list(state.tops), state.stacks
    if step.placed:
        lines = unblocked(tops, state.lines, step.blocks)
        caught = sum(lines)
        points[state.turn] += sum(state.turn not in STACKS[stacks[c]] for c in bits(caught))
        points[state.turn] += bonus_points(lines) if table.pays else 0
        tops = [top & ~caught for top in tops]
        tops[state.turn] |= caught
        if step.reveal:
            points[state.turn] += sum(state.treasures) / len(state.treasures)
    points = [p + sum(HEIGHT[stacks[c]] for c in bits(top)) for p, top in zip(points, tops, strict=True)]
    lead = points[seat] - max(p for other, p in enumerate(points) if other != seat)
    if state.full:
        return lead
    worth = KEPT if table.duel else CARD
    cards = worth * sum(card >= SIZE for card in state.hands[seat])
    playable = sum(1 for card in state.hands[seat] if card < SIZE and not tops[seat] >> card & 1) / 8
    second_action = SECOND_ACTION if step.again and state.turn == seat else 0.0
    at_risk = sum(HEIGHT[stacks[c]] - 1 for c in bits(tops[seat] & ~SAFE)) * RISK
    return lead + cards + playable + second_action - at_risk


def search_turns(state: Territory) -> int:
    """Return after how many turns a play-out ends: late in the game for two after all, as its last cards decide it."""
    late = state.plan.duel and state.stacks.count(0) <= LAST
    return SIZE if late else 1
