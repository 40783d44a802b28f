"""Features that depend on Pyodide's internals: the memory snapshot, its WebAssembly in halves, modules on demand."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from cattools.games import GAMES
from tests.browser.board_driver import CATLIVE, CellCode, go_live, idle, press_something
from tests.browser.page_watch import Watch
from tests.kinds import nightly, some

pytestmark = pytest.mark.pyodide_patches


def test_the_restored_memory_equals_that_of_the_build(page: Page, url: str) -> None:
    go_live(page, url + "?check")
    digest = page.evaluate("catlive.digest")
    assert digest["hex"] == digest["want"]
    assert len(digest["want"]) == 64
    assert page.evaluate("catlive.note ?? null") is None
    press_something(page)


@pytest.mark.nightly
def test_without_a_snapshot_the_kernel_starts_normally(page: Page, url: str, watch: Watch) -> None:
    go_live(page, url + "?snap=0")
    assert not [address for address in watch.requests if "snapshot" in address]
    assert page.evaluate("catlive.note ?? null") is None
    press_something(page)


def missing(route: Route) -> None:
    route.fulfill(status=404)


def login_page(route: Route) -> None:
    route.fulfill(body=b"<title>Log in to this network</title>")


def truncated(route: Route) -> None:
    body = route.fetch().body()
    route.fulfill(body=body[: len(body) // 2])


def garbled(route: Route) -> None:
    body = bytearray(route.fetch().body())
    body[len(body) // 2] ^= 1
    route.fulfill(body=bytes(body))


@pytest.mark.nightly
@pytest.mark.parametrize("trouble", [missing, login_page, truncated, garbled])
def test_an_unusable_snapshot_is_skipped(page: Page, url: str, watch: Watch, trouble: Callable[[Route], None]) -> None:
    watch.forgive("404")
    page.route(re.compile("snapshot"), trouble)
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))
    go_live(page, url)
    note = page.evaluate("catlive.note")
    assert note.startswith("started without the snapshot: ")
    assert note in logged
    press_something(page)


@pytest.mark.nightly
def test_a_snapshot_of_another_build_is_skipped(page: Page, url: str) -> None:
    def differing(route: Route) -> None:
        other, count = re.subn(r"\bstamp:(\d+)", r"stamp:\1+1", route.fetch().text())
        assert count == 1 + len(GAMES)  # those of the shared snapshot and of each game's
        route.fulfill(body=other, content_type="text/javascript")

    page.route(re.compile(r"kernel\.mjs"), differing)
    go_live(page, url)
    assert "another build" in page.evaluate("catlive.note")


@pytest.mark.nightly
def test_an_engine_with_a_different_function_table_skips_the_snapshot(page: Page, url: str) -> None:
    """The engine has Python's trampoline, so the different length of its table has an unknown cause."""

    def differing(route: Route) -> None:
        body = route.fetch().text()
        longer, count = re.subn(r"(\.wasmTable\.length)(?=!==)", r"\1+1", body)
        assert count == 1
        route.fulfill(body=longer, content_type="text/javascript")

    page.route(re.compile(r"kernel\.mjs"), differing)
    go_live(page, url)
    assert "the function table has a different length" in page.evaluate("catlive.note")
    press_something(page)


@pytest.mark.parametrize(("trouble", "how"), [(login_page, "damaged"), (truncated, "truncated"), (garbled, "damaged")])
def test_damaged_webassembly_is_reported_in_the_status_line(
    page: Page, url: str, trouble: Callable[[Route], None], how: str
) -> None:
    page.route(re.compile(r"asm\.wasm"), trouble)
    page.goto(url)
    expect(page.locator(".cat-shell .cat-state").first).to_have_attribute("data-state", "failed")
    assert f"pyodide.asm.wasm.bin is {how}" in page.evaluate("catlive.errors.join()")


REST = "**/pyodide.rest.wasm.bin*"
# Functions of Python that no board calls.
RARE = "import unicodedata\nunicodedata.name('猫') + str(hash(complex(3, 4).__rpow__(2)) != 0)"


