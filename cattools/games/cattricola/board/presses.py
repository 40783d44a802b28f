"""How presses on the board become actions: which areas to press for an action, and what some presses mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cattools.core import selection
from cattools.core.scene import Mark, MarkKind
from cattools.games.cattricola.actions import (
    Action,
    Catch,
    Disc,
    Done,
    First,
    Lay,
    Lift,
    Marker,
    Pass,
    Put,
    Swap,
    Turn,
)
from cattools.games.cattricola.boards import boards, radar
from cattools.games.cattricola.dealing import TILES
from cattools.games.cattricola.notation import read_put
from cattools.games.cattricola.scoring import SEATS, cell_name, cell_of
from cattools.games.cattricola.state import Cattricola


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
    """Return the action some presses mean, legal or not; None while more are needed."""
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
    if cell_of(last)[0] < 0:
        return Catch(last)
    return _on_disc(state, pressed)


def _on_disc(state: Cattricola, pressed: tuple[str, ...]) -> Action | None:
    last, (seat, cell) = pressed[-1], cell_of(pressed[-1])
    if state.hand:
        if seat != state.turn or state.disc[cell]:
            return Lift(last)
        waiting = [n for n in range(1, len(state.hand) + 1) if state.waits(n)]
        put = read_put(waiting[0], last, state)
        return put if put.at or len(waiting) == 1 else None  # the right cell: which tile is not yet clear
    if len(pressed) == 1:
        return None
    one_, other = sorted((pressed[-2], last), key=cell_of)
    return Swap(one_, other) if cell_of(one_)[0] >= 0 else None


def candidates(state: Cattricola) -> Iterator[Action]:
    """Yield every action one could mean on this board, legal or not."""
    yield from (Done(), Pass(), Turn("turn"), Turn("mirror"))
    yield from radar().marker.values()
    yield from state.ranch.catch.values()
    for seat, disc in enumerate(state.discs):
        yield from (Lift(cell_name(seat, n)) for n in range(len(disc)))
    own = [cell_name(state.turn, n) for n in range(len(state.disc))]
    for slot in range(1, max(len(state.hand), 1) + 2):
        yield Put(slot)
        yield from (Put(slot, at) for at in own)
    yield from (Swap(one, other) for one, other in combinations(own, 2))
    if own:
        yield Swap(own[0], own[0])
        yield Swap(own[0], cell_name((state.turn + 1) % state.players, 0))
    yield from (lay for row in state.ranch.slots() for lay in row)
    yield from (Lay(2, state.ranch.columns), Lay(-99, 0))
    yield from TILES
    yield from (Disc(letter) for letter in boards())
    yield from (First(seat) for seat in SEATS)


def selection_marks(state: Cattricola, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the signs for what can be done next, and the cell that a waiting tile would go on."""
    marks = selection.selection_marks(state, pressed)
    free = state.disc.find(0) if state.hand else -1
    return (*marks, Mark(MarkKind.SELECTED, cell_name(state.turn, free))) if free >= 0 else marks
