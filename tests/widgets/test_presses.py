"""What presses mean: pairs that mean the same in either order, and presses that cannot be played."""

from __future__ import annotations

import pytest

from cattools.core import selection
from cattools.core.chance import Dealer
from cattools.core.game import AnyGame
from cattools.core.random_play import random_game
from cattools.games import GAMES, game
from cattools.games.cattricola import Cattricola
from cattools.widgets.modes.free_play import FreePlay
from cattools.widgets.protocol import LEGAL
from tests.games.calico.positions_builder import lay as quilt
from tests.games.cattricola.positions_builder import disc
from tests.games.cattricola.positions_builder import lay as ranch
from tests.games.helpers import as_a
from tests.widgets.board_client import free, hear, press, typed

MOST, EVERY = 90, 15  # the most actions of a random game; one in this many positions is tried
FINAL = ranch("a1=sm", plum="A:wsypf", more="final")


def test_two_tiles_swap_whichever_is_pressed_first() -> None:
    for first, second in (("plum1", "plum3"), ("plum3", "plum1")):
        board = free(FINAL)
        hear(board, *press(first))
        assert board.mode.hand.chosen == (first,)
        others = {"plum1", "plum2", "plum3"} - {first}
        assert set(selection.next_areas(board.state, (first,))) == others
        assert {area for area, (_, flags) in board.names.items() if flags & 1} >= others
        hear(board, *press(second))
        assert disc(as_a(Cattricola, board.state))[:3] == ["pf", "sy", "w"]


def test_a_space_and_a_tile_can_be_pressed_in_either_order() -> None:
    board = free(quilt("", "Nd,Ye"))
    hear(board, *press("b3", "hand2"))
    assert "Ye" in str(board.state).split("blue=")[1].split(";")[0]


def test_a_press_that_cannot_follow_the_first_one_replaces_it() -> None:
    board = free(quilt("", "Nd,Ye"))
    hear(board, *press("hand1", "hand2"))
    assert board.mode.hand.chosen == ("hand2",)


def test_a_refusal_that_is_repeated_is_shown_anew() -> None:
    """A screen reader reads a live region only when its content is replaced."""
    board = free(game("herders").position("6/7/8/9/10/4r6/10/9/8/7/6 red 1-1 0-0"))
    repeated = {"kind": "repeated"}
    first = hear(board, typed("f5-a1"))
    assert board.slots["status"]
    assert repeated not in first
    for _ in range(2):
        status = board.slots["status"]
        assert hear(board, typed("f5-a1")).count(repeated) == 1
        assert board.slots["status"] == status
    assert repeated not in hear(board, typed("f5-f6"))


def test_a_press_where_nothing_can_be_done_says_so_every_time() -> None:
    board = free(Dealer(1).settle(game("herders").position()))
    for _ in range(3):
        hear(board, *press("f6"))  # a cat
        assert "Nothing can be done there now" in board.slots["status"]


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_no_press_is_silent(played: AnyGame) -> None:
    """A press on any area plays an action, selects something that leads on, or says why not."""
    for n, state in enumerate(random_game(played, played.choose(), 1, MOST)):
        if state.mover is None or n % EVERY:
            continue
        mode = FreePlay(state)
        before = mode.message
        for area in mode.scene().areas:
            mode.on_press(area)
            leads_on = bool(selection.next_areas(state, mode.hand.chosen))
            said_why = "cat-refuse" in mode.message or "Nothing can be done" in mode.message
            assert mode.message != before, area
            assert mode.state is not state or leads_on or said_why, area
            mode.reset()


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_what_is_marked_as_possible_is_not_refused(played: AnyGame) -> None:
    """Also after a piece has been selected: a press on another area selects or plays something."""
    for n, state in enumerate(random_game(played, played.choose(), 1, MOST)):
        if state.mover is None or n % EVERY:
            continue
        mode = FreePlay(state)
        for first in selection.next_areas(state, ()):
            mode.on_press(first)
            flags = mode.hand.flags(mode.scene()) if mode.state is state else {}
            for area in (area for area, value in flags.items() if value & LEGAL):
                mode.on_press(area)
                assert "cat-refuse" not in mode.message, (first, area)
                mode.reset()
                mode.on_press(first)
            mode.reset()
