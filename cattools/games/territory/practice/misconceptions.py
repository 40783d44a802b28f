"""Misconceptions about the rules of Neko Neko Territory, each as the wrong answer that it leads to.

A practice question is asked only where that answer differs from the right one.
"""

from __future__ import annotations

from collections.abc import Iterable

from cattools.core.grid import bits
from cattools.games.territory import example_goals
from cattools.games.territory.rules.actions import Place
from cattools.games.territory.rules.components import CARDS, COLOURS, DOUBLE, EVERYWHERE, GRID, NAMES, STACKS
from cattools.games.territory.rules.lines import BETWEEN, RAY, Placement, tops_with, turned
from cattools.games.territory.rules.notation import read_action
from cattools.games.territory.rules.scoring import winners
from cattools.games.territory.rules.state import Territory


def _turned_wrongly(state: Territory, cell: str, *, far: bool, gaps: bool) -> set[str]:
    """Return the cells that would turn if lines went to the mover's farthest cat (`far`) or across gaps (`gaps`)."""
    at = GRID.index[cell]
    tops = tops_with(state.tops, state.turn, at)
    own, filled, wrong = tops[state.turn], sum(tops), 0
    for way, ray in enumerate(RAY[at]):
        ends = [end for end in ray if own >> end & 1]
        for end in ends[-1:] if far else ends[:1]:
            between = BETWEEN[at][way][2][1 << end]
            if gaps or between & filled == between:
                wrong |= between & filled & ~own
    return {NAMES[c] for c in bits(wrong)}


def over_gaps(state: Territory, cell: str) -> Iterable[str]:
    """Answer as if all cats between two of the mover's cats turned, even across gaps."""
    return _turned_wrongly(state, cell, far=False, gaps=True)


def to_the_farthest(state: Territory, cell: str) -> Iterable[str]:
    """Answer as if everything up to the mover's farthest cat turned."""
    return _turned_wrongly(state, cell, far=True, gaps=False)


def chained(state: Territory, cell: str) -> Iterable[str]:
    """Answer as if cells that turn made other cells turn."""
    right = {*example_goals.turns(state, cell)}
    tops = list(tops_with(state.tops, state.turn, GRID.index[cell]))
    for name in right:
        tops = list(tops_with(tops, state.turn, GRID.index[name]))
    more = (turned(Placement(GRID.index[name], GRID.index[name]), tops, state.turn) for name in right)
    return {*right, *(NAMES[c] for lines in more for c in bits(sum(lines)))} - {cell}


def all_turned(state: Territory, colour: str, cell: str) -> Iterable[str]:
    """Answer as if a block kept everything that is about to turn."""
    return example_goals.turns(state, cell) if [*example_goals.keeps(state, colour, cell)] else ()


def unblocked(state: Territory, points: int, colour: str) -> Iterable[str]:  # noqa: ARG001 - the question's arguments
    """Answer as if the bonus were paid for all cells about to turn, despite the block."""
    lines = {
        cell for number in (3, 4) for cell in (*example_goals.ways(state, number), *example_goals.line(state, number))
    }
    return {cell for cell in lines if [*example_goals.keeps(state, colour, cell)]}


def below(state: Territory, colour: str) -> Iterable[str]:
    """Answer as if every cell with a cat of the colour counted, on top or not."""
    seat = COLOURS.index(colour)
    return {NAMES[c] for c, stack in enumerate(state.stacks) if seat in STACKS[stack]}


def every_assist(state: Territory) -> Iterable[str]:
    """Answer as if every assist card could be used at any time."""
    cards = example_goals.assist_cards(state)
    return {f"hand.{card}" for card in cards} if len({*cards}) == len(cards) else ()


def other_way(state: Territory, action: str) -> Iterable[str]:
    """Answer as if every action except a double turn gave another action."""
    further = 1 if action == CARDS[DOUBLE] else 0
    return {COLOURS[(state.turn + further) % len(state.tops)]}


def a_cat_too_few(state: Territory, written: str) -> Iterable[str]:
    """Answer as if the game ended with one cell still empty, and continued once every cell was filled."""
    action = read_action(written, state)
    following = {COLOURS[(state.turn + 1) % len(state.tops)]}
    if not isinstance(action, Place):
        return following
    left = (EVERYWHERE & ~state.filled & ~(1 << GRID.index[action.at])).bit_count()
    return () if left == 1 else following


def first(state: Territory) -> Iterable[str]:
    """Answer as if the first tied player in turn order won."""
    return {COLOURS[seat] for seat in winners(state)[:1]}
