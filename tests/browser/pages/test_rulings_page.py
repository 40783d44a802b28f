"""A page of rulings in the browser: it is short, because a board is folded until the reader comes to its ruling."""

import pytest
from playwright.sync_api import Locator, Page, expect

from cattools.games import GAMES
from cattools.lessons.ruling import rulings
from tests.browser.board_driver import axe, go_live
from tests.browser.fixtures import NewPage
from tests.kinds import nightly

JUMP = "herders-ruling-jump"
QUESTION = next(one.question for one in rulings("herders").rows if one.anchor == JUMP)
TALLEST = 12_000
CLOSED = "details.cat-fold:not([open])"
SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
LIVE, STATIC = ('[data-cat="live"]', '[data-cat="static"]')


def fold(page: Page, anchor: str = JUMP) -> Locator:
    return page.locator(f"section:has(> #{anchor}), section#{anchor}").locator(":scope > details.cat-fold")


def expect_the_only_open_fold(page: Page, anchor: str = JUMP) -> None:
    """Wait until a ruling's board is unfolded and live; the others stay folded, and are not started."""
    expect(fold(page, anchor)).to_have_attribute("open", "")
    expect(fold(page, anchor).locator(LIVE)).to_be_visible()
    page.wait_for_function("catlive.state === 'live'")
    assert page.locator("details.cat-fold[open]").count() == page.locator(LIVE).count() == 1
    assert page.locator(f"{CLOSED} {STATIC}").count() == page.locator(CLOSED).count() > len(rulings("herders").rows)


@pytest.mark.parametrize("way", [f"book/herders/rulings.html#{JUMP}", "r/herders.ruling.jump/", nightly("dispute")])
def test_the_board_is_unfolded_for_a_reader_who_comes_to_its_ruling(page: Page, site_url: str, way: str) -> None:
    number = next(one.number for one in rulings("herders").rows if one.anchor == JUMP)
    page.goto(f"{site_url}/{way}" if way != "dispute" else f"{site_url}/book/herders/rulings.html#dispute-{number}")
    page.wait_for_url("**/book/herders/rulings.html#*")
    expect(page.get_by_role("heading", name=QUESTION)).to_be_in_viewport()
    expect_the_only_open_fold(page)


@pytest.mark.nightly
def test_a_question_in_the_list_leads_to_its_unfolded_board(page: Page, site_url: str) -> None:
    go_live(page, f"{site_url}/book/herders/rulings.html")
    assert page.locator(LIVE).count() == 0
    listed = page.locator(".cat-questions a")
    assert listed.all_inner_texts() == page.locator(".cat-ruling > :is(h2, h3)").evaluate_all(
        "all => all.map((one) => one.firstChild.data)"
    )
    page.get_by_role("link", name=QUESTION).first.click()
    expect_the_only_open_fold(page)


@pytest.mark.nightly
def test_a_fold_is_opened_with_the_keyboard_and_its_board_answers(page: Page, site_url: str) -> None:
    go_live(page, f"{site_url}/book/herders/rulings.html")
    fold(page).locator("> summary").focus()
    page.keyboard.press("Enter")
    expect_the_only_open_fold(page)
    board = fold(page).locator(LIVE)
    status = board.locator(".cat-status")
    before = status.inner_text()
    board.locator(".cat-tools button").first.click()
    expect(status).not_to_have_text(before)
    assert axe(page) == []


def test_without_javascript_an_opened_fold_shows_a_picture(new_page: NewPage, site_url: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{site_url}/book/herders/rulings.html")
    expect(fold(page).locator(f"{STATIC} svg").first).not_to_be_visible()
    fold(page).locator("> summary").click()
    expect(fold(page).locator(f"{STATIC} .cat-picture svg").first).to_be_visible()


@pytest.mark.nightly
def test_the_page_in_another_language_opens_at_the_same_anchor(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/ja/book/herders/rulings.html#{JUMP}")
    expect(fold(page).locator(LIVE)).to_be_visible()
    assert page.locator("details.cat-fold[open]").count() == 1


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["", "ja/"])
def test_with_all_boards_folded_a_page_is_short_on_a_phone(new_page: NewPage, site_url: str, edition: str) -> None:
    page = new_page(viewport={"width": 360, "height": 740})
    page.add_init_script(SAVE_DATA)  # no kernel starts, and a page with folded boards looks the same without one
    for game_id in GAMES:
        page.goto(f"{site_url}/{edition}book/{game_id}/rulings.html")
        assert page.evaluate("document.querySelector('.bd-main').scrollHeight") < TALLEST, game_id
        buttons = page.locator(".cat-ruling .cat-cite")
        assert buttons.count() == len(rulings(game_id).rows)
        expect(buttons.first).to_have_css("opacity", "1")  # a phone has no pointer that could reveal it


def test_the_search_field_is_visible_on_a_short_screen(new_page: NewPage, site_url: str) -> None:
    """The theme scrolls the menu to the page's entry, which is far down."""
    page = new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{site_url}/book/calico/rulings.html")
    page.wait_for_function("document.querySelector('.bd-sidebar-primary').scrollTop > 0")
    expect(page.locator(".bd-sidebar-primary .search-button__button")).to_be_in_viewport(ratio=1)


@pytest.mark.nightly
def test_the_whole_answer_of_a_ruling_with_two_rules_is_in_sight(new_page: NewPage, site_url: str) -> None:
    page = new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{site_url}/book/calico/rulings.html#calico-ruling-join-buttons")
    board = fold(page, "calico-ruling-join-buttons").locator(LIVE)
    board.get_by_role("button", name="Show me").click()
    status = board.locator(".cat-status")
    expect(status).to_contain_text("This joins pink groups that each have a button.")
    expect(status.get_by_role("link").nth(1)).to_be_visible()
    assert status.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
