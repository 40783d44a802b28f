"""The first-game page of every chapter is short, and explains each term of the glossary at its first use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from cattools.games import GAMES
from cattools.lessons.answer_check import plain
from cattools.lessons.example import example
from cattools.site.printable import set_up
from cattools.site.printable.reference_sheet import sheet_of

BOOK = Path(__file__).parents[3] / "book"
STARTED = [
    game_id for game_id in GAMES if (BOOK / game_id / "first-game.md").is_file()
]  # a new game has no such page yet
LONGEST, STEPS = 350, 8
# Words of the glossary that every player of games knows.
EVERYDAY = {
    *("board", "cat", "red", "blue", "hand", "turn", "straight line", "jump", "empty", "order", "random"),
    *("deck", "top", "row", "column", "colour"),
}
_WALK = re.compile(r'```\{code-cell\}[^`]*show\("(\w+\.walk)"\)\n```')
_SET_UP = re.compile(r'```\{code-cell\}[^`]*set_up\("(\w+)"\)\n```')
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
_MARKED = re.compile(r"\*+([^*]+)\*+")


def page(game_id: str) -> str:
    """Return the text of a first-game page, with the labels of the drawings in place of the set-up."""
    text = (BOOK / game_id / "first-game.md").read_text(encoding="utf-8")
    labels = " ".join(laid.label for laid in sheet_of(game_id).laid)
    assert len(_SET_UP.findall(text)) == 1
    return _SET_UP.sub(labels, _LINK.sub(r"\1", text.partition("\n# ")[2].partition("\n")[2]))


def in_order(game_id: str) -> str:
    """Return all text of a first-game page, with the steps of its walkthrough in place of the board."""
    before, walk, after = _WALK.split(page(game_id))
    steps = " ".join(f"{plain(step.ask)} {step.say}" for step in example(walk).steps)
    return " ".join(f"{before} {steps} {after}".split())


def terms(game_id: str) -> list[str]:
    """Return the words of a game's glossary that its first-game page must not use before it explains them."""
    text = (BOOK / "glossary.md").read_text(encoding="utf-8")
    section = text.partition(f"## Terms in {GAMES[game_id].title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|(]+?) (?:\([^|]*\) )?\|", section, re.MULTILINE)
    known = {"English", "---", str(GAMES[game_id].title)} | EVERYDAY
    return [word for row in rows for word in row.split(", ") if word not in known]


def forms(term: str) -> str:
    """Return a regular expression for all forms of a term, such as charge, charges, charging, charged."""
    stem = re.escape(term.removesuffix("e"))
    return rf"\b{stem}(?:e|es|s|ed|d|ing|n)?\b"


def explained(game_id: str) -> Iterator[tuple[str, bool]]:
    """Yield each term that a first-game page uses, and whether its first use is emphasised."""
    text = in_order(game_id)
    marked = [span.span(1) for span in _MARKED.finditer(text)]
    for term in terms(game_id):
        if first := re.search(forms(term), text, 0 if term.isupper() else re.IGNORECASE):
            yield term, any(start <= first.start() and first.end() <= end for start, end in marked)


@pytest.mark.parametrize("game_id", STARTED)
def test_a_term_is_explained_where_it_is_first_used(game_id: str) -> None:
    found = dict(explained(game_id))
    assert len(found) >= 8
    assert [term for term, first in found.items() if not first] == []


def test_words_that_need_no_explanation_are_in_the_glossary() -> None:
    text = (BOOK / "glossary.md").read_text(encoding="utf-8")
    assert [word for word in EVERYDAY if not re.search(rf"^\|[^|]*\b{word}\b", text, re.MULTILINE)] == []


@pytest.mark.parametrize("game_id", STARTED)
def test_a_first_game_page_is_short(game_id: str) -> None:
    words = re.findall(r"[^\W_][\w'-]*|≠", _WALK.sub("", page(game_id)))
    assert len(words) <= LONGEST
    assert len(example(f"{game_id}.walk").steps) <= STEPS


@pytest.mark.parametrize("game_id", STARTED)
def test_a_chapter_describes_its_game_before_it_links_to_other_pages(game_id: str) -> None:
    index = (BOOK / game_id / "index.md").read_text(encoding="utf-8")
    assert 1 <= index.count("\nshow(") <= 2
    last = index.rstrip().rpartition("\n\n")[2]
    for page_of in ("first-game.md", "turn.md" if game_id != "catbox" else "prepare.md", "components.md"):
        assert f"]({page_of})" in last


@pytest.mark.parametrize(
    ("game_id", "sentence"),
    [
        ("catbox", r"whose cell for the card's number is empty\. Put a token there"),
        ("catbox", r"on your own board, put a token on the number of tricks you expect to win"),
        ("catbox", r"two players: four tricks or fewer"),
        ("cattricola", r"takes the last animal of a \*mystery circle\* may first lift tiles"),
    ],
)
def test_what_a_first_round_needs_is_also_in_the_text(game_id: str, sentence: str) -> None:
    assert re.search(sentence, page(game_id))


@pytest.mark.parametrize("game_id", STARTED)
def test_every_drawing_of_the_set_up_has_a_description(game_id: str) -> None:
    drawn = set_up(game_id)
    html = drawn._repr_html_()
    named = re.findall(r'<svg [^>]*role="img" aria-label="([^"]+)"', html)
    assert len(named) == html.count("<svg ") == len(sheet_of(game_id).laid) >= 1
    assert all(name[0].isupper() and name.endswith(".") for name in named)
    assert repr(drawn) == " ".join(unescape(name) for name in named)


def test_the_list_of_games_on_the_first_page_leads_to_the_first_games() -> None:
    """There a reader who has the box finds out what goes on the table."""
    listed = re.findall(r"^- \[.*\]\((.*)\)$", (BOOK / "intro.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(listed[: len(STARTED)]) == sorted(f"{game_id}/first-game.md" for game_id in STARTED)
