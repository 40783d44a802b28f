"""A game's end at a real table: what lies before each player is entered, and counted line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from cattools.core.errors import NotationError
from cattools.core.game import AnyGame, AnyState, Seat
from cattools.core.messages import N_, Text, many, text
from cattools.core.notation import ACTION, limited
from cattools.core.options import Options
from cattools.core.records import VERSION, link_fields, position_link, read_fields
from cattools.core.rules import IllegalAction, Rule
from cattools.core.scene import Mark, MarkKind, Scene
from cattools.core.score import Line
from cattools.core.sheet import AnySheet
from cattools.widgets import forms, markup, score_lines
from cattools.widgets.html import Html, el, join
from cattools.widgets.markup import Button, MessageKind, folded
from cattools.widgets.mode import RESUMED, Mode
from cattools.widgets.protocol import CHOSEN, LEGAL, KeptGame, Names

RECORD = "cattools sheet"
TABLE, WRITTEN = "table", "written"  # the forms by name
LONGEST = 4000  # characters of a pasted position


class SheetMode(Mode):
    """A game's sheet: `entered` is the position so far, `seat` whose side is shown.

    `item` is what the next press on a cell lays, `at` the line of the score that is lit (0: none), `set` whether the
    players have said all that the form asks.
    """

    reads_address = True

    @property
    def keeps(self) -> str:
        """Under which name the reader's browser keeps what is entered here."""
        return f"scorer.{self.game.id}"

    def __init__(self, game: AnyGame, sheet: AnySheet, state: AnyState) -> None:
        super().__init__(str(text(N_("Scorer: {game}"), game=text(game.title))))
        self.game, self.sheet, self.entered = game, sheet, state
        self.past: list[AnyState] = []
        self.future: list[AnyState] = []
        self.seat, self.item, self.at = 0, "", 0
        self.set = False
        self._count()
        self.say(MessageKind.INFO, self.standing(), self.decided_by())

    def _count(self) -> None:
        """Count what lies there now."""
        sheet, state = self.sheet, self.state
        self.lines: tuple[Line, ...] = sheet.lines(state)
        self.doubts, self.missing = sheet.doubts(state), sheet.missing(state)

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def state(self) -> AnyState:
        """What has been entered so far."""
        return self.entered

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played."""
        return self.game.seats(self.state.options)

    @property
    def name(self) -> str:
        """The name of the player whose side is shown."""
        return str(self.seats[self.seat].called)

    @property
    def lit(self) -> Line | None:
        """The line of the score that is shown on the board."""
        return self.lines[self.at - 1] if self.at else None

    def sample(self) -> str:
        """Return the presses that lay the first thing of the palette on the first cell that takes it."""
        item = self.sheet.palette[0]
        for area in self.scene().areas:
            with suppress(IllegalAction):
                if area not in self.sheet.palette and self.sheet.put(self.state, self.seat, item, area) != self.state:
                    return f"{item} {area}"
        return ""

    def scene(self) -> Scene:
        """Return the palette and what lies before one player."""
        return self.sheet.scene(self.state, self.seat)

    def marks(self) -> list[Mark]:
        """Return the signs: a line of the score with what earlier lines took away, or what is chosen and in doubt."""
        if (line := self.lit) is not None:
            return score_lines.marks_of(line, [one for one in self.lines[: self.at - 1] if one.seat == self.seat])
        causes = [Mark(MarkKind.CAUSE, cell) for doubt in self.doubts for cell in doubt.cells]
        return [*causes, *([Mark(MarkKind.SELECTED, self.item)] if self.item else [])]

    def names(self, scene: Scene) -> Names:
        """Return every area's name, and whether a press on it does something."""
        chosen, found = str(text(N_("chosen"))), {}
        for area in scene.areas.values():
            on, can = area.id == self.item, area.id in self.sheet.palette or bool(self.item) or area.holds
            found[area.id] = (f"{area.name}, {chosen}" if on else area.name, CHOSEN * on | LEGAL * can)
        return found

    def head(self) -> Html:
        """Return the title, and whose side is shown."""
        if self.sheet.shared:
            return markup.heading(self.heading, (), "")
        token = self.game.panels(self.state.view(self.seat))[self.seat].token
        return markup.heading(self.heading, token, self.name)

    def side(self) -> Html:
        """Return every player's points, and who wins."""
        tokens = [panel.token for panel in self.game.panels(self.state.view(self.seat))]
        won = () if self.missing or len(self.seats) < 2 else self.state.winners()
        return markup.side(score_lines.panels(tokens, self.seats, self.lines, won), None)

    def task(self) -> Html:
        """Return the form for what lies on no cell: how many play, the options, and what the game asks."""
        known, state = self.game.known_options, self.state
        fields = [forms.option_field(known[name], state.options[name]) for name in self.sheet.options]
        for field in self.sheet.fields(state):
            pairs, title = [(value, str(said)) for value, said in field.choices], str(field.title)
            select = forms.select(field.name, title, pairs, field.value)
            fields.append(select if pairs else forms.number(field.name, title, field.value, 0, field.most))
        form = forms.form(TABLE, fields, button="set", says=N_("Set the table"))
        return folded(text(N_("Who played, and with what")), form, opened=not self.set, css="cat-sheet")

    def extra(self) -> Html:
        """Return what is in doubt, the score line by line, and the position as text."""
        cited = self.game.rules.cited
        return join(
            (markup.message(MessageKind.REFUSE, [str(doubt)], [cited(doubt)]) for doubt in self.doubts),
            score_lines.tables(self.state, self.seats, self.lines, self.lit),
            forms.link_field(self.linked_to),
            self._written_form(),
            self.kept.section(),
        )

    def _written_form(self) -> Html:
        """Return the form that shows the position as text and takes another."""
        field = el(
            "textarea",
            written(self.state),
            name="position",
            rows=4,
            maxlength=LONGEST,
            spellcheck="false",
            autocapitalize="off",
        )
        read = el("button", text(N_("Take over this text")), type="submit", name="read")
        form = el("form", el("label", text(N_("What was entered")), field), read, data_form=WRITTEN)
        return folded(text(N_("As text, to keep or to paste")), form, css="cat-written")

    def buttons(self) -> list[Button]:
        """Return a button for each player's side, the way through the score, and the ways back."""
        seats = [
            Button(f"seat:{n}", str(seat.called), self._showing(n), on=n == self.seat)
            for n, seat in enumerate(self.seats)
        ]
        changed = bool(self.past) or bool(self.future)
        last = self.at < len(self.lines)
        return [
            *([] if self.record() else self.kept.offer()),
            *(seats if len(seats) > 1 and not self.sheet.shared else []),
            Button("next", str(text(N_("Next line"))), lambda: self.step(1), last, strong=True),
            Button("previous", str(text(N_("Line before"))), lambda: self.step(-1), self.at > 0),
            Button("undo", str(text(N_("Undo"))), self.undo, bool(self.past)),
            Button("redo", str(text(N_("Redo"))), self.redo, bool(self.future)),
            Button("reset", str(text(N_("Empty the sheet"))), self.reset, changed),
            Button("share", str(text(N_("Share this position"))), self.share),
        ]

    def all_buttons(self) -> list[Button]:
        """Return the buttons below the sheet, and those of the kept ones."""
        return [*self.buttons(), *self.kept.buttons()]

    def standing(self) -> list[object]:
        """Return in sentences how the game stands, and how many things are in doubt."""
        found: list[object] = [score_lines.so_far(self.seats, self.lines, self.missing)]
        if not self.missing:
            found = list(self.sheet.result(self.state))
        return [*found, *([_doubted(len(self.doubts))] if self.doubts else [])]

    def decided_by(self) -> list[Rule]:
        """Return the rules by which the winner is found, once everything is entered."""
        return [] if self.missing else [self.game.rules.cited(r) for r in self.sheet.result(self.state)]

    # --- what is done --------------------------------------------------------------------------------------------

    def change(self, state: AnyState, *said: object) -> None:
        """Take over another position and count it; undo leads back."""
        if state != self.state:
            self.past.append(self.state)
            self.future.clear()
        self.goto(state, *said)

    def goto(self, state: AnyState, *said: object) -> None:
        """Show a position and say how it stands."""
        self.entered, self.at, self.linked_to = state, 0, ""
        self.seat = min(self.seat, len(self.seats) - 1)
        self.item = self.item if self.item in self.scene().areas else ""
        self._count()
        self.answer(MessageKind.INFO, [*said, *self.standing()], self.decided_by())

    def undo(self) -> None:
        """Take back the last change."""
        self.future.append(self.state)
        self.goto(self.past.pop(), text(N_("Taken back.")))

    def redo(self) -> None:
        """Put back what was taken back."""
        self.past.append(self.state)
        self.goto(self.future.pop(), text(N_("Put back.")))

    def reset(self) -> None:
        """Take everything away; what was there stays among the kept sheets."""
        self.post(KeptGame("new"))
        self.change(self.sheet.blank(self.state.options), text(N_("The sheet is empty.")))

    def _showing(self, seat: int) -> Callable[[], None]:
        def show() -> None:
            self.seat, self.at = seat, 0
            self.answer(MessageKind.INFO, [f"{self.name}.", *self.standing()], self.decided_by())

        return show

    def step(self, by: int) -> None:
        """Light the next line of the score, or the one before."""
        self.at += by
        line = self.lit
        if line is None:
            self.answer(MessageKind.INFO, self.standing(), self.decided_by())
            return
        self.seat = line.seat
        points = score_lines.points(line.points)
        said = text(N_("{who}: {words}, {points}."), who=self.name, words=line, points=points)
        last: Sequence[object] = self.standing() if self.at == len(self.lines) else ()
        self.answer(MessageKind.SCORE, [said, *last], [self.game.rules.cited(line)])

    def share(self) -> None:
        """Hand out a link to the position."""
        self.hand_out(position_link(self.state))

    def read(self, line: str) -> None:
        """Take over a position in notation. Raises `NotationError` and `OptionError`, and keeps what was there."""
        options, position = split(line)
        chosen = self.state.options if options is None else self._kept(self.game.choose(options))
        self.change(self.sheet.read(position, chosen), text(N_("Taken over.")))

    def _kept(self, options: Options) -> Options:
        """Return those options that matter at the end of a game, the others as usual."""
        return self.game.choose({name: options[name] for name in self.sheet.options})

    # --- keeping -------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """Return what has been entered, and whose side is shown; nothing before anything was."""
        if not (self.past or self.future or self.set):
            return ""
        return json.dumps(
            {"format": RECORD, "version": VERSION, "entered": written(self.state), "set": self.set, "seat": self.seat}
        )

    def kept_as(self) -> list[str]:
        """Return how the count stands; nothing before anything was entered."""
        return [str(self.standing()[0])] if self.record() else []

    def resume(self, record: str) -> None:
        """Go on where a record was told; undo leads back. Raises `CattoolsError`."""
        found = read_fields(record, RECORD, {"entered": str, "set": bool, "seat": int})
        self.read(found["entered"])
        self.set, self.seat = found["set"], max(0, min(found["seat"], len(self.seats) - 1))
        self.answer(MessageKind.INFO, [text(RESUMED), *self.standing()], self.decided_by())

    # --- what the page asks --------------------------------------------------------------------------------------

    def on_press(self, area: str) -> None:
        """Choose something of the palette, lay it, or take away what lies there."""
        sheet, name = self.sheet, self.scene().areas[area].name
        if area in sheet.palette:
            self.item, self.at = "" if area == self.item else area, 0
            said = N_("{name}: press where it lies.") if self.item else N_("{name} is put back.")
            self.answer(MessageKind.INFO, [text(said, name=name)])
            return
        try:
            if self.item:
                state = sheet.put(self.state, self.seat, self.item, area)
            else:
                state = sheet.take(self.state, self.seat, area)
        except IllegalAction as error:
            self.answer(MessageKind.REFUSE, error.refusals, [self.game.rules.cited(r) for r in error.refusals])
            return
        if state == self.state:
            here, first = N_("{name}: that lies here already."), N_("{name}. First press what you want to lay.")
            self.answer(MessageKind.INFO, [text(here if self.item else first, name=name)])
            return
        self.change(state, f"{sheet.scene(state, self.seat).areas[area].name}.")

    def on_query(self, area: str) -> None:
        """Say what lies on an area."""
        self.answer(MessageKind.INFO, [f"{self.scene().areas[area].name}."])

    def on_typed(self, written: str) -> bool:
        """Press the named areas one after the other, or take over a whole position. Raises `NotationError`."""
        before = self.state, self.item
        if "=" in written or "/" in written:
            self.read(written)
            return True
        areas = [self._area(word) for word in limited(written, ACTION).split()]
        for area in areas:
            if area in self.sheet.palette and area == self.item and len(areas) > 1:
                continue  # it is in the hand already
            self.on_press(area)
        return (self.state, self.item) != before

    def _area(self, word: str) -> str:
        """Return the area that a word names; a cell needs no player's name. Raises `NotationError`."""
        seat = self.seats[self.seat].id
        known = {area.lower(): area for area in self.scene().areas}
        for name in (word, f"{seat}.{word}", f"{seat}{word}"):
            if name.lower() in known:
                return known[name.lower()]
        raise NotationError(text(N_("something of the palette and a cell, as in {sample}"), sample=self.sample()), word)

    def on_back(self) -> None:
        """Put down what is chosen, else take back."""
        if self.item:
            self.on_press(self.item)
        else:
            super().on_back()

    def on_form(self, form: str, values: Mapping[str, str]) -> None:
        """Set the table anew, or take over a text. Raises `OptionError` and `NotationError`; all stays as it was."""
        if form == WRITTEN:
            self.read(values.get("position", ""))
        elif form == TABLE:
            options = self.game.choose(forms.chosen(self.game.known_options, self.sheet.options, values))
            asked = {field.name for field in self.sheet.fields(self.state)}
            state = self.sheet.choose(self.state, values)
            if options != self.state.options:
                state = self.sheet.again(state, options)
            self.set = asked >= {field.name for field in self.sheet.fields(state)}
            self.change(state, text(N_("The table is set.")))
            if self.display is not None:
                self.display.rebuild()  # with the form shut, unless it asks for more now
        else:
            super().on_form(form, values)

    def on_address(self, fragment: str) -> None:
        """Take over the position of a link, finished or not. Raises `CattoolsError`."""
        fields = link_fields(fragment, of=self.game.id)
        self.read(f"[{fields['options']}] {fields['position']}")


def _doubted(number: int) -> Text:
    """Return how many things are doubted, to be read below."""
    more = N_("{n} things cannot be right, see below.")
    return many(N_("{n} thing cannot be right, see below."), more, number)


def written(state: AnyState) -> str:
    """Return a position with its options as one line, as `split` reads it."""
    options = str(state.options)
    return f"[{options}] {state}" if options else str(state)


def split(line: str) -> tuple[str | None, str]:
    """Return the options that a line begins with (None: it names none) and its position."""
    line = line.strip()
    if line.startswith("[") and "]" in line:
        options, _, position = line[1:].partition("]")
        return options, position.strip()
    return None, line
