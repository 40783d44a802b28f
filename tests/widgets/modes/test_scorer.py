"""The scorer driven as the page drives it: a final position is pressed, typed or pasted, and scored."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cattools import position_editor, scorer
from cattools.core.errors import CattoolsError, OptionError
from cattools.core.game import CHANCE, AnyState
from cattools.games import game, having
from cattools.games.cattricola import Cattricola
from cattools.widgets import score_table
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.scorer import Scorer
from tests.core.test_fuzz import JSON, SCALARS
from tests.games.helpers import as_a
from tests.kinds import nightly, number
from tests.widgets.board_client import hear, press, said, tool, typed, view

SCORED = having("scorer")
CALICO = "cats=Millie:de,Tibbit:fq,Coconut:sv "
TWO = CALICO + "blue=Nd4/2_2/3_1/1_3/5;-; green=Ye+4/2_2/3_1/1_3/5;-; turn=blue"


def pasted(line: str) -> dict[str, Any]:
    """Return the message of pasted text."""
    return {"kind": "form", "form": "written", "values": {"position": line}}


def rules_of_problems(sheet: Board[Scorer]) -> list[str]:
    """Return the rules of a scorer's problems."""
    return [problem.rule for problem in sheet.mode.problems]


def played(game_id: str, options: str, seed: int) -> AnyState:
    """Return the end of a game played at random."""
    rules, rng = game(game_id), Random(seed)
    state = rules.start(rules.choose(options))
    while state.to_move is not None:
        state = state.apply_unchecked(state.chance(rng) if state.to_move == CHANCE else rng.choice(state.legal()))
    return state


def blank_like(end: AnyState) -> Any:
    """Return an empty scorer with the cats and boards of a finished game."""
    sheet = game(end.game.id).scorer
    assert sheet
    usual = {field.name: field.value for field in sheet.fields(end)}
    empty = sheet.with_values(sheet.blank(end.options), usual)
    return scorer(end.game.id, f"[{end.options}] {sheet.with_values(empty, usual)}")


def things(end: Any) -> list[tuple[int, str, str]]:
    """Return all pieces of a position as owner, piece and place, read from the position's notation."""
    written = dict(part.split("=", 1) for part in str(end).split() if "=" in part)
    found = []
    for n, seat in enumerate(end.game.seats(end.options)):
        if end.game.id == "cattricola":
            tiles, off = (*written[seat.id].split(":"), "", "", "")[1:4:2]
            found += [(n, tile, f"{seat.id}{at}") for at, tile in enumerate(re.findall("w|..", tiles), 1)]
            found += [(n, tile, f"off{at}") for at, tile in enumerate(re.findall("w|..", off), 1)]
            continue
        who = f"{seat.id}." if len(end.game.seats(end.options)) > 1 else ""
        rows, goals, *_ = written[seat.id].split(";")
        for letter, row in zip("bcdef", rows.split("/"), strict=True):
            spaces = [f"{who}{letter}{k}" for k in range(2, 7) if f"{letter}{k}" not in ("c4", "d5", "e3")]
            for at, (patch, cat, button) in zip(spaces, re.findall(r"([A-Z][a-z])(!?)(\+?)", row), strict=True):
                found.append((n, patch, at))
                found += [(n, "cat", at)] * bool(cat) + [(n, "button", at)] * bool(button)
        found += [(n, goal, f"{who}{at}") for goal, at in zip(goals.split(","), ("c4", "d5", "e3"), strict=True)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "options"),
    [("calico", ""), nightly(("calico", "players=1")), nightly(("calico", "players=4,board=purple")),
     nightly(("calico", "second=purple")), ("cattricola", "players=3"), nightly(("cattricola", "")),
     nightly(("cattricola", "players=4"))],
)  # fmt: skip
def test_pressing_every_piece_gives_the_position_of_the_game(game_id: str, options: str) -> None:
    end = played(game_id, options, 11)
    sheet = blank_like(end)
    items = things(end)
    Random(5).shuffle(items)
    items.sort(key=lambda thing: (thing[1] in ("cat", "button"), thing[2] if thing[2].startswith("off") else ""))
    for seat, what, where in items:
        if sheet.mode.item == what:
            hear(sheet, *press(what))  # put it back, so that the press below always picks it up
        hear(sheet, {"kind": "tool", "tool": f"seat:{seat}"}, *press(what, where))
    read = end.game.read_position(str(sheet.state), end.options)
    assert sheet.state == read
    assert sheet.state.score().lines == end.score().lines
    assert sheet.state.winners() == end.winners()
    assert str(sheet.state.status()) in unescape(said(sheet))
    for seat in range(len(sheet.mode.seats)):
        assert sum(line.points for line in sheet.mode.lines if line.seat == seat) == end.score().total(seat)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(number(3, 12)))
@pytest.mark.parametrize(
    ("game_id", "options"),
    [("calico", "promo=luna"), ("calico", "players=3,promo=shop-cat"), ("cattricola", "players=3"),
     ("territory", "players=3"), ("territory", "game=advanced"), ("territory", "game=duel")],
)  # fmt: skip
def test_a_real_game_leaves_no_problems_and_nothing_missing(game_id: str, options: str, seed: int) -> None:
    end = played(game_id, options, seed)
    sheet = scorer(game_id, str(end), options)
    assert sheet.mode.problems == ()
    assert sheet.mode.missing == ()
    assert "cat-refuse" not in sheet.slots["extra"]


