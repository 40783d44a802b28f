"""Which games a book can have: games from other distributions are checked first, and left out if they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from cattools.core.loading.game_packages import CHOSEN, GamePackage, installed, refused
from cattools.core.loading.game_packages import packages as chosen
from cattools.live.pipeline.incremental import BuildSteps, files_below, fingerprint
from cattools.site.errors import BuildError
from cattools.site.pipeline.frontend_bundle import PACKAGE

LONGEST = 600  # seconds


def usable(steps: BuildSteps, games: Sequence[str]) -> list[str]:
    """Return the games among these, or among all, that a book can have; report the others.

    Raises `BuildError` if `games` names a game that is unknown or cannot be used.
    """
    refusals = refused()
    wrong = {name: reason for name, reason in refusals.items() if name not in installed()}
    known = [*installed(), *wrong]
    for name in refusals.keys() & installed().keys():  # a package with the name of one of the book's games
        steps.report(f"The book leaves out a package. {refusals[name]}")
    for name in games:
        if name not in known:
            raise BuildError(f"expected games of the book ({', '.join(known)}), found {name!r}")
    wanted = [one for one in installed().values() if (one.id in games if games else one.id in chosen())]
    for one in wanted:
        if not one.is_own and (faults := _faults(steps, one)):
            wrong[one.id] = f"{one.distribution}: {faults}"
    for name, reason in wrong.items():
        if name in games:
            raise BuildError(reason)
        steps.report(f"The book leaves out {name}. {reason}")
    return [one.id for one in wanted if one.id not in wrong]


def _faults(steps: BuildSteps, game: GamePackage) -> str:
    """Run `cattools check` on a game in a process of its own, and return what it finds, or "" if nothing is wrong."""
    name, checkers = f"check {game.id}", files_below(PACKAGE, skip=[PACKAGE / "site", PACKAGE / "table"])
    made_from = fingerprint(*files_below(Path(game.folder)), *checkers)
    if not steps.due(name, made_from):
        return ""
    path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
    try:
        done = subprocess.run(  # noqa: S603 - cattools itself
            [sys.executable, "-m", "cattools.cli", "check", game.id],
            env={**os.environ, CHOSEN: game.id, "PYTHONPATH": path},
            capture_output=True, text=True, check=False, timeout=LONGEST,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"expected its check to end within {LONGEST} seconds"
    if not done.returncode:
        steps.remember(name, made_from)
        return ""
    lines = (line for line in (done.stdout + done.stderr).splitlines() if not line.startswith(("  ", "Checking ")))
    return "\n  ".join(["`cattools check` finds faults:", *filter(None, lines)])
