"""Sentences: plurals, nesting, and translation through the catalogue."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import cattools
from cattools.core import messages
from cattools.core.chance import Dealer
from cattools.core.errors import NotationError, OptionError
from cattools.core.language import catalogue, use
from cattools.core.messages import (
    GapError,
    Text,
    deserialize,
    integer,
    listed,
    many,
    serialize,
    series,
    speaking,
    text,
)
from cattools.game_check import Brackets, bare, uncatalogued
from cattools.games import GAMES
from tests.games.helpers import sample
from tests.widgets.board_client import free, seat

ROOT = Path(cattools.__file__).parent


def test_sentences_have_placeholders_plurals_and_nested_sentences() -> None:
    assert str(text("{who} moves.", who=text("Red"))) == "Red moves."
    assert str(text("100 {or} {more}")) == "100 {or} {more}"  # without values, placeholders are not replaced
    assert [str(many("{n} cat", "{n} cats", n)) for n in (0, 1, 2)] == ["0 cats", "1 cat", "2 cats"]
    assert str(text("There: {cats}.", cats=many("{n} cat", "{n} cats", 2))) == "There: 2 cats."
    minus = "\N{MINUS SIGN}"
    assert [str(many("{n} point", "{n} points", n)) for n in (-2, -1)] == [f"{minus}2 points", f"{minus}1 point"]
    assert (str(text("Sum: {n}.", n=-3)), integer(-3), integer(3)) == (f"Sum: {minus}3.", f"{minus}3", "3")
    assert text("a", n=1) == text("a", n=1) != text("a", n=2)
    assert len({text("a", n=1), text("a", n=1)}) == 1


def test_a_serialized_sentence_is_translated_when_it_is_read() -> None:
    said = many("{who}: {n} move", "{who}: {n} moves", 3, who=series([text("Teal"), "Ada"]))
    line = serialize(said)
    assert deserialize(line) == str(said) == "Teal and Ada: 3 moves"
    with speaking(catalogue("ja")):
        shown = deserialize(line)
        assert shown == str(said)
        assert "Teal" not in shown
        assert "Ada" in shown
    assert deserialize(serialize("Ada")) == "Ada"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Ada: 3 moves",
        "[",
        "[]",
        '["{who}", {"whom": "Ada"}, "", 0]',
        '["a", [], "", 0]',
        '["a", {}, "b", "x"]',
        "[" * 9999,
        "3",
    ],
)
def test_a_line_that_is_no_serialized_sentence_is_shown_as_it_is(line: str) -> None:
    assert deserialize(line) == line


@pytest.mark.parametrize(
    ("said", "sentence", "found"),
    [
        (text("{who} moves.", whom="Red"), "{who} moves.", "none for 'who'"),
        (text("There: {one}.", one=text("{who} moves.", n=1)), "{who} moves.", "none for 'who'"),
        (many("{n} cat", "{n} cats of {who}", 2), "{n} cats of {who}", "none for 'who'"),
        (text("{who moves.", who="Red"), "{who moves.", "expected '}' before end of string"),
    ],
)
def test_a_gap_without_a_value_is_named_with_its_sentence(said: Text, sentence: str, found: str) -> None:
    with pytest.raises(GapError) as raised:
        str(said)
    assert (raised.value.sentence, str(raised.value.found)) == (sentence, found)


@pytest.mark.parametrize(
    ("parts", "words"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_is_joined_in_words(parts: list[object], words: str) -> None:
    assert listed(parts) == words


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(OptionError, match="expected a language with a catalogue, found 'tlh'"):
        use("tlh")
    assert messages.language() == "en"
    use("en")
    assert messages.language() == "en"


def marked() -> Iterator[tuple[str, str]]:
    """Yield every sentence marked for the catalogue, with its file and line."""
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                (sentence,) = node.args
                assert isinstance(sentence, ast.Constant), f"{file.name}, line {node.lineno}: N_ takes a string literal"
                assert isinstance(sentence.value, str), f"{file.name}, line {node.lineno}: N_ takes a string literal"
                yield f"{file.relative_to(ROOT)}:{node.lineno}", sentence.value


@pytest.mark.slow
def test_every_marked_sentence_has_plain_placeholders() -> None:
    found = list(marked())
    assert len(found) > 50
    for place, sentence in found:
        for _, gap, form, conversion in Formatter().parse(sentence):
            assert gap is None or gap.isidentifier(), f"{place}: {sentence}"
            assert not form, place
            assert conversion is None, place
        assert sentence == sentence.strip(), place


ERRORS = {"NotationError", "OptionError", "RecordError", "unknown"}


def raised(pattern: str) -> Iterator[tuple[str, ast.expr]]:
    """Yield the first argument of every error about a reader's input, with its file and line."""
    for file in sorted(ROOT.glob(pattern)):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                yield f"{file.relative_to(ROOT)}:{node.lineno}", node.args[0]


@pytest.mark.parametrize(
    "pattern", ["*.py", "core/*.py", "bots/*.py", "games/*.py", "games/*/**/*.py", "lessons/*.py", "widgets/*.py"]
)
def test_errors_are_sentences_of_the_catalogue(pattern: str) -> None:
    found = list(raised(pattern))
    assert found
    assert [place for place, message in found if isinstance(message, ast.JoinedStr | ast.Constant)] == []


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_catalogue", Brackets())


@pytest.mark.usefixtures("pseudo")
def test_errors_are_in_the_readers_language() -> None:
    herders = GAMES["herders"]
    with pytest.raises(OptionError) as wrong:
        herders.choose("limit=x")
    assert str(wrong.value) == "⟦expected limit to be a number from 0 to 999, found ⟦'x'⟧⟧"
    with pytest.raises(NotationError) as unread:
        herders.start(herders.choose()).board.grid.index["z9"]
    assert str(unread.value).startswith("⟦expected ⟦a cell from a1 to ")


@pytest.mark.parametrize("game_id", list(GAMES))
def test_everything_a_game_says_comes_from_the_catalogue(game_id: str) -> None:
    for state in sample(game_id, GAMES[game_id].choose()):
        assert [*uncatalogued(state, list(state.game.candidates(state))[::7])] == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game_id", list(GAMES))
def test_everything_a_board_says_comes_from_the_catalogue(game_id: str) -> None:

    game = GAMES[game_id]
    state = Dealer(1).settle(game.start(game.choose()))
    board, table = free(state), seat(game, seed=1)
    board.mode.on_typed(str(state.legal()[0]))
    board.mode.on_typed(next(str(a) for a in game.candidates(board.state) if board.state.why_not(a)))
    for slots in (board.slots, table.slots):
        assert {slot: left for slot, words in slots.items() if (left := bare(words))} == {}
