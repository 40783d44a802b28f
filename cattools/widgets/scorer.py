"""The scorer: a group at a real table enters what lies before each player, and sees it counted line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape

from cattools.core.art import icon
from cattools.core.errors import NotationError, OptionError
from cattools.core.game import AnyGame, AnyState, Seat
from cattools.core.messages import N_, text
from cattools.core.options import Options
from cattools.core.records import link_fields, position_link
from cattools.core.rules import IllegalAction, Rule
from cattools.core.scene import Mark, MarkKind, Scene
from cattools.core.score import Line
from cattools.core.sheet import AnySheet
from cattools.games import game
from cattools.widgets import shell, tally
from cattools.widgets.forms import told
from cattools.widgets.shell import CHOSEN, LEGAL, Names, Tool, message
from cattools.widgets.surface import Surface

SEAT = "seat:"  # begins the id of a button that shows a player's side, the seat's number follows


class Scorer(Surface):
    """A game's sheet: `state` is what has been entered so far, `seat` whose side is shown.

    `item` is what the next press on a cell lays, `at` the line of the score that is lit (0: none), `set` whether the
    players have said who played.
    """

    def __init__(self, game: AnyGame, sheet: AnySheet, state: AnyState) -> None:
        self.game, self.sheet, self.state = game, sheet, state
        self.past: list[AnyState] = []
        self.future: list[AnyState] = []
        self.seat, self.item, self.at = 0, "", 0
        self.linked_to, self.set = "", False
        self.heading = str(text(N_("Scorer: {game}"), game=text(game.title)))
        self.count()
        self.said = message("info", [self.standing()], self.decided())
        scene = self.draw()
        super().__init__(self.heading, scene, self.label(scene), self.slots_now(), self.marks_now())
        self.reads_address = True

    # --- what is shown -------------------------------------------------------------------------------------------

    def count(self) -> None:
        """Count what lies there now."""
        sheet, state = self.sheet, self.state
        self.lines: tuple[Line, ...] = sheet.lines(state)
        self.doubts, self.missing = sheet.doubts(state), sheet.missing(state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played."""
        return self.game.seats(self.state.options)

    @property
    def lit(self) -> Line | None:
        """The line of the score that is shown on the board."""
        return self.lines[self.at - 1] if self.at else None

    def sample(self) -> str:
        """Return the presses that lay the first thing of the palette on the first cell that takes it."""
        item = self.sheet.palette[0]
        for area in self.draw().areas:
            with suppress(IllegalAction):
                if area not in self.sheet.palette and self.sheet.put(self.state, self.seat, item, area) != self.state:
                    return f"{item} {area}"
        return ""

    def draw(self) -> Scene:
        """Return the palette and what lies before one player."""
        return self.sheet.scene(self.state, self.seat)

    def marks_now(self) -> list[Mark]:
        """Return the signs: a line of the score with what earlier lines took away, or what is chosen and in doubt."""
        if (line := self.lit) is not None:
            return tally.counted(line, [one for one in self.lines[: self.at - 1] if one.seat == self.seat])
        causes = [Mark(MarkKind.CAUSE, cell) for doubt in self.doubts for cell in doubt.cells]
        return [*causes, *([Mark(MarkKind.SELECTED, self.item)] if self.item else [])]

    def label(self, scene: Scene) -> Names:
        """Return every area's name, and whether a press on it does something."""
        names: Names = {}
        chosen = str(text(N_("chosen")))
        for area in scene.areas.values():
            on, can = area.id == self.item, area.id in self.sheet.palette or bool(self.item) or area.holds
            names[area.id] = (f"{area.name}, {chosen}" if on else area.name, CHOSEN * on | LEGAL * can)
        return names

    def slots_now(self) -> dict[str, str]:
        """Return the words, forms and buttons around the board."""
        state, panels = self.state, self.game.panels(self.state.view(self.seat))
        token, mark = shell.drawing(panels[self.seat].token, 48), shell.drawing(icon("paw", 28, main="go"), 30)
        won = () if self.missing or len(self.seats) < 2 else state.winners()
        side = tally.sums([panel.token for panel in panels], self.seats, self.lines, won)
        return {
            "head": f'{mark}<span>{escape(self.heading)}</span><span class="cat-chip">{token}'
            f"{escape(self.name)}</span>",
            "task": tally.table_form(state, self.sheet, shown=not self.set),
            "side": shell.side(side, None),
            "said": self.said,
            "tools": shell.tools(self.buttons()),
            "extra": tally.doubts(state, self.doubts)
            + tally.score_tables(state, self.seats, self.lines, self.lit)
            + tally.written_form(state, self.linked_to),
            "ghost": self.ghost(),
        }

    @property
    def name(self) -> str:
        """The name of the player whose side is shown."""
        return str(text(self.seats[self.seat].name))

    def ghost(self) -> str:
        """Return nothing: what is chosen is marked in the palette."""
        return ""

    def buttons(self) -> list[Tool]:
        """Return a button a player, the way through the score, and the ways back."""
        seats = [Tool(f"{SEAT}{n}", str(text(seat.name)), on=n == self.seat) for n, seat in enumerate(self.seats)]
        return [
            *(seats if len(seats) > 1 else []),
            Tool("next", str(text(N_("Next line"))), self.at < len(self.lines), strong=True),
            Tool("previous", str(text(N_("Line before"))), self.at > 0),
            Tool("undo", str(text(N_("Undo"))), bool(self.past)),
            Tool("redo", str(text(N_("Redo"))), bool(self.future)),
            Tool("reset", str(text(N_("Empty the sheet"))), bool(self.past) or bool(self.future)),
            Tool("share", str(text(N_("Share this position")))),
        ]

    def standing(self) -> str:
        """Return in a sentence how the game stands."""
        if not self.missing:
            found = list(map(str, self.sheet.result(self.state)))
        else:
            found = [tally.so_far(self.seats, self.lines, self.missing)]
        return " ".join(filter(None, [*found, tally.warning(self.doubts)]))

    def decided(self) -> list[Rule]:
        """Return the rules by which the winner is found, once everything is entered."""
        return [] if self.missing else [self.game.rules.cited(r) for r in self.sheet.result(self.state)]

    def refresh(self) -> None:
        """Show what lies there now."""
        scene, marks = self.draw(), self.marks_now()
        if scene.size == self.scene.size:
            self.show(scene, marks)
            self.tell(self.label(scene), self.slots_now())
        else:
            self.rebuild(scene, marks, self.label(scene), self.slots_now())

    # --- what is done --------------------------------------------------------------------------------------------

    def answer(self, kind: str, said: Sequence[str], rules: Sequence[Rule] = ()) -> None:
        """Say something below the board and show everything as it is."""
        self.said = message(kind, said, rules)
        self.refresh()

    def changed(self, state: AnyState, *said: str) -> None:
        """Take over another position and count it; undo leads back."""
        if state != self.state:
            self.past.append(self.state)
            self.future.clear()
        self.goto(state, *said)

    def goto(self, state: AnyState, *said: str) -> None:
        """Show a position and say how it stands."""
        self.state, self.at, self.linked_to = state, 0, ""
        self.seat = min(self.seat, len(self.seats) - 1)
        self.count()
        self.answer("info", [*said, self.standing()], self.decided())

    def pressed(self, area: str) -> None:
        """Choose something of the palette, lay it, or take away what lies there."""
        if area in self.sheet.palette:
            self.item, self.at = "" if area == self.item else area, 0
            name = self.scene.areas[area].name
            said = N_("{name}: press where it lies.") if self.item else N_("{name} is put back.")
            self.answer("info", [str(text(said, name=name))])
            return
        try:
            state = (
                self.sheet.put(self.state, self.seat, self.item, area)
                if self.item
                else self.sheet.take(self.state, self.seat, area)
            )
        except IllegalAction as error:
            self.answer("refuse", [str(r) for r in error.refusals], [self.game.rules.cited(r) for r in error.refusals])
            return
        if state == self.state:
            name = self.scene.areas[area].name
            said = (
                N_("{name}: that lies here already.") if self.item else N_("{name}. First press what you want to lay.")
            )
            self.answer("info", [str(text(said, name=name))])
            return
        self.changed(state, self.sheet.scene(state, self.seat).areas[area].name + ".")

    def asked(self, area: str) -> None:
        """Say what lies on an area."""
        self.answer("info", [self.scene.areas[area].name + "."])

    def typed(self, text: str) -> None:
        """Press the named areas one after the other, or take over a whole position. Raises `NotationError`."""
        if "=" in text:
            self.read(text)
            return
        areas = [self.action_from_presses(word) for word in text[:200].split()]
        for area in areas:
            if area in self.sheet.palette and area == self.item and len(areas) > 1:
                continue  # it is in the hand already
            self.pressed(area)

    def action_from_presses(self, word: str) -> str:
        """Return the area that a word names; a cell needs no player's name. Raises `NotationError`."""
        seat = self.seats[self.seat].id
        known = {area.lower(): area for area in self.names}
        for name in (word, f"{seat}.{word}", f"{seat}{word}"):
            if name.lower() in known:
                return known[name.lower()]
        raise NotationError(text(N_("something of the palette and a cell, as in {sample}"), sample=self.sample()), word)

    def read(self, line: str) -> None:
        """Take over a position in notation. Raises `NotationError` and `OptionError`, and keeps what was there."""
        options, position = tally.unwritten(line)
        chosen = self.state.options if options is None else self.chosen(self.game.choose(options))
        self.changed(self.sheet.read(position, chosen), str(text(N_("Taken over."))))

    def chosen(self, options: Options) -> Options:
        """Return those options that matter at the end of a game, the others as usual."""
        return self.game.choose({name: options[name] for name in self.sheet.options})

    def back(self) -> None:
        """Put down what is chosen, else take back."""
        if self.item:
            self.pressed(self.item)
        else:
            self.tool("undo")

    def tool(self, tool: str) -> None:
        """Show another player, another line, another moment; share."""
        if tool.startswith(SEAT):
            with suppress(ValueError):
                seat = int(tool.removeprefix(SEAT)[:2])
                if 0 <= seat < len(self.seats):
                    self.seat, self.at = seat, 0
                    self.answer("info", [self.name + ".", self.standing()], self.decided())
        elif tool == "undo" and self.past:
            self.future.append(self.state)
            self.goto(self.past.pop(), str(text(N_("Taken back."))))
        elif tool == "redo" and self.future:
            self.past.append(self.state)
            self.goto(self.future.pop(), str(text(N_("Put back."))))
        elif tool == "reset":
            self.changed(self.sheet.blank(self.state.options), str(text(N_("The sheet is empty."))))
        elif tool in ("next", "previous"):
            self.step(1 if tool == "next" else -1)
        elif tool == "share":
            self.linked_to = "#" + position_link(self.state)
            told = N_("The link leads to this position; it has been copied where the browser allows it.")
            self.answer("info", [str(text(told))])
            self.send({"kind": "share", "fragment": position_link(self.state)})

    def step(self, by: int) -> None:
        """Light the next line of the score, or the one before."""
        self.at = min(max(self.at + by, 0), len(self.lines))
        line = self.lit
        if line is None:
            self.answer("info", [self.standing()], self.decided())
            return
        self.seat = line.seat
        said = text(N_("{who}: {words}, {points}."), who=self.name, words=line, points=tally.points(line.points))
        last = [self.standing()] if self.at == len(self.lines) else []
        self.answer("score", [str(said), *last], [self.game.rules.cited(line)])

    def form(self, form: str, values: Mapping[str, str]) -> None:
        """Set the table anew, or take over a text. Raises `OptionError` and `NotationError`; all stays as it was."""
        if form == tally.WRITTEN:
            self.read(values.get("position", ""))
        elif form == tally.TABLE:
            options = self.game.choose(told(self.game.known_options, self.sheet.options, values))
            state = self.sheet.choose(self.state, values)
            if options != self.state.options:
                state = self.sheet.again(state, options)
            self.set = True
            self.changed(state, str(text(N_("The table is set."))))
            self.rebuild(self.draw(), self.marks_now(), self.label(self.scene), self.slots_now())  # with the form shut

    def linked(self, fragment: str) -> None:
        """Take over the position of a link, finished or not. Raises `CattoolsError`."""
        fields = link_fields(fragment, of=self.game.id)
        self.read(f"[{fields['options']}] {fields['position']}")


def scorer(game_id: str, written: str = "", options: str = "") -> Scorer:
    """Return the sheet of a game, empty or with a position in notation, as in `scorer("calico")`.

    Raises `OptionError` and `NotationError`.
    """
    played = game(game_id)
    if played.sheet is None:
        raise OptionError(text(N_("expected a game with a scorer, found {game_id}"), game_id=game_id))
    named, position = tally.unwritten(written)
    chosen = played.choose(options if named is None else named)
    state = played.sheet.read(position, chosen) if position else played.sheet.blank(chosen)
    return Scorer(played, played.sheet, state)
