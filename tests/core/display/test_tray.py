"""Trays put items side by side, row by row."""

from __future__ import annotations

import pytest

from cattools.core.display.scene import Path, SizeHint, corners
from cattools.core.display.tray import Tray

TRAY = Tray(3, (10.0, 20.0), corners((0, 0), 8, 18), 8)
HINT = SizeHint(8, least=4, best=12)


@pytest.mark.parametrize(("role", "rows"), [("grid", ["abc", "d"]), ("group", ["abcd"])])
def test_items_fill_one_row_after_another(role: str, rows: list[str]) -> None:
    part = TRAY.palette("palette", HINT, "Letters", [(id_, id_.upper(), (Path("M0 0"),)) for id_ in "abcd"], role)
    assert ["".join(area.id for area in row) for row in part.groups[0].rows] == rows
    assert part.areas["d"].at == part.ground[3].at == (5, 30)
    assert part.areas["d"].outline[0] == (1, 21)
    assert part.size == (30, 40)


def test_a_part_can_reserve_space_for_more_items() -> None:
    part = TRAY.part("row", HINT, "Letters", [TRAY.area(0, "a", "A", holds=False)], room=4)
    assert part.size == (30, 40)
    assert not part.areas["a"].holds
