"""Goals and questions for the examples of Cat Herders, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cattools.core.grid import bits, mask
from cattools.games.herders.rules import herding
from cattools.games.herders.rules.actions import Action, Herd, Move, Place
from cattools.games.herders.rules.legality import legal
from cattools.games.herders.rules.notation import read_action
from cattools.games.herders.rules.state import Herders
from cattools.games.herders.rules.transitions import apply_unchecked


def took(start: Herders, now: Herders, cats: int) -> bool:
    """Return whether the example's player has taken exactly this many cats and the turn is over."""
    seat = start.turn
    return not now.pending and now.taken[seat] - start.taken[seat] == cats


def won(start: Herders, now: Herders) -> bool:
    """Return whether the example's player has won."""
    return now.winners() == (start.turn,)


def ran(start: Herders, now: Herders, cats: int) -> bool:
    """Return whether exactly this many cats have run and the turn is over."""
    return not now.pending and cats in _runs(start, now)


def _runs(state: Herders, now: Herders) -> Iterator[int]:
    """Yield the number of cats that run on each path from a state to the end of its turn.

    The cells of the cats before and after the turn do not show this number.
    """
    for action in legal(state):
        after = apply_unchecked(state, action)
        cat = isinstance(action, Herd) and state.board.grid.index[action.source] != state.running
        if after == now:
            yield int(cat)
        elif after.pending and not now.herders[state.turn] & ~after.herders[state.turn]:
            yield from (cat + more for more in _runs(after, now))


def stands(_: Herders, now: Herders, cell: str) -> bool:
    """Return whether a cat is on a cell and the turn is over."""
    return not now.pending and bool(now.cats >> now.board.grid.index[cell] & 1)


def goes(state: Herders, cell: str) -> Iterable[str]:
    """Return the cells that the herder on a cell can move to."""
    return {a.target for a in legal(state) if isinstance(a, Move) and a.source == cell}


def enters(state: Herders) -> Iterable[str]:
    """Return the cells where a herder can be placed."""
    return {a.at for a in legal(state) if isinstance(a, Place)}


def runs(state: Herders, cat: str) -> Iterable[str]:
    """Return the cells that the cat on a cell could run to if it were scared now."""
    grid = state.board.grid
    cells = herding.targets(state.board, state.herders[0] | state.herders[1], state.cats, grid.index[cat])
    return {grid.names[c] for c in cells}


def scared(state: Herders, herder: str) -> Iterable[str]:
    """Return the cats next to a cell."""
    grid = state.board.grid
    return {grid.names[c] for c in bits(state.cats & grid.around[grid.index[herder]])}


def due(state: Herders) -> Iterable[str]:
    """Return the scared cats that have yet to run, including the running cat."""
    running = 0 if state.running is None else 1 << state.running
    return {state.board.grid.names[c] for c in bits(state.scared | running)}


def first(state: Herders) -> Iterable[str]:
    """Return the scared cats that can run first."""
    return {a.source for a in legal(state) if isinstance(a, Herd)}


def stuck(state: Herders) -> Iterable[str]:
    """Return the cats that could not run if they were scared."""
    both = state.herders[0] | state.herders[1]
    cells = mask(c for c in bits(state.cats) if not herding.can_move(state.board, both, state.cats, c))
    return {state.board.grid.names[c] for c in bits(cells)}


def uneasy(state: Herders) -> Iterable[str]:
    """Return the cats next to any herder."""
    grid, both = state.board.grid, state.herders[0] | state.herders[1]
    return {grid.names[c] for c in bits(state.cats) if both & grid.around[c]}


def cats(state: Herders) -> Iterable[str]:
    """Return the cells with cats."""
    return {state.board.grid.names[c] for c in bits(state.cats)}


def taken(state: Herders, written: str) -> Iterable[str]:
    """Return the present cell of the cat that makes this run if the run leads to its capture, otherwise nothing."""
    action = read_action(written, state)
    after = apply_unchecked(state, action)
    return {action.source} if isinstance(action, Herd) and after.taken != state.taken else ()


def would_fall(state: Herders) -> Iterable[str]:
    """Return the cats that the player to move would take if they had just run to their present cells."""
    around, own = state.board.grid.around, state.herders[state.turn]
    need = state.variant.touching
    return {state.board.grid.names[c] for c in bits(state.cats) if (own & around[c]).bit_count() >= need}


def falls(state: Herders, written: str) -> Iterable[str]:
    """Return the present cells of the cats that are taken after an action in at least one order of the cats."""
    return _falls(state, read_action(written, state), "")


def _falls(state: Herders, action: Action, runner: str) -> set[str]:
    after, found = apply_unchecked(state, action), set[str]()
    if isinstance(action, Herd):
        runner = runner or action.source
        found |= {runner} if after.taken != state.taken else set()
    more = legal(after) if after.pending else ()
    return found.union(*(_falls(after, step, "" if after.running is None else runner) for step in more))


GOALS: dict[str, Callable[..., bool]] = {"took": took, "won": won, "ran": ran, "stands": stands}
ASKS: dict[str, Callable[..., Iterable[str]]] = {
    "goes": goes,
    "enters": enters,
    "runs": runs,
    "scared": scared,
    "due": due,
    "first": first,
    "stuck": stuck,
    "uneasy": uneasy,
    "cats": cats,
    "taken": taken,
    "would-fall": would_fall,
    "falls": falls,
}