def test_a_forgotten_cat_is_reported() -> None:
    sheet = scorer("calico", CALICO + "blue=UdGdPd2/2_2/3_1/1_3/NqNe+Nf2;-;", "players=1")
    assert [(d.rule, d.cells) for d in sheet.mode.problems] == [("calico.cat.size", ("b2", "b3", "b4"))]
    assert "must have earned a Millie token" in sheet.slots["extra"]
    assert said(sheet).endswith(" 1 problem, see below.")
    hear(sheet, *press("cat", "b3"))
    assert sheet.mode.problems == ()
    assert "below" not in said(sheet)
    hear(sheet, *press("b4"))
    assert rules_of_problems(sheet) == ["calico.cat.apart"]


def test_an_extra_button_is_reported() -> None:
    sheet = scorer("calico", "", "players=1")
    hear(sheet, *press("Ud", "b2", "button", "b2"))
    assert [d.rule for d in sheet.mode.problems] == ["calico.button.earn"]
    assert sheet.state.score().total(0) == 3


@pytest.mark.parametrize(
    ("game_id", "presses", "words"),
    [
        ("calico", ("Nd", "blue.a1"), "The ring is printed: a1 cannot change."),
        ("calico", ("Nd", "blue.c4"), "The space c4 is for a goal tile."),
        ("calico", ("AAABBB", "blue.b2"), "A goal tile goes on c4, d5 or e3."),
        ("calico", ("cat", "blue.b2"), "Tokens go only on patches that have been sewn on."),
        (
            "calico",
            ("Nd", "blue.b2", "blue.b3", "blue.b4", "blue.b5"),
            "All 3 navy dots are already on the quilts.",
        ),
        (
            "calico",
            ("blue.b2", "blue.c4", "Nd", "Nd", "blue.d3", "cat"),
            "Tokens go only on patches that have been sewn on.",
        ),
    ],
)
def test_an_impossible_piece_is_refused(game_id: str, presses: tuple[str, ...], words: str) -> None:
    sheet = scorer(game_id)
    hear(sheet, *press(*presses[:-1]))
    before = sheet.state
    hear(sheet, *press(presses[-1]))
    assert (sheet.state, said(sheet)) == (before, words)


def test_after_a_press_on_an_empty_cell_pieces_fill_one_cell_after_another() -> None:
    sheet = scorer("calico", "", "players=1")
    hear(sheet, *press("b2"))
    assert said(sheet) == "Here: b2, empty. Press what goes there."
    assert "chosen" in sheet.names["b2"][0]
    hear(sheet, *press("Nd", "Nd", "Nd", "Nd"))
    assert "All 3 navy dots" in said(sheet)
    hear(sheet, *press("Bs", "c4", "ABCDEF", "AABBCC", "AAABBB"))
    assert str(sheet.state).split(" blue=")[1].startswith("NdNdNdBs1/2_2/3_1/1_3/5;ABCDEF,AABBCC,AAABBB")


def test_filling_cell_after_cell_can_be_corrected_and_ended() -> None:
    sheet = scorer("calico", "", "players=1")
    mode = sheet.mode
    hear(sheet, *press("b2", "Nd", "Bs"), tool("undo"))
    assert mode.cursor == "b3"
    hear(sheet, *press("Ye", "b2"))  # removed and entered again
    assert mode.cursor == "b2"
    hear(sheet, *press("Gv"))
    assert "=GvYe3/" in str(sheet.state)
    assert mode.cursor == "b4"
    hear(sheet, *press("b4"))
    assert mode.cursor == ""
    hear(sheet, *press("b4", "cat"))  # a cat goes on tiles only
    assert (mode.cursor, mode.item) == ("", "cat")
    hear(sheet, *press("b2", "cat", "b5"), {"kind": "back"})
    assert (mode.cursor, mode.item) == ("", "")
    assert "=Gv!Ye3/" in str(sheet.state)


