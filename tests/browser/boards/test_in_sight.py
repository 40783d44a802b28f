"""Everything that players need to decide is in view at once, on every usual screen, with every number of players."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cattools.core.chance import Dealer
from cattools.core.game import AnyState
from cattools.core.game_record import position_link
from cattools.games import GAMES
from tests.browser.board_driver import PHONE, Board, frames, idle, live, visit
from tests.browser.boards.test_full_screen_layout import deal, players_of, resized
from tests.browser.fixtures import NewPage
from tests.kinds import some

DESKS = [(1280, 720), (1366, 768), (1920, 1080)]
TABLES = [(game, players) for game in GAMES for players in players_of(game)]
USUAL = ("catbox", "4")
TOUCH = 24  # CSS pixels
TEXT = 15
FAR = 24  # the smallest text of a presentation

# The wanted elements that are outside the window, or cut off by a block that scrolls.
HIDDEN = """(shell, wanted) => [...shell.querySelectorAll(wanted)].filter(one => {
  const { left, top, right, bottom, width } = one.getBoundingClientRect();
  if (!width || (!one.textContent && !one.children.length)) return false;
  let [l, t, r, b] = [0, 0, innerWidth, innerHeight];
  for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflow === "visible") continue;
    const at = box.getBoundingClientRect();
    [l, t, r, b] = [Math.max(l, at.left), Math.max(t, at.top), Math.min(r, at.right), Math.min(b, at.bottom)];
  }
  return left < l - 1 || top < t - 1 || right > r + 1 || bottom > b + 1;
}).map(one => `${one.className}: ${one.textContent}`)"""
# The lines of the page's title that something else covers.
COVERED_LINES = """() => { const title = document.querySelector(".bd-article h1"), text = document.createRange();
  text.selectNodeContents(title);
  return [...text.getClientRects()].filter(({ width }) => width > 1).filter(({ left, top, width, height }) =>
    !title.contains(document.elementFromPoint(left + width / 2, top + height / 2))).map(({ top }) => top); }"""
# Replaces the screen's pixel ratio; `moveTo` changes it as a move to another screen does, without a resize.
OTHER_SCREEN = """{
  const queries = [], ask = matchMedia.bind(window);
  let ratio = 1;
  Object.defineProperty(window, "devicePixelRatio", { get: () => ratio });
  window.matchMedia = query => {
    if (!query.includes("resolution")) return ask(query);
    queries.push(new EventTarget());
    return queries.at(-1);
  };
  window.moveTo = to => {
    ratio = to;
    for (const query of queries.splice(0)) query.dispatchEvent(new Event("change"));
  };
}"""
DECIDES = ".cat-name strong, .cat-cell, .cat-titles span, .cat-chip"
# The heights of the computers' lines, relative to the font size.
ROW_HEIGHTS = """shell => [...shell.querySelectorAll('.cat-table > .cat-panel:has(.cat-short)')]
  .map(row => row.offsetHeight / parseFloat(getComputedStyle(row).fontSize))"""
# The captions that are cut off, and those that overlap a part or another caption.
CUT = """shell => [...shell.querySelectorAll('.cat-caption')].filter(one => one.scrollWidth > one.clientWidth)
  .map(one => one.textContent)"""
OVERLAPPING = """shell => { const all = [...shell.querySelectorAll('.cat-caption, .cat-stack')].map(one =>
    ({ one, box: one.getBoundingClientRect() })).filter(({ one, box }) => box.width && !one.closest('.cat-window'));
  return all.filter(({ one }) => one.matches('.cat-caption')).filter(({ one, box }) => all.some(other =>
    other.one !== one && box.left < other.box.right - 1 && box.right > other.box.left + 1
      && box.top < other.box.bottom - 1 && box.bottom > other.box.top + 1)).map(({ one }) => one.textContent); }"""
SHOWN = "shell => [...shell.querySelectorAll('.cat-cell')].filter(one => one.getBoundingClientRect().width).length"


def opened(page: Page, site_url: str, game: str, players: str) -> Board:
    """Open a game's play page, deal to people if a number of players is given, and return the board."""
    visit(page, f"{site_url}/book/{game}/play.html")
    board = live(page)
    if players:
        deal(board, players)
        idle(page)
    return board


def check(board: Board, screen: tuple[int, int]) -> None:
    """Fail if anything that players need to decide is out of view, or if there is no table of players."""
    assert board.shell.evaluate(HIDDEN, DECIDES) == [], screen
    assert board.shell.evaluate(SHOWN), "the players are in a table"


