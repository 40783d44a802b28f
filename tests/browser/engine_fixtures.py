"""Fixtures for tests in each engine: a driver of the engine, and a host with the built site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from tests.browser.board_driver import IDLE
from tests.browser.engines import IPHONE, LISTENER, ChromiumDriver, Driver, firefox, webkit
from tests.browser.fixtures import NewPage, programs
from tests.browser.page_watch import Watch
from tests.browser.static_host import StaticHost
from tests.kinds import nightly
from tools.find_browsers import FIREFOX, WEBKIT

T = TypeVar("T")
ENGINES = ("chromium", "firefox", "webkit")
CHROMIUM_FIRST = ["chromium", *map(nightly, ENGINES[1:])]  # for a parametrized test: the others run nightly
BOARD = '.cat-shell[data-cat="live"]'
LIVE = "window.catlive && (catlive.state === 'live' || catlive.errors.length || catlive.state === 'failed')"
MOVES = f"document.querySelectorAll('{BOARD} .cat-moves li').length"
PROVOKED = "provoked"
SECONDS = 90.0  # maximum time until all boards of a page are live, on a busy machine


@dataclass
class Visit:
    """A browser, and the host whose pages it opens."""

    driver: Driver
    host: StaticHost
    site: Path

    def open(self, page: str) -> None:
        """Open a page of the site and wait until all its boards are live and at rest."""
        self.driver.open(f"{self.host.url}/{page}")
        self.live()

    def live(self) -> None:
        self.driver.until(LIVE, SECONDS)
        assert self.driver.run("[catlive.state, catlive.errors, catlive.note ?? null]") == ["live", [], None]
        self.rests()  # a new deal has replaced the one in the picture

    def rests(self) -> None:
        """Wait until the board has shown everything that a press caused: it shows its message before its areas."""
        self.driver.until(f"!document.querySelector('{BOARD} [data-tool=skip]')")  # the bots' moves have been shown
        self.driver.run(IDLE)

    def plays(self, action: Callable[[], None]) -> None:
        """Do something that plays a turn, and wait until the move list contains the turn and the bot's answer."""
        before = self.driver.run(MOVES)
        action()
        self.driver.until(f"{MOVES} >= {before + 2}")
        self.rests()


def take_steps(steps: Iterable[Callable[[T], None]], of: T, subtests: pytest.Subtests) -> None:
    """Take all steps of a visit; the later ones are taken even if one fails."""
    for step in steps:
        with subtests.test(step.__name__):
            step(of)


@pytest.fixture
def host(site: Path) -> Iterator[StaticHost]:
    """Yield a host for this test alone, which can hold back a file; its pages record errors for WebKit's driver."""
    with StaticHost(site, LISTENER).running() as server:
        yield server


@pytest.fixture
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    """Yield a driver of the engine that the test names; "as iphone" selects an iPhone's user agent."""
    engine, _, agent = request.param.partition(" as ")
    if engine == "chromium":
        new_page: NewPage = request.getfixturevalue("new_page")
        page = new_page(bypass_csp=False, **({"user_agent": IPHONE} if agent else {}))
        watch: Watch = request.getfixturevalue("watches")[0]
        watch.forgive(PROVOKED)
        yield ChromiumDriver(page, watch)
    elif engine == "firefox":
        with firefox(programs(FIREFOX)["firefox-esr"], tmp_path) as started:
            yield started
    else:
        with webkit(programs(WEBKIT), tmp_path, IPHONE if agent else "") as started:
            yield started
