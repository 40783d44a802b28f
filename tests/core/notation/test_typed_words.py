"""Words of the reader's language are accepted wherever the notation's words are."""

# ruff: noqa: RUF001 - the tests are about letters that look alike
from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from babel.messages.pofile import read_po

from cattools.core import messages
from cattools.core.errors import NotationError
from cattools.core.language import catalogue
from cattools.core.loading.data_files import has
from cattools.core.messages import speaking
from cattools.core.notation.parsing import normalized
from cattools.core.notation.typed_words import in_notation, in_readers_words
from cattools.games import GAMES, game
from cattools.widgets import Board, position_editor, round_tracker, scorer
from tests.repo.test_files import ROOT
from tests.widgets.board_client import hear, typed

CODE = re.compile("`([^`]+)`")
PLACES = re.compile(r"book/(\w+/(?:position|scorer|round-tracker))\.md")


@cache
def pages_that_teach_typing() -> dict[str, list[tuple[str, str]]]:
    """Return, by page, what the Japanese and the English page say can be typed, in pairs, where the two differ."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    with (ROOT / "locale" / "ja" / "book.po").open("rb") as file:
        for message in (one for one in read_po(file) if one.string and not one.fuzzy):
            for place in PLACES.findall(" ".join(where for where, _ in message.locations)):
                said = CODE.findall(str(message.string)), CODE.findall(str(message.id))
                found[place] += [(one, other) for one, other in zip(*said, strict=True) if one != other]
    return {place: pairs for place, pairs in found.items() if pairs}


@pytest.mark.parametrize(
    ("game_id", "japanese", "notation"),
    [
        ("herders", "猫 d5", "cat d5"),
        ("herders", "赤 c4 青 f5", "red c4 blue f5"),
        ("herders", "猫コマ ｇ７", "cat g7"),
        ("herders", "赤の猫追い人コマ c5", "red c5"),
        ("herders", "手番=青", "turn=blue"),
        ("herders", "手番プレイヤー＝青", "turn=blue"),
        ("herders", "e5:赤", "e5:red"),
        ("catbox", "プラム 赤５", "plum r5"),
        ("catbox", "ターコイズ 緑の5", "teal g5"),
        ("catbox", "カード3 プラムの手札", "3 hand.plum"),
        ("catbox", "フェーズ=勝利予測を行う", "phase=predict"),
        ("calico", "紺の水玉 手札1", "Nd hand1"),
        ("calico", "ターン=緑", "turn=green"),
        ("cattricola", "オオカミ ターコイズ36", "w teal36"),
        ("territory", "赤の猫コマ a1 黄 b2", "red a1 yellow b2"),
        ("territory", "カードA1 赤の手札", "A1.card hand.red"),
    ],
)
def test_the_position_editor_reads_japanese_names(
    game_id: str, japanese: str, notation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, board = position_editor(game_id), position_editor(game_id)
    hear(expected, typed(notation))
    assert expected.mode.draft != board.mode.draft
    monkeypatch.setattr(messages, "_catalogue", catalogue("ja"))
    hear(board, typed(japanese))
    assert board.mode.draft == expected.mode.draft


@pytest.mark.parametrize(
    ("game_id", "japanese", "notation"),
    [
        ("catbox", "赤５", "r5"),
        ("catbox", "赤の5", "r5"),
        ("catbox", "予測 ２", "predict 2"),
        ("catbox", "パラドックス", "paradox"),
        ("herders", "猫 d5-d6", "d5-d6"),
        ("herders", "パス", "pass"),
        ("calico", "紺の水玉@b2", "Nd@b2"),
        ("territory", "Ｃ４＞アシスト", "C4>assist"),
        ("territory", "縦：Ｃ４", "column:C4"),
        ("territory", "横方向：Ｃ４", "row:C4"),
        ("territory", "置き換えを認める", "allow"),
        ("territory", "交換しない", "enough"),
        ("territory", "2枚目は交換しない", "enough"),
        ("territory", "十分", "enough"),
        ("territory", "やめる", "enough"),
        ("cattricola", "完了", "done"),
        ("cattricola", "終わり", "done"),
        ("territory", "選ぶ ２", "keep:2"),
    ],
)
def test_a_move_is_read_in_japanese(game_id: str, japanese: str, notation: str) -> None:
    played = game(game_id)
    state = played.start(played.choose())
    with speaking(catalogue("ja")):
        assert played.read_action(japanese, state) == played.read_action(notation, state)


@pytest.mark.parametrize("game_id", [one for one in GAMES if has(f"games/{one}/data/search.toml")])
def test_examples_of_moves_are_in_japanese_and_read_back(game_id: str) -> None:
    played = game(game_id)
    state = played.start(played.choose())
    with speaking(catalogue("ja")):
        for example in played.actions.examples:
            shown = in_readers_words(example)
            assert not re.search("[a-z]{3}", shown)
            assert in_notation(normalized(shown)) == in_notation(example)
        with pytest.raises(NotationError) as raised:
            played.read_action("あ", state)
        assert in_readers_words(played.actions.examples[-1]) in str(raised.value)


@pytest.mark.parametrize("page", [*pages_that_teach_typing()], ids=str)
def test_what_a_page_says_can_be_typed_means_the_same_as_on_the_english_page(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, _, kind = page.partition("/")
    makers: dict[str, Callable[[str], Board[Any]]] = {
        "position": position_editor,
        "scorer": scorer,
        "round-tracker": round_tracker,
    }
    make = makers[kind]
    for japanese, notation in pages_that_teach_typing()[page]:
        expected, board = make(game_id), make(game_id)
        hear(expected, typed(notation))
        with monkeypatch.context() as patch:
            patch.setattr(messages, "_catalogue", catalogue("ja"))
            hear(board, typed(japanese))
            read = in_notation(normalized(japanese)) == normalized(notation)
        assert board.mode.record() == expected.mode.record()
        assert read or board.mode.record() != make(game_id).mode.record()


def test_examples_in_the_source_language_are_the_notation() -> None:
    assert in_readers_words("C4>assist") == "C4>assist"
