"""Why an action is not legal: one check a row, each a rule, a sentence and a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, text
from cattools.core.rules import Check, Fault, Refusal
from cattools.games.catbox.actions import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal
from cattools.games.catbox.cards import copies

if TYPE_CHECKING:
    from cattools.games.catbox.state import Catbox

COLOURS = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow"), "green": N_("green")}
SEATS = (N_("Plum"), N_("Teal"), N_("Orange"), N_("Slate"), N_("Ivory"))


def why_not(state: Catbox, action: Action) -> tuple[Refusal, ...]:
    """Return all reasons against an action, each with its rule; empty means legal."""
    found = (check.refusal(state, action) for check in CHECKS[type(action)])
    return tuple(refusal for refusal in found if refusal)


def colour(state: Catbox, row: int) -> Text:
    """Return a colour as a word."""
    return text(COLOURS[state.board.names[row]])


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return text(SEATS[seat])


def owner(state: Catbox, cell: int) -> int:
    """Return the seat whose token lies on a cell, or -1."""
    return next((seat for seat, own in enumerate(state.tokens) if own >> cell & 1), -1)


def _cell(state: Catbox, action: Play) -> int:
    """Return the cell a play means, or -1 when there is none of that name."""
    return state.board.grid.index.get(action.at, -1)


# --- when it is not the time -------------------------------------------------------------------------------------


def _over(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.over else None


def _dealing(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase == "deal" else None


def _revealing(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase == "reveal" else None


def _discarding(state: Catbox, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.phase == "discard" else None


def _predicting(state: Catbox, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.phase == "predict" else None


def _finished(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase == "end" and state.paradox < 0 and not state.over else None


def _broken(state: Catbox, _: Action) -> Fault | None:
    if state.phase != "end" or state.paradox < 0 or state.over:
        return None
    return fault(who=seat_name(state.paradox))


# --- declaring ---------------------------------------------------------------------------------------------------


def _no_cell(state: Catbox, action: Play) -> Fault | None:
    return fault(at=action.at) if _cell(state, action) < 0 else None


def _other_column(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    if cell < 0 or state.board.card(cell) == action.card:
        return None
    return fault(card=action.card, other=state.board.card(cell))


def _not_held(state: Catbox, action: Play | Discard) -> Fault | None:
    if state.phase not in ("discard", "play") or copies(state.hands[state.turn], action.card):
        return None
    return fault(who=seat_name(state.turn), card=action.card)


def _token_there(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    who = owner(state, cell) if cell >= 0 else -1
    if who < 0:
        return None
    return fault(action.at, who=seat_name(who), at=action.at)


def _observed(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    return fault(action.at, at=action.at) if cell >= 0 and state.observed >> cell & 1 else None


def _colour_lost(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    if state.phase != "play" or cell < 0 or state.markers[state.turn] >> state.board.colour(cell) & 1:
        return None
    return fault(who=seat_name(state.turn), colour=colour(state, state.board.colour(cell)))


def _red_closed(state: Catbox, action: Play) -> Fault | None:
    cell, board = _cell(state, action), state.board
    if state.phase != "play" or cell < 0 or board.colour(cell) != board.trump or not state.leads or state.red_open:
        return None
    others = [board.grid.names[c] for c in bits(state.declarable() & ~board.row[board.trump])]
    if not others:
        return None
    return fault(*others, who=seat_name(state.turn), other=others[0])


# --- the rest ----------------------------------------------------------------------------------------------------


def _put_aside(state: Catbox, _: Discard) -> Fault | None:
    return fault() if state.phase in ("predict", "play") else None


def _nobody_predicts(state: Catbox, _: Predict) -> Fault | None:
    return None if state.board.predictions else fault()


def _predicted(state: Catbox, _: Predict) -> Fault | None:
    return fault() if state.board.predictions and state.phase == "play" else None


def _not_printed(state: Catbox, action: Predict) -> Fault | None:
    printed = state.board.predictions
    if not printed or action.tricks in printed:
        return None
    return fault(tricks=action.tricks, printed=listed(list(printed)))


def _can_declare(state: Catbox, _: Paradox) -> Fault | None:
    if state.phase != "play":
        return None
    cells = [state.board.grid.names[c] for c in bits(state.open_cells())]
    return fault(*cells, who=seat_name(state.turn), at=cells[0]) if cells else None


def _not_over(state: Catbox, _: Next) -> Fault | None:
    return fault() if state.phase == "play" else None


def _not_dealing(state: Catbox, _: Deal) -> Fault | None:
    return None if state.phase == "deal" or state.over else fault()


def _not_revealing(state: Catbox, _: Reveal) -> Fault | None:
    return None if state.phase == "reveal" or state.over else fault()


def _no_copy(state: Catbox, action: Deal | Reveal) -> Fault | None:
    # Which cards are left over is a secret: only a card that is being dealt or revealed is looked for among them.
    secret = state.board.left and state.phase != ("deal" if isinstance(action, Deal) else "reveal")
    return None if state.over or secret or copies(state.deck, action.card) else fault(card=action.card)


OVER = Check("catbox.end", N_("The game is over."), _over)
DEALING = Check("catbox.prepare.discard", N_("The cards are not dealt yet."), _dealing)
REVEALING = Check("catbox.duel.preset", N_("The cards left over are not revealed yet."), _revealing)
DISCARDING = Check("catbox.prepare.discard", N_("{who} puts a card aside first."), _discarding)
PREDICTING = Check("catbox.prepare.predict", N_("{who} predicts first."), _predicting)
FINISHED = Check("catbox.phase.end", N_("The round is over: every hand is down to one card."), _finished)
BROKEN = Check("catbox.paradox", N_("The round is over: {who} met a paradox."), _broken)
EARLY = (OVER, DEALING, REVEALING)
LATE = (FINISHED, BROKEN)

CHECKS: dict[type, tuple[Check[Catbox, Any], ...]] = {
    Play: (
        *EARLY,
        DISCARDING,
        PREDICTING,
        *LATE,
        Check("catbox.declare", N_("There is no cell {at} on this research board."), _no_cell),
        Check("catbox.declare", N_("The {card} goes in the column of the {card}, not of the {other}."), _other_column),
        Check("catbox.declare", N_("There is no {card} in the hand of {who}."), _not_held),
        Check("catbox.declare.free-cell", N_("{at} is taken: a token of {who} lies there."), _token_there),
        Check("catbox.declare.free-cell", N_("{at} is taken: it was observed before the round."), _observed),
        Check("catbox.declare.own-colour", N_("{who} has lost {colour} for this round."), _colour_lost),
        Check(
            "catbox.lead.no-red",
            N_("{who} leads, and red is still closed; another colour is possible, for example {other}."),
            _red_closed,
        ),
    ),
    Discard: (
        *EARLY,
        *LATE,
        Check("catbox.prepare.discard", N_("Everybody has put a card aside already: one a round."), _put_aside),
        Check("catbox.prepare.discard", N_("There is no {card} in the hand of {who}."), _not_held),
    ),
    Predict: (
        *EARLY,
        DISCARDING,
        *LATE,
        Check("catbox.prepare.predict", N_("Two players do not predict."), _nobody_predicts),
        Check("catbox.prepare.predict", N_("Everybody has predicted already."), _predicted),
        Check("catbox.prepare.predict", N_("{tricks} is not printed: predict one of {printed}."), _not_printed),
    ),
    Paradox: (
        *EARLY,
        DISCARDING,
        PREDICTING,
        *LATE,
        Check("catbox.paradox.not-chosen", N_("{who} can still declare a card, for example {at}."), _can_declare),
    ),
    Next: (
        *EARLY,
        DISCARDING,
        PREDICTING,
        Check("catbox.round.next", N_("The round is not over yet."), _not_over),
    ),
    Deal: (
        OVER,
        Check("catbox.prepare.discard", N_("All cards are dealt already."), _not_dealing),
        Check("catbox.components", N_("All copies of the {card} are out already."), _no_copy),
    ),
    Reveal: (
        OVER,
        Check("catbox.duel.preset", N_("Nothing is to be revealed now."), _not_revealing),
        Check("catbox.components", N_("No {card} is left among the cards that were not dealt."), _no_copy),
    ),
}
