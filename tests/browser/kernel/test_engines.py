"""A reader's visit in each engine: Chromium, a stock Firefox, and WebKit, the engine of every iPhone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.browser.board_driver import KERNEL_FILE, longest_page
from tests.browser.engine_fixtures import BOARD, CHROMIUM_FIRST, ENGINES, MOVES, PROVOKED, SECONDS, Visit, take_steps
from tests.browser.engines import IPHONE, LONGEST, ChromiumDriver, Driver, FirefoxDriver
from tests.browser.static_host import StaticHost
from tests.browser.waits import until
from tests.kinds import nightly

PLAY = "book/territory/play.html"
LEGAL = f"{BOARD} .cat-area.legal"
SAID = f"document.querySelector('{BOARD} .cat-status').innerText"
CELLS = (
    f"[...document.querySelectorAll('{BOARD} .cat-area')].map((area) => area.getAttribute('aria-label'))"
    r".filter((label) => /^\w\d,/.test(label)).map((label) => label.replace(', possible', ''))"
)
RING = f"[...document.querySelectorAll('{BOARD} .cat-ring')].some((ring) => getComputedStyle(ring).display !== 'none')"
PICTURE = f"document.querySelector('{BOARD} .cat-paint').toDataURL()"


def an_early_press_is_played_by_a_kernel_from_the_snapshot(visit: Visit) -> None:
    with visit.host.holding(KERNEL_FILE):
        visit.driver.open(f"{visit.host.url}/{PLAY}?check")
        visit.driver.until("catlive.state === 'loading' && document.querySelector('.cat-shell')")
        before = visit.driver.run("document.querySelectorAll('.cat-moves li').length")
        visit.driver.press('.cat-shell[data-cat="static"] .cat-area.legal')
        visit.driver.until("document.querySelector('.cat-shell.cat-waiting')")
    visit.live()
    digest = visit.driver.run("catlive.digest ?? {}")  # there is no digest without a snapshot
    assert digest.get("hex") == digest.get("want")
    assert bool(digest) == (visit.site / "catlive" / "catlive.snapshot.bin").is_file()
    visit.driver.until(f"{MOVES} >= {before + 2}")  # the press, and the bot's answer
    visit.rests()


def a_press_plays_and_the_bot_answers(visit: Visit) -> None:
    visit.plays(lambda: visit.driver.press(LEGAL))


def a_refusal_links_to_its_rule(visit: Visit) -> None:
    visit.driver.press(f"{BOARD} .cat-area:not(.legal)")
    visit.driver.until(f"document.querySelector('{BOARD} .cat-status .cat-refuse a.cat-rule[href*=\"#territory-\"]')")


def arrow_keys_show_the_focus_ring_and_enter_plays(visit: Visit) -> None:
    visit.plays(lambda: visit.driver.press(LEGAL))
    visit.driver.press(f"{BOARD} .cat-area:not(.legal)")
    before = visit.driver.run("document.activeElement.dataset.id")
    visit.driver.keys("ArrowRight")
    if visit.driver.run("document.activeElement.dataset.id") == before:
        visit.driver.keys("ArrowLeft")
    visit.driver.until(f"document.activeElement.dataset.id !== '{before}' && {RING}")
    message = visit.driver.run(SAID)
    visit.driver.keys("Enter")
    visit.driver.until(f"{SAID} !== {json.dumps(message)}")
    visit.rests()


def a_typed_move_is_played(visit: Visit) -> None:
    visit.driver.press(f"{BOARD} .cat-keys summary")
    visit.driver.press(f"{BOARD} .cat-form input")
    name = visit.driver.run(f"document.querySelector('{LEGAL}').dataset.id")
    visit.plays(lambda: visit.driver.keys(*name, "Enter"))


def a_shared_link_leads_to_the_same_position(visit: Visit) -> None:
    before = visit.driver.run(CELLS)
    visit.driver.press(f"{BOARD} [data-tool=share]")
    visit.driver.until(f"{SAID}.includes('every hand')")  # a warning about what the link reveals comes first
    visit.driver.press(f"{BOARD} [data-tool=share]")
    visit.driver.until("location.hash.includes('game=')")
    address = visit.driver.run("location.href")
    visit.driver.open(f"{visit.host.url}/book/about.html")
    visit.driver.open(address)
    visit.live()
    same = json.dumps(before, separators=(",", ":"), ensure_ascii=False)  # as JavaScript writes it
    visit.driver.until(f"JSON.stringify({CELLS}) === {json.dumps(same)}")  # a board is live before it opens the link


def the_dark_theme_repaints_the_board(visit: Visit) -> None:
    before = visit.driver.run(PICTURE)
    for _ in range(3):  # automatic, light, dark
        visit.driver.press(".theme-switch-button")
        if visit.driver.run("document.documentElement.dataset.theme") == "dark":
            break
    visit.driver.until(f"document.documentElement.dataset.theme === 'dark' && {PICTURE} !== '{before}'")


# A page whose Python is busy holds a lock, which keeps it out of the back/forward cache. The query is asynchronous, so
# its result is read at the next evaluation.
AT_REST = "(navigator.locks.query().then(({ held }) => { window.works = held.length > 0; }), window.works === false)"


def a_second_page_hydrates_and_going_back_restores_the_first(visit: Visit) -> None:
    """The first page comes back unchanged: with the Navigation API, the document is never left; without it, the page
    comes from the back/forward cache.
    """
    visit.driver.until(AT_REST)
    visit.driver.run("window.left = 1")
    before = visit.driver.run(CELLS)
    visit.driver.press("a.left-prev")
    visit.driver.until(f"!location.pathname.endsWith('/{PLAY}') && !document.querySelector('[data-fills]')")
    visit.live()
    visit.driver.back()
    visit.driver.until(f"location.pathname.endsWith('/{PLAY}') && document.querySelector('[data-fills]')")
    visit.live()
    assert visit.driver.run("window.left") == 1
    assert visit.driver.run(CELLS) == before


def a_kernel_that_vanishes_is_reported_and_can_be_restarted(visit: Visit) -> None:
    """In the previous step, the reader left this page and came back."""
    visit.driver.run("catlive.worker.terminate()")
    visit.driver.press(f"{BOARD} [data-id]")
    visit.driver.until("catlive.state === 'stopped'")
    visit.driver.press(".cat-again")
    visit.driver.until("catlive.state === 'live'", SECONDS)
    assert visit.driver.run("catlive.errors") == ["the browser ended it"]


def all_boards_of_a_long_page_hydrate(visit: Visit) -> None:
    page, cells = longest_page(visit.site)
    visit.open(page)
    assert visit.driver.run("document.querySelectorAll('div.cell.tag_live[data-live]').length") == cells


def going_back_restores_the_scroll_position(visit: Visit) -> None:
    """The reader was in the middle of a page with many boards."""
    visit.driver.run("scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })")
    visit.driver.until(AT_REST)
    left = visit.driver.run("[location.pathname, scrollY]")
    visit.driver.run("document.querySelector('a.right-next').click()")  # a press would scroll to the link
    visit.driver.until(f"location.pathname !== '{left[0]}' && window.catlive")
    visit.live()
    visit.driver.back()
    visit.driver.until(f"location.pathname === '{left[0]}' && window.catlive")
    visit.live()
    visit.driver.until(f"Math.abs(scrollY - {left[1]}) < 3")


def the_page_can_be_printed(visit: Visit) -> None:
    if isinstance(visit.driver, FirefoxDriver):  # Chromium has its own test, and WebKit's driver cannot print
        assert visit.driver.print().startswith(b"%PDF")


def the_board_fits_a_phone(visit: Visit) -> None:
    """The page is in a frame as wide as a phone, because not every driver can make its browser's window so narrow."""
    visit.open(PLAY)
    visit.driver.run(
        "document.body.replaceChildren(document.createElement('iframe')),"
        "document.querySelector('iframe').style.cssText = 'border: 0; width: 360px; height: 740px',"
        "document.querySelector('iframe').src = location.href"
    )
    inside = "document.querySelector('iframe').contentWindow"
    visit.driver.until(f"{inside}.catlive?.state === 'live'", SECONDS)
    shown = f"(({{ scrollWidth, clientWidth }}) => [scrollWidth, clientWidth])({inside}.document.documentElement)"
    wide, seen = visit.driver.run(shown)
    assert wide <= seen <= 360


