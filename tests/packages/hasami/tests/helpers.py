"""Helpers for the tests of the rules: moves in notation."""

from __future__ import annotations

from typing import Any, TypeVar

from cattools.api import State

S = TypeVar("S", bound=State[Any])


def play(state: S, *moves: str) -> S:
    """Return the state after some moves, each of which must be legal."""
    for move in moves:
        state = state.apply(state.game.read_action(move, state))
    return state


def legal(state: State[Any]) -> set[str]:
    """Return the legal actions in notation."""
    return {str(action) for action in state.legal()}


def refused(state: State[Any], move: str) -> set[str]:
    """Return the ids of the rules that refuse a move, without the game's name."""
    return {refusal.rule.partition(".")[2] for refusal in state.why_not(state.game.read_action(move, state))}
