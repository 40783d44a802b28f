"""A page with boards under adverse conditions: what it loads, what it says, and what a reader can still do."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.board_driver import CATLIVE, KERNEL_FILE, CellCode, go_live, longest_page, press_something
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.waits import settled
from tests.kinds import nightly

# Code that fails, and the sentence about it.
ERRORS = {
    "x = 1\nx + nothing": "Line 2: NameError: name 'nothing' is not defined",
    "if True\n": "Line 1: SyntaxError: expected ':'",
    "import numpy\nnumpy.zeros(3)": "Line 2: AttributeError: numpy.zeros is not available on a page of the book",
}
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
})"""


@pytest.mark.parametrize(("lost", "state"), [("WebAssembly", "nowasm"), ("Worker", "noworker")])
def test_if_the_browser_cannot_run_a_kernel_the_status_line_says_so_and_the_pictures_stay(
    page: Page, url: str, lost: str, state: str
) -> None:
    page.add_init_script(f"delete globalThis.{lost}")
    page.goto(url)
    line = page.locator(".cat-shell .cat-state").first
    expect(line).to_have_attribute("data-state", state)
    expect(line).to_have_text(line.get_attribute(f"data-{state}") or "a line")
    assert page.locator('[data-cat="static"] svg').count() > 0
    assert page.locator('[data-cat="live"]').count() == 0


@pytest.mark.parametrize("lost", ["kernel.mjs", "widgets.mjs", nightly("pyodide.asm.wasm"), nightly("zstd.wasm")])
def test_if_a_file_is_missing_the_status_line_says_so_and_the_pictures_stay(
    page: Page, url: str, watch: Watch, lost: str
) -> None:
    watch.pardon()
    page.route(re.compile(re.escape(lost)), lambda route: route.fulfill(status=404))
    page.goto(url)
    state = page.locator(".cat-shell .cat-state").first
    expect(state).to_have_attribute("data-state", "failed")
    expect(state).to_contain_text(state.get_attribute("data-failed") or "a line")
    assert page.locator('[data-cat="static"] svg').count() > 0
    assert page.locator(".cat-waiting").count() == 0


