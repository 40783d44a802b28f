"""The parts of the scene: the table and the player's own hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cattools.core.display.scene import Look, Part
from cattools.games.catbox import Catbox
from cattools.games.catbox.components import cards
from cattools.games.catbox.tracker import TRACKER
from tests.games.catbox.positions_builder import CATBOX, begun, walked


def parts(state: Catbox, seat: int | None) -> dict[str, Part]:
    """Return the parts of the scene that a seat sees, by name."""
    return {part.name: part for part in CATBOX.scene(state.view(seat), Look()).parts}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_table_and_a_hand_are_parts_of_the_same_size_for_every_seat(players: int) -> None:
    printed = ["predictions"] * (players > 2)
    mine, theirs, nobodys = (CATBOX.scene(begun(players).view(seat), Look()) for seat in (0, 1, None))
    assert [part.name for part in mine.parts] == ["board", "hand", "trick", *printed, "start"]
    assert mine.stands_like(theirs)
    assert mine.stands_like(nobodys)
    followed = TRACKER.scene_of(TRACKER.start(TRACKER.choose({"players": str(players)})))
    assert [part.name for part in followed.parts] == ["board", "trick", *printed, "start"]


@pytest.mark.parametrize("players", [2, 5])
def test_all_copies_of_a_number_fit_in_the_hand(players: int) -> None:
    hand = parts(replace(begun(players), hands=(cards([1] * 5),) * players), 0)["hand"]
    corners = [point for area in hand.areas.values() for point in area.outline]
    assert "5 copies" in hand.areas["h1"].name
    assert all(0 < x < hand.size[0] and 0 < y < hand.size[1] for x, y in corners)


def test_captions_say_whose_hand_it_is_and_how_the_trick_is_going() -> None:
    captions, lost = set(), False
    for state in walked(3, 2):
        shown = parts(state, 1)
        caption, _, left = shown["hand"].caption.partition(": ")
        assert caption == "The hand of Teal"
        assert [colour in left for colour in ("red", "blue", "yellow", "green")] == [
            bool(left) and bool(state.markers[1] >> n & 1) for n in range(4)
        ]
        lost = lost or bool(left)
        assert shown["start"].caption == f"{state.round + 1} / 3"
        captions.add(shown["trick"].caption)
    assert lost
    assert {"First trick", "Led: red", "Led: blue", "Won by Plum", "Won by Orange"} <= captions
    assert parts(begun(3), None)["hand"].caption == "The hands are hidden"


@pytest.mark.rule("catbox.prepare.predict")
def test_tokens_on_a_prediction_stay_on_its_card() -> None:
    state = begun(5)
    for seats in range(1, 6):
        same = replace(state, predictions=(2,) * seats + (0,) * (5 - seats))
        predictions = parts(same, 0)["predictions"]
        area = predictions.areas["p2"]
        (x, y), (right, bottom) = area.at, area.outline[2]
        tokens = [shape.at for shape in predictions.above if shape.fill.startswith("seats.")]
        assert tokens
        assert all(abs(ax - x) < right - x - 6 and abs(ay - y) < bottom - y - 6 for ax, ay in tokens)
