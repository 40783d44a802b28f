"""Which rules practice asks about: in which ways, at how many positions, and why not about the others."""

from __future__ import annotations

from collections.abc import Iterator

from cattools.games import game
from cattools.lessons.practice.pool import Pool
from cattools.lessons.practice.topics import topics


def lines(found: Pool) -> Iterator[str]:
    """Yield a row for each rule of a game: its ways of asking with their positions, or the reason there is none."""
    rules, reasons = game(found.game).rules, topics(found.game).reasons
    asked = {*found.rules}
    for rule in rules:
        if rule in asked:
            ways = ", ".join(f"{way} {len(places)}" for (one, way), places in found.asked.items() if one == rule)
            yield f"{rule}: {found.positions(rule)} positions ({ways})"
        else:
            yield f"{rule}: not asked: {reasons.get(rule, '?')}"
    yield f"{len(asked)} of {len(rules)} rules, {len(found.stretches)} stretches"


def unexplained(found: Pool) -> list[str]:
    """Return the rules that are neither asked about nor explained."""
    return [rule for rule in game(found.game).rules if rule not in {*found.rules, *topics(found.game).reasons}]
