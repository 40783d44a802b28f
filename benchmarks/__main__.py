"""The project's figures in one table: `python -m benchmarks`, or `make bench`. Returns 1 when one is not reached."""

from __future__ import annotations

import os
import sys
import time

from benchmarks import answers, bots, engines, lighthouse, looking_back, phone, practice, rules, site
from benchmarks.row import Row, table
from cattools.games import GAMES
from cattools.site.build import build


def rebuild() -> Row:
    """Time a build after one line of a page was changed; the page is put back."""
    build(site.ROOT, quiet=True)
    page = site.ROOT / site.PAGES[0].replace(".html", ".md")
    text = page.read_bytes()
    try:
        page.write_bytes(text + b"\nOne more line.\n")
        began = time.perf_counter()
        build(site.ROOT, quiet=True)
        took = time.perf_counter() - began
    finally:
        page.write_bytes(text)
        build(site.ROOT, quiet=True)
    return Row("rebuild after a one-line change, s", took, 15, note=page.relative_to(site.ROOT).as_posix())


def main() -> int:
    """Measure the rules, then the site, and print all of it."""
    load = os.getloadavg()[0]
    rows = []
    for game, (ours, _, ratio) in rules.ratios().items():
        target = rules.TARGET
        note = f"{ours:.0f} steps a second"
        rows.append(Row(f"rules, {game}, against python-chess", ratio, target, least=True, note=note))
    for game, least in rules.DOMINOES.items():
        if (beside := rules.beside_dominoes(game)) is not None:
            rows.append(Row(f"rules, {game}, against python_team_dominoes", beside, least, least=True))
    for game, what in rules.SCORED.items():
        rows.append(Row(f"{what} scored a second", rules.scores(GAMES[game]), rules.SCORES, least=True))
    rows += bots.measure()
    rows += looking_back.measure()
    rows += practice.measure()
    rows.append(rebuild())
    rows += site.measure()
    rows += phone.measure()
    rows += lighthouse.measure()
    rows += engines.measure()
    rows += answers.measure()
    print(table(rows))
    print(f"load of the machine: {load:.1f} when it began, {os.getloadavg()[0]:.1f} at the end, {os.cpu_count()} cores")
    return int(not all(row.reached for row in rows))


if __name__ == "__main__":
    sys.exit(main())
