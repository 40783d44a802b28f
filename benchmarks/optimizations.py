"""Measure what each optimization of the live page gains: `python -m benchmarks.optimizations [NAME ...]`.

This builds the site once with all optimizations and once without each of them, then visits all these sites in turn. The
gain is how much larger a measured value is without the optimization. An optimization that improves no value by 3 % or
more and saves less than 100 kB is not worth its code.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections import defaultdict
from contextlib import ExitStack
from typing import TYPE_CHECKING

from playwright.sync_api import Error, Playwright, sync_playwright

from benchmarks.first_board import ABLE, ANSWER, PAGES, RECORDED, ROOT, hosts_of, visit, way_time
from cattools.site.pipeline import optimizations
from cattools.site.static_host import COMPRESSED
from tools.find_browsers import CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.slow_host import SlowHost

SITES = ROOT / "_build" / "optimizations"
ALL = "all"  # the site with all optimizations
BETWEEN = 4  # number of other sites that are visited between two visits to the site `ALL`
LINES_USED = ("local", "8 Mbit/s")
LEAST_GAIN, LEAST_BYTES = 0.03, 100_000
Measured = dict[str, list[float]]


def build(name: str) -> None:
    """Build the site without an optimization."""
    without = [] if name == ALL else ["--without", name]
    command = [sys.executable, "-m", "cattools.cli", "build", "--out", str(SITES / name), *without]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def compress(host: SlowHost, names: Iterable[str]) -> None:
    """Compress the files that a visit needs, so that no request waits; whole sites would take too long."""
    for site in (SITES / name for name in names):
        shared = (file for folder in ("catlive", "_static") for file in (site / folder).rglob("*"))
        for file in (*shared, *(site / page for page in PAGES)):
            if file.suffix in COMPRESSED and file.is_file():
                host.gzipped(file.read_bytes())


def measure(play: Playwright, program: str, hosts: dict[str, SlowHost], name: str, found: Measured) -> None:
    """Visit a site once on each network, and add the measured values to `found`."""
    for line in LINES_USED:
        host = hosts[line]
        url = f"{host.url}/{name}/{PAGES[0]}"
        host.sent.clear()
        took, _, page = visit(play, program, url, ANSWER)
        found[f"first board live, {line}"].append(took)
        if line != "local":
            page.wait_for_timeout(1000)
            found["first visit, bytes"].append(sum(sent for file, sent in host.sent.items() if ".rest." not in file))
        page.context.close()
        took, _, page = visit(play, program, url, RECORDED)
        found[f"first answer, {line}"].append(took)
        if line == "local":
            found["first answer after a link"].append(way_time(page, ABLE))
            found["first answer after going back"].append(way_time(page, ABLE, back=True))
        page.context.close()


def rounds_of(names: Iterable[str]) -> list[str]:
    """Return the order of visits, in which the site with all optimizations comes before every `BETWEEN` other sites."""
    order = []
    for number, name in enumerate(names):
        order += [ALL, name] if number % BETWEEN == 0 else [name]
    return order


def report(figures: dict[str, Measured]) -> str:
    """Return a line for each optimization: how much it improves each measured value, and whether that is enough."""
    base = {figure: statistics.median(values) for figure, values in figures[ALL].items()}
    lines = [f"{'with all':22}" + "; ".join(f"{figure} {value:.0f}" for figure, value in base.items())]
    for name, found in figures.items():
        if name == ALL:
            continue
        without = {figure: statistics.median(values) for figure, values in found.items()}
        gains = {figure: without[figure] / base[figure] - 1 for figure in base}
        saved = without["first visit, bytes"] - base["first visit, bytes"]
        enough = saved >= LEAST_BYTES or any(gain >= LEAST_GAIN for gain in gains.values())
        listed = "; ".join(f"{figure} {gain:+.1%}" for figure, gain in gains.items())
        lines.append(f"{name:22}{'' if enough else 'NOT ENOUGH  '}{saved / 1000:+.0f} kB; {listed}")
    return "\n".join(lines)


def main() -> None:
    """Build, measure and print."""
    known = [name for group in optimizations.groups().values() for name in group]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="optimizations to measure (default: all)")
    parser.add_argument("--rounds", type=int, default=3, help="visits of each site (default: 3)")
    parser.add_argument("--only", choices=("build", "visit"), help="only build the sites, or only visit those built")
    args = parser.parse_args()
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    names = optimizations.check(args.names) or known
    for name in (*names, ALL) if args.only != "visit" else ():
        build(name)
        sys.stderr.write(f"built: {name}\n")
    if args.only == "build":
        return
    figures: dict[str, Measured] = defaultdict(lambda: defaultdict(list))
    with ExitStack() as stack, sync_playwright() as play:
        hosts = hosts_of(stack, SITES, LINES_USED, lazy=True)
        compress(hosts[LINES_USED[-1]], (ALL, *names))
        for number in range(args.rounds):
            for name in rounds_of(names):
                try:
                    measure(play, str(programs["chromium"]), hosts, name, figures[name])
                except Error as error:
                    sys.exit(f"the site {SITES / name} does not respond: {error.message}")
            sys.stderr.write(f"round {number + 1} of {args.rounds}\n")
    print(report(figures))


if __name__ == "__main__":
    main()
