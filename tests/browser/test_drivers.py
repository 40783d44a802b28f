"""The test harness itself: it reports all faults, and its actions reach the page."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page

from tests.browser.board_driver import DARK, PHONE, STILL, axe, difference, drag, live
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.static_host import Trap
from tests.browser.waits import until

# A minimal board that fulfils the page's contract: two areas that handle input, paint and set the message.
BOARD = """<!doctype html><html lang="en"><head><title>Board</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"></head><body><main><h1>Board</h1>
<div class="cat-shell" data-cat="static"><p class="cat-status" role="status">Press a cell.</p>
<canvas class="cat-paint" width="40" height="20" aria-hidden="true"></canvas>
<svg viewBox="0 0 40 20" width="300" height="150"><g role="grid" aria-label="Board"><g role="row">
<polygon data-id="a1" role="gridcell" tabindex="0" aria-label="a1" points="0,0 20,0 20,20 0,20"/>
<polygon data-id="b1" role="gridcell" tabindex="-1" aria-label="b1" points="20,0 40,0 40,20 20,20"/>
</g></g></svg><details class="cat-keys"><summary>Keys</summary>
<form class="cat-form"><label>Move <input></label></form></details></div>
<p style="height: 2000px"></p></main></body>
<script>
  const shell = document.querySelector(".cat-shell"), paint = shell.querySelector("canvas").getContext("2d");
  const press = (id, how) => {
    shell.querySelector(".cat-status").textContent = `${id} by ${how}`;
    paint.fillRect(id === "a1" ? 0 : 20, 0, 20, 20);
  };
  shell.onclick = (e) => e.target.dataset.id && press(e.target.dataset.id, e.pointerType || "mouse");
  shell.onkeydown = (e) => e.key === "Enter" && e.target.dataset.id && press(e.target.dataset.id, "key");
  shell.querySelector("form").onsubmit = (e) => { e.preventDefault(); press(e.target[0].value, "words"); };
  setTimeout(() => { shell.dataset.cat = "live"; paint.fillRect(0, 19, 1, 1); }, 300);
</script></html>"""


@pytest.fixture
def url(tmp_path: Path, serve: Callable[[Path], str]) -> str:
    (tmp_path / "index.html").write_text(BOARD, encoding="utf-8")
    (tmp_path / "boot.mjs").write_text("export {};\n" * 200, encoding="utf-8")
    return serve(tmp_path)


def test_a_board_is_pressed_by_mouse_keys_and_typed_moves(page: Page, url: str) -> None:
    page.goto(url + "/")
    board = live(page)
    assert board.areas() == ["a1", "b1"]
    blank = board.pixels()
    with board.answer("a1 by mouse"), board.repaint():
        board.click("a1")
    assert difference(blank, board.pixels()) == pytest.approx(0.5, abs=0.01)
    with board.answer("b1 by key"):
        board.key("b1")
    with board.answer("a1 by words"):
        board.type_move("a1")


def test_a_board_is_pressed_and_scrolled_by_touch(new_page: NewPage, url: str) -> None:
    page = new_page(**PHONE)
    page.goto(url + "/")
    board = live(page)
    with board.answer("b1 by touch"):
        board.tap("b1")
    drag(page, (100, 150), (0, -100))
    assert page.evaluate("scrollY") > 50
    assert page.evaluate("devicePixelRatio") == 3


def test_waiting_for_an_answer_that_never_comes_fails(page: Page, url: str) -> None:
    page.goto(url + "/")
    board = live(page)
    with pytest.raises(AssertionError), board.answer(timeout=500):
        board.area("a1").hover()


def test_the_readers_preferences_reach_the_page(new_page: NewPage, url: str) -> None:
    page = new_page(**DARK, **STILL)
    page.goto(url + "/")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")


def test_axe_finds_faults(page: Page, url: str) -> None:
    page.goto(url + "/")
    live(page)
    assert axe(page) == []
    page.evaluate("document.querySelector('h1').outerHTML = '<img src=\"data:,\">'")
    assert any(line.startswith("image-alt") for line in axe(page))


@pytest.mark.parametrize(
    "script",
    [
        "fetch('http://other.example/a').catch(() => 0)",
        "new WebSocket('wss://other.example/b')",
        "new Worker(URL.createObjectURL(new Blob([\"fetch('http://other.example/c').catch(() => 0)\"])))",
        "document.head.insertAdjacentHTML('beforeend', '<link rel=prefetch href=http://other.example/d>')",
    ],
    ids=["fetch", "socket", "worker", "prefetch"],
)
def test_a_request_to_another_host_is_a_fault(page: Page, watch: Watch, trap: Trap, url: str, script: str) -> None:
    page.goto(url + "/")
    assert watch.faults() == []
    before = len(trap.caught)
    page.evaluate(f"() => {{ {script} }}")
    # Wait for both: a request that the trap catches late would fail the next test. `evaluate` delivers the events.
    until(lambda: page.evaluate("1") and watch.outside and len(trap.caught) > before, 20, "a request is caught")
    assert any("other.example" in fault for fault in watch.faults())
    watch.pardon()


def test_console_and_page_errors_are_faults(page: Page, watch: Watch, url: str) -> None:
    page.goto(url + "/")
    page.evaluate("() => { console.error('first'); setTimeout(() => { throw new Error('second'); }); }")
    until(lambda: page.evaluate("1") and len(watch.errors) == 2, 20, "two errors")
    assert [re.findall(r"first|second", fault) for fault in watch.faults()] == [["first"], ["second"]]
    watch.forgive("first")
    assert len(watch.faults()) == 1
    watch.forgive("second")


def test_the_host_compresses_files_for_browsers_that_accept_it(url: str) -> None:
    with urlopen(Request(f"{url}/boot.mjs", headers={"Accept-Encoding": "gzip"}), timeout=10) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Content-Type"] == "text/javascript"
        assert int(answer.headers["Content-Length"]) < 200
    with urlopen(f"{url}/boot.mjs", timeout=10) as answer:
        assert answer.headers["Content-Encoding"] is None
