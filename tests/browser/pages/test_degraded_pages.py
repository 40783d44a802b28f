"""A page with boards under adverse conditions: what it loads, what it says, and what a reader can still do."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from cattools.games import GAMES
from tests.browser.board_driver import idle
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.kinds import some

LIVE = "window.catlive && catlive.state === 'live'"
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
})"""


@pytest.fixture(scope="session")
def name(site: Path) -> str:
    """Return a page with boards, none of which fills the screen: such a board is laid out only with a script."""
    texts = {file: file.read_text(encoding="utf-8") for file in sorted((site / "book").rglob("*.html"))}
    pages = [file for file, text in texts.items() if 'data-cat="static"' in text and "data-fills" not in text]
    assert pages, "expected the site to hold a page with a board"
    return str(pages[0].relative_to(site))


@pytest.fixture
def url(site_url: str, name: str) -> str:
    return f"{site_url}/{name}"


def go_live(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function(f"({LIVE}) || catlive.errors.length || catlive.state === 'failed'", timeout=60_000)
    assert page.evaluate("catlive.errors") == []


def press_something(page: Page) -> None:
    """Press an area until the board has said something new: an effect, not the absence of errors."""
    said = page.locator(".cat-shell .cat-status").first
    before = said.inner_text()
    page.locator(".cat-shell [data-id]").nth(3).dispatch_event("click")
    expect(said).not_to_have_text(before)


def test_the_restored_memory_equals_that_of_the_build(page: Page, url: str) -> None:
    go_live(page, url + "?check")
    digest = page.evaluate("catlive.digest")
    assert digest["hex"] == digest["want"]
    assert len(digest["want"]) == 64
    assert page.evaluate("catlive.note ?? null") is None
    press_something(page)


def test_without_a_snapshot_the_kernel_starts_normally(page: Page, url: str, watch: Watch) -> None:
    go_live(page, url + "?snap=0")
    assert not [asked for asked in watch.requests if "snapshot" in asked]
    assert page.evaluate("catlive.note ?? null") is None
    press_something(page)


def missing(route: Route) -> None:
    route.fulfill(status=404)


def other(route: Route) -> None:
    route.fulfill(body=b"<title>Log in to this network</title>")


def cut(route: Route) -> None:
    body = route.fetch().body()
    route.fulfill(body=body[: len(body) // 2])


def garbled(route: Route) -> None:
    body = bytearray(route.fetch().body())
    body[len(body) // 2] ^= 1
    route.fulfill(body=bytes(body))


@pytest.mark.parametrize("trouble", [missing, other, cut, garbled])
def test_an_unusable_snapshot_is_skipped(page: Page, url: str, watch: Watch, trouble: Callable[[Route], None]) -> None:
    watch.forgive("404")
    page.route(re.compile("snapshot"), trouble)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    go_live(page, url)
    note = page.evaluate("catlive.note")
    assert note.startswith("started without the snapshot: ")
    assert note in said
    press_something(page)


def test_a_snapshot_of_another_build_is_skipped(page: Page, url: str) -> None:
    def differing(route: Route) -> None:
        other, count = re.subn(r"\bstamp:(\d+)", r"stamp:\1+1", route.fetch().text())
        assert count == 1
        route.fulfill(body=other, content_type="text/javascript")

    page.route(re.compile(r"kernel\.mjs"), differing)
    go_live(page, url)
    assert "another build" in page.evaluate("catlive.note")


def test_an_engine_with_a_different_function_table_skips_the_snapshot(page: Page, url: str) -> None:
    """The engine has Python's trampoline, so the changed length of its table is a difference not seen so far."""

    def differing(route: Route) -> None:
        body = route.fetch().text()
        longer, count = re.subn(r"(\.wasmTable\.length)(?=!==)", r"\1+1", body)
        assert count == 1
        route.fulfill(body=longer, content_type="text/javascript")

    page.route(re.compile(r"kernel\.mjs"), differing)
    go_live(page, url)
    assert "the function table has a different length" in page.evaluate("catlive.note")
    press_something(page)


@pytest.mark.parametrize(("lost", "state"), [("WebAssembly", "nowasm"), ("Worker", "noworker")])
def test_if_the_browser_cannot_run_a_kernel_a_line_says_so_and_the_pictures_stay(
    page: Page, url: str, lost: str, state: str
) -> None:
    page.add_init_script(f"delete globalThis.{lost}")
    page.goto(url)
    line = page.locator(".cat-shell .cat-state").first
    expect(line).to_have_attribute("data-state", state)
    expect(line).to_have_text(line.get_attribute(f"data-{state}") or "a line")
    assert page.locator('[data-cat="static"] svg').count() > 0
    assert page.locator('[data-cat="live"]').count() == 0


@pytest.mark.parametrize("lost", ["kernel.mjs", "widgets.mjs", "pyodide.asm.wasm", "zstd.wasm"])
def test_when_a_part_is_missing_a_line_says_so_and_the_pictures_stay(
    page: Page, url: str, watch: Watch, lost: str
) -> None:
    watch.pardon()
    page.route(re.compile(re.escape(lost)), missing)
    page.goto(url)
    state = page.locator(".cat-shell .cat-state").first
    expect(state).to_have_attribute("data-state", "failed", timeout=30_000)
    expect(state).to_contain_text(state.get_attribute("data-failed") or "a line")
    assert page.locator('[data-cat="static"] svg').count() > 0
    assert page.locator(".cat-waiting").count() == 0


@pytest.mark.parametrize(("trouble", "how"), [(other, "damaged"), (cut, "truncated"), (garbled, "damaged")])
def test_if_python_arrives_damaged_a_line_says_so(
    page: Page, url: str, trouble: Callable[[Route], None], how: str
) -> None:
    page.route(re.compile(r"asm\.wasm"), trouble)
    page.goto(url)
    expect(page.locator(".cat-shell .cat-state").first).to_have_attribute("data-state", "failed", timeout=30_000)
    assert f"pyodide.asm.wasm.bin is {how}" in page.evaluate("catlive.errors.join()")


REST = "**/pyodide.rest.wasm.bin*"
# Functions of Python that no board calls.
RARE = "import unicodedata\nunicodedata.name('猫') + str(hash(complex(3, 4).__rpow__(2)) != 0)"


@pytest.mark.parametrize("game_id", some(GAMES, lambda game: game == "calico"))
@pytest.mark.parametrize("page_name", ["play", "position", "practice", "turn"])
def test_boards_hydrate_and_play_with_the_first_half_of_pyodide(
    page: Page, site: Path, site_url: str, game_id: str, page_name: str
) -> None:
    """All that a board needs of Python is in the half that is loaded first; here, the other half never arrives."""
    if not (site / "book" / game_id / f"{page_name}.html").is_file():
        page_name = "index"
    asked: list[Route] = []
    page.route(REST, lambda route: asked.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    go_live(page, f"{site_url}/book/{game_id}/{page_name}.html")
    for n in range(8):
        areas = page.locator('.cat-shell[data-cat="live"] [data-id]')
        areas.nth(n * 7 % areas.count()).dispatch_event("click")
        idle(page)
    assert page.evaluate("catlive.state") == "live"
    assert page.evaluate("catlive.errors") == []
    assert not [route for route in asked if route.request.resource_type != "fetch"]  # a waiting kernel asks otherwise


def test_a_call_to_the_second_half_waits_for_it(page: Page, url: str) -> None:
    waited: list[Route] = []

    def only_for_who_waits(route: Route) -> None:
        if route.request.resource_type == "fetch":  # the request of an idle kernel, which is never answered here
            return
        waited.append(route)
        route.continue_()

    page.route(REST, only_for_who_waits)
    go_live(page, url)
    assert not waited
    code = Code(page)
    code.run(RARE)
    expect(code.cell.locator(".cell_output")).to_have_text("'CJK UNIFIED IDEOGRAPH-732BTrue'")
    press_something(page)
    assert len(waited) == 1


def test_the_second_half_is_loaded_when_the_kernel_is_idle(page: Page, url: str, watch: Watch) -> None:
    go_live(page, url)
    page.wait_for_function("catlive.marks.whole")
    code = Code(page)
    code.run(RARE)
    expect(code.cell.locator(".cell_output")).to_have_text("'CJK UNIFIED IDEOGRAPH-732BTrue'")
    assert len([asked for asked in watch.requests if "pyodide.rest" in asked]) == 1


def test_without_the_second_half_a_kernel_that_needs_it_ends_and_can_be_restarted(
    page: Page, url: str, watch: Watch
) -> None:
    watch.pardon()
    page.route(REST, missing)
    go_live(page, url)
    code = Code(page)
    code.run(RARE)
    line = page.locator(".cat-shell .cat-state").first
    expect(line).to_have_attribute("data-state", "stopped", timeout=30_000)
    assert "the rest of Pyodide did not load (status 404)" in page.evaluate("catlive.errors.join()")
    page.unroute(REST)
    page.get_by_role("button", name="Restart").first.click()
    page.wait_for_function(LIVE, timeout=60_000)
    press_something(page)


def test_without_javascript_the_pictures_and_the_code_can_be_read(new_page: NewPage, url: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(url)
    assert page.locator('[data-cat="static"] svg').first.bounding_box()
    code = page.locator("details.cat-code").first
    code.locator("summary").click()
    expect(code.locator("pre")).to_be_visible()
    expect(code.get_by_role("button", name="Run")).to_be_hidden()


def test_an_early_press_is_queued_and_played(page: Page, url: str) -> None:
    gate: list[Route] = []
    # held back, so that the page stays a picture without precomputed answers
    page.route(re.compile("snapshot|/precomputed/"), lambda route: gate.append(route))  # noqa: PLW0108
    page.goto(url)
    shell = page.locator(".cat-shell").first
    expect(shell).to_have_attribute("data-cat", "static")
    expect(shell.locator(".cat-state")).to_have_attribute(
        "data-state", re.compile("loading|begun|slow|still")
    )  # after three seconds it reports progress
    said = page.locator(".cat-status").first
    before = said.inner_text()
    area = shell.locator("[data-id]").nth(3)
    area.focus()
    area.dispatch_event("click")
    expect(shell).to_have_class(re.compile("cat-waiting"))
    box, focused = shell.bounding_box(), "document.activeElement.dataset.id"
    pressed = page.evaluate(focused)
    for route in sorted(gate, key=lambda route: "/precomputed/" in route.request.url):
        route.continue_()
    page.unroute_all()
    page.wait_for_function(LIVE)
    expect(said).not_to_have_text(before)
    assert page.locator(".cat-shell").first.get_attribute("data-cat") == "live"
    after = page.locator(".cat-shell").first.bounding_box()
    assert box
    assert after
    assert (after["x"], after["y"], after["width"]) == (box["x"], box["y"], box["width"])
    assert page.evaluate(focused) == pressed


@pytest.fixture(scope="session")
def many(site: Path, site_url: str) -> str:
    """Return the address of the page with the most live cells, whose boards do not all fit on a screen."""
    cells = {f: f.read_text(encoding="utf-8").count("tag_live") for f in (site / "book").rglob("*.html")}
    assert max(cells.values()) > 5
    return f"{site_url}/{max(cells, key=cells.__getitem__).relative_to(site)}"


def test_a_press_before_other_boards_are_live_delays_none_of_them(page: Page, many: str) -> None:
    """A live board has the focus while the others replace their pictures: all of them do, and all can be edited."""
    page.goto(many)
    first = page.locator('.cat-shell[data-cat="live"] [data-id]').first
    first.dispatch_event("click", timeout=30_000)
    first.focus()
    cells = page.locator("div.cell.tag_live")
    assert page.locator("div.cell.tag_live[data-live]").count() < cells.count()
    page.wait_for_function(LIVE, timeout=60_000)
    assert page.evaluate("catlive.errors") == []
    expect(page.locator("div.cell.tag_live[data-live]")).to_have_count(cells.count())
    expect(page.locator("div.cell.tag_live textarea.cat-code-field")).to_have_count(cells.count())
    assert page.evaluate("document.activeElement.closest('.cat-shell').dataset.cat") == "live"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_as_wide_as_its_picture(new_page: NewPage, url: str, theme: str) -> None:
    page = new_page(color_scheme=theme, viewport={"width": 600, "height": 800})
    gate: list[Route] = []
    page.route(re.compile("snapshot"), lambda route: gate.append(route))  # noqa: PLW0108 - held back: the page stays a picture
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    boxes = "() => [...document.querySelectorAll('.cat-shell')].map((one) => one.getBoundingClientRect().width)"
    pictures = page.evaluate(boxes)
    gate[0].continue_()
    page.wait_for_function(LIVE)
    assert page.locator('[data-cat="static"]').count() == 0
    assert page.evaluate(boxes) == pictures


def test_hydration_moves_nothing(page: Page, url: str) -> None:
    go_live(page, url)
    assert page.evaluate(SHIFTS) < 0.01


def test_in_data_saving_mode_the_kernel_starts_at_the_first_press(page: Page, url: str, watch: Watch) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    assert not [asked for asked in watch.requests if "kernel.mjs" in asked]
    expect(page.locator(".cat-state").first).to_have_text("Press the board to start it")
    for name in ("save", "open", "share"):
        for button in page.locator(f"[data-tool={name}]").all():
            expect(button).to_have_attribute("aria-disabled", "true")
    before = page.locator(".cat-status").first.inner_text()
    page.locator(".cat-shell [data-id]").nth(3).dispatch_event("click")
    page.wait_for_function(LIVE)
    expect(page.locator(".cat-status").first).not_to_have_text(before)


class Code:
    """The code of the first live cell, opened."""

    def __init__(self, page: Page) -> None:
        self.cell = page.locator("div.cell.tag_live").first
        self.cell.locator("summary", has_text="Code").click()
        self.field = self.cell.locator("textarea")

    def run(self, source: str, keys: str = "") -> None:
        self.field.fill(source)
        if keys:
            self.field.press(keys)
        else:
            self.cell.get_by_role("button", name="Run", exact=True).click()


def test_the_code_can_be_changed_run_and_restored(page: Page, url: str) -> None:
    go_live(page, url)
    code = Code(page)
    original = code.field.input_value()
    boards = code.cell.locator(".cat-shell").count()
    output = code.cell.locator(".cell_output")
    code.run("6 * 7", "Control+Enter")
    expect(output).to_have_text("42")
    code.run("print('a')\nprint('b')", "Shift+Enter")
    expect(output.locator(".cat-stream")).to_have_text("a\nb\n")
    code.cell.get_by_role("button", name="Restore").click()
    expect(code.cell.locator('.cat-shell[data-cat="live"]')).to_have_count(boards)
    assert code.field.input_value() == original
    press_something(page)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\nx + nothing", "Line 2: NameError: name 'nothing' is not defined"),
        ("if True\n", "Line 1: SyntaxError: expected ':'"),
        ("import numpy\nnumpy.zeros(3)", "Line 2: AttributeError: numpy.zeros is not available on a page of the book"),
    ],
)
def test_an_error_in_a_cell_is_reported_in_one_sentence(page: Page, url: str, source: str, sentence: str) -> None:
    go_live(page, url)
    code = Code(page)
    code.run(source)
    error = code.cell.get_by_role("alert")
    expect(error).to_contain_text(sentence)
    assert "Traceback" not in code.cell.inner_text()
    assert len(error.inner_text().splitlines()) == 1
    code.run("6 * 7")
    expect(code.cell.locator(".cell_output")).to_have_text("42")


LATE = [
    ("import colorsys\ncolorsys.rgb_to_hls(0, 0, 0)[1]", "0.0"),
    ("import html\nhtml.unescape('&lt;')", "'<'"),
    ("import asyncio\ntype(asyncio.get_event_loop()).__name__", "'WebLoop'"),
    ("import tempfile, zipfile\nzipfile.ZipFile(tempfile.TemporaryFile(), 'w').namelist()", "[]"),
    ("from urllib.request import Request\nRequest('a:b').type", "'a'"),
    ("import json, traceback\ntry: json.loads('[')\nexcept ValueError: x = traceback.format_exc()\nx[0]", "'T'"),
    ("import pyodide.webloop, pyodide._package_loader as p\np.get_format('zip')", "'zip'"),
]  # fmt: skip


def test_modules_missing_from_the_snapshot_are_fetched_when_a_cell_imports_them(
    page: Page, url: str, watch: Watch
) -> None:
    go_live(page, url)
    press_something(page)
    assert not [asked for asked in watch.requests if asked.split("?")[0].endswith(".zip")]
    code = Code(page)
    for source, shown in LATE:
        code.run(source)
        expect(code.cell.locator(".cell_output")).to_have_text(shown)
    code.run("import ipywidgets\nipywidgets.IntSlider(value=3, description='cats')")
    expect(code.cell.get_by_role("slider")).to_have_attribute("aria-valuetext", "3")
    code.run("from ipywidgets import *\nVBox([Label('a'), Checkbox(description='b')])")
    expect(code.cell.get_by_role("checkbox")).to_be_visible()
    assert [asked.split("?")[0].rsplit("/", 1)[1] for asked in watch.requests if ".zip" in asked] == [
        "python_stdlib.zip",
        "catlive.zip",
    ]


@pytest.mark.parametrize("box", ["Tab", "Accordion"])
def test_a_board_works_in_every_ipywidgets_box(page: Page, url: str, box: str) -> None:
    """A cell can lay out boards in ipywidgets' boxes, which share the page's library with them."""
    go_live(page, url)
    code = Code(page)
    board = 'from cattools import show\nboard = show("herders.turn")'
    code.run(f"{board}\nimport ipywidgets as w\nw.{box}([w.IntText(7), board], titles=['number', 'board'])")
    code.cell.get_by_text("board", exact=True).click()
    expect(code.cell.locator(".cat-shell .cat-layer")).to_be_visible()
    press_something(page)


def test_the_second_page_fetches_no_part_of_the_kernel_again(page: Page, url: str) -> None:
    go_live(page, url)
    go_live(page, url + "#again")
    page.reload()
    page.wait_for_function(LIVE)
    sent = page.evaluate(
        "performance.getEntriesByType('resource').filter((e) => e.name.includes('/catlive/') && e.transferSize > 300)"
        ".map((e) => e.name)"
    )
    assert sent == []


ADDRESS = re.compile(r"""(?:src|href|url|import|fetch|from)\s*[=(]\s*["'`]?\s*((?:https?:)?//[^"'`)\s>]+)""")
LOADED = {".html", ".css"}


def test_nothing_in_the_pages_is_loaded_from_another_host(site: Path) -> None:
    """Links a reader follows are fine; scripts, styles, pictures and fonts are not."""
    found = []
    for file in site.rglob("*"):
        if file.suffix not in LOADED:
            continue
        text = re.sub(r"<a\b[^>]*>", "", file.read_text(encoding="utf-8"))
        text = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
        found += [f"{file.relative_to(site)}: {m[1]}" for m in ADDRESS.finditer(text)]
        assert "thebe" not in text.lower() or file.suffix == ".css", file
    assert found == []


RULE_LINK = re.compile(r'<a class="cat-rule" href="([^"#]*)#([^"]+)"')


def test_links_in_a_picture_lead_to_existing_anchors(site: Path) -> None:
    """Without any script, they lead to a page of the site and to an anchor on it."""
    found, wrong = 0, set()
    for file in site.rglob("*.html"):
        for page, anchor in RULE_LINK.findall(file.read_text(encoding="utf-8")):
            found += 1
            target = (file.parent / page) if page else file
            if not target.is_file() or f'id="{anchor}"' not in target.read_text(encoding="utf-8"):
                wrong.add(f"{file.relative_to(site)}: {page}#{anchor}")
    assert found > 10
    assert wrong == set()


def test_the_folder_is_ready_for_a_static_host(site: Path) -> None:
    root = (site / "index.html").read_text(encoding="utf-8")
    assert "url=book/intro.html" in root
    icon = re.search(r'rel="icon"[^>]* href="([^"?]+)', root)
    assert icon
    assert (site / icon[1]).is_file(), "browsers would request a missing icon"
    assert (site / ".nojekyll").is_file()
    assert not [f for f in site.rglob("*") if f.suffix in {".ipynb", ".doctree", ".map"} and "book" in f.parts]
