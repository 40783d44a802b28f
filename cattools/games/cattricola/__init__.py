"""Cattricola (キャトリコラ) by yio and Irikunde: aliens fill their flying discs with animals from a shared ranch."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.cattricola.rules.actions import Action
from cattools.games.cattricola.rules.state import Cattricola

__all__ = ["GAME", "Cattricola"]

GAME = Game[Cattricola, Action](__name__, Cattricola, title=N_("Cattricola"), original="キャトリコラ")
