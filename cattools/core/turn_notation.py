"""A turn in notation: its actions one after the other, as the list of moves prints them."""

from __future__ import annotations

from typing import Any

from cattools.core.errors import NotationError
from cattools.core.game import AnyState
from cattools.core.messages import N_, text
from cattools.core.notation import ACTION


def read_turn(written: str, state: AnyState) -> list[Any]:
    """Return the actions that a line means in a position: one, or several of the turn of the seat to move.

    They may not be legal; none follows one that is not. Raises `NotationError`.
    """
    try:
        return [state.game.read_action(written, state)]
    except NotationError:
        if len(written) > ACTION:
            raise
        words = written.split()
        found: list[Any] = []
        while words:
            action, words = _first(words, state)
            found.append(action)
            if not state.allows(action):
                break
            before, state = state, state.apply_unchecked(action)
            if words and not (state.pending and state.to_move == before.to_move):
                left = " ".join(words)
                raise NotationError(
                    text(N_("nothing after {action}: the turn ends there"), action=action), left
                ) from None
        return found


def _first(words: list[str], state: AnyState) -> tuple[Any, list[str]]:
    """Return the action that the longest beginning of some words means, and the words left."""
    for n in range(len(words) - 1, 0, -1):
        try:
            return state.game.read_action(" ".join(words[:n]), state), words[n:]
        except NotationError:
            continue
    return state.game.read_action(" ".join(words), state), []