def test_a_disc_is_entered_tile_by_tile() -> None:
    sheet = scorer("cattricola", "plum=A:7 teal=B:9")
    hear(sheet, *press("plum1", "sm", "pf", "w", *["cm"] * 4, *["w"] * 4))
    assert "plum=A:smpfwcmcmcmcmwwww" in str(sheet.state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_quilt_takes_at_most_forty_five_presses_and_a_disc_thirty_one(seed: int) -> None:
    for game_id, options, most in (("calico", "players=1", 45), ("cattricola", "", 31)):
        end = played(game_id, options, seed)
        items = [(what, where) for seat, what, where in things(end) if seat == 0]
        sheet, presses = blank_like(end), list[str]()
        flow = [pair for pair in items if pair[0] not in ("cat", "button")]
        for what, where in flow:
            if sheet.mode.cursor != where:
                presses.append(where)
                hear(sheet, *press(where))
            presses.append(what)
            hear(sheet, *press(what))
        for token in ("cat", "button"):
            cells = [where for what, where in items if what == token]
            presses += [token, *cells] if cells else []
            hear(sheet, *press(*[token, *cells]) if cells else [])
        read = end.game.read_position(str(sheet.state), end.options)
        assert sum(line.points for line in read.score().lines if line.seat == 0) == end.score().total(0)
        assert len(presses) <= most


def test_more_tiles_than_the_box_holds_are_refused() -> None:
    sheet = scorer("cattricola")
    hear(sheet, *press("sm", *(f"plum{n}" for n in range(1, 22))))
    assert said(sheet).startswith("All ")
    assert 'data-anchor="cattricola-tiles"' in sheet.slots["status"]


def test_a_press_with_nothing_chosen_removes_a_piece_and_undo_restores_it() -> None:
    sheet = scorer("calico", "", "players=1")
    hear(sheet, *press("Nd", "b2", "Nd", "b2"))
    assert "b2, empty" in said(sheet)
    counted = game("calico").scorer
    assert counted is not None
    assert sheet.state == counted.blank(sheet.state.options)
    hear(sheet, {"kind": "tool", "tool": "undo"})
    assert "blue=Nd4/" in str(sheet.state)
    hear(sheet, {"kind": "back"})
    assert "blue=5/" in str(sheet.state)
    hear(sheet, {"kind": "tool", "tool": "redo"})
    assert "blue=Nd4/" in str(sheet.state)


def test_pieces_and_cells_can_be_typed() -> None:
    sheet = scorer("cattricola")
    hear(sheet, {"kind": "typed", "text": "sm 1 W plum2 pf 3 off1"})
    assert "plum=A:smwpf::pf" in str(sheet.state)
    assert "; off1, off the disc: female pig. " in said(sheet)
    hear(sheet, {"kind": "typed", "text": "sm nowhere"})
    words = "Expected a palette item and a cell, as in sm plum19, found 'nowhere' as word 2 of 2."
    assert unescape(said(sheet)) == words


def test_a_list_without_numbers_fills_the_next_cells() -> None:
    sheet = scorer("cattricola")
    hear(sheet, {"kind": "typed", "text": "sm w pf"}, {"kind": "typed", "text": "cy hm 7 sf"})
    assert "plum=A:smwpfcysf1hm " in f"{sheet.state} "


def test_words_before_an_unreadable_one_are_entered() -> None:
    sheet = scorer("cattricola")
    hear(sheet, {"kind": "typed", "text": "sm 1 pf 2 xx 3"})
    assert "plum=A:smpf" in str(sheet.state)
    assert "found 'xx' as word 5 of 6" in unescape(said(sheet))


@pytest.mark.parametrize(
    ("game_id", "words", "found", "message", "left"),
    [
        ("cattricola", "sm pf w xx cf", "plum=A:smpfw teal=B ", "3 of 5 words were entered;", "xx cf"),
        ("cattricola", "sm nowhere", "plum=A teal=B ", "", "sm nowhere"),
        ("cattricola", "sm 2 pf plim3 w", "plum=A:1sm teal=B ", "2 of 5 words were entered;", "pf plim3 w"),
        ("cattricola", "plum=A:sm teal=B:zz", "plum=A:sm teal=B ", "1 of 2 words was entered;", "teal=B:zz"),
        ("calico", "Gs d3 quack d4 Ye d5", "Gs", "2 of 6 words were entered;", "quack d4 Ye d5"),
        ("calico", "[players=1] Gs d3 quack d4", "Gs", "2 of 4 words were entered;", "quack d4"),
        ("calico", "Gs d3 Ye a1 Uf", "Gs", "2 of 5 words were entered;", "Ye a1 Uf"),
        ("territory", "red2 C4 blue1 Z9", "rb", "2 of 4 words were entered;", "blue1 Z9"),
    ],
)
@pytest.mark.parametrize("kind", ["scorer", "table"])
def test_the_field_keeps_the_text_from_the_first_unreadable_word_on(
    kind: str, game_id: str, words: str, found: str, message: str, left: str
) -> None:
    if kind == "table" and not (words.startswith(("[", "Gs d3 quack"))):
        words, left = words.replace("red2", "red"), left.replace("blue1", "blue")
        words = words.replace("blue1", "blue")
        if game_id == "cattricola":
            return
    for entered in (typed, pasted):
        sheet: Board[Any] = scorer(game_id) if kind == "scorer" else position_editor(game_id)
        hear(sheet, view(sheet))
        messages = hear(sheet, entered(words))
        if kind == "scorer":
            assert found in f"{sheet.state} "
        assert message in unescape(said(sheet))
        assert ("is still in the field" in said(sheet)) == bool(message)
        if entered is pasted and message:
            area = re.search(r"<textarea[^>]*>(.*?)</textarea>", sheet.slots["extra"])
            assert area
            assert unescape(area[1]) == left
            hear(sheet, tool("undo"))
            assert left not in sheet.slots["extra"]
        if entered is typed:
            assert [one for one in messages if one["kind"] == "taken"] == [
                {"kind": "taken", "text": words, "left": left}
            ]


@pytest.mark.parametrize("entered", [typed, pasted])
def test_options_before_a_list_and_cats_within_it_are_entered(entered: Callable[[str], Any]) -> None:
    sheet = scorer("calico")
    hear(sheet, entered("[players=1] Nd b2 cat1=callie Nd b3"))
    assert sheet.state.options["players"] == "1"
    assert "NdNd" in str(sheet.state)
    assert "Callie" in str(sheet.state)
    table = position_editor("calico")
    hear(table, view(table), entered("[players=1] Nd b2 cat1=callie Nd b3"))
    assert table.mode.draft.options["players"] == "1"
    assert table.mode.draft.field_values["cat1"] == "callie"
    assert table.mode.draft.at("b2") == table.mode.draft.at("b3") == ("Nd",)


PASTED = [
    ("cattricola", "", "sm pf w", "plum=A:smpfw teal=B "),
    ("cattricola", "", "plum=A:smpfw", "plum=A:smpfw teal=B "),
    ("cattricola", "hm 1", "teal=C:w", "plum=A:hm teal=C:w "),
    ("cattricola", "hm 1", "sm 2 w teal1 pf", "plum=A:hmsm teal=B:wpf "),
    ("territory", "", "red2 C4 D4 blue1 A6 END", "6/6/6/2,rb,rb,2/6/b,5 red -/-/-/- end=red "),
    ("territory", "red1 B1", "red2 C4 D4", "1,r,4/6/6/2,rb,rb,2/6/6 red "),
    ("calico", "Nd b2", "Gs b4 Ye Uf", "=NdYeGsUf1/"),
    ("calico", "", "≠ c4 AA-BB-CC d5 != e3", ";-,AABBCC,ABCDEF;"),
    ("calico", "Nd b2", "green=NdNd3/2_2/3_1/1_3/5;-;", "blue=Nd4/2_2/3_1/1_3/5;-; green=NdNd3/"),
]


@pytest.mark.parametrize("entered", [typed, pasted])
@pytest.mark.parametrize(("game_id", "before", "words", "found"), PASTED)
def test_the_notation_of_the_page_can_be_typed_and_pasted(
    game_id: str, before: str, words: str, found: str, entered: Callable[[str], Any]
) -> None:
    sheet = scorer(game_id)
    hear(sheet, *([typed(before)] if before else []), entered(words))
    assert found in f"{sheet.state} "


@pytest.mark.parametrize(
    ("game_id", "line", "kept", "words"),
    [
        ("cattricola", "plum=A:smpfw teal=B:zz", "plum=A:smpfw teal=B ", "found 'teal=b:zz' as word 2 of 2"),
        ("calico", TWO.replace("green=Ye", "green=Zz"), "blue=Nd4/", "found 'green=zz.* as word 3 of 4"),
        ("calico", TWO.replace("green", "pink"), "blue=Nd4/", "found 'pink=ye.* as word 3 of 4"),
    ],
)
def test_the_readable_part_of_a_text_is_entered_and_the_error_is_located(
    game_id: str, line: str, kept: str, words: str
) -> None:
    sheet = scorer(game_id)
    hear(sheet, pasted(line))
    assert kept in f"{sheet.state} "
    assert re.search(words, unescape(said(sheet)))
    hear(sheet, tool("undo"))
    assert kept not in f"{sheet.state} "


def test_a_list_gets_one_answer_and_stops_at_an_impossible_piece() -> None:
    sheet = scorer("calico", "", "players=1")
    heard: list[str] = []
    sheet.observe(lambda change: heard.append(change["new"]["status"]), "slots")
    hear(sheet, typed("Nd Ye Gs Uf Nd Ye Gs Uf"))
    assert len(heard) == 1
    hear(sheet, typed("Nd Nd Bs"))
    assert "a free cell for Nd, navy dots, found 'nd' as word 2 of 3" in unescape(said(sheet))
    assert "Bs" not in str(sheet.state)
    hear(sheet, typed("Bs a1 Bs"))
    assert unescape(said(sheet)) == "The ring is printed: a1 cannot change. This was word 2 of 3, 'a1'."
    assert "Bs" not in str(sheet.state)


def test_another_players_side_is_named_and_shown() -> None:
    sheet = scorer("cattricola")
    hear(sheet, typed("sm teal1"))
    assert "plum=A teal=B:sm" in str(sheet.state)
    assert sheet.mode.seat == 1


def test_a_goal_is_typed_as_it_is_printed() -> None:
    sheet = scorer("calico", "", "players=1")
    hear(sheet, {"kind": "typed", "text": "≠ c4 AA-BB-CC d5"})
    assert ";ABCDEF,AABBCC,-;" in str(sheet.state)


def test_all_players_are_shown_side_by_side_and_can_be_copied() -> None:
    sheet = scorer("territory", "r,rb,4/6/6/6/6/b,5 red -/- end=red", "players=2")
    hear(sheet, {"kind": "tool", "tool": "csv"})
    table = sheet.slots["extra"].partition('class="cat-sheet cat-all"')[2].partition("</table>")[0]
    assert table.index("Total") < table.index("Winner")
    rows = score_table.csv(sheet.mode.sheets()[0]).split("\n")
    assert rows[0].endswith("Red,Blue")
    assert "Total,3,1" in rows
    assert rows[-2].startswith("The game is over: Red wins with 3 points.")


@pytest.mark.parametrize("game_id", SCORED)
def test_an_unfinished_sheet_is_restored_from_its_text_and_its_link(game_id: str) -> None:
    sheet = scorer(game_id, "", "players=3" if "players" in game(game_id).known_options else "")
    hear(
        sheet,
        *press(sheet.mode.scorer.palette[0], [a for a in sheet.names if a not in sheet.mode.scorer.palette][:12][-1]),
    )
    kept = re.search(r"<textarea.*?>(.*?)</textarea>", sheet.slots["extra"])
    assert kept
    other = scorer(game_id)
    hear(other, {"kind": "form", "form": "written", "values": {"position": unescape(kept[1])}})
    assert other.state == sheet.state
    assert "Still to enter: " in said(other)
    (sent,) = hear(sheet, {"kind": "tool", "tool": "share"})[-1:]
    linked = scorer(game_id)
    hear(linked, {"kind": "address", "fragment": sent["fragment"]})
    assert linked.state == sheet.state


@pytest.mark.parametrize("game_id", SCORED)
def test_no_field_truncates_pasted_text_and_too_much_of_it_is_refused(game_id: str) -> None:
    sheet = scorer(game_id)
    assert not re.search(r"<(textarea|input[^>]*name=.move)[^>]*maxlength", f"{sheet.markup}{sheet.slots['extra']}")
    for sent in ({"kind": "typed", "text": "x " * 2500},
                 {"kind": "form", "form": "written", "values": {"position": "x " * 2500}}):  # fmt: skip
        hear(sheet, sent)
        assert said(sheet).startswith("Expected ")
        assert len(said(sheet)) < 300


@pytest.mark.parametrize(
    "values",
    [
        {"position": "nonsense"},
        {"position": ""},
        {"position": "[players=9] " + TWO},
        {"position": TWO.replace("cats", "dogs")},
        {"position": TWO.replace("Millie:de", "Millie:dd")},
    ],
)
def test_bad_text_is_reported_in_one_sentence_and_loses_nothing(values: dict[str, str]) -> None:
    sheet = scorer("calico")
    hear(sheet, *press("Nd", "blue.b2"))
    before = sheet.state
    hear(sheet, {"kind": "form", "form": "written", "values": values})
    assert sheet.state == before
    assert said(sheet).startswith("Expected ")


def test_changing_the_settings_keeps_the_pieces_entered() -> None:
    sheet = scorer("calico")
    hear(sheet, *press("Nd", "blue.b2"))
    likes = {"likes1": "dots-vines", "likes2": "ferns-flowers", "likes3": "quatrefoil-stripes"}
    values = {"players": "4", "cat1": "Rumi", **likes}
    hear(sheet, {"kind": "form", "form": "table", "values": values})
    assert "blue=Nd4/" in str(sheet.state)
    assert str(sheet.state).startswith("cats=Rumi:dv,")
    assert len(sheet.mode.seats) == 4
    assert '<details class="cat-sheet">' in sheet.slots["task"]
    hear(sheet, {"kind": "form", "form": "table", "values": {**values, "likes2": "dots-ferns"}})
    assert said(sheet) == "Expected each pattern once, found dots twice."
    discs = scorer("cattricola")
    hear(discs, *press("sm", "plum1"))
    hear(discs, {"kind": "form", "form": "table", "values": {"disc-plum": "C", "disc-teal": "B"}})
    assert "plum=C:sm teal=B" in str(discs.state)
    hear(discs, {"kind": "form", "form": "table", "values": {"first": "teal"}})
    assert as_a(Cattricola, discs.state).first == 1
    hear(discs, {"kind": "form", "form": "table", "values": {"disc-plum": "B"}})
    assert said(discs) == "Expected a different disc for each player, found B twice."


def test_a_disc_of_another_shape_can_be_entered_and_is_kept_in_the_link() -> None:
    sheet = scorer("cattricola", options="players=3,ranch=own")
    hear(sheet, {"kind": "form", "form": "table", "values": {"players": "3", "disc-teal": "own"}})
    assert "the cells of the disc of Teal" in said(sheet)
    spots = ("spot.c3", "spot.c4", "spot.d4", "spot.e6")
    hear(sheet, {"kind": "tool", "tool": "seat:1"}, *press("cell", *spots, "teal3"))
    hear(sheet, {"kind": "typed", "text": "sm sf w"}, *press("cell", "teal1"))
    assert "teal=//..1.2//.....3:smsfw" in str(sheet.state)
    assert "is on this cell: remove it first." in said(sheet)
    board = as_a(Cattricola, sheet.state).board(1)
    assert board.spots == ((2, 2), (2, 3), (4, 5))
    assert board.around[0] == 0b010
    (sent,) = hear(sheet, {"kind": "tool", "tool": "share"})[-1:]
    linked = scorer("cattricola")
    hear(linked, {"kind": "address", "fragment": sent["fragment"]})
    assert linked.state == sheet.state
    hear(linked, {"kind": "tool", "tool": "reset"})
    assert "teal=//..1.2//.....3 " in str(linked.state)
    hear(linked, {"kind": "tool", "tool": "seat:0"}, *press("sm", "plum1"), {"kind": "typed", "text": "cell plum2"})
    assert "Expected a palette item" in said(linked)  # the cells of a printed board are fixed


@pytest.mark.parametrize("cells", ["1.1", "1.3", "a.b", "1.......2", "", "1/2/3/4/5/6/7/8"])
def test_cells_that_form_no_disc_are_refused(cells: str) -> None:
    with pytest.raises(CattoolsError, match="expected"):
        scorer("cattricola", f"plum={cells}:smpf teal=B:sm")


def test_the_form_stays_open_if_another_game_needs_more_input() -> None:
    sheet = scorer("territory")
    hear(sheet, {"kind": "form", "form": "table", "values": {"game": "advanced", "treasures-red": "5"}})
    assert re.search(r"<details[^>]* open[ >].*bonus-red", sheet.slots["task"], re.DOTALL)
    assert 'name="treasures-red" min="0" max="32" value="5"' in sheet.slots["task"]
    hear(sheet, {"kind": "form", "form": "table", "values": {"game": "advanced", "bonus-red": "2"}})
    assert '<details class="cat-sheet">' in sheet.slots["task"]


def test_the_scoring_checks_are_counted_one_after_the_other() -> None:
    sheet = scorer("cattricola", "plum=A:smsfwpmcfcmhf teal=B:smsfpmpfcfcmhmhfw")
    rules = []
    while sheet.mode.at < len(sheet.mode.lines):
        hear(sheet, {"kind": "tool", "tool": "next"})
        if sheet.mode.seat == 0:
            rules.append(sheet.mode.lines[sheet.mode.at - 1].rule.removeprefix("cattricola.score."))
    assert rules == ["knockout", "wolf", "couple", "cluster", "total"]
    assert sheet.mode.seat == 1
    gone = {m.area for m in sheet.marks if m.kind == "refused"}
    assert gone == {c for line in sheet.mode.lines if line.seat == 1 and line.points < 0 for c in line.cells}


def test_of_tied_players_the_last_in_turn_order_wins_and_the_message_says_so() -> None:
    plum = "plum=C:cfwpfcywhfhfsfhmcmpfpmpfhyhmpycyhfcf "
    teal = "teal=D:whmpycycfpysmcywhysfwcfwpywhypfwcmsm "
    sheet = scorer("cattricola", f"{plum}{teal}first=teal")
    assert "Plum and Teal are tied; Teal began, and Plum is the last of them in turn order." in said(sheet)
    hear(sheet, {"kind": "form", "form": "table", "values": {"first": "plum"}})
    assert "Plum and Teal are tied; Plum began, and Teal is the last of them in turn order." in said(sheet)
    hear(sheet, *press("plum21", "w"))
    assert "are equal" not in said(sheet)


def test_equal_points_are_decided_by_cats_and_the_message_says_so() -> None:
    blue = "NqYdNqPvGe/Ne!+Pf_NsGq+/NeUqBf_Yd/Bq_GsUvUf/UvUdBvGfBv;AAABBC,AAAABB,AABBCD;"
    green = "BfNsYsYf+Bd/YfBs_PdNq/PvYePe_Nf/Bq+_UsUqNv+/BqGePqGdNs;AAABBB,AAAABB,AABBCC;"
    sheet = scorer("calico", f"cats=Millie:ef,Tecolote:qs,Gwenivere:dv blue={blue} green={green} turn=blue")
    assert "Blue wins with 9 points and more cats. Tied on points: " in said(sheet)
    assert "Blue: cats 1, buttons 2; Green: cats 0, buttons 3." in said(sheet)
    assert 'data-anchor="calico-score-tie"' in sheet.slots["status"]
    hear(sheet, *press("button", "blue.b2"))
    assert "Equal on points" not in said(sheet)


def test_only_games_with_a_sheet_have_a_scorer() -> None:
    with pytest.raises(OptionError, match=r"expected a game with a scorer \(.*\), found 'herders'"):
        scorer("herders")


MESSAGE = st.one_of(
    st.builds(lambda area: {"kind": "press", "area": area}, st.sampled_from(
        ["Nd", "Ye", "cat", "button", "AAABBB", "blue.a1", "blue.b2", "blue.c4", "sm", "w", "plum1", "plum9", "off1",
         "red1", "yellow4", "A1", "C4", "END"])),
    st.builds(lambda tool: {"kind": "tool", "tool": tool}, st.sampled_from(
        ["seat:1", "seat:9", "seat:x", "undo", "redo", "reset", "next", "previous", "share"])),
    st.builds(lambda text: {"kind": "typed", "text": text}, st.sampled_from(
        ["Nd b2", "sm 1", "x", "=", "plum=A:sm teal=B", TWO, "red2 A1 b2", "6/6/6/6/6/6 red -/-/-", "[players=3]",
         "[x] y=1"])),
    st.fixed_dictionaries({"kind": st.just("form"), "form": st.sampled_from(["table", "written", "new"]),
        "values": st.dictionaries(st.sampled_from(
            ["players", "board", "second", "family", "scenario", "cat1", "likes1", "eleven", "disc-plum", "first",
             "game", "treasures-red", "bonus-blue", "position"]),
            SCALARS | st.sampled_from(["1", "3", "on", "B", "teal", "Rumi", "blue", "advanced", "²"]))}),
    st.fixed_dictionaries({"kind": st.sampled_from(["address", "file"]),
        "fragment": st.text() | st.just("game=calico&position=x"), "text": st.text()}),
    st.just({"kind": "back"}),
    JSON,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SCORED)
@settings(max_examples=number(10, 100), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(messages=st.lists(MESSAGE, max_size=12))
def test_arbitrary_messages_cause_no_exception(game_id: str, messages: list[Any]) -> None:
    sheet = scorer(game_id)
    hear(sheet, view(sheet))
    for message in messages:
        hear(sheet, message)
        assert said(sheet)
        assert set(sheet.names) == set(sheet.mode.scene().areas)
        (field,) = re.findall(r"<textarea.*?>(.*?)</textarea>", sheet.slots["extra"])[:1]
        assert unescape(field) == (sheet.mode.unread or sheet.mode.written())
        assert scorer(game_id, sheet.mode.written()).state == sheet.state


@given(written=st.text(max_size=80) | st.builds(lambda a, b: TWO[:a] + TWO[b:], *[st.integers(0, len(TWO))] * 2))
def test_arbitrary_text_is_read_or_refused(written: str) -> None:
    for game_id in SCORED:
        try:
            assert scorer(game_id, written).mode.lines is not None
        except CattoolsError as error:
            assert str(error)  # noqa: PT017 - nothing else may be raised


def test_a_piece_that_is_already_there_is_named() -> None:
    sheet = scorer("cattricola")
    hear(sheet, *press("w", "plum21", "plum21"))
    assert said(sheet) == "Already there: Plum 21, wolf."


def test_options_that_do_not_matter_at_the_end_have_their_defaults() -> None:
    assert scorer("cattricola", "", "ranch=own,players=3").state.options == game("cattricola").choose("players=3")


PLUM = "plum=C:cfwpfcywhfhfsfhmcmpfpmpfhyhmpycyhfcf "
TEAL = "teal=D:whmpycycfpysmcywhysfwcfwpywhypfwcmsm "


def test_players_have_names_and_the_copied_sheet_gives_the_rule_of_a_tie() -> None:
    sheet = scorer("cattricola", f"{PLUM}{TEAL}first=teal")
    values = {"disc-plum": "C", "disc-teal": "D", "first": "teal", "name-plum": "Ann", "name-teal": "Bo"}
    answers = hear(sheet, {"kind": "form", "form": "table", "values": values})
    assert {"kind": "remember", "name": "names", "value": "Ann\nBo"} in answers
    (copied,) = [one["text"] for one in hear(sheet, {"kind": "tool", "tool": "copy"}) if one["kind"] == "copy"]
    assert copied.split("\n")[0].split() == ["Ann", "Bo"]
    assert "Ann and Bo are tied; Bo began, and Ann is the last of them in turn order. (The winner)" in copied
    hear(sheet, {"kind": "form", "form": "table", "values": {"name-plum": "Ann", "name-teal": "ann"}})
    assert said(sheet) == "Expected a different name for each player, found &#x27;Ann&#x27; twice."
    (sent,) = hear(sheet, {"kind": "tool", "tool": "share"})[-1:]
    linked = scorer("cattricola")
    hear(linked, {"kind": "address", "fragment": sent["fragment"]})
    assert "Ann wins with" in said(linked)
    other = scorer("cattricola", options="players=3")
    hear(other, {"kind": "remembered", "name": "names", "value": "Ann\nBo"})
    assert "So far: Ann 0, Bo 0, Orange 0." in said(other)


def test_a_score_history_is_saved_undone_and_totalled() -> None:
    sheet = scorer("cattricola", f"{PLUM}{TEAL}first=teal")
    end = sheet.state
    hear(sheet, {"kind": "tool", "tool": "next-game"})
    assert not any(map(any, as_a(Cattricola, sheet.state).discs))
    hear(sheet, {"kind": "tool", "tool": "undo"})
    assert (sheet.state, sheet.mode.games) == (end, ())
    hear(sheet, {"kind": "tool", "tool": "redo"}, {"kind": "typed", "text": f"{PLUM}{TEAL}"})
    hear(sheet, {"kind": "tool", "tool": "next-game"})
    back = scorer("cattricola")
    back.mode.resume(sheet.mode.record())
    (rows,) = back.mode.sheets()  # only the score history, because no piece is entered
    assert rows[0][1:] == ["Plum", "Teal", "Winner"]
    assert [row[-1] for row in rows[1:]] == ["Plum", "Teal", "", ""]
    assert rows[-1] == ["Games won", "1", "1", ""]


def test_games_of_an_earlier_visit_are_offered_and_counted() -> None:
    first = scorer("cattricola", f"{PLUM}{TEAL}first=teal")
    (kept,) = [one for one in hear(first, tool("next-game")) if one["kind"] == "remember"]
    assert kept["name"] == "evening.cattricola"
    second = scorer("cattricola", f"{PLUM}{TEAL}")
    hear(second, {**kept, "kind": "remembered"})
    hear(second, tool("next-game"))
    assert "Games from another visit are not included" in said(second)
    (message,) = [one for one in hear(second, tool("earlier")) if one["kind"] == "remember"]
    assert [row[0] for row in second.mode.sheets()[0]] == ["", "Game 1", "Game 2", "Total", "Games won"]
    assert "earlier" not in [button.id for button in second.mode.buttons()]
    assert message["value"].count("\n") == 1
    (message,) = [one for one in hear(second, tool("undo")) if one["kind"] == "remember"]
    assert "\n" not in message["value"]
    hear(second, tool("earlier"), tool("reset"))
    assert second.mode.games == ()
    third = scorer("cattricola")
    hear(third, {"kind": "remembered", "name": "evening.cattricola", "value": "a\tb"})
    assert said(third).startswith("Expected a score history")


def test_a_spreadsheet_does_not_evaluate_names() -> None:
    rows = [["", "=1+2", "@x", "+1", "-"], ["Total", "\N{MINUS SIGN}3", "-4", "5", "Ann"]]
    assert score_table.csv(rows) == ",'=1+2,'@x,'+1,'-\nTotal,-3,-4,5,Ann\n"


def test_a_scored_position_can_be_opened_in_the_editor() -> None:
    for game_id, line in (("cattricola", f"{PLUM}{TEAL}first=teal"), ("calico", TWO)):
        sheet = scorer(game_id, line)
        anchor = re.search(r'data-page="\w+/position" data-anchor="([^"]*)"', sheet.slots["extra"])
        assert anchor
        table = position_editor(game_id)
        hear(table, {"kind": "address", "fragment": unescape(anchor[1])})
        assert table.mode.editor.read(sheet.state) == table.mode.draft


@pytest.mark.parametrize(
    ("game_id", "words", "message"),
    [
        ("territory", "red2 C4 D4 blue1 D5 END", "Now: C4, red on top, 2 cats; D4, red on top, 2 cats; D5, "),
        ("calico", "Nd b2 Ye b3", "Now: b2, navy dots; b3, yellow ferns."),
    ],
)
def test_a_typed_list_is_reported_whole_and_undone_in_one_step(game_id: str, words: str, message: str) -> None:
    sheet = scorer(game_id)
    blank = sheet.state
    hear(sheet, typed(words))
    assert said(sheet).startswith(message)
    entered = sheet.state
    hear(sheet, tool("undo"))
    assert sheet.state == blank
    assert not sheet.mode.past
    hear(sheet, tool("redo"))
    assert sheet.state == entered


def test_the_readable_part_of_a_typed_list_is_undone_in_one_step() -> None:
    sheet = scorer("calico")
    blank = sheet.state
    hear(sheet, typed("Nd b2 Ye b3 quack"))
    assert "quack" in said(sheet)
    assert sheet.state != blank
    hear(sheet, tool("undo"))
    assert sheet.state == blank


def test_pasted_options_alone_keep_what_was_entered() -> None:
    sheet = scorer("calico", options="players=1")
    hear(sheet, typed("AABBCC c4"))
    form = {"kind": "form", "form": "written", "values": {"position": "[players=1,scenario=3]"}}
    hear(sheet, form)
    assert said(sheet).startswith("Loaded; other entries are kept where they fit.")
    assert "c4" in sheet.mode.scene().areas
    empty = scorer("calico", options="players=1")
    hear(empty, form)
    assert said(empty).startswith("Loaded. ")


@pytest.mark.parametrize(
    ("game_id", "thing", "cells", "elsewhere"),
    [
        ("calico", "Nd", ("blue.b2", "blue.b3"), "blue.b5"),
        ("cattricola", "sm", ("plum1", "plum2"), "plum3"),
        ("territory", "red2", ("C4", "D4"), "A1"),
    ],
)
def test_pieces_are_dragged_to_cells_between_cells_and_back(
    game_id: str, thing: str, cells: tuple[str, str], elsewhere: str
) -> None:
    sheet, pressed = scorer(game_id), scorer(game_id)
    hear(sheet, view(sheet), *({"kind": "drag", "area": thing, "to": cell} for cell in (*cells, cells[0])))
    hear(pressed, view(pressed), *press(thing, *cells))
    assert str(sheet.state) == str(pressed.state)
    assert (sheet.mode.item, sheet.mode.cursor) == ("", "")
    hear(sheet, {"kind": "drag", "area": cells[1], "to": elsewhere}, {"kind": "drag", "area": cells[0], "to": thing})
    moved = scorer(game_id)
    hear(moved, view(moved), *press(thing, elsewhere))
    assert str(sheet.state) == str(moved.state)


def test_the_end_card_cannot_be_dragged() -> None:
    sheet = scorer("territory")
    hear(sheet, view(sheet))
    before = str(sheet.state)
    hear(sheet, {"kind": "drag", "area": "END", "to": "A1"}, {"kind": "drag", "area": "A1", "to": "B1"})
    assert str(sheet.state) == before
