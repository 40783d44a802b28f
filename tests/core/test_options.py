"""Options: allowed values, and options as a line of text."""

from __future__ import annotations

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


def test_an_option_whose_needs_are_not_met_is_not_in_force() -> None:
    known = KNOWN | {"corner": Option("corner", "Corner", default=False, rule="r", needs="fast,side=6/7")}
    for line, in_force in {"": False, "fast": True, "fast,side=7": True, "fast,side=8": False, "side=7": False}.items():
        found = parse(known, f"corner,{line}")
        assert found.flag("corner")
        assert ("corner" in found.in_force) is in_force, line
    assert list(parse(known, "fast,side=8,corner").in_force) == ["fast", "side"]


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
        ("side", "expected side to be a number from 3 to 9, found ''"),
        ("board=round", "expected board to be "),
        ("side=--7", "expected side to be a number from 3 to 9, found '--7'"),
        ("=", "expected one of the options"),
    ],
)
def test_an_unknown_option_or_value_is_refused(line: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        parse(KNOWN, line)
    assert str(error.value).startswith(message)


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
        {"name": 1, "title": "X", "rule": "r", "default": False},
        "text",
    ],
)
def test_a_broken_file_is_reported(monkeypatch: pytest.MonkeyPatch, record: Any) -> None:
    monkeypatch.setattr(options, "load_once", lambda _: {"option": [record]})
    with pytest.raises(DataError, match=r"options\.toml"):
        known_options("herders")
