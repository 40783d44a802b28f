"""The base of the position editor and the scorer, in which readers enter a real table by pressing and typing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Generic, TypeVar, cast

from cattools.core.display.scene import Mark, MarkKind, Scene
from cattools.core.display.seat_names import given
from cattools.core.errors import CattoolsError, OptionError
from cattools.core.game import AnyGame, Seat
from cattools.core.game_record import read_names
from cattools.core.messages import N_, Text, commas, text
from cattools.core.rules import IllegalAction, Refusal, Rule
from cattools.core.table.position_editor import AnyEditorSpec
from cattools.core.table.scorer import AnyScorerSpec
from cattools.core.timeline import Timeline
from cattools.widgets import forms, markup
from cattools.widgets.game_session import GameSession
from cattools.widgets.html import Html, join
from cattools.widgets.markup import Button, MessageKind
from cattools.widgets.mode import Mode
from cattools.widgets.protocol import CHOSEN, LEGAL, KeptGame, Names

NOT_SAVED = N_("This browser does not save what you enter here. To continue later, copy the text or share a link.")
E = TypeVar("E")
F = TypeVar("F", bound=Callable[..., Any])


def editing(method: F) -> F:
    """Return a method that, while a question is open, skips `Editor` and calls the next class's method."""

    @wraps(method)
    def called(self: Any, *args: Any) -> Any:
        return getattr(super(Editor, self), method.__name__)(*args) if self.asked else method(self, *args)

    return cast("F", called)


