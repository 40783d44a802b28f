"""The time until the first board of a page responds, compared with bare Pyodide in the same run.

`python -m benchmarks.first_board` builds the site and a page that only starts Pyodide's core and computes 1+1, and
opens both alternately in fresh Chromium profiles. The times are medians; the limits apply to the ratio of the two.
"""

from __future__ import annotations

import argparse
import atexit
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

from benchmarks.report import Row, table
from benchmarks.slow_host import SlowHost
from cattools.games import GAMES, having
from cattools.render.editor_scene import PALETTE
from cattools.site.pipeline.build import build
from tools.find_browsers import CHROMIUM

ROOT = Path(__file__).parents[1]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# for each network, its rate in Mbit/s and the delay of each request in seconds
LINES = {"local": (0, 0.0), "50 Mbit/s": (50, 0.04), "20 Mbit/s": (20, 0.04), "8 Mbit/s": (8, 0.08)}
PAGES = ("book/herders/index.html", "book/herders/turn.html")  # visited in this order
FLOOR = """<!doctype html><title>floor</title><p>floor</p><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const py = await loadPyodide();
if (py.runPython("1+1") === 2) window.answered = performance.now();
</script>
"""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# Presses a board; the board has responded when its message changes.
PRESS = """function press(shell) {
  const said = shell.querySelector(".cat-status"), before = said.textContent;
  new MutationObserver(() => { if (said.textContent !== before) window.answered ??= performance.now(); })
    .observe(said, { childList: true, subtree: true, characterData: true });
  const areas = shell.querySelectorAll("[data-id]");
  areas[areas.length >> 1].dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
# ANSWER presses as soon as a board is live. RECORDED presses as soon as its static picture can respond from precomputed
# answers.
ANSWER = f"""{PRESS}
addEventListener("cat-ready", ({{ target }}) => press(target), {{ capture: true, once: true }});"""
RECORDED = f"""{PRESS}
document.addEventListener("readystatechange", function look() {{
  const shell = document.querySelector("[data-recorded], [data-cat='live']");
  if (shell) press(shell);
  else setTimeout(look, 1);
}}, {{ once: true }});"""
# Measures the time from a real click until pixels around it have changed; they are compared whenever the board is
# painted. As with a real mouse, the pointer moves to the area and is pressed before the click, so that painting for
# hover and press is not counted.
PLACE = """id => {
  const area = document.querySelector(`[data-cat="live"] [data-id="${CSS.escape(id)}"]`);
  if (!area) return null;
  area.scrollIntoView({ block: "nearest" });
  const place = area.getBoundingClientRect();
  return [place.x + place.width / 2, place.y + place.height / 2];
}"""
AREAS = """() => [...document.querySelectorAll('[data-cat="live"] [data-id]')].map(area => area.dataset.id)"""
PIXELS = """([id, x, y]) => {
  const shell = document.querySelector('[data-cat="live"]'), canvas = shell.querySelector("canvas");
  const area = shell.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const frame = canvas.getBoundingClientRect(), k = canvas.width / frame.width, ctx = canvas.getContext("2d");
  const read = () => ctx.getImageData((x - frame.x) * k - 12, (y - frame.y) * k - 12, 24, 24).data.join();
  const before = read();
  delete ctx.drawImage;
  window.changed = new Promise((done) => area.addEventListener("click", (event) => {
    const draw = ctx.drawImage;
    ctx.drawImage = (...picture) => {
      draw.apply(ctx, picture);
      if (read() !== before) { delete ctx.drawImage; done(performance.now() - event.timeStamp); }
    };
    setTimeout(() => done(null), 1500);
  }, { once: true, capture: true }) || setTimeout(() => done(null), 3000));
}"""

# Measures the time from a change of the screen's size, as when a phone is turned, to the last drawing that this causes.
# The script is installed before the change, and its promise resolves when drawing has ended.
TURNED = """() => {
  let began = 0, last = 0;
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...picture) {
    draw.apply(this, picture);
    if (began && this.canvas.closest(".cat-shell")) last = performance.now();
  };
  addEventListener("resize", (event) => { began = event.timeStamp; }, { once: true, capture: true });
  window.turned = new Promise((done) => setTimeout(() => {
    CanvasRenderingContext2D.prototype.drawImage = draw;
    done(last - began);
  }, 1200));
}"""
# Measures the time from following the link to the next page, or going back, to the response of the first board there.
# The board is pressed as soon as it matches the selector `able`: only when it is live (LIVE), or also when it can
# respond from precomputed answers (ABLE).
GONE = """([back, able]) => new Promise((done) => {
  const began = performance.now(), here = location.pathname;
  let said, before;
  if (back) history.back();
  else document.querySelector("a.right-next").click();
  const look = () => {
    const shell = location.pathname === here ? null : document.querySelector(".cat-shell");
    const area = shell?.isConnected && shell.matches(able) && !said && shell.querySelector("[data-id]");
    if (area && !window.gone.has(shell)) {
      said = shell.querySelector(".cat-status");
      before = said.innerHTML;
      area.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    if (said && said.innerHTML !== before) done(performance.now() - began);
    else setTimeout(look, 1);
  };
  window.gone = new Set(document.querySelectorAll(".cat-shell"));
  look();
})"""
# Screen sizes before and after a change: a phone turned to landscape and back, and a resized window.
TURNS = (((360, 740), (740, 360)), ((740, 360), (360, 740)), ((1200, 900), (1280, 720)))
LIVE, ABLE = '[data-cat="live"]', '[data-cat="live"], [data-recorded]'
RESTED = 2000  # milliseconds until the next page and other files have been prefetched
LAYS = 9  # presses in a position editor; only a few, because a press that changes no pixels near it has to time out
LOOKED = 1000  # milliseconds for which a reader looks at a page before turning the phone


@dataclass
class Figures:
    """The measurements: times in milliseconds, sizes in bytes."""

    times: dict[str, list[float]] = field(default_factory=dict)
    clicks: list[float] = field(default_factory=list)
    clicks_filling: list[float] = field(default_factory=list)  # on a board that fills the screen
    lays: dict[str, list[float]] = field(default_factory=dict)  # by game, in the position editor
    turns: dict[str, list[float]] = field(default_factory=dict)  # by game
    first_bytes: int = 0
    later_bytes: int = 0  # loaded when the kernel is idle
    again: list[str] = field(default_factory=list)  # kernel files that were requested more than once

    def add(self, case: str, value: float) -> None:
        """Add a time."""
        self.times.setdefault(case, []).append(value)

    def ratio(self, case: str, floor: str) -> float:
        """Return the ratio of the medians of two cases."""
        return statistics.median(self.times[case]) / statistics.median(self.times[floor])


def answered(page: Page) -> float:
    """Wait until the page's board has responded; return the milliseconds since the start of navigation."""
    page.wait_for_function("window.answered", timeout=120_000)
    return float(page.evaluate("window.answered"))


def profile(play: Playwright, program: str, folder: Path) -> BrowserContext:
    # The service worker is blocked, because it would store the book in the background after the measured phase.
    return play.chromium.launch_persistent_context(
        folder,
        executable_path=program,
        args=FLAGS,
        headless=True,
        viewport={"width": 1200, "height": 900},
        service_workers="block",
        bypass_csp=True,
    )


def visit(play: Playwright, program: str, url: str, script: str = "", second: str = "") -> tuple[float, float, Page]:
    """Open a page in a fresh profile, then the page `second`, if any; return both times and the open page."""
    folder = Path(tempfile.mkdtemp())
    context = profile(play, program, folder)
    context.on("close", lambda _: shutil.rmtree(folder, ignore_errors=True))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # the browser still writes while it closes
    if script:
        context.add_init_script(script)
    page = context.pages[0]
    page.goto(url, wait_until="commit")
    first, then = answered(page), 0.0
    if second:
        time.sleep(1)  # a reader looks at the page, and the browser fills its cache
        page.goto(second, wait_until="commit")
        then = answered(page)
    return first, then, page


def way_time(page: Page, able: str, *, back: bool = False) -> float:
    """Follow the link to the next page, or go back; return the milliseconds until a board matching `able` responds."""
    page.wait_for_function("catlive.state === 'live'")
    page.wait_for_timeout(RESTED)
    try:
        return float(page.evaluate(GONE, [back, able]))
    except Error:  # without `swap_pages` the link loads a new document, in which the visit's script presses
        return answered(page)


def click_time(page: Page, area: str) -> float | None:
    """Click an area like a user; return the milliseconds until pixels around it change.

    The result is None if no pixels change, or if an earlier press has removed the area.
    """
    place = page.evaluate(PLACE, area)
    if place is None:
        return None
    x, y = place
    page.mouse.move(x, y)
    page.wait_for_timeout(100)
    page.evaluate(PIXELS, [area, x, y])
    page.mouse.click(x, y, delay=50)
    took = page.evaluate("window.changed")
    page.wait_for_timeout(400)  # wait until animations have ended
    return None if took is None else float(took)


def click_times(page: Page, count: int) -> list[float]:
    found = list[float]()
    for n in range(count * 3):
        areas = page.evaluate(AREAS)
        took = click_time(page, areas[n % len(areas)])
        found += [] if took is None else [took]  # a press can leave the pixels near it unchanged
        if len(found) == count:
            break
    return found


def lay_times(page: Page, count: int) -> list[float]:
    """Return the times of presses that place pieces from the palette in the position editor, three of each piece."""
    found, tries = list[float](), 0
    pieces = [area for area in page.evaluate(AREAS) if area.startswith(PALETTE)]
    while len(found) < count and tries < count * 2:
        piece = pieces[tries // 3 % len(pieces)]
        click_time(page, piece)
        for _ in range(3):
            places = [area for area in page.evaluate(AREAS) if not area.startswith(PALETTE)]
            took = click_time(page, places[tries % len(places)])
            found += [] if took is None else [took]
            tries += 1
        click_time(page, piece)
    return found


def turn_times(page: Page) -> list[float]:
    """Return how many milliseconds a newly opened board needs for repainting after each change of screen size."""
    found = []
    for before, (wide, tall) in TURNS:
        page.set_viewport_size({"width": before[0], "height": before[1]})
        page.reload(wait_until="commit")
        answered(page)
        page.wait_for_timeout(LOOKED)
        page.evaluate(TURNED)
        page.set_viewport_size({"width": wide, "height": tall})
        found.append(float(page.evaluate("window.turned")))
    return found


def hosts_of(
    stack: ExitStack, folder: Path, lines: Iterable[str] = LINES, *, lazy: bool = False
) -> dict[str, SlowHost]:
    """Return a running host of the folder for each network; see `SlowHost`."""
    return {line: stack.enter_context(SlowHost(folder, *LINES[line], lazy=lazy).running()) for line in lines}


def run(site: Path, floor: Path, program: str, rounds: int, clicks: int) -> Figures:
    """Measure all cases in turn, `rounds` times."""
    first, second = PAGES
    figures = Figures()
    with ExitStack() as stack:
        play = stack.enter_context(sync_playwright())
        hosts, bare = (hosts_of(stack, folder) for folder in (site, floor))
        for number in range(rounds):
            for line, host in hosts.items():
                value, _, page = visit(play, program, f"{bare[line].url}/index.html")
                page.context.close()
                figures.add(f"floor, {line}", value)
                host.sent.clear()
                host.asked.clear()
                then = f"{host.url}/{second}" if line == "local" else ""
                value, later, page = visit(play, program, f"{host.url}/{first}", ANSWER, then)
                figures.add(f"site, {line}", value)
                if then:
                    figures.add("second page, local", later)
                    figures.again += [path for path, times in host.asked.items() if times > 1 and "/catlive/" in path]
                    figures.add("next page, local", way_time(page, LIVE))
                    if number == 0:
                        figures.clicks = click_times(page, clicks)
                elif not figures.first_bytes:
                    page.wait_for_timeout(1000)
                    rest = {path for path in host.sent if "pyodide.rest" in path}
                    figures.first_bytes = sum(sent for path, sent in host.sent.items() if path not in rest)
                    figures.later_bytes = (site / "catlive" / "pyodide.rest.wasm.bin").stat().st_size
                page.context.close()
                value, later, page = visit(play, program, f"{host.url}/{first}", RECORDED, then)
                figures.add(f"record, {line}", value)
                if then:
                    figures.add("second record, local", later)
                    figures.add("next record, local", way_time(page, ABLE))
                    figures.add("back, local", way_time(page, ABLE, back=True))
                page.context.close()
            sys.stderr.write(f"round {number + 1} of {rounds}\n")
        for game in GAMES:
            _, _, page = visit(play, program, f"{hosts['local'].url}/book/{game}/play.html", ANSWER)
            page.wait_for_timeout(2000)  # wait until a bot's move is shown
            figures.turns[game] = turn_times(page)
            if game == "herders":
                figures.clicks_filling = click_times(page, clicks)
            page.context.close()
        for game in having("position_editor"):
            _, _, page = visit(play, program, f"{hosts['local'].url}/book/{game}/position.html", ANSWER)
            page.wait_for_timeout(1000)
            figures.lays[game] = lay_times(page, min(clicks, LAYS))
            page.context.close()
    return figures


def rows(figures: Figures) -> list[Row]:
    """Return the results with their limits."""
    middle = {case: statistics.median(times) for case, times in figures.times.items()}
    found = []
    for what, case, line, most in (
        ("first answer, local", "record, local", "local", 0.20),
        ("first answer, 20 Mbit/s, 40 ms", "record, 20 Mbit/s", "20 Mbit/s", 0.15),
        ("first answer, 8 Mbit/s, 80 ms", "record, 8 Mbit/s", "8 Mbit/s", 0.12),
        ("first board live, local", "site, local", "local", 0.40),
        ("first board live, 50 Mbit/s, 40 ms", "site, 50 Mbit/s", "50 Mbit/s", 0.80),
        ("first board live, 20 Mbit/s, 40 ms", "site, 20 Mbit/s", "20 Mbit/s", 0.55),
        ("first board live, 8 Mbit/s, 80 ms", "site, 8 Mbit/s", "8 Mbit/s", 0.55),
        ("first answer on a second page, loaded, local", "second record, local", "local", 0.20),
        ("first answer after a link to the next page, local", "next record, local", "local", 0.04),
        ("first answer after going back, local", "back, local", "local", 0.04),
        ("first board live on a second page, loaded, local", "second page, local", "local", 0.42),
        ("first answer of a live board after a link to the next page, local", "next page, local", "local", 0.12),
    ):
        bare, ours = f"floor, {line}", figures.times[case]
        note = f"{middle[case]:.0f} ms ({min(ours):.0f}-{max(ours):.0f}), bare Pyodide {middle[bare]:.0f} ms"
        found.append(Row(what, figures.ratio(case, bare), most, note=note))
    clicks = figures.clicks or [float("nan")]
    note = f"{len(figures.clicks)} clicks"
    found.append(Row("click to changed pixels, ms", statistics.median(clicks), 12, note=note))
    clicks = figures.clicks_filling or [float("nan")]
    note = f"{len(figures.clicks_filling)} clicks"
    found.append(Row("click to changed pixels, full screen, ms", statistics.median(clicks), 16, note=note))
    for game, times in figures.lays.items():
        note = f"{len(times)} presses, {min(times):.0f}-{max(times):.0f}" if times else "no press changed pixels"
        median = statistics.median(times or [float("nan")])
        found.append(Row(f"piece placed in the position editor, {game}, ms", median, 16, note=note))
    found += [
        Row(f"phone rotation to painted board, {game}, ms", max(times), 100, note="the slowest of three")
        for game, times in figures.turns.items()
    ]
    note = f"{figures.later_bytes / 1e6:.1f} more when the kernel is idle"
    found.append(Row("first visit with gzip, MB", figures.first_bytes / 1e6, 4.35, note=note))
    found.append(Row("kernel files sent again on the second page", len(figures.again), 0))
    return found


def lay_floor(folder: Path) -> None:
    """Write a page that starts bare Pyodide into a folder."""
    for file in CORE:
        shutil.copy(ROOT / "_build" / "site" / "npm" / "node_modules" / "pyodide" / file, folder)
    (folder / "index.html").write_text(FLOOR)


def measure(rounds: int = 5, clicks: int = 30) -> list[Row]:
    """Build the site and a page with bare Pyodide, and measure both.

    `rounds` is the number of fresh profiles per case, `clicks` the number of timed clicks.
    """
    programs = CHROMIUM.find()
    if programs is None:
        sys.exit(CHROMIUM.missing)
    program = programs["chromium"]
    site = build(ROOT, quiet=True)
    with tempfile.TemporaryDirectory() as name:
        lay_floor(Path(name))
        return rows(run(site, Path(name), str(program), rounds, clicks))


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="fresh profiles per case (default: 5)")
    parser.add_argument("--clicks", type=int, default=30, help="clicks to time (default: 30)")
    args = parser.parse_args()
    print(table(measure(args.rounds, args.clicks)))


if __name__ == "__main__":
    main()
