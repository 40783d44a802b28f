"""Stub of numpy in the browser kernel: only what ipycanvas needs to convert lists to bytes.

The site does not ship numpy, and a board does not need it. All other names of numpy raise `AttributeError`.
"""

from __future__ import annotations

import array as _array
from math import prod as _prod
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self, TypeAlias

    _Type: TypeAlias = "dtype"

__version__ = "2.0.0"


class dtype(str):  # noqa: N801 - numpy's name
    """A number type: a string equal to its name, with the type code of the `array` module."""

    __slots__ = ("code",)
    code: str

    def __new__(cls, name: str, code: str) -> Self:
        """Create a type from its name and its `array` type code."""
        self = super().__new__(cls, name)
        self.code = code
        return self


uint8 = dtype("uint8", "B")
int32 = dtype("int32", "i")
int64 = dtype("int64", "q")
float16 = dtype("float16", "e")  # only used in comparisons
float32 = dtype("float32", "f")
float64 = dtype("float64", "d")
_TYPES = {str(d): d for d in (uint8, int32, int64, float32, float64)}


class ndarray(_array.array):  # type: ignore[type-arg]  # noqa: N801 - numpy's name
    """A flat array with a shape; a subclass of `array.array`, so `memoryview` accepts it."""

    shape: tuple[int, ...]
    dtype: _Type
    flags = {"C_CONTIGUOUS": True}  # noqa: RUF012 - numpy's attribute

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def ravel(self) -> ndarray:
        """Return the same numbers as a one-dimensional array."""
        return _make(self, (_prod(self.shape),), self.dtype)

    def astype(self, kind: _Type) -> ndarray:
        """Return the numbers converted to another type."""
        if kind == self.dtype:
            return self
        whole = kind.code in "Bqi"
        return _make([int(x) for x in self.tolist()] if whole else self.tolist(), self.shape, kind)


def _make(numbers: Iterable[Any], shape: Sequence[int], kind: _Type) -> ndarray:
    made = ndarray(kind.code, numbers)
    made.shape, made.dtype = tuple(shape), kind
    return made


def _flatten(value: Any, depth: int, shape: list[int], flat: list[Any]) -> None:
    if isinstance(value, ndarray) and value.ndim == 1:
        value = value.tolist()
    if not isinstance(value, (list, tuple, range)):
        if depth != len(shape):
            raise ValueError("the rows of an array must have the same length")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"an array in the browser kernel can hold only numbers, found {value!r}")
        flat.append(value)
        return
    if len(shape) == depth and not flat:
        shape.append(len(value))
    elif len(shape) <= depth or shape[depth] != len(value):
        raise ValueError("the rows of an array must have the same length")
    for one in value:
        _flatten(one, depth + 1, shape, flat)


def asarray(value: Any, dtype: _Type | str | None = None) -> ndarray:
    """Return an array made from numbers or nested lists of numbers."""
    kind = None if dtype is None else _TYPES[str(dtype)]
    if isinstance(value, ndarray):
        return value if kind is None else value.astype(kind)
    shape: list[int] = []
    flat: list[Any] = []
    _flatten(value, 0, shape, flat)
    natural = int64 if flat and all(isinstance(x, int) for x in flat) else float64
    if kind is None or (natural is float64 and kind.code in "Bqi"):
        made = _make(flat, shape, natural)
        return made if kind is None else made.astype(kind)
    return _make(flat, shape, kind)


array = ascontiguousarray = asarray


def require(value: Any, dtype: _Type | str | None = None, requirements: object = None) -> ndarray:  # noqa: ARG001
    """Return an array; every array of this stub meets the requirements."""
    return asarray(value, dtype)


def frombuffer(data: bytes, dtype: _Type = uint8) -> ndarray:
    """Return a one-dimensional array made from bytes."""
    return _make(data, (len(data),), dtype)


def concatenate(parts: Sequence[ndarray]) -> ndarray:
    """Concatenate one-dimensional arrays; different types become `float64`."""
    if not parts:
        raise ValueError("need at least one array to concatenate")
    kinds = {part.dtype for part in parts}
    kind = kinds.pop() if len(kinds) == 1 else float64
    numbers = [x for part in parts for x in part.tolist()]
    return _make(numbers, (len(numbers),), kind)


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(
        f"numpy.{name} is not available on a page of the book; only the parts that ipycanvas needs are"
    )
