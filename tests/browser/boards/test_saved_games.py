"""Games are saved in the browser: a reload, a link or a second visit loses nothing, and hands are hidden on return."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board_driver import Board, idle, live, move
from tests.browser.fixtures import NewPage

PLAY = "book/herders/play.html"


def visit(context: BrowserContext, address: str) -> tuple[Page, Board]:
    """Open a page in a new tab."""
    page = context.new_page()
    page.goto(address)
    return page, live(page)


def names(board: Board) -> list[str]:
    """Return the names of all areas without "possible" and "chosen"; they describe the position in words."""
    return [re.sub(", (possible|chosen)", "", name) for name in board.names()]


def test_a_reload_and_a_second_visit_lose_nothing(new_page: NewPage, site_url: str) -> None:
    page = new_page(random_deals=True)
    page.goto(f"{site_url}/{PLAY}")
    board = live(page)
    seed = board.shell.locator(".cat-extra").get_by_text("Seed:").inner_text()
    move(board)
    before = names(board)
    page.reload()
    board = live(page)
    expect(board.status).to_contain_text("The board has been restored.")
    assert names(board) == before
    page.goto(f"{site_url}/book/herders/turn.html")
    page.goto(f"{site_url}/{PLAY}")
    assert names(live(page)) == before
    _, other = visit(page.context, f"{site_url}/{PLAY}")  # another tab is another visit
    offered = other.shell.get_by_role("button", name=re.compile("^Continue game from "))
    expect(offered).to_be_visible()
    assert names(other) != before
    assert other.shell.locator(".cat-extra").get_by_text("Seed:").inner_text() != seed
    offered.click()
    expect(other.status).to_contain_text("The board has been restored.")
    assert names(other) == before
    expect(offered).to_have_count(0)


@pytest.mark.nightly
def test_opening_a_link_keeps_the_previous_game(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/{PLAY}")
    board = live(page)
    move(board)
    before = names(board)
    board.tool("share").click()
    expect(page).to_have_url(re.compile("#game=herders"))
    _, other = visit(page.context, page.url)
    expect(other.status).to_contain_text("Loaded.")
    assert names(other) == before
    move(other)
    other.shell.get_by_text("Saved games").click()
    rows = other.shell.locator(".cat-kept-games li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("on the board now")
    rows.last.get_by_role("button", name="Delete").click()
    rows.last.get_by_role("button", name="Delete permanently").click()
    expect(rows).to_have_count(1)


OVER = """shell => [...shell.querySelectorAll(".cat-tools button")].filter((button) => {
  const [one, other] = [button, shell.querySelector(".cat-status")].map((element) => element.getBoundingClientRect());
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}).length"""


@pytest.mark.nightly
def test_only_the_hands_of_several_people_are_hidden_on_return(new_page: NewPage, site_url: str) -> None:
    page = new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{site_url}/book/catbox/play.html")
    board = live(page)
    board.shell.locator(".cat-area.legal").first.click()
    expect(board.shell.locator(".cat-moves li").first).to_be_attached()
    board.settle()
    before = names(board)
    page.reload()
    board = live(page)
    expect(board.status).to_contain_text("The board has been restored.")
    assert names(board) == before, "the only person's own hand is hidden"
    page.goto(f"{site_url}/book/catbox/play.html?new#game=catbox&seats=human,human,friendly")
    board = live(page)
    expect(board.status).to_contain_text("A new game.")
    board.tool("unveil").click()
    board.shell.locator(".cat-area.legal").first.click()
    expect(board.tool("unveil")).to_be_visible()
    board.tool("unveil").click()
    expect(board.tool("unveil")).to_have_count(0)
    before = names(board)
    page.reload()
    board = live(page)
    expect(board.status).to_contain_text("The board has been restored.")
    veiled = names(board)
    assert veiled != before
    assert [name for name in veiled if "hidden" in name]
    board.tool("unveil").click()
    expect(board.tool("unveil")).to_have_count(0)
    assert names(board) == before
    other, board = visit(page.context, page.url)
    expect(board.shell.get_by_role("button", name=re.compile("^Continue game from "))).to_be_visible()
    idle(other)
    assert board.shell.evaluate(OVER) == 0, "buttons overlap the message"


@pytest.mark.nightly
def test_a_scorer_is_restored_and_a_damaged_saved_game_is_reported(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/calico/scorer.html")
    board = live(page)
    board.type_move("Nd blue.b2")
    expect(board.tool("undo")).not_to_have_attribute("aria-disabled", "true")
    before = names(board)
    page.reload()
    assert names(live(page)) == before
    page.evaluate("""() => localStorage.setItem("cat-game scorer.calico gx", "[1763000000000, 'x\\n{")""")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    board = live(page)
    board.shell.get_by_text("Saved games").click()
    row = board.shell.locator(".cat-kept-games li").filter(has_text="another day")
    row.get_by_role("button", name="Continue").click()
    expect(board.status).to_contain_text("Your game from another day cannot be read")
    with page.expect_download() as saved:
        row.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "scorer.calico.json"


@pytest.mark.nightly
def test_a_walkthrough_resumes_at_its_step_and_can_start_over(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/first-game.html")
    board = live(page)
    task = board.shell.locator(".cat-walkthrough")
    board.tool("next").click()
    expect(task).to_contain_text("Step 2 of 7")
    before = names(board)
    page.reload()
    board = live(page)
    expect(board.status).to_contain_text("This is where you left off.")
    expect(task).to_contain_text("Step 2 of 7")
    assert names(board) == before
    page.goto(f"{site_url}/book/herders/turn.html")
    page.goto(f"{site_url}/book/herders/first-game.html")
    board = live(page)
    expect(task).to_contain_text("Step 2 of 7")
    board.tool("reset").click()
    expect(task).to_contain_text("Step 1 of 7")
    page.reload()
    expect(live(page).shell.locator(".cat-walkthrough")).to_contain_text("Step 1 of 7")
