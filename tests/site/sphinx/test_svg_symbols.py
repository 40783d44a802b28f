"""The shapes that several pictures of a page have in common are on the page only once."""

import re
from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document
from playwright.sync_api import Page

from cattools.core.display import scene
from cattools.core.display.scene import Label, Part, SizeHint
from cattools.render.svg import part_svg
from cattools.site.sphinx.book_page import BookPage
from cattools.site.sphinx.svg_symbols import MIN_SHARED, share
from cattools.widgets.html import el

GROUND = tuple(scene.Path(f"M{n} 0H9V9Z", "ground", at=(n, n)) for n in range(MIN_SHARED // 50))


def picture(*more: scene.Path | Label, ground: tuple[scene.Path, ...] = GROUND) -> str:
    return part_svg(Part("board", (100, 100), SizeHint(10, 1, 2), ground=ground, above=more))


def shared_on(body: str) -> str:
    """Return the HTML of a page after its pictures' symbols have been shared; a heading becomes the page's title."""
    document, section = new_document("page"), nodes.section()
    heading, found, rest = body.rpartition("</h1>")
    if found:
        section += nodes.title("", "Title")
    section += [nodes.raw("", one, format="html") for one in re.split("(?=<svg xmlns)", rest)]
    document += section
    share(document, BookPage("book/herders/turn", str))
    return heading + found + "".join(node.astext() for node in section.findall(nodes.raw))


def put_back(body: str) -> str:
    """Return the page as it was before its symbols were shared."""
    groups = dict(re.findall(r'<g id="([^"]*)">(.*?)</g>', body, re.DOTALL))
    whole = re.sub(r'<use href="#([^"]*)"/>', lambda found: groups[found[1]], body)
    return re.sub(r'<svg width="0".*?</defs></svg>', "", whole, count=1, flags=re.DOTALL)


def test_the_board_shared_by_several_pictures_is_on_the_page_once() -> None:
    pictures = [
        picture(Label("a < b", (5, 5), 9)),
        picture(),
        picture(scene.Path("M1 1Z", "go"), Label("2", (1, 2), 3)),
    ]
    body = f"<h1>Title</h1><p>{'</p><p>'.join(pictures)}</p>"
    shared = shared_on(body)
    assert shared.count('d="M7 0H9V9Z"') == 1
    assert shared.count("<use ") == 3
    assert shared.index("</h1>") < shared.index("<defs>") < shared.index("<use ")
    assert put_back(shared) == body


def test_separate_layers_stay_separate() -> None:
    """Pictures on a reference sheet have several layers, some of them transformed; only the first is shared."""
    layers = '</g><g transform=\'scale(2)\'><g stroke-linecap="round"><path d="M0 0Z"/></g></g></svg>'
    body = "<h1>Title</h1>" + 2 * picture().replace("</g></svg>", layers)
    shared = shared_on(body)
    assert shared.count("<use ") == 2
    assert put_back(shared) == body


def test_different_boards_have_different_names() -> None:
    other = tuple(reversed(GROUND))
    body = "<h1>Title</h1>" + picture() + picture(ground=other) + picture() + picture(ground=other)
    shared = shared_on(body)
    assert re.findall(r'<use href="([^"]*)"/>', shared) == [f"#cat-shared-{n}" for n in (0, 1, 0, 1)]
    assert put_back(shared) == body


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Title</h1><p>No picture.</p>",
        "<h1>Title</h1>" + picture(),  # only one picture
        "<h1>Title</h1>" + picture() + picture(ground=GROUND[::-1]),  # nothing in common
        "<h1>Title</h1>" + 2 * picture(ground=GROUND[:3]),  # too little in common
        "<p>No title.</p>" + 2 * picture(),
        "<h1>Title</h1>" + 2 * str(el("svg", "x")),
    ],
)
def test_pages_with_nothing_to_share_are_unchanged(body: str) -> None:
    assert shared_on(body) == body


def test_each_page_contains_exactly_the_symbols_that_its_pictures_use(site: Path) -> None:
    pages = [page.read_text("utf-8") for page in (site / "book").rglob("*.html")]
    sharing = [page for page in pages if "#cat-shared-" in page]
    assert len(sharing) > 20
    for page in sharing:
        assert set(re.findall(r'href="#(cat-shared-\d+)"', page)) == set(re.findall(r'id="(cat-shared-\d+)"', page))


def test_a_picture_with_shared_symbols_looks_like_one_without(page: Page, site_url: str) -> None:
    page.add_init_script("delete window.Worker")  # so that the boards stay static pictures
    page.goto(f"{site_url}/book/herders/capture.html")
    shown = page.locator("[data-cat=static] .cat-stack:has(use)").last.element_handle()
    shown.scroll_into_view_if_needed()
    before = shown.screenshot()
    shown.evaluate(
        """stack => {
          const use = stack.querySelector("use");
          const shared = document.querySelector(use.getAttribute("href"));
          use.replaceWith(...shared.cloneNode(true).childNodes);
        }"""
    )
    assert shown.query_selector("use") is None
    assert shown.screenshot() == before
