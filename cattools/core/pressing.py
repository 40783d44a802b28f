"""From presses to actions, the same way in every game: what a press leads to, and what can be pressed next."""

from __future__ import annotations

from typing import Any

from cattools.core.game import Game, State
from cattools.core.scene import Mark


def following(game: Game, state: State[Any], chosen: tuple[str, ...]) -> list[Any]:
    """Return the legal actions that begin with the presses already made."""
    return [a for a in state.legal() if game.presses(a)[: len(chosen)] == chosen]


def preselected(game: Game, state: State[Any]) -> tuple[str, ...]:
    """Return the first press when all legal actions share it and more presses decide, else nothing."""
    firsts = {game.presses(a)[:1] for a in state.legal() if len(game.presses(a)) > 1}
    return firsts.pop() if len(firsts) == 1 and all(len(game.presses(a)) > 1 for a in state.legal()) else ()


def next_areas(game: Game, state: State[Any], chosen: tuple[str, ...]) -> list[str]:
    """Return the areas whose press leads on from the presses made, in the order of the legal actions.

    The second of two presses may also be the first one of an action, where the game understands them in either order.
    """
    at = len(chosen)
    found = []
    for action in state.legal():
        presses = game.presses(action)
        if len(presses) > at and presses[:at] == chosen:
            found.append(presses[at])
        elif at == 1 and presses[1:] == chosen and game.meant(state, presses[::-1]) == action:
            found.append(presses[0])
    return list(dict.fromkeys(found))


def offers(game: Game, state: State[Any], chosen: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the usual signs for what can be done next: the chosen areas and every legal next press."""
    marks = [Mark("selected", area) for area in chosen]
    return (*marks, *(Mark("legal", area) for area in next_areas(game, state, chosen)))
