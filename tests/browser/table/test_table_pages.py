"""A table in browsers: whole games on phones and a big screen, and what a phone can do besides playing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_driver import frames
from tests.browser.engines import Driver, firefox, webkit
from tests.browser.fixtures import NewPage, programs
from tests.browser.page_watch import Watch
from tests.browser.table.hosted import Hosted, hosted
from tests.browser.waits import TIMEOUT, until
from tests.kinds import nightly, some
from tools.find_browsers import FIREFOX, WEBKIT

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LIVE = '.cat-shell[data-cat="live"]'
SECONDS = TIMEOUT / 1000
SCREENS = [(1280, 720), (1366, 768), (1920, 1080)]
USUAL_SCREENS = [("catbox", SCREENS[0]), ("herders", SCREENS[-1])]
# Options that make a game short enough for phones to play it to the end within a test.
OPTIONS = {"herders": "limit=9"}


def seated(new_page: NewPage, to: Hosted, names: Sequence[str]) -> list[Page]:
    """Return a phone for each seat, with its player seated."""
    phones = []
    for seat, name in enumerate(names):
        phone = new_page(**PHONE, bypass_csp=False)
        phone.goto(to.phone)
        phone.get_by_label("Your name").fill(name)
        phone.locator(f"button[data-send='{{\"seat\": {seat}}}']").click()
        expect(phone.locator(f"{LIVE} .cat-side")).to_contain_text(f"{name} (you)")
        phones.append(phone)
    return phones


def next_press(to: Hosted, rng: Random) -> tuple[Any, list[str]]:
    """Return a legal action, and selectors of what must be pressed to play it."""
    state = to.table.state
    action = rng.choice(state.legal())
    areas = state.game.presses(action)
    return action, [f'{LIVE} [data-id="{area}"]' for area in areas] or [f'{LIVE} [data-tool="play:{action}"]']


def plays(to: Hosted, pick: Callable[[str], None], rng: Random) -> None:
    """Play a legal action by pressing its areas in order, and wait until the table has played it."""
    before = to.table.session.timeline.node
    _, selectors = next_press(to, rng)
    for selector in selectors:
        pick(selector)
    for _ in range(3):  # a finger's first tap shows what an action does; a preselected piece may have been put back
        if played(to, before):
            return
        pick(selectors[-1])
    until(lambda: played(to, before), SECONDS, f"{selectors} are played")


def plays_out(to: Hosted, rng: Random) -> None:
    """Play random legal actions to the end of the game."""

    def play_out() -> None:
        with to.table.changing():  # the devices are shown only the end
            for _ in range(1000):
                if to.table.state.mover is None:
                    return
                to.table.session.play(rng.choice(to.table.state.legal()))

    to.loop.call_soon_threadsafe(play_out)


def played(to: Hosted, before: Any) -> bool:
    """Return whether the table leaves a node of its timeline within a second."""
    try:
        until(lambda: to.table.session.timeline.node is not before, 1, "")
    except AssertionError:
        return False
    return True


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", ["catbox", "calico", "cattricola", "herders", "territory"])
def test_a_whole_game_on_phones(new_page: NewPage, tmp_path: Path, game_id: str) -> None:
    with hosted(game_id, tmp_path / "tables.sqlite", OPTIONS.get(game_id, "")) as to:
        screen = new_page(viewport={"width": 1280, "height": 800}, bypass_csp=False)
        screen.goto(to.screen)
        expect(screen.locator(".code svg")).to_be_visible()
        assert "#" not in screen.url  # the address does not show the host's key
        phones = seated(new_page, to, ["Ada", "Ben", "Cy", "Di"][: len(to.table.players)])
        rng, turns = Random(2), 0
        while (mover := to.mover()) is not None:
            phone = phones[mover]
            expect(phone.locator(f"{LIVE} .cat-chip")).to_have_text("Your turn")
            # One phone is tapped with a finger; the others are clicked as with a mouse, which needs only one press.
            plays(to, partial(pick, phone, taps=mover == 0), rng)
            turns += 1
            if turns == 5:
                phone.reload()  # it takes its seat again
                expect(phone.locator(f"{LIVE} .cat-side")).to_contain_text("(you)")
        for page in (screen, *phones):
            expect(page.locator(f"{LIVE} .cat-result")).to_be_visible()
        assert screen.request.get(f"{to.origin}/record/{to.table.code}").ok


def pick(phone: Page, selector: str, *, taps: bool) -> None:
    """Press an area or a button on a phone."""
    target = phone.locator(selector).first
    target.evaluate("area => area.scrollIntoView({ block: 'nearest', inline: 'center' })")  # in a row that scrolls
    if taps:
        target.tap(force=True)
    else:
        target.click(force=True)


def test_a_refusal_cites_its_rule_and_the_page_of_the_rule_opens(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("herders", tmp_path / "tables.sqlite") as to:
        phone, _ = seated(new_page, to, ["Ada", "Ben"])
        state = to.table.state
        game, cells = state.game, state.game.scene_of(state).areas
        area = next(
            one for one in cells if (action := game.action_from_presses(state, (one,))) and state.why_not(action)
        )
        phone.locator(f'{LIVE} [data-id="{area}"]').click(force=True)
        link = phone.locator(f"{LIVE} .cat-refuse a.cat-rule").first
        expect(link).to_be_visible()
        with phone.context.expect_page() as opened:
            link.click()
        expect(opened.value).to_have_url(re.compile(r"/book/herders/\w+[.]html#herders-[\w-]+$"))
        expect(opened.value.locator(f"#{opened.value.url.partition('#')[2]}")).to_be_visible()


def test_a_phone_reconnects_by_itself(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        (phone,) = seated(new_page, to, ["Ada"])
        expect(phone.locator("body")).to_have_attribute("data-connected", "yes")
        before = to.table.devices[0]
        to.disconnect()
        until(lambda: before not in to.table.devices and to.table.devices, SECONDS, "the phone is back")
        expect(phone.locator("body")).to_have_attribute("data-connected", "yes")
        expect(phone.locator("#notice")).to_be_hidden()
        assert to.table.devices[0].seat == 0


@pytest.mark.nightly
def test_a_device_at_the_address_of_the_big_screen_finds_the_way_to_a_seat(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        large = {"viewport": {"width": 1280, "height": 720}}
        for how, address, offered in (
            (PHONE, to.screen.partition("#")[0], True),
            (PHONE, to.screen, True),  # the host's own phone
            (large, to.screen.partition("#")[0], True),
            (large, f"{to.screen}x", True),  # not the host's key
            (large, to.screen, False),
        ):
            page = new_page(**how, bypass_csp=False)
            page.goto(address)
            expect(page.locator(LIVE)).to_be_visible()
            way = page.get_by_role("link", name="Take a seat")
            if not offered:
                expect(way).to_be_hidden()
                expect(page.locator(".code svg")).to_be_in_viewport(ratio=1)
                continue
            expect(way).to_be_in_viewport(ratio=1)
            way.click()
            expect(page).to_have_url(to.phone)
            expect(page.get_by_label("Your name")).to_be_visible()


def holds_back(page: Page) -> None:
    """Make a page's attempts to connect fail until `let_connect` is called."""
    page.evaluate("""() => { window.real = WebSocket; window.WebSocket = class extends EventTarget {
        static OPEN = 1;
        constructor() { super(); setTimeout(() => this.dispatchEvent(new CloseEvent("close"))); } }; }""")


