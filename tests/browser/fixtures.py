"""A real Chromium on the built site and on a real JupyterLab.

A test that is about starting (kernel, network, storage refused, JupyterLab) takes a fresh page: `page` or `new_page`.
All others take a warm one, `warm_page`, whose kernel is live already: `visit` leads there by a link in the document.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.board_driver import live, visit
from tests.browser.jupyterlab import Lab, running
from tests.browser.page_watch import Watch
from tests.browser.static_host import StaticHost, Trap
from tools.find_browsers import CHROMIUM
from tools.find_browsers import Browser as Programs

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=AutofillServerCommunication",  # else it asks about every form
]

# A busy machine is slow: what holds is waited for, and costs no time where it holds at once.
expect.set_options(timeout=20_000)

# Not in every frame: one without an origin of its own keeps nothing.
AT_ONCE = 'try { localStorage.setItem("cat-pace", "once") } catch {}'
SEED = 11  # of every deal that a test does not choose
FIXED_DEALS = f"""window.Worker = class extends Worker {{
  constructor(address, options) {{
    super(/kernel[.]mjs/.test(address) ? `${{address}}&seed={SEED}` : address, options);
  }}
}};"""
NewPage = Callable[..., Page]
LONGEST_BUILD = 800  # seconds, less than a test may take
DESK = {"width": 1100, "height": 800}
BLANK = "book/about.html"  # a page without a board, where a warm page waits for its next test
VISITS = 40  # tests that one warm page serves
FAILED = pytest.StashKey[bool]()
PER_CONTEXT = ("is_mobile", "has_touch", "device_scale_factor", "bypass_csp")  # what a page cannot change later


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether a test has failed, for the fixtures that clear up after it."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def site(testrun_uid: str) -> Path:
    """The built site: brought up to date once a test run, whichever worker comes first.

    The variable CATTOOLS_SITE names one that is built already.
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
    """Serve a folder as a static host would; returns its address."""
    hosts: list[StaticHost] = []

    def start(folder: Path) -> str:
        host = StaticHost(folder)
        threading.Thread(target=host.serve_forever, daemon=True).start()
        hosts.append(host)
        return host.url

    yield start
    for host in hosts:
        host.shutdown()
        host.server_close()


@pytest.fixture(scope="session")
def site_url(site: Path, serve: Callable[[Path], str]) -> str:
    """The address of the built site, without a slash at the end."""
    return serve(site)


@pytest.fixture(scope="session")
def trap() -> Iterator[Trap]:
    """Where every request to another host ends."""
    with Trap() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def programs(browser: Programs) -> dict[str, str]:
    """Find the programs of a browser; a test fails in words where one is missing."""
    found = browser.find()
    if found is None:
        pytest.fail(browser.missing, pytrace=False)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of a worker; every page has a fresh context in it."""
    with sync_playwright() as play:
        program = play.chromium.launch(executable_path=programs(CHROMIUM)["chromium"], args=FLAGS)
        yield program
        program.close()


@pytest.fixture
def watches() -> list[Watch]:
    """The watches over the contexts of this test, in the order they were opened."""
    return []


def start_page(browser: Browser, trap: Trap, watches: list[Watch], options: dict[str, Any]) -> Page:
    """Open a page in a context of its own, watched, with moves shown at once and deals fixed unless told otherwise."""
    paced, deals = options.pop("paced", False), options.pop("random_deals", False)
    proxy = {"server": f"http://127.0.0.1:{trap.server_address[1]}", "bypass": "127.0.0.1,localhost"}
    # A page of its own context would fetch the whole book to keep it, once its boards are live.
    usual = {"viewport": DESK, "proxy": proxy, "service_workers": "block", "bypass_csp": True}
    context = browser.new_context(**{**usual, **options})
    if not paced:
        context.add_init_script(AT_ONCE)
    if not deals:
        context.add_init_script(FIXED_DEALS)
    watches.append(Watch(context, trap))
    return context.new_page()


def check(watches: list[Watch]) -> None:
    """Fail where a page asked another host or had an error."""
    faults = [fault for watch in watches for fault in watch.faults()]
    if faults:
        pytest.fail("the page misbehaved:\n" + "\n".join(faults), pytrace=False)


@pytest.fixture
def new_page(browser: Browser, trap: Trap, watches: list[Watch]) -> Iterator[NewPage]:
    """Open pages in fresh contexts: `new_page(**PHONE, **DARK)`; each is watched.

    Moves are shown at once (`paced=True`: as the reader has not chosen), and every deal is that of `SEED`
    (`random_deals=True`: by lot).

    Playwright waits for a function of the page by `eval`, which the site's policy forbids: it does not hold in them,
    unless with `bypass_csp=False`. At the end the test fails when a page asked another host or had an error.
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
    """Pages with a live kernel, one a kind of device, which the tests of a worker take one after the other."""

    def __init__(self, browser: Browser, trap: Trap, site_url: str) -> None:
        self.browser, self.trap, self.site_url = browser, trap, site_url
        self.pages: dict[tuple[object, ...], tuple[Page, Watch, int]] = {}

    def take(self, options: dict[str, Any]) -> tuple[Page, Watch]:
        """Return a page for a device as `new_page` takes it: on a page without boards, nothing stored."""
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
        """Leave what a test was about: other windows, routes, the page it was on, all that it stored."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.mouse.move(0, 0)
        page.emulate_media(media="null", forced_colors="null")
        visit(page, f"{self.site_url}/{BLANK}")
        page.evaluate("catlive.idle()")
        page.evaluate(f"localStorage.clear(); sessionStorage.clear(); {AT_ONCE}")

    def drop(self, page: Page) -> None:
        """End a page that a test has left in doubt."""
        self.pages = {kind: found for kind, found in self.pages.items() if found[0] is not page}
        page.context.close()


@pytest.fixture(scope="session")
def warm_pages(browser: Browser, trap: Trap, site_url: str) -> WarmPages:
    """The warm pages of a worker."""
    return WarmPages(browser, trap, site_url)


@pytest.fixture
def warm_page(warm_pages: WarmPages, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Take warm pages: `warm_page(**PHONE, **DARK)`; `visit` leads to the site's pages. Each is watched.

    What cannot be undone (an init script, Playwright's clock) needs a page of `new_page`.
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
    """A watched page on a desktop screen."""
    return new_page()


@pytest.fixture
def watch(page: Page, watches: list[Watch]) -> Watch:
    """The watch over `page`: its requests and errors, and `forgive` for those a test means to cause."""
    del page  # has to be open
    return watches[0]


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A real JupyterLab with the repository as its root; nothing of the user's is read or written."""
    with running(ROOT, tmp_path_factory.mktemp("lab")) as started:
        yield started
