"""Practice in a browser: the first question is there at once, answers are saved, and a group can share questions."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from cattools.games import having
from cattools.lessons.answer_check import LEGAL
from cattools.lessons.example import example
from cattools.lessons.practice import question
from cattools.lessons.practice.config import topics
from cattools.lessons.practice.position_pool import pool
from cattools.lessons.practice.question_set import NUMBER, Series, rule_link
from cattools.widgets.modes.practice.question import ask
from tests.browser.board_driver import PHONE, WIDE, Board, axe, difference, live, tap_twice, visit
from tests.browser.fixtures import NewPage
from tests.browser.waits import settled
from tests.kinds import some

# the distance from the top of the page to a board's picture
ABOVE = "one => one.querySelector('.cat-stage').getBoundingClientRect().top + scrollY"

# whether the text of a message overflows its frame
CUT = "all => all.map(one => one.scrollHeight > one.clientHeight + 1)"


def opened(page: Page, site_url: str, game_id: str = "herders", fragment: str = "") -> Board:
    """Open a game's practice page, and wait for its board."""
    visit(page, f"{site_url}/book/{game_id}/practice.html{fragment and f'#{fragment}'}")
    return live(page)


def right(game_id: str) -> list[str]:
    """Return the right answer to the first question on a practice page."""
    first = question.read(topics(game_id).first, game_id)
    return sorted(first.answer(first.start()))


def differing(game_id: str) -> tuple[str, str]:
    """Return links to two questions whose boards have different numbers of parts."""
    found, rng, links = pool(game_id), Random(1), dict[int, str]()
    while len(links) < 2:
        asked = found.draw(found.rules[int(rng.random() * len(found.rules))], rng)
        links.setdefault(len(ask(asked, lambda _: None).scene().parts), asked.link())
    one, other = links.values()
    return one, other


@pytest.mark.parametrize("game_id", some(having("has_practice"), lambda game: game == "territory"))
def test_the_first_question_appears_immediately_and_can_be_answered(
    warm_page: NewPage, site_url: str, game_id: str
) -> None:
    page = warm_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    board = opened(page, site_url, game_id)
    assert not [url for url in asked if "python_stdlib" in url], "practice loads no more of Python than other pages"
    expect(board.shell.locator(".cat-task")).to_contain_text("Press")
    for area in right(game_id):
        board.area(area).dispatch_event("click")
    with board.answer("Right."):
        board.tool("check").click()
    expect(board.status.locator("a.cat-rule").first).to_be_visible()
    with board.answer():
        board.tool("next").click()
    expect(board.tool("next")).to_have_count(0)
    assert axe(page) == []


