"""Who plays which seat of a game, and whose perspective the screen shows."""

from __future__ import annotations

import html
import json
import re
from itertools import takewhile
from random import Random
from typing import Any

import pytest

from cattools.bots import BOTS
from cattools.core.display.scene import Scene
from cattools.core.errors import OptionError
from cattools.core.game import AnyState
from cattools.core.game_record import write_names
from cattools.games import GAMES, having
from cattools.widgets import play
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from cattools.widgets.player_input import PlayerInput
from tests.kinds import most_seats
from tests.widgets.board_client import hear, view


@pytest.mark.parametrize("players", [("human", "beginner"), ("beginner", "human")])
def test_the_perspective_stays_with_the_only_person_among_bots(
    players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play("calico", *players, seed=1)
    hear(table, view(table))  # so that motions are planned
    seats, draw = [], PlayerInput.scene_of

    def drawn(hand: PlayerInput, state: AnyState, chosen: tuple[str, ...] = ()) -> Scene:
        seats.append(hand.perspective.seat)
        return draw(hand, state, chosen)

    monkeypatch.setattr(PlayerInput, "scene_of", drawn)
    moved = 0
    for _ in range(12):  # goals, then some turns of both players
        moved += len(table.mode.timeline.line)
        hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert moved > 12
    assert set(seats) == {players.index("human")}


def test_two_people_see_the_perspective_of_the_mover() -> None:
    table = play("calico", seed=1)
    seen: set[int | None] = set()
    while len(seen) < 2:
        assert table.mode.device.veiled == (table.state.to_move not in seen)
        hear(table, {"kind": "tool", "tool": "unveil"})
        assert table.mode.perspective.seat == table.state.to_move
        seen.add(table.mode.perspective.seat)
        hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})


UNVEIL = {"kind": "tool", "tool": "unveil"}


def made(table: Board[PlayMode], tool: str) -> list[dict[str, Any]]:
    """Press a button until it makes its link or file; a game with secrets warns first."""
    wanted = {"share": "share", "save": "download"}[tool]
    sent = [m for _ in range(1 + table.mode.session.has_secrets) for m in hear(table, {"kind": "tool", "tool": tool})]
    return [m for m in sent if m["kind"] == wanted]


COUNTS = [("calico", "1"), ("calico", "3"), ("calico", "4"), ("catbox", "2"), ("catbox", "5"), ("cattricola", "4")]


@pytest.mark.parametrize(("game_id", "count"), COUNTS)
def test_a_link_and_a_record_set_the_number_of_seats(game_id: str, count: str) -> None:
    other = play(game_id, "beginner", "human", seed=2, players=count) if count > "1" else play(game_id, players="1")
    hear(other, {"kind": "tool", "tool": "unveil"})
    (link,) = made(other, "share")
    (saved,) = made(other, "save")
    table = play(game_id, "human", "friendly", seed=1, players="3" if game_id == "catbox" else "2")
    hear(table, {"kind": "address", "fragment": link["fragment"]})
    hear(table, UNVEIL)
    assert (str(table.state), table.mode.players) == (str(other.state), other.mode.players)
    assert table.slots["side"].count("cat-name") == int(count)
    most = {"catbox": 5}.get(game_id, 4)
    assert table.slots["extra"].count('name="seat-') == most
    assert table.slots["extra"].count("if playing") == most - int(count)
    back = play(game_id, "human", "friendly", seed=1, players="3" if game_id == "catbox" else "2")
    hear(back, {"kind": "file", "text": saved["text"]})
    assert (str(back.state), back.mode.players) == (str(other.state), other.mode.players)
    hear(back, {"kind": "typed", "text": str(back.state.legal()[0])}, {"kind": "tool", "tool": "undo"})


@pytest.mark.parametrize(("game_id", "count"), most_seats().items())
def test_a_game_can_seat_more_players_than_by_default(game_id: str, count: int) -> None:
    table = play(game_id, seed=1)
    hear(table, {"kind": "address", "fragment": f"game={game_id}&seats={','.join(['friendly'] * count)}"})
    assert table.mode.players == ["friendly"] * count
    assert play(game_id, *["friendly"] * count, seed=1).mode.players == ["friendly"] * count


