"""Cat in the Box (キャットインザボックス) by Muneyuki Yokouchi: a card has no colour until it is observed."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.catbox import (
    board,
    bots,
    effects,
    legality,
    notation,
    position,
    position_editor,
    questions,
    tracker,
)
from cattools.games.catbox.components import ACTIONS, Action
from cattools.games.catbox.position import Catbox

__all__ = ["GAME", "Action", "Catbox"]

GAME = Game[Catbox, Action](
    __name__,
    Catbox,
    title=N_("Cat in the Box"),
    original="キャットインザボックス",
    seats=position.seats,
    start=position.start,
    actions=ACTIONS,
    checks=legality.CHECKS,
    legal=legality.legal,
    allows=legality.allows,
    apply_unchecked=effects.apply_unchecked,
    chances=effects.chances,
    chance=effects.chance,
    events=effects.events,
    second_person=effects.SECOND_PERSON,
    status=effects.status,
    prompt=effects.prompt,
    intent=effects.intent,
    deed=effects.deed,
    pauses_after=effects.pauses_after,
    shows_longer_after=effects.shows_longer_after,
    score=position.score,
    winners=position.winners,
    ties=position.ties,
    ending=position.ending,
    read_action=notation.read_action,
    read_position=notation.read_position,
    write_position=notation.write_position,
    view=position.view,
    is_hidden_action=position.is_hidden_action,
    scene=board.scene,
    panels=board.panels,
    action_from_presses=board.action_from_presses,
    position_editor=position_editor.EDITOR,
    tracker=tracker.TRACKER,
    evaluate=bots.evaluate,
    evaluates_lead=False,
    goals=questions.GOALS,
    asks=questions.ASKS,
    practice=questions.PRACTICE,
)
