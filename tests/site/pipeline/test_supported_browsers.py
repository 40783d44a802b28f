"""The documentation states the oldest supported browsers, and so does a page whose scripts a browser cannot run."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from cattools.live.settings import OLDEST
from tests.browser.page_watch import Watch

ROOT = Path(__file__).parents[3]
STATED = f"Chrome and Edge {OLDEST['chrome']}, Firefox {OLDEST['firefox']}, Safari {OLDEST['safari']}"


@pytest.mark.parametrize("page", ["README.md", "book/about.md", "CHANGELOG.md"])
def test_the_oldest_supported_browsers_are_stated(page: str) -> None:
    assert OLDEST["edge"] == OLDEST["chrome"]
    assert OLDEST["ios"] == OLDEST["safari"]
    assert STATED in " ".join((ROOT / page).read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("lacking", "state"),
    [("Object.defineProperty(window, 'DecompressionStream', { value: undefined })", "old"), ("", "failed")],
    ids=["old", "new"],
)
def test_a_first_script_that_the_browser_cannot_parse_is_reported(
    page: Page, site_url: str, watch: Watch, lacking: str, state: str
) -> None:
    def unreadable(route: Route) -> None:
        route.fulfill(body="new syntax {", content_type="text/javascript")

    watch.forgive("SyntaxError|Unexpected|missing")
    page.add_init_script(lacking)
    page.route(re.compile(r"/boot\.js"), unreadable)
    page.goto(f"{site_url}/book/herders/play.html")
    line = page.locator(".cat-shell .cat-state").first
    expect(line).to_have_attribute("data-state", state)
    expect(line).to_have_text(line.get_attribute(f"data-{state}") or "a line")
    expect(line).to_be_visible()
    assert page.locator('[data-cat="static"] svg').count() > 0
