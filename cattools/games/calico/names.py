"""The names that readers write, in small letters, and what they mean."""

from __future__ import annotations

from cattools.games.calico.box import CAT, GOAL, GOALS, GRID, KIND, RING

PATCH_NAMES = {patch.lower(): kind for patch, kind in KIND.items()}
CAT_NAMES = {name.lower(): number for name, number in CAT.items()}
GOAL_NAMES = {
    **{letters.lower(): number for letters, number in GOAL.items()},
    **{goal.name.lower(): number for number, goal in enumerate(GOALS)},
    "!=": GOAL["ABCDEF"],
}
LONGEST = 2000
INNER = tuple(tuple(c for c in row if not RING >> c & 1) for row in GRID.rows[1:-1])