def test_a_link_for_another_game_is_refused_with_the_titles_and_a_link_to_its_page() -> None:
    table = play("calico", seed=1)
    before = str(table.state)
    fragment = "game=catbox&options=players%3D3"
    hear(table, {"kind": "address", "fragment": f"#{fragment}"})
    told = table.slots["status"]
    assert "This page is for Calico. The link is for Cat in the Box." in told
    assert 'data-page="catbox/play"' in told
    assert f'data-anchor="{fragment.replace("&", "&amp;")}"' in told
    assert str(table.state) == before
    hear(table, {"kind": "address", "fragment": "game=chess&options=players%3D3"})
    assert "Expected a game of calico, found one of chess." in table.slots["status"]


def test_a_sixth_player_is_rejected() -> None:
    with pytest.raises(OptionError, match="expected players to be one of"):
        play("catbox", *["friendly"] * 6)


def test_unknown_or_missing_players_of_a_record_become_people_and_extra_ones_are_dropped() -> None:
    table = play("herders", seed=1)
    (saved,) = [m for m in hear(table, {"kind": "tool", "tool": "save"}) if m["kind"] == "download"]
    for seats, players in ((["Ada", "beginner", "friendly"], ["human", "beginner"]), ([], ["human", "human"])):
        text = json.dumps({**json.loads(saved["text"]), "seats": seats})
        hear(table, {"kind": "file", "text": text})
        assert table.mode.players == players
        assert "Loaded." in table.slots["status"]


def test_a_form_with_another_number_or_other_boards_keeps_the_order_of_players() -> None:
    table = play("calico", "human", "friendly", seed=1)
    values = {"seat-blue": "human", "seat-green": "beginner", "players": "3", "board": "green", "seed": "2"}
    hear(table, {"kind": "form", "form": "new", "values": values})
    assert table.mode.players == ["human", "beginner", "human"]
    assert [seat.id for seat in table.state.game.seats(table.state.options)] == ["green", "purple", "yellow"]
    hear(table, {"kind": "form", "form": "new", "values": {"seat-green": "human", "players": "1", "seed": "2"}})
    assert table.mode.players == ["human"]


def test_a_new_game_with_other_boards_is_redrawn() -> None:
    table = play("cattricola", seed=1)
    before, places = [part.ground for part in table.scene.parts], dict(table.areas)
    hear(table, {"kind": "form", "form": "new", "values": {"seed": "2"}})
    assert [part.ground for part in table.scene.parts] != before  # the new discs have other cells
    assert table.areas != places


def test_a_move_removes_the_older_position_from_the_address() -> None:
    table = play("herders", seed=1)
    hear(table, {"kind": "tool", "tool": "share"})
    legal = {"kind": "typed", "text": str(table.state.legal()[0])}
    assert [m["kind"] for m in hear(table, legal)].count("forget") == 1
    (link,) = [m for m in hear(table, {"kind": "tool", "tool": "share"}) if m["kind"] == "share"]
    other = play("herders", seed=2)
    hear(other, {"kind": "address", "fragment": link["fragment"]})
    legal = {"kind": "typed", "text": str(other.state.legal()[0])}
    assert "forget" in [m["kind"] for m in hear(other, legal)]
    legal = {"kind": "typed", "text": str(other.state.legal()[0])}
    assert "forget" not in [m["kind"] for m in hear(other, legal)]


def test_after_the_bots_the_board_says_what_the_person_has_to_press() -> None:
    table = play("cattricola", "human", "friendly", seed=4)
    hear(table, *({"kind": "typed", "text": t} for t in ("+c3", "done")))
    prompt = str(table.state.prompt())
    assert table.slots["task"] == f'<p class="cat-prompt">{prompt}</p>'
    assert f'<p class="cat-sr">{prompt}</p>' in table.slots["status"]  # only spoken: it never mixes with the log


