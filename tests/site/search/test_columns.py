"""The index files: their columns give back every entry, and texts that would break a column are refused."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cattools.core.errors import DataError
from cattools.games import GAMES
from cattools.lessons.ruling import rulings
from cattools.site.search import speech
from cattools.site.search.columns import packed
from cattools.site.search.index import FILE, OTHER, answers, files


def read() -> dict[str, Any]:
    return {name: json.loads(text) for name, text in files().items()}


def plain(*parts: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return the columns of some files of the index in plain letters."""
    tables: dict[str, dict[str, str]] = {"rulings": {}, "entries": {}}
    for file in parts:
        letters = {chr(ord("#") + n + (ord("#") + n >= ord("\\"))): one for n, one in enumerate(file["alphabet"])}
        for name in tables:
            decoded = {key: "".join(letters[code] for code in text) for key, text in file["coded"][name].items()}
            tables[name] |= file[name] | decoded
    return tables


def test_a_column_has_a_field_of_every_entry() -> None:
    entries, columns = answers()["entries"], plain(*read().values())["entries"]
    assert {name: column.count("~") + 1 for name, column in columns.items()} == dict.fromkeys(columns, len(entries))
    for name in ("title", "players_ja", "ja", "more"):
        told = [entry.get(name, "") for entry in entries]
        assert columns[name].split("~") == [
            one if isinstance(one, str) else "".join(f"{item}|" for item in one) for one in told
        ]


def test_what_questions_in_another_language_need_is_in_the_second_file() -> None:
    own, other = ({*plain(file)["entries"]} for file in read().values())
    assert "players" in own
    assert other == {"ja", "also_ja", "players_ja"}
    in_japanese, in_english = (plain(file)["entries"] for file in packed(answers(), "ja"))
    assert {"ja", "players_ja"} < in_japanese.keys()
    assert in_english.keys() == {"players"}


def test_the_address_of_the_second_file_changes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def address() -> str:
        return str(read()[FILE]["other"])

    before = address()
    assert re.fullmatch(rf"{re.escape(OTHER)}\?v=\w{{16}}", before)
    assert address() == before
    monkeypatch.setattr(speech, "japanese", lambda _: speech.Japanese({"犬": "dog"}))
    assert address() != before


def test_the_questions_on_a_ruling_count_for_the_rule_that_answers_it_only() -> None:
    by_rule = {entry["rule"]: entry for entry in answers()["entries"] if "rule" in entry}
    one = next(one for one in rulings("calico").rows if one.id == "calico.ruling.late")
    mine = [dispute for dispute in by_rule[one.rule]["disputes"] if dispute["at"].endswith(f"#{one.anchor}")]
    assert [len(dispute["players"]) for dispute in mine] == [5]
    assert [len(dispute["players_ja"]) for dispute in mine] == [9]
    others = [rule for rule, entry in by_rule.items() if mine[0] in entry.get("disputes", ())]
    assert others == [one.rule]


@pytest.mark.parametrize("letter", ["~", "|"])
def test_a_text_with_a_separator_is_refused(letter: str) -> None:
    entry = {"at": "book/intro.html", "title": f"one {letter} two"}
    with pytest.raises(DataError, match=r"expected a text without ~ and \|, found 'one"):
        packed({"games": {}, "speech": {"same": [], "japanese": {}}, "entries": [entry]}, "en")


@pytest.mark.parametrize("game", GAMES)
def test_players_ask_about_every_ruling_in_english_and_japanese(game: str) -> None:
    asked = speech.player_questions(game)
    few = [one.id for one in rulings(game).rows if len(asked[one.id].en) < 5 or len(asked[one.id].ja) < 3]
    assert few == []


def test_players_ask_about_every_use_of_the_book() -> None:
    assert [use.asks for use in speech.uses() if len(use.en) < 5 or len(use.ja) < 3] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_section_has_what_players_ask_about_it(game: str) -> None:
    by_place = {entry["at"]: entry for entry in reversed(answers()["entries"])}
    asked = {name: one for name, one in speech.player_questions(game).items() if "/" in name}
    assert f"{game}/reference#notation-and-symbols" in asked
    for name, one in asked.items():
        page, _, anchor = name.partition("#")
        entry = by_place[f"book/{page}.html#{anchor}"]
        assert {field: entry[field] for field in ("players", "players_ja")} == one.fields
        assert len(one.en) >= 4
        assert len(one.ja) >= 2


@pytest.mark.parametrize("name", ["herders/turn#herders-move", "herders/reference#nothing", "calico/reference#set-up"])
def test_questions_on_a_section_that_is_no_answer_of_the_game_are_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "load_once", lambda _: {name: {"en": ["what"]}})
    with pytest.raises(DataError, match=rf"expected the id of a rule .* or a section .* found '{name}'"):
        speech.player_questions.__wrapped__("herders")
