"""The book in Japanese: its boards, links and search, and what stays when the language is changed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cattools.games import GAMES
from cattools.lessons.example import example
from tests.browser.board_driver import LIVE, PHONE, axe, live, move
from tests.browser.fixtures import NewPage
from tests.kinds import nightly

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENGLISH = re.compile(r"\b[a-z]{3,}\b.*\b[a-z]{3,}\b")
AREAS = "all => all.map(one => [one.dataset.id, one.className])"
OTHER = ".cat-language >> visible=true"


def change_language(page: Page) -> None:
    if not page.locator(OTHER).count():
        page.locator(".primary-toggle").click()
    page.locator(OTHER).first.click()


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_boards_speak_the_language_of_the_page(game: str, new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/ja/book/{game}/play.html")
    board = live(page)
    with board.answer():
        board.shell.locator(".cat-area.legal").first.dispatch_event("click")
    spoken = [*board.names(), board.said()]
    assert [one for one in spoken if ENGLISH.search(one)] == []
    assert all(JAPANESE.search(one) for one in spoken if len(one) > 4)
    assert axe(page) == []


@pytest.mark.parametrize("device", [nightly("desk"), "phone"])
def test_a_game_goes_on_in_another_language(device: str, new_page: NewPage, site_url: str) -> None:
    page = new_page(**(PHONE if device == "phone" else {}))
    page.goto(f"{site_url}/book/herders/play.html")
    board = live(page)
    move(board)
    cells = board.shell.locator("[data-id]").evaluate_all("all => all.map(one => one.dataset.id)")
    pieces = board.shell.locator(".cat-layer").count()
    change_language(page)
    page.wait_for_url("**/ja/book/herders/play.html*")
    board = live(page)
    expect(board.status).to_contain_text(JAPANESE)
    assert board.shell.locator("[data-id]").evaluate_all("all => all.map(one => one.dataset.id)") == cells
    assert board.shell.locator(".cat-layer").count() == pieces
    expect(board.shell.locator('[data-tool="undo"]')).to_be_enabled()
    change_language(page)
    page.wait_for_url(re.compile(r"(?<!ja)/book/herders/play\.html"))
    expect(live(page).shell.locator('[data-tool="undo"]')).to_be_enabled()


@pytest.mark.parametrize("ready", [LIVE, nightly("[data-recorded]")])
def test_an_example_board_goes_on_in_another_language(ready: str, new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/turn.html")
    page.locator(ready).first.wait_for(state="attached")
    shell = page.locator(".cat-shell").first  # it asks for cells
    chosen = shell.locator('[data-id][aria-selected="true"], [data-id][aria-pressed="true"]')
    for area in example("herders.move.goes").solution:
        shell.locator(f'[data-id="{area}"]').dispatch_event("click")
    expect(chosen).to_have_count(len(example("herders.move.goes").solution))
    for language in ("ja", "en"):
        change_language(page)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        live(page)
        expect(chosen).to_have_count(len(example("herders.move.goes").solution))
    shell.locator('[data-tool="check"]').click()
    expect(shell.locator(".cat-done")).to_be_visible()
    solved = shell.locator("[data-id]").evaluate_all(AREAS)
    change_language(page)
    page.wait_for_url("**/ja/book/herders/turn.html")
    live(page)
    expect(shell.locator(".cat-status")).to_contain_text("青の手番です。")
    assert shell.locator("[data-id]").evaluate_all(AREAS) == solved


def test_an_answered_practice_question_goes_on_in_another_language(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/practice.html")
    board = live(page)
    with board.answer():
        board.tool("solve").click()
    before = board.shell.locator("[data-id]").evaluate_all(AREAS)
    task = board.shell.locator(".cat-task").inner_text()
    change_language(page)
    page.wait_for_url("**/ja/book/herders/practice.html*")
    board = live(page)
    expect(board.shell.locator(".cat-task")).to_contain_text(JAPANESE)
    assert board.shell.locator("[data-id]").evaluate_all(AREAS) == before
    change_language(page)
    page.wait_for_url(re.compile(r"(?<!ja)/book/herders/practice\.html"))
    expect(live(page).shell.locator(".cat-task")).to_have_text(task, use_inner_text=True)


def test_the_home_page_resumes_in_its_own_language(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/turn.html")
    page.goto(f"{site_url}/ja/book/intro.html")
    link = page.locator(".cat-resume a")
    expect(link).to_have_text(re.compile("キャット・ハーダーズ.手番"))
    link.click()
    page.wait_for_url("**/ja/book/herders/turn.html")


@pytest.mark.nightly
def test_changing_the_language_keeps_the_section_and_is_remembered(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/territory/flip.html#territory-flip-gap")
    change_language(page)
    page.wait_for_url("**/ja/book/territory/flip.html#territory-flip-gap")
    expect(page.locator("#territory-flip-gap")).to_be_in_viewport()
    page.goto(f"{site_url}/r/territory.flip.gap/")
    page.wait_for_url("**/ja/book/territory/flip.html#territory-flip-gap")
    page.goto(f"{site_url}/")
    page.wait_for_url("**/ja/book/intro.html")
    change_language(page)
    page.wait_for_url(re.compile(r"(?<!ja)/book/intro\.html"))
    page.goto(f"{site_url}/r/territory.flip.gap/")
    page.wait_for_url(re.compile(r"(?<!ja)/book/territory/flip\.html#territory-flip-gap"))


AT_THE_TOP = """() => {
  const from = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const all = [...document.querySelectorAll("article :is(h2, p, li)")].filter((one) => !one.closest(".cat-shell"));
  return all.findIndex((one) => one.getBoundingClientRect().bottom > from + 1);
}"""


@pytest.mark.parametrize(
    ("section", "device"),
    [("", "phone"), ("#territory-flip-gap", "desk"), nightly(("", "desk")), nightly(("#territory-flip-gap", "phone"))],
)
def test_changing_the_language_keeps_what_is_on_the_screen(
    device: str, section: str, new_page: NewPage, site_url: str
) -> None:
    page = new_page(**(PHONE if device == "phone" else {}))
    page.goto(f"{site_url}/book/territory/flip.html{section}")
    page.locator(LIVE).last.wait_for(state="attached")
    heading = page.locator("article h2").last
    heading.evaluate("one => scrollTo({ top: one.getBoundingClientRect().top + scrollY - 90, behavior: 'instant' })")
    at_the_top = page.evaluate(AT_THE_TOP)
    for language in ("ja", "en"):
        page.locator(".cat-language").first.evaluate("link => link.click()")  # a real click would scroll to the link
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        page.locator(LIVE).last.wait_for(state="attached")
        expect(heading).to_be_in_viewport()
        page.wait_for_function(f"expected => ({AT_THE_TOP})() === expected", arg=at_the_top)


@pytest.mark.parametrize(("locale", "first"), [("ja-JP", "ja/book/"), ("en-GB", "book/"), ("de-DE", "book/")])
def test_only_the_first_visit_to_the_root_follows_the_browser(
    locale: str, first: str, new_page: NewPage, site_url: str
) -> None:
    page = new_page(locale=locale)
    page.goto(f"{site_url}/")
    page.wait_for_url(f"{site_url}/{first}intro.html")
    page.goto(f"{site_url}/book/about.html")
    assert page.url.endswith("/book/about.html")
    page.goto(f"{site_url}/r/herders.place/")
    page.wait_for_url(f"{site_url}/{first}herders/*.html#herders-place")


def test_a_reader_of_a_translation_stays_in_it(new_page: NewPage, site_url: str) -> None:
    page = new_page(locale="en-GB")
    page.goto(f"{site_url}/ja/book/about.html")
    page.goto(f"{site_url}/r/herders.place/")
    page.wait_for_url(f"{site_url}/ja/book/herders/*.html#herders-place")


@pytest.mark.nightly
def test_links_stay_in_the_language_of_the_page(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/ja/book/herders/turn.html")
    live(page)
    page.evaluate("window.sameDocument = true")
    page.locator("a.right-next").click()
    page.wait_for_url("**/ja/book/herders/cats.html")
    live(page)
    assert page.evaluate("window.sameDocument === true"), "the kernel goes on"
    change_language(page)
    page.wait_for_url(re.compile(r"(?<!ja)/book/herders/cats\.html"))


@pytest.mark.nightly
def test_japanese_questions_lead_to_japanese_pages(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/ja/book/herders/turn.html")
    page.keyboard.press("Control+k")
    page.keyboard.insert_text("猫を飛び越えられますか")
    first = page.get_by_role("option").first
    expect(first).to_contain_text(JAPANESE)
    said = first.locator(".cat-answer-says")  # the rule as the page states it, and not also in another Japanese wording
    expect(said.first).to_be_visible()
    expect(first.locator("[lang=ja]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/ja/book/herders/turn\.html#herders-move"))


@pytest.mark.nightly
def test_a_link_on_a_board_leads_to_a_page_in_the_language_of_the_board(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/ja/book/herders/turn.html")
    board = live(page)
    link = board.shell.locator("a[data-page]").first
    assert "/ja/book/herders/" in link.evaluate("one => one.href")
