"""A turn: one herder, placed or moved."""

import pytest

from cattools.games.herders.components import Place
from tests.games.helpers import legal, play, refused
from tests.games.herders.oracle import board
from tests.games.herders.positions_builder import cells, lay

WALL = set(board("hex").spot) - board("hex").park


@pytest.mark.rule("herders.turn")
def test_players_take_turns_with_their_own_herders() -> None:
    state = lay(red="f6", blue="c3", hands="1-1")
    assert refused(state, "c3-c4") == {"turn"}
    assert refused(state, "d5-d6") == {"turn"}
    after = play(state, "f6-f7")
    assert (state.turn, after.turn) == (0, 1)
    assert refused(after, "f7-f8") == {"turn"}
    assert play(after, "c3-c4", "f7-f8", "a1").turn == 0


@pytest.mark.rule("herders.turn")
def test_a_cat_cannot_be_moved_like_a_herder() -> None:
    state = lay(red="f6", cats="c3")
    assert refused(state, "c3-c4") == {"turn"}


@pytest.mark.rule("herders.place")
def test_a_herder_is_placed_on_an_empty_wall_cell() -> None:
    state = lay(red="a1", blue="a2", hands="2-0")
    placed = {move for move in legal(state) if "-" not in move}
    assert placed == WALL - {"a1", "a2"}
    after = play(state, "a3")
    assert cells(after, "red") == {"a1", "a3"}
    assert after.hands == (1, 0)


@pytest.mark.rule("herders.place")
@pytest.mark.parametrize("move", ["f6", "b2", "a1", "a2", "c3"])
def test_a_herder_is_not_placed_in_the_park_or_on_a_piece(move: str) -> None:
    assert refused(lay(red="a1", blue="a2", cats="c3", hands="2-0"), move) == {"place"}


@pytest.mark.rule("herders.place")
def test_no_herder_is_placed_from_an_empty_hand() -> None:
    state = lay(red="a1", blue="a2", hands="0-3")
    assert refused(state, "a3") == {"place"}
    assert not [move for move in legal(state) if "-" not in move]
    assert [str(r) for r in state.why_not(Place("a6"))] == ["There are no red herders left in hand."]
    assert len(lay(red="a1", hands="0-3").why_not(Place("a1"))) == 2  # all reasons, not only the first


@pytest.mark.rule("herders.move")
def test_a_herder_moves_one_or_two_cells_straight_in_all_six_directions() -> None:
    near = {"e5", "e6", "f5", "f7", "g5", "g6"}
    far = {"d4", "d6", "f4", "f8", "h4", "h6"}
    assert legal(lay(red="f6")) == {f"f6-{name}" for name in near | far}


@pytest.mark.rule("herders.move")
@pytest.mark.parametrize("target", ["f9", "d5", "h5", "e4", "a1", "f6"])
def test_a_herder_does_not_move_anywhere_else(target: str) -> None:
    assert refused(lay(red="f6"), f"f6-{target}") == {"move"}


@pytest.mark.rule("herders.move")
@pytest.mark.parametrize("target", ["f7", "e6", "g6"])
def test_a_herder_does_not_move_onto_a_piece(target: str) -> None:
    assert refused(lay(red="f6 f7", blue="e6", cats="g6"), f"f6-{target}") == {"move"}


@pytest.mark.rule("herders.move")
def test_a_herder_moves_along_off_and_back_onto_the_wall() -> None:
    state = lay(red="a3")
    assert legal(state) == {f"a3-{name}" for name in ("a1", "a2", "a4", "a5", "b3", "b4", "c3", "c5")}
    assert cells(play(lay(red="b3", blue="f6"), "b3-a3"), "red") == {"a3"}


@pytest.mark.rule("herders.move.clear")
@pytest.mark.parametrize("between", ["red", "blue", "cats"])
def test_a_herder_does_not_jump(between: str) -> None:
    pieces = {"red": "f6", "blue": "", "cats": ""}
    pieces[between] = f"{pieces[between]} f7"
    state = lay(**pieces)
    assert refused(state, "f6-f8") == {"move.clear"}
    assert "f6-f8" not in legal(state)
    (refusal,) = state.why_not(next(a for a in state.game.candidates(state) if str(a) == "f6-f8"))
    assert refusal.cells == ("f7",)


@pytest.mark.rule("herders.move.clear")
def test_a_jump_to_an_occupied_cell_is_refused_for_both_reasons() -> None:
    assert refused(lay(red="f6", blue="f7 f8"), "f6-f8") == {"move", "move.clear"}


@pytest.mark.rule("herders.stuck")
def test_only_a_player_who_cannot_act_passes() -> None:
    stuck = lay(red="a1", blue="a2 b1 b2")
    assert legal(stuck) == {"pass"}
    assert play(stuck, "pass").turn == 1
    assert refused(lay(red="a1"), "pass") == {"stuck"}
    assert refused(lay(red="a1", blue="a2 b1 b2", hands="1-0"), "pass") == {"stuck"}
