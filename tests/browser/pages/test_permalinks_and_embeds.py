"""Readers who come from another site: by a permalink, by an address that does not exist, or to an embedded board."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, Page, Route, expect

from cattools.lessons.example import example
from cattools.site.metadata.example_images import CARD, card
from cattools.site.pipeline.chromium import Printer
from tests.browser.board_driver import Board, axe
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.kinds import nightly

LINE = "allow-scripts allow-same-origin allow-popups"
NO_STORE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("insecure", "SecurityError"); } });"""


@pytest.mark.parametrize("way", ["r/herders.move/", nightly("r/herders.move")])
def test_a_permalink_leads_to_its_rule(page: Page, site_url: str, way: str) -> None:
    page.goto(f"{site_url}/{way}")
    expect(page).to_have_url(re.compile(r"/book/herders/turn\.html#herders-move$"))
    expect(page.get_by_role("heading", name="Moving a herder")).to_be_in_viewport()


@pytest.mark.nightly
def test_a_button_at_the_heading_copies_the_permalink(new_page: NewPage, site_url: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site_url}/book/herders/turn.html")
    heading = page.get_by_role("heading", name="Moving a herder")
    button = heading.get_by_role("button")
    expect(button).to_have_css("opacity", "0")
    heading.hover()
    expect(button).to_have_css("opacity", "1")
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site_url}/r/herders.move/"
    expect(button).to_have_text("Cite")


@pytest.mark.nightly
def test_without_a_clipboard_the_address_is_selected(page: Page, site_url: str) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    page.goto(f"{site_url}/book/herders/rulings.html")
    button = page.locator("[data-cite]").first
    button.focus()
    expect(button).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    field = page.locator(".cat-cited")
    expect(field).to_be_focused()
    cited = (button.get_attribute("data-cite") or "").removesuffix("/").rpartition("/")[2]
    assert cited.startswith("herders.ruling.")
    assert page.evaluate("getSelection().toString()") == f"{site_url}/r/{cited}/"
    assert axe(page) == []


@pytest.mark.parametrize("way", [nightly("nowhere.html"), "book/deep/er/page.html"])
def test_a_missing_page_offers_a_search_and_a_link_to_the_home_page(
    page: Page, site_url: str, watch: Watch, way: str
) -> None:
    watch.forgive("404")
    page.goto(f"{site_url}/{way}")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    assert axe(page) == []
    expect(page.get_by_role("link", name="Go to the home page")).to_have_attribute("href", f"{site_url}/index.html")
    page.get_by_role("searchbox", name="Ask the rules").fill("wolf sheep")
    page.get_by_role("button", name="Ask").click()
    expect(page).to_have_url(f"{site_url}/search.html?q=wolf+sheep")
    expect(page.get_by_role("option").first).to_contain_text("Wolves eat")


@pytest.fixture
def elsewhere(tmp_path: Path, serve: Callable[[Path], str]) -> tuple[Path, str]:
    """Return the folder and the address of another site."""
    return tmp_path, serve(tmp_path).replace("127.0.0.1", "localhost")


def framed(page: Page, elsewhere: tuple[Path, str], line: str) -> Frame:
    """Put a line of HTML into a page of another site, and return the frame that it creates."""
    folder, url = elsewhere
    folder.joinpath("blog.html").write_text(f'<!doctype html><link rel="icon" href="data:,">{line}', encoding="utf-8")
    page.goto(f"{url}/blog.html")
    frame = page.locator("iframe").element_handle().content_frame()
    assert frame
    return frame


def test_a_board_is_embedded_by_the_line_that_its_page_offers(
    new_page: NewPage, site_url: str, elsewhere: tuple[Path, str]
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site_url}/book/herders/turn.html")
    copy = page.locator('[data-embed$="show=herders.move"]')  # not located by the code's text, which becomes a field
    cell = page.locator("div.cell.tag_live", has=copy)
    cell.locator("summary", has_text="Code").click()
    copy.click()
    expect(cell.get_by_role("button", name="Copied")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    assert line.startswith(f'<iframe src="{site_url}/embed.html?show=herders.move"')
    assert line.endswith("></iframe>")
    assert "\n" not in line
    assert ' title="Moving a herder, Cat Herders"' in line
    frame = framed(page, elsewhere, line)
    expect(frame.locator('.cat-shell[data-cat="live"]')).to_be_visible()
    assert frame.title().startswith("Moving a herder · ")
    board = Board(page, frame.locator(".cat-shell"))
    with board.answer():
        board.area("f6").dispatch_event("click")
    assert frame.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="See it in the rulebook").click()
    expect(opened.value).to_have_url(re.compile(r"/book/herders/turn\.html#herders-move$"))


@pytest.mark.nightly
def test_an_embedded_board_hydrates_however_late_the_script_that_names_it_arrives(page: Page, site_url: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/embed.js*", hold)
    page.goto(f"{site_url}/embed.html?show=herders.move", wait_until="commit")
    page.wait_for_function("window.catlive && performance.getEntriesByType('paint').length")
    assert page.evaluate("[catlive.state, catlive.marks.page ?? null]") == ["picture", None]  # there is no cell to run
    held[0].continue_()
    expect(page.locator('.cat-shell[data-cat="live"]')).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["herders/turn", "catbox/components"])