WHOLE = [
    an_early_press_is_played_by_a_kernel_from_the_snapshot,
    a_press_plays_and_the_bot_answers,
    a_refusal_links_to_its_rule,
    arrow_keys_show_the_focus_ring_and_enter_plays,
    a_typed_move_is_played,
    a_shared_link_leads_to_the_same_position,
    the_dark_theme_repaints_the_board,
    the_page_can_be_printed,
    a_second_page_hydrates_and_going_back_restores_the_first,
    a_kernel_that_vanishes_is_reported_and_can_be_restarted,
    all_boards_of_a_long_page_hydrate,
    going_back_restores_the_scroll_position,
    the_board_fits_a_phone,
]


# The steps that Firefox and WebKit take in every run; other tests cover them in Chromium.
SHORT = [an_early_press_is_played_by_a_kernel_from_the_snapshot, arrow_keys_show_the_focus_ring_and_enter_plays]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("driver", "steps"),
    [
        pytest.param("firefox", SHORT, id="firefox"),
        pytest.param("webkit", SHORT, id="webkit"),
        *(pytest.param(engine, WHOLE, marks=pytest.mark.nightly, id=f"{engine}, whole") for engine in ENGINES),
    ],
    indirect=["driver"],
)
def test_a_readers_visit(
    driver: Driver, steps: Sequence[Callable[[Visit], None]], host: StaticHost, site: Path, subtests: pytest.Subtests
) -> None:
    take_steps(steps, Visit(driver, host, site), subtests)
    assert driver.errors() == []
    driver.run(f"console.error('{PROVOKED}'), setTimeout(() => {{ throw new Error('{PROVOKED}'); }})")
    until(lambda: len(driver.errors()) >= 2, LONGEST, "two errors")  # a busy browser throws the second one late
    assert [PROVOKED in error for error in driver.errors()] == [True, True]  # and there are no other errors


