"""The preview shows what a placement would do or what a block would keep, and reveals nothing hidden."""

from __future__ import annotations

import pytest

from tests.games.helpers import play
from tests.games.territory.positions_builder import TERRITORY, full, lay

ADVANCED = "game=advanced,players=3"
LINE = {"A1": "r", "B1": "br", "C1": "y", "D1": "b", "E1": "br"}


def preview_of(state, move: str) -> tuple[list[str], list[str]]:
    """Return the marks and the sentences of the preview of a move."""
    seen = TERRITORY.preview(state.view(state.to_move), TERRITORY.read_action(move, state))
    return [f"{mark.kind} {mark.area}" for mark in seen.marks], [str(words) for words in seen.said]


@pytest.mark.rule("territory.flip.line")
@pytest.mark.rule("territory.flip.restack")
def test_the_preview_shows_what_flips_and_where_a_cat_only_rises() -> None:
    state = lay(hands="E1+F6/-/-", options="players=3", **LINE)
    assert preview_of(state, "E1") == (
        ["changed D1", "changed C1", "changed B1"],
        ["Flips D1, C1 and B1 to red.", "Brings the red cat up from below on E1 and B1."],
    )
    assert preview_of(state, "F6") == ([], ["Takes the treasure.", "Flips no cells."])


@pytest.mark.rule("territory.assist.over-vertical")
def test_the_preview_of_an_assist_card_shows_only_its_line() -> None:
    state = lay(hands="column+row/-/-", options="players=3", **LINE)
    assert preview_of(state, "column:E1")[0] == []
    assert preview_of(state, "row:E1")[0] == ["changed D1", "changed C1", "changed B1"]


@pytest.mark.rule("territory.advanced.bonus.line-three")
@pytest.mark.rule("territory.advanced.treasure")
def test_the_preview_names_open_treasures_and_bonus_points() -> None:
    state = lay(hands="E1+C3/-/-", options=ADVANCED, **LINE)
    assert "Scores 1 bonus point." in preview_of(state, "E1")[1]
    assert preview_of(state, "C3")[1] == ["Takes the treasure of 3 points.", "Flips no cells."]
    _, basic = preview_of(lay(hands="E1/-/-", options="players=3", **LINE), "E1")
    assert not any("bonus" in sentence for sentence in basic)


@pytest.mark.rule("territory.assist.block-window")
def test_the_preview_uses_only_open_information_to_name_who_may_block() -> None:
    last_sentences = [
        preview_of(lay(hands=f"E1/{card}/A5", options="players=3", **LINE), "E1")[1][-1] for card in ("row", "block")
    ]
    assert last_sentences == ["Blue may answer with a block."] * 2


@pytest.mark.rule("territory.end.full")
def test_the_preview_of_the_last_cell_announces_the_end() -> None:
    state = lay(hands="A1/A5/A6", options="players=3", **full(but="A1"))
    assert preview_of(state, "A1")[1][-1] == "Fills the park and ends the game."


@pytest.mark.rule("territory.assist.block")
@pytest.mark.rule("territory.advanced.bonus.blocked")
def test_the_preview_of_a_block_shows_what_it_keeps() -> None:
    decision = play(lay(hands="E1/block/block", options=ADVANCED, **LINE), "E1")
    assert preview_of(decision, "block") == (
        ["protected B1", "protected D1"],
        ["Keeps B1 and D1 blue.", "Bonus points for Red: 0 instead of 1."],
    )
    assert preview_of(decision, "allow") == ([], [])
    assert preview_of(play(decision, "block"), "block")[1] == ["Keeps C1 yellow."]


def test_other_actions_have_no_preview() -> None:
    state = lay(hands="A1+double/-", A1="b")
    assert preview_of(state, "A1>assist") == preview_of(state, "double") == ([], [])
