"""A surface to play on: an ipycanvas canvas that only paints, below a layer that listens (`layer/`).

The page may send anything; `heard` sorts it, checks it, and answers bad messages with one sentence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import anywidget
from ipycanvas import Canvas, hold_canvas
from ipywidgets import widget_serialization
from traitlets import Bool, Dict, Instance, Unicode

from cattools.core.art import THEMES
from cattools.core.data import read
from cattools.core.errors import CattoolsError
from cattools.core.scene import Mark, Piece, Scene
from cattools.render import canvas as canvas_calls
from cattools.render import picture, svg, words
from cattools.render.motion import Motion
from cattools.render.theme import style_sheet
from cattools.widgets import front
from cattools.widgets.pen import Paths, Pen
from cattools.widgets.shell import Names, areas, message, shell

STATIC = "CATTOOLS_STATIC"
LEAST, MOST = 64, 4096
TEXTS = {
    "typed": "text",
    "tool": "tool",
    "file": "text",
    "address": "fragment",
}  # messages that carry a text, and where


_paths = Paths()


def spoken(error: CattoolsError) -> str:
    """Return what was wrong as a sentence: a capital first, a full stop last."""
    said = str(error)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


class Surface(anywidget.AnyWidget):
    """A scene on a canvas, its areas as focusable elements, and small slots of HTML around it.

    Subclasses give `pressed`, `typed`, `back`, `tool`, `form`, `looked`, `asked`, `opened`; each may raise a
    `CattoolsError`, which becomes a sentence below the board.
    """

    _esm = front.module()
    _css = style_sheet() + read("widgets/layer.css")
    canvas = Instance(Canvas).tag(sync=True, **widget_serialization)
    markup = Unicode().tag(sync=True)
    slots = Dict().tag(sync=True)
    areas = Unicode().tag(sync=True)  # what can be pressed, as markup; another hand has other cards
    names = Dict().tag(sync=True)  # area -> [name, flags]; changed in place, see show()
    reads_address = Bool(default_value=False).tag(sync=True)

    def __init__(
        self, title: str, scene: Scene, names: Names, slots: Mapping[str, str], marks: Sequence[Mark] = ()
    ) -> None:
        self.title, self.scene, self.marks = title, scene, tuple(marks)
        self.still, self.theme = False, "light"
        self._scale, self._run = 2.0, 0
        self._motion: Motion | None = None
        self._ground: Canvas | None = None
        self._sized = False
        if os.environ.get(STATIC):  # the book's pictures need no canvas
            self._static = dict(names), dict(slots)
            super().__init__(canvas=Canvas(width=1, height=1))
            return
        wide, tall = (round(n * self._scale) for n in scene.size)
        super().__init__(
            canvas=Canvas(width=wide, height=tall),
            markup=shell(title, scene, names, slots, sample=self.sample()),
            areas=areas(scene, names),
            slots=dict(slots),
            names=dict(names),
        )
        self._told = scene  # whose areas the page knows
        self.on_msg(self._heard)

    # --- showing -------------------------------------------------------------------------------------------------

    def show(self, scene: Scene, marks: Iterable[Mark], motion: Motion | None = None) -> None:
        """Show a new position; with a motion the pieces travel first, unless the reader's system asks for less motion.

        The pixels go out before anything else is worked out; `tell` follows with names and words.
        """
        lies, self.scene, self.marks = self.scene.ground, scene, tuple(marks)
        if scene.ground != lies:
            self._lay()
        self._motion = None if self.still or not self._sized else motion
        if self._motion is None:
            self.paint()
        else:
            self._run += 1
            self._paint_moving(0.0)
            self.send({"kind": "motion", "ms": self._motion.ms, "id": self._run})

    def tell(self, names: Names, slots: Mapping[str, str]) -> None:
        """Tell the areas where they have moved, else the names that changed; and the words and buttons around."""
        if not self.scene.listens_like(self._told):
            self._told = self.scene
            with self.hold_sync():
                self.names, self.slots, self.areas = dict(names), dict(slots), areas(self.scene, names)
            return
        changed = {k: v for k, v in names.items() if self.names.get(k) != v}
        if changed:
            self.names.update(changed)  # in place: no state message, but a new view finds them all
            self.send({"kind": "names", "names": changed})
        self.slots = dict(slots)

    def paint(self) -> None:
        """Draw the position as it is, at the size and in the theme the page last told."""
        if not self._sized:
            return
        self._draw(picture.live(self.scene, self.marks))

    def _paint_moving(self, at: float) -> None:
        if self._motion is None:
            return
        pieces: tuple[Piece, ...] = self._motion.pieces(at)
        shapes = [shape for piece in pieces for shape in picture.piece_shapes(piece)]
        self._draw([*shapes, *self.scene.above])

    def _draw(self, shapes: Iterable[Any]) -> None:
        with hold_canvas():
            self.canvas.clear()
            if self._ground is not None:
                self.canvas.draw_image(self._ground, 0, 0)
            canvas_calls.draw(Pen(self.canvas), shapes, self.theme, self._scale, _paths)

    def rebuild(self, scene: Scene, marks: Iterable[Mark], names: Names, slots: Mapping[str, str]) -> None:
        """Show a position on a board of another size: everything anew."""
        self.scene, self._told, self.marks, self._motion, self._sized = scene, scene, tuple(marks), None, False
        with self.hold_sync():
            self.names, self.slots, self.areas = dict(names), dict(slots), areas(scene, names)
            self.markup = shell(self.title, scene, names, slots, sample=self.sample())

    def settle(self) -> None:
        """Finish a motion at once."""
        if self._motion is not None:
            self._motion = None
            self.paint()

    def _resize(self, px: int) -> None:
        wide, tall = self.scene.size
        self._scale = px / wide
        height = round(px * tall / wide)
        with self.canvas.hold_sync():
            self.canvas.width, self.canvas.height = px, height
        if self._ground is not None:
            self._ground.close()
        self._ground = Canvas(width=px, height=height)
        # a page loaded again has not been told which canvas the commands are for
        self.canvas._canvas_manager._current_canvas = None  # noqa: SLF001
        self._lay()
        self._sized = True
        self.paint()

    def _lay(self) -> None:
        """Draw the ground once, to be copied below every position."""
        if self._ground is not None:
            with hold_canvas():
                self._ground.clear()
                canvas_calls.draw(Pen(self._ground), self.scene.ground, self.theme, self._scale, _paths)

    def say(self, said: str) -> None:
        """Change only the words below the board."""
        self.slots = {**self.slots, "said": said}

    # --- hearing -------------------------------------------------------------------------------------------------

    def _heard(self, _: Any, content: Any, __: Any) -> None:
        try:
            self.heard(content if isinstance(content, dict) else {})
        except CattoolsError as error:
            self.say(message("refuse", [spoken(error)]))

    def heard(self, content: Mapping[str, Any]) -> None:
        """Do what a message from the page asks. Messages of no known form are left alone."""
        kind, area = str(content.get("kind")), content.get("area")
        if kind == "frame":
            at = content.get("at")
            if content.get("id") == self._run and self._motion is not None and isinstance(at, int | float):
                if at >= self._motion.ms:
                    self.settle()
                else:
                    self._paint_moving(float(at))
            return
        if kind == "view":
            self._viewed(content)
            return
        if kind == "hover":
            if area is None or (isinstance(area, str) and area in self.names):
                self.looked(area)
            return
        if kind in ("press", "query"):
            if isinstance(area, str) and area in self.names:
                self.settle()
                finger = kind == "press" and content.get("finger") is True
                (self.asked if kind == "query" else self.touched if finger else self.pressed)(area)
            return
        if kind == "back":
            self.settle()
            self.back()
        elif kind == "form" and isinstance(content.get("values"), dict):
            self.settle()
            self.form(str(content.get("form")), {str(k): str(v) for k, v in content["values"].items()})
        elif kind in TEXTS and isinstance(content.get(TEXTS[kind]), str):
            self.settle()
            {"typed": self.typed, "tool": self.tool, "file": self.opened, "address": self.linked}[kind](
                content[TEXTS[kind]]
            )

    def _viewed(self, content: Mapping[str, Any]) -> None:
        px, theme = content.get("px"), content.get("theme")
        self.still = content.get("still") is True
        if not isinstance(px, int | float) or not LEAST <= px <= MOST:
            return
        self.theme = theme if theme in THEMES else "light"
        self._motion = None
        self._resize(int(px))

    def sample(self) -> str:
        """Return a line that could be typed; nothing where an area's name is one."""
        return ""

    def pressed(self, area: str) -> None:
        """Answer a press on an area."""

    def touched(self, area: str) -> None:
        """Answer a press by a finger."""
        self.pressed(area)

    def looked(self, area: str | None) -> None:
        """Answer the pointer or the focus on an area, or on none."""

    def asked(self, area: str) -> None:
        """Answer the question what is possible here."""

    def typed(self, text: str) -> None:
        """Answer a typed move."""

    def back(self) -> None:
        """Take back."""

    def tool(self, tool: str) -> None:
        """Answer a button."""

    def form(self, form: str, values: Mapping[str, str]) -> None:
        """Answer a form."""

    def opened(self, text: str) -> None:
        """Take over a chosen file."""

    def linked(self, fragment: str) -> None:
        """Take over the position in the page's address."""

    # --- outputs -------------------------------------------------------------------------------------------------

    def picture(self, theme: str = "light") -> str:
        """Return the board as an SVG document."""
        return svg.svg(self.scene, self.marks, theme)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        plain = {"image/svg+xml": self.picture(), "text/plain": words.listing(self.scene)}
        if os.environ.get(STATIC):
            names, slots = self._static
            inner = f'<div class="cat-picture">{svg.svg(self.scene, self.marks, "")}</div>'
            return {"text/html": shell(self.title, self.scene, names, slots, inner, self.sample()), **plain}
        bundle = super()._repr_mimebundle_(**kwargs)
        data, *meta = bundle if isinstance(bundle, tuple) else (bundle,)
        data = {**plain, **(data or {})}
        with suppress(KeyError):
            data["text/plain"] = plain["text/plain"]
        return (data, *meta) if meta else data
