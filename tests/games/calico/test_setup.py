"""The components, and the setup of a game."""

from collections import Counter

import pytest

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.games.calico import components
from cattools.games.calico.components import Draw
from cattools.games.calico.position import CalicoView
from tests.games.calico import oracle
from tests.games.calico.positions_builder import CALICO, lay, until_play
from tests.games.helpers import as_a, legal, play, refusal_texts, refused, refused_by_interpretation


@pytest.mark.rule("calico.players")
@pytest.mark.parametrize(("count", "seats"), [("1", 1), ("2", 2), ("3", 3), ("4", 4)])
def test_one_to_four_players_can_play(count: str, seats: int) -> None:
    options = CALICO.choose(f"players={count}")
    assert len(CALICO.seats(options)) == seats
    assert len(CALICO.start(options).quilts) == seats
    assert CALICO.start(options).alone == (count == "1")


@pytest.mark.rule("calico.components")
def test_the_box_has_three_of_each_of_36_patches_and_all_the_tiles() -> None:
    state = CALICO.start(CALICO.choose())
    assert components.counts(state.bag) == [3] * 36
    assert len(components.COLOURS) == len(components.PATTERNS) == 6
    assert [len(components.GOALS), len(components.BOARDS), len(components.CATS)] == [6, 4, 12]
    assert {(goal.letters, goal.one, goal.both) for goal in components.GOALS} == {
        (name, *numbers) for name, numbers in oracle.POINTS.items()
    }
    assert {cat.name: cat.points for cat in components.CATS if not cat.promo} == oracle.WORTH


@pytest.mark.rule("calico.board")
@pytest.mark.parametrize("board", [board.name for board in components.BOARDS])
def test_a_board_has_a_ring_of_24_different_patches(board: str) -> None:
    printed = next(b for b in components.BOARDS if b.name == board).printed
    assert len(printed) == len(set(printed.values())) == 24
    assert Counter(components.COLOUR[kind] for kind in printed.values()) == dict.fromkeys(range(6), 4)
    assert sorted(Counter(components.PATTERN[kind] for kind in printed.values()).values()) == [3, 4, 4, 4, 4, 5]
    for a in printed:
        for b in set(components.GRID.neighbours[a]) & printed.keys():
            assert components.COLOUR[printed[a]] != components.COLOUR[printed[b]]
            assert components.PATTERN[printed[a]] != components.PATTERN[printed[b]]
    assert {oracle.name(spot): found for spot, found in oracle.ring(board).items()} == {
        components.GRID.names[c]: (components.COLOURS[components.COLOUR[k]], components.PATTERNS[components.PATTERN[k]])
        for c, k in printed.items()
    }


@pytest.mark.rule("calico.board")
def test_a_quilt_has_22_spaces_and_no_printed_patch_touches_a_goal() -> None:
    assert (components.GRID.size, components.SPACES.bit_count(), components.RING.bit_count()) == (49, 22, 24)
    assert [components.GRID.names[c] for c in components.GOAL_CELLS] == ["c4", "d5", "e3"]
    for cell in components.GOAL_CELLS:
        assert components.GRID.around[cell].bit_count() == 6
        assert not components.GRID.around[cell] & ~components.SPACES
    rings = [frozenset(board.printed.items()) for board in components.BOARDS]
    assert len(set(rings)) == 4


@pytest.mark.rule("calico.board")
@pytest.mark.parametrize("first", ["blue", "green", "purple", "yellow"])
def test_every_player_has_a_different_board(first: str) -> None:
    seats = [seat.id for seat in CALICO.seats(CALICO.choose(f"players=4,board={first}"))]
    assert seats[0] == first
    assert sorted(seats) == ["blue", "green", "purple", "yellow"]


@pytest.mark.rule("calico.setup.cats")
def test_one_cat_of_each_dot_group_is_drawn() -> None:
    state = CALICO.start(CALICO.choose())
    assert state.to_move == CHANCE
    assert legal(state) == {"*Millie", "*Callie", "*Tibbit", "*Rumi"}
    state = play(state, "*Rumi")
    assert refused(state, "*Callie") == {"setup.cats"}
    assert legal(state) == {"*Coconut", "*Tecolote", "*Cira", "*Almond"}
    state = play(state, "*cira")
    assert legal(state) == {"*Gwenivere", "*Leo"}
    assert refused(play(state, "*Leo"), "*Gwenivere") == {"setup.cats"}
    assert {w for w, _ in state.chances()} == {1}


@pytest.mark.rule("calico.setup.patterns")
def test_every_pattern_belongs_to_one_cat() -> None:
    state = play(CALICO.start(CALICO.choose()), "*Millie", "*Cira", "*Leo")
    assert len(state.legal()) == 15
    state = play(state, "*vines+dots")
    assert len(state.legal()) == 6
    assert refused(state, "*dots+ferns") == {"setup.patterns"}
    state = play(state, "*ferns+flowers")
    assert sorted(p for pair in state.pairs for p in pair) == list(range(6))
    assert [cat.name for cat in state.likes if cat] == ["Millie", "Cira", "Cira", "Leo", "Leo", "Millie"]
    assert "setup.patterns" in refused(state, "*dots+ferns")