def test_a_game_is_never_dealt_to_players_other_than_those_asked_for() -> None:
    with pytest.raises(OptionError, match="expected at most 2 players, found 4"):
        play("calico", "human", "friendly", "friendly", "human", players=2)
    table = play("calico", seed=1)
    hear(table, {"kind": "address", "fragment": "game=calico&options=players%3D3&seats=human,friendly,friendly"})
    assert len(table.mode.players) == 3
    before = table.state
    for options, seats, found in (("players%3D9", "human", "9"), ("players%3D2", "human,human,human", "found 3")):
        hear(table, {"kind": "address", "fragment": f"game=calico&options={options}&seats={seats}"})
        assert found in table.slots["status"]
        assert table.state is before


def test_players_are_chosen_for_every_seat_a_game_can_have() -> None:
    table = play("catbox", "human", "friendly", "friendly", seed=1, players="3")
    values = {f"seat-{seat}": "beginner" for seat in ("teal", "orange", "slate", "ivory")}
    hear(table, {"kind": "form", "form": "new", "values": {**values, "players": "5", "seed": "2"}})
    assert table.mode.players == ["human", *["beginner"] * 4]


def words(table: Board[PlayMode], slot: str) -> str:
    return re.sub("<[^>]*>", " ", table.slots[slot])


def test_a_warning_precedes_a_link_or_file_that_reveals_hands() -> None:
    table = play("catbox", "human", "beginner", "beginner", seed=1, players="3")
    for tool, warning in (("share", "The link reveals every hand"), ("save", "The file reveals every hand")):
        press = {"kind": "tool", "tool": tool}
        assert not {"share", "download"} & {m["kind"] for m in hear(table, press)}
        assert warning in table.slots["status"]
        assert {"share", "download"} & {m["kind"] for m in hear(table, press)}
    assert made(play("herders", seed=1), "share")  # nothing is hidden, so there is no warning


def test_before_the_first_move_two_buttons_choose_the_players() -> None:
    table = play("herders", seed=7)
    assert "Two people here" in words(table, "tools")
    sent = hear(table, {"kind": "tool", "tool": "computer"})
    assert table.mode.players == ["human", "friendly"]
    assert "begun" in [m["kind"] for m in sent]
    hear(table, {"kind": "tool", "tool": "people"})
    assert table.mode.players == ["human", "human"]
    hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert "Two people here" not in words(table, "tools")
    hear(table, {"kind": "form", "form": "new", "values": {"seat-red": "beginner"}})
    assert "Two people here" in words(table, "tools")  # only the bot has moved


def test_a_veiled_game_that_has_not_begun_can_be_played_against_bots() -> None:
    table = play("catbox", seed=7)
    assert table.mode.device.veiled
    assert "Four people here" in words(table, "tools")
    hear(table, {"kind": "tool", "tool": "computer"})
    assert table.mode.players == ["human", "friendly", "friendly", "friendly"]
    assert not table.mode.device.veiled
    alone = play("calico", seed=7, players="1")
    assert "here" not in words(alone, "tools")


def test_a_refused_form_stays_open() -> None:
    table = play("herders", seed=7)
    sent = hear(table, {"kind": "form", "form": "new", "values": {"seed": "x"}})
    assert "begun" not in [m["kind"] for m in sent]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", having("leaves_who_begins"))
def test_the_starting_player_is_chosen_where_the_rules_leave_it_open(game_id: str) -> None:
    for seat in range(2):
        table = play(game_id, seed=1)
        ids = [one.id for one in table.state.game.seats(table.state.options)]
        begun = set()
        for seed in range(8):
            values = {"seed": str(seed), "begins": ids[seat], "hidden": ""}
            hear(table, {"kind": "form", "form": "new", "values": values})
            # the goals come before the first turn
            while table.state.pending or "tile" in str(table.state.game.presses(table.state.legal()[0])):
                hear(table, UNVEIL, {"kind": "typed", "text": str(table.state.legal()[0])})
            begun.add(table.state.to_move)
        assert begun == ({seat} if game_id != "cattricola" else begun | {seat})  # by its rules, the star decides


