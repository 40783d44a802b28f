"""The disputes of each game: no verdict is right too often, and every page states how many disputes it has."""

import re
from itertools import groupby

import pytest

from cattools.games import GAMES
from cattools.lessons.answer_check import LEGAL, judged
from cattools.lessons.example import Example, ExampleKind, example
from cattools.site.search.index import DISPUTES, Dispute, disputes
from tools.check_javascript import ROOT

NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
]  # fmt: skip
PAGES = [game_id for game_id in GAMES if (ROOT / "book" / game_id / f"{DISPUTES}.md").is_file()]
BY_INTERPRETATIONS = re.compile(r"^Numbers ([\d, and]+) are settled by \[our interpretations\]", re.MULTILINE)


def page(game_id: str) -> str:
    return (ROOT / "book" / game_id / f"{DISPUTES}.md").read_text("utf-8")


def found(game_id: str) -> list[Dispute]:
    return list(disputes(f"{game_id}/{DISPUTES}", page(game_id)))


def allowed(game_id: str) -> list[bool]:
    """Return the verdicts on disputes about an action, in the order of the page; those about scoring have none."""
    shown = [example(one.example) for one in found(game_id)]
    return [one.solution == (LEGAL,) for one in shown if one.kind == ExampleKind.JUDGE]


@pytest.mark.parametrize("game_id", PAGES)
def test_at_least_two_in_five_actions_are_allowed(game_id: str) -> None:
    verdicts = allowed(game_id)
    assert len(verdicts) >= 5
    assert 0.4 <= sum(verdicts) / len(verdicts) <= 0.7


@pytest.mark.parametrize("game_id", PAGES)
def test_no_verdict_comes_more_than_three_times_in_a_row(game_id: str) -> None:
    assert max(len(list(run)) for _, run in groupby(allowed(game_id))) <= 3


@pytest.mark.parametrize("game_id", PAGES)
def test_a_page_states_the_right_number_of_disputes(game_id: str) -> None:
    numbers = [one.number for one in found(game_id)]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert f"# {NUMBERS[len(numbers)].capitalize()} disputes at the table" in page(game_id)
    # A page on which all disputes about an action come first says how many of them there are.
    judged = [example(one.example).kind == ExampleKind.JUDGE for one in found(game_id)]
    first = judged.index(False) if not all(judged) else 0
    counted = re.search(r"In the first (\w+)(?: disputes)?, a player wants to do something", page(game_id))
    assert (NUMBERS.index(counted[1]) if counted else 0) == (0 if any(judged[first:]) else first)


def is_refused_by_interpretation(shown: Example) -> bool:
    """Return whether a dispute is about an action that our interpretation of a rule forbids."""
    return shown.kind is ExampleKind.JUDGE and any(one.by_reading for one in judged(shown, shown.start())[1])


@pytest.mark.parametrize("game_id", PAGES)
def test_a_dispute_settled_by_an_interpretation_shows_a_rule_that_has_one(game_id: str) -> None:
    named = BY_INTERPRETATIONS.search(page(game_id))
    assert named or not any(is_refused_by_interpretation(example(one.example)) for one in found(game_id))
    for number in re.findall(r"\d+", named[1]) if named else ():
        rules = [GAMES[game_id].rules[rule] for rule in found(game_id)[int(number) - 1].rules]
        assert any(rule.ours or rule.reading for rule in rules), number
