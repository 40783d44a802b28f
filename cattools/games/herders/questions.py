"""What examples and practice questions ask about Cat Herders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from cattools.core.game import Practice
from cattools.core.grid import bits, mask
from cattools.core.messages import N_, Text, text
from cattools.core.options import Options
from cattools.core.rules import Refusal
from cattools.games.herders import effects
from cattools.games.herders.components import ACTIONS, Action, Herd, Move, Place, box, variant
from cattools.games.herders.effects import apply_unchecked
from cattools.games.herders.legality import legal
from cattools.games.herders.position import Herders

# --- example goals ---------------------------------------------------------------------------------------------


def took(start: Herders, now: Herders, cats: int) -> bool:
    """Return whether the reader's side has taken exactly this many cats and the turn is over."""
    seat = start.turn
    return not now.pending and now.taken[seat] - start.taken[seat] == cats


def won(start: Herders, now: Herders) -> bool:
    """Return whether the reader's side has won."""
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
    cells = effects.targets(state.board, state.herders[0] | state.herders[1], state.cats, grid.index[cat])
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
    cells = mask(c for c in bits(state.cats) if not effects.can_move(state.board, both, state.cats, c))
    return {state.board.grid.names[c] for c in bits(cells)}


def beside_herder(state: Herders) -> Iterable[str]:
    """Return the cats next to any herder."""
    grid, both = state.board.grid, state.herders[0] | state.herders[1]
    return {grid.names[c] for c in bits(state.cats) if both & grid.around[c]}


def cats(state: Herders) -> Iterable[str]:
    """Return the cells with cats."""
    return {state.board.grid.names[c] for c in bits(state.cats)}


def taken(state: Herders, written: str) -> Iterable[str]:
    """Return the present cell of the cat that makes this run if the run leads to its capture, otherwise nothing."""
    action = ACTIONS.read(written, state)
    after = apply_unchecked(state, action)
    return {action.source} if isinstance(action, Herd) and after.taken != state.taken else ()


def would_fall(state: Herders) -> Iterable[str]:
    """Return the cats that the player to move would take if they had just run to their present cells."""
    around, own = state.board.grid.around, state.herders[state.turn]
    need = state.variant.touching
    return {state.board.grid.names[c] for c in bits(state.cats) if (own & around[c]).bit_count() >= need}


def falls(state: Herders, written: str) -> Iterable[str]:
    """Return the present cells of the cats that are taken after an action in at least one order of the cats."""
    return _falls(state, ACTIONS.read(written, state), "")


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
    "beside_herder": beside_herder,
    "cats": cats,
    "taken": taken,
    "would-fall": would_fall,
    "falls": falls,
}


# --- practice --------------------------------------------------------------------------------------------------

# --- misconceptions ----------------------------------------------------------------------------------------------


def nearest(state: Herders, cat: str) -> Iterable[str]:
    """Answer as if a cat could run to any empty park cell next to it."""
    board = state.board
    free = board.park & board.grid.around[board.grid.index[cat]] & ~state.occupied
    return {board.grid.names[c] for c in bits(free)}


def standing_too(state: Herders, herder: str) -> Iterable[str]:
    """Answer as if a herder also scared cats when it did not move."""
    return {*scared(state, herder), *beside_herder(state)}


def one_cat(state: Herders) -> Iterable[str]:
    """Answer as if the player could not choose which cat runs first."""
    return sorted(first(state))[:1]


def touched(state: Herders, written: str) -> Iterable[str]:
    """Answer as if every cat next to enough of the player's herders were taken, even without a run."""
    after = apply_unchecked(state, ACTIONS.read(written, state))
    around, need = state.board.grid.around, state.variant.touching
    own = after.herders[state.turn]
    beside = {state.board.grid.names[c] for c in bits(after.cats) if (own & around[c]).bit_count() >= need}
    return {*falls(state, written), *beside}


def _taken_by(state: Herders, written: str, herders: int, need: int) -> Iterable[str]:
    action = ACTIONS.read(written, state)
    if not isinstance(action, Herd):
        return ()
    at = state.board.grid.index[action.target]
    return {action.source} if (herders & state.board.grid.around[at]).bit_count() >= need else ()


def anybody(state: Herders, written: str) -> Iterable[str]:
    """Answer as if herders of either colour helped to take a cat."""
    return _taken_by(state, written, state.herders[0] | state.herders[1], state.variant.touching)


def two(state: Herders) -> Iterable[str]:
    """Answer as if two herders were always enough to take a cat."""
    own, around = state.herders[state.turn], state.board.grid.around
    return {state.board.grid.names[c] for c in bits(state.cats) if (own & around[c]).bit_count() >= box().capture}


