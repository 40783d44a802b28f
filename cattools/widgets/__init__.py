"""Boards that everybody can use: ipycanvas paints, a listening layer above it hears and speaks."""

from __future__ import annotations

from cattools.core.chance import Dealer
from cattools.core.errors import NotationError
from cattools.core.messages import N_, text
from cattools.games import game
from cattools.widgets.board import Board
from cattools.widgets.examples import show
from cattools.widgets.helper import helper
from cattools.widgets.scorer import scorer
from cattools.widgets.table import play

__all__ = ["Board", "helper", "play", "position", "scorer", "show"]


def position(game_id: str, written: str = "", options: str = "", seed: int = 0, title: str = "") -> Board:
    """Return a board to play on freely, from a position in notation or else a set-up dealt from `seed`.

    `title` is its heading, the game's name if not given. Raises `NotationError` and `OptionError`.
    """
    if not isinstance(written, str):
        raise NotationError(text(N_("a position as a text")), written)
    played = game(game_id)
    chosen = played.choose(options)
    state = played.read_position(written, chosen) if written else played.start(chosen)
    return Board(Dealer(seed).settle(state), title)
