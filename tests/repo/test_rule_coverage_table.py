"""The table of rule coverage finds what exists and reports what is missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cattools import rule_coverage
from cattools.cli import main
from cattools.core.errors import OptionError
from cattools.core.language import catalogue
from cattools.core.messages import speaking
from cattools.games import GAMES
from cattools.lessons.example import Example, ExampleKind
from cattools.lessons.ruling import rulings

PLACE = Example(
    "herders.x", "herders", ExampleKind.TRY, ("herders.place",), "t", "6/7/8/9/10/4r6/10/9/8/7/6 red 1-0 0-0"
)


PAGE = f"""# A turn

(herders.place)=
## Placing

{GAMES["herders"].rules["herders.place"].sentence}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project in which one rule, `herders.place`, is fully covered."""
    (tmp_path / "book/herders").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "book/herders/turn.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "tests/test_a.py").write_text(
        '@pytest.mark.rule("herders.place")\ndef test_it(): ...\n\ndef helper(): return "herders.move"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(rule_coverage, "examples", lambda _: {"herders.x": replace(PLACE, solution=("a1",))})
    return tmp_path


def test_a_fully_covered_rule_has_no_gaps(project: Path) -> None:
    entry = next(e for e in rule_coverage.entries("herders", project) if e.rule.id == "herders.place")
    assert (entry.explained, entry.examples, entry.tried) == (True, ("herders.x",), ("herders.x",))
    assert entry.tests == ("tests/test_a.py::test_it",)
    assert list(entry.gaps()) == []
    assert not [gap for gap in rule_coverage.gaps("herders", project) if gap.startswith("herders.place:")]


def test_an_uncovered_rule_has_all_gaps(project: Path) -> None:
    gaps = [gap for gap in rule_coverage.gaps("herders", project) if gap.startswith("herders.move:")]
    assert gaps == [
        "herders.move: expected (herders.move)= in book/herders/turn.md, found none.",
        "herders.move: expected an example that names it, found none.",
        "herders.move: expected a test marked with it, found none.",
    ]


def test_a_rule_that_cannot_be_broken_in_its_example_is_reported(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = replace(PLACE, rules=("herders.herd.wall",))  # a rule about cats, but there is no cat on the board
    monkeypatch.setattr(rule_coverage, "examples", lambda _: {"herders.x": wall})
    gap = "herders.herd.wall: expected an example in which a reader can try to break it, found none."
    assert gap in rule_coverage.gaps("herders", project)


@pytest.mark.parametrize(
    ("example", "rule", "can"),
    [
        (PLACE, "herders.place", True),
        (PLACE, "herders.herd.most", False),
        (replace(PLACE, refused=(("e5", "herders.herd.most"),)), "herders.herd.most", True),
        (replace(PLACE, kind=ExampleKind.JUDGE, solution=("herders.stuck",)), "herders.stuck", True),
        (replace(PLACE, solution=("f5-f6",)), "herders.herd.must", False),
        (
            replace(PLACE, position="6/7/8/9/10/3r1c5/10/9/8/7/6 red 0-0 0-0", solution=("f4-f5",)),
            "herders.herd.must",
            True,
        ),
    ],
)
def test_an_example_allows_only_some_rules_to_be_broken(example: Example, rule: str, can: bool) -> None:
    assert rule_coverage.breaks(example, rule) is can


def test_without_a_name_all_rules_and_questions_are_counted_by_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_coverage.rules() == 0
    heading, *rows = (line.split() for line in capsys.readouterr().out.splitlines())
    assert heading == ["game", "counted", "total", "printed", "rulings", "readings"]
    assert {(game, of) for game, of, *_ in rows} == {
        (game, of) for game in (*GAMES, "all") for of in ("rules", "details", "questions")
    }
    for game, of, *figures in rows:
        total, *by_source = map(int, figures)
        assert sum(by_source) == total
        if of == "rules":
            assert total == sum(len(one.rules) for one in GAMES.values() if game in (one.id, "all"))


def test_a_name_in_capital_letters_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_coverage.rules("CALICO.Ruling.Goal") == 0
    assert capsys.readouterr().out.startswith("calico.ruling.goal: ")


def test_the_table_lists_every_rule_with_its_coverage(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = rule_coverage.report("herders", project)
    lines = table.splitlines()
    assert lines[0].split() == ["rule", "kind", "section", "tests", "examples"]
    place = next(line for line in lines if line.startswith("herders.place "))
    assert place.split() == ["herders.place", "rule", "herders/turn.md#herders-place", "1", "herders.x"]
    assert len([line for line in lines if line.startswith("herders.")]) > len(GAMES["herders"].rules)
    monkeypatch.setattr(rule_coverage, "_gaps", lambda *_: [])
    assert rule_coverage.report("herders", project).endswith("\n\nNo gaps.")
    assert rule_coverage.rules("herders") == 0
    monkeypatch.undo()
    assert main(["rules", "chess"]) == 1
    assert capsys.readouterr().err.startswith("cattools: expected one of the games ")
    with pytest.raises(OptionError):
        rule_coverage.gaps("chess")


MARKS = """pytestmark = [pytest.mark.slow, pytest.mark.rule("herders.turn")]

