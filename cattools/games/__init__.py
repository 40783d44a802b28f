"""The games by id, found by looking: every package in this folder that has a `GAME`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from cattools.core.errors import DataError, unknown
from cattools.core.game import AnyGame
from cattools.core.messages import N_

__all__ = ["GAMES", "game"]


@cache
def _ids() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def _missing(error: ImportError, package: str) -> str:
    """Return the file of a game's package that an import did not find; the empty string where it is another matter."""
    name = error.name or ""
    if isinstance(error, ModuleNotFoundError):
        lost = name
    elif (error.path or "").endswith("__init__.py") and (
        asked := re.match(r"cannot import name '(\w+)' from '", error.msg)
    ):
        lost = f"{name}.{asked[1]}"
    else:
        return ""
    return f"{lost.removeprefix('cattools.').replace('.', '/')}.py" if f"{lost}.".startswith(f"{package}.") else ""


class Games(Mapping[str, AnyGame]):
    """All games by id; a game's package is imported when it is first asked for."""

    def __getitem__(self, key: str) -> AnyGame:
        if key not in _ids():
            raise KeyError(key)
        try:
            found: AnyGame = import_module(f"{__name__}.{key}").GAME
        except ImportError as error:
            if missing := _missing(error, f"{__name__}.{key}"):
                raise DataError(f"{missing}: expected this file, found none") from None
            raise
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_ids())

    def __len__(self) -> int:
        return len(_ids())

    def _ipython_key_completions_(self) -> list[str]:
        return list(_ids())


GAMES = Games()


def game(name: object) -> AnyGame:
    """Return a game by id. Raises `OptionError`."""
    if not isinstance(name, str) or name not in GAMES:
        raise unknown(N_("expected a game among {known}, found {found}"), name, GAMES)
    return GAMES[name]


def __dir__() -> list[str]:
    return sorted({*__all__, *_ids()})


if not TYPE_CHECKING:  # or every name would be one of this module's

    def __getattr__(name: str) -> ModuleType:
        # what the keys complete is there, too
        if name in _ids():
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"cattools.games has no {name}")


def having(part: str) -> list[str]:
    """Return the ids of the games that have a part which others leave out: a `sheet`, a `tracker`, a `setup`."""
    return [id_ for id_, one in GAMES.items() if getattr(one, part) is not None]
