"""Permalinks: every rule has one, and each leads to an existing place."""

import re
from html import unescape
from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document

from cattools.games import GAMES
from cattools.lessons.example import examples
from cattools.lessons.ruling import rulings
from cattools.site.metadata.moved_pages import former_ids
from cattools.site.metadata.permalinks import FOLDER, add_buttons, citations, write
from cattools.site.sphinx.book_page import BookPage

FOUND = {one.id: one for one in citations()}


def test_every_rule_has_a_citation_and_ids_are_unique() -> None:
    rules = {rule for game in GAMES.values() for rule in game.rules}
    assert rules <= FOUND.keys()
    assert len(FOUND) == len(list(citations()))
    assert {one.id for game_id in GAMES for one in rulings(game_id).rows} <= FOUND.keys()


def test_a_citation_has_the_text_of_its_rule_and_a_picture_of_its_game() -> None:
    one = FOUND["herders.move.clear"]
    rule = GAMES["herders"].rules["herders.move.clear"]
    assert (one.title, one.says, one.page, one.anchor) == (rule.title, rule.sentence, rule.page, rule.anchor)
    assert [name for name, one in FOUND.items() if one.picture and one.picture not in examples(one.game)] == []
    assert [name for name, one in FOUND.items() if not one.picture] == []


def test_permalinks_are_pages_that_redirect(tmp_path: Path) -> None:
    stale = tmp_path / FOLDER / "herders.gone" / "index.html"
    stale.parent.mkdir(parents=True)
    stale.touch()
    write(tmp_path, "Cats", "https://book.example/", "icon.svg")
    assert not stale.exists()
    page = (tmp_path / FOLDER / "herders.move" / "index.html").read_text("utf-8")
    assert 'content="0; url=../../book/herders/turn.html#herders-move"' in page
    assert "https://book.example/pictures/herders.move.png" in page
    assert "../../ja/book/herders/turn.html#herders-move" in page, "for readers who chose Japanese"
    assert '<noscript><meta http-equiv="refresh"' in page


def test_every_permalink_leads_to_a_place_on_the_site(site: Path) -> None:
    pages = sorted((site / FOLDER).glob("*/index.html"))
    assert {page.parent.name for page in pages} == {*FOUND, *(old for name in FOUND for old in former_ids(name))}
    texts: dict[Path, str] = {}
    for page in pages:
        (at,) = re.findall('content="0; url=([^"]*)"', page.read_text("utf-8"))
        name, _, anchor = unescape(at).partition("#")
        target = (page.parent / name).resolve()
        text = texts.setdefault(target, target.read_text("utf-8"))
        assert not anchor or f'id="{anchor}"' in text, page


def test_every_citation_with_an_anchor_has_a_button_that_copies_its_permalink(site: Path) -> None:
    found = [
        re.findall('data-cite="([^"]*)"', page.read_text("utf-8")) for page in sorted((site / "book").rglob("*.html"))
    ]
    cited = [address.removeprefix(f"../../{FOLDER}/").rstrip("/") for one in found for address in one]
    assert sorted(cited) == sorted(name for name, one in FOUND.items() if one.anchor)


def text_with_buttons(name: str) -> str:
    """Return the text of a page with a rule and a ruling, after the buttons have been added."""
    document = new_document("page")
    for title, anchor in (("Placing", "herders-place"), ("Must a cat run?", "herders-ruling-stay")):
        section = nodes.section(ids=[title.lower(), anchor])
        section += nodes.title("", title)
        document += section
    add_buttons(document, BookPage(name, str))
    return document.astext()


@pytest.mark.parametrize(
    ("page", "cited", "words"),
    [
        (GAMES["herders"].rules["herders.place"].page, "herders.place", "PlacingCite\n\nMust a cat run?"),
        ("herders/rulings", "herders.ruling.stay", "Placing\n\nMust a cat run?Cite"),
    ],
)
def test_a_rule_and_a_ruling_have_a_button_on_their_page(page: str, cited: str, words: str) -> None:
    text = text_with_buttons(f"book/{page}")
    assert re.findall('data-cite="([^"]*)"', text) == [f"../../r/{cited}/"]
    assert re.sub("<[^>]*>", "", text) == words


def test_a_page_outside_the_games_has_no_buttons() -> None:
    assert "<button" not in text_with_buttons("book/glossary")
