"""Undo in a game: always possible if nothing is hidden, but never past hidden information that has been revealed."""

from __future__ import annotations

from cattools.core.game import AnyState
from cattools.core.timeline import Timeline
from cattools.widgets import play
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.games.calico.positions_builder import lay as quilt
from tests.games.cattricola.positions_builder import lay as ranch
from tests.widgets.board_client import hear

UNDO = {"kind": "tool", "tool": "undo"}
OTHERS = "green=5/2_2/3_1/1_3/5;ABCDEF,AABBCC,AAABBB;Ge,Bs"


def at(state: AnyState, *players: str) -> Board[PlayMode]:
    """Return a game that starts from a position."""
    table = play(state.game.id, *players, seed=1, **state.options)
    table.mode.begin(Timeline(state), table.mode.players, "")
    hear(table, {"kind": "tool", "tool": "unveil"})
    return table


def typed(table: Board[PlayMode], *moves: str) -> None:
    hear(table, *({"kind": "typed", "text": move} for move in moves))


def test_a_catch_that_revealed_a_tile_cannot_be_undone() -> None:
    table = at(ranch("a1=?sm a2=?pf a3=sm", plum="A::c3,c4"), "human", "beginner")
    typed(table, "a1")
    caught = table.state
    assert caught.pending
    hear(table, UNDO)
    assert (table.state, "hidden information has been revealed" in table.slots["status"]) == (caught, True)
    assert 'data-tool="undo" aria-disabled="true"' in table.slots["tools"]
    typed(table, "@1")  # within the turn, any order is allowed


def test_a_catch_of_face_up_tiles_can_be_undone() -> None:
    start = ranch("a1=sm a2=pf a3=sm", plum="A::c3,c4")
    table = at(start, "human", "beginner")
    typed(table, "a1")
    assert table.state != start
    hear(table, UNDO)
    assert table.state == start


def test_undo_takes_back_a_bots_actions_that_revealed_nothing() -> None:
    start = ranch("a1=?sm a2=?pf a3=sm", plum="A::c3,c4", teal="B::c3")
    table = at(start, "human", "beginner")
    typed(table, "+c5", "done")
    assert (table.state.to_move, table.state == start) == (0, False)
    while table.mode.device.undo_to is not None:
        hear(table, UNDO)
    assert table.state == start


def test_placing_a_tile_can_be_undone_until_a_tile_is_drawn() -> None:
    start = quilt("", "Nd,Ye", others=OTHERS, market="Nv,Uq,Pf", options="players=2")
    table = at(start, "human", "human")
    typed(table, "Ye@b3")
    hear(table, UNDO)
    assert table.state == start
    typed(table, "Ye@b3", "+Nv1")
    drawn = table.state
    assert drawn.to_move == 1
    hear(table, {"kind": "tool", "tool": "unveil"})
    hear(table, UNDO)
    assert table.state == drawn
