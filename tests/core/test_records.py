"""Game records and links: valid ones are read back, all others are refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cattools.cli import main
from cattools.core import game_record
from cattools.core.chance import Dealer
from cattools.core.errors import CattoolsError, OptionError, RecordError
from cattools.core.timeline import Timeline
from cattools.games import GAMES, game
from cattools.widgets import play
from tests.widgets.board_client import hear

HERDERS = game("herders")
START = "6/7/8/9/10/4r6/10/9/8/7/6 red 1-1 0-0"


def record(**changes: Any) -> str:
    fields: dict[str, Any] = {
        "format": "cattools record",
        "version": 1,
        "game": "herders",
        "options": "",
        "actions": ["f5-f6", "a1"],
        "start": START,
    }
    return json.dumps({k: v for k, v in {**fields, **changes}.items() if v is not ...})


def test_a_record_replays_to_its_end_and_is_written_back() -> None:
    read = game_record.read_record(record(seats=["human", "friendly"], seed=4), GAMES)
    timeline = read.replay()
    assert str(timeline.state).startswith("b5/7/8/9/10/5r5/10/9/8/7/6 red 1-0 0-0 turn=2")
    again = game_record.record_of(timeline, 4, ("human", "friendly"))
    assert again == read
    assert json.loads(again.to_json())["actions"] == ["f5-f6", "a1"]


def test_the_usual_start_is_omitted() -> None:
    timeline, dealer = Timeline(HERDERS.start(HERDERS.choose("three"))), Dealer(1)
    for _ in range(9):
        timeline.play(dealer.choose(timeline.state))
    read = game_record.record_of(timeline)
    assert (read.start, str(read.options), len(read.actions)) == ("", "three", 9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a game record from this book, found nothing"),
        ("\x00\x89PNG\x1a\ufffd", "expected a game record from this book, found something that is not text"),
        ("[" * 100_000, "expected a cattools record, found JSON with more than 100 lists and objects"),
        ("[]", "expected JSON with format 'cattools record', found []"),
        ("{}", "expected JSON with format 'cattools record', found {}"),
        (record(format="cattools position"), "expected JSON with format 'cattools record', found {"),
        (record(version=2), "expected version 1, found 2"),
        ("null", "expected JSON with format 'cattools record', found null"),
        (record(version=...), "expected version 1, found nothing"),
        (record(game=1), "expected game to be a string, found 1"),
        (record(game="chess"), "expected one of the games "),
        (record(options=...), "expected options to be a string, found nothing"),
        (record(options="side=3"), "options: expected one of the options "),
        (record(actions="f5-f6"), 'expected actions to be a list, found "f5-f6"'),
        (record(actions=["f5-f6", 3]), "expected actions to be strings, found 3"),
        (record(start=3), "expected start to be a position in notation, found 3"),
        (record(seed="x"), 'expected a seed from 0 to 999999999, found "x"'),
        (record(seed=True), "expected a seed from 0 to 999999999, found true"),
        (record(seed=-5), "expected a seed from 0 to 999999999, found -5"),
        (record(seats="human"), 'expected seats to be a list of names, found "human"'),
        (record(seats=[1]), "expected seats to be a list of names, found [1]"),
        (record(names=["a\u202eb"]), "expected a name without control characters, found 'a\\u202eb'"),
        (record(names=["a\ab"]), "expected a name without control characters, found 'a\\x07b'"),
        ("x" * (game_record.MOST + 1), "expected at most 1000000 characters, found 1000001"),
    ],
)
def test_malformed_records_are_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError) as error:
        game_record.read_record(text, GAMES)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"start": "nowhere"},
            "start: expected colour, hands, cats after 'nowhere', found nothing",
        ),
        ({"actions": ["f5-f6", "castle"]}, "action 2: expected a move such as "),
        ({"actions": ["f5-f6", "f6-f7"]}, "action 2, f6-f7: The herder on f6 is red; you may move only blue herders."),
        (
            {"actions": ["f5-f9"]},
            "action 1, f5-f9: A herder moves one or two cells in a straight line; it cannot get from f5 to f9.",
        ),
    ],
)
def test_a_record_with_an_illegal_start_or_action_is_refused(changes: dict[str, Any], message: str) -> None:
    read = game_record.read_record(record(**changes), GAMES)
    with pytest.raises(RecordError) as error:
        read.replay()
    assert str(error.value).startswith(message)


def test_a_record_with_actions_after_the_end_is_refused() -> None:
    read = game_record.read_record(record(options="limit=2", actions=["f5-f6", "a1", "f6-f7"]), GAMES)
    with pytest.raises(RecordError, match="action 3, f6-f7: The game is over"):
        read.replay()


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("", "expected a link that names its game, found ''"),
        ("#game=herders", "expected an address with position=, found '#game=herders'"),
        ("#game=chess&position=x", "expected one of the games "),
        (
            "#game=herders&position=x",
            "position: expected colour, hands, cats after 'x', found nothing",
        ),
        ("#game=herders&options=x&position=x", "options: expected one of the options "),
    ],
)
def test_malformed_links_are_refused(link: str, message: str) -> None:
    with pytest.raises(RecordError) as error:
        game_record.read_link(link, GAMES)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("kind", game_record.LINKS)
def test_an_unknown_key_of_a_link_is_refused_with_the_nearest_key(kind: str) -> None:
    link = f"game=calico&{kind}=x"
    for key in game_record.LINKS[kind]:
        assert game_record.link_fields(f"{link}&{key}=y", kind)[key] == "y"
    with pytest.raises(RecordError, match=r"^this page cannot read 'wibble' in its address$") as error:
        game_record.link_fields(f"{link}&wibble=3", kind)
    assert error.value.address == link
    for key in (kind, *game_record.LINKS[kind]):
        with pytest.raises(RecordError, match=f"^this page cannot read '{key}z' in .*; did you mean {key}[?]") as error:
            game_record.link_fields(f"game=calico&{key}z=3", kind)
        assert error.value.address == (f"game=calico&{key}=3" if key == kind else "")


@pytest.mark.parametrize(
    ("link", "found", "address"),
    [
        ("players=3", "players=3", "options=players=3"),
        ("playrs=3", "playrs=3", "options=players=3"),
        ("players=3&family=", "players=3&family=", "options=players=3,family"),
        ("options=players=3&family=", "family=", "options=players=3,family"),
        ("game=calico&position=x&players=3", "players=3", "game=calico&position=x&options=players=3"),
    ],
)
def test_options_outside_the_options_of_a_link_are_refused_with_the_right_address(
    link: str, found: str, address: str
) -> None:
    with pytest.raises(RecordError) as error:
        game_record.link_fields(link, "position", "options", of=GAMES["calico"])
    assert str(error.value) == f"expected options after #options= in the address, found {found!r}"
    assert error.value.address == address


def test_a_doubled_key_and_a_key_like_no_other_are_refused() -> None:
    calico = GAMES["calico"]
    with pytest.raises(RecordError, match=r"^expected options only once, found it in "):
        game_record.link_fields("options=players=3&options=players=4", "options", of=calico)
    known = ", ".join(calico.known_options)
    with pytest.raises(RecordError, match=f"cannot read 'wibble' in its address; the options are {known}$") as error:
        game_record.link_fields("wibble=3", "position", "options", of=calico)
    assert error.value.address == ""


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("options=players=9", "options=players=4"),
        ("game=calico&options=family,playrs=3", "game=calico&options=family,players=3"),
        ("options=cats=Milie+Rumi+Leo", "options=cats=Millie+Rumi+Leo"),
        ("options=players=3,duel", "options=players=2,duel"),
        ("options=scenario=1,duel,first-game", "options=scenario=0,duel,first-game"),
        ("options=players=9,duel", "options=players=2,duel"),
        ("options=players=x", ""),
        ("options=players=9,board=x", ""),
        ("seats=human", ""),
    ],
)
def test_a_refused_option_suggests_an_address_that_can_be_chosen(link: str, address: str) -> None:
    calico = GAMES["calico"]
    fields = game_record.link_fields(link, "seats", "options", of=calico)
    with pytest.raises(CattoolsError) as error:
        calico.choose(fields["options"] or "players=9")
    game_record.suggest_address(error.value, link, calico)
    assert error.value.address == address


def test_a_refused_number_suggests_the_nearest_one() -> None:
    herders = GAMES["herders"]
    with pytest.raises(OptionError) as error:
        herders.choose({"limit": 9999})
    assert (error.value.wrong, error.value.near) == ("9999", "999")
    with pytest.raises(OptionError) as error:
        herders.choose({"limit": "many"})
    assert error.value.near == ""


def test_a_query_with_options_is_refused_and_one_from_another_site_is_not() -> None:
    calico = GAMES["calico"]
    game_record.refuse_query("?utm_source=forum&visit=7", calico)
    for query, message in (
        ("?players=3", "expected options after #options= in the address, found '.players=3'"),
        ("?playrs=3", "expected options after #options= in the address, found '.playrs=3'"),
        ("?options=players=3", "put # in place of [?] in the address; found '.options=players=3'"),
        ("?options=plyers=3", "put # in place of [?] in the address; found '.options=plyers=3'"),
    ):
        with pytest.raises(RecordError, match=f"^{message}$") as error:
            game_record.refuse_query(query, calico)
        assert error.value.address == "options=players=3"


def test_a_malformed_position_is_refused() -> None:
    with pytest.raises(RecordError, match="expected position to be a string, found 3"):
        game_record.read_position(
            '{"format": "cattools position", "version": 1, "game": "herders", "options": "", "position": 3}', GAMES
        )


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]


@pytest.mark.parametrize("encoding", [*ENCODINGS, "marked utf-16-be"])
def test_a_file_is_read_in_any_unicode_encoding(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written, file = record(names=["ねこ", "Zoë"]), tmp_path / "game.json"
    marked = "\ufeff" if encoding.startswith("marked") else ""
    file.write_bytes(f"{marked}{written}".encode(encoding.removeprefix("marked ")))
    assert game_record.decoded(file.read_bytes()) == written
    assert main(["replay", str(file)]) == 0
    assert "b5/7/8/9/10/5r5" in capsys.readouterr().out


def test_a_byte_order_mark_before_a_pasted_record_is_ignored() -> None:
    assert game_record.read_record("\ufeff" + record(), GAMES) == game_record.read_record(record(), GAMES)


def test_a_large_file_is_refused_with_its_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "film.json"
    with file.open("wb") as opened:
        opened.truncate(50_000_000)
    assert main(["replay", str(file)]) == 1
    expected = "expected a file of at most 4 MB, found one of 50 MB"
    assert capsys.readouterr().err == f"cattools: {expected}\n"
    board = play("herders")
    hear(board, {"kind": "file", "text": "", "size": 50_000_000})
    assert expected.removeprefix("e") in board.slots["status"]
