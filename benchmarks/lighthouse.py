"""Lighthouse's mobile performance score for a page of each kind.

`python -m benchmarks.lighthouse` builds the site and prints only these results. Lighthouse loads a page in this
machine's Chromium and estimates how fast the page would load on a slow phone with a slow network. Each result is the
median score of several runs, out of 100.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.first_board import ROOT
from benchmarks.report import Row, table
from benchmarks.slow_host import SlowHost
from cattools.live.pipeline import node
from cattools.site.pipeline.build import build
from tools.find_browsers import CHROMIUM

PAGES = {
    "start": ("book/intro.html", 80),
    "rule": ("book/herders/turn.html", 70),
    "play": ("book/herders/play.html", 70),
    "reference": ("book/herders/reference.html", 95),
}
ROUNDS = 3
QUICK = 100_000  # Mbit/s: the host compresses files but does not slow down, because Lighthouse simulates the network
FOLDER = ROOT / ".cache" / "lighthouse"
OPTIONS = (
    "--only-categories=performance",
    "--output=json",
    "--chrome-flags=--headless=new --no-sandbox",
    "--quiet",
    "--no-enable-error-reporting",
)


def score(chromium: str, url: str) -> float:
    """Return a page's Lighthouse score, out of 100. Raises `CalledProcessError`."""
    script = str(FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js")
    done = subprocess.run(
        node.command("node", script, url, *OPTIONS),
        env={**os.environ, "CHROME_PATH": chromium},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return float(json.loads(done.stdout)["categories"]["performance"]["score"]) * 100


def measure() -> list[Row]:
    """Build the site and return the figures."""
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    node.fetch(FOLDER, Path(__file__).parent)
    rows = []
    with SlowHost(build(ROOT, quiet=True), QUICK).running() as host:
        for kind, (page, least) in PAGES.items():
            scores = [score(programs["chromium"], f"{host.url}/{page}") for _ in range(ROUNDS)]
            note = f"{page}: {', '.join(f'{one:.0f}' for one in scores)}"
            rows.append(Row(f"Lighthouse, mobile, {kind}", statistics.median(scores), least, least=True, note=note))
    return rows


if __name__ == "__main__":
    print(table(measure()))
