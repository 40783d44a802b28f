"""Measure how well the search box answers a file of questions.

    python -m tests.site.search.measure tests/data/player_questions.toml --misses

prints how many of the questions find their rule first, and among the first three answers: when asked on a page of the
game, and on a page of no game (the front page). There the answers are grouped by game, and "in its group" counts only
the group of the right game, where a player of that game looks. With `--misses`, it also lists the questions that do not
find their rule first on a page of the game.
"""

from __future__ import annotations

import argparse
import atexit
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cattools.core.loading.data_files import has
from cattools.core.messages import SOURCE
from cattools.games import GAMES
from cattools.live.pipeline.node import command as node_command
from cattools.site.search import speech
from cattools.site.search.columns import packed
from cattools.site.search.index import answers
from tools.check_javascript import PACKAGES, ROOT, install

ASKED = [game for game in GAMES if has(f"games/{game}/data/{speech.FILE}")]  # the games that players ask about
NEVER = 99  # the rank of a rule that is not among the answers


@dataclass(frozen=True, slots=True)
class Question:
    """What a player types, the game on the table, the rules that answer it, and the language."""

    asks: str
    game: str
    finds: tuple[str, ...]
    language: str = "en"

    def rank(self, found: Sequence[str]) -> int:
        """Return the rank of the first right answer, from 1, or `NEVER` if none is right."""
        return next((n for n, rule in enumerate(found, 1) if rule in self.finds), NEVER)


@dataclass(frozen=True, slots=True)
class Figures:
    """The ranks of the right answers to some questions."""

    ranks: tuple[int, ...]

    @property
    def first(self) -> float:
        """The percentage of the questions that find their rule first."""
        return self._within(1)

    @property
    def three(self) -> float:
        """The percentage of the questions that find their rule among the first three answers."""
        return self._within(3)

    def _within(self, most: int) -> float:
        return 100 * sum(rank <= most for rank in self.ranks) / len(self.ranks)

    def __str__(self) -> str:
        absent = sum(rank == NEVER for rank in self.ranks)
        return (
            f"{len(self.ranks):4} questions: first {self.first:.1f} %, first three {self.three:.1f} %, absent {absent}"
        )


def questions(file: Path) -> list[Question]:
    """Read a file of questions; `beside` is an older name for the game on the table."""
    rows = tomllib.loads(file.read_text("utf-8"))["question"]
    return [
        Question(
            row["asks"],
            row.get("game") or row.get("beside") or row["finds"][0].partition(".")[0],
            tuple(row["finds"]),
            row.get("language", "en"),
        )
        for row in rows
    ]


@cache
def index() -> dict[str, Any]:
    """Return the files of the search index."""
    return packed(answers(), SOURCE)


@cache
def _node(segments: bool) -> subprocess.Popen[str]:
    """Start the page's own code, which then answers one line of questions after another until this program ends."""
    install()
    about = {"packages": str(PACKAGES / "package.json"), "files": index(), "segments": segments}
    command = node_command("node", "tests/js/search/questions.mjs")
    started = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    atexit.register(started.communicate, timeout=60)
    _tell(started, about)
    return started


def _tell(node: subprocess.Popen[str], message: dict[str, Any]) -> None:
    assert node.stdin
    node.stdin.write(json.dumps(message) + "\n")
    node.stdin.flush()


def asked(
    rows: Sequence[dict[str, Any]],
    *,
    segments: bool = True,
    files: dict[str, Any] | None = None,
    language: str = SOURCE,
) -> list[dict[str, Any]]:
    """Return, for each row (`asks` and perhaps `game`), the answers of the page's own code and the time they took.

    Each answer is the id of its rule, or its address. Without `segments`, the code works as in a browser that cannot
    split Japanese text into words. `files` are those of another index; `language` is that of the page.
    """
    node = _node(segments)
    _tell(node, {"files": files, "language": language, "questions": rows})
    assert node.stdout
    line = node.stdout.readline()
    assert line, f"questions.mjs ended with status {node.wait(60)}"
    found: list[dict[str, Any]] = json.loads(line)
    return found


def found_in_game(known: Sequence[Question], *, segments: bool = True) -> list[list[str]]:
    """Return the answers to each question on a page of its game."""
    rows = [{"asks": one.asks, "game": one.game} for one in known]
    return [found["rules"] for found in asked(rows, segments=segments)]


def found_in_front(known: Sequence[Question], *, segments: bool = True) -> list[list[str]]:
    """Return the answers to each question on a page of no game, in the order of the list."""
    rows = [{"asks": one.asks} for one in known]
    return [found["rules"] for found in asked(rows, segments=segments)]


def figures(known: Sequence[Question], found: Sequence[Sequence[str]]) -> Figures:
    """Return the ranks of the right answers among those found."""
    return Figures(tuple(one.rank(rules) for one, rules in zip(known, found, strict=True)))


def in_groups(known: Sequence[Question], found: Sequence[Sequence[str]]) -> Figures:
    """Return the ranks of the right answers among those of the right game."""
    own = [
        [rule for rule in rules if rule.partition(".")[0] == one.game] for one, rules in zip(known, found, strict=True)
    ]
    return figures(known, own)


def _misses(known: Sequence[Question], found: Sequence[Sequence[str]]) -> Iterator[str]:
    for one, rules in zip(known, found, strict=True):
        if (rank := one.rank(rules)) > 1:
            yield f"  {rank:2} {one.asks!r} expects {' or '.join(one.finds)}, finds {', '.join(rules[:3])}"


def main(*args: str) -> int:
    """Print the figures for the files named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.site.search.measure", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="list the questions whose rule is not first")
    chosen = parser.parse_args(args)
    known = [one for file in chosen.files for one in questions(file)]
    if unknown := {rule for one in known for rule in one.finds} - {
        id_ for game in GAMES.values() for id_ in game.rules
    }:
        parser.error(f"expected ids of rules, found {', '.join(sorted(unknown))}")
    lines = list[str]()
    in_game, front = found_in_game(known), found_in_front(known)
    for title, measured in (
        ("page of the game", figures(known, in_game)),
        ("front page", figures(known, front)),
        ("front page, in its group", in_groups(known, front)),
    ):
        lines.append(f"{title:25}{measured}")
    for language in sorted({one.language for one in known}):
        chosen_rows = [n for n, one in enumerate(known) if one.language == language]
        part = figures([known[n] for n in chosen_rows], [in_game[n] for n in chosen_rows])
        lines.append(f"{f'page of the game, {language}':25}{part}")
    if chosen.misses:
        lines += _misses(known, in_game)
    sys.stdout.write("\n".join([*lines, ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
