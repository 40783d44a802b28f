"""The sentences that say how a game ended."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cattools.core.ending import Ending, Standings
from cattools.core.language import catalogue
from cattools.core.messages import N_, Text, many, speaking, text
from cattools.games import GAMES

NAMES = [Text(name) for name in ("Plum", "Teal", "Red", "Ivory")]
ROUND = text(N_("the better last round"))


def result_sentences(
    totals: Sequence[int], won: Sequence[int], ending: Ending | None = None, you: int | None = None
) -> str:
    """Return the sentences about a result in points."""
    amounts = [many(N_("{n} point"), N_("{n} points"), n) for n in totals]
    briefs = [text(N_("points\x04{n}"), n=n) for n in totals]
    found = Standings(NAMES[: len(totals)], totals, amounts, briefs, won, ending or Ending(), you).sentences()
    return " ".join(map(str, found))


@pytest.mark.parametrize(
    ("totals", "won", "you", "words"),
    [
        ((19, 23), [1], 0, "Teal wins: 23 points to your 19."),
        ((23, 19), [0], 0, "You win: 23 points to 19."),
        ((23, 19), [0], None, "Plum wins: 23 points to 19."),
        ((1, 0), [0], None, "Plum wins: 1 point to 0."),
        ((19, 23, 12), [1], 0, "Teal wins with 23 points; you have 19, Red 12."),
        ((12, 23, 19), [1], 0, "Teal wins with 23 points; you have 12, Red 19."),
        ((12, 23, 19), [1], None, "Teal wins with 23 points; Red has 19, Plum 12."),
        ((12, 23, 19), [1], 1, "You win with 23 points; Red has 19, Plum 12."),
        ((23, 23), [0, 1], 1, "You and Plum share the win with 23 points each."),
        ((23, 23), [0, 1], None, "Plum and Teal share the win with 23 points each."),
        ((9, 8, 9), [0, 2], 1, "Plum and Red share the win with 9 points each; you have 8."),
        ((-3, -5), [0], 1, "Plum wins: \N{MINUS SIGN}3 points to your \N{MINUS SIGN}5."),
        ((3, 3), [], 0, "The game is a draw: 3 points each."),
        ((7,), [0], 0, "You have 7 points."),
    ],
)
def test_a_result_is_one_sentence(totals: Sequence[int], won: Sequence[int], you: int | None, words: str) -> None:
    assert result_sentences(totals, won, you=you) == words


@pytest.mark.parametrize(
    ("totals", "won", "you", "words"),
    [
        ((9, 9), [0], 0, "You win on the tie-break: the better last round. Both have 9 points."),
        ((9, 9), [0], 1, "Plum wins on the tie-break: the better last round. Both have 9 points."),
        (
            (9, 9, 4),
            [0],
            1,
            "Plum wins on the tie-break: the better last round. You have 9 points, Plum 9, Red 4.",
        ),
        (
            (9, 9, 4, 9),
            [0, 1],
            None,
            (
                "Plum and Teal share the win on the tie-break: the better last round. "
                "Plum has 9 points, Teal 9, Ivory 9, Red 4."
            ),
        ),
        (
            (9, 9, 9),
            [1],
            None,
            "Teal wins on the tie-break: the better last round. All have 9 points.",
        ),
    ],
)
def test_a_broken_tie_is_explained(totals: Sequence[int], won: Sequence[int], you: int | None, words: str) -> None:
    assert result_sentences(totals, won, Ending("x", ROUND), you) == words


@pytest.mark.parametrize(
    ("totals", "won", "out", "you", "words"),
    [
        ((8, 0), [0], (1,), 1, "Plum wins with 8 points; you are out."),
        ((8, 0, 3), [0], (1,), 1, "Plum wins with 8 points; you are out, Red has 3."),
        ((8, 0, 3), [0], (1,), None, "Plum wins with 8 points; Red has 3, Teal is out."),
        ((0, 0), [], (0, 1), 0, "Nobody wins: everyone is out."),
    ],
)
def test_a_player_who_is_out_has_no_total(
    totals: Sequence[int], won: Sequence[int], out: tuple[int, ...], you: int | None, words: str
) -> None:
    assert result_sentences(totals, won, Ending(out=out), you) == words


def test_a_total_after_another_has_its_unit_where_the_language_needs_it() -> None:
    herders = GAMES["herders"]
    over = herders.position("6/7/8/9/10/11/10/9/8/7/6 red 15-15 5-3")
    assert [*map(str, herders.result(over))] == ["Red wins: 5 cats caught to 3."]
    with speaking(catalogue("ja")):
        assert result_sentences((9, 12), [1], you=0) == "ターコイズが12点で勝ちです。あなたは9点です。"
        assert result_sentences((12, 9, 4), [0]) == "プラムが12点で勝ちです。ターコイズは9点、赤は4点です。"
        assert [*map(str, herders.result(over))] == ["赤の勝ちです（捕獲した猫コマ5枚対3枚）。"]  # noqa: RUF001 - Japanese brackets


def test_a_game_can_replace_the_sentences() -> None:
    assert result_sentences((7,), [], Ending(said=text(N_("Lost.")))) == "Lost."
