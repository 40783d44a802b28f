"""Questions about areas that are answered from the actions, refusals and events of any game.

A game adds its own questions in its `ASKS`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cattools.core.events import Event, EventKind
from cattools.core.game import AnyState

OF_PIECES = (EventKind.REACT, EventKind.KEEP)  # effects on pieces that stay where they are


def _with_last(state: AnyState, chosen: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the last press and the action, for each legal action whose presses before the last one are `chosen`."""
    at, presses = len(chosen), state.game.presses
    for action in state.legal():
        areas = presses(action)
        if len(areas) == at + 1 and areas[:at] == chosen:
            yield areas[at], action


def onward(state: AnyState, *chosen: str) -> Iterable[str]:
    """Return the areas that can be pressed after `chosen` to complete a legal action."""
    return {area for area, _ in _with_last(state, chosen)}


def refusing(state: AnyState, *chosen: str) -> dict[str, tuple[str, ...]]:
    """Return, for each cell as the last press after `chosen`, the rules that refuse the action; none if it is legal."""
    game, found = state.game, dict[str, tuple[str, ...]]()
    for cell in cells(state):
        presses = (*chosen, cell)
        if cell in chosen:
            continue
        action = game.action_from_presses(state, presses)
        if action is not None and game.presses(action) == presses:
            found[cell] = tuple({refusal.rule: None for refusal in state.why_not(action)})
    return found


def barred(state: AnyState, rule: str, *chosen: str) -> Iterable[str]:
    """Return the cells that this rule alone refuses as the last press after `chosen`."""
    return {cell for cell, rules in refusing(state, *chosen).items() if rules == (rule,)}


def affected(state: AnyState, rule: str, kind: str, written: str) -> Iterable[str]:
    """Return the areas on which a legal action has an effect of one kind (`EventKind`) because of a rule."""
    return effects_by_kind(state, state.events(state.game.read_action(written, state))).get(
        (rule, EventKind(kind)), set()
    )


def effects_by_kind(state: AnyState, events: Iterable[Event]) -> Mapping[tuple[str, EventKind], set[str]]:
    """Return the areas on which events have an effect, by rule and kind of effect.

    Only a piece can react or be kept: an empty area that an event of these kinds names, for example because a pattern
    covers it, does not count.
    """
    found = defaultdict[tuple[str, EventKind], set[str]](set)
    for event in events:
        found[event.rule, event.kind].update(where(event))
    if any(kind in OF_PIECES for _, kind in found):
        parts = state.game.scene_of(state, state.mover).parts
        taken = {piece.area for part in parts for piece in part.pieces}
        for key in found:
            found[key] &= taken if key[1] in OF_PIECES else found[key]
    return found


def where(event: Event) -> tuple[str, ...]:
    """Return the areas where an event is visible: a moved piece's destination, or a removed piece's last area."""
    if event.kind is EventKind.MOVE:
        return event.cells[-1:]
    return event.cells[:1] if event.kind is EventKind.LEAVE else event.cells


def causes(state: AnyState, rule: str, *chosen: str) -> Iterable[str]:
    """Return the areas that, pressed last after `chosen`, complete an action in which a rule takes effect."""
    return {area for area, action in _with_last(state, chosen) if any(e.rule == rule for e in state.events(action))}


def cells(state: AnyState) -> list[str]:
    """Return the pressable cells of all boards, as the seat to move sees them."""
    groups = state.game.scene_of(state, state.mover).groups
    return [area.id for group in groups if group.role == "grid" for row in group.rows for area in row]


ASKS: Mapping[str, Callable[..., Iterable[str]]] = {
    "onward": onward,
    "barred": barred,
    "affected": affected,
    "causes": causes,
}
