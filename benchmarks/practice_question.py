"""The time that Python needs for a practice question.

The time includes choosing the question from the pool and creating its position, texts and buttons.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from benchmarks.report import Row
from cattools.games import having
from cattools.lessons.practice.position_pool import pool
from cattools.widgets.modes.practice.question import ask

QUESTIONS, LIMIT = 200, 50.0  # questions per game; milliseconds in a browser
BROWSER = 3.0  # how many times slower Python is in a browser


def questions(game_id: str) -> list[float]:
    """Return the milliseconds for each question, cycling through the rules."""
    found, rng, spent = pool(game_id), Random(1), []
    for n in range(QUESTIONS):
        began = process_time()
        mode = ask(found.draw(found.rules[n % len(found.rules)], rng), lambda _: None)
        mode.slots()
        spent.append(1000 * (process_time() - began))
    return spent


def measure() -> list[Row]:
    """Return a result for each game."""
    rows = []
    for game_id in having("has_practice"):
        spent = questions(game_id)
        note = f"in a browser about {BROWSER * median(spent):.0f}, the slowest {BROWSER * max(spent):.0f}"
        rows.append(Row(f"a practice question, {game_id}, ms", median(spent), LIMIT / BROWSER, note=note))
    return rows
