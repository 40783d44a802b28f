"""Incomplete positions stay incomplete from board to board; questions and scoring use what has been entered."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from cattools.core.chance import ByChance
from cattools.widgets import position_editor, round_tracker, scorer
from cattools.widgets.board import Board
from cattools.widgets.modes.editor.position_editor import PositionEditor
from tests.widgets.board_client import hear, press, said, tool, typed, view

BOARDS = "disc-plum=a disc-teal=b"
ANIMALS = "sm plum1 py plum2 cy plum3 hy plum4 w plum5"
FOUR = ("plum", "teal", "orange", "slate")


def table(game_id: str, *words: str, options: str = "") -> Board[PositionEditor]:
    board = position_editor(game_id, options=options)
    hear(board, view(board), *map(typed, words))
    return board


def set_up_from(sheet: Board[Any], game_id: str) -> Board[PositionEditor]:
    """Follow the link from a scorer to the position editor."""
    found = re.findall(rf'data-page="{game_id}/position" data-anchor="([^"]*)"', sheet.slots["extra"])
    board = table(game_id)
    hear(board, {"kind": "address", "fragment": unescape(found[-1])})
    return board


@pytest.mark.rule("cattricola.setup.tiles")
def test_an_empty_ranch_is_missing_its_tiles_and_cannot_start_a_game() -> None:
    board = table("cattricola", "disc-plum=a disc-teal=b")
    assert "To play on from here, also enter: 50 tiles, on the ranch or caught." in board.slots["extra"]
    hear(board, tool("may"))
    assert board.mode.asked == "may"
    assert "Play from here" not in board.slots["extra"]


@pytest.mark.parametrize(
    ("game_id", "options", "words", "lacks"),
    [
        ("territory", "", "red2 C4 blue1 D5", "3 cards in hand"),
        ("cattricola", "", "sm 1 pf 2 w 3", "47 tiles"),
        ("calico", "players=1", "Nd b2 Ye b3", "the market"),
    ],
)
def test_a_position_that_is_incomplete_in_the_scorer_is_incomplete_in_the_editor(
    game_id: str, options: str, words: str, lacks: str
) -> None:
    sheet = scorer(game_id, options=options)
    hear(sheet, view(sheet), typed(words))
    assert "Still to enter" in said(sheet)
    board = set_up_from(sheet, game_id)
    assert lacks in board.slots["extra"]
    for question in ("may", "count"):
        hear(board, tool(question))
        assert board.state.to_move is not None or question == "count"
        assert not re.search("is over: |nobody wins|No patches are left", said(board))
        hear(board, tool("table"))


def test_a_game_finished_in_the_scorer_is_over_in_the_editor() -> None:
    sheet = scorer("territory")
    hear(sheet, view(sheet), typed(" ".join(f"red1 {c}{r}" for c in "ABCDEF" for r in range(1, 7))))
    board = set_up_from(sheet, "territory")
    hear(board, tool("may"))
    assert "The game is over: Red wins" in said(board)


def test_one_hand_of_cat_in_the_box_is_enough_for_every_question() -> None:
    own = "1 hand.plum hand.plum 2 hand.plum 3 hand.plum 4 hand.plum 5 hand.plum 6 hand.plum 7 hand.plum 8 hand.plum"
    predictions = " ".join(f"predicted-{who}=1" for who in FOUR)
    board = table("catbox", own, f"4 aside.plum {predictions}")
    assert "Teal, Orange and Slate: 9 cards in hand" in board.slots["extra"]
    for question in ("may", "can", "count"):
        hear(board, tool(question))
        assert board.mode.asked == question
        assert "Play from here" not in board.slots["extra"]
    hear(board, tool("table"), tool("may"), typed("b1"))
    assert said(board) == "Plum leads the blue 1."
    hear(board, tool("undo"), typed("r1"))
    assert "rule:catbox.lead.no-red" in board.slots["status"]
    hear(board, tool("table"))
    assert board.mode.draft.at("hand.teal") == ()


@pytest.mark.rule("catbox.score.tricks")
@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("round=2 sheet=3+5,0+0,-2+0,1+2", "Plum 8, Teal 0, Orange \N{MINUS SIGN}2, Slate 3"),
        ("won-teal=2", "Plum 0, Teal 2, Orange 0, Slate 0"),
        ("round=3 sheet=1+0,0+0,0+0,0+0 won-plum=1", "Plum 2, Teal 0, Orange 0, Slate 0"),
    ],
)
def test_points_and_tricks_are_scored_without_any_card(words: str, points: str) -> None:
    board = table("catbox", words)
    hear(board, tool("count"))
    assert f"Points: {points}." in said(board)
    assert "Current score; the game is not over." in said(board)
    assert board.state.to_move is not None


@pytest.mark.rule("catbox.round.next")
def test_missing_points_of_earlier_rounds_are_reported() -> None:
    board = table("catbox", "round=3 sheet=1+0,0+0,0+0,0+0")
    assert "the points of 1 earlier round" in board.slots["extra"]
    hear(board, tool("count"))
    assert "The rest depends on: the points of earlier rounds." in said(board)
    hear(board, tool("table"), typed("round=1"))
    assert "the points of 1" not in board.slots["extra"]


def test_a_mark_is_not_silently_put_on_an_empty_cell() -> None:
    board = table("catbox")
    hear(board, *press("b5", "+plum", "+teal"), tool("page:trick"), *press("+trick"))
    assert said(board) == "Chosen: in this trick. Press where it goes."
    hear(board, *press("b5", "b6"))
    assert board.mode.draft.contents == {"b5": ("plum", "trick"), "b6": ("teal", "trick")}
    hear(
        board, *press("+trick", "b7"), tool("page:token"), *press("+orange"), tool("page:trick"), *press("b7", "+trick")
    )
    assert board.mode.draft.at("b7") == ("orange", "trick")


@pytest.mark.rule("cattricola.score.couple")
@pytest.mark.parametrize(
    ("words", "points", "depends"),
    [
        (f"{BOARDS} {ANIMALS} sf plum6 s? plum7", "7", ""),
        (f"{BOARDS} {ANIMALS} sf plum6", "6", ""),
        (ANIMALS, "5", ""),
        (f"{ANIMALS} sf plum6", "6", ""),  # some boards have the wolf next to one sheep, others next to both
        (f"{BOARDS} {ANIMALS} sf plum6 sy plum7 s? plum8", "", "Plum 8"),
        ("sm plum1 sf plum2 sy plum3 py plum4 cy plum5 hy plum6 w plum7", "", "which disc Plum has"),
    ],
)
def test_points_are_certain_if_every_completion_has_them(words: str, points: str, depends: str) -> None:
    """The lines of the score may differ."""
    board = table("cattricola", words)
    hear(board, tool("count"))
    if depends:
        assert f"The rest depends on: {depends}" in said(board)
    else:
        assert f"Points: Plum \N{MINUS SIGN}{points}, Teal 0" in said(board)
        assert "depends on" not in said(board)


@pytest.mark.parametrize(
    ("game_id", "words", "rule", "place", "contents"),
    [
        ("herders", "red c1 blue c1", "herders.move.clear", "c1", ("red", "blue")),
        ("catbox", "red lost.plum lost.plum", "catbox.follow.renounce", "lost.plum", ("red", "red")),
    ],
)
def test_an_impossible_piece_is_kept_and_reported_as_a_problem(
    game_id: str, words: str, rule: str, place: str, contents: tuple[str, ...]
) -> None:
    board = table(game_id, words)
    assert [(problem.rule, problem.cells) for problem in board.mode.problems] == [(rule, (place,))]
    assert board.mode.draft.at(place) == contents


def test_the_refused_actions_include_no_chance_action() -> None:
    board = table("catbox")
    hear(board, tool("start"), tool("can"), tool("weigh"))
    listed = board.slots["extra"]
    assert "rule:catbox.prepare.discard" in listed
    assert "rule:catbox.duel.preset" not in listed
    assert not re.search(r"[*!]\d", listed)
    assert any(isinstance(action, ByChance) for action in board.mode.game.candidates(board.state))


@pytest.mark.parametrize("between", [", ", "; ", " "])
def test_a_list_is_read_with_or_without_commas(between: str) -> None:
    board = table("calico", between.join(["Nd blue.b2", "Ye blue.b3"]))
    assert board.mode.draft.contents == {"blue.b2": ("Nd",), "blue.b3": ("Ye",)}
    hear(board, {"kind": "form", "form": "written", "values": {"position": between.join(["blue.b2:Nd", "turn=green"])}})
    assert (board.mode.draft.contents, board.mode.draft.field_values) == ({"blue.b2": ("Nd",)}, {"turn": "green"})
    sheet = scorer("cattricola")
    hear(sheet, view(sheet), typed(between.join(["sm 1", "pf 2"])))
    assert "plum=A:smpf" in str(sheet.state)


@pytest.mark.rule("catbox.research-order")
def test_groups_entered_as_numbers_are_not_read_from_the_board() -> None:
    board = round_tracker("catbox", players="5")
    values = {f"won-{who}": n for who, n in zip((*FOUR, "ivory"), "22111", strict=True)}
    values |= {f"said-{who}": n for who, n in zip((*FOUR, "ivory"), "22222", strict=True)}
    hear(
        board,
        view(board),
        {"kind": "form", "form": "round", "values": {**values, "group-plum": "1", "group-teal": "2"}},
    )
    assert "The bonus uses the groups as entered." in str(board.slots)
    assert "the face shown" not in board.slots["status"]


def remembered(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what one board asked the browser to remember, as messages to the boards in other tabs."""
    return [{**one, "kind": "remembered", "elsewhere": True} for one in sent if one["kind"] == "remember"]


