"""The cats' reaction: where a scared cat can run, and which orders move as many cats as possible.

The maximum is taken over orders *and* targets (and, if a capture costs a herder, over the herder that leaves), because
a capture frees a cell, and so does a cat that runs. `most` searches for the maximum; only a few cats react in one turn.
"""

from __future__ import annotations

from functools import lru_cache

from cattools.core.grid import bits
from cattools.games.herders.rules.actions import Action, Give, Herd
from cattools.games.herders.rules.components import Park, Variant, box
from cattools.games.herders.rules.state import Herders


@lru_cache(maxsize=1 << 14)  # called whenever a step is listed, checked or applied, and in the search of `most`
def targets(board: Park, herders: int, cats: int, cat: int) -> tuple[int, ...]:
    """Return the cells a cat can run to: adjacent empty park with the fewest herders (`herders.herd.target`)."""
    around, fewest, found = board.grid.around, 99, []
    for cell in bits(board.park & around[cat] & ~(herders | cats)):
        near = (herders & around[cell]).bit_count()
        if near < fewest:
            fewest, found = near, [cell]
        elif near == fewest:
            found.append(cell)
    return tuple(found)


def can_move(board: Park, herders: int, cats: int, cat: int) -> bool:
    """Return whether a cat has an empty park cell next to it (`herders.herd.must`)."""
    return bool(board.park & board.grid.around[cat] & ~(herders | cats))


def any_can_move(board: Park, herders: tuple[int, int], cats: int, scared: int) -> bool:
    """Return whether at least one of the scared cats can move."""
    free, around = board.park & ~(herders[0] | herders[1] | cats), board.grid.around
    for cat in bits(scared):  # noqa: SIM110 - a hot path; avoids the generator of `any`
        if free & around[cat]:
            return True
    return False


def steps(state: Herders) -> list[Action]:
    """Return the legal next steps, those after which as many cats as possible can run (`herders.herd.order`).

    If a herder must leave the game, the steps are the choices of that herder.
    """
    board, both = state.board, state.herders[0] | state.herders[1]
    found: list[Action] = []
    if state.paying:
        found += [board.give[c] for c in bits(state.paying)]
    else:
        for cat in bits(state.scared) if state.running is None else (state.running,):
            found += [board.herd[cat, target] for target in targets(board, both, state.cats, cat)]
    if len(found) == 1 or not _affects_most(state):
        return found
    best = most_of(state)
    return [step for step in found if moves_with(state, step) == best]


def may_step(state: Herders, step: Herd) -> bool:
    """Return whether a cat's step is one of the legal `steps`."""
    board, index = state.board, state.board.grid.index
    cat, target = index[step.source], index[step.target]
    reacts = state.scared >> cat & 1 if state.running is None else cat == state.running
    if not reacts or state.paying or target not in targets(board, state.herders[0] | state.herders[1], state.cats, cat):
        return False
    return not _affects_most(state) or moves_with(state, step) == most_of(state)


def _affects_most(state: Herders) -> bool:
    """Return whether the next step can affect how many cats move (`herders.herd.most`)."""
    last = state.scared & state.scared - 1 == 0 and not state.paying and state.running is None
    return bool(state.scared) and not last


def most_of(state: Herders) -> int:
    """Return the greatest number of cats that can still move this turn, not counting the running cat."""
    own, other = state.herders[state.turn], state.herders[1 - state.turn]
    return most(state.variant, own, other, state.cats, state.scared, state.running, state.paying)


def moves_with(state: Herders, step: Action) -> int:
    """Return the greatest number of cats that can still move if this step is taken, including a cat that takes it."""
    index, rules = state.board.grid.index, state.variant
    own, other = state.herders[state.turn], state.herders[1 - state.turn]
    if isinstance(step, Give):
        return most(rules, own ^ 1 << index[step.at], other, state.cats, state.scared)
    assert isinstance(step, Herd)  # noqa: S101 - only two kinds of step exist
    cat, target = index[step.source], index[step.target]
    return _most_with(rules, own, other, state.cats, state.scared, state.running, cat, target)


