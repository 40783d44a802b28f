"""Checks that refuse positions no game can reach; each refusal cites a rule and the areas concerned."""

from __future__ import annotations

from dataclasses import replace

from cattools.core.errors import PositionError
from cattools.core.grid import bits, mask
from cattools.core.messages import N_, many, text
from cattools.games.catbox.rules.components import SEATS, card_count, copies, number_mask
from cattools.games.catbox.rules.state import DEAL, DISCARD, END, PLAY, PREDICT, REVEAL, Catbox, Phase
from cattools.games.catbox.rules.transitions import broken

DUE = {  # the rule to cite if the conditions of a phase are not met
    Phase.DEAL: "catbox.setup.table",
    Phase.REVEAL: "catbox.duel.preset",
    Phase.DISCARD: "catbox.prepare.discard",
    Phase.PREDICT: "catbox.prepare.predict",
    Phase.PLAY: "catbox.prepare.predict",
    Phase.END: "catbox.prepare.predict",
}

_PLAYED = N_("all cards dealt, one card put aside by each player and all predictions made before tricks are played")
NEEDS = {  # the conditions of each phase
    Phase.DEAL: N_("at least one card left to deal and no card put aside in the phase deal"),
    Phase.REVEAL: N_("all cards dealt, no card put aside and at least one left to reveal in the phase reveal"),
    Phase.DISCARD: N_("all cards dealt and at least one player still to put a card aside in the phase discard"),
    Phase.PREDICT: N_(
        "one card put aside by each player and at least one prediction still to be made in the phase predict"
    ),
    Phase.PLAY: _PLAYED,
    Phase.END: _PLAYED,
}


def checked(state: Catbox, *, paradox: bool) -> Catbox:
    """Return the position with `turn` filled in. Raises `PositionError` if no game can reach the position."""
    _check_cards(state)
    _check_aside(state)
    _check_phase(state)
    if state.phase not in (PLAY, END):
        _check_not_begun(state)
    forced = state.forced
    if forced is not None and (number_mask(state.hands[forced.seat]) & ~forced.numbers or not state.red_open):
        expected = text(
            N_("a token in the red row, and only these numbers in hand for the player who led red while it was closed")
        )
        held = "".join(str(n + 1) for n in bits(forced.numbers)) or "-"
        raise PositionError("catbox.lead.red-forced", expected, held, f"hand.{SEATS[forced.seat]}")
    return _with_turn(state, paradox=paradox)


# --- cards -------------------------------------------------------------------------------------------------------


def _check_cards(state: Catbox) -> None:
    """Refuse a wrong number of copies of a card, and a hand of the wrong size. Raises `PositionError`."""
    board, start = state.board, state.start_player
    for card in range(1, board.numbers + 1):
        shown = (state.filled & board.column[card]).bit_count() + state.discards.count(card)
        held = sum(copies(cards, card) for cards in (*state.hands, state.deck))
        if shown + held != copies(board.deck, card):
            expected = text(N_("{copies} cards with the number {card}"), card=card, copies=copies(board.deck, card))
            raise PositionError("catbox.components", expected, shown + held)
    dealt = card_count(board.deck) - card_count(state.deck) - state.observed.bit_count()
    most = min(dealt, board.players * board.dealt)
    for seat, hand in enumerate(state.hands):
        order = (seat - start) % board.players
        due = most // board.players + (order < most % board.players)
        due -= bool(state.discards[seat]) + state.tokens[seat].bit_count()
        if card_count(hand) != due:
            expected = many(
                N_("{n} card in the hand of {who}"), N_("{n} cards in the hand of {who}"), due, who=SEATS[seat]
            )
            raise PositionError("catbox.setup.table", expected, card_count(hand), f"hand.{SEATS[seat]}")


def _check_aside(state: Catbox) -> None:
    """Refuse cards put aside out of order. Raises `PositionError`."""
    aside = sum(map(bool, state.discards))
    for seat, card in enumerate(state.discards):
        if bool(card) != ((seat - state.start_player) % state.players < aside):
            expected, found = text(N_("cards put aside in seat order")), [*map(bool, state.discards)]
            done = ", ".join(SEATS[n] for n, is_aside in enumerate(found) if is_aside)
            raise PositionError("catbox.prepare.discard", expected, done, f"aside.{SEATS[seat]}")


# --- phases ------------------------------------------------------------------------------------------------------


