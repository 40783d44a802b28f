"""The scene of the position editor, on every page and from every seat."""

from __future__ import annotations

import pytest

from cattools.core.table.position_editor import Draft
from cattools.games import game, having
from cattools.render.editor_scene import empty_boards, scene

WIDE = 6  # average width of a letter of a caption, in pixels


@pytest.mark.parametrize("game_id", having("setup"))
def test_every_caption_fits_its_row_at_the_smallest_size(game_id: str) -> None:
    played = game(game_id)
    setup = played.setup
    assert setup
    draft = Draft(played.choose(""))
    for page in setup.table(draft.options).pages:
        for seat in range(len(played.seats(draft.options))):
            boards = empty_boards(setup, Draft(draft.options, field_values=draft.field_values), seat)
            for part in scene(setup, draft, seat, page, boards, {}).parts:
                if part.name.startswith("row."):
                    assert len(part.caption) * WIDE <= part.size[0] * part.size_hint.least / part.size_hint.cell, (
                        part.caption
                    )
