"""A table: whole games on its devices, seats and keys, taking back moves, bots, pauses, and going on after a kill."""

from __future__ import annotations

import html
import re
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind
from cattools.core.game import AnyState
from cattools.core.selection import next_areas
from cattools.core.timeline import Timeline
from cattools.games import GAMES
from cattools.table import surroundings
from cattools.table.store import Store
from cattools.table.surroundings import LATEST, Invitation
from cattools.table.table import FairDealer, Table, TableError
from cattools.widgets.html import Html
from cattools.widgets.move_list import moves
from tests.kinds import some
from tests.table.tables import INVITATION, Phone, keys_in, play_out, seated, table_of

SHORT = {"herders": "limit=9"}  # options with which a random game is short


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some(GAMES, lambda game: game == "catbox"))
def test_a_whole_game_is_played_and_goes_on_from_the_file(game_id: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    table = table_of(game_id, options=SHORT.get(game_id, ""), file=file)
    phones, screen = seated(table), Phone(table, shared=True)
    play_out(table, phones, Random(5))
    assert table.state.to_move is None
    assert [phone.errors() for phone in (*phones, screen)] == [[]] * (len(phones) + 1)
    for phone in (*phones, screen):
        assert "cat-result" in phone.slot("status")
        assert "cat-score-sheet" in phone.slot("moves")
    saved = Store(file).load(table.code)
    assert saved is not None
    again = Table(Store(file), saved)
    assert (again.state, again.log, again.people) == (table.state, table.log, table.people)
    assert again.record().replay().state == table.state


def test_every_action_is_saved_before_a_device_learns_of_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    table = table_of("catbox", file=file)
    phones = seated(table)
    reader = sqlite3.connect(file)
    count = lambda: reader.execute("select count(*) from entries").fetchone()[0]  # noqa: E731
    seen: list[tuple[int, int]] = []
    for phone in phones:
        phone.screen.send = lambda _: seen.append((count(), len(table.session.timeline.line)))
    for _ in range(12):
        phones[table.state.mover or 0].play(table.state.legal()[0])
    reader.close()
    assert len(seen) > 12
    assert [saved for saved, _ in seen] == [played for _, played in seen]


def test_what_cannot_be_saved_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("herders")
    phones, node = seated(table), table.session.timeline.node

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(table.store, "add", full)
        phones[0].play("a2")
    assert phones[0].errors() == ["This could not be saved: database or disk is full."]
    assert table.session.timeline.node is node
    phones[0].play("a2")
    assert table.session.timeline.node is not node
    saved = table.store.load(table.code)
    assert saved is not None
    assert Table(table.store, saved).state == table.state


def test_two_servers_cannot_both_go_on_with_a_table(tmp_path: Path) -> None:
    table = table_of("herders", file=tmp_path / "tables.sqlite")
    saved = table.store.load(table.code)
    assert saved is not None
    other = Table(Store(tmp_path / "tables.sqlite"), saved)
    action = table.state.legal()[0]
    Phone(table, 0).play(action)
    phone, before = Phone(other, 0), other.state
    phone.play(action)
    assert phone.errors() == ["Another server goes on with this table. Stop one of the two."]
    assert other.state == before


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", GAMES)
def test_the_next_game_begins_without_the_score_sheet_of_the_last_one(game_id: str) -> None:
    table = table_of(game_id, options=SHORT.get(game_id, ""))
    phones, screen = seated(table), Phone(table, shared=True, host=True)
    play_out(table, phones, Random(5))
    assert "cat-score-sheet" in screen.slot("moves")
    screen.send("deal")
    for device in (screen, *phones):
        assert "cat-score-sheet" not in device.slot("moves")
        assert "cat-result" not in device.slot("status")


def test_nobody_can_compute_the_deal_from_a_seed() -> None:
    deals = {str(Table.begin(Store(), GAMES["catbox"]).state) for _ in range(3)}
    assert len(deals) == 3
    assert FairDealer().seed == Dealer(0).seed


# --- seats -----------------------------------------------------------------------------------------------------------


def test_a_seat_is_taken_once_and_taken_again_with_its_key(tmp_path: Path) -> None:
    table = table_of("catbox", file=tmp_path / "tables.sqlite")
    ada, ben = Phone(table), Phone(table)
    (key,) = keys_in(ada.send("sit", seat=1, name="Ada"))
    assert len(key) == 22  # 128 bits
    assert table.seat_of(key) == 1
    assert table.seat_of("") is None
    assert table.seat_of("é" * 22) is None
    assert ben.send("sit", seat=1, name="Ben")[-1]["text"].startswith("Ada is taken.")
    assert ben.send("sit", seat=7, name="")[-1]["text"] == "Expected a seat from 0 to 3, found 7."
    assert ben.send("sit", seat=2, name="ada")[-1]["text"].startswith("Expected a different name for each player")
    assert ben.screen.seat is None
    ben.send("sit", seat=2, name="Ben")
    saved = table.store.load(table.code)
    assert saved is not None
    assert key not in str(saved)
    assert Table(table.store, saved).seat_of(key) == 1


def test_the_host_frees_a_seat_and_its_device_becomes_a_watcher() -> None:
    table = table_of("catbox")
    ada, screen = Phone(table), Phone(table, shared=True, host=True)
    (key,) = keys_in(ada.send("sit", seat=0, name="Ada"))
    assert Phone(table).send("free", seat=0)[-1]["text"] == "Only the host of the table can do that."
    assert "Press again to take the seat from Ada" in screen.send("free", seat=0)[-1]["around"]
    assert table.seat_of(key) == 0
    screen.send("timer", seconds=30)
    assert "Press again" not in screen.last("around")
    screen.send("free", seat=0)
    screen.send("free", seat=0)
    assert ada.screen.seat is None
    assert table.seat_of(key) is None
    assert screen.send("free", seat=9)[-1]["text"] == "Expected a seat from 0 to 3, found 9."
    assert "Take a seat" in ada.last("around")


def test_a_seat_of_the_computer_is_not_called_free_but_can_be_taken() -> None:
    table = table_of("catbox", options="players=3")
    screen, phone = Phone(table, shared=True), Phone(table)
    assert "3 seats are free." in screen.last("around")
    table.let_play(1, "beginner")
    assert "2 seats are free." in screen.last("around")
    offered = re.findall(r"<button[^>]*>([^<]*)</button>", phone.last("around"))
    assert offered == ["Plum", "Orange", "Teal, instead of the computer"]
    for seat in (0, 2):
        table.let_play(seat, "beginner")
    assert not re.search(r"seats? (is|are) free", screen.last("around"))
    assert "Teal, instead of the computer" in phone.last("around")
    phone.send("sit", seat=1, name="Ada")
    assert phone.screen.seat == 1
    assert not table.players[1].bot


def test_what_everybody_waits_for_is_shown_once_on_a_device() -> None:
    table = table_of("catbox")
    for device in (*seated(table)[1:], Phone(table)):
        shown = [re.sub(r'<p class="cat-sr">.*?</p>|<[^>]*>', "", device.slot(name)) for name in ("task", "status")]
        assert ["puts one card aside" in said for said in shown] == [True, False]


@pytest.mark.slow
def test_only_the_seat_to_move_has_buttons_in_its_picture() -> None:
    table = table_of("cattricola", options="players=3")
    devices: list[Phone] = [*seated(table), Phone(table), Phone(table, shared=True)]
    rng = Random(2)
    for _ in range(30):
        mover = table.state.mover
        assert mover is not None
        for seat, device in enumerate(devices):
            board = device.screen.mode
            assert board is not None
            assert {"done", "pass"}.isdisjoint(board.scene().areas) == (seat != mover)
        devices[mover].play(rng.choice(table.state.legal()))


@pytest.mark.nightly
def test_the_screen_for_all_shows_a_winners_quilt_first_and_names_it() -> None:
    table = table_of("calico", options="players=4")
    phones, screen = seated(table, ["Ada", "Ben", "Cy", "Di"]), Phone(table, shared=True)
    play_out(table, phones, Random(5))
    assert screen.slot("caption.quilt-at-end") == ["Ada", "Ben", "Cy", "Di"][table.state.winners()[0]]
    sheets = [re.findall(r"<details[^>]*cat-score-sheet[^>]*>", one.slot("moves")) for one in (screen, *phones)]
    assert ["open" in found for (found,) in sheets] == [False, True, True, True, True]


@pytest.mark.nightly
def test_the_result_is_stated_once_on_every_screen() -> None:
    for game_id in GAMES:
        table = table_of(game_id, options=SHORT.get(game_id, ""))
        devices = [*seated(table), Phone(table), Phone(table, shared=True)]
        for step in range(3000):
            if (mover := table.state.mover) is None:
                break
            devices[mover].play(Random(step).choice(table.state.legal()))
        result = str(table.state.status())
        for device in [*devices, Phone(table)]:
            said = "".join(device.slot(name) for name in ("head", "task", "status"))
            assert said.count("cat-result") == 1
            assert result not in re.sub(r"<p[^>]*cat-result.*?</p>", "", said, flags=re.DOTALL), game_id
            assert "The game is over." in device.slot("head")


def test_only_the_link_opens_a_seat_that_moves_to_another_device() -> None:
    table = table_of("catbox")
    ada, other, host = Phone(table), Phone(table), Phone(table, host=True)
    (key,) = keys_in(ada.send("sit", seat=0, name="Ada"))
    with pytest.raises(TableError, match="Teal is free"):
        table.offer(1)
    panel = host.send("offer", seat=0, on=True)[-1]["around"]
    assert "Ada: moves to another device" in panel
    assert INVITATION.address in panel
    assert INVITATION.address not in Phone(table, host=True).last("around")  # only one device shows it
    assert other.send("sit", seat=0, name="Eve")[-1]["text"].startswith("Ada is taken.")
    assert table.redeem("x" * 22) is None
    host.send("offer", seat=0, on=False)
    assert "moves to" not in host.last("around")
    assert ada.screen.seat == 0  # nothing has changed
    ticket, newer = table.offer(0), table.offer(0)
    assert table.redeem(ticket) is None
    saved = table.store.load(table.code)
    assert saved is not None
    assert newer not in str(saved)
    moved = table.redeem(newer)
    assert moved is not None
    assert table.redeem(newer) is None
    assert ada.last("keys") == []
    assert ada.last("text") == "Your seat has moved to another device. This one only watches now."
    assert (table.seat_of(key), table.seat_of(moved[1])) == (None, 0)
    assert "Ada: away" in host.last("around")


def test_a_device_says_why_it_has_lost_its_seat_unless_its_person_stood_up() -> None:
    table = table_of("catbox")
    (ada, ben), host = (Phone(table), Phone(table)), Phone(table, host=True)
    ada.send("sit", seat=0, name="Ada")
    ben.send("sit", seat=1, name="Ben")
    host.send("free", seat=0)
    host.send("free", seat=0)
    assert ada.last("text") == "The host has freed your seat. You can take a free one."
    assert not [one for one in ben.send("stand") if one["kind"] == "error"]


def test_only_an_address_of_the_network_is_offered_to_phones() -> None:
    table = table_of("herders")
    for address, words in (
        ("http://127.0.0.1:8010/join/ABCDE", "Only this computer can open"),
        ("http://192.168.1.7:8010/join/ABCDE", "Scan the code with a phone"),
    ):
        shown = surroundings.html(table, None, (), Invitation(address, Html("<svg></svg>")), None)
        assert words in shown
        assert ("<svg>" in shown) == ("192" in address)


def test_two_people_share_a_phone_which_hides_both_hands_while_it_is_passed_on() -> None:
    table = table_of("catbox")
    phone = Phone(table)
    for seat, name in enumerate(("Ada", "Ben")):
        phone.send("sit", seat=seat, name=name)
    assert len(phone.last("keys")) == 2
    phone.send("show", seat=0)
    assert "Ada (you)" in phone.slot("side")
    phone.play(table.state.legal()[0])
    assert table.state.mover == 1
    assert phone.screen.seat is None
    assert "Pass the device to Ben." in phone.slot("task")
    assert "I am Ben: show my side" in phone.slot("tools")
    watcher = Phone(table)
    assert phone.last("names") == watcher.last("names")
    phone.send("show", seat=1)
    assert "Ben (you)" in phone.slot("side")
    assert phone.send("show", seat=2)[-1]["text"] == "This device does not have that seat."
    phone.send("stand")
    shown: int | None = phone.screen.seat
    assert (shown, len(phone.last("keys"))) == (0, 1)


@pytest.mark.parametrize("game_id", some(["catbox", "territory", "cattricola"], lambda game: game == "catbox"))
def test_both_hands_are_hidden_whenever_the_device_is_to_be_passed(game_id: str) -> None:
    table = table_of(game_id)
    first = Phone(table)
    mover = table.state.mover or 0
    other = 1 - mover if mover < 2 else 0
    first.send("sit", seat=mover, name="Ann")
    assert first.screen.seat == mover
    first.send("sit", seat=other, name="Bob")  # while it is Ann's turn
    for phone in (first, Phone(table, other, mover)):
        assert phone.screen.seat is None
        assert "Pass the device to Ann." in phone.slot("task")
        assert "I am Ann: show my side" in phone.slot("tools")
        assert "I am Bob: show my side" not in phone.slot("tools")
    first.send("show", seat=other)  # as from a button that was pressed too late
    assert first.screen.seat is None
    first.send("show", seat=mover)
    assert first.screen.seat == mover
    assert "show my side" not in first.slot("tools")


def test_hands_are_hidden_when_a_seat_goes_back_from_the_computer_to_a_person_of_the_device() -> None:
    table = table_of("catbox")
    phone = Phone(table)
    mover = table.state.mover or 0
    other = (mover + 1) % 4
    for seat in (mover, other):
        phone.send("sit", seat=seat, name="")
    table.let_play(mover, "beginner")
    phone.send("show", seat=other)
    assert phone.screen.seat == other
    table.let_play(mover, "")
    assert phone.screen.seat is None


def test_without_secrets_a_shared_phone_shows_whose_turn_it_is_at_once() -> None:
    table = table_of("herders")
    phone = Phone(table, 0, 1)
    while table.state.mover == 0:
        assert phone.screen.seat == 0
        phone.play(table.state.legal()[0])
    assert phone.screen.seat == 1


@pytest.mark.slow
def test_your_turn_is_shown_only_to_a_person_who_is_to_move_now() -> None:
    table = table_of("territory")
    phones = seated(table, ["Ada", "Ben", "Cy", "Di"])
    mover = table.state.mover or 0
    assert "Your turn" in phones[mover].slot("head")
    table.let_play(mover, "beginner")
    assert "Your turn" not in phones[mover].slot("head")
    table.let_play(mover, "")
    play_out(table, phones, Random(5))
    for phone in phones:
        phone.board("tool", tool="earlier", finger=False)
        assert "Your turn" not in phone.slot("head")


def test_a_watcher_reads_that_it_is_watching_whatever_the_phase_of_the_game() -> None:
    for game_id in GAMES:
        assert "You are watching this game." in Phone(table_of(game_id)).slot("task")


def test_a_timer_only_shows_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("cattools.table.table.monotonic", lambda: now)
    table = table_of("herders")
    phones, host = seated(table), Phone(table, host=True)
    assert phones[0].last("clock")["of"] == 0
    host.send("timer", seconds=30)
    assert phones[0].last("clock") == {"of": 30, "used": 0.0, "runs": True}
    now += 100  # the time is up
    host.send("pause", on=True)
    assert phones[0].last("clock") == {"of": 30, "used": 100.0, "runs": False}
    host.send("pause", on=False)
    host.send("teach", what="presentation")
    assert phones[0].last("clock")["of"] == 0
    now += 100  # the lesson
    host.send("teach", what="")
    while table.state.mover == 0:
        assert phones[1].last("clock") == {"of": 30, "used": 100.0, "runs": True}
        phones[0].play(table.state.legal()[0])
    assert phones[1].last("clock") == {"of": 30, "used": 0.0, "runs": True}
    assert host.send("timer", seconds=7)[-1]["text"] == "Expected one of 0, 30, 60, 120, 300, found 7."
    host.send("timer", seconds=0)
    assert phones[0].last("clock")["of"] == 0


def test_the_screen_for_all_says_what_the_player_to_move_has_to_press() -> None:
    table = table_of("catbox")
    screen, watcher = Phone(table, shared=True), Phone(table)
    assert "Nobody plays Plum yet" in screen.slot("task")
    seated(table)
    assert "Plum, on your own device: Press a card in your hand" in screen.slot("task")
    assert "Plum puts one card aside" in watcher.slot("task")
    table.pause(on=True)
    assert "The game is paused." in screen.slot("task")


def test_what_to_press_is_not_shown_to_all_if_it_depends_on_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("catbox")
    monkeypatch.setattr(type(table.state), "prompt", lambda self: f"You have {self.hands}.")
    seated(table)
    assert "puts one card aside" in Phone(table, shared=True).slot("task")


def test_each_device_steps_through_the_moves_of_a_finished_game_on_its_own() -> None:
    table = table_of("herders", options=SHORT["herders"])
    phones = seated(table)
    play_out(table, phones, Random(5))
    first = moves(table.session.timeline.line)[0]
    before, others = phones[0].slot("head"), len(phones[1].got)
    phones[0].board("tool", tool="first")
    assert "The start of the game." in phones[0].slot("status")
    assert phones[0].slot("head") != before
    phones[0].board("tool", tool="later")
    assert str(first.events[0]) in phones[0].slot("status")
    for _ in range(3):
        phones[0].board("tool", tool="earlier")  # no further than the start
    assert "The start of the game." in phones[0].slot("status")
    phones[0].board("tool", tool="last")
    assert phones[0].slot("head") == before
    assert phones[0].errors() == []
    assert len(phones[1].got) == others
    Phone(table, host=True).send("deal")
    assert "cat-result" not in phones[0].slot("status")


def test_a_bot_plays_for_a_leaver_and_gives_the_seat_back() -> None:
    table = table_of("catbox")
    phones = seated(table)
    mover = table.state.mover or 0
    assert table.bot_turn() is None
    other = phones[(mover + 1) % 4]
    assert other.send("let", seat=mover, bot="beginner")[-1]["text"] == "Only the host of the table can do that."
    phones[mover].send("let", seat=mover, bot="beginner")
    turn, before = table.bot_turn(), table.state
    assert turn is not None
    phones[mover].board("press", area="h1")  # the person cannot act meanwhile
    assert table.state is before
    node, choose = turn
    table.play_bot(node, choose())
    assert table.state is not before
    after = table.state
    table.play_bot(node, before.legal()[0])  # too late: the game has gone on
    assert table.state is after
    phones[mover].send("let", seat=mover, bot="")
    assert table.bot_turn() is None
    assert phones[0].send("let", seat=0, bot="deep")[-1]["text"].startswith("Expected one of the bots beginner")


def test_a_long_name_leaves_room_for_the_word_computer() -> None:
    table = table_of("catbox")
    seated(table, ["Ada", "Maximilian Longname", "Wolfgang Amadeus A.", "Wolfgang Amadeus B."])
    for seat in range(4):
        table.let_play(seat, "beginner")
    found = re.findall(r"<strong>(?:<span>)?([^<]*)", Phone(table).slot("side"))
    assert found == ["Ada (computer)", "Maximilian (computer)", "Wolfgang A… (computer)", "Wolfgang A… (computer)"]


def test_bots_alone_play_a_game_to_its_end() -> None:
    table = table_of("herders")
    host = Phone(table, host=True, shared=True)
    for seat in range(2):
        host.send("let", seat=seat, bot="beginner")
    for _ in range(3000):
        turn = table.bot_turn()
        if turn is None:
            break
        table.play_bot(turn[0], turn[1]())
    assert table.state.to_move is None
    assert "cat-result" in host.slot("status")


def test_nobody_acts_while_the_game_is_paused() -> None:
    table = table_of("herders")
    phones, host = seated(table), Phone(table, host=True)
    host.send("pause", on=True)
    before = table.state
    phones[table.state.mover or 0].play(before.legal()[0])
    assert table.state is before
    assert "The game is paused." in phones[0].slot("status")
    host.send("pause", on=False)
    assert "The game goes on." in phones[0].slot("status")
    assert "paused" not in phones[0].slot("status")
    phones[table.state.mover or 0].play(before.legal()[0])
    assert table.state is not before


def test_a_press_out_of_turn_is_answered_and_a_prompt_does_not_repeat_the_heading() -> None:
    table = table_of("territory")
    phones, watcher = seated(table, ["Ada"]), Phone(table)
    mover = table.state.mover
    assert mover is not None
    waiting, who = phones[(mover + 1) % len(phones)], table.name_of(mover)
    area = next(iter(table.state.game.scene_of(table.state).areas))
    waiting.board("press", area=area)
    assert f"It is not your turn: {who} is to move." in waiting.slot("status")
    assert f"Wait until {who} has played." in waiting.slot("task")
    watcher.board("press", area=area, finger=True)
    assert f"You are watching: {who} is to move." in watcher.slot("status")
    assert "You are watching this game." in watcher.slot("task")


def test_the_messages_use_the_names_of_people_who_have_just_sat_down() -> None:
    table = table_of("catbox")
    screen, ada = Phone(table, shared=True), Phone(table)
    assert "Plum" in screen.slot("status")
    ada.send("sit", seat=0, name="Ada")
    for slot in ("status", "task", "head", "side"):
        assert "Plum" not in screen.slot(slot), slot


def test_the_later_of_two_devices_of_a_seat_sees_why_it_cannot_act() -> None:
    table = table_of("catbox")
    seated(table)
    one, other = Phone(table, 0), Phone(table, 0)
    action = table.state.legal()[0]
    one.play(action)
    after = table.state
    other.play(action)
    assert table.state is after
    assert "Teal" in other.slot("status")


# --- other games ---------------------------------------------------------------------------------------------------


def reopened(table: Table) -> Table:
    """Return a table as a server that has been started again loads it."""
    saved = table.store.load(table.code)
    assert saved is not None
    return Table(table.store, saved)


def test_nobody_is_named_for_what_a_bot_did_before_in_the_same_seat() -> None:
    table = table_of("herders")
    screen, kim, lou = Phone(table, shared=True), Phone(table), Phone(table)
    table.let_play(0, "beginner")
    while table.state.mover == 0:
        turn = table.bot_turn()
        assert turn is not None
        table.play_bot(turn[0], turn[1]())
    usual = [table.said(entry) for entry in table.log]
    kim.send("sit", seat=0, name="Kim")
    assert "Kim" in screen.slot("side")
    lou.send("sit", seat=1, name="Lou")
    play_out(table, [kim, lou], Random(1), most=4)
    for one in (table, reopened(table)):
        said = [one.said(entry) for entry in one.log]
        assert said[: len(usual)] == usual
        for name in ("Kim", "Lou"):
            assert any(line.startswith(f"{name} ") for line in said[len(usual) :])
    for line in said[-LATEST:]:
        assert f"<li>{line}</li>" in screen.last("around")


def test_a_new_deal_that_ends_a_game_is_asked_for_twice() -> None:
    table, phones, node = after_a_move("catbox")
    host, after = Phone(table, host=True, shared=True), table.session.timeline.node
    assert "Press again to deal a new game and end this one" in host.send("deal")[-1]["around"]
    host.send("timer", seconds=30)
    assert "New deal" in host.last("around")
    host.send("deal")
    phones[table.state.mover or 0].play(table.state.legal()[0])
    assert "New deal" in host.last("around")
    assert node in table.session.timeline.line or node is table.session.timeline.root
    host.send("deal")
    assert after in table.session.timeline.line
    host.send("deal")
    assert after not in table.session.timeline.line
    assert "The host has dealt a new game." in phones[1].slot("status")


def test_the_host_goes_back_to_the_old_game_until_somebody_plays_in_the_new_one() -> None:
    table, phones, _ = after_a_move("catbox")
    host, old, log = Phone(table, host=True), table.state, table.log
    assert "Back to the previous game" not in host.last("around")
    for _ in range(2):
        host.send("deal")
    new = table.state
    assert (table.log, reopened(table).state) == ([], new)
    assert "Back to the previous game" in host.last("around")
    host.send("undo_deal")
    assert (table.state, table.log) == (old, log)
    assert (reopened(table).state, reopened(table).log) == (old, log)
    assert "The host went back to the previous game." in phones[1].slot("status")
    assert phones[1].send("undo_deal")[-1]["text"] == "Only the host of the table can do that."
    for _ in range(2):
        host.send("deal")
    phones[table.state.mover or 0].play(table.state.legal()[0])
    assert "Back to the previous game" not in host.last("around")
    assert host.send("undo_deal")[-1]["text"].startswith("There is no previous game to go back to")


def test_a_deal_that_cannot_be_saved_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table, phones, _ = after_a_move("catbox")
    before = table.session.timeline.node, table.log

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(table.store, "add", full)
        with pytest.raises(TableError, match="could not be saved"):
            table.deal()
    assert (table.session.timeline.node, table.log, table.has_old_game) == (*before, False)
    phones[table.state.mover or 0].play(table.state.legal()[0])
    assert reopened(table).state == table.state


def test_a_finished_game_is_followed_by_another_at_the_same_table() -> None:
    table = table_of("herders", options=SHORT["herders"])
    phones, host = seated(table), Phone(table, host=True, shared=True)
    assert "Play again" not in host.last("around")
    play_out(table, phones, Random(5))
    assert host.last("around").count("Play again") == 1
    for useless in ("Pause", "Take back without asking", "Timer: seconds for a turn"):
        assert useless not in host.last("around")
    assert "Play again" not in phones[0].last("around")
    host.send("deal")
    assert "Pause" in host.last("around")
    assert table.state.to_move is not None
    assert "cat-result" not in phones[0].slot("status")


# --- taking back -----------------------------------------------------------------------------------------------------


def after_a_move(game_id: str = "herders") -> tuple[Table, list[Phone], Any]:
    """Return a table after one move, its phones, and the node before the move."""
    table = table_of(game_id)
    phones, node = seated(table), table.session.timeline.node
    phones[table.state.mover or 0].play(table.state.legal()[0])
    return table, phones, node


def test_a_move_is_taken_back_when_all_others_agree() -> None:
    table, phones, node = after_a_move("catbox")
    after = table.session.timeline.node
    phones[0].board("tool", tool="take-back")
    for phone in phones[1:]:
        assert "asks to take back the last move" in phone.last("asked")
    assert "The others have been asked" in phones[0].slot("status")
    phones[1].send("vote", yes=True)
    assert phones[1].last("asked") == ""
    assert "Waiting for Orange and Slate." in phones[1].last("around")
    phones[2].send("vote", yes=True)
    assert table.session.timeline.node is after
    late = {"kind": "news", "text": "Nobody asks you to take back a move now."}  # not an error
    assert phones[0].send("vote", yes=True) == [late]
    phones[3].send("vote", yes=True)
    assert table.session.timeline.node is node
    saved = table.store.load(table.code)
    assert saved is not None
    assert Table(table.store, saved).state == node.state
    assert table.log == Table(table.store, saved).log == []


@pytest.mark.parametrize(("game_id", "drawn"), [("calico", True), ("catbox", False), ("herders", False)])
def test_taking_back_a_move_says_so_if_something_was_drawn_after_it(game_id: str, drawn: bool) -> None:
    table = table_of(game_id)
    phones, rng = seated(table), Random(1)
    table.set_free(on=True)
    mover = table.state.mover or 0
    for step in range(40):
        played = len(table.session.timeline.line)
        mover = table.state.mover or 0
        phones[mover].play(rng.choice(table.state.legal()))
        if step > 4 and (len(table.session.timeline.line) - played > 1) == drawn:
            break
    phones[mover].board("tool", tool="take-back")
    said = phones[mover].slot("status")
    assert "has taken back a move." in said
    assert ("drawn again, so it may be different." in said) == drawn


def test_one_refusal_is_enough() -> None:
    table, phones, _ = after_a_move()
    after = table.session.timeline.node
    phones[0].board("tool", tool="take-back")
    phones[1].send("vote", yes=False)
    assert table.request is None
    assert table.session.timeline.node is after
    assert "does not agree" in phones[0].slot("status")


def test_after_a_restart_a_player_learns_what_became_of_a_request_to_take_back_a_move() -> None:
    table, phones, _ = after_a_move()
    phones[0].board("tool", tool="take-back")
    again = reopened(table)
    assert again.request is None
    assert "Red asked to take back a move, but the server was started again" in Phone(again, 0).slot("status")
    phones[1].send("vote", yes=False)
    assert "started again" not in Phone(reopened(table), 0).slot("status")


def test_an_action_ends_a_request_and_the_asker_learns_of_it() -> None:
    table, phones, _ = after_a_move("catbox")
    phones[0].board("tool", tool="take-back")
    phones[1].play(table.state.legal()[0])
    assert table.request is None
    assert phones[2].last("asked") == ""
    assert "so your move stays" in phones[0].slot("status")
    assert "so your move stays" not in phones[2].slot("status")
    phones[2].play(table.state.legal()[0])
    assert "so your move stays" not in phones[0].slot("status")


def test_a_request_says_which_moves_it_takes_back() -> None:
    table, phones, _ = after_a_move("catbox")
    screen = Phone(table, shared=True)
    phones[1].play(table.state.legal()[0])
    phones[0].board("tool", tool="take-back")
    undone = [str(entry.said[0]) for entry in table.log]
    assert len(undone) == 2
    for shown in (screen.last("around"), phones[1].last("asked")):
        assert "asks to take back the last 2 moves." in shown
        for said in undone:
            assert said in shown


def test_nobody_waits_for_a_device_that_has_gone() -> None:
    table, phones, node = after_a_move()
    phones[0].board("tool", tool="take-back")
    phones[1].screen.close()
    assert table.session.timeline.node is node


def test_the_host_can_let_players_take_back_moves_without_asking() -> None:
    table, phones, node = after_a_move()
    host = Phone(table, host=True)
    host.send("unasked", on=True)
    phones[0].board("tool", tool="take-back")
    assert table.session.timeline.node is node
    with pytest.raises(TableError, match="There is no move to take back"):
        table.ask_back(0)


def test_escape_and_foreign_buttons_take_nothing_back() -> None:
    table, phones, _ = after_a_move()
    after = table.session.timeline.node
    phones[0].board("back")
    for tool in ("undo", "redo", "reset", "save", "open"):
        (answer,) = phones[0].board("tool", tool=tool)
        assert answer["kind"] == "error"
    assert table.session.timeline.node is after
    assert table.request is None


def test_the_record_is_given_only_after_the_end() -> None:
    table = table_of("catbox")
    with pytest.raises(TableError, match="once the game is over"):
        table.record()


def test_a_new_deal_keeps_the_people_and_goes_on_from_the_file() -> None:
    table = table_of("catbox")
    phones, host = seated(table, ["Ada"]), Phone(table, host=True)
    play_out(table, phones, Random(1), 10)
    before = table.state
    for _ in range(2):
        host.send("deal")
    assert table.state != before
    assert table.log == []
    assert str(table.name_of(0)) == "Plum"  # a name is used in sentences only, through `here`
    assert "Ada: here" in host.last("around")
    play_out(table, phones, Random(1), 10)
    saved = table.store.load(table.code)
    assert saved is not None
    assert Table(table.store, saved).state == table.state


def test_what_may_i_do_lists_and_marks_what_can_be_pressed() -> None:
    table = table_of("catbox")
    phones = seated(table)
    mover = table.state.mover or 0
    phones[mover].board("tool", tool="possible")
    assert "Possible now:" in phones[mover].slot("status")
    assert phones[mover].last("pictures")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_what_may_i_do_forgets_a_press_that_leads_nowhere(game_id: str) -> None:
    table = table_of(game_id)
    phones = seated(table)
    while not (idle := _idle_areas(table.state)):  # in some games every cell can be pressed at first
        phones[table.state.mover or 0].play(table.state.legal()[0])
    phone = phones[table.state.mover or 0]
    phone.board("tool", tool="possible")
    usual = phone.slot("status")
    for area in idle:
        phone.board("press", area=area, finger=True)
        phone.board("tool", tool="possible")
        assert phone.slot("status") == usual, area


def _idle_areas(state: AnyState) -> list[str]:
    """Return the areas with which no legal action begins."""
    begins = next_areas(state, ())
    return [area for area in state.game.scene_of(state).areas if area not in begins and not next_areas(state, (area,))]


def test_a_device_gets_its_own_language() -> None:
    table = table_of("catbox")
    english, japanese, unknown = Phone(table), Phone(table, language="ja"), Phone(table, language="tlh")
    assert english.slot("task") == unknown.slot("task") != japanese.slot("task")


def test_all_words_about_a_move_are_in_the_language_of_the_device() -> None:
    table = table_of("catbox")
    phones, other = seated(table, ["Ada", "Ben", "Cy", "Di"]), Phone(table, language="ja")
    rng = Random(1)
    with table.changing():
        while table.state.mover is not None:  # as bots do, outside the language and the names of any device
            table.session.play(rng.choice(table.state.legal()))
    for phone, wrong in ((phones[0], "Plum|Teal|Orange|Slate"), (other, "Plum|Teal|Orange|Slate| and ")):
        found = re.sub("<[^>]*>", "", phone.slot("status") + phone.last("around"))
        assert "Ada" in found
        assert not re.search(wrong, found), found


def test_a_table_that_no_longer_fits_the_rules_names_its_entry() -> None:
    from dataclasses import replace

    from cattools.core.errors import RecordError

    table = table_of("herders")
    seated(table)
    saved = table.store.load(table.code)
    assert saved is not None
    broken = replace(saved, entries=(*saved.entries, "play z9"))
    with pytest.raises(RecordError, match=f"entry {len(broken.entries)}: "):
        Table(table.store, broken)


def test_unused_tables_are_forgotten() -> None:
    table = table_of("herders")
    assert table.store.forget(60) == []
    assert table.store.forget(-1) == [table.code]
    assert table.store.load(table.code) is None
    assert table.store.codes() == []


def test_a_refusal_stays_when_somebody_sits_down() -> None:
    table = table_of("herders")
    phone, other = Phone(table), Phone(table)
    phone.send("sit", seat=table.state.mover, name="")
    state = table.state
    actions = (state.game.action_from_presses(state, (area,)) for area in state.game.scene_of(state).areas)
    refused = next(action for action in actions if action is not None and state.why_not(action))
    phone.play(refused)
    reason = str(state.why_not(refused)[0])
    assert "cat-refuse" in phone.slot("status")
    for seat, name in ((1, "Ben"), (1, "Bea")):
        other.send("sit", seat=seat, name=name)
        assert reason in html.unescape(phone.slot("status"))
        assert f"{name} has sat down." in phone.slot("status")
        other.send("stand")
    assert "Ben" not in phone.slot("status")
    phone.play(state.legal()[0])
    assert "cat-refuse" not in phone.slot("status")


@pytest.mark.slow
def test_no_update_goes_through_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("herders")
    phones, host = seated(table), Phone(table, host=True)
    for _ in range(2):
        play_out(table, phones, Random(3), 40)
        host.send("deal")
        host.send("deal")
    assert table.has_old_game
    play_out(table, phones, Random(3), 1)
    monkeypatch.setattr(Timeline, "line_to", None)
    host.send("pause", on=True)
    assert "Back to the previous game" not in host.last("around")
    assert (table.has_begun, table.has_old_game, host.errors()) == (True, False, [])


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_wrong_tap_costs_nothing(game_id: str) -> None:
    """Cells can be smaller than a thumb on a phone: the first tap only shows and says what the second one plays."""
    table = table_of(game_id)
    phones, rng = seated(table), Random(2)
    for _ in range(20):
        state = table.state
        if state.to_move is None:
            break
        assert state.mover is not None
        phone, action = phones[state.mover], rng.choice(state.legal())
        areas = state.game.presses(action)
        for area in areas:
            phone.board("press", area=area, finger=True)
            assert table.state is state
        if areas:
            mode = phone.screen.mode
            assert mode is not None
            assert Mark(MarkKind.SELECTED, areas[-1]) in mode.marks()
        else:
            phone.board("tool", tool=f"play:{action}", finger=True)
            assert table.state is state
        said = re.sub("<[^>]*>", " ", phone.slot("status"))
        assert re.search(r"\w.*You can take this back only if the others agree\..*Press again to play it\.", said), said
        phone.play(action)
        assert table.state is not state
