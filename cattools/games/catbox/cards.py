"""Cards as one small number: three bits for each value count its copies, so that a hand is a value like any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

_ONES = 0o111111111


def one(card: int) -> int:
    """Return the cards that are just this one."""
    return 1 << 3 * (card - 1)


def cards(numbers: Iterable[int]) -> int:
    """Return the cards with these numbers, at most seven of each."""
    return sum(one(n) for n in numbers)


def copies(held: int, card: int) -> int:
    """Return how many copies of a card are among the cards."""
    return held >> 3 * (card - 1) & 7


def counts(held: int) -> Iterator[tuple[int, int]]:
    """Yield each number among the cards with its copies, lowest first."""
    card = 1
    while held:
        if held & 7:
            yield card, held & 7
        held >>= 3
        card += 1


def numbers(held: int) -> list[int]:
    """Return the cards' numbers, lowest first, copies repeated."""
    return [card for card, n in counts(held) for _ in range(n)]


def size(held: int) -> int:
    """Return how many cards there are."""
    return (held & _ONES).bit_count() + 2 * (held >> 1 & _ONES).bit_count() + 4 * (held >> 2 & _ONES).bit_count()


@cache  # a hand is one of fewer than fifty thousand
def kinds(held: int) -> int:
    """Return the numbers among the cards as a mask: bit 0 is the 1."""
    return sum(1 << card - 1 for card, _ in counts(held))
