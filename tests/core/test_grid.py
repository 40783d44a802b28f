"""Boards of named cells."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cattools.core.errors import NotationError
from cattools.core.grid import Grid, bits, hex_rows, hexagon, mask, squares

GRIDS = [hexagon(1), hexagon(3), hexagon(6), hexagon(7), hex_rows(5, 6), squares(3, 4), squares(10, 10)]
each = pytest.mark.parametrize("grid", GRIDS, ids=lambda g: f"{g.kind}{g.size}")


@pytest.mark.parametrize(
    ("grid", "size", "border", "last"),
    [
        (hexagon(6), 91, 30, "k6"),
        (hexagon(3), 19, 12, "e3"),
        (squares(3, 4), 12, 10, "c4"),
        (hex_rows(2, 3), 6, 6, "b3"),
    ],
)
def test_a_grid_has_the_right_size_border_and_names(grid: Grid, size: int, border: int, last: str) -> None:
    assert (grid.size, grid.border().bit_count(), grid.names[0], grid.names[-1]) == (size, border, "a1", last)


def test_middle_and_corner_cells_have_the_right_neighbours() -> None:
    grid = hexagon(3)
    assert grid.named(grid.around[grid.cell("c3")]) == "b2,b3,c2,c4,d2,d3"
    assert grid.named(grid.around[grid.cell("a1")]) == "a2,b1,b2"
    square = squares(3, 3)
    assert square.named(square.around[square.cell("b2")]) == "a2,b1,b3,c2"
    rows = hex_rows(3, 3)  # the second row is shifted right by half a cell
    assert rows.named(rows.around[rows.cell("b1")]) == "a1,a2,b2,c1,c2"


@each
def test_neighbours_are_mutual_and_at_distance_one(grid: Grid) -> None:
    for cell in range(grid.size):
        assert not grid.around[cell] >> cell & 1
        for other in grid.neighbours[cell]:
            assert grid.around[other] >> cell & 1
            (ax, ay), (bx, by) = grid.centre[cell], grid.centre[other]
            assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1)


@each
def test_lines_are_straight_in_both_directions(grid: Grid) -> None:
    for start in range(grid.size):
        assert grid.line(start, start) == ()
        for end in range(grid.size):
            line = grid.line(start, end)
            back = grid.line(end, start)
            assert len(line) == len(back)
            if line:
                assert line[-1] == end
                assert (*back[-2::-1], end) == line
            if grid.around[start] >> end & 1:
                assert line == (end,)


@each
def test_rays_reach_the_edge(grid: Grid) -> None:
    for start in range(grid.size):
        assert [ray[:1] for ray in grid.rays[start]] == [(cell,) if cell >= 0 else () for cell in grid.step[start]]
        for direction, ray in enumerate(grid.rays[start]):
            assert all(grid.step[a][direction] == b for a, b in pairwise((start, *ray)))
            assert grid.step[(start, *ray)[-1]][direction] == -1


def test_there_is_no_line_between_cells_that_are_not_aligned() -> None:
    grid = hexagon(3)
    assert grid.line(grid.cell("a1"), grid.cell("b3")) == ()
    assert [grid.names[c] for c in grid.line(grid.cell("a1"), grid.cell("e3"))] == ["b2", "c3", "d3", "e3"]


@each
def test_adjacent_outlines_share_an_edge(grid: Grid) -> None:
    for cell in range(grid.size):
        corners = {(round(x, 6), round(y, 6)) for x, y in grid.outline(cell)}
        for other in grid.neighbours[cell]:
            assert len(corners & {(round(x, 6), round(y, 6)) for x, y in grid.outline(other)}) == 2


@pytest.mark.parametrize("name", ["", "z1", "a0", "a7", "11", "a1 a2", "\uff411"])
def test_an_unknown_cell_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="expected a cell from a1 to e3, found"):
        hexagon(3).cell(name)


def test_cell_names_must_differ() -> None:
    assert Grid("square", [[(0, 0), (1, 0)]], names=["left", "right"]).cell(" LEFT ") == 0
    with pytest.raises(NotationError, match="expected 2 different cell names, found 1"):
        Grid("square", [[(0, 0), (1, 0)]], names=["left", "left"])


@given(st.sets(st.integers(0, 90)))
def test_a_mask_represents_a_set_of_cells(cells: set[int]) -> None:
    grid = hexagon(6)
    assert set(bits(mask(cells))) == cells
    assert list(bits(mask(cells))) == sorted(cells)
    assert grid.cells(grid.named(mask(cells))) == mask(cells)


def test_diagonals_connect_squares_that_share_a_corner() -> None:
    grid = squares(3, 3, diagonals=True)
    assert grid.named(grid.around[grid.index["b2"]]) == "a1,a2,a3,b1,b3,c1,c2,c3"
    assert grid.named(grid.around[0]) == "a2,b1,b2"
    assert [grid.names[c] for c in grid.line(grid.index["a3"], grid.index["c1"])] == ["b2", "c1"]
    assert grid.line(grid.index["a1"], grid.index["c2"]) == ()
    assert squares(3, 3).line(grid.index["a3"], grid.index["c1"]) == ()
    assert grid.named(grid.border()) == squares(3, 3).named(squares(3, 3).border())
