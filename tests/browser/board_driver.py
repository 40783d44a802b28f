"""Drives a live board as a reader does, by mouse, touch, keyboard and typed moves, using only the page's contract."""

import base64
import io
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.waits import settled

LIVE = '.cat-shell[data-cat="live"]'
# Part of the URL of a file that every kernel needs: catlive.snapshot.bin or, without a snapshot, catlive.zip.
KERNEL_FILE = "catlive/catlive."
CATLIVE = "window.catlive && catlive.state === 'live'"
DEALS = re.compile("cat-dealing")  # a new deal is being made
WIDE, TALL, FINE = 360, 740, 3  # a phone's screen
PHONE = {
    "viewport": {"width": WIDE, "height": TALL},
    "device_scale_factor": FINE,
    "has_touch": True,
    "is_mobile": True,
}
DARK = {"color_scheme": "dark"}
STILL = {"reduced_motion": "reduce"}
SCALE = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LOOKS = ("color-contrast", "scrollable-region-focusable")  # axe rules whose result depends on the theme or the screen

# Ends the kernel with an error in its worker; `catlive.fail` alone would leave it running.
END_KERNEL = "catlive.worker.dispatchEvent(new ErrorEvent('error', { message: 'ended by a test', cancelable: true }))"

PAINTED = """canvas => canvas.width > 1 && canvas.getContext('2d')
  .getImageData(0, 0, canvas.width, canvas.height).data.some(part => part)"""

# Waits until JupyterLab is idle: its kernel answers in order, and its page shows each answer within a frame.
LAB_IDLE = """async () => {
  const context = jupyterapp.shell.currentWidget.sessionContext;
  await context?.ready; // a document that has just been opened starts its kernel first
  const kernel = context?.session?.kernel; // a page of text has no kernel
  while (kernel && kernel.connectionStatus !== "connected") await new Promise((done) => requestAnimationFrame(done));
  const busy = () => document.querySelector(".cat-shell:is([data-animating], [data-hovering])");
  for (let quiet = 0; quiet < 2; quiet = busy() ? 0 : quiet + 1) {
    await kernel?.requestKernelInfo();
    for (let n = 0; n < 2; n += 1) await new Promise((done) => requestAnimationFrame(done));
  }
}"""
VISITS = count(1)
FRAME = "() => new Promise(done => requestAnimationFrame(done))"
LATER = 3  # number of frames: a change observed in one frame is laid out in the next
# Waits until nothing has moved for some frames, because a scroll continues after the finger is lifted.
SCROLLED = """async () => {
  const places = () => [document.documentElement, ...document.querySelectorAll("*")].map(({ scrollTop }) => scrollTop);
  for (let quiet = 0, before = ""; quiet < 6; quiet += 1) {
    await new Promise(done => requestAnimationFrame(done));
    const now = places().join();
    if (now !== before) quiet = 0;
    before = now;
  }
}"""
# Waits until the kernel has answered everything, the layout is final, and nothing moves.
_IDLE = (Path(__file__).parents[1] / "js" / "page" / "idle.mjs").read_text(encoding="utf-8")
IDLE = f"(async () => {{ {_IDLE.replace('export ', '')} await idle(); }})()"
# Waits until the emulated device has changed and the page is laid out for it.
BECOME = f"""(async () => {{
  const frame = () => new Promise(done => requestAnimationFrame(done));
  while (innerWidth !== wide || matchMedia("(pointer: coarse)").matches !== coarse) await frame();
  await (window.catlive?.book ? {IDLE} : frame());
}})()"""


def longest_page(site: Path) -> tuple[str, int]:
    """Return the English page with the most live cells among those without folds, and their number."""
    pages = {page: page.read_text(encoding="utf-8") for page in (site / "book").rglob("*.html")}
    counts = {page: html.count("tag_live") for page, html in pages.items() if "cat-fold" not in html}
    most = max(counts, key=counts.__getitem__)
    return str(most.relative_to(site)), counts[most]


