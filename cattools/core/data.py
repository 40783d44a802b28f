"""Reading the project's data files: TOML and JSON inside the package, with errors that name file and place."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from cattools.core.errors import DataError, shorten

T = TypeVar("T")
_NONE: Any = object()


def read(name: str) -> str:
    """Return the text of a file of the package, `name` as in `games/herders/data/rules.toml`."""
    return resources.files("cattools").joinpath(*name.split("/")).read_text(encoding="utf-8")


@cache
def of_games(name: str) -> tuple[str, ...]:
    """Return the games' data files of one name that there are, as in `games/herders/data/art.json`, in order."""
    games = resources.files("cattools").joinpath("games")
    found = (
        f"games/{game.name}/data/{name}"
        for game in games.iterdir()
        if games.joinpath(game.name, "data", name).is_file()
    )
    return tuple(sorted(found))


@cache
def load(name: str) -> dict[str, Any]:
    """Return what a TOML or JSON file of the package holds. Raises `DataError`."""
    try:
        return parse(read(name), name)
    except FileNotFoundError:
        raise DataError(f"{name}: expected this file, found none") from None
    except UnicodeDecodeError as error:
        found = f"byte 0x{error.object[error.start]:02x} at {error.start}"
        raise DataError(f"{name}: expected UTF-8, found {found}") from None


def parse(text: str, name: str) -> dict[str, Any]:
    """Return the table in `text`, JSON if `name` ends so, else TOML. Raises `DataError`."""
    try:
        found = json.loads(text) if name.endswith(".json") else tomllib.loads(text)
    except ValueError as error:
        raise DataError(f"{name}: {error}") from None
    if not isinstance(found, dict):
        raise DataError(f"{name}: expected a table at the top, found {shorten(found)}")
    return found


def take(record: Mapping[str, Any], key: str, kind: type[T], where: str, default: T = _NONE) -> T:
    """Return `record[key]`, which must be of `kind`. Raises `DataError` naming `where`."""
    found = record.get(key, default)
    if found is _NONE:
        raise DataError(f"{where}: expected {key!r}, found only {shorten(', '.join(record))}")
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise DataError(f"{where}: expected {key!r} to be {_WORDS.get(kind, kind.__name__)}, found {shorten(found)}")
    return found


@dataclass(frozen=True, slots=True)
class Key:
    """What a record of a data file may hold under a key: its type, what it says, and its default where it has one.

    A list is one of texts. `only` names the kinds of record that take it, where not all do.
    """

    type: type
    says: str
    default: Any = _NONE
    only: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        """Whether every record has to have it."""
        return self.default is _NONE


def values(record: Mapping[str, Any], keys: Mapping[str, Key], where: str) -> dict[str, Any]:
    """Return the record's value, or the default, for every key; lists as tuples. Raises `DataError` naming `where`."""
    found: dict[str, Any] = {}
    for name, key in keys.items():
        value = take(record, name, key.type, where, key.default)
        if isinstance(value, list):
            if not all(isinstance(each, str) for each in value):
                raise DataError(f"{where}: expected {name!r} to be a list of texts, found {shorten(value)}")
            value = tuple(value)
        found[name] = value
    return found


def tables(record: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    """Return `record[key]`, which must be a list of tables. Raises `DataError` naming `where`."""
    found = take(record, key, list, where)
    for each in found:
        if not isinstance(each, dict):
            raise DataError(f"{where}: expected every {key!r} to be a table, found {shorten(each)}")
    return found


_WORDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
