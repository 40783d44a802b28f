"""The printed sheets: they cover every rule, no meaning depends on colour alone, and errors in the data are located."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cattools import cli
from cattools.core.display import scene
from cattools.core.display.scene import Label
from cattools.core.errors import DataError, OptionError
from cattools.core.loading.data_files import load
from cattools.games import GAMES, having
from cattools.lessons.ruling import SourceKind, rulings
from cattools.site.errors import BuildError
from cattools.site.pipeline import chromium, executables
from cattools.site.pipeline.chromium import Printer
from cattools.site.printable import reference_sheet, sheet
from cattools.site.printable.diagrams import drawing, marks, part_of
from cattools.site.printable.html import marked, pad_page, sheet_pages
from cattools.site.printable.pdf import documents, write
from cattools.site.printable.reference_sheet import ReferenceSheet, sheet_of

ALL = pytest.mark.parametrize("game_id", having("has_reference_sheet"))


def words(html: str) -> str:
    """Return the visible text of some HTML, in one line."""
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html)).split())


# --- contents ----------------------------------------------------------------------------------------------------


@ALL
def test_every_rule_is_on_the_sheet_or_left_to_the_book(game_id: str) -> None:
    found = sheet_of(game_id)
    covered = {rule for line in found.lines for rule in line.rules}
    assert sorted({*found.elsewhere, *covered}) == sorted(found.game.rules)
    assert not covered & {*found.elsewhere}


@ALL
def test_every_line_of_the_data_is_on_the_sheet(game_id: str) -> None:
    found = sheet_of(game_id)
    text = words(sheet_pages(found))
    assert found.game.title in text
    for line in found.lines:
        for part in (line.head, line.words, line.reading):
            assert words(marked(part)) in text, part


@ALL
def test_a_sheet_answers_four_or_five_disputes(game_id: str) -> None:
    settled = [line for block in sheet_of(game_id).blocks for line in block.disputes]
    assert len(settled) in {4, 5}
    assert all(line.head and (line.words or line.reading) and line.rules for line in settled)


@ALL
def test_a_sheet_has_no_links_and_no_placeholders(game_id: str) -> None:
    html = sheet_pages(sheet_of(game_id))
    assert "<a " not in html
    assert "{" not in words(html)


def test_a_dispute_is_answered_by_its_ruling() -> None:
    (safe,) = (line for block in sheet_of("herders").blocks for line in block.disputes if "happier" in line.head)
    (one,) = (one for one in rulings("herders").rows if one.id == "herders.ruling.stay")
    assert (safe.head, safe.rules) == (f'"{one.claim}" {one.question}', ("herders.herd.must",))
    assert safe.words == "**Yes.** " + one.verdict.removeprefix("Yes. ")


def test_an_interpretation_is_marked_in_the_answer_of_a_dispute() -> None:
    found = [
        (one, line)
        for game_id in having("has_reference_sheet")
        for one in rulings(game_id).rows
        for block in sheet_of(game_id).blocks
        for line in block.disputes
        if line.head.endswith(one.question)
    ]
    assert {one.source for one, _ in found} == set(SourceKind)
    for one, line in found:
        assert line.words.startswith(f"**{one.first}.**")
        assert bool(line.reading) == (one.source is SourceKind.READING)


@ALL
def test_every_dispute_ends_in_a_question(game_id: str) -> None:
    assert [line.head for block in sheet_of(game_id).blocks for line in block.disputes if line.head[-1] != "?"] == []


def test_the_captured_cat_in_the_picture_touches_the_herders_that_the_text_counts() -> None:
    game = GAMES["herders"]
    (taken,) = (picture for picture in pictures(sheet_of("herders")) if picture.id == "taken")
    (mark,) = marks(taken)
    before = taken.position.replace("rrr3", "rr1r2")  # the herder that scares the cat will move to d6
    state = game.position(before, taken.options)
    state = state.apply(game.read_action("d7-d6", state))
    (run,) = state.legal()
    assert str(run) == f"{mark.area}>{mark.to}"
    sentences = [str(event.text) for event in state.events(run)]
    assert "3 herders" in sentences[0]  # one of the three is Blue's
    assert sentences[1].startswith("2 red herders touch it")


def test_goals_are_drawn_and_not_written() -> None:
    """Nine-point letters are larger than a goal tile on the sheet, so rows of dots show what the goal needs."""
    drawn = [one for one in pictures(sheet_of("calico")) if one.id.startswith("goal-") or one.id == "quilt"]
    assert len(drawn) == 7
    for picture in drawn:
        above = part_of(GAMES["calico"], picture)[0].above
        assert above, picture.id
        assert not any(isinstance(shape, Label) for shape in above), picture.id


def test_numbers_come_from_the_components_file() -> None:
    (table,) = (block.table for block in sheet_of("catbox").blocks if block.table)
    assert ("May be predicted", "nothing", "1, 3 or 4", "1, 2 or 3", "1, 2 or 3") in table


@ALL
def test_no_meaning_depends_on_colour_alone(game_id: str) -> None:
    """Two pieces of a drawing that differ in colour also differ in shape."""

    def outlines(shapes: tuple[scene.Path, ...]) -> tuple[object, ...]:
        return tuple((s.d, bool(s.fill), bool(s.stroke), s.at, s.dash) for s in shapes)

    pieces = {
        piece.shapes for picture in pictures(sheet_of(game_id)) for piece in part_of(GAMES[game_id], picture)[0].pieces
    }
    assert len({outlines(shapes) for shapes in pieces}) == len(pieces)


def pictures(found: ReferenceSheet) -> Iterator[reference_sheet.Picture]:
    for block in found.blocks:
        yield from block.pictures


def test_a_notebook_shows_the_sheet_and_the_score_pad() -> None:
    printed = sheet("herders")
    assert str(printed) == "The reference sheet of Cat Herders."
    html = printed._repr_html_()
    assert html.count('class="cat-print-page') == 3
    assert html.count('<input type="text"') == 2


def test_names_on_the_pad_are_escaped() -> None:
    assert '<th scope="col">&lt;b&gt;Ada</th>' in pad_page(sheet_of("herders"), ["<b>Ada", "Ben"])
    with pytest.raises(OptionError, match="up to 2 names for Cat Herders, found 3"):
        pad_page(sheet_of("herders"), ["Ada", "Ben", "Eve"])


def test_names_for_all_games_are_omitted_on_pads_with_too_few_columns() -> None:
    made = dict(documents(sizes=["a4"], names=["Ada", "Ben", "Eve"]))
    assert "Eve" in made["calico-pad-a4.pdf"]
    assert "Ada" not in made["herders-pad-a4.pdf"]


# --- broken data -------------------------------------------------------------------------------------------------

BLOCK: dict[str, Any] = {"side": "front", "title": "A turn"}
WHOLE: dict[str, Any] = {
    "aim": "Win.",
    "players": "Two",
    "block": [BLOCK],
    "pad": {"players": 2, "band": "Game", "bands": 1, "rows": ["Cats"]},
}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"aim": 1}, r"pages.toml, printable, aim: expected a string, found 1"),
        ({"tune": "x"}, r"pages.toml, printable: expected one of the keys .*, found 'tune'"),
        ({"size": 8.5}, r"pages.toml, printable: expected 'size' to be 9.0 or more, found 8.5"),
        (
            {"elsewhere": ["herders.fly"]},
            r"pages.toml, printable, elsewhere: expected a rule of herders, found 'herders.fly'",
        ),
        ({"pad": {"players": 2}}, r"pages.toml, printable, pad: expected the key 'band'"),
        ({"block": [{"side": "top", "title": "A turn"}]}, r"block 'A turn', side: expected one of front, back"),
        ({"block": [{**BLOCK, "colour": 1}]}, r"block 'A turn': expected one of the keys .*, found 'colour'"),
        ({"block": [{**BLOCK, "steps": "x"}]}, r"block 'A turn', steps: expected a list, found 'x'"),
        ({"block": [{**BLOCK, "says": ["herders.fly"]}]}, r"'A turn', says: expected a rule of herders"),
        ({"block": [{**BLOCK, "may": [3]}]}, r"'A turn', may 1: expected a string or a table, found 3"),
        ({"block": [{**BLOCK, "may": [{"says": "x", "rules": ["y"]}]}]}, r"'A turn', may: expected a rule of herders"),
        ({"block": [{**BLOCK, "text": "{board.oval.cats} cats"}]}, r"'A turn', text: expected {board.oval.cats} to"),
        ({"block": [{**BLOCK, "table": [["a", "b"], ["c"]]}]}, r"'A turn', table: expected rows with as many cells"),
        ({"block": [{**BLOCK, "pictures": ["cow"]}]}, r"'A turn', pictures: expected the id of a picture \(there is"),
        (
            {"block": [{**BLOCK, "disputes": ["herders.fly"]}]},
            r"disputes: expected a ruling of herders, found 'herd",
        ),
        ({"block": [{**BLOCK, "disputes": ["herders.place"]}]}, r"'A turn', disputes: expected a ruling of herders"),
        ({"block": [{**BLOCK, "disputes": [{"says": "Why?"}]}]}, r"'A turn', disputes 1: expected the key 'answer'"),
        ({"laid": [{"picture": "cow", "alt": "A cow."}]}, r"laid 'cow', picture: expected the id of a picture"),
        ({"laid": [{"picture": "cow"}]}, r"laid 'cow': expected the key 'alt'"),
        ({"picture": [{"id": "a"}]}, r"picture 'a': expected the key 'width'"),
        ({"picture": [{"id": "a", "width": 9, "marks": ["star:b2"]}]}, r"picture 'a': expected 'marks' as in score:b2"),
        ({"picture": [{"id": "a", "width": 9, "example": "x.y"}]}, r"picture 'a', example: expected an example"),
        (
            {"picture": [{"id": "a", "width": 9}] * 2},
            r"picture 'a': expected a different id for each picture, found 'a' twice",
        ),
    ],
)
def test_broken_data_names_file_record_and_key(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], message: str
) -> None:
    broken = {"printable": {**WHOLE, **changed}}
    monkeypatch.setattr(reference_sheet, "load", lambda name: broken if name.endswith("pages.toml") else load(name))
    with pytest.raises(DataError, match=message) as caught:
        reference_sheet._sheet_of.__wrapped__(GAMES["herders"], "en")  # not the cached sheet
    assert str(caught.value).startswith("games/herders/data/pages.toml, printable")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"position": "nonsense"}, "picture 'a': "),
        ({"part": "sky"}, "picture 'a': expected 'part' to be one of board, found 'sky'"),
        ({"show": ("z99",)}, "picture 'a': expected areas of the part board, found 'z99'"),
        ({"marks": ("trail:a1>z9",)}, "picture 'a': expected areas of the part board, found 'z9'"),
    ],
)
def test_a_broken_picture_names_file_record_and_key(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message) as caught:
        drawing(GAMES["herders"], reference_sheet.Picture("a", 40, **changed))
    assert str(caught.value).startswith("games/herders/data/pages.toml, printable")


# --- the printing program ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [(["hurders"], "expected one of the games"), (["herders", "--names", "A,B,C"], "expected up to 2 names")],
)
def test_a_wrong_argument_is_reported_in_one_sentence_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert cli.main(["sheets", "--out", str(tmp_path / "out"), *words]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_missing_chromium_is_reported_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(executables.Chromium, "find", lambda _: None)
    assert cli.main(["sheets", "--out", str(tmp_path / "out"), "herders"]) == 1
    assert capsys.readouterr().err == f"cattools: {chromium.MISSING}\n"
    monkeypatch.undo()
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(BuildError, match="expected CHROMIUM to name an executable"):
        write(tmp_path / "out", ["herders"])


@pytest.mark.parametrize(
    ("script", "message"), [("exit 3", "exited before printing"), ("sleep 60", "did not answer within 1 seconds")]
)
def test_a_program_that_does_not_print_is_reported_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, message: str
) -> None:
    monkeypatch.setattr(chromium, "LONGEST", 1.0)
    program = tmp_path / "chromium"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(BuildError, match=message):
        Printer(str(program))
