"""A board in both hosts, the built site and JupyterLab, using only the page's contract.

The tests use the first page of the book that has a live board. Other tests cover the rules that a press must obey.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_driver import LIVE, PHONE, STILL, Board, axe, difference, drag, idle, live
from tests.browser.fixtures import NewPage
from tests.browser.jupyterlab import Lab
from tests.notebooks.plugin import ROOT, pages

Open = Callable[..., Board]
SCROLLED = "() => scrollY + (document.querySelector('.jp-WindowedPanel-outer')?.scrollTop ?? 0)"


def first() -> str:
    """Return the first page with a live cell, as a path below the root without its suffix."""
    live_pages = [page for page in pages() if "live" in page.read_text(encoding="utf-8")]
    assert live_pages, "the book has no page with a live cell"
    return str(live_pages[0].relative_to(ROOT).with_suffix(""))


# For tests that run in JupyterLab only nightly; the other tests show in every run that boards work there.
SITE_FIRST = pytest.mark.parametrize(
    "board_in", ["site", pytest.param("lab", marks=[pytest.mark.lab, pytest.mark.nightly])], indirect=True
)


@pytest.fixture(params=["site", pytest.param("lab", marks=pytest.mark.lab)])
def board_in(request: pytest.FixtureRequest, new_page: NewPage) -> Open:
    """Return a function that opens the page in one of the hosts and waits for its first board."""

    def start(**options: object) -> Board:
        page = new_page(**options)
        if request.param == "site":
            page.goto(f"{request.getfixturevalue('site_url')}/{first()}.html")
        else:
            host: Lab = request.getfixturevalue("lab")
            host.open(page, f"{first()}.md", single="is_mobile" in options)
            host.run_all(page)
            assert host.errors(page) == []
        return live(page)

    return start


def until_painted(board: Board, press: Callable[[str], None]) -> float:
    """Press areas one after the other until the picture changes; return the share of changed pixels."""
    blank = board.pixels()
    for name in board.areas()[:12]:
        with board.answer():
            press(name)
        board.settle()
        if share := difference(blank, board.pixels()):
            return share
    return 0.0


@pytest.mark.nightly
def test_a_board_hydrates_even_if_the_browser_shows_no_frame(page: Page, site_url: str) -> None:
    """If the machine is busy or the window is covered, a browser may show no frame for a long time."""
    page.add_init_script("window.requestAnimationFrame = () => 0")
    page.goto(f"{site_url}/{first()}.html")
    shell = page.locator(LIVE).first
    shell.wait_for(state="attached")
    board = Board(page, shell)
    assert board.pixels().any()
    with board.answer():
        board.key(board.areas()[0])


def test_a_board_is_played_by_mouse(board_in: Open) -> None:
    board = board_in()
    assert until_painted(board, board.click) > 0


@SITE_FIRST
def test_on_a_phone_a_tap_plays_and_a_swipe_scrolls(board_in: Open) -> None:
    board = board_in(**PHONE)
    box = board.paint.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    before = board.page.evaluate(SCROLLED)
    message = board.said()
    drag(board.page, (box["x"] + box["width"] / 2, min(box["y"] + box["height"] / 2, 600)), (0, -150))
    moved = board.page.evaluate(SCROLLED) - before
    assert moved > 50
    assert board.said() == message
    assert until_painted(board, board.tap) > 0


@SITE_FIRST
def test_a_board_is_played_by_keyboard_and_left_by_tab(board_in: Open) -> None:
    board = board_in(**STILL)
    assert until_painted(board, board.key) > 0
    for _ in range(60):
        board.page.keyboard.press("Tab")
        if not board.shell.evaluate("shell => shell.contains(document.activeElement)"):
            return
    pytest.fail("the focus is still in the board after 60 presses of Tab")


@SITE_FIRST
def test_letters_typed_on_a_board_trigger_no_shortcuts(board_in: Open) -> None:
    """JupyterLab's one-letter shortcuts (d d deletes the cell) have no effect while a board has the focus."""
    board = board_in()
    cells = board.page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    board.area(board.areas()[0]).focus()
    for letter in "ddabxmy":
        board.page.keyboard.press(letter)
    board.settle()
    assert cells.count() == before
    assert board.shell.is_visible()


@pytest.mark.nightly
@SITE_FIRST
def test_the_wheel_scrolls_the_page(board_in: Open) -> None:
    board = board_in(viewport={"width": 1000, "height": 400})
    board.paint.evaluate("one => one.scrollIntoView({ block: 'center' })")
    box = board.paint.bounding_box()
    assert box is not None
    before = board.page.evaluate(SCROLLED)
    board.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    board.page.mouse.wheel(0, -120 if before > 120 else 120)
    board.page.wait_for_function(f"before => ({SCROLLED})() !== before", arg=before)


@SITE_FIRST
def test_nonsense_gets_a_readable_answer(board_in: Open) -> None:
    board = board_in()
    with board.answer():
        board.type_move("zz top? \N{PILE OF POO} " + "9" * 500)
    assert "Traceback" not in board.page.locator("body").inner_text()


@SITE_FIRST
def test_axe_finds_nothing_in_the_board(board_in: Open) -> None:
    board = board_in()
    assert axe(board.page, '.cat-shell[data-cat="live"]') == []


@pytest.mark.nightly
def test_a_double_click_opens_a_page_as_a_notebook(page: Page, lab: Lab) -> None:
    folder, _, name = f"{first()}.md".rpartition("/")
    page.goto(f"{lab.url}/lab/workspaces/files/tree/{folder}?token={lab.token}")
    page.locator(".jp-DirListing-item", has_text=name).first.dblclick()
    page.wait_for_selector(".jp-Notebook .jp-Cell", state="attached")


@pytest.mark.nightly
def test_a_link_to_a_rule_opens_its_notebook_at_the_heading(page: Page, lab: Lab) -> None:
    lab.open(page, f"{first()}.md")
    lab.run_all(page)
    board = live(page)
    with board.answer():
        for name in board.areas():
            board.type_move(name)
            board.settle()
            if board.shell.locator(".cat-status a.cat-rule").count():
                break
    link = board.shell.locator(".cat-status a.cat-rule").first
    place = f'[id="{link.get_attribute("data-anchor")}"]:visible'
    link.click()
    expect(page.locator(place).first).to_be_in_viewport()
    idle(page)
    expect(page.locator(place).first).to_be_in_viewport()
