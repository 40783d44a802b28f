"""What the bots know about Neko Neko Territory."""

from __future__ import annotations

from cattools.core.forecast import Forecast, leads
from cattools.core.game import SearchSettings
from cattools.core.grid import bits, mask
from cattools.games.territory.components import EVERYWHERE, GRID, HEIGHT, SIDE, SIZE, STACKS
from cattools.games.territory.position import Placement, Territory, bonus_points, totals, turned, unblocked

CARD, SECOND_ACTION = 0.4, 3.0  # points that an assist card in the hand and another action this turn are worth
KEPT = 10.0  # the same for an assist card in the game for two, where it cannot be replaced and wins late
RISK = 0.15  # share of the points of a stack, beyond its top cat, that may be lost
SAFE = mask(GRID.index[name] for name in ("A1", "F1", "A6", "F6"))  # a corner is never between the ends of a line
INNER = mask(cell for cell in range(SIZE) if all(0 < n < SIDE - 1 for n in divmod(cell, SIDE)))
EDGE = EVERYWHERE & ~INNER & ~SAFE

# By the number of players, and for the game for two: the weights of `features`, as `python -m tools.fit_forecast` finds
# them (`territory:players=2 0 8 16 24 32 40 50 66`; `territory:game=duel 0 6 12 18 24 30 36 --games 6000`).
FORECASTS: dict[object, Forecast] = {
    "duel": Forecast(
        (0, 6, 12, 18, 24, 30, 36),
        (
            (0.90, 0.82, 1.01, 1.05, 1.66, 0.85, 0.93, 0.80),
            (0.72, 1.61, 0.86, 0.59, 7.41, 0.62, 0.59, 0.61),
            (0.73, 2.68, 0.74, 0.21, 6.47, 0.50, 0.01, 0.64),
            (0.71, 3.25, 0.52, 0.09, 5.66, 0.27, 0.39, 0.21),
            (1.50, 3.14, 0.29, -0.09, 5.07, 0.36, 0.20, 0.02),
            (-0.72, 2.51, -0.00, -0.57, 4.14, 0.03, -0.23, -0.17),
            (0.00, 4.07, 0.72, 0.65, 2.98, 0.33, -0.25, 0.42),
        ),
    ),
    2: Forecast(
        (0, 8, 16, 24, 32, 40, 50, 66),
        (
            (0.92, 0.75, 0.93, 1.04, 1.53, 0.36, 0.28, 3.48),
            (1.01, 1.07, 0.96, 0.78, 1.07, 0.49, 0.47, 2.61),
            (1.00, 1.54, 0.76, 0.57, 0.49, 0.39, 0.33, 1.85),
            (0.98, 1.57, 0.60, 0.28, -0.14, 0.27, 0.27, 1.06),
            (0.92, 1.61, 0.34, 0.12, -0.44, 0.15, 0.21, 0.68),
            (0.96, 1.35, 0.21, 0.04, -0.17, 0.07, 0.63, 0.55),
            (0.97, 1.15, 0.03, -0.13, -0.52, -0.07, 0.46, 0.58),
            (0.96, 1.34, 0.06, 0.02, 0.90, -0.49, 1.11, 0.83),
        ),
    ),
    3: Forecast(
        (0, 8, 16, 24, 32, 40, 50, 66),
        (
            (0.96, 0.87, 0.96, 0.91, 1.23, 0.36, 0.01, 4.94),
            (0.95, 1.24, 0.90, 0.66, 1.26, 0.37, 0.05, 2.98),
            (0.91, 1.55, 0.74, 0.49, 1.22, 0.33, 0.15, 1.94),
            (0.89, 1.61, 0.61, 0.32, 0.90, 0.25, 0.23, 1.26),
            (0.87, 1.70, 0.48, 0.16, 0.13, 0.17, 0.08, 0.86),
            (0.86, 1.68, 0.35, 0.09, -0.42, 0.07, 0.22, 0.75),
            (0.80, 1.49, 0.30, 0.11, -0.12, 0.06, -0.02, 0.72),
            (0.73, 1.24, 0.62, 0.28, -0.14, -0.10, 0.23, 0.78),
        ),
    ),
    4: Forecast(
        (0, 8, 16, 24, 32, 40, 50, 66),
        (
            (0.95, 0.95, 0.95, 0.84, 0.32, 0.28, -0.07, 5.33),
            (0.92, 1.33, 0.84, 0.66, 1.53, 0.33, 0.03, 2.94),
            (0.92, 1.50, 0.76, 0.46, 1.21, 0.31, 0.15, 1.92),
            (0.89, 1.63, 0.65, 0.34, 0.55, 0.25, 0.12, 1.31),
            (0.82, 1.75, 0.49, 0.16, -0.16, 0.20, 0.07, 0.85),
            (0.80, 1.57, 0.38, -0.02, -0.24, 0.09, -0.09, 0.69),
            (0.73, 1.13, 0.33, 0.01, -0.41, -0.04, -0.16, 0.62),
            (0.65, -0.16, 0.16, -0.09, -1.06, 0.25, 0.03, 0.50),
        ),
    ),
}


# Hidden cards decide so much that search wins only about 60 of 100 games against a bot that overlooks nothing, or 84 in
# the game for two. The lower levels overlook enough for each level to win at least 70 against the one below it.
SETTINGS, DUEL = SearchSettings(friendly=0.75, careful=0.48), SearchSettings(careful=0.35)


def search_settings(state: Territory) -> SearchSettings:
    """Return how far and how widely bots search, and how much the lower levels overlook."""
    return DUEL if state.plan.duel else SETTINGS


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


def features(state: Territory) -> tuple[float, list[list[float]]]:
    """Return the stage of a position between two turns and, for each seat, the inputs to a forecast of its points.

    These are the seat's treasures and bonus points, the heights of its stacks in the corners, on the edges and inside,
    its assist cards, the two most valuable cells of its hand, and whether it is to move. The stage is the number of
    empty cells in the game for two, and otherwise the number of cards in the coordinate deck.
    """
    stacks, rows = state.stacks, []
    for seat, top in enumerate(state.tops):
        corners, edges, inner = (sum(HEIGHT[stacks[cell]] for cell in bits(top & part)) for part in (SAFE, EDGE, INNER))
        hand = state.hands[seat]
        worth = sorted((_gain(state, seat, card) for card in hand if card < SIZE), reverse=True)
        best, second, *_ = *worth, 0.0, 0.0
        prizes = float(state.bonus[seat] + sum(state.won[seat]))
        assist = sum(card >= SIZE for card in hand)
        rows.append([prizes, corners, edges, inner, assist, best, second, float(state.turn == seat)])
    return float(stacks.count(0) if state.plan.duel else len(state.cell_deck)), rows


def _gain(state: Territory, seat: int, cell: int) -> float:
    """Return roughly how many points a seat gains on the others by placing a cat on a cell."""
    if state.tops[seat] >> cell & 1:
        return 0.0
    stacks = state.stacks
    caught = sum(turned(Placement(cell, cell), state.tops, seat)) | 1 << cell
    return float(sum(2 * HEIGHT[stacks[c]] + (seat not in STACKS[stacks[c]]) for c in bits(caught)))


def forecast(state: Territory) -> list[float]:
    """Return the expected final lead of every seat."""
    if state.to_move is None:
        return leads(totals(state))
    return FORECASTS["duel" if state.plan.duel else len(state.tops)].leads(*features(state))
