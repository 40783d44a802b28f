"""The rulings of each game: every verdict is what the game's code says, and a mistake in a row is reported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from cattools.core.errors import DataError
from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.core.rules import Authority, RuleKind
from cattools.games import GAMES
from cattools.lessons import ruling, ruling_check
from cattools.lessons.ruling import Ruling, SourceKind, rulings, source_words
from cattools.lessons.ruling_check import problems, proved
from cattools.rule_coverage import gaps

ROWS = [one for game in GAMES for one in rulings(game).rows]
# How many disputes each game had before they became rulings; links to their numbers still exist.
DISPUTES = {"herders": 15, "territory": 20, "catbox": 11, "calico": 10, "cattricola": 14}
# The rulings in which only the last sentence, about the random choice on a screen, is our interpretation.
IN_PART = {one.id for one in ROWS if one.question.startswith("Who begins") and one.rule.endswith(("start", "order"))}
WHERE = "games/herders/data/rulings.toml"
ROW = {
    "id": "herders.ruling.jump",
    "question": "May I jump?",
    "verdict": "No. Never.",
    "rule": "herders.move.clear",
    "source": "reading",
    "example": "herders.move.jump",
}


@pytest.mark.parametrize("one", ROWS, ids=lambda one: one.id)
def test_the_code_of_the_game_gives_the_verdict(one: Ruling) -> None:
    assert list(problems(one)) == []


@pytest.mark.parametrize("one", [one for one in ROWS if one.first in ("Yes", "No")], ids=lambda one: one.id)
def test_the_opposite_verdict_is_contradicted(one: Ruling) -> None:
    opposite = "No" if one.first == "Yes" else "Yes"
    found = list(problems(replace(one, verdict=f"{opposite}.{one.verdict[len(one.first) + 1 :]}")))
    assert len(found) == 1
    assert re.match(f"the verdict is ['\"]{opposite}", found[0])


@pytest.mark.parametrize("game_id", DISPUTES)
def test_every_former_dispute_is_a_ruling(game_id: str) -> None:
    numbers = [one.number for one in rulings(game_id).rows if one.number]
    assert sorted(numbers) == [*range(1, DISPUTES[game_id] + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", DISPUTES)
def test_every_interpretation_and_every_ruling_on_a_rule_answers_a_question(game_id: str) -> None:
    assert [gap for gap in gaps(game_id) if "ruling" in gap] == []


@pytest.mark.parametrize("one", ROWS, ids=lambda one: one.id)
def test_a_ruling_names_its_source(one: Ruling) -> None:
    words = source_words(one)
    assert one.question.endswith("?")
    if one.source is SourceKind.RULING:
        public = rulings(one.game).source_of(one)
        assert public is not None
        assert one.law.by is public.kind
        assert all(part in words for part in (public.who, public.where, public.when))
    else:
        in_part = "Printed rule; only the last sentence is our interpretation"
        ours = in_part if one.id in IN_PART else "Our interpretation"
        assert words == ("Printed rule" if one.source is SourceKind.PRINTED else ours)


def test_a_ruling_has_a_place_on_its_page() -> None:
    (one,) = (one for one in rulings("herders").rows if one.id == "herders.ruling.jump")
    assert (one.game, one.page, one.anchor, one.first) == (
        "herders", "herders/rulings", "herders-ruling-jump", "No",
    )  # fmt: skip
    assert one.source.rule_kind is RuleKind.READING
    assert one.law.by is None


# --- mistakes ----------------------------------------------------------------------------------------------------


def with_rows(patch: pytest.MonkeyPatch, *rows: Mapping[str, Any], source: Any = ()) -> None:
    """Give Cat Herders these rulings, which are read anew."""
    table = {"ruling": list(rows), **({"source": list(source)} if source else {})}
    patch.setattr(ruling, "has", lambda name: name == WHERE)
    patch.setattr(ruling, "load_once", lambda _: table)
    patch.setattr(ruling, "rulings", rulings.__wrapped__)
    patch.setattr(ruling_check, "rulings", rulings.__wrapped__)


BOOK = {"id": "book", "kind": "rulebook", "who": "A", "where": "B", "when": "2020"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "calico.ruling.jump"}, "expected an id that starts with 'herders.ruling.'"),
        ({"rule": "herders.fly"}, "expected a rule from data/rules.toml, found 'herders.fly'"),
        ({"source": "hearsay"}, "source: expected one of printed, ruling, reading, found 'hearsay'"),
        ({"source": None}, "expected the key 'source', found 'id, question, verdict, rule, example'"),
        ({"source": "printed"}, r"expected a source that herders.move.clear has \(reading\), found 'printed'"),
        ({"source": "ruling"}, r"expected a source that herders.move.clear has \(reading\), found 'ruling'"),
        ({"by": "book"}, "expected no 'by', found 'book'"),
        ({"question": "I jump."}, "expected a question that ends with '[?]', found 'I jump.'"),
        ({"question": "?"}, "expected a question that ends with '[?]', found '[?]'"),
        ({"verdict": "Never"}, "expected a verdict such as 'No. Only yours.', found 'Never'"),
        ({"example": "herders.fly"}, "expected an example such as .*, found 'herders.fly'"),
        ({"example": "herders.move"}, "expected 'check', because herders.move is not an example to judge, found none"),
        ({"check": {"alowed": "e4-g5"}}, "check: expected one of the keys .*, found 'alowed'"),
        ({"colour": 1}, "expected one of the keys .*, found 'colour'"),
    ],
)
def test_a_mistake_in_a_row_is_reported(
    monkeypatch: pytest.MonkeyPatch, change: Mapping[str, Any], message: str
) -> None:
    with_rows(monkeypatch, {key: value for key, value in {**ROW, **change}.items() if value is not None}, source=[BOOK])
    with pytest.raises(DataError, match=f"^{WHERE}, ruling.*{message}"):
        rulings.__wrapped__("herders")


def test_an_id_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with_rows(monkeypatch, ROW, ROW)
    with pytest.raises(DataError, match=r"'herders\.ruling\.jump': expected each id once, found it twice"):
        rulings.__wrapped__("herders")


def test_a_former_number_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {**ROW, "id": "herders.ruling.hop", "example": "herders.place.hop"}
    with_rows(monkeypatch, {**ROW, "number": 3}, {**other, "number": 3})
    message = r"'herders\.ruling\.hop', number: expected one that no other ruling has, found 3"
    with pytest.raises(DataError, match=message):
        rulings.__wrapped__("herders")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([{}, {}], "source 'book': expected each id once, found it twice"),
        ([{"who": ""}], "source 'book', who: expected words, found ''"),
        ([{"when": " "}], "source 'book', when: expected words, found ' '"),
        ([{"kind": "friend"}], "source 'book', kind: expected one of rulebook, designer, found 'friend'"),
    ],
)
def test_a_mistake_in_a_source_is_reported(
    monkeypatch: pytest.MonkeyPatch, changes: list[dict[str, str]], message: str
) -> None:
    with_rows(monkeypatch, ROW, source=[{**BOOK, **change} for change in changes])
    with pytest.raises(DataError, match=f"^{WHERE}, {message}$"):
        rulings.__wrapped__("herders")


def test_each_ruling_has_an_example_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    with_rows(monkeypatch, ROW, {**ROW, "id": "herders.ruling.hop"})
    message = r"'herders\.ruling\.hop': expected an example of its own, found 'herders\.move\.jump' a second time"
    with pytest.raises(DataError, match=message):
        rulings.__wrapped__("herders")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "Yes. Always."}, "the verdict is 'Yes. Always.', for which 'allowed' must give 'yes', found 'no'"),
        ({"check": {}}, "check: expected one question, found none"),
        ({"check": {"allowed": "e4-g5", "turn": True}}, "check: expected one question, found allowed, turn"),
        ({"check": {"allowed": "e4-g5", "gives": "no"}}, "check: expected no 'gives', because 'allowed' gives yes or"),
        (
            {"verdict": "Red. Always.", "check": {"turn": True}},
            "check: expected 'gives', the answer to 'turn', found none",
        ),
        ({"check": {"turn": True, "no": "red"}}, "check: expected 'yes', the answer to 'turn', found none"),
        ({"check": {"turn": True, "yes": "blue"}}, "check: expected 'no', the answer to 'turn', found none"),
        (
            {"check": {"turn": True, "gives": "red", "yes": "blue", "no": "red"}},
            "check: expected no 'gives' with a verdict of Yes or No, which needs 'yes' and 'no', found 'red'",
        ),
        (
            {"check": {"turn": True, "yes": "red", "no": "red"}},
            "check: expected different answers for 'yes' and 'no', found 'red' for both",
        ),
        (
            {"check": {"turn": True, "yes": "red", "no": "blue"}},
            "the verdict is 'No. Never.', for which 'turn' must give 'blue', found 'red'",
        ),
        (
            {"verdict": "Red. Always.", "check": {"turn": True, "gives": "blue"}},
            "the verdict is .*, for which 'turn' must give 'blue', found 'red'",
        ),
        (
            {"verdict": "Red. Always.", "check": {"turn": True, "gives": "red", "no": "blue"}},
            "check: expected no 'no' with a verdict that is neither Yes nor No, found 'blue'",
        ),
        (
            {"check": {"test": "tests/lessons/test_rulings.py::test_a_game_needs_no_rulings", "no": "red"}},
            "check: expected no 'no', because the test has the answer, found 'red'",
        ),
        (
            {"check": {"test": "tests/lessons/test_rulings.py::test_a_game_needs_no_rulings"}},
            r"check, test: expected \w+ to have the mark ruling\('herders.ruling.jump', 'No'\)",
        ),
        (
            {"check": {"test": "tests/test_x.py::test_y"}},
            "check, test: expected a test .*, found 'tests/test_x.py::test_y'",
        ),
        ({"check": {"allowed": "e9"}}, "check: expected e9 to be refused by herders.move.clear, found herders.place"),
        ({"check": {"allowed": "hop"}}, "check: expected a move such as"),
        ({"check": {"happens": "herders.move"}}, "check: expected 'after' with 'happens', found none"),
        ({"check": {"score": "green"}}, "check: score: expected one of red, blue, found 'green'"),
        ({"check": {"options": "bord=large"}}, "check: options: expected some of setup, .*, limit, found 'bord'"),
        ({"check": {"fact": "board.oval"}}, "check: fact: expected a value of components.toml, found 'board.oval'"),
    ],
)
def test_a_verdict_that_the_code_contradicts_is_reported(
    monkeypatch: pytest.MonkeyPatch, change: Mapping[str, Any], message: str
) -> None:
    with_rows(monkeypatch, {**ROW, **change})
    with pytest.raises(DataError, match=f"^{WHERE}, ruling 'herders.ruling.jump': {message}"):
        proved.__wrapped__("herders")


def test_a_refusal_that_rests_on_an_interpretation_is_not_a_printed_rule() -> None:
    (one,) = (one for one in rulings("herders").rows if one.id == "herders.ruling.between")
    wrong = replace(one, source=SourceKind.PRINTED)
    assert list(problems(wrong)) == [
        "check: expected the refusal of g6>g7 to rest on the source 'printed', found 'reading'"
    ]


def test_a_game_needs_no_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruling, "has", lambda _: False)
    assert rulings.__wrapped__("herders").rows == ()


def test_a_ruling_is_by_a_source_of_the_kind_that_its_rule_names(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {
        **{key: ROW[key] for key in ("question", "verdict")},
        "id": "calico.ruling.x",
        "rule": "calico.button.apart",
        "source": "ruling",
        "example": "calico.button.apart",
        "check": {"areas": True, "gives": "d3"},
    }
    nameless = {**BOOK, "id": "nameless", "kind": "designer"}
    for change, message in (
        ({"by": "nameless"}, "expected 'by' to be by Kevin Russ, as calico.button.apart says, found 'nameless'"),
        ({}, "expected 'by' to be one of book, nameless, found none"),
        ({"by": "shop"}, "expected 'by' to be one of book, nameless, found 'shop'"),
        ({"by": "book"}, "expected 'by' of kind 'designer', as calico.button.apart has, found 'book'"),
    ):
        with_rows(monkeypatch, {**row, **change}, source=[BOOK, nameless])
        monkeypatch.setattr(ruling, "has", lambda _: True)
        with pytest.raises(DataError, match=f"^games/calico/data/rulings.toml, ruling 'calico.ruling.x': {message}"):
            rulings.__wrapped__("calico")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"source": "ruling", "by": "book", "example": "calico.button.apart"},
            "'by_ruling' of calico.button.apart to be 'calico.button.apart', found none",
        ),
        (
            {"source": "printed", "example": "calico.dispute.join-buttons"},
            "no 'by_ruling' in calico.dispute.join-buttons, found 'calico.button.apart'",
        ),
    ],
)
def test_the_example_of_a_ruling_cites_the_ruling(
    monkeypatch: pytest.MonkeyPatch, change: Mapping[str, Any], message: str
) -> None:
    row = {key: ROW[key] for key in ("question", "verdict")} | {"id": "calico.ruling.x", "rule": "calico.button.apart"}
    with_rows(
        monkeypatch,
        {**row, **change, "check": {"turn": True}},
        source=[{**BOOK, "kind": "designer", "who": "Kevin Russ"}],
    )
    monkeypatch.setattr(ruling, "has", lambda _: True)
    with pytest.raises(DataError, match=f"ruling 'calico.ruling.x': expected {message}"):
        rulings.__wrapped__("calico")


def test_a_ruling_by_a_designer_names_the_designer_the_place_and_the_date() -> None:
    designers = [
        (one, public)
        for one in ROWS
        if (public := rulings(one.game).source_of(one)) and public.kind is Authority.DESIGNER
    ]
    assert designers
    for one, public in designers:
        named = f"Ruling by {public.who}, the designer"
        assert source_words(one) == f"{named}: {public.where}, {public.when}"
        assert any(words.startswith(f"{named}: ") for words in one.law.paragraphs)
    with speaking(catalogue("ja")):
        assert {str(one.law.ruler) for one, _ in designers} == {"デザイナー、ケビン・ラスの裁定"}
