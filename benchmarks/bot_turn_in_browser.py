"""The duration of a bot's turn in the browser kernel, on each game's play page, also on a four times slower processor.

`python -m benchmarks.bot_turn_in_browser` builds the site and opens the pages one after the other. A turn includes all
decisions of a seat until another seat is to move or the game ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import product

from playwright.sync_api import Browser, sync_playwright

from benchmarks.first_board import FLAGS, ROOT
from benchmarks.report import Row, table
from benchmarks.slow_host import SlowHost
from cattools.games import GAMES
from cattools.site.pipeline.build import build
from tools.find_browsers import CHROMIUM

# the maximum milliseconds per turn of each bot
LIMITS = {"friendly": 300, "careful": 300, "master": 1500}
SLOWER = 4
SLOWER_LIMITS = {"master": 3000}
SLICE = 0.0025  # how many seconds a slowed process runs at a time
TURNS = """
from json import dumps
from random import Random
from time import perf_counter
from cattools.bots import bot
from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.games import game

def turns(played, name, seed):
    dealer, rng, spent, found = Dealer(seed), Random(seed), 0.0, []
    state = dealer.settle(played.start(played.choose("")))
    while (seat := state.to_move) is not None:
        if seat == CHANCE:
            state = state.apply_unchecked(dealer.choose(state))
            continue
        if seat and spent:
            found.append(spent)
            spent = 0.0
        began = perf_counter()
        action = bot("beginner" if seat else name)(state.view(seat), rng)
        if not seat:
            spent += perf_counter() - began
        state = state.apply_unchecked(action)
    return found

print("turns:", dumps([round(1000 * t, 1) for seed in range(3) for t in turns(game(GAME), BOT, seed)]))
"""


def turns(browser: Browser, url: str, game_id: str, bot: str, slower: int = 1) -> list[float]:
    """Play three games in a page's kernel; return the milliseconds of each of the bot's turns, sorted."""
    page = browser.new_page(service_workers="block", bypass_csp=True)
    page.goto(f"{url}/book/{game_id}/play.html")
    page.wait_for_selector('[data-cat="live"]', timeout=60_000)
    code = page.locator("details.cat-code").first
    code.locator("summary").click()
    code.locator("textarea").fill(f"GAME, BOT = {game_id!r}, {bot!r}{TURNS}")
    with slowed(browser, slower) if slower > 1 else nullcontext():
        code.locator(".cat-code-tools button").first.click()
        output = page.locator("text=/turns: \\[/").last
        output.wait_for(timeout=600_000)
    found = sorted(float(number) for number in json.loads(output.inner_text().partition("turns:")[2]))
    page.close()
    return found


@contextmanager
def slowed(browser: Browser, times: int) -> Iterator[None]:
    """Slow down the processes of a browser's pages.

    DevTools can slow down a page but not its worker, where the kernel runs. So the processes are stopped most of the
    time.
    """
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one["id"] for one in processes if one["type"] == "renderer"]
    ended = threading.Event()

    def send(number: signal.Signals) -> None:
        for process in pages:
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def alternate() -> None:
        while not ended.wait(SLICE):
            send(signal.SIGSTOP)
            ended.wait((times - 1) * SLICE)
            send(signal.SIGCONT)

    thread = threading.Thread(target=alternate)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def measure() -> list[Row]:
    """Build the site and time a bot in every game."""
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    rows = []
    with SlowHost(build(ROOT, quiet=True)).running() as host, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=programs["chromium"], args=FLAGS)
        for game_id, (slower, limits) in product(GAMES, ((1, LIMITS), (SLOWER, SLOWER_LIMITS))):
            for bot, most in limits.items():
                found = turns(browser, host.url, game_id, bot, slower)
                note = f"{found[len(found) // 2]:.0f} ms median, {len(found)} turns"
                on = f"on a {slower} times slower page" if slower > 1 else "on a page"
                rows.append(Row(f"{game_id}, slowest turn of {bot} {on}, ms", found[-1], most, note=note))
        browser.close()
    return rows


def main() -> int:
    """Print the figures; return 1 if one misses its limit."""
    rows = measure()
    print(table(rows))
    return int(not all(row.reached for row in rows))


if __name__ == "__main__":
    sys.exit(main())
