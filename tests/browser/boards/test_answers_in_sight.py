"""The preview of a press and its answer are in the window, even if the board is taller than the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from cattools.games import GAMES
from tests.browser.board_driver import PHONE, Board, idle, live, visit
from tests.browser.fixtures import NewPage

SMALL = {"viewport": {"width": 360, "height": 740}}
DESKS = [{"viewport": {"width": 1280, "height": 720}}, {"viewport": {"width": 1366, "height": 768}}]
SCREENS: dict[str, dict[str, Any]] = {"phone": PHONE, "narrow": SMALL, "laptop": DESKS[0], "desk": DESKS[1]}
ROWS = [(game, screen) for game in GAMES for screen in SCREENS]
TRIES = 8  # maximum number of areas to point at, and of presses, until a preview appears
PREVIEWS = 'data-slot="hint"><p>'
# Whether a block is within the window, and nothing covers its corners.
WHOLE = """block => {
  const { left, top, right, bottom } = block.getBoundingClientRect();
  const corners = [[left + 20, top + 4], [right - 20, bottom - 4]];
  block.style.pointerEvents = "auto";
  const seen = corners.every(([x, y]) => block.contains(document.elementFromPoint(x, y)));
  block.style.pointerEvents = "";
  return seen && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def pages(site: Path, game: str, *, every: bool) -> list[str]:
    """Return a game's pages with live boards: all, or one chapter, with previews if possible, and the play page.

    The boards of rulings are in closed folds, and have a test of their own.
    """
    paths = [page for page in sorted((site / "book" / game).glob("*.html")) if page.stem != "rulings"]
    texts = {page: page.read_text(encoding="utf-8") for page in paths}
    found = [page for page, text in texts.items() if 'data-cat="static"' in text and "data-presents" not in text]
    chapters = [page for page in found if "data-fills" not in texts[page]]
    chapters.sort(key=lambda page: PREVIEWS not in texts[page].partition('data-slot="tools"')[0])
    chosen = found if every else [chapters[0], *(page for page in found if page.stem == "play")]
    return [str(page.relative_to(site)) for page in chosen]


def previewed(board: Board) -> bool:
    """Point at legal areas until one has a preview; return whether one had."""
    hint = board.shell.locator(".cat-hint")
    legal = board.shell.locator(".cat-area.legal")
    for n in range(min(TRIES, legal.count())):
        legal.nth(n).hover()
        idle(board.page)
        if hint.is_visible():
            return True
    return False


def answered(board: Board, n: int, *, tap: bool) -> None:
    """Press a legal area, and check that the whole answer is in the window."""
    legal = board.shell.locator(".cat-area.legal")
    area = legal.nth((legal.count() // 2 + n) % legal.count())
    if tap:
        area.tap()
    else:
        area.click()
    idle(board.page)
    assert board.status.evaluate(WHOLE), (board.page.url, board.said())


def checked(page: Page, address: str, *, tap: bool) -> bool:
    """Check previews and answers of a page's first board; return whether there was a preview."""
    visit(page, address)
    board = live(page)
    idle(page)
    for n in range(TRIES):
        if not board.shell.locator(".cat-area.legal").count():
            break
        if not tap and previewed(board):
            assert board.shell.locator(".cat-hint").evaluate(WHOLE), (
                address,
                board.shell.locator(".cat-hint").text_content(),
            )
            answered(board, n, tap=tap)
            return True
        answered(board, n, tap=tap)
        if tap and "Press again" in board.said():
            return True
    return False


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "screen"), ROWS)
def test_previews_and_answers_are_in_the_window(
    game: str, screen: str, warm_page: NewPage, site: Path, site_url: str, request: pytest.FixtureRequest
) -> None:
    every = request.config.getoption("nightly")
    page = warm_page(**SCREENS[screen])
    seen = [checked(page, f"{site_url}/{path}", tap=screen == "phone") for path in pages(site, game, every=every)]
    # A game without previews answers the first tap.
    assert any(seen) or (screen == "phone" and "preview" not in vars(GAMES[game]))


@pytest.mark.nightly
def test_the_focused_area_is_above_the_message(warm_page: NewPage, site_url: str) -> None:
    """The arrow keys scroll the page far enough that nothing covers the area."""
    page = warm_page(**SMALL)
    visit(page, f"{site_url}/book/calico/components.html")
    board = live(page)
    board.area(board.areas()[0]).focus()
    covered = """() => { const area = document.activeElement, { x, y, width, height } = area.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) !== area && area.ariaLabel; }"""
    for _ in range(TRIES):
        page.keyboard.press("ArrowDown")
        idle(page)
        assert page.evaluate("document.activeElement.matches('.cat-area')")
        assert not page.evaluate(covered)
