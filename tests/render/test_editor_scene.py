"""The scene of the position editor, on every page and from every seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cattools.core.display.scene import Group, Part
from cattools.core.table.position_editor import Draft
from cattools.games import game, having
from cattools.render.editor_scene import empty_boards, scene

WIDE = 6  # average width of a letter of a caption, in pixels


@pytest.mark.parametrize("game_id", having("position_editor"))
def test_every_caption_fits_its_row_at_the_smallest_size(game_id: str) -> None:
    played = game(game_id)
    editor = played.position_editor
    assert editor
    draft = Draft(played.choose(""))
    for page in editor.table(draft.options).pages:
        for seat in range(len(played.seats(draft.options))):
            boards = empty_boards(editor, Draft(draft.options, field_values=draft.field_values), seat)
            for part in scene(editor, draft, seat, page, boards, {}).parts:
                if part.name.startswith("row."):
                    assert len(part.caption) * WIDE <= part.size[0] * part.size_hint.least / part.size_hint.cell, (
                        part.caption
                    )


def test_an_area_on_which_nothing_can_be_placed_is_not_in_the_editor() -> None:
    herders = game("herders")
    assert herders.position_editor

    def with_exit(draft: Draft, seat: int) -> tuple[Part, ...]:
        (board,) = herders.position_editor.boards(draft, seat) if herders.position_editor else ()
        out = replace(board.groups[0].rows[0][0], id="exit")
        return (replace(board, groups=(*board.groups, Group("Exit", ((out,),)))),)

    draft = Draft(herders.choose(""))
    usual = empty_boards(herders.position_editor, draft, 0)
    assert usual == empty_boards(replace(herders.position_editor, boards=with_exit), draft, 0)
