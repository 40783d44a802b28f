"""Questions about areas that every game answers, from its actions, refusals and events; a game's own are its `ASKS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cattools.core.events import Event, EventKind
from cattools.core.game import AnyState


def _with_last(state: AnyState, chosen: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the last area of each legal action whose other presses are those chosen, and the action."""
    at, presses = len(chosen), state.game.presses
    for action in state.legal():
        areas = presses(action)
        if len(areas) == at + 1 and areas[:at] == chosen:
            yield areas[at], action


def onward(state: AnyState, *chosen: str) -> Iterable[str]:
    """Return the areas that can be pressed last, after those chosen."""
    return {area for area, _ in _with_last(state, chosen)}


def refusing(state: AnyState, *chosen: str) -> dict[str, tuple[str, ...]]:
    """Return for each cell of a board, were it pressed last after those chosen, the rules that refuse this."""
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
    """Return the cells that one rule alone refuses, after the presses chosen."""
    return {cell for cell, rules in refusing(state, *chosen).items() if rules == (rule,)}


def affected(state: AnyState, rule: str, kind: str, written: str) -> Iterable[str]:
    """Return the areas of what a legal action brings about by a rule, in one way (`EventKind`)."""
    events = state.events(state.game.read_action(written, state))
    return {cell for event in events if event.rule == rule and event.kind == kind for cell in where(event)}


def where(event: Event) -> tuple[str, ...]:
    """Return where an event is seen: of a piece that goes the end of its way, of one that leaves its beginning."""
    if event.kind is EventKind.MOVE:
        return event.cells[-1:]
    return event.cells[:1] if event.kind is EventKind.LEAVE else event.cells


def causes(state: AnyState, rule: str, *chosen: str) -> Iterable[str]:
    """Return the areas that, pressed last after those chosen, make an action by which a rule comes into play."""
    return {area for area, action in _with_last(state, chosen) if any(e.rule == rule for e in state.events(action))}


def cells(state: AnyState) -> list[str]:
    """Return the cells of all boards that can be pressed, as whoever decides sees them."""
    groups = state.game.scene_of(state, state.mover).groups
    return [area.id for group in groups if group.role == "grid" for row in group.rows for area in row]


ASKS: Mapping[str, Callable[..., Iterable[str]]] = {
    "onward": onward,
    "barred": barred,
    "affected": affected,
    "causes": causes,
}
