"""Who sits at a table, and whose eyes are on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from cattools.core.game import State
from cattools.core.scene import Scene
from cattools.widgets import play
from cattools.widgets.table import Table
from tests.widgets.test_heard import hear


@pytest.mark.parametrize("players", [("human", "random"), ("random", "human")])
def test_the_view_stays_with_one_person_among_bots(players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    table = play("calico", *players, seed=1)
    seats, draw = [], Table.draw

    def drawn(table: Table, state: State[Any]) -> Scene:
        seats.append(table.seat)
        return draw(table, state)

    monkeypatch.setattr(Table, "draw", drawn)
    moved = 0
    for _ in range(12):  # goals, then some turns of both
        moved += len(table.timeline.line)
        hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert moved > 12
    assert set(seats) == {players.index("human")}


def test_two_people_see_the_side_of_who_is_to_move() -> None:
    table = play("calico", seed=1)
    seen = set()
    while len(seen) < 2:
        assert table.seat == table.state.to_move
        seen.add(table.seat)
        hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
