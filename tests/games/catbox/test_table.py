"""A whole game on one screen: any number of players, each seeing only their own hand."""

import re

import pytest

from cattools.games.catbox import Catbox
from cattools.widgets import play
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.games.helpers import as_a


def press(table: Board[PlayMode], *areas: str) -> None:
    for area in areas:
        table.handle_message(table, {"kind": "press", "area": area})


def now(table: Board[PlayMode]) -> Catbox:
    return as_a(Catbox, table.state)


@pytest.mark.parametrize("players", ["2", "3", "5"])
def test_any_number_of_players_can_play(players: str) -> None:
    table = play("catbox", "human", "beginner", seed=4, players=players)
    assert table.mode.players == ["human", "beginner", *["human"] * (int(players) - 2)]
    assert len(table.state.game.seats(table.state.options)) == int(players)


def test_a_human_among_bots_plays_a_round_with_presses() -> None:
    table = play("catbox", "human", "friendly", "friendly", players="3", seed=2)
    assert (table.mode.perspective.seat, now(table).phase) == (0, "discard")
    press(table, "h1")
    assert now(table).phase == "predict"
    assert "Teal puts a card aside, face down." in table.slots["status"]
    press(table, "p1")
    assert now(table).phase == "play"
    cards = 0
    while now(table).phase == "play" and now(table).round == 0:
        assert table.state.to_move == 0
        assert table.slots["side"].count(" aside") == 1  # the player's own card and nobody else's
        if table.state.pending:
            table.handle_message(table, {"kind": "tool", "tool": "play:paradox"})
            break
        press(table, *table.state.game.presses(table.state.legal()[0]))
        cards += 1
    assert now(table).phase == "end"
    assert cards > 2
    assert "for tricks, " in table.slots["status"]


def listed(table: Board[PlayMode]) -> list[str]:
    """Return what the move list says about each turn."""
    return re.findall(r"<li>.*?<span>(.*?)</span>", table.slots["moves"])


def test_the_move_list_hides_what_others_put_aside() -> None:
    table = play("catbox", "human", "beginner", "beginner", players="3", seed=2)
    press(table, "h1")
    assert listed(table) == [
        "You put the 1 aside.",
        "Teal puts a card aside, face down.",
        "Orange puts a card aside, face down.",
    ]
    watched = play("catbox", "beginner", "beginner", players="2", seed=2)
    watched.mode.go_on()
    assert [turn for turn in listed(watched) if " aside" in turn] == [
        f"{who} puts a card aside, face down." for who in ("Plum", "Teal")
    ]


def test_passing_the_device_hides_the_hand() -> None:
    table = play("catbox", players="2", seed=2)
    table.handle_message(table, {"kind": "tool", "tool": "unveil"})
    own = {name for name, (words, _) in table.names.items() if "in hand" in words and not words.startswith("no ")}
    assert own
    press(table, "h1")
    assert table.mode.device.veiled
    held = [words for words, _ in table.names.values() if "in hand" in words and not words.startswith("no ")]
    assert held == []
    assert table.names["h1"][0] == "number 1, the hand is hidden"


def test_a_bot_waits_at_the_end_of_a_round_until_a_human_continues() -> None:
    table = play("catbox", "human", "beginner", "beginner", "beginner", seed=2)
    for _ in range(40):
        if now(table).phase == "end":
            break
        table.handle_message(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert (now(table).phase, now(table).round, table.state.to_move) == ("end", 0, 1)
    assert "for tricks, " in table.slots["status"]
    assert 'data-tool="on"' in table.slots["tools"]
    table.handle_message(table, {"kind": "tool", "tool": "on"})
    assert (now(table).round, table.state.to_move) == (1, 0)
    assert 'data-tool="on"' not in table.slots["tools"]
