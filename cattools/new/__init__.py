"""`cattools new`: write a small but complete game, which its author then replaces piece by piece.

The game goes into the project or, with `--package`, into a project of its own.
"""

from __future__ import annotations

import builtins
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from importlib.resources.abc import Traversable
from keyword import kwlist, softkwlist
from pathlib import Path
from string import Template

import cattools.games
from cattools.core.errors import CattoolsError, clipped, shorten
from cattools.core.loading.game_packages import installed
from cattools.core.messages import N_, text

ROOT = Path(__file__).parents[2]
# Where the template's folders go in the project; `data` holds a single file, which is named after the game.
PLACES = {
    "game": "cattools/games/{name}",
    "book": "book/{name}",
    "tests": "tests/games/{name}",
    "data": "tests/data/perft/{name}.toml",
}
# Where they go if the game is a package of its own.
IN_PACKAGE = {
    "package": "",
    "game": "cattools_{name}",
    "book": "cattools_{name}/book",
    "tests": "tests",
}
# The project's own commands that generate files from the games, each with the files that it writes.
COMMANDS = {
    ("-m", "cattools.site.game_pages.generate", "{name}"): "book/{name}/*.md",
    ("-m", "cattools.site.notebooks.normalize", "{name}"): "book/{name}/*.md",
    ("-m", "tests.games.golden", "--write", "{name}"): "tests/data/*/{name}[-.]*",
    ("-m", "tools.extract_messages"): "locale/*.pot",
    ("tools/generate_reference.py",): "docs/reference.md",
}
# The starter game's pages, in reading order: its own chapter, and those made from templates.
PAGES = ("index", "components", "play", "position", "printable", "rulings", "reference")
# The project's lists of games. Each file has a pattern that matches its existing entries, and a new entry, which is
# inserted after the last match. `<game>` in a pattern stands for the title of a game.
LISTS = {
    "_toc.yml": (
        r"^ +- file: book/\w+/.*\n",
        "  - caption: {title}\n    chapters:\n" + "".join(f"      - file: book/{{name}}/{page}\n" for page in PAGES),
    ),
    "README.md": (r"\*\*<game>\*\*(.|\n(?!\n))*", " And **{title}**."),  # to the end of the paragraph
    "book/intro.md": (
        r"^\| \[.+\]\(\w+/index\.md\).*\n",
        (
            "| [{title}]({name}/index.md), [to play]({name}/play.md), [quick reference]({name}/reference.md) "
            "| {counts} | {summary} |\n"
        ),
    ),
    "book/about.md": (
        r"^\*\*<game>\*\* .*\n",
        (
            "\n**{title}**: {summary} Its author and the source of its rules are named in "
            "[its chapter]({name}/index.md); its [rulings]({name}/rulings.md) answer questions.\n"
        ),
    ),
}
GRIDS = ("squares", "hexes")
COLOURS = ("Red", "Blue", "Yellow", "Green")
TOOLS = ("build", "conftest", "dist", "venv")  # folders that pytest skips, and the name of its configuration file
LONGEST_NAME, LONGEST_TITLE, LONGEST_SUMMARY = 16, 40, 120
ONLY_PACKAGE = N_("expected a checkout of the project, with its book and tests, found only the package")
_SUFFIX = ".txt"
_LINE = 121  # maximum length of a line, with its line end
_CORE = re.compile(r"^from cattools\.core\S* import (.*)\n", re.MULTILINE)
_MARK = "%% "


class NewGameError(CattoolsError):
    """A new game cannot be made as requested."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The requested game.

    `name` is its name in code, `title` its title for readers, `players` the maximum number of players, `grid` the kind
    of cells, `hidden` says whether players have hidden hands, and `summary` says in a sentence what the game is about.
    `outside` is true of a game that gets a package of its own.
    """

    name: str
    title: str = ""
    players: int = 2
    grid: str = "squares"
    hidden: bool = False
    summary: str = ""
    outside: bool = False

    @property
    def package(self) -> str:
        """The game's package, as it is imported."""
        return f"cattools_{self.name}" if self.outside else f"cattools.games.{self.name}"

    @property
    def kinds(self) -> set[str]:
        """The words in the template's conditions that are true of this game."""
        place = "outside" if self.outside else "inside"
        return {self.grid, place, "hidden" if self.hidden else "open", "two" if self.players == 2 else "more"}

    def facts(self) -> Mapping[str, str]:
        """Return the values of the template's placeholders, by name."""
        names, squares = COLOURS[: self.players], self.grid == "squares"
        sides = 24 if squares else 33  # pairs of adjacent cells on a board with four rows of four cells
        counts = ("Two", "Two or three", "Two to four")[self.players - 2]
        dealt, other, wrong = (
            f" {'/'.join(hands[: self.players])}" if self.hidden else ""
            for hands in (("ab", "ac", "ad", "ab"), ("ab", "cd", "bc", "ad"), ("ab", "az", "ad", "ab"))
        )
        third = 16 * 15 * 14 if self.players > 2 else (16 * 15 - 2 * sides) * 14
        order = f"{', '.join(names[:-1])} and {names[-1]}"
        return {
            "name": self.name,
            "package": self.package,
            "Name": self.name.capitalize(),
            "title": self.title or self.name.capitalize(),
            "summary": self.summary or "Put stones where none of yours is.",
            "names": ", ".join(f'N_("{name}")' for name in names),
            "ids": ", ".join(f'"{name.lower()}"' for name in names),
            "players": str(self.players),
            "others": str(self.players - 1),
            "counts": ", ".join(f'"{n}"' for n in range(2, self.players + 1)),
            "labels": ", ".join(f'"{word}"' for word in ("Two", "Three", "Four")[: self.players - 1]),
            "player_words": f"{counts} players",
            "who_play": f"{counts} play, in this order: {order}.",
            "grid": self.grid,
            "other_grid": GRIDS[squares],
            "cells": "squares" if squares else "hexagons",
            "neighbours": "4" if squares else "6",
            "sides": str(sides),
            "hands": dealt,
            "perft_hands": other,
            "wrong_hands": wrong,
            "ways": str([8, 32, 256] if self.hidden else [16, 240, third]),
            "y": "y" if self.players > 2 else "1",
            "points": ", ".join(('"red 11"', '"blue 11"', '"yellow 6"', '"green 0"')[: self.players]),
        }


