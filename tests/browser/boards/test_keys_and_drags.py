"""Keys that an input method handles are not commands; a right press or Escape cancels a drag."""

import pytest
from playwright.sync_api import expect

from tests.browser.board_driver import Board, idle, live, move, visit
from tests.browser.fixtures import NewPage
from tests.kinds import nightly

# A key pressed while an input method composes; Safari marks the Enter that ends this only with the code 229.
COMPOSED = """(place, [key, code]) => place.dispatchEvent(new KeyboardEvent("keydown",
  { key, keyCode: code, isComposing: !code, bubbles: true, cancelable: true }))"""
# Counts how often the message below the board is replaced, which makes a screen reader read it.
COUNTED = """status => {
  window.replaced = 0;
  new MutationObserver(() => { replaced += 1; }).observe(status, { childList: true });
}"""


@pytest.fixture
def board(warm_page: NewPage, site_url: str) -> Board:
    """Return a board for two players on which a cat lies on f5."""
    page = warm_page()
    visit(page, f"{site_url}/book/herders/position.html")
    board = live(page)
    with board.answer("f5, cat"):
        board.type_move("cat f5")
    return board


def test_escape_in_a_form_changes_neither_the_form_nor_the_game(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    move(board)
    moves = board.shell.locator(".cat-moves li").count()
    board.shell.locator("summary", has_text="New game").click()
    choice = board.shell.locator("form[data-form=new] select").first
    chosen = choice.input_value()
    assert chosen
    choice.focus()
    page.keyboard.press("Escape")
    idle(page)
    expect(choice).to_have_value(chosen)
    assert board.shell.locator(".cat-moves li").count() == moves


@pytest.mark.parametrize("code", [0, nightly(229)])
def test_a_key_that_an_input_method_handles_is_not_a_command(warm_page: NewPage, site_url: str, code: int) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    move(board)
    moves = board.shell.locator(".cat-moves li")
    before = moves.count()
    line = board.shell.locator(".cat-form input")
    line.evaluate("line => { line.value = 'あ'; }")
    for place in (line, board.area(board.areas()[0])):
        for key in ("Escape", "Enter", "?"):
            place.evaluate(COMPOSED, [key, code])
    board.settle()
    expect(moves).to_have_count(before)
    assert line.input_value() == "あ"
    line.evaluate("line => line.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
    expect(line).to_have_value("")  # the same key without an input method


@pytest.mark.parametrize("how", ["right press", "Escape"])
def test_a_drag_can_be_cancelled(board: Board, how: str) -> None:
    page = board.page
    start, end = board.area("f5").bounding_box(), board.area("g6").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
    if how == "Escape":
        page.keyboard.press("Escape")
    else:
        page.mouse.down(button="right")
        page.mouse.up(button="right")
    page.mouse.up()
    board.settle()
    assert "f5, cat" in board.names()
    assert "g6, cat" not in board.names()


@pytest.mark.nightly
def test_a_repeated_refusal_of_a_typed_move_is_read_again(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    with board.answer():
        board.type_move("zz")
    board.settle()
    said = board.said()
    board.status.evaluate(COUNTED)
    board.type_move("zz")
    page.wait_for_function("replaced > 0")
    assert board.said() == said
