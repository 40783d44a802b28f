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


def test_bots_answer_one_after_the_other_and_the_moves_are_walked_by_keys(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/territory/play.html")
    board = live(page)
    board.shell.locator(".cat-area.legal").first.click()
    for who in ("Red", "Blue", "Yellow"):
        expect(board.status).to_contain_text(f"{who} plays")
    expect(board.tool("skip")).to_have_count(0)
    board.shell.locator(".cat-moves summary").click()
    rows = board.shell.locator(".cat-moves li button")
    rows.nth(1).click()
    expect(rows.nth(1)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowUp")
    expect(rows.nth(0)).to_be_focused()
    expect(rows.nth(0)).to_have_attribute("aria-current", "step")
    expect(board.tool("now")).to_be_visible()
    page.keyboard.press("End")
    expect(rows.last).to_have_attribute("aria-current", "step")
    expect(board.tool("now")).to_have_count(0)


def test_the_pace_is_remembered_and_a_refused_entry_stays(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    board.shell.locator(".cat-moves summary").click()
    board.shell.locator("select[name=pace]").select_option("fast")
    page.reload()
    board = live(page)
    expect(board.shell.locator("select[name=pace]")).to_have_value("fast")
    with board.answer():
        board.type_move("zz9")
    expect(board.shell.locator(".cat-form input")).to_have_value("zz9")
    sample = board.shell.locator(".cat-form label").inner_text().rstrip(":").split()[-1]
    with board.answer():
        board.type_move(sample)
    expect(board.shell.locator(".cat-form input")).to_have_value("")
