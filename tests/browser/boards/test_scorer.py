"""The scorer in the browser: by touch and by keyboard, in two tabs, and printed."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.board_driver import DARK, PHONE, Board, axe, live, visit
from tests.browser.fixtures import NewPage

ALL_KINDS = "plum=A:smpfcfhm teal=B:smsfpmpfcfcmhmhfw"


def sums(board: Board) -> Locator:
    return board.shell.locator(".cat-count summary")


@pytest.mark.nightly
@pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
def test_touch_enters_a_quilt_and_the_score_changes(warm_page: NewPage, site_url: str, look: dict[str, str]) -> None:
    page = warm_page(**PHONE, **look)
    visit(page, f"{site_url}/book/calico/scorer.html")
    board = live(page)
    expect(sums(board).first).to_have_text("Blue: 0 points")
    for patch, space in (("Ud", "blue.d3"), ("Ue", "blue.d4")):
        with board.answer("Press where it goes"):
            board.tap(patch)
        with board.answer("So far"), board.repaint():
            board.tap(space)
    board.tap("Ue")  # put the patch back
    with board.answer("Press what goes there"):
        board.tap("blue.f2")
    for patch, space in (("Gv", "f2, green vines"), ("Nd", "f3, navy dots")):
        with board.answer(space):
            board.tap(patch)
    with board.answer():
        board.tap("button")
    with board.answer("Blue 3"), board.repaint():
        board.tap("blue.d4")
    expect(sums(board).first).to_have_text("Blue: 3 points")
    expect(board.shell.locator(".cat-extra .cat-refuse")).to_contain_text("cannot have a button")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    board.tool("seat:1").tap()
    expect(board.area("green.b2")).to_have_count(1)
    assert axe(page) == []
    with board.answer("Undone"):
        board.tool("undo").tap()
    expect(sums(board).first).to_have_text("Blue: 0 points")


def test_a_position_is_entered_as_text_and_checked_step_by_step_by_keyboard(new_page: NewPage, site_url: str) -> None:
    page = new_page(**PHONE)
    page.goto(f"{site_url}/book/cattricola/scorer.html")
    board = live(page)
    board.shell.locator(".cat-written summary").click()
    with board.answer("Loaded"):
        board.shell.locator("textarea").fill(ALL_KINDS)
        board.shell.locator("button[name=read]").click()
    page.emulate_media(media="print")
    expect(board.shell.locator(".cat-printed table")).to_be_visible()
    expect(board.shell.locator(".cat-printed pre")).to_be_hidden()
    page.emulate_media(media="screen")
    with board.answer("Press where it goes"):
        board.key("w")
    with board.answer("Plum 5, wolf"):
        board.key("plum5")
    board.tool("next").focus()
    with board.answer("All five kinds are on the disc of Plum"):
        page.keyboard.press("Enter")
    board.shell.locator("textarea").fill("quack")
    with board.answer("Expected"):
        board.shell.locator("button[name=read]").click()
    expect(board.shell.locator("textarea")).to_have_value("quack")
    assert re.fullmatch(r"Plum: \u2212?\d+ points?", sums(board).first.inner_text())


@pytest.mark.nightly
def test_games_scored_in_two_tabs_are_all_kept(new_page: NewPage, site_url: str) -> None:
    first = new_page()
    address = f"{site_url}/book/territory/scorer.html"
    first.goto(address)
    one = live(first)

    def keep(board: Board, words: str) -> None:
        with board.answer():
            board.type_move(words)
        with board.answer("is saved below"):
            board.tool("next-game").click()

    def games(board: Board) -> Locator:
        return board.shell.locator(".cat-sheets tr, .cat-count tr").filter(has_text=re.compile(r"^Game \d"))

    keep(one, "red2 C4 D4 blue1 D5 END")
    second = first.context.new_page()
    second.goto(address)
    other = live(second)
    with other.answer():
        other.tool("earlier").click()
    keep(other, "green3 A1 END")
    expect(games(one)).to_have_count(2)  # received from the other tab
    keep(one, "blue2 A1 END")
    expect(games(other)).to_have_count(3)
    third = first.context.new_page()
    first.close()
    second.close()
    third.goto(address)
    expect(live(third).tool("earlier")).to_have_text("Add your last 3 games")


@pytest.mark.nightly
def test_the_printed_scorer_is_light_in_any_theme_and_has_no_controls(new_page: NewPage, site_url: str) -> None:
    page = new_page(**DARK)
    page.goto(f"{site_url}/book/territory/scorer.html")
    board = live(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    palette, park = (board.shell.locator(f'[data-part="{name}"]') for name in ("stacks", "park"))
    expect(palette).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (palette, board.status, board.shell.locator(".cat-task")):
        expect(hidden).to_be_hidden()
    expect(park).to_be_visible()
    looks = page.evaluate(
        "['body', 'h1', '.bd-article p', '.bd-article a', '.cat-shell'].map((one) => {"
        " const style = getComputedStyle(document.querySelector(one));"
        " return [style.color, style.backgroundColor].map((shade) => (shade.match(/[\\d.]+/g) ?? []).map(Number)); })"
    )
    for ink, ground in looks:
        assert sum(ink[:3]) < 3 * 140, looks
        assert sum(ground[:3]) > 3 * 230 or ground[3:] == [0], looks
    page.emulate_media(media="screen", color_scheme="dark")
    expect(palette).to_be_visible()
