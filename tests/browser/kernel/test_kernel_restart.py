"""If a kernel stops, its boards say so and nothing is lost, in Chromium on the built site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.board_driver import LIVE, Board, frames, idle, live, move
from tests.browser.page_watch import Watch
from tests.browser.pages.test_every_page import READ
from tests.browser.waits import settled
from tests.kinds import nightly

FATAL = "import _pyodide_core\n_pyodide_core.trigger_fatal_error()"
STOPPED = '.cat-shell[data-cat="stopped"]'
BACK = "The board has been restored."
ENDLESS = "while True: pass"
END = """() => catlive.worker.dispatchEvent(new MessageEvent("message", { data: { kind: "fatal", text: "lost" } }))"""
AGAIN_AND_ENABLED = """async again => {
  again.click();
  await new Promise((done) => setTimeout(done));
  window.enabled = document.querySelectorAll('[data-cat="static"] button:not([aria-disabled="true"])').length;
}"""
AGAIN_AND_RESET = """() => {
  document.querySelector(".cat-again").click();
  document.querySelector('.cat-shell[data-cat="static"] [data-tool=reset]').click();
}"""
# What overlaps the kernel's state line or the name of the player to move, and whether that line is cut off or too long.
COVERED = """shell => {
  const box = (part) => part.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const named = (part) => part.className;
  const seen = (part) => part.checkVisibility({ visibilityProperty: true });
  const line = shell.querySelector(".cat-state");
  const chip = shell.querySelector(".cat-chip");
  const around = ".cat-head > *, .cat-views > *, .cat-part, .cat-side > *, .cat-message, .cat-tools > *";
  const others = [...shell.querySelectorAll(around)].filter(seen);
  const under = others.filter((part) => meet(box(line), box(part))).map(named);
  const over = [...shell.querySelectorAll(".cat-views > *, .cat-part, .cat-side > *, .cat-message")]
    .filter((part) => seen(part) && meet(box(chip), box(part))).map(named);
  const top = box(shell.querySelector(".cat-header"));
  const cut = line.closest(".cat-header") && box(line).top < top.top ? ["cut off"] : [];
  const wide = line.scrollHeight > line.clientHeight + 1 ? ["too long"] : [];
  return [...under, ...over, ...cut, ...wide];
}"""
SCREENS = [(360, 740), (800, 1000), (1100, 800), (1400, 900), (1920, 1080)]
# Keeps the kernel busy before it draws a board's first picture.
BUSY = """(() => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.text?.includes('"kind":"view"')) {
      Worker.prototype.postMessage = postMessage;
      this.postMessage({ kind: "run", cell: "other", code: "import time; time.sleep(8)" });
    }
    postMessage.call(this, message, ...rest);
  };
})()"""
CLICKS = """([one, other]) => {
  const press = (id) => document.querySelector(`[data-id="${id}"]`)
    .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  for (let n = 0; n < 9999; n++) press(one);
  press(other);
}"""


def edit(page: Page, code: str, nth: int = 0) -> Locator:
    """Run other code in a cell; return the cell."""
    cell = page.locator("div.cell.tag_live").nth(nth)
    box = cell.locator("details.cat-code")
    if box.get_attribute("open") is None:
        box.locator("> summary").click()
    box.locator("textarea").fill(code)
    box.get_by_role("button", name="Run").click()
    return cell


def legal(board: Board) -> list[str]:
    """Return the areas where a press does something."""
    return board.shell.locator("[data-id].legal").evaluate_all("all => all.map(one => one.dataset.id)")


def played(page: Page, address: str) -> Board:
    """Open a page and play a move on its first board."""
    page.goto(address)
    board = live(page)
    move(board)
    return board


def again(page: Page) -> None:
    """Press the only button of a stopped board."""
    page.locator(f"{STOPPED} .cat-again").first.click()


def test_a_fatal_error_is_reported_and_its_game_is_restored(page: Page, watch: Watch, site_url: str) -> None:
    """The position, the seed, the players and undo are restored."""
    watch.forgive("^console: ")  # Pyodide logs many lines about its end
    board = played(page, f"{site_url}/book/herders/play.html")
    facts, before = board.shell.locator(".cat-extra .cat-row").first.inner_text(), board.names()
    cell = edit(page, FATAL)
    expect(page.get_by_role("alert").first).to_contain_text("The board has stopped.")
    expect(cell.locator(".cat-cell-message")).to_contain_text("The kernel has stopped:")
    again(page)
    board = live(page)
    expect(board.status).to_contain_text(BACK)
    expect(board.shell.locator("[data-id]:focus")).to_have_count(1)
    assert board.names() == before
    assert board.shell.locator(".cat-extra .cat-row").first.inner_text() == facts
    with board.answer("Undone"):
        board.tool("undo").click()
    expect(cell.locator(".cat-cell-message")).to_have_count(0)


@pytest.mark.nightly
def test_every_board_of_a_page_is_restored_and_plays_the_presses_made_meanwhile(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/book/herders/cats.html")
    settled(page, READ)
    expect(page.locator('.cat-shell[data-cat="static"]')).to_have_count(0)
    shells = page.locator(LIVE)
    count = shells.count()
    for nth in (0, count - 1):
        shell = shells.nth(nth)
        shell.scroll_into_view_if_needed()
        before = shell.locator(".cat-status").inner_text()
        shell.locator("button[data-tool=solve]").click()
        expect(shell.locator(".cat-status")).not_to_have_text(before)
    tools = [shells.nth(nth).locator(".cat-tools").inner_html() for nth in range(count)]
    page.evaluate(END)
    expect(page.locator(f"{STOPPED} .cat-again")).to_have_count(count)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(AGAIN_AND_RESET)
    settled(page, READ)
    expect(page.locator(LIVE)).to_have_count(count)
    expect(shells.nth(0).locator(".cat-status")).to_contain_text("Back to the start.")
    assert [shells.nth(nth).locator(".cat-tools").inner_html() for nth in range(1, count)] == tools[1:]


@pytest.mark.nightly
def test_a_half_entered_action_is_restored_with_its_game(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    with board.answer("Chosen: "):
        board.shell.locator('[data-id].legal[aria-label*="red herder"]').first.click()
    message, before = board.said(), board.names()
    assert any(", chosen" in name for name in before)
    page.evaluate(END)
    again(page)
    board = live(page)
    expect(board.status).to_have_text(message)
    assert board.names() == before


@pytest.mark.nightly
@pytest.mark.parametrize("ends", [False, True], ids=["painted late", "kernel ends before"])
def test_a_picture_stays_until_its_board_is_painted(page: Page, site_url: str, *, ends: bool) -> None:
    page.add_init_script(BUSY)
    page.clock.install()
    page.goto(f"{site_url}/book/herders/play.html")
    page.wait_for_function("document.querySelector('.cat-live-hidden')")
    page.clock.fast_forward(5000)
    assert page.evaluate("[catlive.state, catlive.live]") == ["loading", 0]
    picture = page.locator('.cat-shell[data-cat="static"]')
    expect(picture.locator(".cat-picture")).to_be_visible()
    picture.locator("[data-id].legal").first.click()
    if ends:
        page.evaluate(END)
        expect(page.locator(".cat-live-hidden")).to_have_count(0)
        page.locator(".cat-again").click()
    board = live(page)
    if not ends:
        expect(board.status).to_contain_text("Chosen: ")
    page.wait_for_function("catlive.state === 'live' && catlive.live === document.querySelectorAll('.tag_live').length")


@pytest.mark.nightly
def test_a_page_without_a_board_can_restart_its_kernel(page: Page, watch: Watch, site_url: str) -> None:
    watch.forgive("^console: ")
    page.goto(f"{site_url}/book/herders/play.html")
    live(page)
    cell = edit(page, "1 + 1")
    expect(cell.locator(".cell_output")).to_have_text("2")
    edit(page, FATAL)
    cell.locator(".cat-cell-message").get_by_role("button", name="Restart").click()
    expect(cell.locator(".cell_output")).to_have_text("2")
    expect(cell.locator(".cat-cell-message")).to_have_count(0)


@pytest.mark.nightly
def test_a_kernel_lost_without_an_error_is_reported(page: Page, site_url: str) -> None:
    """A browser can end a worker when memory is short; the next press reports it."""
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    page.evaluate("catlive.worker.terminate()")
    board.shell.locator("[data-id].legal").first.click()
    expect(page.get_by_role("alert").first).to_contain_text("The board has stopped.")
    again(page)
    board = live(page)
    expect(board.status).to_contain_text(BACK)
    assert page.evaluate("catlive.errors") == ["the browser ended it"]


@pytest.mark.nightly
def test_an_error_in_edited_code_is_reported_below_the_unchanged_game(page: Page, site_url: str) -> None:
    board = played(page, f"{site_url}/book/herders/play.html")
    before = board.names()
    cell = edit(page, "print('so far')\nnonsense")
    expect(cell.locator(".cat-cell-message")).to_contain_text("Line 2: NameError")
    expect(cell.locator(".cat-cell-message")).to_contain_text("so far")
    assert board.names() == before
    with board.answer("Undone"):
        board.tool("undo").click()
    edit(page, "1 + 1")
    expect(cell.locator(".cell_output")).to_have_text("2")


@pytest.mark.nightly
def test_stopping_an_endless_cell_restores_its_game(page: Page, site_url: str) -> None:
    board = played(page, f"{site_url}/book/herders/play.html")
    before = board.names()
    cell = edit(page, ENDLESS)
    cell.get_by_role("button", name="Stop").click()
    board = live(page)
    expect(board.status).to_contain_text(BACK)
    assert board.names() == before


@pytest.mark.parametrize("late", [False, nightly(True)], ids=["before the widgets load", "after the widgets load"])
def test_a_kernel_that_has_failed_to_load_can_be_restarted(
    page: Page, watch: Watch, site_url: str, *, late: bool
) -> None:
    """Before the restart, only its button is enabled and the failure is announced once; later, no notice is left."""
    watch.forgive("404")
    requests: list[Route] = []
    page.route("**/zstd.wasm*", lambda route: requests.append(route) if late else route.fulfill(status=404))
    page.goto(f"{site_url}/book/herders/turn.html")
    if late:
        page.wait_for_function("Boolean(catlive.book)")
        requests[0].fulfill(status=404)
    shells = page.locator('.cat-shell[data-cat="static"]')
    state = shells.locator(".cat-state").first
    expect(state).to_contain_text("The board could not start.")
    page.wait_for_function("catlive.errors.length")
    idle(page)
    assert page.evaluate("catlive.errors") == ["the kernel did not load: zstd.wasm: 404"]
    enabled = page.locator('.cat-shell button:not([aria-disabled="true"])')
    assert set(enabled.evaluate_all("all => all.map(one => one.className)")) == {"cat-again"}
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("button", name="Restart")).to_have_count(shells.count())
    page.unroute("**/zstd.wasm*")
    settled(state.locator(".cat-again"), AGAIN_AND_ENABLED)
    assert page.evaluate("enabled") > 0
    live(page)
    page.wait_for_function("catlive.state === 'live'")
    expect(page.get_by_role("button", name="Restart")).to_have_count(0)


def test_if_the_first_script_does_not_load_no_button_is_enabled(page: Page, watch: Watch, site_url: str) -> None:
    watch.forgive("404")
    page.route("**/boot.js*", lambda route: route.fulfill(status=404))
    page.goto(f"{site_url}/book/herders/play.html")
    expect(page.locator(".cat-state").first).to_contain_text("The board could not start.")
    expect(page.locator('.cat-shell button:not([aria-disabled="true"])')).to_have_count(0)


@pytest.mark.nightly
def test_a_press_made_while_a_cell_runs_is_played_after_the_cell_is_stopped(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    cell = edit(page, ENDLESS)
    board.shell.locator('[data-id].legal[aria-label*="red herder"]').first.click()
    cell.get_by_role("button", name="Stop").click()
    expect(live(page).status).to_contain_text("Chosen: ")


@pytest.mark.nightly
def test_a_cell_that_ends_its_kernel_is_not_run_again(page: Page, site_url: str) -> None:
    board = played(page, f"{site_url}/book/herders/play.html")
    before = board.names()
    cell = edit(page, "import js\njs.close()")
    expect(cell.locator(".cat-cell-message")).to_contain_text("The kernel has stopped:")
    again(page)
    board = live(page)
    expect(board.status).to_contain_text(BACK)
    assert board.names() == before


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["herders", "calico"])
def test_the_message_of_a_stopped_board_covers_nothing(page: Page, site_url: str, game: str) -> None:
    page.goto(f"{site_url}/book/{game}/play.html")
    live(page)
    page.evaluate(END)
    shell = page.locator(STOPPED)
    for wide, tall in SCREENS:
        page.set_viewport_size({"width": wide, "height": tall})
        frames(page)
        assert shell.evaluate(COVERED) == [], f"the state line of a stopped board overlaps other parts at {wide}"
    expect(shell.locator(".cat-message")).to_be_hidden()
    again(page)
    live(page)


@pytest.mark.parametrize(
    ("hindrance", "words"),
    [
        ("window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } }", "in this frame"),
        ("Object.defineProperty(self, 'origin', { value: 'null' })", "in this frame"),  # as in Firefox
        ("delete window.WebAssembly", "no WebAssembly"),
    ],
)
def test_if_no_kernel_can_run_one_sentence_says_so(page: Page, site_url: str, hindrance: str, words: str) -> None:
    page.add_init_script(hindrance)
    page.goto(f"{site_url}/book/herders/play.html")
    expect(page.locator(".cat-state")).to_contain_text(words)
    expect(page.locator(".cat-tools")).to_be_hidden()
    expect(page.locator(".cat-message")).to_be_hidden()
    expect(page.locator(".cat-picture")).to_be_visible()


def test_a_book_opened_as_a_file_says_how_to_open_it(page: Page, watch: Watch, site: Path) -> None:
    watch.forgive("file:")
    page.goto((site / "book" / "herders" / "play.html").as_uri())
    expect(page.locator(".cat-state")).to_contain_text("python -m http.server")
    expect(page.locator(".cat-tools")).to_be_hidden()


@pytest.mark.nightly
def test_a_slow_connection_is_reported_and_an_early_press_is_acknowledged(page: Page, site_url: str) -> None:
    line = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 50, "downloadThroughput": 500 * 1024, "uploadThroughput": 500 * 1024}
    line.send("Network.emulateNetworkConditions", slow)
    page.goto(f"{site_url}/book/herders/play.html", wait_until="commit")
    shell = page.locator('.cat-shell[data-cat="static"]')
    for name in ("save", "open", "share"):
        expect(shell.locator(f"[data-tool={name}]")).to_have_attribute("aria-disabled", "true")
    shell.locator("[data-id].legal").first.click()
    expect(shell.locator("[data-id].cat-queued")).to_have_count(1)
    expect(shell.locator(".cat-status")).to_contain_text("Your press will be played")
    expect(shell.locator(".cat-state")).to_have_text(re.compile(r"Loading \d\.\d of \d\.\d MB"))
    for wide, tall in SCREENS:
        page.set_viewport_size({"width": wide, "height": tall})
        frames(page)
        assert shell.evaluate(COVERED) == [], f"the state line of a loading board overlaps other parts at {wide}"
    line.send("Network.emulateNetworkConditions", {**slow, "downloadThroughput": -1, "uploadThroughput": -1})
    expect(live(page).status).to_contain_text("Chosen: ")


@pytest.mark.nightly
def test_only_the_last_of_ten_thousand_clicks_are_played(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    pieces = legal(board)
    board.page.evaluate(CLICKS, [pieces[0], pieces[1]])
    expect(board.status).to_contain_text(pieces[1])


@pytest.mark.nightly
def test_bots_keep_playing_without_a_network(page: Page, watch: Watch, site_url: str) -> None:
    """Nothing that a game or a bot needs is fetched on demand."""
    watch.forgive("ERR_INTERNET_DISCONNECTED")
    page.goto(f"{site_url}/book/cattricola/play.html")
    board = live(page)
    page.wait_for_function("catlive.state === 'live'")
    page.context.set_offline(True)
    board.shell.locator("summary", has_text="New game").click()
    form = board.shell.locator("form[data-form=new]")
    form.evaluate("form => { for (const one of form.querySelectorAll('select')) one.selectedIndex = one.length - 1; }")
    form.locator("[name=seed]").fill("12")
    form.locator("button[type=submit]").click()
    expect(board.shell.locator(".cat-extra .cat-row").first).to_contain_text("Seed: 12.")
    for _ in range(2):
        with board.answer():
            board.tool("on").click()
