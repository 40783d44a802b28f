"""The games by id, found by looking: every package in this folder that has a `GAME`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from cattools.core.errors import OptionError, shorten
from cattools.core.game import AnyGame
from cattools.core.messages import N_, text


@cache
def _ids() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


class Games(Mapping[str, AnyGame]):
    """All games by id; a game's package is imported when it is first asked for."""

    def __getitem__(self, key: str) -> AnyGame:
        if key not in _ids():
            raise KeyError(key)
        found: AnyGame = import_module(f"{__name__}.{key}").GAME
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_ids())

    def __len__(self) -> int:
        return len(_ids())


GAMES = Games()


def game(name: object) -> AnyGame:
    """Return a game by id. Raises `OptionError`."""
    if not isinstance(name, str) or name not in GAMES:
        raise OptionError(
            text(N_("expected a game among {known}, found {found}"), known=", ".join(GAMES), found=shorten(name))
        )
    return GAMES[name]
