"""A page requests first the files that it shows, then those for its boards, then those for the next page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from sphinx.builders.html._assets import _JavaScript

from cattools.site.sphinx.page_head import scripts
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.waits import settled

SAVES = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
REQUESTS = "() => performance.getEntriesByType('resource').map((one) => [one.name, one.startTime])"
PREFETCHED = "() => [...document.querySelectorAll('link[rel=prefetch]')].map((one) => one.href)"


def names_of(files: list[Any]) -> list[str]:
    return [str(file.filename or file.attributes["body"]) for file in files]


@pytest.mark.parametrize(
    ("body", "loaded"),
    [
        ("<p>toggle, tabs, highlight</p>", ["documentation_options.js"]),
        ('<div class="a highlight">', ["documentation_options.js", "copybutton.js"]),
        (
            '<div class="admonition dropdown">',
            ["documentation_options.js", "let toggleHintShow = 1", "togglebutton.js"],
        ),
        ('<div class="sd-tab-set">', ["documentation_options.js", "design-tabs.js"]),
    ],
)
def test_a_page_loads_only_scripts_that_have_something_to_do(body: str, loaded: list[str]) -> None:
    names = ["documentation_options.js", "doctools.js", "copybutton.js", "togglebutton.js", "design-tabs.js"]
    files = [_JavaScript(name, priority=n, data_kind="x") for n, name in enumerate(names)]
    files[3:3] = [_JavaScript("", body="let toggleHintShow = 1"), _JavaScript("", body="DOCUMENTATION_OPTIONS.a = 1")]
    found = scripts([*files, *files], body)
    assert names_of(found) == loaded
    assert all(("defer" in file.attributes) == bool(file.filename) for file in found)
    assert all(file.attributes["data_kind"] == "x" for file in found if file.filename)


def test_only_the_script_that_queues_presses_blocks_a_page(site: Path) -> None:
    for page in site.rglob("book/**/*.html"):
        waits = re.findall(r'<script (?![^>]*\b(?:defer|type="later"))[^>]*src="([^"?]*)', page.read_text("utf-8"))
        assert [name.rpartition("/")[2] for name in waits] in ([], ["boot.js"]), page


def test_a_page_without_boards_prefetches_the_kernel_after_it_has_loaded(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/about.html", wait_until="load")
    page.wait_for_function("document.querySelector('link[rel=prefetch]')")
    files = [link.rpartition("/")[2].partition("?")[0] for link in page.evaluate(PREFETCHED)]
    assert {"zstd.wasm", "pyodide.asm.wasm.bin", "catlive.snapshot.bin"} <= set(files)
    assert "prefetch" not in page.content().partition("</head>")[0].partition("offline.js")[0]


def test_nothing_is_prefetched_in_data_saving_mode(new_page: NewPage, site_url: str) -> None:
    for name in ("about", "herders/practice"):
        page = new_page()
        page.add_init_script(SAVES)
        page.goto(f"{site_url}/book/{name}.html", wait_until="load")
        settled(page, "new Promise((done) => requestIdleCallback(done))")
        settled(page, "new Promise((done) => requestIdleCallback(done))")
        assert page.evaluate(PREFETCHED) == []
        assert not [
            one for one, _ in page.evaluate(REQUESTS) if one.partition("?")[0].endswith((".bin", ".wasm", ".zip"))
        ]


@pytest.mark.parametrize("name", ["herders/turn", "calico/cats"])
def test_the_kernel_is_requested_after_the_page_has_arrived(new_page: NewPage, site_url: str, name: str) -> None:
    """The page includes its styles; until they have arrived, nothing else uses bandwidth."""
    page = new_page()
    page.goto(f"{site_url}/book/{name}.html")
    page.wait_for_function("window.catlive?.live")
    ends = page.evaluate("""[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name }) => /\\.html|style\\.css/.test(name)).slice(0, 2).map((one) => one.responseEnd)""")
    large = [at for file, at in page.evaluate(REQUESTS) if file.partition("?")[0].endswith((".bin", ".wasm"))]
    assert len(ends) == 2
    assert len(large) == 4  # the decoder, Pyodide, the snapshot and the game's snapshot
    assert min(large) >= max(ends)


def test_boards_answer_before_the_theme_is_loaded(new_page: NewPage, site_url: str) -> None:
    page = new_page()
    page.goto(f"{site_url}/book/herders/turn.html")
    page.wait_for_function("window.catlive?.live")
    asked = dict(page.evaluate(REQUESTS))
    theme = next(at for name, at in asked.items() if "pydata-sphinx-theme" in name)
    assert next(at for name, at in asked.items() if "/board.mjs" in name) < theme


# With these scripts, the boards of a page do not answer, or answer only after the reader presses a board.
@pytest.mark.nightly
@pytest.mark.parametrize("script", [SAVES, "delete window.WebAssembly", "delete window.Worker"])
def test_the_theme_is_loaded_even_if_boards_do_not_answer(new_page: NewPage, site_url: str, script: str) -> None:
    page = new_page()
    page.add_init_script(script)
    page.goto(f"{site_url}/book/herders/turn.html")
    come = "performance.getEntriesByType('resource').find(({ name }) => name.includes('pydata-sphinx-theme'))"
    page.wait_for_function(come)
    page.wait_for_load_state("networkidle")
    mode = page.evaluate("document.documentElement.dataset.mode")
    page.locator(".theme-switch-button:visible").first.click()
    page.wait_for_function("mode => document.documentElement.dataset.mode !== mode", arg=mode)
    assert page.locator("script[type=later]").count() == 0


@pytest.mark.nightly
def test_nothing_moves_when_the_pictures_of_the_first_page_arrive(page: Page, watch: Watch, site_url: str) -> None:
    watch.forgive("ERR_FAILED")
    page.route("**/hero-*.svg", lambda route: route.abort())
    heights = []
    for _ in range(2):
        page.goto(f"{site_url}/book/intro.html")
        heights.append(page.evaluate("document.querySelector('.cat-games').getBoundingClientRect().height"))
        page.unroute("**/hero-*.svg")
    assert heights[0] == pytest.approx(heights[1], abs=1)
    assert heights[0] > 100


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_painted_in_its_colours_immediately(new_page: NewPage, site_url: str, scheme: Any) -> None:
    """The colours do not depend on the theme's script, which sets them again later."""
    page = new_page(color_scheme=scheme)
    page.route("**/pydata-sphinx-theme.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{site_url}/book/about.html")
    dataset = json.loads(page.evaluate("JSON.stringify(document.documentElement.dataset)"))
    assert (dataset["mode"], dataset["theme"]) == ("auto", scheme)
    page.evaluate("localStorage.setItem('mode', 'light')")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
