"""The scene is readable: the motifs of patches with tokens, and the goals on small quilts."""

from __future__ import annotations

from collections import Counter
from math import dist

import pytest

from cattools.core.display.scene import Label, Path
from cattools.core.random_play import random_game
from cattools.games.calico import board, components
from cattools.games.calico.components import KINDS
from tests.games.calico.positions_builder import CALICO, GOALS, lay, rows

AROUND_C4 = "b3Nd b4Be c3Gf c5Pq d3Us d4Yv"
COUNTED = [goal for goal in components.GOALS if goal.counts[0] > 1]


@pytest.mark.parametrize(("cat", "button"), [(True, False), (False, True), (True, True)])
def test_tokens_are_drawn_below_a_complete_motif(*, cat: bool, button: bool) -> None:
    for kind in range(KINDS):
        motif = {s.d for s in board.patch(kind, 100.0)[1:] if s.at == (0.0, 0.0)}
        drawn = [s for s in board.sewn(kind, 100.0, cat=cat, button=button) if s.d in motif]
        assert {s.d for s in drawn} == motif
        assert all(s.at[1] < 0 and s.scale > 0.6 for s in drawn)
    assert len({board.sewn(kind, 20.0, cat=cat, button=button) for kind in range(KINDS)}) == KINDS


def test_a_patch_with_a_cat_keeps_the_mark_of_its_colour() -> None:
    plain, with_cat = (
        {s.d for s in found} for found in (board.patch(7, 50.0), board.sewn(7, 50.0, cat=True, button=False))
    )
    assert plain <= with_cat


@pytest.mark.rule("calico.goal.when")
def test_a_goal_on_a_small_quilt_shows_its_points() -> None:
    other = f"green={rows(AROUND_C4)};{GOALS};Ye,Yd"
    state = lay(AROUND_C4, "Nd,Be", market="Nq,Us,Ye", options="players=2", others=other)
    scene = CALICO.scene_of(state, 0)
    parts = {part.name: part for part in scene.parts}
    for part, at in ((parts["quilt"], "blue.c4"), (parts["quilt2"], "green.c4")):
        paid = [shape.at for shape in part.above if isinstance(shape, Label) and shape.text == "15"]
        assert len(paid) == 1
        assert dist(paid[0], part.areas[at].at) < part.areas[at].size / 2


@pytest.mark.rule("calico.goal.kinds")
def test_goals_on_small_quilts_differ_in_their_rows_of_dots() -> None:
    signs = {goal.name: [dot.at for dot in board.goal_dots(goal.counts, 20.0)] for goal in COUNTED}
    assert {len(dots) for dots in signs.values()} == {6}
    rows_of = {name: sorted(Counter(y for _, y in dots).items()) for name, dots in signs.items()}
    assert [[n for _, n in rows_of[goal.name]] for goal in COUNTED] == [[*goal.counts] for goal in COUNTED]


@pytest.mark.rule("calico.goal.one")
@pytest.mark.rule("calico.goal.both")
def test_a_goal_tile_has_the_smaller_number_on_blue_and_the_larger_on_yellow() -> None:
    scene = CALICO.scene_of(lay("", "Nd,Be", goals="AAABBB,ABCDEF,AABBCC"), 0)
    number = {s.text: s.at for s in scene.parts[0].above if isinstance(s, Label) and s.text in ("8", "13")}
    under = {shape.at: shape.fill for shape in scene.parts[0].above if isinstance(shape, Path)}
    assert (under[number["8"]], under[number["13"]]) == ("calico.blue.fill", "calico.yellow.fill")


@pytest.mark.rule("calico.end")
def test_the_last_patch_changes_the_layout_only_if_there_are_quilts_to_compare() -> None:
    """A board that keeps its layout answers the last patch before Python has loaded."""
    for options, quilts in (("players=1", ["quilt"]), ("players=2", ["quilt-at-end", "quilt-at-end2"])):
        *_, before, last = random_game(CALICO, CALICO.choose(options), 1, 400)
        scenes = [CALICO.scene_of(state) for state in (before, last)]
        assert [part.name for part in scenes[1].parts if part.name.startswith("quilt")] == quilts
        assert scenes[0].stands_like(scenes[1]) == (len(quilts) == 1)
