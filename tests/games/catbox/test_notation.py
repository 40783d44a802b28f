"""Positions and actions in notation: what is accepted, and what is refused in one sentence."""

import pytest

from cattools.core.errors import NotationError
from cattools.games.catbox.components import Deal, Discard, Next, Paradox, Play, Predict, Reveal
from tests.games.catbox.positions_builder import CATBOX, begun, lay

GOOD = "6/1pto2/6/6 play p:b2,b3,b4 12234556/11344556/11223356 rbyg/rbyg/ryg 1/3/4 0/0/1 6/6/4"
THREE = CATBOX.choose("players=3")


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("b6", Play(6, "b6")),
        ("6b", Play(6, "b6")),
        (" Blue 6 ", Play(6, "b6")),
        ("6 blue", Play(6, "b6")),
        ("6>b6", Play(6, "b6")),
        ("4>b6", Play(4, "b6")),
        ("discard 4", Discard(4)),
        ("predict 3", Predict(3)),
        ("predict 0", Predict(0)),
        ("next", Next()),
        ("PARADOX", Paradox()),
        ("*3", Deal(3)),
        ("deal 3", Deal(3)),
        ("!3", Reveal(3)),
        ("reveal 3", Reveal(3)),
    ],
)
def test_actions_are_read_in_several_ways(written: str, action: object) -> None:
    state = lay(3, {}, "p:")
    assert CATBOX.read_action(written, state) == action
    assert CATBOX.read_action(str(action), state) == action


def test_a_number_is_enough_where_only_a_number_is_expected() -> None:
    state = begun(3)
    assert CATBOX.read_action("4", state) == Discard(4)
    state = state.apply(state.legal()[0]).apply(state.apply_unchecked(state.legal()[0]).legal()[0])
    state = state.apply(state.legal()[0])
    assert CATBOX.read_action("3", state) == Predict(3)


@pytest.mark.parametrize(
    "written", ["", "b", "b7", "z6", "r0", "7", "6>", "discard", "discard 7", "*9", "b66", "9>b6", "☃"]
)
def test_malformed_actions_are_refused(written: str) -> None:
    with pytest.raises(NotationError, match=r"expected .*found"):
        CATBOX.read_action(written, lay(3, {}, "p:"))


def test_the_line_that_the_next_test_changes_is_accepted() -> None:
    assert str(CATBOX.read_position(GOOD, THREE)) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("6/1pto2", "1pto2", "4 rows"),
        ("1pto2", "1pto3", "6 cells in row 2"),
        ("1pto2", "1pso2", "6 cells in row 2, written as p, t, o, x or numbers"),
        ("1pto2", "1pt3", "cards with the number|1 tokens of o"),
        ("play", "plays", "phase: one of deal, reveal, discard, predict, play, end, paradox"),
        ("play", "deal", "at least one card left to deal and no card put aside in the phase deal"),
        ("play", "end", "the end of the round after 8 tricks"),
        ("play", "paradox", "a paradox only if"),
        ("p:b2,b3,b4", "p:b2,b4,b3", "one token of each player in the trick, in turn order from plum"),
        ("p:b2,b3,b4", "s:b2,b3,b4", "trick: one of p, t, o"),
        ("p:b2,b3,b4", "p:b2,b3,b7", "a cell from r1 to g6"),
        ("p:b2,b3,b4", "p:b2,b3", "tokens of"),
        ("12234556/", "12234566/", "5 cards with the number 5"),
        ("12234556/", "1223456/", "5 cards with the number 5"),
        ("12234556/", "x/", "hands: up to 99 cards out of 123456, or -"),
        ("12234556/", "222222/", "at most 5"),
        ("rbyg/rbyg/ryg", "rbyg/rbyg", "colours: 3 parts with / between them"),
        ("/ryg", "/yr", "colours: letters of rbyg in this order, or -"),
        ("1/3/4", "1/2/4", "printed predictions"),
        ("1/3/4", "-/3/4", "all predictions made before tricks are played"),
        ("0/0/1", "0/0/9", "won: a number from 0 to 8"),
        ("0/0/1", "1/0/0", "a trick won by o"),
        ("0/0/1", "0/1/1", "tokens of"),
        ("6/6/4", "6/6/-", "cards with the number|put aside|cards in the hand"),
        ("6/6/4", "6/6/4 round=4", "round= and a number from 1 to 3"),
        ("6/6/4", "6/6/4 round=2", "the points of 1 earlier round"),
        ("6/6/4", "6/6/4 round=2 sheet=1+1,1+1", "sheet= and 3 parts with , between them"),
        ("6/6/4", "6/6/4 round=2 sheet=1+1,1+1,9+1", "at most 8 points for tricks and at most 8 as bonus"),
        ("6/6/4", "6/6/4 only=p:123", "in hand for the player who led red while it was closed"),
        ("6/6/4", "6/6/4 deck=1", "5 cards with the number 1"),
        ("6/6/4", "6/6/4 what=1", "round, sheet, deck, only, each at most once"),
        (" 6/6/4", "", "expected aside after"),
    ],
)
def test_an_impossible_position_is_refused(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    with pytest.raises(NotationError, match=expected):
        CATBOX.read_position(GOOD.replace(old, new, 1), THREE)


def test_pressing_a_cell_declares_its_card() -> None:
    state = lay(3, {}, "p:", {"p": "6"})
    assert CATBOX.action_from_presses(state, ("b6",)) == Play(6, "b6")
    assert CATBOX.action_from_presses(state, ("h6",)) is None
    assert CATBOX.action_from_presses(state, ("h6", "b4")) == Play(6, "b4")
    assert CATBOX.action_from_presses(state, ("p1",)) == Predict(1)
    assert CATBOX.action_from_presses(state, ("start",)) == Next()
    assert CATBOX.action_from_presses(state, ("plum",)) is None
    assert CATBOX.action_from_presses(begun(3), ("h6",)) == Discard(6)
