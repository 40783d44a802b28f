"""The index files: every entry can be read from their columns, and texts that would break a column are refused."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import chain
from typing import Any

import pytest

from cattools.core.errors import DataError
from cattools.core.loading.game_packages import choosing
from cattools.games import GAMES
from cattools.lessons.ruling import rulings
from cattools.site.search import speech
from cattools.site.search.columns import packed
from cattools.site.search.index import FILE, answers, files
from tests.site.search.decoded import Cells, decoded
from tests.site.search.measure import ASKED

ENTRY = {"at": "book/intro.html", "title": "Introduction"}
SPEECH: dict[str, Any] = {"same": [], "japanese": {}}


def entries_of(files: dict[str, Any]) -> dict[str, Cells]:
    """Return the cells of the entries in a set of files, by game and field."""
    return {game: tables["entries"] for game, tables in decoded(files).items()}


def test_a_column_has_a_field_of_every_entry_of_its_game() -> None:
    index = answers()
    sets = packed(index, "en")
    assert [*sets["own"]] == [*sets["other"]] == ["", *GAMES]
    columns = [entries_of(of) for of in sets.values()]
    for game in ("", *GAMES):
        entries = [entry for entry in index["entries"] if entry.get("game", "") == game]
        known = {name: cells for part in columns for name, cells in part[game].items()}
        assert {name: len(cells) for name, cells in known.items()} == dict.fromkeys(known, len(entries))
        for name in ("title", "players_ja", "ja", "more"):
            told = [entry.get(name, "") for entry in entries]
            expected = [one if isinstance(one, str) else "".join(f"{item}|" for item in one) for one in told]
            assert known.get(name, [""] * len(entries)) == expected


def test_the_order_of_the_entries_is_that_of_the_index() -> None:
    index = answers()
    order = packed(index, "en")["own"][""]["order"]
    assert [*chain(*([game] * n for game, n in order))] == [entry.get("game", "") for entry in index["entries"]]


def test_what_only_questions_in_another_language_need_is_in_separate_files() -> None:
    own, other = ({*chain(*entries_of(of).values())} for of in packed(answers(), "en").values())
    assert {"also", "players"} < own
    assert other == {"ja", "also_ja", "players_ja"}
    in_japanese, in_english = packed(answers(), "ja").values()
    assert {"ja", "also_ja", "players_ja"} < {*chain(*entries_of(in_japanese).values())}
    assert {*chain(*entries_of(in_english).values())} == {"also", "players"}
    assert in_english[""]["same"]
    assert in_japanese[""]["same_japanese"]
    for sets in (packed(answers(), "en"), packed(answers(), "ja")):
        assert {game for game, file in sets["other"].items() if game in file.get("japanese", {})} == {"", *GAMES}


def test_other_words_for_an_answer_are_in_the_set_of_their_language() -> None:
    japanese = re.compile(r"[ぁ-ヿ一-龯]")
    entries = answers()["entries"]
    assert any("also" in entry for entry in entries)
    assert not [one for entry in entries for one in entry.get("also", ()) if japanese.search(one)]
    in_japanese = {one for entry in entries for one in entry.get("also_ja", ())}
    assert {one for one in in_japanese if not japanese.search(one)} == {"≠"}


def test_an_address_outside_the_folder_of_its_game_is_refused() -> None:
    entry = ENTRY | {"game": "lynx"}
    with pytest.raises(DataError, match=r"expected an address in book/lynx/, found 'book/intro\.html'"):
        packed({"games": {"lynx": "Lynx"}, "speech": SPEECH, "entries": [entry]}, "en")


def test_the_books_file_has_the_addresses_of_all_others_with_their_hashes() -> None:
    texts = files()
    listed = json.loads(texts.pop(FILE))["files"]
    assert {name: [*games] for name, games in listed.items()} == {"own": [*GAMES], "other": ["", *GAMES]}
    addresses = [address for games in listed.values() for address in games.values()]
    assert addresses == [f"{name}?v={hashlib.sha256(text.encode()).hexdigest()[:16]}" for name, text in texts.items()]
    assert {"answers.calico.json", "answers_other.json", "answers_other.calico.json"} < texts.keys()


def test_a_book_of_one_game_has_one_games_files() -> None:
    with choosing(("herders",)):
        assert [*files()] == [FILE, "answers.herders.json", "answers_other.json", "answers_other.herders.json"]


def test_the_questions_on_a_ruling_count_only_for_the_rule_that_answers_it() -> None:
    by_rule = {entry["rule"]: entry for entry in answers()["entries"] if "rule" in entry}
    one = next(one for one in rulings("calico").rows if one.id == "calico.ruling.late")
    mine = [dispute for dispute in by_rule[one.rule]["disputes"] if dispute["at"].endswith(f"#{one.anchor}")]
    assert [len(dispute["players"]) for dispute in mine] == [5]
    assert [len(dispute["players_ja"]) for dispute in mine] == [9]
    others = [rule for rule, entry in by_rule.items() if mine[0] in entry.get("disputes", ())]
    assert others == [one.rule]


@pytest.mark.parametrize("letter", ["~", "|", "\t", "\n"])
def test_a_text_with_a_separator_is_refused(letter: str) -> None:
    entry = ENTRY | {"title": f"one {letter} two"}
    with pytest.raises(DataError, match=r"expected a line of text without ~, \| and tabs, found 'one"):
        packed({"games": {}, "speech": SPEECH, "entries": [entry]}, "en")


def test_a_text_of_several_games_is_stored_once() -> None:
    games = {"lynx": "Lynx", "puma": "Puma"}
    told = ["Press it again to undo.", "Short", "Only here, in this game."]
    entries = [
        {"at": f"book/{game}/index.html", "title": "Start", "game": game, "more": more}
        for game, more in (("lynx", told), ("puma", told[:2]))
    ]
    own = packed({"games": games, "speech": SPEECH, "entries": entries}, "en")["own"]
    assert [entries_of(own)[game]["more"] for game in games] == [["|".join([*told, ""])], ["|".join([*told[:2], ""])]]
    assert len(own["puma"]["entries"]["more"]) < len(told[0])


@pytest.mark.parametrize("game", ASKED)
def test_players_ask_about_every_ruling_in_english_and_japanese(game: str) -> None:
    asked = speech.game_words(game).questions
    few = [one.id for one in rulings(game).rows if len(asked[one.id].en) < 5 or len(asked[one.id].ja) < 3]
    assert few == []


def test_players_ask_about_every_use_of_the_book() -> None:
    assert [use.asks for use in speech.uses() if len(use.en) < 5 or len(use.ja) < 3] == []


@pytest.mark.parametrize("game", ASKED)
def test_a_section_has_what_players_ask_about_it(game: str) -> None:
    by_place = {entry["at"]: entry for entry in reversed(answers()["entries"])}
    asked = {name: one for name, one in speech.game_words(game).questions.items() if "/" in name}
    assert f"{game}/reference#notation-and-symbols" in asked
    for name, one in asked.items():
        page, _, anchor = name.partition("#")
        entry = by_place[f"book/{page}.html#{anchor}"]
        assert {field: entry[field] for field in ("players", "players_ja")} == one.fields
        assert len(one.en) >= 4
        assert len(one.ja) >= 2


@pytest.mark.parametrize("name", ["herders/turn#herders-move", "herders/reference#nothing", "calico/reference#set-up"])
def test_questions_on_a_section_that_is_not_an_answer_of_the_game_are_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "load_once", lambda _: {"questions": {name: {"en": ["what"]}}})
    with pytest.raises(DataError, match=rf"expected the id of a rule .* or a section .* found '{name}'"):
        speech.game_words.__wrapped__("herders")