def idle(page: Page) -> None:
    """Wait until the kernel has answered everything, the layout is final, and nothing moves."""
    if "/lab/" in page.url or "/doc/" in page.url:
        settled(page, LAB_IDLE)
        return
    page.wait_for_function("Boolean(window.catlive?.book)")
    settled(page, IDLE)


def frames(page: Page, number: int = LATER) -> None:
    """Wait until the browser has shown some frames; unlike `idle`, this does not wait for a busy kernel."""
    for _ in range(number):
        settled(page, FRAME)


def visit(page: Page, address: str) -> None:
    """Open a page of the site: within the current document if its kernel is live or loading, otherwise by loading it.

    Every visit is a first visit: a page that the test has visited before is not restored.
    """
    place, _, fragment = address.partition("#")
    fresh = f"{place}?visit={next(VISITS)}" + (f"#{fragment}" if fragment else "")
    if page.evaluate("Boolean(window.catlive?.book) && ['live', 'loading'].includes(catlive.state)"):
        settled(page, "async address => { await navigation.navigate(address).finished; }", fresh)
    else:
        page.goto(address)


class Board:
    """A live board on a page; `live` waits for a board and returns it."""

    def __init__(self, page: Page, shell: Locator) -> None:
        self.page = page
        self.shell = shell
        self.status = shell.locator(".cat-status[role=status]")
        self.paint = shell.locator("canvas.cat-paint")

    def area(self, name: str) -> Locator:
        return self.shell.locator(f'[data-id="{name}"]')

    def areas(self) -> list[str]:
        return self.shell.locator("[data-id]").evaluate_all("all => all.map(one => one.dataset.id)")

    def names(self) -> list[str]:
        """Return the names of all areas, which describe the position in words."""
        return self.shell.locator("[data-id]").evaluate_all("all => all.map(one => one.ariaLabel)")

    def said(self) -> str:
        return self.status.inner_text().strip()

    @contextmanager
    def answer(self, part: str | None = None, timeout: float | None = None) -> Iterator[None]:
        """Wait at the end of the block until the status message has changed (and contains `part`)."""
        before = self.said()
        yield
        expect(self.status).not_to_have_text(before, timeout=timeout)
        if part is not None:
            expect(self.status).to_contain_text(part, timeout=timeout)

    def click(self, name: str) -> None:
        """Press with a real mouse, so that an element covering the area would be hit instead."""
        self.area(name).click()

    def tap(self, name: str) -> None:
        self.area(name).tap()

    def key(self, name: str, key: str = "Enter") -> None:
        """Focus an area and press a key."""
        self.area(name).focus()
        self.page.keyboard.press(key)

    def type_move(self, words: str) -> None:
        keys = self.shell.locator(".cat-keys")
        if keys.get_attribute("open") is None:
            keys.locator("summary").click()
        line = self.shell.locator(".cat-form input")
        line.fill(words)
        line.press("Enter")

    def tool(self, name: str) -> Locator:
        return self.shell.locator(f'button[data-tool="{name}"]')

    def pixels(self) -> np.ndarray:
        """Return the board's bitmap as painted (without focus ring and hover)."""
        data = self.paint.evaluate("canvas => canvas.toDataURL()").partition(",")[2]
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGBA"))

    def settle(self) -> None:
        """Wait until the kernel has answered everything, the layout is final, and nothing moves."""
        idle(self.page)

    @contextmanager
    def repaint(self) -> Iterator[None]:
        """Wait at the end of the block until the bitmap has changed."""
        before = self.paint.evaluate("canvas => canvas.toDataURL()")
        yield
        element = self.paint.element_handle()
        self.page.wait_for_function("([c, old]) => c.toDataURL() !== old", arg=[element, before])


def move(board: Board) -> None:
    """Press a piece and an area to which it can move, and wait until a bot's answer has been shown."""
    legal = board.shell.locator("[data-id].legal")
    piece = legal.first.get_attribute("data-id")
    with board.answer():
        legal.first.dispatch_event("click")
    with board.answer():
        board.shell.locator(f'[data-id].legal:not([data-id="{piece}"])').first.dispatch_event("click")
    expect(board.tool("undo")).not_to_have_attribute("aria-disabled", "true")


