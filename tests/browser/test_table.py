"""The play page in Chromium: what its address tells."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.board import live
from tests.browser.fixtures import NewPage


def test_a_shared_address_speaks_once(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    with board.answer("The link leads"):
        board.tool("share").click()
    assert "game=herders" in page.url
    board.shell.locator("summary", has_text="New game").click()
    board.shell.locator("select[name=board]").select_option("square")
    board.shell.locator("form[data-form=new] button[type=submit]").click()
    expect(board.shell.locator(".cat-layer [data-id]")).to_have_count(100)
    expect(board.shell.locator(".cat-said")).to_contain_text("A new game.")
    assert "game=" not in page.url
