"""A book without games is live: built by Jupyter Book, and by the newest Sphinx, in each browser engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from tests.browser.engine_fixtures import ENGINES, LIVE, SECONDS
from tests.browser.engines import LISTENER, Driver
from tests.browser.fixtures import NewPage
from tests.browser.static_host import StaticHost
from tests.browser.waits import settled

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "_build" / "live_book"
LONGEST = 800  # seconds for a build
LABEL = "document.querySelector('.widget-label:not(.widget-inline-hbox > *)').textContent"
OUTPUT = "document.querySelector('.live-output').innerText.trim()"
SLIDERS = "document.querySelectorAll('.noUi-handle')"
PICTURE = "document.querySelector('.cell_output canvas').toDataURL()"
STRANGERS = (
    "performance.getEntriesByType('resource').map(({ name }) => name)"
    ".filter((name) => !name.startsWith(location.origin) && !/^(blob|data):/.test(name))"
)


def run(*command: str | Path) -> None:
    """Run a command of a build; if it fails, fail the test with the end of its output."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    done = subprocess.run(command, cwd=WORK, env=env, capture_output=True, text=True, check=False, timeout=LONGEST)
    if done.returncode:
        pytest.fail(f"{command[0]} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}", pytrace=False)


def with_jupyter_book(source: Path, _site: Path) -> None:
    """Build the book with Jupyter Book 1."""
    run(sys.executable, "-c", "from jupyter_book.cli.main import main; main()", "build", source)


def with_newest_sphinx(source: Path, site: Path) -> None:
    """Build the book with the newest Sphinx, in an environment of its own."""
    place, wanted = WORK / "environment", HERE / "newest" / "requirements.txt"
    made = place / wanted.name
    if not made.is_file() or made.read_text("utf-8") != wanted.read_text("utf-8"):
        venv.create(place, with_pip=True, clear=True)
        run(place / "bin" / "python", "-m", "pip", "install", "--quiet", "--requirement", wanted)
        shutil.copy(wanted, made)
    run(place / "bin" / "python", "-m", "sphinx", "-c", HERE / "newest", source, site)


BUILDS = {"Jupyter Book 1": with_jupyter_book, "newest Sphinx": with_newest_sphinx}


@pytest.fixture(scope="module", params=BUILDS)
def folder(request: pytest.FixtureRequest, testrun_uid: str) -> Path:
    """Return the folder of the site, which the first worker builds once per test run, keeping an earlier kernel."""
    source = WORK / request.param.replace(" ", "_").lower()
    site, stamp = source / "_build" / "html", source / "built.run"
    source.mkdir(parents=True, exist_ok=True)
    with FileLock(WORK / "build.lock", timeout=LONGEST):
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != testrun_uid:
            stamp.unlink(missing_ok=True)
            for made in (site, source / "_build" / ".doctrees"):
                shutil.rmtree(made, ignore_errors=True)
            shutil.copytree(HERE / "book", source, dirs_exist_ok=True)
            BUILDS[request.param](source, site)
            stamp.write_text(testrun_uid, encoding="utf-8")
    return site


@pytest.fixture(scope="module")
def book(folder: Path) -> Iterator[str]:
    """Yield the address of the built book."""
    with StaticHost(folder, LISTENER).running() as host:
        yield host.url


def live(driver: Driver) -> None:
    """Wait until the page is live, from the snapshot and without an error."""
    driver.until(LIVE, SECONDS)
    assert driver.run("[catlive.state, catlive.errors, catlive.note ?? null]") == ["live", [], None]


def step(driver: Driver, slider: int) -> None:
    """Move a slider of the page by one step, with the keyboard."""
    driver.until(f"{SLIDERS}.length > {slider}")
    driver.run(f"{SLIDERS}[{slider}].focus()")
    driver.keys("ArrowRight")


def follow(driver: Driver, page: str) -> None:
    """Follow a link in the text."""
    driver.press(f'article a[href*="{page}"]')
    driver.until(f"location.pathname.endsWith('{page}') && document.readyState !== 'loading'")


@pytest.mark.parametrize("driver", ENGINES, indirect=True)
def test_the_widgets_of_a_book_are_live(driver: Driver, book: str) -> None:
    driver.open(f"{book}/index.html")
    live(driver)
    driver.until(f"{LABEL} === '9'")
    step(driver, 0)
    driver.until(f"{LABEL} === '16'")
    driver.until(f"{OUTPUT} === 'hip hip hooray\\n6' || {OUTPUT}.startsWith('hip hip hooray')")
    step(driver, 1)
    driver.until(f"{OUTPUT}.startsWith('hip hip hip hooray') && {OUTPUT}.endsWith('12')")
    follow(driver, "drawing.html")
    live(driver)
    before = driver.run(PICTURE)
    step(driver, 0)
    driver.until(f"{PICTURE} !== {json.dumps(before)}")
    driver.back()
    driver.until("location.pathname.endsWith('index.html') && document.readyState !== 'loading'")
    live(driver)
    step(driver, 0)
    driver.until(f"['16', '25'].includes({LABEL})")  # where pages are swapped, the page has kept its widgets
    follow(driver, "text.html")
    assert driver.run(STRANGERS) == []
    assert driver.errors() == []


@pytest.mark.parametrize("driver", ["chromium"], indirect=True)
def test_a_kernel_that_has_ended_is_restarted(driver: Driver, book: str) -> None:
    driver.open(f"{book}/index.html")
    live(driver)
    driver.run("(catlive.fail('ended by the test'), catlive.worker.terminate())")
    driver.until("document.querySelector('.live-status .cat-again')")
    assert "Python has stopped." in driver.run("document.querySelector('.live-status').innerText")
    driver.run("catlive.errors.splice(0)")
    driver.press(".live-status .cat-again")
    driver.until("catlive.state === 'live'", SECONDS)
    step(driver, 0)
    driver.until(f"{LABEL} === '16'")


def test_after_a_visit_the_book_works_without_its_host(folder: Path, new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    with StaticHost(folder).running() as host:
        page.goto(f"{host.url}/index.html")
        settled(page, "navigator.serviceWorker.ready.then(() => true)")
        page.reload()  # the service worker answers from now on
        page.wait_for_function(LIVE)
    page.goto(f"{host.url}/drawing.html")
    page.wait_for_function(LIVE)
    assert page.evaluate("[catlive.state, catlive.errors]") == ["live", []]
