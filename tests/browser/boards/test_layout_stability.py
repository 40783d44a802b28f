"""On a phone, nothing moves while a board of a chapter is solved."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cattools.lessons.answer_check import LEGAL
from cattools.lessons.example import example
from tests.browser.board_driver import PHONE, Board, visit
from tests.browser.fixtures import NewPage
from tests.kinds import some

SOLVED = {
    "herders.move.goes": "herders/turn",
    "herders.move.back": "herders/turn",
    "herders.place": "herders/turn",
    "herders.stuck.limit": "herders/capture",
    "calico.goal.kinds.AAABBB": "calico/goals",
    "catbox.trick.led": "catbox/trick",
    "catbox.lead.red-open": "catbox/trick",
    "cattricola.place.overflow": "cattricola/catch",
}
# The examples of every run: one with a question about areas, and one with a position to score.
USUAL = ("herders.move.goes", "herders.stuck.limit")

SEEN = "shell => shell.scrollIntoView({ block: 'center' })"  # no animation: the board will replace its picture
# the offsets of the board's regions from the top of the board, and its height
PLACES = """shell => [shell, ...shell.querySelectorAll('.cat-stage, .cat-status, .cat-tools, .cat-extra')].map(one => {
  const { top, bottom } = one.getBoundingClientRect();
  const above = shell.getBoundingClientRect().top;
  return [one.className.split(' ')[0], top - above, one === shell ? bottom - above : 0];
})"""


def ready(board: Board, id_: str) -> str:
    """Solve an example up to the last press; return the button to press, or "" if the actions must be typed."""
    found = example(id_)
    if found.kind == "judge":
        if found.solution == (LEGAL,):
            return "allowed"
        board.tool("not").click()
        return found.solution[0]
    if found.kind == "score":
        for _ in found.start().score().lines[1:]:
            with board.answer():
                board.tool("next").click()
        return "next"
    if found.ask is not None:
        for area in found.solution:
            board.area(area).dispatch_event("click")
        return "check"
    return ""


@pytest.mark.parametrize("id_", some(SOLVED, lambda id_: id_ in USUAL))
def test_nothing_moves_when_a_board_is_solved(warm_page: NewPage, site_url: str, id_: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/{SOLVED[id_]}.html")
    shell = page.locator(f'[data-cat="live"][data-remembers~="done-{id_}"]').first
    page.locator(f'[data-remembers~="done-{id_}"]').first.evaluate(SEEN)
    shell.wait_for()
    board = Board(page, shell)
    last = ready(board, id_)
    before = shell.evaluate(PLACES)
    if last:
        board.tool(last).click()
    else:
        for written in (*dict(example(id_).refused), *example(id_).solution):
            with board.answer():
                shell.locator(".cat-form input").evaluate("(line, text) => { line.value = text }", written)
                shell.locator("form.cat-form").evaluate("form => form.requestSubmit()")
    expect(shell).to_have_attribute("data-solved", "")
    assert shell.evaluate(PLACES) == before
    more = board.status.evaluate("message => message.scrollHeight > message.clientHeight + 1")
    assert ("cat-scroll-hint" in (board.status.get_attribute("class") or "")) == more, (
        "the scroll hint appears only if the text overflows"
    )


def test_the_field_for_a_typed_action_is_open_below_the_message(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/catbox/prepare.html")
    shell = page.locator('[data-cat="live"][data-remembers~="done-catbox.prepare.predict"]').first
    page.locator('[data-remembers~="done-catbox.prepare.predict"]').first.evaluate(SEEN)
    shell.wait_for()
    board = Board(page, shell)
    line = shell.locator(".cat-form input")
    line.scroll_into_view_if_needed()
    line.fill("predict 2")
    shell.locator(".cat-form button").tap()
    expect(board.status).to_contain_text("2 is not printed")
    expect(board.status).to_be_in_viewport(ratio=1)
    expect(line).to_be_in_viewport(ratio=1)
