"""Draw scenes with canvas calls, on any object that has the drawing methods of ipycanvas."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cattools.core.display.scene import Label
from cattools.render.draw_list import Layer
from cattools.render.theme import colour, tokens

PathMaker = Callable[[str], Any]
# In pixels. Text of any size is drawn in this size and scaled, because a browser looks up the font for every new size.
FONT_SIZE = 40


def draw(canvas: Any, layers: Iterable[Layer], theme: str, path: PathMaker) -> None:
    """Draw layers whose places are in device pixels; `path` makes the canvas's path object from SVG path data.

    Styles are sent only when they change; transform, alpha and dash are restored at the end.
    """
    now: dict[str, Any] = dict.fromkeys(("fill", "stroke", "width", "weight"))
    now |= {"alpha": 1.0, "dash": (), "place": ()}
    canvas.line_cap = canvas.line_join = "round"
    canvas.text_align, canvas.text_baseline = "center", "middle"
    for (left, top, scale, _), shapes in layers:
        for item in shapes:
            alpha = 1.0 if isinstance(item, Label) else item.alpha
            if alpha != now["alpha"]:
                canvas.global_alpha = now["alpha"] = alpha
            x, y = left + item.at[0] * scale, top + item.at[1] * scale
            if isinstance(item, Label):
                grow = item.size * scale / FONT_SIZE
                _place(canvas, now, (grow, 0, 0, grow, x, y))
                _fill(canvas, now, item.fill, theme)
                if item.weight != now["weight"]:
                    now["weight"] = item.weight
                    canvas.font = f"{item.weight} {FONT_SIZE}px {tokens()['sizes']['fontStack']}"
                canvas.fill_text(item.text, 0, 0)
                continue
            grow = item.scale * scale
            _place(canvas, now, (grow * item.wide, 0, 0, grow, x, y))
            shape = path(item.d)
            if item.fill:
                _fill(canvas, now, item.fill, theme)
                canvas.fill(shape)
            if item.stroke:
                if item.stroke != now["stroke"]:
                    now["stroke"] = item.stroke
                    canvas.stroke_style = colour(item.stroke, theme)
                if item.width != now["width"]:
                    canvas.line_width = now["width"] = item.width
                if item.dash != now["dash"]:
                    now["dash"] = item.dash
                    canvas.set_line_dash(list(item.dash))
                canvas.stroke(shape)
    canvas.set_transform(1, 0, 0, 1, 0, 0)
    if now["alpha"] != 1.0:
        canvas.global_alpha = 1.0
    if now["dash"]:
        canvas.set_line_dash([])


def _fill(canvas: Any, now: dict[str, Any], token: str, theme: str) -> None:
    if token != now["fill"]:
        now["fill"] = token
        canvas.fill_style = colour(token, theme)


def _place(canvas: Any, now: dict[str, Any], matrix: tuple[float, ...]) -> None:
    if matrix != now["place"]:
        now["place"] = matrix
        canvas.set_transform(*matrix)
