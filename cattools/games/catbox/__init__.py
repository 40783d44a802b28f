"""Cat in the Box (キャットインザボックス) by Muneyuki Yokouchi: a card has no colour until it is observed."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.catbox.rules.actions import Action
from cattools.games.catbox.rules.state import Catbox

__all__ = ["GAME", "Catbox"]

GAME = Game[Catbox, Action](__name__, Catbox, title=N_("Cat in the Box"), original="キャットインザボックス")
