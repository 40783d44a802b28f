"""Fixtures for tests in a real Chromium, on the built site and in a real JupyterLab.

Tests of startup (kernel, network, denied storage, JupyterLab) use a fresh page: `page` or `new_page`. All other tests
use `warm_page`, a page whose kernel is already live; `visit` then navigates within its document.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.board_driver import IDLE, live, visit
from tests.browser.jupyterlab import Lab, running
from tests.browser.page_watch import Watch
from tests.browser.static_host import StaticHost, Trap
from tests.browser.waits import TIMEOUT, settled
from tools import find_browsers
from tools.find_browsers import CHROMIUM

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=AutofillServerCommunication",  # otherwise Chromium sends a request for every form
    # Compile only the functions that run, and only once: optimized code does not pay off in a short test.
    "--js-flags=--wasm-lazy-compilation,--liftoff-only",
]

expect.set_options(timeout=TIMEOUT)

# Shows moves immediately. Errors are ignored, because a frame with an opaque origin has no storage.
AT_ONCE = 'try { localStorage.setItem("cat-pace", "once") } catch {}'
SEED = 11  # the seed of every deal for which a test chooses none
FIXED_DEALS = f"""window.Worker = class extends Worker {{
  constructor(address, options) {{
    super(/kernel[.]mjs/.test(address) ? `${{address}}&seed={SEED}` : address, options);
  }}
}};"""
NewPage = Callable[..., Page]
LONGEST_BUILD = 800  # seconds, less than the time limit of a test
DESK = {"width": 1100, "height": 800}
BLANK = "book/about.html"  # a page without a board, where a warm page waits for its next test
VISITS = 40  # maximum number of tests that use the same warm page
FAILED = pytest.StashKey[bool]()
PER_CONTEXT = ("is_mobile", "has_touch", "device_scale_factor", "bypass_csp")  # options that an open page cannot change


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record whether a test has failed, for the fixtures that clean up after it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def site(testrun_uid: str) -> Path:
    """Return the folder of the built site, which the first worker brings up to date once per test run.

    The environment variable CATTOOLS_SITE names a site that is already built.
    """
    ready = os.environ.get("CATTOOLS_SITE")
    if ready:
        return Path(ready)
    folder = ROOT / "_build" / "html"
    stamp = ROOT / "_build" / "site.run"
    stamp.parent.mkdir(exist_ok=True)
    with FileLock(stamp.with_suffix(".lock"), timeout=LONGEST_BUILD):
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != testrun_uid:
            command = [sys.executable, "-m", "cattools.cli", "build"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONGEST_BUILD)
            if done.returncode:
                pytest.fail(f"`cattools build` failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}", pytrace=False)
            stamp.write_text(testrun_uid, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Return a function that serves a folder as a static host would and returns its address."""
    with ExitStack() as hosts:
        yield lambda folder: hosts.enter_context(StaticHost(folder).running()).url


@pytest.fixture(scope="session")
def site_url(site: Path, serve: Callable[[Path], str]) -> str:
    """Return the address of the built site, without a trailing slash."""
    return serve(site)


@pytest.fixture(scope="session")
def board_page(site: Path) -> str:
    """Return the path of a page whose boards do not fill the screen, so that their layout needs no script."""
    texts = {file: file.read_text(encoding="utf-8") for file in sorted((site / "book").rglob("*.html"))}
    pages = [file for file, text in texts.items() if 'data-cat="static"' in text and "data-fills" not in text]
    assert pages, "expected the site to contain a page with such boards"
    return str(pages[0].relative_to(site))


@pytest.fixture
def url(site_url: str, board_page: str) -> str:
    """Return the address of `board_page`."""
    return f"{site_url}/{board_page}"


