"""Boards give precomputed answers until Python has started; then Python takes over, and nothing jumps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from cattools.games import having
from cattools.lessons.practice.question import Grade
from cattools.lessons.practice.spaced_repetition import Memory
from cattools.site.precomputed.answer_files import pack, unpack
from tests.browser.board_driver import END_KERNEL, KERNEL_FILE, Board, frames, live
from tests.browser.page_watch import Watch
from tests.browser.static_host import StaticHost
from tests.kinds import nightly, some

TURN = "book/herders/turn.html"
FIND, TRY, JUDGE = "herders.move.goes", "herders.turn", "herders.move.back"
PRACTICE = "book/territory/practice.html"
KEPT = "localStorage.getItem('cat-practice.territory')"
GOES = ("c8", "d7", "d9", "e8", "e9", "f10")
CHANGES = """shell => {
  window.changes = [];
  new MutationObserver((all) => {
    for (const { target } of all)
      if (target.closest?.(".cat-status, .cat-task, .cat-tools, .cat-side")) changes.push(target.className);
  }).observe(shell, { subtree: true, childList: true, characterData: true });
}"""

# The line with the loading progress can change at any moment. This changes it as soon as a board's buttons change.
SAYS = """shell => {
  const say = () => shell.dataset.cat === "static" && catlive.say(catlive.state);
  new MutationObserver(say).observe(shell.querySelector(".cat-tools"), { childList: true });
}"""

# Keeps the kernel busy when the first board is built, before its precomputed answers have arrived.
BUILDS = """new MutationObserver((_, seen) => {
  if (!document.querySelector(".cat-live-hidden")) return;
  seen.disconnect();
  catlive.worker.postMessage({ kind: "run", cell: "other", code: "import time; time.sleep(5)" });
}).observe(document, { childList: true, subtree: true });"""


RECORD_ARRIVED = """performance.getEntriesByType("resource")
  .some(({ name, responseEnd }) => name.includes("/precomputed/") && responseEnd > 0)"""


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[StaticHost]:
    """Yield a host that can hold back files."""
    with StaticHost(site).running() as server:
        yield server


def board(page: Page, id_: str) -> Board:
    """Return the board of an example, whatever its state."""
    shell = page.locator(f'[data-remembers~="done-{id_}"]').first
    shell.scroll_into_view_if_needed()
    return Board(page, shell)


def recorded(page: Page, id_: str) -> Board:
    """Return the board of an example once it gives precomputed answers."""
    found = board(page, id_)
    expect(page.locator(f'[data-recorded][data-remembers~="done-{id_}"]')).to_be_attached()
    return found


def practice(page: Page) -> Board:
    """Return the practice board once it gives precomputed answers."""
    shell = page.locator("[data-recorded]")
    expect(shell).to_be_attached()
    return Board(page, page.locator(".cat-shell").first)


def is_live(found: Board) -> None:
    expect(found.shell).to_have_attribute("data-cat", "live")


@contextmanager
def before_python(page: Page, host: StaticHost, address: str = TURN) -> Iterator[None]:
    """Open a page, and hold back its kernel until the end of the block."""
    with host.holding(KERNEL_FILE):
        page.goto(f"{host.url}/{address}")
        yield
        assert page.evaluate("catlive.live") == 0


def test_questions_verdicts_and_moves_are_answered_before_python_has_started(page: Page, host: StaticHost) -> None:
    """A question about areas, a verdict and a move are answered; then the boards hydrate, and their messages stay."""
    with before_python(page, host):
        find = recorded(page, FIND)
        for area in GOES[:-1]:
            find.click(area)
        find.click("f1")
        expect(find.status).to_have_text("6 cells chosen.")
        find.tool("check").click()
        expect(find.status).to_contain_text(
            "1 cell does not belong. 1 cell is missing. A herder moves one or two cells"
        )
        find.click("f1")
        find.click(GOES[-1])
        find.tool("check").click()
        expect(find.status).to_contain_text("Right.")
        expect(find.shell).to_have_attribute("data-solved", "")

        judge = recorded(page, JUDGE)
        judge.tool("not").click()
        expect(judge.status).to_contain_text("Not quite.")
        judge.tool("reset").click()
        judge.tool("allowed").click()
        expect(judge.status).to_contain_text("Right. It is allowed.")

        tried = recorded(page, TRY)
        tried.area("f7").hover()
        tried.click("f7")
        expect(tried.status).to_contain_text("Chosen: f7")
        tried.click("f8")
        expect(tried.area("f8")).to_have_attribute("aria-label", "f8, blue herder")
        expect(tried.tool("undo")).not_to_have_attribute("aria-disabled", "true")
        tried.key("f8", "ArrowRight")  # arrow keys work as well
        focused = page.evaluate("document.activeElement.dataset.id")
        boards = (find, judge, tried)
        messages = [one.said() for one in boards]
        names = [one.names() for one in boards]
        for one in boards:
            one.shell.evaluate(CHANGES)
        places = [one.shell.bounding_box() for one in boards]
    for one in boards:
        is_live(one)
    page.wait_for_function("catlive.state === 'live'")
    assert [one.said() for one in boards] == messages
    assert [one.names() for one in boards] == names
    assert page.evaluate("changes") == []
    assert page.evaluate("document.activeElement.dataset.id") == focused
    assert [one.shell.bounding_box() for one in boards] == places
    expect(find.shell).to_have_attribute("data-solved", "")
    expect(find.shell.locator(".cat-picture")).to_have_count(0)
    tried.tool("undo").click()
    expect(tried.status).to_contain_text("Undone.")
    expect(tried.area("f7")).to_have_attribute("aria-label", "f7, blue herder, possible")


@pytest.mark.nightly
def test_input_without_a_precomputed_answer_is_queued(page: Page, host: StaticHost) -> None:
    """A typed move waits for Python and is played after the presses that have already been answered."""
    with before_python(page, host):
        tried = recorded(page, TRY)
        tried.click("f7")
        expect(tried.status).to_contain_text("Chosen: f7")
        tried.type_move("f7-f8")
        expect(tried.status).to_contain_text("Your press will be played")
        tried.click("b1")
        expect(tried.status).to_contain_text("Your press will be played")
    is_live(tried)
    expect(tried.area("f8")).to_have_attribute("aria-label", "f8, blue herder")


@pytest.mark.nightly
def test_without_precomputed_answers_a_press_is_queued(page: Page, host: StaticHost) -> None:
    """`?unrecorded` requests no precomputed answers: a press is queued, and played on the live board."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    with before_python(page, host, f"{TURN}?unrecorded"):
        tried = board(page, TRY)
        page.wait_for_function("catlive.marks.page")
        tried.click("f7")
        expect(tried.status).to_contain_text("Your press will be played")
        assert not any("/precomputed/" in url for url in requests)
    is_live(tried)
    expect(tried.status).to_contain_text("Chosen: f7")


