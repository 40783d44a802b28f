"""Input of the scorer: the final position of a real game, entered by presses and typed words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

from cattools.core.display.scene import Area, Scene
from cattools.core.errors import NotationError, OptionError, shorten
from cattools.core.game import AnyGame, AnyState, Seat
from cattools.core.game_record import split
from cattools.core.messages import N_, Text, text
from cattools.core.notation import POSITION, at_word, limited, words_of
from cattools.core.rules import IllegalAction, Rule
from cattools.core.table.scorer import AnySheet
from cattools.widgets.markup import MessageKind
from cattools.widgets.mode import HERE, lies_now, of_side
from cattools.widgets.modes.editor.score_export import ScoreExport

MOST_CELLS = 1000  # greater than any number of a cell
TAKEN, KEPT = N_("Loaded."), N_("Loaded; other entries are kept where they fit.")
POSITIONS = re.compile(r"[\w-]+=")  # starts a word with a value; "!=" is a goal


class ScorerInput(ScoreExport):
    """A scorer being filled in: `entered` is the position so far, `seat` the seat whose side is shown.

    `item` is what the next press on a cell places, `cursor` the cell that gets the next item of the palette; at most
    one of the two is set. `at` is the number of the highlighted score line (0: none).
    """

    def __init__(self, game: AnyGame, sheet: AnySheet, state: AnyState, title: str) -> None:
        super().__init__(title)
        self.game, self.sheet, self.entered = game, sheet, state
        self.seat, self.item, self.cursor, self.at = 0, "", "", 0
        self._quiet = False  # whether only the last message is shown
        self._laid: dict[tuple[int, str], str] = {}  # entered by one typed text, by seat and cell
        self.unread = ""  # the rest of a pasted text

    @property
    def state(self) -> AnyState:
        """The position entered so far."""
        return self.entered

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players' seats."""
        return self.game.seats(self.state.options)

    def scene_of(self, state: AnyState) -> Scene:
        """Return the palette and one player's side of a position."""
        raise NotImplementedError

    def change(self, state: AnyState, *said: object) -> None:
        """Set another position and score it; undo restores the old one."""
        raise NotImplementedError

    def read(self, line: str) -> None:
        """Load a position in notation. Raises `NotationError` and `OptionError` and keeps the old position."""
        raise NotImplementedError

    def answer(self, kind: MessageKind, said: Iterable[object], rules: Iterable[Rule] = ()) -> None:
        """Set the message and update everything; during a list of words only the last message is shown."""
        self.say(kind, said, rules)
        if not self._quiet:
            self.refresh()

    def standing(self) -> list[object]:
        """Return the status as sentences."""
        raise NotImplementedError

    # --- presses -------------------------------------------------------------------------------------------------

    def on_press(self, area: str) -> None:
        """Select an item of the palette or a cell for it, place it, or take away what is there."""
        try:
            self._press_area(area)
        except IllegalAction as error:
            self._refuse(error)

    def _press_area(self, area: str) -> None:
        """Press an item of the palette or a cell. Raises `IllegalAction`."""
        if area in self.sheet.palette:
            self._press_thing(area)
        else:
            self._press_cell(area)

    def _refuse(self, error: IllegalAction, *at: Text) -> None:
        """Say why something cannot be there, with `at` naming the word."""
        rules = [self.game.rules.cited(refusal) for refusal in error.refusals]
        self.answer(MessageKind.REFUSE, [*error.refusals, *at], rules)

    def _press_thing(self, thing: str) -> None:
        """Place an item at the cursor, or else pick it up or put it back. Raises `IllegalAction`."""
        if self.cursor:
            try:
                self._lay(thing, self.cursor)
            except IllegalAction:
                if not any(self._takes(thing, area.id) for area in self._cells()):
                    raise
            else:
                return
        self.cursor, self.item, self.at = "", "" if thing == self.item else thing, 0
        said = N_("Chosen: {name}. Press where it goes.") if self.item else N_("Put back: {name}.")
        self.answer(MessageKind.INFO, [text(said, name=self.scene().areas[thing].name)])

    def _press_cell(self, cell: str) -> None:
        """Place the picked-up item, take away what is there, or move the cursor here. Raises `IllegalAction`."""
        if self.item:
            self._lay(self.item, cell)
            return
        state = self.sheet.take(self.state, self.seat, cell)
        if state != self.state:
            if self.cursor and self._empty(state, cell):
                self.cursor = cell
            self._changed(state, cell)
            return
        self.cursor, self.at = "" if cell == self.cursor else cell, 0
        said = text(N_("Here: {name}. Press what goes there."), name=self.scene().areas[cell].name)
        self.answer(MessageKind.INFO, [said] if self.cursor else self.standing())

    def on_drag(self, area: str, to: str) -> None:
        """Place or move what was dragged, or take it away if dropped on the palette; the selection is cleared."""
        self.item = self.cursor = ""
        try:
            self._drag(area, to)
        except IllegalAction as error:
            self._refuse(error)

    def _drag(self, area: str, to: str) -> None:
        """Do the work of `on_drag`. Raises `IllegalAction`."""
        palette, before = self.sheet.palette, self.state
        if area in palette:
            if to not in palette:
                self._lay(area, to)
                return
        elif (state := self.sheet.take(before, self.seat, area)) != before:
            if to in palette:
                self._changed(state, area)
                return
            things = [thing for thing in palette if self._is(thing, area, state)]
            if len(things) == 1:  # an area that reacts to presses but holds nothing would match them all
                self._changed(self.sheet.put(state, self.seat, things[0], to), to)
                return
        self.answer(MessageKind.INFO, self.standing())

    def _is(self, thing: str, cell: str, without: AnyState) -> bool:
        """Return whether this thing is on a cell; `without` is the position after taking it away."""
        with suppress(IllegalAction):
            return bool(self.sheet.put(without, self.seat, thing, cell) == self.state)
        return False

    def _lay(self, thing: str, cell: str) -> None:
        """Place a thing on a cell; a cursor there moves on. Raises `IllegalAction`."""
        state = self.sheet.put(self.state, self.seat, thing, cell)
        if state == self.state:
            name = self.scene().areas[cell].name
            self.answer(MessageKind.INFO, [text(N_("Already there: {name}."), name=name)])
            return
        if self.cursor:
            part = next(part for part in self.scene().parts if cell in part.areas)
            cells = [area.id for area in self._cells() if area.id in part.areas]
            after = cells[cells.index(cell) + 1 :]
            self.cursor = next((other for other in after if self._free(thing, other)), "")
        self._changed(state, cell)

    def _changed(self, state: AnyState, cell: str) -> None:
        """Adopt a position in which a cell has changed, and say what is there now."""
        before, there = self.scene().areas, self.scene_of(state).areas
        at = cell if cell in there else next(id_ for id_ in there if id_ not in before)
        self.cursor = self.cursor if cell in there else ""  # the cells have changed
        self._laid[self.seat, at] = there[at].name
        self.change(state, text(HERE, name=there[at].name))

    def _cells(self) -> list[Area]:
        """Return the cells that can hold something, numbered ones in numerical order."""
        cells = [area for area in self.scene().areas.values() if area.id not in self.sheet.palette]
        numbers = {area.id: area.id.removeprefix(self.seats[self.seat].id) for area in cells}
        return sorted(cells, key=lambda area: int(numbers[area.id]) if numbers[area.id].isdigit() else MOST_CELLS)

    def _empty(self, state: AnyState, cell: str) -> bool:
        """Return whether a cell has nothing to take; printed areas and those that a press turns over are not cells."""
        with suppress(IllegalAction):
            return bool(self.sheet.take(state, self.seat, cell) == state)
        return False

    def _free(self, thing: str, cell: str) -> bool:
        """Return whether a cell is empty and accepts a thing."""
        return self._empty(self.state, cell) and self._takes(thing, cell)

    def _takes(self, thing: str, cell: str) -> bool:
        """Return whether a thing can be placed on a cell."""
        with suppress(IllegalAction):
            return bool(self.sheet.put(self.state, self.seat, thing, cell) != self.state)
        return False

    def on_back(self) -> None:
        """Clear the selection, or else undo."""
        if self.item or self.cursor:
            self.on_press(self.item or self.cursor)
        else:
            super().on_back()

    # --- typed words ---------------------------------------------------------------------------------------------

    def sample(self) -> str:
        """Return the words that place the first possible item of the palette on the first cell that accepts it."""
        palette, areas = self.sheet.palette, self.scene().areas
        for item in palette:
            for area in areas:
                with suppress(IllegalAction):
                    if area not in palette and self.sheet.put(self.state, self.seat, item, area) != self.state:
                        return f"{item} {area}"
        return palette[0]

    def on_typed(self, written: str) -> bool:
        """Enter typed text with a single answer; return whether all was accepted. Raises as `take_in`."""
        return self.enter(written)

    def on_pasted(self, written: str) -> None:
        """Enter pasted text as if it were typed; what was not entered stays in its field. Raises as `take_in`."""
        self.unread = ""
        try:
            self.enter(written)
        finally:
            self.unread, self.left_over = self.left_over, ""
            self.refresh()

    def enter(self, written: str) -> bool:
        """Enter a text with a single answer; return whether all was accepted. Raises as `take_in`."""
        before, self._quiet, self._laid = (self.state, self.item), True, {}
        try:
            whole = self.take_in(written)
            if whole and len(self._laid) > 1:
                lie, several = self._laid.items(), len({seat for seat, _ in self._laid}) > 1
                said = [of_side(self.seats[seat].called, name) if several else name for (seat, _), name in lie]
                self.change(self.state, *lies_now(said))
        finally:
            self._quiet = False
        self.refresh()
        return whole and (self.state, self.item) != before

    def take_in(self, written: str) -> bool:
        """Load a position or parts of one, or press the named areas one after another.

        What was read before an error stays. Return whether nothing was refused. Raises `NotationError` and
        `OptionError`.
        """
        self.cursor = ""
        options, listed = split(written)
        words = words_of(limited(listed, POSITION)) or [""]
        if (options is not None and not listed) or not self._lists(words):
            self._take_over(written)
            return True
        if options is not None:
            chosen = self.sheet.choosing(self.game.choose(options))
            self.change(self.sheet.again(self.state, chosen), text(KEPT))
        read = 0  # the number of words entered; a thing that is only picked up does not count
        self._alone = self._next = len(words) == 1
        for number, word in enumerate(words, 1):
            try:
                if self._typed(word, words[number : number + 1]):
                    read = number
            except (NotationError, OptionError) as error:
                raise self.keep_rest(at_word(error, word, number, len(words)), words_of(listed), read) from None
            except IllegalAction as error:
                at = text(N_("This was word {n} of {all}, {word}."), n=number, all=len(words), word=shorten(word))
                told = self.keep_rest(NotationError(at, word), words_of(listed), read).more
                self._refuse(error, *([at] if len(words) > 1 else []), *told)
                return False
        return True

    def _lists(self, words: Sequence[str]) -> bool:
        """Return whether words name things, cells and fields rather than a position."""
        names = {one.name for one in self.sheet.fields(self.state)}
        return not any("/" in word or (POSITIONS.match(word) and _name(word) not in names) for word in words)

    def _take_over(self, line: str) -> None:
        """Load a whole position, or else set only the values it names, word by word."""
        options, written = split(line)
        parts = limited(written, POSITION).split()
        names = {part.partition("=")[0] for part in parts}
        if not names < {seat.id for seat in self.seats}:  # a text with only some of the players keeps the others
            try:
                self.read(line)
            except NotationError:
                if not all("=" in part for part in parts):
                    raise
            else:
                return
        state = before = self.state
        if options is not None:
            state = self.sheet.again(state, self.sheet.choosing(self.game.choose(options)))
        for number, part in enumerate(parts, 1):
            try:
                state = self.sheet.read(with_word(str(state), part), state.options)
            except NotationError as error:
                if number > 1:
                    self.change(state)
                wrong = at_word(error, part, number, len(parts))
                raise self.keep_rest(wrong, split(line)[1].split(), number - 1) from None
        self.change(state, text(KEPT if before != self.sheet.blank(before.options) else TAKEN))

    def _typed(self, word: str, after: Sequence[str]) -> bool:
        """Press the typed area; return whether it is placed. A thing not followed by a cell goes on the next free cell.

        If the previous thing was placed that way, this one is as well unless a cell follows.

        Raises `NotationError`, `OptionError` and `IllegalAction`.
        """
        if POSITIONS.match(word):
            self._tell(word)
            return True
        self.seat, area = self._area(word)
        if area not in self.sheet.palette or self.cursor:
            self._next = False
            self._press_area(area)
            return True
        if area != self.item:
            self._press_area(area)
        on_next = not after or self._thing(after[0]) or (self._next and not self._cell(after[0]))
        if not self._alone and on_next:
            cell = next((cell.id for cell in self._cells() if self._free(area, cell.id)), None)
            if cell is None:
                name = self.scene().areas[area].name
                raise NotationError(text(N_("a free cell for {name}"), name=name), word)
            self._press_area(cell)
            self._next = True
            return True
        return self._alone

    def _tell(self, word: str) -> None:
        """Set a value that has no cell, as in the form. Raises `OptionError`."""
        name, _, value = word.partition("=")
        field = next(one for one in self.sheet.fields(self.state) if one.name.lower() == name)
        value = next((known for known, _ in field.choices if known.lower() == value), value)
        self.change(self.sheet.choose(self.state, {field.name: value}))

    def _cell(self, word: str) -> bool:
        """Return whether a word names a cell or sets a value."""
        with suppress(NotationError):
            return bool(POSITIONS.match(word)) or self._area(word)[1] not in self.sheet.palette
        return False

    def _thing(self, word: str) -> bool:
        """Return whether a word names an item of the palette."""
        also = {other: area for other, area in self.sheet.also.items() if area in self.sheet.palette}
        return word in also or word in map(str.lower, self.sheet.palette)

    def _area(self, word: str) -> tuple[int, str]:
        """Return the seat and area that a word names; the shown seat's cells need no prefix. Raises `NotationError`."""
        seat = self.seats[self.seat].id
        known = {area.lower(): area for area in self.scene().areas}
        known = {other: area for other, area in self.sheet.also.items() if area in known.values()} | known
        for name in (word, f"{seat}.{word}", f"{seat}{word}"):
            if name.lower() in known:
                return self.seat, known[name.lower()]
        for other in range(len(self.seats)):
            areas = self.sheet.scene(self.state, other).areas
            theirs = {area.lower(): area for area in areas if area not in self.sheet.palette}
            if word.lower() in theirs:
                return other, theirs[word.lower()]
        raise NotationError(text(N_("a palette item and a cell, as in {sample}"), sample=self.sample()), word)


def _name(word: str) -> str:
    return word.partition("=")[0]


def with_word(line: str, word: str) -> str:
    """Return a position with its `name=value` word replaced, or with the word appended."""
    name, words = word.partition("=")[0] + "=", line.split()
    found = [word if own.startswith(name) else own for own in words]
    return " ".join(found if word in found else [*found, word])