def test_the_readers_answers_are_stored_and_can_be_deleted(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    board = opened(page, site_url)
    with board.answer():
        board.tool("solve").click()
    board.settle()  # the answer has been stored
    page.reload()
    board = live(page)
    knowledge = board.shell.locator(".cat-knowledge")
    knowledge.locator("summary").click()
    expect(knowledge.locator("li")).to_have_count(len(pool("herders").rules))
    expect(knowledge).to_contain_text("0 right, 1 wrong")
    board.tool("delete").click()
    with board.answer("Deleted."):
        board.tool("delete").click()
    assert page.evaluate("localStorage.getItem('cat-practice.herders')") is None


@pytest.mark.nightly
def test_two_tabs_share_their_answers(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    one, other = opened(page, site_url), opened(page.context.new_page(), site_url)
    with one.answer():
        one.tool("solve").click()
    other.shell.locator(".cat-knowledge summary").click()
    expect(other.shell.locator(".cat-knowledge")).to_contain_text("0 right, 1 wrong")
    expect(other.tool("solve")).to_be_visible()  # the question stays
    with other.answer():
        other.tool("solve").click()
    expect(one.shell.locator(".cat-knowledge")).to_contain_text("0 right, 2 wrong")


@pytest.mark.nightly
def test_a_board_solved_by_touch_stays_solved_and_links_to_questions_about_its_rule(
    warm_page: NewPage, site_url: str
) -> None:
    page = warm_page(**PHONE)
    visit(page, f"{site_url}/book/herders/turn.html")
    board = live(page)  # the first board asks for cells
    for area in example("herders.move.goes").solution:
        board.area(area).dispatch_event("click")
    expect(board.shell.locator(".cat-done")).to_be_hidden()
    top = board.shell.evaluate(ABOVE)
    board.tool("check").click()
    expect(board.shell.locator(".cat-done")).to_be_visible()
    assert board.shell.evaluate(ABOVE) == top, "the check mark moves the board"
    visit(page, f"{site_url}/book/intro.html")
    back = page.locator(".cat-resume a")
    expect(back).to_have_text("Cat Herders: Your turn")
    back.tap()
    solved = page.locator('.cat-shell[data-remembers*="done-herders.move.goes"] .cat-done')
    expect(solved.first).to_be_visible()
    expect(page.locator(".bd-sidebar-primary li.current .cat-page-progress")).to_contain_text("1 of 7 boards solved")
    link = page.locator(f'.cat-practise a[href$="#{rule_link("herders.move.clear")}"]')
    link.tap()
    board = live(page)
    expect(board.shell.locator(".cat-task a.cat-rule")).to_contain_text("No jumping")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE
    assert axe(page) == []


def refused(game_id: str) -> tuple[str, int]:
    """Return the link to a question about a refused action, and the number of rules it offers."""
    found, rng = pool(game_id), Random(1)
    while True:
        asked = found.draw(found.rules[int(rng.random() * len(found.rules))], rng)
        if asked.form is question.Form.JUDGE and asked.answer(asked.start()) != {LEGAL}:
            return asked.link(), len(asked.rules_offered(asked.start()))


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", having("has_practice"))
def test_on_a_phone_all_answers_are_in_view_and_a_double_tap_presses_only_one_button(
    warm_page: NewPage, site_url: str, game_id: str
) -> None:
    page = warm_page(**PHONE)
    link, offered = refused(game_id)
    board = opened(page, site_url, game_id, link)
    expect(board.tool("not")).to_be_in_viewport(ratio=1)  # the link has scrolled to its board
    board.tool("not").tap()
    answers = board.shell.locator(".cat-answers button")
    expect(answers).to_have_count(offered + 2)  # rules, back, out
    for button in answers.all():
        expect(button).to_be_in_viewport(ratio=1)
    box = board.tool("solve").bounding_box()
    assert box
    tap_twice(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(board.tool("next")).to_be_visible()
    expect(board.shell.locator(".cat-task .cat-kind")).not_to_contain_text(f"of {NUMBER}")
    board.shell.locator(".cat-knowledge summary").click()
    practise = board.shell.locator(".cat-known button").last
    practise.scroll_into_view_if_needed()
    practise.tap()
    expect(board.shell.locator(".cat-task a.cat-rule")).to_be_in_viewport(ratio=1)


# Taps while answers are delayed, again as soon as another element is at the same point, and once more 200 ms later.
TAP_AGAIN = """async ([x, y]) => {
  const tap = () => {
    const how = { bubbles: true, cancelable: true, pointerType: "touch", clientX: x, clientY: y };
    const click = new PointerEvent("click", how);
    document.elementFromPoint(x, y).dispatchEvent(click);
    return click.defaultPrevented;
  };
  const atPoint = () => document.elementFromPoint(x, y).closest("a, button")?.outerHTML;
  const { worker } = catlive;
  const send = worker.postMessage;
  worker.postMessage = (...message) => setTimeout(() => send.apply(worker, message), 1000);
  const before = atPoint();
  const stray = [tap()];
  while (atPoint() === before) await new Promise(requestAnimationFrame);
  const other = atPoint();
  stray.push(tap());
  await new Promise((done) => setTimeout(done, 200));
  stray.push(tap());
  return [stray, other, atPoint()];
}"""


@pytest.mark.nightly
def test_a_button_that_appears_late_under_a_thumb_ignores_a_second_tap(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    board = opened(page, site_url, "cattricola", refused("cattricola")[0])
    expect(board.tool("not")).to_be_in_viewport(ratio=1)
    board.tool("not").tap()
    expect(board.tool("not")).to_have_count(0)
    box = board.tool("solve").bounding_box()
    assert box
    address = page.url
    stray, other, still = settled(page, TAP_AGAIN, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    assert other, "expected another button or a link at the same point"
    assert stray == [False, True, True]
    assert still == other
    assert page.url == address


@pytest.mark.nightly
def test_ten_questions_for_a_group_have_a_qr_code_and_end_with_a_result(warm_page: NewPage, site_url: str) -> None:
    page = warm_page(**PHONE)
    board = opened(page, site_url, fragment=Series(pool("herders"), 5).link())
    for n in range(1, NUMBER + 1):
        expect(board.shell.locator(".cat-task")).to_contain_text(f"{n} of {NUMBER}")
        board.tool("solve").click()
        expect(board.tool("next")).to_be_visible()
        if n < NUMBER:
            board.tool("next").click()
    expect(board.status).to_contain_text(re.compile(r"0 of 10 in \d+:\d\d; missed: "))
    expect(board.status.locator(".cat-score > span")).to_be_in_viewport(ratio=0.9)  # the result is meant to be read out
    assert board.status.locator(".cat-message").evaluate_all(CUT) == [False, False]
    page.reload()
    board = live(page)
    expect(board.status).to_contain_text("0 of 10 in")
    board.tool("code").click()
    expect(page.locator("dialog.cat-qr p").first).to_contain_text("seed=5")
    expect(page.locator("dialog.cat-qr p").last).to_contain_text("only on this computer")


@pytest.mark.nightly
def test_for_an_audience_no_button_covers_the_message_and_the_result_is_complete(
    warm_page: NewPage, site_url: str
) -> None:
    page = warm_page(viewport={"width": 1280, "height": 720})
    board = opened(page, site_url, fragment=Series(pool("herders"), 5).link())
    board.tool("room").click()
    expect(board.tool("room")).to_have_attribute("aria-pressed", "true")
    for n in range(1, NUMBER + 1):
        expect(board.shell.locator(".cat-task")).to_contain_text(f"{n} of {NUMBER}")
        board.tool("solve").click()
        board.tool("hand").click()
        expect(board.tool("hand")).to_contain_text("1")
        message, first = board.status.bounding_box(), board.shell.locator(".cat-tools button").first.bounding_box()
        assert message
        assert first
        assert message["y"] + message["height"] <= first["y"]
        if n < NUMBER:
            board.tool("next").click()
    expect(board.status).to_contain_text("Correct votes for the ten questions")
    assert board.status.evaluate("said => said.scrollHeight - said.clientHeight") <= 1


def test_questions_are_answered_by_keyboard_alone(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    board = opened(page, site_url)
    for area in right("herders"):
        board.key(area)
    board.tool("check").focus()
    with board.answer("Right."):
        page.keyboard.press("Enter")
    board.tool("next").focus()
    with board.answer():
        page.keyboard.press("Enter")
    expect(board.tool("next")).to_have_count(0)


def test_a_bad_link_is_reported_in_one_sentence(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    board = opened(page, site_url, fragment="game=herders&rule=herders.fly")
    expect(board.status).to_contain_text("Expected a rule that can be practised")
    expect(board.tool("check")).to_be_visible()


@pytest.mark.nightly
def test_the_parts_of_another_question_replace_those_on_the_board(warm_page: NewPage, site_url: str) -> None:
    one, other = differing("territory")
    page = warm_page()
    board = opened(page, site_url, "territory", one)
    board.shell.evaluate("shell => { shell.dataset.same = 'yes' }")
    parts = board.shell.locator(".cat-part")
    before = parts.count()
    with board.repaint():
        page.evaluate("fragment => { location.hash = fragment }", other)
    expect(parts).not_to_have_count(before)
    assert board.shell.get_attribute("data-same") == "yes"
    board.settle()  # wait until the board's last view has been painted
    fresh = opened(warm_page(), site_url, "territory", other)
    assert difference(board.pixels(), fresh.pixels()) == 0
    assert board.areas() == fresh.areas()
    assert board.names() == fresh.names()
    area = next(name for name in board.areas() if name in fresh.areas())
    board.key(area)
    assert board.area(area).get_attribute("aria-selected") or board.area(area).get_attribute("aria-pressed")
    assert axe(page) == []
