"""Run the checks of `make check` in a copy of the project with a new game for every grid and number of players.

The nightly run calls `python -m tests.new.whole_check`; with `squares` or `hexes`, only that grid is checked. The tests
of `cattools new` itself, which would make still more games, are left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from cattools.new import GRIDS, NewGame, make
from tests.new.test_new_game import copy, generate, write

COMMANDS = (
    (sys.executable, "-m", "tools.compile_catalogues"),
    (sys.executable, "-m", "ruff", "format", "--check", "."),
    (sys.executable, "-m", "ruff", "check", "."),
    (sys.executable, "-m", "mypy"),
    (
        *(sys.executable, "-m", "pytest", "-q", "--ignore=tests/new", "-m", "not (site or browser or lab)"),
        *("-n", str(os.cpu_count() or 1), "--dist", "worksteal"),
    ),
)
MOST = 3600  # timeout of one command in seconds


def main(grids: Sequence[str]) -> int:
    """Make the games and run the checks; return the exit status of the first check that fails, or 0."""
    kinds = [*product(grids, (2, 3, 4))]
    with TemporaryDirectory() as folder:
        root = copy(Path(folder))
        games = [
            NewGame(f"{letter}otters", players=players, grid=grid, hidden=n % 2 == 1)
            for n, (letter, (grid, players)) in enumerate(zip("qrstuv", kinds, strict=False))
        ]
        write(root, *games[:-1])
        make(games[-1], root)  # with the commands that generate files from all games
        generate(root, *games[:-1])
        for command in (("git", "init", "-q"), ("git", "add", "-A"), *COMMANDS):
            done = subprocess.run(
                command, cwd=root, check=False, timeout=MOST, env={**os.environ, "PYTHONPATH": str(root)}
            )
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or GRIDS))