@pytest.mark.nightly
def test_precomputed_answers_that_arrive_while_the_board_is_built_handle_no_press(page: Page, host: StaticHost) -> None:
    """The board is among the first to hydrate, while its precomputed answers are still being downloaded."""
    page.add_init_script(BUILDS)
    with (
        page.expect_event("requestfinished", lambda request: f"{TRY}.deflate" in request.url),
        host.holding(f"{TRY}.deflate"),
    ):
        page.goto(f"{host.url}/{TURN}")
        page.wait_for_function("document.querySelector('.cat-live-hidden')")
    frames(page)
    tried = board(page, TRY)
    tried.click("f7")
    expect(tried.status).to_contain_text("Your press will be played")
    is_live(tried)
    expect(tried.status).to_contain_text("Chosen: f7")


@pytest.mark.nightly
def test_every_queued_press_counts(page: Page, host: StaticHost) -> None:
    """It does not matter how many cells are chosen before Python has started."""
    with before_python(page, host, f"{TURN}?unrecorded"):
        find = board(page, FIND)
        page.wait_for_function("catlive.marks.page")
        chosen = find.areas()[:20]
        for area in chosen:
            find.click(area)
    is_live(find)
    expect(find.status).to_have_text(f"{len(chosen)} cells chosen.")


def change(route: Route, fields: dict[str, Any]) -> None:
    """Respond with precomputed answers in which some fields have been replaced."""
    route.fulfill(body=pack(json.dumps({**json.loads(unpack(route.fetch().body())), **fields})))


