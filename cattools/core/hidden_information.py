"""Whether a step has shown somebody something hidden: what cannot be forgotten cannot be taken back.

The answer is not written for each game but found from its views: a seat imagines positions that agree with all it
knows. If the step would have looked the same in each of them, it has told the seat nothing.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from cattools.core.game import CHANCE, AnyState, AnyView, OpenView

WORLDS = 8  # positions imagined where a view cannot say what it expects; a card of many is noticed in the first ones


@lru_cache(512)
def reveals(state: AnyState, action: Any, seat: int | None) -> bool:
    """Return whether a legal action shows a seat (None: a spectator) what it could not know before.

    A deal always does. Another seat's action does when it could not have been taken in a position the seat thought
    possible, as with a card out of a hand; a hidden one (`is_hidden_action`) only does if nothing else would have
    looked the same.
    """
    if state.to_move == CHANCE:
        return True
    view = state.view(seat)
    if isinstance(view, OpenView):
        return False
    seen, rng = state.apply_unchecked(action).view(seat), Random(0)
    if (expected := view.predict(action)) is not None:
        return expected != seen
    unseen = state.to_move != seat and state.game.is_hidden_action(action)
    for _ in range(WORLDS):
        world = view.determinize(rng)
        ways = world.legal() if unseen else [action] if world.allows(action) else []
        if all(world.apply_unchecked(way).view(seat) != seen for way in ways):
            return True
    return False


def outcomes(view: AnyView, action: Any) -> list[AnyState]:
    """Return positions that a legal action may lead to, as far as a seat can know."""
    if isinstance(view, OpenView):
        return [view.state.apply_unchecked(action)]
    rng = Random(0)
    return [view.determinize(rng).apply_unchecked(action) for _ in range(WORLDS)]


def may_reveal(view: AnyView, action: Any) -> bool:
    """Return whether a legal action of a seat's own may show it what it does not know; nothing hidden decides."""
    seen = [after.view(view.seat) for after in outcomes(view, action)]
    expected = view.predict(action) or seen[0]
    return any(one != expected for one in seen)
