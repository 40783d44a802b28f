"""Things laid on a table: put, moved and taken away by presses, before it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cattools.core.chance import Dealer
from cattools.core.display.scene import Mark, MarkKind, Part, Path, Scene
from cattools.core.game import AnyGame
from cattools.core.messages import N_, Text, text
from cattools.core.rules import Refusal
from cattools.core.table.position_editor import AnySetup, Draft, Place, Table
from cattools.core.timeline import Timeline
from cattools.render import svg
from cattools.render.editor_scene import PALETTE, Seen, empty_boards, row_of, scene, things_in
from cattools.widgets.game_session import Room
from cattools.widgets.html import Html
from cattools.widgets.markup import MessageKind
from cattools.widgets.mode import lies_now, of_side
from cattools.widgets.modes.table_queries import Asked
from cattools.widgets.protocol import CHOSEN, LEGAL, Names
from cattools.widgets.score_table import doubted


class Laying(Asked):
    """A table on which things are laid: `draft` is what lies there, `seat` whose side is shown, `page` the palette's.

    `item` is what the next press lays, `cursor` the area where the next thing of the palette goes; never both.
    """

    def __init__(self, game: AnyGame, setup: AnySetup, draft: Draft, title: str) -> None:
        self.setup, self.draft = setup, draft
        self.past: list[Draft] = []
        self.future: list[Draft] = []
        self.seat, self.item, self.cursor = 0, "", ""
        self.unread = ""  # what is left of a text that was pasted
        self.page = next(iter(self.table.pages))
        self._seen: tuple[tuple[Draft, int, str], Scene] | None = None  # the picture of a draft, a side and a page
        self._doubted: tuple[Draft, tuple[Refusal, ...]] | None = None  # what is in doubt of a draft
        self._missed: tuple[Draft, list[Text]] | None = None  # what is still to be entered of a draft
        self._empty: tuple[tuple[Draft, int], tuple[Part, ...]] | None = None  # the boards of a side, as told
        self._cells: Seen = {}  # those boards' cells with what lay there
        super().__init__(Room(Timeline(game.start(draft.options)), Dealer(0)), title)

    @property
    def table(self) -> Table:
        """What there is with the options in force."""
        return self.setup.table(self.draft.options)

    @property
    def missing(self) -> list[Text]:
        """What is still to be entered."""
        if self._missed is None or self._missed[0] is not self.draft:
            self._missed = self.draft, [*self.setup.missing(self.draft)]
        return self._missed[1]

    @property
    def doubts(self) -> tuple[Refusal, ...]:
        """Why the table cannot be, each with its rule; what seems whole is read as a position."""
        if self._doubted is None or self._doubted[0] != self.draft:
            found = self.setup.all_doubts(self.draft)
            if not found and not self.missing:
                found = self.setup.faults(self.draft, self.game.read_position)
            self._doubted = self.draft, found
        return self._doubted[1]

    @property
    def chosen(self) -> list[str]:
        """Nothing: a record tells the table alone."""
        return []

    # --- what is shown -------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the table with the palette, or the position that is asked about."""
        if self.asked:
            return super().scene()
        shown = self.draft, self.seat, self.page
        if self._seen is None or self._seen[0] != shown:
            self._seen = shown, scene(self.setup, *shown, self.boards(), self._cells)
        return self._seen[1]

    def boards(self) -> tuple[Part, ...]:
        """Return the empty boards of the side that is shown."""
        told = Draft(self.draft.options, told=self.draft.told), self.seat
        if self._empty is None or self._empty[0] != told:
            self._empty, self._cells = (told, empty_boards(self.setup, *told)), {}
        return self._empty[1]

    def marks(self) -> Sequence[Mark]:
        """Return the signs: what is chosen and in doubt."""
        if self.asked:
            return super().marks()
        there = self.scene().areas
        causes = dict.fromkeys(cell for doubt in self.doubts for cell in doubt.cells if cell in there)
        chosen = [id_ for id_ in (self.cursor, PALETTE + self.item) if id_ in there]
        return [
            *(Mark(MarkKind.CAUSE, cell) for cell in causes),
            *(Mark(MarkKind.SELECTED, id_) for id_ in chosen),
        ]

    def names(self, scene: Scene) -> Names:
        """Return every area's name, and whether it is chosen."""
        if self.asked:
            return super().names(scene)
        chosen, found = str(text(N_("chosen"))), {}
        for area in scene.areas.values():
            on = area.id in (self.cursor, PALETTE + self.item)
            found[area.id] = (f"{area.name}, {chosen}" if on else area.name, CHOSEN * on | LEGAL)
        return found

    def ghost(self) -> Html:
        """Return what the next press lays, to be shown where the pointer is."""
        if self.asked:
            return super().ghost()
        shapes = self.table.things[self.item].shapes if self.item else ()
        return Html(svg.shapes(tuple(shape for shape in shapes if isinstance(shape, Path))))

    def resting(self) -> list[str]:
        """Return what is said when nothing has happened."""
        if self.asked:
            return super().resting()
        return [str(one) for one in self.standing_here()]

    def standing_here(self) -> list[object]:
        """Return in sentences how much is in doubt, and what is still to be entered."""
        missing, doubts = self.missing, len(self.doubts)
        found: list[object] = [doubted(doubts)] if doubts else []
        if missing:
            found.append(text(N_("Still to enter: {lacks}."), lacks="; ".join(map(str, missing))))
        return found or [text(N_("Ask below, or press a place and what lies there."))]

    # --- what is done --------------------------------------------------------------------------------------------

    def change(self, draft: Draft, *said: object) -> None:
        """Take over another draft; undo leads back."""
        if draft != self.draft:
            self.past.append(self.draft)
            self.future.clear()
        self.goto(draft, *said)

    def goto(self, draft: Draft, *said: object) -> None:
        """Show a draft, and say what lacks."""
        self.draft, self.linked_to, self.asked = draft, "", ""
        if draft.options != self.room.state.options:  # others play
            self.room.begin(Timeline(self.game.start(draft.options)), by=self.follow)
        table = self.table
        self.seat = min(self.seat, len(self.game.seats(draft.options)) - 1)
        self.page = self.page if self.page in table.pages else next(iter(table.pages))
        self.item = self.item if self.item in table.things else ""
        self.cursor = self.cursor if self.cursor in self.scene().areas else ""
        self.answer(MessageKind.INFO, [*said, *self.standing_here()])

    def on_press(self, area: str) -> None:
        """Choose something, or a place for it; put, move, take away. While a question is asked: a move."""
        if self.asked:
            super().on_press(area)
        elif area.startswith(PALETTE):
            self._press_thing(area.removeprefix(PALETTE))
        else:
            self._press_place(area)

    def _press_thing(self, thing: str) -> None:
        """Lay something where the cursor is; else take it in the hand, or put it back."""
        table, what = self.table, self.table.things[thing]
        place = table.places[row_of(self.cursor)[0]] if self.cursor else None
        if place is None or not place.most(what) or self._bare(place, what.kind):
            self.cursor, self.item = "", "" if thing == self.item else thing
            said = N_("Chosen: {name}. Press where it lies.") if self.item else N_("Put back: {name}.")
            self.answer(MessageKind.INFO, [text(said, name=what.name)])
            return
        at = row_of(self.cursor)[1]
        if place.alone and self.draft.at(place.id)[:1]:
            at = 0 if table.things[self.draft.at(place.id)[0]].kind == what.kind else -1
        before = self.draft if at < 0 else self.setup.take(self.draft, place.id, at)  # instead of what lies there
        draft = self.setup.put(before, thing, place.id)
        self.cursor = place.id if place.row else self._next_cell(draft, place, what.kind)
        self.change(draft, *self.told(draft, place))

    def _bare(self, place: Place, kind: str) -> bool:
        """Return whether it would be a sign on a cell where nothing lies; then it is told where it goes."""
        return not place.row and kind != place.takes[0][0] and not self.draft.at(place.id)

    def _next_cell(self, draft: Draft, place: Place, kind: str) -> str:
        """Return the next empty cell for things of which a place takes one; else the same place."""
        table = self.table
        if dict(place.takes)[kind] > 1 or place.takes[0][0] != kind:
            return place.id
        for part in self.boards():
            areas = part.areas  # in the order of the places, for a disc is filled by its numbers
            cells = [id_ for id_, one in table.places.items() if id_ in areas and dict(one.takes).get(kind)]
            if place.id in cells:
                after = cells[cells.index(place.id) + 1 :]
                return next((cell for cell in after if not draft.at(cell)), place.id)
        return place.id

    def told(self, draft: Draft, *places: Place) -> list[Text]:
        """Return in sentences what lies in places of another draft, and what had to give way there."""
        if not places:
            return []
        seats, sides = self.game.seats(draft.options), {place.seat for place in places}
        lie = [self.lying(draft, place) for place in places]
        if len(sides) > 1:  # cells of several sides have the same names
            lie = [
                lies if place.row or place.seat is None else of_side(seats[place.seat].called, lies)
                for place, lies in zip(places, lie, strict=True)
            ]
        said = lies_now(lie)
        gone = Counter[str]()
        for place in places:
            had, has = Counter(self.draft.at(place.id)), Counter(draft.at(place.id))
            gone += had - has if has - had else Counter()
        return [*said, *self._taken_away(gone)]

    def _taken_away(self, gone: Counter[str]) -> list[Text]:
        """Return in a sentence what had to give way, nothing where that was unknown."""
        known = [one for one in gone.elements() if not self.table.things[one].unknown]
        return [text(N_("Taken away: {things}."), things=things_in(self.table, known))] if known else []

    def lying(self, draft: Draft, place: Place) -> Text:
        """Return what lies in a place of a draft, and where that is."""
        things = things_in(self.setup.table(draft.options), draft.at(place.id))
        return text(N_("{place}, {things}") if things else N_("{place}, empty"), place=place.name, things=things)

    def _press_place(self, area: str) -> None:
        """Lay what is in the hand; else move what was chosen, take it away, or choose a place."""
        id_, at = row_of(area)
        place = self.table.places[id_]
        if self.item:
            self._lay(place)
        elif self.cursor == area:
            self._take_from(area)
        elif not self._moves(place):
            self._choose(area, place, at)

    def _lay(self, place: Place) -> None:
        """Lay what is in the hand in a place; where it lies alone already, take it away."""
        what, lying = self.table.things[self.item], self.draft.at(place.id)
        if place.most(what) == 1 and self.item in lying:  # also one of two where one lies alone
            draft = self.setup.take(self.draft, place.id, lying.index(self.item))
        else:
            draft = self.setup.put(self.draft, self.item, place.id)
        self.change(draft, *self.told(draft, place))

    def _take_from(self, area: str) -> None:
        """Take away what lies at the cursor, the top first."""
        id_, at = row_of(area)
        place = self.table.places[id_]
        if (at < 0 and place.row) or not self.draft.at(id_):
            self.cursor = ""
            self.answer(MessageKind.INFO, self.standing_here())
            return
        draft = self.setup.take(self.draft, id_, at)
        self.change(draft, *self.told(draft, place))

    def _moves(self, target: Place) -> bool:
        """Move what lies at the cursor to another place, where that has room; return whether it was moved."""
        id_, at = row_of(self.cursor)
        if not self.cursor or not self._holds(self.cursor) or id_ == target.id:
            return False
        thing = self.table.things[self.draft.at(id_)[at]]
        there = [one for one in self.draft.at(target.id) if self.table.things[one].kind == thing.kind]
        if len(there) >= target.most(thing):
            return False
        draft = self.setup.put(self.setup.take(self.draft, id_, at), thing.id, target.id)
        self.cursor = ""
        self.change(draft, *self.told(draft, target))
        return True

    def _choose(self, area: str, place: Place, at: int) -> None:
        """Make a place the one where the next thing goes, and show what can lie there."""
        self.cursor = area
        if self.page not in (pages := self.table.pages_of[place.id]):
            self.page = pages[0]
        lying = self.draft.at(place.id)
        name = self.what_is(area)
        said = N_("Press what lies there.")
        if lying and (at >= 0 or not place.row):
            said = N_("Press where it goes, what lies there instead, or here again to take it away.")
        self.answer(MessageKind.INFO, [name, text(said)])

    def on_drag(self, area: str, to: str) -> None:
        """Lay, move or, onto the palette, take away what was drawn there."""
        if self.asked:
            super().on_drag(area, to)
            return
        self.item = self.cursor = ""
        if area.startswith(PALETTE):
            if not to.startswith(PALETTE):
                place = self.table.places[row_of(to)[0]]
                draft = self.setup.put(self.draft, area.removeprefix(PALETTE), place.id)
                self.change(draft, *self.told(draft, place))
        elif to.startswith(PALETTE):
            self.cursor = area
            self._take_from(area)
            self.cursor = ""
        elif self._holds(area) and row_of(area)[0] != row_of(to)[0]:
            self._drop(area, self.table.places[row_of(to)[0]])
        else:
            self.cursor = area
            self._press_place(to)

    def _holds(self, area: str) -> bool:
        """Return whether there is one thing to take from an area: not a row as a whole, nor where nothing lies."""
        id_, at = row_of(area)
        return bool(self.draft.at(id_)) and (at >= 0 or not self.table.places[id_].row)

    def _drop(self, area: str, target: Place) -> None:
        """Lay elsewhere what was drawn there; what has no room beside it gives way. Raises `NotationError`."""
        id_, at = row_of(area)
        thing, taken = self.draft.at(id_)[at], self.setup.take(self.draft, id_, at)
        draft = self.setup.put(taken, thing, target.id)
        gone = Counter([thing, *taken.at(target.id)]) - Counter(draft.at(target.id))
        self.change(draft, *lies_now([self.lying(draft, target)]), *self._taken_away(gone))

    def on_tap(self, area: str) -> None:
        """Answer a finger: while the table is set up a tap is a press."""
        if self.asked:
            super().on_tap(area)
        else:
            self.on_press(area)

    def on_hover(self, area: str | None) -> None:
        """Show what a press would do, where a question is asked."""
        if self.asked:
            super().on_hover(area)

    def on_query(self, area: str) -> None:
        """Say what lies there, or what is possible there."""
        if self.asked:
            super().on_query(area)
        else:
            self.answer(MessageKind.INFO, [self.what_is(area)])

    def on_back(self) -> None:
        """Put down what is chosen, else take back."""
        if self.asked:
            super().on_back()
        elif self.item or self.cursor:
            self.item = self.cursor = ""
            self.answer(MessageKind.INFO, self.standing_here())
        elif self.past:
            self.undo()

    def undo(self) -> None:
        """Take back the last change."""
        if self.asked:
            super().undo()
        elif self.past:
            draft = self.past.pop()
            self.cursor = self._changed(draft) if self.cursor else ""
            self.future.append(self.draft)
            self.unread = ""
            self.goto(draft, text(N_("Taken back.")))

    def _changed(self, draft: Draft) -> str:
        """Return the first place in which something else lies in another draft: there one goes on."""
        return next((p for p in self.table.places if draft.at(p) != self.draft.at(p)), "")

    def redo(self) -> None:
        """Put back what was taken back."""
        if self.asked:
            super().redo()
        elif self.future:
            self.past.append(self.draft)
            self.goto(self.future.pop(), text(N_("Put back.")))
