"""Games that the browser keeps: a reload, a link, a second visit lose nothing, and no hand is open on return."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import PHONE, Board, live
from tests.browser.fixtures import NewPage

PLAY = "book/herders/play.html"


def move(board: Board, count: int = 1) -> None:
    """Type a move, and wait until a bot's answer has been shown: so many moves are listed then."""
    sample = board.shell.locator(".cat-form label").inner_text().rstrip(":").split()[-1]
    board.type_move(sample)
    expect(board.shell.locator(".cat-moves li")).to_have_count(2 * count)
    expect(board.tool("undo")).not_to_have_attribute("aria-disabled", "true", timeout=20_000)


def visit(context: BrowserContext, address: str) -> tuple[Page, Board]:
    """Open a page in a tab of its own."""
    page = context.new_page()
    page.goto(address)
    return page, live(page)


def names(board: Board) -> list[str]:
    """What every area of a board is called: the position in words."""
    return board.shell.locator("[data-id]").evaluate_all("all => all.map(one => one.ariaLabel)")


def test_a_reload_and_a_second_visit_lose_nothing(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/{PLAY}")
    board = live(page)
    seed = board.shell.locator(".cat-extra").get_by_text("Seed:").inner_text()
    move(board)
    before = names(board)
    page.reload()
    board = live(page)
    expect(board.status).to_contain_text("The board is back where it was.")
    assert names(board) == before
    page.goto(f"{site_url}/book/herders/turn.html")
    page.goto(f"{site_url}/{PLAY}")
    assert names(live(page)) == before
    _, other = visit(page.context, f"{site_url}/{PLAY}")  # another tab is another visit
    offered = other.shell.get_by_role("button", name=re.compile("^Continue your game of "))
    expect(offered).to_be_visible()
    assert names(other) != before
    assert other.shell.locator(".cat-extra").get_by_text("Seed:").inner_text() != seed
    offered.click()
    expect(other.status).to_contain_text("The board is back where it was.")
    assert names(other) == before
    expect(offered).to_have_count(0)


def test_a_link_is_followed_and_the_game_before_it_stays(new_page: NewPage, site_url: str) -> None:
    page = new_page(**PHONE)
    page.goto(f"{site_url}/{PLAY}")
    board = live(page)
    move(board)
    before = names(board)
    board.tool("share").click()
    expect(page).to_have_url(re.compile("#game=herders"))
    link = page.url
    move(board, 2)
    expect(page).not_to_have_url(re.compile("#game="))
    _, other = visit(page.context, link)
    expect(other.status).to_contain_text("Loaded.")
    assert names(other) == before
    other.shell.get_by_text("Kept games").click()
    rows = other.shell.locator(".cat-kept-games li")
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(0)


def test_no_hand_is_open_on_return(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/catbox/play.html")
    board = live(page)
    cards = '[data-id^="hand."]'
    expect(board.shell.locator(cards).first).to_be_attached()
    board.shell.locator(".cat-area.legal").first.click()
    expect(board.shell.locator(".cat-moves li").first).to_be_attached()
    page.reload()
    board = live(page)
    expect(board.tool("unveil")).to_be_visible()
    assert not [name for name in board.areas() if re.match(r"hand\.[A-Z]", name)]
    board.tool("unveil").click()
    expect(board.shell.locator(cards).first).to_be_attached()


def test_a_sheet_and_a_broken_game(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/calico/scorer.html")
    board = live(page)
    board.type_move(board.shell.locator(".cat-form label").inner_text().rstrip(":").partition("example ")[2])
    expect(board.tool("undo")).not_to_have_attribute("aria-disabled", "true")
    before = names(board)
    page.reload()
    assert names(live(page)) == before
    page.evaluate("""() => localStorage.setItem("cat-kept scorer.calico gx", "[1763000000000, 'x\\n{")""")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    board = live(page)
    board.shell.get_by_text("Kept games").click()
    row = board.shell.locator(".cat-kept-games li").filter(has_text="another day")
    row.get_by_role("button", name="Continue").click()
    expect(board.status).to_contain_text("Your game of another day cannot be read")
    with page.expect_download() as saved:
        row.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "scorer.calico.json"
