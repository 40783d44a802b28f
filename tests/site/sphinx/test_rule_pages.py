"""The first paragraph of every rule's section is the rule's sentence, and is rewritten when the rule changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cattools.games import GAMES
from cattools.site.sphinx.rule_sections import brought_up_to_date, by_label, pages, section_errors, with_file_links

BOOK = Path(__file__).parents[3] / "book"
PAGES = pages(BOOK)
SENTENCE = GAMES["herders"].rules["herders.place"].sentence
PAGE = f"""# A turn

(herders.place)=
## Placing a herder

{SENTENCE}

You have fifteen of them.
"""


def test_errors_in_a_page_are_reported() -> None:
    assert list(section_errors(PAGE)) == []
    assert list(section_errors(PAGE.replace("herders.place", "chess.castle"))) == []
    assert list(section_errors(PAGE.replace("herders.place", "herders.plaec"))) == [
        "expected the label (herders.plaec)= to be the id of a rule, found no such rule"
    ]
    assert list(section_errors(PAGE.replace("## Placing a herder\n", ""))) == [
        "expected a heading below (herders.place)="
    ]
    assert list(section_errors(PAGE.replace(SENTENCE, "Lay it."))) == [
        "expected the section of herders.place to begin with the rule's sentence, found 'Lay it.'; run `make fix`"
    ]


def test_a_link_to_a_rule_names_the_file_for_readers_of_the_source() -> None:
    text = "[a](#herders.place), {ref}`b <herders.place>`, [c](old.md#herders.place), [d](turn.md), [e](x.md#chess.y)"
    rest = "[d](turn.md), [e](x.md#chess.y)"
    for name, file in (
        ("herders/turn", ""),
        ("herders/end", "turn.md"),
        ("glossary", "herders/turn.md"),
        ("calico/turn", "../herders/turn.md"),
    ):
        place = f"({file}#herders.place)"
        assert with_file_links(text, name) == f"[a]{place}, [b]{place}, [c]{place}, {rest}"
        assert (
            by_label(with_file_links(text, name))
            == f"[a](#herders.place), [b](#herders.place), [c](#herders.place), {rest}"
        )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(BOOK)))
def test_the_links_of_a_page_name_the_files_of_their_rules(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_file_links(text, page.relative_to(BOOK).with_suffix("").as_posix()) == text, "run `make fix`"


def test_an_outdated_sentence_is_rewritten() -> None:
    assert brought_up_to_date(PAGE) == PAGE
    assert brought_up_to_date(PAGE.replace("empty wall cell", "empty cell of the wall")) == PAGE
    assert brought_up_to_date(PAGE.replace(f"{SENTENCE}\n\n", "")) == PAGE
    other = PAGE.replace("herders.place", "chess.castle").replace(SENTENCE, "Lay it.")
    assert brought_up_to_date(other) == other


INTERPRETED = next(rule for rule in GAMES["herders"].rules.values() if rule.reading)
NOTE = f"""(herders.x)=
## A rule with an interpretation

{INTERPRETED.sentence}

```{{admonition}} Our interpretation
:class: note reading
{INTERPRETED.reading}
```

More about it.

```{{admonition}} Our interpretation
:class: note reading
Something else altogether, which somebody wrote by hand: zebras may zigzag.
```
""".replace("herders.x", INTERPRETED.id)


def test_an_interpretation_is_below_the_sentence() -> None:
    assert list(section_errors(NOTE)) == []
    assert brought_up_to_date(NOTE) == NOTE
    first, reading, rest = NOTE.partition(
        f"```{{admonition}} Our interpretation\n:class: note reading\n{INTERPRETED.reading}\n```\n\n"
    )
    assert reading
    (message,) = section_errors(first + rest)
    assert message.startswith(
        f"expected the section of {INTERPRETED.id} to begin with the rule's sentence and the interpretation, found"
    )
    assert brought_up_to_date(first + rest) == NOTE
    assert brought_up_to_date(NOTE.replace(INTERPRETED.reading, INTERPRETED.reading[:-9])) == NOTE
    assert brought_up_to_date(NOTE.replace(f"{INTERPRETED.sentence}\n\n", "")) == NOTE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(BOOK)))
def test_the_rules_of_a_page_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert list(section_errors(text)) == []
    assert brought_up_to_date(text) == text


def test_every_rule_has_exactly_one_section() -> None:
    places = re.findall(r"^\((\S+)\)=$", "\n".join(page.read_text(encoding="utf-8") for page in PAGES), re.MULTILINE)
    for game in GAMES.values():
        assert [rule for rule in game.rules if places.count(rule) != 1] == []


def test_a_printed_rule_has_its_interpretation_once() -> None:
    book = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    sections = re.findall(r"^\((\S+)\)=\n((?:(?!\(\S+\)=\n).*\n)*)", book, re.MULTILINE)
    found = {place: text.count("{admonition} Our interpretation") for place, text in sections}
    for game in GAMES.values():
        printed = [rule for rule in game.rules.values() if not rule.ours]
        assert [rule.id for rule in printed if found[rule.id] != bool(rule.reading)] == []


def test_links_to_labels_lead_to_existing_labels() -> None:
    """A link contains only the label: after a page's name, Sphinx would look for a heading instead of a label."""
    texts = {page: by_label(page.read_text(encoding="utf-8")) for page in PAGES}
    places = set(re.findall(r"^\((\S+)\)=$", "\n".join(texts.values()), re.MULTILINE))
    found = [
        (page.name, *link) for page in PAGES for link in re.findall(r"\]\(([^()\s]*)#(\w+\.[\w.-]+)\)", texts[page])
    ]
    assert len(found) > 50
    assert [link for link in found if link[1] or link[2] not in places] == []
