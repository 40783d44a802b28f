"""What is legal in Cat in the Box: the checks, each with the rule that it enforces, and the actions that pass them."""

from __future__ import annotations

from collections.abc import Sequence

from cattools.core.grid import bits
from cattools.core.messages import N_, listed
from cattools.core.rules import CheckList, Fault, fault
from cattools.games.catbox import components
from cattools.games.catbox.components import Action, Deal, Discard, Next, Paradox, Play, Predict, Reveal, seat_name
from cattools.games.catbox.effects import chances
from cattools.games.catbox.position import DEAL, DISCARD, END, PLAY, PREDICT, REVEAL, Catbox

NEXT, PARADOX = Next(), Paradox()
CHECKS = CheckList(Play, Discard, Predict, Paradox, Next, Deal, Reveal)


def legal(state: Catbox) -> Sequence[Action]:
    """Return every legal action; written out for each phase, because random play lists them at every step."""
    board, phase = state.board, state.phase
    if phase is PLAY:
        return board.plays(state.open_cells()) or (PARADOX,)
    if phase is PREDICT:
        return board.predict
    if phase is END:
        return () if state.over else (NEXT,)
    if phase is DISCARD:
        return [board.discard[card] for card, _ in components.counts(state.hands[state.turn])]
    return [action for _, action in chances(state)]


def allows(state: Catbox, action: Action) -> bool:
    """Return whether an action is legal; plays, the most frequent actions, are tested without listing all of them."""
    if state.phase is not PLAY or not isinstance(action, Play):
        return action in legal(state)
    cell = state.board.grid.index[action.at]
    return state.board.play[cell] == action and bool(state.open_cells() >> cell & 1)


def _on(state: Catbox, cells: int, **facts: object) -> Fault | None:
    """Return a fault on these cells, if there are any; the fact `cell` names the first."""
    found = [*bits(cells)]
    names = (state.board.grid.names[cell] for cell in found)
    return fault(*names, cell=components.cell_words(state.board, found[0]), **facts) if found else None


# --- wrong phase -------------------------------------------------------------------------------------------------


