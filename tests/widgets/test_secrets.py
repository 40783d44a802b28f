"""A game with secrets at one device: it is passed from hand to hand, and undo shows nobody another's side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cattools.games import game
from cattools.games.herders import state as herders_state
from cattools.games.territory.park import NAMES
from cattools.widgets.table import Table


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    secret = replace(game("herders"), secrets=True)
    monkeypatch.setattr(herders_state.Herders, "game", property(lambda self: secret))
    return Table(secret, seed=3)


def press(table: Table, *areas: str) -> None:
    for area in areas:
        table.heard({"kind": "press", "area": area})


def test_the_device_changes_hands_between_two_people(table: Table) -> None:
    assert (table.seat, table.acts) == (0, True)
    press(table, "e1")
    assert table.veiled
    assert table.seat is None
    assert not table.acts
    assert "Pass the device to Blue." in table.slots["said"]
    assert "I am Blue" in table.slots["tools"]
    before = table.state
    press(table, "a3")
    assert table.state == before
    table.heard({"kind": "tool", "tool": "unveil"})
    assert (table.seat, table.acts, table.veiled) == (1, True, False)


def test_undo_does_not_reach_behind_another_person(table: Table) -> None:
    press(table, "e1")
    table.heard({"kind": "tool", "tool": "unveil"})
    before = table.state
    table.heard({"kind": "tool", "tool": "undo"})
    assert table.state == before
    assert table.before is None


def test_one_person_among_bots_keeps_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = replace(game("herders"), secrets=True)
    monkeypatch.setattr(herders_state.Herders, "game", property(lambda self: secret))
    table = Table(secret, ("random", "human"), seed=3)
    assert table.viewer == 1
    assert not table.veiled


def test_a_hand_is_hidden_until_the_next_person_has_the_device_and_a_draw_stays_seen() -> None:
    table = Table(game("territory"), ("human", "human"), seed=3, players="2")
    mine = [area for area in table.scene.areas if area.startswith("hand.")]
    press(table, mine[0].removeprefix("hand."))
    assert table.veiled
    assert not [area for area in table.scene.areas if area.startswith("hand.")]
    assert table.before is None
    table.heard({"kind": "tool", "tool": "unveil"})
    theirs = [area for area in table.scene.areas if area.startswith("hand.")]
    assert len(theirs) == 3
    assert set(theirs) == {f"hand.{NAMES[card]}" for card in table.state.hands[table.state.turn]}
