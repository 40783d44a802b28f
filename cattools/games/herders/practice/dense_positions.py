"""Positions of Cat Herders with cats and herders close together, in which rarely used rules apply."""

from __future__ import annotations

from random import Random

from cattools.core.grid import bits, mask
from cattools.core.options import Options
from cattools.games.herders.rules.actions import Herd
from cattools.games.herders.rules.components import box, variant
from cattools.games.herders.rules.legality import legal
from cattools.games.herders.rules.state import Herders
from cattools.games.herders.rules.transitions import apply_unchecked

CELL_COUNTS = (13, 19)  # number of neighbouring park cells on which all pieces are put, few or many
HANDS = (8, 8)
ORDER_MATTERS = 0.4  # share of the positions in which the cats' order decides how many of them can run
POSITIONS_TRIED, ACTIONS_TRIED = 400, 6  # positions tried to find such a position, and actions tried in each
MOST_TAKEN = 3  # each player has taken fewer cats than this, so that the total never exceeds the cats in the game
NEARLY_WON, CATS_LEFT = 0.3, 3  # share of the positions one cat short of a win, and the cats left in them


def crowded(options: Options, rng: Random) -> Herders:
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
