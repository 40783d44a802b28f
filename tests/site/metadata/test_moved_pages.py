"""Former addresses of pages still lead to the pages."""

from pathlib import Path

from playwright.sync_api import Page

from cattools.site.metadata.moved_pages import MOVED, former_ids, write


def test_each_page_that_has_moved_gets_a_redirect(tmp_path: Path) -> None:
    folder = tmp_path / "book" / "herders"
    folder.mkdir(parents=True)
    (folder / "rulings.html").touch()
    write(tmp_path)
    former = ["disputes.html", "interpretations.html", "quarrels.html", "readings.html"]
    assert sorted(file.name for file in folder.iterdir()) == [*former, "rulings.html"]
    assert all("rulings.html" in (folder / name).read_text("utf-8") for name in former)


def test_a_ruling_keeps_the_permalinks_of_the_dispute_that_it_was() -> None:
    assert former_ids("herders.ruling.jump") == ["herders.dispute-4", "herders.quarrel-4"]
    assert former_ids("herders.ruling.first") == former_ids("herders.move.clear") == []


def test_every_former_address_redirects_to_a_page_of_the_site(site: Path) -> None:
    pages = {name: [*(site / "book").glob(f"*/{name}.html")] for name in MOVED}
    assert all(pages.values())
    for name, found in pages.items():
        assert all((page.with_name(f"{MOVED[name]}.html")).is_file() for page in found)


def test_a_redirect_keeps_query_and_fragment(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/book/herders/quarrels.html?from=a+chat#quarrel-2")
    page.wait_for_url("**/book/herders/rulings.html?from=a+chat#dispute-2")
    assert page.locator(":target").count() == 1