@pytest.fixture(scope="session")
def trap() -> Iterator[Trap]:
    """Yield the server that receives every request to another host."""
    with Trap() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def programs(browser: find_browsers.Browser) -> dict[str, str]:
    """Return the programs of a browser; fail the test with an explanation if one is missing."""
    found = browser.find()
    if found is None:
        pytest.fail(browser.missing, pytrace=False)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield one Chromium for the tests of a worker; every page has a fresh context in it."""
    with sync_playwright() as play:
        program = play.chromium.launch(executable_path=programs(CHROMIUM)["chromium"], args=FLAGS)
        yield program
        program.close()


@pytest.fixture
def watches() -> list[Watch]:
    """Return the watches over the contexts of this test, in the order in which they were opened."""
    return []


def start_page(browser: Browser, trap: Trap, watches: list[Watch], options: dict[str, Any]) -> Page:
    """Open a watched page in a new context; by default, moves are shown immediately and deals are fixed."""
    paced, deals = options.pop("paced", False), options.pop("random_deals", False)
    proxy = {"server": f"http://127.0.0.1:{trap.server_address[1]}", "bypass": "127.0.0.1,localhost"}
    # With a service worker, each new context would fetch and cache the whole book once its boards are live.
    usual = {"viewport": DESK, "proxy": proxy, "service_workers": "block", "bypass_csp": True}
    context = browser.new_context(**{**usual, **options})
    context.set_default_timeout(TIMEOUT)
    if not paced:
        context.add_init_script(AT_ONCE)
    if not deals:
        context.add_init_script(FIXED_DEALS)
    watches.append(Watch(context, trap))
    return context.new_page()


def check(watches: list[Watch]) -> None:
    """Fail if a page sent a request to another host or had an error."""
    faults = [fault for watch in watches for fault in watch.faults()]
    if faults:
        pytest.fail("the page misbehaved:\n" + "\n".join(faults), pytrace=False)


@pytest.fixture
def new_page(browser: Browser, trap: Trap, watches: list[Watch]) -> Iterator[NewPage]:
    """Return a function that opens watched pages in fresh contexts: `new_page(**PHONE, **DARK)`.

    Moves are shown immediately (`paced=True`: at the default pace), and every deal has the seed `SEED`
    (`random_deals=True`: a random seed).

    Playwright's `wait_for_function` uses `eval`, which the site's content security policy forbids, so pages ignore the
    policy unless `bypass_csp=False`. At the end, the test fails if a page sent a request to another host or
    had an error.
    """
    contexts = []

    def start(**options: Any) -> Page:
        page = start_page(browser, trap, watches, options)
        contexts.append(page.context)
        return page

    yield start
    for context in contexts:
        context.close()
    check(watches)


class WarmPages:
    """Pages with a live kernel, one per kind of device, which the tests of a worker use one after the other."""

    def __init__(self, browser: Browser, trap: Trap, site_url: str) -> None:
        self.browser, self.trap, self.site_url = browser, trap, site_url
        self.pages: dict[tuple[object, ...], tuple[Page, Watch, int]] = {}

    def take(self, options: dict[str, Any]) -> tuple[Page, Watch]:
        """Return a page for the options of `new_page`, and its watch; it has no boards and stores only the pace."""
        kind = tuple(options.get(name) for name in PER_CONTEXT)
        page, watch, uses = self.pages.pop(kind) if kind in self.pages else (*self._start(options), 0)
        watch.restart()
        page.set_viewport_size(options.get("viewport", DESK))
        page.emulate_media(
            color_scheme=options.get("color_scheme", "light"), reduced_motion=options.get("reduced_motion", "null")
        )
        if uses < VISITS:
            self.pages[kind] = page, watch, uses + 1
        return page, watch

    def _start(self, options: dict[str, Any]) -> tuple[Page, Watch]:
        watches: list[Watch] = []
        chosen = {name: options[name] for name in PER_CONTEXT if name in options}
        page = start_page(self.browser, self.trap, watches, chosen)
        page.goto(f"{self.site_url}/book/herders/turn.html")
        live(page)
        self.rest(page)
        return page, watches[0]

    def rest(self, page: Page) -> None:
        """Clean up after a test: close other windows, remove routes, leave the test's page, and clear the storage."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.mouse.move(0, 0)
        page.emulate_media(media="null", forced_colors="null")
        visit(page, f"{self.site_url}/{BLANK}")
        settled(page, IDLE)
        page.evaluate(f"localStorage.clear(); sessionStorage.clear(); {AT_ONCE}")

    def drop(self, page: Page) -> None:
        """Close a page that a test has left in an unknown state."""
        self.pages = {kind: found for kind, found in self.pages.items() if found[0] is not page}
        page.context.close()


@pytest.fixture(scope="session")
def warm_pages(browser: Browser, trap: Trap, site_url: str) -> WarmPages:
    """Return the warm pages of a worker."""
    return WarmPages(browser, trap, site_url)


@pytest.fixture
def warm_page(warm_pages: WarmPages, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Return a function that takes watched warm pages: `warm_page(**PHONE, **DARK)`; `visit` opens the site's pages.

    A test that uses what cannot be undone (an init script, Playwright's clock) needs `new_page`.
    """
    taken: list[tuple[Page, Watch]] = []

    def take(**options: Any) -> Page:
        taken.append(warm_pages.take(options))
        return taken[-1][0]

    yield take
    failed = request.node.stash.get(FAILED, False)
    for page, _ in taken:
        if failed or page.evaluate("window.catlive?.state !== 'live' || catlive.errors.length > 0"):
            warm_pages.drop(page)
        else:
            warm_pages.rest(page)
    check([watch for _, watch in taken])


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """Return a watched page on a desktop screen."""
    return new_page()


@pytest.fixture
def watch(page: Page, watches: list[Watch]) -> Watch:
    """Return the watch over `page`: its requests and errors, and `forgive` for errors that a test provokes."""
    del page  # the page must be open
    return watches[0]


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Yield a real JupyterLab with the repository as its root; it reads and writes none of the user's files."""
    with running(ROOT, tmp_path_factory.mktemp("lab")) as started:
        yield started
