"""Cat Herders (キャット・ハーダーズ) by Nick Bentley: two herders' guilds, nine moody cats, no luck."""

from __future__ import annotations

from cattools.core.game import Game
from cattools.core.messages import N_
from cattools.games.herders.rules.actions import Action
from cattools.games.herders.rules.state import Herders

__all__ = ["GAME", "Herders"]

GAME = Game[Herders, Action](__name__, Herders, title=N_("Cat Herders"), original="キャット・ハーダーズ")