@pytest.mark.parametrize("game_id", some(GAMES, lambda game: game == "calico"))
@pytest.mark.parametrize("page_name", ["play", "turn", *map(nightly, ("position", "practice"))])
@pytest.mark.parametrize("edition", ["", "ja/"])
def test_boards_hydrate_and_play_with_the_first_half_of_pyodide(
    page: Page, site: Path, site_url: str, game_id: str, page_name: str, edition: str
) -> None:
    """The half that is loaded first contains all that boards need; here, the other half never arrives."""
    if not (site / "book" / game_id / f"{page_name}.html").is_file():
        page_name = "index"
    requested: list[Route] = []
    page.route(REST, lambda route: requested.append(route))  # noqa: PLW0108 - Playwright sets attributes on a handler
    go_live(page, f"{site_url}/{edition}book/{game_id}/{page_name}.html")
    for n in range(8):
        areas = page.locator('.cat-shell[data-cat="live"] [data-id]')
        areas.nth(n * 7 % areas.count()).dispatch_event("click")
        idle(page)
    assert page.evaluate("catlive.state") == "live"
    assert page.evaluate("catlive.errors") == []
    assert not [
        route for route in requested if route.request.resource_type != "fetch"
    ]  # a kernel that waits does not use fetch


def test_a_call_to_the_second_half_waits_for_it(page: Page, url: str) -> None:
    waited: list[Route] = []

    def only_if_the_kernel_waits(route: Route) -> None:
        if route.request.resource_type == "fetch":  # the request of an idle kernel, which is never answered here
            return
        waited.append(route)
        route.continue_()

    page.route(REST, only_if_the_kernel_waits)
    go_live(page, url)
    assert not waited
    code = CellCode(page)
    code.run(RARE)
    expect(code.cell.locator(".cell_output")).to_have_text("'CJK UNIFIED IDEOGRAPH-732BTrue'")
    press_something(page)
    assert len(waited) == 1


@pytest.mark.nightly
def test_the_second_half_is_loaded_when_the_kernel_is_idle(page: Page, url: str, watch: Watch) -> None:
    go_live(page, url)
    page.wait_for_function("catlive.marks.whole")
    code = CellCode(page)
    code.run(RARE)
    expect(code.cell.locator(".cell_output")).to_have_text("'CJK UNIFIED IDEOGRAPH-732BTrue'")
    assert len([address for address in watch.requests if "pyodide.rest" in address]) == 1


@pytest.mark.nightly
def test_without_the_second_half_a_kernel_that_needs_it_ends_and_can_be_restarted(
    page: Page, url: str, watch: Watch
) -> None:
    watch.pardon()
    page.route(REST, missing)
    go_live(page, url)
    code = CellCode(page)
    code.run(RARE)
    line = page.locator(".cat-shell .cat-state").first
    expect(line).to_have_attribute("data-state", "stopped")
    assert "the rest of Pyodide did not load (status 404)" in page.evaluate("catlive.errors.join()")
    page.unroute(REST)
    page.get_by_role("button", name="Restart").first.click()
    page.wait_for_function(CATLIVE)
    press_something(page)


LATE = [
    ("import colorsys\ncolorsys.rgb_to_hls(0, 0, 0)[1]", "0.0"),
    ("import html\nhtml.unescape('&lt;')", "'<'"),
    ("import asyncio\ntype(asyncio.get_event_loop()).__name__", "'WebLoop'"),
    ("import tempfile, zipfile\nzipfile.ZipFile(tempfile.TemporaryFile(), 'w').namelist()", "[]"),
    ("from urllib.request import Request\nRequest('a:b').type", "'a'"),
    ("import json, traceback\ntry: json.loads('[')\nexcept ValueError: x = traceback.format_exc()\nx[0]", "'T'"),
    ("import pyodide.webloop, pyodide._package_loader as p\np.get_format('zip')", "'zip'"),
]  # fmt: skip


@pytest.mark.nightly
def test_modules_missing_from_the_snapshot_are_fetched_when_a_cell_imports_them(
    page: Page, url: str, watch: Watch
) -> None:
    go_live(page, url)
    press_something(page)
    assert not [address for address in watch.requests if address.split("?")[0].endswith(".zip")]
    code = CellCode(page)
    for source, shown in LATE:
        code.run(source)
        expect(code.cell.locator(".cell_output")).to_have_text(shown)
    code.run("import ipywidgets\nipywidgets.IntSlider(value=3, description='cats')")
    expect(code.cell.get_by_role("slider")).to_have_attribute("aria-valuetext", "3")
    code.run("from ipywidgets import *\nVBox([Label('a'), Checkbox(description='b')])")
    expect(code.cell.get_by_role("checkbox")).to_be_visible()
    assert [address.split("?")[0].rsplit("/", 1)[1] for address in watch.requests if ".zip" in address] == [
        "python_stdlib.zip",
        "catlive.zip",
    ]
