"""Every page of the built site, as each kind of reader meets it."""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.board import axe, become_phone
from tests.browser.fixtures import NewPage
from tests.notebooks.pages import ROOT, contents

OWN = ["genindex", "search", "book/licences"]  # that the build makes
PAGES = [*(str(page.relative_to(ROOT).with_suffix("")) for page in contents()), *OWN]


# The theme's own fault: it puts the logo outside every landmark. Everything else has to be right.
THEME = re.compile(r"region: .*sidebar-primary-item")
READ = """async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise((done) => setTimeout(done, 60));
  }
  scrollTo(0, 0);
}"""

COLOUR = "() => getComputedStyle(document.body).backgroundColor"
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def until(page: Page, true: str, seconds: float) -> None:
    """Wait until something is true on a page; Playwright would ask the page to, which its policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(true):
        assert time.monotonic() < end, f"after {seconds} seconds still not {true}"
        page.wait_for_timeout(50)


def boards(page: Page, wanted: int) -> None:
    """Read down to the end of the page, which brings every board to life, and wait for the last of them."""
    page.evaluate(READ)
    live = f"document.querySelectorAll('.cat-shell[data-cat=\"live\"]').length === {wanted}"
    until(page, f"{live} && !document.querySelector('.cat-shell[data-cat=\"static\"]')", 60)
    assert page.evaluate("[window.catlive?.errors ?? [], window.catlive?.note ?? null]") == [[], None]


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and axe finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert [line for line in axe(page) if not THEME.match(line)] == []


def darken(page: Page) -> None:
    """Turn the page's theme, and wait until it stands."""
    before = page.evaluate(COLOUR)
    page.emulate_media(color_scheme="dark")
    until(page, f"({COLOUR})() !== {json.dumps(before)} && ({STILL})()", 10)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_serves_every_reader(new_page: NewPage, site: Path, site_url: str, name: str) -> None:
    """All boards live, nothing wider than the screen, nothing that axe finds; no error, no request elsewhere.

    All of it under the page's own policy, a violation of which is an error on the console.

    First on a desktop in the light, then on a phone in the dark, without loading it anew.
    """
    page = new_page(bypass_csp=False)
    page.goto(f"{site_url}/{name}.html")
    boards(page, (site / f"{name}.html").read_text(encoding="utf-8").count('data-cat="static"'))
    fits(page)
    darken(page)
    become_phone(page)
    fits(page)


def test_the_book_names_its_pages() -> None:
    assert PAGES, "expected _toc.yml to name the book's pages"


@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith("/reference")])
def test_the_quick_reference_is_one_printed_page(page: Page, site_url: str, name: str) -> None:
    page.goto(f"{site_url}/{name}.html")
    sheet = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", sheet)) == 1
