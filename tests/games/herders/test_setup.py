"""The components, and the setup of a game."""

import pytest

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from tests.games.helpers import legal, refused
from tests.games.herders.oracle import board
from tests.games.herders.positions_builder import HERDERS, cells


@pytest.mark.rule("herders.players")
def test_two_players_play_red_and_blue() -> None:
    assert [seat.id for seat in HERDERS.seats(HERDERS.choose())] == ["red", "blue"]


@pytest.mark.rule("herders.components")
@pytest.mark.parametrize("options", ["", "setup=advanced", "empty-wall"])
def test_each_player_has_fifteen_herders_and_the_board_has_nine_cats_and_a_ring_of_wall(options: str) -> None:
    state = HERDERS.start(HERDERS.choose(options))
    assert [own.bit_count() + hand for own, hand in zip(state.herders, state.hands, strict=True)] == [15, 15]
    assert state.undealt == 9
    assert (state.board.grid.size, state.board.wall.bit_count(), state.board.park.bit_count()) == (91, 30, 61)
    assert set(state.board.grid.named(state.board.park).split(",")) == board("hex").park


@pytest.mark.rule("herders.setup.cats")
def test_cats_land_on_random_park_cells() -> None:
    state = HERDERS.start(HERDERS.choose())
    assert state.to_move == CHANCE
    assert legal(state) == {f"*{name}" for name in board("hex").park}
    dealt = Dealer(1).settle(state)
    assert len(cells(dealt, "cats")) == 9
    assert cells(dealt, "cats") <= board("hex").park
    assert dealt.to_move == 0
    assert dealt == Dealer(1).settle(state) != Dealer(2).settle(state)


@pytest.mark.rule("herders.setup.cats")
def test_cats_land_neither_on_the_wall_nor_on_a_piece_nor_after_the_setup() -> None:
    state = HERDERS.start(HERDERS.choose())
    one = state.apply(HERDERS.read_action("*f6", state))
    assert refused(one, "*f6") == {"setup.cats"}
    assert refused(state, "*a2") == {"setup.cats"}
    assert {r for move in ("a2", "a1-b2", "f6>f7", "pass") for r in refused(one, move)} >= {"setup.cats"}
    assert all("setup.cats" in refused(one, move) for move in ("a2", "a1-b2", "f6>f7", "xa1", "pass"))
    assert refused(Dealer(1).settle(state), "*f6") >= {"setup.cats"}


def turned(names: set[str]) -> set[str]:
    """Return cells rotated by a sixth of a turn, computed from coordinates."""
    ground = board("hex")
    return {ground.name[-y, x + y] for x, y in (ground.spot[n] for n in names)}


@pytest.mark.rule("herders.setup.normal")
def test_the_normal_setup_puts_five_herders_of_each_colour_alternately_on_the_wall() -> None:
    state = HERDERS.start(HERDERS.choose())
    red, blue = cells(state, "red"), cells(state, "blue")
    assert red == {"a1", "b7", "h9", "k3", "g1"}
    assert blue == {"a4", "e10", "k6", "j1", "d1"}
    assert turned(turned(turned(red))) == blue


@pytest.mark.rule("herders.setup.advanced")
def test_the_advanced_setup_puts_three_herders_of_each_colour_on_corners() -> None:
    state = HERDERS.start(HERDERS.choose("setup=advanced"))
    assert cells(state, "red") == {"a1", "f11", "k1"}
    assert cells(state, "blue") == {"a6", "k6", "f1"}
    assert turned(cells(state, "red")) == cells(state, "blue")


@pytest.mark.rule("herders.option.empty-wall")
@pytest.mark.parametrize("setup", ["normal", "advanced"])
@pytest.mark.parametrize("where", ["hex", "large", "square"])
def test_the_wall_can_start_empty(setup: str, where: str) -> None:
    state = HERDERS.start(HERDERS.choose(f"empty-wall,setup={setup},board={where}"))
    assert state.herders == (0, 0)
    assert state.hands == (15, 15)


@pytest.mark.rule("herders.option.bigger")
def test_the_large_and_the_square_board_have_their_own_sizes_and_numbers_of_cats() -> None:
    large, square = (HERDERS.start(HERDERS.choose(f"board={b}")) for b in ("large", "square"))
    assert (large.board.grid.size, large.board.wall.bit_count(), large.undealt) == (127, 36, 13)
    assert (square.board.grid.size, square.board.wall.bit_count(), square.undealt) == (100, 36, 9)
    for state in (large, square):
        assert state.herders[0].bit_count() == state.herders[1].bit_count() == 6
        assert not (state.herders[0] | state.herders[1]) & state.board.park
