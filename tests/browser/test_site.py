"""Every page of the built site, as each kind of reader meets it."""

import pytest
from playwright.sync_api import Page

from tests.browser.board import DARK, PHONE, axe
from tests.browser.fixtures import NewPage
from tests.notebooks.pages import ROOT, contents

READERS = {"light": {}, "dark": DARK, "phone": PHONE}
PAGES = [str(page.relative_to(ROOT).with_suffix("")) for page in contents()]


def settle(page: Page) -> int:
    """Bring every board of the page to life, as reading down to its end would; returns how many there are."""
    shells = page.locator(".cat-shell")
    for number in range(shells.count()):
        shells.nth(number).scroll_into_view_if_needed()
    page.wait_for_function("() => !document.querySelector('.cat-shell[data-cat=\"static\"]')", timeout=60_000)
    return shells.count()


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_serves_every_reader(new_page: NewPage, site_url: str, name: str, reader: str) -> None:
    """All boards live, nothing wider than the screen, nothing that axe finds; no error, no other host."""
    page = new_page(**READERS[reader])
    page.goto(f"{site_url}/{name}.html")
    boards = settle(page)
    assert page.evaluate("window.catlive?.live ?? 0") == boards
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert axe(page) == []


def test_the_book_names_its_pages() -> None:
    assert PAGES, "expected _toc.yml to name the book's pages"
