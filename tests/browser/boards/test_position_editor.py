"""The position editor by touch and by mouse: pieces are placed, questions asked, and a board links to the editor."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cattools.games import having
from tests.browser.board_driver import DARK, PHONE, Board, axe, live, visit
from tests.browser.fixtures import NewPage
from tests.kinds import some

SCREENS = [PHONE, {"viewport": {"width": 1280, "height": 720}}]
on_both_screens = pytest.mark.parametrize(
    "screen", [pytest.param(SCREENS[0], id="phone"), pytest.param(SCREENS[1], id="laptop", marks=pytest.mark.nightly)]
)
THUMB = 24  # pixels: the minimum size of a touch target
SMALLEST = "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"
# Captions that are cut off by their part, or by the edge of a scrolling row that has room for them.
CUT = """all => all.filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, right } = words.getBoundingClientRect();
  const edge = one.closest(".cat-window")?.getBoundingClientRect().right ?? Infinity;
  const room = edge - one.parentElement.getBoundingClientRect().left;
  return one.scrollWidth > one.clientWidth || (left < edge && right > edge && right - left < room);
}).map(one => one.textContent)"""


def test_touch_places_pieces_and_tries_a_move(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/herders/position.html")
    board = live(page)
    with board.answer("Press what goes there"):
        board.tap("f6")
    with board.answer("f6, cat"), board.repaint():
        board.tap("+cat")
    with board.answer("f7, red herder"), board.repaint():
        board.tap("+red")
    with board.answer("Make the move"):
        board.tool("may").tap()
    expect(board.shell.get_by_role("link", name="Play from here")).to_have_count(0)  # eight cats are missing
    with board.answer("legal moves, listed below"):
        board.tool("can").tap()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert axe(page) == []


@pytest.mark.nightly
def test_a_mouse_drags_a_piece_and_an_example_links_to_the_editor(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/position.html")
    board = live(page)
    with board.answer("f5, cat"):
        board.area("+cat").drag_to(board.area("f5"), force=True)
    with board.answer("g5, cat"):
        board.area("f5").drag_to(board.area("g5"), force=True)
    visit(page, f"{site_url}/book/herders/turn.html")
    page.get_by_role("link", name="Edit position").first.click()
    page.wait_for_url("**/herders/position.html*")
    with live(page).answer("Make the move"):
        live(page).tool("may").click()


@pytest.mark.parametrize("screen", [(1280, 720), (360, 740)])
@pytest.mark.parametrize("game_id", some(having("position_editor"), lambda game: game == "catbox"))
def test_the_palette_and_the_message_are_in_view_together(
    warm_page: NewPage, site_url: str, game_id: str, screen: tuple[int, int]
) -> None:
    page = warm_page(viewport={"width": screen[0], "height": screen[1]})
    visit(page, f"{site_url}/book/{game_id}/position.html")
    board = live(page)
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    palette = board.shell.locator('.cat-layer [data-id^="+"]')
    for part in (board.shell.locator(".cat-task"), palette.first, palette.last, board.status, board.tool("may")):
        expect(part).to_be_in_viewport(ratio=0.99)
    box = palette.first.bounding_box()
    assert box
    assert box["width"] >= THUMB


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", having("position_editor"))
def test_every_caption_on_a_phone_is_complete_if_it_has_room(warm_page: NewPage, site_url: str, game_id: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/{game_id}/position.html")
    board = live(page)
    if game_id == "cattricola":  # the entry puts a disc before the rows
        with board.answer():
            board.type_move("disc-plum=a disc-teal=b")
    sides = board.shell.locator('button:is([data-tool^="page:"], [data-tool^="seat:"])')
    for tool in sides.evaluate_all("all => all.map(one => one.dataset.tool)"):
        board.tool(tool).tap()
        board.settle()
        assert board.shell.locator(".cat-caption").evaluate_all(CUT) == [], tool


@pytest.mark.parametrize("game_id", some(having("position_editor"), lambda game: game == "calico"))
def test_on_a_phone_the_palette_is_large_enough_and_no_row_needs_a_swipe(
    warm_page: NewPage, site_url: str, game_id: str
) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/{game_id}/position.html")
    board = live(page)
    sides = board.shell.locator('button:is([data-tool^="page:"], [data-tool^="seat:"])')
    for tool in sides.evaluate_all("all => all.map(one => one.dataset.tool)"):
        board.tool(tool).tap()
        board.settle()
        smallest = board.shell.locator('.cat-layer [data-id^="+"]').evaluate_all(SMALLEST)
        assert smallest >= THUMB - 0.01, tool  # the zoom is rounded
        assert board.shell.locator('.cat-window [data-part^="row."]').count() == 0, tool


def undecided(page: Page, site_url: str) -> Board:
    """Open Territory's editor and ask whether Red may cover a cat, which depends on Red's unknown hand."""
    visit(page, f"{site_url}/book/territory/position.html")
    board = live(page)
    with board.answer("C5, blue cat"):
        board.type_move("blue C5")
    with board.answer("Make the move"):
        board.tool("may").click()
    with board.answer("This depends on: Hand of Red"):
        board.type_move("C5")
    board.settle()
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    return board


@pytest.mark.nightly
@on_both_screens
def test_the_verdict_and_what_it_depends_on_are_in_view(
    warm_page: NewPage, site_url: str, screen: dict[str, Any]
) -> None:
    board = undecided(warm_page(**screen), site_url)
    verdict = board.status.locator(".cat-message").first
    expect(verdict).to_contain_text("This depends on: Hand of Red")
    for part in (verdict, board.tool("enter:hand.red"), board.tool("not-known")):
        expect(part).to_be_in_viewport(ratio=0.99)
    with board.answer("As that is not known, both answers are possible."):
        board.tool("not-known").click()
    expect(board.tool("not-known")).to_have_count(0)


@on_both_screens
def test_an_enter_button_leads_to_the_palette_to_use(warm_page: NewPage, site_url: str, screen: dict[str, Any]) -> None:
    page = warm_page(**screen)
    board = undecided(page, site_url)
    with board.answer("Hand of Red"):
        board.tool("enter:hand.red").press("Enter")
    palette = board.area("+A1.card")
    expect(palette).to_be_focused()
    board.settle()
    expect(palette).to_be_in_viewport(ratio=0.99)
    with board.answer("Hand of Red, card A1"):
        page.keyboard.press("Enter")


@pytest.mark.nightly
@on_both_screens
def test_an_enter_button_opens_the_form_to_fill_in(warm_page: NewPage, site_url: str, screen: dict[str, Any]) -> None:
    page = warm_page(**screen)
    visit(page, f"{site_url}/book/herders/position.html")
    board = live(page)
    with board.answer("f6, cat"):
        board.type_move("cat f6")
    with board.answer("The rest depends on: the cats taken."):
        board.tool("count").click()
    with board.answer("Enter: the cats taken."):
        board.tool("enter:taken-red").click()
    field = board.shell.locator("[name=taken-red]")
    expect(field).to_be_focused()
    board.settle()
    expect(field).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_the_caption_of_the_row_next_to_a_disc_is_complete_on_a_phone(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/cattricola/position.html")
    board = live(page)
    with board.answer():
        board.type_move("disc-plum=a disc-teal=b")
    words = board.shell.locator(".cat-caption", has_text="Left off")
    box, row = words.bounding_box(), board.shell.locator(".cat-window").bounding_box()
    assert box
    assert row
    assert box["x"] + box["width"] <= row["x"] + row["width"]


@pytest.mark.nightly
def test_captions_are_complete_on_a_phone_in_landscape(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(viewport={"width": 740, "height": 360})
    visit(page, f"{site_url}/book/calico/position.html")
    by_its_part = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert live(page).shell.locator(".cat-caption").evaluate_all(by_its_part) == []


@pytest.mark.nightly
def test_on_a_phone_a_message_that_continues_out_of_view_has_a_scroll_hint(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/cattricola/position.html")
    board = live(page)
    with board.answer("Now"):
        board.type_move("disc-plum=a disc-teal=b " + " ".join(f"sm plum{n}" for n in range(1, 13)))
    page.evaluate("document.querySelector('.cat-shell').scrollIntoView()")
    message = board.shell.locator(".cat-status")
    expect(message).to_have_class("cat-status cat-long-status cat-scroll-hint")
    hint = "(one) => [getComputedStyle(one, '::after').content, getComputedStyle(one, '::after').opacity]"
    content, opacity = message.evaluate(hint)
    assert "▾" in content
    assert opacity == "1"
    message.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    page.wait_for_function("Number(getComputedStyle(document.querySelector('.cat-status'), '::after').opacity) < 0.5")


@pytest.mark.nightly
def test_the_printed_board_is_repainted_without_its_palette(new_page: NewPage, site_url: str) -> None:
    page = new_page(**DARK)
    warned: list[str] = []
    page.on("console", lambda message: warned.append(message.text))
    page.goto(f"{site_url}/book/herders/position.html")
    board = live(page)
    with board.repaint():
        page.emulate_media(media="print", color_scheme="dark")
        expect(board.area("+cat")).to_be_hidden()
    board.settle()
    page.emulate_media(media="screen", color_scheme="dark")
    expect(board.area("+cat")).to_be_visible()
    assert [one for one in warned if "a message from the page" in one] == []


@pytest.mark.nightly
def test_a_piece_dragged_off_the_board_stays(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/position.html")
    board = live(page)
    with board.answer("f5, cat"):
        board.type_move("cat f5")
    page.evaluate("scrollTo(0, 0)")
    piece, cell, words = (
        one.bounding_box() for one in (board.area("f5"), board.area("g6"), page.locator(".bd-article h1"))
    )
    assert piece
    assert cell
    assert words
    for start, end in ((piece, words), (words, cell)):
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
        page.mouse.up()
    board.settle()
    assert "f5, cat" in board.names()
