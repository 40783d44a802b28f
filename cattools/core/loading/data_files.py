"""Readers for the package's TOML and JSON data files, with errors that name the file and the location in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import EnumMeta
from functools import cache
from itertools import cycle
from pkgutil import get_data
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cattools.core.errors import DataError, shorten
from cattools.core.loading.game_packages import GamePackage, installed, packages

T = TypeVar("T")
Pairs = tuple[tuple[str, str], ...]  # a table of strings


def read_bytes(name: str) -> bytes:
    """Return the contents of a file of the package, such as `games/herders/data/rules.toml`.

    Files of a game from another distribution have names of the same form. Raises `FileNotFoundError`.
    """
    game, file = _game_of(name), name.partition("/data/")[2]
    # An imported game can be in an archive of its own, which only its package's loader can read.
    by_itself = game is not None and (game.package in sys.modules or not game.is_own)
    try:
        # importlib.resources would pull zipfile and its dependencies into the kernel of every page.
        found = game.read_bytes(f"data/{file}") if game and by_itself else get_data("cattools", name)
    except OSError as error:  # raised if the package is in an archive
        raise FileNotFoundError(name) from error
    if found is None:
        raise FileNotFoundError(name)
    return found


def _game_of(name: str) -> GamePackage | None:
    return installed().get(name.split("/")[1]) if name.startswith("games/") else None


def is_own_file(name: str) -> bool:
    """Return whether a data file belongs to the book, not to a game from another distribution."""
    return (game := _game_of(name)) is None or game.is_own


def read(name: str) -> str:
    """Return the text of a file of the package, with LF line endings. Raises `FileNotFoundError`."""
    return read_bytes(name).decode().replace("\r\n", "\n")


@cache
def has(name: str) -> bool:
    """Return whether the package has a file, such as `games/herders/data/art.json`."""
    try:
        read_bytes(name)
    except FileNotFoundError:
        return False
    return True


def of_games(name: str) -> tuple[str, ...]:
    """Return the paths of all games' data files of this name, such as `games/herders/data/art.json`."""
    return _of_games(name, tuple(packages()))


