"""Areas are large enough for a finger, boards fit however they are joined, and tasks match their positions."""

from __future__ import annotations

import re
import tomllib

import pytest

from cattools.core.loading.data_files import read
from cattools.games.cattricola import Cattricola
from cattools.lessons.example import Example, example
from tests.games.cattricola.positions_builder import CATTRICOLA
from tests.games.helpers import as_a, play

FINGER = 24.0
ROWS = {2: ["=0,5"], 3: ["=0,5", "=0,10"], 4: ["=0,5", "=0,10", "=0,15"]}
SQUARE = ["=0,5", "=5,0", "=5,5"]
EXAMPLES = [example(record["id"]) for record in tomllib.loads(read("games/cattricola/data/examples.toml"))["example"]]


@pytest.mark.parametrize("moves", [*ROWS.values(), SQUARE, ["=5,0"], ["=5,0", "=10,0", "=15,0"]], ids=str)
def test_pressable_areas_are_never_smaller_than_a_finger(moves: list[str]) -> None:
    state = play(CATTRICOLA.start(CATTRICOLA.choose(f"players={len(moves) + 1},ranch=own")), *moves)
    parts = {part.name: part for part in CATTRICOLA.scene_of(state).parts}
    for name in ("ranch", "radar", "hand", "disc"):
        part = parts[name]
        assert all(area.size * part.size_hint.least / part.size_hint.cell >= FINGER for area in part.areas.values())
    assert (
        len({area.size for area in parts["ranch"].areas.values()}) == 1
    )  # the cells outside the ranch are as wide as those on it


@pytest.mark.parametrize(
    "moves", [["=0,5", "=0,10"], ["=0,-5", "=0,-5"], ["=5,0", "=10,0"], ["=-5,0", "=0,5"]], ids=str
)
def test_the_part_for_joining_boards_keeps_its_size(moves: list[str]) -> None:
    state = CATTRICOLA.start(CATTRICOLA.choose("players=4,ranch=own"))
    (first, *_) = CATTRICOLA.scene_of(state).parts
    wide, tall = first.size
    for move in moves:
        state = play(state, move)
        (part, *_) = CATTRICOLA.scene_of(state).parts
        assert (part.name, part.size, part.size_hint) == (first.name, first.size, first.size_hint)
        corners = [corner for area in part.areas.values() for corner in area.outline]
        assert all(0 < x < wide and 0 < y < tall for x, y in corners)


@pytest.mark.parametrize("each", [e for e in EXAMPLES if e.goal and e.goal.name == "points"], ids=lambda e: e.id)
def test_a_task_asks_for_the_points_of_its_goal(each: Example) -> None:
    assert each.goal is not None
    assert re.findall(r"(\d+) points", each.task) == [str(points) for points in each.goal.arguments]


@pytest.mark.parametrize("each", [e for e in EXAMPLES if "full" in e.task], ids=lambda e: e.id)
def test_a_task_states_the_number_of_full_discs(each: Example) -> None:
    full = sum(0 not in disc for disc in as_a(Cattricola, each.start()).discs)
    assert full == (0 if "no disc is full" in each.task else 2 if "Two discs are full" in each.task else 1)


def test_the_caption_of_the_radar_names_its_owner() -> None:
    """From every perspective, the radar shown is that of the player to move."""
    state = as_a(Cattricola, example("cattricola.walk").start())
    for moves, whose in (((), "Plum"), (("+b2", "+b3", "+c2"), "Teal")):
        parts = CATTRICOLA.scene_of(play(state, *moves), 0).parts
        assert [part.caption for part in parts if part.name == "radar"] == [f"Radar of {whose}"]
