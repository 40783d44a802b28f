"""Links within the book: the page changes, the document and its kernel stay, and boards keep their state."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.board_driver import END_KERNEL, PAINTED, Board, axe, frames, idle, live, move
from tests.browser.fixtures import NewPage
from tests.browser.kernel.test_kernel_restart import edit
from tests.browser.page_watch import Watch

SAME = "window.sameDocument === true"
MARK = "() => { window.sameDocument = true; }"
LINES = "catlive.manager.comms.size"  # comms between the kernel's widgets and the page
NEXT = "a.right-next"
CONTENTS = "#pst-secondary-sidebar"
PRESS = "end => [...document.links].find(link => link.href.endsWith(end)).click()"


def begin(page: Page, address: str) -> Board:
    """Open a page, mark its document, and return its first board."""
    page.goto(address)
    page.evaluate(MARK)
    return live(page)


def follow(page: Page, address: str) -> Board:
    """Follow a link on the page, in the same document; return the first board there."""
    page.evaluate(PRESS, address)
    page.wait_for_url(f"**/{address}")
    board = live(page)
    assert page.evaluate(SAME)
    return board


def press(board: Board) -> None:
    with board.answer():
        board.area(board.areas()[0]).dispatch_event("click")


@pytest.mark.nightly
def test_the_next_page_is_complete(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    board = begin(page, f"{site_url}/book/herders/turn.html")
    press(board)
    board.settle()
    left = board.said()
    page.evaluate("scrollTo(0, 500)")
    page.evaluate(PRESS, "herders/cats.html")
    expect(page.locator("article h1")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    other = live(page)
    press(other)
    other.settle()
    there = other.said()
    assert page.title().startswith("What cats do")
    expect(page.locator("nav.bd-docs-nav .current.active a").last).to_have_text("What cats do")
    expect(page.locator("link[rel=next]")).to_have_attribute("href", re.compile(r"capture\.html$"))
    expect(page.locator("#pst-secondary-sidebar a").first).to_have_attribute("href", "#which-cats-run")
    assert page.locator("article").count() == 1
    assert axe(page) == []
    page.go_back()
    page.wait_for_url("**/turn.html")
    expect(page.locator("article h1")).to_have_text(re.compile("Your turn"))
    back = live(page)
    assert back.said() == left
    press(back)
    page.go_forward()
    page.wait_for_url("**/cats.html")
    expect(page.locator("article h1")).to_have_text(re.compile("What cats do"))
    assert live(page).said() == there
    assert page.evaluate(SAME)
    page.reload()
    press(live(page))
    assert page.evaluate(f"!({SAME})")


@pytest.mark.nightly
def test_a_link_to_an_anchor_works_from_another_folder(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    begin(page, f"{site_url}/book/intro.html")
    board = follow(page, "territory/index.html")
    press(board)
    place = page.locator('#pst-secondary-sidebar a[href^="#"]').last
    anchor = place.get_attribute("href") or ""
    page.evaluate(PRESS, anchor)
    page.wait_for_url(f"**/index.html{anchor}")
    expect(page.locator(anchor)).to_be_in_viewport()
    assert page.evaluate(SAME)
    page.keyboard.press("Control+k")  # files of the page frame are fetched from its original address
    page.get_by_role("combobox").fill("who begins")
    option = page.get_by_role("option").first
    expect(option).to_be_visible()
    address = option.get_attribute("href") or ""
    option.click()
    page.wait_for_url(address)
    expect(page.locator(f"[id='{address.partition('#')[2]}']").first).to_be_in_viewport()
    press(live(page))
    assert page.evaluate(SAME)


# The next page's boards do not hydrate until `letGo` is called, as if the kernel were busy.
HOLD = """() => {
  const { worker } = catlive, post = worker.postMessage.bind(worker), held = [];
  worker.postMessage = (...message) => held.push(message);
  window.letGo = () => { worker.postMessage = post; for (const one of held) post(...one); };
}"""


def on_to_next(page: Page, site_url: str, query: str) -> Locator:
    """Go to the next page by its link while Python is busy; return the first board there."""
    begin(page, f"{site_url}/book/herders/turn.html{query}")
    page.wait_for_function("catlive.state === 'live'")
    page.evaluate(HOLD)
    page.locator(NEXT).click()
    page.wait_for_url("**/cats.html")
    shell = page.locator(".cat-shell").first
    expect(shell).to_have_attribute("data-cat", "static")
    return shell


@pytest.mark.nightly
def test_a_press_on_a_picture_of_the_next_page_is_played(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    shell = on_to_next(page, site_url, "?unrecorded")
    shell.locator("[data-id]").first.dispatch_event("click")
    expect(shell).to_have_class(re.compile("cat-waiting"))
    before = shell.locator(".cat-status").inner_text()
    page.evaluate("letGo()")
    board = live(page)
    expect(board.status).not_to_have_text(before)


@pytest.mark.nightly
def test_the_next_page_gives_precomputed_answers(new_page: NewPage, site_url: str) -> None:
    """Precomputed answers are given before Python is ready for the page, and Python continues from their last state."""
    page = new_page()
    shell = on_to_next(page, site_url, "")
    expect(shell).to_have_attribute("data-recorded", "")
    status, place = shell.locator(".cat-status"), shell.locator("[data-id]").first
    before = status.inner_text()
    place.dispatch_event("click")
    expect(status).not_to_have_text(before)
    message, looks = status.inner_text(), place.evaluate("one => one.outerHTML")
    page.evaluate("letGo()")
    board = live(page)
    expect(board.status).to_have_text(message)
    assert place.evaluate("one => one.outerHTML") == looks


def test_a_game_is_restored_after_visiting_other_pages(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    board = begin(page, f"{site_url}/book/herders/play.html")
    move(board)
    before = board.names()
    follow(page, "herders/turn.html")
    page.go_back()
    page.wait_for_url("**/play.html")
    board = live(page)
    assert board.names() == before
    # enough pages that the play page is closed
    for name in ("turn", "cats", "capture", "components", "options", "practice", "position"):
        follow(page, f"herders/{name}.html")
    board = follow(page, "herders/play.html")
    expect(board.status).to_contain_text("The board has been restored.")
    assert board.names() == before
    # a link to a game can be opened from any page
    page.evaluate("location.href = 'play.html?x#game=herders&seats=human,human'")
    page.wait_for_url("**/play.html?x#game=*")
    expect(live(page).status).to_contain_text("A new game.")


@pytest.mark.nightly
def test_a_page_that_the_reader_leaves_frees_its_canvases_and_repaints_them_on_return(
    new_page: NewPage, site_url: str
) -> None:
    page = new_page()
    board = begin(page, f"{site_url}/book/herders/turn.html")
    page.wait_for_function("catlive.state === 'live'")
    press(board)
    board.settle()
    before = page.evaluate("(window.copies = [...document.querySelectorAll('.cat-paint')]).map(one => one.toDataURL())")
    follow(page, "herders/cats.html")
    assert page.evaluate("copies.map(one => one.width)") == [0] * len(before)
    page.go_back()
    page.wait_for_url("**/turn.html")
    assert page.evaluate("copies.map(one => one.toDataURL())") == before


# changes the parts of every board, as a new round can
RESTAGE = """from cattools.widgets.page_context import current
for board in current().boards:
    board.stage += " "
