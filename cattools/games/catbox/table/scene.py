"""The scene and panels of a game at a real table: the board without a hand, and a panel for each player."""

from __future__ import annotations

from dataclasses import replace

from cattools.core.display.scene import Look, Panel, Scene
from cattools.core.game import OpenView
from cattools.core.messages import N_, many
from cattools.games.catbox.board import scene as board_scene
from cattools.games.catbox.table.public_state import Step, Tally


def scene(view: OpenView[Tally, Step], _: Look) -> Scene:
    """Return the scene of the table."""
    return board_scene.table_scene(view.state.seen().state)


def panels(view: OpenView[Tally, Step]) -> tuple[Panel, ...]:
    """Return a panel for each player, with the size of the largest group."""
    seen = view.state.seen()
    tokens = seen.state.tokens
    found = []
    for panel in board_scene.panels(seen):
        largest = seen.state.board.group(tokens[panel.seat]).bit_count()
        size = many(N_("largest group: {n} token"), N_("largest group: {n} tokens"), largest)
        found.append(replace(panel, rows=(*panel.rows, (str(size), ()))) if any(tokens) else panel)
    return tuple(found)
