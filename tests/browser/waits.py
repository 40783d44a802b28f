"""Waits with a time limit for what Playwright cannot wait for: programs that start, and promises on a page."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import ElementHandle, Locator, Page

T = TypeVar("T")
PAUSE = 0.05  # seconds
# Everything takes long on a busy machine. A long timeout costs no time, because a wait ends as soon as it can.
TIMEOUT = 60_000  # milliseconds, the default for every wait in a browser
# `evaluate` waits for a promise forever, and some promises never settle, such as one for the next frame of a page that
# the browser no longer draws.
LIMITED = f"""(...given) => {{
  const script = (SCRIPT);
  const late = new Promise((_, reject) => setTimeout(reject, {TIMEOUT}, new Error("expected a settled promise")));
  return Promise.race([typeof script === "function" ? script(...given) : script, late]);
}}"""


def until(condition: Callable[[], T], seconds: float, what: str) -> T:
    """Return the value of a condition as soon as it is true; fail the test after `seconds`, naming `what`."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"not after {seconds:g} seconds: {what}"
        time.sleep(PAUSE)
    return found


def settled(target: Page | Locator | ElementHandle, script: str, arg: Any = None) -> Any:
    """Return the value of a promise, given by an expression or a function of `arg`; fail the test after `TIMEOUT`."""
    return target.evaluate(LIMITED.replace("SCRIPT", script), arg)