@pytest.mark.parametrize(("game", "players"), some(TABLES, lambda table: table == USUAL))
def test_every_player_is_in_view_on_a_desk(game: str, players: str, warm_page: NewPage, site_url: str) -> None:
    page = warm_page(viewport={"width": 1280, "height": 720})
    board = opened(page, site_url, game, players)
    for screen in DESKS:
        resized(page, board, screen)
        check(board, screen)
        assert board.shell.evaluate(HIDDEN, ".cat-tools button") == [], screen
        if game == "calico":
            assert board.shell.evaluate(HIDDEN, ".cat-part .cat-stack") == [], screen
        sizes = (
            "shell => [...shell.querySelectorAll('.cat-cell')].map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(board.shell.evaluate(sizes)) >= TEXT, "denser, not smaller"
        board.shell.locator(".cat-full").click()
        check(board, screen)
        board.shell.locator(".cat-full").click()


@pytest.mark.parametrize(("game", "players"), some(TABLES, lambda table: table in (USUAL, ("cattricola", "4"))))
def test_every_player_is_in_view_on_a_phone(game: str, players: str, warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    board = opened(page, site_url, game, players)
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    frames(page)
    check(board, (360, 740))


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_computers_are_in_view_one_per_line(game: str, players: str, warm_page: NewPage, site_url: str) -> None:
    """Computers' names are longer than people's."""
    options = f"players={players}" if players else ""
    state = Dealer(7).settle(GAMES[game].position(options=options))
    seats = ["human" if seat == state.mover else "careful" for seat in range(len(state.game.seats(state.options)))]
    for screen in ((360, 740), *DESKS):
        page = warm_page(**(PHONE if screen == (360, 740) else {"viewport": {"width": screen[0], "height": screen[1]}}))
        visit(page, f"{site_url}/book/{game}/play.html#{position_link(state, seats)}")
        board = live(page)
        expect(board.shell.locator(".cat-chip")).to_have_text("Your turn")
        board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
        idle(page)
        check(board, screen)
        rows = board.shell.evaluate(ROW_HEIGHTS)
        assert max(rows) < 2.2, screen


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_player_is_in_view_late_in_a_game(game: str, players: str, warm_page: NewPage, site_url: str) -> None:
    """The values, and so the table, are wider, and the prompts are longer."""
    state = late(game, players)
    seats = ["human" if seat == state.mover else "careful" for seat in range(len(state.game.seats(state.options)))]
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/{game}/play.html#{position_link(state, seats)}")
    board = live(page)
    expect(board.shell.locator(".cat-chip")).to_have_text("Your turn")
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    idle(page)
    check(board, (360, 740))
    assert board.shell.evaluate(HIDDEN, ".cat-prompt") == []
    assert board.shell.evaluate(CUT) == []


@pytest.mark.parametrize(("game", "players"), some(TABLES, lambda table: table == USUAL))
def test_every_player_is_in_view_late_in_a_game_on_a_laptop(
    game: str, players: str, warm_page: NewPage, site_url: str
) -> None:
    """This holds even after a position with fewer buttons and shorter values."""
    page = warm_page(viewport={"width": 1280, "height": 720})
    for seed in (3, 7):
        state = late(game, players, seed)
        seats = ["human" if seat == state.mover else "careful" for seat in range(len(state.game.seats(state.options)))]
        visit(page, f"{site_url}/book/{game}/play.html#{position_link(state, seats)}")
        board = live(page)
        expect(board.shell.locator(".cat-chip")).to_have_text("Your turn")
        idle(page)
        check(board, (1280, 720))


@pytest.mark.nightly
@pytest.mark.parametrize(("wide", "tall"), [(360, 740), *DESKS])
def test_no_caption_is_cut_off(wide: int, tall: int, warm_page: NewPage, site_url: str) -> None:
    """A caption that is wider than its part extends over free space, but not over anything else."""
    page = warm_page(viewport={"width": wide, "height": tall})
    for game, players in (("catbox", "2"), ("cattricola", "3")):
        state = late(game, players)
        visit(page, f"{site_url}/book/{game}/play.html#{position_link(state)}")
        board = live(page)
        idle(page)
        if board.tool("unveil").count():
            board.tool("unveil").click()
            idle(page)
        assert board.shell.evaluate(CUT) == [], game
        assert board.shell.evaluate(OVERLAPPING) == [], game


def late(game: str, players: str, seed: int = 3) -> AnyState:
    """Return the position before the last decision of a random game."""
    dealer, rng = Dealer(seed), Random(seed)
    state = before = dealer.settle(GAMES[game].position(options=f"players={players}" if players else ""))
    while state.to_move is not None:
        before, state = state, dealer.settle(state.apply(rng.choice(state.legal())))
    return before


@pytest.mark.parametrize(("wide", "tall"), some([(360, 740), *DESKS], lambda size: size == (360, 740)))
def test_every_patch_is_large_enough_to_press(wide: int, tall: int, warm_page: NewPage, site_url: str) -> None:
    """This includes the patches of the other players' quilts."""
    page = warm_page(viewport={"width": wide, "height": tall})
    board = opened(page, site_url, "calico", "4")
    widths = """shell => [...shell.querySelectorAll('.cat-part[data-part^=quilt] .cat-area')]
      .map(area => Math.min(area.getBoundingClientRect().width, area.getBoundingClientRect().height))"""
    found = board.shell.evaluate(widths)
    assert len(found) > 3 * 25
    assert min(found) >= TOUCH - 0.05  # rounded


def placing() -> str:
    """Return a link to a position of Cattricola in which a caught tile is about to be placed."""
    game, dealer, rng = GAMES["cattricola"], Dealer(3), Random(3)
    state = dealer.settle(game.position())
    while not any(str(action).startswith("@") for action in state.legal()):
        state = dealer.settle(state.apply(rng.choice(state.legal())))
    return position_link(state)


@pytest.mark.nightly
def test_on_a_phone_the_disc_is_in_view_while_tiles_are_placed(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/cattricola/play.html#{placing()}")
    board = live(page)
    idle(page)  # the link's position replaces that of the picture
    unveil = board.tool("unveil")
    if unveil.count():
        unveil.click()
    idle(page)
    disc = board.shell.locator('.cat-part[data-part="disc"]')
    expect(board.shell.locator('.cat-part[data-part="hand"] .cat-area.legal').first).to_be_attached()
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    expect(disc).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_on_a_phone_the_radar_stays_in_view_while_it_is_charged(warm_page: NewPage, site_url: str) -> None:
    """The longer prompt after the first marker lays out the board again."""
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/cattricola/play.html#game=cattricola&seats=human,friendly")
    board = live(page)
    idle(page)
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
    radar = board.shell.locator('.cat-part[data-part="radar"] .cat-layer')
    for _ in range(2):
        radar.locator(".cat-area.legal").first.tap()
        expect(board.tool("undo")).not_to_have_attribute("aria-disabled", "true")
        idle(page)
        expect(radar).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_what_three_bots_have_done_is_in_view_without_scrolling(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(viewport={"width": 1280, "height": 720})
    visit(page, f"{site_url}/book/catbox/play.html#game=catbox&seats=human,friendly,friendly,friendly")
    board = live(page)
    idle(page)
    for _ in range(3):  # a card put aside, a prediction, and a trick
        board.shell.locator(".cat-area.legal").first.dispatch_event("click")
        idle(page)
    board.shell.locator('.cat-part[data-part="board"] .cat-area.legal').first.dispatch_event("click")
    expect(board.status.locator(".cat-turn").nth(3)).to_be_attached()
    idle(page)
    hidden = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
    assert max(board.shell.locator(".cat-side").evaluate(hidden)) <= 1
    assert board.status.evaluate(hidden)[1] <= 1


LARGE_TEXT = [
    (f"{game}/{page}", size)
    for game in GAMES
    for page in ("play", "first-game", "turn" if game != "catbox" else "trick")
    for size in ((360, 740), (1280, 720))
]


@pytest.mark.nightly
@pytest.mark.parametrize(("address", "screen"), [*LARGE_TEXT, ("intro", (1280, 720)), ("intro", (360, 740))])
def test_a_larger_text_size_of_the_browser_enlarges_the_texts(
    address: str, screen: tuple[int, int], warm_page: NewPage, site_url: str
) -> None:
    """No board gets smaller, and the page does not scroll sideways."""
    page = warm_page(viewport={"width": screen[0], "height": screen[1]})
    visit(page, f"{site_url}/book/{address}.html")
    board = live(page)
    idle(page)
    size = "shell => parseFloat(getComputedStyle(shell.querySelector('.cat-message')).fontSize)"
    widths = "shell => [...shell.querySelectorAll('.cat-layer')].map(one => one.getBoundingClientRect().width)"
    before, usual = board.shell.evaluate(size), board.shell.evaluate(widths)
    resize = "size => { document.documentElement.style.fontSize = size; dispatchEvent(new Event('resize')); }"
    try:
        page.evaluate(resize, "32px")
        idle(page)
        assert board.shell.evaluate(size) >= 1.7 * before
        now = board.shell.evaluate(widths)
        assert now[0] >= 0.98 * usual[0]
        if screen[0] > 500:  # a phone has no space to keep the other parts as large
            assert all(part >= 0.95 * was for part, was in zip(now, usual, strict=True))
        assert page.evaluate("document.documentElement.scrollWidth") <= screen[0]
        board.shell.evaluate("shell => shell.scrollIntoView({ block: 'start' })")
        assert board.shell.evaluate(HIDDEN, ".cat-prompt, .cat-chip") == []
    finally:
        page.evaluate(resize, "")  # other tests use the page


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_not_smaller_when_zoomed_in(game: str, warm_page: NewPage, site_url: str) -> None:
    """A zoom of 200 % or 400 % is a window with a half or a quarter of the width and height in CSS pixels."""
    page = warm_page(viewport={"width": 1280, "height": 720})
    width = "shell => shell.querySelector('.cat-part .cat-layer').getBoundingClientRect().width"
    for address in ("play", "turn" if game != "catbox" else "trick"):
        page.set_viewport_size({"width": 1280, "height": 720})
        visit(page, f"{site_url}/book/{game}/{address}.html")
        board = live(page)
        whole = board.shell.evaluate(width)
        for zoom in (2, 4):
            page.set_viewport_size({"width": 1280 // zoom, "height": 720 // zoom})
            idle(page)
            zoomed = zoom * board.shell.evaluate(width)
            assert zoomed >= 0.99 * whole, (address, zoom)
            assert page.evaluate("document.documentElement.scrollWidth") <= 1280 // zoom, (address, zoom)


@pytest.mark.nightly
def test_another_pixel_ratio_redraws_the_board(new_page: NewPage, site_url: str) -> None:
    """A window that moves to another screen keeps its size in CSS pixels, so some browsers report no resize."""
    page = new_page(viewport={"width": 1280, "height": 720})
    page.add_init_script(OTHER_SCREEN)
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    idle(page)
    before = board.paint.evaluate("paint => paint.width")
    for ratio in (2, 1):  # there and back
        page.evaluate("ratio => moveTo(ratio)", ratio)
        sharp = "([paint, wide]) => Math.abs(paint.width - wide) <= 1"
        page.wait_for_function(sharp, arg=[board.paint.element_handle(), ratio * before])


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_a_presentation_can_be_read_from_afar(game: str, warm_page: NewPage, site_url: str) -> None:
    page = warm_page(viewport={"width": 1280, "height": 720})
    visit(page, f"{site_url}/book/{game}/presentation.html#game={game}&slide=1")
    board = live(page)
    if "cat-fill" not in (board.shell.get_attribute("class") or ""):
        board.shell.locator(".cat-full").click()
    frames(page)
    said = board.shell.locator(".cat-question")
    expect(said).to_contain_text("You ")  # what one does, not how it looks
    for words in (said, board.shell.locator(".cat-message").first):
        assert words.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= FAR - 0.1


@pytest.mark.parametrize("device", [{"viewport": {"width": 1280, "height": 720}}, PHONE], ids=["desk", "phone"])
def test_the_first_page_shows_the_games_and_a_whole_board(
    device: dict[str, Any], warm_page: NewPage, site_url: str
) -> None:
    page = warm_page(**device)
    visit(page, f"{site_url}/book/intro.html")
    board = live(page)
    page.evaluate("scrollTo(0, 0)")
    pictures = page.locator(".cat-games a")
    expect(pictures).to_have_count(len(GAMES))
    for picture in pictures.all():
        expect(picture).to_be_in_viewport(ratio=0.99)
    for control in page.locator(".bd-header-article :is(a, button):visible").all():
        expect(control).to_be_in_viewport(ratio=0.99)
    if device is not PHONE:
        for button in board.shell.locator(".cat-tools button").all():
            expect(button).to_be_in_viewport(ratio=0.99)
    expect(board.shell.locator(".cat-stage")).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_the_menu_shows_the_play_link_of_every_game(warm_page: NewPage, site_url: str) -> None:
    """The open game has three groups; the group of the open page is unfolded."""
    page = warm_page(viewport={"width": 1280, "height": 720})
    visit(page, f"{site_url}/book/catbox/trick.html")
    menu = page.locator("nav.bd-docs-nav")
    plays = menu.locator(".cat-menu-play")
    expect(plays).to_have_count(len(GAMES))
    for play in plays.all():
        expect(play).to_be_in_viewport(ratio=0.99)
    expect(menu.locator("summary")).to_have_text(["Learn", "Play", "Look up"])
    expect(menu.locator("details[open] summary")).to_have_text("Learn")
    expect(menu.locator('[aria-current="page"]')).to_have_text("A trick")
    plays.first.click()
    expect(page).to_have_url(f"{site_url}/book/herders/play.html")
    expect(menu.locator("details[open] summary")).to_have_text("Play")


@pytest.mark.nightly
@pytest.mark.parametrize("page_name", ["play", "first-game"])
def test_on_a_phone_the_title_is_next_to_the_buttons_of_the_bar(
    page_name: str, warm_page: NewPage, site_url: str
) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/territory/{page_name}.html")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(COVERED_LINES) == []
    buttons = page.locator(".bd-header-article button:visible, .bd-header-article label:visible")
    assert buttons.count() >= 3
    for button in buttons.all():
        button.click(trial=True)
