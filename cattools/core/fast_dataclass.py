"""Fast construction of frozen dataclasses, because every action of a game creates a new state."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def fast_init(cls: type[T]) -> type[T]:
    """Give a frozen, slotted dataclass an `__init__` that takes a quarter of the time; the class stays frozen.

    The `__init__` that `dataclass` generates calls `object.__setattr__` for every field. This one makes the new object
    an instance of a class with the same slots that is not frozen, assigns the fields, and changes the class back. Like
    `dataclass`, it uses `exec`. Raises `TypeError` for a class without slots, or whose `__init__` does more than set
    fields: a default factory, a field that is not an argument, or a `__post_init__`.
    """
    more = hasattr(cls, "__post_init__") or any(f.default_factory is not MISSING or not f.init for f in fields(cls))  # type: ignore[arg-type]
    if more or "__slots__" not in vars(cls):
        raise TypeError(f"expected a data class with slots that only takes its fields, found {cls.__name__}")
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    unfrozen = type(cls)(cls.__name__, cls.__bases__, {"__slots__": names})  # type: ignore[misc]
    context: dict[str, Any] = {
        "_frozen": cls,
        "_unfrozen": unfrozen,
        "_set_class": object.__dict__["__class__"].__set__,
    }
    lines = "".join(f"\n    self.{name} = {name}" for name in names)
    code = (
        f"def __init__(self, {', '.join(names)}):\n    _set_class(self, _unfrozen){lines}\n    self.__class__ = _frozen"
    )
    exec(code, context)  # noqa: S102 - only field names are inserted
    old, new = cls.__init__, context["__init__"]
    new.__defaults__, new.__annotations__, new.__qualname__ = old.__defaults__, old.__annotations__, old.__qualname__
    cls.__init__ = new  # type: ignore[method-assign]
    return cls
