"""Which rules practice asks about, in which ways and in how many positions, and why it omits the other rules."""

from __future__ import annotations

from collections.abc import Iterator

from cattools.games import game
from cattools.lessons.practice.blind_guessing import reliable_best_guess
from cattools.lessons.practice.config import topics
from cattools.lessons.practice.position_pool import Pool

MANY = 100  # a rule with fewer different positions needs a reason in `few`


def lines(found: Pool) -> Iterator[str]:
    """Yield a row for each rule of a game: its positions by way of asking, or why it is left out; then the totals."""
    rules, reasons, few = game(found.game).rules, topics(found.game).reasons, topics(found.game).few
    asked = {*found.rules}
    for rule in rules:
        if rule in asked:
            ways = ", ".join(f"{way} {len(places)}" for (one, way), places in found.asked.items() if one == rule)
            number = found.positions(rule)
            why = f"; few: {few.get(rule, '?')}" if number < MANY else ""
            yield f"{rule}: {number} positions ({ways}){why}"
        else:
            yield f"{rule}: not asked: {reasons.get(rule, '?')}"
    yield f"{len(asked)} of {len(rules)} rules, {len(found.stretches)} stretches"


def scarce(found: Pool) -> list[str]:
    """Return the rules that are asked about in few positions."""
    return [rule for rule in found.rules if found.positions(rule) < MANY]


def guesses(found: Pool) -> Iterator[str]:
    """Yield, for each way of asking about a rule, the blind guess that is right most often."""
    for rule in found.rules:
        for way in found.ways(rule):
            answer, share = reliable_best_guess(found, rule, way)
            yield f"{rule} {way}: {answer}: {share:.0%}"


def unexplained(found: Pool) -> list[str]:
    """Return the rules that practice does not ask about although the configuration gives no reason."""
    return [rule for rule in game(found.game).rules if rule not in {*found.rules, *topics(found.game).reasons}]
