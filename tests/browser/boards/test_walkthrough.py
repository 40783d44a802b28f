"""A first game step by step: every step fits the screen, works by keyboard, and is announced to screen readers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from cattools.games import GAMES
from cattools.lessons.answer_check import TERM, plain, pointed
from cattools.lessons.example import example, examples
from tests.browser.board_driver import PHONE, WIDE, Board, axe, live, visit
from tests.browser.fixtures import NewPage
from tests.kinds import some

WALKED = [game_id for game_id in GAMES if f"{game_id}.walk" in examples(game_id)]
SCREENS: dict[str, list[dict[str, int]]] = {
    "desk": [{"width": 1920, "height": 1080}, {"width": 1280, "height": 720}],
    "phone": [{"width": 360, "height": 740}],
}
FAR = 60  # key presses, enough to reach anything on a board

TASK = ".cat-walkthrough p:has(.cat-kind)"
# The regions of a step that are outside the window while its board fills the screen, and the pixels of text cut off.
HIDDEN = """shell => {
  const FRAME = 5; // pixels of a message's lines that its frame may cut off
  const all = [...shell.querySelectorAll('.cat-header, .cat-status, .cat-tools, .cat-part')]
    .filter(one => one.offsetParent && one.childNodes.length && !one.closest('.cat-window'));
  const out = all.filter(one => { const at = one.getBoundingClientRect();
    return at.top < -1 || at.bottom > innerHeight + 1 || at.left < -1 || at.right > innerWidth + 1; });
  const cut = ['.cat-header', '.cat-status'].map(one => shell.querySelector(one))
    .map(one => one.scrollHeight - one.clientHeight);
  return [...out.map(one => one.className), ...cut.filter(more => more > FRAME)];
}"""
# Whether the tick of a finished walkthrough is cut off.
CUT = """shell => { const [tick, top] = ['.cat-walkthrough .cat-done', '.cat-header']
    .map(one => shell.querySelector(one).getBoundingClientRect());
  return tick.width < 1 || tick.left < top.left || tick.top < top.top || tick.right > top.right; }"""
STANDS = (
    "shell => { const { x, width } = shell.querySelector('.cat-layer').getBoundingClientRect(); return [x, width]; }"
)
FOCUS = """() => { const one = document.activeElement, of = one?.closest('[role=grid], [role=group], [role=list]');
  const ids = of ? [...of.querySelectorAll('[data-id]')].map(area => area.dataset.id) : [];
  return [one?.dataset?.id ?? '', ids, one?.dataset?.tool ?? '']; }"""
IS_BEFORE = """one => Boolean(document.activeElement.compareDocumentPosition(one) & 2
  && !(document.activeElement.compareDocumentPosition(one) & 8))"""
MIDDLE = "one => { const at = one.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; }"


def first(page: Page, site_url: str, game: str) -> Board:
    visit(page, f"{site_url}/book/{game}/first-game.html")
    board = live(page)
    expect(page.locator(".cat-shell.cat-full-layout")).to_have_count(1)
    return board


def on(board: Board) -> None:
    """Go to the next step with the button that leads there, as a touch or a click does."""
    task = board.shell.locator(TASK).text_content() or ""
    board.shell.locator('[data-tool="next"], [data-tool="solve"]').dispatch_event("click")
    expect(board.shell.locator(TASK)).not_to_have_text(task)


@pytest.mark.nightly
@pytest.mark.parametrize("device", SCREENS)
@pytest.mark.parametrize("game", WALKED)
def test_every_step_is_in_view_and_the_board_stays_in_place(
    warm_page: NewPage, site_url: str, game: str, device: str
) -> None:
    phone = device == "phone"
    page = warm_page(**(PHONE if phone else {}))
    board = first(page, site_url, game)
    if phone:
        board.shell.evaluate("shell => shell.scrollIntoView()")
    stood: dict[int, list[float]] = {}
    for n in range(len(example(f"{game}.walk").steps) + 1):
        for screen in SCREENS[device]:
            if not phone:
                page.set_viewport_size(screen)  # type: ignore[arg-type]
                board.settle()  # wait for the new layout
            hidden = board.shell.evaluate(HIDDEN)
            if phone:  # on a phone, a long message scrolls, as on every board
                hidden = [one for one in hidden if isinstance(one, str)]
            assert hidden == [], (n, screen)
            stands = board.shell.evaluate(STANDS)
            assert stands == pytest.approx(stood.setdefault(screen["width"], stands), abs=1), (n, screen)
        if n < len(example(f"{game}.walk").steps):
            on(board)
    ways = board.shell.locator("a.cat-link-button")
    expect(ways).to_have_count(2)
    for way in ways.all():  # each link is as large as a button
        assert way.evaluate("one => one.getBoundingClientRect().height") >= 40
    assert not board.shell.evaluate(CUT)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []


def test_on_a_phone_a_ranch_can_be_pressed_and_the_readers_disc_is_complete(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    shell = first(page, site_url, "cattricola").shell
    assert shell.locator('[data-id="c2"]').evaluate("one => one.getBoundingClientRect().width") >= 23.9
    ends = "one => one.getBoundingClientRect().right"
    assert shell.locator('.cat-part:has([data-id="plum1"])').evaluate(ends) <= WIDE
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE


def tab(page: Page, towards: Locator) -> None:
    """Press Tab, or Shift+Tab if the target is before the focused element."""
    before = towards.evaluate(IS_BEFORE)
    page.keyboard.press("Shift+Tab" if before else "Tab")


def reach(page: Page, board: Board, area: str) -> None:
    """Move the focus to an area by Tab and the arrow keys, as a reader without a mouse does."""
    for _ in range(FAR):
        here, group, _ = page.evaluate(FOCUS)
        if area in group:
            break
        tab(page, board.area(area))
    for _ in range(FAR):
        here, group, _ = page.evaluate(FOCUS)
        if here == area:
            return
        (x, y), (left, top) = (board.area(one).evaluate(MIDDLE) for one in (area, here))
        sideways = "ArrowRight" if x > left else "ArrowLeft"
        down = "ArrowDown" if y > top else "ArrowUp"
        for key in (down, sideways) if abs(y - top) > abs(x - left) else (sideways, down):
            page.keyboard.press(key)
            if page.evaluate(FOCUS)[0] != here:
                break
    pytest.fail(f"cannot reach {area} with the keyboard")


def tab_to(page: Page, tools: set[str]) -> None:
    """Move the focus to one of the given buttons by Tab."""
    for _ in range(FAR):
        if page.evaluate(FOCUS)[2] in tools:
            return
        tab(page, page.locator(".cat-tools").first)
    pytest.fail(f"cannot reach {tools} with the keyboard")


@pytest.mark.parametrize("game", some(WALKED, lambda game: game == "herders"))
def test_a_first_game_played_by_keyboard_is_announced(new_page: NewPage, site_url: str, game: str) -> None:
    page = new_page(viewport=SCREENS["desk"][-1])
    board = first(page, site_url, game)
    walk = board.shell.locator(TASK)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to main content")
    page.keyboard.press("Enter")
    steps = example(f"{game}.walk").steps
    for n, step in enumerate(steps, 1):
        expect(walk).to_contain_text(f"Step {n} of {len(steps)}")
        if n > 1:  # the task is announced, although it is in the heading
            expect(board.status).to_contain_text(plain(step.ask).replace(TERM, ""))
        if step.play and not step.shown:
            for area in pointed(step.ask):
                reach(page, board, area)
                before = board.said()
                page.keyboard.press("Enter")
                expect(board.status).not_to_have_text(before)
                board.settle()  # the heading is updated after the message
        if f"Step {n} of" in walk.inner_text():
            tab_to(page, {"next", "solve"})
            page.keyboard.press("Enter")
    expect(walk).to_contain_text("Ready to play on?")
    for _ in range(FAR):
        if page.locator("a.cat-link-button:focus").count():
            break
        tab(page, page.locator("a.cat-link-button").first)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/book/{game}/play\.html#"))
