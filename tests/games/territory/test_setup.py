"""The components, and the setup of a game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE
from tests.games.helpers import legal, play, refused
from tests.games.territory.oracle import CELLS, MIX
from tests.games.territory.positions_builder import TERRITORY, begun, hand, lay


@pytest.mark.rule("territory.players")
def test_two_to_four_players_can_play_and_no_other_number() -> None:
    colours = ["red", "blue", "yellow", "green"]
    for n in (2, 3, 4):
        options = TERRITORY.choose(f"players={n}")
        assert [seat.id for seat in TERRITORY.seats(options)] == colours[:n]
        assert len(begun(f"players={n}").hands) == n
    assert len(TERRITORY.seats(TERRITORY.choose())) == 4
    for wrong in ("1", "5", "many"):
        with pytest.raises(OptionError, match="expected players to be one of 2, 3, 4"):
            TERRITORY.choose(f"players={wrong}")


@pytest.mark.rule("territory.components")
def test_the_box_has_the_right_contents() -> None:
    table = TERRITORY.start(TERRITORY.choose())
    assert len(table.stacks) == 36
    assert Counter(table.treasures) == {0: 6, 1: 12, 2: 12, 3: 6}
    assert (len(table.cell_deck), len(table.assist_deck)) == (72, 23)
    assert len(table.cell_deck) + len(table.assist_deck) + 1 == 96


@pytest.mark.rule("territory.coordinates")
def test_every_cell_is_on_two_cards() -> None:
    assert Counter(TERRITORY.start(TERRITORY.choose()).cell_deck) == dict.fromkeys(range(36), 2)


@pytest.mark.rule("territory.assist-mix")
def test_the_assist_deck_has_the_right_mix_of_cards() -> None:
    dealt = lay(options="players=2", hands="block/-", more="used=block+row draws=red:assist")
    left = {str(a)[1:]: weight for weight, a in dealt.chances()}
    assert left == {**MIX, "block": 2, "row": 3}
    assert sum(MIX.values()) == 23


@pytest.mark.rule("territory.setup.assist-deck")
def test_any_assist_card_can_be_on_top() -> None:
    state = play(begun(), f"{next(iter(sorted(hand(begun(), begun().turn))))}>assist")
    assert state.to_move == CHANCE
    assert {str(a)[1:]: weight for weight, a in state.chances()} == MIX


@pytest.mark.rule("territory.setup.end-card")
@pytest.mark.parametrize("options", ["", "game=advanced", "players=2"])
def test_end_is_never_among_the_first_48_cards_and_always_among_the_rest(options: str) -> None:
    cards = [name for name in CELLS for _ in range(2)]
    chosen = options or "players=4"
    for gone in (46, 47, 48, 60, 72):
        state = lay(options=chosen, more=f"gone={'+'.join(cards[:gone])} draws=red:cells")
        weights = {str(a): weight for weight, a in state.chances()}
        assert ("*END" in weights) == (gone >= 48)
        if gone >= 48:
            assert weights["*END"] == 1
            assert sum(weights.values()) == 73 - gone


@pytest.mark.rule("territory.setup.end-card")
def test_the_quick_dealer_follows_the_weights() -> None:
    cards = [name for name in CELLS for _ in range(2)]
    state = lay(more=f"gone={'+'.join(cards[:65])} draws=red:cells")
    weights = {str(a): weight for weight, a in state.chances()}
    rng, rounds = Random(1), 8000
    drawn = Counter(str(state.chance(rng)) for _ in range(rounds))
    assert drawn.keys() == weights.keys()
    for name, weight in weights.items():
        assert abs(drawn[name] / rounds - weight / sum(weights.values())) < 0.02
    treasure = lay(A1="r", A2="b", A3="b", A4="b", more="won=0+0+0/- placed=A1 reveal")
    shown = Counter(str(treasure.chance(rng)) for _ in range(rounds))
    for weight, action in treasure.chances():
        assert abs(shown[str(action)] / rounds - weight / 33) < 0.025


@pytest.mark.rule("territory.setup.treasure")
def test_treasures_are_hidden_until_they_are_taken() -> None:
    state = play(lay(hands="C4/D4"), "C4")
    assert {str(a): weight for weight, a in state.chances()} == {"*0": 6, "*1": 12, "*2": 12, "*3": 6}
    views = {repr(play(state, value).view(1)) for value in ("*0", "*3")}
    assert len(views) == 2


@pytest.mark.rule("territory.setup.hand")
def test_each_player_gets_three_coordinate_cards() -> None:
    state = TERRITORY.start(TERRITORY.choose("players=3"))
    assert state.to_move == CHANCE
    assert legal(state) == {f"*{name}" for name in CELLS}
    assert refused(state, "C4") >= {"turn.choose", "place.card"}
    dealt = begun("players=3")
    assert [len(held) for held in dealt.hands] == [3, 3, 3]
    assert all(hand(dealt, seat) <= set(CELLS) for seat in range(3))


@pytest.mark.rule("territory.setup.order")
def test_the_start_player_is_drawn_and_play_goes_clockwise() -> None:
    state, dealer = TERRITORY.start(TERRITORY.choose()), Dealer(3)
    while len(state.step.draws):
        state = state.apply_unchecked(dealer.choose(state))
    assert legal(state) == {"*red", "*blue", "*yellow", "*green"}
    for turn, colour in enumerate(("red", "blue", "yellow", "green")):
        assert play(state, f"*{colour}").to_move == turn
    assert {begun(seed=seed).turn for seed in range(20)} == {0, 1, 2, 3}
    passed = lay(turn="green", options="players=4", hands="A1/B1/C1/D1", A1="r")
    assert play(passed, "D1", "*1", "*D2").turn == 0


@pytest.mark.rule("territory.players")
def test_options_that_do_not_fit_the_game_for_two_are_refused() -> None:
    assert len(TERRITORY.seats(TERRITORY.choose("game=duel"))) == 2
    assert TERRITORY.choose("game=duel,players=2") == TERRITORY.choose("game=duel")
    with pytest.raises(OptionError, match="players=3 goes only with game=basic or game=advanced, not with game=duel"):
        TERRITORY.choose("game=duel,players=3")
    with pytest.raises(OptionError, match="no-double goes only with game=basic or game=advanced, not with game=duel"):
        TERRITORY.choose("game=duel,no-double")