def let_connect(page: Page) -> None:
    """Let a page connect again."""
    page.evaluate("() => { window.WebSocket = window.real; }")


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", ["catbox", "calico"])
def test_a_phone_without_connection_plays_nothing_and_says_so(new_page: NewPage, tmp_path: Path, game_id: str) -> None:
    with hosted(game_id, tmp_path / "tables.sqlite") as to:
        phone = seated(new_page, to, ["Ada", "Ben"])[to.mover() or 0]
        phone.set_viewport_size({"width": 360, "height": 740})
        notice = phone.locator("#notice")
        holds_back(phone)
        to.disconnect()
        expect(phone.locator("body")).to_have_attribute("data-connected", "no")
        expect(notice).to_have_text("The connection to the table is lost. Trying again…")
        rng = Random(2)
        _, areas = next_press(to, rng)
        pressable = ".cat-part, .cat-tools button, .cat-views button"
        overlaps = """(notice, selectors) => {
            const box = one => one.getBoundingClientRect(), said = box(notice);
            return [...document.querySelectorAll(selectors)].map(box).some(one => one.left < said.right
                && said.left < one.right && one.top < said.bottom && said.top < one.bottom); }"""
        assert not notice.evaluate(overlaps, pressable)
        expect(notice).to_have_text("The table does not answer. Start its program again: the game is saved.")
        assert not notice.evaluate(overlaps, pressable)
        before = to.table.session.timeline.node
        for selector in (*areas, f"{LIVE} .cat-tools button"):
            notice.evaluate("one => (one.textContent = '')")
            pick(phone, selector, taps=True)
            expect(notice).to_have_text("Not connected: what you press now is not sent.")
            assert phone.locator(selector).first.evaluate("one => !!one.closest('[inert]')")
        assert float(phone.locator(".cat-part").last.evaluate("one => getComputedStyle(one).opacity")) < 0.6
        assert not notice.evaluate(overlaps, pressable)
        let_connect(phone)
        expect(phone.locator("body")).to_have_attribute("data-connected", "yes")
        expect(notice).to_be_hidden()
        assert to.table.session.timeline.node is before
        plays(to, partial(pick, phone, taps=True), rng)


