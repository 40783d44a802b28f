"""The final checks and the score: which animals each check removes, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cattools.core.grid import bits
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.score import Line, Score
from cattools.games.cattricola.rules.components import DiscBoard, box
from cattools.games.cattricola.rules.labels import cell_name, kind_words, seat_name
from cattools.games.cattricola.rules.state import Cattricola
from cattools.games.cattricola.rules.tiles import FEMALE, HORSE, MALE, PIG, SHEEP, WOLF, WOLF_TILE, YOUNG

REMOVED = {  # by the rule of the check that removes them
    "cattricola.score.wolf": (N_("{n} animal beside a wolf"), N_("{n} animals beside a wolf")),
    "cattricola.score.couple": (N_("{n} animal without a partner"), N_("{n} animals without a partner")),
    "cattricola.score.cluster": (N_("{n} animal outside a group"), N_("{n} animals outside a group")),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of the checks on one disc: the missing kinds, and masks of cells numbered from 0.

    `wolf`, `couple` and `cluster` are the animals that these checks remove; `left` are the animals that remain.
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
    def removed(self) -> Mapping[str, int]:
        """The animals that each check removes, by rule, in the order of the checks."""
        return {
            "cattricola.score.wolf": self.wolf,
            "cattricola.score.couple": self.couple,
            "cattricola.score.cluster": self.cluster,
        }

    @property
    def points(self) -> int:
        """Animals left minus animals removed."""
        return self.left.bit_count() - self.gone.bit_count()


@lru_cache(maxsize=4096)
def tally(board: DiscBoard, disc: bytes) -> Tally:
    """Return the result of the checks on a disc, each made once and in order (`cattricola.score.chain`)."""
    around = board.around
    where = [0] * (WOLF_TILE + 1)
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
    return Tally(lacking=lacking, wolf=wolf, couple=couple, cluster=cluster, left=left & ~cluster)


def tally_of(state: Cattricola, seat: int) -> Tally:
    """Return the result of the checks on a seat's disc."""
    return tally(state.board(seat), state.discs[seat])


def points(state: Cattricola, seat: int) -> int:
    """Return a seat's points: animals left, minus those removed, minus unplaced tiles (`cattricola.score.total`)."""
    return tally_of(state, seat).points - len(state.unplaced[seat])


def missing_kinds(counted: Tally) -> str:
    """Return the kinds missing on a disc in words (`cattricola.score.knockout`)."""
    return listed([text(N_("no {kind}"), kind=kind_words(kind)) for kind in counted.lacking])


def leaders(state: Cattricola) -> tuple[int, ...]:
    """Return the seats with the highest score among those that are not out (`cattricola.score.winner`)."""
    found = {seat: points(state, seat) for seat in range(state.players) if not tally_of(state, seat).lacking}
    return tuple(seat for seat, n in found.items() if n == max(found.values()))


def _lines(state: Cattricola, seat: int) -> list[Line]:
    """Return a seat's score lines in the order of the checks."""
    counted, who = tally_of(state, seat), seat_name(seat)

    def line(rule: str, points: int, description: Text, cells: int = 0) -> Line:
        return Line(rule, seat, points, description, tuple(cell_name(seat, cell) for cell in bits(cells)))

    if counted.lacking:
        description = text(N_("Out: {kinds} on the disc of {who}"), kinds=missing_kinds(counted), who=who)
        return [line("cattricola.score.knockout", 0, description)]
    lines = [line("cattricola.score.knockout", 0, text(N_("All five kinds are on the disc of {who}"), who=who))]
    for rule, cells in counted.removed.items():
        if cells:
            lines.append(line(rule, -cells.bit_count(), many(*REMOVED[rule], cells.bit_count()), cells))
    left, off = counted.left.bit_count(), len(state.unplaced[seat])
    description = many(N_("{n} animal left"), N_("{n} animals left"), left)
    lines.append(line("cattricola.score.total", left, description, counted.left))
    if off:
        description = many(N_("{n} animal without a place"), N_("{n} animals without a place"), off)
        lines.append(line("cattricola.place.overflow", -off, description))
    return lines


def score(state: Cattricola) -> Score:
    """Return the score if the game ended now, seat by seat."""
    seats = range(len(state.letters))
    return Score(tuple(line for seat in seats for line in _lines(state, seat)))


def winners(state: Cattricola) -> tuple[int, ...]:
    """Return the seat with the highest score, the later one in a tie, or no seat if all are out."""
    if state.to_move is not None:
        return ()
    best = leaders(state)
    return tuple(seat for seat in state.turn_order if seat in best)[-1:]


def kinds_on(disc: bytes) -> int:
    """Return the number of different kinds on a disc."""
    return len({tile >> 2 for tile in disc if tile})
