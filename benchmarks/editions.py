"""The time until a board responds in each translated edition, compared with the English one in the same run.

`python -m benchmarks.editions` prints only these results; `--site` names a site that is already built.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.first_board import ABLE, ANSWER, LIVE, PAGES, RECORDED, ROOT, hosts_of, visit, way_time
from benchmarks.report import Row, table
from cattools.core.language import LANGUAGES
from cattools.core.messages import SOURCE
from cattools.site.metadata.language_choice import folder_of
from cattools.site.pipeline.build import build
from tools.find_browsers import CHROMIUM

MOST = 1.05
LINES = ("local", "20 Mbit/s")
KINDS = {"first answer": (RECORDED, ABLE), "first board live": (ANSWER, LIVE)}


def measure(rounds: int = 9, site: Path | None = None) -> list[Row]:
    """Measure each edition in turn, `rounds` times; the site is built unless it is given."""
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    times: dict[tuple[str, str], list[float]] = {}
    with ExitStack() as stack:
        play = stack.enter_context(sync_playwright())
        hosts = hosts_of(stack, site or build(ROOT, quiet=True), LINES)
        for number in range(rounds):
            for kind, (script, able) in KINDS.items():
                for line, host in hosts.items():
                    for code in LANGUAGES:
                        address = f"{host.url}/{folder_of(code)}{PAGES[0]}"
                        first, _, page = visit(play, str(programs["chromium"]), address, script)
                        times.setdefault((f"{kind}, {line}", code), []).append(first)
                        if line == LINES[0]:
                            times.setdefault((f"{kind}, next page", code), []).append(way_time(page, able))
                        page.context.close()
            sys.stderr.write(f"round {number + 1} of {rounds}\n")
    middle = {case: statistics.median(found) for case, found in times.items()}
    return [
        Row(f"{what}, {code}", ours / middle[what, SOURCE], MOST, note=f"{ours:.0f} ms, {middle[what, SOURCE]:.0f} ms")
        for (what, code), ours in middle.items()
        if code != SOURCE
    ]


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="fresh profiles per case (default: 9)")
    parser.add_argument("--site", type=Path, help="a site that is already built")
    args = parser.parse_args()
    print(table(measure(args.rounds, args.site)))


if __name__ == "__main__":
    main()
