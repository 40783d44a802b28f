"""The play page in Chromium: its address, focus, previews, moves, settings and names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.board_driver import live, visit
from tests.browser.fixtures import NewPage


def test_a_new_game_removes_the_shared_position_from_the_address(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    with board.answer("The link leads"):
        board.tool("share").click()
    expect(page).to_have_url(re.compile("game=herders"))
    board.shell.locator("summary", has_text="New game").click()
    board.shell.locator("select[name=board]").select_option("square")
    board.shell.locator("form[data-form=new] button[type=submit]").click()
    expect(board.shell.locator(".cat-layer [data-id]")).to_have_count(100)
    expect(board.shell.locator(".cat-status")).to_contain_text("A new game.")
    expect(page).not_to_have_url(re.compile("game="))


@pytest.mark.nightly
def test_the_focus_stays_on_an_area_that_moves(warm_page: NewPage, site_url: str) -> None:
    """In Cat in the Box, the hand moves on the screen from phase to phase, and the focus moves with it."""
    page = warm_page()
    visit(page, f"{site_url}/book/catbox/play.html")
    board = live(page)
    board.shell.locator("summary", has_text="New game").click()
    board.shell.locator("form[data-form=new] [name=seed]").fill("7")
    with board.answer("A new game."):
        board.shell.locator("form[data-form=new] button[type=submit]").click()
    places = set()
    for _ in range(6):
        legal = board.shell.locator(".cat-area.legal")
        expect(legal.first).to_be_attached()
        name = legal.first.get_attribute("data-id")
        assert name is not None
        with board.answer():
            board.key(name)
        board.settle()
        assert page.evaluate("document.activeElement.dataset.id") == name
        assert page.evaluate("document.activeElement.tabIndex") == 0
        places.add(board.shell.locator(".cat-area").evaluate_all("all => all.map(a => a.getAttribute('d')).join()"))
    assert len(places) > 1


def test_bots_move_one_after_the_other_and_keys_step_through_the_moves(new_page: NewPage, site_url: str) -> None:
    page = new_page(paced=True)
    page.goto(f"{site_url}/book/territory/play.html")
    board = live(page)
    board.shell.locator(".cat-area.legal").first.click()
    for said in ("You put", "Blue ", "Yellow ", "Green "):
        expect(board.status).to_contain_text(said)
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


@pytest.mark.nightly
def test_a_press_meant_for_the_deal_in_the_picture_is_not_played_on_a_new_deal(
    new_page: NewPage, site_url: str
) -> None:
    page = new_page()
    page.add_init_script(
        """document.addEventListener("cat-untouched", ({ target }) => setTimeout(() => {
          const area = target.querySelector(".cat-area.legal");
          area.focus();
          for (const one of [new MouseEvent("click", { bubbles: true }),
                             new KeyboardEvent("keydown", { key: "Enter", bubbles: true })]) area.dispatchEvent(one);
          window.pressed = area.dataset.id;
        }), true)"""
    )
    page.goto(f"{site_url}/book/territory/play.html")
    board = live(page)
    page.wait_for_function("window.pressed")
    with board.answer():  # presses are handled in order, so the earlier presses have been handled too
        board.shell.locator(".cat-area.legal").first.click()
    expect(board.shell.locator(".cat-refuse")).to_have_count(0)


def test_the_pace_is_remembered_and_a_refused_entry_stays(new_page: NewPage, site_url: str) -> None:
    page = new_page(paced=True)
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


def test_people_enter_their_names(warm_page: NewPage, site_url: str) -> None:
    """A button opens the form, starting a game closes it, and the browser remembers the names."""
    page = warm_page(viewport={"width": 1000, "height": 700})
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    board.tool("people").click()
    expect(board.tool("people")).to_have_attribute("aria-pressed", "true")
    form = board.shell.locator("form[data-form=new]")
    expect(form).not_to_be_visible()
    board.tool("more").click()
    expect(form).to_be_visible()
    form.locator("[name=name-red]").fill("Ada\N{NO-BREAK SPACE}")
    form.locator("[name=name-blue]").fill("<Ben>")
    form.locator("button[type=submit]").click()
    expect(form).not_to_be_visible()
    expect(board.shell.locator(".cat-panel").nth(1)).to_contain_text("<Ben>")
    expect(board.paint).to_be_in_viewport(ratio=0.9)
    page.reload()
    board = live(page)
    expect(board.shell.locator(".cat-chip")).to_have_text("Ada to move")
    expect(board.shell.locator(".cat-panel").nth(1)).to_contain_text("<Ben>")  # the game of this tab is restored
    form.locator("xpath=ancestor::details").locator("summary").click()
    form.locator("[name=name-red]").fill("x" * 20)
    form.locator("[name=seed]").fill("zero")
    form.locator("button[type=submit]").click()
    expect(board.status).to_contain_text("Expected the seed to be a number")
    expect(form).to_be_visible()
    expect(form.locator("[name=name-red]")).to_have_value("x" * 20)


@pytest.mark.nightly
def test_confirmation_can_be_turned_on_for_the_mouse(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/catbox/play.html")
    board = live(page)
    board.shell.locator(".cat-keys summary").click()
    board.shell.locator(".cat-confirm-moves").check()
    page.reload()
    board = live(page)  # the browser remembers the setting
    expect(board.shell.locator(".cat-confirm-moves")).to_be_checked()
    name = board.shell.locator(".cat-area.legal").first.get_attribute("data-id")
    assert name is not None
    with board.answer("This cannot be undone. Press again to play it."):
        board.click(name)
    with board.answer("face down"):
        board.click(name)
