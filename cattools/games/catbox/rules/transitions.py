"""The transitions of Cat in the Box: cards dealt, revealed and declared, tricks won, the end of a round.

States are built with positional arguments here, because keyword arguments make random play ten percent slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cattools.games.catbox.rules import scoring
from cattools.games.catbox.rules.actions import Action, Deal, Discard, Paradox, Play, Predict, Reveal
from cattools.games.catbox.rules.components import card_count, one_card
from cattools.games.catbox.rules.setup import fresh_round
from cattools.games.catbox.rules.state import (
    DEAL,
    DISCARD,
    END,
    PLAY,
    PREDICT,
    REVEAL,
    Catbox,
    ForcedRed,
    with_seat,
)


def apply_unchecked(state: Catbox, action: Action) -> Catbox:
    """Return the state after a legal action."""
    if isinstance(action, Play):
        return _played(state, state.board.grid.index[action.at])
    if isinstance(action, Deal):
        return _dealt(state, action.card)
    if isinstance(action, Reveal):
        return _revealed(state, action.card)
    turn, onward = state.turn, (state.turn + 1) % len(state.hands)
    last = onward == state.start_player
    if isinstance(action, Discard):
        hands = with_seat(state.hands, turn, state.hands[turn] - one_card(action.card))
        discards = with_seat(state.discards, turn, action.card)
        phase = DISCARD if not last else PREDICT if state.board.predictions else PLAY
        return replace(state, hands=hands, discards=discards, turn=onward, phase=phase)
    if isinstance(action, Predict):
        predictions = with_seat(state.predictions, turn, action.tricks)
        return replace(state, predictions=predictions, turn=onward, phase=PLAY if last else PREDICT)
    if isinstance(action, Paradox):
        return broken(state)
    return fresh_round(state.options, state.round + 1, scoring.by_round(state))


def chances(state: Catbox) -> Sequence[tuple[int, Deal | Reveal]]:
    """Return the possible deals; the weight of each is the number of copies left."""
    deck = state.deck
    return [(n, action) for shift, action in _draws(state) if (n := deck >> shift & 7)]


def chance(state: Catbox, rng: Random) -> Deal | Reveal:
    """Return a random deal; every undealt card is equally likely."""
    deck, draws = state.deck, _draws(state)
    left, (_, drawn) = rng.random() * card_count(deck), draws[0]
    for shift, action in draws:
        if copies := deck >> shift & 7:
            left, drawn = left - copies, action
            if left < 0:
                break
    return drawn


def _draws(state: Catbox) -> tuple[tuple[int, Deal | Reveal], ...]:
    """Return the draws of this phase, if any, each with the bit offset of its number in packed cards."""
    phase = state.phase
    return state.board.deals if phase is DEAL else state.board.reveals if phase is REVEAL else ()


def broken(state: Catbox) -> Catbox:
    """Return the state after the seat to move causes a paradox, which ends the round (`catbox.paradox`)."""
    return replace(state, phase=END, turn=(state.start_player + 1) % len(state.hands), paradox=state.turn)


def _dealt(state: Catbox, card: int) -> Catbox:
    turn, hands, copy = state.turn, state.hands, 1 << 3 * (card - 1)
    deck, hands = state.deck - copy, (*hands[:turn], hands[turn] + copy, *hands[turn + 1 :])
    onward, board = (turn + 1) % len(hands), state.board
    phase = DEAL
    if onward == state.start_player and card_count(deck) == board.left:
        phase = REVEAL if board.revealed else DISCARD
    return Catbox(
        state.options, board, phase, onward, hands, deck, state.discards, state.markers, state.predictions,
        state.tokens, 0, state.leader, (), state.won, 0, state.round, state.scored,
    )  # fmt: skip


def _revealed(state: Catbox, card: int) -> Catbox:
    """Return the state after a card is revealed: its next cell in the preset order becomes observed."""
    board, deck = state.board, state.deck - one_card(card)
    cell = next(c for c in (board.cell(row, card) for row in board.preset) if not state.observed >> c & 1)
    observed = state.observed | 1 << cell
    phase = REVEAL if observed.bit_count() < board.revealed else DISCARD
    return replace(state, deck=deck, observed=observed, filled=observed, phase=phase)


def _played(state: Catbox, cell: int) -> Catbox:
    """Return the state after a card is declared; the last card of a trick also resolves the trick."""
    board, turn, trick, forced = state.board, state.turn, state.trick, state.forced
    seats, markers, leader = len(state.hands), state.markers, state.leader
    if len(trick) in (0, seats):
        trick, leader = (cell,), turn
        if cell // board.numbers == board.trump and not state.red_open:
            forced = ForcedRed(turn, _only_red(state))
    else:
        led = trick[0] // board.numbers
        if led != cell // board.numbers and markers[turn] >> led & 1:
            markers = with_seat(markers, turn, markers[turn] ^ 1 << led)
        trick = (*trick, cell)
    hands = with_seat(state.hands, turn, state.hands[turn] - (1 << 3 * (cell % board.numbers)))
    tokens, won, phase = with_seat(state.tokens, turn, state.tokens[turn] | 1 << cell), state.won, PLAY
    if len(trick) == seats:
        turn = (leader + board.taker(trick)) % seats
        won = with_seat(won, turn, won[turn] + 1)
        if sum(won) == board.tricks:
            phase, turn = END, (state.start_player + 1) % seats
    else:
        turn = (turn + 1) % seats
    return Catbox(
        state.options, board, phase, turn, hands, state.deck, state.discards, markers, state.predictions, tokens,
        state.filled | 1 << cell, leader, trick, won, state.observed, state.round, state.scored, None, forced,
    )  # fmt: skip


def _only_red(state: Catbox) -> int:
    """Return the numbers that the seat to move could declare in no colour but red."""
    board = state.board
    free = board.rows[state.markers[state.turn]] & ~state.filled & ~board.row[board.trump]
    return sum(1 << n for n in range(board.numbers) if not free & board.column[n + 1])
