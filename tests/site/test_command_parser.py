"""The `cattools` command: what it says about an option or a command that does not exist."""

from __future__ import annotations

import pytest

from cattools.cli import main

COMMANDS = ("build", "serve", "sheets", "replay", "review", "table", "rules", "check", "practice", "new")


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return what the command writes to stderr when it refuses these words at once."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("words", [("--bogus",), ("herders", "--bogus=3"), ("--bogus", "3", "herders")])
def test_an_unknown_option_is_named_in_one_sentence(
    capsys: pytest.CaptureFixture[str], command: str, words: tuple[str, ...]
) -> None:
    said = refusal(capsys, command, *words)
    assert said.startswith(f"cattools {command}: expected one of the options --help")
    assert said.endswith(", found '--bogus'\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("table catbox --prot 3", "--port"),
        ("table --lna catbox", "--lan"),
        ("serve --prot 3", "--port"),
        ("build --adress x", "--address"),
        ("--versoin", "--version"),
        ("tabel catbox --port 3", "table"),
    ],
)
def test_the_nearest_option_or_command_is_suggested(capsys: pytest.CaptureFixture[str], line: str, near: str) -> None:
    assert refusal(capsys, *line.split()).endswith(f"; did you mean {near}?\n")


def test_a_word_too_many_is_refused_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys, "table", "catbox", "more")
    assert said.startswith("usage: cattools table ")
    assert said.endswith("cattools table: unrecognized arguments: more\n")


def test_a_negative_number_and_words_after_two_dashes_are_not_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--seed", "-3", "--", "--nothing"]) == 1
    assert "found '--nothing'" in capsys.readouterr().err
