"""Values made quickly: a state is made in every step of a game, and play is mostly that."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def quickly_made(cls: type[T]) -> type[T]:
    """Let a frozen data class with slots fill them itself; it stays as frozen, and is made in half the time.

    What `dataclass` writes looks up `object.__setattr__` for every field, which looks up the slot; here each field has
    the setter of its slot at hand. Written by `exec`, as `dataclass` does. Raises `TypeError` for a class in which more
    happens than that: a default made anew, a field that is no argument, a `__post_init__`.
    """
    if hasattr(cls, "__post_init__") or any(f.default_factory is not MISSING or not f.init for f in fields(cls)):  # type: ignore[arg-type]
        raise TypeError(f"expected a data class that only takes its fields, found {cls.__name__}")
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    setters: dict[str, Any] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    lines = "".join(f"\n    set_{name}(self, {name})" for name in names)
    exec(f"def __init__(self, {', '.join(names)}):{lines}", setters)  # noqa: S102 - of names that are fields
    old, new = cls.__init__, setters["__init__"]
    new.__defaults__, new.__annotations__, new.__qualname__ = old.__defaults__, old.__annotations__, old.__qualname__
    cls.__init__ = new  # type: ignore[method-assign]
    return cls