def test_without_javascript_the_pictures_and_the_code_can_be_read(new_page: NewPage, url: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(url)
    assert page.locator('[data-cat="static"] svg').first.bounding_box()
    code = page.locator("details.cat-code").first
    code.locator("summary").click()
    expect(code.locator("pre")).to_be_visible()
    expect(code.get_by_role("button", name="Run")).to_be_hidden()


@pytest.mark.nightly
def test_an_early_press_is_queued_and_played(page: Page, url: str) -> None:
    gate: list[Route] = []
    # held back, so that the boards stay pictures without precomputed answers
    page.route(re.compile(f"{KERNEL_FILE}|/precomputed/"), lambda route: gate.append(route))  # noqa: PLW0108
    page.goto(url)
    shell = page.locator(".cat-shell").first
    expect(shell).to_have_attribute("data-cat", "static")
    expect(shell.locator(".cat-state")).to_have_attribute(
        "data-state", re.compile("loading|begun|slow|still")
    )  # after three seconds, the line shows the progress
    status = page.locator(".cat-status").first
    before = status.inner_text()
    area = shell.locator("[data-id]").nth(3)
    area.focus()
    area.dispatch_event("click")
    expect(shell).to_have_class(re.compile("cat-waiting"))
    box, focused = shell.bounding_box(), "document.activeElement.dataset.id"
    pressed = page.evaluate(focused)
    for route in sorted(gate, key=lambda route: "/precomputed/" in route.request.url):
        route.continue_()
    page.unroute_all()
    page.wait_for_function(CATLIVE)
    expect(status).not_to_have_text(before)
    assert page.locator(".cat-shell").first.get_attribute("data-cat") == "live"
    after = page.locator(".cat-shell").first.bounding_box()
    assert box
    assert after
    assert (after["x"], after["y"], after["width"]) == (box["x"], box["y"], box["width"])
    assert page.evaluate(focused) == pressed


@pytest.fixture(scope="session")
def many(site: Path, site_url: str) -> str:
    """Return the address of the page with the most live cells outside folds; its boards do not all fit on a screen."""
    page, cells = longest_page(site)
    assert cells > 5
    return f"{site_url}/{page}"


@pytest.mark.nightly
def test_a_press_before_other_boards_are_live_stops_none_of_them_from_hydrating(page: Page, many: str) -> None:
    """A live board has the focus while the others hydrate; all boards hydrate, and the code of all can be edited."""
    page.goto(many)
    first = page.locator('.cat-shell[data-cat="live"] [data-id]').first
    first.dispatch_event("click")
    first.focus()
    cells = page.locator("div.cell.tag_live")
    assert page.locator("div.cell.tag_live[data-live]").count() < cells.count()
    page.wait_for_function(CATLIVE)
    assert page.evaluate("catlive.errors") == []
    expect(page.locator("div.cell.tag_live[data-live]")).to_have_count(cells.count())
    expect(page.locator("div.cell.tag_live textarea.cat-code-field")).to_have_count(cells.count())
    assert page.evaluate("document.activeElement.closest('.cat-shell').dataset.cat") == "live"


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_as_wide_as_its_picture(new_page: NewPage, url: str, theme: str) -> None:
    page = new_page(color_scheme=theme, viewport={"width": 600, "height": 800})
    gate: list[Route] = []
    page.route(re.compile(KERNEL_FILE), lambda route: gate.append(route))  # noqa: PLW0108 - boards stay pictures
    page.goto(url)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    boxes = "() => [...document.querySelectorAll('.cat-shell')].map((one) => one.getBoundingClientRect().width)"
    pictures = page.evaluate(boxes)
    gate[0].continue_()
    page.wait_for_function(CATLIVE)
    assert page.locator('[data-cat="static"]').count() == 0
    assert page.evaluate(boxes) == pictures


def test_hydration_moves_nothing(page: Page, url: str) -> None:
    go_live(page, url)
    assert settled(page, SHIFTS) < 0.01


@pytest.mark.nightly
def test_in_data_saving_mode_the_kernel_starts_at_the_first_press(page: Page, url: str, watch: Watch) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    assert not [address for address in watch.requests if "kernel.mjs" in address]
    expect(page.locator(".cat-state").first).to_have_text("Press the board to start it")
    for name in ("save", "open", "share"):
        for button in page.locator(f"[data-tool={name}]").all():
            expect(button).to_have_attribute("aria-disabled", "true")
    before = page.locator(".cat-status").first.inner_text()
    page.locator(".cat-shell [data-id]").nth(3).dispatch_event("click")
    page.wait_for_function(CATLIVE)
    expect(page.locator(".cat-status").first).not_to_have_text(before)


@pytest.mark.nightly
def test_the_code_can_be_changed_run_and_restored(page: Page, url: str) -> None:
    go_live(page, url)
    code = CellCode(page)
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


def test_an_error_in_a_cell_is_reported_in_one_sentence(page: Page, url: str) -> None:
    go_live(page, url)
    code = CellCode(page)
    for source, sentence in ERRORS.items():
        code.run(source)
        error = code.cell.get_by_role("alert")
        expect(error).to_contain_text(sentence)
        assert "Traceback" not in code.cell.inner_text()
        assert len(error.inner_text().splitlines()) == 1
    code.run("6 * 7")
    expect(code.cell.locator(".cell_output")).to_have_text("42")


@pytest.mark.nightly
@pytest.mark.parametrize("box", ["Tab", "Accordion"])
def test_a_board_works_in_every_ipywidgets_box(page: Page, url: str, box: str) -> None:
    """A cell can put boards into the boxes of ipywidgets; boxes and boards then share the page's widgets library."""
    go_live(page, url)
    code = CellCode(page)
    board = 'from cattools import show\nboard = show("herders.turn")'
    code.run(f"{board}\nimport ipywidgets as w\nw.{box}([w.IntText(7), board], titles=['number', 'board'])")
    code.cell.get_by_text("board", exact=True).click()
    expect(code.cell.locator(".cat-shell .cat-layer")).to_be_visible()
    press_something(page)


@pytest.mark.nightly
def test_the_second_page_fetches_no_part_of_the_kernel_again(page: Page, url: str) -> None:
    go_live(page, url)
    go_live(page, url + "#again")
    page.reload()
    page.wait_for_function(CATLIVE)
    sent = page.evaluate(
        "performance.getEntriesByType('resource').filter((e) => e.name.includes('/catlive/') && e.transferSize > 300)"
        ".map((e) => e.name)"
    )
    assert sent == []


ADDRESS = re.compile(r"""(?:src|href|url|import|fetch|from)\s*[=(]\s*["'`]?\s*((?:https?:)?//[^"'`)\s>]+)""")
LOADED = {".html", ".css"}


@pytest.mark.nightly
def test_nothing_in_the_pages_is_loaded_from_another_host(site: Path) -> None:
    """Links that a reader follows may lead to other hosts; scripts, styles, pictures and fonts may not."""
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
    """The links work without scripts: each leads to a page of the site and to an anchor on it."""
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
