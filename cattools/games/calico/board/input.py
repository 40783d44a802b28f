"""Board input: the areas to press for an action, and the action that a list of presses means."""

from __future__ import annotations

import re

from cattools.core import selection
from cattools.core.display.scene import Mark, MarkKind
from cattools.games.calico.rules.actions import Action, Choose, Place, Take
from cattools.games.calico.rules.components import GOALS, PATCHES
from cattools.games.calico.rules.state import PLACE, Calico
from cattools.games.calico.rules.transitions import gains

_AREA = re.compile(r"([a-z]+\.)?(hand|market|tile|cat)?(.+)")


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Place):
        return (f"{action.who}hand{action.slot + 1}", action.who + action.at)
    if isinstance(action, Choose):
        return (f"{action.who}tile{action.slot + 1}", action.who + action.at)
    return (f"market{action.slot + 1}",) if isinstance(action, Take) else ()


def _split(area: str) -> tuple[str, str, str]:
    """Split the name of an area into its owner's prefix, its kind ("" for a cell), and its number or cell."""
    found = _AREA.fullmatch(area)
    return (found[1] or "", found[2] or "", found[3]) if found else ("", "", area)


def action_from_presses(state: Calico, pressed: tuple[str, ...]) -> Action | None:
    """Return the action that these presses mean, legal or not, or None while more are needed."""
    who, kind, name = _split(pressed[0])
    if kind == "market":
        slot = int(name) - 1
        return Take(slot, PATCHES[state.market[slot]]) if slot < len(state.market) else None
    if len(pressed) == 1:
        # Once this turn's patch is placed, a press on the quilt can only mean a second placement.
        if not kind and state.placed is not None:
            return _place(state, 0, who, name)
        return None
    other_who, other, cell = _split(pressed[1])
    if not kind:
        (who, kind, name), (other_who, other, cell) = (other_who, other, cell), (who, kind, name)
    if other or kind not in ("hand", "tile"):
        return None
    if kind == "hand":
        return _place(state, int(name) - 1, other_who, cell)
    seat = state.choosing
    tiles = state.tiles[seat] if seat is not None else ()
    slot = int(name) - 1
    return Choose(who=other_who, slot=slot, goal=GOALS[tiles[slot]].letters, at=cell) if slot < len(tiles) else None


def _place(state: Calico, slot: int, who: str, cell: str) -> Place | None:
    hand = state.held(state.turn)
    if slot >= len(hand):
        return None
    first = hand.index(hand[slot])  # the first of two equal patches
    return Place(who=who, slot=first, patch=PATCHES[hand[slot]], at=cell)


def selection_marks(state: Calico, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the marks for the next press, with the outline of any cat or button the chosen patch would earn."""
    found = selection.selection_marks(state, pressed)
    if state.stage is not PLACE or not pressed:
        return found
    gained = [(a, gains(state, a)) for a in selection.following(state, pressed) if isinstance(a, Place)]
    brought = [(a.who + a.at, "cat-loaf" if cat else "button") for a, (cat, button) in gained if cat or button]
    return (*found, *(Mark(MarkKind.PREVIEW, area, note=token) for area, token in brought))
