"""The markup around a board: what is shown only once, and what screen readers announce."""

from __future__ import annotations

import re

import pytest

from cattools.core.chance import Dealer
from cattools.core.display.scene import Panel
from cattools.games import GAMES
from cattools.widgets import markup, play
from cattools.widgets.board import Board
from cattools.widgets.markup import areas
from tests.games.cattricola.positions_builder import lay as ranch
from tests.games.herders.positions_builder import lay as park
from tests.widgets.board_client import free, hear, said

UNDO = {"kind": "tool", "tool": "undo"}


def visible(board: Board) -> str:
    """Return the visible text around a board."""
    shown = " ".join(board.slots[slot] for slot in ("head", "task", "side", "status", "tools"))
    return re.sub(r"<[^>]*>", " ", re.sub(r'<p class="cat-sr">.*?</p>', "", shown))


@pytest.mark.parametrize("game_id", list(GAMES))
def test_the_player_to_move_is_shown_once(game_id: str) -> None:
    table = play(game_id, seed=1, **({"players": "2"} if "players" in GAMES[game_id].known_options else {}))
    assert visible(table).count("to move") == 1
    assert table.slots["side"].count('aria-current="true"') == 1
    hear(table, {"kind": "typed", "text": str(table.state.legal()[0])})
    if not table.mode.device.veiled:
        assert visible(table).count("to move") == 1
        hear(table, UNDO)
        assert visible(table).count("to move") == 1


def test_a_screen_reader_announces_the_player_to_move_after_undo() -> None:
    board = free(park(red="f4", hands="1-0"))
    assert said(board).startswith("Messages about the game appear here. Press a wall cell")
    hear(board, {"kind": "typed", "text": "a1"}, UNDO)
    assert said(board).startswith("Undone. Press a wall cell")


def test_a_grid_states_its_size() -> None:
    board = free(ranch("a1=sm"))
    found = "".join(areas(part, board.names) for part in board.scene.parts)
    for group in board.scene.groups:
        size = f' aria-rowcount="{len(group.rows)}" aria-colcount="{max(map(len, group.rows))}"'
        assert (size in found.split(f'aria-label="{group.name}"')[1].split(">")[0]) == (group.role == "grid")
    assert {group.role for group in board.scene.groups} == {"grid", "group"}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_player_has_a_line_with_the_same_columns(game_id: str) -> None:
    """The table of a screen-filling board has a line for each player, and only numbers that the cards also show."""
    state = Dealer(3).settle(GAMES[game_id].position())
    panels = GAMES[game_id].panels(state.view(state.mover))
    drawn = str(markup.side(panels, state.mover))
    titles = {cell.title for panel in panels for cell in panel.cells}
    assert titles, "a game without a table would have its cards cut off"
    assert drawn.count('class="cat-cell"') == len(panels) * len(titles)
    for panel in panels:
        said = {number for words, _ in panel.rows for number in re.findall(r"\d+", words)}
        shown = {number for cell in panel.cells for number in re.findall(r"\d+", cell.value)}
        assert shown <= said | {"0"}, panel.name


def test_a_table_without_cells_is_a_row_of_cards() -> None:
    panel = Panel(0, (), "Ada", (("3 points", ()),))
    assert "cat-table" not in str(markup.side([panel], None))
