"""Scenes: shapes as data."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cattools.core.display.icons import cat, icon, silhouette
from cattools.core.display.scene import (
    Area,
    Group,
    Part,
    Path,
    Scene,
    SizeHint,
    circle,
    moved,
    number,
    polygon,
    rectangle,
    rounded,
)
from cattools.core.errors import DataError
from cattools.core.messages import text
from cattools.core.score import Line, Score


@pytest.mark.parametrize(
    ("value", "written"), [(1.0, "1"), (0.5, "0.5"), (1 / 3, "0.33"), (-2.10, "-2.1"), (100, "100")]
)
def test_numbers_are_written_in_their_shortest_form(value: float, written: str) -> None:
    assert number(value) == written


def test_outlines_are_written_as_svg_paths() -> None:
    assert polygon([(0, 0), (1, 0), (0.5, 1)]) == "M0 0L1 0L0.5 1Z"
    assert rectangle(0, 0, 2, 1) == "M0 0L2 0L2 1L0 1Z"
    assert circle(2, (1, 1)) == "M-1 1A2 2 0 1 1 3 1A2 2 0 1 1 -1 1Z"
    soft = rounded(((0, 0), (4, 0), (4, 4), (0, 4)), 1)
    assert soft.count("Q") == 4
    assert soft.startswith("M0 1Q0 0 1 0")
    # A radius longer than half a side is cut to half the side.
    assert max(float(n) for n in re.findall(r"-?[\d.]+", rounded(((0, 0), (4, 0), (4, 4)), 99))) <= 4


def test_transformations_accumulate() -> None:
    (once,) = moved([Path("M0 0", at=(1, 1), scale=2, alpha=0.5)], (10, 20), scale=3, alpha=0.5, wide=0.5)
    assert (once.at, once.scale, once.alpha, once.wide) == ((10 + 1.5, 23), 6, 0.25, 0.5)
    assert moved([once], (0, 0)) == (once,)


def test_areas_are_found_by_id() -> None:
    a, b = (Area(id_, id_.upper(), (0, 0), (), 1) for id_ in "ab")
    size_hint = SizeHint(1, 1, 1)
    parts = tuple(
        Part(name, (1, 1), size_hint, (Group(name, ((area,),)),)) for name, area in (("board", a), ("hand", b))
    )
    scene = Scene("", parts)
    assert scene.areas == {"a": a, "b": b}
    assert scene.part_of == {"a": "board", "b": "hand"}
    assert scene.stands_like(Scene("other", (replace(parts[0], ground=(Path("M0 0"),)), parts[1])))
    assert not scene.stands_like(Scene("", (replace(parts[0], size=(2, 1)), parts[1])))


def test_icons_have_the_requested_colours() -> None:
    shapes = icon("herder", 32, main="ink")
    assert shapes
    assert {s.fill for s in shapes} | {s.stroke for s in shapes} == {"ink", ""}
    assert cat("cat", 16)[0].scale == 0.5
    assert silhouette("cat").startswith("M")
    with pytest.raises(DataError, match="expected an icon called 'dog'"):
        icon("dog", 1)


def test_a_seats_total_is_the_sum_of_its_lines() -> None:
    score = Score((Line("r", 0, 3, text("a")), Line("s", 1, -1, text("b")), Line("t", 0, 4, text("c"))))
    assert (score.total(0), score.total(1), score.total(2)) == (7, -1, 0)
    assert [line.rule for line in score.of(0)] == ["r", "t"]
