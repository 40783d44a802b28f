"""The games by id: every package in this folder is a game and defines `GAME`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, overload

from cattools.core.data_files import game_ids
from cattools.core.errors import DataError, unknown
from cattools.core.game import AnyGame, Game, State
from cattools.core.messages import N_

if TYPE_CHECKING:
    from cattools.games import calico, catbox, cattricola, herders, territory

__all__ = ["GAMES", "game"]


def _missing(error: ImportError, package: str) -> str:
    """Return the file that is missing in a game's package, or "" if the import failed for another reason."""
    name = error.name or ""
    if isinstance(error, ModuleNotFoundError):
        missing = name
    elif (error.path or "").endswith("__init__.py") and (
        wanted := re.match(r"cannot import name '(\w+)' from '", error.msg)
    ):
        missing = f"{name}.{wanted[1]}"
    else:
        return ""
    return (
        f"{missing.removeprefix('cattools.').replace('.', '/')}.py" if f"{missing}.".startswith(f"{package}.") else ""
    )


class Games(Mapping[str, AnyGame]):
    """All games by id. A game's package is imported on first access."""

    def __getitem__(self, key: str) -> AnyGame:
        if key not in game_ids():
            raise KeyError(key)
        try:
            loaded: AnyGame = import_module(f"{__name__}.{key}").GAME
        except ImportError as error:
            if missing := _missing(error, f"{__name__}.{key}"):
                raise DataError(f"{missing}: expected this file, found none") from None
            raise
        return loaded

    def __iter__(self) -> Iterator[str]:
        return iter(game_ids())

    def __len__(self) -> int:
        return len(game_ids())

    def _ipython_key_completions_(self) -> list[str]:
        return list(game_ids())


GAMES = Games()


# For type checkers: the states and actions of the book's own games are known by the id.
@overload
def game(name: Literal["calico"]) -> Game[calico.Calico, calico.Action]: ...
@overload
def game(name: Literal["catbox"]) -> Game[catbox.Catbox, catbox.Action]: ...
@overload
def game(name: Literal["cattricola"]) -> Game[cattricola.Cattricola, cattricola.Action]: ...
@overload
def game(name: Literal["herders"]) -> Game[herders.Herders, herders.Action]: ...
@overload
def game(name: Literal["territory"]) -> Game[territory.Territory, territory.Action]: ...
@overload
def game(name: object) -> Game[State[Any], Any]: ...
def game(name: object) -> AnyGame:
    """Return a game by id. Raises `OptionError`."""
    if not isinstance(name, str) or name not in GAMES:
        raise unknown(N_("expected one of the games {known}, found {found}"), name, GAMES)
    return GAMES[name]


def __dir__() -> list[str]:
    return sorted({*__all__, *game_ids()})


if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute

    def __getattr__(name: str) -> ModuleType:
        # `__dir__` lists the games, so they must exist as attributes
        if name in game_ids():
            return import_module(f"{__name__}.{name}")
        expected = N_("expected cattools.games to be asked for one of {known}, found {found}")
        raise AttributeError(str(unknown(expected, name, __dir__())))


def having(part: str) -> list[str]:
    """Return the ids of the games that have an optional part.

    `part` names an attribute of `Game` that is None or false for a game without it, such as `setup` or `has_practice`.
    """
    return [id_ for id_, game_ in GAMES.items() if getattr(game_, part)]
