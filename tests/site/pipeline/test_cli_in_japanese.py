"""The `cattools` command in Japanese: its help and its errors."""
# ruff: noqa: RUF001 - Japanese has full-width signs

import gettext
import os
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress

import pytest

from cattools import cli
from cattools.core.language import use

COMMANDS = ("build", "serve", "sheets", "replay", "review", "table", "rules", "check", "practice", "new")


@pytest.fixture
def japanese() -> Iterator[None]:
    """Show everything in Japanese."""
    use("ja")
    yield
    use("en")


def _columns(line: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in line)


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize("words", [(), *((name,) for name in COMMANDS)])
def test_the_help_is_in_japanese_and_fits_a_terminal(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        cli.main([*words, "--help"])
    help_ = capsys.readouterr().out
    assert help_.startswith("使い方：cattools")
    assert "引数:" in help_ or "オプション:" in help_
    assert [line for line in help_.splitlines() if _columns(line) > 80] == []
    described = [line.split("  ")[-1] for line in help_.splitlines() if re.match(r"  +\S.*?  +\S", line)]
    assert described
    assert [what for what in described if what.isascii()] == []


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["table"], "cattools table: 足りない引数：GAME\n"),
        (["review", "x.json", "--seconds", "soon"], "--seconds：float型の値ではありません。入力：'soon'\n"),
        (["review", "x.json", "--seed"], "--seed：値が1つ必要です\n"),
        (["table", "catbox", "--prot"], "--portのことですか。\n"),
        (["serve", "--lan=yes"], "--lan：値は要りません。入力：'yes'\n"),
        (["sheets", "--paper", "a3"], "入力：'a3'\n"),
        (["replay", "absent.json"], "（JSONファイル）がabsent.jsonに必要です（そのファイルはありません）\n"),
    ],
)
def test_errors_are_in_japanese(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        assert cli.main(words) == 1
    assert capsys.readouterr().err.endswith(said)


def test_argparse_speaks_the_language_only_while_the_command_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    before = gettext.textdomain()
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert (os.environ["LANGUAGE"], gettext.textdomain()) == ("fr", before)
