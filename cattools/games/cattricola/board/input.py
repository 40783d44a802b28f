"""Input on the board: which areas to press for an action, and which action a sequence of presses means."""

from __future__ import annotations

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind
from cattools.games.cattricola.rules.actions import Action, Catch, Done, Lay, Lift, Marker, Pass, Put, Swap
from cattools.games.cattricola.rules.labels import cell_name, cell_of, is_disc_cell
from cattools.games.cattricola.rules.notation import read_put
from cattools.games.cattricola.rules.state import Cattricola


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Swap):
        return (action.one, action.other)
    if isinstance(action, Catch | Lift):
        return (action.at,)
    if isinstance(action, Put):
        return (f"@{action.slot}", action.at) if action.at else (f"@{action.slot}",)
    if isinstance(action, Marker | Lay | Done | Pass):
        return (str(action),)
    return ()


def action_from_presses(state: Cattricola, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that the pressed areas mean, legal or not, or None if more presses are needed."""
    last = pressed[-1]
    if last in ("done", "pass"):
        return Done() if last == "done" else Pass()
    if last[0] == "=":
        row, column = last[1:].split(",")
        return Lay(int(row), int(column))
    if last[0] == "+":
        return Marker(last[1:])
    if last[0] == "@":
        return Put(int(last[1:]))
    if not is_disc_cell(last):
        return Catch(last)
    return _on_disc(state, pressed)


def _on_disc(state: Cattricola, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that a press on a disc cell means: a lift, a placement or a swap."""
    last, (seat, cell) = pressed[-1], cell_of(pressed[-1])
    if state.hand:
        if seat != state.turn or state.disc[cell]:
            return Lift(last)
        waiting = [n for n in range(1, len(state.hand) + 1) if state.waits(n)]
        put = read_put(waiting[0], last, state)
        return put if put.at or len(waiting) == 1 else None  # the cell is right, but several tiles could go there
    if len(pressed) == 1 or not is_disc_cell(pressed[-2]):
        return None
    one, other = sorted((pressed[-2], last), key=cell_of)
    return Swap(one, other)


def selection_marks(state: Cattricola, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks for the possible next presses, and one on the cell that the next waiting tile goes on."""
    marks = selection.selection_marks(state, pressed)
    if not state.hand or state.free is None:
        return marks
    return (*marks, Mark(MarkKind.SELECTED, cell_name(state.turn, state.free)))
