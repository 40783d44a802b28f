"""A board on a page: an ipycanvas canvas that only paints, and above it a layer that receives input.

The board's mode decides what is shown and how input is handled.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import anywidget
from ipycanvas import Canvas
from ipywidgets import widget_serialization
from traitlets import Bool, Dict, Instance, List, Unicode

from cattools.core.display.icons import THEMES
from cattools.core.display.scene import Label, Mark, Part, Scene
from cattools.core.errors import CattoolsError, shorten
from cattools.core.game import AnyState
from cattools.core.game_record import refuse_large, refuse_query, suggest_address
from cattools.core.loading.data_files import read
from cattools.core.messages import N_, serialize, text
from cattools.core.notation.parsing import normalized
from cattools.render import alt_text, canvas, draw_list, svg
from cattools.render.animation import Motion
from cattools.render.flow_layout import Place, Places
from cattools.render.theme import style_sheet
from cattools.widgets import forms, js_bundle, markup, protocol
from cattools.widgets.canvas_commands import CommandWriter
from cattools.widgets.html import Html
from cattools.widgets.mode import Mode

LEAST, MOST = 16, 4096  # device pixels: width and height of a board's bitmap
FINEST, COARSEST = 0.01, 100.0  # device pixels per unit of a part
_log = logging.getLogger(__name__)
M = TypeVar("M", bound=Mode)


def close(canvas: Canvas) -> None:
    """Close a canvas and the layout widget that ipywidgets made for it."""
    canvas.layout.close()
    canvas.close()


class Board(anywidget.AnyWidget, Generic[M]):
    """A mode on a page: its scene on a canvas, its areas as focusable elements, its texts in HTML slots."""

    _esm = js_bundle.module()
    _css = style_sheet() + read("widgets/frontend/board.css")
    canvas = Instance(Canvas, allow_none=True).tag(sync=True, **widget_serialization)
    markup = Unicode().tag(sync=True)  # HTML around the parts
    stage = Unicode().tag(sync=True)  # HTML of the parts; new parts replace it
    slots = Dict().tag(sync=True)
    areas = Dict().tag(sync=True)  # part -> HTML of its areas; mutated in place like `names`
    names = Dict().tag(sync=True)  # area -> [name, flags]; mutated in place, see _push()
    record = Unicode().tag(sync=True)  # the restart state
    chosen = List(Unicode()).tag(sync=True)  # the presses of a half-made move, replayed after `record`
    saved_labels = List(Unicode()).tag(sync=True)  # labels saved with the record in the reader's browser
    as_picture = Unicode().tag(sync=True)  # static HTML for a notebook reopened without its kernel
    reads_address = Bool(default_value=False).tag(sync=True)

    def __init__(self, mode: M) -> None:
        self.mode = mode
        self.context = mode.context
        with mode.here():
            self.scene, self.marks = mode.scene(), tuple(mode.marks())
            names, slots = mode.names(self.scene), self._slots()
        self.still, self.theme = False, "light"
        self._run, self._hinted = 0, ""
        self.is_seen = False  # no page has sent its size yet
        self._motion: Motion | None = None
        self._ms = self._pause = 0.0  # milliseconds: the motion, and the pause after it
        self._ground: Canvas | None = None
        self._places: Places = {}  # empty until the page has sent the layout of the parts
        self._known = self.scene  # the scene whose areas the page has
        self._ready: tuple[Scene, protocol.Names, Mapping[str, Html]] = (self.scene, {}, {})  # the next scene
        self._former: set[str] = set()  # the part names of the previous scene
        live: dict[str, Any] = {}
        if not self.context.static:
            live = {
                "canvas": self.context.canvas(LEAST, LEAST),
                "markup": self._markup({}),
                "stage": markup.stage(self.scene),
                "areas": self._areas(self.scene, names, self.scene.parts),
                "record": mode.record(),
                "saved_labels": [*map(serialize, mode.saved_labels())],
            }
        super().__init__(slots=slots, names=dict(names), reads_address=bool(mode.addresses), **live)
        mode.display = self
        self.context.boards.add(self)
        self.on_msg(self.handle_message)

    @property
    def state(self) -> AnyState:
        """The position on the board."""
        return self.mode.state

    def open(self) -> None:
        """Open the comm to the page; a static picture has none."""
        if not self.context.static:
            super().open()

    def close(self) -> None:
        """Close the board and its canvases."""
        for drawn_on in (self.canvas, self._ground):
            if drawn_on is not None:
                close(drawn_on)
        self.context.boards.discard(self)
        if self.mode.display is self:
            self.mode.display = None
            self.mode.close()
        self.layout.close()
        super().close()

    # --- showing -------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> bool:
        """Whether motions are shown: only after the page has sent its size, and not if it asks for reduced motion."""
        return bool(self._places) and not self.still

    def refresh(self, motion: Motion | None = None, pause: float = 0.0) -> None:
        """Update the scene, marks, names and slots.

        `motion`, if any, is shown first. If `pause` is not 0, the mode's `on_shown` is called that many milliseconds
        later. The pixels are sent before names and slots are computed.
        """
        self._pause = pause
        mode = self.mode
        self._hint("")
        scene, marks = mode.scene(), mode.marks()
        if not scene.stands_like(self.scene):
            self._restage(scene, marks)
            self._ask()
            return
        self._show(scene, marks, motion)
        self._push(mode.names(scene), self._slots())

    def go_on_in(self, pause: float) -> None:
        """Call the mode's `on_shown` after `pause` milliseconds, unless something else is shown first."""
        self._pause = pause
        self._ask()

    def update_text(self) -> None:
        """Update only names and slots, not the scene, which may be in motion."""
        self._push(self.mode.names(self.scene), self._slots())

    def update_head(self) -> None:
        """Update only the heading and save nothing: this happens in the middle of a turn."""
        self.slots = {**self.slots, "head": self.mode.head()}

    def rerender(self) -> None:
        """Rebuild the whole board; sections that the reader has opened are closed."""
        with self.hold_sync():
            self._restage(self.mode.scene(), self.mode.marks())
            self.markup = self._markup({})

    def prepare(self, scene: Scene, names: protocol.Names) -> None:
        """Prepare the next scene: send its paths to the page and render its areas."""
        if self.canvas is None:  # a static picture
            return
        self._ready = scene, names, {part.name: markup.areas(part, names) for part in scene.parts}
        nowhere = dict.fromkeys((part.name for part in scene.parts), Place(0, 0, 1))
        for _, shapes in draw_list.everything(scene, nowhere):
            for shape in shapes:
                if not isinstance(shape, Label):
                    self.context.paths(shape.d)

    def _areas(self, scene: Scene, names: protocol.Names, parts: Iterable[Part]) -> dict[str, Html]:
        """Return the HTML of the areas of some parts."""
        known, named, areas = self._ready
        is_ready = known is scene and named is names
        return {part.name: areas[part.name] if is_ready else markup.areas(part, names) for part in parts}

    def point(self, marks: Sequence[Mark]) -> None:
        """Replace the marks only."""
        if self.marks != tuple(marks):
            self.marks = tuple(marks)
            if self._motion is None:
                self.paint()

    def post(self, message: protocol.ToPage) -> None:
        """Send a message to the page."""
        if isinstance(message, protocol.Hint):
            self._hint(message.text)
        else:
            self.send(protocol.content(message))

    def _hint(self, preview: str) -> None:
        if preview or self._hinted:  # even the same one again: the page removes it between two areas
            self._hinted = preview
            self.send(protocol.content(protocol.Hint(preview)))

    def _show(self, scene: Scene, marks: Iterable[Mark], motion: Motion | None) -> None:
        before, self.scene, self.marks = self.scene, scene, tuple(marks)
        if any(new.ground != old.ground for new, old in zip(scene.parts, before.parts, strict=True)):
            self._lay()
        self._motion = motion if self.moves else None
        if self._motion is None:
            self.paint()
        else:
            self._paint_moving(0.0)
        self._ask()

    def _ask(self) -> None:
        """Ask the page for the motion's frames and for a message after the pause; this cancels earlier requests."""
        self._run += 1
        self._ms = self._motion.ms if self._motion is not None else 0.0
        if self._ms or self._pause:
            self.send(protocol.content(protocol.Motion(self._ms, self._run, self._pause)))

    def _push(self, names: protocol.Names, slots: Mapping[str, str]) -> None:
        """Send the areas of the parts whose areas have moved, or else only the changed names; then send the slots."""
        pairs = zip(self.scene.parts, self._known.parts, strict=True)
        moved = [part for part, known in pairs if not part.listens_like(known)]
        if moved:  # changing the traits in place sends no state message, but a new view gets all areas
            self._known = self.scene
            moved_areas = self._areas(self.scene, names, moved)
            self.areas.update(moved_areas)
            self.names.clear()
            self.names.update(names)
            self.send(protocol.content(protocol.Areas(moved_areas, dict(names))))
        elif changed := {k: v for k, v in names.items() if self.names.get(k) != v}:
            self.names.update(changed)
            self.send(protocol.content(protocol.Renamed(changed)))
        with self.hold_sync():
            self.slots = dict(slots)
            self._keep()

    def _restage(self, scene: Scene, marks: Iterable[Mark]) -> None:
        """Replace the parts; they are painted once the page has sent their layout."""
        self._former = {part.name for part in self.scene.parts}
        self.scene, self._known, self.marks, self._motion, self._places = scene, scene, tuple(marks), None, {}
        names, slots = self.mode.names(scene), self._slots()
        with self.hold_sync():
            self.names, self.slots = dict(names), slots
            self._keep()
            self.areas = self._areas(scene, names, scene.parts)
            self.stage = markup.stage(scene)

    def _keep(self) -> None:
        """Sync the restart state."""
        mode = self.mode
        self.record, self.chosen = mode.record(), mode.chosen
        self.saved_labels = [*map(serialize, mode.saved_labels())]

    def _slots(self) -> dict[str, str]:
        """Return the slots: the texts and buttons around the board, and the captions of its parts."""
        sample = markup.sample(self.mode.sample(), self.scene)
        return {**self.mode.slots(), **markup.captions(self.scene), "sample": sample}

    def _markup(self, slots: Mapping[str, str], parts: Html | None = None) -> Html:
        mode = self.mode
        return markup.board(
            mode.title,
            slots,
            parts,
            fills=mode.fills,
            presents=mode.presents,
            types=mode.types,
            remembers=mode.remembers,
            shares=mode.shares,
            keeps=mode.keeps,
        )

    # --- painting ------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Paint the current position with the layout and theme that the page sent last."""
        if self._places:
            self._draw(draw_list.live(self.scene, self._places, self.marks))

    def _paint_moving(self, at: float) -> None:
        if self._motion is None:
            return
        self._draw(draw_list.moving(self.scene, self._places, self._motion, at))

    def _draw(self, layers: Iterable[draw_list.Layer]) -> None:
        if self.canvas is None:  # a static picture
            return
        with self.context.drawing():
            self.canvas.clear()
            if self._ground is not None:
                self.canvas.draw_image(self._ground, 0, 0)
            canvas.draw(CommandWriter(self.canvas), layers, self.theme, self.context.paths)

    def _lay(self) -> None:
        """Draw the ground on a separate canvas, which every repaint copies."""
        if self._ground is not None and self._places:
            with self.context.drawing():
                self._ground.clear()
                layers = draw_list.ground(self.scene, self._places)
                canvas.draw(CommandWriter(self._ground), layers, self.theme, self.context.paths)

    def _settle(self) -> None:
        """Finish a running motion immediately."""
        if self._motion is not None:
            self._motion = None
            self.paint()

    def _resize(self, wide: int, tall: int) -> None:
        if self.canvas is None:  # a static picture
            return
        self._ground = self._ground or self.context.canvas(wide, tall)
        self.context.redirect()
        # The ground comes first: when ipycanvas switches to another canvas, it displays the previous one, and resizing
        # empties a canvas.
        for drawn_on, draw in ((self._ground, self._lay), (self.canvas, self.paint)):
            with drawn_on.hold_sync():
                drawn_on.width, drawn_on.height = wide, tall
            draw()

    # --- listening -----------------------------------------------------------------------------------------------

    def handle_message(self, _: object, content: object, __: object = None) -> None:
        """Handle a message from the page; a malformed one is logged and otherwise ignored."""
        with self.mode.here():
            try:
                self._dispatch(protocol.parse(content))
            except protocol.MessageError as error:
                _log.warning("ignored a message from the page: %s", error)
            except CattoolsError as error:
                self.mode.complain(error)

    def _dispatch(self, message: protocol.FromPage) -> None:
        mode = self.mode
        match message:
            case protocol.Frame(id=run, at=at):
                self._on_frame(run, at)
            case protocol.View():
                self._on_view(message)
            case protocol.Hover(area=area):
                if area is None or area in self.names:
                    mode.on_hover(area)
            case protocol.Press(area=area, finger=finger):
                self._on_area(area, mode.on_tap if finger else mode.on_press)
            case protocol.Drag(area=source, to=target):
                self._on_area(target, lambda to: self._on_area(source, lambda start: mode.on_drag(start, to)))
            case protocol.Query(area=area):
                self._on_area(area, mode.on_query)
            case protocol.Replay(messages=messages):
                for replayed in messages:
                    self.handle_message(self, replayed)
                self.post(protocol.CaughtUp())
            case protocol.Address(fragment=fragment) if fragment.startswith("?"):
                if "options" in self.mode.addresses:
                    refuse_query(fragment, self.mode.state.game)
            case _:
                self._settle()
                self._answer(message)

    def _answer(self, message: protocol.FromPage) -> None:
        mode = self.mode
        match message:
            case protocol.Back():
                if not mode.settle():
                    mode.on_back()
            case protocol.Typed(text=written):
                self._on_typed(written)
            case protocol.Tool(tool=tool, finger=finger):
                mode.on_tool(tool, finger=finger)
            case protocol.Form(form=form, values=values):
                mode.on_form(form, forms.as_read(values))
            case protocol.File(text=written, size=size):
                refuse_large(size)
                mode.on_file(written)
            case protocol.Address(fragment=fragment):
                try:
                    mode.on_address(fragment)
                except CattoolsError as error:
                    if "options" in mode.addresses:
                        suggest_address(error, fragment, mode.state.game)
                    raise
            case protocol.Resume(record=record, id=""):
                mode.resume(record)
            case protocol.Resume(record=record, id=id_):
                mode.on_return(record, id_)
            case protocol.KeptGames():
                mode.on_kept(message)
            case protocol.Untouched():
                mode.on_untouched()
            case protocol.Remembered(name=name, value=value, elsewhere=elsewhere) if name in mode.remembers:
                (mode.on_elsewhere if elsewhere else mode.on_remembered)(name, value)

    def _on_typed(self, written: str) -> None:
        mode = self.mode
        try:
            if mode.on_typed(normalized(written)):
                self.post(protocol.Taken(written, ""))
        finally:
            if mode.left_over:  # these words stay in the field for the reader to correct
                self.post(protocol.Taken(written, mode.left_over))
            mode.left_over = ""

    def _on_area(self, area: str, answer: Callable[[str], None]) -> None:
        if area not in self.names:
            raise protocol.MessageError(text(N_("expected an area of this board, found {found}"), found=shorten(area)))
        self._settle()
        if not self.mode.settle():
            answer(area)

    def _on_frame(self, run: int, at: float) -> None:
        if run != self._run:
            return
        if at < self._ms:
            self._paint_moving(at)
            return
        self._settle()
        if self._pause and at >= self._ms + self._pause:
            self._pause = 0.0
            self.mode.on_shown()

    def _on_view(self, view: protocol.View) -> None:
        if not (LEAST <= view.wide <= MOST and LEAST <= view.tall <= MOST):
            problem = N_("expected a board {least} to {most} pixels wide and tall, found {wide} by {tall}")
            raise protocol.MessageError(text(problem, least=LEAST, most=MOST, wide=view.wide, tall=view.tall))
        parts = {part.name for part in self.scene.parts}
        if view.places.keys() == self._former != parts:
            return  # measured before the page received the current parts; another view follows
        if view.places.keys() != parts:
            problem = N_("expected positions of the parts {parts}, found {found}")
            found = shorten(", ".join(sorted(view.places)))
            raise protocol.MessageError(text(problem, parts=", ".join(sorted(parts)), found=found))
        places = {name: Place(x, y, scale, 0 < view.shown <= y) for name, (x, y, scale) in view.places.items()}
        for name, (x, y, scale, _) in places.items():
            if max(abs(x), abs(y)) > MOST or not FINEST <= scale <= COARSEST:
                problem = N_("expected a position on the board for {part}, found {found}")
                raise protocol.MessageError(text(problem, part=name, found=shorten(view.places[name])))
        self.still = view.still
        self.theme = view.theme if view.theme in THEMES else "light"
        self._motion, self._places, self.is_seen = None, places, True
        self._resize(view.wide, view.tall)
        if self._pause:
            self._ask()

    # --- outputs -------------------------------------------------------------------------------------------------

    def picture(self, theme: str = "light") -> str:
        """Return the board as an SVG document."""
        return svg.svg(self.scene, self.marks, theme)

    def _still(self) -> str:
        pictures = {part.name: Html(svg.part_svg(part, self.marks)) for part in self.scene.parts}
        return str(self._markup(self.slots, markup.stage(self.scene, self.slots, self.names, pictures)))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        plain = {"image/svg+xml": self.picture(), "text/plain": alt_text.listing(self.scene)}
        if self.context.static:
            return {"text/html": self._still(), **plain}
        if not self.context.pictured:
            self.as_picture = self._still()
        bundle = super()._repr_mimebundle_(**kwargs)
        data, *meta = bundle if isinstance(bundle, tuple) else (bundle,)
        data = {**(data or {}), **plain}
        return (data, *meta) if meta else data