def live(page: Page, nth: int = 0) -> Board:
    """Wait until the nth board of the page is live and painted."""
    shell = page.locator(LIVE).nth(nth)
    shell.wait_for(state="attached")
    shell.scroll_into_view_if_needed()
    board = Board(page, shell)
    board.paint.wait_for(state="attached")
    page.wait_for_function(PAINTED, arg=board.paint.element_handle())
    expect(shell).not_to_have_class(DEALS)
    return board


def go_live(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function(f"({CATLIVE}) || catlive.errors.length || catlive.state === 'failed'")
    assert page.evaluate("catlive.errors") == []


def press_something(page: Page) -> None:
    """Press an area, and wait until the board's message changes, which shows that the press has an effect."""
    status = page.locator(".cat-shell .cat-status").first
    before = status.inner_text()
    page.locator(".cat-shell [data-id]").nth(3).dispatch_event("click")
    expect(status).not_to_have_text(before)


class CellCode:
    """The code of a page's first live cell, unfolded."""

    def __init__(self, page: Page) -> None:
        self.cell = page.locator("div.cell.tag_live").first
        self.cell.locator("summary", has_text="Code").click()
        self.field = self.cell.locator("textarea")

    def run(self, source: str, keys: str = "") -> None:
        self.field.fill(source)
        if keys:
            self.field.press(keys)
        else:
            self.cell.get_by_role("button", name="Run", exact=True).click()


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Return the share of pixels that differ; 1 for pictures of different sizes."""
    return float(np.any(one != other, axis=-1).mean()) if one.shape == other.shape else 1.0


def drag(page: Page, start: tuple[float, float], by: tuple[float, float], steps: int = 12) -> None:
    """Move one finger over the screen, as a reader does to scroll; only in a context with touch."""
    session = page.context.new_cdp_session(page)
    for step in range(steps + 1):
        point = {"x": start[0] + by[0] * step / steps, "y": start[1] + by[1] * step / steps}
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        settled(page, FRAME)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    settled(page, SCROLLED)


def tap_twice(page: Page, x: float, y: float) -> None:
    """Tap twice as quickly as a thumb does; the events carry timestamps, so a busy machine does not slow them down."""
    session, begun = page.context.new_cdp_session(page), time.time()
    for at in (begun, begun + 0.15):
        down, up = [{"x": x, "y": y}], list[dict[str, float]]()
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": down, "timestamp": at})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": up, "timestamp": at + 0.05})
    session.detach()


def become_phone(page: Page) -> None:
    """Emulate a phone on an open page: its screen, touch, and no hover."""
    become(page, {"width": WIDE, "height": TALL, "deviceScaleFactor": FINE, "mobile": True})


def become_desktop(page: Page) -> None:
    """Emulate the default desktop on an open page."""
    become(page, {"width": 1100, "height": 800, "deviceScaleFactor": 1, "mobile": False})


def become(page: Page, screen: dict[str, Any]) -> None:
    """Change the emulated device of an open page, and wait until it has changed."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setDeviceMetricsOverride", screen)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": screen["mobile"]})
    settled(page, "([wide, coarse]) => " + BECOME, [screen["width"], screen["mobile"]])


VIOLATIONS = """async ([context, options]) => (await axe.run(context ?? document, options)).violations
  .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${JSON.stringify(target)}`))"""


def axe(page: Page, within: str | None = None, only: Sequence[str] = SCALE, without: Sequence[str] = ()) -> list[str]:
    """Return the faults that axe-core finds, one line per rule and element; the boards must be live already."""
    # `preload` would fetch the style sheets again: no rule here needs it, and all requests must be the page's own.
    options = {"runOnly": list(only), "resultTypes": ["violations"], "preload": False}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    context = {"exclude": [[one] for one in without]} if without else within
    found: list[str] = settled(page, VIOLATIONS, [context, options])
    return found
