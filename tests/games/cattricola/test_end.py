"""How a game ends."""

from __future__ import annotations

import pytest

from cattools.core.chance import Dealer
from tests.games.cattricola.positions_builder import CATTRICOLA, catches, disc, event_rules, lay
from tests.games.helpers import legal, play, refusal_texts, refused

TWENTY = "smsfsypmpfpycmcfcyhmhfhywwwwwwww"
FULL = TWENTY + "w"


@pytest.mark.rule("cattricola.end.trigger")
def test_play_continues_until_all_have_had_equally_many_turns() -> None:
    state = lay("a1=sm b1=cy", options="players=3", plum=f"A:{TWENTY}:c3", teal="B::a1", boards="0,0;0,5;5,0")
    filled = play(state, "a1", "@1")
    assert 0 not in filled.discs[0]
    assert (filled.phase, filled.turn) == (state.phase, 1)
    teal = play(filled, "+a2", "done")  # still an ordinary turn: charging is allowed
    assert teal.phase == state.phase
    orange = play(teal, "+a1", "done")
    assert (orange.phase, orange.turn) == (state.phase + 1, 0)
    assert "end.trigger" in event_rules(play(teal, "+a1"), "done")


@pytest.mark.rule("cattricola.end.trigger")
def test_the_final_round_begins_immediately_if_the_last_player_fills_a_disc() -> None:
    state = lay("a1=sm", teal=f"B:{TWENTY}:c3", mover="teal")
    after = play(state, "a1", "@1")
    assert (after.turn, refused(after, "+a1")) == (0, {"end.final-round"})


@pytest.mark.rule("cattricola.end.trigger")
def test_rounds_are_counted_from_the_first_player() -> None:
    state = lay("a1=sm b1=cy", plum=f"B:{TWENTY}:c3", teal="A", mover="plum")
    after = play(state, "a1", "@1")  # plum sits to the right of teal, who began
    assert (after.turn, "pass" in legal(after)) == (1, True)


@pytest.mark.rule("cattricola.end.final-round")
def test_in_the_final_round_each_player_has_one_more_turn_without_charging() -> None:
    state = lay("a1=sm", plum=f"A:{FULL}", teal="B:pmpf:c3", more="final")
    assert catches(state) == set()
    assert refusal_texts(state, "+a1") == ["In the final round nobody charges."]
    last = play(state, "pass")
    assert legal(last) == {"a1", "teal1<>teal2", "pass"}
    over = play(last, "a1", "@1")
    assert (over.to_move, legal(over)) == (None, set())
    assert {r for move in ("pass", "+a1", "a1", "teal1<>teal2") for r in refused(over, move)} >= {"end.final-round"}


@pytest.mark.rule("cattricola.end.swap")
def test_two_of_a_players_own_tiles_can_be_swapped() -> None:
    state = lay(plum="A:smpfw", teal=f"B:{FULL}", more="final")
    after = play(state, "plum1<>plum3")
    assert (disc(after)[:3], after.turn) == (["w", "pf", "sm"], 1)
    assert legal(state) == {"plum1<>plum2", "plum1<>plum3", "plum2<>plum3", "pass"}
    assert refusal_texts(state, "plum1<>teal1") == ["That cell is not on the disc of Plum."]
    assert refusal_texts(state, "1<>9") == ["There is no tile on Plum 9."]
    assert refusal_texts(state, "1<>1") == ["A swap takes two tiles."]
    early = lay(plum="A:smpfw")
    assert refusal_texts(early, "1<>2") == ["Tiles can be swapped only in the final round."]


@pytest.mark.rule("cattricola.end.pass")
def test_a_pass_changes_nothing() -> None:
    state = lay("a1=sm", plum=f"A:{FULL}:b2", teal="B:pmpf:c3", more="final")
    after = play(state, "pass")
    assert (after.discs, after.tiles, after.radars, after.turn) == (state.discs, state.tiles, state.radars, 1)


@pytest.mark.rule("cattricola.end.catch-full")
def test_a_catch_in_the_final_round_with_a_full_disc_places_nothing() -> None:
    state = lay("a1=sm b1=cy", plum=f"A:{FULL}:c3,d3", more="final")
    after = play(state, "a1")  # nothing to place, so the turn is over
    assert (after.turn, len(after.unplaced[0]), after.discs[0]) == (1, 2, state.discs[0])
    assert event_rules(state, "a1")[-2:] == ["place.overflow", "catch.reset"]


@pytest.mark.rule("cattricola.end.empty-ranch")
def test_an_empty_ranch_ends_with_a_round_of_passes() -> None:
    state = lay(plum="A:smpfw:c3", teal="B:cm:c3")
    assert "pass" in legal(state)
    assert not catches(state)
    assert refused(state, "c3") == {"catch.at-least-one"}
    one = play(state, "pass")
    assert (one.passed, one.phase) == (1, state.phase)
    assert play(one, "+a2" if "+a2" in legal(one) else "+c4", "done").passed == 0
    final = play(one, "pass")
    assert (final.phase, final.turn) == (state.phase + 1, 0)
    assert event_rules(one, "pass") == ["end.empty-ranch", "end.empty-ranch"]
    mixed = play(state, "pass", "+c4", "done", "+c4", "done", "pass")
    assert mixed.phase == state.phase  # one player did not pass in that round


@pytest.mark.rule("cattricola.end.trigger")
def test_when_the_ranch_is_emptied_some_disc_is_full() -> None:
    # With 25 tiles and 21 cells per player, catching everything always fills some disc.
    state = Dealer(4).settle(CATTRICOLA.start(CATTRICOLA.choose()))
    while state.phase == 2:
        moves = catches(state) or legal(state)
        best = max(sorted(moves), key=lambda m: (len(event_rules(state, m)), m))
        state = play(state, best)
    assert any(0 not in disc_ for disc_ in state.discs)
