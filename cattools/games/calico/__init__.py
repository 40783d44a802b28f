"""Calico (キャリコ) by Kevin Russ: players sew patches into quilts that attract cats."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.calico import board, bots, effects, legality, notation, position, position_editor, questions, scorer
from cattools.games.calico.components import ACTIONS, Action, check_options
from cattools.games.calico.position import Calico

__all__ = ["GAME", "Action", "Calico"]

GAME = Game[Calico, Action](
    __name__,
    Calico,
    title=N_("Calico"),
    original="キャリコ",
    seats=position.seats,
    start=position.start,
    check_options=check_options,
    actions=ACTIONS,
    checks=legality.CHECKS,
    candidates=legality.candidates,
    legal=legality.legal,
    allows=legality.allows,
    apply_unchecked=effects.apply_unchecked,
    chances=effects.chances,
    chance=effects.chance,
    begins=effects.begins,
    events=effects.events,
    second_person=effects.SECOND_PERSON,
    status=effects.status,
    prompt=effects.prompt,
    score=position.score,
    winners=position.winners,
    ending=effects.ending,
    read_position=notation.read_position,
    write_position=notation.write_position,
    view=position.view,
    has_hidden_information=position.has_hidden_information,
    look=board.patch_look,
    scene=board.scene,
    panels=board.panels,
    action_from_presses=board.action_from_presses,
    selection_marks=board.selection_marks,
    preview=board.preview,
    position_editor=position_editor.EDITOR,
    scorer=scorer.SCORER,
    evaluate=bots.evaluate,
    evaluates_lead=False,
    search_settings=bots.search_settings,
    goals=questions.GOALS,
    asks=questions.ASKS,
    practice=questions.PRACTICE,
    counted=questions.COUNTED,
)