def nobody(state: Herders) -> Iterable[str]:
    """Answer as if only a player with five cats could win."""
    return {seat.id for n, seat in enumerate(state.game.seats(state.options)) if state.taken[n] >= box().win}


# --- explanations ------------------------------------------------------------------------------------------------


def _why_first(state: Herders, cat: str) -> Refusal | Text | None:
    """Explain whether a scared cat can run first, and if not, why its best step is refused (`herders.herd.order`)."""
    board, both = state.board, state.herders[0] | state.herders[1]
    if cat not in cats(state):
        return None
    if cat not in due(state):
        return text(N_("The cat on {cat} is not scared."), cat=cat)
    if cat in first(state):
        return text(N_("The cat on {cat} may run first."), cat=cat)
    at = board.grid.index[cat]
    ways = [board.herd[at, target] for target in effects.targets(board, both, state.cats, at)]
    if not ways:
        return Refusal(
            "herders.herd.must", text(N_("The cat on {cat} has no empty cell beside it to run to."), cat=cat)
        )
    return min((state.why_not(way) for way in ways), key=len)[0]


REASONS: dict[str, Callable[..., Refusal | Text | None]] = {"herders.herd.order first": _why_first}


# --- dense positions ---------------------------------------------------------------------------------------------

CELL_COUNTS = (13, 19)  # number of neighbouring park cells on which all pieces are put, few or many
HANDS = (8, 8)
ORDER_MATTERS = 0.4  # share of the positions in which the cats' order decides how many of them can run
POSITIONS_TRIED, ACTIONS_TRIED = 400, 6  # positions tried to find such a position, and actions tried in each
MOST_TAKEN = 3  # each player has taken fewer cats than this, so that the total never exceeds the cats in the game
NEARLY_WON, CATS_LEFT = 0.3, 3  # share of the positions one cat short of a win, and the cats left in them


def dense(options: Options, rng: Random) -> Herders:
    """Return a position of pieces on few cells, often one in which the cats' order matters (`herders.herd.most`)."""
    for _ in range(POSITIONS_TRIED if rng.random() < ORDER_MATTERS else 0):
        before = _close_together(options, rng)
        actions = legal(before)
        for action in [actions[int(rng.random() * len(actions))] for _ in range(ACTIONS_TRIED)] if actions else ():
            after = apply_unchecked(before, action)
            if after.scared.bit_count() > 1 and _order_decides(after):
                return after
    return _close_together(options, rng)


def _order_decides(state: Herders) -> bool:
    """Return whether a cat's run to a cell is refused only because fewer cats could run afterwards."""
    names, near = state.board.grid.names, state.board.grid.neighbours
    runs = (Herd(names[cat], names[cell]) for cat in bits(state.scared) for cell in near[cat])
    return any({found.rule for found in state.why_not(run)} == {"herders.herd.most"} for run in runs)


def _close_together(options: Options, rng: Random) -> Herders:
    """Return a position with the pieces on few cells and no scared cats."""
    rules = variant(options)
    board = rules.board
    cells, at = [*bits(board.park)], board.grid.centre
    x, y = at[cells[int(rng.random() * len(cells))]]
    near = sorted(cells, key=lambda cell: (at[cell][0] - x) ** 2 + (at[cell][1] - y) ** 2)
    near = sorted(near[: CELL_COUNTS[int(rng.random() * len(CELL_COUNTS))]], key=lambda _: rng.random())
    more = 2 if options.number("limit") else 5
    wins = not options.number("limit") and rng.random() < NEARLY_WON
    cats = CATS_LEFT if wins else 4 + int(rng.random() * more)
    red, blue = 2 + int(rng.random() * 4), 1 + int(rng.random() * 4)
    herders = mask(near[cats : cats + red]), mask(near[cats + red : cats + red + blue])
    limit = options.number("limit")  # with a turn limit, the game is nearly over, so that the cats taken decide
    taken = (int(rng.random() * MOST_TAKEN), int(rng.random() * MOST_TAKEN)) if limit else (0, 0)
    if wins:
        taken = (box().win - 1, int(rng.random() * MOST_TAKEN))
    plies = max(0, limit - 1 - int(rng.random() * 3))
    return Herders(options, rules, herders, mask(near[:cats]), HANDS, taken, plies % 2, plies)


PRACTICE = Practice(
    (
        nearest,
        standing_too,
        one_cat,
        touched,
        anybody,
        two,
        nobody,
    ),
    REASONS,
    dense,
    {"several scared": lambda state: state.running is None and len({*due(state)}) > 1},
)
