"""Rules as data: rule files are read, and errors in them are reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cattools.core import rules
from cattools.core.errors import DataError
from cattools.core.events import Event, EventKind
from cattools.core.loading import data_files
from cattools.core.messages import text
from cattools.core.rules import Check, Citation, Refusal, RuleKind, fault, refusals, rulebook
from cattools.core.score import Line

RULE = {"id": "herders.a", "title": "A", "sentence": "B.", "kind": "rule", "page": "herders/index"}


def read(monkeypatch: pytest.MonkeyPatch, *records: Any) -> rules.Rulebook:
    monkeypatch.setattr(rules, "load_once", lambda _: {"rule": list(records)})
    return rulebook("herders")


def test_rules_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    book = read(monkeypatch, RULE, {**RULE, "id": "herders.b.c", "kind": "reading", "forbids": True})
    assert list(book) == ["herders.a", "herders.b.c"]
    rule = book["herders.b.c"]
    assert (rule.anchor, rule.ours, rule.forbids) == ("herders-b-c", True, True)
    assert (book["herders.a"].ours, book["herders.a"].forbids, len(book)) == (False, False, 2)


def test_a_printed_rule_can_have_an_interpretation(monkeypatch: pytest.MonkeyPatch) -> None:
    book = read(monkeypatch, {**RULE, "reading": "C."}, {**RULE, "id": "herders.b"})
    rule, plain = book.values()
    assert (rule.ours, rule.paragraphs) == (False, ("B.", "Our interpretation: C."))
    assert (plain.reading, plain.paragraphs, plain.detail()) == ("", ("B.",), plain)
    detail = rule.detail()
    assert (detail.ours, detail.sentence, detail.id, detail.title, detail.anchor) == (
        True,
        "C.",
        rule.id,
        rule.title,
        rule.anchor,
    )


def test_a_printed_rule_can_have_a_ruling_and_an_interpretation(monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = read(monkeypatch, {**RULE, "reading": "C.", "ruling": "D.", "by": "designer", "who": "E F"}).values()
    assert rule.paragraphs == ("B.", "Ruling by E F, the designer: D.", "Our interpretation: C.")
    assert rule.sources == {RuleKind.RULE, RuleKind.RULING, RuleKind.READING}
    ruled = rule.detail(RuleKind.RULING)
    assert (ruled.ruled, ruled.ours, ruled.sentence, ruled.paragraphs) == (True, False, "D.", ("D.",))
    assert rule.detail(RuleKind.READING).sentence == "C."
    assert rule.detail(RuleKind.RULE) == rule


def test_a_whole_rule_can_be_a_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = read(monkeypatch, {**RULE, "kind": "ruling", "by": "rulebook"}).values()
    assert (rule.ruled, rule.ours, set(rule.sources)) == (True, False, {RuleKind.RULING})
    assert rule.detail(RuleKind.RULING) == rule


@pytest.mark.parametrize(
    "cites",
    [
        lambda **by: Refusal("herders.a", text("No."), **by),
        lambda **by: Event(EventKind.NOTE, text("So."), "herders.a", **by),
        lambda **by: Line("herders.a", 0, 1, text("One"), **by),
    ],
)
def test_a_citation_refers_to_the_rule_its_ruling_or_its_interpretation(
    monkeypatch: pytest.MonkeyPatch, cites: Callable[..., Citation]
) -> None:
    book = read(monkeypatch, {**RULE, "reading": "C.", "ruling": "D.", "by": "rulebook"})
    assert book.cited(cites()) == book["herders.a"]
    assert book.cited(cites(by_reading=True)) == book["herders.a"].detail(RuleKind.READING)
    assert book.cited(cites(by_ruling=True)) == book["herders.a"].detail(RuleKind.RULING)


def test_an_unknown_id_gets_a_suggestion() -> None:
    book = rulebook("herders")
    with pytest.raises(
        KeyError, match=r"expected a rule such as .*, found 'herders\.plaec'; did you mean herders\.place"
    ):
        book["herders.plaec"]
    assert "herders.plaec" not in book
    assert book.get("herders.plaec") is None


WHERE = "games/herders/data/rules.toml"
KEYS = "also, by, forbids, id, kind, page, reading, ruling, sentence, title, who"


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([{**RULE, "kind": "law"}], "rule 'herders.a', kind: expected one of rule, ruling, reading, found 'law'"),
        (
            [{**RULE, "kind": "reading", "reading": "C."}],
            "rule 'herders.a': expected no key 'reading' in a rule of kind 'reading', found one",
        ),
        ([{**RULE, "id": "calico.a"}], "rule 'calico.a': expected an id that starts with 'herders.'"),
        ([RULE, RULE], "rule 'herders.a': expected each id once, found it twice"),
        ([{**RULE, "more": 1}], f"rule 'herders.a': expected one of the keys {KEYS}, found 'more'"),
        (
            [{**RULE, "ruling": "D.", "by": "designer"}],
            "rule 'herders.a': expected the key 'who', the designer's name, found none",
        ),
        (
            [{**RULE, "ruling": "D.", "by": "rulebook", "who": "E F"}],
            "rule 'herders.a': expected no key 'who' without a designer, found 'E F'",
        ),
        ([{**RULE, "title": 1}], "rule 'herders.a', title: expected a string, found 1"),
        ([{**RULE, "forbids": 1}], "rule 'herders.a', forbids: expected true or false, found 1"),
        ([{"id": "herders.a"}], "rule 'herders.a': expected the key 'title', found 'id'"),
        ([{}], "rule 1: expected the key 'id', found ''"),
    ],
)
def test_a_broken_rule_is_reported(monkeypatch: pytest.MonkeyPatch, records: list[Any], message: str) -> None:
    with pytest.raises(DataError) as error:
        read(monkeypatch, *records)
    assert str(error.value) == f"{WHERE}, {message}"


@pytest.mark.parametrize("record", ["text", 3, None, ["list"]])
def test_a_rule_that_is_not_a_table_is_reported(monkeypatch: pytest.MonkeyPatch, record: Any) -> None:
    with pytest.raises(DataError, match=WHERE):
        read(monkeypatch, record)


def test_a_file_without_rules_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "load_once", lambda _: {"rules": []})
    with pytest.raises(DataError, match=r"rules\.toml: expected one of the keys option, rule, found 'rules'"):
        rulebook("herders")
    with pytest.raises(DataError, match="expected this file, found none"):
        data_files.load("games/nothing/data/rules.toml")


def test_a_check_cites_its_rule_and_cells() -> None:
    check: Check[int, int] = Check(
        "herders.a", "{n} is odd.", lambda state, action: fault("a1", n=action) if action % 2 else None
    )
    ours = replace(check, by_reading=True)
    assert refusals((check, ours), 0, 2) == ()
    printed, read = refusals((check, ours), 0, 3)
    assert printed == Refusal("herders.a", text("{n} is odd.", n=3), ("a1",))
    assert str(printed) == "3 is odd."
    assert read == replace(printed, by_reading=True)


@pytest.mark.parametrize(
    ("words", "name", "message"),
    [
        ("a = ", "x.toml", "x.toml: "),
        ("[1]", "x.json", "x.json: expected a table at the top level, found [1]"),
        ("{", "x.json", "x.json: "),
    ],
)
def test_an_unreadable_file_is_reported(words: str, name: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        data_files.parse(words, name)
    assert str(error.value).startswith(message)


def test_a_check_on_no_type_of_action_is_refused() -> None:
    """If the rule is left out, the sentence takes its place, and the types are one fewer."""
    with pytest.raises(
        TypeError, match=r"check 'No\.': expected a rule, a sentence and types of action, found no type"
    ):
        rules.CheckList(str).refuse("No.", "str")(lambda *_: None)
