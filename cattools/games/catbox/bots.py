"""What the bots know about Cat in the Box."""

from __future__ import annotations

from math import exp

from cattools.games.catbox.components import box, counts
from cattools.games.catbox.position import DISCARD, END, PLAY, PREDICT, Catbox, points

BEATEN = 0.07  # probability that the next player takes one particular free cell that would win the trick
STUCK_COST = 5.0  # estimated cost in points if no card in hand can be declared any more
PAIR_COST = 0.15  # cost of each pair of equal cards in hand
GROWTH = 0.35  # expected growth of a group per remaining trick


def evaluate(state: Catbox, seat: int) -> float:
    """Return a seat's points from the earlier rounds plus an estimate of its points in this round."""
    scored = float(sum(sum(row[seat]) for row in state.scored))
    if state.phase is END:
        return scored + sum(points(state)[seat])
    if state.phase not in (PLAY, PREDICT, DISCARD):
        return scored
    left = state.board.tricks - sum(state.won)
    expected = state.won[seat] + min(float(left), _trick_chance(state, seat) + _likely_tricks(state, seat))
    group = state.board.group(state.tokens[seat]).bit_count() + GROWTH * left
    return scored + expected + _prediction_chance(state, seat, expected) * group - _paradox_cost(state, seat)


def _prediction_chance(state: Catbox, seat: int, expected: float) -> float:
    """Return how likely the prediction is to be met; before it is made, assume the best prediction."""
    won, printed = state.won[seat], state.board.predictions
    if not printed:
        return 1 / (1 + exp(1.5 * (expected - box().few - 0.5))) if won <= box().few else 0.0
    if (predicted := state.predictions[seat]) == 0:
        return max(exp(-abs(expected - tricks)) for tricks in printed)
    return exp(-abs(expected - predicted)) if won <= predicted else 0.0


def _trick_chance(state: Catbox, seat: int) -> float:
    """Return how likely the seat is to win the current trick."""
    board, seats = state.board, state.players
    if state.leads or state.taker != seat:
        return 0.0
    cell, red = state.trick[board.taker(state.trick)], board.row[board.trump]
    better = board.row[board.colour(cell)] >> cell << cell
    if not red >> cell & 1:
        better |= red
    threats = (better & ~state.filled).bit_count()
    return float(max(0.0, 1 - BEATEN * threats) ** (seats - len(state.trick)))


def _likely_tricks(state: Catbox, seat: int) -> float:
    """Return how many tricks the hand is likely to win: high cards count, high reds most."""
    board, expected = state.board, 0.0
    free = board.rows[state.markers[seat]] & ~state.filled
    for card, number in counts(state.hands[seat]):
        high = (card / board.numbers) ** 2
        here = free & board.column[card]
        red = bool(here & board.row[board.trump])
        others = (here & ~board.row[board.trump]).bit_count()
        expected += 0.7 * high * red + 0.3 * high * min(number - red, others)
    return expected


def _paradox_cost(state: Catbox, seat: int) -> float:
    """Return the estimated cost of a paradox: cards that cannot be declared, and many equal cards."""
    board, stuck, crowd = state.board, 0.0, 0.0
    free = board.rows[state.markers[seat]] & ~state.filled
    held = 0
    for card, number in counts(state.hands[seat]):
        room = (free & board.column[card]).bit_count()
        stuck += max(0, number - room) + (0.35 * min(number, room) if room == 1 else 0.12 * number if room == 2 else 0)
        crowd += number * (number - 1) / 2
        held += number
    # The last card is never played, so a single undeclarable card does no harm.
    return STUCK_COST * max(0.0, stuck - 0.8) / max(held, 1) + PAIR_COST * crowd
