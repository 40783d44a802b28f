"""What lies at the end of a real game, laid on a sheet by presses and by words."""

from __future__ import annotations

from contextlib import suppress

from cattools.core.errors import NotationError
from cattools.core.game import AnyGame, AnyState, Seat
from cattools.core.messages import N_, text
from cattools.core.notation import POSITION, at_word, limited
from cattools.core.rules import IllegalAction
from cattools.core.scene import Area, Scene
from cattools.core.sheet import AnySheet
from cattools.widgets.markup import MessageKind
from cattools.widgets.mode import HERE
from cattools.widgets.modes.points import Points

MOST_CELLS = 1000  # beyond every number of a cell


class Filling(Points):
    """A sheet that is filled in: `entered` is the position so far, `seat` whose side is shown.

    `item` is what the next press on a cell lays, `cursor` the cell where the next thing of the palette goes, never
    both; `at` is the line of the score that is lit (0: none).
    """

    def __init__(self, game: AnyGame, sheet: AnySheet, state: AnyState, title: str) -> None:
        super().__init__(title)
        self.game, self.sheet, self.entered = game, sheet, state
        self.seat, self.item, self.cursor, self.at = 0, "", "", 0
        self._waits = False  # whether what is typed next decides where the item in the hand goes

    @property
    def state(self) -> AnyState:
        """What has been entered so far."""
        return self.entered

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played."""
        return self.game.seats(self.state.options)

    def scene_of(self, state: AnyState) -> Scene:
        """Return the palette and what lies before one player in a position."""
        raise NotImplementedError

    def change(self, state: AnyState, *said: object) -> None:
        """Take over another position and count it; undo leads back."""
        raise NotImplementedError

    def read(self, line: str) -> None:
        """Take over a position in notation. Raises `NotationError` and `OptionError`, and keeps what was there."""
        raise NotImplementedError

    def standing(self) -> list[object]:
        """Return in sentences how the game stands."""
        raise NotImplementedError

    # --- by presses ----------------------------------------------------------------------------------------------

    def on_press(self, area: str) -> None:
        """Choose something of the palette or a cell for it, lay it, or take away what lies there."""
        try:
            if area in self.sheet.palette:
                self._press_thing(area)
            else:
                self._press_cell(area)
        except IllegalAction as error:
            self.answer(MessageKind.REFUSE, error.refusals, [self.game.rules.cited(r) for r in error.refusals])

    def _press_thing(self, thing: str) -> None:
        """Lay something where the cursor is; else take it in the hand, or put it back. Raises `IllegalAction`."""
        if self.cursor:
            try:
                self._lay(thing, self.cursor)
            except IllegalAction:
                if not any(self._takes(thing, area.id) for area in self._cells()):
                    raise
            else:
                return
        self.cursor, self.item, self.at = "", "" if thing == self.item else thing, 0
        said = N_("Chosen: {name}. Press where it lies.") if self.item else N_("Put back: {name}.")
        self.answer(MessageKind.INFO, [text(said, name=self.scene().areas[thing].name)])

    def _press_cell(self, cell: str) -> None:
        """Lay what is in the hand, take away what lies there, or go on from here. Raises `IllegalAction`."""
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
        said = text(N_("Here: {name}. Press what lies there."), name=self.scene().areas[cell].name)
        self.answer(MessageKind.INFO, [said] if self.cursor else self.standing())

    def _lay(self, thing: str, cell: str) -> None:
        """Lay something on a cell; a cursor there moves on. Raises `IllegalAction`."""
        state = self.sheet.put(self.state, self.seat, thing, cell)
        if state == self.state:
            name = self.scene().areas[cell].name
            self.answer(MessageKind.INFO, [text(N_("That lies here already: {name}."), name=name)])
            return
        if self.cursor:
            part = next(part for part in self.scene().parts if cell in part.areas)
            cells = [area.id for area in self._cells() if area.id in part.areas]
            after = cells[cells.index(cell) + 1 :]
            self.cursor = next((other for other in after if self._free(thing, other)), "")
        self._changed(state, cell)

    def _changed(self, state: AnyState, cell: str) -> None:
        """Take over what was laid or taken away, and say what lies there now."""
        before, there = self.scene().areas, self.scene_of(state).areas
        at = cell if cell in there else next(id_ for id_ in there if id_ not in before)
        self.cursor = self.cursor if cell in there else ""  # the cells are others now
        self.change(state, text(HERE, name=there[at].name))

    def _cells(self) -> list[Area]:
        """Return where something may lie, what is numbered by its numbers."""
        cells = [area for area in self.scene().areas.values() if area.id not in self.sheet.palette]
        numbers = {area.id: area.id.removeprefix(self.seats[self.seat].id) for area in cells}
        return sorted(cells, key=lambda area: int(numbers[area.id]) if numbers[area.id].isdigit() else MOST_CELLS)

    def _empty(self, state: AnyState, cell: str) -> bool:
        """Return whether nothing can be taken away there; what a press turns over, or what is printed, is no cell."""
        with suppress(IllegalAction):
            return bool(self.sheet.take(state, self.seat, cell) == state)
        return False

    def _free(self, thing: str, cell: str) -> bool:
        """Return whether a cell is empty and takes something."""
        return self._empty(self.state, cell) and self._takes(thing, cell)

    def _takes(self, thing: str, cell: str) -> bool:
        """Return whether something can be laid there."""
        with suppress(IllegalAction):
            return bool(self.sheet.put(self.state, self.seat, thing, cell) != self.state)
        return False

    def on_back(self) -> None:
        """Put down what is chosen, else take back."""
        if self.item or self.cursor:
            self.on_press(self.item or self.cursor)
        else:
            super().on_back()

    # --- by words ------------------------------------------------------------------------------------------------

    def sample(self) -> str:
        """Return the presses that lay the first thing of the palette on the first cell that takes it."""
        palette, areas = self.sheet.palette, self.scene().areas
        for item in palette:
            for area in areas:
                with suppress(IllegalAction):
                    if area not in palette and self.sheet.put(self.state, self.seat, item, area) != self.state:
                        return f"{item} {area}"
        return palette[0]

    def on_typed(self, written: str) -> bool:
        """Press the named areas one after the other, or take over a whole position. Raises `NotationError`."""
        before, self._waits, self.cursor = (self.state, self.item), False, ""
        if "=" in written or "/" in written:
            self.read(written)
            return True
        words = limited(written, POSITION).split()
        for number, word in enumerate(words, 1):
            try:
                area = self._area(word)
            except NotationError as error:
                raise at_word(error, word, number, len(words)) from None
            self._typed(area, alone=len(words) == 1, last=number == len(words))
        return (self.state, self.item) != before

    def _typed(self, area: str, *, alone: bool, last: bool) -> None:
        """Press what was typed; what is followed by no cell goes on the next empty one."""
        palette = self.sheet.palette
        if area not in palette:
            self.on_press(area)
            self._waits = False
            return
        if self._waits:
            self._lay_next()
        if area != self.item:
            self.on_press(area)
        self._waits = not alone
        if last and self._waits:
            self._lay_next()
            self._waits = False

    def _lay_next(self) -> None:
        """Lay what is in the hand on the next empty cell."""
        if (cell := self._next_cell()) is not None:
            self.on_press(cell)

    def _next_cell(self) -> str | None:
        """Return the first empty cell for what is in the hand."""
        return next((area.id for area in self._cells() if self._free(self.item, area.id)), None)

    def _area(self, word: str) -> str:
        """Return the area that a word names; a cell needs no player's name. Raises `NotationError`."""
        seat = self.seats[self.seat].id
        known = {area.lower(): area for area in self.scene().areas}
        known = {other: area for other, area in self.sheet.also.items() if area in known.values()} | known
        for name in (word, f"{seat}.{word}", f"{seat}{word}"):
            if name.lower() in known:
                return known[name.lower()]
        raise NotationError(text(N_("something of the palette and a cell, as in {sample}"), sample=self.sample()), word)
