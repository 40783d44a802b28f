"""The list of Japanese terms: its form, and that the book uses each English term."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from cattools.core.loading.data_files import has
from cattools.games import GAMES
from cattools.site.pipeline.editions import DOMAINS
from tests.repo.test_files import ROOT
from tools.check_terms import Term, Terms, faults, read

TERMS = read()
# A row of the glossary: English, Japanese and game. "(ours)" follows a Japanese term that no source has.
GLOSSARY = re.compile(r"^\| (?!English|---)([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+\((\w+)/", re.MULTILINE)

# The part of a word that inflection leaves alone: kanji, katakana, digits and letters.
UNINFLECTED = re.compile(r"[\u4e00-\u9fff々]+|[ァ-ヺー]+|[0-9A-Za-z♂♀☆]+")
MARKS = re.compile(r"\]\([^)]*\)|[*`\[]")
GAP = re.compile(r"\{\w+\}")


@cache
def messages() -> list[tuple[str, str]]:
    """Return the messages of the templates, each with the files that it comes from."""
    found = []
    for template in (ROOT / "locale").glob("*.pot"):
        for message in read_po(io.BytesIO(template.read_bytes())):
            words = [message.id] if isinstance(message.id, str) else message.id
            found.append((" ".join(file for file, _ in message.locations), "\n".join(words)))
    return found


@cache
def translations() -> list[tuple[str, str, str]]:
    """Return the entries of the Japanese catalogues: files, English and Japanese, the last two without markup."""
    found = []
    for domain in DOMAINS:
        for entry in read_po(io.BytesIO((ROOT / "locale" / "ja" / f"{domain}.po").read_bytes())):
            files = " ".join(file for file, _ in entry.locations)
            said = ["\n".join([words] if isinstance(words, str) else words or ()) for words in (entry.id, entry.string)]
            found.append((files, MARKS.sub("", said[0]), MARKS.sub("", said[1])))
    return found


@cache
def english(game: str) -> str:
    """Return in lower case what the book says about a game, or, if `game` is "", everything that it says."""
    pages = [ROOT / "book" / "glossary.md", *(ROOT / "book" / game).rglob("*.md")]
    said = [text for files, text in messages() if f"games/{game}/" in files or not game]
    return " ".join(
        " ".join([*said, *(page.read_text(encoding="utf-8") for page in pages)]).replace("*", "").split()
    ).lower()


def occurs(term: str, game: str) -> bool:
    """Return whether the book uses an English term; a remark in brackets is not part of it."""
    words = re.escape(re.sub(r" \(.*\)$", "", term).lower())
    # The term comes first in the pattern, so that the search skips quickly to where it is.
    return re.search(rf"{words}(?<!\w{words})(?!\w)", english(game)) is not None


def test_every_row_is_well_formed() -> None:
    wrong = []
    for term in TERMS.terms:
        words = [term.english, term.japanese, *term.also, *term.avoid]
        right = [
            all(word and word == word.strip() for word in words),
            len({term.japanese, *term.also}) == len([term.japanese, *term.also]),
            term.game in {"", *GAMES},
            re.fullmatch(rf"(?:{'|'.join(GAMES)}):[1-9]\d*|", term.source),
            term.source or not term.form,
            term.japanese not in {term.form, *term.avoid},
            term.source.startswith(term.game) or not term.source,
        ]
        wrong += [] if all(right) else [term]
    assert wrong == []
    assert TERMS.sources.keys() == {id_ for id_ in GAMES if has(f"games/{id_}/data/search.toml")}
    assert len(TERMS.terms) > 350


def test_a_term_has_one_word_in_a_game_and_no_row_repeats_a_shared_one() -> None:
    rows = [(term.game, term.english.lower()) for term in TERMS.terms]
    assert [row for row in set(rows) if rows.count(row) > 1] == []
    shared = {(term.english.lower(), term.japanese) for term in TERMS.terms if not term.game}
    assert [term for term in TERMS.terms if term.game and (term.english.lower(), term.japanese) in shared] == []


def test_the_book_uses_every_english_term() -> None:
    assert [(term.game, term.english) for term in TERMS.terms if not occurs(term.english, term.game)] == []
    assert not occurs("herdsman", "herders")
    assert not occurs("erder", "herders")


def test_the_glossary_has_the_words_of_the_list() -> None:
    words = {game: {word for term in TERMS.terms if term.game in {"", game} for word in known(term)} for game in GAMES}
    rows = GLOSSARY.findall((ROOT / "book" / "glossary.md").read_text(encoding="utf-8"))
    said_of = [(game, re.sub(r"\(ours\)|[a-z]", "", said)) for _, said, game in rows]
    found = [(game, word) for game, said in said_of for word in re.split("[、 ]", said) if word]
    assert len(found) > 100
    assert [(game, word) for game, word in found if word not in words[game]] == []


def test_the_style_guide_translates_messages_of_the_book_and_keeps_their_gaps() -> None:
    guide = (ROOT / "locale" / "ja" / "style.md").read_text(encoding="utf-8").partition("## Ten examples")[2]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in guide.splitlines()[4:]]
    assert [len(row) for row in rows] == [3] * 10
    for message, good, _ in rows:
        assert message.lower() in english("")
        assert sorted(GAP.findall(good)) == sorted(GAP.findall(message))


def known(term: Term) -> set[str]:
    return {term.japanese, *term.also, term.form}


def used(word: str) -> re.Pattern[str]:
    """Return the pattern of a Japanese word in a sentence: its kanji and katakana in order, however it is inflected."""
    return re.compile(".*?".join(map(re.escape, UNINFLECTED.findall(word))) or re.escape(word), re.DOTALL)


def test_each_term_is_used_as_listed() -> None:
    """At least one sentence with the English term has the Japanese one or the row's form."""
    glossary = GLOSSARY.findall((ROOT / "book" / "glossary.md").read_text(encoding="utf-8"))
    listed = [(f"games/{game}/", english, said) for english, said, game in glossary]
    known = [(files, english.lower(), said) for files, english, said in [*translations(), *listed]]
    wrong = []
    for term in TERMS.terms:
        words = re.sub(r" \(.*\)$", "", term.english).lower()
        whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
        of_game = ((english, said) for files, english, said in known if f"/{term.game}/" in files or not term.game)
        said = [found for english, found in of_game if words in english and whole.search(english)]
        patterns = [used(word) for word in (term.japanese, term.form) if word]
        if said and not any(pattern.search(one) for one in said for pattern in patterns):
            wrong.append((term.game, term.english, term.japanese, said[0]))
    assert wrong == []
    assert used("決める").search("赤が決めます")
    assert not used("公園マス").search("マスの公園")


