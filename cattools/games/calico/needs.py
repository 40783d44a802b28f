"""What the colours, or the patterns, around a goal still need, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import permutations

from cattools.core.messages import N_, Text, listed, many, text
from cattools.games.calico.quilt import around

Way = tuple[tuple[int, ...], tuple[int, ...]]
TOLD = 2  # more ways than these would be no help


@lru_cache(4096)  # asked anew for every picture
def ways(counts: tuple[int, ...], have: tuple[int, ...]) -> tuple[Way, ...]:
    """Return every way to a goal's counts: how many more of each that lies there, and how many of each new one."""
    found: dict[Way, None] = {}
    for wanted in dict.fromkeys(permutations(counts, len(have))):
        more = tuple(want - n for want, n in zip(wanted, have, strict=True))
        if min(more, default=0) >= 0:
            found[more, tuple((Counter(counts) - Counter(wanted)).elements())] = None
    return tuple(found)


def needed(counts: tuple[int, ...], masks: tuple[int, ...], space: int, named: Callable[[int], Text]) -> Text:
    """Return what is still needed around a goal space, counted by colours or by patterns (`calico.goal.kinds`)."""
    have = {n: (cells & around(space)).bit_count() for n, cells in enumerate(masks) if cells & around(space)}
    found = ways(counts, tuple(have.values()))
    if not found:
        return text(N_("can no longer be met"))
    if not have:
        return text(N_("none so far"))
    if len(found) > TOLD:
        there = listed([text(N_("{n} {what}"), n=n, what=named(which)) for which, n in have.items()])
        return text(N_("{there} so far, several ways to go on"), there=there)
    said = [_said(more, new, [*map(named, have)]) for more, new in found]
    return (
        text(N_("still {one}"), one=said[0]) if len(said) == 1 else text(N_("still {a}, or {b}"), a=said[0], b=said[1])
    )


def _said(more: tuple[int, ...], new: tuple[int, ...], names: list[Text]) -> str:
    parts: list[object] = [text(N_("{n} {what}"), n=n, what=name) for n, name in zip(more, names, strict=True) if n]
    for each, n in Counter(new).items():
        if each == 1:
            parts.append(many(N_("{n} other"), N_("{n} different others"), n))
        else:
            parts.append(many(N_("{each} of another"), N_("{each} each of {n} others"), n, each=each))
    return listed(parts)
