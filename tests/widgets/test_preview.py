"""The preview of a press is shown while the reader points at an area; it does not change the announced message."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from cattools.core.display.scene import Mark, MarkKind
from cattools.core.game import AnyGame, AnyState
from cattools.core.random_play import choices, random_game
from cattools.games import GAMES
from cattools.widgets import play, show
from tests.games.calico.positions_builder import duo
from tests.games.calico.positions_builder import lay as quilt
from tests.games.cattricola.positions_builder import lay as ranch
from tests.games.herders.positions_builder import lay as park
from tests.kinds import number
from tests.widgets.board_client import free, hear, press, said, typed

MOST, EVERY, TRIED = 120, 12, 4  # actions in a game, one position in this many, actions tried in it
LOOK: dict[str, Any] = {"kind": "hover"}


def preview_of(state: AnyState, move: str) -> tuple[list[tuple[str, str]], list[str]]:
    assert state.game.preview is not None
    seen = state.game.preview(state.view(state.to_move), state.game.read_action(move, state))
    return [(mark.kind, mark.area) for mark in seen.marks], [str(words) for words in seen.said]


def test_the_preview_of_a_tile_says_what_it_earns_and_why_it_does_not_earn_more() -> None:
    green = quilt("b2Gd b3Ge", "Gf,Be", goals="-,-,-")
    marks, words = preview_of(green, "Gf@b4")
    assert words == ["Scores 3 points.", "4 connected green patches earn a button of that colour."]
    assert set(marks) == {("changed", at) for at in ("b1", "b2", "b3", "b4")}
    short = preview_of(quilt("d3Gd", "Gf,Be", goals="-,-,-"), "Gf@d4")
    assert short == ([], ["Scores nothing yet.", "2 connected green patches; a button needs 3."])
    few = preview_of(quilt("d3Gd", "Pd,Be", goals="-,-,-"), "Pd@d4")
    assert few == ([], ["Scores nothing yet.", "2 connected dots; Millie wants 3 or more."])


def test_the_preview_says_that_a_groups_cat_prevents_a_second_one() -> None:
    state = quilt("d2Nd! d3Gd d4Yd", "Pd,Be", goals="-,-,-")
    marks, words = preview_of(state, "Pd@e4")
    assert words == ["Scores nothing yet.", "This group of dots already has Millie and earns no second one."]
    assert marks == [("cause", "d2")]


def test_a_goal_that_could_no_longer_be_met_is_reported() -> None:
    state = quilt("c3Gd", "Gd,Be", goals="ABCDEF,-,-")
    assert preview_of(state, "Gd@c5")[1][-1] == "Rules out the goal ≠ on c4."


def test_a_goal_that_loses_one_of_its_two_ways_is_reported() -> None:
    state = quilt("b3Nd b4Be", "Nv,Be", goals="ABCDEF,-,-")
    sentence = preview_of(state, "Nv@c3")[1][-1]
    assert sentence == "Rules out the goal ≠ on c4 by colours: 10 points at most."
    assert not [words for words in preview_of(state, "Nv@f4")[1] if "goal" in words]
    met = quilt("b3Nd b4Bd", "Gd,Be", goals="AABBCC,-,-")
    sentence = preview_of(met, "Gd@c3")[1][-1]
    assert sentence == "Rules out the goal AA-BB-CC on c4 by patterns: 7 points at most."


def test_a_promo_cat_previews_its_points_on_either_quilt() -> None:
    state = duo("e4Gs e5Ps", "c5Uv c6Pv d6Yv", "Ns", promo="Luna", more="eleven=green")
    words = preview_of(state, "Ns@d4")[1]
    assert words[0] == "Scores 7 points."
    assert "3 patches count for Luna; on another quilt at most 3." in words
    assert not [said for said in words if "wants" in said and "Luna" in said]
    few = duo("d4Gs e6Pd", "c5Uv c6Pv d6Yv", "Ns", promo="Luna", more="eleven=green")
    assert "A group of fewer than 3 does not count for Luna." in preview_of(few, "Ns@c5")[1]


def test_a_catch_previews_the_animals_in_range_but_not_the_sex_of_a_hidden_one() -> None:
    state = ranch("a1=?sm a2=pf a3=w", plum="A::c3,c4")
    marks, words = preview_of(state, "a1")
    assert words == ["Catches 2 animals: sheep and female pig."]
    assert marks == [("selected", "a1"), ("selected", "a2"), ("changed", "a1"), ("changed", "a2")]


def test_pointing_shows_marks_and_text_without_announcing_them() -> None:
    board = free(ranch("a1=?sm a2=pf a3=w", plum="A::c3,c4"))
    before = dict(board.slots)
    assert before["hint"]
    sent = hear(board, {**LOOK, "area": "a1"})
    assert [m["text"] for m in sent if m["kind"] == "hint"] == ["Catches 2 animals: sheep and female pig."]
    assert Mark(MarkKind.SELECTED, "a2") in board.marks
    assert board.slots == before
    sent = hear(board, {**LOOK, "area": None})
    assert [m["text"] for m in sent if m["kind"] == "hint"] == [""]
    assert Mark(MarkKind.SELECTED, "a2") not in board.marks
    hear(board, {"kind": "query", "area": "a1"})
    assert said(board).endswith("Catches 2 animals: sheep and female pig.")


def test_the_next_area_shows_its_preview_even_if_it_is_the_same() -> None:
    """The page removes a preview as soon as the reader points at another area."""
    board = free(quilt("", "Nd,Ye"))
    sent = hear(board, *press("hand1"), {**LOOK, "area": "b3"}, {**LOOK, "area": "b4"})
    first, second = [m["text"] for m in sent if m["kind"] == "hint"]
    assert first == second


def test_a_press_removes_the_preview() -> None:
    board = free(quilt("b2Gd b3Ge", "Gf,Be"))
    sent = hear(board, *press("hand1"), {**LOOK, "area": "b4"}, *press("b4"))
    assert [bool(m["text"]) for m in sent if m["kind"] == "hint"] == [True, False]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_every_legal_press_has_a_preview_that_begins_with_its_verb(played: AnyGame) -> None:
    rng, seen = Random(1), 0
    for options in choices(played, 0)[:: number(4, 1)]:
        states = list(random_game(played, options, 2, MOST))
        for state in states[:: EVERY if len(states) > 4 * EVERY else 1]:
            legal = [*state.legal()] if state.mover is not None else []
            for action in rng.sample(legal, min(TRIED, len(legal))):
                board, presses = free(state), played.presses(action)
                assert re.match(r"[A-Z][a-z]+s\b", str(played.deed(state, action))), action
                for n, area in enumerate(presses):
                    if board.mode.hand.chosen[n:]:
                        continue  # preselected
                    words = [str(one) for one in board.mode.hand.press_preview(area).said]
                    assert re.match(r"[A-Z][a-z]+s\b", " ".join(words)), (str(action), area, words)
                    assert len({*words}) == len(words)
                    assert words[0].startswith("Chooses") == (n + 1 < len(presses))
                    seen += 1
                    hear(board, *press(area)) if n + 1 < len(presses) else None
    assert seen > TRIED


def test_a_piece_that_is_chosen_by_itself_says_what_to_press() -> None:
    """It is the only patch in hand; pointing at it and pressing it both say what to press."""
    board = free(quilt("", "Nd"))
    (only,) = board.mode.hand.chosen
    sent = hear(board, {**LOOK, "area": only})
    assert [m["text"] for m in sent if m["kind"] == "hint"] == ["Press one of the 22 marked areas."]
    hear(board, *press(only))
    assert said(board) == "Chosen: navy dots. Now press one of the 22 marked cells."


def test_a_first_tap_says_what_the_second_one_does() -> None:
    table = play("catbox", "human", "beginner", "beginner", seed=7, players="3")
    hear(table, {"kind": "press", "area": "h1", "finger": True})
    assert said(table) == "Puts the 1 aside, face down. This cannot be undone. Press again to play it."
    sent = hear(table, {**LOOK, "area": "h2"})
    assert [m["text"] for m in sent if m["kind"] == "hint"] == ["Puts the 2 aside, face down."]


@pytest.mark.parametrize("name", ["calico.button.edge", "cattricola.catch.outside"])
def test_the_answer_of_an_example_to_find_is_not_previewed(name: str) -> None:
    board = show(name)
    assert board.slots["hint"] == ""
    sent = [m for a in list(board.names) for m in hear(board, {**LOOK, "area": a}, {"kind": "query", "area": a})]
    assert [m for m in sent if m["kind"] == "hint"] == []
    assert "Catches" not in board.slots["status"]


def test_a_finished_game_has_no_preview() -> None:
    assert free(ranch("a1=w", plum="A:smsf", mover="end")).slots["hint"] == ""


def test_pointing_says_what_a_press_places_chooses_moves_and_clears() -> None:
    board = free(park(red="f4", cats="e5", hands="1-0"))
    places, chooses = hear(board, {**LOOK, "area": "a1"}, {**LOOK, "area": "f4"})
    assert (places["text"], chooses["text"]) == (
        "Places a herder on a1.",
        "Chooses it. Then press one of the 12 marked areas.",
    )
    hear(board, *press("f4"))
    sent = hear(board, *({**LOOK, "area": area} for area in ("f4", "e4", "f3", "f7")))
    assert [m["text"] for m in sent if m["kind"] == "hint"] == [
        "Clears the choice.",
        "Moves the herder from f4 to e4. The herder scares the cat on e5.",
        "Moves the herder from f4 to f3.",
        "",
    ]


def test_a_first_tap_previews_and_a_second_one_plays() -> None:
    board = free(ranch("a1=sm a2=pf c3=cm", plum="A::c3,c4"))
    tap = [{"kind": "press", "area": area, "finger": True} for area in ("a1", "a2", "a1")]
    before = board.state
    for one in tap:  # a tap on another area is only a preview
        hear(board, one)
        assert said(board).endswith("Press again to play it.")
        assert board.mode.hand.hover_marks
        assert board.state == before
    hear(board, tap[0])
    assert board.state != before


def test_one_tap_plays_in_a_game_without_previews() -> None:
    board = free(park(red="f4", hands="1-0"))
    hear(board, {"kind": "press", "area": "a1", "finger": True})
    assert said(board) == "Red places a herder on a1."


def test_every_card_in_hand_has_a_preview_in_every_position_of_a_game() -> None:
    """Also a card that cannot be used now, down to the last one that can be declared."""
    table, rng, unused = play("catbox", "human", "careful", seed=4, players="2"), Random(5), 0
    while table.state.to_move is not None and table.mode.hand.acts:
        held = [area.id for area in table.mode.hand.scene().areas.values() if re.fullmatch(r"h\d", area.id)]
        for area in held:
            previews = [str(one) for one in table.mode.hand.press_preview(area).said]
            assert previews or not table.mode.hand.scene().areas[area].holds
            unused += any("Nothing can be done" in one for one in previews)
        hear(table, typed(str(rng.choice(table.state.legal()))))
    assert unused
