"""Helpers for tests: build boards, send them messages as the page does, and collect what they send back."""

from __future__ import annotations

import re
from typing import Any

from cattools.core.game import AnyGame, AnyState
from cattools.widgets.board import Board
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.modes.play import PlayMode

WIDE, GAP = 640, 10


def view(board: Board[Any], **more: Any) -> dict[str, Any]:
    """Return the `view` message of a page in the dark theme, with a board's parts stacked and 640 pixels wide."""
    places, top = {}, 0.0
    for part in board.scene.parts:
        scale = WIDE / part.size[0]
        places[part.name] = [0, top, scale]
        top += part.size[1] * scale + GAP
    return {"kind": "view", "wide": WIDE, "tall": round(top), "places": places, "theme": "dark", **more}


def free(state: AnyState, title: str = "") -> Board[FreePlay]:
    """Return a board for free play from a position."""
    return Board(FreePlay(state, title))


def seat(game: AnyGame, *args: Any, **options: Any) -> Board[PlayMode]:
    """Return a board for a whole game."""
    return Board(PlayMode(game, *args, **options))


def hear(board: Board[Any], *messages: Any) -> list[dict[str, Any]]:
    """Send messages to a board; return what it sent to the page."""
    sent: list[dict[str, Any]] = []
    board.send = lambda content, buffers=None: sent.append(content)
    for message in messages:
        board.handle_message(board, message, [])
    return sent


def press(*areas: str) -> list[dict[str, Any]]:
    """Return the messages of presses on areas."""
    return [{"kind": "press", "area": area} for area in areas]


def tool(name: str) -> dict[str, Any]:
    """Return the message of a press on a button."""
    return {"kind": "tool", "tool": name}


def typed(written: str) -> dict[str, Any]:
    """Return the message of a typed move."""
    return {"kind": "typed", "text": written}


def said(board: Board[Any]) -> str:
    """Return the message below the board, screen-reader text included, without an `ok` message before or after it.

    The result at the end of a game is left out too.
    """
    spoken = r'(?:<p class="cat-sr">(.*?)</p>)?'
    shown = r'<p class="cat-message cat-(\w+)">.*?<span>(.*?)</span></p>'
    found = re.findall(spoken + shown + spoken, board.slots["status"])
    words = [
        (kind, " ".join(filter(None, (before, said, after)))) for before, kind, said, after in found if kind != "result"
    ]
    own = [one for one in words if one[0] != "ok"] or words
    assert len(own) == 1
    assert len(words) - len(own) <= 1
    return re.sub(r" <a .*?</a>|</?span[^>]*>", "", own[0][1])
