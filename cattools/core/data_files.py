"""Readers for the package's TOML and JSON data files, with errors that name file and place."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data, iter_modules
from typing import Any, TypeVar

from cattools.core.errors import DataError, shorten

T = TypeVar("T")
_NONE: Any = object()


def read_bytes(name: str) -> bytes:
    """Return the contents of a file of the package, such as `games/herders/data/rules.toml`.

    Raises `FileNotFoundError`.
    """
    # importlib.resources would pull zipfile and its dependencies into the kernel of every page.
    try:
        found = get_data("cattools", name)
    except OSError as error:  # raised by the loader of an archive
        raise FileNotFoundError(name) from error
    if found is None:
        raise FileNotFoundError(name)
    return found


def read(name: str) -> str:
    """Return the text of a file of the package, with LF line endings. Raises `FileNotFoundError`."""
    return read_bytes(name).decode().replace("\r\n", "\n")


@cache
def of_games(name: str) -> tuple[str, ...]:
    """Return the paths of every game's data file of this name, such as `games/herders/data/art.json`, sorted."""
    games = iter_modules([f"{place}/games" for place in sys.modules["cattools"].__path__])
    return tuple(sorted(file for game in games if _is_there(file := f"games/{game.name}/data/{name}")))


def _is_there(name: str) -> bool:
    try:
        read_bytes(name)
    except FileNotFoundError:
        return False
    return True


@cache
def load(name: str) -> dict[str, Any]:
    """Return the contents of a TOML or JSON file of the package, from a cache. Raises `DataError`."""
    return load_once(name)


def load_once(name: str) -> dict[str, Any]:
    """Return the contents of a file like `load`, for callers that cache what they make of it. Raises `DataError`."""
    try:
        return parse(read(name), name)
    except FileNotFoundError:
        raise DataError(f"{name}: expected this file, found none") from None
    except UnicodeDecodeError as error:
        found = f"byte 0x{error.object[error.start]:02x} at {error.start}"
        raise DataError(f"{name}: expected UTF-8, found {found}") from None


def parse(text: str, name: str) -> dict[str, Any]:
    """Return the table in `text`: JSON if `name` ends in `.json`, else TOML. Raises `DataError`."""
    try:
        found = json.loads(text) if name.endswith(".json") else tomllib.loads(text)
    except ValueError as error:
        raise DataError(f"{name}: {error}") from None
    if not isinstance(found, dict):
        raise DataError(f"{name}: expected a table at the top level, found {shorten(found)}")
    return found


def take(record: Mapping[str, Any], key: str, kind: type[T], where: str, default: T = _NONE) -> T:
    """Return `record[key]`, which must be of type `kind`. Raises `DataError` naming `where`."""
    found = record.get(key, default)
    if found is _NONE:
        raise DataError(f"{where}: expected {key!r}, found only {shorten(', '.join(record))}")
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        raise DataError(f"{where}: expected {key!r} to be {_WORDS.get(kind, kind.__name__)}, found {shorten(found)}")
    return found


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a data file's records: its type, what it says, and its default if it is optional.

    A list holds strings. `only` names the kinds of record that can have the key, if not all of them can.
    """

    type: type
    says: str
    default: Any = _NONE
    only: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        """Whether every record must have the key."""
        return self.default is _NONE


def values(record: Mapping[str, Any], keys: Mapping[str, Key], where: str) -> dict[str, Any]:
    """Return the value or default of every key, with lists as tuples. Raises `DataError` naming `where`."""
    found: dict[str, Any] = {}
    for name, key in keys.items():
        value = take(record, name, key.type, where, key.default)
        if isinstance(value, list):
            if not all(isinstance(each, str) for each in value):
                raise DataError(f"{where}: expected {name!r} to be a list of strings, found {shorten(value)}")
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
    str: "a string",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
