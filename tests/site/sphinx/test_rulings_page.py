"""The page of rulings as the build writes it: a list of the questions, and a fold around each board."""

import re

import pytest
from docutils import nodes
from docutils.utils import new_document

from cattools.lessons.ruling import rulings
from cattools.site.sphinx.book_page import BookPage
from cattools.site.sphinx.rulings_page import fold_boards, list_questions

ROWS = rulings("herders").rows[:2]
PAGE = BookPage("book/herders/rulings", lambda name: f"../../{name}.html")
FOLD = '<details class="cat-fold"><summary>Show the position on a board</summary>'


def cell() -> nodes.container:
    return nodes.container(classes=["cell", "tag_live"])


def document(*, has_themes: bool = True) -> nodes.document:
    """Return a page with two rulings, each with its board, and another board at its end."""
    made = new_document("page")
    page = nodes.section("", nodes.title("", "Rulings"), ids=["rulings"])
    theme = nodes.section("", nodes.title("", "Moving"), ids=["moving", "herders-rulings-move"]) if has_themes else page
    for one in ROWS:
        section = nodes.section("", nodes.title("", one.question), ids=["a-heading", one.anchor])
        section += nodes.paragraph("", one.verdict)
        section += cell()
        theme += section
    if has_themes:
        link = nodes.reference("", "Moving", refid="herders-rulings-move")
        page += nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "", link)))
        page += theme
    page += nodes.section("", nodes.title("", "Your own position"), cell(), ids=["own"])
    made += page
    return made


@pytest.mark.parametrize("has_themes", [True, False])
def test_the_list_on_top_links_to_every_question(has_themes: bool) -> None:
    made = document(has_themes=has_themes)
    list_questions(made, PAGE)
    (listed,) = (one for one in made.findall(nodes.bullet_list) if "cat-questions" in one["classes"])
    links = [(link["refid"], link.astext()) for link in listed.findall(nodes.reference)]
    assert links == [(one.anchor, one.question) for one in ROWS]
    above = listed.parent
    assert isinstance(above, nodes.list_item if has_themes else nodes.section)
    assert has_themes or above.index(listed) == 1


def test_every_board_is_in_a_closed_fold_and_the_answer_is_not() -> None:
    made = document()
    fold_boards(made, PAGE)
    words = [re.sub(r"\s+", " ", part.astext()) for part in made.findall(nodes.raw)]
    assert words == [FOLD, "</details>"] * 3
    sections = [one for one in made.findall(nodes.section) if "cat-ruling" in one["classes"]]
    assert [one["ids"][-1] for one in sections] == [one.anchor for one in ROWS]
    for section in sections:
        assert [type(part) for part in section] == [
            nodes.title, nodes.paragraph, nodes.raw, nodes.container, nodes.raw,
        ]  # fmt: skip


@pytest.mark.parametrize("name", ["book/herders/turn", "book/rulings", "book/glossary"])
def test_other_pages_are_unchanged(name: str) -> None:
    made = document()
    before = made.pformat()
    for transform in (list_questions, fold_boards):
        transform(made, BookPage(name, str))
    assert made.pformat() == before
