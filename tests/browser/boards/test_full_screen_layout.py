"""Boards that fill the screen are large enough, stay in view, and do not jump."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from cattools.core.chance import Dealer
from cattools.games import GAMES
from tests.browser.board_driver import KERNEL_FILE, PHONE, TALL, Board, frames, idle, live, move, visit
from tests.browser.fixtures import NewPage

# The minimum width of an area on the board in full screen, in CSS pixels, by screen size.
LEAST: dict[str, dict[tuple[int, int], float]] = {
    "herders": {(1280, 720): 62, (1920, 1080): 95, (360, 740): 29},
    "territory": {(1280, 720): 88, (1920, 1080): 140, (360, 740): 46},
    "catbox": {(1280, 720): 75, (1920, 1080): 115, (360, 740): 34},
    "calico": {(1280, 720): 75, (1920, 1080): 130, (360, 740): 40.9},
    "cattricola": {(1280, 720): 42, (1920, 1080): 75, (360, 740): 24},
}
# Cattricola's values are for two players; with more players, the ranch is taller and has more discs next to it.
WIDER = {("cattricola", players): {(1280, 720): 40, (1920, 1080): 58, (360, 740): 24} for players in ("3", "4")}
SCREENS = [(1920, 1080), (1366, 768), (1280, 720), (768, 1024), (740, 360), (360, 740)]
# A press longer than a second is ignored. This raises the limit, because a press may take longer on a busy machine.
LONG_PRESS = """const { setTimeout } = window;
window.setTimeout = (done, ms, ...rest) => setTimeout(done, ms === 1000 ? 60000 : ms, ...rest);"""
ROOM_TEXT = 24  # pixels: the minimum text size on a projector
MOST_JUMPS = 0.05  # the maximum total layout shift of a page
JUMPS = """window.jumps = [];
new PerformanceObserver(list => jumps.push(...list.getEntries().map(one => one.value)))
  .observe({ type: "layout-shift", buffered: true });"""

# For every text drawn on a canvas: its font size in CSS pixels, the text, and the width of the canvas.
DRAWN = """window.drawn = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
  const size = parseFloat(this.font.match(/[\\d.]+px/)[0]) * this.getTransform().d / devicePixelRatio;
  drawn.push([size, words, this.canvas.width]);
  return fillText.call(this, words, ...rest);
};"""

# Only the texts drawn at the board's current size: drawings requested at an earlier size can still arrive.
DRAWN_HERE = """paint => drawn.filter(([, , wide]) => wide === paint.width)"""

BOX = "one => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; }"
LOOK = """shell => {
  const box = element => { const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom]; };
  const first = shell.querySelector('.cat-part');
  const { least, w } = JSON.parse(first.dataset.room);
  const shown = [...shell.querySelectorAll('.cat-header, .cat-status, .cat-tools, .cat-part')]
    .filter(one => one.childNodes.length && !one.closest('.cat-window'));
  const parts = [...shell.querySelectorAll('.cat-part .cat-stack')].filter(one => !one.closest('.cat-window'));
  return {
    fixed: shell.classList.contains('cat-full-layout'),
    scale: first.querySelector('.cat-layer').getBoundingClientRect().width / w,
    least,
    boxes: shown.map(one => [one.className, ...box(one)]),
    parts: parts.map(box),
    wide: document.documentElement.scrollWidth,
    text: Math.min(...[...shell.querySelectorAll('.cat-chip, .cat-message, .cat-caption, .cat-row, .cat-name strong')]
      .filter(one => one.offsetParent).map(one => parseFloat(getComputedStyle(one).fontSize))),
  };
}"""


def seen(board: Board) -> dict[str, Any]:
    """Return the current layout of a board."""
    found: dict[str, Any] = board.shell.evaluate(LOOK)
    return found


def checked_layout(board: Board, screen: tuple[int, int]) -> dict[str, Any]:
    """Return the layout of a board; fail if a part that a turn needs is out of view or if parts overlap."""
    found = seen(board)
    assert found["fixed"], screen
    for name, left, top, right, bottom in found["boxes"]:
        assert left >= -1, (screen, name)
        assert top >= -1, (screen, name)
        assert right <= screen[0] + 1, (screen, name)
        assert bottom <= screen[1] + 1, (screen, name)
    for n, (left, top, right, bottom) in enumerate(found["parts"]):
        for l2, t2, r2, b2 in found["parts"][:n]:
            assert right <= l2 + 1 or r2 <= left + 1 or bottom <= t2 + 1 or b2 <= top + 1, screen
    return found


def resized(page: Page, board: Board, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    frames(page, 2)
    board.shell.evaluate("shell => shell.scrollIntoView({ block: 'nearest' })")


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_board_fills_every_screen(
    game: str, new_page: NewPage, site_url: str, request: pytest.FixtureRequest
) -> None:
    page = new_page()
    page.add_init_script(DRAWN)
    page.goto(f"{site_url}/book/{game}/play.html")
    board = live(page)
    numbers = players_of(game)
    for players in numbers if request.config.getoption("nightly") else numbers[-1:]:
        if players:
            deal(board, players)
        for screen in SCREENS:
            resized(page, board, screen)
            on_page = seen(board)
            assert on_page["wide"] <= screen[0], screen
            page.evaluate("drawn.length = 0")
            board.shell.locator(".cat-full").click()
            found = checked_layout(board, screen)
            assert found["scale"] >= on_page["scale"] * 0.99, (players, screen)
            if screen == (1920, 1080):
                assert found["text"] >= ROOM_TEXT, found
                page.wait_for_function(f"paint => ({DRAWN_HERE})(paint).length", arg=board.paint.element_handle())
                assert min(board.paint.evaluate(DRAWN_HERE))[0] >= ROOM_TEXT - 0.1, players
            cell = found["scale"] / found["least"] * least_of(game)
            assert cell >= WIDER.get((game, players), LEAST.get(game, {})).get(screen, 0), (players, screen)
            board.shell.locator(".cat-full").click()
            assert "cat-fill" not in (board.shell.get_attribute("class") or "")


def least_of(game: str) -> float:
    """Return the minimum width of an area that a game requires; its boards state their size in this unit."""
    return GAMES[game].scene_of(Dealer(1).settle(GAMES[game].position())).parts[0].size_hint.least


def players_of(game: str) -> list[str]:
    """Return the numbers of players that a game allows, except 1; only "" if the number is fixed."""
    known = GAMES[game].known_options
    return [count for count in known["players"].choices if count != "1"] if "players" in known else [""]


def deal(board: Board, players: str) -> None:
    """Start a game with this number of players, all of them human, so that there are no bots to wait for."""
    form = board.shell.locator("form[data-form=new]")
    if not form.is_visible():
        board.shell.locator("summary", has_text="New game").click()
    form.locator("select[name=players]").select_option(players)
    for select in form.locator("select[name^=seat-]").all():
        select.select_option("human")
    form.locator("[name=seed]").fill("7")  # the panels depend on the deal, and one more line takes space
    form.locator("button[type=submit]").click()
    expect(board.shell.locator(".cat-panel")).to_have_count(int(players))


def test_a_changed_message_moves_nothing(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    for screen in ((1280, 720), (360, 740)):
        resized(page, board, screen)
        places = board.shell.evaluate("shell => [...shell.querySelectorAll('.cat-part')].map(p => p.style.cssText)")
        for name in ("f6", "a1", "f6", "e5"):
            board.click(name)
        with board.answer():
            board.type_move("nonsense")
        after = board.shell.evaluate("shell => [...shell.querySelectorAll('.cat-part')].map(p => p.style.cssText)")
        assert after == places


def widths(board: Board) -> list[float]:
    """Return the widths of the parts."""
    found: list[float] = board.shell.evaluate(
        "shell => [...shell.querySelectorAll('.cat-part')].map(part => part.getBoundingClientRect().width)"
    )
    return found


@pytest.mark.nightly
def test_a_picture_is_hidden_until_the_styles_of_its_page_are_loaded(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.add_init_script(JUMPS)
    waiting: list[Route] = []
    page.route("**/_static/style.css*", lambda route: waiting.append(route))  # noqa: PLW0108 - a list is no handler
    page.route(f"**/{KERNEL_FILE}*", lambda route: None)  # without the kernel, the picture stays
    page.goto(f"{site_url}/book/calico/play.html", wait_until="commit")
    picture = page.locator('.cat-shell[data-fills][data-cat="static"]').first
    expect(picture).to_have_css("visibility", "hidden")
    for route in waiting:
        route.continue_()
    expect(picture).to_have_css("visibility", "visible")
    expect(picture).to_have_class(re.compile("cat-full-layout"))
    shown = picture.evaluate(LOOK)
    page.wait_for_load_state()
    assert picture.evaluate(LOOK) == shown
    assert page.evaluate("jumps.reduce((sum, one) => sum + one, 0)") < MOST_JUMPS


def test_a_picture_is_where_its_board_will_be(new_page: NewPage, site_url: str) -> None:
    """From the first paint on, nothing visible jumps, either when the picture is laid out or when it is hydrated."""
    page = new_page()
    page.add_init_script(JUMPS)
    waiting: list[Route] = []

    def hold(route: Route) -> None:  # without the kernel, the picture stays
        waiting.append(route)

    page.route(f"**/{KERNEL_FILE}*", hold)
    page.goto(f"{site_url}/book/calico/play.html")
    picture = page.locator('.cat-shell.cat-full-layout[data-cat="static"]').first
    expect(picture).to_be_visible()
    before = picture.evaluate(LOOK)
    for route in waiting:
        route.continue_()
    after = seen(live(page))
    assert before["scale"] == pytest.approx(after["scale"], rel=0.01)
    down = after["boxes"][0][2] - before["boxes"][0][2]  # the theme's bar above it can still settle
    for (name, left, top, right, bottom), (same, *now) in zip(before["boxes"], after["boxes"], strict=True):
        assert name == same
        assert [left, top + down, right, bottom + down] == pytest.approx(now, abs=2), name
    frames(page, 2)
    assert page.evaluate("jumps.reduce((sum, one) => sum + one, 0)") < MOST_JUMPS
    page.emulate_media(media="print")  # in print, nothing fills a screen: each part is as large as the quilt allows
    board = live(page)
    expect(board.shell).not_to_have_class(re.compile("cat-full-layout"))
    quilt, *others = widths(board)
    assert len(set(others)) > 1
    assert max(others) <= quilt + 1


@pytest.mark.nightly
def test_a_picture_has_its_final_width_immediately(new_page: NewPage, site_url: str) -> None:
    """Otherwise the board would be laid out twice, and would visibly jump on a slow phone."""
    page = new_page(**PHONE)
    page.route(f"**/{KERNEL_FILE}*", lambda route: None)
    page.goto(f"{site_url}/book/herders/first-game.html", wait_until="domcontentloaded")
    shell = page.locator(".cat-shell.cat-full-layout").first
    widths = "one => [one.clientWidth, one.classList.remove('cat-full-layout'), one.clientWidth]"
    early, _, final = shell.evaluate(widths)
    assert early == final


@pytest.mark.nightly
def test_in_full_screen_keys_switch_boards_and_place_names_can_be_shown(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/herders/turn.html")
    first = live(page)
    second = live(page, 1)
    before = widths(first), widths(second)
    first.shell.locator(".cat-full").click()
    page.keyboard.press("PageDown")
    assert "cat-fill" in (second.shell.get_attribute("class") or "")
    assert "cat-fill" not in (first.shell.get_attribute("class") or "")
    second.shell.locator("[data-turn='-1']").click()
    assert "cat-fill" in (first.shell.get_attribute("class") or "")
    first.shell.locator(".cat-named").click()
    names = first.shell.locator(".cat-place-names text")
    expect(names).to_have_count(first.shell.locator('.cat-area[role="gridcell"]').count())
    first.shell.locator(".cat-full").click()
    assert (widths(first), widths(second)) == before  # the same as before full screen
    expect(second.shell.locator(".cat-place-names text").first).to_be_attached()
    page.reload()
    expect(live(page).shell.locator(".cat-named")).to_have_attribute("aria-pressed", "true")


@pytest.mark.nightly
def test_the_settings_for_place_names_and_for_player_names_are_separate(warm_page: NewPage, site_url: str) -> None:
    """The browser stores the two settings under different names."""
    page = warm_page()
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    board.shell.locator(".cat-named").click()
    page.reload()
    board = live(page)
    expect(board.shell.locator(".cat-named")).to_have_attribute("aria-pressed", "true")
    expect(board.shell.locator(".cat-panel").first).to_contain_text("Red")
    expect(board.shell.locator(".cat-chip")).to_have_text("Your turn")


@pytest.mark.parametrize("screen", [(1280, 720), pytest.param((360, 740), marks=pytest.mark.nightly)])
def test_the_move_list_is_next_to_the_board(screen: tuple[int, int], warm_page: NewPage, site_url: str) -> None:
    """The list covers no part, a press on a move shows its position, and hiding the list restores the layout."""
    page = warm_page(viewport={"width": screen[0], "height": screen[1]})
    visit(page, f"{site_url}/book/herders/play.html")
    board = live(page)
    for _ in range(2):
        move(board)
    board.shell.locator(".cat-full").click()
    before = checked_layout(board, screen)["scale"]
    switch, moves = board.shell.locator("button.cat-moves-button"), board.shell.locator(".cat-moves")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    rows = moves.locator("li button")
    rows.first.click()
    expect(board.shell.locator(".cat-chip")).to_have_text(re.compile(r"^(After|In) turn \d of"))
    left, top, right, bottom = moves.evaluate(BOX)
    for name, l2, t2, r2, b2 in checked_layout(board, screen)["boxes"]:
        assert r2 <= left + 1 or right <= l2 + 1 or b2 <= top + 1 or bottom <= t2 + 1, name
    page.keyboard.press("End")
    expect(rows.last).to_have_attribute("aria-current", "step")
    expect(rows.last).to_be_in_viewport()
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert checked_layout(board, screen)["scale"] == pytest.approx(before, rel=0.01)


SHOWN = """() => {
  window.shown = [];
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (source, ...where) {
    draw.call(this, source, ...where);
    if (!this.canvas.closest(".cat-shell")) return;
    const { data } = source.getContext("2d").getImageData(0, 0, source.width, source.height);
    window.shown.push([source.width, source.height, data.some(Boolean)]);
  };
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", GAMES)
def test_a_board_is_never_blank_while_its_screen_rotates(warm_page: NewPage, site_url: str, game_id: str) -> None:
    page = warm_page(viewport={"width": 360, "height": 740})
    visit(page, f"{site_url}/book/{game_id}/play.html")
    board = live(page)
    page.evaluate(SHOWN)
    for wide, tall in ((740, 360), (1280, 720)):
        with board.repaint():
            page.set_viewport_size({"width": wide, "height": tall})
    shown = page.evaluate("window.shown")
    assert len({(wide, tall) for wide, tall, _ in shown}) > 1
    assert all(painted for _, _, painted in shown), shown


def test_hydrating_a_board_does_not_scroll_a_phone(new_page: NewPage, site_url: str) -> None:
    """A board is also measured for the width of a rotated phone, which must not widen the page."""
    page = new_page(**PHONE)
    page.goto(f"{site_url}/book/herders/practice.html")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = page.evaluate("scrollY")
    assert before > TALL
    page.wait_for_function("catlive.state === 'live'")
    idle(page)
    assert page.evaluate("scrollY") == before


@pytest.mark.nightly
def test_a_press_on_a_move_counts_even_if_the_list_changes_during_the_press(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.add_init_script(LONG_PRESS)
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    move(board)
    board.shell.locator(".cat-moves summary").click()
    rows = board.shell.locator(".cat-moves li button")
    before = rows.count()
    rows.first.hover()
    page.mouse.down()
    move(board)
    board.settle()
    expect(rows).to_have_count(before)
    page.mouse.up()
    expect(board.shell.locator(".cat-chip")).to_have_text(re.compile(r"^After turn 1 of"))
    expect(rows).not_to_have_count(before)


@pytest.mark.nightly
def test_final_scoring_is_next_to_the_board(warm_page: NewPage, site_url: str) -> None:
    """The line being scored is in view, and a review of the game opens the move list, where keys step through it."""
    screen = (1280, 720)
    page = warm_page(viewport={"width": screen[0], "height": screen[1]})
    visit(page, f"{site_url}/book/calico/play.html#game=calico&seats=random,random")
    board = live(page)
    board.shell.locator(".cat-full").click()
    sheet = board.shell.locator(".cat-score-sheet")
    go_on = board.shell.locator("button:is([data-tool=on], [data-tool=count])")
    while True:
        expect(go_on).to_have_count(1)  # while moves are shown, there is neither
        if board.tool("count").count():
            break
        with board.answer():
            go_on.dispatch_event("click")
    expect(sheet).to_have_count(0)
    board.tool("count").click()
    expect(sheet).to_be_visible()
    lines = int(re.findall(r"\d+", board.shell.locator(".cat-chip").inner_text())[1])
    for line in range(1, min(lines, 4)):
        expect(board.shell.locator(".cat-chip")).to_contain_text(f"Line {line} of")
        expect(sheet.locator(".cat-score-current")).to_be_in_viewport()
        board.tool("next").click()
    if lines > 4:
        board.tool("result").click()
    expect(sheet.locator(".cat-score-current")).to_be_in_viewport()
    expect(board.tool("count")).to_be_visible()
    checked_layout(board, screen)
    assert board.shell.locator(".cat-moves").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    board.tool("look").click()
    expect(board.shell.locator(".cat-review")).to_be_in_viewport()
    chip = board.shell.locator(".cat-chip")
    before = chip.inner_text()
    page.keyboard.press("ArrowUp")
    expect(chip).not_to_have_text(before)
    expect(board.tool("now")).to_be_in_viewport()


@pytest.mark.nightly
def test_long_names_stay_in_view(warm_page: NewPage, site_url: str) -> None:
    """The name of the player to move is in view even if the column of text is narrow."""
    page = warm_page(viewport={"width": 1280, "height": 720})
    visit(page, f"{site_url}/book/cattricola/play.html")
    board = live(page)
    deal(board, "2")
    board.tool("more").click()
    form = board.shell.locator("form[data-form=new]")
    for seat, name in (("plum", "Maximiliane Hohenbur"), ("teal", "Maximilian Hohenburg")):
        form.locator(f"[name=name-{seat}]").fill(name)
    form.locator("button[type=submit]").click()
    expect(board.shell.locator(".cat-chip")).to_contain_text("Maximilian")
    beyond = """shell => shell.querySelector('.cat-chip').getBoundingClientRect().bottom
      - shell.querySelector('.cat-header').getBoundingClientRect().bottom"""
    page.wait_for_function(f"shell => ({beyond})(shell) <= 1", arg=board.shell.element_handle())


@pytest.mark.nightly
def test_a_growing_window_gives_a_board_its_width_in_one_step(warm_page: NewPage, site_url: str) -> None:
    """The column next to the board does not slide in: every intermediate width would lay out the board again."""
    page = warm_page(viewport={"width": 740, "height": 360})
    visit(page, f"{site_url}/book/calico/play.html")
    board = live(page)
    board.shell.evaluate(
        """shell => { window.widths = []; new ResizeObserver(() => widths.push(shell.clientWidth)).observe(shell); }"""
    )
    page.wait_for_function("widths.length === 1")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function("widths.length > 1")
    idle(page)
    assert page.evaluate("[...new Set(widths)].length") == 2


@pytest.mark.nightly
def test_a_long_message_grows_upwards(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(viewport={"width": 1920, "height": 1080})
    visit(page, f"{site_url}/book/herders/play.html#game=herders&seats=human,human")
    board = live(page)
    board.shell.locator(".cat-full").click()
    message = board.shell.locator(".cat-status")
    before = message.evaluate("one => [one.offsetTop, one.offsetHeight]")
    lines = "<p>A cat ran.</p>" * 9
    message.evaluate(f"one => {{ one.firstElementChild.lastElementChild.innerHTML = {lines!r}; }}")
    page.evaluate("dispatchEvent(new Event('resize'))")
    page.wait_for_function("least => document.querySelector('.cat-status').offsetHeight > least", arg=before[1])
    top, tall, whole = message.evaluate("one => [one.offsetTop, one.offsetHeight, one.scrollHeight]")
    assert whole <= tall + 1
    assert top + tall == pytest.approx(sum(before), abs=2)
    checked_layout(board, (1920, 1080))
