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


def test_the_focus_stays_where_the_areas_move(new_page: NewPage, site_url: str) -> None:
    """The hand lies elsewhere in each phase of Cat in the Box: what is pressed is what is seen, by hand and by keys."""
    page = new_page()
    page.goto(f"{site_url}/book/catbox/play.html")
    board = live(page)
    places = set()
    for _ in range(6):
        legal = board.shell.locator(".cat-area.legal")
        expect(legal.first).to_be_attached()
        name = legal.first.get_attribute("data-id")
        assert name is not None
        with board.answer():
            board.key(name)
        page.wait_for_timeout(300)
        assert page.evaluate("document.activeElement.dataset.id") == name
        assert page.evaluate("document.activeElement.tabIndex") == 0
        places.add(
            board.shell.locator(".cat-area").evaluate_all("all => all.map(a => a.getAttribute('points')).join()")
        )
    assert len(places) > 1


def test_pointing_at_a_goal_tells_what_it_still_needs(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/calico/play.html")
    board = live(page)
    rest = board.shell.locator("[data-rest]")
    goal = next(name for name in board.areas() if name.endswith(".c4"))
    board.area(goal).hover()
    label = board.area(goal).get_attribute("aria-label")
    assert label is not None
    expect(rest).to_have_text(label)
    page.mouse.move(1, 1)
    resting = rest.get_attribute("data-rest")
    assert resting is not None
    expect(rest).to_have_text(resting)
