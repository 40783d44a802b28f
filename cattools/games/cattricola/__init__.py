"""Cattricola (キャトリコラ) by yio and Irikunde: aliens fill their flying discs with animals from a shared ranch."""

from __future__ import annotations

from cattools.core.display.scene import bare_look
from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.cattricola import (
    board,
    bots,
    effects,
    legality,
    notation,
    position,
    position_editor,
    questions,
    scorer,
)
from cattools.games.cattricola.components import ACTIONS, Action
from cattools.games.cattricola.position import Cattricola

__all__ = ["GAME", "Action", "Cattricola"]

GAME = Game[Cattricola, Action](
    __name__,
    Cattricola,
    title=N_("Cattricola"),
    original="キャトリコラ",
    seats=position.seats,
    start=position.start,
    actions=ACTIONS,
    checks=legality.CHECKS,
    candidates=legality.candidates,
    legal=legality.legal,
    apply_unchecked=effects.apply_unchecked,
    chances=effects.chances,
    begins=effects.begins,
    events=effects.events,
    second_person=effects.SECOND_PERSON,
    status=effects.status,
    prompt=effects.prompt,
    intent=effects.intent,
    deed=effects.deed,
    score=position.score,
    winners=position.winners,
    ending=position.ending,
    read_position=notation.read_position,
    write_position=notation.write_position,
    view=position.view,
    has_hidden_information=lambda options: options.flag("hidden"),
    look=bare_look,
    scene=board.scene,
    panels=board.panels,
    action_from_presses=board.action_from_presses,
    selection_marks=board.selection_marks,
    preview=board.preview,
    position_editor=position_editor.EDITOR,
    scorer=scorer.SCORER,
    evaluate=bots.evaluate,
    evaluates_lead=False,
    forecast=bots.forecast,
    search_settings=bots.search_settings,
    goals=questions.GOALS,
    asks=questions.ASKS,
    practice=questions.PRACTICE,
    counted=questions.COUNTED,
)