def make(wanted: NewGame, root: Path = ROOT) -> list[Path]:
    """Write a new game into the project at `root` and return every file written or changed.

    Files that the project generates from all games are updated. If `root` is not a checkout of the project, or if the
    name, title or summary cannot be used, nothing is written and `NewGameError` is raised. If one of the project's own
    commands fails, the new game stays and `NewGameError` is raised. If a file cannot be written, the new game is
    removed and `OSError` is raised.
    """
    _check(wanted, root)
    texts = {root / path: written for path, written in files(wanted)}
    for file in texts:
        if file.exists():
            raise NewGameError(text(N_("expected {path} not to exist"), path=file.relative_to(root)))
    lists = {root / path: (root / path).read_text(encoding="utf-8") for path in LISTS}
    texts |= {file: listed(file.relative_to(root).as_posix(), lists[file], wanted) for file in lists}
    try:
        for file, written in texts.items():  # the lists of games come last
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(written, encoding="utf-8")
    except OSError:
        for place in PLACES.values():
            _remove(root / place.format(name=wanted.name))
        for file, before in lists.items():
            file.write_text(before, encoding="utf-8")
        raise
    for command in COMMANDS:
        _run(*(word.format(name=wanted.name) for word in command), root=root)
    generated = (file for paths in COMMANDS.values() for file in sorted(root.glob(paths.format(name=wanted.name))))
    return list(dict.fromkeys([*texts, *generated]))  # a command can rewrite a file that was written before it


def make_package(wanted: NewGame, folder: Path) -> list[Path]:
    """Write a new game as a package of its own into an empty or new folder, and return every file written.

    Nothing is written, and `NewGameError` is raised, if the name, title or summary cannot be used, or if `folder` is a
    file or has files in it.
    """
    _check_words(wanted)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise NewGameError(text(N_("expected a new or empty folder, found {path}"), path=folder))
    found = files(replace(wanted, outside=True), IN_PACKAGE)
    texts = {folder / path: _outside(written) if path.endswith(".py") else written for path, written in found}
    for file, written in texts.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written, encoding="utf-8")
    return list(texts)


def _outside(code: str) -> str:
    """Return the code of a game with all its imports from the core merged into one from `cattools.api`."""
    names = sorted({name for line in _CORE.findall(code) for name in line.split(", ")}, key=_import_order)
    line = f"from cattools.api import {', '.join(names)}\n"
    if len(line) > _LINE:
        line = "\n    ".join(("from cattools.api import (", *(f"{name}," for name in names))) + "\n)\n"
    return _CORE.sub("", _CORE.sub("\0\n", code, count=1)).replace("\0\n", line)


def _import_order(name: str) -> tuple[bool, bool, str]:
    return not name.isupper(), not name[0].isupper(), name


def filled(template: str, wanted: NewGame) -> str:
    """Return a template filled in for one game, without the lines whose condition does not apply.

    A condition is a line such as `%% hidden` or `%% open two`. The lines up to the next condition are kept only if all
    its words are among the game's `kinds`; lines after `%% always` are kept for all games.
    """
    lines, kinds = [], {*wanted.kinds, "always"}
    applies = True
    for line in template.splitlines(keepends=True):
        if line.startswith(_MARK):
            applies = kinds.issuperset(line.removeprefix(_MARK).split())
        elif applies:
            lines.append(line)
    return Template("".join(lines)).substitute(wanted.facts())


