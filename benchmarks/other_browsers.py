"""The time until the first board is live in Firefox and WebKit, compared with bare Pyodide in the same engine.

`python -m benchmarks.other_browsers` prints only these results.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.first_board import PAGES, ROOT, lay_floor
from benchmarks.report import Row, table
from benchmarks.slow_host import SlowHost
from cattools.site.pipeline.build import build
from tests.browser.engines import Driver, firefox, webkit
from tools.find_browsers import FIREFOX, WEBKIT

# The largest allowed ratio of our time to that of bare Pyodide. In Firefox on two cores the median ratio is 0.47 to
# 0.50, because both the site and bare Pyodide spend most of the time compiling Pyodide.
MOST = {"Firefox": 0.55, "WebKit": 0.45}
SLOWEST = 120.0  # seconds


@contextmanager
def fresh(engine: str) -> Iterator[Driver]:
    """Start a browser with a fresh profile."""
    browser = FIREFOX if engine == "Firefox" else WEBKIT
    programs = browser.find()
    if programs is None:
        sys.exit(browser.missing)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        start = firefox(programs["firefox-esr"], Path(folder)) if browser is FIREFOX else webkit(programs, Path(folder))
        with start as driver:
            yield driver


def visit(engine: str, address: str, time: str) -> float:
    """Open a page in a fresh profile; return the value of the JavaScript expression `time` there, in milliseconds."""
    with fresh(engine) as driver:
        driver.open(address)
        driver.until(time, SLOWEST)
        return float(driver.run(time))


def measure(rounds: int = 3) -> list[Row]:
    """Build the site and time its first board in each engine, alternating with bare Pyodide."""
    site = build(ROOT, quiet=True)
    found = []
    with tempfile.TemporaryDirectory() as name:
        lay_floor(Path(name))
        with SlowHost(site).running() as host, SlowHost(Path(name)).running() as bare_host:
            for engine, most in MOST.items():
                floor, ours = [], []
                for _ in range(rounds):
                    floor.append(visit(engine, f"{bare_host.url}/index.html", "window.answered"))
                    ours.append(visit(engine, f"{host.url}/{PAGES[0]}", "window.catlive?.marks.first_live"))
                bare, first = statistics.median(floor), statistics.median(ours)
                note = f"{first:.0f} ms ({min(ours):.0f}-{max(ours):.0f}), bare Pyodide {bare:.0f} ms"
                found.append(Row(f"first board live in {engine}", first / bare, most, note=note))
    return found


if __name__ == "__main__":
    print(table(measure()))
