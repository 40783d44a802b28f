"""Waits by polling for events that no page reports, such as the start of a program."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PAUSE = 0.05  # seconds


def until(condition: Callable[[], T], seconds: float, what: str) -> T:
    """Return the value of a condition as soon as it is true; fail the test after `seconds`, naming `what`."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"not after {seconds:g} seconds: {what}"
        time.sleep(PAUSE)
    return found