def _check_phase(state: Catbox) -> None:
    """Refuse cards or predictions that do not fit the phase. Raises `PositionError`."""
    board, phase, seen, aside = state.board, state.phase, state.observed.bit_count(), sum(map(bool, state.discards))
    undealt = card_count(state.deck) - board.left + seen
    predicted = [bool(state.predictions[(state.start_player + n) % board.players]) for n in range(board.players)]
    fits = {  # whether the cards dealt, revealed and put aside, and the predictions, fit the phase
        DEAL: undealt > 0 == seen == aside,
        REVEAL: undealt == 0 == aside and seen < board.revealed,
        DISCARD: undealt == 0 and seen == board.revealed and aside < board.players,
        PREDICT: undealt == 0 and bool(board.predictions) and aside == board.players and not all(predicted),
    }
    ready = undealt == 0 and seen == board.revealed and aside == board.players
    if not fits.get(phase, ready and all(predicted) == bool(board.predictions)):
        found = text(
            N_("cards left to deal: {left}, put aside: {aside}, predictions: {predicted}"),
            left=max(0, undealt),
            aside=aside,
            predicted=sum(predicted),
        )
        raise PositionError(DUE[phase] if undealt == 0 else DUE[DEAL], text(NEEDS[phase]), found)
    if set(state.predictions) - {0, *board.predictions} or predicted != sorted(predicted, reverse=True):
        expected = text(N_("printed predictions, in seat order"))
        raise PositionError("catbox.prepare.predict", expected, "/".join(str(n or "-") for n in state.predictions))
    if any(predicted) and phase in (DEAL, REVEAL, DISCARD):
        expected = text(N_("no prediction in the phase {phase}"), phase=phase)
        raise PositionError("catbox.prepare.predict", expected, "/".join(str(n or "-") for n in state.predictions))
    if state.observed != _preset(state):
        expected, cells = text(N_("observed cells in the order of the preset rows")), board.grid.named(state.observed)
        raise PositionError("catbox.duel.preset", expected, cells or "-", *cells.split(","))


def _preset(state: Catbox) -> int:
    """Return the cells that must be observed, given how many cards of each number have been revealed."""
    board, found = state.board, 0
    for card in range(1, board.numbers + 1):
        for row in board.preset[: (state.observed & board.column[card]).bit_count()]:
            found |= 1 << board.cell(row, card)
    return found


def _check_not_begun(state: Catbox) -> None:
    """Refuse tokens, tricks and lost colours before the tricks begin. Raises `PositionError`."""
    board, phase = state.board, state.phase
    if cells := state.filled & ~state.observed | mask(state.trick):
        named = board.grid.named(cells)
        expected = text(N_("no token on the board in the phase {phase}"), phase=phase)
        raise PositionError("catbox.declare", expected, named, *named.split(","))
    if any(state.won):
        expected = text(N_("no trick won in the phase {phase}"), phase=phase)
        raise PositionError("catbox.trick.winner", expected, sum(state.won))
    if state.leader != state.start_player:
        expected = text(N_("{who}, the round start player, as the leader"), who=SEATS[state.start_player])
        raise PositionError("catbox.round.next", expected, SEATS[state.leader])
    if lost := [SEATS[seat] for seat, own in enumerate(state.markers) if own != board.all_colours]:
        expected = text(N_("all colours in the phase {phase}"), phase=phase)
        raise PositionError("catbox.setup.markers", expected, ", ".join(lost), *(f"lost.{who}" for who in lost))


# --- tricks ------------------------------------------------------------------------------------------------------


def _with_turn(state: Catbox, *, paradox: bool) -> Catbox:
    """Return the position with `turn` filled in. Raises `PositionError` if the phase does not fit the tricks."""
    board, seats = state.board, state.players
    if state.phase is DEAL:
        dealt = card_count(board.deck) - card_count(state.deck)
        return replace(state, turn=(state.start_player + dealt) % seats)
    if state.phase in (REVEAL, DISCARD, PREDICT):
        done = state.discards if state.phase is DISCARD else state.predictions
        return replace(state, turn=(state.start_player + sum(map(bool, done))) % seats)
    state = replace(state, turn=_mover(state))
    won = sum(state.won)
    if paradox:
        if won == board.tricks or not replace(state, phase=PLAY).pending:
            expected = text(N_("a paradox only if no card can be declared"))
            who = SEATS[state.turn]
            raise PositionError("catbox.paradox.not-chosen", expected, who, f"hand.{who}")
        return broken(state)
    if (won == board.tricks) != (state.phase is END):
        expected = text(N_("the end of the round after {tricks} tricks, and not before"), tricks=board.tricks)
        raise PositionError("catbox.phase.end", expected, won)
    return replace(state, turn=(state.start_player + 1) % seats) if state.phase is END else state


def _mover(state: Catbox) -> int:
    """Check the trick against the tokens and return the seat to play. Raises `PositionError`."""
    board, seats, trick, names = state.board, state.players, state.trick, state.board.grid.names
    for at, cell in enumerate(trick):
        if not state.tokens[(state.leader + at) % seats] >> cell & 1:
            expected = text(
                N_("one token of each player in the trick, in turn order from {who}"), who=SEATS[state.leader]
            )
            raise PositionError("catbox.declare", expected, names[cell], names[cell])
    if len(set(trick)) != len(trick):
        cells = [names[cell] for cell in trick]
        raise PositionError(
            "catbox.declare.free-cell", N_("a different cell for each card of the trick"), ", ".join(cells), *cells
        )
    open_trick = len(trick) % seats
    for seat, own in enumerate(state.tokens):
        due = sum(state.won) + int((seat - state.leader) % seats < open_trick)
        if own.bit_count() != due:
            expected = many(N_("{n} token of {who}"), N_("{n} tokens of {who}"), due, who=SEATS[seat])
            raise PositionError("catbox.declare", expected, own.bit_count(), *(names[cell] for cell in bits(own)))
    if len(trick) == seats:
        winner = (state.leader + board.taker(trick)) % seats
        if not state.won[winner]:
            expected = text(N_("a trick won by {who}"), who=SEATS[winner])
            won = "/".join(map(str, state.won))
            raise PositionError("catbox.trick.winner", expected, won, *(names[cell] for cell in trick))
        return winner
    return (state.leader + open_trick) % seats
