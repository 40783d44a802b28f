"""Distractors: the wrong answers that a question offers together with the right one.

The place of the right answer is random, so that the position of a button gives nothing away, but it depends only on
the question, so that a link always offers the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from cattools.core.game import AnyState
from cattools.lessons.practice.config import topics

T = TypeVar("T")
OFFERED = 4  # how many rules or numbers a question offers
STEPS = (1, 2, 3)  # possible differences between the right number and a distractor
HALF = 0.5


def some(rng: Random, found: Sequence[T], most: int) -> list[T]:
    """Return up to `most` random items, using `Random.random`, which gives the same results in every Python."""
    left, picked = list(found), list[T]()
    while left and len(picked) < most:
        picked.append(left.pop(int(rng.random() * len(left))))
    return picked


def rules(state: AnyState, action: Any, right: str, rng: Random) -> tuple[str, ...]:
    """Return the rules to choose from, in random order, when an action is refused by the `right` one.

    The distractors are plausible: they are in force, practice asks about them, and none says the same as the right
    rule. Rules that check this type of action are preferred.
    """
    wrong = list[str]()
    for found in _others(state, action, right):
        wrong += some(rng, [rule for rule in found if rule not in wrong], OFFERED - 1 - len(wrong))
    return tuple(some(rng, [right, *wrong], OFFERED))


def _others(state: AnyState, action: Any, right: str) -> Iterator[list[str]]:
    """Yield possible distractors for the right rule: first rules that check this type of action, then any others."""
    played, own = state.game, topics(state.game.id)
    checks, everywhere = played.checks[type(action)], [check for row in played.checks.values() for check in row]
    sentences = {check.sentence for check in checks if check.rule == right}
    same = {right, *own.equivalent.get(right, ()), *(check.rule for check in everywhere if check.sentence in sentences)}
    for looked_at in (checks, everywhere):
        asked = dict.fromkeys(check.rule for check in looked_at if check.sentence not in own.dull)
        yield [rule for rule in asked if not {rule} & (same | own.reasons.keys()) and own.holds(rule, state.options)]


def numbers(points: Sequence[int], rng: Random) -> list[int]:
    """Return the numbers to choose from, in ascending order, for lines with these points.

    How many of them are lower than the right number is random.
    """
    right = sum(points)
    steps = [*(abs(n) for n in points if n), *STEPS]
    fewer, more = (
        [n for n in dict.fromkeys(right + sign * step for step in steps) if n * right >= 0] for sign in (-1, 1)
    )
    least = max(0, OFFERED - 1 - len(more))
    below = least + int(rng.random() * (min(OFFERED - 1, len(fewer)) - least + 1))
    return sorted([right, *fewer[:below], *more[: OFFERED - 1 - below]])


def winners(state: AnyState, rng: Random) -> list[tuple[int, ...]]:
    """Return the possible winners: each seat alone and, before or after these at random, seats that share the win.

    The win is shared by the seats with the highest total or, if only one seat has it, by that seat and the runner-up;
    if the game has no single winner, its actual result is offered too.
    """
    score, won = state.score(), tuple(state.winners())
    order = sorted(range(len(state.game.seats(state.options))), key=lambda n: -score.total(n))
    best = [n for n in order if score.total(n) == score.total(order[0])]
    shared = {tuple(sorted(best if len(best) > 1 else order[:2]))} | ({won} if len(won) != 1 else set())
    found: list[tuple[int, ...]] = [(n,) for n in sorted(order)]
    return found + sorted(shared) if rng.random() < HALF else sorted(shared) + found
