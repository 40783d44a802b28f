"""Every page of the built site, for each kind of reader."""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser import waits
from tests.browser.board_driver import LOOKS, SCALE, axe, become_desktop, become_phone
from tests.browser.engines import PageGoneError, evaluate
from tests.browser.fixtures import NewPage
from tests.kinds import some
from tests.notebooks.plugin import ROOT, contents

OWN = ["search", "book/licences"]  # pages made by the build
PAGES = [*(str(page.relative_to(ROOT).with_suffix("")) for page in contents()), *OWN]
READ = """async () => {
  for (const fold of document.querySelectorAll("details.cat-fold")) fold.open = true;
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise((done) => requestAnimationFrame(done));
  }
  scrollTo(0, 0);
}"""

FOUND = """() => {
  const { state, live, marks, kernel, errors, note } = window.catlive ?? {};
  const boards = [...document.querySelectorAll(".cat-shell")].map(({ dataset }) => dataset.cat);
  return JSON.stringify({ state, live, marks, kernel, errors, note, boards, seen: document.visibilityState });
}"""
COLOUR = "() => getComputedStyle(document.body).backgroundColor"
# Whether an animation driven by the clock is running; animations driven by scrolling never end.
MOVES = "(one) => one.timeline === document.timeline && one.playState === 'running'"
STILL = f"() => !document.getAnimations().some({MOVES})"

# Whether scrollable boxes can be reached by keyboard, which the theme enables some time after a page has changed.
REACHED = """[...document.querySelectorAll("pre, .cell_output > .output, .pst-scrollable-table-container")]
  .every((box) => box.tabIndex === 0 || box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)"""

# Scrolls the menu to its top: axe would find links too small that are partly behind the page's header.
UNSCROLLED = "document.querySelector('.bd-sidebar-primary').scrollTop = 0"


def until(page: Page, true: str) -> None:
    """Wait until an expression is true on a page; Playwright's own wait uses `eval`, which the policy forbids."""

    def holds() -> bool:
        with suppress(PageGoneError):
            return bool(evaluate(page, true))
        return False

    waits.until(holds, waits.TIMEOUT / 1000, true)


def title(html: str) -> str:
    """Return the title of a page."""
    return unescape(html.partition("<title>")[2].partition("</title>")[0]).strip()


def boards(page: Page, wanted: int) -> None:
    """Unfold and scroll through the page, which hydrates every board, and wait for the last of them."""
    waits.settled(page, READ)
    live = f"document.querySelectorAll('.cat-shell[data-cat=\"live\"]').length === {wanted}"
    done = f"{live} && !document.querySelector('.cat-shell[data-cat=\"static\"]')"
    try:
        until(page, f"window.catlive?.errors.length || {done}")
    except AssertionError as late:
        raise AssertionError(f"{late}\nfound {page.evaluate(FOUND)}") from None
    assert page.evaluate("[window.catlive?.errors ?? [], window.catlive?.note ?? null]") == [[], None]


def fits(page: Page, rules: Sequence[str] = SCALE, without: Sequence[str] = ()) -> None:
    """Assert that nothing is wider than the screen, and that axe finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    until(page, REACHED)
    page.evaluate(UNSCROLLED)
    assert axe(page, only=rules, without=without) == []


def colour(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Change the colour scheme, and wait until the page shows it."""
    before = page.evaluate(COLOUR)
    page.emulate_media(color_scheme=scheme)
    until(page, f"({COLOUR})() !== {json.dumps(before)} && ({STILL})()")


def desktop(page: Page) -> None:
    colour(page, "light")
    become_desktop(page)


def phone(page: Page) -> None:
    colour(page, "dark")
    become_phone(page)


Look = tuple[Callable[[Page], None], Sequence[str]]
AROUND = (".bd-header", ".bd-sidebar-primary", ".bd-footer-content", ".bd-footer")
PRESS = """end => {
  const link = [...document.links].find((one) => one.pathname.endsWith(end));
  link?.click();
  return link !== undefined;
}"""
CHAPTERS: dict[str, list[str]] = {name.rpartition("/")[0]: [] for name in PAGES}  # pages in reading order
for name in PAGES:
    CHAPTERS[name.rpartition("/")[0]].append(name)


def one_of_each_kind() -> list[str]:
    """Return all pages outside the games, one page of each kind that every game has, and a page of rules per game."""
    games = [chapter for chapter in CHAPTERS if chapter.startswith("book/")]
    kinds = {game: [name.rpartition("/")[2] for name in CHAPTERS[game]] for game in games}
    shared = [kind for kind in kinds[games[0]] if all(kind in of_game for of_game in kinds.values())]
    own = ([kind for kind in kinds[game] if kind not in shared] for game in games)
    rules = [f"{game}/{found[0]}" for game, found in zip(games, own, strict=True) if found]
    others = [name for chapter in CHAPTERS if chapter not in games for name in CHAPTERS[chapter]]
    return [*others, *(f"{games[n % len(games)]}/{kind}" for n, kind in enumerate(shared)), *rules]


ONE_OF_EACH_KIND = one_of_each_kind()
SHARES = 11
PARTS = {f"a page of each kind, part {n + 1}": ONE_OF_EACH_KIND[n::SHARES] for n in range(SHARES)}
WALKS = {**PARTS, **CHAPTERS}
FIRST = next(iter(PARTS))


def reach(page: Page, site_url: str, name: str) -> None:
    """Follow a link to a page in the same document, or open the page if no link leads to it."""
    if not page.evaluate(PRESS, f"/{name}.html"):
        page.goto(f"{site_url}/{name}.html")


@pytest.mark.parametrize("walk", some(WALKS, lambda walk: walk == FIRST), ids=lambda folder: folder or "root")
def test_pages_serve_every_reader(
    new_page: NewPage, site: Path, site_url: str, walk: str, request: pytest.FixtureRequest
) -> None:
    """All boards hydrate, nothing is wider than the screen, and axe, the console and the network show no fault.

    The page's own content security policy applies; a violation of it is an error on the console.

    Each page opens on a desktop or, in dark mode, on a phone, and then changes to the other device, where it is
    checked; nightly, it is checked on both. The next page opens on the device on which this page was checked last. On
    the desktop, all axe rules are checked; on the phone, only those that depend on the screen or the theme. The parts
    around the content, which every page has, are checked only on the first page.
    """
    page, nightly = new_page(bypass_csp=False), request.config.getoption("nightly")
    looks: list[Look] = [(desktop, SCALE), (phone, LOOKS)]
    without: tuple[str, ...] = ()
    for name in WALKS[walk]:
        html = (site / f"{name}.html").read_text(encoding="utf-8")
        reach(page, site_url, name)
        try:
            here = f"location.pathname.endsWith('/{name}.html') && document.title === {json.dumps(title(html))}"
            until(page, f"{here} && document.readyState !== 'loading'")
            boards(page, html.count('data-cat="static"'))
            (_, rules), (change_device, other_rules) = looks
            if nightly:
                fits(page, rules, without)
            change_device(page)
            fits(page, other_rules, without)
        except AssertionError as fault:
            raise AssertionError(f"{name}: {fault}") from None
        looks.reverse()
        without = AROUND


def test_the_book_lists_its_pages() -> None:
    assert PAGES, "expected _toc.yml to name the book's pages"


@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith("/reference")])
def test_the_quick_reference_is_one_printed_page(page: Page, site_url: str, name: str) -> None:
    page.goto(f"{site_url}/{name}.html")
    sheet = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", sheet)) == 1
