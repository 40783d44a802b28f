"""Where the games are: in `cattools/games/`, or in packages of other distributions.

Another distribution adds a game by an entry point in the group `cattools.games`. The entry point's name is the game's
id; its value is the package that contains the code, the folder `data`, and the chapter in the folder `book`:

    [project.entry-points."cattools.games"]
    konane = "cattools_konane"

The environment variable `CATTOOLS_GAMES` limits the games to those whose ids it contains. In a page's kernel, the file
`games/packed.json` lists the games instead. No game is imported here.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pkgutil import get_data, iter_modules
from typing import TYPE_CHECKING

from cattools.core.errors import DataError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

API = 1  # the version of `cattools.api`; a game's package in another distribution names the one that it uses
GROUP = "cattools.games"
CHOSEN = "CATTOOLS_GAMES"
PACKED = "games/packed.json"
_ID = re.compile("[a-z]{2,16}")


@dataclass(frozen=True, slots=True)
class GamePackage:
    """A game's package, by its import name, and the distribution that contains it: "" for the book's own games."""

    id: str
    package: str
    distribution: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is one of the book's own games."""
        return self.package.startswith(f"{GROUP}.")

    @property
    def folder(self) -> str:
        """The folder of the package. Raises `DataError` if there is no such package."""
        return os.path.dirname(self._spec.origin or "")  # noqa: PTH120 - pathlib is not in a page's kernel

    def read_bytes(self, name: str) -> bytes:
        """Return the contents of a file of the package, without importing it. Raises `OSError`, `DataError`."""
        path = os.path.join(self.folder, *name.split("/"))  # noqa: PTH118 - pathlib is not in a page's kernel
        data: bytes = self._spec.loader.get_data(path)  # type: ignore[union-attr]
        return data

    @property
    def _spec(self) -> ModuleSpec:
        try:
            found = find_spec(self.package)
        except (ImportError, ValueError):
            found = None
        if found is None or not found.origin or found.submodule_search_locations is None:
            raise DataError(f"{self.distribution}: expected the package {self.package}, found none")
        return found


@dataclass(frozen=True, slots=True)
class _Found:
    packages: Mapping[str, GamePackage]
    refused: Mapping[str, str]  # why games from other distributions are left out, by id


def packages() -> Mapping[str, GamePackage]:
    """Return the chosen games by id: first the book's own games, then those from other distributions, both sorted."""
    return _chosen(os.environ.get(CHOSEN, ""))


def installed() -> Mapping[str, GamePackage]:
    """Return all games by id, chosen or not."""
    return _found().packages


def refused() -> Mapping[str, str]:
    """Return, by id, why games from other distributions are left out, one sentence each."""
    return _found().refused


def game_ids() -> tuple[str, ...]:
    """Return the ids of the chosen games."""
    return tuple(packages())


@contextmanager
def choosing(ids: Iterable[str]) -> Iterator[None]:
    """Use only these games, in this process and in those that it starts."""
    before = os.environ.get(CHOSEN, "")
    os.environ[CHOSEN] = " ".join(ids)
    try:
        yield
    finally:
        os.environ[CHOSEN] = before


def id_of(package: str) -> str:
    """Return the id of the game in a package: the name of its entry point, or the package's own name."""
    known = {one.package: one.id for one in installed().values() if not one.is_own}
    return known.get(package, package.rpartition(".")[2])


@cache
def _chosen(ids: str) -> Mapping[str, GamePackage]:
    wanted = ids.split()
    return {one: found for one, found in installed().items() if not wanted or one in wanted}


@cache
def _found() -> _Found:
    try:
        packed = get_data("cattools", PACKED)
    except OSError:
        packed = None
    if packed is not None:
        return _Found({one: GamePackage(one, package) for one, package in json.loads(packed).items()}, {})
    folders = iter_modules([f"{folder}/games" for folder in sys.modules["cattools"].__path__])
    own = {one.name: GamePackage(one.name, f"{GROUP}.{one.name}") for one in folders if one.ispkg}
    return _with_others(dict(sorted(own.items())))


def _with_others(own: Mapping[str, GamePackage]) -> _Found:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and a page's kernel does not need it

    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, []).append(point)
    others, refused = {}, {}
    for name, found in sorted(points.items()):
        by = " and ".join(sorted(map(_distribution, found)))
        if not _ID.fullmatch(name):
            refused[name] = f"{by}: expected a game's name of 2 to 16 letters from a to z, found {name!r}"
        elif name in own:
            refused[name] = f"{by}: expected a name other than {name}, which is already a game in the book"
        elif len(found) > 1:
            refused[name] = f"{by}: expected one game called {name}, found {len(found)}"
        else:
            others[name] = GamePackage(name, found[0].value, by)
            try:
                _ = others[name].folder
            except DataError as error:
                refused[name] = str(error)
                del others[name]
    return _Found({**own, **others}, refused)


def _distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