@pytest.mark.browser
@pytest.mark.parametrize("driver", ["chromium as iphone", nightly("webkit as iphone")], indirect=True)
def test_an_iphone_starts_from_the_snapshot(driver: Driver, host: StaticHost, site: Path) -> None:
    visit = Visit(driver, host, site)
    assert driver.run("navigator.userAgent") == IPHONE
    an_early_press_is_played_by_a_kernel_from_the_snapshot(visit)
    a_press_plays_and_the_bot_answers(visit)
    assert driver.errors() == []


@pytest.mark.browser
@pytest.mark.parametrize("driver", CHROMIUM_FIRST, indirect=True)
def test_questions_are_answered_however_the_browser_divides_words(driver: Driver, host: StaticHost) -> None:
    """Engines divide Japanese text into words in different ways, and an old engine cannot do it at all."""
    expected = {
        "猫を飛び越せる": "herders-move-clear",
        "虹ボタンは何点": "calico-button-rainbow",
        "パラドックスをわざと起こせる": "catbox-paradox-not-chosen",
        "jump over a cat": "herders-move-clear",
    }
    field = "document.querySelector('.cat-ask input')"
    for has_splitter in (True, False):
        driver.open(f"{host.url}/book/about.html")
        driver.until(f"document.readyState === 'complete' && {field}")
        if not has_splitter:  # before the page loads the search
            driver.run("delete Intl.Segmenter")
        for typed, anchor in expected.items():
            # The button works once the page's scripts have run, and a new service worker may reload the page.
            ask = f"""(() => {{ const box = document.querySelector('.cat-ask'), typed = {json.dumps(typed)};
              if (!box?.open) document.querySelector('.search-button__button')?.click();
              else if ({field}.value !== typed) {{
                {field}.value = typed; {field}.dispatchEvent(new Event('input')); }} return false; }})()"""
            driver.until(f"{ask} || document.querySelector('#cat-answer-0')?.href.endsWith('#{anchor}')")


@pytest.mark.browser
@pytest.mark.parametrize("driver", CHROMIUM_FIRST, indirect=True)
def test_a_sandboxed_board_says_in_one_sentence_that_it_cannot_run(
    driver: Driver, host: StaticHost, request: pytest.FixtureRequest
) -> None:
    """In a sandbox, WebKit treats no file as same-origin: the page gets no style sheet and runs only inline scripts."""
    host.listener = b""  # in a sandbox, the listener cannot store anything
    host.headers.append(("Content-Security-Policy", "sandbox allow-scripts"))
    if isinstance(driver, ChromiumDriver):
        request.getfixturevalue("watches")[0].pardon()
    driver.open(f"{host.url}/{PLAY}")
    line = "document.querySelector('.cat-shell .cat-state')"
    driver.until(f"{line}.textContent.startsWith('The board cannot run in this frame')")
    assert driver.run(f"[self.origin, {line}.dataset.state, {line}.offsetHeight > 0]") == ["null", "noworker", True]
    assert driver.run("document.querySelector('.cat-picture').getBoundingClientRect().width > 100")