def test_the_starting_player_must_have_a_seat() -> None:
    table = play("calico", seed=1)
    before = table.state
    hear(table, {"kind": "form", "form": "new", "values": {"begins": "yellow"}})
    assert "expected one of blue, green as the first to play" in table.slots["status"].replace("Expected", "expected")
    assert table.state == before
    assert 'name="begins"' not in play("herders", seed=1).slots["extra"]


def test_seats_are_named_for_who_has_them() -> None:
    alone = play("catbox", "human", "friendly", "beginner", seed=1, players="3")
    side = re.findall("<strong>(?:<span>)?(.*?)</", alone.slots["side"])
    assert side == ["You (Plum)", "Computer, friendly (Teal)", "Computer, beginner (Orange)"]
    assert re.findall("cat-short.*?>(.*?)<", alone.slots["side"]) == ["You", "Teal", "Orange"]
    hear(alone, {"kind": "remembered", "name": "names", "value": write_names(["Ada"])})
    assert "You (Ada)" in words(alone, "side")
    several = play("catbox", "human", "human", "friendly", seed=1, players="3")
    hear(several, {"kind": "remembered", "name": "names", "value": write_names(["Ada"])})
    side = re.findall("<strong>(?:<span>)?(.*?)</", several.slots["side"])
    assert side == ["Ada", "Teal", "Computer, friendly (Orange)"]


def chip(table: Board[PlayMode]) -> str:
    """Return the words at the board's top edge."""
    (found,) = re.findall('<span class="cat-chip">(?:<svg.*</svg>)?(.*?)</span>', table.slots["head"])
    return str(found)


def test_the_heading_says_whose_turn_it_is() -> None:
    table = play("herders", "human", "friendly", seed=1)
    hear(table, view(table))
    assert chip(table) == "Your turn"
    shown = []
    table.observe(lambda change: shown.append(chip(table)), "slots")
    hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    assert shown[0] == "Blue is thinking…"
    while table.mode.showing:
        assert chip(table) == "Blue is thinking…"
        table.mode.on_shown()
    assert chip(table) == "Your turn"
    several = play("herders", seed=1)
    assert chip(several) == "Red to move"


def test_at_the_end_of_a_round_the_board_waits_for_the_reader() -> None:
    table, rng = play("catbox", "human", "friendly", "friendly", seed=3, players="3"), Random(3)
    while not table.mode.paused:
        hear(table, {"kind": "typed", "text": str(rng.choice(table.state.legal()))})
    assert table.state.to_move is not None
    assert chip(table) == "Waiting for you"
    assert "Press “Go on”" in words(table, "task")
    hear(table, {"kind": "tool", "tool": "on"})
    assert chip(table) == "Your turn"


def test_nothing_is_saved_while_a_bot_is_thinking() -> None:
    table = play("herders", "human", "friendly", seed=1)
    hear(table, view(table))
    records = []
    table.observe(lambda change: records.append(json.loads(change["new"])), "record")
    hear(table, {"kind": "typed", "text": str(table.state.legal()[0])}, {"kind": "tool", "tool": "skip"})
    assert records
    assert table.mode.hand.acts
    for record in records:
        other = play("herders", seed=2)
        hear(other, {"kind": "resume", "record": json.dumps(record), "id": ""})
        assert other.mode.hand.acts, "a game saved before a bot's move would wait for the bot forever"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_reopened_game_says_where_it_stands(game_id: str) -> None:
    seats = len(GAMES[game_id].seats(GAMES[game_id].choose()))
    table = play(game_id, "human", *["friendly"] * (seats - 1), seed=5)
    for _ in range(4):
        if table.state.to_move is not None:
            hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    other = play(game_id, seed=6)
    hear(other, {"kind": "resume", "record": table.record, "id": "g1"})
    assert not other.mode.device.veiled, "the only person's own hand is hidden"
    assert other.names == table.names
    assert f"{len(table.mode.moves)} moves have been played." in words(other, "status")
    since = [*takewhile(lambda move: move.seat != 0, reversed(table.mode.moves))]
    if since:  # what the bots have played since is reported again, and marked
        assert str(since[0].events[0]) in html.unescape(re.sub("<[^>]*>", "", other.slots["status"]))
        assert any(mark.area for mark in other.mode.marks()) == any(e.cells for move in since for e in move.events)
    if table.state.to_move is None:
        return
    hear(other, {"kind": "typed", "text": str(other.state.legal()[0])})
    assert len(other.mode.timeline.line) > len(table.mode.timeline.line)