@pytest.mark.parametrize(
    "body",
    [
        None,
        nightly(b"{"),
        nightly("{"),
        nightly("null"),
        nightly(json.dumps({"build": "another"})),
        nightly({"build": "another"}),
        nightly({"shapes": {"board": 3}}),
    ],
)
def test_missing_or_broken_precomputed_answers_change_nothing(
    page: Page, watch: Watch, host: StaticHost, body: bytes | str | dict[str, Any] | None
) -> None:
    """The press is queued, even if the answers belong to another build; the console has at most one line."""
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text) if "precomputed answers" in message.text else None)

    def answer(route: Route) -> None:
        if isinstance(body, dict):
            change(route, body)
        else:
            route.fulfill(
                status=404 if body is None else 200, body=body if isinstance(body, bytes) else pack(body or "")
            )

    page.route("**/precomputed/*", answer)
    watch.forgive("404")
    with before_python(page, host):
        tried = board(page, FIND)
        page.wait_for_function(RECORD_ARRIVED)
        frames(page)
        tried.click("e5")
        expect(tried.status).to_contain_text("Your press will be played")
        assert page.evaluate("catlive.errors") == []
    is_live(tried)
    expect(tried.status).to_have_text("1 cell chosen.")
    assert len(lines) <= 1


@pytest.mark.nightly
@pytest.mark.parametrize("spoilt", ["states", "looks", "drawn", "pictures", "texts"])
def test_presses_that_damaged_precomputed_answers_do_not_cover_are_queued(
    page: Page, host: StaticHost, spoilt: str
) -> None:
    """Each press selects or deselects, whatever is missing; the console has at most one line per board."""
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text) if "precomputed answers" in message.text else None)
    page.route("**/precomputed/herders.turn.deflate*", lambda route: change(route, {spoilt: []}))
    with before_python(page, host):
        tried = board(page, TRY)
        page.wait_for_function("catlive.marks.first_record")
        frames(page)
        tried.area("f7").hover()
        for _ in range(3):
            tried.click("f7")
    is_live(tried)
    expect(tried.area("f7")).to_have_attribute("aria-selected", "true")
    assert len(lines) <= 1
    assert page.evaluate("catlive.errors") == []


@pytest.mark.nightly
def test_the_focus_of_a_removed_button_stays_on_the_board(page: Page, host: StaticHost) -> None:
    with before_python(page, host, "book/calico/first-game.html"):
        expect(page.locator("[data-recorded]").first).to_be_attached()
        found = Board(page, page.locator("[data-recorded]").first)
        found.tool("next").focus()
        page.keyboard.press("Enter")
        expect(found.tool("next")).to_have_count(0)
        expect(found.shell).to_be_focused()


@pytest.mark.nightly
def test_a_kernel_failure_ends_the_precomputed_answers(page: Page, host: StaticHost) -> None:
    """A board whose kernel has ended says so and stops answering; after a restart it continues where it was."""
    with before_python(page, host):
        find = recorded(page, FIND)
        find.click("e5")
        expect(find.status).to_have_text("1 cell chosen.")
        page.evaluate(END_KERNEL)
        expect(find.status).to_contain_text("could not start")
        expect(find.tool("hint")).to_have_attribute("aria-disabled", "true")
        find.click("e6")
        expect(find.status).to_contain_text("could not start")
    find.shell.get_by_role("button", name="Restart").click()
    is_live(find)
    expect(find.status).to_have_text("1 cell chosen.")
    expect(find.area("e5")).to_have_attribute("aria-selected", "true")
    expect(find.area("e6")).to_have_attribute("aria-selected", "false")


@pytest.mark.nightly
def test_a_walkthrough_from_an_earlier_visit_waits_for_python(page: Page, watch: Watch, host: StaticHost) -> None:
    """The precomputed answers would start at the wrong step."""
    watch.forgive("404")
    page.goto(f"{host.url}/404.html")
    page.evaluate("localStorage.setItem('cat-walk-herders.walk', '3')")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    with before_python(page, host, "book/herders/first-game.html"):
        page.wait_for_function("catlive.marks.page")
        assert not any("/precomputed/herders.walk" in url for url in requests)


