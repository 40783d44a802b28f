"""Typed text is read in its plainest spelling, whatever keyboard or program it comes from."""

# ruff: noqa: RUF001 - the tests are about letters that look alike
from __future__ import annotations

import pytest

from cattools.core.notation.parsing import normalized
from cattools.games import game
from cattools.widgets import play, position, position_editor, scorer
from tests.widgets.board_client import hear, typed

HERDERS = game("herders")
ROW = "6/7/8/9/10/4r6/10/9/8/7/6 red 1-1 0-0"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("ａ１－ｃ３", "a1-c3"),
        ("f5\N{EN DASH}f6", "f5-f6"),
        ("f5\N{EM DASH}f6", "f5-f6"),
        ("f5\N{RIGHTWARDS ARROW}f6", "f5-f6"),
        ("f5\N{MINUS SIGN}f6", "f5-f6"),
        ("f5\N{NON-BREAKING HYPHEN}f6", "f5-f6"),
        ("ａ１～ｃ３", "a1-c3"),  # input methods write either of two signs for a wave dash
        ("ａ１〜ｃ３", "a1-c3"),
        ("f5ーf6", "f5-f6"),  # the key for "-" on a Japanese keyboard
        ("キャットハーダーズ", "キャットハーダーズ"),
        ("f5-\N{ZERO WIDTH SPACE}f6\N{ZERO WIDTH NO-BREAK SPACE}", "f5-f6"),
        ("f5\N{SOFT HYPHEN}-f6\N{LEFT-TO-RIGHT MARK}", "f5-f6"),
        ("“a” ‘b’ «c» b\N{PRIME}", '"a" \'b\' "c" b\''),
        ("Ｂ１：ｃ２，ｄ３、ｄ４；　１２／３", "B1:c2,d3,d4; 12/3"),
        ("①٣", "1٣"),
    ],
)
def test_text_is_normalized(written: str, plain: str) -> None:
    assert normalized(written) == plain
    assert normalized(plain) == plain


def test_a_move_a_position_and_options_can_be_typed_in_full_width() -> None:
    state = HERDERS.position(ROW)
    assert HERDERS.read_action("ｆ５ーｆ６", state) == HERDERS.read_action("f5-f6", state)
    assert HERDERS.position("６/７/８/９/１０/４ｒ６/10/9/8/7/6　red　1−1 0–0") == state
    assert HERDERS.choose("ｔｈｒｅｅ") == HERDERS.choose("three")


def test_a_board_reads_what_is_typed_in_full_width() -> None:
    board = position("herders", ROW)
    (answer,) = [m for m in hear(board, typed("ｆ５－ｆ６")) if m["kind"] == "taken"]
    assert answer == {"kind": "taken", "text": "ｆ５－ｆ６", "left": ""}  # the page compares this text with its field
    assert "f6" in str(board.mode.session.timeline.line[0].action)


def test_a_seed_can_be_typed_in_full_width_and_a_name_keeps_its_form() -> None:
    board = play("herders")
    hear(board, {"kind": "form", "form": "new", "values": {"seed": "１２", "name-red": "Ｊｏ－Ａｎｎ"}})
    assert board.mode.session.dealer.seed == 12
    assert board.mode.session.names[0] == "Ｊｏ－Ａｎｎ"


def wide(written: str) -> str:
    """Return a text as it is typed with full-width letters."""
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in written)


def test_a_pasted_position_is_normalized() -> None:
    board, other = position_editor("herders"), position_editor("herders")
    before = board.slots["extra"]
    for one, written in ((board, ROW), (other, wide(ROW))):
        hear(one, {"kind": "form", "form": "written", "values": {"position": written}})
    assert before != board.slots["extra"] == other.slots["extra"]


def test_a_scorer_reads_full_width_input() -> None:
    board, other = scorer("calico"), scorer("calico")
    before, written = str(board.mode.state), board.mode.sample()
    hear(board, typed(written))
    hear(other, typed(wide(written)))
    assert before != str(board.mode.state) == str(other.mode.state)
