"""The checks and the score: which animals go, in the order of the checks, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.score import Line, Score
from cattools.games.cattricola.boards import Board
from cattools.games.cattricola.tiles import (
    A_WOLF,
    FEMALE,
    HORSE,
    MALE,
    PIG,
    SHEEP,
    WOLF,
    WORDS,
    YOUNG,
    box,
)

if TYPE_CHECKING:
    from cattools.games.cattricola.state import Cattricola

NAMES = (N_("Plum"), N_("Teal"), N_("Orange"), N_("Slate"))
SEATS = ("plum", "teal", "orange", "slate")


@dataclass(frozen=True, slots=True)
class Tally:
    """What the checks do to one disc: kinds that lack, and masks of cells, by number from 0.

    `wolf`, `couple` and `cluster` are the animals that each check removes, `left` those that stay.
    """

    lacking: tuple[int, ...]
    wolf: int
    couple: int
    cluster: int
    left: int

    @property
    def gone(self) -> int:
        """All animals that the checks remove."""
        return self.wolf | self.couple | self.cluster

    @property
    def value(self) -> int:
        """Animals left minus animals removed."""
        return self.left.bit_count() - self.gone.bit_count()


@lru_cache(maxsize=4096)
def tally(board: Board, disc: bytes) -> Tally:
    """Return what the checks do to a disc, in their order, none repeated (`cattricola.score.chain`)."""
    around = board.around
    where = [0] * (A_WOLF + 1)
    for cell, tile in enumerate(disc):
        where[tile] |= 1 << cell
    kinds = [0, *(where[4 * k + MALE] | where[4 * k + FEMALE] | where[4 * k + YOUNG] for k in range(SHEEP, WOLF + 1))]
    lacking = tuple(k for k in range(SHEEP, WOLF + 1) if not kinds[k])
    left = sum(kinds)
    beside = 0
    for cell in bits(kinds[WOLF]):
        beside |= around[cell]
    wolf = beside & (kinds[SHEEP] | kinds[PIG])
    left &= ~wolf
    couple = 0
    for kind in range(SHEEP, HORSE + 1):
        males, females = where[4 * kind + MALE] & left, where[4 * kind + FEMALE] & left
        for own, other in ((males, females), (females, males)):
            for cell in bits(own):
                if not around[cell] & other:
                    couple |= 1 << cell
    left &= ~couple
    cluster = 0
    for kind in range(SHEEP, WOLF + 1):
        rest = kinds[kind] & left
        while rest:
            group = edge = rest & -rest
            while edge:
                grown = 0
                for cell in bits(edge):
                    grown |= around[cell]
                edge = grown & rest & ~group
                group |= edge
            rest ^= group
            if group.bit_count() < box().cluster:
                cluster |= group & where[4 * kind + YOUNG]
    return Tally(lacking, wolf, couple, cluster, left & ~cluster)


def name(seat: int) -> Text:
    """Return a seat's name."""
    return text(NAMES[seat])


def words_of(at: str) -> Text:
    """Return a disc's cell in words, as in "Plum 3"."""
    seat, cell = cell_of(at)
    return text(N_("{who} {n}"), who=name(seat), n=cell + 1)


def cell_name(seat: int, cell: int) -> str:
    """Return the area of a disc's cell, as in `plum3`."""
    return f"{SEATS[seat]}{cell + 1}"


@cache
def cell_of(at: str) -> tuple[int, int]:
    """Return seat and cell of a disc's area; (-1, -1) if it is none."""
    for seat, who in enumerate(SEATS):
        number = at.removeprefix(who)
        if number != at and number.isascii() and number.isdigit():
            return seat, int(number) - 1
    return -1, -1


def tally_of(state: Cattricola, seat: int) -> Tally:
    """Return what the checks do to a seat's disc."""
    return tally(state.board(seat), state.discs[seat])


def value(state: Cattricola, seat: int) -> int:
    """Return a seat's points: animals left, minus removed, minus those without a place (`cattricola.score.total`)."""
    return tally_of(state, seat).value - len(state.spilled[seat])


def lacks(found: Tally) -> str:
    """Return in words the kinds that a disc lacks (`cattricola.score.knockout`)."""
    return listed([text(N_("no {kind}"), kind=text(WORDS[kind - 1][0])) for kind in found.lacking])


def level(state: Cattricola) -> tuple[int, ...]:
    """Return the seats with the highest score among those that are not out (`cattricola.score.winner`)."""
    points = {seat: value(state, seat) for seat in range(state.players) if not tally_of(state, seat).lacking}
    return tuple(seat for seat, n in points.items() if n == max(points.values()))


def _lines(state: Cattricola, seat: int) -> list[Line]:
    """Return a seat's lines in the order of the checks."""
    found, who = tally_of(state, seat), name(seat)

    def line(rule: str, points: int, words: Text, cells: int = 0) -> Line:
        return Line(f"cattricola.{rule}", seat, points, words, tuple(cell_name(seat, c) for c in bits(cells)))

    if found.lacking:
        words = text(N_("{kinds} on the disc of {who}: out"), kinds=lacks(found), who=who)
        return [line("score.knockout", 0, words)]
    lines = [line("score.knockout", 0, text(N_("all five kinds are on the disc of {who}"), who=who))]
    for rule, cells, one, more in (
        ("score.wolf", found.wolf, N_("{n} animal beside a wolf"), N_("{n} animals beside a wolf")),
        ("score.couple", found.couple, N_("{n} animal without a partner"), N_("{n} animals without a partner")),
        ("score.cluster", found.cluster, N_("{n} animal outside a group"), N_("{n} animals outside a group")),
    ):
        if cells:
            lines.append(line(rule, -cells.bit_count(), many(one, more, cells.bit_count()), cells))
    left, off = found.left.bit_count(), len(state.spilled[seat])
    lines.append(line("score.total", left, many(N_("{n} animal left"), N_("{n} animals left"), left), found.left))
    if off:
        words = many(N_("{n} animal without a place"), N_("{n} animals without a place"), off)
        lines.append(line("place.overflow", -off, words))
    return lines


def score(state: Cattricola) -> Score:
    """Return the score as it would be counted now, a seat after the other."""
    seats = range(len(state.boards))
    return Score(tuple(line for seat in seats for line in _lines(state, seat)))


def winners(state: Cattricola) -> tuple[int, ...]:
    """Return the seat with the highest score, the later one among equals; none if all are out."""
    if state.to_move is not None:
        return ()
    return tuple(sorted(level(state), key=lambda seat: (seat - state.first) % state.players)[-1:])


def kinds_on(disc: bytes) -> int:
    """Return how many different kinds lie on a disc."""
    return len({tile >> 2 for tile in disc if tile})