@CHECKS.refuse("catbox.end", N_("The game is over."), Play, Discard, Predict, Paradox, Next, Deal, Reveal)
def _over(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.over else None


@CHECKS.refuse(
    "catbox.prepare.discard", N_("The cards have not been dealt yet."), Play, Discard, Predict, Paradox, Next
)
def _dealing(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase is DEAL else None


@CHECKS.refuse(
    "catbox.duel.preset",
    N_("The leftover cards have not been revealed yet."),
    *(Play, Discard, Predict, Paradox, Next),
)
def _revealing(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase is REVEAL else None


@CHECKS.refuse("catbox.prepare.discard", N_("{who} must put a card aside first."), Play, Predict, Paradox, Next)
def _discarding(state: Catbox, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.phase is DISCARD else None


@CHECKS.refuse("catbox.prepare.predict", N_("{who} must predict first."), Play, Paradox, Next)
def _predicting(state: Catbox, _: Action) -> Fault | None:
    return fault(who=seat_name(state.turn)) if state.phase is PREDICT else None


@CHECKS.refuse(
    "catbox.phase.end",
    N_("The round is over: every hand is down to one card."),
    *(Play, Discard, Predict, Paradox),
)
def _finished(state: Catbox, _: Action) -> Fault | None:
    return fault() if state.phase is END and state.paradox is None and not state.over else None


@CHECKS.refuse("catbox.paradox", N_("The round is over: {who} caused a paradox."), Play, Discard, Predict, Paradox)
def _broken(state: Catbox, _: Action) -> Fault | None:
    return None if state.paradox is None or state.over else fault(who=seat_name(state.paradox))


@CHECKS.refuse("catbox.prepare.discard", N_("Everybody has already put a card aside: one per round."), Discard)
def _put_aside(state: Catbox, _: Discard) -> Fault | None:
    return fault() if state.phase in (PREDICT, PLAY) else None


# --- declaring ---------------------------------------------------------------------------------------------------


def _cell(state: Catbox, action: Play) -> int:
    return state.board.grid.index[action.at]


@CHECKS.refuse("catbox.declare", N_("A {card} goes in column {card}, not in column {other}."), Play)
def _other_column(state: Catbox, action: Play) -> Fault | None:
    column = state.board.card(_cell(state, action))
    return None if column == action.card else fault(card=action.card, other=column)


@CHECKS.refuse("catbox.declare", N_("{who} holds no {card}."), Play)
@CHECKS.refuse("catbox.prepare.discard", N_("{who} holds no {card}."), Discard)
def _not_held(state: Catbox, action: Play | Discard) -> Fault | None:
    if state.phase not in (DISCARD, PLAY) or components.copies(state.hands[state.turn], action.card):
        return None
    return fault(who=seat_name(state.turn))


@CHECKS.refuse("catbox.declare.free-cell", N_("A token of {who} is already on {cell}."), Play)
def _token_there(state: Catbox, action: Play) -> Fault | None:
    cell = _cell(state, action)
    who = state.owner(cell)
    return None if who is None else _on(state, 1 << cell, who=seat_name(who))


@CHECKS.refuse("catbox.declare.free-cell", N_("Nobody can take {cell} now: it was observed before the round."), Play)
def _observed(state: Catbox, action: Play) -> Fault | None:
    return _on(state, state.observed & 1 << _cell(state, action))


@CHECKS.refuse("catbox.declare.own-colour", N_("{who} has lost {colour} for this round."), Play)
def _colour_lost(state: Catbox, action: Play) -> Fault | None:
    colour = state.board.colour(_cell(state, action))
    if state.phase is not PLAY or state.markers[state.turn] >> colour & 1:
        return None
    return fault(who=seat_name(state.turn), colour=components.colour_word(state.board, colour))


@CHECKS.refuse(
    "catbox.lead.no-red",
    N_("Red cannot be led yet: {who} can still lead another colour, for example {cell}."),
    Play,
    secret=True,
)
def _red_closed(state: Catbox, action: Play) -> Fault | None:
    red = state.board.row[state.board.trump]
    if state.phase is not PLAY or not state.leads or state.red_open or not red >> _cell(state, action) & 1:
        return None
    return _on(state, state.declarable() & ~red, who=seat_name(state.turn))


# --- other actions -----------------------------------------------------------------------------------------------


@CHECKS.refuse("catbox.prepare.predict", N_("With two players, nobody predicts."), Predict)
def _nobody_predicts(state: Catbox, _: Predict) -> Fault | None:
    return None if state.board.predictions else fault()


@CHECKS.refuse("catbox.prepare.predict", N_("Everybody has already predicted."), Predict)
def _predicted(state: Catbox, _: Predict) -> Fault | None:
    return fault() if state.board.predictions and state.phase is PLAY else None


@CHECKS.refuse("catbox.prepare.predict", N_("{tricks} is not printed: predict one of {printed}."), Predict)
def _not_printed(state: Catbox, action: Predict) -> Fault | None:
    printed = state.board.predictions
    return None if not printed or action.tricks in printed else fault(printed=listed(printed))


@CHECKS.refuse(
    "catbox.paradox.not-chosen", N_("{who} can still declare a card, for example {cell}."), Paradox, secret=True
)
def _can_declare(state: Catbox, _: Paradox) -> Fault | None:
    return _on(state, state.open_cells(), who=seat_name(state.turn)) if state.phase is PLAY else None


@CHECKS.refuse("catbox.round.next", N_("The round is not over yet."), Next)
def _not_over(state: Catbox, _: Next) -> Fault | None:
    return fault() if state.phase is PLAY else None


@CHECKS.refuse("catbox.prepare.discard", N_("All cards have already been dealt."), Deal)
def _not_dealing(state: Catbox, _: Deal) -> Fault | None:
    return None if state.phase is DEAL or state.over else fault()


@CHECKS.refuse("catbox.duel.preset", N_("No card is revealed now."), Reveal)
def _not_revealing(state: Catbox, _: Reveal) -> Fault | None:
    return None if state.phase is REVEAL or state.over else fault()


@CHECKS.refuse("catbox.components", N_("No {card} is left to deal."), Deal)
def _none_to_deal(state: Catbox, action: Deal) -> Fault | None:
    return _no_copy(state, action.card) if state.phase is DEAL or not state.board.left else None


@CHECKS.refuse("catbox.components", N_("No {card} is left among the undealt cards."), Reveal)
def _none_to_reveal(state: Catbox, action: Reveal) -> Fault | None:
    return _no_copy(state, action.card) if state.phase is REVEAL or not state.board.left else None


def _no_copy(state: Catbox, card: int) -> Fault | None:
    """Return a fault if no copy is undealt; the callers ask only where this is no secret."""
    return None if state.over or components.copies(state.deck, card) else fault()
