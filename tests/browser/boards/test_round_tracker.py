"""The round tracker on a phone, as a group uses it while playing."""

import pytest
from playwright.sync_api import expect

from tests.browser.board_driver import PHONE, axe, live, visit
from tests.browser.fixtures import NewPage

FITS = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const shell = document.querySelector('.cat-shell'), edge = shell.getBoundingClientRect().right;
  const out = [...shell.querySelectorAll('.cat-status *, .cat-side *, .cat-extra *, .cat-tools *')]
    .filter((e) => e.getClientRects().length && e.getBoundingClientRect().right > edge + 1);
  return [wide, out.map((e) => e.outerHTML.slice(0, 80))];
}"""


ZOOMED = """() => [...document.querySelectorAll('.cat-shell :is(input, select, textarea)')]
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => e.outerHTML.slice(0, 80))"""


@pytest.mark.nightly
def test_a_trick_and_a_whole_round_are_entered_on_a_phone(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/catbox/round-tracker.html")
    board = live(page)
    for area in ("p1", "p3", "p2", "p1", "b5"):
        with board.answer():
            board.tap(area)
    with board.answer("Teal loses blue for this round."):
        board.tap("y5")
    with board.answer("A token of Plum is already on blue 5."):
        board.tap("b5")
    board.shell.get_by_text("Enter only this round's result").click()
    field = board.shell.get_by_label("Plum: Tricks")
    field.fill("x")
    with board.answer("Expected the tricks of Plum as a number"):
        board.shell.get_by_text("Score this round").click()
    expect(field).to_have_value("x")
    assert page.evaluate(FITS) == [0, []]
    assert page.evaluate(ZOOMED) == []  # below 16 px a phone zooms in on a field
    assert axe(page, '.cat-shell[data-cat="live"]') == []
    for who, tricks, group in (("Plum", "1", "2"), ("Teal", "4", ""), ("Orange", "1", ""), ("Slate", "2", "")):
        board.shell.get_by_label(f"{who}: Tricks").fill(tricks)
        board.shell.get_by_label(f"{who}: Largest group").fill(group)
    with board.answer("Plum predicted 1 and won 1: 1 for tricks, 2 for the largest group."):
        board.shell.get_by_text("Score this round").click()
    expect(board.shell.locator("table.cat-sheet").first).to_contain_text("1 + 2")
    with board.answer("Undone."):
        board.tool("undo").tap()
    expect(board.area("y5")).to_have_attribute("aria-label", "yellow 5, token of Teal")
    page.reload()
    board = live(page)
    expect(board.area("y5")).to_have_attribute("aria-label", "yellow 5, token of Teal")
