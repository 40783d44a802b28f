"""Printed rules, rulings and our interpretations: the kinds of the rules, and the pages that list them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cattools.core.rules import Rule, RuleKind
from cattools.games import GAMES

ROOT = Path(__file__).parents[2]
LEDGER = tomllib.loads((ROOT / "tests" / "data" / "printed_or_interpretation.toml").read_text(encoding="utf-8"))
BOOK = ROOT / "book"


def kind(rule: Rule) -> str:
    """Return where a rule comes from: printed, ruled or ours, and the details that were added to it."""
    whole = {RuleKind.READING: "ours", RuleKind.RULING: "ruled", RuleKind.RULE: "printed"}[rule.kind]
    details = [words for key, words in (("ruling", "a ruling"), ("reading", "a detail of ours")) if getattr(rule, key)]
    return f"{whole} with {' and '.join(details)}" if details else whole


@pytest.mark.parametrize("game_id", LEDGER)
def test_every_rule_has_the_kind_that_the_list_of_sources_gives_it(game_id: str) -> None:
    listed = dict(LEDGER[game_id])
    more = listed.pop("more", {})
    assert {
        rule.removeprefix(f"{game_id}."): kind(rule_) for rule, rule_ in GAMES[game_id].rules.items()
    } == listed | more
    # Entries under `more` can add a ruling or an interpretation to a printed rule, and a ruling can replace an
    # interpretation of ours; but they never make a printed rule ours.
    assert all(
        kind_of_rule.startswith("printed with ") if listed[rule].startswith("printed") else kind_of_rule == "ruled"
        for rule, kind_of_rule in more.items()
        if rule in listed
    )


@pytest.mark.parametrize("game_id", LEDGER)
def test_the_page_of_rulings_is_complete(game_id: str) -> None:
    page = (BOOK / game_id / "rulings.md").read_text(encoding="utf-8")
    last = "Printed rule; only the last sentence is our interpretation"
    kinds = {"Our interpretation": RuleKind.READING, last: RuleKind.READING}
    kinds |= {"Ruling from": RuleKind.RULING, "Ruling by": RuleKind.RULING}
    found = re.findall(rf"\]\(\S*?#(\S+?)\)\.? ({'|'.join(kinds)})", page)
    wanted = {(rule.id, kind) for rule in GAMES[game_id].rules.values() for kind in rule.sources - {RuleKind.RULE}}
    assert {(rule, kinds[words]) for rule, words in found} == wanted


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if (BOOK / game_id / "reference.md").is_file()])
def test_the_quick_reference_marks_the_interpretations(game_id: str) -> None:
    page = (BOOK / game_id / "reference.md").read_text(encoding="utf-8")
    marked = {
        rule: (before, after)
        for before, rule, after in re.findall(r"(\*?)\[[^\]]+\]\(\S*?\.md#(\w+\.\S+?)\)([*†‡]*)", page)
    }
    wanted = {
        rule.id: ("*" * rule.ours, "*" * rule.ours + "†" * bool(rule.reading) + "‡" * (RuleKind.RULING in rule.sources))
        for rule in GAMES[game_id].rules.values()
    }
    assert marked == wanted
