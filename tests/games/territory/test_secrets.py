"""No player learns the other players' cards from views, texts, the order of actions, or who is asked to block."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cattools.core.chance import Dealer
from cattools.core.display.scene import Look
from cattools.core.game import CHANCE
from cattools.core.random_play import random_game
from cattools.games.territory import Territory
from cattools.games.territory.position import TerritoryView
from tests.games.helpers import as_a, play
from tests.games.territory.positions_builder import TERRITORY, lay
from tests.games.territory.random_positions import USUAL, VARIANTS
from tests.kinds import some


def games(options: str, seed: int) -> list[Territory]:
    states = list(random_game(TERRITORY, TERRITORY.choose(options), seed, 400))
    return Random(seed).sample(states, 40)


def shown(state: Territory, seat: int | None) -> list[object]:
    """Return everything that a seat or a spectator sees of a position."""
    view = state.view(seat)
    picture = TERRITORY.scene(view, Look())
    found: list[object] = [view, repr(view), view.to_move, list(view.legal()), picture, TERRITORY.panels(view)]
    found += [str((seen.marks, [*map(str, seen.said)])) for a in view.legal() for seen in [TERRITORY.preview(view, a)]]
    return [*found, str(state.status()), state.to_move, state.pending, state.winners(), state.score()]


@pytest.mark.rule("territory.assist.block-window")
@pytest.mark.rule("territory.discards")
@pytest.mark.parametrize("options", some(VARIANTS, lambda options: options == "game=duel"))
def test_states_that_differ_only_in_hidden_information_look_the_same(options: str) -> None:
    different = 0
    for state in games(options, 5):
        for seat in (None, *range(len(state.tops))):
            seen = shown(state, seat)
            for seed in range(3):
                other = as_a(Territory, state.view(seat).determinize(Random(seed)))
                different += other != state
                assert shown(other, seat) == seen
    assert different > 100


@pytest.mark.parametrize("options", some(VARIANTS, lambda options: options in USUAL))
def test_events_reveal_nothing_hidden(options: str) -> None:
    """An action that is legal in two states that look the same has the same events for all other players."""
    compared = 0
    for state in games(options, 6):
        for seed in range(3):
            other = state.view(None).determinize(Random(seed))
            for action in set(state.legal()) & set(other.legal()):
                mine, theirs = (
                    [(e.kind, str(e), e.rule, e.cells) for e in s.events(action) if "wins" not in str(e)]
                    for s in (state, other)
                )
                if state.plan.duel or "asked" not in str(state.apply_unchecked(action)):
                    assert mine == theirs, action
                    compared += 1
    assert compared > 100


def test_a_draw_names_the_deck_but_not_the_card() -> None:
    state = play(lay(hands="A1+B1/C1", B2="b"), "A1", "*1")
    texts = {tuple(str(e) for e in state.events(a)) for _, a in state.chances()}
    assert texts == {("Red draws a coordinate card.",)}
    swapped = play(lay(hands="A1+B1/C1"), "A1>assist")
    assert {tuple(str(e) for e in swapped.events(a)) for _, a in swapped.chances()} == {("Red draws an assist card.",)}
    looking = play(lay(hands="search/C1"), "search")
    assert {tuple(str(e) for e in looking.events(a)) for _, a in looking.chances()} == {
        ("Red looks at the top assist cards.",)
    }
    looked = play(looking, "*row", "*block", "*double")
    kept = {tuple(str(e) for e in looked.events(a)) for a in looked.legal()}
    assert kept == {("Red keeps one card; the others go to the bottom of the deck.",)}
    assert {str(a) for a in looked.legal()} == {"keep:1", "keep:2", "keep:3"}  # the notation names no card either


def test_only_the_searcher_sees_the_cards_and_knows_those_at_the_bottom() -> None:
    looked = play(lay(hands="search/C1"), "search", "*row", "*block", "*double")
    searcher, other, spectator = (as_a(TerritoryView, looked.view(seat)).state.step for seat in (0, 1, None))
    assert bytes(searcher.looked) == bytes([38, 41, 39])
    assert set(other.looked) == set(spectator.looked) == {44}
    after = play(looked, "keep:1")
    mine, theirs = (as_a(TerritoryView, after.view(seat)) for seat in (0, 1))
    assert mine.state.bottom == ((41, 0), (39, 0))
    assert theirs.state.bottom == ((44, 0), (44, 0))
    assert all(mine.determinize(Random(n)).bottom == after.bottom for n in range(5))
    assert len({theirs.determinize(Random(n)).bottom for n in range(30)}) > 5


@pytest.mark.parametrize("options", some(VARIANTS, lambda options: options in USUAL))
def test_sampled_states_keep_every_card(options: str) -> None:
    for state in games(options, 7):
        for seat in (None, *range(len(state.tops))):
            other = as_a(TerritoryView, state.view(seat)).determinize(Random(1))
            for known in (state, other):
                cells = Counter(known.cell_deck) + Counter(c for hand in known.hands for c in hand if c < 36)
                cells += Counter(as_a(TerritoryView, state.view(None)).discards)
                assert cells == Counter(known.plan.cells)
            assert [len(h) for h in other.hands] == [len(h) for h in state.hands]
            assert (len(other.assist_deck), len(other.cell_deck), other.treasures) == (
                len(state.assist_deck),
                len(state.cell_deck),
                state.treasures,
            )
            assert TERRITORY.read_position(str(other), other.options) == other


def test_samples_contain_many_different_hidden_hands() -> None:
    state = Dealer(3).settle(TERRITORY.start(TERRITORY.choose()))
    assert state.to_move != CHANCE
    view = as_a(TerritoryView, state.view(0))
    assert all(view.determinize(Random(n)).hands[0] == state.hands[0] for n in range(5))
    assert len({view.determinize(Random(n)).hands[1] for n in range(30)}) > 20
