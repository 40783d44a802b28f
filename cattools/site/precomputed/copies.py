"""Independent copies of modes. Values that never change are shared, so this is much faster than `copy.deepcopy`."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from datetime import date, timedelta, tzinfo
from enum import Enum
from functools import lru_cache
from itertools import chain
from types import BuiltinFunctionType, FunctionType, MethodType, NoneType
from typing import Any, TypeAlias, TypeVar

from cattools.core.game import Game, State

T = TypeVar("T")
Copier: TypeAlias = Callable[[Any, dict[int, Any]], Any]
# Besides these, frozen dataclasses are taken to be unchangeable, with everything in them.
UNCHANGEABLE = (
    *(str, bytes, int, float, NoneType, Enum, date, timedelta, tzinfo),
    *(type, FunctionType, BuiltinFunctionType, Game, State),
)


def independent(value: T, shared: Iterable[object]) -> T:
    """Return a copy of a value; everything that can change is copied, except the `shared` objects."""
    found: T = _copy(value, {id(one): one for one in shared})
    return found


def _copy(value: Any, known: dict[int, Any]) -> Any:
    copier = _copier(value.__class__)
    if copier is None:
        return value
    at = id(value)
    if at not in known:
        known[at] = copier(value, known)
    return known[at]


@lru_cache(None)
def _copier(kind: Any) -> Copier | None:
    """Return the function that copies values of a type, None if such values never change."""
    params = getattr(kind, "__dataclass_params__", None)
    if issubclass(kind, UNCHANGEABLE) or (params is not None and params.frozen):
        return None
    simple: dict[type, Copier] = {
        dict: lambda value, known: {name: _copy(one, known) for name, one in value.items()},
        list: lambda value, known: [_copy(one, known) for one in value],
        set: lambda value, _: {*value},
        tuple: lambda value, known: (*(_copy(one, known) for one in value),),
        MethodType: lambda value, known: MethodType(value.__func__, _copy(value.__self__, known)),
    }
    if kind in simple:
        return simple[kind]
    return (
        _instance if kind.__reduce_ex__ is object.__reduce_ex__ and not hasattr(kind, "__deepcopy__") else copy.deepcopy
    )


def _instance(value: Any, known: dict[int, Any]) -> Any:
    """Return a copy of an object with its attributes, which can refer back to the object itself."""
    clone = known[id(value)] = object.__new__(type(value))
    slots = chain.from_iterable(vars(kind).get("__slots__", ()) for kind in type(value).__mro__)
    for name in slots:
        object.__setattr__(clone, name, _copy(getattr(value, name), known))
    if hasattr(value, "__dict__"):
        vars(clone).update({name: _copy(one, known) for name, one in vars(value).items()})
    return clone
