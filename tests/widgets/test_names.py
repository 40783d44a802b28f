"""The players' names are in every sentence, next to the board, and in links and files; the browser remembers them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cattools.games import GAMES
from cattools.widgets import play, position
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.widgets.board_client import hear, said

UNVEIL = {"kind": "tool", "tool": "unveil"}


def new(table: Board[PlayMode], **values: str) -> list[dict[str, Any]]:
    return hear(table, {"kind": "form", "form": "new", "values": values})


def shown(table: Board[PlayMode]) -> str:
    """Return all text around the board outside the form, and the names of its areas."""
    form = table.slots["extra"].partition("<form")[0]
    slots = " ".join([*(words for name, words in table.slots.items() if name != "extra"), form])
    return re.sub("<[^>]*>", " ", slots) + " ".join(name for name, _ in table.names.values())


@pytest.mark.parametrize("game_id", GAMES)
def test_a_players_name_replaces_the_name_of_the_seat_everywhere(game_id: str) -> None:
    table = play(game_id, seed=3)
    seats = table.state.game.seats(table.state.options)
    new(table, seed="3", **{f"name-{seat.id}": f"Ada{n}" for n, seat in enumerate(seats)})
    usual = re.compile("|".join(rf"\b{seat.name}\b" for seat in seats))
    seen = ""
    for _ in range(8):
        hear(table, UNVEIL)
        hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
        hear(table, {"kind": "typed", "text": "zz"})
        hear(table, UNVEIL)
        assert not usual.findall(shown(table))
        seen += shown(table)
    assert all(f"Ada{n}" in seen for n in range(len(seats)))


def test_other_boards_use_the_usual_names_of_seats() -> None:
    table, other = play("herders", seed=3), position("herders", "", seed=3)
    new(table, seed="3", **{"name-red": "Ada", "name-blue": "Ben"})
    assert "Ada to move" in table.slots["head"]
    hear(other, {"kind": "typed", "text": str(other.state.legal()[0])})
    assert said(other).startswith("Red")
    assert str(table.state.status()) == "Red to move."  # the state has no names


def test_a_bot_does_not_get_a_persons_name() -> None:
    table = play("herders", seed=3)
    new(table, **{"name-red": "Ada", "name-blue": "Ben", "seat-blue": "friendly"})
    assert "Ada" in table.slots["side"]
    assert "Blue" in table.slots["side"]
    hear(table, {"kind": "tool", "tool": "people"})
    assert "Ben" in table.slots["side"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A" * 21, "Expected a name of at most 20 characters, found "),
        ("A\nB", "Expected a name without control characters, found "),
        ("\N{RIGHT-TO-LEFT OVERRIDE}adA", "Expected a name without control characters, found "),
        ("\N{RIGHT-TO-LEFT ISOLATE}adA", "Expected a name without control characters, found "),
        ("A\N{LINE SEPARATOR}B", "Expected a name without control characters, found "),
        ("b\N{ZERO WIDTH JOINER}lue", "Expected a different name for each player, found "),
        ("blue", "Expected a different name for each player, found "),
    ],
)
def test_an_invalid_name_is_refused_and_nothing_changes(name: str, words: str) -> None:
    table = play("herders", seed=3)
    before = table.state
    assert not [m for m in new(table, **{"name-red": name}) if m["kind"] in ("remember", "begun")]
    assert words in re.sub("<[^>]*>", "", table.slots["status"])
    assert (table.state, table.mode.session.names) == (before, [])


JOINED = [
    "👩\u200d👧",
    "نیما\u200cرضا",  # noqa: RUF001
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "क्\u200dष",
    "山田\u3000花",
]


@pytest.mark.parametrize("name", JOINED)
def test_a_name_may_contain_joiners(name: str) -> None:
    table, other = play("herders", seed=3), play("herders", seed=4)
    new(table, seed="3", **{"name-red": name})
    assert table.mode.session.names[0] == name
    (saved,) = [m for m in hear(table, {"kind": "tool", "tool": "save"}) if m["kind"] == "download"]
    hear(other, {"kind": "file", "text": saved["text"]})
    assert other.mode.session.names[0] == name


def test_a_name_is_stored_in_composed_form() -> None:
    table = play("herders", seed=3)
    new(table, **{"name-red": "Zoe\N{COMBINING DIAERESIS}", "name-blue": "Ｂ"})  # noqa: RUF001
    assert table.mode.session.names == ["Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Ｂ"]  # noqa: RUF001


def test_a_name_without_a_visible_character_is_ignored() -> None:
    table = play("herders", seed=3)
    new(table, **{"name-red": "\N{ZERO WIDTH SPACE} ", "name-blue": "Ben"})
    assert table.mode.session.names == ["", "Ben"]


def test_a_name_is_plain_text() -> None:
    table = play("herders", seed=3)
    new(table, **{"name-red": "<b>{who}</b>"})
    assert "&lt;b&gt;{who}&lt;/b&gt;" in table.slots["side"]
    assert "<b>" not in "".join(table.slots.values())


def test_links_and_files_contain_the_names() -> None:
    table = play("herders", seed=3)
    new(table, **{"name-red": "Ada & Ö", "name-blue": "Ben"})
    (link,) = [m for m in hear(table, {"kind": "tool", "tool": "share"}) if m["kind"] == "share"]
    (saved,) = [m for m in hear(table, {"kind": "tool", "tool": "save"}) if m["kind"] == "download"]
    for message in ({"kind": "address", "fragment": link["fragment"]}, {"kind": "file", "text": saved["text"]}):
        other = play("herders", seed=4)
        hear(other, message)
        assert other.mode.session.names == ["Ada & Ö", "Ben"]
        assert "Ada &amp; Ö to move" in other.slots["head"]
    older = {key: value for key, value in json.loads(saved["text"]).items() if key != "names"}
    other = play("herders", seed=4)
    hear(other, {"kind": "file", "text": json.dumps(older)})
    assert "Red to move" in other.slots["head"]
    hear(other, {"kind": "file", "text": json.dumps({**older, "names": ["x" * 30]})})
    assert "at most 20 characters" in other.slots["status"]


def test_the_browser_remembers_the_names_for_the_next_game() -> None:
    (kept,) = [
        m for m in new(play("catbox", seed=3), **{"name-plum": "Ada", "name-orange": "Ben"}) if m["kind"] == "remember"
    ]
    assert (kept["name"], kept["value"]) == ("names", "Ada\n\nBen")
    table = play("territory", seed=3)
    assert 'data-remembers="names pace against.territory"' in table.markup
    hear(table, {**kept, "kind": "remembered"})
    assert {"Ada", "Ben", "Blue"} <= set(re.findall(r"\w+", table.slots["side"]))
    hear(table, {"kind": "remembered", "name": "names", "value": "Cy"})  # the players of this board stay
    assert "Cy" not in table.slots["side"]
    (emptied,) = [m for m in new(table) if m["kind"] == "remember"]
    assert emptied["value"] == ""
