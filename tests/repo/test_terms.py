"""The list of Japanese terms: its form, and that the book uses each English term."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from cattools.games import GAMES
from tests.repo.test_files import ROOT
from tools.check_terms import Term, Terms, faults, read

TERMS = read()
# A term of the glossary: English, Japanese. "(ours)" follows the Japanese of a term that no source has.
GLOSSARY = re.compile(r"^\| (?!English|---)([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+\((\w+)/", re.MULTILINE)

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
def english(game: str) -> str:
    """Return what the book says about a game, or all that it says."""
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
    assert TERMS.sources.keys() == GAMES.keys()
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
    found = [
        (game, word) for _, said, game in rows for word in re.split(", | ", re.sub(r"\(ours\)|[a-z]", "", said)) if word
    ]
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