def test_two_tabs_share_one_score_history() -> None:
    line = "plum=A:smpfw teal=B:w"
    one, other = scorer("cattricola", line), scorer("cattricola", line)

    def keep(board: Board[Any]) -> dict[str, Any]:
        hear(board, typed(line))
        (message,) = [sent for sent in hear(board, tool("next-game")) if sent["kind"] == "remember"]
        return {**message, "kind": "remembered"}

    keep(one)
    hear(other, keep(one), tool("earlier"))
    assert len(other.mode.games) == 2
    theirs = keep(other)
    hear(one, {**theirs, "elsewhere": True})
    assert one.mode.games == other.mode.games
    ours = keep(one)
    assert len(one.mode.games) == 4
    hear(one, tool("undo"), tool("undo"), tool("undo"), tool("undo"))
    assert one.mode.games[-1] == other.mode.games[-1]  # undo here does not remove the other tab's game
    hear(other, {**ours, "elsewhere": True})
    assert len(other.mode.games) == 4


def test_tabs_unaware_of_each_other_share_one_score_history() -> None:
    one, other = scorer("territory"), scorer("territory")

    def keep(board: Board[Any], cat: str) -> list[dict[str, Any]]:
        hear(board, typed(f"{cat} C4 END"))
        return remembered(hear(board, tool("next-game")))

    first = keep(one, "red1")
    again = remembered(hear(one, *keep(other, "red2")))  # the other tab overwrote the score history with its own
    assert len(again) == 1
    assert remembered(hear(other, *again)) == []
    assert one.mode.games == other.mode.games != ()
    assert len(one.mode.games) == 2
    (undone,) = remembered(hear(other, tool("undo")))
    hear(one, undone)
    assert [{**first[0]}] == [undone]
    assert len(one.mode.games) == 1  # undo in one tab removes the game in all of them
    late = scorer("territory")
    hear(late, *keep(one, "blue1"))
    (all_of_them,) = keep(late, "blue2")
    assert all_of_them["value"].count("\n") == 2
    back = scorer("territory")
    back.mode.resume(one.mode.record())
    hear(back, {**all_of_them, "elsewhere": False})
    assert len(back.mode.games) == 3  # one game was scored while this tab was closed


def test_the_message_about_a_saved_game_accounts_for_another_tab() -> None:
    one, other = scorer("territory"), scorer("territory")
    hear(one, typed("red1 C4 END"))
    first = remembered(hear(one, tool("next-game")))
    hear(other, *first, typed("blue1 C4 END"), tool("next-game"))
    assert "Game 2 is saved below" in said(other)
    assert "not among them" not in said(other)


def test_a_game_saved_in_a_tab_unaware_of_others_is_the_last() -> None:
    one, late = scorer("territory"), scorer("territory")
    for cat in ("red1", "red2", "red3"):
        hear(one, typed(f"{cat} C4 END"))
        last = remembered(hear(one, tool("next-game")))
    hear(late, {**last[0], "elsewhere": False}, typed("blue4 C4 END"))
    new = remembered(hear(late, tool("next-game")))
    back = remembered(hear(one, *new))
    hear(late, *back)
    assert one.mode.games == late.mode.games
    assert len(one.mode.games) == 4
    won = [[had.won for had in game].index(True) for game in one.mode.games]
    assert won == [0, 0, 0, 1]
    assert "Games scored in another tab are included below." in said(late)
    assert remembered(hear(late, *back)) == []
