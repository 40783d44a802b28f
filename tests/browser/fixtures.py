"""A real Chromium on the built site and on a real JupyterLab."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.host import StaticHost, Trap
from tests.browser.lab import Lab, running
from tests.browser.watch import Watch
from tools.browsers import CHROMIUM
from tools.browsers import Browser as Programs

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

# Not in every frame: one without an origin of its own keeps nothing.
AT_ONCE = 'try { localStorage.setItem("cat-pace", "once") } catch {}'
NewPage = Callable[..., Page]
LONGEST_BUILD = 800  # seconds, less than a test may take


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


@pytest.fixture
def new_page(browser: Browser, trap: Trap, watches: list[Watch]) -> Iterator[NewPage]:
    """Open pages in fresh contexts: `new_page(**PHONE, **DARK)`; each is watched.

    Its reader has chosen to see moves at once; with `paced=True` nothing was chosen.

    Playwright waits for a function of the page by `eval`, which the site's policy forbids: it does not hold in them,
    unless with `bypass_csp=False`. At the end the test fails when a page asked another host or had an error.
    """

    def start(*, paced: bool = False, **options: Any) -> Page:
        proxy = {"server": f"http://127.0.0.1:{trap.server_address[1]}", "bypass": "127.0.0.1,localhost"}
        # A page of its own context would fetch the whole book to keep it, once its boards live.
        usual = {
            "viewport": {"width": 1100, "height": 800},
            "proxy": proxy,
            "service_workers": "block",
            "bypass_csp": True,
        }
        context = browser.new_context(**{**usual, **options})
        if not paced:
            context.add_init_script(AT_ONCE)
        watches.append(Watch(context, trap))
        return context.new_page()

    yield start
    for context in browser.contexts:
        context.close()
    faults = [fault for watch in watches for fault in watch.faults()]
    if faults:
        pytest.fail("the page misbehaved:\n" + "\n".join(faults), pytrace=False)


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
