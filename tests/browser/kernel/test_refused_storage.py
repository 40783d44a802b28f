"""A browser that refuses storage, or has no space left: every page works, nothing is stored, and one line says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.engine_fixtures import BOARD, ENGINES, Visit
from tests.browser.engines import Driver
from tests.browser.kernel.test_engines import LEGAL, PLAY, a_press_plays_and_the_bot_answers
from tests.browser.static_host import StaticHost
from tests.kinds import some

pytestmark = pytest.mark.browser
# Collects script errors in a variable, because they cannot be stored. Missing files, some fetched ahead, are ignored.
HEARD = """
window.heard = [];
addEventListener("error", (event) => heard.push(String(event.message)));
addEventListener("unhandledrejection", (event) => heard.push(String(event.reason)));
"""
STORES = {
    "refused": """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
      configurable: true, get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });""",
    "full": """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };""",
}
PAGE = "book/glossary.html"  # without boards
# Shows the page in a phone-sized frame within itself.
PHONE = """new Promise((done) => {
  const frame = Object.assign(document.createElement("iframe"), { id: "phone", width: 390, height: 700 });
  frame.addEventListener("load", () => done(true));
  frame.src = location.href;
  document.body.prepend(frame);
})"""
INSIDE = "document.querySelector('#phone').contentDocument"
DIALOG = f"{INSIDE}.querySelector('#pst-primary-sidebar-modal')"
SAYS = "document.querySelector('.cat-unstored').offsetHeight > 0"


@pytest.fixture
def host(site: Path, request: pytest.FixtureRequest) -> Iterator[StaticHost]:
    """Yield a host whose pages have the storage that the test names."""
    with StaticHost(site, HEARD + STORES[request.param]).running() as server:
        yield server


CASES = some([(engine, store) for store in STORES for engine in ENGINES], lambda case: case[0] == "chromium")


@pytest.mark.parametrize(("driver", "host"), CASES, indirect=True)
def test_without_storage_a_page_and_its_menu_work(driver: Driver, host: StaticHost) -> None:
    driver.open(f"{host.url}/{PAGE}")
    driver.until(SAYS)
    assert driver.run(PHONE)
    driver.until(f"{DIALOG} && !{DIALOG}.open && {INSIDE}.readyState === 'complete'")
    driver.run(f"void {INSIDE}.querySelector('.primary-toggle').click()")
    driver.until(f"{DIALOG}.open && {DIALOG}.querySelector('a[href*=herders]')")
    assert driver.run("[...heard, ...document.querySelector('#phone').contentWindow.heard]") == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("driver", "host"),
    [("chromium", "refused"), ("firefox", "refused"), ("webkit", "refused"), ("chromium", "full")],
    indirect=True,
)
def test_without_storage_a_game_is_played_and_the_board_says_that_it_is_not_saved(
    driver: Driver, host: StaticHost, site: Path
) -> None:
    visit = Visit(driver, host, site)
    visit.open(PLAY)
    driver.until(f"document.querySelector('{LEGAL}')")
    a_press_plays_and_the_bot_answers(visit)
    driver.until(f"document.querySelector('{BOARD}').innerText.includes('This browser does not save games')")
    assert driver.run("heard") == []
