"""An irreversible action needs a second press as confirmation: always on touch, with a mouse if the reader wants."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cattools.widgets import play
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.games.herders.positions_builder import lay
from tests.widgets.board_client import free, hear, press, said

UNVEIL = {"kind": "tool", "tool": "unveil"}
WARNED = "This cannot be undone. Press again to play it."
TABLES = [
    ("catbox", {"players": "3"}),
    ("catbox", {"players": "2"}),
    ("calico", {}),
    ("territory", {}),
    ("territory", {"game": "duel", "players": "2"}),
    ("cattricola", {}),
    ("cattricola", {"hidden": "no"}),
]


def by_finger(table: Board[PlayMode], action: Any) -> list[dict[str, Any]]:
    """Tap each area of an action once, or its button; return the messages of the taps."""
    areas = table.state.game.presses(action)
    taps = press(*(area for area in areas if area not in table.mode.hand.chosen))
    taps = taps if areas else [{"kind": "tool", "tool": f"play:{action}"}]
    taps = [{**tap, "finger": True} for tap in taps]
    hear(table, *taps)
    return taps


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), TABLES)
def test_one_tap_never_plays_an_irreversible_action(game_id: str, options: dict[str, str]) -> None:
    table, rng, warned, played = play(game_id, seed=5, **options), Random(5), 0, 0
    for _ in range(24):
        if table.mode.device.veiled:
            hear(table, UNVEIL)
        before = table.mode.timeline.node
        if before.state.mover is None:
            break
        action = rng.choice(list(before.state.legal()))
        taps = by_finger(table, action)
        if table.mode.timeline.node is before:
            warned += "This cannot be undone." in said(table)
            assert said(table).endswith("Press again to play it.")
            hear(table, taps[-1])
            assert table.mode.timeline.node is not before
        else:
            played += 1
            assert table.mode.device.undo_to is not None or len(before.state.legal()) == 1
    assert warned
    assert warned + played > 5


def test_a_cell_that_is_a_whole_action_asks_for_confirmation() -> None:
    """In Cat in the Box, a cell may fit only one card in hand; then a single tap is a whole action."""
    table = play("catbox", "human", "beginner", "beginner", seed=7, players="3")
    while table.state.pending or not (
        cells := [a for a in table.state.legal() if len(table.state.game.presses(a)) == 2]
    ):
        hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    before, (_, cell) = table.state, table.state.game.presses(cells[0])
    tap = {"kind": "press", "area": cell, "finger": True}
    hear(table, tap)
    assert (table.state, said(table).endswith(WARNED)) == (before, True)
    hear(table, tap)
    assert table.state != before


def test_one_tap_plays_an_action_that_can_be_undone() -> None:
    table = play("herders", seed=3)
    before = table.state
    hear(table, {"kind": "press", "area": "e1", "finger": True})
    assert table.state != before
    free_board = free(lay(red="f4", hands="1-0"))
    hear(free_board, {"kind": "press", "area": "a1", "finger": True})
    assert said(free_board) == "Red places a herder on a1."


def test_a_tap_on_another_area_asks_again() -> None:
    table = play("catbox", seed=7, players="3")
    hear(table, UNVEIL)
    before = table.state
    for area in ("h1", "h2", "h1"):
        hear(table, {"kind": "press", "area": area, "finger": True})
        assert (table.state, said(table).endswith(WARNED)) == (before, True)
    hear(table, {"kind": "press", "area": "h1"})  # a mouse press needs no confirmation
    assert table.state != before


def test_hidden_information_does_not_affect_confirmation() -> None:
    """Two positions that a seat cannot tell apart get the same answer."""
    for game_id, options in TABLES:
        table, rng = play(game_id, seed=9, **options), Random(9)
        for _ in range(6):
            state, device = table.state, table.mode.device
            if state.mover is None:
                break
            actions = list(state.legal())[:6]
            asked = [device.is_final(action) for action in actions]
            world = state.view(state.mover).determinize(rng)
            table.mode.timeline.node.state = world
            assert [device.is_final(action) for action in actions] == asked
            table.mode.timeline.node.state = state
            hear(table, UNVEIL, {"kind": "typed", "text": str(rng.choice(actions))})