"""


@pytest.mark.nightly
def test_a_board_whose_parts_changed_while_its_page_was_hidden_is_painted_on_return(
    new_page: NewPage, site_url: str
) -> None:
    page = new_page()
    begin(page, f"{site_url}/book/herders/turn.html")
    page.wait_for_function("catlive.state === 'live'")
    page.evaluate("() => { window.copies = [...document.querySelectorAll('.cat-paint')]; }")
    board = follow(page, "herders/cats.html")
    page.wait_for_function("catlive.state === 'live'")
    page.evaluate("code => catlive.worker.postMessage({ kind: 'run', cell: '', code })", RESTAGE)
    board.settle()
    page.go_back()
    page.wait_for_url("**/turn.html")
    page.wait_for_function(f"copies.every({PAINTED})")


@pytest.mark.nightly
def test_pages_left_long_ago_are_closed(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    begin(page, f"{site_url}/book/herders/turn.html")
    pages = ["cats", "capture", "options", "components", "practice", "play", "index", "first-game"]
    sizes = []
    for name in [*pages, *pages]:
        follow(page, f"herders/{name}.html")
        page.wait_for_function("catlive.state === 'live'")
        sizes.append(page.evaluate(LINES))
    half = len(pages)
    assert max(sizes[half:]) <= 1.2 * max(sizes[:half])
    assert page.evaluate("document.querySelectorAll('.cat-live-hidden').length") == 0


@pytest.mark.nightly
def test_a_kernel_that_ends_is_restarted_for_every_page(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    board = begin(page, f"{site_url}/book/herders/play.html")
    move(board)
    before = board.names()
    follow(page, "herders/cats.html")
    page.wait_for_function("catlive.state === 'live'")
    page.evaluate(END_KERNEL)
    page.evaluate("catlive.restart()")
    press(live(page))
    page.go_back()
    page.wait_for_url("**/play.html")
    board = live(page)
    expect(board.status).to_contain_text("The board has been restored.")
    assert board.names() == before


@pytest.mark.nightly
def test_a_kernel_that_ends_while_a_page_hydrates_stops_the_boards_of_the_previous_page(
    page: Page, watch: Watch, site_url: str
) -> None:
    watch.forgive("ended by a test")
    begin(page, f"{site_url}/book/herders/turn.html")
    page.wait_for_function("catlive.state === 'live'")
    boards = page.locator(".cat-shell").count()
    page.evaluate(HOLD)
    page.locator(NEXT).click()
    page.wait_for_url("**/cats.html")
    page.evaluate(END_KERNEL)
    expect(page.get_by_role("alert")).to_have_count(1)  # announced once
    expect(page.get_by_role("alert")).to_contain_text("The board could not start.")
    page.go_back()
    page.wait_for_url("**/turn.html")
    expect(page.locator('.cat-shell[data-cat="stopped"]')).to_have_count(boards)
    expect(page.get_by_role("alert")).to_contain_text("The board has stopped.")
    page.locator(".cat-again").first.click()
    press(live(page))


@pytest.mark.nightly
def test_a_page_that_cannot_be_fetched_is_loaded_normally(page: Page, watch: Watch, site_url: str) -> None:
    watch.forgive("ERR_FAILED")
    lost = 0

    def lose(route: Route) -> None:
        nonlocal lost
        lost += 1
        if route.request.resource_type == "document":
            route.continue_()
        else:
            route.abort()

    page.route("**/herders/cats.html", lose)
    begin(page, f"{site_url}/book/herders/turn.html")
    page.locator(NEXT).click()
    page.wait_for_url("**/cats.html")
    press(live(page))
    assert lost > 1
    assert page.evaluate(f"!({SAME})")


@pytest.mark.nightly
def test_the_failure_of_an_abandoned_link_changes_nothing(page: Page, watch: Watch, site_url: str) -> None:
    """The link's late response is an error; the page that the reader has opened in the meantime stays."""
    watch.forgive("404")
    late: list[Route] = []

    def lose(route: Route) -> None:
        if late:
            route.fulfill(status=404)
        else:
            late.append(route)

    page.route("**/herders/rulings.html", lose)
    begin(page, f"{site_url}/book/herders/turn.html")
    with page.expect_request("**/herders/rulings.html"):
        page.evaluate(PRESS, "herders/rulings.html")
    follow(page, "herders/options.html")
    late[0].fulfill(status=404)
    idle(page)
    assert page.url.endswith("options.html")
    assert page.evaluate(SAME)