@pytest.mark.rule("herders.place", "herders.stuck")
@pytest.mark.parametrize("n", [1, pytest.param(2, marks=[pytest.mark.rule("herders.win")])])
def test_a(n): assert legal() == "herders.move"

def test_b(): ...

def helper(): return "herders.move"
"""


def test_a_test_covers_only_the_rules_it_is_marked_with(project: Path) -> None:
    """A test that merely mentions a rule does not cover it."""
    (project / "tests/test_b.py").write_text(MARKS, encoding="utf-8")
    found = {entry.rule.id: entry.tests for entry in rule_coverage.entries("herders", project)}
    assert found["herders.place"] == ("tests/test_a.py::test_it", "tests/test_b.py::test_a")
    assert found["herders.stuck"] == found["herders.win"] == ("tests/test_b.py::test_a",)
    assert found["herders.turn"] == ("tests/test_b.py::test_a", "tests/test_b.py::test_b")
    assert found["herders.move"] == ()


def test_a_prefix_lists_the_rules_that_start_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "herders.herd"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.split()[0] == "rule"
    assert [line.split()[0] for line in lines[: lines.index("")]] == [
        r for r in GAMES["herders"].rules if ".herd." in r
    ]
    assert lines[-5:] == [
        "6 rules: 6 printed, 0 rulings, 0 readings.",
        "2 details: 0 printed, 0 rulings, 2 readings.",
        "7 questions: 3 printed, 0 rulings, 4 readings.",
        "",
        "No gaps.",
    ]


def test_a_different_sentence_in_the_book_is_reported(project: Path) -> None:
    page = project / "book/herders/turn.md"
    page.write_text(page.read_text(encoding="utf-8").replace("Put a", "Lay a"), encoding="utf-8")
    gaps = [gap for gap in rule_coverage.gaps("herders", project) if gap.startswith("herders.place:")]
    (gap,) = gaps
    assert gap.startswith("herders.place: expected its sentence at the start of its section of book/herders/turn.md")


def test_one_rule_is_shown_in_full() -> None:
    shown = rule_coverage.rule_in_full("herders.place")
    assert shown.startswith(
        "herders.place: Placing a herder (rule)\n  Put a herder from your hand on an empty wall cell."
    )
    for part in (
        "explained   book/herders/turn.md#herders-place",
        "cattools/games/herders/effects.py:",
        "cattools/games/herders/legality.py:",
        "  There are no {colour} herders left in hand.",
        "shown       herders.",
        "tests/games/herders/test_place_move.py::test_",
    ):
        assert part in shown, shown


def test_an_interpretation_is_shown_with_its_rule() -> None:
    most = GAMES["herders"].rules["herders.herd.most"]
    shown = rule_coverage.rule_in_full(most.id).splitlines()
    assert shown[:3] == [
        f"{most.id}: {most.title} (rule+reading)",
        f"  {most.sentence}",
        f"  Our interpretation: {most.reading}",
    ]
    row = next(line for line in rule_coverage.report("herders").splitlines() if line.startswith(f"{most.id} "))
    assert row.split()[1] == "rule+reading"
    assert not [gap for gap in rule_coverage.gaps("herders") if gap.startswith(f"{most.id}:")]


def test_an_unknown_rule_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "herders.plaec"]) == 1
    assert "expected a rule such as herders.place" in capsys.readouterr().err


def test_a_ruling_is_printed_with_its_question_verdict_and_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "calico.ruling.joined"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("calico.ruling.joined: Three ferns in a row touch a group that has Millie. ")
    assert lines[1] == "  No. Patches that touch the group become part of it, and a group earns one cat."
    assert "  rule        calico.cat.apart" in lines
    assert any(line.startswith("  source      Ruling from the publisher") and "2020" in line for line in lines)
    assert main(["rules", "calico.ruling"]) == 0
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 1 + len(rulings("calico").rows)
    assert main(["rules", "calico.ruling.joint"]) == 1
    assert "did you mean calico.ruling.joined?" in capsys.readouterr().err


def test_a_report_is_in_the_language_of_the_pages_that_it_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_coverage.rules("herders.place") == 0
    expected = capsys.readouterr().out
    with speaking(catalogue("ja")):
        assert rule_coverage.rules("herders.place") == 0
    assert capsys.readouterr().out == expected
    assert "expected" not in expected


def test_one_of_a_kind_is_counted_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "calico"])
    said = capsys.readouterr().out
    assert "1 ruling, " in said
    assert "1 rulings" not in said


def test_the_check_of_a_ruling_is_shown_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "calico.ruling.both-patterns"])
    assert "checked     after Ye@e4; happens calico.cat.size\n" in capsys.readouterr().out
