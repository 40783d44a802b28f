"""Printed rules and our interpretations: the kinds of the rules, and the pages that list the interpretations."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cattools.core.rules import Rule
from cattools.games import GAMES

ROOT = Path(__file__).parents[2]
LEDGER = tomllib.loads((ROOT / "tests" / "data" / "printed_or_interpretation.toml").read_text(encoding="utf-8"))
BOOK = ROOT / "book"


def kind(rule: Rule) -> str:
    """Return the kind of a rule: in the printed rulebook, printed with a detail that we added, or entirely ours."""
    return "ours" if rule.ours else "printed with a detail of ours" if rule.reading else "printed"


@pytest.mark.parametrize("game_id", LEDGER)
def test_every_rule_has_the_kind_that_the_list_of_sources_gives_it(game_id: str) -> None:
    listed = dict(LEDGER[game_id])
    more = listed.pop("more", {})
    assert {
        rule.removeprefix(f"{game_id}."): kind(rule_) for rule, rule_ in GAMES[game_id].rules.items()
    } == listed | more
    # Entries under `more` can add an interpretation to a printed rule, but never make the whole rule ours.
    assert all(
        (listed[rule], kind_of_rule) == ("printed", "printed with a detail of ours")
        for rule, kind_of_rule in more.items()
        if rule in listed
    )


@pytest.mark.parametrize("game_id", LEDGER)
def test_the_page_of_interpretations_is_complete(game_id: str) -> None:
    page = (BOOK / game_id / "interpretations.md").read_text(encoding="utf-8")
    ours = {rule.id for rule in GAMES[game_id].rules.values() if rule.ours or rule.reading}
    assert set(re.findall(r"\]\(\S*?#(\S+?)\) \|$", page, re.MULTILINE)) == ours


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if (BOOK / game_id / "reference.md").is_file()])
def test_the_quick_reference_marks_the_interpretations(game_id: str) -> None:
    page = (BOOK / game_id / "reference.md").read_text(encoding="utf-8")
    marked = {
        rule: (before, after) for before, rule, after in re.findall(r"(\*?)\[[^\]]+\]\(\S*?#(\S+?)\)(\*?†?)", page)
    }
    wanted = {
        rule.id: ("*", "*") if rule.ours else ("", "†" if rule.reading else "")
        for rule in GAMES[game_id].rules.values()
    }
    assert marked == wanted
