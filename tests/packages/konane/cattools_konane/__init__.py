"""Konane, the Hawaiian game of jumps, in one file: `game.py`."""

from .game import GAME, Konane

API = 1

__all__ = ["GAME", "Konane"]
