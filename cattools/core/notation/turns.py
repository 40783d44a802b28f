"""Notation for turns: the actions of a turn in sequence, as the move list prints them."""

from __future__ import annotations

from typing import Any

from cattools.core.errors import NotationError
from cattools.core.game import AnyState
from cattools.core.messages import N_, text
from cattools.core.notation.parsing import ACTION


def read_turn(written: str, state: AnyState) -> list[Any]:
    """Return the actions that a line denotes in a position: one, or several from the turn of the seat to move.

    The actions can be illegal, but reading ends after the first illegal one. Raises `NotationError`.
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
    """Return the action that the longest readable prefix of some words denotes, and the remaining words."""
    for n in range(len(words) - 1, 0, -1):
        try:
            return state.game.read_action(" ".join(words[:n]), state), words[n:]
        except NotationError:
            continue
    return state.game.read_action(" ".join(words), state), []
