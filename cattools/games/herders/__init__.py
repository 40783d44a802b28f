"""Cat Herders (キャット・ハーダーズ) by Nick Bentley: two herders' guilds, nine moody cats, no luck."""

from __future__ import annotations

from cattools.core.display.scene import bare_look
from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.herders import board, bots, effects, legality, notation, position, position_editor, questions
from cattools.games.herders.components import ACTIONS, Action
from cattools.games.herders.position import Herders

__all__ = ["GAME", "Action", "Herders"]

GAME = Game[Herders, Action](
    __name__,
    Herders,
    title=N_("Cat Herders"),
    original="キャット・ハーダーズ",
    seats=position.seats,
    start=position.start,
    actions=ACTIONS,
    checks=legality.CHECKS,
    candidates=legality.candidates,
    legal=legality.legal,
    allows=legality.allows,
    apply_unchecked=effects.apply_unchecked,
    chance=effects.chance,
    events=effects.events,
    second_person=effects.SECOND_PERSON,
    status=effects.status,
    prompt=effects.prompt,
    score=position.score,
    winners=position.winners,
    amount=position.amount,
    amount_title=position.amount_title,
    brief=position.brief,
    evaluate=bots.evaluate,
    read_position=notation.read_position,
    write_position=notation.write_position,
    look=bare_look,
    scene=board.scene,
    panels=board.panels,
    action_from_presses=board.action_from_presses,
    selection_marks=board.selection_marks,
    position_editor=position_editor.EDITOR,
    goals=questions.GOALS,
    asks=questions.ASKS,
    practice=questions.PRACTICE,
)