def test_a_phone_whose_network_is_gone_says_so_and_comes_back(
    new_page: NewPage, watches: list[Watch], tmp_path: Path
) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        phone = seated(new_page, to, ["Ada", "Ben"])[to.mover() or 0]
        for watch in watches:
            watch.forgive("ERR_INTERNET_DISCONNECTED")
        phone.context.set_offline(True)  # its connection stays open
        expect(phone.locator("body")).to_have_attribute("data-connected", "no")
        expect(phone.locator("#notice")).to_have_text("The connection to the table is lost. Trying again…")
        phone.context.set_offline(False)
        expect(phone.locator("body")).to_have_attribute("data-connected", "yes")
        plays(to, partial(pick, phone, taps=True), Random(2))


def test_a_tab_that_has_lost_its_seat_says_what_to_do(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        (phone,) = seated(new_page, to, ["Ada"])
        for _ in range(2):  # each opens in front of the first
            other = phone.context.new_page()
            other.goto(to.phone)
            expect(other.locator(f"{LIVE} .cat-side")).to_contain_text("Ada (you)")
        expect(phone.get_by_role("alert").filter(has_text="Reload this page to take it back here.")).to_be_visible()
        expect(phone.locator(".cat-chip")).to_be_hidden()
        phone.evaluate("""document.dispatchEvent(new Event("visibilitychange"));
            window.said = 0;
            new MutationObserver(() => said++).observe(notice, { childList: true })""")
        pick(phone, f'{LIVE} [data-id^="h"]', taps=True)
        until(lambda: phone.evaluate("said >= 2 && notice.textContent.includes('Reload')"), SECONDS, "the answer")
        phone.reload()
        expect(phone.locator(f"{LIVE} .cat-chip")).to_have_text("Your turn")


def apart_from_the_timer(page: Page) -> None:
    """Check that the timer covers no text, button or part of the board."""
    covered = """() => {
        const clock = document.querySelector("#clock").getBoundingClientRect();
        const found = [...document.querySelectorAll(".cat-chip, .cat-prompt, .cat-views button, .cat-part, .cat-side")];
        return found.filter(one => {
            const box = one.getBoundingClientRect();
            return box.left < clock.right && clock.left < box.right && box.top < clock.bottom && clock.top < box.bottom;
        }).map(one => one.className); }"""
    until(lambda: page.evaluate(covered) == [], SECONDS, "the timer covers nothing")


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", ["calico", "catbox"])
def test_the_timer_covers_nothing_on_the_big_screen(new_page: NewPage, tmp_path: Path, game_id: str) -> None:
    with hosted(game_id, tmp_path / "tables.sqlite") as to:
        pages = [new_page(viewport={"width": w, "height": h}) for w, h in ((1280, 720), (1920, 1080))]
        for page in pages:
            page.goto(to.screen)
            expect(page.locator(LIVE)).to_be_visible()
        to.loop.call_soon_threadsafe(to.table.sit, 0, "Maximilian Longname")
        to.loop.call_soon_threadsafe(to.table.set_timer, 30)
        for page in pages:
            expect(page.get_by_role("timer")).to_be_visible()
            apart_from_the_timer(page)
            page.reload()  # now the timer is there from the start
            expect(page.get_by_role("timer")).to_be_visible()
            expect(page.locator(LIVE)).to_be_visible()
            apart_from_the_timer(page)


@pytest.mark.nightly
def test_names_are_not_cut_in_the_table_of_players(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        phone = seated(new_page, to, ["Ada", "Maximilian Longname", "Benjamin", "Cy"])[0]
        phone.set_viewport_size({"width": 360, "height": 740})
        screen = new_page(viewport={"width": 1280, "height": 720})
        screen.goto(to.screen)
        expect(screen.locator(LIVE)).to_be_visible()
        rng = Random(3)

        def play() -> None:
            to.table.let_play(1, "beginner")
            with to.table.changing():
                for _ in range(12):
                    to.table.session.play(rng.choice(to.table.state.legal()))

        to.loop.call_soon_threadsafe(play)
        names = """() => [...document.querySelectorAll(".cat-table .cat-name")].map(one => {
            const seen = [...one.querySelectorAll("strong > span")].find(
                span => getComputedStyle(span).position !== "absolute" && span.getClientRects().length);
            return one.scrollWidth > one.clientWidth ? "cut" : (seen ?? one).textContent; })"""
        for page in (phone, screen):
            until(lambda: "Maximilian" in page.evaluate(names), SECONDS, "the names are short")  # noqa: B023
            assert page.evaluate(names) == ["Ada", "Maximilian", "Benjamin", "Cy"]
        plays_out(to, Random(4))
        for page in (phone, screen):
            expect(page.locator(f"{LIVE} .cat-result")).to_be_visible()
            expect(page.locator(".cat-table .cat-long")).to_be_attached()  # a paradox, which takes room
            assert page.evaluate(names) == ["Ada", "Maximilian", "Benjamin", "Cy"]


@pytest.mark.nightly
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_points_are_in_sight_next_to_a_paradox_on_a_phone(new_page: NewPage, tmp_path: Path, locale: str) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        phone = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": locale})
        phone.goto(to.phone)
        phone.locator("input[name=name]").first.fill("Ada")
        phone.locator("button[data-send='{\"seat\": 0}']").click()
        expect(phone.locator(f"{LIVE} .cat-side")).to_contain_text("Ada")
        rng = Random(7)

        def play() -> None:
            with to.table.changing():
                while getattr(to.table.state, "paradox", 0) is None:
                    to.table.session.play(rng.choice(to.table.state.legal()))

        to.loop.call_soon_threadsafe(play)
        cell = phone.locator(".cat-table .cat-long")
        expect(cell).to_be_attached()
        width = "one => [one.scrollWidth <= 360, document.documentElement.scrollWidth]"
        assert phone.locator(".cat-table").evaluate(width) == [True, 360]
        lines = "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)"
        assert all(title.evaluate(lines) < 2 for title in phone.locator(".cat-titles > span > span").all())


@pytest.mark.nightly
@pytest.mark.parametrize("players", [4, 5])
def test_no_badge_of_a_player_is_cut_off(new_page: NewPage, tmp_path: Path, players: int) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite", f"players={players}") as to:
        screen = new_page(viewport={"width": 1280, "height": 720})
        screen.goto(to.screen)
        expect(screen.locator(LIVE)).to_be_visible()
        for part in ("trick", "start"):
            picture = screen.locator(f'[data-part="{part}"] .cat-picture svg')
            expect(picture).to_be_in_viewport(ratio=1)
            outside = """svg => { const { width } = svg.viewBox.baseVal;
                return [...svg.querySelectorAll("path")].map(path => {
                    const { x, width: wide } = path.getBBox(), line = parseFloat(getComputedStyle(path).strokeWidth);
                    const stroked = getComputedStyle(path).stroke !== "none" ? line / 2 : 0;
                    return path.getCTM().inverse() && new DOMPoint(x + wide + stroked, 0).matrixTransform(
                        svg.querySelector("g").getScreenCTM().inverse().multiply(path.getScreenCTM())).x - width;
                }).filter(over => over > 0.01); }"""
            assert picture.evaluate(outside) == []


def in_sight(screen: Page) -> None:
    """Check that the panels and all parts are on the screen, and that the panels show every player."""
    beyond = """() => [...document.querySelectorAll("#board :is(.cat-side, .cat-part, .cat-status, .cat-tools)")]
        .filter(one => {
            const { right, bottom, height } = one.getBoundingClientRect();
            return height && (right > innerWidth + 1 || bottom > innerHeight + 1
                || (one.matches(".cat-side") && one.scrollHeight > one.clientHeight + 1));
        }).map(one => one.dataset.part ?? one.className)"""
    until(lambda: screen.evaluate(beyond) == [], SECONDS, "everything is on the screen")


@pytest.mark.parametrize(
    ("game_id", "size"),
    some(product(("catbox", "herders"), SCREENS), lambda row: row in USUAL_SCREENS),
)
def test_everything_that_players_need_to_decide_is_on_the_big_screen(
    new_page: NewPage, tmp_path: Path, game_id: str, size: tuple[int, int]
) -> None:
    with hosted(game_id, tmp_path / "tables.sqlite") as to:
        screen = new_page(viewport={"width": size[0], "height": size[1]})
        screen.goto(to.screen)
        rng = Random(5)

        def play() -> None:
            with to.table.changing():
                for _ in range(39):
                    to.table.session.play(rng.choice(to.table.state.legal()))

        to.loop.call_soon_threadsafe(play)
        expect(screen.locator(".log li").first).to_be_visible()
        in_sight(screen)
        for what in ("presentation", "questions"):
            to.loop.call_soon_threadsafe(to.table.teach, what)
            for kind in ("1 of", "2 of"):
                expect(screen.locator(".cat-kind").first).to_contain_text(kind)
                in_sight(screen)
                while screen.locator(".cat-kind").first.inner_text().startswith(kind):
                    before = screen.locator("#board").inner_text()
                    forward = "^(Next( question)?|Show it on the board|Show the answer)$"
                    screen.get_by_role("button", name=re.compile(forward)).click()
                    until(lambda: screen.locator("#board").inner_text() != before, SECONDS, "it goes on")  # noqa: B023
                    in_sight(screen)


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_lesson_and_questions_are_legible_from_afar(new_page: NewPage, tmp_path: Path, size: tuple[int, int]) -> None:
    wide, tall = size
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        screen = new_page(viewport={"width": wide, "height": tall})
        for what, sentence in (
            ("presentation", ".cat-question"),
            ("questions", ".for-all > p:not(.cat-kind, .cat-row)"),
        ):
            to.loop.call_soon_threadsafe(to.table.teach, what)
            screen.goto(to.screen)
            expect(screen.locator(f"{LIVE}.cat-full-layout")).to_be_visible()
            words = screen.locator(sentence).last
            assert words.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 0.04 * tall - 0.5
            expect(words).to_be_in_viewport(ratio=0.99)
            board = screen.locator(".cat-part").first.bounding_box()
            assert board is not None
            assert board["width"] >= 0.4 * wide  # the picture is large as well
            in_sight(screen)
            to.loop.call_soon_threadsafe(to.table.teach, "")


@pytest.mark.nightly
def test_a_request_is_in_view_and_no_text_is_under_the_timer(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("territory", tmp_path / "tables.sqlite") as to:
        phones = seated(new_page, to, ["Ada", "Ben", "Cy", "Maximilian Longname"])
        for phone in phones:
            phone.set_viewport_size({"width": 360, "height": 740})
        asker = to.mover()
        assert asker is not None
        action = to.table.state.legal()[0]

        def ask() -> None:
            to.table.set_timer(30)
            with to.table.changing():
                to.table.session.play(action)
            to.table.ask_back(asker)

        to.loop.call_soon_threadsafe(ask)
        for phone in [one for seat, one in enumerate(phones) if seat != asker]:
            for words in ("Agree", "Do not agree"):
                expect(phone.get_by_role("button", name=words, exact=True)).to_be_in_viewport(ratio=1)
        for phone in phones:
            expect(phone.get_by_role("timer")).to_be_visible()
            apart_from_the_timer(phone)
            phone.evaluate("scrollTo(0, 300)")
            expect(phone.get_by_role("timer")).not_to_be_in_viewport()


@pytest.mark.nightly
def test_long_names_do_not_widen_a_phones_page(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        phone = seated(new_page, to, ["Ada", "Maximilian Longname", "Cy", "Wolfgang Amadeus M."])[0]
        phone.set_viewport_size({"width": 360, "height": 740})
        rng = Random(3)

        def play() -> None:
            to.table.let_play(1, "beginner")
            with to.table.changing():
                for _ in range(12):  # cards put aside, predictions (which take more room) and some tricks
                    to.table.session.play(rng.choice(to.table.state.legal()))

        to.loop.call_soon_threadsafe(play)
        table = phone.locator(f"{LIVE} .cat-table")
        expect(table).to_contain_text("Maximilian (computer)")
        expect(table).to_contain_text("0 of")
        frames(phone)
        assert phone.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [360, 360]


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", ["catbox", "cattricola"])
def test_the_end_of_a_game_covers_nothing_on_a_phone(new_page: NewPage, tmp_path: Path, game_id: str) -> None:
    with hosted(game_id, tmp_path / "tables.sqlite") as to:
        (phone,) = seated(new_page, to, ["Ada"])
        watcher = new_page(**PHONE)
        watcher.goto(to.phone)
        for one in (phone, watcher):
            one.set_viewport_size({"width": 360, "height": 740})
        plays_out(to, Random(4))
        expect(watcher.locator(f"{LIVE} .cat-result")).to_be_in_viewport(ratio=1)
        expect(phone.locator(f"{LIVE}.cat-handheld .cat-result")).to_be_visible()
        expect(phone.locator("details.cat-score-sheet")).not_to_have_attribute("open", "")
        board = phone.locator(f"{LIVE} .cat-status")
        expect(board).to_be_in_viewport(ratio=1)
        covers = """status => {
            const box = one => one.getBoundingClientRect(), said = box(status);
            const parts = [...document.querySelectorAll(".cat-part .cat-stack")].map(box);
            return parts.some(one => one.left < said.right - 1 && said.left + 1 < one.right
                && one.top < said.bottom - 1 && said.top + 1 < one.bottom); }"""
        until(lambda: not board.evaluate(covers), SECONDS, "the message covers no part")


@pytest.mark.nightly
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_at_the_end_of_a_game_a_phone_shows_its_own_disc_large(new_page: NewPage, tmp_path: Path, locale: str) -> None:
    with hosted("cattricola", tmp_path / "tables.sqlite", seed=2) as to:  # with a long list of reasons
        phone = new_page(**{**PHONE, "viewport": {"width": 360, "height": 740}, "locale": locale})
        phone.goto(to.phone)
        phone.locator("input[name=name]").first.fill("Ada")
        phone.locator("button[data-send='{\"seat\": 0}']").click()
        expect(phone.locator(f"{LIVE} .cat-side")).to_contain_text("Ada")
        plays_out(to, Random(4))
        for again in (False, True):  # a phone that was there, and one that comes back
            if again:
                phone.reload()
            expect(phone.locator(f"{LIVE}.cat-handheld .cat-result")).to_be_visible()
            wide = """() => ["disc", "disc2"].map(part => document.querySelector(
                `[data-part="${part}"]`).getBoundingClientRect().width)"""
            until(lambda: phone.evaluate(wide)[0] >= 130, SECONDS, "one's own disc is large")  # noqa: B023
            own, other = phone.evaluate(wide)
            assert own > other
            for tool in phone.locator(f"{LIVE} .cat-tools button").all():
                expect(tool).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("game_id", ["calico", nightly("cattricola")])
def test_at_the_end_of_a_game_the_big_screen_shows_every_players_board(
    new_page: NewPage, tmp_path: Path, game_id: str
) -> None:
    with hosted(game_id, tmp_path / "tables.sqlite", "players=4") as to:
        screen = new_page(viewport={"width": 1280, "height": 720})
        screen.goto(to.screen)
        expect(screen.locator(LIVE)).to_be_visible()
        plays_out(to, Random(4))
        expect(screen.locator(f"{LIVE} .cat-result")).to_be_in_viewport(ratio=1)
        expect(screen.locator(".cat-part:is([data-part^=quilt], [data-part^=disc])")).to_have_count(4)
        expect(screen.locator(".cat-window")).to_have_count(0)  # no part scrolls
        in_sight(screen)


@pytest.mark.nightly
def test_at_the_end_of_a_game_no_room_is_kept_for_a_prompt(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        (phone,) = seated(new_page, to, ["Ada"])
        phone.set_viewport_size({"width": 360, "height": 740})
        screen = new_page(viewport={"width": 1280, "height": 720})
        screen.goto(to.screen)
        expect(screen.locator(LIVE)).to_be_visible()
        rng = Random(5)

        def play() -> None:
            with to.table.changing():
                for _ in range(40):
                    to.table.session.play(rng.choice(to.table.state.legal()))

        to.loop.call_soon_threadsafe(play)
        heading = "document.querySelector('.cat-header').getBoundingClientRect().height"
        for page in (phone, screen):
            expect(page.locator(f"{LIVE} .cat-prompt")).to_be_visible()
        before = [page.evaluate(heading) for page in (phone, screen)]
        plays_out(to, Random(4))
        for page, tall in zip((phone, screen), before, strict=True):
            expect(page.locator(f"{LIVE} .cat-result")).to_be_visible()
            until(lambda: page.evaluate(heading) < tall, SECONDS, "the heading is low")  # noqa: B023
            found = page.evaluate(heading)
            page.reload()
            expect(page.locator(f"{LIVE} .cat-result")).to_be_visible()
            until(lambda: page.evaluate(heading) == found, SECONDS, "a new page looks the same")  # noqa: B023


@pytest.mark.nightly
def test_the_next_game_has_a_large_board_and_no_score_sheet(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("territory", tmp_path / "tables.sqlite") as to:
        screen = new_page(viewport={"width": 1280, "height": 720})
        screen.goto(to.screen)
        expect(screen.locator(LIVE)).to_be_visible()
        width = "document.querySelector('.cat-part').getBoundingClientRect().width"
        frames(screen)
        large = screen.evaluate(width)
        plays_out(to, Random(4))
        expect(screen.locator("details.cat-score-sheet")).to_have_count(1)
        screen.locator("button.cat-moves-button").click()
        until(lambda: screen.evaluate(width) < large, SECONDS, "the sheet has its room")
        screen.get_by_role("button", name="Play again").click()
        expect(screen.locator("details.cat-score-sheet")).to_have_count(0)
        until(lambda: screen.evaluate(width) >= 0.95 * large, SECONDS, "the board is large again")


@pytest.mark.nightly
def test_undo_is_asked_for_and_granted(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("herders", tmp_path / "tables.sqlite") as to:
        ada, ben = seated(new_page, to, ["Ada", "Ben"])
        plays(to, lambda one: pick(ada, one, taps=False), Random(1))
        played = len(to.table.session.timeline.line)
        ada.get_by_role("button", name="Take back").click()
        expect(ben.get_by_text("Ada asks to take back the last move.")).to_be_visible()
        ben.get_by_role("button", name="Agree", exact=True).click()
        until(lambda: len(to.table.session.timeline.line) < played, SECONDS, "the move is taken back")
        expect(ben.get_by_text("Ada has taken back a move.")).to_be_visible()


def test_the_room_votes_by_phone_and_a_timer_is_shown(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("herders", tmp_path / "tables.sqlite") as to:
        screen = new_page(viewport={"width": 1280, "height": 720}, bypass_csp=False)
        screen.goto(to.screen)
        screen.get_by_text("Host", exact=True).click()
        screen.get_by_role("group", name="Timer").get_by_text("30", exact=True).click()
        expect(screen.get_by_role("timer")).to_have_text(re.compile("0:(30|2[0-9])"))
        phone = new_page(**PHONE, bypass_csp=False)
        phone.goto(to.phone)
        screen.get_by_text("Explain the game in ten minutes").click()
        until(lambda: to.table.teaching is not None, SECONDS, "the table teaches")
        teaching = to.table.teaching
        assert teaching is not None
        expect(screen.locator("#clock")).to_be_hidden()
        while not teaching.slides[teaching.at].choices:
            for page in (screen, phone):
                expect(page.locator(".cat-kind")).to_have_text(f"{teaching.at + 1} of {teaching.number}")
            before = teaching.at, teaching.revealed
            screen.get_by_role("button", name=re.compile("^(Next|Show it on the board|Show the answer)$")).click()
            until(lambda: (teaching.at, teaching.revealed) != before, SECONDS, "the teaching goes on")  # noqa: B023
        if teaching.slides[teaching.at].names:  # the answers name cells
            for page in (screen, phone):
                expect(page.locator(f"{LIVE} .cat-place-names text").first).to_be_attached()
        faded = "getComputedStyle(document.querySelector('.cat-tools'), '::after').display"
        until(lambda: phone.evaluate(faded) == "none", SECONDS, "all answers are on the screen")
        phone.locator("[data-tool='vote:1']").tap()
        expect(phone.locator("[data-tool='vote:1']")).to_have_attribute("aria-pressed", "true")
        phone.reload()
        expect(phone.locator("[data-tool='vote:1']")).to_have_attribute("aria-pressed", "true")
        expect(screen.get_by_text("1 answer so far.")).to_be_visible()
        screen.get_by_role("button", name="Show the answer").click()
        expect(screen.locator(".bar").nth(1)).to_contain_text("1")
        screen.get_by_role("button", name="Back to the game").click()
        expect(phone.get_by_label("Your name")).to_be_visible()
        expect(screen.get_by_role("button", name="New deal")).to_be_visible()  # the host's panel is still open


def test_the_hosts_panel_is_next_to_the_board_and_its_link_moves_a_seat(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        screen = new_page(viewport={"width": 1280, "height": 720}, bypass_csp=False)
        screen.goto(to.screen)
        (phone,) = seated(new_page, to, ["Ada"])
        screen.get_by_text("Host", exact=True).click()
        expect(screen.get_by_role("button", name="New deal")).to_be_in_viewport(ratio=1)
        screen.get_by_role("group", name="Ada").get_by_text("Another device").click()
        said = screen.locator(".moving").get_by_text("Scan the code").inner_text()
        other = new_page(**PHONE, bypass_csp=False)
        other.goto(to.phone + said[said.index("#") :].partition(" ")[0])
        expect(other.locator(f"{LIVE} .cat-side")).to_contain_text("Ada (you)")
        assert "#" not in other.url
        expect(phone.locator("#notice.plain")).to_contain_text("Your seat has moved to another device.")
        expect(phone.get_by_label("Your name")).to_be_visible()
        other.reload()
        expect(other.locator(f"{LIVE} .cat-side")).to_contain_text("Ada (you)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_follow_the_theme_and_are_accessible(new_page: NewPage, tmp_path: Path, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        phone = new_page(**PHONE, color_scheme=scheme)
        phone.goto(to.phone)
        expect(phone.locator(LIVE)).to_be_visible()
        found = Axe().run(phone).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
        dark = phone.evaluate("getComputedStyle(document.querySelector('#page')).getPropertyValue('--cat-theme')")
        assert dark == scheme


def test_a_phone_needs_few_bytes(new_page: NewPage, tmp_path: Path) -> None:
    with hosted("catbox", tmp_path / "tables.sqlite") as to:
        phone = new_page(**PHONE, bypass_csp=False)
        session = phone.context.new_cdp_session(phone)
        session.send("Network.enable")
        loaded: list[float] = []
        session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
        session.on("Network.webSocketFrameReceived", lambda event: loaded.append(len(event["response"]["payloadData"])))
        phone.goto(to.phone)
        expect(phone.locator(LIVE)).to_be_visible()
        assert sum(loaded) < 250_000


@pytest.mark.nightly
@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_a_whole_game_in_other_engines(tmp_path: Path, engine: str) -> None:
    starts = (
        firefox(programs(FIREFOX)["firefox-esr"], tmp_path)
        if engine == "firefox"
        else webkit(programs(WEBKIT), tmp_path)
    )
    with hosted("herders", tmp_path / "tables.sqlite", "limit=6") as to, starts as driver:
        person_against_a_bot(to, driver)


def person_against_a_bot(to: Hosted, driver: Driver) -> None:
    """Play a whole game on one device against a bot."""
    driver.open(to.phone)
    driver.until(f"document.querySelector('{LIVE}')")
    driver.press("button[type=submit][data-send]")
    driver.until("document.querySelector('#around .buttons')")
    to.let_play(1, "beginner")
    rng = Random(4)
    while (mover := to.mover()) is not None:
        if mover == 0:
            plays(to, driver.press, rng)
        else:
            until(lambda: to.mover() in (0, None), SECONDS, "the bot has played")
    driver.until(f"document.querySelector('{LIVE} .cat-result')")
    assert driver.errors() == []
