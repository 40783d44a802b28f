"""Neko Neko Territory (ねこねこてりとりー) by 椎口いるは: cats in stacks, cards, and lines of cells that flip."""

from __future__ import annotations

from cattools.core.display.scene import bare_look
from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.territory import (
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
from cattools.games.territory.components import ACTIONS, Action
from cattools.games.territory.position import Territory

__all__ = ["GAME", "Action", "Territory"]

GAME = Game[Territory, Action](
    __name__,
    Territory,
    title=N_("Neko Neko Territory"),
    original="ねこねこてりとりー",
    seats=position.seats,
    start=position.start,
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
    intent=effects.intent,
    deed=effects.deed,
    score=position.score,
    read_position=notation.read_position,
    write_position=notation.write_position,
    view=position.view,
    look=bare_look,
    scene=board.scene,
    panels=board.panels,
    presses=board.presses,
    action_from_presses=board.action_from_presses,
    selection_marks=board.selection_marks,
    preview=board.preview,
    position_editor=position_editor.EDITOR,
    scorer=scorer.SCORER,
    evaluate=bots.evaluate,
    forecast=bots.forecast,
    search_settings=bots.search_settings,
    goals=questions.GOALS,
    asks=questions.ASKS,
    practice=questions.PRACTICE,
    counted=questions.COUNTED,
)
