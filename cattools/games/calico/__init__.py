"""Calico (キャリコ) by Kevin Russ: players sew patches into quilts that attract cats."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.calico.rules.actions import Action
from cattools.games.calico.rules.state import Calico

__all__ = ["GAME", "Calico"]

GAME = Game[Calico, Action](__name__, Calico, title=N_("Calico"), original="キャリコ")
