"""Run the benchmarks and print one table: `python -m benchmarks`, or `make bench`.

The exit status is 1 if a result misses its limit.
"""

from __future__ import annotations

import os
import sys
import time

from benchmarks import (
    arena,
    bot_turn_in_browser,
    editions,
    first_board,
    lighthouse,
    move_list_step,
    other_browsers,
    practice_question,
    rules_speed,
    slow_device,
    tables,
)
from benchmarks.report import Row, table
from cattools.games import GAMES
from cattools.site.pipeline.build import build


def rules() -> list[Row]:
    """Measure the rules against other programs, and the scoring."""
    rows = list[Row]()
    for game, (ours, _, ratio) in rules_speed.ratios().items():
        target = rules_speed.TARGET
        note = f"{ours:.0f} steps a second"
        rows.append(Row(f"rules, {game}, against python-chess", ratio, target, least=True, note=note))
    for game, least in rules_speed.DOMINOES.items():
        if (against := rules_speed.against_dominoes(game)) is not None:
            rows.append(Row(f"rules, {game}, against python_team_dominoes", against, least, least=True))
    for game, what in rules_speed.SCORED.items():
        rows.append(Row(f"{what} scored a second", rules_speed.scores(GAMES[game]), rules_speed.SCORES, least=True))
    return rows


def rebuild() -> list[Row]:
    """Time a rebuild after adding a line to a page, and restore the page."""
    build(first_board.ROOT, quiet=True)
    page = first_board.ROOT / first_board.PAGES[0].replace(".html", ".md")
    text = page.read_bytes()
    try:
        page.write_bytes(text + b"\nOne more line.\n")
        began = time.perf_counter()
        build(first_board.ROOT, quiet=True)
        took = time.perf_counter() - began
    finally:
        page.write_bytes(text)
        build(first_board.ROOT, quiet=True)
    return [Row("rebuild after a one-line change, s", took, 15, note=page.relative_to(first_board.ROOT).as_posix())]


MEASURES = (
    rules,
    arena.measure,
    move_list_step.measure,
    practice_question.measure,
    rebuild,
    first_board.measure,
    editions.measure,
    slow_device.measure,
    lighthouse.measure,
    other_browsers.measure,
    bot_turn_in_browser.measure,
    tables.measure,
)


def main() -> int:
    """Measure the rules, then the site; print all figures, and each group as soon as it is measured."""
    load = os.getloadavg()[0]
    rows = list[Row]()
    for measure in MEASURES:
        found = measure()
        print(table(found), file=sys.stderr, flush=True)
        rows += found
    print(table(rows))
    print(f"machine load: {load:.1f} at the start, {os.getloadavg()[0]:.1f} at the end, {os.cpu_count()} cores")
    return int(not all(row.reached for row in rows))


if __name__ == "__main__":
    sys.exit(main())
