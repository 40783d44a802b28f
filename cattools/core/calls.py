"""Calls of the public functions: wrong arguments are refused in one sentence, like any other invalid input."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from cattools.core.errors import OptionError, clipped
from cattools.core.messages import N_, text

P = ParamSpec("P")
R = TypeVar("R")


def called_as(sample: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator: a call with arguments that do not fit raises `OptionError`, which shows a `sample` call."""

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                signature(function).bind(*args, **kwargs)
            except TypeError:
                written = [*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())]
                found = clipped(f"{function.__name__}({', '.join(written)})")
                raise OptionError(
                    text(N_("expected a call such as {sample}, found {found}"), sample=sample, found=found)
                ) from None
            return function(*args, **kwargs)

        return checked

    return decorated
