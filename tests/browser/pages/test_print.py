"""Printed sheets in Chromium fit both paper sizes, have no cut-off or small text, and print from the book's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from cattools import cli
from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.games import having
from cattools.site.printable.html import document, pad_page, sheet_pages
from cattools.site.printable.pdf import SIZES
from cattools.site.printable.reference_sheet import sheet_of
from tests.browser.board_driver import axe, visit
from tests.browser.fixtures import NewPage
from tests.kinds import some
from tools.check_javascript import PACKAGES, install

ALL = pytest.mark.parametrize("game_id", having("has_reference_sheet"))
SHEETS = [
    (game_id, code, size)
    for game_id in having("has_reference_sheet")
    for code, size in [*(("en", size) for size in SIZES.values()), ("ja", "A4")]
]

# For every page: how far any element extends beyond it, the smallest text in CSS pixels, and text that is cut off.
MEASURE = """() => [...document.querySelectorAll(".cat-print-page")].map((leaf) => {
  const page = leaf.getBoundingClientRect();
  let over = 0, smallest = 1e9, cut = [];
  for (const one of leaf.querySelectorAll("*")) {
    const box = one.getBoundingClientRect();
    if (!box.width || (one.closest("svg") && !["svg", "text"].includes(one.localName))) continue;
    over = Math.max(over, box.right - page.right, box.bottom - page.bottom, page.left - box.left, page.top - box.top);
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText) continue;
    const scale = one.localName === "text" ? one.getScreenCTM().a : 1;
    smallest = Math.min(smallest, parseFloat(getComputedStyle(one).fontSize) * scale);
    const wide = one.localName === "text" ? 0 : one.clientWidth;
    if (wide && one.scrollWidth > wide + 1) cut.push(one.textContent);
  }
  return { over, smallest, cut, tall: page.height };
})"""
MM, POINT = 96 / 25.4, 96 / 72
ROOM = {"A4": 297 - 20, "Letter": 279.4 - 20}  # millimetres between the margins


@pytest.fixture(scope="module")
def printed(browser: Browser) -> Iterator[Page]:
    """Yield a page that shows the print layout, as wide as the text area of both paper sizes."""
    page = browser.new_page(viewport={"width": round(190 * MM), "height": 900})
    page.emulate_media(media="print")
    yield page
    page.close()


def page_count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.parametrize(
    ("game_id", "code", "size"), some(SHEETS, lambda sheet: sheet[1] == "en" or sheet == SHEETS[-1])
)
def test_a_sheet_has_two_pages_and_a_pad_one_and_no_text_is_cut_or_small(
    printed: Page, game_id: str, code: str, size: str
) -> None:
    install()
    with speaking(catalogue(code)):
        found = sheet_of(game_id)
        full = [f"Player {n}, with a long name" for n in range(found.pad.players)]
        printouts = [(sheet_pages(found), 2), (pad_page(found, full), 1)]
    for body, pages in printouts:
        printed.set_content(document(body, game_id, size, PACKAGES / "node_modules"))
        printed.wait_for_function("document.fonts.status === 'loaded'")
        measured = printed.evaluate(MEASURE)
        assert len(measured) == pages
        for side in measured:
            assert side["over"] < 1, "content overflows the page"
            assert side["tall"] <= ROOM[size] * MM
            assert side["smallest"] >= 9 * POINT - 0.05
            assert side["cut"] == []
        assert page_count(printed.pdf(prefer_css_page_size=True, print_background=True)) == pages


@pytest.mark.nightly
@pytest.mark.parametrize("paper_size", ["A4", "Letter"])
def test_the_books_page_prints_the_same_sheets(warm_page: NewPage, site_url: str, paper_size: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/calico/printable.html")
    assert page_count(page.pdf(format=paper_size, print_background=True)) == 2
    page.get_by_label("A score pad").check()
    page.get_by_label("Name of player 1").fill("Ada")
    assert not page.locator(".cat-sheet").first.is_visible()
    assert page_count(page.pdf(format=paper_size, print_background=True)) == 1


@pytest.mark.nightly
def test_the_books_page_fits_a_phone_and_links_to_its_files(warm_page: NewPage, site_url: str, site: Path) -> None:
    page = warm_page(viewport={"width": 360, "height": 740})
    for game_id in having("has_reference_sheet"):
        visit(page, f"{site_url}/book/{game_id}/printable.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert axe(page, "main") == []
        leaves = page.evaluate(MEASURE)
        assert [leaf["over"] < 1 for leaf in leaves[:2]] == [True, True]
        files = page.locator(".cat-sheet-files a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        assert len(files) == 4
        for file in files:
            assert (site / "book" / game_id / file).resolve().read_bytes().startswith(b"%PDF")


@pytest.mark.browser
def test_the_command_writes_the_requested_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sheets", "--paper", "a4", "--names", "Ada, Ben", "--out", str(tmp_path / "out"), "herders"]) == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == ["herders-pad-a4.pdf", "herders-sheet-a4.pdf"]
    assert [page_count(file.read_bytes()) for file in files] == [1, 2]
    assert capsys.readouterr().out.count("herders-") == 2