@pytest.mark.parametrize("width", [360, 1280])
def test_an_embedded_board_fits_a_frame_of_any_width(
    new_page: NewPage, site_url: str, elsewhere: tuple[Path, str], name: str, width: int
) -> None:
    """The copied line shows the whole board without a scroll bar, whether it was copied on a phone or a desktop."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"], viewport={"width": width, "height": 800})
    page.goto(f"{site_url}/book/{name}.html")
    page.locator("[data-embed]").first.dispatch_event("click")
    page.wait_for_function("() => document.querySelector('[data-embed]').dataset.was")
    frame = framed(page, elsewhere, page.evaluate("navigator.clipboard.readText()"))
    expect(frame.locator('.cat-shell[data-cat="live"]')).to_be_visible()
    for wide in (376, 516, 556, 600, 716):  # widths of the blog, including its margins
        page.set_viewport_size({"width": wide, "height": 800})
        page.wait_for_function(f"() => document.querySelector('iframe').offsetWidth === {wide - 16}")
        # True as soon as the text is laid out for the new width.
        frame.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.nightly
def test_a_frame_without_scripts_says_so_and_shows_nothing_broken(
    page: Page, site_url: str, elsewhere: tuple[Path, str], watch: Watch
) -> None:
    watch.forgive("Blocked script execution")
    frame = framed(page, elsewhere, f'<iframe src="{site_url}/embed.html?show=herders.move" sandbox></iframe>')
    expect(frame.locator("main")).to_match_aria_snapshot(
        "- paragraph: The board needs JavaScript, which is disabled here."
    )
    expect(frame.locator("img")).to_be_hidden()


def test_an_embedded_board_hydrates_without_storage(page: Page, site_url: str, elsewhere: tuple[Path, str]) -> None:
    page.add_init_script(NO_STORE)
    address = f"{site_url}/embed.html?show=herders.move&amp;theme=dark"
    line = f'<iframe src="{address}" width="600" height="640" sandbox="{LINE}"></iframe>'
    frame = framed(page, elsewhere, line)
    expect(frame.locator('.cat-shell[data-cat="live"]')).to_be_visible()
    assert frame.evaluate("[catlive.errors, document.documentElement.dataset.theme]") == [[], "dark"]


def test_in_a_frame_that_cannot_run_a_kernel_the_picture_stays_and_the_status_line_says_why(
    page: Page, site_url: str, elsewhere: tuple[Path, str], watch: Watch
) -> None:
    watch.pardon()
    line = f'<iframe src="{site_url}/embed.html?show=herders.move" sandbox="allow-scripts"></iframe>'
    frame = framed(page, elsewhere, line)
    expect(frame.locator(".cat-state")).to_contain_text("The board c")
    assert frame.locator("img").evaluate("one => one.complete && one.naturalWidth > 0")


@pytest.mark.parametrize("query", ["", *map(nightly, ("?show=../secret", "?show=herders"))])
def test_an_address_that_names_no_board_shows_an_example_address(page: Page, site_url: str, query: str) -> None:
    page.goto(f"{site_url}/embed.html{query}")
    expect(page.locator("main")).to_contain_text("embed.html?show=herders.move")


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("&options=plyers=3", "options=plyers=3"),
        *map(nightly, (("&foo=1", "foo=1"), ("&theme=purple", "theme=purple"), ("#options=players=3", "#options"))),
    ],
)
def test_what_a_board_cannot_read_in_its_address_is_named_in_one_sentence(
    page: Page, site_url: str, more: str, found: str
) -> None:
    page.goto(f"{site_url}/embed.html?show=herders.move{more}")
    expect(page.locator(".cat-embed-unread")).to_contain_text(f"This page cannot read {found}")
    expect(page.locator('.cat-shell[data-cat="live"]')).to_be_visible()


def test_nothing_is_reported_if_the_whole_address_can_be_read(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/embed.html?show=herders.move&theme=dark&utm_source=club")
    expect(page.locator('.cat-shell[data-cat="live"]')).to_be_visible()
    assert page.locator(".cat-embed-unread").count() == 0


def test_an_unknown_board_is_reported_in_one_sentence(page: Page, site_url: str, watch: Watch) -> None:
    watch.forgive("404")
    page.goto(f"{site_url}/embed.html?show=herders.plaec")
    expect(page.locator(".cat-error")).to_contain_text("did you mean herders.place?")
    assert page.locator("img").count() == 0


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_of_a_board_serves_every_reader(new_page: NewPage, site_url: str, theme: str) -> None:
    page = new_page(color_scheme=theme, bypass_csp=False)
    page.goto(f"{site_url}/embed.html?show=herders.move")
    expect(page.locator('.cat-shell[data-cat="live"]')).to_be_visible()
    assert axe(page) == []


def test_a_card_is_a_png_of_the_size_that_link_previews_use(browser: Browser) -> None:
    del browser  # a Chromium must be installed
    with Printer() as printer:
        data = printer.png(card(example("herders.move")), *CARD)
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == CARD
