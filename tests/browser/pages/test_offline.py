"""After one visit, the book works without a network, in Chromium with its service worker."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from cattools.core.language import catalogue
from cattools.core.messages import speaking, translated
from cattools.site.pipeline.service_worker import MANIFEST, WORKER, make_offline
from tests.browser.board_driver import idle, live
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.waits import settled

KEPT = ".cat-offline"
RETRIED = 10_000  # milliseconds
OLD, NEXT = "book/herders/play.html", "book/calico/play.html"
NEWER = "<title>Newer: "
NEWER_KEPT = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  for (let n = 0; n < 600 && !found.waiting; n++) await new Promise((done) => setTimeout(done, 100));
  return Boolean(found.waiting);
}"""


@pytest.fixture
def reader(new_page: NewPage) -> Page:
    """Return a page of a browser that can store the book."""
    return new_page(service_workers="allow")


def visit(page: Page, address: str) -> None:
    """Open a page and wait until the whole book is stored."""
    page.goto(address)
    expect(page.locator(KEPT)).to_be_visible()


def test_after_one_visit_the_book_can_be_read_and_played_without_a_network(
    reader: Page, watches: list[Watch], site_url: str
) -> None:
    """A live board continues, its kernel can be restarted, and missing libraries can be loaded."""
    visit(reader, f"{site_url}/book/herders/play.html")
    reader.context.set_offline(True)
    board = live(reader)
    with board.answer("Chosen: "):
        board.shell.locator("[data-id].legal").first.click()
    message = board.said()
    reader.evaluate("catlive.restart()")
    expect(live(reader).status).to_have_text(message)
    box = reader.locator("details.cat-code").first
    box.locator("> summary").click()
    box.locator("textarea").fill("import decimal\ndecimal.Decimal(1) / 3")
    box.get_by_role("button", name="Run").click()
    expect(reader.locator(".cell_output").first).to_contain_text("0.3333")
    for name in ("calico/play", "territory/play", "catbox/round-tracker", "cattricola/scorer", "herders/practice"):
        reader.goto(f"{site_url}/book/{name}.html")
        assert live(reader).areas()
    for name in ("book/herders/reference.html", "", "search.html"):
        answer = reader.goto(f"{site_url}/{name}")
        assert answer is not None
        assert answer.ok
        assert answer.from_service_worker
        expect(reader.get_by_role("heading", level=1).first).to_be_visible()  # the site's root redirects
    # Precomputed answers are not stored, but cause no error.
    answers = "new URL('precomputed/herders.move.deflate', location.origin + '/rulebook/')"
    assert reader.evaluate(f"fetch({answers}).then(({{ status }}) => status)") == 204
    for name in ("r/herders.move/", "r/herders.move", "r/herders.dispute-1/?from=a+chat", "r/herders.quarrel-1"):
        reader.goto(f"{site_url}/{name}")
        expect(reader).to_have_url(re.compile(r"/book/herders/\w+\.html#[\w-]+$"))
        expect(reader.locator(":target")).to_have_count(1)
    watches[0].forgive("manifest.webmanifest")  # requested in each folder, to find the root of the book
    reader.goto(f"{site_url}/book/herders/no-such-page.html")
    expect(reader.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(reader.get_by_role("searchbox")).to_be_visible()  # the page has found the root of the book
    reader.goto(f"{site_url}/search.html?q=red+trump")
    expect(reader.get_by_role("option").first).to_contain_text("Red wins")


def test_offline_a_page_of_another_language_says_in_its_language_why_it_is_missing(
    reader: Page, watches: list[Watch], site_url: str
) -> None:
    visit(reader, f"{site_url}/book/herders/turn.html")
    reader.context.set_offline(True)
    watches[0].forgive("manifest.webmanifest")  # requested in each folder, to find the root of the book
    reader.goto(f"{site_url}/ja/book/herders/turn.html")
    with speaking(catalogue("ja")):
        expect(reader.get_by_role("heading", level=1)).to_have_text(translated("You are offline"))
    expect(reader.locator("html")).to_have_attribute("lang", "ja")
    expect(reader.get_by_role("link")).to_have_attribute("href", f"{site_url}/index.html")  # what is stored


def test_boards_speak_the_language_of_the_page_after_a_visit_in_another_one(reader: Page, site_url: str) -> None:
    """The service worker answers the request for the kernel, whose address says the language."""
    visit(reader, f"{site_url}/book/herders/turn.html")
    reader.goto(f"{site_url}/ja/book/herders/turn.html")
    board = live(reader)
    board.settle()
    with board.answer():
        board.click(board.areas()[0])
    board.settle()
    assert re.search("[ぁ-ん]", board.said())


@pytest.mark.nightly
def test_the_book_can_be_installed(reader: Page, site_url: str) -> None:
    visit(reader, f"{site_url}/book/herders/reference.html")
    result = reader.context.new_cdp_session(reader).send("Page.getInstallabilityErrors")
    wrong = {error["errorId"] for error in result["installabilityErrors"]}
    assert wrong <= {"in-incognito"}, "test contexts are private windows, which install nothing"


def test_no_board_waits_for_the_service_worker_and_a_refused_registration_changes_nothing(
    reader: Page, site_url: str
) -> None:
    reader.add_init_script(
        """ServiceWorkerContainer.prototype.register = () => {
          window.liveBefore = catlive.live;
          return Promise.reject(new DOMException("storage is refused", "SecurityError"));
        }"""
    )
    reader.goto(f"{site_url}/book/herders/play.html")
    reader.wait_for_function("window.liveBefore >= 1")
    expect(reader.locator(KEPT)).to_be_hidden()
    live(reader)


@pytest.fixture
def copied(site: Path, tmp_path: Path) -> Path:
    """Return a copy of two of the site's pages, whose files can be replaced; a small book is stored quickly."""

    def others(folder: str, names: list[str]) -> set[str]:
        return {
            name
            for name in names
            if name.endswith(".html") and Path(folder, name).relative_to(site).as_posix() not in (OLD, NEXT)
        }

    copy = Path(shutil.copytree(site, tmp_path / "site", copy_function=os.link, ignore=others))
    publish(copy, stamp(copy))
    return copy


def replace(file: Path, text: str) -> None:
    file.unlink()  # the copy shares its files with the site
    file.write_text(text, encoding="utf-8")


def stamp(site: Path) -> str:
    """Return the stamp that the addresses of a site's kernel files contain."""
    found = re.match(r'self.__STAMP="(\w+)"', (site / WORKER).read_text(encoding="utf-8"))
    assert found
    return found[1]


def publish(site: Path, new: str) -> None:
    """Turn the pages in a folder into a site with a new stamp."""
    old = stamp(site)
    for page in site.rglob("*.html"):
        text = re.sub(
            '<link rel="next"[^>]*>', "", page.read_text(encoding="utf-8")
        )  # the next page may be missing from the copy
        replace(page, text.replace(f"?v={old}", f"?v={new}"))
    bundled = site.parent / "bundled.js"
    bundled.write_text((site / WORKER).read_text(encoding="utf-8").split("\n", 1)[1], encoding="utf-8")
    (site / WORKER).unlink()
    (site / MANIFEST).unlink()
    make_offline(site, bundled, new)


def publish_newer(site: Path) -> None:
    """Replace a site with another version: other pages, another first script, another stamp."""
    for page in site.rglob("*.html"):
        replace(page, page.read_text(encoding="utf-8").replace("<title>", NEWER))
    boot = site / "catlive" / "boot.js"
    replace(boot, boot.read_text(encoding="utf-8") + "window.newer = true;\n")
    publish(site, "newer")


@pytest.mark.nightly
def test_a_new_version_is_used_as_a_whole_once_no_other_page_of_the_old_version_is_open(
    reader: Page, copied: Path, serve: Callable[[Path], str]
) -> None:
    url = serve(copied)
    address = f"{url}/{OLD}"
    visit(reader, address)
    publish_newer(copied)
    other = reader.context.new_page()
    other.goto(address)
    assert settled(other, NEWER_KEPT)
    assert not other.title().startswith("Newer")
    other.reload()
    idle(other)
    assert not other.title().startswith("Newer"), "another page of the old version is open"
    assert other.evaluate("window.newer") is None
    reader.goto("about:blank")
    for last in (False, False, True):  # a busy browser needs time to close the other page
        with (
            nullcontext() if last else suppress(AssertionError, Error)
        ):  # the page may be reloading with the new version
            other.goto(f"{url}/{NEXT}")
            expect(other).to_have_title(re.compile("^Newer"), timeout=RETRIED)
            break
    live(other)
    assert other.evaluate("window.newer")
    stamps = other.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert not [name for name in stamps if "/catlive/" in name and "?v=newer" not in name]
    other.context.set_offline(True)
    other.goto(address)
    expect(other).to_have_title(re.compile("^Newer"))
    live(other)
