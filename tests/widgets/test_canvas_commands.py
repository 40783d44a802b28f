"""A `CommandWriter` sends ipycanvas the same commands as a canvas's own methods, only faster."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ipycanvas import Canvas, Path2D, hold_canvas

from cattools.core.display.scene import Label, Path
from cattools.games import GAMES
from cattools.render import draw_list
from cattools.render.canvas import draw
from cattools.render.flow_layout import Place, flow
from cattools.widgets.canvas_commands import PATHS, CommandWriter, Paths
from tests.games.helpers import sample
from tests.render.test_svg import every_mark

FEW: list[Label | Path] = [
    Path("M0 0H9", "ink", "ink2", 3, at=(10, 20), scale=2, wide=0.5),
    Path("M0 0V9", "", "ink", dash=(4, 2), alpha=0.5),
    Label("a", (3, 4), 12, "ink", 700),
]


def waiting(canvas: Canvas, pen: Any, layers: list[draw_list.Layer], path: Any) -> list[Any]:
    """Return the commands that drawing has queued, as plain JSON values."""
    manager = canvas._canvas_manager
    with hold_canvas():
        canvas.reset_transform()
        begun = len(manager._commands_cache)
        draw(pen(), layers, "light", path)
        plain: list[Any] = json.loads(json.dumps(manager._commands_cache[begun:]))  # as they are sent
        manager._commands_cache.clear()
    return plain


@pytest.mark.parametrize("game_id", list(GAMES))
def test_a_command_writer_sends_the_same_commands_as_the_canvas(game_id: str) -> None:
    state = next(iter(sample(game_id, GAMES[game_id].choose())))
    scene = GAMES[game_id].scene_of(state)
    places, _ = flow(scene.parts)
    layers = [draw_list.Layer(Place(0, 0, 2.0), FEW), *draw_list.everything(scene, places, every_mark(scene))]
    canvas, paths = Canvas(width=9, height=9), Paths()
    own: dict[str, Path2D] = {}

    def path(d: str) -> Path2D:
        own[d] = own.get(d) or Path2D(d)
        return own[d]

    slow = waiting(canvas, lambda: canvas, layers, path)
    quick = waiting(canvas, lambda: CommandWriter(canvas), layers, paths)
    data = {f"IPY_MODEL_{p.model_id}": d for d, p in own.items()} | {paths(d): d for d in own}
    del quick[0]  # the command writer resets the canvas first
    assert len(quick) > 100
    for one, other in zip(quick, slow, strict=True):
        assert one[0] == other[0]
        assert [data.get(v, v) if isinstance(v, str) else v for v in one[1]] == [
            data.get(v, v) if isinstance(v, str) else v for v in other[1]
        ]


def test_paths_are_created_once_and_the_oldest_is_closed() -> None:
    paths = Paths()
    first = paths("M0 0")
    assert paths("M0 0") == first
    held = paths._known["M0 0"][0]
    for n in range(PATHS):
        paths(f"M{n} 1")
    assert held.comm is None
    assert paths("M0 0") != first
