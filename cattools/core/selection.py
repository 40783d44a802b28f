"""Which actions the presses made so far can lead to, and what can be pressed next; shared by all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from cattools.core.display.scene import Mark, MarkKind

if TYPE_CHECKING:
    from cattools.core.game import State

A = TypeVar("A")


@lru_cache(16)  # every press asks several times about the same position
def _legal_ways(state: State[A]) -> tuple[tuple[A, tuple[str, ...]], ...]:
    """Return the legal actions, each with its presses."""
    presses = state.game.presses
    return tuple((action, presses(action)) for action in state.legal())


@lru_cache(1)
def _candidates(state: State[A]) -> Mapping[str, Sequence[tuple[A, tuple[str, ...]]]]:
    """Return the actions that a player could mean, each with its presses, by their first press."""
    found: dict[str, list[tuple[A, tuple[str, ...]]]] = {}
    for action in state.game.candidates(state):
        presses = state.game.presses(action)
        if presses:
            found.setdefault(presses[0], []).append((action, presses))
    return found


def following(state: State[A], chosen: tuple[str, ...]) -> list[A]:
    """Return the legal actions that begin with the presses made so far."""
    at = len(chosen)
    return [action for action, presses in _legal_ways(state) if presses[:at] == chosen]


def conceivable(state: State[A], chosen: tuple[str, ...]) -> list[A]:
    """Return the actions, legal or not, that begin with the presses made so far; there must be at least one."""
    at = len(chosen)
    return [action for action, presses in _candidates(state).get(chosen[0], ()) if presses[:at] == chosen]


def preselected(state: State[A]) -> tuple[str, ...]:
    """Return the first press if all legal actions share it and need further presses, else ()."""
    ways = _legal_ways(state)
    firsts = {presses[:1] for _, presses in ways}
    return firsts.pop() if len(firsts) == 1 and all(len(presses) > 1 for _, presses in ways) else ()


def next_areas(state: State[A], chosen: tuple[str, ...]) -> list[str]:
    """Return the areas that can be pressed next, in the order of the legal actions.

    If the game accepts two presses in either order, the press made first can also be the second press of an action.
    """
    at, game = len(chosen), state.game
    found = []
    for action, presses in _legal_ways(state):
        if len(presses) > at and presses[:at] == chosen:
            found.append(presses[at])
        elif at == 1 and presses[1:] == chosen and game.action_from_presses(state, presses[::-1]) == action:
            found.append(presses[0])
    return list(dict.fromkeys(found))


def selection_marks(state: State[A], chosen: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the default marks for what can be done next: the chosen areas and every legal next press."""
    marks = [Mark(MarkKind.SELECTED, area) for area in chosen]
    return (*marks, *(Mark(MarkKind.LEGAL, area) for area in next_areas(state, chosen)))
