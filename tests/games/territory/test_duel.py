"""The duel: the game for two."""

from __future__ import annotations

import pytest

from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE
from cattools.games.territory.position import TerritoryView
from tests.games.helpers import as_a, legal, play, refusal_texts, refused
from tests.games.territory.positions_builder import CELLS, TERRITORY, begun, full, hand, lay, stacks

DUEL = "game=duel"
OPEN = {"empty", "column", "row", "block"}


@pytest.mark.rule("territory.duel.cards")
def test_the_duel_has_36_cards_four_dealt_to_each_player_and_no_end_card() -> None:
    start = TERRITORY.start(TERRITORY.choose(DUEL))
    assert list(start.cell_deck) == list(range(36))
    state = begun(DUEL)
    assert len(state.hands) == 2
    assert [len(hand(state, seat) - OPEN) for seat in (0, 1)] == [4, 4]
    assert len(state.cell_deck) == 28
    with pytest.raises(OptionError, match="players=4 goes only with game=basic or game=advanced, not with game=duel"):
        TERRITORY.choose("game=duel,players=4")
    last = lay(hands="A1/-", options=DUEL, more=f"gone={'+'.join(CELLS[2:])}", B1="b")
    assert legal(play(last, "A1")) == {"*B1"}


@pytest.mark.rule("territory.duel.assist")
def test_each_player_has_four_open_assist_cards_and_uses_each_only_once() -> None:
    state = begun(DUEL)
    assert all(hand(state, seat) >= OPEN for seat in (0, 1))
    for seat in (0, 1):
        assert set(as_a(TerritoryView, state.view(1 - seat)).state.hands[seat]) >= {36, 37, 38, 41}
    used = play(lay(hands="empty+row+A1/F6", options=DUEL, C4="b"), "empty:D4")
    assert hand(used, 0) == {"row", "A1"}
    again = lay(turn="red", hands="row+A1/F6", options=DUEL, C4="b")
    assert refused(again, "empty:D4") == {"duel.assist"}
    assert refusal_texts(again, "empty:D4") == ["Red has already used this assist card: any empty cell."]
    assert refused(again, "double") == {"assist.use"}


@pytest.mark.rule("territory.duel.assist")
def test_a_block_is_used_in_the_other_players_turn_and_then_turned_over() -> None:
    cells = {"A1": "r", "B1": "b", "C1": "b"}
    state = play(lay(hands="C1/block", options=DUEL, **cells), "C1")
    assert (state.to_move, legal(state)) == (1, {"block", "allow"})
    after = play(state, "block")
    assert (hand(after, 1), after.step.draws) == (set(), ((0, "cells"),))
    unarmed = play(lay(hands="C1/row", options=DUEL, **cells), "C1")
    assert unarmed.to_move == CHANCE  # the cards are open, so a player without a block is not asked
    assert stacks(unarmed)["B1"] == "rb"


@pytest.mark.rule("territory.duel.no-treasure")
def test_the_duel_has_no_treasures() -> None:
    state = play(lay(hands="C3/-", options=DUEL), "C3")
    assert (state.won, state.treasures) == ((b"", b""), b"")
    assert state.score().total(0) == 1
    assert "treasure" not in " ".join(area.name for area in TERRITORY.scene_of(state).areas.values())


@pytest.mark.rule("territory.duel.turn")
@pytest.mark.rule("territory.duel.stuck")
@pytest.mark.ruling("territory.ruling.duel-draw", "No")
def test_a_turn_is_a_placement_with_a_draw_or_an_assist_card_but_never_an_exchange() -> None:
    state = lay(hands="A1+B1+column/F6", options=DUEL, C4="b")
    assert legal(state) == {"A1", "B1", "column:C4"}
    for move in ("A1>assist", "A1>cells", "column>assist"):
        assert refused(state, move) == {"duel.turn"}
    assert play(state, "A1").step.draws == ((0, "cells"),)
    used = play(state, "column:C4")
    assert used.to_move == 1  # no card is drawn after an assist card
    assert hand(used, 0) == {"A1", "B1"}


@pytest.mark.rule("territory.duel.end")
def test_the_duel_ends_when_every_cell_has_a_cat() -> None:
    state = lay(hands="empty/-", options=DUEL, **full(but="A1"))
    after = play(state, "empty:A1")
    assert (after.to_move, after.winners()) == (None, (1,))
    assert [e.rule for e in state.events(TERRITORY.read_action("empty:A1", state))][-1] == "territory.duel.end"


@pytest.mark.rule("territory.duel.bonus")
def test_the_duel_pays_bonus_points_as_in_the_advanced_game() -> None:
    row = {"A1": "b", "B1": "b", "C1": "b", "D1": "b", "E1": "b", "F1": "r"}
    assert play(lay(hands="A1/-", options=DUEL, **row), "A1").bonus == (3, 0)
    assert play(lay(hands="row/-", options=DUEL, **row), "row:A1").bonus == (3, 0)


@pytest.mark.rule("territory.duel.stuck")
def test_a_stuck_player_discards_and_draws_while_the_deck_lasts_or_else_passes() -> None:
    stuck = lay(hands="A1+B1+block/F6", options=DUEL, A1="r", B1="rb")
    assert legal(stuck) == {"A1>cells", "B1>cells"}
    assert refused(stuck, "block>cells") == {"duel.turn"}
    assert refused(stuck, "A1>assist") == {"duel.turn"}
    after = play(stuck, "B1>cells", "*C4")
    assert (hand(after, 0), after.to_move) == ({"A1", "C4", "block"}, 1)
    gone = "+".join(c for c in CELLS if c not in ("A1", "F6"))
    dry = lay(hands="A1/F6", options=DUEL, A1="r", F6="b", more=f"gone={gone}")
    assert legal(dry) == {"pass"}
    assert refused(dry, "A1>cells") == {"duel.stuck"}
    over = play(dry, "pass", "pass")
    assert (over.to_move, over.winners()) == (None, (0, 1))


@pytest.mark.rule("territory.duel.stuck")
def test_random_games_always_end() -> None:
    from random import Random

    for seed in range(30):
        rng, dealer = Random(seed), Dealer(seed)
        state = TERRITORY.start(TERRITORY.choose(DUEL))
        for _ in range(300):
            if state.to_move is None:
                break
            state = state.apply(dealer.choose(state) if state.to_move == CHANCE else rng.choice(state.legal()))
        assert state.to_move is None
        assert sum(map(len, state.hands)) <= 8 + 8
