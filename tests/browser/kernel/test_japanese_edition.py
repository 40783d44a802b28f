"""A reader's visit to the Japanese edition in each engine, and each game to its end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cattools.core.game_record import position_link
from cattools.games import GAMES
from tests.browser.boards.test_end_screen import before_the_end, numbers
from tests.browser.boards.test_practice import right
from tests.browser.engine_fixtures import BOARD, CHROMIUM_FIRST, MOVES, Visit, take_steps
from tests.browser.engines import Driver
from tests.browser.kernel.test_engines import LEGAL, PLAY, SAID, the_page_can_be_printed
from tests.browser.static_host import StaticHost

IDS = f"[...document.querySelectorAll('{LEGAL}')].map((area) => area.dataset.id)"
UNDO = f"document.querySelector('{BOARD} [data-tool=undo]')?.ariaDisabled"
TASK = f"document.querySelector('{BOARD} .cat-walkthrough p:has(.cat-kind)').innerText"
JAPANESE = "/[ぁ-ヿ]/"
ENGLISH = re.compile(r"[a-z]{3}")


def a_first_turn_is_walked_in_japanese(visit: Visit) -> None:
    visit.open("ja/book/territory/first-game.html")
    for _ in range(2):
        before = visit.driver.run(TASK)
        visit.driver.run(f"document.querySelector('{BOARD} :is([data-tool=next], [data-tool=solve])').click()")
        visit.driver.until(f"{TASK} !== {json.dumps(before)} && {JAPANESE}.test({TASK})")


def a_game_is_played_to_the_end_in_japanese(visit: Visit, game: str = "herders") -> None:
    before, action, _ = before_the_end(game, numbers(game)[0])
    seats = ["human" if seat == before.mover else "random" for seat in range(len(before.game.seats(before.options)))]
    visit.open(f"ja/book/{game}/play.html#{position_link(before, seats)}")
    visit.driver.until(f"{SAID}.includes('読み込みました。')")
    visit.driver.press(f"{BOARD} .cat-keys summary")
    visit.driver.press(f"{BOARD} .cat-form input")
    visit.driver.keys(*str(action), "Enter")
    result = f"document.querySelector('{BOARD} .cat-result > span')?.innerText"
    visit.driver.until(f"/勝ち|引き分け|勝利/.test({result})")
    assert not ENGLISH.search(visit.driver.run(result))


def a_question_is_practised_in_japanese(visit: Visit) -> None:
    visit.open("ja/book/herders/practice.html")
    for area in right("herders"):
        visit.driver.press(f'{BOARD} [data-id="{area}"]')
    visit.driver.press(f"{BOARD} [data-tool=check]")
    visit.driver.until(f"{SAID}.includes('正解です。')")


def a_sheet_is_printed_in_japanese(visit: Visit) -> None:
    visit.driver.open(f"{visit.host.url}/ja/book/herders/printable.html")
    visit.driver.until("document.readyState === 'complete'")
    sheets = "[...document.querySelectorAll('.cat-print-page')].map((sheet) => sheet.innerText)"
    assert visit.driver.run(f"{sheets}.map((text) => {JAPANESE}.test(text))") == [True, True, True]
    files = "[...document.querySelectorAll('.cat-sheet-files a')].map((link) => link.href)"
    begin = "(file) => fetch(file).then((found) => found.text()).then((text) => text.slice(0, 4))"
    assert set(visit.driver.run(f"Promise.all({files}.map({begin}))")) == {"%PDF"}
    the_page_can_be_printed(visit)


def a_question_is_asked_in_japanese(visit: Visit) -> None:
    field = "document.querySelector('.cat-ask input')"
    # The button works once the page's scripts have run.
    asks = f"""(() => {{ if (!document.querySelector('.cat-ask')?.open)
      document.querySelector('.search-button__button')?.click();
      else if ({field}.value !== '猫を飛び越せる') {{
        {field}.value = '猫を飛び越せる'; {field}.dispatchEvent(new Event('input')); }} return false; }})()"""
    visit.driver.until(f"{asks} || document.querySelector('#cat-answer-0')")
    visit.driver.until(f"{JAPANESE}.test(document.querySelector('#cat-answer-0').innerText)")
    visit.driver.run("document.querySelector('#cat-answer-0').click()")
    visit.driver.until("location.pathname.endsWith('/ja/book/herders/turn.html') && location.hash && window.catlive")
    visit.live()


def a_game_goes_on_in_the_other_language(visit: Visit) -> None:
    """The position stays the same: the legal areas, the number of listed moves, and whether undo is possible."""
    visit.open(PLAY)
    visit.rests()
    visit.plays(lambda: visit.driver.press(LEGAL))
    shown = f"JSON.stringify([{MOVES}, {IDS}, {UNDO}])"
    before = json.dumps(visit.driver.run(shown))
    for language in ("ja", "en"):
        visit.driver.run("[...document.querySelectorAll('.cat-language')].find((one) => one.offsetParent).click()")
        visit.driver.until(f"document.documentElement?.lang === '{language}' && window.catlive")
        visit.live()
        visit.driver.until(f"{shown} === {before}")
        visit.driver.until(f"{JAPANESE}.test({SAID}) === {json.dumps(language == 'ja')}")


STEPS = [
    a_first_turn_is_walked_in_japanese,
    a_game_is_played_to_the_end_in_japanese,
    a_question_is_practised_in_japanese,
    a_sheet_is_printed_in_japanese,
    a_question_is_asked_in_japanese,
    a_game_goes_on_in_the_other_language,
]


@pytest.mark.nightly
@pytest.mark.browser
@pytest.mark.parametrize("driver", CHROMIUM_FIRST, indirect=True)
def test_a_visit_in_japanese(driver: Driver, host: StaticHost, site: Path, subtests: pytest.Subtests) -> None:
    take_steps(STEPS, Visit(driver, host, site), subtests)
    assert driver.errors() == []


@pytest.mark.nightly
@pytest.mark.browser
@pytest.mark.parametrize("driver", ["chromium"], indirect=True)
def test_each_game_is_played_to_the_end_in_japanese(
    driver: Driver, host: StaticHost, site: Path, subtests: pytest.Subtests
) -> None:
    visit = Visit(driver, host, site)
    for game in GAMES:
        with subtests.test(game):
            a_game_is_played_to_the_end_in_japanese(visit, game)
    assert driver.errors() == []