@cache
def _of_games(name: str, games: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(file for game in games if has(file := f"games/{game}/data/{name}"))


@cache
def load(name: str) -> dict[str, Any]:
    """Return the cached contents of a TOML or JSON file of the package. Raises `DataError`."""
    return load_once(name)


@cache
def has_key(name: str, key: str) -> bool:
    """Return whether the package has a file with this key at its top level; the contents are not cached."""
    return has(name) and key in load_once(name)


def load_once(name: str) -> dict[str, Any]:
    """Return what `load` returns, but uncached, for callers that cache what they make from it. Raises `DataError`."""
    try:
        return parse(read(name), name)
    except FileNotFoundError:
        raise DataError(f"{name}: expected this file, found none") from None
    except UnicodeDecodeError as error:
        found = f"byte 0x{error.object[error.start]:02x} at {error.start}"
        raise DataError(f"{name}: expected UTF-8, found {found}") from None


def parse(text: str, name: str) -> dict[str, Any]:
    """Return the table in `text`: JSON if `name` ends in `.json`, else TOML. Raises `DataError`."""
    try:  # a page's kernel has TOML files as JSON, which is read much faster and begins with a brace
        found = json.loads(text) if name.endswith(".json") or text.startswith("{") else _toml(text)
    except ValueError as error:
        raise DataError(f"{name}: {error}") from None
    if not isinstance(found, dict):
        raise DataError(f"{name}: expected a table at the top level, found {shorten(found)}")
    return found


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - so that it is not in the kernel of every page

    return tomllib.loads(text)


def value_at(table: Any, path: str) -> Any:
    """Return the value in a table at a path such as `players.4.dealt`, or None if there is none."""
    for key in path.split("."):
        if isinstance(table, list):
            table = table[int(key)] if key.isdigit() and int(key) < len(table) else None
        else:
            table = table.get(key) if isinstance(table, dict) else None
    return table


def load_as(kind: type[T], name: str) -> T:
    """Return the cached contents of a data file as a dataclass; see `from_table`. Raises `DataError`."""
    return from_table(kind, load(name), name)


# --- tables as dataclasses -------------------------------------------------------------------------------------------

_WORDS: Mapping[type, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_LABELS = (
    "id",
    "name",
    "title",
    "picture",
)  # keys whose value names a record in errors; a record without them is named by its number
_Reader = Callable[[Any], Any]


class _Misfit(Exception):  # noqa: N818 - never leaves this module
    """A value does not fit its field; `path` says where the value is, as in `, rule 'herders.place', also 2`."""

    path = ""


def _misfit(expected: str, found: object) -> _Misfit:
    return _Misfit(f"expected {expected}, found {shorten(found)}")


def from_table(kind: type[T], table: object, where: str, **preset: object) -> T:
    """Return a dataclass filled from a table of a data file. Raises `DataError` naming `where` and the key.

    The table's keys are the fields of the dataclass, except the fields in `preset`, whose values the caller supplies. A
    field with a default can be left out of the table. A field can be a string, a number, a flag, a `StrEnum` or
    `Literal`, a dataclass or `Mapping` (a table), a tuple or frozenset (a list), `Pairs`, a union of these, or `Any`.
    The class's `__post_init__` can refuse values with a `ValueError`.
    """
    try:
        found: T = _filled(kind, table, preset)
    except _Misfit as error:
        raise DataError(f"{where}{error.path}: {error}") from None
    return found


def _filled(kind: type, table: Any, preset: Mapping[str, object]) -> Any:
    if type(table) is not dict:
        raise _misfit("a table", table)
    readers, required = _fields(kind)
    if not table.keys() <= readers.keys() or (preset and table.keys() & preset.keys()):
        known = readers.keys() - preset.keys()
        raise _misfit(f"one of the keys {', '.join(sorted(known))}", min(table.keys() - known))
    values, key = {**preset}, ""
    try:
        for key, value in table.items():
            values[key] = readers[key](value)
    except _Misfit as error:
        error.path = f", {key}{error.path}"
        raise
    if not values.keys() >= required.keys():
        first = next(name for name in required if name not in values)
        raise _misfit(f"the key {first!r}", ", ".join(table))
    try:
        return kind(**values)
    except ValueError as error:
        raise _Misfit(str(error)) from None


@cache
def _fields(kind: type) -> tuple[Mapping[str, _Reader], Mapping[str, None]]:
    """Return how to read each field of a dataclass, and the fields that have no default."""
    types, known = get_type_hints(kind), [field for field in fields(kind) if field.init]
    required = {field.name: None for field in known if field.default is field.default_factory is MISSING}
    return {field.name: _reader(types[field.name]) for field in known}, required


def _reader(kind: Any) -> _Reader:
    """Return the function that checks and converts a value for a field of this type."""
    if kind is Any:
        return lambda found: found
    readers = _readers(kind)
    words = _WORDS[float] if kind is float else " or ".join(_WORDS[one] for one in readers)

    def read(found: Any) -> Any:
        reader = readers.get(type(found))
        if reader is None:
            raise _misfit(words, found)
        return reader(found)

    return read


def _readers(kind: Any) -> dict[type, _Reader]:
    """Return the converters of values for a field of this type, by the type that a value has in the file."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return {one: reader for each in inner if each is not NoneType for one, reader in _readers(each).items()}
    if origin is Literal or isinstance(kind, EnumMeta):
        return {str: _choice({str(one): one for one in inner or kind})}
    if kind == Pairs:
        return {dict: _table(_reader(str), lambda found: tuple(found.items()))}
    if origin in (tuple, frozenset):
        return {list: _list((inner[0], ...) if origin is frozenset else inner, origin)}
    if origin is Mapping:
        return {dict: _table(_reader(inner[1]), dict)}
    if isinstance(kind, type) and is_dataclass(kind):
        return {dict: lambda found: _filled(kind, found, {})}
    return {one: lambda found: found for one in ((float, int) if kind is float else (kind,))}


def _choice(known: Mapping[str, object]) -> _Reader:
    def read(found: str) -> object:
        if found not in known:
            raise _misfit(f"one of {', '.join(known)}", found)
        return known[found]

    return read


def _list(kinds: tuple[Any, ...], make: Callable[[list[object]], object]) -> _Reader:
    """Return the reader of a list whose items have these types or, if the second is `...`, all have the first type."""
    readers, length = [_reader(kind) for kind in kinds if kind is not ...], 0 if ... in kinds else len(kinds)

    def read(found: list[Any]) -> object:
        if length not in (0, len(found)):
            raise _misfit(f"a list of {length}", found)
        expected = kinds if length else kinds[:1] * len(found)
        if (*map(type, found),) == expected:  # strings and numbers need no conversion
            return make(found)
        made: list[object] = []
        try:
            for each, reader in zip(found, cycle(readers), strict=False):
                made.append(reader(each))
        except _Misfit as error:
            error.path = _label(found[len(made)], len(made) + 1) + error.path
            raise
        return make(made)

    return read


def _table(item: _Reader, make: Callable[[dict[str, object]], object]) -> _Reader:
    def read(found: dict[str, Any]) -> object:
        made: dict[str, object] = {}
        key = ""
        try:
            for key, each in found.items():
                made[key] = item(each)
        except _Misfit as error:
            error.path = f" {key!r}{error.path}"
            raise
        return make(made)

    return read


def _label(record: object, number: int) -> str:
    """Return what an error calls a record in a list: the record's name if it has one, else its number."""
    named = (record[key] for key in _LABELS if key in record) if isinstance(record, dict) else ()
    name = next(iter(named), number)
    return f" {name!r}"
