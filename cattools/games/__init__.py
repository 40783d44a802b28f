"""The games by id: every package in this folder is a game and defines `GAME`, and other distributions can add more.

`core/loading/game_packages.py` finds them. A game from another distribution that cannot be used is left out:
`left_out` says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, overload

from cattools.core.display import icons
from cattools.core.errors import DataError, closest, shorten, unknown
from cattools.core.game import AnyGame, Game, State
from cattools.core.loading.game_packages import API, GamePackage, game_ids, packages, refused
from cattools.core.messages import N_

if TYPE_CHECKING:
    from cattools.games import calico, catbox, cattricola, herders, territory

__all__ = ["GAMES", "game"]


def _missing(error: ImportError, package: str) -> str:
    """Return the file that is missing from a game's package, or "" if the import failed for another reason."""
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


def _own(package: str) -> AnyGame:
    try:
        loaded: AnyGame = import_module(package).GAME
    except ImportError as error:
        if missing := _missing(error, package):
            raise DataError(f"{missing}: expected this file, found none") from None
        raise
    return loaded


@cache
def _of_others(found: GamePackage) -> AnyGame | DataError:
    """Return a game from another distribution, or the error that says why it cannot be used."""
    try:
        icons.check(found.id)
        package = import_module(found.package)
    except Exception as error:  # noqa: BLE001 - code from another distribution can raise anything
        name = "" if isinstance(error, DataError) else f"{type(error).__name__}: "
        reason = f"expected the game {found.id} to load with version {API} of cattools.api, found {name}{error}"
    else:
        game_, version = getattr(package, "GAME", None), getattr(package, "API", None)
        if version != API:
            reason = f"expected API = {API} in {found.package}, the version of cattools.api, found {version!r}"
        elif not isinstance(game_, Game):
            reason = f"expected a Game called GAME in {found.package}, found {shorten(game_)}"
        else:
            return game_
    return DataError(f"{found.distribution}: {' '.join(reason.split())}")


def left_out() -> dict[str, str]:
    """Return, by game id, one sentence on why a game from another distribution cannot be used."""
    loaded = {one.id: _of_others(one) for one in packages().values() if one.distribution}
    return {**refused(), **{name: str(one) for name, one in loaded.items() if isinstance(one, DataError)}}


class Games(Mapping[str, AnyGame]):
    """All games by id. A game's package is imported on first access."""

    def __getitem__(self, key: str) -> AnyGame:
        found = packages()[key]
        loaded = _of_others(found) if found.distribution else _own(found.package)
        if isinstance(loaded, DataError):
            raise KeyError(key)
        return loaded

    def __contains__(self, key: object) -> bool:
        found = packages().get(key) if isinstance(key, str) else None
        return found is not None and not (found.distribution and isinstance(_of_others(found), DataError))

    def __iter__(self) -> Iterator[str]:
        return filter(self.__contains__, game_ids())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _ipython_key_completions_(self) -> list[str]:
        return [*self]


GAMES = Games()


def _by_title(name: object) -> str:
    """Return the id of the game whose title is closest to a name such as `cat-in-the-box`; "" if none is close."""
    titles = {one.title: id_ for id_, one in GAMES.items()}
    return titles.get(closest(name.replace("-", " ").replace("_", " "), titles), "") if isinstance(name, str) else ""


# For type checkers: for the book's own games, the id determines the types of states and actions.
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
    """Return a game by id. Raises `OptionError` for an unknown id, `DataError` for a game that cannot be used."""
    if not isinstance(name, str) or name not in GAMES:
        if isinstance(name, str) and name in (reasons := left_out()):
            raise DataError(reasons[name])
        raise unknown(N_("expected one of the games {known}, found {found}"), name, GAMES, near=_by_title(name))
    return GAMES[name]


def _own_ids() -> list[str]:
    return [one.id for one in packages().values() if one.is_own]


def __dir__() -> list[str]:
    return sorted({*__all__, *_own_ids()})


if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute

    def __getattr__(name: str) -> ModuleType:
        # `__dir__` lists the games, so they must exist as attributes
        if name in _own_ids():
            return import_module(f"{__name__}.{name}")
        expected = N_("expected cattools.games to be asked for one of {known}, found {found}")
        raise AttributeError(str(unknown(expected, name, __dir__())))


def having(part: str) -> list[str]:
    """Return the ids of the games that have an optional part.

    `part` names an attribute of `Game` that is None or false for a game without it, such as `position_editor` or
    `has_practice`.
    """
    return [id_ for id_, game_ in GAMES.items() if getattr(game_, part)]
