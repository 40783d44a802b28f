"""Looking again until something has come: for what no page tells by itself, as a program that starts."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PAUSE = 0.05  # seconds


def until(condition: Callable[[], T], seconds: float, what: str) -> T:
    """Return what a condition gives as soon as it is true; the test fails after so many seconds, saying `what`."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"after {seconds:g} seconds still not: {what}"
        time.sleep(PAUSE)
    return found
