"""Hasami Shogi, in one file: `game.py`."""

from cattools_hasami.game import GAME, Hasami

API = 1  # the version of `cattools.api` that the game is written for

__all__ = ["GAME", "Hasami"]
