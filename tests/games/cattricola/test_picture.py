"""The picture on a telephone: what can be pressed is large enough for a finger, and tasks say what is there."""

from __future__ import annotations

import re
import tomllib

import pytest

from cattools.core.data import read
from cattools.games.cattricola import Cattricola
from cattools.games.cattricola.rules.components import box
from cattools.lessons.example import Example, example
from tests.games.cattricola.table import CATTRICOLA
from tests.games.kit import as_a, play

PHONE = 302.0  # the width of a picture where the screen is 360 wide
FINGER = 24.0
ROWS = {2: ["=0,5"], 3: ["=0,5", "=0,10"], 4: ["=0,5", "=0,10", "=0,15"]}
SQUARE = ["=0,5", "=5,0", "=5,5"]
EXAMPLES = [example(record["id"]) for record in tomllib.loads(read("games/cattricola/data/examples.toml"))["example"]]


@pytest.mark.parametrize("moves", [*ROWS.values(), SQUARE, ["=5,0"], ["=5,0", "=10,0", "=15,0"]], ids=str)
def test_on_a_phone_there_is_room_for_a_finger(moves: list[str]) -> None:
    state = play(CATTRICOLA.start(CATTRICOLA.choose(f"players={len(moves) + 1},ranch=own")), *moves)
    picture = CATTRICOLA.scene_of(state)
    scale = PHONE / picture.size[0]
    beside = {area for row in picture.groups[0].rows for area in row}
    assert len({area.size for area in beside}) == 1  # the strip around the ranch is as wide as its cells
    assert next(iter(beside)).size * (state.ranch.columns + 2 * box().reach) * scale > 0.7 * PHONE
    assert all(area.size * scale >= FINGER for area in picture.areas.values() if area not in beside)


@pytest.mark.parametrize("each", [e for e in EXAMPLES if e.goal and e.goal.name == "points"], ids=lambda e: e.id)
def test_a_task_asks_for_the_points_that_its_goal_wants(each: Example) -> None:
    assert each.goal is not None
    assert re.findall(r"(\d+) points", each.task) == [str(points) for points in each.goal.arguments]


@pytest.mark.parametrize("each", [e for e in EXAMPLES if "full" in e.task], ids=lambda e: e.id)
def test_a_task_counts_the_full_discs(each: Example) -> None:
    full = sum(0 not in disc for disc in as_a(Cattricola, each.start()).discs)
    assert full == (0 if "no disc is full" in each.task else 2 if "Two discs are full" in each.task else 1)
