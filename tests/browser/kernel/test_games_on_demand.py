"""A page loads only its own game: the kernel starts with that game, and fetches others when a page shows them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.board_driver import CATLIVE, go_live, press_something
from tests.browser.page_watch import Watch

pytestmark = pytest.mark.pyodide_patches

JAPANESE = re.compile("[ぁ-ん].*[ぁ-ん]", re.DOTALL)
OTHER = "[...document.links].find((link) => link.pathname.endsWith('/book/calico/index.html')).click()"


def games_fetched(watch: Watch) -> list[str]:
    """Return the names of the games' files that the page has requested."""
    names = [address.partition("?")[0].rsplit("/", 1)[1] for address in watch.requests]
    return [name for name in names if name.startswith("pack.")]


def test_a_page_fetches_only_its_own_game_and_the_next_page_only_another(
    page: Page, site_url: str, watch: Watch
) -> None:
    go_live(page, f"{site_url}/book/herders/index.html")
    press_something(page)
    assert games_fetched(watch) == ["pack.herders.snapshot.bin"]
    page.evaluate(OTHER)
    page.wait_for_function(f"location.pathname.endsWith('/book/calico/index.html') && {CATLIVE}")
    assert games_fetched(watch) == ["pack.herders.snapshot.bin", "pack.calico.zip"]
    assert page.evaluate("catlive.errors") == []
    press_something(page)


def test_a_page_in_another_language_fetches_the_messages_of_its_own_game(
    page: Page, site_url: str, watch: Watch
) -> None:
    go_live(page, f"{site_url}/ja/book/herders/index.html")
    expect(page.locator(".cat-shell .cat-status").first).to_have_text(JAPANESE)
    assert games_fetched(watch) == ["pack.herders.snapshot.bin", "pack.herders.messages.ja.deflate"]
    page.evaluate(OTHER)
    page.wait_for_function(f"location.pathname.endsWith('/book/calico/index.html') && {CATLIVE}")
    assert sorted(games_fetched(watch)[2:]) == ["pack.calico.messages.ja.deflate", "pack.calico.zip"]
    assert page.evaluate("catlive.errors") == []
    press_something(page)
    expect(page.locator(".cat-shell .cat-status").first).to_have_text(JAPANESE)


def test_messages_that_do_not_arrive_leave_the_game_in_english(page: Page, site_url: str, watch: Watch) -> None:
    watch.forgive("404")
    page.route("**/pack.herders.messages.ja.deflate*", lambda route: route.fulfill(status=404))
    go_live(page, f"{site_url}/ja/book/herders/index.html")
    press_something(page)
    assert page.evaluate("catlive.state") == "live"


@pytest.mark.nightly
def test_a_game_whose_snapshot_does_not_arrive_is_imported(page: Page, site_url: str, watch: Watch) -> None:
    def missing(route: Route) -> None:
        route.fulfill(status=404)

    watch.forgive("404")
    page.route("**/pack.*.snapshot.bin*", missing)
    go_live(page, f"{site_url}/book/herders/index.html")
    assert games_fetched(watch) == ["pack.herders.snapshot.bin", "pack.herders.zip"]
    press_something(page)
