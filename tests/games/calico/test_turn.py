"""Sewing on a patch, earning tokens, taking a new patch, and what the other players can know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.core.display.scene import Look
from cattools.core.random_play import random_game
from cattools.games.calico import Calico, components
from cattools.games.calico.components import Draw
from cattools.games.calico.position import SEEN, CalicoView
from tests.games.calico.positions_builder import CALICO, GOALS, event_rules, lay, rows, until_play
from tests.games.helpers import as_a, legal, play, refusal_texts, refused, sample
from tests.kinds import nightly


@pytest.mark.rule("calico.turn.place")
def test_a_patch_goes_on_any_empty_space_of_the_players_quilt() -> None:
    state = lay("b2Gq d4Us", "Nd,Ye")
    spaces = {components.GRID.names[c] for c in range(49) if components.SPACES >> c & 1} - {"b2", "d4"}
    assert legal(state) == {f"{patch}@{at}" for patch in ("Nd", "Ye") for at in spaces}
    assert refused(state, "Nd@c4") == {"turn.place"}
    assert refused(state, "Nd@a1") == refused(state, "Nd@g7") == {"turn.place"}
    assert refused(state, "Nd@b2") == {"turn.place"}
    assert refusal_texts(state, "Nd@b2") == ["The space b2 already holds green quatrefoils."]
    assert refusal_texts(state, "Bf@b3") == ["You do not hold blue flowers; you hold navy dots and yellow ferns."]
    assert refusal_texts(state, "Nd@e3") == ["Patches go around the goals, and e3 is a goal space."]
    assert refusal_texts(state, "Nd@d1") == ["Patches go inside the printed ring, and d1 is part of it."]


@pytest.mark.rule("calico.turn.place")
def test_a_patch_cannot_be_sewn_on_another_quilt() -> None:
    state = until_play("first-game,players=2")
    patch = components.PATCHES[state.hands[state.turn][0]]
    other = ("blue", "green")[1 - state.turn]
    assert refused(state, f"{patch}@{other}.c3") == {"turn.place"}
    assert refusal_texts(state, f"{patch}@{other}.c3") == [f"Sew on your own quilt: c3 is on the {other} quilt."]


def test_of_two_equal_patches_only_one_is_offered() -> None:
    state = lay("", "Nd,Nd")
    assert len(state.legal()) == 22
    assert len(play(state, "Nd@b2").hands[0]) == 1


@pytest.mark.rule("calico.turn.tokens")
def test_one_patch_can_earn_a_cat_and_a_button() -> None:
    state = lay("c5Yd c6Gd e4Pq e5Pv", "Pd")
    after = play(state, "Pd@d4")
    assert (after.quilts[0].cats.bit_count(), after.quilts[0].buttons.bit_count()) == (1, 1)
    assert components.GRID.names[after.quilts[0].cats.bit_length() - 1] == "d4"
    assert event_rules(state, "Pd@d4") == ["turn.place", "cat.size", "button.earn", "end"]


@pytest.mark.rule("calico.turn.draw")
def test_after_sewing_a_market_patch_is_taken_and_the_market_is_refilled() -> None:
    state = lay("", "Nd,Ye", market="Gs,Gs,Pv", options="players=2", others=f"green={rows('')};{GOALS};Uf,Uq")
    assert refused(state, "+Gs1") == {"turn.place"}
    between = play(state, "Nd@b2")
    assert (between.to_move, between.pending) == (0, True)
    assert legal(between) == {"+Gs1", "+Gs2", "+Pv3"}
    assert refused(between, "Ye@b3") == {"turn.draw"}
    assert refused(between, "+Ye1") == {"turn.draw"}
    after = play(between, "take Pv")
    assert after.market == (components.KIND["Gs"], components.KIND["Gs"])
    assert after.hands[0] == (components.KIND["Ye"], components.KIND["Pv"] + SEEN)
    assert refused(after, "Uf@b3") == {"turn.draw"}
    filled = play(after, "*Bq")
    assert filled.market[-1] == components.KIND["Bq"]
    assert filled.to_move == 1


@pytest.mark.rule("calico.turn.draw")
def test_draws_are_weighted_by_the_contents_of_the_bag() -> None:
    state = play(lay("b3Nd", "Nd,Ye", market="Gs,Gs,Pv"), "Nd@b2", "+Pv3")
    weights = {as_a(Draw, action).patch: weight for weight, action in state.chances()}
    assert (weights["Nd"], weights["Gs"], weights["Ye"], weights["Uq"]) == (1, 1, 2, 3)
    assert refused(play(state, "*Nd", "*Gs"), "*Nd") == {"setup.hand", "components"}


# --- hidden hands ------------------------------------------------------------------------------------------------


@pytest.mark.rule("calico.hidden.hand")
@pytest.mark.ruling("calico.ruling.open-hands", "Yes")
def test_a_view_hides_the_others_hands_and_the_bag() -> None:
    state = until_play("players=3", 4)
    for seat in (0, 1, 2, None):
        table = as_a(CalicoView, state.view(seat)).state
        for other, hand in enumerate(state.hands):
            assert table.hands[other] == (hand if other == seat else (-1, -1))
        unseen = sum(components.counts(table.bag))
        assert unseen == sum(components.counts(state.bag)) + 2 * (3 - (seat is not None))


@pytest.mark.rule("calico.hidden.hand")
def test_patches_taken_from_the_market_are_known_to_all() -> None:
    state = until_play("players=2", 2)
    first = state.turn
    taken = state.market[1]
    state = state.apply(state.legal()[0])
    state = state.apply(state.legal()[1])
    assert as_a(CalicoView, state.view(1 - first)).state.hands[first] == (-1, taken + SEEN)
    # Nobody can tell which of two equal patches in the hand was sewn on: the seen one counts as gone.
    equal = lay("", "Nd,Nd!", market="Gs,Gs,Pv")
    assert play(equal, "Nd@b2").hands[0] == (components.KIND["Nd"],)
    assert play(lay("", "Ye,Nd!", market="Gs,Gs,Pv"), "Ye@b2").hands[0] == (components.KIND["Nd"] + SEEN,)


@pytest.mark.slow
@pytest.mark.rule("calico.hidden.hand")
@pytest.mark.parametrize("options", ["players=2", nightly("players=4"), nightly("promo=luna"), "duel"])
def test_positions_that_differ_only_in_hidden_information_look_the_same(options: str) -> None:
    rng, differed = Random(options), 0
    for each in [*sample("calico", CALICO.choose(options)), until_play(options, 3)]:
        state = as_a(Calico, each)
        for seat in (None, *range(len(state.quilts))):
            view = state.view(seat)
            for seed in range(4):
                other = view.determinize(Random(seed))
                differed += other != state
                seen = other.view(seat)
                assert (seen, repr(seen), list(seen.legal())) == (view, repr(view), list(view.legal()))
                assert CALICO.scene(seen, Look()) == CALICO.scene(view, Look())
                assert CALICO.panels(seen) == CALICO.panels(view)
                assert str(other.status()) == str(state.status())
                assert [str(line) for line in other.score().lines] == [str(line) for line in state.score().lines]
                for action in rng.sample(list(view.legal()), min(3, len(view.legal()))):
                    assert [str(e) for e in other.events(action)] == [str(e) for e in state.events(action)]
    assert differed > 10


@pytest.mark.rule("calico.hidden.hand")
def test_a_draw_into_a_hand_does_not_name_the_patch() -> None:
    state = play(CALICO.start(CALICO.choose("first-game,family")), "*dots+vines", "*ferns+flowers")
    texts = {str(event) for action in state.legal() for event in state.events(action)}
    assert texts == {"Blue draws a patch from the bag."}


@pytest.mark.rule("calico.hidden.hand")
def test_sampled_hands_come_from_the_unseen_patches() -> None:
    state = until_play("players=2,first-game", 6)
    view = as_a(CalicoView, state.view(0))
    seen = [view.determinize(Random(seed)).hands[1] for seed in range(300)]
    assert len(set(seen)) > 100
    for world in (view.determinize(Random(seed)) for seed in range(20)):
        assert sum(components.counts(world.bag)) == sum(components.counts(state.bag))
        assert CALICO.read_position(str(world), world.options) == world


def test_no_patch_is_lost() -> None:
    for options in ("", "players=1", "players=4", "players=1,duel"):
        for state in random_game(CALICO, CALICO.choose(options), 5, 400):
            assert CALICO.read_position(str(state), state.options) == state
            most = 2 if "duel" in options else 3
            assert max(components.counts(state.bag)) <= most
        total = sum(components.counts(state.bag))
        used = sum(22 + len(hand) for hand in state.hands) + len(state.market)
        out = 36 * most - total - used
        assert out == (22 if state.alone else 0)


def test_a_spectator_sees_no_hidden_hand_at_the_end() -> None:
    *_, last = random_game(CALICO, CALICO.choose("players=2"), 5, 400)
    assert last.to_move is None
    hidden = [kind for hand in as_a(CalicoView, last.view(None)).state.hands for kind in hand if kind < 0]
    assert len(hidden) == sum(kind < SEEN for hand in last.hands for kind in hand)


def test_a_dealt_start_is_reproducible() -> None:
    start = CALICO.start(CALICO.choose())
    assert Dealer(1).settle(start) == Dealer(1).settle(start) != Dealer(2).settle(start)
    assert replace(start) == start
