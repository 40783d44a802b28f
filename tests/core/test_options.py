"""Options: allowed values, and options as a line of text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cattools.core import options
from cattools.core.errors import DataError, OptionError
from cattools.core.options import Option, Options, known_options, parse

KNOWN = {
    "fast": Option("fast", "Fast", default=False, rule="r"),
    "side": Option("side", "Side", 6, "r", least=3, most=9),
    "board": Option("board", "Board", "hex", "r", choices=("hex", "square")),
}


def test_a_line_of_options_changes_the_defaults() -> None:
    usual, chosen = parse(KNOWN, ""), parse(KNOWN, " fast , side=7,board=square")
    assert (usual.flag("fast"), usual.number("side"), usual.word("board")) == (False, 6, "hex")
    assert (chosen.flag("fast"), chosen.number("side"), chosen.word("board")) == (True, 7, "square")
    assert (str(usual), str(chosen)) == ("", "fast,side=7,board=square")
    assert chosen.changed == {"fast": True, "side": 7, "board": "square"}
    assert repr(chosen) == "Options('fast,side=7,board=square')"


CORNER = {"corner": Option("corner", "Corner", default=False, rule="r", needs="fast,side=6/7")}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("corner", "corner goes only with fast, not with fast=no"),
        ("corner,side=7", "corner goes only with fast, not with fast=no"),
        ("corner,fast,side=8", "corner goes only with side=7 or side=6, not with side=8"),
    ],
)
def test_an_option_that_does_not_fit_the_others_is_refused(line: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        parse(KNOWN | CORNER, line)
    assert str(error.value) == message
    assert parse(KNOWN | CORNER, "corner,fast,side=7").flag("corner")
    assert parse(KNOWN | CORNER, "side=8").changed == {"side": 8}


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"corner": True}, "“Corner” goes only with “Fast”, not with “Fast: no”"),
        (
            {"corner": True, "fast": True, "side": 8},
            "“Corner” goes only with “Side: 7” or “Side: 6”, not with “Side: 8”",
        ),
        ({"calm": True, "fast": True}, "“Calm” does not go with “Fast”"),
        ({"side": 99}, "expected “Side” to be a number from 3 to 9, found 99"),
        ({"board": "round"}, "expected “Board” to be one of hex, square, found 'round'"),
    ],
)
def test_a_form_names_options_in_its_own_words(chosen: dict[str, object], message: str) -> None:
    calm = Option("calm", "Calm (only if it is not fast)", default=False, rule="r", needs="fast=no")
    with pytest.raises(OptionError) as error:
        Options(KNOWN | CORNER | {"calm": calm}, chosen, in_words=True)
    assert str(error.value) == message


def test_a_wrong_number_of_choices_is_refused_with_a_valid_suggestion() -> None:
    trio = {"cats": Option("cats", "Cats", default="", rule="r", choices=("A", "B", "C", "D", "E"), pick=3)}
    for typed, near in (("E", "A+B+E"), ("B+A", "A+B+D"), ("E,D,C,B", "C+D+E")):
        with pytest.raises(OptionError, match=re.escape(f"such as {near}, found")) as error:
            Options(trio, {"cats": typed})
        assert error.value.near == near


def test_an_option_can_need_a_flag_to_be_off() -> None:
    known = KNOWN | {"slow": Option("slow", "Slow", default=False, rule="r", needs="fast=no")}
    assert parse(known, "slow").flag("slow")
    with pytest.raises(OptionError, match=r"slow goes only with fast=no, not with fast$"):
        parse(known, "slow,fast")


def test_another_option_can_change_a_default() -> None:
    known = KNOWN | {"seats": Option("seats", "Seats", "2", "r", choices=("1", "2"), instead=(("fast", "1"),))}
    assert parse(known, "").word("seats") == "2"
    alone, two = parse(known, "fast"), parse(known, "fast,seats=2")
    assert (alone.word("seats"), str(alone)) == ("1", "fast")
    assert (two.word("seats"), str(two)) == ("2", "fast,seats=2")
    assert [parse(known, str(one)) for one in (alone, two)] == [alone, two]


NAMES = {"who": Option("who", "Who", "", "r", choices=("Ann", "Bob", "Cid", "Dan"), pick=2)}


def test_a_number_chooses_what_is_written_with_its_digits() -> None:
    known = known_options("calico")
    assert Options(known, {"players": 3}) == Options(known, {"players": "3"})
    with pytest.raises(OptionError, match="expected players to be one of 1, 2, 3, 4, found 9"):
        Options(known, {"players": 9})
    with pytest.raises(OptionError, match="expected players to be one of"):
        Options(known, {"players": True})


def test_an_option_can_name_several_choices() -> None:
    for line in ("who=Dan+Ann", "who=ann dan", "who=ANN+Dan", "who=ann,dan", "who=Dan, Ann"):
        assert str(parse(NAMES, line)) == "who=Ann+Dan"
    assert parse(NAMES, "who=").changed == {}
    for line, message in (
        ("who=Ann", r"expected who to name 2, such as Ann\+Cid, found 'Ann'"),
        ("who=Ann+Ann", r"expected who to name 2 different ones, found Ann more than once"),
        ("who=Ann+Bib", "expected who to name some of Ann, Bob, Cid, Dan, found 'Bib'"),
    ):
        with pytest.raises(OptionError, match=message):
            parse(NAMES, line)


def test_names_after_commas_end_where_another_option_begins() -> None:
    assert str(parse(KNOWN | NAMES, "who=ann,dan,fast,side=7")) == "fast,side=7,who=Ann+Dan"
    assert Options(NAMES, {"who": "ann, Dan"})["who"] == "Ann+Dan"


def test_a_hyphen_in_a_name_can_be_an_underscore() -> None:
    known = {"first-game": Option("first-game", "First game", default=False, rule="r")}
    assert Options(known, {"first_game": True}) == parse(known, "first_game") == parse(known, "first-game")


def test_several_choices_can_be_a_list() -> None:
    assert str(Options(NAMES, {"who": ["Dan", "Ann"]})) == "who=Ann+Dan"
    assert str(Options(NAMES, {"who": ("ann", "dan")})) == "who=Ann+Dan"
    assert Options(NAMES, {"who": []}).changed == {}
    refused: list[tuple[list[object], str]] = [
        (["Ann"], r"expected who to name 2, such as Ann\+Cid, found 'Ann'"),
        (["Ann", "Bib"], "expected who to name some of Ann, Bob, Cid, Dan, found 'Bib'"),
        (["Ann", 3], r"expected who to be one of Ann, Bob, Cid, Dan, found \['Ann', 3\]"),
    ]
    for names, message in refused:
        with pytest.raises(OptionError, match=message):
            Options(NAMES, {"who": names})


def test_a_flag_that_is_on_by_default_can_be_turned_off_in_a_line() -> None:
    known = {"quiet": Option("quiet", "Quiet", default=True, rule="r")}
    off = parse(known, "quiet=no")
    assert str(off) == "quiet=no"
    assert parse(known, str(off)) == off


def test_equal_options_have_equal_hashes() -> None:
    one, two = parse(KNOWN, "side=7"), Options(KNOWN, {"side": "7", "fast": "no"})
    assert one == two
    assert hash(one) == hash(two)
    assert one != parse(KNOWN, "") != {"side": 6}
    assert len({one, two, parse(KNOWN, "side=6"), parse(KNOWN, "")}) == 2
    assert list(one) == ["fast", "side", "board"]
    assert len(one) == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("slow", "expected one of the options fast, side, board, found 'slow'"),
        ("fast=maybe", "expected fast to be true or false, found 'maybe'"),
        ("side=2", "expected side to be a number from 3 to 9, found 2"),
        ("side=many", "expected side to be a number from 3 to 9, found 'many'"),
        ("side", "side needs a number from 3 to 9"),
        ("board=round", "expected board to be "),
        ("side=--7", "expected side to be a number from 3 to 9, found '--7'"),
        ("=", "expected one of the options"),
        ("side=6,side=7", "expected side only once, found it in 'side=6,side=7'"),
    ],
)
def test_an_unknown_option_or_value_is_refused(line: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        parse(KNOWN, line)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("line", "near"),
    [("sidde=7", "side"), ("square", "board=square"), ("board=sqare", "square"), ("seats=7", "4"), ("seats=0", "2")],
)
def test_a_refused_option_names_the_nearest_choice(line: str, near: str) -> None:
    seats = Option("seats", "Seats", "2", "r", choices=("2", "3", "4"))
    with pytest.raises(OptionError, match=rf"; did you mean {near}\?$"):
        parse({**KNOWN, "seats": seats}, line)


@pytest.mark.parametrize("value", [None, 1.5, [], {}, True, 10**30])
def test_values_of_the_wrong_type_are_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="expected side to be a number from 3 to 9"):
        Options(KNOWN, {"side": value})
    with pytest.raises(OptionError, match="expected board"):
        Options(KNOWN, {"board": value})


@pytest.mark.parametrize(
    "record",
    [
        {"name": "x", "title": "X", "rule": "r", "default": 3, "least": 4, "most": 9},
        {"name": "x", "title": "X", "rule": "r", "default": "a", "choices": ["b"]},
        {"name": "x", "title": "X", "rule": "r"},
        {"name": "x", "title": "X", "rule": "r", "default": False, "colour": 1},
        {"name": "x", "title": "X", "rule": "r", "default": False, "needs": "y=1"},
        {"name": "x", "title": "X", "rule": "r", "default": False, "needs": "x=maybe"},
        {"name": "x", "title": "X", "rule": "r", "default": False, "instead": {"y": "no"}},
        {"name": "x", "title": "X", "rule": "r", "default": False, "instead": {"x": "maybe"}},
        {"name": 1, "title": "X", "rule": "r", "default": False},
        {"name": "x", "title": " ", "rule": "r", "default": False},
        {"name": "x", "title": "X", "rule": "r", "default": "a", "choices": ["a", "b"], "labels": ["A"]},
        "text",
    ],
)
def test_a_broken_file_is_reported(monkeypatch: pytest.MonkeyPatch, record: Any) -> None:
    monkeypatch.setattr(options, "load_once", lambda _: {"option": [record]})
    with pytest.raises(DataError, match=r"rules\.toml"):
        known_options("herders")


def test_a_doubled_option_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"name": "x", "title": "X", "rule": "r", "default": False}
    monkeypatch.setattr(options, "load_once", lambda _: {"option": [row, row]})
    with pytest.raises(DataError, match=r"rules\.toml, option 'x': expected each name once, found it twice$"):
        known_options("herders")
