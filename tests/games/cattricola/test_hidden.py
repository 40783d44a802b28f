"""Positions that differ only in hidden information have the same scene, the same texts and the same actions."""

from __future__ import annotations

from random import Random

import pytest

from cattools.bots import bot, random
from cattools.core.chance import Dealer
from cattools.core.display.scene import Look
from cattools.core.game import CHANCE
from cattools.games.cattricola import Cattricola
from cattools.games.cattricola.components import DOWN, kind_of
from cattools.games.cattricola.position import CattricolaView
from tests.games.cattricola.positions_builder import CATTRICOLA, lay
from tests.games.helpers import as_a, play


def names(state: Cattricola, seat: int | None) -> dict[str, str]:
    return {id_: area.name for id_, area in CATTRICOLA.scene_of(state, seat).areas.items()}


@pytest.mark.rule("cattricola.hidden.sex")
@pytest.mark.ruling("cattricola.ruling.sexes", "Yes")
def test_only_the_owner_knows_the_sexes_on_a_disc() -> None:
    state = lay("a1=sm", plum="A:pfw", teal="B:cm")
    assert [names(state, seat)["plum1"] for seat in (0, 1, None)] == [
        "Plum 1, female pig",
        "Plum 1, pig",
        "Plum 1, pig",
    ]
    assert [names(state, seat)["teal1"] for seat in (0, 1)] == ["Teal 1, cow", "Teal 1, male cow"]
    assert names(state, 1)["plum2"] == "Plum 2, wolf"
    shown = lay("a1=sm", plum="A:pfw", options="hidden=no")
    assert names(shown, 1)["plum1"] == names(shown, None)["plum1"] == "Plum 1, female pig"
    over = lay("a1=sm", plum="A:pfw", mover="end")
    assert names(over, 1)["plum1"] == "Plum 1, female pig"


@pytest.mark.rule("cattricola.hidden.sex")
def test_only_the_owner_knows_the_sexes_of_waiting_and_unplaced_tiles() -> None:
    state = play(lay("a1=sm a2=pf", plum="A::c3,c4", teal="B:::hm"), "a1")
    assert (names(state, 0)["@1"], names(state, 1)["@1"]) == ("waiting tile 1: male sheep", "waiting tile 1: sheep")
    first, second = (as_a(CattricolaView, state.view(seat)).state for seat in (0, 1))
    assert first.unplaced[1] != state.unplaced[1] == second.unplaced[1]


@pytest.mark.rule("cattricola.hidden.ranch")
def test_a_face_down_tile_on_the_ranch_shows_its_kind_to_all() -> None:
    state = lay("a1=?sm a2=sm a3=?w", plum="A::c3")
    for seat in (0, 1, None):
        found = names(state, seat)
        assert [found[at] for at in ("a1", "a2", "a3")] == [
            "a1, sheep face down",
            "a2, male sheep",
            "a3, wolf face down",
        ]
        same = lay("a1=?sf a2=sm a3=?w", plum="A::c3")
        one, other = (as_a(CattricolaView, each.view(seat)) for each in (state, same))
        assert one.state.tiles == other.state.tiles
    assert names(play(state, "a1"), 0)["@1"] == "waiting tile 1: male sheep"  # the catcher looks at a caught tile
    open_ = lay("a1=?sm", plum="A::c3", options="hidden=no")
    assert names(open_, 0)["a1"] == "a1, sheep face down"


def positions(options: str, seed: int) -> list[Cattricola]:
    """Return the positions with a seat to move, from a game played by careful and random bots."""
    rng, dealer = Random(seed), Dealer(seed)
    state = CATTRICOLA.start(CATTRICOLA.choose(options))
    found = []
    while state.to_move is not None:
        if state.to_move == CHANCE:
            state = state.apply_unchecked(dealer.choose(state))
            continue
        found.append(state)
        choose = bot("careful") if rng.random() < 0.5 else random
        state = state.apply_unchecked(choose(state.view(state.to_move), rng))
    return found


@pytest.mark.slow
@pytest.mark.rule("cattricola.hidden.sex")
@pytest.mark.rule("cattricola.hidden.ranch")
@pytest.mark.parametrize("options", ["", "players=3", "hidden=no"])
def test_positions_that_differ_only_in_hidden_information_are_alike(options: str) -> None:
    rng, differing = Random(7), 0
    for state in rng.sample(positions(options, 2), 12):
        for seat in (None, *range(state.players)):
            other = state.view(seat).determinize(rng)
            differing += other != state
            assert other.view(seat) == state.view(seat)
            assert hash(other.view(seat)) == hash(state.view(seat))
            assert list(other.legal()) == list(state.legal())
            assert CATTRICOLA.scene(other.view(seat), Look()) == CATTRICOLA.scene(state.view(seat), Look())
            assert CATTRICOLA.panels(other.view(seat)) == CATTRICOLA.panels(state.view(seat))
            assert str(other.status()) == str(state.status())
            for action in state.legal():
                assert [str(e) for e in other.events(action)] == [str(e) for e in state.events(action)]
            for action in rng.sample(list(CATTRICOLA.candidates(state)), 60):
                assert [str(r) for r in other.why_not(action)] == [str(r) for r in state.why_not(action)]
            if seat == state.to_move:
                for name in ("beginner", "friendly"):
                    assert bot(name)(other.view(seat), Random(3)) == bot(name)(state.view(seat), Random(3))
    assert differing > 20


@pytest.mark.rule("cattricola.hidden.sex")
def test_no_event_or_refusal_names_a_sex() -> None:
    for state in positions("", 3)[::4]:
        sentences = [str(e) for action in state.legal() for e in state.events(action)]
        sentences += [str(r) for action in CATTRICOLA.candidates(state) for r in state.why_not(action)
                 if not str(action).startswith("*")]  # fmt: skip
        assert not [s for s in sentences if "male" in s or "young" in s]


def test_sampled_positions_are_possible_and_not_always_the_true_position() -> None:
    state = lay("a1=?sm a2=?sm a3=?sm a4=?sm a5=?sm a6=?sm", plum="A:sfsfsfsfsfsf")
    view = as_a(CattricolaView, state.view(0))
    for seed in range(30):
        imagined = view.determinize(Random(seed))
        assert imagined.discs[0] == state.discs[0]
        assert all(tile & DOWN and kind_of(tile) == 1 for tile in imagined.tiles if tile)
        assert all(tile & 3 != 2 for tile in imagined.tiles if tile)  # all six females are on the player's own disc
    young = [sum(t & 3 == 3 for t in view.determinize(Random(s)).tiles if t) for s in range(200)]
    assert 3.0 < sum(young) / len(young) < 3.9  # 6 males and 8 young are left: 8/14 of six tiles are 3.4
