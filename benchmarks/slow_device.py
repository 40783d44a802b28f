"""The load on slow devices: how long tasks block Chromium on a four times slower CPU, and its memory after many pages.

`python -m benchmarks.slow_device` builds the site and prints only these results.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from benchmarks.first_board import ANSWER, FLAGS, PAGES, ROOT, answered, profile
from benchmarks.report import Row, table
from benchmarks.slow_host import SlowHost
from cattools.site.pipeline.build import build
from tools.find_browsers import CHROMIUM

SLOWER, ROUNDS = 4, 3
SHORT = 50  # milliseconds; shorter tasks are not noticeable
FEW, MANY = 5, 60  # pages
# Collects the durations of the page's long tasks until its first board has responded.
TASKS = """window.tasks = [];
new PerformanceObserver((seen) => {
  for (const { duration } of seen.getEntries()) if (!window.answered) window.tasks.push(duration);
}).observe({ type: "longtask", buffered: true });"""


def blocking(play: Playwright, program: str, url: str) -> tuple[float, float]:
    """Open a page on a slowed CPU; return its total blocking time and its longest task, in milliseconds."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = profile(play, program, Path(folder))
        context.add_init_script(ANSWER + TASKS)
        page = context.pages[0]
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(url, wait_until="commit")
        answered(page)
        tasks = page.evaluate("window.tasks")
        context.close()
    return sum(took - SHORT for took in tasks), max(tasks, default=0.0)


def resident(browser: Browser, page: Page) -> float:
    """Return the resident memory of the page's process in MB, after garbage collection."""
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    page.wait_for_timeout(1000)
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    statuses = [Path(f"/proc/{one['id']}/status").read_text() for one in processes if one["type"] == "renderer"]
    return max(int(found[1]) / 1024 for text in statuses if (found := re.search(r"VmRSS:\s+(\d+)", text)))


def visit_pages(play: Playwright, program: str, url: str) -> tuple[float, float]:
    """Go from page to page through the book; return the memory in MB after a few pages and after many."""
    held: list[float] = []
    browser = play.chromium.launch(executable_path=program, args=FLAGS, headless=True)
    page = browser.new_page(service_workers="block", bypass_csp=True)
    page.goto(url)
    for n in range(1, MANY + 1):
        page.wait_for_function("catlive.state === 'live' || !document.querySelector('[data-cat]')", timeout=60_000)
        if n in (FEW, MANY):
            page.wait_for_timeout(2000)
            held.append(resident(browser, page))
        before = page.url
        page.locator("a.right-next").first.evaluate("link => link.click()")
        page.wait_for_function("before => location.href !== before", arg=before, timeout=60_000)
    browser.close()
    return held[0], held[1]


def measure() -> list[Row]:
    """Build the site and return the figures."""
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    program = str(programs["chromium"])
    with SlowHost(build(ROOT, quiet=True)).running() as host, sync_playwright() as play:
        sums, longest = zip(*(blocking(play, program, f"{host.url}/{PAGES[1]}") for _ in range(ROUNDS)), strict=True)
        few, many = visit_pages(play, program, f"{host.url}/index.html")
    note = f"a processor {SLOWER} times slower"
    return [
        Row("blocked until the first board answers, ms", statistics.median(sums), 900, note=note),
        Row("the longest task until then, ms", statistics.median(longest), 200, note=note),
        Row(f"memory after {MANY} pages against {FEW}", many / few, 2, note=f"{few:.0f} and {many:.0f} MB"),
    ]


if __name__ == "__main__":
    print(table(measure()))
