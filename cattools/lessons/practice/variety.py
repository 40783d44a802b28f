"""The kind of the next question: any ten questions in a row include every kind that the rules allow.

The kinds are: judge an action, find areas, count points, choose a player. A question for the best move, which is about
no rule, comes after a number of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from cattools.lessons.practice.config import NEXT, WINNER
from cattools.lessons.practice.question import BEST, COUNT, JUDGE

SEVERAL = 3  # a kind of question that can be asked about at least this many rules comes up often
RARE = 9  # how many other questions come before one for the best move
OFTEN, SELDOM = 2, 6  # maximum number of other questions before a kind is due: a frequent one, a rare one


class Kind(StrEnum):
    """What a question asks the reader to do."""

    JUDGE = "judge"
    FIND = "find"
    COUNT = "count"
    CHOOSE = "choose"
    PLAY = "play"


def kind_of(way: str) -> Kind:
    """Return the kind of a way of asking or of a question's `ask`."""
    kinds = {BEST: Kind.PLAY, JUDGE: Kind.JUDGE, COUNT: Kind.COUNT, WINNER: Kind.CHOOSE, NEXT: Kind.CHOOSE}
    return kinds.get(way.partition(" ")[0], Kind.FIND)


def due(rules: Mapping[str, Collection[Kind]], offered: Iterable[str], asked: Sequence[Kind]) -> Kind | None:
    """Return the kind that is most overdue, None if no kind is due.

    `rules` has the kinds of all rules, `offered` the rules that can be asked about next, and `asked` the kinds of the
    questions so far.
    """
    number, possible = _numbers(rules), {kind for rule in offered for kind in rules[rule]}
    late = (one for one in Kind if since(one, asked) >= (OFTEN if number[one] >= SEVERAL else SELDOM))
    return max((one for one in late if one in possible), key=lambda one: since(one, asked), default=None)


def kind_for(rule: str, rules: Mapping[str, Collection[Kind]], asked: Sequence[Kind]) -> Kind:
    """Return the kind of question to ask about a rule: that asked longest ago; in a tie, that of the fewest rules."""
    number = _numbers(rules)
    return max(rules[rule], key=lambda kind: (since(kind, asked), -number[kind]))


def _numbers(rules: Mapping[str, Collection[Kind]]) -> Counter[Kind]:
    """Return how many rules each kind of question can be about."""
    return Counter(kind for kinds in rules.values() for kind in kinds)


def since(kind: Kind, asked: Sequence[Kind]) -> int:
    """Return how many questions have been asked since the last one of this kind, or in all if there was none."""
    return next((n for n, one in enumerate(reversed(asked)) if one is kind), len(asked))