@lru_cache(maxsize=1 << 16)
def most(
    rules: Variant, own: int, other: int, cats: int, scared: int, running: int | None = None, paying: int = 0
) -> int:
    """Return the greatest number of scared cats that can still move (`herders.herd.most`).

    `running` is the cell of a cat between its two steps; the arguments after `rules` are masks otherwise.
    """
    bound, best = scared.bit_count(), 0
    if not bound:
        return 0
    if paying:
        for herder in bits(paying):
            best = max(best, most(rules, own ^ 1 << herder, other, cats, scared))
            if best == bound:
                break
        return best
    for cat in bits(scared) if running is None else (running,):
        for target in targets(rules.board, own | other, cats, cat):
            best = max(best, _most_with(rules, own, other, cats, scared, running, cat, target))
            if best == bound:
                return best
    return best


def _most_with(
    rules: Variant, own: int, other: int, cats: int, scared: int, running: int | None, cat: int, target: int
) -> int:
    """Return the greatest number of scared cats that can move once `cat` runs to `target`.

    The cat itself is counted with its first step.
    """
    first, left = cat != running, scared & ~(1 << cat)
    cats ^= 1 << cat | 1 << target
    if first and rules.two_steps:  # a second step is always possible: the cell that the cat has just left is empty
        return 1 + most(rules, own, other, cats, left, target)
    touching = own & rules.board.grid.around[target]
    if touching.bit_count() < rules.touching:
        return first + most(rules, own, other, cats, left)
    return first + most(rules, own, other, cats ^ 1 << target, left, None, touching if rules.sacrifice else 0)


def stepped(state: Herders, source: int, target: int) -> Herders:
    """Return the state after a cat's step: a capture happens immediately, then the next cat runs or the turn ends.

    Only a cat that has run can be taken (`herders.capture.moved-only`).
    """
    rules, turn, taken = state.variant, state.turn, state.taken
    cats = state.cats ^ (1 << source | 1 << target)
    scared = state.scared & ~(1 << source)
    if source != state.running and rules.two_steps:
        return _after(state, state.herders, cats, taken, scared, target)
    touching = state.herders[turn] & rules.board.grid.around[target]
    if touching.bit_count() < rules.touching:
        return _after(state, state.herders, cats, taken, scared)
    taken = (taken[0] + 1, taken[1]) if turn == 0 else (taken[0], taken[1] + 1)
    return _after(state, state.herders, cats ^ 1 << target, taken, scared, None, touching if rules.sacrifice else 0)


def sacrificed(state: Herders, herder: int) -> Herders:
    """Return the state after a herder that took a cat has left the game (`herders.option.sacrifice`)."""
    red, blue = state.herders
    herders = (red ^ 1 << herder, blue) if state.turn == 0 else (red, blue ^ 1 << herder)
    return _after(state, herders, state.cats, state.taken, state.scared)


def _after(
    state: Herders,
    herders: tuple[int, int],
    cats: int,
    taken: tuple[int, int],
    scared: int,
    running: int | None = None,
    paying: int = 0,
) -> Herders:
    """Return the state after a step, with the turn ended if nothing is left to do.

    The turn ends when a seat has its five cats (`herders.win`) or no scared cat can move (`herders.herd.must`).
    """
    rules, hands, turn, plies = state.variant, state.hands, state.turn, state.plies
    won = taken[turn] >= box().win
    goes_on = paying or running is not None or any_can_move(rules.board, herders, cats, scared)
    # positional arguments for speed, as in `transitions.py`
    if goes_on and not won:
        return Herders(state.options, rules, herders, cats, hands, taken, turn, plies, False, scared, running, paying)
    return Herders(state.options, rules, herders, cats, hands, taken, turn if won else 1 - turn, plies + 1)
