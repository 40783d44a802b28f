"""What is asked now, how the game ended, and what somebody would like to do, in a sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cattools.core.game import CHANCE
from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.territory.actions import Action, Block, Draw, Pass, Place, Swap, Use
from cattools.games.territory.legality import card_words, name
from cattools.games.territory.park import CARD, EVERYWHERE, NAMES, TITLES
from cattools.games.territory.scoring import WORDS, totals, winners

if TYPE_CHECKING:
    from cattools.games.territory.state import Territory


def status(state: Territory) -> Text:
    """Return one sentence: whose turn it is and what is asked, or how the game ended."""
    seat, step = state.to_move, state.step
    if seat is None:
        return _ended(state)
    if seat == CHANCE:
        if step.reveal:
            return text(N_("{who} turns up the treasure on {at}."), who=name(state.turn), at=NAMES[step.at])
        if step.looking:
            return text(N_("{who} looks at assist cards."), who=name(state.turn))
        if not step.draws:
            return text(N_("The start player is chosen by lot."))
        if step.lot:
            return text(N_("The cards are dealt."))
        return text(N_("{who} draws a card."), who=name(step.draws[0] // 2))
    if step.asked:
        cells, colour = [NAMES[c] for c in bits(sum(state.lines) & state.tops[seat])], text(WORDS[state.turn])
        return text(
            N_("{who} may block: {cells} would turn {colour}."), who=name(seat), cells=listed([*cells]), colour=colour
        )
    if step.looked:
        return text(N_("{who} keeps one of the cards looked at."), who=name(seat))
    if step.swap >= 0:
        return text(N_("{who} may exchange one more card."), who=name(seat))
    if step.again:
        return text(N_("{who} takes a further action."), who=name(seat))
    return text(N_("{who} to move."), who=name(seat))


def end_rule(state: Territory) -> str:
    """Return the rule by which the game has ended."""
    if state.ended >= 0:
        return "territory.end.card"
    if state.filled != EVERYWHERE:
        return "territory.end.stuck"
    return "territory.duel.end" if state.plan.duel else "territory.end.full"


def _ended(state: Territory) -> Text:
    won, points = winners(state), max(totals(state))
    names = listed([name(seat) for seat in won])
    return many(
        N_("The game is over: {who} wins with {points}."),
        N_("The game is over: {who} share the victory with {points}."),
        len(won),
        who=names,
        points=many(N_("{n} point"), N_("{n} points"), points),
    )


def intent(state: Territory, action: Action) -> Text:
    """Return in words what somebody would like to do."""
    seat = state.to_move
    who = name(state.turn if seat is None or seat == CHANCE else seat)
    if isinstance(action, Place):
        return text(N_("{who} wants to put a cat on {at}, by the coordinate card."), who=who, at=action.at)
    if isinstance(action, Use):
        card = text(TITLES[action.card])
        if action.at:
            return text(N_("{who} wants to use an assist card on {at}: {card}."), who=who, card=card, at=action.at)
        return text(N_("{who} wants to use an assist card: {card}."), who=who, card=card)
    if isinstance(action, Swap):
        decks = {"cells": N_("the coordinate deck"), "assist": N_("the assist deck")}
        deck = text(decks[action.deck])
        return text(
            N_("{who} wants to discard a card ({card}) and draw one from {deck}."),
            who=who,
            card=card_words(CARD[action.card]),
            deck=deck,
        )
    if isinstance(action, Draw):
        return text(N_("{who} wants to draw a card."), who=who)
    if isinstance(action, Block):
        return text(N_("{who} wants to block."), who=who)
    if isinstance(action, Pass):
        return text(N_("{who} wants to pass."), who=who)
    return text(N_("{who} wants to play {action}."), who=who, action=action)
