"""A translated edition has the same pages, anchors and links as the English one, and no English on its pages."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cattools.core.language import LANGUAGES
from cattools.core.messages import SOURCE
from cattools.games import GAMES
from cattools.site.metadata.language_choice import folder_of
from cattools.site.pipeline.editions import editions
from cattools.site.search.columns import JAPANESE
from cattools.site.search.index import FILE, FILES
from tests.browser.pages.test_every_page import ONE_OF_EACH_KIND
from tests.site.search.decoded import own_files
from tests.site.search.measure import asked, figures, questions
from tools.check_javascript import ROOT

TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
# Pages whose text is code, the names of packages, licences, or English words with their meaning.
NOT_PROSE = {"book/api.html", "book/licences.html", "book/glossary.html"}
# Attributes that a reader sees or hears.
SHOWN = {"title", "aria-label", "alt", "placeholder", "data-words", "data-label", "data-done", "data-board"}
UNREAD = {"script", "style", "code", "pre", "kbd", "cite"}
# Names, notation and signs, which are the same in all languages.
NAMES = """AAA BBB AAAA AABB AAABBB AEG Flatout Games Alice Almond Callie Cira Coconut Gwenivere Leo Luna Millie Rumi
Tecolote Tibbit Shop Cat END English Enter Esc Space Tab Ctrl PDF Letter The cattools authors Python MIT GitHub
JupyterLab LAN Copyright eager random"""
LETTER = re.compile(r"-letter\.pdf$")  # where Japanese is spoken, paper is A4
WORD = re.compile(r"[A-Za-z]{3,}")
NOTATION = re.compile(r"\w=\w|/\d|-/|\.com/")  # a position as text, or an address
PHRASE = re.compile(r"(?:\b[A-Za-z][a-z']+,? ){3,}[a-z']+")  # English words in a row


class Page(HTMLParser):
    """The ids and links of a page, and the texts that a reader sees or hears."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self._unread = 0
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attributes}
        if "id" in known:
            self.ids.append(known["id"])
        if tag == "a" and "cat-language" not in known.get("class", "") and not LETTER.search(known.get("href", "")):
            self.links.append(known.get("href", ""))
        self.texts += [value for name, value in known.items() if name in SHOWN]
        self._unread += tag in UNREAD

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread and data.strip():
            self.texts.append(" ".join(data.split()))


def pages(site: Path, folder: str = "") -> dict[str, Path]:
    root = site / folder
    return {file.relative_to(root).as_posix(): file for file in sorted((root / "book").rglob("*.html"))}


@pytest.fixture(scope="module", params=TRANSLATED)
def both(request: pytest.FixtureRequest, site: Path) -> dict[str, tuple[Page, Page]]:
    """Return pages of a translated edition, each with its source: one of each kind, or all in the nightly run."""
    translated, source = pages(site, request.param), pages(site)
    usual = {f"{name}.html" for name in ONE_OF_EACH_KIND}
    chosen = translated if request.config.getoption("nightly") else usual & translated.keys()
    return {name: (Page(source[name]), Page(translated[name])) for name in sorted(chosen)}


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_page_of_the_book_is_translated(code: str, site: Path) -> None:
    moved = {name for name, file in pages(site).items() if "location.replace" in file.read_text("utf-8")}
    assert pages(site, code).keys() == pages(site).keys() - moved


@pytest.mark.sampled
def test_ids_and_links_are_those_of_the_source(both: dict[str, tuple[Page, Page]]) -> None:
    for name, (source, translated) in both.items():
        assert [id_ for id_ in translated.ids if id_ not in source.ids] == [], name
        assert sorted(source.ids) == sorted(translated.ids), name
        assert sorted(source.links) == sorted(translated.links), name


@pytest.mark.sampled
def test_no_english_is_left(both: dict[str, tuple[Page, Page]]) -> None:
    names, left = set(WORD.findall(NAMES)), []
    for name, (source, translated) in both.items():
        english = set(source.texts)
        for text in translated.texts if name not in NOT_PROSE else ():
            same = text in english and not names.issuperset(WORD.findall(text)) and not NOTATION.search(text)
            if same or any(not names.issuperset(WORD.findall(found)) for found in PHRASE.findall(text)):
                left.append(f"{name}: {text}")
    assert left == []


@pytest.mark.sampled
def test_no_emphasis_marks_are_left_in_the_text(both: dict[str, tuple[Page, Page]]) -> None:
    assert [
        name for name, (_, page) in both.items() if name not in NOT_PROSE and any("**" in text for text in page.texts)
    ] == []


def test_pages_name_their_editions(site: Path) -> None:
    for code in TRANSLATED:
        source = (site / "book" / "herders" / "turn.html").read_text("utf-8")
        translated = (site / code / "book" / "herders" / "turn.html").read_text("utf-8")
        assert f'hreflang="{code}" href="../../{code}/book/herders/turn.html"' in source
        assert 'hreflang="en" href="../../../book/herders/turn.html"' in translated
        assert f'<html lang="{code}"' in translated


def test_a_translated_edition_shares_front_end_and_style(site: Path) -> None:
    for code in TRANSLATED:
        assert not (site / code / "catlive").exists()
        names = {file.name for file in (site / code / "_static").iterdir()}
        assert names == {file.name for file in (site / "_static").glob(FILES)}
        assert {FILE, *(f"answers.{game}.json" for game in GAMES)} < names


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_search_index_of_an_edition_is_small(site: Path, code: str) -> None:
    folder = site / folder_of(code)
    sizes = {file.name: _zipped(file) for file in (folder / "_static").glob(FILES)}
    assert sum(sizes.values()) < 150_000
    assert max(sizes[FILE] + sizes[f"answers.{game}.json"] for game in GAMES) < 43_000
    own = sum(size for name, size in sizes.items() if not name.startswith("answers_other"))
    assert own + sum(_zipped(site / "catlive" / name) for name in ("ask.js", "answers.mjs")) < 120_000


@pytest.mark.nightly
def test_japanese_questions_in_the_japanese_edition_need_no_english_files(site: Path) -> None:
    known = [one for one in questions(ROOT / "tests/data/player_questions.toml") if one.language == JAPANESE]
    rows = [{"asks": one.asks, "game": one.game} for one in known]
    files = {"own": own_files(site / folder_of(JAPANESE) / "_static"), "other": {}}
    found = figures(known, [one["rules"] for one in asked(rows, files=files, language=JAPANESE)])
    assert found.first >= 90, str(found)
    assert found.three >= 98, str(found)


def _zipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes()))


def test_translated_pages_are_below_the_build_folder(tmp_path: Path) -> None:
    source, *others = editions(tmp_path, LANGUAGES)
    assert (source.root, source.folder) == (tmp_path, "")
    assert [(one.root, one.folder) for one in others] == [
        (tmp_path / "_build" / "site" / code, f"{code}/") for code in TRANSLATED
    ]
