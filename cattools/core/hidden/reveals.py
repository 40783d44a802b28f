"""Whether an action has revealed hidden information, and so cannot be undone.

Games do not define the answer; it follows from their views. This module samples positions that are consistent with
everything a seat knows. If the action would have looked the same in each of them, it has revealed nothing to the seat.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from cattools.core.game import CHANCE, AnyState, AnyView, OpenView

# The number of positions to sample if a view cannot predict; even a few show that a card was revealed.
WORLDS = 8


@lru_cache(512)
def reveals(state: AnyState, action: Any, seat: int | None) -> bool:
    """Return whether a legal action shows a seat (None: a spectator) something that it could not know before.

    A deal always reveals something. An action of another seat, such as playing a card from its hand, reveals something
    if it would have been illegal in a position that this seat considered possible. A hidden action (`is_hidden_action`)
    reveals something only if, in such a position, no legal action would have looked the same.
    """
    if state.to_move == CHANCE:
        return True
    view = state.view(seat)
    if isinstance(view, OpenView):
        return False
    seen, rng = state.apply_unchecked(action).view(seat), Random(0)
    if (expected := view.predict(action)) is not None:
        return expected != seen
    is_hidden = state.to_move != seat and state.game.is_hidden_action(action)
    for _ in range(WORLDS):
        world = view.determinize(rng)
        ways = world.legal() if is_hidden else [action] if world.allows(action) else []
        if all(world.apply_unchecked(way).view(seat) != seen for way in ways):
            return True
    return False


def outcomes(view: AnyView, action: Any) -> list[AnyState]:
    """Return positions that can result from a legal action, as far as a seat can know."""
    if isinstance(view, OpenView):
        return [view.state.apply_unchecked(action)]
    rng = Random(0)
    return [view.determinize(rng).apply_unchecked(action) for _ in range(WORLDS)]


def may_reveal(view: AnyView, action: Any) -> bool:
    """Return whether a seat's own legal action can show it something new; the answer uses no hidden information."""
    seen = [after.view(view.seat) for after in outcomes(view, action)]
    expected = view.predict(action) or seen[0]
    return any(after != expected for after in seen)
