"""The legal actions of Cat in the Box, and the checks that refuse all others. Each check has a rule and a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cattools.core.grid import bits
from cattools.core.messages import N_, listed
from cattools.core.rules import Check, Checks, Fault, fault, game_over
from cattools.games.catbox.rules.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.rules.components import copies, counts
from cattools.games.catbox.rules.labels import cell_words, colour_word, seat_name
from cattools.games.catbox.rules.state import DEAL, DISCARD, END, PLAY, PREDICT, REVEAL, Catbox
from cattools.games.catbox.rules.transitions import chances

NEXT, PARADOX = Next(), Paradox()


def candidates(state: Catbox) -> Iterator[Action]:
    """Yield every action that a player could mean, legal or not."""
    numbers = range(1, state.board.numbers + 1)
    yield PARADOX
    yield NEXT
    for tricks in range(state.board.tricks + 1):
        yield Predict(tricks)
    for number in numbers:
        yield Discard(number)
        yield Deal(number)
        yield Reveal(number)
        for cell in state.board.grid.names:
            yield Play(number, cell)


def legal(state: Catbox) -> Sequence[Action]:
    """Return every legal action: deals, preparations, or plays."""
    board, phase = state.board, state.phase
    if phase is PLAY:
        return board.plays(state.open_cells()) or (PARADOX,)
    if phase is PREDICT:
        return board.predict
    if phase is END:
        return () if state.over else (NEXT,)
    if phase is DISCARD:
        return [board.discard[card] for card, _ in counts(state.hands[state.turn])]
    return [action for _, action in chances(state)]


def allows(state: Catbox, action: Action) -> bool:
    """Return whether an action is legal; plays, the most frequent actions, are tested without listing all of them."""
    if state.phase is not PLAY or not isinstance(action, Play):
        return action in legal(state)
    board = state.board
    cell = board.grid.index.get(action.at)
    return cell is not None and board.play[cell] == action and bool(state.open_cells() >> cell & 1)


def _cell(state: Catbox, action: Play) -> int | None:
    """Return the cell that a play names, or None if there is no such cell."""
    return state.board.grid.index.get(action.at)


# --- wrong phase -------------------------------------------------------------------------------------------------


def _dealing(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase is DEAL else None


def _revealing(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase is REVEAL else None


def _discarding(state: Catbox, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.phase is DISCARD else None


def _predicting(state: Catbox, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.phase is PREDICT else None


def _finished(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase is END and state.paradox is None and not state.over else None


def _broken(state: Catbox, _: Action) -> Fault | None:
    if state.phase is not END or state.paradox is None or state.over:
        return None
    return fault(who=seat_name(state.paradox))


# --- declaring ---------------------------------------------------------------------------------------------------


def _no_cell(state: Catbox, action: Play) -> Fault | None:
    return fault(at=action.at) if _cell(state, action) is None else None


def _other_column(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    if cell is None or state.board.card(cell) == action.card:
        return None
    return fault(card=action.card, other=state.board.card(cell))


def _not_held(state: Catbox, action: Play | Discard) -> Fault | None:
    if state.phase not in (DISCARD, PLAY) or copies(state.hands[state.turn], action.card):
        return None
    return fault(who=seat_name(state.turn), card=action.card)


def _token_there(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    who = None if cell is None else state.owner(cell)
    if cell is None or who is None:
        return None
    return fault(action.at, who=seat_name(who), cell=cell_words(state.board, cell))


def _observed(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    if cell is None or not state.observed >> cell & 1:
        return None
    return fault(action.at, cell=cell_words(state.board, cell))


def _colour_lost(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    if state.phase is not PLAY or cell is None or state.markers[state.turn] >> state.board.colour(cell) & 1:
        return None
    return fault(who=seat_name(state.turn), colour=colour_word(state.board, state.board.colour(cell)))


def _red_closed(state: Catbox, action: Play) -> Fault | None:
    cell, board = _cell(state, action), state.board
    if state.phase is not PLAY or not state.leads or state.red_open:
        return None
    if cell is None or board.colour(cell) != board.trump:
        return None
    others = [*bits(state.declarable() & ~board.row[board.trump])]
    if not others:
        return None
    names = (board.grid.names[cell] for cell in others)
    return fault(*names, who=seat_name(state.turn), cell=cell_words(board, others[0]))


# --- other actions -----------------------------------------------------------------------------------------------


def _put_aside(state: Catbox, _: Discard) -> Fault | None:
    return fault() if state.phase in (PREDICT, PLAY) else None


def _nobody_predicts(state: Catbox, _: Predict) -> Fault | None:
    return None if state.board.predictions else fault()


def _predicted(state: Catbox, _: Predict) -> Fault | None:
    return fault() if state.board.predictions and state.phase is PLAY else None


def _not_printed(state: Catbox, action: Predict) -> Fault | None:
    printed = state.board.predictions
    if not printed or action.tricks in printed:
        return None
    return fault(tricks=action.tricks, printed=listed(list(printed)))


def _can_declare(state: Catbox, _: Paradox) -> Fault | None:
    if state.phase is not PLAY:
        return None
    cells = [*bits(state.open_cells())]
    if not cells:
        return None
    names = (state.board.grid.names[cell] for cell in cells)
    return fault(*names, who=seat_name(state.turn), cell=cell_words(state.board, cells[0]))


def _not_over(state: Catbox, _: Next) -> Fault | None:
    return fault() if state.phase is PLAY else None


def _not_dealing(state: Catbox, _: Deal) -> Fault | None:
    return None if state.phase is DEAL or state.over else fault()


def _not_revealing(state: Catbox, _: Reveal) -> Fault | None:
    return None if state.phase is REVEAL or state.over else fault()


def _no_copy(state: Catbox, action: Deal | Reveal) -> Fault | None:
    # The undealt cards are secret, so this check looks at them only while cards are dealt or revealed.
    secret = state.board.left and state.phase is not (DEAL if isinstance(action, Deal) else REVEAL)
    return None if state.over or secret or copies(state.deck, action.card) else fault(card=action.card)


OVER = game_over("catbox.end")
DEALING = Check("catbox.prepare.discard", N_("The cards have not been dealt yet."), _dealing)
REVEALING = Check("catbox.duel.preset", N_("The leftover cards have not been revealed yet."), _revealing)
DISCARDING = Check("catbox.prepare.discard", N_("{who} must put a card aside first."), _discarding)
PREDICTING = Check("catbox.prepare.predict", N_("{who} must predict first."), _predicting)
FINISHED = Check("catbox.phase.end", N_("The round is over: every hand is down to one card."), _finished)
BROKEN = Check("catbox.paradox", N_("The round is over: {who} caused a paradox."), _broken)
EARLY = (OVER, DEALING, REVEALING)
LATE = (FINISHED, BROKEN)

CHECKS: Checks = {
    Play: (
        *EARLY,
        DISCARDING,
        PREDICTING,
        *LATE,
        Check("catbox.declare", N_("There is no cell {at} on this research board."), _no_cell),
        Check("catbox.declare", N_("The {card} goes in the column of the {card}, not of the {other}."), _other_column),
        Check("catbox.declare", N_("{who} holds no {card}."), _not_held),
        Check("catbox.declare.free-cell", N_("A token of {who} is already on {cell}."), _token_there),
        Check(
            "catbox.declare.free-cell", N_("Nobody can take {cell} now: it was observed before the round."), _observed
        ),
        Check("catbox.declare.own-colour", N_("{who} has lost {colour} for this round."), _colour_lost),
        Check(
            "catbox.lead.no-red",
            N_("{who} leads, and red is still closed; another colour is possible, for example {cell}."),
            _red_closed,
            secret=True,
        ),
    ),
    Discard: (
        *EARLY,
        *LATE,
        Check("catbox.prepare.discard", N_("Everybody has already put a card aside: one per round."), _put_aside),
        Check("catbox.prepare.discard", N_("{who} holds no {card}."), _not_held),
    ),
    Predict: (
        *EARLY,
        DISCARDING,
        *LATE,
        Check("catbox.prepare.predict", N_("With two players, nobody predicts."), _nobody_predicts),
        Check("catbox.prepare.predict", N_("Everybody has already predicted."), _predicted),
        Check("catbox.prepare.predict", N_("{tricks} is not printed: predict one of {printed}."), _not_printed),
    ),
    Paradox: (
        *EARLY,
        DISCARDING,
        PREDICTING,
        *LATE,
        Check(
            "catbox.paradox.not-chosen",
            N_("{who} can still declare a card, for example {cell}."),
            _can_declare,
            secret=True,
        ),
    ),
    Next: (
        *EARLY,
        DISCARDING,
        PREDICTING,
        Check("catbox.round.next", N_("The round is not over yet."), _not_over),
    ),
    Deal: (
        OVER,
        Check("catbox.prepare.discard", N_("All cards have already been dealt."), _not_dealing),
        Check("catbox.components", N_("No {card} is left to deal."), _no_copy),
    ),
    Reveal: (
        OVER,
        Check("catbox.duel.preset", N_("No card is revealed now."), _not_revealing),
        Check("catbox.components", N_("No {card} is left among the undealt cards."), _no_copy),
    ),
}
