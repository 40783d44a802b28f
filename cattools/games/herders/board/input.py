"""Input on the board: which areas to press for an action, and which action a sequence of presses means."""

from __future__ import annotations

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind
from cattools.games.herders.rules.actions import Action, Deal, Give, Herd, Move, Place
from cattools.games.herders.rules.state import Herders


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Move | Herd):
        return (action.source, action.target)
    if isinstance(action, Place | Give | Deal):
        return (action.at,)
    return ()


def action_from_presses(state: Herders, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that the pressed areas mean, legal or not, or None if more presses are needed."""
    grid = state.board.grid
    first = grid.index[pressed[0]]
    cat = bool(state.cats >> first & 1)
    if len(pressed) == 1:
        if state.undealt:
            return Deal(pressed[0])
        if state.paying:
            return Give(pressed[0])
        if cat or (state.herders[0] | state.herders[1]) >> first & 1:
            return None
        return Place(pressed[0])
    return Herd(pressed[0], pressed[1]) if cat else Move(pressed[0], pressed[1])


def selection_marks(state: Herders, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks for the possible next presses; each cell a cat can run to shows a preview of the cat."""
    if not state.pending or state.paying:
        return selection.selection_marks(state, pressed)
    steps = [a for a in selection.following(state, pressed) if isinstance(a, Herd)]
    cats = dict.fromkeys(a.source for a in steps)
    return (
        *(Mark(MarkKind.SELECTED if cat in pressed else MarkKind.LEGAL, cat) for cat in cats),
        *(Mark(MarkKind.PREVIEW, a.source, a.target, "cat") for a in steps),
    )
