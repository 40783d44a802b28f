"""What the `rule` directive says of its blocks, and how they are written anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docutils import nodes  # type: ignore[import-untyped, unused-ignore]
from sphinx.application import Sphinx

from cattools.games import GAMES
from cattools.site.rule_directive import brought_up_to_date, wrong

BOOK = Path(__file__).parents[2] / "book"
PAGES = sorted(BOOK.rglob("*.md"))
SENTENCE = GAMES["herders"].rules["herders.place"].sentence


def test_a_block_and_what_can_be_wrong_with_it() -> None:
    assert wrong("herders.place", f"{SENTENCE}\n") == ""
    assert wrong("herders.plaec", SENTENCE) == "expected a rule of the book, found 'herders.plaec'"
    assert wrong("chess.castle", "") == "expected a rule of the book, found 'chess.castle'"
    assert wrong("herders.place", "Lay it.") == (
        "expected the sentence of herders.place, found 'Lay it.'; `make fix` writes it"
    )


def test_a_block_holds_the_reading_too() -> None:
    most = GAMES["herders"].rules["herders.herd.most"]
    whole = f"{most.sentence}\n\nReading: {most.reading}"
    assert wrong(most.id, whole) == ""
    assert wrong(most.id, most.sentence) == (
        f"expected the sentence and the reading of {most.id}, found {most.sentence[:60]!r}; `make fix` writes it"
    )
    page = f"```{{rule}} {most.id}\n{most.sentence}\n```\n"
    assert brought_up_to_date(page) == f"```{{rule}} {most.id}\n{whole}\n```\n"


def test_the_reading_is_marked_in_the_built_page(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(
        "from cattools.site.rule_directive import RuleDirective\n"
        "extensions = ['myst_parser']\n"
        "def setup(app):\n    app.add_directive('rule', RuleDirective)\n",
        encoding="utf-8",
    )
    most = GAMES["herders"].rules["herders.herd.most"]
    page = f"# A\n\n```{{rule}} {most.id}\n```\n\n```{{rule}} herders.place\n```\n"
    (tmp_path / "index.md").write_text(brought_up_to_date(page), encoding="utf-8")
    app = Sphinx(tmp_path, tmp_path, tmp_path / "out", tmp_path / "doctrees", "dummy", status=None)
    app.build()
    (section,) = app.env.get_doctree("index").children
    _, sentence, reading, other = section.children
    assert (sentence.astext(), other.astext()) == (most.sentence, SENTENCE)
    assert isinstance(reading, nodes.admonition)
    assert reading["classes"] == ["note", "reading"]
    assert [child.astext() for child in reading.children] == ["A reading", most.reading]


def test_blocks_are_written_anew() -> None:
    page = "a\n\n```{rule} herders.place\nLay it.\n```\n\n```{rule} chess.castle\nb\n```\n\n```{code-cell}\n1\n```\n"
    now = brought_up_to_date(page)
    assert now == page.replace("Lay it.", SENTENCE)
    assert brought_up_to_date(now) == now
    assert brought_up_to_date(page.replace("Lay it.\n", "")) == now


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(BOOK)))
def test_every_place_and_block_of_a_page_is_of_a_rule(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert brought_up_to_date(text) == text
    known = {rule for game in GAMES.values() for rule in game.rules}
    places = {place for place in re.findall(r"^\((\S+)\)=$", text, re.MULTILINE) if place.partition(".")[0] in GAMES}
    blocks = re.findall(r"^```\{rule\} (\S+)$", text, re.MULTILINE)
    assert places | set(blocks) <= known
    assert len(blocks) == len(set(blocks))
