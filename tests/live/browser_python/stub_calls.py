"""Make every drawing call that a board uses, with the real packages or the stubs, and print the messages sent."""

import json
import sys
from pathlib import Path


def recorded(stubs: Path | None) -> list[object]:
    """Make the drawing calls, and return the messages that they would send to the page."""
    if stubs is not None:
        sys.path.insert(0, str(stubs))
    import comm
    from comm.base_comm import BaseComm

    sent: list[object] = []

    class Recorder(BaseComm):
        def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
            parts = [bytes(memoryview(b).cast("B")) if memoryview(b).nbytes else b"" for b in buffers or ()]
            sent.append([msg_type, data, [p.hex() for p in parts]])

    comm.create_comm = Recorder
    import ipycanvas
    import numpy as np
    from ipycanvas import Canvas, Path2D, hold_canvas
    from ipywidgets import Widget

    assert ipycanvas.__version__
    if stubs is not None:
        assert str(stubs) in str(np.__file__)
    canvas = Canvas(width=200, height=100)
    other = Canvas(width=20, height=20)
    path = Path2D("M10 10 h 80 v 80 h -80 Z")
    names: dict[str, str] = {}
    for widget in (canvas, other, path, canvas.layout, other.layout, canvas._canvas_manager):
        names[widget.model_id] = f"<{len(names)} {type(widget).__name__}>"
    assert isinstance(canvas, Widget)

    def board() -> None:
        canvas.clear()
        canvas.fill_style, canvas.stroke_style, canvas.line_width = "#7a1f2b", "rgba(1, 2, 3, 0.5)", 1.5
        canvas.line_join, canvas.line_cap, canvas.miter_limit = "round", "square", 3
        canvas.global_alpha, canvas.global_composite_operation = 0.25, "source-over"
        canvas.fill_rect(1, 2, 3, 4)
        canvas.fill_rect(1.5, 2, 3)
        canvas.stroke_rect(1, 2, 3, 4)
        canvas.clear_rect(0, 0, 5, 5)
        canvas.fill_circle(5, 5, 2.5)
        canvas.stroke_circle(5, 5, 2)
        canvas.fill_arc(5, 5, 2, 0, 3.14)
        canvas.stroke_arc(5, 5, 2, 0, 3.14, True)
        canvas.stroke_line(0, 0, 9, 9)
        canvas.begin_path()
        canvas.move_to(1, 1)
        canvas.line_to(2.5, 2)
        canvas.arc(5, 5, 2, 0, 1)
        canvas.arc_to(1, 2, 3, 4, 5)
        canvas.ellipse(1, 2, 3, 4, 0, 0, 1)
        canvas.quadratic_curve_to(1, 2, 3, 4)
        canvas.bezier_curve_to(1, 2, 3, 4, 5, 6)
        canvas.rect(1, 2, 3, 4)
        canvas.close_path()
        canvas.fill()
        canvas.stroke()
        canvas.clip()
        canvas.fill(path)
        canvas.stroke(path)
        canvas.fill_polygon([(1, 2), (3, 4), (5.5, 6)])
        canvas.fill_polygon([(1, 2), (3, 4), (5, 6)])
        canvas.stroke_polygon([[1, 2], [3, 4], [5, 6]])
        canvas.stroke_lines([(1, 2), (3, 4)])
        canvas.fill_polygons([[(1, 2), (3, 4), (5, 6)], [(1, 2), (3.5, 4), (5, 6), (7, 8)]])
        canvas.stroke_polygons([[(1, 2), (3, 4), (5, 6)], [(7, 8), (3, 4), (5, 6)]])
        canvas.font, canvas.text_align, canvas.text_baseline, canvas.direction = "12px serif", "center", "middle", "ltr"
        canvas.fill_text("猫 cat", 1, 2)
        canvas.stroke_text("猫", 1, 2, max_width=9)
        canvas.set_line_dash([4, 2.5])
        canvas.line_dash_offset = 2
        canvas.set_line_dash([])
        canvas.shadow_blur, canvas.shadow_color = 2, "black"
        canvas.shadow_offset_x, canvas.shadow_offset_y = 1, 2
        canvas.save()
        canvas.translate(1, 2)
        canvas.rotate(0.5)
        canvas.scale(2)
        canvas.transform(1, 0, 0, 1, 0, 0)
        canvas.set_transform(1, 0, 0, 1, 0, 0)
        canvas.reset_transform()
        canvas.restore()
        canvas.draw_image(other, 1, 2)
        canvas.draw_image(other, 1, 2, 30, 40)
        canvas.fill_rects([1, 2, 3], [4, 5, 6], 7, 8)
        canvas.fill_rects([1, 2.5, 3], [4, 5, 6], [7, 8, 9], [1, 2, 3])
        canvas.stroke_rects([1, 2], [4, 5], [7, 8], 3)
        canvas.fill_circles([1, 2], [4, 5], 3)
        canvas.stroke_circles([1, 2.25], [4, 5], [3, 4])
        canvas.fill_arcs([1, 2], [4, 5], 3, 0, [1, 2.5])
        canvas.stroke_arcs([1, 2], [4, 5], 3, 0, 1)
        colours = [[255, 0, 128], [1, 2, 3]]
        canvas.fill_styled_rects([1, 2], [4, 5], 3, 4, colours, 0.5)
        canvas.stroke_styled_rects([1, 2], [4, 5], 3, 4, colours, [0.5, 1])
        canvas.fill_styled_circles([1, 2], [4, 5], 3, colours, [0.25, 0.5])
        canvas.stroke_styled_circles([1, 2], [4, 5], [3, 4], colours)
        canvas.fill_styled_arcs([1, 2], [4, 5], 3, 0, [1, 2], colours)
        canvas.fill_styled_polygons([[(1, 2), (3, 4), (5, 6)], [(1, 2), (3, 4), (5, 7)]], colours, 0.5)
        canvas.stroke_styled_line_segments([[(1, 2), (3, 4)], [(1, 2), (3, 5)]], colours)
        canvas.stroke_line_segments([[(1, 2), (3, 4)], [(1, 2), (3, 4), (5, 6)]])

    board()
    with hold_canvas():
        board()
        other.fill_rect(0, 0, 3, 3)
    with canvas.hold_sync():
        canvas.width, canvas.height = 300, 150
    text = json.dumps(sent)
    for model, name in names.items():
        # commands are sent as bytes, which are recorded in hexadecimal
        text = text.replace(model, name).replace(model.encode().hex(), name)
    return json.loads(text)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(recorded(Path(sys.argv[1]) if len(sys.argv) > 1 else None)))