class Editor(Mode, Generic[E]):
    """A table being entered: `entered` is what undo restores, and `content` the part of it that `spec` describes.

    A thing is whatever the palette offers: a piece, a tile, a card, or a number. `item` is the thing that the next
    press places, and `cursor` the area that gets the next thing pressed in the palette; at most one of them is set.
    `problems` say what cannot have happened in a game, and `missing` what is still to be entered. `seat` is the seat
    whose side is shown, and `page` the palette's current page. `sent`: whether the whole form was filled in. While
    `asked` is set, a question about the table is open and nothing can be entered.
    """

    asked = ""
    page = ""
    prefix = ""  # the prefix of a palette area's id; a thing's id follows
    all_taken = ""  # the message after the table has been cleared
    session: GameSession
    problems: tuple[Refusal, ...]
    missing: Sequence[Text]

    def __init__(self, spec: AnyEditorSpec | AnyScorerSpec, entered: E, *of_base: Any) -> None:
        self.spec = spec
        self.past: list[E] = []
        self.future: list[E] = []
        self.seat, self.item, self.cursor, self.sent = 0, "", "", False
        self.unread = ""  # the rest of a pasted text
        self._seen: tuple[object, Scene] | None = None  # the scene, and what it depends on
        self._form: tuple[object, Html] | None = None  # the form, and what it depends on
        self.hold(entered)
        super().__init__(*of_base)

    def hold(self, entered: E) -> None:
        """Replace what was entered and everything computed from it, and nothing else."""
        self.entered = entered

    @property
    def content(self) -> Any:
        """What is on the table, as `spec` describes it."""
        return self.entered

    def _with_content(self, content: Any) -> E:
        """Return the entered table with other content."""
        found: E = content
        return found

    @property
    def game(self) -> AnyGame:
        """The game of the table."""
        return self.session.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players' seats."""
        return self.game.seats(self.content.options)

    def call(self, names: Sequence[str]) -> None:
        """Set the players' names, "" for none. Raises `OptionError` for invalid names and keeps the old ones."""
        self.session.call(names)
        self._seen = None
        self.hold(self.entered)

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def _things(self) -> Collection[str]:
        """The things of the palette."""
        raise NotImplementedError

    def standing_here(self) -> list[object]:
        """Return the status of the table as sentences."""
        raise NotImplementedError

    def _decided_by(self) -> list[Rule]:
        """Return the rules from which the status follows."""
        return []

    def _picture(self, entered: E) -> Scene:
        """Return the scene of one seat's side and the palette."""
        raise NotImplementedError

    @editing
    def scene(self) -> Scene:
        """Return the scene of one seat's side and the palette."""
        return self.scene_of(self.entered)

    def scene_of(self, entered: E) -> Scene:
        """Return the scene as it would be with something else entered."""
        shown = entered, self.seat, self.page
        if self._seen is None or self._seen[0] != shown:
            self._seen = shown, self._picture(entered)
        return self._seen[1]

    def thing_at(self, area: str) -> str:
        """Return the thing of the palette that an area shows; "" for any other area."""
        thing = area.removeprefix(self.prefix)
        return thing if area == self.prefix + thing and thing in self._things else ""

    @property
    def selected(self) -> Sequence[str]:
        """The area of the picked-up thing or the cursor, if either is set and shown."""
        areas = self.scene().areas
        return [area for area in (self.item and self.prefix + self.item, self.cursor) if area in areas]

    @editing
    def marks(self) -> Sequence[Mark]:
        """Return the marks of the selection and of problems."""
        there = self.scene().areas
        causes = dict.fromkeys(cell for problem in self.problems for cell in problem.cells if cell in there)
        return [*(Mark(MarkKind.CAUSE, at) for at in causes), *(Mark(MarkKind.SELECTED, at) for at in self.selected)]

    @editing
    def names(self, scene: Scene) -> Names:
        """Return every area's name, and whether it is selected."""
        chosen, selected, found = str(text(N_("chosen"))), self.selected, {}
        for area in scene.areas.values():
            on = area.id in selected
            found[area.id] = (commas([area.name, chosen]) if on else area.name, CHOSEN * on | LEGAL)
        return found

    head, side, hint = editing(Mode.head), editing(Mode.side), editing(Mode.hint)

    def form(self) -> Html:
        """Return the form for everything that is not on the board: options, players' names, the game's own fields."""
        options, fields, names = self.content.options, self.spec.fields(self.content), self.session.names
        if self._form is None or self._form[0] != (options, fields, names):
            known = {name: self.game.known_options[name] for name in self.spec.options or self.game.known_options}
            self._form = (options, fields, [*names]), forms.table(known, options, fields, self.seats, names)
        return self._form[1]

    def written(self) -> str:
        """Return what was entered as text."""
        raise NotImplementedError

    def problem_list(self, kind: MessageKind, refusals: Iterable[Refusal]) -> Html:
        """Return problems as messages, each with its rule."""
        cited = self.game.rules.cited
        return join(markup.message(kind, [str(refusal)], [cited(refusal)]) for refusal in refusals)

    def as_text(self) -> Html:
        """Return the link that was handed out last, the table as text, and the saved tables."""
        text_form = forms.pasted(text(N_("Position")), self.written(), self.unread)
        return join(forms.link_field(self.linked_to), text_form, self.kept.section(NOT_SAVED))

    def seat_buttons(self) -> list[Button]:
        """Return the buttons that show each player's side; none if there is only one player."""
        seats = self.seats if len(self.seats) > 1 else ()
        return [
            Button(f"seat:{n}", str(seat.called), self._showing(n), on=n == self.seat) for n, seat in enumerate(seats)
        ]

    def history_buttons(self) -> list[Button]:
        """Return the buttons for undo and redo."""
        return [
            Button("undo", str(text(N_("Undo"))), self.undo, bool(self.past)),
            Button("redo", str(text(N_("Redo"))), self.redo, bool(self.future)),
        ]

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the board, and those of the saved tables."""
        return [*self.buttons(), *self.kept.buttons()]

    def _showing(self, seat: int) -> Callable[[], None]:
        def show() -> None:
            self.seat = seat
            self.select(self.item)
            self.item = self.item if self.selected else ""
            self.answer(MessageKind.INFO, self._shown_side(), self._decided_by())

        return show

    def _shown_side(self) -> list[object]:
        """Return whose side is shown, in sentences."""
        return [f"{self.seats[self.seat].called}."]

    # --- changes -------------------------------------------------------------------------------------------------

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been entered yet."""
        return not (self.past or self.future or self.sent)

    def change(self, entered: E, *said: object) -> None:
        """Replace what is entered; undo restores the old content."""
        if entered != self.entered:
            self.past.append(self.entered)
            self.future.clear()
        self.goto(entered, *said)

    def goto(self, entered: E, *said: object) -> None:
        """Show other content of the table, and its status; drop all names if two of them would be the same."""
        self.entered, self.linked_to = entered, ""
        if self.content.options != self.session.state.options:
            timeline, own = Timeline(self.game.start(self.content.options)), next(iter(self.session.followers), None)
            try:
                self.session.begin(timeline, by=own)
            except OptionError:
                self.session.begin(timeline, names=[], by=own)
        self.hold(entered)
        self.seat = min(self.seat, len(self.seats) - 1)
        there = self.scene().areas
        self.item = self.item if self.prefix + self.item in there else ""
        self.cursor = self.cursor if self.cursor in there and self._goes_on_at(self.cursor) else ""
        self.answer(MessageKind.INFO, [*said, *self.standing_here()], self._decided_by())

    def _goes_on_at(self, area: str) -> bool:  # noqa: ARG002 - in the position editor a full place can be selected
        """Return whether the cursor can stay on an area."""
        return True

    def _changed_area(self, entered: E) -> str:
        """Return the area with which to continue after a change has been undone."""
        raise NotImplementedError

    @editing
    def undo(self) -> None:
        """Undo the last change."""
        if self.past:
            entered = self.past.pop()
            self.cursor = self._changed_area(entered) if self.cursor else ""
            self.future.append(self.entered)
            self.unread = ""
            self.goto(entered, text(N_("Undone.")))

    @editing
    def redo(self) -> None:
        """Redo what was undone."""
        if self.future:
            self.past.append(self.entered)
            self.goto(self.future.pop(), text(N_("Redone.")))

    def emptied(self) -> E:
        """Return an empty table."""
        return self._with_content(self.spec.emptied(self.content))

    @editing
    def reset(self) -> None:
        """Clear the table; the old content stays among the saved tables."""
        self.unread = ""
        self.post(KeptGame("new"))
        self.change(self.emptied(), text(self.all_taken))

    def show_restored(self, said: object, seat: int) -> None:
        """Show a seat's side of a restored table."""
        self.seat = max(0, min(seat, len(self.seats) - 1))
        self.answer(MessageKind.INFO, [said, *self.standing_here()], self._decided_by())

    # --- presses -------------------------------------------------------------------------------------------------

    def select(self, item: str = "", cursor: str = "") -> None:
        """Pick up a thing, or move the cursor to an area; nothing else stays selected."""
        self.item, self.cursor = item, cursor

    @editing
    def on_press(self, area: str) -> None:
        """Select a thing or an area, or place, move or remove a thing. Raises `IllegalAction` and `NotationError`."""
        thing = self.thing_at(area)
        if not thing:
            self._press_place(area)
        elif not (self.cursor and self._lays_at_cursor(thing)):
            self.select("" if thing == self.item else thing)
            reply = N_("Chosen: {name}. Press where it goes.") if self.item else N_("Put back: {name}.")
            self.answer(MessageKind.INFO, [text(reply, name=self._name_of_thing(thing))])

    @editing
    def on_drag(self, area: str, to: str) -> None:
        """Place or move what was dragged, or remove it if it was dropped on the palette; clear the selection."""
        self.item = self.cursor = ""
        thing, off = self.thing_at(area), self.thing_at(to)
        if thing and off:
            self.answer(MessageKind.INFO, self.standing_here())
        elif thing:
            self._lay(thing, to)
        elif off:
            self._take_off(area)
        else:
            self._move(area, to)

    on_tap, on_hover = editing(Mode.on_tap), editing(Mode.on_hover)

    @editing
    def on_query(self, area: str) -> None:
        """Say what is on an area."""
        self.answer(MessageKind.INFO, [self.what_is(area)])

    @editing
    def on_back(self) -> None:
        """Clear the selection, or else undo."""
        if self.item or self.cursor:
            self.put_back()
        else:
            self.undo()

    def put_back(self) -> None:
        """Clear the selection."""
        self.select()
        self.answer(MessageKind.INFO, self.standing_here())

    def _name_of_thing(self, thing: str) -> object:
        """Return the name of a thing of the palette."""
        return self.scene().areas[self.prefix + thing].name

    def _lays_at_cursor(self, thing: str) -> bool:
        """Place a thing at the cursor, unless it belongs elsewhere; return whether it was placed."""
        raise NotImplementedError

    def _press_place(self, area: str) -> None:
        """Handle a press on an area: place the picked-up thing, if any, or else act on what is on the area."""
        raise NotImplementedError

    def _lay(self, thing: str, area: str) -> None:
        """Place a thing."""
        raise NotImplementedError

    def _take_off(self, area: str) -> None:
        """Take away what is on an area."""
        raise NotImplementedError

    def _move(self, area: str, to: str) -> None:
        """Move what is on an area to another area."""
        raise NotImplementedError

    @editing
    def on_remembered(self, name: str, value: str) -> None:
        """Apply the players' names of the last visit unless names have already been set. Raises `OptionError`."""
        if name == "names" and not any(self.session.names):
            self.call(read_names(value))
            self.answer(MessageKind.INFO, self.standing_here(), self._decided_by())

    def complain(self, error: CattoolsError) -> None:
        """Show an error; if a thing cannot be where it was placed, link the rules that forbid it."""
        if isinstance(error, IllegalAction):
            rules = [self.game.rules.cited(refusal) for refusal in error.refusals]
            self.answer(MessageKind.REFUSE, [*error.refusals, *error.more], rules)
        else:
            super().complain(error)

    # --- forms and pasted text -----------------------------------------------------------------------------------

    def paste(self, written: str) -> None:
        """Enter a text; store the words that cannot be entered in `left_over`. Raises the errors of `on_pasted`."""
        raise NotImplementedError

    def on_pasted(self, written: str) -> None:
        """Enter a pasted text; what was not entered stays in the field. Raises `NotationError` and `OptionError`."""
        self.unread = ""
        try:
            self.paste(written)
        finally:
            self.unread, self.left_over = self.left_over, ""
            self.refresh()

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Apply the form, or enter a text. Raises `OptionError` and `NotationError`; a faulty form changes nothing."""
        if form == forms.WRITTEN:
            self.on_pasted(values.get("position", ""))
        elif form == forms.TABLE and not self.asked:
            known, spec, old = self.game.known_options, self.spec, self.content
            options = self.game.choose(forms.chosen(known, spec.options or known, values), in_words=True)
            content, names = spec.with_values(old, values), forms.names_in(self.seats, values)
            if options != content.options:
                self.game.start(options)  # raises an error if the options exclude each other
                content = spec.fitting(content, options)
            given([seat.name for seat in self.game.seats(content.options)], names)  # check before changing anything
            answered, required = ({field.name for field in spec.fields(table)} for table in (old, content))
            self.sent = answered >= required
            self.change(self._with_content(content))
            self.call(names)
            self.remember_names(names)
            self.answer(MessageKind.INFO, [text(N_("Applied.")), *self.standing_here()], self._decided_by())
        else:
            super().on_form(form, values)