@pytest.mark.nightly
def test_the_first_question_of_practice_is_answered_once(page: Page, host: StaticHost) -> None:
    """The answer, its reason and its picture stay; Python saves it with the time at which the reader answered."""
    begun = time()
    with before_python(page, host, PRACTICE):
        board = practice(page)
        for area in ("C2", "A1"):
            board.click(area)
        expect(board.status).to_have_text("2 cells chosen.")
        board.tool("check").click()
        expect(board.status).to_contain_text("Not quite. 1 area does not belong. 1 area is missing. On E2")
        expect(board.tool("next")).to_be_visible()
        expect(board.tool("share")).to_have_attribute("aria-disabled", "true")  # sharing a link cannot be queued
        assert page.evaluate(KEPT) is None
        message, names = board.said(), board.names()
        board.shell.evaluate(CHANGES)
        place = board.shell.bounding_box()
    is_live(board)
    expect(board.tool("share")).not_to_have_attribute("aria-disabled", "true")
    assert (board.said(), board.names(), board.shell.bounding_box()) == (message, names, place)
    assert {name for name in page.evaluate("changes") if name != "cat-tools"} == set()  # the link can now be shared
    kept = json.loads(page.evaluate(KEPT))["rules"]
    (card,) = kept.values()
    *_, reviewed, right, wrong = card.split()
    assert (right, wrong) == ("0", "1")
    assert begun - 1 <= int(reviewed) <= time()
    for _ in range(2):
        board.shell.locator(".cat-knowledge summary").click()
        expect(board.shell.locator(".cat-knowledge")).to_contain_text("0 right, 1 wrong")
        page.reload()
        board = live(page)
    assert json.loads(page.evaluate(KEPT))["rules"] == kept


@pytest.mark.parametrize("game_id", some(having("has_practice"), lambda game: game == "herders"))
def test_every_game_gives_its_first_answer_before_python(page: Page, host: StaticHost, game_id: str) -> None:
    """The board does not change when Python starts; buttons whose presses cannot be queued are then enabled."""
    with before_python(page, host, f"book/{game_id}/practice.html"):
        board = practice(page)
        board.shell.evaluate(SAYS)
        board.tool("solve").click()
        expect(board.tool("next")).to_be_visible()
        expect(board.tool("share")).to_have_attribute("aria-disabled", "true")
        message, names = board.said(), board.names()
    is_live(board)
    page.wait_for_function("catlive.state === 'live'")
    assert (board.said(), board.names()) == (message, names)
    expect(board.shell.locator("[data-tool=open]")).not_to_have_attribute("aria-disabled", "true")
    board.tool("share").click()
    expect(board.status).to_contain_text("The link leads to this question.")


@pytest.mark.nightly
def test_the_next_question_waits_for_python(page: Page, host: StaticHost) -> None:
    """A press for a question that only Python can ask is queued until Python has started."""
    with before_python(page, host, PRACTICE):
        board = practice(page)
        board.tool("solve").click()
        board.tool("next").click()
        expect(board.status).to_contain_text("Your press will be played")
    is_live(board)
    expect(board.tool("next")).to_have_count(0)
    assert page.evaluate(KEPT)


@pytest.mark.nightly
def test_answers_saved_meanwhile_by_another_tab_are_kept(page: Page, host: StaticHost) -> None:
    """An answer given before Python has started is added to what has been stored by then."""
    other = Memory("territory")
    other.answered("territory.place.card", datetime.now(UTC), right=True, grade=Grade.PLAIN)
    with before_python(page, host, PRACTICE):
        board = practice(page)
        page.evaluate("known => localStorage.setItem('cat-practice.territory', known)", other.to_json())
        board.tool("solve").click()
        message = board.said()
    is_live(board)
    page.wait_for_function(f"Object.keys(JSON.parse({KEPT}).rules).length === 2")
    assert board.said() == message


@pytest.mark.parametrize("fragment", ["", "#game=territory&rule=territory.place.card"])
def test_any_question_but_the_first_waits_for_python(page: Page, watch: Watch, host: StaticHost, fragment: str) -> None:
    """Precomputed answers would be wrong if answers are already stored or if a link selects another question."""
    watch.forgive("404")
    page.goto(f"{host.url}/404.html")
    if not fragment:
        page.evaluate("localStorage.setItem('cat-practice.territory', 'what is known')")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    with before_python(page, host, PRACTICE + fragment):
        page.wait_for_function("catlive.marks.page")
        assert not any("/precomputed/" in url for url in requests)