@pytest.mark.parametrize("game_id", having("view"))
def test_a_reopened_game_of_several_people_shows_no_hand(game_id: str) -> None:
    table = play(game_id, seed=5)
    hear(table, UNVEIL, {"kind": "typed", "text": str(table.state.legal()[0])}, UNVEIL)
    other = play(game_id, seed=6)
    hear(other, {"kind": "resume", "record": table.record, "id": "g1"})
    assert other.mode.device.veiled == table.mode.session.has_secrets
    assert "I am " in words(other, "tools") or not table.mode.session.has_secrets


def remembered(sent: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return what a board asks the page to remember about the last game against the computer."""
    return [(m["name"], m["value"]) for m in sent if m["kind"] == "remember" and m["name"].startswith("against.")]


def test_the_next_game_against_the_computer_is_like_the_last() -> None:
    computer = {"kind": "tool", "tool": "computer"}
    first = play("catbox", seed=7)
    assert remembered(hear(first, computer)) == [("against.catbox", "4 friendly")]
    assert first.mode.players == ["human", "friendly", "friendly", "friendly"]
    values = {"seat-plum": "human", "seat-teal": "careful", "seat-orange": "careful", "players": "3"}
    (last,) = remembered(hear(first, {"kind": "form", "form": "new", "values": values}))
    again = play("catbox", seed=8)
    hear(again, {"kind": "remembered", "name": last[0], "value": last[1]}, computer)
    assert again.mode.players == ["human", "careful", "careful"]
    hear(again, {"kind": "form", "form": "new", "values": {"players": "5"}}, computer)
    assert again.mode.players == ["human", *["careful"] * 4], "the number chosen just now counts"
    for value in ("", "x", "0 friendly", "9 friendly", "3 nobody", "\N{SUPERSCRIPT TWO} friendly"):
        other = play("catbox", seed=8)
        hear(other, {"kind": "remembered", "name": last[0], "value": value}, computer)
        assert other.mode.players == ["human", "friendly", "friendly", "friendly"]


def test_games_from_before_the_levels_are_still_read() -> None:
    """Saved games, links and the level of the last game can have the old names of the bots."""
    other = play("catbox", "human", "greedy", "random", "sampling", seed=1)
    assert other.mode.players == ["human", "careful", "beginner", "master"]
    table = play("herders", seed=1)
    (saved,) = [m for m in hear(table, {"kind": "tool", "tool": "save"}) if m["kind"] == "download"]
    before = {**json.loads(saved["text"]), "seats": ["human", "greedy"]}
    hear(table, {"kind": "file", "text": json.dumps(before)})
    assert table.mode.players == ["human", "careful"]
    hear(other, {"kind": "address", "fragment": "game=catbox&seats=human,sampling,greedy,random"})
    assert other.mode.players == ["human", "master", "careful", "beginner"]
    hear(
        other,
        {"kind": "remembered", "name": "against.catbox", "value": "4 greedy"},
        {"kind": "tool", "tool": "computer"},
    )
    assert other.mode.players == ["human", "careful", "careful", "careful"]


def test_a_game_with_a_bot_of_the_reader_is_not_saved_among_the_games_of_the_play_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BOTS, "eager", BOTS["friendly"])
    assert play("territory", "human", "eager").mode.keeps == ""
    assert play("territory", "human", "master").mode.keeps == "game.territory"
