"""Fast construction of frozen dataclasses, because every action of a game creates a new state."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def fast_init(cls: type[T]) -> type[T]:
    """Give a frozen, slotted dataclass an `__init__` that takes half the time; the class stays frozen.

    The `__init__` that `dataclass` generates calls `object.__setattr__` for every field, which looks up the slot; this
    one calls the slot's setter directly. Like `dataclass`, it uses `exec`. Raises `TypeError` for a class whose
    `__init__` does more than set fields: a default factory, a field that is not an argument, or a `__post_init__`.
    """
    if hasattr(cls, "__post_init__") or any(f.default_factory is not MISSING or not f.init for f in fields(cls)):  # type: ignore[arg-type]
        raise TypeError(f"expected a data class that only takes its fields, found {cls.__name__}")
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    setters: dict[str, Any] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    lines = "".join(f"\n    set_{name}(self, {name})" for name in names)
    exec(f"def __init__(self, {', '.join(names)}):{lines}", setters)  # noqa: S102 - only field names are inserted
    old, new = cls.__init__, setters["__init__"]
    new.__defaults__, new.__annotations__, new.__qualname__ = old.__defaults__, old.__annotations__, old.__qualname__
    cls.__init__ = new  # type: ignore[method-assign]
    return cls
