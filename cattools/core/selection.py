"""Which actions the presses made so far can lead to, and what can be pressed next; shared by all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from cattools.core.display.scene import Mark, MarkKind

if TYPE_CHECKING:
    from cattools.core.game import State

A = TypeVar("A")


def following(state: State[A], chosen: tuple[str, ...]) -> list[A]:
    """Return the legal actions that begin with the presses made so far."""
    presses = state.game.presses
    return [action for action in state.legal() if presses(action)[: len(chosen)] == chosen]


def preselected(state: State[A]) -> tuple[str, ...]:
    """Return the first press if all legal actions share it and need further presses, else ()."""
    ways = [state.game.presses(action) for action in state.legal()]
    firsts = {way[:1] for way in ways}
    return firsts.pop() if len(firsts) == 1 and all(len(way) > 1 for way in ways) else ()


def next_areas(state: State[A], chosen: tuple[str, ...]) -> list[str]:
    """Return the areas that can be pressed next, in the order of the legal actions.

    If the game accepts two presses in either order, the press made first can also be the second press of an action.
    """
    at, game = len(chosen), state.game
    found = []
    for action in state.legal():
        presses = game.presses(action)
        if len(presses) > at and presses[:at] == chosen:
            found.append(presses[at])
        elif at == 1 and presses[1:] == chosen and game.action_from_presses(state, presses[::-1]) == action:
            found.append(presses[0])
    return list(dict.fromkeys(found))


def selection_marks(state: State[A], chosen: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the default marks for what can be done next: the chosen areas and every legal next press."""
    marks = [Mark(MarkKind.SELECTED, area) for area in chosen]
    return (*marks, *(Mark(MarkKind.LEGAL, area) for area in next_areas(state, chosen)))
