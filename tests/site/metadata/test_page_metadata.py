"""The metadata of pages for search engines and link previews, with and without a configured base URL."""

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from docutils.core import publish_doctree

from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.games import GAMES
from cattools.site.config import with_slash
from cattools.site.errors import BuildError
from cattools.site.metadata.moved_pages import MOVED
from cattools.site.metadata.page_metadata import (
    LONGEST,
    described,
    description,
    robots,
    shortened,
    sitemap,
    tags,
    tags_in,
    title,
)

BOOK = "Cats"


def test_an_address_is_normalised() -> None:
    assert with_slash("") == ""
    assert (
        with_slash("https://book.example/cats")
        == with_slash("https://book.example/cats/")
        == "https://book.example/cats/"
    )


@pytest.mark.parametrize("found", ["book.example", "ftp://book.example/", "https:///cats", "https://book.example/?a=1"])
def test_an_invalid_address_is_refused(found: str) -> None:
    with pytest.raises(BuildError, match=re.escape(f"as in https://example.org/cats/, found {found!r}")):
        with_slash(found)


def test_a_title_does_not_repeat_itself() -> None:
    assert title("Your turn", "Calico", BOOK) == "Your turn · Calico · Cats"
    assert title("Calico: your first game", "Calico", BOOK) == "Calico: your first game · Cats"
    assert title("Index", "", BOOK) == "Index · Cats"


def test_a_description_consists_of_the_first_sentences_of_the_text() -> None:
    page = publish_doctree("A\n=\n\nOne *short* sentence.\n\n.. note:: Not this.\n\nAnother one.\n")
    assert description(page) == "One short sentence. Another one."
    assert description(None) == ""
    long = "A sentence of many words that says what there is to be said of it at some length. " * 3
    assert shortened(long.strip()) == long[: long.index(".") + 1]
    assert len(shortened("word " * 90)) <= LONGEST
    assert shortened("word " * 90).endswith("word…")
    assert shortened("猫" * 400) == "猫" * (LONGEST - 1) + "…"
    assert shortened("ねこ と" + "猫" * 400) == ("ねこ と" + "猫" * 400)[: LONGEST - 1] + "…"
    assert shortened("猫" * 99 + "。" + "猫" * 99) == "猫" * 99 + "。"


def test_a_description_begins_with_the_name_as_the_language_writes_it() -> None:
    assert described("Calico", "Cats sleep.") == "Calico. Cats sleep."
    with speaking(catalogue("ja")):
        assert described("キャリコ", "猫が眠ります。") == "キャリコ。猫が眠ります。"
        assert '<meta property="og:locale" content="ja_JP">' in tags("あ", "い", "う")
    assert '<meta property="og:locale" content="en_GB">' in tags("a", "b", "c")


def test_without_a_base_url_no_tag_contains_one() -> None:
    lines = tags("A <b>", 'Says "so".', BOOK, picture="herders.move")
    assert 'content="A &lt;b&gt;"' in lines
    assert 'name="description" content="Says &quot;so&quot;."' in lines
    assert not re.search("og:image|og:url|twitter", lines)
    assert "Sitemap" not in robots("")


def test_with_a_base_url_the_image_and_the_page_have_absolute_urls() -> None:
    lines = tags("A", "B", BOOK, picture="herders.move", address="https://book.example/", at="book/a.html")
    assert 'property="og:image" content="https://book.example/pictures/herders.move.png"' in lines
    assert 'property="og:url" content="https://book.example/book/a.html"' in lines
    assert tags_in(f"<head><title>A</title>{lines}<meta charset='utf-8'></head>") == lines
    assert "Sitemap: https://book.example/sitemap.xml" in robots("https://book.example/")
    map_ = sitemap("https://book.example/", ["book/a.html"], {"en": "", "ja": "ja/"})
    assert "<loc>https://book.example/book/a.html</loc>" in map_
    assert map_.count('hreflang="ja" href="https://book.example/ja/book/a.html"') == 2, "both editions name it"


@pytest.fixture(scope="module")
def heads(site: Path) -> dict[str, str]:
    """Return the head of each page, by the page's path."""
    pages = sorted(site.rglob("*.html"))
    return {
        page.relative_to(site).as_posix(): page.read_text(encoding="utf-8").partition("</head>")[0] for page in pages
    }


def test_every_page_is_complete_html(site: Path) -> None:
    """No template of the theme is published."""
    pages = {page.relative_to(site).as_posix(): page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    assert [name for name, text in pages.items() if "{%" in text or not text.lstrip().lower().startswith("<!doc")] == []


def test_the_folder_of_the_pages_leads_to_the_first_page(heads: dict[str, str]) -> None:
    for name, first in (("index.html", "book/intro.html"), ("book/index.html", "intro.html")):
        assert f'content="0; url={first}"' in heads[name]


def test_the_front_page_is_described_by_its_text(heads: dict[str, str]) -> None:
    for name in ("index.html", "book/intro.html"):
        found = re.findall(r'<meta (?:name|property)="(?:og:)?description" content="([^"]*)"', heads[name])
        assert len(found) == 2
        assert all(text.startswith("The rules of cat board games") for text in found)


def listed(heads: dict[str, str]) -> dict[str, str]:
    roots = ("index.html", "ja/index.html")
    return {name: head for name, head in heads.items() if "noindex" not in head and name not in roots}


def test_every_page_has_its_own_title_that_names_its_game(heads: dict[str, str]) -> None:
    titles = {
        name: unescape(found) for name, head in heads.items() for found in re.findall("<title>(.*)</title>", head)
    }
    assert titles.keys() == heads.keys()
    assert [one for one, count in Counter(titles[name] for name in listed(heads)).items() if count > 1] == []
    for game in GAMES.values():
        own = [found for name, found in titles.items() if name.startswith((f"book/{game.id}/", f"r/{game.id}."))]
        assert len(own) > 10
        assert [found for found in own if str(game.title) not in found] == []


def test_every_page_has_its_own_description(heads: dict[str, str]) -> None:
    found = {
        name: unescape(words)
        for name, head in heads.items()
        for words in re.findall('<meta name="description" content="([^"]*)">', head)
    }
    assert listed(heads).keys() - found.keys() == set()
    assert [one for one, count in Counter(found[name] for name in listed(heads)).items() if count > 1] == []
    shortest = {name: 7 if name.startswith("ja/") else 20 for name in found}  # a Japanese word can be one character
    assert [words for name, words in found.items() if not shortest[name] < len(words) <= LONGEST] == []


def test_every_page_states_its_language_and_its_viewport_once(heads: dict[str, str]) -> None:
    assert [name for name, head in heads.items() if head.count('name="viewport"') != 1] == []
    for name, head in heads.items():
        assert f'<html lang="{"ja" if name.startswith("ja/") else "en"}"' in head, name


def test_ids_are_unique_on_a_page(site: Path) -> None:
    for page in site.rglob("*.html"):
        # the contents of a template are not part of the page
        text = re.sub("<template.*?</template>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert [one for one, count in Counter(re.findall(r'\sid="([^"]*)"', text)).items() if count > 1] == [], page


def test_search_engines_may_index_the_site(site: Path) -> None:
    assert "Allow: /" in (site / "robots.txt").read_text(encoding="utf-8")
    unlisted = [page for page in site.rglob("*.html") if "noindex" in page.read_text(encoding="utf-8")]
    redirects = {f"{name}.html" for name in MOVED}
    assert {page.name for page in unlisted} == {"404.html", "embed.html", "search.html", "index.html", *redirects}
