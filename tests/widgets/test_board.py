"""Boards driven as the page drives them: by messages, without a browser."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.messages import text
from cattools.games import GAMES, game
from cattools.games.herders import Herders
from cattools.lessons.example import example
from cattools.render import canvas
from cattools.widgets import play, position_editor, practice, round_tracker, scorer, teach
from cattools.widgets.board import Board
from tests.games.helpers import as_a
from tests.games.herders.positions_builder import cells, knot, lay
from tests.widgets.board_client import free, hear, press, said, typed, view


def on(board: Board, kind: str) -> set[str]:
    """Return the cells of the red herders, the blue herders or the cats."""
    return cells(as_a(Herders, board.state), kind)


def chosen(board: Board) -> tuple[str, ...]:
    return board.mode.hand.chosen


def moving(board: Board) -> bool:
    return board._motion is not None


def test_a_press_places_a_herder() -> None:
    board = free(lay(red="f4", hands="1-0"))
    sent = hear(board, *press("a1"))
    assert on(board, "red") == {"f4", "a1"}
    assert said(board) == "Red places a herder on a1."
    (names,) = [m["names"] for m in sent if m["kind"] == "names"]
    assert names["a1"] == ("a1, red herder", 0)
    assert board.names["a1"][0] == "a1, red herder"


def test_presses_queued_before_python_started_are_replayed_without_motion() -> None:
    """One message contains all presses and is answered after the last; an unknown message in it changes nothing."""
    board, other = free(lay(red="f4", hands="1-0")), free(lay(red="f4", hands="1-0"))
    presses = press("f4", "f6")
    sent = hear(board, {"kind": "replay", "messages": [*presses[:1], {"kind": "explode"}, *presses[1:]]})
    hear(other, *presses)
    assert sent[-1] == {"kind": "caught_up"}
    assert "motion" not in {message["kind"] for message in sent}
    assert (board.state, board.slots, board.names) == (other.state, other.slots, other.names)
    assert on(board, "red") == {"f6"}


def test_an_outdated_view_of_removed_parts_is_not_an_error(caplog: pytest.LogCaptureFixture) -> None:
    board = play("calico", "human", "human", seed=1)
    older = view(board)
    hear(board, older, {"kind": "address", "fragment": "game=calico&seats=human,human,human"})
    assert view(board)["places"].keys() != older["places"].keys()
    hear(board, older)
    assert not caplog.records
    hear(board, view(board))
    hear(board, {**older, "places": {"elsewhere": [0, 0, 1]}})
    assert "expected positions of the parts" in caplog.text


def test_two_presses_move_and_a_repeated_press_deselects() -> None:
    board = free(lay(red="f4 i4"))
    hear(board, *press("f4"))
    assert chosen(board) == ("f4",)
    assert said(board) == "Chosen: f4, red herder. Now press one of the 12 marked cells."
    assert board.names["f5"] == ("f5, empty park, possible", 1)
    assert board.names["f4"][1] & 2
    hear(board, *press("f4"))
    assert chosen(board) == ()
    hear(board, *press("f4", "i4"))
    assert chosen(board) == ("i4",)
    hear(board, *press("i5"))
    assert on(board, "red") == {"f4", "i5"}


def test_a_refused_press_says_why_and_changes_nothing() -> None:
    board = free(lay(red="f4"))
    before = board.state
    hear(board, *press("f4", "f9"))
    assert board.state == before
    assert board.mode.hand.chosen == ("f4",)
    assert said(board) == "A herder moves one or two cells in a straight line; it cannot get from f4 to f9."
    assert 'data-page="herders/turn" data-anchor="herders-move"' in board.slots["status"]
    hear(board, *press("f5"))
    assert on(board, "red") == {"f5"}


def test_a_target_the_chosen_piece_cannot_reach_is_refused_and_nothing_else_is_played() -> None:
    board = free(lay(red="f4", hands="1-0"))  # a rule about moves refuses the press
    hear(board, *press("f4", "a1"))
    assert on(board, "red") == {"f4"}
    assert "cat-refuse" in board.slots["status"]
    assert board.mode.hand.chosen == ("f4",)
    hear(board, *press("f4", "f4", "a1"))  # select after the refusal, deselect, then place
    assert on(board, "red") == {"f4", "a1"}


def test_presses_decide_where_cats_run_and_a_choice_that_blocks_another_cat_is_refused() -> None:
    board = free(knot())
    hear(board, *press("e5", "e6"))
    assert said(board) == "This choice lets only 1 of the scared cats run; another choice lets 2 run."
    hear(board, *press("e5", "d5"))
    assert as_a(Herders, board.state).turn == 1  # f7 has one way left and runs automatically
    assert on(board, "cats") == {"d4", "e4", "d5", "e6"}


@pytest.mark.parametrize(("move", "now"), [("a1", {"f4", "a1"}), ("F4 F5", {"f5"}), ("f4-f6", {"f6"})])
def test_a_typed_move_is_played(move: str, now: set[str]) -> None:
    board = free(lay(red="f4", hands="1-0"))
    hear(board, {"kind": "typed", "text": move})
    assert on(board, "red") == now


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("castle", "Expected a move such as a2, f3-f5, d4&gt;d5, xf3 or pass, found &#x27;castle&#x27;."),
        ("<b>", "Expected a move such as a2, f3-f5, d4&gt;d5, xf3 or pass, found &#x27;&lt;b&gt;&#x27;."),
        ("z9", "Expected a cell from a1 to k6, found &#x27;z9&#x27;."),
        ("f4-f9", "A herder moves one or two cells in a straight line; it cannot get from f4 to f9."),
    ],
)
def test_an_invalid_typed_move_is_refused(move: str, words: str) -> None:
    board = free(lay(red="f4"))
    before = board.state
    hear(board, {"kind": "typed", "text": move})
    assert (board.state, said(board)) == (before, words)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_example_of_a_typed_move_can_be_played_now(game_id: str) -> None:
    board = free(Dealer(1).settle(GAMES[game_id].position()))
    for _ in range(3):
        written = board.mode.sample()
        assert f"example {written}:" in unescape(board.slots["sample"])
        before = board.state
        hear(board, typed(written))
        assert board.state != before


def test_undo_redo_reset_and_back_restore_positions() -> None:
    board = free(lay(red="f4 i4", blue="a1"))
    start = board.state
    hear(board, *press("f4", "f5", "a1", "a2"))
    end = board.state
    hear(board, {"kind": "tool", "tool": "undo"})
    assert as_a(Herders, board.state).turn == 1
    hear(board, {"kind": "back"})
    assert board.state == start
    hear(board, {"kind": "back"})
    assert board.state == start
    hear(board, {"kind": "tool", "tool": "redo"}, {"kind": "tool", "tool": "redo"}, {"kind": "tool", "tool": "redo"})
    assert board.state == end
    hear(board, {"kind": "tool", "tool": "reset"})
    assert board.state == start
    assert said(board) == "Back to the start. Press one of your herders, then the cell it moves to."
    hear(board, *press("f4"), {"kind": "back"})
    assert (board.mode.hand.chosen, board.state) == ((), start)


def test_a_query_lists_what_is_possible() -> None:
    board = free(lay(red="f4", hands="1-0"))
    hear(board, {"kind": "query", "area": "f4"})
    assert said(board).startswith("Here: f4, red herder. From here: ")
    hear(board, {"kind": "query", "area": "a1"})
    assert said(board).startswith("Here: a1, empty wall. Possible: Red places a herder on a1.")
    hear(board, {"kind": "query", "area": "k2"}, {"kind": "query", "area": "f9"})
    assert said(board) == "Here: f9, empty park. Nothing is possible now."


def test_pointing_shows_which_cats_would_be_scared() -> None:
    board = free(lay(red="f4", cats="f6"))
    hear(board, view(board), *press("f4"), {"kind": "hover", "area": "f5"})
    assert [m.area for m in board.mode.hand.hover_marks if m.kind == "changed"] == ["f6"]
    hear(board, {"kind": "hover", "area": None})
    assert board.mode.hand.hover_marks == []


def test_a_motion_advances_frame_by_frame_and_a_press_ends_it() -> None:
    board = free(lay(red="f4 h4", blue="a1"))
    sent = hear(board, view(board), *press("f4", "f5"))
    (motion,) = [m for m in sent if m["kind"] == "motion"]
    assert motion["ms"] > 0
    hear(board, {"kind": "frame", "id": motion["id"], "at": 1.0}, {"kind": "frame", "id": 99, "at": 1e9})
    assert moving(board)
    hear(board, {"kind": "frame", "id": motion["id"], "at": motion["ms"]})
    assert not moving(board)
    hear(board, *press("a1", "a2", "h4", "h5"))  # the second move comes during the motion of the first
    assert (as_a(Herders, board.state).plies, on(board, "red")) == (3, {"f5", "h5"})


def test_reduced_motion_is_respected() -> None:
    board = free(lay(red="f4"))
    sent = hear(board, view(board, still=True), *press("f4", "f5"))
    assert [m for m in sent if m["kind"] == "motion"] == []
    assert board._motion is None


def test_a_view_sets_the_size_of_the_canvas() -> None:
    board = free(lay(red="f4"))
    hear(board, view(board))
    seen = view(board)
    assert board.canvas is not None
    assert (board.canvas.width, board.canvas.height, board.theme) == (640, seen["tall"], "dark")
    wrongs: list[dict[str, Any]] = [{"wide": 3}, {"tall": 10**9}, {"wide": "x"}, {"places": {}}]
    for wrong in [*wrongs, {"places": {"board": [0, 0, 0]}}]:
        hear(board, {**seen, "theme": "light", **wrong})
    assert (board.canvas.width, board.theme) == (640, "dark")
    hear(board, {**seen, "wide": 320, "theme": "puce"})
    assert (board.canvas.width, board.theme) == (320, "light")


@pytest.mark.parametrize("windowed", [False, True])
def test_trails_connect_parts_unless_one_part_is_in_the_scrolling_row(
    monkeypatch: pytest.MonkeyPatch, *, windowed: bool
) -> None:
    """A part below the height that the page sends as `shown` is in the scrolling row, to which no trail can point."""
    drawn: list[int] = []
    monkeypatch.setattr(canvas, "draw", lambda _, layers, *__: drawn.append(sum(len(layer.shapes) for layer in layers)))
    board = free(example("cattricola.walk").start())
    seen = view(board)
    hear(board, {**seen, "shown": int(seen["places"]["disc"][1]) if windowed else seen["tall"]})
    board.point([Mark(MarkKind.CHANGED, "plum1")])
    board.point([Mark(MarkKind.CHANGED, "plum1"), Mark(MarkKind.TRAIL, "@1", "plum1")])
    *_, without, with_trail = drawn
    assert (with_trail > without) is not windowed


def test_after_the_end_every_message_gives_the_result() -> None:
    board = free(lay(red="f4", taken="5-0"))
    end = board.state
    for message in (*press("f4", "a1"), {"kind": "typed", "text": "f4-f5"}, {"kind": "query", "area": "f4"}):
        hear(board, message)
        assert said(board) == "Red has 5 cats and wins."
    assert board.state == end


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "press", "area": "z9"},
        {"kind": "press"},
        {"kind": "press", "area": ["f4"]},
        {"kind": "query", "area": 4},
        {"kind": "typed", "text": 4},
        {"kind": "tool", "tool": "explode"},
        {"kind": "tool", "tool": None},
        {"kind": "form", "values": []},
        {"kind": "form", "form": "new", "values": {"seed": "x"}},
        {"kind": "frame", "id": 0, "at": 5},
        {"kind": "file", "text": "{}"},
        {"kind": "address", "fragment": "game=chess"},
        {"kind": ["press"]},
        {},
        None,
        "press",
    ],
)
def test_invalid_messages_change_nothing(message: Any) -> None:
    board = free(lay(red="f4"))
    before = (board.state, board.mode.hand.chosen, dict(board.slots), dict(board.names))
    hear(board, message)
    assert (board.state, board.mode.hand.chosen, dict(board.slots), dict(board.names)) == before


def test_a_board_has_a_picture_and_a_text() -> None:
    board = free(lay(red="f4", cats="f6"), str(text("A position")))
    bundle = board._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["image/svg+xml"].startswith("<svg ")
    assert "f4, red herder" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data
    json.dumps(data)


def test_a_board_deals_automatically_and_marks_every_cell_that_changed() -> None:
    territory = game("territory")
    cards = "D1+A6/A5+B6"
    line = f"r,b,b,b,2/6/6/6/6/6 red {cards}"
    boards = [free(territory.read_position(line, territory.choose("players=2"))) for _ in range(2)]
    for board in boards:
        hear(board, *press("D1"))
        assert board.state.to_move == 1
        assert {(m.kind, m.area) for m in board.mode.hand.event_marks} == {
            ("changed", cell) for cell in ("B1", "C1", "D1")
        }
    assert boards[0].state == boards[1].state  # the deal is deterministic


def test_cells_kept_by_a_block_are_marked_as_protected() -> None:
    territory = game("territory")
    line = "r,b,y,r,2/6/6/6/6/6 red A6/block+B6/C5+A5 placed=D1 asked=blue gone=D1"
    board = free(territory.read_position(line, territory.choose("players=3")))
    hear(board, *press("hand.block"))
    assert {(m.kind, m.area) for m in board.mode.hand.event_marks} == {("protected", "B1"), ("changed", "C1")}


def test_after_the_end_the_rule_that_ended_the_game_is_linked() -> None:
    board = free(lay(red="f4 e7 g7", blue="e5 e6 g5 g6", cats="f6", taken="4-0"))
    hear(board, {"kind": "typed", "text": "f4-f5"})
    assert board.state.to_move is None
    for message in (*press("a1"), {"kind": "typed", "text": "a1"}, {"kind": "query", "area": "a1"}):
        hear(board, message)
        assert said(board) == "Red has 5 cats and wins."
        assert 'data-anchor="herders-win"' in board.slots["status"]
    undo, redo = ({"kind": "tool", "tool": name} for name in ("undo", "redo"))
    hear(board, undo)
    assert "cat-rule" not in board.slots["status"]
    hear(board, redo)
    assert 'data-anchor="herders-win"' in board.slots["status"]


def test_a_query_gives_the_reason_why_an_area_is_not_possible() -> None:
    board = free(lay(red="f4"))
    hear(board, *press("f4"), {"kind": "query", "area": "f9"})
    assert 'data-anchor="herders-move"' in board.slots["status"]
    assert board.mode.hand.chosen == ("f4",)


def test_the_number_of_possible_cells_includes_only_cells() -> None:
    line = "2,r,3/2,b,3/2,b,3/r,b,y,y,gb,r/6/2,r,3 red column+B6+row/F1+B3+D1/A6+F2+A3/row+F5+E6"
    territory = game("territory")
    board = free(territory.read_position(line, territory.choose("")))
    column = next(area for area in board.scene.areas if area.endswith("column"))
    hear(board, *press(column))
    assert "one of the 6 marked cells" in said(board)


@pytest.mark.parametrize("fragment", ["wibble=3", "#game=catbox&position=x&wibble=3", "#players=3", "#seed=1&sede=2"])
@pytest.mark.parametrize("made", [round_tracker, play, practice, scorer, position_editor, teach])
def test_a_link_that_a_board_does_not_understand_is_reported_and_changes_nothing(made: Any, fragment: str) -> None:
    board: Board[Any] = made("calico" if made is scorer else "catbox")
    before = str(board.state)
    hear(board, {"kind": "address", "fragment": fragment})
    other_game = "game=catbox" in fragment and made is scorer
    expected = ("This page is for Calico. ",) if other_game else ("Expected ", "This page cannot read ")
    assert said(board).startswith(expected)
    assert str(board.state) == before


@pytest.mark.parametrize("made", [round_tracker, play, position_editor])
def test_options_in_a_link_are_used_and_options_in_the_query_are_explained(made: Any) -> None:
    board: Board[Any] = made("catbox")
    said_first = said(board)
    hear(board, {"kind": "address", "fragment": "?utm_source=forum"})
    assert said(board) == said_first
    hear(board, {"kind": "address", "fragment": "?players=3"})
    assert unescape(said(board)) == "Expected options after #options= in the address, found '?players=3'."
    hear(board, {"kind": "address", "fragment": "#options=players=3"})
    assert str(board.state.options) == "players=3"


def test_seats_added_by_a_link_get_the_same_kind_of_player_as_the_last_seat() -> None:
    board = play("catbox", "human", *["friendly"] * 3, seed=1)
    hear(board, {"kind": "address", "fragment": "#options=players=5"})
    assert board.mode.players == ["human", *["friendly"] * 4]