@pytest.mark.rule("calico.setup.goals")
def test_four_goals_are_turned_up_and_three_are_placed() -> None:
    state = play(CALICO.start(CALICO.choose("players=1")), "*Millie", "*Cira", "*Leo", "*dots+vines", "*ferns+flowers")
    assert len(state.legal()) == 15
    assert refused(state, "*ABCDEF+AAABBB+AABBCC") == {"setup.goals"}
    state = play(state, "*≠+AAABBB+AABBCC+AABBCD")
    assert (state.to_move, state.pending) == (0, False)
    assert len(state.legal()) == 12
    assert refused(state, "AAAABB@c4") == {"setup.goals"}
    assert refused(state, "ABCDEF@b2") == {"setup.goals"}
    assert refused(state, "Nd@b2") == {"setup.goals"}
    state = play(state, "!= d5")
    assert state.pending
    assert len(state.legal()) == 6
    assert refused(state, "AAABBB@d5") == {"setup.goals"}
    state = play(state, "AAABBB@c4", "AABBCD@e3")
    assert state.quilts[0].goals == tuple(components.GOAL[g] for g in ("AAABBB", "ABCDEF", "AABBCD"))
    assert state.tiles == ((),)
    assert state.to_move == CHANCE
    assert refused(until_play("players=1"), "AAABBB@c4") >= {"setup.goals"}


@pytest.mark.rule("calico.setup.goals")
def test_players_choose_their_goals_in_turn() -> None:
    state = Dealer(1).settle(CALICO.start(CALICO.choose("players=3")))
    goal = components.GOALS[state.tiles[0][0]].letters
    assert state.to_move == 0
    assert refused(state, f"{goal}@green.c4") == refused_by_interpretation(state, f"{goal}@green.c4") == {"setup.goals"}
    for seat in range(3):
        assert (state.choosing, state.to_move) == (seat, seat)
        assert as_a(CalicoView, state.view(None)).state.tiles == state.tiles  # everyone may watch
        for _ in range(3):
            state = Dealer(2).settle(state.apply(state.legal()[0]))
    assert state.begun


@pytest.mark.rule("calico.setup.hand")
def test_each_player_gets_two_patches_and_the_market_gets_three() -> None:
    state = CALICO.start(CALICO.choose("first-game,players=3"))
    state = play(state, "*dots+vines", "*ferns+flowers", "*Nd", "*Nd")
    assert state.hands == ((0, 0), (), ())
    assert len(state.legal()) == 36
    assert {as_a(Draw, a).patch: w for w, a in state.chances()}["Nd"] == 1
    state = play(state, "*Nd")
    assert refused(state, "*Nd") == {"components"}
    assert "*Nd" not in legal(state)
    state = play(state, "*Ye", "*Us", "*Us", "*Be", "*Bf", "*Bq")
    assert [len(hand) for hand in state.hands] == [2, 2, 2]
    assert state.market == tuple(components.KIND[p] for p in ("Be", "Bf", "Bq"))
    assert refused(until_play("first-game"), "*Nv") == {"setup.hand"}
    assert sum(components.counts(state.bag)) == 108 - 9


@pytest.mark.rule("calico.setup.start")
def test_the_first_player_is_random_and_turns_go_clockwise() -> None:
    state = CALICO.start(CALICO.choose("first-game,players=3,family"))
    state = play(state, "*dots+vines", "*ferns+flowers", *["*Nd", "*Be", "*Gf"] * 3)
    assert legal(state) == {"*blue", "*green", "*purple"}
    assert refused(state, "*yellow") == {"setup.start"}
    state = play(state, "*green")
    assert state.to_move == 1
    order: list[int | None] = []
    dealer = Dealer(3)
    for _ in range(6):
        order.append(state.to_move)
        state = dealer.settle(state.apply(state.legal()[0]).apply(state.apply(state.legal()[0]).legal()[0]))
    assert order == [1, 2, 0, 1, 2, 0]
    assert refused(state, "*blue") == {"setup.start"}


def test_an_early_action_is_refused_with_what_comes_first() -> None:
    state = CALICO.start(CALICO.choose())
    for move, sentence in (
        (None, "The cats must be dealt first."),
        (("*Millie", "*Cira", "*Leo"), "The patterns must be dealt first."),
        (("*dots+vines", "*ferns+flowers"), "The goal tiles must be turned up first."),
    ):
        state = play(state, *(move or ()))
        assert sentence in refusal_texts(state, "Nd@b2")
        assert sentence in refusal_texts(state, "+Nd1")
    assert refused(lay("b2Nd", market="Ye,Ye", hand="Nf,Nf"), "+Ye1") == {"turn.draw"}
