"""What a seat sees of hidden hands; which actions reveal hidden information, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.game import CHANCE, AnyState, State
from cattools.core.hidden.hands import Hand, hands_view
from cattools.core.hidden.reveals import reveals
from cattools.core.random_play import random_game
from cattools.games import GAMES
from tests.games.calico.positions_builder import lay as quilt
from tests.games.catbox.positions_builder import begun
from tests.games.cattricola.positions_builder import lay as ranch
from tests.games.herders.positions_builder import lay as park


def is_revealing(state: AnyState, move: str, seat: int | None) -> bool:
    return reveals(state, state.game.read_action(move, state), seat)


@pytest.mark.parametrize(
    ("tiles", "options", "seats"),
    [
        ("a1=?sm b1=sm", "", [True, False, False]),  # the player who catches the tile looks at its face
        ("a1=sm b1=?sm", "", [False, False, False]),  # the tile was face up
        ("a1=?w b1=sm", "", [False, False, False]),  # all wolves are alike, so their faces are known
        ("a1=?w b1=sm b2=?sf", "", [False, False, False]),  # tiles that stay on the ranch stay unknown
        ("a1=?sm b1=sm", "hidden=no", [True, True, True]),
    ],
)
def test_a_catch_reveals_face_down_tiles_to_the_player_who_catches(tiles: str, options: str, seats: list[bool]) -> None:
    state = ranch(tiles, plum="A::c3", options=options)
    assert [is_revealing(state, "a1", seat) for seat in (0, 1, None)] == seats


def test_a_marker_reveals_nothing() -> None:
    assert not is_revealing(ranch("a1=?sm"), "+c3", 0)


def test_an_action_without_hidden_information_reveals_nothing_and_a_deal_always_reveals_something() -> None:
    state = park(red="f4", cats="f6")
    assert not any(is_revealing(state, "f4-f5", seat) for seat in (0, 1, None))
    for game in GAMES.values():
        for at in random_game(game, game.choose(), 1, 3):
            if at.to_move == CHANCE:
                assert reveals(at, Dealer(1).choose(at), 0)


def test_a_patch_from_a_hand_reveals_something_to_the_others_but_not_to_its_owner() -> None:
    state = quilt("", "Nd,Ye", others="green=5/2_2/3_1/1_3/5;ABCDEF,AABBCC,AAABBB;Ge,Bs", market="Nv,Uq,Pf",
                  options="players=2")  # fmt: skip
    assert not is_revealing(state, "Ye@b3", 0)
    assert is_revealing(state, "Ye@b3", 1)


def test_a_played_card_reveals_something_to_the_others_and_a_discarded_card_does_not() -> None:
    state = begun(3)
    discard = str(state.legal()[0])
    assert [is_revealing(state, discard, seat) for seat in (0, 1)] == [False, False]
    while state.phase != "play":
        state = state.apply(state.legal()[0])
    card = str(state.legal()[0])
    assert [is_revealing(state, card, seat) for seat in (0, 1)] == [False, True]


def test_actions_whose_outcome_differs_between_sampled_worlds_reveal_something() -> None:
    revealing = 0
    game = GAMES["cattricola"]
    for state in list(random_game(game, game.choose("players=3"), 4, 260))[60::9]:
        for seat in (0, 1, None) if state.mover is not None else ():
            for action in state.legal()[-4:]:
                seen = state.apply_unchecked(action).view(seat)
                worlds = [state.view(seat).determinize(Random(n)) for n in range(6)]
                if any(world.apply_unchecked(action).view(seat) != seen for world in worlds):
                    revealing += 1
                    assert reveals(state, action, seat), (str(state), str(action), seat)
    assert revealing > 5


@dataclass(frozen=True)
class Held(State[Any]):
    """A position that has only hands and a deck."""

    hands: tuple[Hand, ...]

    @property
    def deck(self) -> str:
        """The cards that are in no hand."""
        return "".join(card for card in "abcdef" if card not in {card for hand in self.hands for card in hand})

    @property
    def to_move(self) -> int | None:
        """The first seat."""
        return 0


LETTERS = Held(("ad", "be", ""))
WORDS = Held((("a", "d"), ("b", "e"), ()))


@pytest.mark.parametrize(
    ("state", "seat", "hands"),
    [
        (LETTERS, 1, ("??", "be", "")),
        (LETTERS, None, ("??", "??", "")),
        (WORDS, 1, (("?", "?"), ("b", "e"), ())),
        (WORDS, None, (("?", "?"), ("?", "?"), ())),
    ],
)
def test_a_view_shows_the_seats_own_hand_and_backs(state: Held, seat: int | None, hands: tuple[Hand, ...]) -> None:
    assert hands_view(state, seat).state.hands == hands


@pytest.mark.parametrize("state", [LETTERS, WORDS], ids=["letters", "words"])
def test_unseen_cards_are_dealt_in_every_way_that_agrees_with_the_viewers_hand(state: Held) -> None:
    rng, view = Random(1), hands_view(state, 1)
    dealt = {view.determinize(rng).hands for _ in range(99)}
    assert {hands[1:] for hands in dealt} == {state.hands[1:]}
    assert {"".join(hands[0]) for hands in dealt} == {"ac", "ad", "af", "cd", "cf", "df"}
    assert {type(hands[0]) for hands in dealt} == {type(state.hands[0])}
