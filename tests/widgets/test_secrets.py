"""Hot seat with hidden information: the device is passed on, and undo never reveals another player's side."""

from __future__ import annotations

import pytest

from cattools.core.game_record import position_link
from cattools.games import game
from cattools.games.territory import Territory
from cattools.games.territory.components import NAMES
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.games.helpers import as_a
from tests.widgets.board_client import hear, seat

UNVEIL = {"kind": "tool", "tool": "unveil"}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Board[PlayMode]:
    monkeypatch.setattr(game("herders"), "has_hidden_information", lambda _: True)
    return seat(game("herders"), seed=3)


def press(table: Board[PlayMode], *areas: str) -> None:
    for area in areas:
        table.handle_message(table, {"kind": "press", "area": area})


def sight(table: Board[PlayMode]) -> tuple[int | None, bool, bool]:
    """Return the seat whose perspective is shown, whether that seat can act, and whether the board is veiled."""
    return table.mode.perspective.seat, table.mode.hand.acts, table.mode.device.veiled


def test_the_device_changes_hands_between_two_people(table: Board[PlayMode]) -> None:
    assert sight(table) == (None, False, True)  # another person may have dealt
    assert "I am Red" in table.slots["tools"]
    table.handle_message(table, UNVEIL)
    assert (table.mode.perspective.seat, table.mode.hand.acts) == (0, True)
    press(table, "e1")
    assert table.mode.device.veiled
    assert table.mode.perspective.seat is None
    assert not table.mode.hand.acts
    assert "Pass the device to Blue." in table.slots["status"]
    assert "I am Blue" in table.slots["tools"]
    before = table.state
    press(table, "a3")
    table.handle_message(table, {"kind": "typed", "text": "a3"})
    assert table.state == before
    assert "Pass the device to Blue." in table.slots["status"]
    table.handle_message(table, {"kind": "tool", "tool": "unveil"})
    assert sight(table) == (1, True, False)


def test_undo_does_not_reach_past_another_persons_turn(table: Board[PlayMode]) -> None:
    table.handle_message(table, UNVEIL)
    press(table, "e1")
    table.handle_message(table, {"kind": "tool", "tool": "unveil"})
    before = table.state
    table.handle_message(table, {"kind": "tool", "tool": "undo"})
    assert table.state == before
    assert table.mode.device.undo_to is None


def test_one_person_among_bots_keeps_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game("herders"), "has_hidden_information", lambda _: True)
    table = seat(game("herders"), ("beginner", "human"), seed=3)
    assert table.mode.device.viewer == 1
    assert not table.mode.device.veiled


def test_a_hand_is_hidden_until_the_next_person_has_the_device_and_a_draw_cannot_be_undone() -> None:
    table = seat(game("territory"), ("human", "human"), seed=3, players="2")
    table.handle_message(table, UNVEIL)
    mine = [area for area in table.scene.areas if area.startswith("hand.")]
    press(table, mine[0].removeprefix("hand."))
    assert table.mode.device.veiled
    assert not [area for area in table.scene.areas if area.startswith("hand.")]
    assert table.mode.device.undo_to is None
    table.handle_message(table, {"kind": "tool", "tool": "unveil"})
    theirs = [area for area in table.scene.areas if area.startswith("hand.")]
    assert len(theirs) == 3
    state = as_a(Territory, table.state)
    assert set(theirs) == {f"hand.{NAMES[card]}" for card in state.hands[state.turn]}


def blue_is_asked() -> Board[PlayMode]:
    """Return a board where Red's C4 is about to flip cats of Blue, who holds an assist card other than a block."""
    line = "2,r,3/2,b,3/2,b,3/r,b,y,y,gb,r/6/2,r,3 red C4+B6+E1/row+B3+D1/A6+F2+A3/row+F5+E6"
    table = seat(game("territory"), seed=3)
    fragment = position_link(game("territory").read_position(line, game("territory").choose("")))
    table.handle_message(table, {"kind": "address", "fragment": fragment})
    table.handle_message(table, UNVEIL)
    press(table, "C4")
    return table


def test_a_player_asked_to_respond_does_so_in_person_even_with_one_choice() -> None:
    """Red must not learn that Blue has only one choice."""
    table = blue_is_asked()
    assert "Pass the device to Blue." in table.slots["status"]
    assert table.mode.device.veiled


def test_without_hidden_sexes_the_device_is_not_passed_on() -> None:
    assert seat(game("cattricola"), seed=3).mode.device.veiled
    table = seat(game("cattricola"), seed=3, hidden=False)
    assert not table.mode.device.veiled
    start = table.state
    table.handle_message(table, {"kind": "typed", "text": "+c3"})
    table.handle_message(table, {"kind": "typed", "text": "done"})
    assert not table.mode.device.veiled
    while table.mode.device.undo_to is not None:
        table.handle_message(table, {"kind": "tool", "tool": "undo"})
    assert table.state == start


def test_a_question_in_mid_turn_is_shown_once_to_the_person_taking_the_device() -> None:
    table = blue_is_asked()
    table.handle_message(table, UNVEIL)
    assert table.slots["task"].count(str(table.state.prompt())) == 1


def test_the_page_discards_all_traces_of_the_person_who_had_the_device() -> None:
    """The page receives the message `veil` after the text and buttons of the veiled board."""
    table = seat(game("catbox"), seed=3, players="3")
    assert "h1" not in table.markup.partition("A move, for example")[2]  # the example of a move is not from a hand
    hear(table, UNVEIL)
    sent = []
    table.observe(lambda change: sent.append("words"), "slots")
    sent += [m["kind"] for m in hear(table, {"kind": "press", "area": "h1"})]
    assert table.mode.device.veiled
    assert sent[-1] == "veil"
    assert "veil" not in [m["kind"] for m in hear(table, UNVEIL)]
