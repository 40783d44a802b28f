"""Which cells flip when a cat is placed."""

from __future__ import annotations

import pytest

from tests.games.helpers import events_of, play
from tests.games.territory.positions_builder import lay, stacks, words


def after(cell: str, **cells: str) -> dict[str, str]:
    """Return the park after Red has placed a cat on a cell with a coordinate card."""
    state = play(lay(hands=f"{cell}/-", options="players=4", **cells), cell)
    return stacks(play(state, "*1") if cell not in cells else state)


@pytest.mark.rule("territory.flip.line")
def test_rows_and_columns_flip_but_never_diagonals() -> None:
    board = {"A1": "r", "B2": "b", "C4": "g", "B4": "b", "A4": "r", "C3": "y", "C2": "r", "D3": "b", "E2": "r"}
    now = after("C4", **board)
    assert now == {**board, "C4": "rg", "B4": "rb", "C3": "ry"}


@pytest.mark.rule("territory.flip.line")
def test_all_four_directions_can_flip() -> None:
    board = {"C1": "r", "C2": "b", "A3": "r", "B3": "b", "D3": "b", "E3": "b", "F3": "r", "C4": "b", "C5": "r"}
    now = after("C3", **board)
    assert {cell for cell, stack in now.items() if stack == "rb"} == {"C2", "B3", "D3", "E3", "C4"}


@pytest.mark.rule("territory.flip.nearest")
def test_a_line_ends_at_the_nearest_cat_of_the_colour() -> None:
    now = after("A1", A1="b", B1="b", C1="r", D1="b", E1="b", F1="r")
    assert now == {"A1": "rb", "B1": "rb", "C1": "r", "D1": "b", "E1": "b", "F1": "r"}


@pytest.mark.rule("territory.flip.nearest")
def test_nothing_flips_if_the_nearest_cat_is_adjacent() -> None:
    board = {"A1": "b", "B1": "r", "C1": "b", "D1": "r"}
    assert after("A1", **board) == {**board, "A1": "rb"}


@pytest.mark.rule("territory.flip.gap")
def test_a_gap_stops_its_whole_direction_and_no_other() -> None:
    board = {"A1": "r", "B1": "b", "D1": "b", "E1": "b", "F1": "b", "F3": "r", "F2": "y"}
    assert after("F1", **board) == {**board, "F1": "rb", "F2": "ry"}
    state = lay(hands="F1/-", options="players=4", **board)
    assert ("note", "flip.gap", ("C1",)) in events_of(state, "F1")
    assert "Nothing flips towards A1: C1 has no cat." in words(state, "F1")


@pytest.mark.rule("territory.flip.gap")
@pytest.mark.rule("territory.flip.nearest")
def test_the_two_halves_of_a_row_flip_independently() -> None:
    gap_on_the_left = {"A1": "r", "C1": "b", "D1": "b", "E1": "y", "F1": "r"}
    assert after("D1", **gap_on_the_left) == {**gap_on_the_left, "D1": "rb", "E1": "ry"}
    nearest_on_both_sides = {"A1": "r", "B1": "b", "C1": "b", "D1": "b", "E1": "y", "F1": "r"}
    assert after("D1", **nearest_on_both_sides) == {
        **nearest_on_both_sides,
        "B1": "rb",
        "C1": "rb",
        "D1": "rb",
        "E1": "ry",
    }


@pytest.mark.rule("territory.flip.restack")
def test_a_flipped_stack_that_has_the_colour_raises_its_cat_and_does_not_grow() -> None:
    now = after("A1", A1="b", B1="byr", C1="gby", D1="bryg", E1="r")
    assert now == {"A1": "rb", "B1": "rby", "C1": "rgby", "D1": "rbyg", "E1": "r"}


@pytest.mark.rule("territory.flip.no-chain")
def test_flipped_cells_do_not_flip_others() -> None:
    # B1 flips to red and now encloses the column B1 to B3, but only the cat on A1 was placed.
    board = {"A1": "b", "B1": "b", "C1": "r", "B2": "b", "B3": "r"}
    assert after("A1", **board) == {**board, "A1": "rb", "B1": "rb"}


@pytest.mark.rule("territory.flip.line")
def test_events_are_sorted_by_direction_and_go_outwards_from_the_cat() -> None:
    state = lay(hands="C4/-", options="players=4", C4="g", D4="b", E4="y", F4="r", C3="b", C2="r")
    assert events_of(state, "C4") == [
        ("land", "place.occupied", ("C4",)),
        ("react", "flip.nearest", ("C3",)),
        ("react", "flip.nearest", ("D4", "E4")),
        ("turn", "flip.line", ("C3",)),
        ("turn", "flip.line", ("D4", "E4")),
    ]
    assert words(state, "C4")[1:] == [
        "C3 is between C4 and C2.",
        "D4 and E4 are between C4 and F4.",
        "C3 flips to red.",
        "D4 and E4 flip to red.",
    ]
