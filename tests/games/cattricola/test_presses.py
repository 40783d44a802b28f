"""The meaning of presses, and what the scene shows of a position."""

from __future__ import annotations

from random import Random

import pytest

from cattools.bots import bot, random
from cattools.core.chance import Dealer
from cattools.core.game import CHANCE
from cattools.games.cattricola import Cattricola
from cattools.games.cattricola.position import Ranch
from tests.games.cattricola.positions_builder import CATTRICOLA, lay
from tests.games.helpers import play

WAITING = play(lay("c3=sm c4=pf a1=w", plum="A:wsy:c3,c4"), "c3")


@pytest.mark.rule("cattricola.place.order")
@pytest.mark.parametrize(
    ("state", "pressed", "meaning"),
    [
        (lay("a1=sm"), ("+c3",), "+c3"),
        (lay("a1=sm", plum="A::c3"), ("a1",), "a1"),
        (lay("a1=sm", plum="A::c3"), ("z0",), "z0"),
        (lay("a1=sm"), ("done",), "done"),
        (lay("a1=sm"), ("pass",), "pass"),
        (WAITING, ("@2",), "@2"),
        (WAITING, ("plum7",), "@1>plum7"),  # not the lowest number; the refusal will say so
        (WAITING, ("plum3",), None),  # the lowest number, but which tile?
        (play(WAITING, "@1"), ("plum4",), "@2"),  # only one tile is waiting, so it is clear which
        (WAITING, ("plum1",), "^plum1"),
        (WAITING, ("teal1",), "^teal1"),
        (lay("a1=sm", plum="A:wsy"), ("plum2",), None),
        (lay("a1=sm", plum="A:wsy"), ("plum2", "plum1"), "plum1<>plum2"),
        (lay("a1=sm", plum="A:wsy"), ("a1", "plum1"), None),
        (CATTRICOLA.start(CATTRICOLA.choose("ranch=own")), ("=-5,0",), "=-5,0"),
    ],
)
def test_presses_are_translated_into_an_action(
    state: Cattricola, pressed: tuple[str, ...], meaning: str | None
) -> None:
    found = CATTRICOLA.action_from_presses(state, pressed)
    assert (None if found is None else str(found)) == meaning


@pytest.mark.rule("cattricola.catch.range")
def test_the_range_is_shown_before_the_catch() -> None:
    state = lay("b3=sm c3=w", plum="A::b2,b3,c3")
    (first, *_) = state.events(CATTRICOLA.read_action("b2", state))
    assert (first.kind, first.cells) == ("react", ("b2", "b3", "c3"))
    over = lay("a1=sm", plum="A::b2,b3,c3")
    assert over.events(CATTRICOLA.read_action("a0", over))[0].cells == ("a1", "b1")


@pytest.mark.rule("cattricola.place.order")
def test_the_next_cell_to_be_filled_is_marked() -> None:
    marks = {(m.kind, m.area) for m in CATTRICOLA.selection_marks(WAITING, ())}
    assert marks == {("legal", "@1"), ("legal", "@2"), ("legal", "plum1"), ("legal", "plum2"), ("selected", "plum3")}


def test_cells_are_drawn_in_the_order_of_their_rows_and_columns() -> None:
    state = Dealer(1).settle(CATTRICOLA.start(CATTRICOLA.choose("players=4,ranch=corner")))
    areas = CATTRICOLA.scene_of(state).areas
    for r, c in state.ranch.catching:
        x, y = areas[Ranch.name((r, c))].at
        for other, (dx, dy) in (((r, c + 1), (1, 0)), ((r + 1, c), (0, 1))):
            if other in state.ranch.catching:
                ox, oy = areas[Ranch.name(other)].at
                assert ((ox > x), (oy > y)) == (dx == 1, dy == 1)


def test_the_careful_bot_beats_the_random_bot() -> None:
    won = []
    for seed in range(5):
        rng, dealer = Random(seed), Dealer(seed)
        state = CATTRICOLA.start(CATTRICOLA.choose())
        while state.to_move is not None:
            if state.to_move == CHANCE:
                state = state.apply_unchecked(dealer.choose(state))
            else:
                choose = bot("careful") if state.to_move == seed % 2 else random
                state = state.apply_unchecked(choose(state.view(state.to_move), rng))
        won.append(state.winners() == (seed % 2,))
    assert sum(won) >= 4