@pytest.mark.nightly
def test_a_table_of_contents_appears_after_a_first_page_without_one(new_page: NewPage, site_url: str) -> None:
    for width in (1500, 360):
        page = new_page(viewport={"width": width, "height": 900})
        begin(page, f"{site_url}/book/herders/play.html")
        expect(page.locator(f"{CONTENTS}, .secondary-toggle")).to_have_count(2)
        for part in page.locator(f"{CONTENTS}, .secondary-toggle").all():
            expect(part).to_be_hidden()
        follow(page, "herders/turn.html")
        if width < 1000:
            page.locator(".secondary-toggle").click()
        expect(page.get_by_role("link", name="No jumping").locator("visible=true").first).to_be_in_viewport()
        page.keyboard.press("Escape")
        page.go_back()
        page.wait_for_url("**/play.html")
        expect(page.locator(".secondary-toggle")).to_be_hidden()


@pytest.mark.nightly
def test_a_table_of_contents_open_during_a_page_change_is_replaced(new_page: NewPage, site_url: str) -> None:
    page = new_page(viewport={"width": 360, "height": 740})
    begin(page, f"{site_url}/book/herders/cats.html")
    links = page.locator(f"{CONTENTS} a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    follow(page, "herders/turn.html")
    page.locator(".secondary-toggle").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    page.wait_for_url("**/cats.html")
    expect(page.get_by_role("dialog")).to_have_count(0)
    idle(page)
    assert page.locator(f"{CONTENTS} a").evaluate_all("all => all.map(one => one.getAttribute('href'))") == links
    page.locator(".secondary-toggle").click()
    expect(page.get_by_role("dialog").get_by_role("link").first).to_be_visible()


def test_going_back_restores_the_focus(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    begin(page, f"{site_url}/book/herders/turn.html")
    page.locator(NEXT).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/cats.html")
    live(page)
    page.go_back()
    page.wait_for_url("**/turn.html")
    expect(page.locator(NEXT)).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    page.go_forward()
    page.wait_for_url("**/cats.html")
    expect(page.locator("article h1")).to_be_focused()  # and therefore announced
    assert page.evaluate(SAME)


def test_the_menu_shows_where_the_reader_is(new_page: NewPage, site_url: str) -> None:
    page = new_page(viewport={"width": 1200, "height": 500})
    begin(page, f"{site_url}/book/herders/turn.html")
    page.evaluate(PRESS, "catbox/play.html")
    page.wait_for_url("**/catbox/play.html")
    expect(page.locator("nav.bd-docs-nav .current.active > a").last).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


@pytest.mark.nightly
def test_endless_code_can_be_stopped_from_the_page_that_waits_for_it(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.clock.install()
    board = begin(page, f"{site_url}/book/herders/turn.html")
    press(board)
    page.wait_for_function("catlive.state === 'live'")
    edit(page, "while True: pass", nth=1)
    page.locator(NEXT).click()
    page.wait_for_url("**/cats.html")
    notice = page.locator(".cat-cell-message")
    expect(notice).to_contain_text("Code you ran on another page is still running.")
    notice.get_by_role("button", name="Stop it and start the boards").click()
    press(live(page))
    expect(notice).to_have_count(0)
    page.go_back()
    page.wait_for_url("**/turn.html")
    expect(live(page).status).to_contain_text("The board has been restored.")
    page.wait_for_function("catlive.state === 'live'")
    edit(page, "import time; time.sleep(6)", nth=1)
    page.go_forward()
    page.wait_for_url("**/cats.html")
    page.clock.fast_forward(3000)
    expect(notice).to_have_count(0)  # all boards of this page are live, so none is waiting
    follow(page, "herders/capture.html")
    expect(notice).to_have_count(0)


@pytest.mark.nightly
def test_presses_are_queued_on_return_to_a_page_whose_only_board_is_not_live_yet(
    new_page: NewPage, site_url: str
) -> None:
    page = new_page()
    begin(page, f"{site_url}/book/herders/turn.html")
    page.wait_for_function("catlive.state === 'live'")
    page.evaluate(HOLD)
    page.evaluate(PRESS, "herders/play.html")
    page.wait_for_url("**/play.html")
    frames(page)  # wait until the page's cell has been sent to the kernel
    page.evaluate(PRESS, "herders/options.html")
    page.wait_for_url("**/options.html")
    page.go_back()
    page.wait_for_url("**/play.html")
    assert page.evaluate("catlive.state") == "loading"
    shell = page.locator(".cat-shell").first
    shell.locator("[data-id]").first.dispatch_event("click")
    expect(shell).to_have_class(re.compile("cat-waiting"))
    page.evaluate("letGo()")
    board = live(page)
    expect(board.shell.locator("[aria-selected=true]")).to_have_count(1)


@pytest.mark.nightly
def test_a_browser_without_the_navigation_api_loads_pages(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(window, 'navigation', { value: undefined })")
    begin(page, f"{site_url}/book/herders/turn.html")
    page.locator(NEXT).click()
    page.wait_for_url("**/cats.html")
    press(live(page))
    assert page.evaluate(f"!({SAME})")
