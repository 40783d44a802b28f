"""Independent copies of modes. Values that never change are shared, so this is much faster than `copy.deepcopy`."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from datetime import date, timedelta, tzinfo
from enum import Enum
from functools import lru_cache
from gettext import NullTranslations
from itertools import chain
from types import BuiltinFunctionType, FunctionType, MethodType, NoneType, SimpleNamespace
from typing import Any, TypeAlias, TypeVar

from cattools.core.game import Game, State

T = TypeVar("T")
Copier: TypeAlias = Callable[[Any, dict[int, Any]], Any]
# Besides these, frozen dataclasses are taken to be unchangeable, with everything in them.
UNCHANGEABLE = (
    *(str, bytes, int, float, NoneType, Enum, date, timedelta, tzinfo),
    *(type, FunctionType, BuiltinFunctionType, NullTranslations, Game, State),
)


def independent(value: T, shared: Iterable[object]) -> T:
    """Return a copy of a value; everything that can change is copied, except the `shared` objects."""
    found: T = _copy(value, {id(one): one for one in shared})
    return found


def _copy(value: Any, known: dict[int, Any]) -> Any:
    kind = type(value)
    if kind not in _COPIERS:
        _COPIERS[kind] = _instances(kind)
    copier = _COPIERS[kind]
    if copier is None:
        return value
    at = id(value)
    if at not in known:
        known[at] = copier(value, known)
    return known[at]


def _instances(kind: type) -> Copier | None:
    """Return the function that copies the instances of a class, or None if they never change."""
    if issubclass(kind, UNCHANGEABLE) or getattr(kind, "__dataclass_params__", _NO_DATACLASS).frozen:
        return None
    if own := getattr(kind, "__deepcopy__", None):
        return own  # type: ignore[no-any-return]
    plain = kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__
    return _instance if plain else copy.deepcopy


def _instance(value: Any, known: dict[int, Any]) -> Any:
    """Return a copy of an object with its attributes, which can refer back to the object itself."""
    clone = known[id(value)] = object.__new__(type(value))
    for name in _slots(type(value).__mro__):
        object.__setattr__(clone, name, _copy(getattr(value, name), known))
    if hasattr(value, "__dict__"):
        copiers = _COPIERS
        vars(clone).update(
            {  # checked here too, because most attributes are values that never change
                name: one if copiers.get(type(one), _copy) is None else _copy(one, known)
                for name, one in vars(value).items()
            }
        )
    return clone


@lru_cache(256)
def _slots(kinds: tuple[type, ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(vars(kind).get("__slots__", ()) for kind in kinds))


_NO_DATACLASS = SimpleNamespace(frozen=False)
# The function that copies values of a type, or None if they never change; other classes are added when first met.
_COPIERS: dict[type, Copier | None] = {
    dict: lambda value, known: {name: _copy(one, known) for name, one in value.items()},
    list: lambda value, known: [_copy(one, known) for one in value],
    set: lambda value, _: {*value},
    tuple: lambda value, known: (*(_copy(one, known) for one in value),),
    MethodType: lambda value, known: MethodType(value.__func__, _copy(value.__self__, known)),
}
