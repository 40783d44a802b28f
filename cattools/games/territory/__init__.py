"""Neko Neko Territory (ねこねこてりとりー) by 椎口いるは: cats in stacks, cards, and lines of cells that turn."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.territory.rules.actions import Action
from cattools.games.territory.rules.state import Territory

__all__ = ["GAME", "Territory"]

GAME = Game[Territory, Action](__name__, Territory, title=N_("Neko Neko Territory"), original="ねこねこてりとりー")
