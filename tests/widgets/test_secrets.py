"""A game with secrets at one device: it is passed from hand to hand, and undo shows nobody another's side."""

from __future__ import annotations

import pytest

from cattools.core.records import position_link
from cattools.games import game
from cattools.games.territory import Territory
from cattools.games.territory.rules.components import NAMES
from cattools.widgets.table import Table
from tests.games.kit import as_a

UNVEIL = {"kind": "tool", "tool": "unveil"}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(game("herders"), "has_hidden_information", lambda _: True)
    return Table(game("herders"), seed=3)


def press(table: Table, *areas: str) -> None:
    for area in areas:
        table.heard({"kind": "press", "area": area})


def sight(table: Table) -> tuple[int | None, bool, bool]:
    """Return whose view is shown, whether it can act, and whether it is veiled."""
    return table.seat, table.acts, table.veiled


def test_the_device_changes_hands_between_two_people(table: Table) -> None:
    assert sight(table) == (None, False, True)  # who dealt may be another
    assert "I am Red" in table.slots["tools"]
    table.heard(UNVEIL)
    assert (table.seat, table.acts) == (0, True)
    press(table, "e1")
    assert table.veiled
    assert table.seat is None
    assert not table.acts
    assert "Pass the device to Blue." in table.slots["said"]
    assert "I am Blue" in table.slots["tools"]
    before = table.state
    press(table, "a3")
    table.heard({"kind": "typed", "text": "a3"})
    assert table.state == before
    assert "Pass the device to Blue." in table.slots["said"]
    table.heard({"kind": "tool", "tool": "unveil"})
    assert sight(table) == (1, True, False)


def test_undo_does_not_reach_behind_another_person(table: Table) -> None:
    table.heard(UNVEIL)
    press(table, "e1")
    table.heard({"kind": "tool", "tool": "unveil"})
    before = table.state
    table.heard({"kind": "tool", "tool": "undo"})
    assert table.state == before
    assert table.before is None


def test_one_person_among_bots_keeps_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game("herders"), "has_hidden_information", lambda _: True)
    table = Table(game("herders"), ("random", "human"), seed=3)
    assert table.viewer == 1
    assert not table.veiled


def test_a_hand_is_hidden_until_the_next_person_has_the_device_and_a_draw_stays_seen() -> None:
    table = Table(game("territory"), ("human", "human"), seed=3, players="2")
    table.heard(UNVEIL)
    mine = [area for area in table.scene.areas if area.startswith("hand.")]
    press(table, mine[0].removeprefix("hand."))
    assert table.veiled
    assert not [area for area in table.scene.areas if area.startswith("hand.")]
    assert table.before is None
    table.heard({"kind": "tool", "tool": "unveil"})
    theirs = [area for area in table.scene.areas if area.startswith("hand.")]
    assert len(theirs) == 3
    state = as_a(Territory, table.state)
    assert set(theirs) == {f"hand.{NAMES[card]}" for card in state.hands[state.turn]}


def blue_is_asked() -> Table:
    """Return a table at which Red's C4 is about to turn cats of Blue, who holds an assist card that is no block."""
    line = "2,r,3/2,b,3/2,b,3/r,b,y,y,gb,r/6/2,r,3 red C4+B6+E1/row+B3+D1/A6+F2+A3/row+F5+E6"
    table = Table(game("territory"), seed=3)
    fragment = position_link(game("territory").read_position(line, game("territory").choose("")))
    table.heard({"kind": "address", "fragment": fragment})
    table.heard(UNVEIL)
    press(table, "C4")
    return table


def test_who_is_asked_answers_in_person_even_with_a_single_answer() -> None:
    """That nothing else can be answered is Blue's secret."""
    table = blue_is_asked()
    assert "Pass the device to Blue." in table.slots["said"]
    assert table.veiled


def test_a_game_without_hidden_sexes_needs_no_passing() -> None:
    assert Table(game("cattricola"), seed=3).veiled
    table = Table(game("cattricola"), seed=3, hidden=False)
    assert not table.veiled
    start = table.state
    table.heard({"kind": "typed", "text": "+c3"})
    table.heard({"kind": "typed", "text": "done"})
    assert not table.veiled
    while table.before is not None:
        table.heard({"kind": "tool", "tool": "undo"})
    assert table.state == start


def test_what_is_asked_in_the_middle_of_a_turn_is_said_once_to_who_takes_the_device() -> None:
    table = blue_is_asked()
    table.heard(UNVEIL)
    assert table.slots["said"].count(str(table.state.status())) == 1
