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
from cattools.live.settings import WORKER
from cattools.site.pipeline.service_worker import MANIFEST, make_offline
from tests.browser.board_driver import idle, live
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.waits import settled

SHELF, READY = ".cat-offline > summary", "Available offline"
SAID = ".cat-offline [role=status]"
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
    """Return a page in a browser that can store the book."""
    return new_page(service_workers="allow")


def visit(page: Page, address: str) -> None:
    """Open a page and wait until it and what all games need are stored."""
    page.goto(address)
    expect(page.locator(SHELF)).to_have_text(READY)


def keep(page: Page, name: str) -> None:
    """Open the shelf and keep a game for offline use."""
    page.locator(SHELF).click()
    page.get_by_role("button", name=re.compile(f"^Keep {name} [(][0-9.]+ MB[)]$")).click()
    expect(page.locator(SAID)).to_have_text(f"Stored: {name}.")


def test_a_page_that_was_read_can_be_used_without_a_network(reader: Page, watches: list[Watch], site_url: str) -> None:
    """A live board continues, its kernel can be restarted, and missing libraries can be loaded."""
    visit(reader, f"{site_url}/book/herders/play.html")
    reader.get_by_role("link", name="Calico", exact=True).first.click()  # replaces the page's content
    expect(reader).to_have_url(re.compile("/calico/"))
    read = reader.url
    expect(reader.locator(SHELF)).to_have_text(READY)
    reader.go_back()
    expect(reader).to_have_url(re.compile("/herders/play.html"))
    # The network may be lost while the kernel is still fetching the game of the page that was left.
    watches[0].forgive(r"ERR_FAILED.*pack\.calico\.snapshot")
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
    for address in (read, f"{site_url}/", f"{site_url}/search.html", f"{site_url}/book/herders/play.html"):
        answer = reader.goto(address)
        assert answer is not None
        assert answer.ok
        assert answer.from_service_worker
        expect(reader.get_by_role("heading", level=1).first).to_be_visible()  # the site's root redirects
    assert live(reader).areas()
    # Precomputed answers are not stored, but cause no error.
    answers = "new URL('precomputed/herders.move.deflate', location.origin + '/rulebook/')"
    assert reader.evaluate(f"fetch({answers}).then(({{ status }}) => status)") == 204
    watches[0].forgive("manifest.webmanifest")  # requested in each folder, to find the root of the book
    reader.goto(f"{site_url}/book/herders/no-such-page.html")
    expect(reader.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(reader.get_by_role("searchbox")).to_be_visible()  # the page has found the root of the book
    reader.goto(f"{site_url}/book/territory/turn.html")
    expect(reader.get_by_role("heading", level=1)).to_have_text("You are offline")
    expect(reader.locator("main")).to_contain_text("has not stored this page")
    # The search covers what belongs to no game, and the games of the pages that were read.
    reader.goto(f"{site_url}/search.html?q=can+I+move+back")
    expect(reader.get_by_role("option").first).to_contain_text("Moving a herder")
    watches[0].forgive("answers.")
    expect(reader.get_by_role("group", name="CATBOX")).to_have_count(0)


@pytest.mark.nightly
def test_a_game_can_be_kept_for_offline_use_and_removed_again(
    reader: Page, watches: list[Watch], site_url: str
) -> None:
    visit(reader, f"{site_url}/book/herders/reference.html")
    keep(reader, "Calico")
    expect(reader.get_by_role("button", name="Remove Calico")).to_be_visible()
    reader.context.set_offline(True)
    for name in ("play", "reference", "scorer", "practice"):
        reader.goto(f"{site_url}/book/calico/{name}.html")
        expect(reader.get_by_role("heading", level=1).first).to_be_visible()
    assert live(reader).areas()
    sheet = reader.evaluate("fetch(new URL('../../sheets/calico-sheet-a4.pdf', location)).then(({ ok }) => ok)")
    assert sheet is True
    for name in ("r/calico.button.earn/", "r/calico.button.earn"):
        reader.goto(f"{site_url}/{name}")
        expect(reader).to_have_url(re.compile(r"/book/calico/\w+\.html#[\w-]+$"))
        expect(reader.locator(":target")).to_have_count(1)
    reader.locator(SHELF).click()
    row = reader.locator(".cat-offline li").filter(has_text="Calico")
    expect(row).to_contain_text("kept for offline use")
    row.get_by_role("button", name="Remove Calico").click()
    expect(row).to_contain_text("Calico: not stored")
    expect(reader.locator(SAID)).to_have_text("Removed: Calico.")
    expect(row.get_by_role("button")).to_have_text([re.compile(r"^Keep Calico [(]\d+\.\d MB[)]$")])
    reader.get_by_role("button", name="Keep Neko Neko Territory").click()
    expect(reader.locator(SAID)).to_have_text(
        "The connection was lost before Neko Neko Territory was complete. Press again to continue."
    )
    watches[0].forgive("territory")
    reader.context.set_offline(False)
    reader.goto(f"{site_url}/book/herders/reference.html")
    keep(reader, "Neko Neko Territory")


@pytest.mark.nightly
def test_on_a_metered_connection_nothing_is_stored_until_the_reader_keeps_a_game(reader: Page, site_url: str) -> None:
    reader.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    requests: list[str] = []
    reader.context.on("request", lambda request: requests.append(request.url))
    reader.goto(f"{site_url}/book/herders/reference.html")
    expect(reader.locator(SHELF)).to_have_text("Offline use")
    assert not [url for url in requests if "service_worker.js" in url or "/catlive/catlive" in url]
    keep(reader, "Cat Herders")
    reader.context.set_offline(True)
    reader.goto(f"{site_url}/book/herders/play.html")
    reader.locator(".cat-shell [data-id].legal").first.click()  # starts Python
    assert live(reader).areas()


@pytest.mark.nightly
def test_offline_a_page_of_another_language_says_in_its_language_why_it_is_missing(
    reader: Page, watches: list[Watch], site_url: str
) -> None:
    visit(reader, f"{site_url}/book/herders/turn.html")
    reader.context.set_offline(True)
    watches[0].forgive("manifest.webmanifest")  # requested in each folder, to find the root of the book
    reader.goto(f"{site_url}/ja/book/herders/turn.html")
    with speaking(catalogue("ja")):
        expect(reader.get_by_role("heading", level=1)).to_have_text(translated("You are offline"))
        expect(reader.get_by_role("searchbox", name=translated("Ask the rules"))).to_be_visible()
    expect(reader.locator("html")).to_have_attribute("lang", "ja")
    expect(reader.get_by_role("link")).to_have_attribute("href", f"{site_url}/index.html")  # what is stored


@pytest.mark.nightly
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
    expect(reader.locator(SHELF)).to_be_hidden()
    live(reader)


@pytest.fixture
def copied(site: Path, tmp_path: Path) -> Path:
    """Return a copy of the site with only two pages, whose files can be replaced; a small book is stored quickly."""

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
