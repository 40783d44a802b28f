"""The page gets every area where the board draws it, in whole games and in every scorer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cattools.games import GAMES, having
from cattools.widgets import play, scorer
from cattools.widgets.board import Board
from tests.kinds import number
from tests.widgets.board_client import hear, view

AREA = re.compile(r'data-id="([^"]*)"[^>]* aria-label="[^"]*" d="M([^"]*)l([^"]*)z"')
STEPS = number(25, 200)


def drawn(surface: Board[Any]) -> dict[str, Any]:
    """Return the corners of every area of the scene, approximately, because the page gets rounded numbers."""
    rows = (row for group in surface.scene.groups for row in group.rows)
    return {a.id: pytest.approx([n for corner in a.outline for n in corner], abs=0.05) for row in rows for a in row}


def listened(surface: Board[Any]) -> dict[str, list[float]]:
    """Return the corners of the areas sent to the page, decoded from a first corner and relative steps."""
    found = {}
    for id_, first, steps in AREA.findall("".join(surface.areas.values())):
        x, y = map(float, first.split())
        corners = [x, y]
        for across, down in pairs(steps.split()):
            x, y = x + across, y + down
            corners += [x, y]
        found[id_] = corners
    return found


def pairs(numbers: list[str]) -> list[tuple[float, float]]:
    return list(zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True))


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game_id", list(GAMES))
def test_areas_are_where_they_are_drawn_through_a_whole_game(game_id: str) -> None:
    options: dict[str, Any] = {"players": "2"} if "players" in GAMES[game_id].known_options else {}
    table = play(game_id, seed=3, **options)
    hear(table, view(table))
    sent_areas = {str(table.areas)}
    for step in range(STEPS):
        assert listened(table) == drawn(table)
        assert {*table.names} >= {*drawn(table)}
        sent_areas.add(str(table.areas))
        if table.state.to_move is None:
            break
        legal = table.state.legal()
        hear(table, {"kind": "tool", "tool": "unveil"})
        hear(table, {"kind": "typed", "text": str(legal[step * 7 % len(legal)])})
    if game_id == "catbox":  # cards are lower while predicting; no other game moves its areas
        assert len(sent_areas) > 1


def test_a_piece_moves_visibly_even_if_areas_change() -> None:
    table = play("catbox", seed=3)  # here, a hand with fewer copies of a card is lower
    hear(table, view(table, still=False))
    moved = []
    for step in range(STEPS):
        before, legal = dict(table.areas), table.state.legal()
        hear(table, {"kind": "tool", "tool": "unveil"})
        sent = hear(table, {"kind": "typed", "text": str(legal[step * 7 % len(legal)])})
        if table.areas != before:
            moved += [m for m in sent if m["kind"] == "motion"]
        if table.state.to_move is None:
            break
    assert moved


@pytest.mark.parametrize("game_id", having("scorer"))
def test_every_side_of_a_scorer_has_its_own_areas(game_id: str) -> None:
    sheet = scorer(game_id)
    for seat in range(len(sheet.mode.seats)):
        hear(sheet, {"kind": "tool", "tool": f"seat:{seat}"})
        assert listened(sheet) == drawn(sheet)
