"""What a seat can know: states that differ only in hidden information look the same, and samples fit what is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from cattools.core.display.scene import Look
from cattools.core.game import with_seat
from cattools.games.catbox.components import numbers, one_card
from cattools.games.catbox.position import Catbox, CatboxView
from tests.games.catbox.positions_builder import CATBOX, lay, walked
from tests.games.helpers import as_a, play
from tests.kinds import nightly


def swapped(state: Catbox, seat: int | None, rng: Random) -> Catbox:
    """Return the state after exchanging some cards that the seat (None: a spectator) does not know."""
    known = {seat, state.paradox, state.forced.seat if state.forced else None}
    hidden = [s for s in range(state.players) if s not in known]
    for _ in range(12):
        places = [("hand", s) for s in hidden if state.hands[s]]
        places += [("aside", s) for s in range(state.players) if s != seat and state.discards[s]]
        if state.deck:
            places.append(("deck", 0))
        if len(places) < 2:
            break
        one_place, other = rng.sample(places, 2)
        a, b = taken(state, one_place, rng), taken(state, other, rng)
        state = with_card(with_card(state, one_place, a, b), other, b, a)
    return state


def taken(state: Catbox, place: tuple[str, int], rng: Random) -> int:
    kind, seat = place
    if kind == "aside":
        return state.discards[seat]
    return rng.choice(numbers(state.deck if kind == "deck" else state.hands[seat]))


def with_card(state: Catbox, place: tuple[str, int], old: int, new: int) -> Catbox:
    kind, seat = place
    if kind == "aside":
        return replace(state, discards=with_seat(state.discards, seat, new))
    if kind == "deck":
        return replace(state, deck=state.deck - one_card(old) + one_card(new))
    return replace(state, hands=with_seat(state.hands, seat, state.hands[seat] - one_card(old) + one_card(new)))


def everything_shown(state: Catbox, seat: int | None) -> list[object]:
    """Return everything that a seat can see or read about a state."""
    view = state.view(seat)
    scene = CATBOX.scene(view, Look())
    texts = [str(state.status()), *map(str, state.score().lines), state.winners(), state.to_move]
    actions = CATBOX.candidates(state) if seat == state.to_move else ()
    answers = [(action, refusal, str(refusal)) for action in actions for refusal in state.why_not(action)]
    return [view, repr(view), list(view.legal()), scene, CATBOX.panels(view), *texts, *answers]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, nightly(4), nightly(5)])
def test_states_that_differ_only_in_hidden_information_look_the_same(players: int) -> None:
    rng, differ = Random(players), 0
    for state in walked(players, 4)[::players]:
        for seat in (None, *range(players)):
            other = swapped(state, seat, rng)
            differ += other != state
            assert everything_shown(other, seat) == everything_shown(state, seat)
    assert differ > 40


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_events_of_other_seats_reveal_nothing_hidden(players: int) -> None:
    for state in walked(players, 6):
        if state.phase in ("deal", "discard"):
            stories = {tuple(map(str, state.events(a))) for a in state.legal()}
            assert len(stories) == 1
            assert not any(event.cells for a in state.legal() for event in state.events(a))
            # Afterwards, each seat that has not seen the card sees the same state, whichever card it was.
            for seat in set(range(players)) - {state.turn}:
                assert len({repr(state.apply_unchecked(a).view(seat)) for a in state.legal()}) == 1


@pytest.mark.parametrize("players", [2, nightly(3), nightly(4), 5])
def test_sampled_hands_are_consistent_with_play(players: int) -> None:
    rng, differ = Random(players), 0
    for state in walked(players, 9)[::4]:
        for seat in (None, *range(players)):
            imagined = state.view(seat).determinize(rng)
            # `read_position` checks the number of cards, tokens and tricks.
            assert CATBOX.read_position(str(imagined), state.options) == imagined
            assert imagined.view(seat) == state.view(seat)
            differ += imagined != state
    assert differ > 40


def test_a_forced_red_is_remembered() -> None:
    """Orange leads closed red, so the hand holds only 2s, 3s and 5s; from then on no other hand is sampled."""
    tokens = {"p": "b2", "t": "b3", "o": "b5"}
    state = lay(3, tokens, "p:b2,b3,b5", {"o": "22233355"}, lost={"o": "yg"}, won="0/0/1")
    before, after = (as_a(CatboxView, each.view(0)) for each in (state, play(state, "r3")))
    seen_before, seen_after = set[int](), set[int]()
    for seed in range(40):
        seen_before |= set(numbers(before.determinize(Random(seed)).hands[2]))
        seen_after |= set(numbers(after.determinize(Random(seed)).hands[2]))
    assert seen_before > {2, 3, 5}
    assert seen_after == {2, 3, 5}


def test_all_deals_are_sampled_equally_often() -> None:
    """The probability that a hidden card is in Teal's hand is proportional to the number of cards in it."""
    states = walked(2, 0)
    state = next(s for s in states if s.phase == "play" and sum(s.won) == 4 and s.leads)
    view, rng, counts = as_a(CatboxView, state.view(0)), Random(3), Counter[int]()
    pool = view.unseen()
    times = 6000
    for _ in range(times):
        counts.update(numbers(view.determinize(rng).hands[1]))
    for card, copies in Counter(pool).items():
        expected = times * view.sizes[1] * copies / len(pool)
        assert abs(counts[card] - expected) < 0.06 * expected, (card, counts, pool)
