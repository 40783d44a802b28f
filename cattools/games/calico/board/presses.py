"""How presses on the board become actions: which areas to press for an action, and what some presses mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from cattools.core import selection
from cattools.core.scene import Mark, MarkKind
from cattools.games.calico.actions import (
    Action,
    Begin,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Draw,
    Place,
    Take,
)
from cattools.games.calico.box import BOARDS, CATS, GOAL_CELLS, GOALS, GRID, KIND, KINDS, MARKET, PATCHES, PATTERNS
from cattools.games.calico.quilt import laid
from cattools.games.calico.state import Calico
from cattools.games.calico.events import earned
from cattools.games.calico.table import PLACE, places, prefix

_AREA = re.compile(r"([a-z]+\.)?(hand|market|tile|cat)?(.+)")


def presses(action: Action) -> tuple[str, ...]:
    """Return the areas to press for an action, in order."""
    if isinstance(action, Place):
        return (f"{action.who}hand{action.slot + 1}", action.who + action.at)
    if isinstance(action, Choose):
        return (f"{action.who}tile{action.slot + 1}", action.who + action.at)
    return (f"market{action.slot + 1}",) if isinstance(action, Take) else ()


def _split(area: str) -> tuple[str, str, str]:
    """Return whose area it is, what kind of area ("" for a cell), and its number or name."""
    found = _AREA.fullmatch(area)
    return (found[1] or "", found[2] or "", found[3]) if found else ("", "", area)


def action_from_presses(state: Calico, pressed: tuple[str, ...]) -> Action | None:
    """Return the action some presses mean, legal or not; None while more are needed."""
    who, kind, name = _split(pressed[0])
    if kind == "market":
        slot = int(name) - 1
        return Take(slot, PATCHES[state.market[slot]]) if slot < len(state.market) else None
    if len(pressed) == 1:
        # After the patch is sewn on, a press on the quilt can only mean a second one.
        if not kind and state.placed >= 0:
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
    return Choose(other_who, slot, GOALS[tiles[slot]].letters, cell) if slot < len(tiles) else None


def _place(state: Calico, slot: int, who: str, cell: str) -> Place | None:
    hand = [kind % KINDS for kind in state.hands[max(state.turn, 0)]]
    if slot >= len(hand):
        return None
    return Place(who, hand.index(hand[slot]), PATCHES[hand[slot]], cell)  # of two equal patches the first


def candidates(state: Calico) -> Iterator[Action]:
    """Yield every action one could mean at this table, legal or not."""
    turn = max(state.turn, 0)
    hand = [kind % KINDS for kind in state.hands[turn]]
    kinds = dict.fromkeys([*hand, *state.market, 0])
    for seat in range(len(state.quilts)):
        for kind in kinds:
            yield from places(prefix(state.options, seat), hand.index(kind) if kind in hand else 0, kind)
    for slot in range(MARKET):
        for kind in kinds:
            yield Take(slot, PATCHES[kind])
    chooser = state.choosing
    tiles = state.tiles[chooser] if chooser is not None else ()
    for who in (prefix(state.options, n) for n in range(len(state.quilts))):
        for n, goal in enumerate(GOALS):
            for at in (*(GRID.names[c] for c in GOAL_CELLS), "b2"):
                yield Choose(who, tiles.index(n) if n in tiles else 0, goal.letters, at)
    for cat in CATS:
        yield DealCat(cat.name)
    for one, other in combinations(PATTERNS, 2):
        yield DealPatterns(one, other)
    for four in combinations([goal.letters for goal in GOALS], 4):
        yield DealGoals(four)
    for patch in PATCHES:
        yield Draw(patch)
    for board in BOARDS:
        yield Begin(board.name)


def selection_marks(state: Calico, pressed: tuple[str, ...]) -> tuple[Mark, ...]:
    """Return the signs for what can be done next; where the chosen patch brings a cat or a button, its outline."""
    found = selection.selection_marks(state, pressed)
    if state.stage != PLACE or not pressed:
        return found
    brought = []
    for action in selection.following(state, pressed):
        cat, button = gains(state, action)
        if cat or button:
            brought.append(Mark(MarkKind.PREVIEW, action.who + action.at, note="cat-loaf" if cat else "button"))
    return (*found, *brought)


def gains(state: Calico, action: Place) -> tuple[bool, bool]:
    """Return whether a patch would bring a cat, and whether a button."""
    quilt = state.quilts[state.turn]
    return earned(quilt, laid(quilt, KIND[action.patch], GRID.index[action.at], state.likes))
