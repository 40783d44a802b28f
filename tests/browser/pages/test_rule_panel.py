"""The rules panel: a link to a rule opens the rule next to the game, with a live example; the game does not change."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.board_driver import DARK, KERNEL_FILE, LIVE, PHONE, STILL, Board, axe, live, visit
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.waits import settled

WIDE = {"viewport": {"width": 1920, "height": 1080}}
STANDS = "shell => [...shell.querySelectorAll('.cat-part')].map(one => JSON.stringify(one.getBoundingClientRect()))"
TWICE = """() => { const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
  return ids.filter((id, n) => ids.indexOf(id) !== n); }"""
# The number of models of boards and canvases; models of drawn paths belong to the page.
MODELS = """async () => (await Promise.all(Object.values(catlive.manager._models)))
  .map(model => model.get('_model_name')).filter(name => /^(Any|Canvas|Layout)Model$/.test(name)).length"""
COVERED = """([shell, panel]) => Math.max(...[...shell.querySelectorAll('.cat-part, .cat-status')]
  .map(one => one.getBoundingClientRect().right)) - panel.getBoundingClientRect().left"""


def refused(page: Page, site_url: str, game: str = "herders") -> Board:
    """Open a game's page and make a move that a rule forbids."""
    visit(page, f"{site_url}/book/{game}/play.html")
    board = live(page)
    with board.answer():
        board.type_move("a1-e5")
    expect(board.status.locator("a.cat-rule")).not_to_have_count(0)
    board.settle()  # wait until all boards of the page are built
    return board


def opened(board: Board, press: str = "click") -> Locator:
    """Open the rule of a refusal; return the panel once its example is live."""
    link = board.status.locator("a.cat-rule").first
    if press == "click":
        link.click()
    else:
        link.focus()
        board.page.keyboard.press("Enter")
    panel = board.page.locator("aside.cat-rule-panel")
    expect(panel.locator(LIVE)).not_to_have_count(0)
    return panel


def test_a_rule_opens_next_to_the_game_with_a_live_example(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    board = refused(page, site_url)
    address, message, position, models = page.url, board.said(), board.names(), settled(page, MODELS)
    panel = opened(board, "Enter")
    assert page.url == address
    expect(panel).to_have_role("complementary")
    expect(panel).to_contain_text("Cat Herders")
    expect(panel.locator("h2")).to_be_focused()
    assert page.evaluate(TWICE) == []
    assert board.shell.evaluate(f"(shell, panel) => ({COVERED})([shell, panel])", panel.element_handle()) <= 0
    assert axe(page, "aside.cat-rule-panel") == []
    example = Board(page, panel.locator(LIVE).first)
    with example.answer():
        example.area(example.areas()[0]).click()
    assert board.said() == message
    way = panel.get_by_role("link", name="Open the page")
    assert re.search(r"/book/herders/\w+\.html#herders-", way.get_attribute("href") or "")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(board.status.locator("a.cat-rule").first).to_be_focused()
    assert (page.url, board.said(), board.names()) == (address, message, position)
    # Wait until the kernel has closed the example's board and the page has closed the board's models
    page.wait_for_function(f"async models => await ({MODELS})() === models", arg=models)
    with board.answer("f6"):
        board.click("f6")


@pytest.mark.nightly
def test_the_panel_leads_back_to_the_previous_rule_and_reports_a_rule_that_cannot_be_fetched(
    page: Page, watch: Watch, site_url: str
) -> None:
    board = refused(page, site_url)
    panel = opened(board)
    title = panel.locator("h2").inner_text()
    back = panel.get_by_role("button", name="Back")
    expect(back).to_be_hidden()
    example = Board(page, panel.locator(LIVE).first)
    with example.answer():
        example.type_move("a1-e5")
    example.status.locator("a.cat-rule").first.click()
    expect(panel.locator("h2")).not_to_have_text(re.compile("^(Rule|Interpretation)"))
    back.click()
    expect(panel.locator("h2")).to_have_text(title)
    expect(back).to_be_hidden()
    with page.context.expect_page() as other:  # opening another tab is left to the browser
        board.status.locator("a.cat-rule").first.click(modifiers=["Control"])
    other.value.close()
    panel.get_by_role("button", name="Close the rule").click()
    expect(panel).to_have_count(0)
    watch.forgive("ERR_FAILED")
    page.route("**/book/herders/*.html", lambda route: route.abort())
    message = board.said()
    board.status.locator("a.cat-rule").first.click()
    lost = panel.get_by_role("alert")
    expect(lost).to_contain_text("could not be loaded")
    expect(lost.get_by_role("link")).to_have_attribute("href", re.compile("#herders-"))
    assert board.said() == message
    page.unroute("**/book/herders/*.html")
    lost.get_by_role("link").click()
    page.wait_for_url("**/book/herders/*.html#herders-*")


@pytest.mark.nightly
def test_a_narrow_board_keeps_its_width_and_a_board_in_full_screen_makes_space(
    warm_page: NewPage, site_url: str
) -> None:
    page = warm_page(**WIDE)
    visit(page, f"{site_url}/book/herders/turn.html")
    board = live(page, 1)
    with board.answer():
        board.type_move("a1-e5")
    stood = board.shell.evaluate(STANDS)
    panel = opened(board)
    assert board.shell.evaluate(STANDS) == stood
    assert page.evaluate(TWICE) == []
    panel.get_by_role("button", name="Close the rule").click()
    board.shell.locator(".cat-full").click()
    before = board.shell.evaluate(STANDS)
    panel = opened(board)
    expect(panel).to_be_in_viewport(ratio=0.99)
    assert board.shell.evaluate(f"(shell, panel) => ({COVERED})([shell, panel])", panel.element_handle()) <= 0
    panel.get_by_role("button", name="Close the rule").click()
    expect(panel).to_have_count(0)
    page.wait_for_function(
        f"([shell, before]) => JSON.stringify(({STANDS})(shell)) === before",
        arg=[board.shell.element_handle(), page.evaluate("before => JSON.stringify(before)", before)],
    )


@pytest.mark.nightly
def test_on_a_phone_the_panel_opens_at_the_bottom_and_closes_at_the_next_press(
    warm_page: NewPage, site_url: str
) -> None:
    page = warm_page(**PHONE, **DARK, **STILL)
    board = refused(page, site_url)
    panel = opened(board)
    box = panel.bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 360)
    assert box["height"] <= 0.6 * 740 + 1
    assert box["y"] + box["height"] >= 739
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe(page, "aside.cat-rule-panel") == []
    board.tap("f6")
    expect(panel).to_have_count(0)
    expect(board.status).to_contain_text("f6")


def test_before_the_kernel_is_loaded_the_panel_shows_the_rules_text_and_picture(page: Page, site_url: str) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(f"**/{KERNEL_FILE}*", hold)
    page.goto(f"{site_url}/book/herders/turn.html")
    page.wait_for_function("catlive.marks.page")
    page.locator('.cat-shell[data-cat="static"] .cat-task a.cat-rule').first.click()
    panel = page.locator("aside.cat-rule-panel")
    expect(panel.locator(".cat-picture").first).to_be_visible()
    panel.locator("[data-tool=hint]").first.click()
    expect(panel.locator(".cat-status").first).to_contain_text("Your press will be played")
    for route in waiting:
        route.continue_()
    expect(panel.locator(LIVE).first.locator(".cat-status")).not_to_contain_text("will be played")
