"""The index file: its columns give back every entry, and texts that would break a column are refused."""

from __future__ import annotations

import json

import pytest

from cattools.core.errors import DataError
from cattools.games import GAMES
from cattools.lessons.ruling import rulings
from cattools.site.search import speech
from cattools.site.search.columns import packed
from cattools.site.search.index import answers, file_text


def test_a_column_has_a_field_of_every_entry() -> None:
    index, file = answers(), json.loads(file_text())
    entries = index["entries"]
    assert {field: column.count("~") + 1 for field, column in file["entries"].items()} == dict.fromkeys(
        file["entries"], len(entries)
    )
    titles, says = (file["entries"][field].split("~") for field in ("title", "says"))
    assert titles == [entry["title"] for entry in entries]
    assert says == ["".join(f"{one}|" for one in entry.get("says", ())) for entry in entries]


def test_japanese_columns_are_read_with_the_alphabet() -> None:
    index, file = answers(), json.loads(file_text())
    letters = {chr(ord("#") + n + (ord("#") + n >= ord("\\"))): letter for n, letter in enumerate(file["alphabet"])}
    told = "".join(letters[code] for code in file["coded"]["entries"]["ja"])
    assert told.split("~") == [entry.get("ja", "") for entry in index["entries"]]


def test_the_questions_on_a_ruling_count_for_the_rule_that_answers_it_only() -> None:
    by_rule = {entry["rule"]: entry for entry in answers()["entries"] if "rule" in entry}
    one = next(one for one in rulings("calico").rows if one.id == "calico.ruling.late")
    mine = [dispute for dispute in by_rule[one.rule]["disputes"] if dispute["at"].endswith(f"#{one.anchor}")]
    assert [len(dispute["players"]) for dispute in mine] == [5]
    assert [len(dispute["players_ja"]) for dispute in mine] == [3]
    others = [rule for rule, entry in by_rule.items() if mine[0] in entry.get("disputes", ())]
    assert others == [one.rule]


@pytest.mark.parametrize("letter", ["~", "|"])
def test_a_text_with_a_separator_is_refused(letter: str) -> None:
    entry = {"at": "book/intro.html", "title": f"one {letter} two"}
    with pytest.raises(DataError, match=r"expected a text without ~ and \|, found 'one"):
        packed({"games": {}, "speech": {"same": [], "japanese": {}}, "entries": [entry]})


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