def listed(path: str, before: str, wanted: NewGame) -> str:
    """Return the text of a file that lists the games, with the new game added.

    Raises `NewGameError` if the file lists no games.
    """
    pattern, line = LISTS[path]
    titles = "|".join(re.escape(str(game.title)) for game in cattools.games.GAMES.values())
    ends = [match.end() for match in re.finditer(pattern.replace("<game>", f"({titles})"), before, re.MULTILINE)]
    if not ends:
        raise NewGameError(text(N_("expected a list of the games in {path}, found none"), path=path))
    most = ("2", "2, 3", "2 to 4")[wanted.players - 2]  # "2 to 4" is in the book, so it is translated already
    entry = line.format_map({**wanted.facts(), "counts": most})
    return before[: ends[-1]] + entry + before[ends[-1] :]


def files(wanted: NewGame, places: Mapping[str, str] = PLACES) -> Iterator[tuple[str, str]]:
    """Yield the path and text of every file of the game; `places` says where the template's folders go."""
    for folder, place in places.items():
        for path, template in _templates(resources.files(__name__) / "template" / folder):
            if written := filled(template.read_text(encoding="utf-8"), wanted):
                target = place.format(name=wanted.name)
                yield target if Path(target).suffix else f"{target}/{path.removesuffix(_SUFFIX)}".lstrip("/"), written


def _templates(folder: Traversable, below: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield every template below a folder with its path relative to the folder."""
    for entry in sorted(folder.iterdir(), key=lambda file: file.name):
        if entry.is_dir():
            yield from _templates(entry, f"{below}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            yield below + entry.name, entry


def _check(wanted: NewGame, root: Path) -> None:
    """Raise `NewGameError` if the game cannot be made."""
    name = wanted.name
    if any(not (root / path).exists() for path in (*LISTS, "cattools/games", "tests/games", "tools")):
        raise NewGameError(text(ONLY_PACKAGE))
    _check_name(wanted)
    for place in (f"cattools/{name}", f"cattools/games/{name}", f"book/{name}", f"tests/games/{name}"):
        if path := next((p for p in (f"{place}{end}" for end in ("", ".py", ".md")) if (root / p).exists()), None):
            raise NewGameError(text(N_("expected an unused name, but {path} already exists"), path=path))
    _check_words(wanted)


def _check_name(wanted: NewGame) -> None:
    name = wanted.name
    if not re.fullmatch("[a-z]{2,}", name) or len(name) > LONGEST_NAME:
        raise NewGameError(
            text(
                N_("expected a name of 2 to {most} lowercase letters from a to z, found {found}"),
                most=LONGEST_NAME,
                found=shorten(name),
            )
        )
    if name.startswith("test"):
        raise NewGameError(
            text(
                N_("expected a name that does not begin with test, found {found}: pytest would run {kind} as a test"),
                found=repr(name),
                kind=name.capitalize(),
            )
        )


def _check_words(wanted: NewGame) -> None:
    """Raise `NewGameError` if the game's name, title or summary cannot be used anywhere."""
    _check_name(wanted)
    name, title, summary = wanted.name, wanted.title, wanted.summary
    if name in installed():
        raise NewGameError(text(N_("expected an unused name, but {path} already exists"), path=name))
    if _means_something(name):
        raise NewGameError(
            text(
                N_("expected a name without another meaning in Python, pytest or the project, found {found}"),
                found=repr(name),
            )
        )
    if title and not (len(title) <= LONGEST_TITLE and re.fullmatch(r"[^\W\d_]([\w '.!&-]*[\w.!])?", title)):
        raise NewGameError(
            text(
                N_("expected a title of up to {most} letters, digits, spaces and any of '.!&-, found {found}"),
                most=LONGEST_TITLE,
                found=shorten(title),
            )
        )
    if summary and not (len(summary) <= LONGEST_SUMMARY and re.fullmatch(r"[^\W\d_][^|{}\n]*\.", summary)):
        raise NewGameError(
            text(
                N_("expected a summary of one sentence of up to {most} characters, with a full stop, found {found}"),
                most=LONGEST_SUMMARY,
                found=shorten(summary),
            )
        )


def _means_something(name: str) -> bool:
    """Return whether a game's name, or the name of its class, already means something else in Python or the project."""
    kind = name.capitalize()
    words = {*kwlist, *softkwlist, *TOOLS, *vars(cattools.games)}
    return name in words or kind in words or hasattr(builtins, kind) or kind in _words_used()


def _words_used() -> set[str]:
    """Return all words in the template's code: a class with one of these names would shadow that word."""
    templates = _templates(resources.files(__name__) / "template" / "game")
    return {word for _, file in templates for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}


def _remove(place: Path) -> None:
    """Remove a file, or a folder with its contents."""
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _run(*command: str, root: Path) -> None:
    """Run one of the project's own Python programs in the project. Raises `NewGameError` if it fails.

    It imports from that project, even if another checkout is installed.
    """
    result = subprocess.run(  # noqa: S603 - the project's own programs
        [sys.executable, *command],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        errors = result.stderr.strip().splitlines() or [""]
        raise NewGameError(
            text(
                N_("the game is written, but `python {command}` failed: {error}"),
                command=" ".join(command),
                error=clipped(errors[-1], 200),
            )
        )