def test_seats_and_the_button_that_checks_have_one_name() -> None:
    """Their English names begin with a capital letter, so no other word is found."""
    names = {term.english.capitalize(): term for term in TERMS.terms if term.avoid and not term.game}
    seats = {name: names[name] for name in ("Teal", "Slate", "Ivory") if name in names}
    assert "Teal" in seats
    wrong = [said for _, english, said in translations() if "then Check." in english and "「答え合わせ」" not in said]
    for name, term in seats.items():
        whole = re.compile(rf"\b{name}\b")
        for _, english, said in translations():
            if whole.search(english) and any(word in said for word in term.avoid):
                wrong.append(said)
    assert wrong == []


def test_a_word_that_is_not_in_its_line_is_reported(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("猫コマを置く\n手番は交互\n", encoding="utf-8")
    rows = (
        Term("cat", "猫コマ", "herders", "herders:1"),
        Term("turn", "手番", "herders", "herders:1"),
        Term("wall", "壁", "herders", "herders:9"),
        Term("alternating", "交互に", "herders", "herders:2", form="交互"),
        Term("calm", "静か", "herders", ""),
    )
    assert list(faults(Terms({"herders": "rules.txt"}, rows), tmp_path)) == [
        "'turn': expected 手番 in herders:1, found it in 2",
        "'wall': expected 壁 in herders:9, found it in no line",
    ]


@pytest.mark.parametrize("row", ['{ english = "cat" }', '{ english = "cat", japanese = 1, game = "", source = "" }'])
def test_a_row_without_its_columns_is_refused(tmp_path: Path, row: str) -> None:
    file = tmp_path / "terms.toml"
    file.write_text(f"terms = [{row}]\n[sources]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"terms\.toml, .*japanese.*expected|expected.*japanese"):
        read(file)
