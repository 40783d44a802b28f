"""Typing, dragging and saved games in each engine: one visit to a position editor, a scorer and the question box.

No driver can compose text with an input method or hold two mouse buttons in every engine, so the steps dispatch
the events of a browser; tests/browser/boards/test_keys_and_drags.py drags with Chromium's real mouse.
"""

# ruff: noqa: RUF001 - the tests are about letters that look alike
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.engine_fixtures import BOARD, CHROMIUM_FIRST, Visit, take_steps
from tests.browser.engines import Driver
from tests.browser.kernel.test_engines import SAID
from tests.browser.static_host import StaticHost

pytestmark = pytest.mark.browser
LINE = f"document.querySelector('{BOARD} .cat-form input')"
NAMES = f"[...document.querySelectorAll('{BOARD} .cat-area')].map((area) => area.getAttribute('aria-label'))"
LISTED = f"document.querySelector('{BOARD} .cat-kept-games')?.textContent"
SAVED_AT = 1_763_000_000_000  # 13 November 2025
KEY = """(place, init) =>
  place.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }))"""
# A mouse drags from one area to another; `before` is dispatched before the button is released.
DRAG = f"""(start, end, before) => {{
  const area = (id) => document.querySelector(`{BOARD} .cat-area[data-id="${{id}}"]`);
  const fire = (type, id, of = PointerEvent, more = {{}}) =>
    area(id).dispatchEvent(new of(type, {{ bubbles: true, cancelable: true, pointerType: "mouse", ...more }}));
  fire("pointerdown", start);
  if (before === "Escape") ({KEY})(area(end), {{ key: "Escape" }});
  if (before === "right press") fire("mousedown", end, MouseEvent, {{ button: 2 }});
  fire("pointerup", end);
}}"""


def has(cell: str, piece: str) -> str:
    """Return an expression that is true if a cell has a piece."""
    return f"{NAMES}.some((name) => name.startsWith({json.dumps(f'{cell}, {piece}')}))"


def types(visit: Visit, words: str) -> None:
    """Type words into the line of the board, in one go as an input method does, and press Enter."""
    visit.driver.run(f"void ({LINE}.value = {json.dumps(words)})")
    visit.driver.run(f"void ({KEY})({LINE}, {{ key: 'Enter' }})")
    visit.driver.run(f"void {LINE}.form.requestSubmit()")


def a_saved_game_shows_day_month_and_year(visit: Visit) -> None:
    visit.driver.open(f"{visit.host.url}/book/about.html")
    row = json.dumps(f'[{SAVED_AT}, "2 cats"]\n{{')
    visit.driver.run(f"void localStorage.setItem('cat-game table.herders gx', {row})")
    visit.open("book/herders/position.html")
    visit.driver.until(f"{LISTED}?.includes('November 13, 2025')")


def a_position_can_be_typed_in_full_width(visit: Visit) -> None:
    visit.driver.press(f"{BOARD} .cat-keys summary")
    types(visit, "ｒｅｄ　ｆ３　ｃａｔ　ｆ\u200b５")
    visit.driver.until(has("f5", "cat"))


def a_key_of_an_input_method_is_no_command(visit: Visit) -> None:
    """Safari marks the Enter that ends the composition only with the code 229."""
    visit.driver.run(f"void ({LINE}.value = 'あ')")
    for flags in ("isComposing: true", "keyCode: 229"):
        for key in ("Escape", "Enter", "?"):
            for place in (LINE, f"document.querySelector('{BOARD} .cat-area[data-id=f5]')"):
                visit.driver.run(f"void ({KEY})({place}, {{ key: '{key}', {flags} }})")
    visit.rests()
    assert visit.driver.run(f"{LINE}.value") == "あ"
    assert visit.driver.run(has("f5", "cat"))
    visit.driver.run(f"void ({KEY})({LINE}, {{ key: 'Escape' }})")
    visit.driver.until(f"{LINE}.value === '' && !({has('f5', 'cat')})")  # the same key without an input method undoes


def a_right_press_and_escape_cancel_a_drag(visit: Visit) -> None:
    types(visit, "red f3 cat f5")
    visit.driver.until(has("f5", "cat"))
    visit.rests()
    for how in ("right press", "Escape"):
        visit.driver.run(f"void ({DRAG})('f5', 'g6', '{how}')")
        visit.rests()
        assert visit.driver.run(has("f5", "cat")), how
    visit.driver.run(f"void ({DRAG})('f5', 'g6', '')")
    visit.driver.until(has("g6", "cat"))


def a_move_can_be_typed_with_any_dash_and_in_full_width(visit: Visit) -> None:
    visit.driver.press(f"{BOARD} [data-tool=may]")
    visit.driver.until(f"document.querySelector('{BOARD} [data-tool=may][aria-pressed=true]')")
    visit.rests()
    types(visit, "ｆ３ー\ufeffｆ４")
    visit.driver.until(has("f4", "red herder"))


def a_full_storage_is_reported(visit: Visit) -> None:
    refuses = "() => { throw new DOMException('full', 'QuotaExceededError'); }"
    visit.driver.run(f"void (Storage.prototype.setItem = {refuses})")
    visit.driver.press(f"{BOARD} [data-tool=table]")
    visit.driver.until(f"document.querySelector('{BOARD} .cat-kept-games')")
    types(visit, "-g6")
    visit.driver.until(
        f"document.querySelector('{BOARD}').innerText.includes('This browser does not save what you enter')"
    )


def a_scorer_reads_full_width(visit: Visit) -> None:
    visit.open("book/territory/scorer.html")
    visit.driver.press(f"{BOARD} .cat-keys summary")
    types(visit, "ｒｅｄ１　Ｃ\u200b４")
    visit.driver.until(f"{SAID}.includes('Red 1')")


def the_question_box_reads_quotes_and_full_width(visit: Visit) -> None:
    visit.driver.run("void document.querySelector('.search-button__button').click()")
    visit.driver.until("document.querySelector('.cat-ask').open")
    field = "document.querySelector('.cat-ask input')"
    answers = "[...document.querySelectorAll('[id^=cat-answer-]')]"  # the page's own game is another, which comes first
    for words in ("jump over a cat", "ｊｕｍｐ\u3000ｏｖｅｒ “ａ\u200b” ｃａｔ"):
        visit.driver.run(f"void ({field}.value = {json.dumps(words)}, {field}.dispatchEvent(new Event('input')))")
        visit.driver.until(f"{answers}.some((one) => one.href.endsWith('#herders-move-clear'))")
        visit.driver.run(f"void ({field}.value = '', {field}.dispatchEvent(new Event('input')))")
        visit.driver.until("!document.querySelector('#cat-answer-0')")


STEPS: list[Callable[[Visit], None]] = [
    a_saved_game_shows_day_month_and_year,
    a_position_can_be_typed_in_full_width,
    a_key_of_an_input_method_is_no_command,
    a_right_press_and_escape_cancel_a_drag,
    a_move_can_be_typed_with_any_dash_and_in_full_width,
    a_full_storage_is_reported,
    a_scorer_reads_full_width,
    the_question_box_reads_quotes_and_full_width,
]


@pytest.mark.nightly
@pytest.mark.parametrize("driver", CHROMIUM_FIRST, indirect=True)
def test_typing_and_dragging(driver: Driver, host: StaticHost, site: Path, subtests: pytest.Subtests) -> None:
    take_steps(STEPS, Visit(driver, host, site), subtests)
    assert driver.errors() == []
