"""Live cells on the pages that the build writes."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document

from cattools.site.sphinx.book_page import BookPage
from cattools.site.sphinx.live_cells import LiveCode, is_live, link_rules, put_code_below, visit_live_code

PAGE = BookPage("book/herders/turn", lambda name: f"../../{name}.html")
LINK = '<a class="cat-rule" href="rule:herders.place" data-page="herders/place" data-anchor="herders-place">Rule</a>'


def page(*tags: str) -> nodes.document:
    document = new_document("page")
    cell = nodes.container(classes=["cell", *tags])
    cell += nodes.container("", nodes.literal_block("", "show()"), classes=["cell_input"])
    cell += nodes.container("", nodes.raw("", LINK, format="html"), classes=["cell_output"])
    document += cell
    return document


def test_only_a_cell_with_the_tag_is_live() -> None:
    assert is_live(page("tag_live"))
    assert not is_live(page("tag_other"))
    assert not is_live(None)


def test_the_output_comes_first_and_the_code_is_collapsed_below() -> None:
    document = page("tag_live")
    put_code_below(document, PAGE)
    output, code = document[0].children
    assert output["classes"] == ["cell_output"]
    assert isinstance(code, LiveCode)
    assert code.astext() == "show()"
    put_code_below(document, PAGE)
    assert len(document[0].children) == 2


def test_other_cells_are_unchanged() -> None:
    document = page("tag_other")
    put_code_below(document, PAGE)
    assert [part["classes"] for part in document[0].children] == [["cell_input"], ["cell_output"]]


def test_links_in_a_picture_lead_to_the_page_of_the_rule() -> None:
    document = page("tag_live")
    document += nodes.raw("", f"<a href='x'>{LINK}</a>{LINK}", format="html")
    link_rules(document, PAGE)
    assert document.astext().count('href="../../book/herders/place.html#herders-place"') == 3
    assert "rule:" not in document.astext()


@pytest.mark.parametrize(
    ("code", "packs"),
    [
        ('show("herders.place")', "herders"),
        ('teach("calico")', "calico presentation"),
        ('position_editor("catbox"); play("catbox")', "catbox editor"),
        ("x = 1", ""),
    ],
)
def test_a_cell_names_the_archives_that_its_code_needs(code: str, packs: str) -> None:
    writer: Any = SimpleNamespace(body=[])
    visit_live_code(writer, LiveCode("", nodes.literal_block("", code)))
    assert re.findall('data-packs="([^"]*)"', "".join(writer.body)) == [packs] * bool(packs)
